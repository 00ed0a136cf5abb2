"""A board as a picture: the game as it lies on the table, seen from above.

The picture is made of layers: the *ground* (stations with their steps and notches, the same for a whole game), the
*pieces*, and the *marks* (a path, active stations, legal targets). The widget exchanges the upper layers and keeps
the ground.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from boardkit.messages import get_language, using_language
from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from finity_edu.draw import pieces
from finity_edu.draw.describe import describe
from finity_edu.draw.geometry import REACH, Geometry
from finity_edu.draw.pieces import RING_WIDTH
from finity_edu.draw.style import token
from finity_edu.rules.board import Board
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Move, PlaceArrow, PlaceRing, Ring, Slot
from finity_edu.rules.position import Position

SIZE = 72.0
SEAT_WIDTH = 50
TOKEN = 0.475
"""Radius of what marks an active station, as a part of the size of a station: between its rings and the arrows."""
BADGE = 0.12
BADGES = (-0.3, -0.04, -0.56)
"""Where the numbers of the steps through one arrow stand, from its tail on: on its shaft, then in the station."""
LARGE = 1.4
"""Factor of the large print for lectures."""


@dataclass(frozen=True)
class Marks:
    """What is pointed out on a board.

    Attributes
    ----------
    path : sequence of str
        Stations of a run, in order; each step gets its number.
    active : collection of str
        Stations on which a run may stand now.
    arrived : collection of str
        Those of the active stations on which a run has been accepted.
    targets : collection of str
        Stations (``NE``) and slots (``C-N.m``) that are offered.
    on_top : bool
        Whether the path lies on the pieces, not below them.
    """

    path: Sequence[str] = ()
    active: Collection[str] = ()
    targets: Collection[str] = ()
    arrived: Collection[str] = ()
    on_top: bool = False


class BoardDrawing:
    """The layers of the picture of one board.

    Parameters
    ----------
    board : Board
    large : bool
        Large print.
    labels : bool
        Whether stations carry their names.
    """

    def __init__(self, board: Board, large: bool = False, labels: bool = True) -> None:
        self.board = board
        self.labels = labels
        self.scale = LARGE if large else 1.0
        self.geometry = Geometry(board, SIZE * self.scale)
        self.font = round(22 * self.scale)

    # --- layers --------------------------------------------------------------------------------------------

    def ground(self) -> Element:
        """Stations with their names at the rim, and a notch for every slot."""
        return el(
            "g",
            el(
                "g",
                *(self._hexagon(name, 0.975) for name in self.board.names),
                fill=style.ground,
                stroke=style.notch,
                stroke_width=style.thin,
                stroke_linejoin="round",
            ),
            el(
                "g",
                *map(self.notch, self.board.slots),
                stroke=style.notch,
            ),
            self.names(self.board.names),
            self._end_mark(),
            class_="finity-ground",
        )

    def notch(self, slot: Slot, class_: str | None = None) -> Element:
        """Where a piece fits into the board: a pill."""
        size, pose = self.geometry.size, self.geometry.slot(slot)
        (ax, ay), (bx, by) = (pose.at(along * size) for along in (-0.13, 0.13))
        return el(
            "line",
            x1=ax,
            y1=ay,
            x2=bx,
            y2=by,
            stroke_width=round(0.075 * size, 1),
            stroke_linecap="round",
            class_=class_,
        )

    def _hexagon(self, name: str, part: float) -> Element:
        return el(
            "polygon", points=self.geometry.outline(name, part * self.geometry.size)
        )

    def names(self, stations: Collection[str]) -> Element | None:
        """Names of stations, away from arrows and pieces."""
        if not self.labels:
            return None
        drawn = []
        for name in stations:
            if name != self.board.end:
                x, y = self.geometry.name_place(name)
                drawn.append(el("text", name, x=x, y=y))
        return el(
            "g",
            *drawn,
            fill=style.aside,
            font_size=self.font,
            font_weight="bold",
            text_anchor="middle",
            dominant_baseline="central",
        )

    def _end_mark(self) -> Element:
        """The outer of the two circles that mark an accepting state."""
        x, y = self.geometry.centre(self.board.end)
        return el(
            "circle",
            cx=round(x, 1),
            cy=round(y, 1),
            r=round(0.36 * self.geometry.size, 1),
            fill=style.panel,
            stroke=style.ink,
            stroke_width=style.medium,
        )

    def pieces(self, layout: Layout, word: str = "") -> Element:
        """Everything that lies on the board."""
        geometry = self.geometry
        posts = []
        for seat, station in enumerate(layout.posts, start=1):
            if station is not None:
                x, y = geometry.centre(station)
                posts.append(pieces.post(x, y, seat, geometry.size))
        return el(
            "g",
            pieces.cone_from_above(
                geometry,
                self.board.end,
                word[-1:] or "w",
                self.board.end if self.labels else "",
            ),
            *pieces.arrows(geometry, layout),
            *pieces.blockers(geometry, layout),
            *pieces.rings(geometry, layout),
            *posts,
            class_="finity-pieces",
        )

    def ghost(self, move: Move, seat: int) -> list[Element]:
        """The piece that a move would lay, pale."""
        match move:
            case PlaceArrow(piece):
                laid: list[Element] = list(
                    pieces.arrows(self.geometry, Layout.of(self.board, arrows=[piece]))
                )
            case PlaceRing(station, size):
                laid = list(
                    pieces.rings(
                        self.geometry,
                        Layout.of(self.board, rings=[Ring(seat, station, size)]),
                    )
                )
            case _:
                laid = []
        if not laid:
            return []
        return [el("g", *laid, opacity=0.55)]

    def below(self, layout: Layout, marks: Marks, word: str = "") -> Element:
        """Marks that lie under the pieces: active stations, and the course of a path."""
        drawn = []
        for name in self.board.names:
            if name in marks.active:
                drawn.append(self._token(name, name in marks.arrived))
        if not marks.on_top:
            drawn.append(self._way_of(layout, marks, word))
        return el("g", *drawn, class_="finity-below")

    def _token(self, station: str, arrived: bool) -> Element:
        """What marks an active station: it is lit, and ringed inside its arrows."""
        x, y = self.geometry.centre(station)
        fill = style.taken if arrived else style.lit
        ring = el(
            "circle",
            cx=round(x, 1),
            cy=round(y, 1),
            r=round(TOKEN * self.geometry.size, 1),
            stroke=style.good if arrived else style.ink,
            stroke_width=style.firm,
        )
        lit = el("g", self._hexagon(station, 0.93), fill_opacity=0.45)
        return el("g", lit, ring, fill=fill)

    def _way_of(self, layout: Layout, marks: Marks, word: str) -> Element:
        """The course of a path; its steps come one after the other."""
        size = self.geometry.size
        lines = [
            el(
                "polyline",
                points=points,
                stroke_dasharray=None if exists else [3.0, 0.3 * size],
                style=f"--n:{n}",
            )
            for n, (points, exists, _) in enumerate(
                self._course(layout, marks.path, word)
            )
        ]
        return el(
            "g",
            *lines,
            fill="none",
            stroke=style.blue,
            stroke_width=round(0.25 * size, 1),
            stroke_linejoin="round",
            stroke_linecap="round",
            opacity=0.42,
        )

    def above(self, layout: Layout, marks: Marks, word: str = "") -> Element:
        """Marks that lie over the pieces: targets, and the numbers of the steps of a path."""
        targets = list(map(self._target, marks.targets))
        numbers = []
        passed: dict[Slot, int] = {}
        for i, (_, _, slot) in enumerate(
            self._course(layout, marks.path, word), start=1
        ):
            before = passed.get(slot, 0)
            passed[slot] = before + 1
            place = BADGES[min(before, len(BADGES) - 1)]
            at = self.geometry.slot(slot).at(place * self.geometry.size)
            numbers.append(self._number(at, str(i)))
        way = aims = None
        if marks.on_top:
            way = self._way_of(layout, marks, word)
        if targets:
            aims = el(
                "g",
                *targets,
                fill=style.blue,
                fill_opacity=0.14,
                stroke=style.blue,
                stroke_width=style.medium,
                stroke_dasharray=[5.0, 3.5],
            )
        return el("g", way, aims, *numbers, class_="finity-above")

    def _target(self, name: str) -> Element:
        size = self.geometry.size
        if name in self.board.index:
            x, y = self.geometry.centre(name)
            return el("circle", cx=round(x, 1), cy=round(y, 1), r=round(0.5 * size, 1))
        if name not in self.board.slot_named:
            raise ValueError(
                CATALOGUE.text(
                    "draw.no_place", place=name, names=" ".join(self.board.names)
                )
            )
        return el(
            "polygon",
            points=self.geometry.slot(self.board.slot_named[name]).box(
                REACH * size, 0.115 * size
            ),
        )

    def _course(
        self, layout: Layout, path: Sequence[str], word: str
    ) -> Iterator[tuple[list[tuple[float, float]], bool, Slot]]:
        """For each step of a run: its line, whether its arrow exists, and its slot, seen from its tail."""
        reach = REACH * self.geometry.size
        for i, (a, b) in enumerate(pairwise(path)):
            slot, exists = self._way(layout, a, b, word[i : i + 1])
            (ax, ay), (bx, by), pose = (
                self.geometry.centre(a),
                self.geometry.centre(b),
                self.geometry.slot(slot),
            )
            ends = (round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))
            yield (
                [ends[0], pose.at(-reach), pose.at(reach), ends[1]],
                exists,
                slot,
            )

    def _way(self, layout: Layout, a: str, b: str, symbol: str) -> tuple[Slot, bool]:
        """The slot through which a step goes, and whether an arrow of the right colour lies there."""
        if b not in self.board.neighbours[a]:
            raise ValueError(CATALOGUE.text("draw.no_step", a=a, b=b))
        for piece in layout.arrows:
            if (piece.tail, piece.head) == (a, b) and symbol in ("", piece.colour):
                return piece.slot, True
        return Slot(a, b, "m"), False

    def _number(self, at: tuple[float, float], text: str) -> Element:
        size = self.font if len(text) == 1 else 0.8 * self.font
        return el(
            "g",
            el(
                "circle",
                cx=round(at[0], 1),
                cy=round(at[1], 1),
                r=round(BADGE * self.geometry.size, 1),
                fill=style.paper,
                stroke=style.blue,
                stroke_width=style.thin,
            ),
            label(
                *at, text, size=round(size, 1), font_weight="bold", fill=style.signal
            ),
        )

    # --- beside the board ----------------------------------------------------------------------------------

    def legend(self, seats: int, turn: int | None, x: float, y: float) -> Element:
        """The players' tokens in a row; the one to move is underlined."""
        step, radius = SEAT_WIDTH * self.scale, 10.5 * self.scale
        drawn: list[Element] = []
        for seat in range(1, seats + 1):
            at = x + (seat - 0.5) * step
            ring = [
                el("circle", cx=round(at, 1), cy=round(y, 1), r=round(1.72 * radius, 1))
            ]
            drawn += pieces.owned(seat, ring, RING_WIDTH * self.geometry.size)
            drawn.append(token(seat, at, y, radius))
            if seat == turn:
                low, half = round(y + 2.5 * radius, 1), 1.5 * radius
                drawn.append(
                    el(
                        "line",
                        x1=at - half,
                        y1=low,
                        x2=at + half,
                        y2=low,
                        stroke=style.ink,
                        stroke_width=4 * self.scale,
                        stroke_linecap="round",
                    )
                )
        return el("g", *drawn, class_="finity-legend")

    def beside(
        self, word: str, read: int, turn: int | None
    ) -> tuple[list[Element], float, float]:
        """The word as a tower with the players below it, how wide that is, and how high the board is with it."""
        seats, scale = self.board.players, self.scale
        room = self.geometry.height - 82 * scale
        unit = min(34 * scale, max(24 * scale, room / max(len(word), 1)))
        height = max(self.geometry.height, len(word) * unit + 82 * scale)
        width = max(SEAT_WIDTH * scale * seats, 130 * scale) + 16
        x, foot = self.geometry.width + width / 2, height - 68 * scale
        drawn = list(
            pieces.tower(round(x, 1), round(foot, 1), word, read, round(unit, 1))
        )
        if word:
            drawn.append(
                el(
                    "line",
                    x1=x - 1.5 * unit,
                    y1=foot + 1,
                    x2=x + 1.5 * unit,
                    y2=foot + 1,
                    stroke=style.ink,
                    stroke_width=style.firm,
                )
            )
        players = self.legend(
            seats, turn, x - SEAT_WIDTH * scale * seats / 2, height - 34 * scale
        )
        return [*drawn, players], width, height


