"""Games as text: tags, numbered moves, comments, result.

The form is that of chess files: tag lines ``[Name "value"]``, then the moves, each after its number
``1.``, with comments in braces, and the result at the end.  A move is all the text between its number and
whatever comes next, so it may contain spaces.  What a move or a tag *means* is the business of the game::

    [Game "Race"]
    [Result "1-0"]

    1. two 2. one {careful} 3. one 1-0

The first tag says which version of this format it is (`boardkit.formats`); in old files it is missing.  The result is
``*`` (none) or one number per seat, joined by hyphens: ``1`` won, ``0`` lost, ``1/2`` drawn.

References
----------
.. [1] S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.
"""

import re
import textwrap
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from boardkit.errors import UserError
from boardkit.formats import Format, FormatError
from boardkit.game import Game, GameKind
from boardkit.messages import CATALOGUE, Message
from boardkit.protocol import AnyState, Result

GAME = Format("finity-edu/game", 1)

_TOKEN = re.compile(
    r"\s+|(?P<tag>\[[^\n]*)|(?P<comment>\{[^}]*\})|(?P<open>\{)|(?P<stray>\})|(?P<number>\d+)\.(?=\s|$)"
    r"|(?P<result>\*|(?:1/2|[01])(?:-(?:1/2|[01]))+)(?=\s|$)|(?P<word>[^\s{}]+)"
)
_DIGITS = 9  # no game has a move of a longer number
_NAME = r"[A-Za-z]\w*"
_TAG = re.compile(rf'\[(?P<name>{_NAME})\s+"(?P<value>(?:[^"\\]|\\["\\])*)"\]\s*$')
S = TypeVar("S")
G = TypeVar("G", bound=AnyState)


class GameFileError(UserError):
    """A malformed game file, or a move in it that cannot be played.

    Attributes
    ----------
    line, column : int
        The place, both counted from 1.
    """

    def __init__(self, line: int, column: int, problem: Message | str) -> None:
        super().__init__(
            CATALOGUE.message("gamefile.at", line=line, column=column, problem=problem)
        )
        self.line = line
        self.column = column
        self.problem = problem


@dataclass(frozen=True)
class Ply:
    """One move of a game file: its text, the comment after it, and the place where it stands."""

    move: str
    comment: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", comment_text(self.comment))


