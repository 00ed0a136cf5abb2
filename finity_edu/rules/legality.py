"""Which moves are legal, and why the others are not.

`why_illegal` explains one move, `legal_moves` lists all legal ones; both ask the same small questions of the
same tables (`Facts`), which are made once for a position. Every way to be illegal has one stable id with a
text in each language (``reason.<id>`` in the catalogues) and names the pieces that cause it. Sources:
docs/finity.md, section 3 and 4.
"""

from collections.abc import Iterator

from finity_edu.rules import pieces
from finity_edu.rules.board import FIRST_BLOCKER, reversed_code
from finity_edu.rules.candidates import PASS
from finity_edu.rules.errors import Reason
from finity_edu.rules.facts import Facts
from finity_edu.rules.options import ARROWS_PER_COLOUR
from finity_edu.rules.pieces import SIZES, Move, seat_letter

# --- the list ----------------------------------------------------------------------------------------------


def legal_moves(facts: Facts) -> tuple[Move, ...]:
    """All legal moves in canonical order; the pass alone where nothing else is; none when the game is over."""
    if facts.position.result is not None:
        return ()
    moves = [
        *_arrow_moves(facts),
        *_ring_moves(facts),
        *_blocker_moves(facts),
        *_post_moves(facts),
    ]
    return tuple(moves) or (PASS,)


