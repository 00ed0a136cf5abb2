"""What a move does: the new layout, orphans, clock and ban. Legality is not asked here.

Sources: docs/finity.md, sections 2 to 4. Orphans are swept after the whole move, never in the middle of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from finity_edu.rules import paths
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, Board, reversed_code
from finity_edu.rules.candidates import move_table
from finity_edu.rules.layout import Layout
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
)
from finity_edu.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Ban:
    """The previous bridge move, kept because it bars its own undoing.

    Attributes
    ----------
    move : PlaceBridge, ReverseBridge or RemoveBridge
        As it was played.
    orphaned : bool
        Whether it orphaned rings (of anyone).
    """

    move: PlaceBridge | ReverseBridge | RemoveBridge
    orphaned: bool

    def __str__(self) -> str:
        return f"{self.move}#" if self.orphaned else str(self.move)

    def bites(self, rules: Rules) -> bool:
        """Whether it bars anything under a rule set; a ban that does not is not kept."""
        return not self.orphaned or (rules.slot_ban == "slot" and isinstance(self.move, RemoveBridge))

    def bars(self, board: Board, rules: Rules) -> Mapping[Move, str]:
        """The moves it bars, with the reason id (``undo`` or ``slot_ban``)."""
        slot, code = board.bridge_code[self.move.bridge]
        table = move_table(board)
        if isinstance(self.move, RemoveBridge):
            return self._bars_slot(slot, code, board, rules)
        if self.orphaned:
            return {}
        if isinstance(self.move, PlaceBridge):
            return {table.remove[slot][code - 1]: "undo"}
        return {table.reverse[slot][reversed_code(code) - 1]: "undo"}

    def _bars_slot(self, slot: int, code: int, board: Board, rules: Rules) -> Mapping[Move, str]:
        """What may not come into the slot of a bridge that was just removed."""
        same_colour = (code, reversed_code(code))
        placings = move_table(board).place[slot]
        if rules.slot_ban == "colour":
            return {} if self.orphaned else {placings[c - 1]: "undo" for c in same_colour}
        barred: dict[Move, str] = {placings[c - 1]: "slot_ban" for c in (1, 2, 3, 4) if c != code}
        return barred if self.orphaned else barred | {placings[code - 1]: "undo"}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move leads to: the layout after the sweep, and the rings of each seat that it orphaned."""

    layout: Layout
    orphans: Mapping[int, int]


def effect(layout: Layout, seat: int, word: str, rules: Rules, move: Move) -> Effect:
    """Carry out a move of `seat` and sweep the orphans of every seat."""
    moved, dropped = _moved(layout, seat, move)
    swept, orphans = paths.without_orphans(moved, word, rules.sweep)
    if dropped:
        orphans = orphans | {seat: orphans.get(seat, 0) + dropped}
    return Effect(swept, orphans)


def _moved(layout: Layout, seat: int, move: Move) -> tuple[Layout, int]:
    """The layout before the sweep, and how many own rings the move itself gives back (teleport)."""
    board = layout.board
    match move:
        case PlaceBridge(bridge):
            return layout.with_slot(*board.bridge_code[bridge]), 0
        case ReverseBridge(bridge):
            slot, code = board.bridge_code[bridge]
            return layout.with_slot(slot, reversed_code(code)), 0
        case RemoveBridge(bridge):
            return layout.with_slot(board.bridge_code[bridge][0], EMPTY), 0
        case PlaceRing(station, size):
            return layout.with_ring(station, size, seat), 0
        case MoveBlocker(source, target):
            assert source is not None
            emptied = layout.with_slot(board.slot_index[source], EMPTY)
            return emptied.with_slot(board.slot_index[target], FIRST_BLOCKER + seat - 1), 0
        case RemoveBlocker(slot_):
            return layout.with_slot(board.slot_index[slot_], EMPTY), 0
        case MovePost(station):
            return layout.with_post(seat, station), 0
        case Teleport(station):
            return _teleported(layout, seat, station)
        case Pass():
            return layout, 0


def _teleported(layout: Layout, seat: int, station: str) -> tuple[Layout, int]:
    """Rings that the post leaves behind on its old station go back; they count as orphaned."""
    post = layout.post(seat)
    assert post is not None
    dropped = layout.rings_on(post, seat)
    codes = bytearray(layout.ring_codes)
    for i in range(len(SIZES)):
        if codes[3 * post + i] == seat:
            codes[3 * post + i] = 0
    return replace(layout, ring_codes=bytes(codes)).with_post(seat, station), dropped


def next_clock(clock: int, move: Move, orphans: Mapping[int, int], rules: Rules) -> int:
    """The number of idle moves in a row, after a move."""
    resets = isinstance(move, PlaceRing) or (rules.clock_reset == "placing_or_orphans" and bool(orphans))
    return 0 if resets else clock + 1


def next_ban(ban: Ban | None, move: Move, orphans: Mapping[int, int], rules: Rules) -> Ban | None:
    """What the move bars in the next turn; a pass keeps the ban."""
    if isinstance(move, Pass):
        return ban
    if not isinstance(move, PlaceBridge | ReverseBridge | RemoveBridge):
        return None
    new = Ban(move, bool(orphans))
    return new if new.bites(rules) else None
