"""What a position is worth to a seat, and which moves have to do with the plans of the players.

The worth rests on the completion costs of all seats: how many own moves each is away from a full path.  It rises
steeply towards the end, counts half a move for the side to move, and adds small terms that the rulebooks recommend:
arrows that no opponent can turn or remove (redundancy), rings in store, several ends to choose from.
"""

from boardkit.engine import Ints, popcount
from finity_edu.players.kernel import at, kind
from finity_edu.players.kernel.apply import ring_total
from finity_edu.players.kernel.at import RULE
from finity_edu.players.kernel.cost import NO_PLAN, plan_cost
from finity_edu.players.kernel.reach import update_reach, ways

WIN = 1_000_000
"""Value of a won game; one less for every ply until then."""

DRAW = -250
"""Value of a draw: a game that goes on is worth a little more, or strong players would agree too early."""

WORTH = (
    1400.0,
    1000.0,
    720.0,
    540.0,
    400.0,
    290.0,
    200.0,
    125.0,
    60.0,
    0.0,
    -50.0,
    -95.0,
    -135.0,
    -170.0,
    -200.0,
)
"""Worth of being 0, 1, 2, … moves away from a full path, in hundredths of a usual move."""
FARTHEST = 14
ROBUST, SPARE, CHOICE = 14.0, 5.0, 4.0
"""Worth of an arrow that cannot be taken away, of a ring beyond those that the plan needs, of another way to end."""
REACHED = 12.0
"""Worth of each of the first stations that are reached: rings can be placed there."""
STAKE, STAKE_NEXT = 30.0, 60.0
"""Price of each ring that hangs on one arrow that others can take away: on the own turn, and on theirs."""


def top_of(t: Ints, s: Ints, station: int) -> int:
    """Seat (from 0) with the highest place on a station: the post, else the smallest ring; −1 without one."""
    for seat in range(t[at.PLAYERS]):
        if s[at.POST + seat] == station:
            return seat
    for size in range(3):
        for seat in range(t[at.PLAYERS]):
            if s[at.RING + 3 * seat + size] >> station & 1:
                return seat
    return -1


def rings_at_stake(
    t: Ints, s: Ints, seat: int, arrow: int, head: int, work: Ints
) -> int:
    """How many rings a seat would lose if an arrow (``16 · colour + tail``) vanished."""
    reached = s[at.REACH + seat]
    black = s[at.DEPART + 2 * seat]
    white = s[at.DEPART + 2 * seat + 1]
    s[at.SUCC + arrow] ^= 1 << head
    if t[RULE.sweep_ways]:
        lost = ~ways(t, s, s[at.POST + seat])
    else:
        update_reach(t, s, seat, work)
        lost = ~s[at.REACH + seat]
    s[at.SUCC + arrow] ^= 1 << head
    s[at.REACH + seat] = reached
    s[at.DEPART + 2 * seat] = black
    s[at.DEPART + 2 * seat + 1] = white
    first = at.RING + 3 * seat
    return (
        popcount(s[first] & lost)
        + popcount(s[first + 1] & lost)
        + popcount(s[first + 2] & lost)
    )


def plan_worth(t: Ints, s: Ints, seat: int, work: Ints) -> int:
    """Make a plan for a seat; its cost and worth go to ``work[at.COSTS:]``, the plan to ``work[at.PATH:]``."""
    cost = plan_cost(t, s, seat, 2, True, work)
    length = t[at.LENGTH]
    worth = 0.0
    stake = 0
    if cost < NO_PLAN:
        for i in range(length):
            arrow = 16 * t[at.WORD + i]
            a = work[at.PATH + i]
            b = work[at.PATH + i + 1]
            if s[at.SUCC + arrow + a] >> b & 1:
                top = seat if b == t[at.END] else top_of(t, s, b)
                if s[at.SUCC + arrow + b] >> a & 1 and (top == seat or top < 0):
                    worth += ROBUST
                elif b != t[at.END]:
                    stake = max(stake, rings_at_stake(t, s, seat, arrow + a, b, work))
        spare = ring_total(s, seat) + cost - length
        worth += SPARE * min(max(spare, 0), 4)
        worth += CHOICE * work[at.LABELS + 16 * length + t[at.END]]
        worth -= STAKE * stake if s[at.TURN] == seat else STAKE_NEXT * stake
    work[at.COSTS + seat] = cost
    work[at.COSTS + 4 + seat] = int(worth)
    return cost


