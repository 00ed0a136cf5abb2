"""Finity, said once, and its games as a whole: a start, moves with comments, a result; as text, and replayed.

The text is a PGN-shaped file (`boardkit.gamefile`)::

    [Format "finity-edu/game 1"]
    [Game "Finity"]
    [Start "bga/2 bbwwbwbw c; posts c@N y@S; …; ply 0"]

    1. +bN>C.m {straight at the tower} 2. +bS>SE.m *
"""

from __future__ import annotations

from collections.abc import Iterable

from boardkit import gamefile
from boardkit.game import Game, GameKind
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position


def _begin(start: Position) -> Game[Position]:
    return Game(start, seats=tuple(range(1, start.players + 1)))


FINITY = GameKind(
    "Finity",
    tag="Start",
    example="bga/2 bbwwbwbw c; …",
    position=Position.parse,
    begin=_begin,
    move=Position.resolve,
)


class Record(gamefile.Record[Position]):
    """A game of Finity with its tags and comments; see `boardkit.gamefile.Record`.

    Examples
    --------
    >>> game = new_game(Position.start(word="bbwwbwbw"), ["+bN>C.m", "+bS>SE.m"])
    >>> record = Record(game, {"White": "nobody"}, {1: "straight at the tower"})
    >>> Record.parse(str(record)) == record
    True
    """

    kind = FINITY


def new_game(start: Position, moves: Iterable[Move | str] = ()) -> Game[Position]:
    """A game of Finity; a move may be given as text.

    Raises
    ------
    IllegalMoveError, NotationError, AmbiguousMoveError
        If a move cannot be played.

    >>> new_game(Position.start(3, word="bbwwbwbw")).seats
    (1, 2, 3)
    """
    return FINITY.game(start, moves)
