"""All legal moves of a packed position, in canonical order.

Moves within a pair of stations are copied from ready lists, always whole rows: what stands behind the count is
overwritten by the next row.  Barred moves (no undo) are few and taken out afterwards.
"""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, compiled, copy_row, lowest
from finity_edu.players.kernel.reach import ways
from finity_edu.players.kernel.tables import (
    AT_AROUND,
    AT_BAN,
    AT_BLOCKER,
    AT_BRIDGES,
    AT_CLASH,
    AT_EMPTY,
    AT_FILLS,
    AT_HEAD,
    AT_OBSTRUCTS,
    AT_PAIR,
    AT_PLACE,
    AT_PLACE_NUMBER,
    AT_PLY,
    AT_POST,
    AT_PRESENT,
    AT_REACH,
    AT_REMOVE,
    AT_REMOVE_NUMBER,
    AT_RESULT,
    AT_REVERSE,
    AT_REVERSE_NUMBER,
    AT_RING,
    AT_SUCC,
    AT_TAIL,
    AT_TARGET,
    AT_TARGET_NUMBER,
    AT_TURN,
    AT_WORD,
    BLOCKER,
    END,
    LARGEST_ONLY,
    MAX_PAIRS,
    MAX_SLOTS,
    MOVE_POST,
    OPENING,
    OWN_POST_BARS,
    PAIRS,
    PASS_MOVE,
    PLAYERS,
    REMOVE,
    REVERSE,
    RING,
    SLOT_BAN,
    STATIONS,
    SUPPLY_LARGE,
    SUPPLY_MEDIUM,
    SUPPLY_SMALL,
    SWEEP_WAYS,
    TELEPORT,
    TELEPORTS,
    UNBLOCK,
    Tables,
)
from finity_edu.rules.ruleset import BRIDGES_BEFORE_BLOCKERS_GO, BRIDGES_PER_COLOUR


@compiled
def legal(t: Tables, s: Ints, out: Ints) -> int:
    """Write the numbers of all legal moves to `out`; returns how many there are (0 when the game is over)."""
    if s[AT_RESULT] != 0:
        return 0
    seat = s[AT_TURN]
    guard = 0  # seats at whose posts the slots are protected
    if s[AT_PLY] < t.numbers[OPENING]:
        guard = (1 << t.numbers[PLAYERS]) - 1 & ~(1 << seat)
    posts = 0
    for other in range(t.numbers[PLAYERS]):
        if s[AT_POST + other] >= 0:
            posts |= 1 << s[AT_POST + other]
    n = _placings(t, s, guard, out)
    n = _reversals(t, s, out, n)
    n = _removals(t, s, seat, posts, out, n)
    n = _rings(t, s, seat, posts, out, n)
    n = _blockers(t, s, seat, guard, out, n)
    n = _posts(t, s, seat, posts, out, n)
    if t.numbers[TELEPORTS] and s[AT_POST + seat] >= 0:
        n = _teleports(t, s, seat, posts, out, n)
    if n == 0:
        out[0] = PASS_MOVE
        return 1
    return n


@compiled
def _guarded(t: Tables, s: Ints, guard: int, pair: int, bridges: bool) -> int:
    """Slots of a pair that the opening protects against bridges, or against blockers."""
    slots = 0
    for seat in range(t.numbers[PLAYERS]):
        if guard >> seat & 1 and s[AT_POST + seat] >= 0:
            place = s[AT_POST + seat] * MAX_PAIRS + pair
            slots |= t.numbers[AT_FILLS + place]
            if bridges:
                slots |= t.numbers[AT_OBSTRUCTS + place]
    return slots


