"""Every move that can be spelled on a board, made once and in canonical order.

Legality picks from these tables, so that equal moves are the same object and lists need no sorting.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import TypeVar

from finity_edu.rules import pieces
from finity_edu.rules.board import Board
from finity_edu.rules.pieces import SIZES, Move

PASS = pieces.Pass()
ArrowMove = TypeVar("ArrowMove", bound=pieces.ArrowMove)


class MoveTable:
    """The moves of one board by slot, code, station and size.

    >>> table = move_table(Board.standard(2))
    >>> str(table.place[0][0]), str(table.ring[1][2]), sum(1 for _ in table)
    ('+bC>N.l', '+oN.l', 2974)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.place = _of_arrows(board, pieces.PlaceArrow)
        self.reverse = _of_arrows(board, pieces.ReverseArrow)
        self.remove = _of_arrows(board, pieces.RemoveArrow)
        rings = []
        for name in board.names:
            rings.append(tuple(pieces.PlaceRing(name, size) for size in SIZES))
        self.ring = tuple(rings)
        self.remove_blocker = tuple(map(pieces.RemoveBlocker, board.slots))
        self.post = tuple(map(pieces.MovePost, board.names))
        self.teleport = tuple(map(pieces.Teleport, board.names))

    @cached_property
    def move_blocker(self) -> tuple[tuple[pieces.MoveBlocker, ...], ...]:
        """By source and target slot."""
        slots = self.board.slots
        rows = []
        for source in slots:
            rows.append(tuple(pieces.MoveBlocker(source, target) for target in slots))
        return tuple(rows)

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


def _of_arrows(
    board: Board, kind: Callable[[pieces.Arrow], ArrowMove]
) -> tuple[tuple[ArrowMove, ...], ...]:
    """A move with each of the four arrows of every slot."""
    return tuple(tuple(map(kind, four)) for four in board.arrows)


@cache
def move_table(board: Board) -> MoveTable:
    """The moves of a board, made on first use."""
    return MoveTable(board)
