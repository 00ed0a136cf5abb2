"""How many own moves a seat is away from a full path: an upper bound, found fast.

A plan is a sequence of stations for the whole word.  It costs one move for every arrow that must be laid or turned
(once, however often the plan uses it) and one for every departure that exceeds the own rings on a station.  Plans
grow symbol by symbol; for each number of symbols and station only the cheapest few are kept, so the result may be
too high, never too low by this reckoning.  Slots, corners, supplies and free places for rings are those of the
position; that two new pieces may get into each other's way is not seen.
"""

from boardkit.engine import Ints, lowest, popcount
from finity_edu.players.kernel import at
from finity_edu.players.kernel.at import RULE
from finity_edu.rules.options import ARROWS_PER_COLOUR

NO_PLAN = 30
"""The cost where no plan is found."""


def _survey_rings(t: Ints, s: Ints, seat: int, work: Ints) -> None:
    """Own rings on each station, and how many it could hold."""
    posts = 0
    for other in range(t[at.PLAYERS]):
        if s[at.POST + other] >= 0:
            posts |= 1 << s[at.POST + other]
    own_post = 1 << s[at.POST + seat]
    shut = own_post if t[RULE.own_post_bars] else posts & ~own_post
    for station in range(t[at.STATIONS]):
        work[at.OWN + station] = 0
        work[at.ROOM + station] = 0
    for size in range(3):
        taken = 0
        for other in range(t[at.PLAYERS]):
            taken |= s[at.RING + 3 * other + size]
        mine = s[at.RING + 3 * seat + size]
        free = 0 if popcount(mine) >= t[RULE.supply_small + size] else ~(taken | shut)
        for station in range(t[at.STATIONS]):
            work[at.OWN + station] += mine >> station & 1
            work[at.ROOM + station] += (mine | free) >> station & 1


def _survey_arrows(t: Ints, s: Ints, turning: bool, work: Ints) -> None:
    """Arrows that could be laid (or got by turning one round), as masks of heads by colour and station."""
    for station in range(t[at.STATIONS]):
        work[at.CAN + station] = 0
        work[at.CAN + 16 + station] = 0
    black = s[at.ARROWS] < ARROWS_PER_COLOUR
    white = s[at.ARROWS + 1] < ARROWS_PER_COLOUR
    for pair in range(t[at.PAIRS]):
        a = t[at.TAIL + pair]
        b = t[at.HEAD + pair]
        free = t[at.EMPTY + s[at.PAIR + pair]] & ~s[at.CLASH + pair]
        if free and black:
            work[at.CAN + a] |= 1 << b
            work[at.CAN + b] |= 1 << a
        if free and white:
            work[at.CAN + 16 + a] |= 1 << b
            work[at.CAN + 16 + b] |= 1 << a
        if turning and not free:
            for colour in range(0, 32, 16):
                if s[at.SUCC + colour + a] >> b & 1:
                    work[at.CAN + colour + b] |= 1 << a
                if s[at.SUCC + colour + b] >> a & 1:
                    work[at.CAN + colour + a] |= 1 << b


def _laid_before(
    t: Ints, work: Ints, i: int, station: int, label: int, head: int, visits: int
) -> bool:
    """Whether a partial plan has used the arrow from its last station to `head` by the symbol i before.

    It has been at `head` so many times, at least once.
    """
    colour = t[at.WORD + i]
    here = station
    while visits > 0:
        parent = work[at.PARENT + (16 * i + here) * 8 + label]
        after = here
        here = parent >> 3
        label = parent & 7
        i -= 1
        if after == head:
            if here == station and t[at.WORD + i] == colour:
                return True
            visits -= 1
    return False


def _keep(
    work: Ints, i: int, head: int, price: int, spent: int, parent: int, width: int
) -> None:
    """Keep a partial plan if it is among the cheapest for its number of symbols and station."""
    cell = 16 * i + head
    number = work[at.LABELS + cell]
    first = cell * 8
    worst = first
    for place in range(first, first + number):
        if work[at.SPENT + place] == spent:
            if price < work[at.PRICE + place]:
                work[at.PRICE + place] = price
                work[at.PARENT + place] = parent
            return
        if work[at.PRICE + place] > work[at.PRICE + worst]:
            worst = place
    if number < width:
        work[at.LABELS + cell] = number + 1
        worst = first + number
    elif price >= work[at.PRICE + worst]:
        return
    work[at.PRICE + worst] = price
    work[at.SPENT + worst] = spent
    work[at.PARENT + worst] = parent


def plan_cost(
    t: Ints, s: Ints, seat: int, width: int, turning: bool, work: Ints
) -> int:
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
        Own moves to a full path, `NO_PLAN` if there is no plan; its stations stand in ``work[at.PATH:]``.
    """
    if s[at.POST + seat] < 0:
        return NO_PLAN
    _survey_rings(t, s, seat, work)
    _survey_arrows(t, s, turning, work)
    length = t[at.LENGTH]
    end = t[at.END]
    post = s[at.POST + seat]
    for cell in range(16, 16 * (length + 1)):
        work[at.LABELS + cell] = 0
    work[at.LABELS + post] = 1
    work[at.PRICE + 8 * post] = 0
    work[at.SPENT + 8 * post] = 0
    here = 1 << post
    for i in range(length):
        following = 0
        allowed = (
            1 << end if i == length - 1 else t[at.NEAR + length - 1 - i] & ~(1 << end)
        )
        while here != 0:
            station = lowest(here)
            here &= here - 1
            following |= _extend(t, s, i, station, allowed, width, work)
        here = following
    best = NO_PLAN
    chosen = 0
    for label in range(work[at.LABELS + 16 * length + end]):
        if work[at.PRICE + (16 * length + end) * 8 + label] < best:
            best = work[at.PRICE + (16 * length + end) * 8 + label]
            chosen = label
    if best < NO_PLAN:
        station = end
        work[at.PATH + length] = end
        for i in range(length, 0, -1):
            parent = work[at.PARENT + (16 * i + station) * 8 + chosen]
            station = parent >> 3
            chosen = parent & 7
            work[at.PATH + i - 1] = station
    return best


def _extend(
    t: Ints, s: Ints, i: int, station: int, allowed: int, width: int, work: Ints
) -> int:
    """Continue the partial plans at a station by one symbol; returns the stations that they lead to."""
    colour = 16 * t[at.WORD + i]
    last = i == t[at.LENGTH] - 1
    lying = s[at.SUCC + colour + station] & allowed
    heads = lying | work[at.CAN + colour + station] & allowed
    reached = 0
    for label in range(work[at.LABELS + 16 * i + station]):
        place = (16 * i + station) * 8 + label
        todo = heads
        while todo != 0:
            head = lowest(todo)
            todo &= todo - 1
            price = work[at.PRICE + place]
            spent = work[at.SPENT + place]
            used = 0  # how often the plan has been at the head: if never, it has not used an arrow there
            if not last:
                used = spent >> 2 * head & 3
                if used >= work[at.ROOM + head]:
                    continue
                if used >= work[at.OWN + head]:
                    price += 1
                spent += 1 << 2 * head
            if lying >> head & 1 == 0 and (
                used == 0 or not _laid_before(t, work, i, station, label, head, used)
            ):
                price += 1
            reached |= 1 << head
            _keep(work, i + 1, head, price, spent, station << 3 | label, width)
    return reached