@compiled
def _placings(t: Tables, s: Ints, guard: int, out: Ints) -> int:
    missing = 0  # codes whose colour is used up
    if s[AT_BRIDGES] >= BRIDGES_PER_COLOUR:
        missing |= 3
    if s[AT_BRIDGES + 1] >= BRIDGES_PER_COLOUR:
        missing |= 12
    barred_pair = -1
    if s[AT_BAN] and s[AT_BAN] - 1 >> 1 >= REMOVE:
        barred_pair = ((s[AT_BAN] - 1 >> 1) - REMOVE) // 12
    n = 0
    for pair in range(t.numbers[PAIRS]):
        content = s[AT_PAIR + pair]
        closed = s[AT_CLASH + pair]
        if guard:
            closed |= _guarded(t, s, guard, pair, True)
        key = (t.numbers[AT_EMPTY + content] & ~closed) << 4 | t.numbers[AT_PRESENT + content] | missing
        copy_row(t.rows, AT_PLACE + 12 * key, 12, 12 * pair, out, n)
        before = n
        n += t.numbers[AT_PLACE_NUMBER + key]
        if pair == barred_pair:
            n = _without_barred(t, s, out, before, n)
    return n


@compiled
def _without_barred(t: Tables, s: Ints, out: Ints, first: int, n: int) -> int:
    """Take out what may not come into the slot of a bridge that was just removed."""
    orphaned = s[AT_BAN] - 1 & 1
    removed = (s[AT_BAN] - 1 >> 1) - REMOVE
    kept = first
    for i in range(first, n):
        move = out[i]
        barred = False
        if move // 4 == removed // 4:
            if t.numbers[SLOT_BAN]:
                barred = move != removed or not orphaned
            else:
                barred = (move ^ removed) & 2 == 0 and not orphaned
        if not barred:
            out[kept] = move
            kept += 1
    return kept


@compiled
def _without(out: Ints, first: int, n: int, barred: int) -> int:
    """Take one move out of a section of the list, if it is there."""
    for i in range(first, n):
        if out[i] == barred:
            for j in range(i, n - 1):
                out[j] = out[j + 1]
            return n - 1
    return n


@compiled
def _reversals(t: Tables, s: Ints, out: Ints, n: int) -> int:
    first = n
    for pair in range(t.numbers[PAIRS]):
        content = s[AT_PAIR + pair]
        copy_row(t.rows, AT_REVERSE + 4 * content, 4, 12 * pair + REVERSE, out, n)
        n += t.numbers[AT_REVERSE_NUMBER + content]
    if s[AT_BAN]:
        last = s[AT_BAN] - 1 >> 1
        if REVERSE <= last < REMOVE:
            n = _without(out, first, n, last ^ 1)  # REVERSE is even, so the lowest bit is the direction
    return n


