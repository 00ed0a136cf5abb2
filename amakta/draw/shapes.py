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
from amakta.rules.stones import CONTENTS, REACH, canonical
from amakta.rules.texts import CATALOGUE
from boardkit.svg import Element, el, hexagon, label, number
from boardkit.theme import style

SIZE = 58.0
"""Distance from the middle of a field to its corners, in pixels."""
RADIUS = 30.0
"""Radius of a stone."""
ON_BOARD = 1.12
"""Stones on a board are a little larger than in a row."""
BODY: dict[Player, str] = {"W": style.stone_white, "B": style.stone_black}
INK: dict[Player, str] = {"W": style.piece_black, "B": style.piece_white}
ARROW = {
    "W": {"B": style.blue_on_white, "G": style.green_on_white, "R": style.vermillion},
    "B": {"B": style.sky_on_black, "G": style.green_on_black, "R": style.orange_on_black},
}
FIELD = {"W": style.held_white, "B": style.held_black, "tie": style.held_by_none, "": style.paper}
HOLE = style.pit_rim
CIRCLE = {"V": (style.plus, "+"), "G": (style.green_on_white, "−")}


@dataclass(frozen=True)
class Frame:
    """Where the fields of a picture lie: `west` and `north` are the pixels of the lattice origin."""

    fields: tuple[Field, ...]
    west: float
    north: float
    width: float
    height: float

    @classmethod
    def around(cls, fields: Iterable[Field]) -> Frame:
        """The smallest frame around some fields."""
        places = tuple(sorted(fields, key=lambda f: (f[1], f[0])))
        xs, ys = [f[0] for f in places], [f[1] for f in places]
        margin, half = 8, SIZE * sqrt(3) / 2
        return cls(
            places,
            margin + half * (1 - min(xs)),
            margin + SIZE * (1 - 1.5 * min(ys)),
            2 * margin + half * (max(xs) - min(xs) + 2),
            2 * margin + SIZE * (1.5 * (max(ys) - min(ys)) + 2),
        )

    def at(self, f: Field) -> tuple[float, float]:
        """The pixels of the middle of a field."""
        return self.west + f[0] * SIZE * sqrt(3) / 2, self.north + f[1] * 1.5 * SIZE


