"""What a move does: the new layout, orphans, clock and ban. Legality is not asked here.

Sources: docs/finity.md, sections 2 to 4. Orphans are swept after the whole move, never in the middle of one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from finity_edu.rules import paths, pieces
from finity_edu.rules.board import (
    ARROW_CODES,
    EMPTY,
    FIRST_BLOCKER,
    Board,
    reversed_code,
)
from finity_edu.rules.candidates import move_table
from finity_edu.rules.layout import Layout
from finity_edu.rules.options import CLOCK_RESET, SLOT_BAN
from finity_edu.rules.pieces import Move
from finity_edu.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Ban:
    """The previous arrow move, kept because it bars its own undoing.

    Attributes
    ----------
    move : PlaceArrow, ReverseArrow or RemoveArrow
        As it was played.
    orphaned : bool
        Whether it orphaned rings (of anyone).
    """

    move: pieces.ArrowMove
    orphaned: bool

    def __str__(self) -> str:
        return f"{self.move}#" if self.orphaned else str(self.move)

    def bites(self, rules: Rules) -> bool:
        """Whether it bars anything under a rule set; a ban that does not is not kept."""
        removed = isinstance(self.move, pieces.RemoveArrow)
        # A move that orphaned rings may be undone; what a removal bars besides, the rule set says.
        return not self.orphaned or (
            removed and bool(SLOT_BAN[rules.slot_ban](ARROW_CODES[0], True))
        )

    def bars(self, board: Board, rules: Rules) -> Mapping[Move, str]:
        """The moves it bars, with the reason id (``undo`` or ``slot_ban``)."""
        slot, code = board.arrow_code[self.move.arrow]
        table = move_table(board)
        if isinstance(self.move, pieces.RemoveArrow):
            barred = SLOT_BAN[rules.slot_ban](code, self.orphaned)
            return {
                table.place[slot][other - 1]: reason for other, reason in barred.items()
            }
        if self.orphaned:
            return {}
        if isinstance(self.move, pieces.PlaceArrow):
            return {table.remove[slot][code - 1]: "undo"}
        return {table.reverse[slot][reversed_code(code) - 1]: "undo"}


def effect(
    layout: Layout, seat: int, word: str, rules: Rules, move: Move
) -> tuple[Layout, Mapping[int, int]]:
    """The layout after a move of `seat` and the sweep, and the number of rings of each seat that it orphaned."""
    moved, dropped = _moved(layout, seat, move)
    swept, orphans = paths.without_orphans(moved, word, rules.sweep)
    # Given back by the teleport itself, not by the sweep; for the clock and the ban it is the same (D13).
    if dropped:
        orphans = orphans | {seat: orphans.get(seat, 0) + dropped}
    return swept, orphans


def _moved(layout: Layout, seat: int, move: Move) -> tuple[Layout, int]:
    """The layout before the sweep, and how many own rings the move itself gives back (teleport)."""
    board = layout.board
    match move:
        case pieces.PlaceArrow(arrow):
            return layout.with_slot(*board.arrow_code[arrow]), 0
        case pieces.ReverseArrow(arrow):
            slot, code = board.arrow_code[arrow]
            return layout.with_slot(slot, reversed_code(code)), 0
        case pieces.RemoveArrow(arrow):
            return layout.with_slot(board.arrow_code[arrow][0], EMPTY), 0
        case pieces.PlaceRing(station, size):
            return layout.with_ring(station, size, seat), 0
        case pieces.MoveBlocker(source, target):
            # `x?` was resolved when the move was read: a position plays one move and not one of several.
            assert source is not None
            emptied = layout.with_slot(board.slot_index[source], EMPTY)
            return emptied.with_slot(
                board.slot_index[target], FIRST_BLOCKER + seat - 1
            ), 0
        case pieces.RemoveBlocker(slot_):
            return layout.with_slot(board.slot_index[slot_], EMPTY), 0
        case pieces.MovePost(station):
            return layout.with_post(seat, station), 0
        case pieces.Teleport(station):
            return _teleported(layout, seat, station)
        case pieces.Pass():
            return layout, 0


def _teleported(layout: Layout, seat: int, station: str) -> tuple[Layout, int]:
    """Rings that the post leaves behind on its old station go back; they count as orphaned."""
    post = layout.post(seat)
    assert post is not None
    old = layout.board.names[post]
    left_behind = 0
    for ring in layout.rings:
        if ring.station == old and ring.seat == seat:
            layout = layout.with_ring(old, ring.size, 0)
            left_behind += 1
    return layout.with_post(seat, station), left_behind


def next_clock(clock: int, move: Move, orphans: Mapping[int, int], rules: Rules) -> int:
    """The number of idle moves in a row, after a move."""
    if CLOCK_RESET[rules.clock_reset](
        isinstance(move, pieces.PlaceRing), bool(orphans)
    ):
        return 0
    return clock + 1


def next_ban(
    ban: Ban | None, move: Move, orphans: Mapping[int, int], rules: Rules
) -> Ban | None:
    """What the move bars in the next turn; a pass keeps the ban."""
    if isinstance(move, pieces.Pass):
        return ban
    if not isinstance(move, pieces.ArrowMove):
        return None
    new = Ban(move, bool(orphans))
    return new if new.bites(rules) else None
