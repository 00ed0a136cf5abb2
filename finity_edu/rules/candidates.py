"""Every move that can be spelled on a board, made once and in canonical order.

Legality picks from these tables, so that equal moves are the same object and lists need no sorting.
"""

from collections.abc import Iterator
from functools import cache, cached_property

from finity_edu.rules import pieces
from finity_edu.rules.board import ARROW_CODES, Board
from finity_edu.rules.pieces import SIZES, Move

PASS = pieces.Pass()


class MoveTable:
    """The moves of one board by slot, code, station and size.

    >>> table = move_table(Board.standard(2))
    >>> str(table.place[0][0]), str(table.ring[1][2]), sum(1 for _ in table)
    ('+bC>N.l', '+oN.l', 2974)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        arrows = [
            [board.arrow(slot, code) for code in ARROW_CODES]
            for slot in range(len(board.slots))
        ]
        self.place = tuple(tuple(pieces.PlaceArrow(b) for b in four) for four in arrows)
        self.reverse = tuple(
            tuple(pieces.ReverseArrow(b) for b in four) for four in arrows
        )
        self.remove = tuple(
            tuple(pieces.RemoveArrow(b) for b in four) for four in arrows
        )
        self.ring = tuple(
            tuple(pieces.PlaceRing(name, size) for size in SIZES)
            for name in board.names
        )
        self.remove_blocker = tuple(pieces.RemoveBlocker(slot) for slot in board.slots)
        self.post = tuple(pieces.MovePost(name) for name in board.names)
        self.teleport = tuple(pieces.Teleport(name) for name in board.names)

    @cached_property
    def move_blocker(self) -> tuple[tuple[pieces.MoveBlocker, ...], ...]:
        """By source and target slot."""
        slots = self.board.slots
        return tuple(
            tuple(pieces.MoveBlocker(source, target) for target in slots)
            for source in slots
        )

    def __iter__(self) -> Iterator[Move]:
        for kind in (
            self.place,
            self.reverse,
            self.remove,
            self.ring,
            self.move_blocker,
        ):
            for row in kind:
                yield from row
        yield from self.remove_blocker
        yield from self.post
        yield from self.teleport
        yield PASS

    @cached_property
    def canonical(self) -> dict[Move, Move]:
        """Every spellable move under itself: the membership test, and the way to the shared object."""
        return {move: move for move in self}


@cache
def move_table(board: Board) -> MoveTable:
    """The moves of a board, made on first use."""
    return MoveTable(board)
