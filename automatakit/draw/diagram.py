"""The state diagram of an automaton as a group of SVG elements: states, arrows, labels that do not collide."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, dist, pi, sin

from automatakit.automaton.states import Arrow, Point, State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.arrows import (
    Curve,
    Shape,
    freest_angle,
    head_points,
    looped,
    polyline,
    room_around,
    route,
)
from automatakit.draw.labels import Box, label_spots
from automatakit.draw.layout import RADIUS, Places, arrow_texts, node_width
from boardkit.svg import Element, el, label, plate
from boardkit.theme import style

STRONG = style.blue
BADGE = 17.0
"""How far right of a state's middle, and above it, the sign of its mark stands at least."""
LEAST_ASIDE = 6.5
"""How far from the straight line an arrow keeps at least that has one leading back beside it, in pixels."""
FAN = 0.16
"""How much of the angle to the next arrow it may use."""
TEXT = 17
MARGIN = 12

RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT = 0.0, pi / 4, pi / 2, 3 * pi / 4, pi
UP_RIGHT, UP, UP_LEFT = -pi / 4, -pi / 2, -3 * pi / 4
"""Directions; down is positive."""

CORNERS = (UP_LEFT, DOWN_LEFT, DOWN_RIGHT, UP_RIGHT)
"""Where the tag of a state may stand."""

FILL = {
    "plain": style.paper,
    "active": style.lit,
    "dead": style.shade,
    "early": style.early,
    "new": style.fresh,
    "done": style.tint,
    "accepting": style.taken,
}
"""Fill of a state by its mark; every mark has a shape of its own as well."""
WIDTH = {"active": 4.0, "early": 4.0, "accepting": 4.0, "new": 3.0}
"""How thick the outline of a state is by its mark, if it is not 2 pixels."""


@dataclass
class Diagram:
    """What is drawn; made by :func:`diagram`.

    Attributes
    ----------
    elements
        What is drawn.
    boxes
        How much room it takes.
    labels
        Where the texts of the arrows stand.
    clashes
        On how many other things they lie; 0 if all are clear.
    """

    elements: list[Element] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    labels: dict[Arrow, Point] = field(default_factory=dict)
    clashes: int = 0

    def bounds(self) -> Box:
        """Return left, top, right, bottom with a margin."""
        if not self.boxes:
            return Box(0, 0, 2 * MARGIN, 2 * MARGIN)
        left, top, right, bottom = zip(*self.boxes, strict=True)
        return Box(min(left), min(top), max(right), max(bottom)).grown(MARGIN)

    def add(self, element: Element, *boxes: Box) -> None:
        """Draw something, and keep free the room that it takes."""
        self.elements.append(element)
        self.boxes += boxes


@dataclass(frozen=True)
class Marks:
    """What is pointed out in a diagram.

    Attributes
    ----------
    states
        State → ``"active"`` (yellow, bold, with a token), ``"dead"`` (dashed, crossed), ``"early"`` (flagged),
        ``"new"``, ``"done"``, ``"accepting"`` (ticked).
    arrows
        (from, to) that are emphasised.
    tags
        State → a number in a disc at its rim.
    fills
        State → fill colour, where the mark does not say it.
    starts
        Start state → what stands at its arrow, where several must be told apart.
    """

    states: Mapping[State, str] = field(default_factory=dict)
    arrows: Collection[Arrow] = ()
    tags: Mapping[State, str] = field(default_factory=dict)
    fills: Mapping[State, str] = field(default_factory=dict)
    starts: Mapping[State, str] = field(default_factory=dict)


