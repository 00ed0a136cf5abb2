"""What a game must offer so that histories, exploration, search and pictures work with it.

A state is an immutable, hashable value that holds exactly what decides the legality and the result of the
next move.  Nothing is inherited: any frozen dataclass with these members is a :class:`State`.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

Move = TypeVar("Move")
AnySeat: TypeAlias = Any
"""A seat of whatever game: a number, or a letter."""
AnyMove: TypeAlias = Any
"""A move of whatever game: a value that its positions understand."""


@runtime_checkable
class Result(Protocol):
    """How a game ended: who won (nobody: a draw), and in which way."""

    @property
    def winners(self) -> frozenset[Hashable]:
        """The seats that won; empty means a draw."""

    @property
    def kind(self) -> str:
        """The way in which it ended, such as ``"win"``, ``"deadlock"`` or ``"repetition"``."""


@dataclass(frozen=True)
class Outcome:
    """A plain :class:`Result`.

    Examples
    --------
    >>> Outcome(frozenset({2}), "resignation").winners
    frozenset({2})
    >>> Outcome().kind
    'draw'
    """

    winners: frozenset[Hashable] = frozenset()
    kind: str = "draw"


@runtime_checkable
class State(Hashable, Protocol[Move]):
    """A position of a game for one or more seats."""

    @property
    def to_move(self) -> Hashable | None:
        """The seat that moves next; None when the game is over."""

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on.  A function of the position alone."""

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in a fixed order; empty exactly when the game is over."""

    def play(self, move: Move, /) -> Self:
        """The position after a move."""


AnyState: TypeAlias = State[AnyMove]
"""A position of whatever game."""


class Turned(State[Move], Protocol[Move]):
    """A position that people play from: it says whose turn it is, even at the end, and why a move is not legal."""

    @property
    def turn(self) -> Hashable:
        """The seat whose turn it is, or would be if the game were not over."""

    def why_illegal(self, move: Move | str, /) -> object | None:
        """Why a move, or its text, is not legal; None if it is."""
