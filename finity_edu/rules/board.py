"""Boards: stations on a hexagonal grid, and everything that follows from where they lie.

Only names and coordinates are stated; neighbours, slots, corners and the tables that legality reads are
derived. A board knows nothing of pieces.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from operator import index
from typing import Any

from boardkit.hexes import Hex
from boardkit.remembered import hashed_once
from boardkit.views import seen_as
from finity_edu.rules.arranging import find_places, slot_choices
from finity_edu.rules.errors import BoardError, message
from finity_edu.rules.pieces import COLOURS, LANES, SEATS, Arrow, Colour, Lane, Slot
from finity_edu.rules.slots import Slots

STATIONS: dict[str, Hex] = {
    "C": Hex(0, 0),
    "N": Hex(-1, 1),
    "NE": Hex(0, 1),
    "SE": Hex(1, 0),
    "S": Hex(1, -1),
    "SW": Hex(0, -1),
    "NW": Hex(-1, 0),
    "W": Hex(-1, -1),
    "E": Hex(1, 1),
    "FNW": Hex(-2, 1),
    "FNE": Hex(-1, 2),
    "FSE": Hex(2, -1),
    "FSW": Hex(1, -2),
}
"""The thirteen stations of the box, in the order in which texts name them (docs/finity.md, section 1)."""

_OUTER = {
    2: ("W", "E"),
    3: ("FNW", "E", "FSW"),
    4: ("W", "E", "FNW", "FNE", "FSE", "FSW"),
}
BOXED = tuple(_OUTER)
"""Numbers of players for which the box has a board."""
PLAYERS = range(2, 1 + len(SEATS))
"""Numbers of players that a board may have: each has a letter."""
START_ORDERS: dict[str, dict[int, tuple[str, ...]]] = {
    "listed": {2: ("N", "S"), 3: ("S", "NW", "NE"), 4: ("NW", "SW", "NE", "SE")},
    "clockwise": {2: ("N", "S"), 3: ("NW", "NE", "S"), 4: ("NW", "NE", "SE", "SW")},
}
"""Start stations in seat order, by the value of the rule `seat_order`."""

LABEL = r"\w+"
_ARROW = re.compile(rf"([bw])({LABEL})>({LABEL})(?:\.([lmr]))?")
_ENTRY = re.compile(rf"({LABEL})(\*?):(-?[0-9]{{1,9}}),(-?[0-9]{{1,9}})")

# What a slot holds, as one small number; the order is the canonical order of moves (b < w, then tail order).
EMPTY = 0
ARROW_CODES = (1, 2, 3, 4)
"""b from the slot's first station, b from the second, w from the first, w from the second."""
FIRST_BLOCKER = 5
"""Code of a blocker of seat 1; seat 2 follows."""

_REVERSED = (0, 2, 1, 4, 3)


def reversed_code(code: int) -> int:
    """Code of the same arrow turned round."""
    return _REVERSED[code]


