"""What pictures and widgets are made of: frames, fields, stones, arrow lines.

The marks are explained in :mod:`amakta.draw.board`, which puts these parts together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt

from amakta.rules.board import PLAYERS, AnyBoard, Board, Player
from amakta.rules.lattice import Field, distance, field_text, step
from amakta.rules.situation import Pointing, Situation, Stone
from amakta.rules.stones import CONTENTS
from amakta.rules.texts import CATALOGUE
from boardkit.svg import BLACK, PALETTE, WHITE, Element, el, hexagon, label, number

SIZE = 58.0
"""Distance from the middle of a field to its corners, in pixels."""
RADIUS = 30.0
"""Radius of a stone."""
ON_BOARD = 1.12
"""Stones on a board are a little larger than in a row."""
BODY: dict[Player, str] = {"W": "#FFFDF4", "B": "#3B3B40"}
INK: dict[Player, str] = {"W": BLACK, "B": "#FFFFFF"}
ARROW = {
    "W": {"B": PALETTE["blue"], "G": "#007A59", "R": PALETTE["vermillion"]},
    "B": {"B": "#7CC8F2", "G": "#62E0B4", "R": "#FFA468"},
}
FIELD = {"W": "#FBEFC6", "B": "#C3CBD6", "tie": "#EFE7F2", "": "#FFFFFF"}
HOLE = "#77716A"
CHEVRONS = {"B": 1, "G": 2, "R": 3}
CIRCLE = {"V": ("#8E3B85", "+"), "G": ("#00694E", "−")}


@dataclass(frozen=True)
class Frame:
    """Where the fields of a picture lie: `west` and `north` are the pixels of the lattice origin."""

    fields: tuple[Field, ...]
    west: float
    north: float
    width: float
    height: float

    @classmethod
    def around(cls, fields: Iterable[Field], margin: float = 8) -> Frame:
        """The smallest frame around some fields."""
        places = tuple(sorted(fields, key=lambda f: (f[1], f[0])))
        xs, ys = [f[0] for f in places], [f[1] for f in places]
        half = SIZE * sqrt(3) / 2
        return cls(places, margin + half * (1 - min(xs)), margin + SIZE * (1 - 1.5 * min(ys)),
                   2 * margin + half * (max(xs) - min(xs) + 2), 2 * margin + SIZE * (1.5 * (max(ys) - min(ys)) + 2))

    def at(self, f: Field) -> tuple[float, float]:
        """The pixels of the middle of a field."""
        return self.west + f[0] * SIZE * sqrt(3) / 2, self.north + f[1] * 1.5 * SIZE


def window(board: AnyBoard, situation: Situation | None = None, centre: Field | None = None,
           radius: int = 4) -> Frame:
    """The frame of a finite board with its holes, or a hexagonal window of the unbounded one.

    Parameters
    ----------
    board : Board or InfinitBoard
    situation : Situation, optional
        Unused by finite boards; on the unbounded board the default centre lies between the bases.
    centre : Field, optional
    radius : int
        Steps from the centre to the rim of the window.
    """
    if isinstance(board, Board):
        return Frame.around([*board.fields, *holes(board)])
    if centre is None:
        centre, least = home(board)
        radius = max(radius, least)
    return Frame.around(_disc(centre, radius))


def home(board: AnyBoard) -> tuple[Field, int]:
    """A field between the bases, and how far one must see from there to have both in sight.

    Examples
    --------
    >>> from amakta.rules.board import InfinitBoard
    >>> home(InfinitBoard.at_distance(3))
    ((4, 0), 3)
    """
    white, black = board.base("W"), board.base("B")
    x = (white[0] + black[0]) // 2
    centre = (x + (x - white[0]) % 2, white[1])
    return centre, max(distance(centre, white), distance(centre, black)) + 1


def _disc(centre: Field, radius: int) -> Iterator[Field]:
    for dy in range(-radius, radius + 1):
        reach = 2 * radius - abs(dy)
        for dx in range(-reach, reach + 1, 2):
            yield centre[0] + dx, centre[1] + dy


def holes(board: Board) -> tuple[Field, ...]:
    """Lattice points between fields of a row that are no fields.

    Examples
    --------
    >>> from amakta.rules.board import board
    >>> holes(board("ring6"))
    ((0, 0),)
    """
    left = min(x for x, _ in board.fields)
    top = min(y for _, y in board.fields)
    return tuple((left + x, top + y) for y, row in enumerate(board.rows) for x, sign in enumerate(row) if sign == ".")


def angle(direction: int) -> float:
    """The angle of a direction on the screen, in radians (y grows downwards)."""
    return -direction * pi / 3


def stone_elements(lying: Stone, active: bool = True, blocked: Collection[tuple[int, str]] = ()) -> Element:
    """A stone around the origin.

    Parameters
    ----------
    lying : Stone
    active : bool
        Whether its circle counts now: solid, else hollow.
    blocked : collection of (direction, colour letter)
        Arrows that do not point: they are drawn hollow.
    """
    colours = ARROW[lying.owner]
    paths: dict[tuple[str, bool], list[str]] = {}
    for d, digit in enumerate(lying.code):
        pair = CONTENTS[int(digit)]
        for i, colour in enumerate(pair):
            side = (i - 0.5) * 9.5 if len(pair) == 2 else 0.0
            paths.setdefault((colour, (d, colour) in blocked), []).append(_chevrons(d, side, CHEVRONS[colour]))
    marks = [el("path", d=" ".join(ds), stroke=colours[colour], stroke_width=1.3 if hollow else 3,
                stroke_dasharray="1.5 2" if hollow else None)
             for (colour, hollow), ds in sorted(paths.items())]
    return el("g",
              el("circle", r=RADIUS, fill=BODY[lying.owner], stroke=BLACK, stroke_width=2),
              el("g", *marks, fill="none", stroke_linejoin="round", stroke_linecap="round"),
              *_middle(lying, active))


def _chevrons(direction: int, side: float, n: int) -> str:
    """Chevrons that point away from the middle, shifted sideways for one of a pair."""
    ux, uy = cos(angle(direction)), sin(angle(direction))
    parts = []
    for k in range(n):
        tip = 27.0 - 5.2 * k
        points = [(tip - 4, side - 4), (tip, side), (tip - 4, side + 4)]
        pixels = [(ux * a - uy * b, uy * a + ux * b) for a, b in points]
        parts.append("M" + " L".join(f" {number(x)} {number(y)}" for x, y in pixels))
    return " ".join(parts)


def _middle(lying: Stone, active: bool) -> list[Element]:
    if lying.expropriated:
        return [el("rect", x=-7, y=-7, width=14, height=14, rx=2, fill=BODY[lying.colour],
                   stroke="#B08D57", stroke_width=2.5)]
    if lying.circle:
        colour, sign = CIRCLE[lying.circle]
        return [el("circle", r=8.5, fill=colour if active else WHITE, stroke=colour if lying.owner == "W" else WHITE,
                   stroke_width=2), label(0, 0.5, sign, 15, fill=WHITE if active else colour, font_weight="bold")]
    return [el("circle", r=3, fill=INK[lying.owner], fill_opacity=0.55)]


def stone_words(made: Stone) -> str:
    """What a stone shows, in words of the current language.

    Examples
    --------
    >>> stone_words(Stone("300700", "W", "W", "V"))
    'E red, W green pair, reinforcement'
    """
    parts = []
    for d, digit in enumerate(made.code):
        held = CONTENTS[int(digit)]
        if held:
            where = CATALOGUE.text(f"direction.{d}")
            names = [CATALOGUE.text(f"colour.{c}") for c in held]
            if len(held) == 1:
                parts.append(f"{where} {names[0]}")
            elif held[0] == held[1]:
                parts.append(CATALOGUE.text("draw.pair", where=where, colour=names[0]))
            else:
                parts.append(CATALOGUE.text("draw.mixed", where=where, first=names[0], second=names[1]))
    if not parts:
        parts.append(CATALOGUE.text("draw.blank"))
    if made.circle:
        parts.append(CATALOGUE.text(f"circle.{made.circle}"))
    if made.expropriated:
        parts.append(CATALOGUE.text("draw.expropriated"))
    return ", ".join(parts)


def field_elements(s: Situation, frame: Frame, counts: bool = True, coordinates: bool = True) -> Element:
    """The fields: tint of control, arrow counts, coordinates, bases, holes."""
    cells, texts = [], []
    base = {s.board.base(p): p for p in PLAYERS}
    for f in frame.fields:
        x, y = frame.at(f)
        if f not in s.board:
            cells.append(hexagon(x, y, SIZE - 8, flat=False, fill=HOLE, stroke="#55504A", stroke_width=2))
            cells.append(hexagon(x, y, SIZE - 20, flat=False, fill="#68625B", stroke="none"))
            continue
        white, black = s.count(f)
        held = s.control.get(f) or ("tie" if white else "")
        cells.append(hexagon(x, y, SIZE - 1.5, flat=False, fill=FIELD[held], stroke="#8A8172", stroke_width=1.5))
        if f in base:
            cells.append(hexagon(x, y, SIZE - 4, flat=False, fill="none", stroke=BLACK, stroke_width=3,
                                 stroke_dasharray=None if base[f] == "W" else "9 4"))
            if f not in s.at:
                texts.append(label(x, y, base[f], 30, font_weight="bold", fill_opacity=0.35))
        if coordinates:
            texts.append(label(x, y - 41, field_text(f), 14, fill="#5B5548"))
        if counts and (white or black):
            texts.append(label(x, y + 41, f"{white}:{black}", 15, font_weight="bold"))
    return el("g", *cells, el("g", *texts, fill=BLACK))


def stones_element(s: Situation, frame: Frame) -> Element:
    """The stones that lie within the frame."""
    inside = set(frame.fields)
    blocked = _blocked_by_source(s)
    placed = []
    for f, lying in s.stones:
        if f in inside:
            x, y = frame.at(f)
            active = not lying.circle or s.active_circle(f)
            placed.append(el("g", stone_elements(lying, active, blocked.get(f, ())),
                             transform=f"translate({number(x)} {number(y)}) scale({ON_BOARD})"))
    return el("g", *placed)


def _blocked_by_source(s: Situation) -> dict[Field, set[tuple[int, str]]]:
    """For every stone the arrows that point at nothing, as (direction, colour): blocked, or without a field."""
    found: dict[Field, set[tuple[int, str]]] = {}
    for f, lying in s.stones:
        pointing = {p.target for p in s.pointings() if p.source == f and not p.blockers}
        for d, digit in enumerate(lying.code):
            for colour in CONTENTS[int(digit)]:
                if step(f, d, CHEVRONS[colour]) not in pointing:
                    found.setdefault(f, set()).add((d, colour))
    return found


def arrows_element(s: Situation, frame: Frame, sources: Collection[Field] | None = None) -> Element:
    """Lines from stones to the fields that they point at; a blocked one ends at its blocker with a cross.

    Parameters
    ----------
    s : Situation
    frame : Frame
    sources : collection of Field, optional
        Only the arrows of these stones; all by default.
    """
    inside = set(frame.fields)
    lines: list[Element] = []
    for p in s.pointings():
        if p.source in inside and p.target in inside and (sources is None or p.source in sources):
            lines += _line(p, frame, p.target in s.at)
    return el("g", *lines, fill="none", stroke_linecap="round", stroke_linejoin="round")


def _line(p: Pointing, frame: Frame, to_stone: bool) -> Iterator[Element]:
    (x1, y1), (x2, y2) = frame.at(p.source), frame.at(p.blockers[0] if p.blockers else p.target)
    length = hypot(x2 - x1, y2 - y1)
    reach = distance(p.source, p.target)
    colour = ARROW["W"]["BGR"[reach - 1]]
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    # Opposite arrows between two stones pass each other on their right sides.
    ox, oy = -uy * 4, ux * 4
    ax, ay = x1 + ux * ON_BOARD * RADIUS + ox, y1 + uy * ON_BOARD * RADIUS + oy
    short = ON_BOARD * RADIUS + 1.5 if to_stone or p.blockers else RADIUS - 2  # heads lie beside stones, not under them
    bx, by = x2 - ux * short + ox, y2 - uy * short + oy
    halo = f"M {number(ax)} {number(ay)} L {number(bx)} {number(by)}"
    yield el("path", d=halo, stroke=WHITE, stroke_width=6)
    yield el("path", d=halo, stroke=colour, stroke_width=4.5 if p.weight == 2 else 2.2,
             stroke_dasharray="4 5" if p.blockers else None)
    if p.weight == 2:
        yield el("path", d=halo, stroke=WHITE, stroke_width=1.2)
    if p.blockers:
        cross = " ".join(f"M {number(bx - 5)} {number(by - 5 * k)} L {number(bx + 5)} {number(by + 5 * k)}"
                         for k in (1, -1))
        yield el("path", d=cross, stroke=BLACK, stroke_width=2.5)
    else:
        wing = " L ".join(f"{number(bx - 8 * ux + k * 5 * uy)} {number(by - 8 * uy - k * 5 * ux)}" for k in (1, -1))
        first, second = wing.split(" L ")
        yield el("path", d=f"M {first} L {number(bx)} {number(by)} L {second}", stroke=colour, stroke_width=2.6)


def marks_element(frame: Frame, marks: Collection[Field]) -> Element:
    """A heavy dashed ring on each of these fields."""
    rings = [hexagon(*frame.at(f), SIZE - 5, flat=False) for f in frame.fields if f in marks]
    return el("g", *rings, fill="none", stroke=PALETTE["vermillion"], stroke_width=5, stroke_dasharray="10 5")
