"""All legal moves of a packed position, in canonical order.

Moves within a pair of stations are copied from ready lists, always whole rows: what stands behind the count is
overwritten by the next row.  Barred moves (no undo) are few and taken out afterwards.
"""

from boardkit.engine import Ints, copy_four, lowest, popcount
from finity_edu.players.kernel import at, kind
from finity_edu.players.kernel.at import RULE
from finity_edu.players.kernel.reach import ways
from finity_edu.rules.options import ARROWS_BEFORE_BLOCKERS_GO, ARROWS_PER_COLOUR


def legal(t: Ints, s: Ints, out: Ints) -> int:
    """Write the numbers of all legal moves to `out`; returns how many there are (0 when the game is over)."""
    if s[at.RESULT] != 0:
        return 0
    seat = s[at.TURN]
    guard = 0  # seats at whose posts the slots are protected
    if s[at.PLY] < t[RULE.opening]:
        guard = (1 << t[at.PLAYERS]) - 1 & ~(1 << seat)
    posts = 0
    for other in range(t[at.PLAYERS]):
        if s[at.POST + other] >= 0:
            posts |= 1 << s[at.POST + other]
    n = _placings(t, s, guard, out)
    n = _reversals(t, s, out, n)
    n = _removals(t, s, seat, posts, out, n)
    n = _rings(t, s, seat, posts, out, n)
    n = _blockers(t, s, seat, guard, out, n)
    n = _posts(t, s, seat, posts, out, n)
    if t[RULE.teleports] and s[at.POST + seat] >= 0:
        n = _teleports(t, s, seat, posts, out, n)
    if n == 0:
        out[0] = kind.PASS
        return 1
    return n


def _guarded(t: Ints, s: Ints, guard: int, pair: int, arrows: bool) -> int:
    """Slots of a pair that the opening protects against arrows, or against blockers."""
    slots = 0
    for seat in range(t[at.PLAYERS]):
        if guard >> seat & 1 and s[at.POST + seat] >= 0:
            place = s[at.POST + seat] * at.MAX_PAIRS + pair
            slots |= t[at.FILLS + place]
            if arrows:
                slots |= t[at.OBSTRUCTS + place]
    return slots


def _placings(t: Ints, s: Ints, guard: int, out: Ints) -> int:
    missing = 0  # codes whose colour is used up
    if s[at.ARROWS] >= ARROWS_PER_COLOUR:
        missing |= 3
    if s[at.ARROWS + 1] >= ARROWS_PER_COLOUR:
        missing |= 12
    barred_pair = -1
    if s[at.BAN] and s[at.BAN] - 1 >> 1 >= kind.REMOVE:
        barred_pair = ((s[at.BAN] - 1 >> 1) - kind.REMOVE) // 12
    n = 0
    for pair in range(t[at.PAIRS]):
        content = s[at.PAIR + pair]
        closed = s[at.CLASH + pair]
        if guard:
            closed |= _guarded(t, s, guard, pair, True)
        key = (t[at.EMPTY + content] & ~closed) << 4 | t[at.PRESENT + content] | missing
        for four in range(0, 12, 4):
            copy_four(t, at.PLACE + 12 * key + four, out, n + four, 12 * pair)
        before = n
        n += t[at.PLACE_NUMBER + key]
        if pair == barred_pair:
            n = _without_barred(t, s, out, before, n)
    return n


def _without_barred(t: Ints, s: Ints, out: Ints, first: int, n: int) -> int:
    """Take out what may not come into the slot of an arrow that was just removed."""
    orphaned = s[at.BAN] - 1 & 1
    removed = (s[at.BAN] - 1 >> 1) - kind.REMOVE
    kept = first
    for i in range(first, n):
        move = out[i]
        barred = False
        if move // 4 == removed // 4:
            if t[RULE.slot_ban]:
                barred = move != removed or not orphaned
            else:
                # Where an orphaned ring lifts the ban, nothing is barred any more.
                barred = (move ^ removed) & 2 == 0
        if not barred:
            out[kept] = move
            kept += 1
    return kept


def _without(out: Ints, first: int, n: int, barred: int) -> int:
    """Take one move out of a section of the list, if it is there."""
    for i in range(first, n):
        if out[i] == barred:
            for j in range(i, n - 1):
                out[j] = out[j + 1]
            return n - 1
    return n


def _reversals(t: Ints, s: Ints, out: Ints, n: int) -> int:
    first = n
    for pair in range(t[at.PAIRS]):
        content = s[at.PAIR + pair]
        copy_four(t, at.REVERSE + 4 * content, out, n, 12 * pair + kind.REVERSE)
        n += t[at.REVERSE_NUMBER + content]
    if s[at.BAN]:
        last = s[at.BAN] - 1 >> 1
        if kind.REVERSE <= last < kind.REMOVE:
            # Kind.REVERSE is even, so the lowest bit is the direction
            n = _without(out, first, n, last ^ 1)
    return n