def diagram(
    table: Automaton,
    places: Mapping[State, Point],
    marks: Marks,
    labels: Mapping[Arrow, str] | None = None,
) -> Diagram:
    """Return the state diagram of a table.

    Parameters
    ----------
    places
        Where each state stands, in pixels; a layout also knows which way long arrows take.
    marks
        What is pointed out.
    labels
        Texts of the arrows; by default their symbols, those of parallel arrows on one.
    """
    texts = arrow_texts(table) if labels is None else labels
    shapes = {}
    for state in table.states:
        shapes[state] = Shape(*places[state], node_width(name_of(state)), RADIUS)
    curves = _curves(texts, shapes, places.ways if isinstance(places, Places) else {})
    angles = _angles(curves, shapes)
    # The arrows of start states first: a loop finds room elsewhere.
    entries: dict[State, Curve] = {}
    for state in table.names(table.start_mask):
        entries[state] = _entry(shapes[state], angles[state])
        angles[state].append(shapes[state].direction(entries[state].start))
    looping = [state for state in table.states if (state, state) in texts]
    _add_loops(curves, angles, looping, shapes)

    result = Diagram()
    for arrow, curve in curves.items():
        tail, head = map(name_of, arrow)
        colour, width = (STRONG, 4.0) if arrow in marks.arrows else (style.line, 1.7)
        draw_arrow(
            result, curve, colour, width, class_="arrow", data_from=tail, data_to=head
        )
    fixed = [_box(shape, 3) for shape in shapes.values()]
    fixed += [Box.around(curve.sampled()) for curve in entries.values()]
    for state, curve in entries.items():
        draw_arrow(result, curve, style.ink, style.firm, class_="initial")
        if state in marks.starts:
            angle = shapes[state].direction(curve.start)
            x = curve.start[0] + 9 * cos(angle)
            y = curve.start[1] + 9 * sin(angle)
            box = Box.about((x, y), 7, 9)
            result.add(
                label(x, y, marks.starts[state], size=TEXT - 1, fill=style.ink), box
            )
            fixed.append(box)
    _draw_labels(result, texts, curves, fixed, _centre(shapes.values()), marks)
    for state in table.states:  # last: they lie on top
        draw_state(
            result,
            name_of(state),
            shapes[state],
            marks.states.get(state, "plain"),
            state in table.accepting,
            marks.tags.get(state, ""),
            marks.fills.get(state),
            freest_angle(angles[state], CORNERS),
        )
    return result


def _centre(shapes: Collection[Shape]) -> Point:
    if not shapes:
        return 0.0, 0.0
    x = sum(shape.x for shape in shapes) / len(shapes)
    y = sum(shape.y for shape in shapes) / len(shapes)
    return x, y


def _curves(
    texts: Collection[Arrow],
    shapes: Mapping[State, Shape],
    ways: Mapping[Arrow, Sequence[Point]],
) -> dict[Arrow, Curve]:
    """Return the ways of the arrows between different states."""
    directions: dict[State, list[float]] = {state: [] for state in shapes}
    for tail, head in texts:
        if tail != head and not ways.get((tail, head)):
            directions[tail].append(_direction(shapes[tail], shapes[head]))
            directions[head].append(_direction(shapes[head], shapes[tail]))
    curves = {}
    for arrow in texts:
        tail, head = arrow
        if tail != head:
            others = tuple(
                shape for state, shape in shapes.items() if state not in arrow
            )
            aside = 0.0
            if (head, tail) in texts:
                aside = _aside(shapes[tail], shapes[head], directions[tail])
                aside = min(aside, _aside(shapes[head], shapes[tail], directions[head]))
            way = tuple(ways.get(arrow, ()))
            curves[arrow] = route(shapes[tail], shapes[head], others, aside, way)
    return curves


def _direction(here: Shape, there: Shape) -> float:
    return here.direction((there.x, there.y))


def _aside(here: Shape, there: Shape, directions: Collection[float]) -> float:
    """Return how far an arrow keeps aside for the one that leads back: less in a fan, where it would cross the next."""
    length = dist((here.x, here.y), (there.x, there.y))
    own = _direction(here, there)
    others = [direction for direction in directions if direction != own]
    room = min(room_around(own, others), 1.0)
    return max(LEAST_ASIDE, min(max(15.0, 0.1 * length), FAN * room * length))


def _angles(
    curves: Mapping[Arrow, Curve], shapes: Mapping[State, Shape]
) -> dict[State, list[float]]:
    """Return, for each state, the directions in which arrows touch it."""
    angles: dict[State, list[float]] = {state: [] for state in shapes}
    for (tail, head), curve in curves.items():
        angles[tail].append(shapes[tail].direction(curve.start))
        angles[head].append(shapes[head].direction(curve.end))
    return angles


