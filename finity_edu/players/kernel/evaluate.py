"""What a position is worth to a seat, and which moves have to do with the plans of the players.

The worth rests on the completion costs of all seats: how many own moves each is away from a full path.  It rises
steeply towards the end, counts half a move for the side to move, and adds small terms that the rulebooks recommend:
arrows that no opponent can turn or remove (redundancy), rings in store, several ends to choose from.
"""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, compiled, floats, popcount
from finity_edu.players.kernel.apply import ring_total
from finity_edu.players.kernel.cost import NO_PLAN, plan_cost
from finity_edu.players.kernel.reach import update_reach, ways
from finity_edu.players.kernel.tables import (
    AT_BLOCKER,
    AT_CLASH,
    AT_CLOCK,
    AT_COSTS,
    AT_DEPART,
    AT_EMPTY,
    AT_INTEREST,
    AT_LABELS,
    AT_LENGTH,
    AT_MARKS,
    AT_OWN,
    AT_PAIR,
    AT_PAIR_OF,
    AT_PATH,
    AT_POST,
    AT_REACH,
    AT_RING,
    AT_SUCC,
    AT_TURN,
    AT_VALUES,
    AT_WORD,
    BLOCKER,
    DEADLOCK_AT,
    END,
    MAX_SLOTS,
    PLAYERS,
    REMOVE,
    REVERSE,
    RING,
    SWEEP_WAYS,
    Tables,
)

WIN = 1_000_000
"""Value of a won game; one less for every ply until then."""

DRAW = -250
"""Value of a draw: a game that goes on is worth a little more, or strong players would agree too early."""

WORTH = floats((1400, 1000, 720, 540, 400, 290, 200, 125, 60, 0, -50, -95, -135, -170, -200))
"""Worth of being 0, 1, 2, … moves away from a full path, in hundredths of a usual move."""
FARTHEST = 14
ROBUST, SPARE, CHOICE = 14.0, 5.0, 4.0
"""Worth of an arrow that cannot be taken away, of a ring beyond those that the plan needs, of another way to end."""
REACHED = 12.0
"""Worth of each of the first stations that are reached: rings can be placed there."""
STAKE, STAKE_NEXT = 30.0, 60.0
"""Price of each ring that hangs on one arrow that others can take away: on the own turn, and on theirs."""


@compiled
def top_of(t: Tables, s: Ints, station: int) -> int:
    """Seat (from 0) with the highest place on a station: the post, else the smallest ring; −1 without one."""
    for seat in range(t.numbers[PLAYERS]):
        if s[AT_POST + seat] == station:
            return seat
    for size in range(3):
        for seat in range(t.numbers[PLAYERS]):
            if s[AT_RING + 3 * seat + size] >> station & 1:
                return seat
    return -1


@compiled
def rings_at_stake(t: Tables, s: Ints, seat: int, arrow: int, head: int, work: Ints) -> int:
    """How many rings a seat would lose if an arrow (``16 · colour + tail``) vanished."""
    reached = s[AT_REACH + seat]
    black = s[AT_DEPART + 2 * seat]
    white = s[AT_DEPART + 2 * seat + 1]
    s[AT_SUCC + arrow] ^= 1 << head
    if t.numbers[SWEEP_WAYS]:
        lost = ~ways(t, s, s[AT_POST + seat])
    else:
        update_reach(t, s, seat, work)
        lost = ~s[AT_REACH + seat]
    s[AT_SUCC + arrow] ^= 1 << head
    s[AT_REACH + seat] = reached
    s[AT_DEPART + 2 * seat] = black
    s[AT_DEPART + 2 * seat + 1] = white
    first = AT_RING + 3 * seat
    return popcount(s[first] & lost) + popcount(s[first + 1] & lost) + popcount(s[first + 2] & lost)


@compiled
def plan_worth(t: Tables, s: Ints, seat: int, work: Ints) -> int:
    """Make a plan for a seat; its cost and worth go to ``work[AT_COSTS:]``, the plan to ``work[AT_PATH:]``."""
    cost = plan_cost(t, s, seat, 2, True, work)
    length = s[AT_LENGTH]
    worth = 0.0
    stake = 0
    if cost < NO_PLAN:
        for i in range(length):
            arrow = 16 * (s[AT_WORD] >> i & 1)
            a = work[AT_PATH + i]
            b = work[AT_PATH + i + 1]
            if s[AT_SUCC + arrow + a] >> b & 1:
                top = seat if b == t.numbers[END] else top_of(t, s, b)
                if s[AT_SUCC + arrow + b] >> a & 1 and top in (seat, -1):
                    worth += ROBUST
                elif b != t.numbers[END]:
                    stake = max(stake, rings_at_stake(t, s, seat, arrow + a, b, work))
        spare = ring_total(s, seat) + cost - length
        worth += SPARE * min(max(spare, 0), 4)
        worth += CHOICE * work[AT_LABELS + 16 * length + t.numbers[END]]
        worth -= STAKE * stake if s[AT_TURN] == seat else STAKE_NEXT * stake
    work[AT_COSTS + seat] = cost
    work[AT_COSTS + 4 + seat] = int(worth)
    return cost


