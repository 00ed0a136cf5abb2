"""How many own moves a seat is away from a full path: an upper bound, found fast.

A plan is a sequence of stations for the whole word.  It costs one move for every arrow that must be laid or turned
(once, however often the plan uses it) and one for every departure that exceeds the own rings on a station.  Plans
grow symbol by symbol; for each number of symbols and station only the cheapest few are kept, so the result may be
too high, never too low by this reckoning.  Slots, corners, supplies and free places for rings are those of the
position; that two new pieces may get into each other's way is not seen.
"""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, compiled, lowest, popcount
from finity_edu.players.kernel.tables import (
    AT_BRIDGES,
    AT_CAN,
    AT_CLASH,
    AT_EMPTY,
    AT_HEAD,
    AT_LABELS,
    AT_LENGTH,
    AT_NEAR,
    AT_OWN,
    AT_PAIR,
    AT_PARENT,
    AT_PATH,
    AT_POST,
    AT_PRICE,
    AT_RING,
    AT_ROOM,
    AT_SPENT,
    AT_SUCC,
    AT_TAIL,
    AT_WORD,
    END,
    OWN_POST_BARS,
    PAIRS,
    PLAYERS,
    STATIONS,
    SUPPLY_SMALL,
    Tables,
)
from finity_edu.rules.ruleset import BRIDGES_PER_COLOUR

NO_PLAN = 30
"""The cost where no plan is found."""


@compiled
def _survey_rings(t: Tables, s: Ints, seat: int, work: Ints) -> None:
    """Own rings on each station, and how many it could hold."""
    posts = 0
    for other in range(t.numbers[PLAYERS]):
        if s[AT_POST + other] >= 0:
            posts |= 1 << s[AT_POST + other]
    own_post = 1 << s[AT_POST + seat]
    shut = own_post if t.numbers[OWN_POST_BARS] else posts & ~own_post
    for station in range(t.numbers[STATIONS]):
        work[AT_OWN + station] = 0
        work[AT_ROOM + station] = 0
    for size in range(3):
        taken = 0
        for other in range(t.numbers[PLAYERS]):
            taken |= s[AT_RING + 3 * other + size]
        mine = s[AT_RING + 3 * seat + size]
        free = 0 if popcount(mine) >= t.numbers[SUPPLY_SMALL + size] else ~(taken | shut)
        for station in range(t.numbers[STATIONS]):
            work[AT_OWN + station] += mine >> station & 1
            work[AT_ROOM + station] += (mine | free) >> station & 1


@compiled
def _survey_arrows(t: Tables, s: Ints, turning: bool, work: Ints) -> None:
    """Arrows that could be laid (or got by turning one round), as masks of heads by colour and station."""
    for station in range(t.numbers[STATIONS]):
        work[AT_CAN + station] = 0
        work[AT_CAN + 16 + station] = 0
    black = s[AT_BRIDGES] < BRIDGES_PER_COLOUR
    white = s[AT_BRIDGES + 1] < BRIDGES_PER_COLOUR
    for pair in range(t.numbers[PAIRS]):
        a = t.numbers[AT_TAIL + pair]
        b = t.numbers[AT_HEAD + pair]
        free = t.numbers[AT_EMPTY + s[AT_PAIR + pair]] & ~s[AT_CLASH + pair]
        if free and black:
            work[AT_CAN + a] |= 1 << b
            work[AT_CAN + b] |= 1 << a
        if free and white:
            work[AT_CAN + 16 + a] |= 1 << b
            work[AT_CAN + 16 + b] |= 1 << a
        if turning and not free:
            for colour in range(0, 32, 16):
                if s[AT_SUCC + colour + a] >> b & 1:
                    work[AT_CAN + colour + b] |= 1 << a
                if s[AT_SUCC + colour + b] >> a & 1:
                    work[AT_CAN + colour + a] |= 1 << b


@compiled
def _laid_before(s: Ints, work: Ints, i: int, station: int, label: int, head: int) -> bool:
    """Whether a partial plan has used the arrow from its last station to `head` by the symbol i before."""
    word = s[AT_WORD]
    colour = word >> i & 1
    here = station
    after = -1
    for j in range(i, 0, -1):
        parent = work[AT_PARENT + (16 * j + here) * 8 + label]
        after = here
        here = parent >> 3
        label = parent & 7
        if here == station and after == head and word >> j - 1 & 1 == colour:
            return True
    return False


