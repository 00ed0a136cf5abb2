"""Pieces and moves: one small frozen class for each kind.

``str`` of a piece or move is its text form (what a human types), and it is what every other layer exchanges.
Stations are named by strings, seats are 1..n.

=====================  =======================  ==================
move                   class                    text
=====================  =======================  ==================
place an arrow         `PlaceArrow`            ``+bN>C.m``
reverse an arrow       `ReverseArrow`          ``~bN>C.m``
remove an arrow        `RemoveArrow`           ``-bN>C.m``
place a ring           `PlaceRing`              ``+oSE.m``
move an own blocker    `MoveBlocker`            ``xC-N.l/E-SE.r``
remove a blocker       `RemoveBlocker`          ``-xE-SE.r``
move the post          `MovePost`               ``^SE``
teleport               `Teleport`               ``^^W``
pass                   `Pass`                   ``--``
=====================  =======================  ==================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

Colour: TypeAlias = Literal["b", "w"]
Lane: TypeAlias = Literal["l", "m", "r"]
Size: TypeAlias = Literal["s", "m", "l"]

COLOURS: tuple[Colour, ...] = ("b", "w")
LANES: tuple[Lane, ...] = ("l", "m", "r")
NEAREST: tuple[Lane, ...] = ("m", "l", "r")
"""The lanes between two stations, the one on the straight line first."""
SIZES: tuple[Size, ...] = ("s", "m", "l")
SEATS = "cyrp"
"""Letters of the seats 1 to 4: cyan, yellow, red, purple."""

_OTHER_SIDE: dict[Lane, Lane] = {"l": "r", "m": "m", "r": "l"}


def seat_letter(seat: int) -> str:
    """Letter of a seat, as used in positions.

    >>> seat_letter(2)
    'y'
    """
    return SEATS[seat - 1]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one arrow or blocker between two neighbours; the lane is as seen from `a` towards `b`.

    >>> str(Slot("C", "N", "l")), str(Slot("C", "N", "l").turned())
    ('C-N.l', 'N-C.r')
    """

    a: str
    b: str
    lane: Lane

    def __str__(self) -> str:
        return f"{self.a}-{self.b}.{self.lane}"

    def turned(self) -> Slot:
        """The same slot named from the other station."""
        return Slot(self.b, self.a, _OTHER_SIDE[self.lane])


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow: a transition on `colour` from `tail` to `head`; the lane is as seen from the tail.

    >>> arrow = Arrow("b", "N", "C", "l")
    >>> str(arrow), str(arrow.reversed())
    ('bN>C.l', 'bC>N.r')
    """

    colour: Colour
    tail: str
    head: str
    lane: Lane

    def __str__(self) -> str:
        return f"{self.colour}{self.tail}>{self.head}.{self.lane}"

    @property
    def slot(self) -> Slot:
        """The slot it fills, named from the tail."""
        return Slot(self.tail, self.head, self.lane)

    def reversed(self) -> Arrow:
        """The same arrow turned round in its slot."""
        return Arrow(self.colour, self.head, self.tail, _OTHER_SIDE[self.lane])


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring of a seat on a station: permission to leave the station once more."""

    seat: int
    station: str
    size: Size


@dataclass(frozen=True, slots=True)
class Blocker:
    """A bar of a seat that fills one slot."""

    seat: int
    slot: Slot


@dataclass(frozen=True, slots=True)
class _ArrowMove:
    """A move with one arrow, as it lies on the board before the move, or after it where it is placed."""

    arrow: Arrow
    sign: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.sign}{self.arrow}"


class PlaceArrow(_ArrowMove):
    """Put an arrow from the supply into an empty slot."""

    __slots__ = ()
    sign = "+"


class ReverseArrow(_ArrowMove):
    """Turn an arrow round in its slot."""

    __slots__ = ()
    sign = "~"


class RemoveArrow(_ArrowMove):
    """Take an arrow off the board."""

    __slots__ = ()
    sign = "-"


@dataclass(frozen=True, slots=True)
class PlaceRing:
    """Put an own ring on a reachable station."""

    station: str
    size: Size

    def __str__(self) -> str:
        return f"+o{self.station}.{self.size}"


@dataclass(frozen=True, slots=True)
class MoveBlocker:
    """Move an own blocker to an empty slot; `source` is None where a text leaves it open (``x?/E-SE.r``)."""

    source: Slot | None
    target: Slot

    def __str__(self) -> str:
        return f"x{self.source or '?'}/{self.target}"


@dataclass(frozen=True, slots=True)
class RemoveBlocker:
    """Take an opponent's blocker out of the game."""

    slot: Slot

    def __str__(self) -> str:
        return f"-x{self.slot}"


@dataclass(frozen=True, slots=True)
class MovePost:
    """Move the own post."""

    station: str

    def __str__(self) -> str:
        return f"^{self.station}"


@dataclass(frozen=True, slots=True)
class Teleport:
    """Jump with the own post out of a station whose neighbours are full of other players' rings."""

    station: str

    def __str__(self) -> str:
        return f"^^{self.station}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing; legal only where nothing else is."""

    def __str__(self) -> str:
        return "--"


ArrowMove: TypeAlias = PlaceArrow | ReverseArrow | RemoveArrow
Move: TypeAlias = (
    ArrowMove | PlaceRing | MoveBlocker | RemoveBlocker | MovePost | Teleport | Pass
)
