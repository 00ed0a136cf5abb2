"""Which moves are legal, and why the others are not.

`why_illegal` explains one move, `legal_moves` lists all legal ones; both ask the same small questions of the
same tables (`Facts`), which are made once for a position. Every way to be illegal has one stable id with a
text in each language (``reason.<id>`` in the catalogues) and names the pieces that cause it. Sources:
docs/finity.md, section 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardkit.messages import Message
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, reversed_code
from finity_edu.rules.candidates import PASS
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.facts import Facts
from finity_edu.rules.pieces import (
    SIZES,
    Move,
    MoveBlocker,
    MovePost,
    Pass,
    PlaceBridge,
    PlaceRing,
    RemoveBlocker,
    RemoveBridge,
    ReverseBridge,
    Teleport,
    seat_letter,
)
from finity_edu.rules.ruleset import BRIDGES_BEFORE_BLOCKERS_GO, BRIDGES_PER_COLOUR

if TYPE_CHECKING:
    from finity_edu.rules.position import Position


@dataclass(frozen=True)
class Reason:
    """Why a move is not legal.

    Attributes
    ----------
    id : str
        Stable name of the rule that is broken, see `REASONS`.
    pieces : tuple of str
        Text forms of the pieces, slots or stations that cause it.
    values : mapping
        What the text of the reason mentions.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> reason = Position.start(word="bbwwbwbw").why_illegal("+bN>C.l")
    >>> reason.id, reason.pieces
    ('slot_full', ('c@C-N.r',))
    """

    id: str
    pieces: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> Message:
        """The text, rendered in the current language when it is shown."""
        if not self.pieces and self.id in WITHOUT_PIECES:
            return CATALOGUE.message(f"reason.bare.{self.id}", **self.values)
        return CATALOGUE.message(f"reason.{self.id}", pieces=", ".join(self.pieces), **self.values)

    def __str__(self) -> str:
        return str(self.message)


REASONS = (
    "game_over",
    "slot_full",
    "corner",
    "duplicate",
    "bridge_supply",
    "opening_fills",
    "opening_obstructs",
    "undo",
    "slot_ban",
    "no_bridge",
    "into_end",
    "not_highest",
    "no_post",
    "end_station",
    "own_post",
    "opponent_post",
    "size_taken",
    "ring_supply",
    "not_largest",
    "unreachable",
    "no_own_blocker",
    "no_blockers",
    "no_blocker",
    "own_blocker",
    "too_few_bridges",
    "post_taken",
    "no_ring_left",
    "no_teleport",
    "not_enclosed",
    "station_not_empty",
    "pass_not_needed",
)
"""All reason ids."""

WITHOUT_PIECES = ("no_bridge", "not_highest", "no_own_blocker")
"""Reasons that may name no piece, because none lies there; they have a text of their own for that."""


# --- the list ----------------------------------------------------------------------------------------------


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves in canonical order; the pass alone where nothing else is; none when the game is over."""
    if position.result is not None:
        return ()
    facts = position.facts
    moves = [*_bridge_moves(facts), *_ring_moves(facts), *_blocker_moves(facts), *_post_moves(facts)]
    return tuple(moves) or (PASS,)


def _bridge_moves(facts: Facts) -> Iterator[Move]:
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
    bridges = [(slot, code) for slot, code in enumerate(codes) if EMPTY < code < FIRST_BLOCKER]
    for slot, code in bridges:
        if not facts.duplicate(slot, reversed_code(code)):
            reverse = table.reverse[slot][code - 1]
            if slot != barred_slot or reverse not in facts.barred:
                yield reverse
    for slot, code in bridges:
        if facts.removal_barrier(slot, code) is None:
            remove = table.remove[slot][code - 1]
            if slot != barred_slot or remove not in facts.barred:
                yield remove


def _ring_moves(facts: Facts) -> Iterator[Move]:
    for station in range(len(facts.board.stations)):
        if facts.ring_barrier(station) is None:
            for i, size in enumerate(SIZES):
                if facts.size_barrier(station, size) is None:
                    yield facts.table.ring[station][i]


def _blocker_moves(facts: Facts) -> Iterator[Move]:
    own = FIRST_BLOCKER + facts.seat - 1
    open_slots = [s for s, content in enumerate(facts.codes) if not content and s not in facts.protected]
    for source, content in enumerate(facts.codes):
        if content == own:
            row = facts.table.move_blocker[source]
            for target in open_slots:
                yield row[target]
    if facts.bridge_total >= BRIDGES_BEFORE_BLOCKERS_GO:
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


def why_illegal(position: Position, move: Move) -> Reason | None:
    """The reason why a move (of the board's table) is not legal; None if it is."""
    if position.result is not None:
        return Reason("game_over")
    facts = position.facts
    match move:
        case PlaceBridge():
            return _why_not_place(facts, move)
        case ReverseBridge() | RemoveBridge():
            return _why_not_change(facts, move)
        case PlaceRing():
            return _why_not_ring(facts, move)
        case MoveBlocker() | RemoveBlocker():
            return _why_not_blocker(facts, move)
        case MovePost() | Teleport():
            return _why_not_post(facts, move)
        case Pass():
            return None if legal_moves(position) == (PASS,) else Reason("pass_not_needed")