@compiled
def _keep(work: Ints, i: int, head: int, price: int, spent: int, parent: int, width: int) -> None:
    """Keep a partial plan if it is among the cheapest for its number of symbols and station."""
    cell = 16 * i + head
    number = work[AT_LABELS + cell]
    first = cell * 8
    worst = first
    for place in range(first, first + number):
        if work[AT_SPENT + place] == spent:
            if price < work[AT_PRICE + place]:
                work[AT_PRICE + place] = price
                work[AT_PARENT + place] = parent
            return
        if work[AT_PRICE + place] > work[AT_PRICE + worst]:
            worst = place
    if number < width:
        work[AT_LABELS + cell] = number + 1
        worst = first + number
    elif price >= work[AT_PRICE + worst]:
        return
    work[AT_PRICE + worst] = price
    work[AT_SPENT + worst] = spent
    work[AT_PARENT + worst] = parent


@compiled
def plan_cost(t: Tables, s: Ints, seat: int, width: int, turning: bool, work: Ints) -> int:
    """Find a cheap plan.

    Parameters
    ----------
    t, s, work
        Tables, packed position, work space.
    seat : int
        Counted from 0.
    width : int
        How many partial plans are kept for each station and number of symbols, 1 to 8: more find cheaper plans.
    turning : bool
        Whether turning an arrow round counts as a way to lay one where no slot is free.

    Returns
    -------
    int
        Own moves to a full path, `NO_PLAN` if there is no plan; its stations stand in ``work[AT_PATH:]``.
    """
    if s[AT_POST + seat] < 0:
        return NO_PLAN
    _survey_rings(t, s, seat, work)
    _survey_arrows(t, s, turning, work)
    length = s[AT_LENGTH]
    end = t.numbers[END]
    post = s[AT_POST + seat]
    for cell in range(16, 16 * (length + 1)):
        work[AT_LABELS + cell] = 0
    work[AT_LABELS + post] = 1
    work[AT_PRICE + 8 * post] = 0
    work[AT_SPENT + 8 * post] = 0
    here = 1 << post
    for i in range(length):
        following = 0
        allowed = 1 << end if i == length - 1 else t.numbers[AT_NEAR + length - 1 - i] & ~(1 << end)
        while here != 0:
            station = lowest(here)
            here &= here - 1
            following |= _extend(t, s, i, station, allowed, width, work)
        here = following
    best = NO_PLAN
    chosen = 0
    for label in range(work[AT_LABELS + 16 * length + end]):
        if work[AT_PRICE + (16 * length + end) * 8 + label] < best:
            best = work[AT_PRICE + (16 * length + end) * 8 + label]
            chosen = label
    if best < NO_PLAN:
        station = end
        work[AT_PATH + length] = end
        for i in range(length, 0, -1):
            parent = work[AT_PARENT + (16 * i + station) * 8 + chosen]
            station = parent >> 3
            chosen = parent & 7
            work[AT_PATH + i - 1] = station
    return best


@compiled
def _extend(t: Tables, s: Ints, i: int, station: int, allowed: int, width: int, work: Ints) -> int:
    """Continue the partial plans at a station by one symbol; returns the stations that they lead to."""
    colour = 16 * (s[AT_WORD] >> i & 1)
    last = i == s[AT_LENGTH] - 1
    lying = s[AT_SUCC + colour + station] & allowed
    heads = lying | work[AT_CAN + colour + station] & allowed
    reached = 0
    for label in range(work[AT_LABELS + 16 * i + station]):
        place = (16 * i + station) * 8 + label
        todo = heads
        while todo != 0:
            head = lowest(todo)
            todo &= todo - 1
            price = work[AT_PRICE + place]
            spent = work[AT_SPENT + place]
            if not last:
                used = spent >> 2 * head & 3
                if used >= work[AT_ROOM + head]:
                    continue
                if used >= work[AT_OWN + head]:
                    price += 1
                spent += 1 << 2 * head
            if lying >> head & 1 == 0 and not _laid_before(s, work, i, station, label, head):
                price += 1
            reached |= 1 << head
            _keep(work, i + 1, head, price, spent, station << 3 | label, width)
    return reached
