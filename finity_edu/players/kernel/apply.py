"""What a move does to a packed position: pieces, orphans, clock, ban, turn, result.  Legality is not asked."""

from boardkit.engine import Ints, popcount
from finity_edu.players.kernel import at, kind
from finity_edu.players.kernel.at import RULE
from finity_edu.players.kernel.reach import most_stations, update_kept, update_reach


def _put(t: Ints, s: Ints, slot: int, code: int) -> int:
    """Lay an arrow into an empty slot; returns the seats whose paths may use it."""
    s[at.PAIR + slot // 3] |= code << 3 * (slot % 3)
    s[at.CLASH + t[at.MATE + 4 * slot]] |= t[at.MATE + 4 * slot + 1]
    s[at.CLASH + t[at.MATE + 4 * slot + 2]] |= t[at.MATE + 4 * slot + 3]
    return _connect(t, s, slot, code)


def _take(t: Ints, s: Ints, slot: int, code: int) -> int:
    """Lift an arrow; returns the seats whose paths may have used it."""
    s[at.PAIR + slot // 3] &= ~(7 << 3 * (slot % 3))
    s[at.CLASH + t[at.MATE + 4 * slot]] &= ~t[at.MATE + 4 * slot + 1]
    s[at.CLASH + t[at.MATE + 4 * slot + 2]] &= ~t[at.MATE + 4 * slot + 3]
    return _connect(t, s, slot, code)


def _connect(t: Ints, s: Ints, slot: int, code: int) -> int:
    """Add an arrow to δ, or take it out again: between two stations there is at most one of a colour and direction."""
    a = t[at.TAIL + slot // 3]
    b = t[at.HEAD + slot // 3]
    if code % 2 == 0:
        a, b = b, a
    colour = 1 if code > 2 else 0
    s[at.SUCC + 16 * colour + a] ^= 1 << b
    return 16 * colour + a


def _users(t: Ints, s: Ints, arrow: int) -> int:
    """Seats whose reach an arrow of a colour from a station (as `_connect` packs them) can change."""
    users = 0
    for seat in range(t[at.PLAYERS]):
        if s[at.DEPART + 2 * seat + arrow // 16] >> arrow % 16 & 1:
            users |= 1 << seat
    return users


def _change_arrow(t: Ints, s: Ints, move: int) -> int:
    """Place, reverse or remove an arrow; returns the seats whose reach may change."""
    slot = move % kind.REVERSE // 4
    code = move % 4 + 1
    if move < kind.REVERSE:
        s[at.ARROWS + (1 if code > 2 else 0)] += 1
        return _users(t, s, _put(t, s, slot, code))
    if move >= kind.REMOVE:
        s[at.ARROWS + (1 if code > 2 else 0)] -= 1
        return _users(t, s, _take(t, s, slot, code))
    turned = (code - 1 ^ 1) + 1
    before = _take(t, s, slot, code)
    after = _put(t, s, slot, turned)
    return _users(t, s, before) | _users(t, s, after)


def _change_blocker(t: Ints, s: Ints, seat: int, source: int, target: int) -> None:
    """Move a blocker of a seat, or take it out of the game (target −1)."""
    first = at.BLOCKER + 2 * seat
    s[at.PAIR + source // 3] &= ~(7 << 3 * (source % 3))
    if target >= 0:
        s[at.PAIR + target // 3] |= 5 << 3 * (target % 3)
    place = first if s[first] == source else first + 1
    s[place] = target
    if s[first] > s[first + 1] >= 0 or s[first] < 0:  # ascending, the missing ones last
        s[first], s[first + 1] = s[first + 1], s[first]


def _remove_blocker(t: Ints, s: Ints, slot: int) -> None:
    for i in range(2 * t[at.PLAYERS]):
        if s[at.BLOCKER + i] == slot:
            _change_blocker(t, s, i // 2, slot, -1)
            return


def _sweep(t: Ints, s: Ints, seat: int) -> int:
    """Take a seat's rings off where they are no longer kept; returns how many."""
    lost = 0
    for place in range(at.RING + 3 * seat, at.RING + 3 * seat + 3):
        gone = s[place] & ~s[at.KEPT + seat]
        if gone != 0:
            lost += popcount(gone)
            s[place] ^= gone
    return lost


def apply(t: Ints, s: Ints, move: int, work: Ints) -> int:
    """Carry out a move in place.

    Returns
    -------
    int
        How many rings each seat has lost, five bits for each (none: 0).
    """
    seat = s[at.TURN]
    changed = 0
    orphans = 0
    ban = 0
    if move < kind.RING:
        changed = _change_arrow(t, s, move)
        ban = 1
    elif move < kind.BLOCKER:
        s[at.RING + 3 * seat + (move - kind.RING) % 3] |= 1 << (move - kind.RING) // 3
        changed = 1 << seat
    elif move < kind.UNBLOCK:
        _change_blocker(
            t,
            s,
            seat,
            (move - kind.BLOCKER) // at.MAX_SLOTS,
            (move - kind.BLOCKER) % at.MAX_SLOTS,
        )
    elif move < kind.MOVE_POST:
        _remove_blocker(t, s, move - kind.UNBLOCK)
    elif move < kind.TELEPORT:
        s[at.POST + seat] = move - kind.MOVE_POST
        changed = 1 << seat
    elif move < kind.PASS:
        left_behind = 1 << s[at.POST + seat]
        for place in range(at.RING + 3 * seat, at.RING + 3 * seat + 3):
            if s[place] & left_behind:
                s[place] ^= left_behind
                orphans += 1 << 5 * seat
        s[at.POST + seat] = move - kind.TELEPORT
        changed = 1 << seat
    orphans += settle(t, s, changed, move < kind.RING, work)
    if ban:
        s[at.BAN] = 1 + 2 * move + (1 if orphans else 0)
        if orphans and not (t[RULE.slot_ban] and move >= kind.REMOVE):
            s[at.BAN] = 0
    elif move != kind.PASS:
        s[at.BAN] = 0
    if kind.RING <= move < kind.BLOCKER or (orphans and t[RULE.orphans_reset]):
        s[at.CLOCK] = 0
    else:
        s[at.CLOCK] += 1
    if s[at.PLY] < t[at.PLAYERS]:
        s[at.PLY] += 1
    s[at.TURN] = seat + 1 if seat + 1 < t[at.PLAYERS] else 0
    update_result(t, s, work)
    return orphans


def settle(t: Ints, s: Ints, changed: int, arrows: bool, work: Ints) -> int:
    """Bring reach up to date for the seats that a move concerns, and sweep; returns the rings lost as `apply`."""
    # A position that was written down may hold rings that no move has swept yet
    if s[at.SWEPT] == 0:
        changed = (1 << t[at.PLAYERS]) - 1
        s[at.SWEPT] = 1
    orphans = 0
    for seat in range(t[at.PLAYERS]):
        mine = changed >> seat & 1
        if mine:
            update_reach(t, s, seat, work)
        if mine or (arrows and t[RULE.sweep_ways]):
            update_kept(t, s, seat)
            lost = _sweep(t, s, seat)
            if lost:
                orphans += lost << 5 * seat
                if t[RULE.sweep_ways]:  # rings may have gone that a partial path needed
                    update_reach(t, s, seat, work)
    return orphans


def ring_total(s: Ints, seat: int) -> int:
    """Number of rings of a seat on the board."""
    first = at.RING + 3 * seat
    return popcount(s[first]) + popcount(s[first + 1]) + popcount(s[first + 2])


def update_result(t: Ints, s: Ints, work: Ints) -> None:
    """Set the result: full paths come before the deadlock."""
    complete = 0
    for seat in range(t[at.PLAYERS]):
        complete |= (s[at.REACH + seat] >> t[at.END] & 1) << seat
    if complete:
        s[at.RESULT] = _winner(t, s, complete, work)
    else:
        s[at.RESULT] = at.DEADLOCK if s[at.CLOCK] >= t[RULE.deadlock_at] else 0


def _winner(t: Ints, s: Ints, complete: int, work: Ints) -> int:
    """Of several full paths: more distinct stations, then more rings on the board, then a tie.

    The rule itself is `claim` in `finity_edu/rules/paths.py`.
    """
    if complete & complete - 1 == 0:
        seat = 0
        while complete >> seat & 1 == 0:
            seat += 1
        return seat + 1
    best = -1
    winner = 0
    for seat in range(t[at.PLAYERS]):
        if complete >> seat & 1:
            score = 64 * most_stations(t, s, seat, work) + ring_total(s, seat)
            if score > best:
                best = score
                winner = seat + 1
            elif score == best:
                winner = at.TIE
    return winner


def prepare(t: Ints, s: Ints, work: Ints) -> None:
    """Compute what a packed position keeps about paths, and its result."""
    for seat in range(t[at.PLAYERS]):
        update_reach(t, s, seat, work)
        update_kept(t, s, seat)
    update_result(t, s, work)
