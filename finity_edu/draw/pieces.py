"""The pieces of the game as elements of a picture: arrows, rings, blockers, the tower."""

from collections.abc import Iterable, Iterator

from boardkit.svg import Element, el, label
from boardkit.theme import piece_colours, style
from finity_edu.draw.geometry import REACH, Geometry, Pose
from finity_edu.draw.style import look, shape, token
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import COLOURS, SIZES, Size

RING_RADIUS = {"s": 0.21, "m": 0.305, "l": 0.4}
"""Middle of the band of each ring, as a part of the size of a station."""
RING_WIDTH = 0.075


def arrow_outline(pose: Pose, size: float) -> list[tuple[float, float]]:
    """An arrow seen from above: solid shaft, broad head."""
    tip, half, head = REACH * size, 0.058 * size, 0.128 * size
    neck = tip - 0.24 * size
    return [
        pose.at(tip),
        pose.at(neck, head),
        pose.at(neck, half),
        pose.at(-tip, half),
        pose.at(-tip, -half),
        pose.at(neck, -half),
        pose.at(neck, -head),
    ]


def arrow(pose: Pose, size: float, key: str | None = None) -> Element:
    """One arrow; its colour comes from the group of its colour."""
    return el("polygon", points=arrow_outline(pose, size), data_key=key)


def of_colour(colour: str, drawn: Iterable[Element], size: float) -> Element:
    """Arrows of one colour."""
    return el(
        "g",
        *drawn,
        fill=style.piece_black if colour == "b" else style.piece_white,
        stroke=style.rim,
        stroke_width=round(size * 0.024, 1),
        stroke_linejoin="round",
    )