def _content(facts: Facts, slot: int) -> str:
    """Text form of what fills a slot."""
    code = facts.codes[slot]
    if code >= FIRST_BLOCKER:
        return f"{seat_letter(code - FIRST_BLOCKER + 1)}@{facts.board.slots[slot]}"
    return str(facts.board.bridge(slot, code))


def _slot_reason(facts: Facts, reason: str, slot: int) -> Reason:
    """A reason about a slot, with what fills, obstructs or protects it."""
    values = {"slot": str(facts.board.slots[slot])}
    pieces: tuple[str, ...] = ()
    if reason == "slot_full":
        pieces = (_content(facts, slot),)
    elif reason == "corner":
        mate = facts.corner_bridge(slot)
        assert mate is not None
        pieces = (_content(facts, mate),)
        values["corner"] = "–".join(facts.board.corner_of(facts.board.slots[slot]) or ())
    elif reason.startswith("opening"):
        touched = {slot} if reason == "opening_fills" else set(facts.board.corner_mates[slot])
        pieces = tuple(
            f"{seat_letter(seat)}@{station}"
            for seat, station in enumerate(facts.layout.posts, start=1)
            if station is not None and seat != facts.seat and touched & facts.board.slots_at[facts.board.index[station]]
        )
    return Reason(reason, pieces, values)


def _why_not_place(facts: Facts, move: PlaceBridge) -> Reason | None:
    slot, code = facts.board.bridge_code[move.bridge]
    closed = facts.closed(slot)
    if closed is not None:
        return _slot_reason(facts, closed, slot)
    if facts.duplicate(slot, code):
        return _duplicate(facts, slot, code)
    if not facts.colours_left[code > 2]:
        return Reason("bridge_supply", (), {"number": str(BRIDGES_PER_COLOUR), "bridge": str(move.bridge)})
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


def _why_not_change(facts: Facts, move: ReverseBridge | RemoveBridge) -> Reason | None:
    slot, code = facts.board.bridge_code[move.bridge]
    if facts.codes[slot] != code:
        there = (_content(facts, slot),) if facts.codes[slot] else ()
        return Reason("no_bridge", there, {"bridge": str(move.bridge)})
    if isinstance(move, ReverseBridge):
        if facts.duplicate(slot, reversed_code(code)):
            return _duplicate(facts, slot, reversed_code(code))
        return _ban_reason(facts, move)
    barrier = facts.removal_barrier(slot, code)
    if barrier is None:
        return _ban_reason(facts, move)
    top = facts.layout.top_seat(facts.board.index[move.bridge.head])
    holder = (f"{seat_letter(top)}@{move.bridge.head}",) if barrier == "not_highest" and top else ()
    return Reason(barrier, holder, {"bridge": str(move.bridge), "station": move.bridge.head})


def _why_not_ring(facts: Facts, move: PlaceRing) -> Reason | None:
    station = facts.board.index[move.station]
    barrier = facts.ring_barrier(station) or facts.size_barrier(station, move.size)
    if barrier is None:
        return None
    values = {"station": move.station, "size": move.size, "largest": facts.largest(station) or "-"}
    pieces: tuple[str, ...] = ()
    if barrier == "size_taken":
        owner = facts.layout.ring_codes[3 * station + SIZES.index(move.size)]
        pieces = (f"{seat_letter(owner)}@{move.station}.{move.size}",)
    elif barrier in ("own_post", "opponent_post"):
        pieces = (f"{seat_letter(facts.layout.top_seat(station))}@{move.station}",)
    return Reason(barrier, pieces, values)


def _why_not_blocker(facts: Facts, move: MoveBlocker | RemoveBlocker) -> Reason | None:
    own = FIRST_BLOCKER + facts.seat - 1
    if isinstance(move, MoveBlocker):
        if move.source is None:  # `Position.resolve` fills it in where it can
            return Reason("no_blockers")
        source, target = facts.board.slot_index[move.source], facts.board.slot_index[move.target]
        if facts.codes[source] != own:
            there = (_content(facts, source),) if facts.codes[source] else ()
            return Reason("no_own_blocker", there, {"slot": str(facts.board.slots[source])})
        if facts.codes[target]:
            return _slot_reason(facts, "slot_full", target)
        return _slot_reason(facts, "opening_fills", target) if target in facts.protected else None
    slot = facts.board.slot_index[move.slot]
    values = {"slot": str(facts.board.slots[slot]), "number": str(facts.bridge_total)}
    if facts.codes[slot] < FIRST_BLOCKER:
        return Reason("no_blocker", (), values)
    if facts.codes[slot] == own:
        return Reason("own_blocker", (_content(facts, slot),), values)
    needed = {"needed": str(BRIDGES_BEFORE_BLOCKERS_GO)}
    return Reason("too_few_bridges", (), values | needed) if facts.bridge_total < BRIDGES_BEFORE_BLOCKERS_GO else None


def _why_not_post(facts: Facts, move: MovePost | Teleport) -> Reason | None:
    station = facts.board.index[move.station]
    if isinstance(move, MovePost):
        barrier = facts.post_barrier(station)
    else:
        barrier = facts.teleport_barrier or facts.landing_barrier(station)
    if barrier is None:
        return None
    pieces: tuple[str, ...] = ()
    if barrier == "post_taken":
        pieces = (f"{seat_letter(facts.layout.top_seat(station))}@{move.station}",)
    return Reason(barrier, pieces, {"station": move.station})
