"""Boards: stations on a hexagonal grid, and everything that follows from where they lie.

Only names and coordinates are stated; neighbours, slots, corners and the tables that legality reads are
derived. A board knows nothing of pieces.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from operator import index

from boardkit.hexes import DIRECTIONS, Hex, direction_between
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.pieces import LANES, Bridge, Slot

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

_OUTER = {2: ("W", "E"), 3: ("FNW", "E", "FSW"), 4: ("W", "E", "FNW", "FNE", "FSE", "FSW")}
START_ORDERS: dict[str, dict[int, tuple[str, ...]]] = {
    "listed": {2: ("N", "S"), 3: ("S", "NW", "NE"), 4: ("NW", "SW", "NE", "SE")},
    "clockwise": {2: ("N", "S"), 3: ("NW", "NE", "S"), 4: ("NW", "NE", "SE", "SW")},
}
"""Start stations in seat order, by the value of the rule `seat_order`."""

LABEL = r"[A-Z][A-Za-z0-9]*"
_ENTRY = re.compile(rf"({LABEL})(\*?):(-?[0-9]{{1,9}}),(-?[0-9]{{1,9}})")

# What a slot holds, as one small number; the order is the canonical order of moves (b < w, then tail order).
EMPTY = 0
BRIDGE_CODES = (1, 2, 3, 4)
"""b from the slot's first station, b from the second, w from the first, w from the second."""
FIRST_BLOCKER = 5
"""Code of a blocker of seat 1; seat 2 follows."""

_REVERSED = (0, 2, 1, 4, 3)


def reversed_code(code: int) -> int:
    """Code of the same bridge turned round."""
    return _REVERSED[code]


class BoardError(FinityError):
    """A board that cannot be built."""