def arrows(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All arrows, grouped by colour."""
    slots = geometry.board.slots
    for colour in COLOURS:
        drawn = []
        for piece in layout.arrows:
            if piece.colour == colour:
                slot = slots[geometry.board.slot_index[piece.slot]]
                pose = geometry.slot(piece.slot)
                drawn.append(arrow(pose, geometry.size, f"piece-{slot}"))
        if drawn:
            yield of_colour(colour, drawn, geometry.size)


def ring(
    x: float, y: float, size: Size, scale: float, key: str | None = None
) -> Element:
    """The circle of one ring; its look comes from `owned`."""
    radius = round(RING_RADIUS[size] * scale, 1)
    return el("circle", cx=round(x, 1), cy=round(y, 1), r=radius, data_key=key)


def rings(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All rings: dark edge, colour of the owner, pattern of the owner."""
    circles: dict[int, list[Element]] = {}
    for piece in layout.rings:
        x, y = geometry.centre(piece.station)
        key = f"piece-{piece.station}-{piece.size}"
        drawn = ring(x, y, piece.size, geometry.size, key)
        circles.setdefault(piece.seat, []).append(drawn)
    for seat in sorted(circles):
        yield from owned(seat, circles[seat], RING_WIDTH * geometry.size)


def owned(seat: int, circles: list[Element], width: float) -> Iterator[Element]:
    """Circles as rings of a player: the colour, and the pattern that tells them apart without colour."""
    own = look(seat)
    yield el("g", *circles, fill="none", stroke=style.rim, stroke_width=width + 2.4)
    yield el("g", *circles, fill="none", stroke=own.colour, stroke_width=width)
    if own.pattern:
        yield el(
            "g",
            *circles,
            fill="none",
            stroke=style.piece_black,
            stroke_dasharray=own.pattern,
            stroke_linecap=own.cap,
            stroke_width=width * own.thickness,
        )


def blocker(pose: Pose, seat: int, size: float, key: str | None = None) -> Element:
    """A blocker, with the shape of its owner."""
    return el(
        "g",
        el(
            "polygon",
            points=pose.box(0.2 * size, 0.1 * size),
            fill=look(seat).colour,
            stroke=style.rim,
            stroke_width=style.medium,
            stroke_linejoin="round",
        ),
        shape(seat, pose.x, pose.y, 0.05 * size, fill=style.piece_black),
        data_key=key,
    )


def blockers(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All blockers."""
    for piece in layout.blockers:
        pose = geometry.slot(piece.slot)
        yield blocker(pose, piece.seat, geometry.size, f"piece-{piece.slot}")


def post(x: float, y: float, seat: int, size: float) -> Element:
    """The post: the owner's shape."""
    return token(seat, x, y, 0.15 * size)


PIECES = (*COLOURS, *SIZES, "x", "^")
"""Every kind of piece, as it is written: arrows, rings, the blocker, the post."""


def lying(kind: str, seat: int, size: float) -> Element:
    """A piece as it lies on the board, about the origin and along the x axis.

    >>> str(lying("s", 1, 72)).count("<circle")
    2
    """
    pose = Pose(0, 0, 1, 0)
    if kind in COLOURS:
        return of_colour(kind, [arrow(pose, size)], size)
    if kind in SIZES:
        circle = ring(0, 0, SIZES[SIZES.index(kind)], size)
        return el("g", *owned(seat, [circle], RING_WIDTH * size))
    if kind == "x":
        return blocker(pose, seat, size)
    return post(0, 0, seat, size)


def half_size(kind: str, size: float) -> float:
    """Half of the room that a piece takes, with its edge."""
    if kind in COLOURS:
        part = REACH
    elif kind in SIZES:
        part = RING_RADIUS["l"] + RING_WIDTH
    else:
        part = 0.2
    return round((part + 0.05) * size, 1)


def cone_from_above(
    geometry: Geometry, station: str, colour: str, text: str
) -> Element:
    """The tower as it is seen from above: its topmost cone."""
    (x, y), size = geometry.centre(station), geometry.size
    x, y = round(x, 1), round(y, 1)
    fill, ink = piece_colours(colour == "b")
    disc = el(
        "circle",
        cx=x,
        cy=y,
        r=round(0.27 * size, 1),
        fill=fill,
        stroke=style.rim,
        stroke_width=style.medium,
    )
    if not text:
        return el("g", disc)
    height = max(style.small, round(size * 0.3))
    return el("g", disc, label(x, y, text, height, font_weight="bold", fill=ink))


def tower(x: float, y: float, word: str, read: int, unit: float) -> Iterator[Element]:
    """The word beside the board: one cone for each symbol, bottom to top; what is read carries a tick.

    `x` is the middle of the tower, `y` its foot, `unit` the height of a cone.
    """
    wide, narrow = 0.95 * unit, 0.62 * unit
    for i, symbol in enumerate(word):
        low, high = y - i * unit, y - (i + 1) * unit + 2
        done = i < read
        yield el(
            "g",
            *_cone(symbol, x, low, high, wide, narrow, max(14, round(unit * 0.62))),
            label(
                x - wide - 8,
                (low + high) / 2,
                i + 1,
                size=max(style.small, round(unit * 0.52)),
                text_anchor="end",
                fill=style.aside,
            ),
            opacity=0.45 if done else None,
        )
        if done:
            yield tick(x + wide + 12, (low + high) / 2, unit * 0.28)
    if read < len(word):
        level = y - (read + 0.5) * unit
        yield el(
            "polygon",
            points=[
                (x + wide + 4, level),
                (x + wide + 16, level - 7),
                (x + wide + 16, level + 7),
            ],
            fill=style.ink,
        )


def cone(symbol: str) -> list[Element]:
    """One cone of a tower, its middle at the origin."""
    return _cone(symbol, 0, 14, -14, 22, 16, 18)


def _cone(
    symbol: str,
    x: float,
    low: float,
    high: float,
    wide: float,
    narrow: float,
    size: float,
) -> list[Element]:
    fill, ink = piece_colours(symbol == "b")
    points = [(x - wide, low), (x + wide, low), (x + narrow, high), (x - narrow, high)]
    return [
        el(
            "polygon",
            points=points,
            fill=fill,
            stroke=style.rim,
            stroke_width=style.medium,
            stroke_linejoin="round",
        ),
        label(x, (low + high) / 2, symbol, size=size, font_weight="bold", fill=ink),
    ]


def tick(x: float, y: float, size: float) -> Element:
    """A check mark."""
    points = [
        (x - size, y),
        (x - 0.25 * size, y + 0.75 * size),
        (x + size, y - 0.8 * size),
    ]
    return el(
        "polyline",
        points=points,
        fill="none",
        stroke=style.good,
        stroke_width=max(style.firm, 0.35 * size),
        stroke_linejoin="round",
        stroke_linecap="round",
    )
