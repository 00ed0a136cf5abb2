"""What a move does to a packed position: pieces, orphans, clock, ban, turn, result.  Legality is not asked."""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, compiled, popcount
from finity_edu.players.kernel.reach import most_stations, update_kept, update_reach
from finity_edu.players.kernel.tables import (
    AT_BAN,
    AT_BLOCKER,
    AT_BRIDGES,
    AT_CLASH,
    AT_CLOCK,
    AT_DEPART,
    AT_HEAD,
    AT_KEPT,
    AT_MATE,
    AT_PAIR,
    AT_PLY,
    AT_POST,
    AT_REACH,
    AT_RESULT,
    AT_RING,
    AT_SUCC,
    AT_SWEPT,
    AT_TAIL,
    AT_TURN,
    BLOCKER,
    DEADLOCK,
    DEADLOCK_AT,
    END,
    MAX_SLOTS,
    MOVE_POST,
    PASS_MOVE,
    PLAYERS,
    REMOVE,
    REVERSE,
    RING,
    RINGS_RESET,
    SLOT_BAN,
    SWEEP_WAYS,
    TELEPORT,
    TIE,
    UNBLOCK,
    Tables,
)


@compiled
def _put(t: Tables, s: Ints, slot: int, code: int) -> int:
    """Lay a bridge into an empty slot; returns the seats whose paths may use it."""
    s[AT_PAIR + slot // 3] |= code << 3 * (slot % 3)
    s[AT_CLASH + t.numbers[AT_MATE + 4 * slot]] |= t.numbers[AT_MATE + 4 * slot + 1]
    s[AT_CLASH + t.numbers[AT_MATE + 4 * slot + 2]] |= t.numbers[AT_MATE + 4 * slot + 3]
    return _connect(t, s, slot, code)


@compiled
def _take(t: Tables, s: Ints, slot: int, code: int) -> int:
    """Lift a bridge; returns the seats whose paths may have used it."""
    s[AT_PAIR + slot // 3] &= ~(7 << 3 * (slot % 3))
    s[AT_CLASH + t.numbers[AT_MATE + 4 * slot]] &= ~t.numbers[AT_MATE + 4 * slot + 1]
    s[AT_CLASH + t.numbers[AT_MATE + 4 * slot + 2]] &= ~t.numbers[AT_MATE + 4 * slot + 3]
    return _connect(t, s, slot, code)


@compiled
def _connect(t: Tables, s: Ints, slot: int, code: int) -> int:
    """Add an arrow to δ, or take it out again: between two stations there is at most one of a colour and direction."""
    a = t.numbers[AT_TAIL + slot // 3]
    b = t.numbers[AT_HEAD + slot // 3]
    if code % 2 == 0:
        a, b = b, a
    colour = 1 if code > 2 else 0
    s[AT_SUCC + 16 * colour + a] ^= 1 << b
    return 16 * colour + a


@compiled
def _users(t: Tables, s: Ints, arrow: int) -> int:
    """Seats whose reach an arrow of a colour from a station (as `_connect` packs them) can change."""
    users = 0
    for seat in range(t.numbers[PLAYERS]):
        if s[AT_DEPART + 2 * seat + arrow // 16] >> arrow % 16 & 1:
            users |= 1 << seat
    return users


@compiled
def _change_bridge(t: Tables, s: Ints, move: int) -> int:
    """Place, reverse or remove a bridge; returns the seats whose reach may change."""
    slot = move % REVERSE // 4
    code = move % 4 + 1
    if move < REVERSE:
        s[AT_BRIDGES + (1 if code > 2 else 0)] += 1
        return _users(t, s, _put(t, s, slot, code))
    if move >= REMOVE:
        s[AT_BRIDGES + (1 if code > 2 else 0)] -= 1
        return _users(t, s, _take(t, s, slot, code))
    turned = (code - 1 ^ 1) + 1
    before = _take(t, s, slot, code)
    after = _put(t, s, slot, turned)
    return _users(t, s, before) | _users(t, s, after)


@compiled
def _change_blocker(t: Tables, s: Ints, seat: int, source: int, target: int) -> None:
    """Move a blocker of a seat, or take it out of the game (target −1)."""
    first = AT_BLOCKER + 2 * seat
    s[AT_PAIR + source // 3] &= ~(7 << 3 * (source % 3))
    if target >= 0:
        s[AT_PAIR + target // 3] |= 5 << 3 * (target % 3)
    place = first if s[first] == source else first + 1
    s[place] = target
    if s[first] > s[first + 1] >= 0 or s[first] < 0:  # ascending, the missing ones last
        s[first], s[first + 1] = s[first + 1], s[first]


@compiled
def _remove_blocker(t: Tables, s: Ints, slot: int) -> None:
    for i in range(2 * t.numbers[PLAYERS]):
        if s[AT_BLOCKER + i] == slot:
            _change_blocker(t, s, i // 2, slot, -1)
            return


@compiled
def _sweep(t: Tables, s: Ints, seat: int) -> int:
    """Take a seat's rings off where they are no longer kept; returns how many."""
    lost = 0
    for place in range(AT_RING + 3 * seat, AT_RING + 3 * seat + 3):
        gone = s[place] & ~s[AT_KEPT + seat]
        if gone != 0:
            lost += popcount(gone)
            s[place] ^= gone
    return lost


@compiled
def apply(t: Tables, s: Ints, move: int, work: Ints) -> int:
    """Carry out a move in place.

    Returns
    -------
    int
        How many rings each seat has lost, five bits for each (none: 0).
    """
    seat = s[AT_TURN]
    changed = 0
    orphans = 0
    ban = 0
    if move < RING:
        changed = _change_bridge(t, s, move)
        ban = 1
    elif move < BLOCKER:
        s[AT_RING + 3 * seat + (move - RING) % 3] |= 1 << (move - RING) // 3
        changed = 1 << seat
    elif move < UNBLOCK:
        _change_blocker(t, s, seat, (move - BLOCKER) // MAX_SLOTS, (move - BLOCKER) % MAX_SLOTS)
    elif move < MOVE_POST:
        _remove_blocker(t, s, move - UNBLOCK)
    elif move < TELEPORT:
        s[AT_POST + seat] = move - MOVE_POST
        changed = 1 << seat
    elif move < PASS_MOVE:
        left_behind = 1 << s[AT_POST + seat]
        for place in range(AT_RING + 3 * seat, AT_RING + 3 * seat + 3):
            if s[place] & left_behind:
                s[place] ^= left_behind
                orphans += 1 << 5 * seat
        s[AT_POST + seat] = move - TELEPORT
        changed = 1 << seat
    orphans += settle(t, s, changed, move < RING, work)
    if ban:
        s[AT_BAN] = 1 + 2 * move + (1 if orphans else 0)
        if orphans and not (t.numbers[SLOT_BAN] and move >= REMOVE):
            s[AT_BAN] = 0
    elif move != PASS_MOVE:
        s[AT_BAN] = 0
    if RING <= move < BLOCKER or (orphans and t.numbers[RINGS_RESET]):
        s[AT_CLOCK] = 0
    else:
        s[AT_CLOCK] += 1
    if s[AT_PLY] < t.numbers[PLAYERS]:
        s[AT_PLY] += 1
    s[AT_TURN] = seat + 1 if seat + 1 < t.numbers[PLAYERS] else 0
    update_result(t, s, work)
    return orphans


@compiled
def settle(t: Tables, s: Ints, changed: int, bridges: bool, work: Ints) -> int:
    """Bring reach up to date for the seats that a move concerns, and sweep; returns the rings lost as `apply`."""
    if s[AT_SWEPT] == 0:  # a position that was written down may hold rings that no move has swept yet
        changed = (1 << t.numbers[PLAYERS]) - 1
        s[AT_SWEPT] = 1
    orphans = 0
    for seat in range(t.numbers[PLAYERS]):
        mine = changed >> seat & 1
        if mine:
            update_reach(t, s, seat, work)
        if mine or (bridges and t.numbers[SWEEP_WAYS]):
            update_kept(t, s, seat)
            lost = _sweep(t, s, seat)
            if lost:
                orphans += lost << 5 * seat
                if t.numbers[SWEEP_WAYS]:  # rings may have gone that a partial path needed
                    update_reach(t, s, seat, work)
    return orphans


@compiled
def ring_total(s: Ints, seat: int) -> int:
    """Number of rings of a seat on the board."""
    first = AT_RING + 3 * seat
    return popcount(s[first]) + popcount(s[first + 1]) + popcount(s[first + 2])


@compiled
def update_result(t: Tables, s: Ints, work: Ints) -> None:
    """Set the result: full paths come before the deadlock."""
    complete = 0
    for seat in range(t.numbers[PLAYERS]):
        complete |= (s[AT_REACH + seat] >> t.numbers[END] & 1) << seat
    if complete:
        s[AT_RESULT] = _winner(t, s, complete, work)
    else:
        s[AT_RESULT] = DEADLOCK if s[AT_CLOCK] >= t.numbers[DEADLOCK_AT] else 0


@compiled
def _winner(t: Tables, s: Ints, complete: int, work: Ints) -> int:
    """Of several full paths: more distinct stations, then more rings on the board, then a tie."""
    if complete & complete - 1 == 0:
        seat = 0
        while complete >> seat & 1 == 0:
            seat += 1
        return seat + 1
    best = -1
    winner = 0
    for seat in range(t.numbers[PLAYERS]):
        if complete >> seat & 1:
            score = 64 * most_stations(t, s, seat, work) + ring_total(s, seat)
            if score > best:
                best = score
                winner = seat + 1
            elif score == best:
                winner = TIE
    return winner