def _add_loops(
    curves: dict[Arrow, Curve],
    angles: Mapping[State, list[float]],
    states: Sequence[State],
    shapes: Mapping[State, Shape],
) -> None:
    """Add an arrow from each of some states to itself, where it lies on nothing that there is already."""
    lines: list[Point] = []
    for curve in curves.values():
        lines += curve.sampled()
    for state in states:
        angle = _loop_angle(state, shapes, angles[state], lines)
        loop = looped(shapes[state], angle)
        curves[state, state] = loop
        angles[state].append(angle)
        lines += loop.sampled()


def _loop_angle(
    state: State,
    shapes: Mapping[State, Shape],
    taken: Sequence[float],
    lines: Sequence[Point],
) -> float:
    """Return the direction in which a loop keeps clear of the state's own arrows, other states and other arrows."""
    shape = shapes[state]
    wish = [UP, DOWN]
    if not shape.stretch:  # at the side of a capsule a loop has no hold
        wish += [UP_RIGHT, DOWN_RIGHT, UP_LEFT, DOWN_LEFT, RIGHT, LEFT]
    others = [other for name, other in shapes.items() if name != state]
    # No loop comes near anything else
    lines = [point for point in lines if shape.distance(point) < 80]

    def cost(angle: float) -> float:
        points = [*looped(shape, angle).sampled()[2:-2], shape.rim(angle, 52)]
        near = sum([other.distance(point) < 8 for other in others for point in points])
        crossed = sum([dist(point, line) < 12 for line in lines for point in points])
        tight = max(0.0, 0.9 - room_around(angle, taken))
        return 4 * tight + 1.5 * near + 0.5 * crossed + 0.15 * wish.index(angle)

    return min(wish, key=cost)


def _entry(shape: Shape, taken: Sequence[float]) -> Curve:
    """Return the arrow that points at a start state, from the left if there is room."""
    if shape.stretch:
        wish = [LEFT, UP, DOWN, RIGHT]
    else:
        wish = [LEFT, UP_LEFT, DOWN_LEFT, UP, DOWN, UP_RIGHT, DOWN_RIGHT, RIGHT]
    angle = freest_angle(taken, wish)
    # A capsule is as wide as its name, and as high as a circle.
    sideways = abs(cos(angle)) > 0.9
    reach = (shape.width / 2 if sideways else shape.radius) + 2

    def at(distance: float) -> Point:
        return shape.x + distance * cos(angle), shape.y + distance * sin(angle)

    middle = at(reach + 17)
    return Curve((at(reach + 34), middle, middle, at(reach)))


def _box(shape: Shape, margin: float) -> Box:
    half_width = max(shape.width / 2, shape.radius)
    return Box.about((shape.x, shape.y), half_width + margin, shape.radius + margin)


def draw_arrow(
    result: Diagram, curve: Curve, colour: str, width: float, **attributes: str
) -> None:
    """Add an arrow to a diagram; the attributes are those of its group."""
    head = head_points(curve, 10 + width)
    _, left, right = head
    # The line ends at the back of the head: it would blunt the tip.
    back = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    way = Curve((*curve.points[:-1], back))
    line = el("path", d=way.path, fill="none", stroke=colour, stroke_width=width)
    tip = el("polygon", points=head, fill=colour)
    result.add(el("g", line, tip, **attributes), Box.around(curve.sampled()))


def _draw_labels(
    result: Diagram,
    texts: Mapping[Arrow, str],
    curves: Mapping[Arrow, Curve],
    fixed: Sequence[Box],
    centre: Point,
    marks: Marks,
) -> None:
    spots = label_spots(texts, curves, fixed, centre)
    for arrow, spot in spots.items():
        result.labels[arrow] = spot.at
        others = [other.box for name, other in spots.items() if name != arrow]
        result.clashes += spot.clashes + sum(map(spot.box.overlaps, others))
        tail, head = map(name_of, arrow)
        text = plate(
            *spot.at,
            texts[arrow],
            TEXT - 1,
            fill=STRONG if arrow in marks.arrows else style.ink,
            class_="symbols",
            data_from=tail,
            data_to=head,
        )
        result.add(text, spot.box)


