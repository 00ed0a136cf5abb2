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
from amakta.rules.texts import text
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
    "B": {
        "B": style.sky_on_black,
        "G": style.green_on_black,
        "R": style.orange_on_black,
    },
}
FIELD = {
    "W": style.held_white,
    "B": style.held_black,
    "tie": style.held_by_none,
    "": style.paper,
}
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
        rows = sorted((y, x) for x, y in fields)
        xs = [x for _, x in rows]
        ys = [y for y, _ in rows]
        margin = 8
        half = SIZE * sqrt(3) / 2
        return cls(
            fields=tuple((x, y) for y, x in rows),
            west=margin + half * (1 - min(xs)),
            north=margin + SIZE * (1 - 1.5 * min(ys)),
            width=2 * margin + half * (max(xs) - min(xs) + 2),
            height=2 * margin + SIZE * (1.5 * (max(ys) - min(ys)) + 2),
        )

    def at(self, field: Field) -> tuple[float, float]:
        """The pixels of the middle of a field."""
        x, y = field
        # Doubled coordinates: a step of one in x is half a field.
        return self.west + x * SIZE * sqrt(3) / 2, self.north + y * 1.5 * SIZE


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
    white = board.base("W")
    black = board.base("B")
    white_x, y = white
    x = (white_x + black[0]) // 2
    if (x - white_x) % 2:  # between two fields
        x += 1
    centre = (x, y)
    return centre, max(distance(centre, white), distance(centre, black)) + 1


def _disc(centre: Field, radius: int) -> Iterator[Field]:
    x, y = centre
    for down in range(-radius, radius + 1):
        reach = 2 * radius - abs(down)
        for right in range(-reach, reach + 1, 2):
            yield x + right, y + down


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
    found = []
    for y, row in enumerate(board.rows, start=top):
        for x, sign in enumerate(row, start=left):
            if sign == ".":
                found.append((x, y))
    return tuple(found)


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
    paths: dict[tuple[str, bool], list[str]] = {}
    for direction, digit in enumerate(lying.code):
        held = CONTENTS[int(digit)]
        sides = (-4.75, 4.75) if len(held) == 2 else (0.0,)
        for colour, side in zip(held, sides, strict=False):
            hollow = (direction, colour) in blocked
            chevrons = _chevrons(direction, side, REACH[colour])
            paths.setdefault((colour, hollow), []).append(chevrons)
    marks = []
    for (colour, hollow), chevrons_of in sorted(paths.items()):
        mark = el(
            "path",
            d=" ".join(chevrons_of),
            stroke=ARROW[lying.owner][colour],
            stroke_width=style.thin if hollow else style.firm,
            stroke_dasharray="1.5 2" if hollow else None,
        )
        marks.append(mark)
    look = {
        "fill": BODY[lying.owner],
        "stroke": style.rim,
        "stroke_width": style.medium,
    }
    return el(
        "g",
        el("circle", r=RADIUS, **look),
        el("g", *marks, fill="none", stroke_linejoin="round", stroke_linecap="round"),
        *_middle(lying, active),
    )


def _chevrons(direction: int, side: float, count: int) -> str:
    """Chevrons that point away from the middle, shifted sideways for one of a pair."""
    # The direction of the arrow; across it is the same turned by a right angle.
    ux = cos(angle(direction))
    uy = sin(angle(direction))
    chevrons = []
    for i in range(count):
        tip = 27.0 - 5.2 * i
        points = []
        corners = [
            (tip - 4, side - 4),
            (tip, side),
            (tip - 4, side + 4),
        ]
        for ahead, beside in corners:
            x = ux * ahead - uy * beside
            y = uy * ahead + ux * beside
            points.append(f"{number(x)} {number(y)}")
        chevrons.append("M " + " L ".join(points))
    return " ".join(chevrons)