def value_seats(t: Ints, s: Ints, work: Ints) -> None:
    """Write to ``work[at.VALUES:]`` how far each seat has come, all others left aside."""
    for seat in range(t[at.PLAYERS]):
        cost = plan_worth(t, s, seat, work)
        value = WORTH[min(cost, FARTHEST)] + work[at.COSTS + 4 + seat]
        value += REACHED * min(popcount(s[at.REACH + seat]), 4)
        if seat == s[at.TURN] and cost > 0:
            value = (
                value + WORTH[min(cost - 1, FARTHEST)] + work[at.COSTS + 4 + seat]
            ) / 2
            if cost == 1:
                value += 2500
        work[at.VALUES + seat] = int(value)


def lead(t: Ints, s: Ints, seat: int, work: Ints) -> int:
    """How far a seat is ahead of the best of the others, after `value_seats`."""
    others = -100_000
    for other in range(t[at.PLAYERS]):
        if other != seat:
            others = max(others, work[at.VALUES + other])
    # The nearer the deadlock draw, the less an advantage is worth: who is ahead must place a ring in time.
    idle = s[at.CLOCK] / t[RULE.deadlock_at]
    idle *= idle
    return int((work[at.VALUES + seat] - others) * (1 - idle) + DRAW * idle)


def evaluate(t: Ints, s: Ints, root: int, work: Ints) -> int:
    """The worth of a position that is not over, seen from a seat; positive is good."""
    value_seats(t, s, work)
    return lead(t, s, root, work)


def _mark(work: Ints, move: int, interest: int) -> None:
    interest += work[at.MARKS]
    if work[at.INTEREST + move] < interest:
        work[at.INTEREST + move] = interest


def mark_plan(t: Ints, s: Ints, seat: int, work: Ints) -> None:
    """Mark the moves that have to do with the plan that was just made for a seat."""
    mine = seat == s[at.TURN]
    for i in range(t[at.LENGTH]):
        colour = t[at.WORD + i]
        a = work[at.PATH + i]
        b = work[at.PATH + i + 1]
        pair = t[at.PAIR_OF + 16 * a + b]
        code = 2 * colour + (0 if a < b else 1)
        if s[at.SUCC + 16 * colour + a] >> b & 1:
            _mark_lying(t, s, mine, pair, code, work)
        else:
            _mark_missing(t, s, mine, pair, code, work)
        if b != t[at.END]:
            for size in range(3):
                if mine:
                    _mark(
                        work,
                        kind.RING + 3 * b + size,
                        55 if work[at.OWN + b] < 2 else 50,
                    )
                else:
                    _mark(work, kind.RING + 3 * b + size, 30)


def _mark_lying(t: Ints, s: Ints, mine: bool, pair: int, code: int, work: Ints) -> None:
    """An arrow that a plan uses: its owner secures it by a twin the other way round, others turn or remove it."""
    content = s[at.PAIR + pair]
    free = t[at.EMPTY + content] & ~s[at.CLASH + pair]
    for lane in range(3):
        slot = 3 * pair + lane
        if mine and free >> lane & 1:
            _mark(work, 4 * slot + (code ^ 1), 20)
        elif not mine and content >> 3 * lane & 7 == code + 1:
            _mark(work, kind.REVERSE + 4 * slot + code, 45)
            _mark(work, kind.REMOVE + 4 * slot + code, 45)


def _mark_missing(
    t: Ints, s: Ints, mine: bool, pair: int, code: int, work: Ints
) -> None:
    """An arrow that a plan lacks: its owner lays it or turns one, others fill the last free slot."""
    content = s[at.PAIR + pair]
    free = t[at.EMPTY + content] & ~s[at.CLASH + pair]
    scarce = popcount(free) == 1
    for lane in range(3):
        slot = 3 * pair + lane
        if mine:
            if free >> lane & 1:
                _mark(work, 4 * slot + code, 60)
            elif content >> 3 * lane & 7 == (code ^ 1) + 1:
                _mark(work, kind.REVERSE + 4 * slot + (code ^ 1), 52)
        elif scarce and free >> lane & 1:
            for other in range(4):
                if other != code:
                    _mark(work, 4 * slot + other, 26)
            for i in range(2):
                source = s[at.BLOCKER + 2 * s[at.TURN] + i]
                if source >= 0:
                    _mark(work, kind.BLOCKER + at.MAX_SLOTS * source + slot, 24)