@hashed_once
@dataclass(frozen=True, init=False)
class Board(Slots):
    """Hexagonal stations, one of which carries the tower, and the arrows that lie there from the beginning.

    Parameters
    ----------
    arrows : str
        What lies there: ``bA>B`` is a black arrow from A to B; ``bA>B.l`` says the lane, too.
    start : str, optional
        The station of the post of seat 1.
    end : str
        The station with the tower: the only accepting state.
    places : mapping of str to (int, int), optional
        Axial coordinates of all stations, in the order in which texts name them. By default stations are arranged so
        that arrows join neighbours.

    Attributes
    ----------
    stations : tuple of (str, Hex)
        Names and axial coordinates, in the order in which texts name them.
    players : int
        Number of seats, one of `PLAYERS`.
    starts : tuple of (str or None)
        Station of each seat's post when a game starts; it does not count for equality.
    laid : tuple of Arrow
        The arrows, by slot.

    Raises
    ------
    BoardError
        For what is not an arrow, two equal arrows, a station that is joined to itself or to one that does not touch it,
        duplicate names or places, an unknown station, or another number of seats.

    Examples
    --------
    >>> board = Board("bA>B wB>C", start="A", end="C")
    >>> board
    Board('bA>B.m wB>C.m', start='A', end='C', places={'A': (-1, 0), 'B': (0, 0), 'C': (-1, 1)})
    >>> board.automaton().accepts("bw")
    True
    >>> box = Board.standard(2)
    >>> len(box.stations), len(box.pairs), len(box.slots), len(box.corners)
    (9, 16, 48, 8)
    >>> Board.parse("A:0,0 B:0,1 C:1,0 D*:2,0").end
    'D'
    """

    stations: tuple[tuple[str, Hex], ...]
    end: str
    players: int = 2
    starts: tuple[str | None, ...] = field(default=(), compare=False)
    laid: tuple[Arrow, ...] = ()

    def __init__(
        self,
        arrows: str = "",
        *,
        end: str,
        start: str | None = None,
        places: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        words = _read_arrows(arrows)
        names = dict.fromkeys(
            (start, *(name for _, tail, head, _ in words for name in (tail, head)), end)
        )
        if places is None:
            hexes = find_places(
                [name for name in names if name is not None],
                [word[1:3] for word in words],
            )
            places = {name: (place.x, place.y) for name, place in hexes.items()}
        self._fill(Board.custom(places, end, starts=[start]).stations, end, 2, (start,))
        object.__setattr__(self, "laid", tuple(self._in_slots(words)))

    def _fill(
        self,
        stations: tuple[tuple[str, Hex], ...],
        end: str,
        players: int,
        starts: tuple[str | None, ...],
    ) -> None:
        """Set what a board without arrows consists of, and check it."""
        object.__setattr__(self, "stations", stations)
        object.__setattr__(self, "end", end)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "starts", starts)
        self._check()

    def _check(self) -> None:
        seen: dict[Hex, str] = {}
        for name, place in self.stations:
            if not re.fullmatch(LABEL, name):
                raise BoardError(message("board.label", label=name))
            if place in seen:
                raise BoardError(message("board.same_place", a=seen[place], b=name))
            seen[place] = name
        if len(self.index) != len(self.stations):
            names = [name for name, _ in self.stations]
            double = next(name for name in names if names.count(name) > 1)
            raise BoardError(message("board.same_name", name=double))
        for name in (self.end, *filter(None, self.starts)):
            if name not in self.index:
                raise BoardError(
                    message("board.unknown", name=name, names=" ".join(self.names))
                )
        if self.end in self.starts:
            raise BoardError(message("board.start_is_end", name=self.end))
        if self.players not in PLAYERS:
            raise BoardError(message("board.players", players=repr(self.players)))
        if len(self.starts) > self.players:
            raise BoardError(
                message("board.starts", starts=len(self.starts), players=self.players)
            )

    def _in_slots(
        self, words: Iterable[tuple[Colour, str, str, Lane | None]]
    ) -> Iterator[Arrow]:
        """The arrows in slots that do not clash, by slot; the middle of a side is taken first."""
        options: dict[tuple[Colour, str, str], list[int]] = {}
        for colour, tail, head, lane in words:
            for name in (tail, head):
                self.place(name)  # an error if there is none
            if head not in self.neighbours[tail]:
                raise BoardError(
                    message("board.far", arrow=f"{colour}{tail}>{head}", a=tail, b=head)
                )
            if (colour, tail, head) in options:
                raise BoardError(
                    message("board.arrow_twice", arrow=f"{colour}{tail}>{head}")
                )
            lanes = (lane,) if lane else (LANES[1], LANES[0], LANES[2])
            options[colour, tail, head] = [
                self.slot_index[Slot(tail, head, one)] for one in lanes
            ]
        arrows = sorted(
            options, key=lambda a: (sorted((self.index[a[1]], self.index[a[2]])), a)
        )
        chosen = next(
            slot_choices([options[arrow] for arrow in arrows], self.corner_mates), None
        )
        if chosen is None:
            raise BoardError(message("board.corners"))
        for slot, arrow in sorted(zip(chosen, arrows, strict=True)):
            yield next(
                b for b in self.arrows[slot] if (b.colour, b.tail, b.head) == arrow
            )

    @cached_property
    def bare(self) -> Board:
        """The stations without the arrows: what a position lies on."""
        if not self.laid:
            return self
        return _interned(self.stations, self.end, self.players, self.starts)

    def with_starts(self, starts: Iterable[str | None]) -> Board:
        """The same stations with other start stations, without arrows."""
        return _interned(self.stations, self.end, self.players, _listed(starts))

    def automaton(self) -> Any:
        """The station automaton of the board as it lies, from the post of seat 1 to the tower.

        Returns
        -------
        automatakit.Automaton
        """
        return seen_as("automaton", self)

    # --- making boards -------------------------------------------------------------------------------------

    @staticmethod
    def standard(players: int, seat_order: str = "listed") -> Board:
        """The board of the box for 2, 3 or 4 players.

        >>> Board.standard(4, "clockwise").starts
        ('NW', 'NE', 'SE', 'SW')
        """
        if players not in BOXED:
            raise BoardError(message("board.players", players=repr(players)))
        if seat_order not in tuple(START_ORDERS):
            orders = ", ".join(START_ORDERS)
            raise BoardError(
                message("board.seat_order", value=repr(seat_order), orders=orders)
            )
        inner = [
            name for name, place in STATIONS.items() if place.distance(Hex(0, 0)) <= 1
        ]
        names = [name for name in STATIONS if name in inner or name in _OUTER[players]]
        starts = START_ORDERS[seat_order][players]
        return _interned(
            tuple((name, STATIONS[name]) for name in names), "C", players, starts
        )

    @staticmethod
    def custom(
        stations: Mapping[str, tuple[int, int]],
        end: str,
        players: int = 2,
        starts: Iterable[str | None] = (),
    ) -> Board:
        """A board of one's own from names and axial coordinates.

        >>> row = Board.custom({"A": (0, 0), "B": (1, 0), "Z": (2, 0)}, end="Z", starts=["A"])
        >>> str(row)
        '[A:0,0 B:1,0 Z*:2,0]'

        Raises
        ------
        BoardError
            If a place is not two whole numbers, and for what the class refuses.
        """
        if not isinstance(stations, Mapping):
            raise BoardError(message("board.stations", value=repr(stations)))
        places: list[tuple[str, Hex]] = []
        for name, place in stations.items():
            if not isinstance(name, str):
                raise BoardError(message("board.label", label=name))
            try:
                x, y = map(index, place)
            except (TypeError, ValueError):
                raise BoardError(
                    message("board.place", name=name, place=repr(place))
                ) from None
            places.append((name, Hex(x, y)))
        # Before it is looked up by its hash, which a list has not
        if end not in tuple(stations):
            raise BoardError(
                message("board.unknown", name=end, names=" ".join(stations))
            )
        return _interned(tuple(places), end, players, _listed(starts))

    @staticmethod
    def parse(text: str, players: int = 2, starts: Iterable[str | None] = ()) -> Board:
        """Read ``A:0,0 B:0,1 D*:2,0`` (brackets optional, ``*`` marks the end station).

        Raises
        ------
        BoardError
            If a word of the text is no station, or not exactly one station is marked as the end.
        """
        if not isinstance(text, str):
            raise BoardError(message("board.entry", word=text))
        body = text.strip().removeprefix("[").removesuffix("]")
        stations: list[tuple[str, Hex]] = []
        ends: list[str] = []
        for word in body.split():
            entry = _ENTRY.fullmatch(word)
            if entry is None:
                raise BoardError(message("board.entry", word=word))
            name, star, x, y = entry.groups()
            stations.append((name, Hex(int(x), int(y))))
            if star:
                ends.append(name)
        if len(ends) != 1:
            raise BoardError(message("board.ends", number=len(ends)))
        return _interned(tuple(stations), ends[0], players, _listed(starts))

    @staticmethod
    def named(name: str) -> Board:
        """A shipped custom board, for instance ``abcd``, the worked example of the rulebook."""
        boards = named_boards()
        if name not in tuple(boards):
            raise BoardError(
                message("board.no_such", name=name, names=", ".join(boards))
            )
        return boards[name]

    # --- text ----------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The form that heads a position: number of players, name, or the stations in full."""
        if self.is_standard:
            return str(self.players)
        for name, board in named_boards().items():
            if board == self:
                return name
        words = []
        for name, place in self.stations:
            star = "*" if name == self.end else ""
            words.append(f"{name}{star}:{place.x},{place.y}")
        stations = f"[{' '.join(words)}]"
        if self.players != 2:
            stations += f"/{self.players}"
        return " ".join([stations, *map(str, self.laid)])

    def __repr__(self) -> str:
        places = {name: (place.x, place.y) for name, place in self.stations}
        if self.laid:
            arrows = " ".join(map(str, self.laid))
            return f"Board({arrows!r}, start={self.starts[0]!r}, end={self.end!r}, places={places})"
        if self.is_standard:
            for order, starts in START_ORDERS.items():
                if starts[self.players] == self.starts:
                    other = "" if order == "listed" else f", {order!r}"
                    return f"Board.standard({self.players}{other})"
        return f"Board.custom({places}, end={self.end!r}, players={self.players}, starts={self.starts})"

    @cached_property
    def is_standard(self) -> bool:
        """Whether this is one of the three boards of the box."""
        return self.players in BOXED and self == Board.standard(self.players)


