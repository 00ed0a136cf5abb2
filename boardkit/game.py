"""A game as a history: what the present position alone cannot know.

Threefold repetition, draws by agreement, resignation, undo and redo depend on the past, so they belong to the
:class:`Game` and not to its states.  A game is immutable: each of its methods returns a new one.  What a game is
besides its states, a `GameKind` says.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE
from boardkit.protocol import AnyMove, AnyState, Outcome, Result

S = TypeVar("S", bound=AnyState)


class GameOverError(UserError):
    """A move, a resignation or a draw after the end of the game."""


@dataclass(frozen=True, repr=False)
class Game(Generic[S]):
    """A start, the moves made since, and the ways to end that depend on the past.

    Parameters
    ----------
    start : State
        The first position.
    moves : tuple, optional
        Moves to be played at once; kept as they are given, so games are equal if their moves are.
    repetition : int, optional
        The game is drawn (kind ``"repetition"``) when a position occurs this many times; None: never.
    key : callable, optional
        What makes two positions the same for the repetition; by default the whole state.
    seats : tuple
        All seats, for resignations.
    ended : Outcome, optional
        Set by :meth:`resign` and :meth:`agree_draw`.
    undone : tuple
        The moves that :meth:`redo` plays again, last one first.
    states : tuple
        All positions from the start on; computed by playing the moves.

    Raises
    ------
    UserError
        If one of the moves is illegal or follows the end of the game.

    Examples
    --------
    A race over four steps, of one or two steps a move; whoever arrives wins:

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Race:
    ...     left: int = 4
    ...     seat: int = 1
    ...     @property
    ...     def to_move(self): return self.seat if self.left else None
    ...     @property
    ...     def result(self): return None if self.left else Outcome(frozenset({3 - self.seat}), "win")
    ...     def legal_moves(self): return tuple(n for n in (1, 2) if n <= self.left)
    ...     def play(self, n): return Race(self.left - n, 3 - self.seat)
    >>> game = Game(Race()).play(2).play(1)
    >>> game.state, game.moves, game.undo().state
    (Race(left=1, seat=1), (2, 1), Race(left=2, seat=2))
    >>> game.play(1).result
    Outcome(winners=frozenset({1}), kind='win')
    >>> game.undo().redo() == game
    True
    """

    start: S
    moves: tuple[AnyMove, ...] = ()
    repetition: int | None = None
    key: Callable[[S], Hashable] | None = None
    seats: tuple[Hashable, ...] = (1, 2)
    ended: Outcome | None = None
    undone: tuple[AnyMove, ...] = field(default=(), compare=False)
    states: tuple[S, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.states:
            return
        game = replace(self, moves=(), states=(self.start,), ended=None)
        for move in self.moves:
            game = game.play(move)
        object.__setattr__(self, "moves", game.moves)
        object.__setattr__(self, "states", game.states)

    @property
    def state(self) -> S:
        """The present position."""
        return self.states[-1]

    @property
    def result(self) -> Result | None:
        """How the game ended: by the position, by repetition, by resignation or by agreement."""
        if self.state.result is not None:
            return self.state.result
        if self.ended is not None:
            return self.ended
        if self.repetition is not None and self.visits() >= self.repetition:
            return Outcome(kind="repetition")
        return None

    @property
    def to_move(self) -> Hashable | None:
        """The seat that moves next; None when the game is over."""
        return None if self.result is not None else self.state.to_move

    def legal_moves(self) -> tuple[AnyMove, ...]:
        """The legal moves; none when the game is over."""
        return () if self.result is not None else self.state.legal_moves()

    def visits(self) -> int:
        """Count how often the present position has occurred."""
        keys = list(map(self.key or (lambda state: state), self.states))
        return keys.count(keys[-1])

    def play(self, move: AnyMove) -> Self:
        """Play a move; what was undone before is forgotten, unless it is the very same move.

        Raises
        ------
        GameOverError
            If the game is over.
        UserError
            Whatever the state has to say about an illegal move.
        """
        self._must_go_on()
        state = self.state.play(move)
        undone = self.undone[:-1] if self.undone[-1:] == (move,) else ()
        return replace(
            self, moves=(*self.moves, move), states=(*self.states, state), undone=undone
        )

    def undo(self) -> Self:
        """Take back the last move, or the resignation or agreement that ended the game."""
        if self.ended is not None:
            return replace(self, ended=None)
        if not self.moves:
            raise UserError(CATALOGUE.message("game.nothing_to_undo"))
        undone = (*self.undone, self.moves[-1])
        return replace(
            self, moves=self.moves[:-1], states=self.states[:-1], undone=undone
        )

    def redo(self) -> Self:
        """Play again the move that was taken back last."""
        if not self.undone:
            raise UserError(CATALOGUE.message("game.nothing_to_redo"))
        return self.play(self.undone[-1])

    def resign(self, seat: Hashable) -> Self:
        """End the game: all other seats win (kind ``"resignation"``)."""
        self._must_go_on()
        if seat not in self.seats:
            seats = ", ".join(map(str, self.seats))
            raise UserError(
                CATALOGUE.message("game.unknown_seat", seat=seat, seats=seats)
            )
        return replace(
            self, ended=Outcome(frozenset(self.seats) - {seat}, "resignation")
        )

    def agree_draw(self) -> Self:
        """End the game as a draw (kind ``"agreement"``)."""
        self._must_go_on()
        return replace(self, ended=Outcome(kind="agreement"))

    def __repr__(self) -> str:
        """Evaluates back, bar a `key` (a function has no text)."""
        default = {"moves": (), "repetition": None, "seats": (1, 2), "ended": None}
        values = {name: getattr(self, name) for name in default}
        shown = [
            f", {name}={value!r}"
            for name, value in values.items()
            if value != default[name]
        ]
        return f"Game({self.start!r}{''.join(shown)})"

    def _must_go_on(self) -> None:
        if self.result is not None:
            raise GameOverError(CATALOGUE.message("game.over"))


def _position(game: Game[S]) -> object:
    """What most programs are asked about."""
    return game.state


@dataclass(frozen=True)
class GameKind(Generic[S]):
    """What a game is: its files, its table at the terminal, its environment and its widget ask here.

    Parameters
    ----------
    name : str
        Its name, in files and on screens; in small letters the end of the names of its files.
    tag : str
        The tag of its files that holds the first position.
    example : str
        Such a position, for messages.
    position : callable
        The position that a text means.
    begin : callable
        A game that begins at a position: who sits there, and which repetition is a draw.
    move : callable
        The move that a text, or a move, means in a position.
    separator : str
        What stands between two moves in one line.
    asked : callable
        What its programs are asked about; the position, if nothing else is said.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Race:
    ...     left: int
    ...     to_move, result = 1, None
    ...     def legal_moves(self): return (1, 2)
    ...     def play(self, move): return Race(self.left - move)
    >>> race = GameKind("Race", "Left", "4", lambda text: Race(int(text)), Game, lambda state, move: int(move))
    >>> race.game(race.position("4"), ["2", 1]).state
    Race(left=1)
    """

    name: str
    tag: str
    example: str
    position: Callable[[str], S]
    begin: Callable[[S], Game[S]]
    move: Callable[[S, AnyMove], AnyMove]
    separator: str = " "
    asked: Callable[[Game[S]], object] = _position

    @property
    def suffix(self) -> str:
        """The end of the names of its files."""
        return self.name.lower()

    def game(self, start: S, moves: Iterable[AnyMove] = ()) -> Game[S]:
        """A game from its first position; a move may be given as text."""
        game = self.begin(start)
        for move in moves:
            game = self.play(game, move)
        return game

    def play(self, game: Game[S], move: AnyMove) -> Game[S]:
        """A game after one more move, which may be given as text."""
        return game.play(self.move(game.state, move))