def draw_state(
    result: Diagram,
    text: str,
    shape: Shape,
    mark: str = "plain",
    final: bool = False,
    tag: str = "",
    fill: str | None = None,
    corner: float = UP_LEFT,
    attributes: Mapping[str, object] | None = None,
) -> None:
    """Add a state to a diagram: outline, second line if accepting, name, sign of its mark, tag at an angle.

    `attributes` are those of its group, where it is more than a picture.
    """
    # Shape and thickness say what the colour says: not everybody sees it.
    bold = mark in ("active", "early", "accepting")
    dead = mark == "dead"
    stroke = style.edge if dead else style.ink
    outline = _outline(
        shape,
        fill=fill or FILL[mark],
        stroke=stroke,
        stroke_width=WIDTH.get(mark, 2.0),
        stroke_dasharray=(5, 4) if dead else None,
    )
    parts = [outline]
    if final:
        inner = _outline(
            shape,
            -0.22 * shape.radius,
            fill="none",
            stroke=stroke,
            stroke_width=style.medium,
        )
        parts.append(inner)
    name = label(
        shape.x,
        shape.y,
        text,
        size=TEXT if shape.radius >= RADIUS else TEXT - 2,
        fill=style.aside if mark in ("dead", "done") else style.ink,
        font_weight="bold" if bold else None,
    )
    parts += [name, *_badge(shape, mark)]
    # The same with every mark, so that no picture grows when a state is marked: signs lie in the margin.
    boxes = [_box(shape, 3)]
    if tag:
        out = shape.stretch + abs(cos(corner)) * shape.radius
        x = shape.x + (out if cos(corner) > 0 else -out)
        y = shape.y + sin(corner) * shape.radius
        parts.append(el("circle", cx=x, cy=y, r=10.5, fill=style.ink))
        parts.append(
            label(x, y, tag, size=style.text, fill=style.paper, font_weight="bold")
        )
        boxes.append(Box.about((x, y), 11, 11))
    group: dict[str, object] = {"class_": "state", "data_state": text}
    group.update(attributes or {})
    result.add(el("g", *parts, **group), *boxes)


def _outline(shape: Shape, grow: float = 0, **attributes: object) -> Element:
    radius = shape.radius + grow
    if not shape.stretch:
        return el("circle", cx=shape.x, cy=shape.y, r=radius, **attributes)
    width = shape.width + 2 * grow
    corner = {"x": shape.x - width / 2, "y": shape.y - radius}
    return el("rect", **corner, width=width, height=2 * radius, rx=radius, **attributes)


def cross(x: float, y: float, size: float) -> str:
    """Return the sign for what has failed, as an SVG path."""
    falling = polyline((x - size, y - size), (x + size, y + size))
    rising = polyline((x + size, y - size), (x - size, y + size))
    return f"{falling} {rising}"


def _badge(shape: Shape, mark: str) -> list[Element]:
    """Return the small sign that says without colour what a mark means."""
    # At the rim, and farther out on a small state: the name has to stay free.
    out = max(0.72 * shape.radius, BADGE)
    x = shape.x + shape.stretch + out
    y = shape.y - out
    rim = {"stroke": style.paper, "stroke_width": style.thin}
    if mark == "active":
        return [el("circle", cx=x, cy=y, r=6.5, fill=style.ink, **rim)]
    if mark == "dead":
        return [
            el(
                "path",
                d=cross(x, y, 5),
                stroke=style.vermillion,
                stroke_width=style.firm,
                fill="none",
            )
        ]
    if mark == "early":
        triangle = [(x, y - 11), (x + 11, y + 8), (x - 11, y + 8)]
        sign = label(
            x, y + 2, "!", size=style.text, fill=style.paper, font_weight="bold"
        )
        return [el("polygon", points=triangle, fill=style.vermillion, **rim), sign]
    if mark == "accepting":
        tick = polyline((x - 5, y), (x - 1, y + 4), (x + 6, y - 5))
        disc = el("circle", cx=x, cy=y, r=9, fill=style.green, **rim)
        return [
            disc,
            el(
                "path", d=tick, stroke=style.paper, stroke_width=style.firm, fill="none"
            ),
        ]
    if mark == "new":
        diamond = [(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)]
        return [el("polygon", points=diamond, fill=STRONG, **rim)]
    return []