def draw_board(
    position: Position | Layout | Board,
    *,
    word_read: int = 0,
    path: Sequence[str] | None = None,
    active: Collection[str] = (),
    highlight: Collection[object] = (),
    labels: bool = True,
    large: bool = False,
    lang: str | None = None,
) -> Picture:
    """Draw a board with all that lies on it.

    Parameters
    ----------
    position : Position, Layout or Board
        A position shows its word as a tower beside the board, and who is to move.
    word_read : int
        Number of symbols of the word that are marked as read.
    path : sequence of str, optional
        Stations of a run; every step is drawn through the arrow it uses, or dashed if there is none.
    active : collection of str
        Stations to be marked as active.
    highlight : collection of str or Slot
        Stations (``"NE"``) and slots (``"C-N.m"``) to be offered as targets.
    labels : bool
        Whether stations carry their names.
    large : bool
        Large print for a lecture hall.
    lang : {"en", "de", "es"}, optional
        Language of the text alternative; the current one by default.

    Returns
    -------
    Picture
        Shows itself in a notebook; `Picture.save` makes a file.

    Raises
    ------
    ValueError
        If a path takes a step between stations that are not adjacent, or a place does not exist.

    Examples
    --------
    >>> picture = draw_board(Position.start(word="bbwwbwbw"), active=["N"])
    >>> picture.title
    'Finity board'
    >>> "Blue (circle): post on N" in picture.desc
    True
    """
    with using_language(lang):
        layout = _layout(position)
        whole = position if isinstance(position, Position) else None
        marks = Marks(path or (), tuple(active), tuple(map(str, highlight)))
        unknown = []
        for name in (*marks.path, *marks.active):
            if name not in layout.board.index:
                unknown.append(name)
        if unknown:
            raise ValueError(
                CATALOGUE.text(
                    "draw.no_place",
                    place=unknown[0],
                    names=" ".join(layout.board.names),
                )
            )
        drawing = BoardDrawing(layout.board, large, labels)
        word = whole.word if whole else ""
        beside, extra, height = list[Element](), 0.0, drawing.geometry.height
        if whole is not None or any(
            _is_seated(layout, seat) for seat in range(1, layout.board.players + 1)
        ):
            beside, extra, height = drawing.beside(
                word, word_read, whole.to_move if whole else None
            )
        lift = (height - drawing.geometry.height) / 2
        body = [
            drawing.ground(),
            drawing.below(layout, marks, word),
            drawing.pieces(layout, word),
            drawing.above(layout, marks, word),
        ]
        return Picture(
            round(drawing.geometry.width + extra),
            round(height),
            el("g", *body, transform=f"translate(0 {lift:.1f})")
            if lift
            else el("g", *body),
            *beside,
            title=CATALOGUE.text("draw.title"),
            desc=describe(layout, whole, word_read, marks.path, marks.active),
            lang=get_language(),
        )


def _layout(position: Position | Layout | Board) -> Layout:
    if isinstance(position, Position):
        return position.layout
    if isinstance(position, Layout):
        return position
    # Start stations are marked by a game, which a board alone is not
    if not position.laid:
        return Layout.empty(position)
    return Layout.of(position, position.starts, arrows=position.laid)


def _is_seated(layout: Layout, seat: int) -> bool:
    """Whether a seat has anything on the board."""
    blockers = any(blocker.seat == seat for blocker in layout.blockers)
    return layout.posts[seat - 1] is not None or seat in layout.ring_codes or blockers