def window(board: AnyBoard, centre: Field | None = None, radius: int = 4) -> Frame:
    """The frame of a finite board with its holes, or a hexagonal window of the unbounded one.

    Parameters
    ----------
    board : Board or InfinitBoard
    centre : Field, optional
        By default a field between the bases.
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
    return tuple(
        (left + x, top + y)
        for y, row in enumerate(board.rows)
        for x, sign in enumerate(row)
        if sign == "."
    )


def angle(direction: int) -> float:
    """The angle of a direction on the screen, in radians (y grows downwards)."""
    return -direction * pi / 3


def stone_elements(
    lying: Stone, active: bool = True, blocked: Collection[tuple[int, str]] = ()
) -> Element:
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
            paths.setdefault((colour, (d, colour) in blocked), []).append(
                _chevrons(d, side, REACH[colour])
            )
    marks = [
        el(
            "path",
            d=" ".join(ds),
            stroke=colours[colour],
            stroke_width=style.thin if hollow else style.firm,
            stroke_dasharray="1.5 2" if hollow else None,
        )
        for (colour, hollow), ds in sorted(paths.items())
    ]
    return el(
        "g",
        el("circle", r=RADIUS, fill=BODY[lying.owner], stroke=style.rim, stroke_width=style.medium),
        el("g", *marks, fill="none", stroke_linejoin="round", stroke_linecap="round"),
        *_middle(lying, active),
    )


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
        return [
            el(
                "rect",
                x=-7,
                y=-7,
                width=14,
                height=14,
                rx=2,
                fill=BODY[lying.colour],
                stroke=style.owner,
                stroke_width=style.firm,
            )
        ]
    if lying.circle:
        colour, sign = CIRCLE[lying.circle]
        return [
            el(
                "circle",
                r=8.5,
                fill=colour if active else style.piece_white,
                stroke=colour if lying.owner == "W" else style.piece_white,
                stroke_width=style.medium,
            ),
            label(
                0,
                0.5,
                sign,
                style.text,
                fill=style.piece_white if active else colour,
                font_weight="bold",
            ),
        ]
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
            id = "draw.pair" if held[0] == held[-1] else "draw.mixed"
            parts.append(
                f"{where} {names[0]}"
                if len(held) == 1
                else CATALOGUE.text(
                    id, where=where, colour=names[0], first=names[0], second=names[1]
                )
            )
    if not parts:
        parts.append(CATALOGUE.text("draw.blank"))
    if made.circle:
        parts.append(CATALOGUE.text(f"circle.{made.circle}"))
    if made.expropriated:
        parts.append(CATALOGUE.text("draw.expropriated"))
    return ", ".join(parts)


def field_elements(s: Situation, frame: Frame, coordinates: bool) -> Element:
    """The fields: tint of control, arrow counts, coordinates, bases, holes."""
    cells, texts = [], []
    base = {s.board.base(p): p for p in PLAYERS}
    for f in frame.fields:
        x, y = frame.at(f)
        if f not in s.board:
            cells.append(
                hexagon(
                    x,
                    y,
                    SIZE - 8,
                    flat=False,
                    fill=HOLE,
                    stroke=style.pit_rim,
                    stroke_width=style.medium,
                )
            )
            cells.append(hexagon(x, y, SIZE - 20, flat=False, fill=style.pit, stroke="none"))
            continue
        white, black = s.count(f)
        held = s.control.get(f) or ("tie" if white else "")
        cells.append(
            hexagon(
                x,
                y,
                SIZE - 1.5,
                flat=False,
                fill=FIELD[held],
                stroke=style.edge,
                stroke_width=style.thin,
            )
        )
        if f in base:
            cells.append(
                hexagon(
                    x,
                    y,
                    SIZE - 4,
                    flat=False,
                    fill="none",
                    stroke=style.ink,
                    stroke_width=style.firm,
                    stroke_dasharray=None if base[f] == "W" else "9 4",
                )
            )
            if f not in s.at:
                texts.append(
                    label(x, y, base[f], style.letter, font_weight="bold", fill_opacity=0.35)
                )
        if coordinates:
            texts.append(label(x, y - 41, field_text(f), style.small, fill=style.aside))
        if white or black:
            texts.append(label(x, y + 40, f"{white}:{black}", style.small, font_weight="bold"))
    return el("g", *cells, *texts)


def stones_element(s: Situation, frame: Frame) -> Element:
    """The stones that lie within the frame."""
    inside = set(frame.fields)
    blocked = _blocked_by_source(s)
    placed = []
    for f, lying in s.stones:
        if f in inside:
            x, y = frame.at(f)
            active = not lying.circle or s.active_circle(f)
            key = f"{lying.colour}{canonical(lying.code)}"  # one of each shape: so a page sees a stone move
            placed.append(
                el(
                    "g",
                    stone_elements(lying, active, blocked[f]),
                    class_="gk-slide",
                    data_key=key,
                    transform=f"translate({number(x)} {number(y)}) scale({ON_BOARD})",
                )
            )
    return el("g", *placed)


def _blocked_by_source(s: Situation) -> dict[Field, set[tuple[int, str]]]:
    """For every stone the arrows that point at nothing, as (direction, colour): blocked, or without a field."""
    pointing = {(p.source, p.target) for p in s.pointings() if not p.blockers}
    return {
        f: {
            (d, colour)
            for d, digit in enumerate(lying.code)
            for colour in CONTENTS[int(digit)]
            if (f, step(f, d, REACH[colour])) not in pointing
        }
        for f, lying in s.stones
    }


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
    short = (
        ON_BOARD * RADIUS + 1.5 if to_stone or p.blockers else RADIUS - 2
    )  # heads lie beside stones, not under them
    bx, by = x2 - ux * short + ox, y2 - uy * short + oy
    halo = f"M {number(ax)} {number(ay)} L {number(bx)} {number(by)}"
    yield el("path", d=halo, stroke=style.paper, stroke_width=style.heavy)
    yield el(
        "path",
        d=halo,
        stroke=colour,
        stroke_width=style.bold if p.weight == 2 else style.medium,
        stroke_dasharray="4 5" if p.blockers else None,
    )
    if p.weight == 2:
        yield el("path", d=halo, stroke=style.paper, stroke_width=style.hair)
    if p.blockers:
        cross = " ".join(
            f"M {number(bx - 5)} {number(by - 5 * k)} L {number(bx + 5)} {number(by + 5 * k)}"
            for k in (1, -1)
        )
        yield el("path", d=cross, stroke=style.ink, stroke_width=style.firm)
    else:
        head = [
            (bx - 8 * ux + 5 * uy, by - 8 * uy - 5 * ux),
            (bx, by),
            (bx - 8 * ux - 5 * uy, by - 8 * uy + 5 * ux),
        ]
        yield el("polyline", points=head, stroke=colour, stroke_width=style.firm)


def last_element(frame: Frame, source: Field | None, target: Field | None) -> Element:
    """The fields of the last move: outlined where something lies now, dashed where it has left."""
    rings = [
        hexagon(
            *frame.at(f),
            SIZE - 8,
            flat=False,
            stroke_dasharray="7 5" if f == source and target else None,
        )
        for f in (source, target)
        if f in frame.fields
    ]
    return el(
        "g",
        *rings,
        fill="none",
        stroke=style.signal,
        stroke_width=style.bold,
        class_="gk-last-move",
    )
