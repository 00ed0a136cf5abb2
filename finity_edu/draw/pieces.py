"""The pieces of the game as elements of a picture: bridges, rings, blockers, the tower."""

from __future__ import annotations

from collections.abc import Iterator

from boardkit.svg import WHITE, Element, el, label
from finity_edu.draw.geometry import REACH, Geometry, Pose
from finity_edu.draw.style import HOLE, INK, look, shape
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Bridge, Slot, seat_letter

RING_RADIUS = {"s": 0.262, "m": 0.345, "l": 0.428}
"""Middle of the band of each ring, as a part of the size of a station."""
RING_WIDTH = 0.068


def arrow_outline(pose: Pose, size: float) -> list[tuple[float, float]]:
    """A bridge seen from above: solid shaft, broad head, swallow tail."""
    tip, half, head = REACH * size, 0.042 * size, 0.1 * size
    neck = tip - 0.2 * size
    tail, notch = -tip, -tip + 0.075 * size
    return [
        pose.at(tip), pose.at(neck - 0.02 * size, head), pose.at(neck, half), pose.at(tail + 0.1 * size, half),
        pose.at(tail, 0.085 * size), pose.at(notch), pose.at(tail, -0.085 * size),
        pose.at(tail + 0.1 * size, -half), pose.at(neck, -half), pose.at(neck - 0.02 * size, -head),
    ]


def bridge(geometry: Geometry, piece: Bridge) -> Element:
    """One bridge; its colour comes from the group of its colour."""
    return el("polygon", points=arrow_outline(geometry.slot(piece.slot), geometry.size))