def _listed(starts: Iterable[str | None]) -> tuple[str | None, ...]:
    """Start stations as a tuple; a bare text would be taken letter by letter."""
    if isinstance(starts, str) or not isinstance(starts, Iterable):
        raise BoardError(message("board.starts_list", value=repr(starts)))
    return tuple(starts)


@lru_cache(maxsize=64)
def _interned(
    stations: tuple[tuple[str, Hex], ...],
    end: str,
    players: int,
    starts: tuple[str | None, ...],
) -> Board:
    """Make a board once while it is in use, so that its derived tables are computed once."""
    board = object.__new__(Board)
    board._fill(stations, end, players, starts)
    return board


def _read_arrows(text: str) -> list[tuple[Colour, str, str, Lane | None]]:
    """Colour, tail, head and lane (if it is given) of each arrow of a text."""
    words = []
    for word in (
        text.replace(",", " ").split() if isinstance(text, str) else [repr(text)]
    ):
        found = _ARROW.fullmatch(word)
        if found is None:
            raise BoardError(message("board.arrow", word=word))
        colour, tail, head, lane = found.groups()
        if tail == head:
            raise BoardError(message("board.loop", arrow=word, station=tail))
        words.append(
            (
                COLOURS[COLOURS.index(colour)],
                tail,
                head,
                LANES[LANES.index(lane)] if lane else None,
            )
        )
    return words


@cache
def named_boards() -> dict[str, Board]:
    """The shipped custom boards by name.

    >>> list(named_boards())
    ['abcd', 'row', 'triangle', 'hexring']
    """
    text = (
        resources.files("finity_edu")
        .joinpath("data/boards.toml")
        .read_text(encoding="utf-8")
    )
    return {
        name: Board.parse(
            entry["stations"], entry.get("players", 2), entry.get("starts", ())
        )
        for name, entry in tomllib.loads(text).items()
    }
