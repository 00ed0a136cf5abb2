"""Boards: fields, holes, bases, and which fields the arrows of a stone aim at.

Every lattice point that is no field is a hole, be it inside the outline or outside (A2).  Nothing here knows
what lies on the board.

References
----------
.. [1] Rulebook, "Spielfeld", "Stein", "Basisfeld"; docs/amakta.md, sections 2 and 4, rulings A1 to A4, A18, B1, B8.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from textwrap import dedent
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from amakta.rules.errors import (
    InvalidPositionError,
    NotationError,
    UnknownNameError,
    no_text,
)
from amakta.rules.lattice import Field, field_text, step
from amakta.rules.stones import arrows
from amakta.rules.texts import message
from boardkit.messages import Message

Player: TypeAlias = Literal["W", "B"]

PLAYERS: tuple[Player, Player] = ("W", "B")
OPPONENT: dict[Player, Player] = {"W": "B", "B": "W"}

INFINIT = "infinit"
"""The name of the unbounded board."""


class Aim(NamedTuple):
    """`weight` equal arrows at `target`; the fields `between` must be empty for them to point there."""

    target: Field
    between: tuple[Field, ...]
    weight: int


@dataclass(frozen=True)
class Board:
    """A finite board that is its own mirror image in the horizontal and in the vertical axis.

    Parameters
    ----------
    fields : frozenset of Field
        The fields, centred: with ``(x, y)`` also ``(x, -y)`` and ``(-x, y)`` belong to it.
    name : str
        The name under which :func:`board` finds it; empty for a board of one's own.  Names do not count for
        equality.

    Raises
    ------
    InvalidPositionError
        If the fields are not symmetric, lie on two lattices, or leave fewer than two fields on the axis.

    Examples
    --------
    >>> ring = Board.parse('''
    ...  o o
    ... W . B
    ...  o o
    ... ''')
    >>> ring.base("W"), len(ring.fields), (0, 0) in ring
    ((-2, 0), 6, False)
    """

    fields: frozenset[Field]
    name: str = dataclasses.field(default="", compare=False)
    is_finite: ClassVar[bool] = True
    _bases: dict[Player, Field] = dataclasses.field(
        init=False, compare=False, repr=False
    )
    _aims: dict[tuple[Field, str], tuple[Aim, ...]] = dataclasses.field(
        init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        problems = tuple(_problems(self.fields))
        if problems:
            raise InvalidPositionError(problems)
        axis = sorted((x, y) for x, y in self.fields if y == 0)
        # The way past the frozen class, for what follows from the fields: `_aims` is filled on demand.
        object.__setattr__(self, "_bases", {"W": axis[0], "B": axis[-1]})
        object.__setattr__(self, "_aims", {})

    def __contains__(self, field: object) -> bool:
        return field in self.fields

    def __str__(self) -> str:
        return self.text

    def base(self, player: Player) -> Field:
        """The base: the westernmost (White) or easternmost (Black) field of the axis (A1)."""
        return self._bases[player]

    def aims(self, field: Field, code: str) -> tuple[Aim, ...]:
        """What the arrows of a stone with this code on `field` aim at.

        Arrows without a target field (A3) and arrows behind a hole (A2) are left out: nothing that happens in
        a game can make them point.

        Examples
        --------
        >>> board("zeile3").aims((-2, 0), "700000")
        (Aim(target=(2, 0), between=((0, 0),), weight=2),)
        """
        known = self._aims.get((field, code))
        if known is None:
            aims = []
            for aim in _aims(field, code):
                # A hole keeps what lies behind it from ever being pointed at, so such arrows are no aims at all.
                if self.fields.issuperset((aim.target, *aim.between)):
                    aims.append(aim)
            known = self._aims[field, code] = tuple(aims)
        return known

    @property
    def rows(self) -> tuple[str, ...]:
        """The picture, row by row: ``W B`` bases, ``o`` field, ``.`` hole between fields of a row."""
        left = min(x for x, _ in self.fields)
        top = min(y for _, y in self.fields)
        lines = []
        for y in range(top, -top + 1):
            columns = [x for x, row in self.fields if row == y]
            if not columns:
                lines.append("")
                continue
            # From the first field of the row on every second column is a field or a hole.
            marks = dict.fromkeys(range(min(columns), max(columns), 2), ".")
            for x in columns:
                marks[x] = "o"
            if y == 0:
                for player in PLAYERS:
                    marks[self.base(player)[0]] = player
            right = max(columns)
            line = [marks.get(x, " ") for x in range(left, right + 1)]
            lines.append("".join(line))
        return tuple(lines)

    @property
    def text(self) -> str:
        """The picture as text of several lines; :meth:`parse` reads it back.

        Examples
        --------
        >>> print(board("kaefer9").text)
           o o
        W o o o B
           o o
        """
        return "\n".join(self.rows)

    @property
    def spec(self) -> str:
        """The word for the board within one line: its name, or the rows in brackets with ``_`` for blanks.

        Examples
        --------
        >>> board("raute4").spec, Board(board("raute4").fields).spec
        ('raute4', '[_o/W_B/_o]')
        """
        # A position text separates its words by blanks, so a picture within it has none.
        rows = "/".join(self.rows).replace(" ", "_")
        return self.name or f"[{rows}]"

    @classmethod
    def parse(cls, picture: str, name: str = "") -> Board:
        """Read a text picture: every row shifted by half a field, ``W`` and ``B`` (or ``o``) at the bases.

        Raises
        ------
        NotationError
            If it holds other signs, or ``W`` or ``B`` at a field that is not that base.
        InvalidPositionError
            If the fields do not make a board.
        """
        if not isinstance(picture, str):
            raise no_text(picture)
        # A picture in a program is indented like the program.
        lines = dedent(picture.replace("\t", "    ")).strip("\n").split("\n")
        marks = {}
        for y, line in enumerate(lines):
            for x, sign in enumerate(line.rstrip()):
                if sign not in " .oWB":
                    problem = message("error.sign", sign=sign, line=y + 1)
                    raise NotationError(problem, line, x)
                if sign in "oWB":
                    marks[x, y] = sign
        if not marks:
            raise NotationError(message("error.no_fields"), picture)
        columns = [x for x, _ in marks]
        rows = [y for _, y in marks]
        # Doubled, since the middle may lie between two columns: that is no board, and is said below.
        twice_middle_x = min(columns) + max(columns)
        twice_middle_y = min(rows) + max(rows)
        if twice_middle_x % 2 or twice_middle_y % 2:
            raise InvalidPositionError((message("board.no_axis"),))
        centred: dict[Field, str] = {}
        for (x, y), sign in marks.items():
            centred[x - twice_middle_x // 2, y - twice_middle_y // 2] = sign
        made = cls(frozenset(centred), name)
        for place, sign in centred.items():
            if sign in PLAYERS and made.base(sign) != place:
                problem = message("error.base_mark", sign=sign, field=field_text(place))
                raise NotationError(problem, picture)
        return made

    @classmethod
    def from_spec(cls, spec: str) -> Board:
        """The board that a word of :attr:`spec` names or pictures."""
        if not isinstance(spec, str):
            raise no_text(spec)
        if spec.startswith("[") and spec.endswith("]"):
            picture = spec[1:-1].replace("_", " ").replace("/", "\n")
            return cls.parse(picture)
        return board(spec)


@dataclass(frozen=True)
class InfinitBoard:
    """The unbounded board of Amakta Infinit: every lattice point is a field.

    Parameters
    ----------
    white, black : Field
        The bases: two fields of one row (B8).

    Examples
    --------
    >>> plane = InfinitBoard.at_distance(3)
    >>> plane.base("B"), (10**9, 0) in plane, (1, 0) in plane
    ((6, 0), True, False)
    """

    white: Field
    black: Field
    name: ClassVar[str] = INFINIT
    is_finite: ClassVar[bool] = False

    def __post_init__(self) -> None:
        white_x, white_y = self.white
        black_x, black_y = self.black
        if white_y != black_y or white_x == black_x or (white_x - black_x) % 2:
            white = field_text(self.white)
            black = field_text(self.black)
            problem = message("board.infinit_bases", white=white, black=black)
            raise InvalidPositionError((problem,))

    @classmethod
    def at_distance(cls, steps: int) -> InfinitBoard:
        """Normal form: White's base at the origin, Black's `steps` steps to the east (B1).

        Raises
        ------
        InvalidPositionError
            If `steps` is less than 1.
        """
        # NumPy's whole numbers will do as well.
        if not hasattr(steps, "__index__") or steps < 1:
            raise InvalidPositionError((message("board.distance", steps=steps),))
        return cls((0, 0), (2 * steps, 0))

    @property
    def spec(self) -> str:
        """The word for the board within one line.

        Examples
        --------
        >>> InfinitBoard.at_distance(2).spec
        'infinit(0,0/4,0)'
        """
        return f"infinit({field_text(self.white)}/{field_text(self.black)})"

    def __contains__(self, field: object) -> bool:
        match field:
            case (int(x), int(y)):
                # One parity makes the lattice (see `lattice`).
                return (x + y - sum(self.white)) % 2 == 0
        return False

    def __str__(self) -> str:
        return self.spec

    def base(self, player: Player) -> Field:
        """The base of a player."""
        return self.white if player == "W" else self.black

    def aims(self, field: Field, code: str) -> tuple[Aim, ...]:
        """What the arrows of a stone with this code on `field` aim at; every arrow has a target."""
        return _aims(field, code)


AnyBoard: TypeAlias = Board | InfinitBoard


@cache
def _offsets(code: str) -> tuple[Aim, ...]:
    """What the arrows of a stone at the origin would aim at."""
    offsets = []
    for (direction, length), weight in Counter(arrows(code)).items():
        # An arrow passes all fields up to the one that it reaches.
        reached = [step((0, 0), direction, steps) for steps in range(1, length + 1)]
        *between, target = reached
        offsets.append(Aim(target, tuple(between), weight))
    return tuple(offsets)


def _aims(field: Field, code: str) -> tuple[Aim, ...]:
    """What the arrows of a stone on `field` would aim at if every lattice point were a field."""
    x, y = field
    aims = []
    for (target_x, target_y), between, weight in _offsets(code):
        passed = tuple(
            [(x + between_x, y + between_y) for between_x, between_y in between]
        )
        aims.append(Aim((x + target_x, y + target_y), passed, weight))
    return tuple(aims)


def _problems(fields: frozenset[Field]) -> Iterable[Message]:
    """Everything that keeps a set of fields from being a board (docs/amakta.md, 2.1 to 2.3)."""
    # On one lattice the sums of the coordinates are all even or all odd.
    if len({(x + y) % 2 for x, y in fields}) > 1:
        yield message("board.parity")
    for x, y in sorted(fields):
        for twin in ((x, -y), (-x, y)):
            if twin not in fields:
                place = field_text((x, y))
                yield message("board.asymmetric", field=place, twin=field_text(twin))
    on_axis = [x for x, y in fields if y == 0]
    if len(on_axis) < 2:
        yield message("board.axis")


# -- boards and sets by name ---------------------------------------------------------------------------


@cache
def _data() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    content = resources.files("amakta") / "data" / "content.toml"
    return tomllib.loads(content.read_text(encoding="utf-8"))


def board_names() -> tuple[str, ...]:
    """Names of the boards that come with the package.

    Examples
    --------
    >>> board_names()
    ('zeile3', 'zeile5', 'raute4', 'ring6', 'wabe7', 'kaefer9', 'wabe56')
    """
    return tuple(_data()["board"])


def set_names() -> tuple[str, ...]:
    """Names of the sets of stones that come with the package."""
    return tuple(_data()["set"])


@cache
def board(name: str) -> Board:
    """The board of that name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    try:
        picture = _data()["board"][name]["picture"]
    except KeyError:
        names = ", ".join((*board_names(), INFINIT))
        raise UnknownNameError(message("error.board", name=name, names=names)) from None
    return Board.parse(picture, name)


def stone_set(name: object) -> tuple[str, ...]:
    """The canonical codes of the set of that name.

    Raises
    ------
    UnknownNameError
        If there is none.

    Examples
    --------
    >>> stone_set("duo")
    ('111111', '101010')
    """
    if not isinstance(name, str) or name not in set_names():
        names = ", ".join(set_names())
        raise UnknownNameError(message("error.set", name=str(name), names=names))
    return tuple(_data()["set"][name]["stones"].split())
