"""Amakta, said once, and its games: a history over states, with the endings that need a past or a person.

Repetition compares situations without the side to move and counts the start (A11, A12), so two passes in a
row always end a game.  Resignation and agreement are possible at any time, also when it is not one's turn.

References
----------
.. [1] Rulebook, "Ziel"; docs/amakta.md, section 8, rulings A11, A12, B5.
"""

from collections.abc import Hashable, Iterable

from amakta.rules.board import PLAYERS
from amakta.rules.errors import AmaktaError
from amakta.rules.moves import Move
from amakta.rules.state import State
from amakta.rules.texts import message
from boardkit import gamefile
from boardkit.game import Game, GameKind

REPETITION = 3
"""A situation that occurs this often at the beginning of a turn ends the game."""


def _begin(start: State) -> Game[State]:
    if not isinstance(start, State):
        raise AmaktaError(message("error.no_state", value=repr(start)))
    return Game(start, repetition=REPETITION, key=_key, seats=PLAYERS)


def _key(state: State) -> Hashable:
    """What the repetition rule compares: everything but the side to move and the counter (A11)."""
    return state.situation


def _move(state: State, move: Move | str) -> Move:
    return move if isinstance(move, Move) else Move.parse(move)


AMAKTA = GameKind(
    "Amakta",
    tag="Position",
    example="zeile3 W; white 444444; black 444444",
    position=State.parse,
    begin=_begin,
    move=_move,
    separator="; ",
    # Programs look at the past as well: a repetition ends the game.
    asked=lambda game: game,
)


class Record(gamefile.Record[State]):
    """A game of Amakta with its tags and comments; see `boardkit.gamefile.Record`.

    Examples
    --------
    >>> print(Record(new_game(State.start("zeile3", "solo"), ("pass", "pass"))))
    [Format "finity-edu/game 1"]
    [Game "Amakta"]
    [Position "zeile3 W; white 444444; black 444444"]
    [Ending "repetition"]
    [Result "1/2-1/2"]
    <BLANKLINE>
    1. pass 2. pass 1/2-1/2
    <BLANKLINE>
    """

    kind = AMAKTA

    def head(self, result: str) -> dict[str, str]:
        """All tags of the file, in order; every ending is named."""
        tags = {"Game": self.kind.name, self.kind.tag: str(self.game.start)}
        tags.update(self.tags)
        if self.game.result is not None:
            tags["Ending"] = self.game.result.kind
        tags["Result"] = result
        return tags


def new_game(start: State, moves: Iterable[Move | str] = ()) -> Game[State]:
    """A game from a state, with Amakta's repetition rule.

    Parameters
    ----------
    start : State
    moves : iterable of Move or str, optional
        Moves to be played at once.

    Examples
    --------
    >>> game = new_game(State.start("zeile3", "solo"), ("pass", "pass"))
    >>> game.result.kind, game.to_move
    ('repetition', None)
    >>> new_game(State.start("zeile3", "solo")).resign("B").result.winners
    frozenset({'W'})
    """
    return AMAKTA.game(start, moves)
