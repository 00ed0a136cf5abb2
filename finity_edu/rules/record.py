"""Games as a whole: a start, moves with comments, a result; as text, and replayed.

The text is a PGN-shaped file (`boardkit.gamefile`)::

    [Format "finity-edu/game 1"]
    [Game "Finity"]
    [Start "bga/2 bbwwbwbw c; posts c@N y@S; …; ply 0"]

    1. +bN>C.m {straight at the tower} 2. +bS>SE.m *
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from boardkit.game import Game
from boardkit.gamefile import (
    GameFile,
    GameFileError,
    Ply,
    comment_text,
    parse_game,
    replayed,
    result_text,
)
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position

GAME_NAME = "Finity"
OWN_TAGS = ("Format", "Game", "Start", "Result", "Ending")
"""Tags that are written by themselves."""


@dataclass(frozen=True, repr=False)
class Record:
    """A game with its tags and comments.

    Parameters
    ----------
    game : Game
        The start and the moves; the moves were checked when they were played.
    tags : mapping of str to str
        Names, dates and whatever else, but not `OWN_TAGS`.
    comments : mapping of int to str
        Comment behind each move, counted from 1; 0 is the comment before the first move.

    Raises
    ------
    UserError
        For a tag that is written by itself, and for a comment behind a move that was not made.

    Examples
    --------
    >>> game = new_game(Position.start(word="bbwwbwbw"), ["+bN>C.m", "+bS>SE.m"])
    >>> record = Record(game, {"White": "nobody"}, {1: "straight at the tower"})
    >>> Record.parse(str(record)) == record
    True
    """

    game: Game[Position]
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in OWN_TAGS:
            if name in self.tags:
                raise FinityError(CATALOGUE.message("record.own_tag", name=name))
        for number in self.comments:
            if number not in range(len(self.game.moves) + 1):
                raise FinityError(
                    CATALOGUE.message(
                        "record.no_move", number=number, moves=len(self.game.moves)
                    )
                )
        comments = {
            number: comment_text(text) for number, text in sorted(self.comments.items())
        }
        object.__setattr__(
            self,
            "comments",
            {number: text for number, text in comments.items() if text},
        )

    def __repr__(self) -> str:
        return f"Record.parse({str(self)!r})"

    def with_game(self, game: Game[Position]) -> Record:
        """The record of the same game further on or further back; comments stay with the moves that stay."""
        moves = zip(self.game.moves, game.moves, strict=False)
        same = next(
            (n for n, (old, new) in enumerate(moves) if old != new),
            min(len(self.game.moves), len(game.moves)),
        )
        return Record(
            game, self.tags, {n: text for n, text in self.comments.items() if n <= same}
        )

    def __str__(self) -> str:
        result = result_text(self.game.result, self.game.seats)
        tags = {
            "Game": GAME_NAME,
            **self.tags,
            "Start": str(self.game.start),
            "Result": result,
        }
        if self.game.ended is not None:
            tags["Ending"] = self.game.ended.kind
        plies = tuple(
            Ply(str(move), self.comments.get(n, ""))
            for n, move in enumerate(self.game.moves, start=1)
        )
        return str(GameFile(tags, plies, result, self.comments.get(0, ""))) + "\n"

    @staticmethod
    def parse(text: str) -> Record:
        """Read a game and play it through.

        Raises
        ------
        GameFileError
            If the text is malformed, a move in it is not legal, or its result is not the game's: with the place.
        NotationError, InvalidPositionError
            If the tag ``Start`` is no position.
        """
        file = parse_game(text)
        if file.tags.get("Game", GAME_NAME) != GAME_NAME:
            raise GameFileError(
                1, 1, CATALOGUE.message("record.other_game", game=file.tags["Game"])
            )
        if "Start" not in file.tags:
            raise GameFileError(1, 1, CATALOGUE.message("record.no_start"))
        start = Position.parse(file.tags["Start"])
        game = replayed(file, new_game(start), _play_text)
        tags = {
            name: value for name, value in file.tags.items() if name not in OWN_TAGS
        }
        comments = {n: ply.comment for n, ply in enumerate(file.plies, start=1)}
        return Record(game, tags, {0: file.comment} | comments)

    def positions(self) -> Iterator[Position]:
        """The start, and the position after each move."""
        yield from self.game.states


def new_game(start: Position, moves: Iterable[Move | str] = ()) -> Game[Position]:
    """A game of Finity; a move may be given as text.

    Raises
    ------
    IllegalMoveError, NotationError, AmbiguousMoveError
        If a move cannot be played.

    >>> new_game(Position.start(3, word="bbwwbwbw")).seats
    (1, 2, 3)
    """
    game: Game[Position] = Game(start, seats=tuple(range(1, start.players + 1)))
    for move in moves:
        game = game.play(game.state.resolve(move))
    return game


def _play_text(game: Game[Position], text: str) -> Game[Position]:
    return game.play(game.state.resolve(text))