def bridges(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All bridges, grouped by colour."""
    edge = round(geometry.size * 0.024, 1)
    for colour, fill in (("b", INK), ("w", WHITE)):
        drawn = [bridge(geometry, piece) for piece in layout.bridges if piece.colour == colour]
        if drawn:
            yield el("g", *drawn, fill=fill, stroke=INK, stroke_width=edge, stroke_linejoin="round")


def rings(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All rings: dark edge, colour of the owner, pattern of the owner."""
    def circles(seat: int | None) -> list[Element]:
        return [
            el("circle", cx=round(x, 1), cy=round(y, 1), r=round(RING_RADIUS[ring.size] * geometry.size, 1))
            for ring in layout.rings
            if seat in (None, ring.seat)
            for x, y in (geometry.centre(ring.station),)
        ]

    if not layout.rings:
        return
    width = RING_WIDTH * geometry.size
    yield el("g", *circles(None), fill="none", stroke=INK, stroke_width=width + 2.4)
    for seat in range(1, 5):
        yield from owned(seat, circles(seat), width)


def owned(seat: int, circles: list[Element], width: float, edge: bool = False) -> Iterator[Element]:
    """Circles as rings of a player: the colour, and the pattern that tells them apart without colour."""
    own = look(seat)
    if circles and edge:
        yield el("g", *circles, fill="none", stroke=INK, stroke_width=width + 2.4)
    if circles:
        yield el("g", *circles, fill="none", stroke=own.colour, stroke_width=width)
    if circles and own.pattern:
        yield el(
            "g", *circles, fill="none", stroke=INK, stroke_dasharray=own.pattern, stroke_linecap=own.cap,
            stroke_width=width * own.thickness,
        )


def blocker(geometry: Geometry, slot: Slot, seat: int) -> Element:
    """A bar that fills a slot, with its owner's letter."""
    pose, size = geometry.slot(slot), geometry.size
    corners = pose.box(0.215 * size, 0.1 * size)
    return el(
        "g",
        el("polygon", points=corners, fill=look(seat).colour, stroke=INK, stroke_width=2,
           stroke_linejoin="round"),
        label(round(pose.x, 1), round(pose.y, 1), seat_letter(seat), size=max(14, round(size * 0.2)),
              font_weight="bold", fill=INK),
    )


def blockers(geometry: Geometry, layout: Layout) -> Iterator[Element]:
    """All blockers."""
    for piece in layout.blockers:
        yield blocker(geometry, piece.slot, piece.seat)


def post(geometry: Geometry, station: str, seat: int, text: str, badge: bool) -> Element:
    """The base post: the owner's shape with the station's name, and the owner's letter on a badge."""
    (x, y), size = geometry.centre(station), geometry.size
    radius = round(0.205 * size, 1)
    bx, by = geometry.on_rim(station, -45, 0.33 * size)
    body = shape(seat, x, y, radius, fill=look(seat).colour, stroke=INK, stroke_width=2.5, stroke_linejoin="round")
    font = max(14, round(size * 0.2))
    ty = round(y + (radius * 0.12 if look(seat).corners == 3 else 0), 1)
    wide = round(font * (0.72 * len(text) + 0.3), 1)
    fits = wide < radius * (1.9 if not look(seat).corners else 1.3)
    return el(
        "g", body,
        None if fits or not text else el(
            "rect", x=round(x - wide / 2, 1), y=round(ty - font * 0.58, 1), width=wide, height=round(font * 1.16, 1),
            rx=4, fill=WHITE, stroke=INK, stroke_width=1.2,
        ),
        label(round(x, 1), ty, text, size=font, font_weight="bold", fill=INK),
        el("circle", cx=bx, cy=by, r=round(0.125 * size, 1), fill=INK, stroke=HOLE, stroke_width=1.5)
        if badge else None,
        label(bx, by, seat_letter(seat), size=max(14, round(size * 0.19)), font_weight="bold", fill=WHITE)
        if badge else None,
    )


def cone_from_above(geometry: Geometry, station: str, colour: str, text: str) -> Element:
    """The tower as it is seen from above: a step for the tower, and the topmost cone."""
    (x, y), size = geometry.centre(station), geometry.size
    x, y = round(x, 1), round(y, 1)
    fill, ink = (INK, WHITE) if colour == "b" else (WHITE, INK)
    return el(
        "g",
        el("circle", cx=x, cy=y, r=round(0.36 * size, 1), fill="#8F8675", stroke=INK, stroke_width=2),
        el("circle", cx=x, cy=y, r=round(0.28 * size, 1), fill=fill, stroke=INK, stroke_width=2),
        el("circle", cx=x, cy=y, r=round(0.21 * size, 1), fill="none", stroke=ink, stroke_width=1.2),
        label(x, y, text, size=max(14, round(size * 0.2)), font_weight="bold", fill=ink) if text else None,
    )


def tower(x: float, y: float, word: str, read: int, unit: float) -> Iterator[Element]:
    """The word beside the board: one cone for each symbol, bottom to top; what is read carries a tick.

    `x` is the middle of the tower, `y` its foot, `unit` the height of a cone.
    """
    wide, narrow = 0.95 * unit, 0.62 * unit
    for i, symbol in enumerate(word):
        low, high = y - i * unit, y - (i + 1) * unit + 2
        fill, ink = (INK, WHITE) if symbol == "b" else (WHITE, INK)
        points = [(x - wide, low), (x + wide, low), (x + narrow, high), (x - narrow, high)]
        done = i < read
        size = max(14, round(unit * 0.62))
        yield el(
            "g",
            el("polygon", points=points, fill=fill, stroke=INK, stroke_width=2, stroke_linejoin="round"),
            label(x, (low + high) / 2, symbol, size=size, font_weight="bold", fill=ink),
            label(x - wide - 8, (low + high) / 2, i + 1, size=max(14, round(unit * 0.52)), text_anchor="end",
                  fill="#5B5548"),
            opacity=0.45 if done else None,
        )
        if done:
            yield tick(x + wide + 12, (low + high) / 2, unit * 0.28)
    if read < len(word):
        level = y - (read + 0.5) * unit
        yield el("polygon", points=[(x + wide + 4, level), (x + wide + 16, level - 7), (x + wide + 16, level + 7)],
                 fill=INK)


def tick(x: float, y: float, size: float) -> Element:
    """A check mark."""
    points = [(x - size, y), (x - 0.25 * size, y + 0.75 * size), (x + size, y - 0.8 * size)]
    return el("polyline", points=points, fill="none", stroke="#00694E", stroke_width=max(2.5, 0.35 * size),
              stroke_linejoin="round", stroke_linecap="round")