@dataclass(frozen=True)
class Board:
    """A set of hexagonal stations, one of which carries the tower.

    Parameters
    ----------
    stations : tuple of (str, Hex)
        Names and axial coordinates, in the order in which texts name them.
    end : str
        The station with the tower: the only accepting state.
    players : int
        Number of seats, 2 to 4.
    starts : tuple of (str or None)
        Station of each seat's post when a game starts; not part of the board's identity.

    Raises
    ------
    BoardError
        For duplicate names or places, an unknown end or start station, or another number of seats.

    Examples
    --------
    >>> board = Board.standard(2)
    >>> len(board.stations), len(board.pairs), len(board.slots), len(board.corners)
    (9, 16, 48, 8)
    >>> Board.parse("A:0,0 B:0,1 C:1,0 D*:2,0").end
    'D'
    """

    stations: tuple[tuple[str, Hex], ...]
    end: str
    players: int = 2
    starts: tuple[str | None, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        seen: dict[Hex, str] = {}
        for name, place in self.stations:
            if not re.fullmatch(LABEL, name):
                raise BoardError(CATALOGUE.message("board.label", label=name))
            if place in seen:
                raise BoardError(CATALOGUE.message("board.same_place", a=seen[place], b=name))
            seen[place] = name
        if len(self.index) != len(self.stations):
            names = [name for name, _ in self.stations]
            double = next(name for name in names if names.count(name) > 1)
            raise BoardError(CATALOGUE.message("board.same_name", name=double))
        for name in (self.end, *filter(None, self.starts)):
            if name not in self.index:
                raise BoardError(CATALOGUE.message("board.unknown", name=name, names=" ".join(self.names)))
        if self.end in self.starts:
            raise BoardError(CATALOGUE.message("board.start_is_end", name=self.end))
        if self.players not in (2, 3, 4):
            raise BoardError(CATALOGUE.message("board.players", players=self.players))
        if len(self.starts) > self.players:
            raise BoardError(CATALOGUE.message("board.starts", starts=len(self.starts), players=self.players))

    # --- making boards -------------------------------------------------------------------------------------

    @staticmethod
    def standard(players: int, seat_order: str = "listed") -> Board:
        """The board of the box for 2, 3 or 4 players.

        >>> Board.standard(4, "clockwise").starts
        ('NW', 'NE', 'SE', 'SW')
        """
        if players not in tuple(_OUTER):
            raise BoardError(CATALOGUE.message("board.players", players=players))
        if seat_order not in tuple(START_ORDERS):
            orders = ", ".join(START_ORDERS)
            raise BoardError(CATALOGUE.message("board.seat_order", value=repr(seat_order), orders=orders))
        inner = [name for name, place in STATIONS.items() if place.distance(Hex(0, 0)) <= 1]
        names = [name for name in STATIONS if name in inner or name in _OUTER[players]]
        starts = START_ORDERS[seat_order][players]
        return _interned(tuple((name, STATIONS[name]) for name in names), "C", players, starts)

    @staticmethod
    def custom(
        stations: Mapping[str, tuple[int, int]], end: str, players: int = 2, starts: Iterable[str | None] = ()
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
            raise BoardError(CATALOGUE.message("board.stations", value=repr(stations)))
        places: list[tuple[str, Hex]] = []
        for name, place in stations.items():
            if not isinstance(name, str):
                raise BoardError(CATALOGUE.message("board.label", label=name))
            try:
                x, y = map(index, place)
            except (TypeError, ValueError):
                raise BoardError(CATALOGUE.message("board.place", name=name, place=repr(place))) from None
            places.append((name, Hex(x, y)))
        if end not in tuple(stations):  # before it is looked up by its hash, which a list has not
            raise BoardError(CATALOGUE.message("board.unknown", name=end, names=" ".join(stations)))
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
            raise BoardError(CATALOGUE.message("board.entry", word=text))
        body = text.strip().removeprefix("[").removesuffix("]")
        stations: list[tuple[str, Hex]] = []
        ends: list[str] = []
        for word in body.split():
            entry = _ENTRY.fullmatch(word)
            if entry is None:
                raise BoardError(CATALOGUE.message("board.entry", word=word))
            name, star, x, y = entry.groups()
            stations.append((name, Hex(int(x), int(y))))
            if star:
                ends.append(name)
        if len(ends) != 1:
            raise BoardError(CATALOGUE.message("board.ends", number=len(ends)))
        return _interned(tuple(stations), ends[0], players, _listed(starts))

    @staticmethod
    def named(name: str) -> Board:
        """A shipped custom board, for instance ``abcd``, the worked example of the rulebook."""
        boards = named_boards()
        if name not in tuple(boards):
            raise BoardError(CATALOGUE.message("board.no_such", name=name, names=", ".join(boards)))
        return boards[name]

    # --- text ----------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The form that heads a position: number of players, name, or the stations in full."""
        if self.is_standard:
            return str(self.players)
        for name, board in named_boards().items():
            if board == self:
                return name
        words = (f"{n}{'*' if n == self.end else ''}:{p.x},{p.y}" for n, p in self.stations)
        return f"[{' '.join(words)}]" + ("" if self.players == 2 else f"/{self.players}")

    def __repr__(self) -> str:
        if self.is_standard:
            order = next(
                (o for o, starts in START_ORDERS.items() if starts[self.players] == self.starts), None
            )
            if order is not None:
                return f"Board.standard({self.players}" + ("" if order == "listed" else f", {order!r}") + ")"
        places = {name: (place.x, place.y) for name, place in self.stations}
        return f"Board.custom({places}, end={self.end!r}, players={self.players}, starts={self.starts})"

    @cached_property
    def _hash(self) -> int:
        return hash((self.stations, self.end, self.players))

    def __hash__(self) -> int:
        return self._hash

    # --- what follows from the places ----------------------------------------------------------------------

    @cached_property
    def is_standard(self) -> bool:
        """Whether this is one of the three boards of the box."""
        return self == Board.standard(self.players)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Station names in text order."""
        return tuple(name for name, _ in self.stations)

    @cached_property
    def index(self) -> dict[str, int]:
        """Number of each station."""
        return {name: i for i, (name, _) in enumerate(self.stations)}

    @cached_property
    def end_index(self) -> int:
        """Number of the end station."""
        return self.index[self.end]

    def place(self, station: str) -> Hex:
        """Coordinates of a station."""
        try:
            return self.stations[self.index[station]][1]
        except (KeyError, TypeError):
            raise BoardError(CATALOGUE.message("board.unknown", name=station, names=" ".join(self.names))) from None

    @cached_property
    def at(self) -> dict[Hex, str]:
        """Station at each place."""
        return {place: name for name, place in self.stations}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """Adjacent stations of each station, in text order."""
        return {
            name: tuple(other for other, there in self.stations if place.distance(there) == 1)
            for name, place in self.stations
        }

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Adjacent pairs, first station first in text order."""
        return tuple((a, b) for a in self.names for b in self.neighbours[a] if self.index[a] < self.index[b])

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All slots in canonical order: by pair, then left, middle, right."""
        return tuple(Slot(a, b, lane) for a, b in self.pairs for lane in LANES)

    @cached_property
    def corners(self) -> tuple[tuple[str, str, str], ...]:
        """Triples of stations that meet in a point, each in text order."""
        return tuple(
            (a, b, c)
            for a, b in self.pairs
            for c in self.neighbours[a]
            if self.index[b] < self.index[c] and c in self.neighbours[b]
        )

    @cached_property
    def slot_index(self) -> dict[Slot, int]:
        """Number of each slot, under both of its names."""
        numbers = {slot: i for i, slot in enumerate(self.slots)}
        return numbers | {slot.turned(): i for slot, i in numbers.items()}

    def corner_of(self, slot: Slot) -> tuple[str, str, str] | None:
        """The corner of three stations beside which a slot lies; None in the middle and at the rim.

        >>> Board.standard(2).corner_of(Slot("C", "N", "l"))
        ('C', 'N', 'NW')
        """
        if slot.lane == "m":
            return None
        a, b = self.place(slot.a), self.place(slot.b)
        turn = -1 if slot.lane == "l" else 1  # directions run clockwise
        direction = direction_between(a, b)
        third = self.at.get(a.plus(DIRECTIONS[(direction + turn) % 6]))
        if third is None:
            return None
        a_name, b_name, c_name = sorted((slot.a, slot.b, third), key=self.index.__getitem__)
        return a_name, b_name, c_name

    @cached_property
    def corner_mates(self) -> tuple[tuple[int, ...], ...]:
        """For each slot the (none or two) others beside its corner: only one of the three holds a bridge."""
        groups: dict[tuple[str, str, str], list[int]] = {}
        for i, slot in enumerate(self.slots):
            corner = self.corner_of(slot)
            if corner is not None:
                groups.setdefault(corner, []).append(i)
        return tuple(
            tuple(j for j in groups.get(self.corner_of(slot) or ("", "", ""), ()) if j != i)
            for i, slot in enumerate(self.slots)
        )

    @cached_property
    def slots_at(self) -> tuple[frozenset[int], ...]:
        """Numbers of the slots at each station."""
        return tuple(
            frozenset(i for i, slot in enumerate(self.slots) if name in (slot.a, slot.b))
            for name in self.names
        )

    # --- bridges as codes ----------------------------------------------------------------------------------

    def bridge(self, slot: int, code: int) -> Bridge:
        """The bridge that `code` means in a slot."""
        return self.bridges[slot][code - 1]

    @cached_property
    def bridges(self) -> tuple[tuple[Bridge, ...], ...]:
        """The four bridges that can fill each slot, by code."""
        return tuple(
            tuple(
                Bridge(colour, named.a, named.b, named.lane)
                for colour in ("b", "w")
                for named in (slot, slot.turned())
            )
            for slot in self.slots
        )

    @cached_property
    def bridge_code(self) -> dict[Bridge, tuple[int, int]]:
        """Slot number and code of every possible bridge."""
        return {
            bridge: (slot, code + 1)
            for slot, four in enumerate(self.bridges)
            for code, bridge in enumerate(four)
        }

    @cached_property
    def arrows(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """(colour number, tail, head) of what a code means in each slot; index 0 is unused."""
        return tuple(
            ((0, 0, 0), *(("bw".index(b.colour), self.index[b.tail], self.index[b.head]) for b in four))
            for four in self.bridges
        )


def _listed(starts: Iterable[str | None]) -> tuple[str | None, ...]:
    """Start stations as a tuple; a bare text would be taken letter by letter."""
    if isinstance(starts, str) or not isinstance(starts, Iterable):
        raise BoardError(CATALOGUE.message("board.starts_list", value=repr(starts)))
    return tuple(starts)


@cache
def _interned(
    stations: tuple[tuple[str, Hex], ...], end: str, players: int, starts: tuple[str | None, ...]
) -> Board:
    """Make a board once, so that its derived tables are computed once."""
    return Board(stations, end, players, starts)


@cache
def named_boards() -> dict[str, Board]:
    """The shipped custom boards by name.

    >>> list(named_boards())
    ['abcd', 'row', 'triangle', 'hexring']
    """
    text = resources.files("finity_edu").joinpath("data/boards.toml").read_text(encoding="utf-8")
    return {
        name: Board.parse(entry["stations"], entry.get("players", 2), entry.get("starts", ()))
        for name, entry in tomllib.loads(text).items()
    }