@compiled
def value_seats(t: Tables, s: Ints, work: Ints) -> None:
    """Write to ``work[AT_VALUES:]`` how far each seat has come, all others left aside."""
    for seat in range(t.numbers[PLAYERS]):
        cost = plan_worth(t, s, seat, work)
        value = WORTH[min(cost, FARTHEST)] + work[AT_COSTS + 4 + seat]
        value += REACHED * min(popcount(s[AT_REACH + seat]), 4)
        if seat == s[AT_TURN] and cost > 0:
            value = (value + WORTH[min(cost - 1, FARTHEST)] + work[AT_COSTS + 4 + seat]) / 2
            if cost == 1:
                value += 2500
        work[AT_VALUES + seat] = int(value)


@compiled
def lead(t: Tables, s: Ints, seat: int, work: Ints) -> int:
    """How far a seat is ahead of the best of the others, after `value_seats`."""
    others = -100_000
    for other in range(t.numbers[PLAYERS]):
        if other != seat:
            others = max(others, work[AT_VALUES + other])
    # The nearer the deadlock draw, the less an advantage is worth: who is ahead must place a ring in time.
    idle = (s[AT_CLOCK] / t.numbers[DEADLOCK_AT]) ** 2
    return int((work[AT_VALUES + seat] - others) * (1 - idle) + DRAW * idle)


@compiled
def evaluate(t: Tables, s: Ints, root: int, work: Ints) -> int:
    """The worth of a position that is not over, seen from a seat; positive is good."""
    value_seats(t, s, work)
    return lead(t, s, root, work)


@compiled
def _mark(work: Ints, move: int, interest: int) -> None:
    interest += work[AT_MARKS]
    if work[AT_INTEREST + move] < interest:
        work[AT_INTEREST + move] = interest


@compiled
def mark_plan(t: Tables, s: Ints, seat: int, work: Ints) -> None:
    """Mark the moves that have to do with the plan that was just made for a seat."""
    mine = seat == s[AT_TURN]
    for i in range(s[AT_LENGTH]):
        colour = s[AT_WORD] >> i & 1
        a = work[AT_PATH + i]
        b = work[AT_PATH + i + 1]
        pair = t.numbers[AT_PAIR_OF + 16 * a + b]
        code = 2 * colour + (0 if a < b else 1)
        if s[AT_SUCC + 16 * colour + a] >> b & 1:
            _mark_lying(t, s, mine, pair, code, work)
        else:
            _mark_missing(t, s, mine, pair, code, work)
        if b != t.numbers[END]:
            for size in range(3):
                if mine:
                    _mark(work, RING + 3 * b + size, 55 if work[AT_OWN + b] < 2 else 50)
                else:
                    _mark(work, RING + 3 * b + size, 30)


@compiled
def _mark_lying(t: Tables, s: Ints, mine: bool, pair: int, code: int, work: Ints) -> None:
    """An arrow that a plan uses: its owner secures it by a twin the other way round, others turn or remove it."""
    content = s[AT_PAIR + pair]
    free = t.numbers[AT_EMPTY + content] & ~s[AT_CLASH + pair]
    for lane in range(3):
        slot = 3 * pair + lane
        if mine and free >> lane & 1:
            _mark(work, 4 * slot + (code ^ 1), 20)
        elif not mine and content >> 3 * lane & 7 == code + 1:
            _mark(work, REVERSE + 4 * slot + code, 45)
            _mark(work, REMOVE + 4 * slot + code, 45)


@compiled
def _mark_missing(t: Tables, s: Ints, mine: bool, pair: int, code: int, work: Ints) -> None:
    """An arrow that a plan lacks: its owner lays it or turns one, others fill the last free slot."""
    content = s[AT_PAIR + pair]
    free = t.numbers[AT_EMPTY + content] & ~s[AT_CLASH + pair]
    scarce = popcount(free) == 1
    for lane in range(3):
        slot = 3 * pair + lane
        if mine:
            if free >> lane & 1:
                _mark(work, 4 * slot + code, 60)
            elif content >> 3 * lane & 7 == (code ^ 1) + 1:
                _mark(work, REVERSE + 4 * slot + (code ^ 1), 52)
        elif scarce and free >> lane & 1:
            for other in range(4):
                if other != code:
                    _mark(work, 4 * slot + other, 26)
            for i in range(2):
                source = s[AT_BLOCKER + 2 * s[AT_TURN] + i]
                if source >= 0:
                    _mark(work, BLOCKER + MAX_SLOTS * source + slot, 24)