@dataclass(frozen=True)
class GameFile:
    """A game as it stands in a file.

    Parameters
    ----------
    tags : mapping of str to str
        In the order of the file.
    plies : tuple of Ply
    result : str
        ``"*"``, or one number per seat; see :func:`result_text`.
    comment : str
        The comment before the first move.

    Raises
    ------
    UserError
        For a comment with a closing brace, and for a tag that does not fit into a line: neither could be read
        back.  White space in comments counts as one space.

    Examples
    --------
    >>> game = GameFile({"Game": "Race"}, (Ply("two", "careful"), Ply("one step")), "1-0")
    >>> print(game)
    [Format "finity-edu/game 1"]
    [Game "Race"]
    <BLANKLINE>
    1. two {careful} 2. one step 1-0
    >>> parse_game(str(game)) == game
    True
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    plies: tuple[Ply, ...] = ()
    result: str = "*"
    comment: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", comment_text(self.comment))
        for name, value in self.tags.items():
            if not re.fullmatch(_NAME, name) or re.search(r"[\r\n]", value):
                raise UserError(
                    CATALOGUE.message(
                        "gamefile.unprintable_tag", name=repr(name), value=repr(value)
                    )
                )

    def __str__(self) -> str:
        tags = {"Format": GAME.line, **self.tags} if self.tags else {}
        head = "".join(f"[{name} {_quoted(value)}]\n" for name, value in tags.items())
        parts = [f"{{{self.comment}}}"] if self.comment else []
        for number, ply in enumerate(self.plies, 1):
            parts.append(
                f"{number}. {ply.move}" + (f" {{{ply.comment}}}" if ply.comment else "")
            )
        body = textwrap.fill(
            " ".join([*parts, self.result]),
            100,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return f"{head}\n{body}" if head else body

    def replay(self, start: S, play: Callable[[S, str], S]) -> Iterator[S]:
        """Play the moves one after the other.

        Parameters
        ----------
        start : state
            The first position.
        play : callable
            Takes a position and the text of a move, and returns the next position.

        Yields
        ------
        state
            The position after each move.

        Raises
        ------
        GameFileError
            If ``play`` raises a UserError: with its message and the place of the move.

        Examples
        --------
        >>> moves = parse_game("1. +2 2. +40 *")
        >>> list(moves.replay(0, lambda total, text: total + int(text)))
        [2, 42]
        """
        state = start
        for ply in self.plies:
            try:
                state = play(state, ply.move)
            except UserError as error:
                raise GameFileError(ply.line, ply.column, error.message) from error
            yield state


def replayed(
    file: GameFile, game: Game[G], play: Callable[[Game[G], str], Game[G]]
) -> Game[G]:
    """The game of a file, from its start on; a resignation and an agreement are taken from the tag ``Ending``.

    Parameters
    ----------
    file : GameFile
    game : Game
        Before the first move.
    play : callable
        Plays the text of a move.

    Raises
    ------
    GameFileError
        With the place, if a move cannot be played or the result of the file is not the game's (``*`` always is).
    """
    *_, game = (game, *file.replay(game, play))
    if game.result is None and file.tags.get("Ending") == "agreement":
        game = game.agree_draw()
    elif game.result is None and file.tags.get("Ending") == "resignation":
        losers = [
            seat
            for seat, points in zip(game.seats, file.result.split("-"), strict=False)
            if points == "0"
        ]
        game = game.resign(losers[0]) if len(losers) == 1 else game
    reached = result_text(game.result, game.seats)
    if file.result not in (reached, "*"):
        line = file.plies[-1].line if file.plies else 1
        raise GameFileError(
            line,
            1,
            CATALOGUE.message(
                "gamefile.other_result", written=file.result, reached=reached
            ),
        )
    return game


def comment_text(text: str) -> str:
    """A comment as it is kept: in one line, so that it may be wrapped and read back.

    Raises
    ------
    UserError
        For a closing brace, which would end the comment.
    """
    if "}" in text:
        raise UserError(CATALOGUE.message("gamefile.unprintable_comment", comment=text))
    return " ".join(text.split())


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def result_text(result: Result | None, seats: Sequence[Hashable] = (1, 2)) -> str:
    """Write a result as in a game file.

    Examples
    --------
    >>> from boardkit.protocol import Outcome
    >>> result_text(None), result_text(Outcome(frozenset({2}))), result_text(Outcome(), (1, 2, 3))
    ('*', '0-1', '1/2-1/2-1/2')
    """
    if result is None:
        return "*"
    if not result.winners:
        return "-".join("1/2" for _ in seats)
    return "-".join("1" if seat in result.winners else "0" for seat in seats)


def parse_game(text: str) -> GameFile:
    """Read a game.

    Parameters
    ----------
    text : str
        One whole game.

    Returns
    -------
    GameFile

    Raises
    ------
    GameFileError
        If the text is malformed: names line and column, and what was expected.

    Examples
    --------
    >>> game = parse_game('[Word "bw"]\\n1. +bN>C.m {through the middle} 2. xC-N.l/E-SE.r *')
    >>> game.tags["Word"], game.plies[0].comment, game.plies[1].move
    ('bw', 'through the middle', 'xC-N.l/E-SE.r')
    >>> parse_game("1. +bN>C.m {through the middle")
    Traceback (most recent call last):
    boardkit.gamefile.GameFileError: Line 1, column 12: the comment that begins here has no closing brace.
    """
    if not isinstance(text, str):
        raise GameFileError(
            1, 1, CATALOGUE.message("gamefile.no_text", value=repr(text))
        )
    return _Reader(text).read()


class _Reader:
    """Reads one game file from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.comment: list[str] = []  # before the first move
        self.moves: list[
            tuple[int, list[str], list[str]]
        ] = []  # place of the number, words, comments
        self.result: str | None = None

    def read(self) -> GameFile:
        for token in _TOKEN.finditer(self.text):  # every character begins a token
            if token.lastgroup == "comment":
                (self.moves[-1][2] if self.moves else self.comment).append(
                    token[0][1:-1]
                )
            elif token.lastgroup is not None:
                self._token(token.lastgroup, token, token.start())
        self._finish_move()
        if self.result is None:
            self._fail(len(self.text.rstrip()), "result_missing")
        if self.tags.get("Result", self.result) != self.result:
            place = len(self.text.rstrip()) - len(self.result or "")
            self._fail(
                place, "result_disagrees", found=self.result, tag=self.tags["Result"]
            )
        return GameFile(
            self.tags, tuple(self._plies()), self.result or "*", " ".join(self.comment)
        )

    def _token(self, kind: str, token: re.Match[str], place: int) -> None:
        if kind == "open":
            self._fail(place, "open_comment")
        elif self.result is not None:
            self._fail(place, "text_after_result")
        elif kind == "tag" and not self.moves:
            self._tag(token[0], place)
        elif kind == "number":
            self._finish_move()
            expected = len(self.moves) + 1
            if len(token["number"]) > _DIGITS or int(token["number"]) != expected:
                self._fail(
                    place,
                    "number_expected",
                    expected=expected,
                    found=f"{token['number'][:_DIGITS]}.",
                )
            self.moves.append((place, [], []))
        elif kind == "result":
            self._finish_move()
            self.result = token[0]
        elif kind == "stray":
            self._fail(place, "stray_brace")
        # A word needs a number before it, and no comment between
        elif not self.moves or self.moves[-1][2]:
            self._fail(
                place, "number_expected", expected=len(self.moves) + 1, found=token[0]
            )
        elif kind == "tag":
            self._fail(place, "tag_after_move")
        else:
            self.moves[-1][1].append(token[0])

    def _tag(self, line: str, place: int) -> None:
        tag = _TAG.match(line)
        if tag is None:
            self._fail(place, "bad_tag")
        elif tag["name"] in self.tags:
            self._fail(place, "duplicate_tag", name=tag["name"])
        elif tag["name"] == "Format":
            try:
                GAME.check_line(tag["value"])
            except FormatError as error:
                raise GameFileError(*self._position(place), error.message) from None
        else:
            self.tags[tag["name"]] = re.sub(r"\\(.)", r"\1", tag["value"])

    def _finish_move(self) -> None:
        if self.moves and not self.moves[-1][1]:
            self._fail(self.moves[-1][0], "move_missing", number=len(self.moves))

    def _plies(self) -> Iterator[Ply]:
        for place, words, comments in self.moves:
            line, column = self._position(place)
            yield Ply(" ".join(words), " ".join(comments), line, column)

    def _position(self, place: int) -> tuple[int, int]:
        before = self.text[:place]
        return before.count("\n") + 1, place - before.rfind("\n")

    def _fail(self, place: int, problem: str, **values: object) -> None:
        raise GameFileError(
            *self._position(place), CATALOGUE.message(f"gamefile.{problem}", **values)
        )


@dataclass(frozen=True, repr=False)
class Record(Generic[G]):
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

    game: Game[G]
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

    def with_game(self, game: Game[G]) -> Self:
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
