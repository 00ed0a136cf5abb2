"""The pieces of the game as elements of a picture: arrows, rings, blockers, the tower."""

from collections.abc import Iterator

from boardkit.svg import Element, el, label
from boardkit.theme import piece_colours, style
from finity_edu.draw.geometry import REACH, Geometry, Pose
from finity_edu.draw.style import look, token
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Arrow, seat_letter

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


def arrow(geometry: Geometry, piece: Arrow) -> Element:
    """One arrow; its colour comes from the group of its colour."""
    return el(
        "polygon",
        points=arrow_outline(geometry.slot(piece.slot), geometry.size),
        data_key=f"piece-{geometry.board.slots[geometry.board.slot_index[piece.slot]]}",
    )


def arrows(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All arrows, grouped by colour."""
    edge = round(geometry.size * 0.024, 1)
    for colour, fill in (("b", style.piece_black), ("w", style.piece_white)):
        drawn = [
            arrow(geometry, piece) for piece in layout.arrows if piece.colour == colour
        ]
        if drawn:
            yield el(
                "g",
                *drawn,
                fill=fill,
                stroke=style.rim,
                stroke_width=edge,
                stroke_linejoin="round",
            )


def rings(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All rings: dark edge, colour of the owner, pattern of the owner."""

    def circles(seat: int | None) -> list[Element]:
        return [
            el(
                "circle",
                cx=round(x, 1),
                cy=round(y, 1),
                r=round(RING_RADIUS[ring.size] * geometry.size, 1),
                data_key=f"piece-{ring.station}-{ring.size}",
            )
            for ring in layout.rings
            if seat in (None, ring.seat)
            for x, y in (geometry.centre(ring.station),)
        ]

    if not layout.rings:
        return
    width = RING_WIDTH * geometry.size
    yield el(
        "g", *circles(None), fill="none", stroke=style.rim, stroke_width=width + 2.4
    )
    for seat in range(1, 5):
        yield from owned(seat, circles(seat), width)


def owned(
    seat: int, circles: list[Element], width: float, edge: bool = False
) -> Iterator[Element]:
    """Circles as rings of a player: the colour, and the pattern that tells them apart without colour."""
    own = look(seat)
    if circles and edge:
        yield el("g", *circles, fill="none", stroke=style.rim, stroke_width=width + 2.4)
    if circles:
        yield el("g", *circles, fill="none", stroke=own.colour, stroke_width=width)
    if circles and own.pattern:
        yield el(
            "g",
            *circles,
            fill="none",
            stroke=style.piece_black,
            stroke_dasharray=own.pattern,
            stroke_linecap=own.cap,
            stroke_width=width * own.thickness,
        )


def blockers(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """The blockers, each with the letter of its owner."""
    size = geometry.size
    for piece in layout.blockers:
        pose = geometry.slot(piece.slot)
        yield el(
            "g",
            el(
                "polygon",
                points=pose.box(0.2 * size, 0.1 * size),
                fill=look(piece.seat).colour,
                stroke=style.rim,
                stroke_width=style.medium,
                stroke_linejoin="round",
            ),
            label(
                round(pose.x, 1),
                round(pose.y, 1),
                seat_letter(piece.seat),
                size=max(style.small, round(size * 0.2)),
                font_weight="bold",
                fill=style.piece_black,
            ),
            data_key=f"piece-{piece.slot}",
        )


def post(geometry: Geometry, station: str, seat: int) -> Element:
    """The base post: the owner's shape with the owner's letter."""
    x, y = geometry.centre(station)
    return token(seat, x, y, 0.15 * geometry.size)


def cone_from_above(
    geometry: Geometry, station: str, colour: str, text: str
) -> Element:
    """The tower as it is seen from above: its topmost cone."""
    (x, y), size = geometry.centre(station), geometry.size
    x, y = round(x, 1), round(y, 1)
    fill, ink = piece_colours(colour == "b")
    return el(
        "g",
        el(
            "circle",
            cx=x,
            cy=y,
            r=round(0.27 * size, 1),
            fill=fill,
            stroke=style.rim,
            stroke_width=style.medium,
        ),
        label(
            x,
            y,
            text,
            size=max(style.small, round(size * 0.3)),
            font_weight="bold",
            fill=ink,
        )
        if text
        else None,
    )


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
