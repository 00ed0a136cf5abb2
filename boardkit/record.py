"""What a game is, said once; and its games as a whole: a start, moves with comments, tags; as text, and replayed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar

from boardkit.errors import UserError
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
from boardkit.messages import CATALOGUE
from boardkit.protocol import AnyMove, AnyState

S = TypeVar("S", bound=AnyState)


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
    asked: Callable[[Game[S]], object] = attrgetter("state")

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


@dataclass(frozen=True, repr=False)
class Record(Generic[S]):
    """A game with its tags and comments.

    Parameters
    ----------
    game : Game
        The start and the moves; the moves were checked when they were played.
    tags : mapping of str to str
        Names, dates and whatever else, but not `own_tags`.
    comments : mapping of int to str
        Comment behind each move, counted from 1; 0 is the comment before the first move.

    Raises
    ------
    UserError
        For a tag that is written by itself, and for a comment behind a move that was not made.
    """

    kind: ClassVar[GameKind[Any]]

    game: Game[S]
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.own_tags():
            if name in self.tags:
                raise UserError(CATALOGUE.message("record.own_tag", name=name))
        moves = len(self.game.moves)
        comments = {}
        for number, comment in sorted(self.comments.items()):
            if number not in range(moves + 1):
                raise UserError(
                    CATALOGUE.message("record.no_move", number=number, moves=moves)
                )
            text = comment_text(comment)
            if text:
                comments[number] = text
        object.__setattr__(self, "comments", comments)

    @classmethod
    def own_tags(cls) -> tuple[str, ...]:
        """Tags that are written by themselves."""
        return "Format", "Game", cls.kind.tag, "Result", "Ending"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def with_game(self, game: Game[S]) -> Self:
        """The record of the same game further on or further back; comments stay with the moves that stay."""
        same = 0
        for old, new in zip(self.game.moves, game.moves, strict=False):
            if old != new:
                break
            same += 1
        comments = {n: text for n, text in self.comments.items() if n <= same}
        return type(self)(game, self.tags, comments)

    def __str__(self) -> str:
        result = result_text(self.game.result, self.game.seats)
        plies = []
        for number, move in enumerate(self.game.moves, start=1):
            plies.append(Ply(str(move), self.comments.get(number, "")))
        head = self.comments.get(0, "")
        return str(GameFile(self.head(result), tuple(plies), result, head)) + "\n"

    def head(self, result: str) -> dict[str, str]:
        """All tags of the file, in order."""
        tags = {
            "Game": self.kind.name,
            **self.tags,
            self.kind.tag: str(self.game.start),
            "Result": result,
        }
        if self.game.ended is not None:
            tags["Ending"] = self.game.ended.kind
        return tags

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a game and play it through.

        Raises
        ------
        GameFileError
            If the text is malformed or another game's, a move in it is not legal, or its result is not the game's:
            with the place.
        UserError
            If its start is no position.
        """
        kind = cls.kind
        file = parse_game(text)
        game = file.tags.get("Game", kind.name)
        if game != kind.name:
            problem = CATALOGUE.message("record.other_game", game=game, name=kind.name)
            raise GameFileError(1, 1, problem)
        if kind.tag not in file.tags:
            example = f'[{kind.tag} "{kind.example}"]'
            problem = CATALOGUE.message(
                "record.no_start", tag=kind.tag, example=example
            )
            raise GameFileError(1, 1, problem)
        start = kind.position(file.tags[kind.tag])
        played = replayed(file, kind.begin(start), kind.play)
        own = cls.own_tags()
        tags = {name: value for name, value in file.tags.items() if name not in own}
        comments = {0: file.comment}
        for number, ply in enumerate(file.plies, start=1):
            comments[number] = ply.comment
        return cls(played, tags, comments)