@compiled
def _removals(t: Tables, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    own = 3 * seat + AT_RING
    small = 0
    medium = 0
    for other in range(t.numbers[PLAYERS]):
        small |= s[AT_RING + 3 * other]
        medium |= s[AT_RING + 3 * other + 1]
    post = 1 << s[AT_POST + seat] if s[AT_POST + seat] >= 0 else 0
    top = post | (s[own] | (s[own + 1] | s[own + 2] & ~medium) & ~small) & ~posts
    top &= ~(1 << t.numbers[END])
    first = n
    for pair in range(t.numbers[PAIRS]):
        key = (
            s[AT_PAIR + pair]
            | (top >> t.numbers[AT_TAIL + pair] & 1) << 9
            | (top >> t.numbers[AT_HEAD + pair] & 1) << 10
        )
        copy_row(t.rows, AT_REMOVE + 4 * key, 4, 12 * pair + REMOVE, out, n)
        n += t.numbers[AT_REMOVE_NUMBER + key]
    if s[AT_BAN] and s[AT_BAN] - 1 >> 1 < REVERSE:
        n = _without(out, first, n, (s[AT_BAN] - 1 >> 1) + REMOVE)
    return n


@compiled
def _rings(t: Tables, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    if s[AT_POST + seat] < 0:
        return n
    own_post = 1 << s[AT_POST + seat]
    stations = s[AT_REACH + seat] & ~(1 << t.numbers[END])
    stations &= ~own_post if t.numbers[OWN_POST_BARS] else ~(posts & ~own_post)
    if stations == 0:
        return n
    small = 0
    medium = 0
    large = 0
    for other in range(t.numbers[PLAYERS]):
        small |= s[AT_RING + 3 * other]
        medium |= s[AT_RING + 3 * other + 1]
        large |= s[AT_RING + 3 * other + 2]
    mine = AT_RING + 3 * seat
    small = stations & ~small if _ones(s[mine]) < t.numbers[SUPPLY_SMALL] else 0
    medium = stations & ~medium if _ones(s[mine + 1]) < t.numbers[SUPPLY_MEDIUM] else 0
    large = stations & ~large if _ones(s[mine + 2]) < t.numbers[SUPPLY_LARGE] else 0
    if t.numbers[LARGEST_ONLY]:
        medium &= ~large
        small &= ~(large | medium)
    stations = small | medium | large
    while stations != 0:
        here = lowest(stations)
        bit = stations & -stations
        stations ^= bit
        out[n] = RING + 3 * here
        n += 1 if small & bit else 0
        out[n] = RING + 3 * here + 1
        n += 1 if medium & bit else 0
        out[n] = RING + 3 * here + 2
        n += 1 if large & bit else 0
    return n


@compiled
def _ones(mask: int) -> int:
    number = 0
    while mask != 0:
        mask &= mask - 1
        number += 1
    return number


@compiled
def _blockers(t: Tables, s: Ints, seat: int, guard: int, out: Ints, n: int) -> int:
    source = s[AT_BLOCKER + 2 * seat]
    if source >= 0:
        first = n
        for pair in range(t.numbers[PAIRS]):
            slots = t.numbers[AT_EMPTY + s[AT_PAIR + pair]]
            if guard:
                slots &= ~_guarded(t, s, guard, pair, False)
            copy_row(t.rows, AT_TARGET + 4 * slots, 4, 3 * pair + BLOCKER + MAX_SLOTS * source, out, n)
            n += t.numbers[AT_TARGET_NUMBER + slots]
        second = s[AT_BLOCKER + 2 * seat + 1]
        if second >= 0:
            number = n - first
            copy_row(out, first, number, MAX_SLOTS * (second - source), out, n)
            n += number
    if s[AT_BRIDGES] + s[AT_BRIDGES + 1] >= BRIDGES_BEFORE_BLOCKERS_GO:
        first = n
        for i in range(2 * t.numbers[PLAYERS]):
            slot = s[AT_BLOCKER + i]
            if slot >= 0 and i // 2 != seat:
                j = n
                while j > first and out[j - 1] > UNBLOCK + slot:  # ascending by slot
                    out[j] = out[j - 1]
                    j -= 1
                out[j] = UNBLOCK + slot
                n += 1
    return n


@compiled
def _posts(t: Tables, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    if s[AT_POST + seat] < 0:
        return n
    own = s[AT_RING + 3 * seat] | s[AT_RING + 3 * seat + 1] | s[AT_RING + 3 * seat + 2]
    if own == 0:
        return n
    free = (1 << t.numbers[STATIONS]) - 1 & ~posts & ~(1 << t.numbers[END])
    colour = s[AT_WORD] & 1
    while free != 0:
        here = lowest(free)
        free &= free - 1
        keeps = own >> here & 1
        if not keeps:
            # A path can only go on from a station with an own ring: the first such station, if there is one, is
            # the new start or comes right after it.  Ways need no rings.
            if t.numbers[SWEEP_WAYS]:
                keeps = ways(t, s, here) & own
            else:
                keeps = s[AT_SUCC + 16 * colour + here] & own
        out[n] = MOVE_POST + here
        n += 1 if keeps else 0
    return n


@compiled
def _teleports(t: Tables, s: Ints, seat: int, posts: int, out: Ints, n: int) -> int:
    around = t.numbers[AT_AROUND + s[AT_POST + seat]] & ~(1 << t.numbers[END])
    if around == 0:
        return n
    every = -1
    for size in range(3):
        taken = 0
        for other in range(t.numbers[PLAYERS]):
            if other != seat:
                taken |= s[AT_RING + 3 * other + size]
        every &= taken
    if around & ~every:  # each neighbour holds three rings, none of them own
        return n
    free = (1 << t.numbers[STATIONS]) - 1 & ~posts & ~(1 << t.numbers[END])
    for place in range(AT_RING, AT_RING + 12):
        free &= ~s[place]
    while free != 0:
        out[n] = TELEPORT + lowest(free)
        n += 1
        free &= free - 1
    return n