def _middle(lying: Stone, active: bool) -> list[Element]:
    if lying.expropriated:
        square = {"x": -7, "y": -7, "width": 14, "height": 14, "rx": 2}
        look = {
            "fill": BODY[lying.colour],
            "stroke": style.owner,
            "stroke_width": style.firm,
        }
        return [el("rect", **square, **look)]
    if lying.circle:
        colour, sign = CIRCLE[lying.circle]
        white = style.piece_white
        fill, ink = (colour, white) if active else (white, colour)
        rim = colour if lying.owner == "W" else white
        return [
            el("circle", r=8.5, fill=fill, stroke=rim, stroke_width=style.medium),
            label(0, 0.5, sign, style.title, fill=ink, font_weight="bold"),
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
    for direction, digit in enumerate(made.code):
        held = CONTENTS[int(digit)]
        if not held:
            continue
        where = text(f"direction.{direction}")
        first = text(f"colour.{held[0]}")
        second = text(f"colour.{held[-1]}")
        if len(held) == 1:
            parts.append(f"{where} {first}")
        elif first == second:
            parts.append(text("draw.pair", where=where, colour=first))
        else:
            parts.append(text("draw.mixed", where=where, first=first, second=second))
    if not parts:
        parts.append(text("draw.blank"))
    if made.circle:
        parts.append(text(f"circle.{made.circle}"))
    if made.expropriated:
        parts.append(text("draw.expropriated"))
    return ", ".join(parts)


def translation(x: float, y: float) -> str:
    """The attribute ``transform`` of what is drawn around the origin and belongs at a place."""
    return f"translate({number(x)} {number(y)})"


def field_elements(situation: Situation, frame: Frame, coordinates: bool) -> Element:
    """The fields: tint of control, arrow counts, coordinates, bases, holes."""
    cells = []
    texts = []
    bases = {situation.board.base(player): player for player in PLAYERS}
    for field in frame.fields:
        x, y = frame.at(field)
        # A hole: nothing lies there, and arrows do not pass.
        if field not in situation.board:
            cells.append(_cell(x, y, 8, HOLE, style.pit_rim, style.medium))
            cells.append(
                hexagon(x, y, SIZE - 20, flat=False, fill=style.pit, stroke="none")
            )
            continue
        white, black = situation.count(field)
        held = situation.control.get(field) or ("tie" if white else "")
        cells.append(_cell(x, y, 1.5, FIELD[held], style.edge, style.thin))
        if field in bases:
            player = bases[field]
            dashes = None if player == "W" else "9 4"
            cells.append(
                _cell(x, y, 4, "none", style.ink, style.firm, stroke_dasharray=dashes)
            )
            if field not in situation.at:
                letter = label(
                    x, y, player, style.letter, font_weight="bold", fill_opacity=0.35
                )
                texts.append(letter)
        if coordinates:
            texts.append(
                label(x, y - 41, field_text(field), style.small, fill=style.aside)
            )
        if white or black:
            texts.append(
                label(x, y + 40, f"{white}:{black}", style.head, font_weight="bold")
            )
    return el("g", *cells, *texts)


def _cell(
    x: float,
    y: float,
    inset: float,
    fill: str,
    stroke: str,
    width: float,
    **attributes: object,
) -> Element:
    return hexagon(
        x,
        y,
        SIZE - inset,
        flat=False,
        fill=fill,
        stroke=stroke,
        stroke_width=width,
        **attributes,
    )


def stones_element(situation: Situation, frame: Frame) -> Element:
    """The stones that lie within the frame."""
    inside = set(frame.fields)
    pointing = set()
    for pointed in situation.pointings():
        if not pointed.blockers:
            pointing.add((pointed.source, pointed.target))
    placed = []
    for field, lying in situation.stones:
        if field not in inside:
            continue
        # Blocked, or without a field to point at.
        blocked = set()
        for direction, digit in enumerate(lying.code):
            for colour in CONTENTS[int(digit)]:
                if (field, step(field, direction, REACH[colour])) not in pointing:
                    blocked.add((direction, colour))
        active = not lying.circle or situation.active_circle(field)
        drawn = el(
            "g",
            stone_elements(lying, active, blocked),
            class_="gk-slide",
            # There is one of each shape and colour: so a page sees a stone move.
            data_key=f"{lying.colour}{canonical(lying.code)}",
            transform=f"{translation(*frame.at(field))} scale({ON_BOARD})",
        )
        placed.append(drawn)
    return el("g", *placed)


def arrows_element(
    situation: Situation, frame: Frame, sources: Collection[Field] | None = None
) -> Element:
    """Lines from stones to the fields that they point at; a blocked one ends at its blocker with a cross.

    Parameters
    ----------
    situation : Situation
    frame : Frame
    sources : collection of Field, optional
        Only the arrows of these stones; all by default.
    """
    inside = set(frame.fields)
    lines: list[Element] = []
    for pointing in situation.pointings():
        asked_for = sources is None or pointing.source in sources
        if asked_for and pointing.source in inside and pointing.target in inside:
            lines += _line(pointing, frame, pointing.target in situation.at)
    return el("g", *lines, fill="none", stroke_linecap="round", stroke_linejoin="round")


def _line(pointing: Pointing, frame: Frame, to_stone: bool) -> Iterator[Element]:
    blockers = pointing.blockers
    x1, y1 = frame.at(pointing.source)
    x2, y2 = frame.at(blockers[0] if blockers else pointing.target)
    length = hypot(x2 - x1, y2 - y1)
    ux = (x2 - x1) / length
    uy = (y2 - y1) / length
    # Opposite arrows between two stones pass each other on their right sides.
    aside_x = -uy * 4
    aside_y = ux * 4
    # A line begins beside its stone; the head lies beside a stone as well, not under it.
    near = ON_BOARD * RADIUS
    # On an empty field the head comes nearer to the middle, where nothing is in the way.
    short = near + 1.5 if to_stone or blockers else RADIUS - 2
    start_x = x1 + ux * near + aside_x
    start_y = y1 + uy * near + aside_y
    end_x = x2 - ux * short + aside_x
    end_y = y2 - uy * short + aside_y
    path = f"M {number(start_x)} {number(start_y)} L {number(end_x)} {number(end_y)}"
    colour = ARROW["W"]["BGR"[distance(pointing.source, pointing.target) - 1]]
    is_pair = pointing.weight == 2
    yield el("path", d=path, stroke=style.paper, stroke_width=style.heavy)
    yield el(
        "path",
        d=path,
        stroke=colour,
        stroke_width=style.bold if is_pair else style.medium,
        stroke_dasharray="4 5" if blockers else None,
    )
    if is_pair:
        yield el("path", d=path, stroke=style.paper, stroke_width=style.hair)
    if blockers:
        west = number(end_x - 5)
        east = number(end_x + 5)
        north = number(end_y - 5)
        south = number(end_y + 5)
        cross = f"M {west} {north} L {east} {south} M {west} {south} L {east} {north}"
        yield el("path", d=cross, stroke=style.ink, stroke_width=style.firm)
    else:
        back_x = end_x - 8 * ux
        back_y = end_y - 8 * uy
        head = [
            (back_x + 5 * uy, back_y - 5 * ux),
            (end_x, end_y),
            (back_x - 5 * uy, back_y + 5 * ux),
        ]
        yield el("polyline", points=head, stroke=colour, stroke_width=style.firm)


def last_element(frame: Frame, source: Field | None, target: Field | None) -> Element:
    """The fields of the last move: outlined where something lies now, dashed where it has left."""
    rings = []
    for field in (source, target):
        if field in frame.fields:
            x, y = frame.at(field)
            left = target is not None and field == source
            dashes = "7 5" if left else None
            rings.append(hexagon(x, y, SIZE - 8, flat=False, stroke_dasharray=dashes))
    look = {"fill": "none", "stroke": style.signal, "stroke_width": style.bold}
    return el("g", *rings, **look, class_="gk-last-move")