def _removals(t: Ints, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    own = 3 * seat + at.RING
    small = 0
    medium = 0
    for other in range(t[at.PLAYERS]):
        small |= s[at.RING + 3 * other]
        medium |= s[at.RING + 3 * other + 1]
    post = 1 << s[at.POST + seat] if s[at.POST + seat] >= 0 else 0
    top = post | (s[own] | (s[own + 1] | s[own + 2] & ~medium) & ~small) & ~posts
    top &= ~(1 << t[at.END])
    first = n
    for pair in range(t[at.PAIRS]):
        key = (
            s[at.PAIR + pair]
            | (top >> t[at.TAIL + pair] & 1) << 9
            | (top >> t[at.HEAD + pair] & 1) << 10
        )
        copy_four(t, at.REMOVE + 4 * key, out, n, 12 * pair + kind.REMOVE)
        n += t[at.REMOVE_NUMBER + key]
    if s[at.BAN] and s[at.BAN] - 1 >> 1 < kind.REVERSE:
        n = _without(out, first, n, (s[at.BAN] - 1 >> 1) + kind.REMOVE)
    return n


def _rings(t: Ints, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    if s[at.POST + seat] < 0:
        return n
    own_post = 1 << s[at.POST + seat]
    stations = s[at.REACH + seat] & ~(1 << t[at.END])
    stations &= ~own_post if t[RULE.own_post_bars] else ~(posts & ~own_post)
    if stations == 0:
        return n
    small = 0
    medium = 0
    large = 0
    for other in range(t[at.PLAYERS]):
        small |= s[at.RING + 3 * other]
        medium |= s[at.RING + 3 * other + 1]
        large |= s[at.RING + 3 * other + 2]
    mine = at.RING + 3 * seat
    small = stations & ~small if popcount(s[mine]) < t[RULE.supply_small] else 0
    medium = stations & ~medium if popcount(s[mine + 1]) < t[RULE.supply_medium] else 0
    large = stations & ~large if popcount(s[mine + 2]) < t[RULE.supply_large] else 0
    if t[RULE.largest_only]:
        medium &= ~large
        small &= ~(large | medium)
    stations = small | medium | large
    while stations != 0:
        here = lowest(stations)
        bit = stations & -stations
        stations ^= bit
        out[n] = kind.RING + 3 * here
        n += 1 if small & bit else 0
        out[n] = kind.RING + 3 * here + 1
        n += 1 if medium & bit else 0
        out[n] = kind.RING + 3 * here + 2
        n += 1 if large & bit else 0
    return n


def _blockers(t: Ints, s: Ints, seat: int, guard: int, out: Ints, n: int) -> int:
    source = s[at.BLOCKER + 2 * seat]
    if source >= 0:
        first = n
        for pair in range(t[at.PAIRS]):
            slots = t[at.EMPTY + s[at.PAIR + pair]]
            if guard:
                slots &= ~_guarded(t, s, guard, pair, False)
            copy_four(
                t,
                at.TARGET + 4 * slots,
                out,
                n,
                3 * pair + kind.BLOCKER + at.MAX_SLOTS * source,
            )
            n += t[at.TARGET_NUMBER + slots]
        second = s[at.BLOCKER + 2 * seat + 1]
        if second >= 0:
            number = n - first
            for i in range(0, number, 4):
                copy_four(out, first + i, out, n + i, at.MAX_SLOTS * (second - source))
            n += number
    if s[at.ARROWS] + s[at.ARROWS + 1] >= ARROWS_BEFORE_BLOCKERS_GO:
        first = n
        for i in range(2 * t[at.PLAYERS]):
            slot = s[at.BLOCKER + i]
            if slot >= 0 and i // 2 != seat:
                j = n
                # Ascending by slot
                while j > first and out[j - 1] > kind.UNBLOCK + slot:
                    out[j] = out[j - 1]
                    j -= 1
                out[j] = kind.UNBLOCK + slot
                n += 1
    return n


def _posts(t: Ints, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    if s[at.POST + seat] < 0:
        return n
    own = s[at.RING + 3 * seat] | s[at.RING + 3 * seat + 1] | s[at.RING + 3 * seat + 2]
    if own == 0:
        return n
    free = (1 << t[at.STATIONS]) - 1 & ~posts & ~(1 << t[at.END])
    colour = t[at.WORD]
    while free != 0:
        here = lowest(free)
        free &= free - 1
        keeps = own >> here & 1
        if not keeps:
            # A path can only go on from a station with an own ring: the first such station, if there is one, is
            # the new start or comes right after it.  Ways need no rings.
            if t[RULE.sweep_ways]:
                keeps = ways(t, s, here) & own
            else:
                keeps = s[at.SUCC + 16 * colour + here] & own
        out[n] = kind.MOVE_POST + here
        n += 1 if keeps else 0
    return n


def _teleports(t: Ints, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    around = t[at.AROUND + s[at.POST + seat]] & ~(1 << t[at.END])
    if around == 0:
        return n
    every = -1
    for size in range(3):
        taken = 0
        for other in range(t[at.PLAYERS]):
            if other != seat:
                taken |= s[at.RING + 3 * other + size]
        every &= taken
    if around & ~every:  # each neighbour holds three rings, none of them own
        return n
    free = (1 << t[at.STATIONS]) - 1 & ~posts & ~(1 << t[at.END])
    for place in range(at.RING, at.RING + 12):
        free &= ~s[place]
    while free != 0:
        out[n] = kind.TELEPORT + lowest(free)
        n += 1
        free &= free - 1
    return n