def _arrow_moves(facts: Facts) -> Iterator[Move]:
    table, codes, lying = facts.table, facts.codes, facts.lying
    barred_slot = facts.barred_slot
    black, white = facts.colours_left
    available = tuple(code for code in (1, 2, 3, 4) if (black if code < 3 else white))
    for slot, content in enumerate(codes):
        if content or facts.closed(slot) is not None:
            continue
        present = lying[slot // 3]
        for code in available:
            if not present >> code & 1:
                move = table.place[slot][code - 1]
                if slot != barred_slot or move not in facts.barred:
                    yield move
    for slot, code in facts.layout.lying:
        if not facts.duplicate(slot, reversed_code(code)):
            reverse = table.reverse[slot][code - 1]
            if slot != barred_slot or reverse not in facts.barred:
                yield reverse
    for slot, code in facts.layout.lying:
        if facts.removal_barrier(slot, code) is None:
            remove = table.remove[slot][code - 1]
            if slot != barred_slot or remove not in facts.barred:
                yield remove


def _ring_moves(facts: Facts) -> Iterator[Move]:
    for station in range(len(facts.board.stations)):
        if facts.ring_barrier(station) is None:
            for size in facts.choice(station):
                yield facts.table.ring[station][SIZES.index(size)]


def _blocker_moves(facts: Facts) -> Iterator[Move]:
    own = FIRST_BLOCKER + facts.seat - 1
    open_slots = [
        s
        for s, content in enumerate(facts.codes)
        if not content and s not in facts.protected
    ]
    for source, content in enumerate(facts.codes):
        if content == own:
            row = facts.table.move_blocker[source]
            for target in open_slots:
                yield row[target]
    if facts.blocker_barrier is None:
        for slot, content in enumerate(facts.codes):
            if content >= FIRST_BLOCKER and content != own:
                yield facts.table.remove_blocker[slot]


def _post_moves(facts: Facts) -> Iterator[Move]:
    stations = range(len(facts.board.stations))
    for station in stations:
        if facts.post_barrier(station) is None:
            yield facts.table.post[station]
    if facts.teleport_barrier is None:
        for station in stations:
            if facts.landing_barrier(station) is None:
                yield facts.table.teleport[station]


# --- the explanation ---------------------------------------------------------------------------------------


def why_illegal(facts: Facts, move: Move) -> Reason | None:
    """The reason why a move (of the board's table) is not legal; None if it is."""
    if facts.position.result is not None:
        return Reason("game_over")
    match move:
        case pieces.PlaceArrow():
            return _why_not_place(facts, move)
        case pieces.ReverseArrow() | pieces.RemoveArrow():
            return _why_not_change(facts, move)
        case pieces.PlaceRing():
            return _why_not_ring(facts, move)
        case pieces.MoveBlocker() | pieces.RemoveBlocker():
            return _why_not_blocker(facts, move)
        case pieces.MovePost() | pieces.Teleport():
            return _why_not_post(facts, move)
        case pieces.Pass():
            return None if legal_moves(facts) == (PASS,) else Reason("pass_not_needed")


def _content(facts: Facts, slot: int) -> str:
    """Text form of what fills a slot."""
    code = facts.codes[slot]
    if code >= FIRST_BLOCKER:
        return f"{seat_letter(code - FIRST_BLOCKER + 1)}@{facts.board.slots[slot]}"
    return str(facts.board.arrow(slot, code))


def _slot_reason(facts: Facts, reason: str, slot: int) -> Reason:
    """A reason about a slot, with what fills, obstructs or protects it."""
    values = {"slot": str(facts.board.slots[slot])}
    named: tuple[str, ...] = ()
    if reason == "slot_full":
        named = (_content(facts, slot),)
    elif reason == "corner":
        mate = facts.corner_arrow(slot)
        assert mate is not None
        named = (_content(facts, mate),)
        values["corner"] = "–".join(
            facts.board.corner_of(facts.board.slots[slot]) or ()
        )
    elif reason.startswith("opening"):
        touched = {slot}
        if reason != "opening_fills":
            touched = set(facts.board.corner_mates[slot])
        for seat, station in enumerate(facts.layout.posts, start=1):
            if station is None or seat == facts.seat:
                continue
            if touched & facts.board.slots_at[facts.board.index[station]]:
                named += (f"{seat_letter(seat)}@{station}",)
    return Reason(reason, named, values)


def _why_not_place(facts: Facts, move: pieces.PlaceArrow) -> Reason | None:
    slot, code = facts.board.arrow_code[move.arrow]
    closed = facts.closed(slot)
    if closed is not None:
        return _slot_reason(facts, closed, slot)
    if facts.duplicate(slot, code):
        return _duplicate(facts, slot, code)
    if not facts.colours_left[code > 2]:
        return Reason(
            "arrow_supply", (), {"number": ARROWS_PER_COLOUR, "arrow": str(move.arrow)}
        )
    return _ban_reason(facts, move)


def _duplicate(facts: Facts, slot: int, code: int) -> Reason:
    first = slot - slot % 3
    twin = next(s for s in range(first, first + 3) if facts.codes[s] == code)
    return Reason("duplicate", (_content(facts, twin),))


def _ban_reason(facts: Facts, move: Move) -> Reason | None:
    reason = facts.barred.get(move)
    if reason is None:
        return None
    return Reason(reason, (str(facts.position.ban),))


def _why_not_change(
    facts: Facts, move: pieces.ReverseArrow | pieces.RemoveArrow
) -> Reason | None:
    slot, code = facts.board.arrow_code[move.arrow]
    if facts.codes[slot] != code:
        there = (_content(facts, slot),) if facts.codes[slot] else ()
        return Reason("no_arrow", there, {"arrow": str(move.arrow)})
    if isinstance(move, pieces.ReverseArrow):
        if facts.duplicate(slot, reversed_code(code)):
            return _duplicate(facts, slot, reversed_code(code))
        return _ban_reason(facts, move)
    barrier = facts.removal_barrier(slot, code)
    if barrier is None:
        return _ban_reason(facts, move)
    top = facts.layout.top_seat(facts.board.index[move.arrow.head])
    holder: tuple[str, ...] = ()
    if barrier == "not_highest" and top:
        holder = (f"{seat_letter(top)}@{move.arrow.head}",)
    return Reason(
        barrier, holder, {"arrow": str(move.arrow), "station": move.arrow.head}
    )


def _why_not_ring(facts: Facts, move: pieces.PlaceRing) -> Reason | None:
    station = facts.board.index[move.station]
    barrier = facts.ring_barrier(station) or facts.size_barrier(station, move.size)
    if barrier is None:
        return None
    values = {
        "station": move.station,
        "size": move.size,
        "largest": (facts.fitting(station) or ("-",))[-1],
    }
    named: tuple[str, ...] = ()
    if barrier == "size_taken":
        owner = facts.layout.ring_codes[3 * station + SIZES.index(move.size)]
        named = (f"{seat_letter(owner)}@{move.station}.{move.size}",)
    elif barrier in ("own_post", "opponent_post"):
        named = (f"{seat_letter(facts.layout.top_seat(station))}@{move.station}",)
    return Reason(barrier, named, values)


def _why_not_blocker(
    facts: Facts, move: pieces.MoveBlocker | pieces.RemoveBlocker
) -> Reason | None:
    own = FIRST_BLOCKER + facts.seat - 1
    if isinstance(move, pieces.MoveBlocker):
        if move.source is None:  # `Position.resolve` fills it in where it can
            return Reason("no_blockers")
        source, target = (
            facts.board.slot_index[move.source],
            facts.board.slot_index[move.target],
        )
        if facts.codes[source] != own:
            there = (_content(facts, source),) if facts.codes[source] else ()
            return Reason(
                "no_own_blocker", there, {"slot": str(facts.board.slots[source])}
            )
        if facts.codes[target]:
            return _slot_reason(facts, "slot_full", target)
        if target in facts.protected:
            return _slot_reason(facts, "opening_fills", target)
        return None
    slot = facts.board.slot_index[move.slot]
    values = {"slot": str(facts.board.slots[slot]), "number": facts.arrow_total}
    if facts.codes[slot] < FIRST_BLOCKER:
        return Reason("no_blocker", (), values)
    if facts.codes[slot] == own:
        return Reason("own_blocker", (_content(facts, slot),), values)
    if facts.blocker_barrier is None:
        return None
    return Reason(facts.blocker_barrier, (), values | {"needed": facts.arrows_needed})


def _why_not_post(
    facts: Facts, move: pieces.MovePost | pieces.Teleport
) -> Reason | None:
    station = facts.board.index[move.station]
    if isinstance(move, pieces.MovePost):
        barrier = facts.post_barrier(station)
    else:
        barrier = facts.teleport_barrier or facts.landing_barrier(station)
    if barrier is None:
        return None
    named: tuple[str, ...] = ()
    if barrier == "post_taken":
        named = (f"{seat_letter(facts.layout.top_seat(station))}@{move.station}",)
    return Reason(barrier, named, {"station": move.station})
