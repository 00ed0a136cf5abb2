"""The state diagram of an automaton as a group of SVG elements: states, arrows, labels that do not collide."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from automatakit.automaton.states import State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.arrows import Curve, Point, Shape, freest_angle, head_points, looped, route
from automatakit.draw.layout import GLYPH, RADIUS, Arrow, Places, merged_labels, node_width
from boardkit.svg import Element, el, label, number, plate
from boardkit.theme import style

STRONG = style.blue
TEXT = 17
Box = tuple[float, float, float, float]
NEAR = 11.0
"""An arrow that comes so close to a label, in pixels, could be thought to be meant by it."""

FILL = {
    "plain": style.paper, "active": style.lit, "dead": style.shade, "early": style.early, "new": style.fresh,
    "done": style.tint, "accepting": style.taken,
}
"""Fill of a state by its mark; every mark has a shape of its own as well."""


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
        margin = 12
        if not self.boxes:
            return 0, 0, 2 * margin, 2 * margin
        return (
            min(b[0] for b in self.boxes) - margin, min(b[1] for b in self.boxes) - margin,
            max(b[2] for b in self.boxes) + margin, max(b[3] for b in self.boxes) + margin,
        )


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


class _Spot(NamedTuple):
    """Where a label may stand: its middle, how good that is, and on how many arrows and states it would lie."""

    at: Point
    box: Box
    cost: float
    clashes: int


def diagram(
    table: Automaton, places: Mapping[State, Point], marks: Marks,
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
    texts = {arrow: ", ".join(s) for arrow, s in merged_labels(table).items()} if labels is None else labels
    shapes = {s: Shape(*places[s], node_width(name_of(s)), RADIUS) for s in table.states}
    result = Diagram()
    curves = _curves(texts, shapes, places.ways if isinstance(places, Places) else {})
    angles = _angles(curves, shapes)
    entries = {state: _entry(shapes[state], angles[state]) for state in table.names(table.start_mask)}
    for state, entry in entries.items():
        angles[state].append(_direction(shapes[state], entry.start))
    for state in (s for s in table.states if (s, s) in texts):
        angle = _loop_angle(state, shapes, angles[state], [p for curve in curves.values() for p in curve.sampled()])
        angles[state].append(angle)
        curves[state, state] = looped(shapes[state], angle)
    for arrow, curve in curves.items():
        colour, width = (STRONG, 4.0) if arrow in marks.arrows else (style.line, 1.7)
        tail, head = map(name_of, arrow)
        draw_arrow(result, curve, colour, width, class_="arrow", data_from=tail, data_to=head)
    fixed = [_box(shape, 3) for shape in shapes.values()] + [_around(curve.sampled()) for curve in entries.values()]
    for state, curve in entries.items():
        draw_arrow(result, curve, style.ink, style.firm, class_="initial")
        if state in marks.starts:
            (x, y), angle = curve.start, _direction(shapes[state], curve.start)
            x, y = x + 9 * cos(angle), y + 9 * sin(angle)
            result.elements.append(label(x, y, marks.starts[state], size=TEXT - 1, fill=style.ink))
            fixed.append((x - 7, y - 9, x + 7, y + 9))
            result.boxes.append(fixed[-1])
    _draw_labels(result, texts, curves, fixed, _centre(shapes.values()), marks)
    for i, state in enumerate(table.states):
        corner = freest_angle(angles[state], [-3 * pi / 4, 3 * pi / 4, pi / 4, -pi / 4])
        draw_state(result, name_of(state), shapes[state], marks.states.get(state, "plain"),
                   bool(table.accepting_mask >> i & 1), marks.tags.get(state, ""), marks.fills.get(state), corner)
    return result


def _centre(shapes: Collection[Shape]) -> Point:
    size = len(shapes) or 1
    return sum(shape.x for shape in shapes) / size, sum(shape.y for shape in shapes) / size


def _curves(texts: Collection[Arrow], shapes: Mapping[State, Shape], ways: Mapping[Arrow, Sequence[Point]]
            ) -> dict[Arrow, Curve]:
    curves = {}
    for tail, head in texts:
        if tail != head:
            others = tuple(shape for state, shape in shapes.items() if state not in (tail, head))
            curves[tail, head] = route(shapes[tail], shapes[head], others, (head, tail) in texts,
                                       tuple(ways.get((tail, head), ())))
    return curves


def _angles(curves: Mapping[Arrow, Curve], shapes: Mapping[State, Shape]) -> dict[State, list[float]]:
    """Return, for each state, the directions in which arrows touch it."""
    angles: dict[State, list[float]] = {state: [] for state in shapes}
    for (tail, head), curve in curves.items():
        for state, point in ((tail, curve.start), (head, curve.end)):
            angles[state].append(_direction(shapes[state], point))
    return angles


def _direction(shape: Shape, point: Point) -> float:
    return atan2(point[1] - shape.y, point[0] - shape.x)


def _loop_angle(
    state: State, shapes: Mapping[State, Shape], taken: Sequence[float], lines: Sequence[Point]
) -> float:
    """Return the direction in which a loop keeps clear of the state's own arrows, other states and other arrows."""
    shape = shapes[state]
    wide = shape.width > 2 * shape.radius
    wish = [-pi / 2, pi / 2] if wide else [-pi / 2, pi / 2, -pi / 4, pi / 4, -3 * pi / 4, 3 * pi / 4, 0.0, pi]
    others = [other for name, other in shapes.items() if name != state]
    lines = [point for point in lines if shape.distance(point) < 80]  # no loop comes near anything else

    def cost(angle: float) -> float:
        room = min((abs((angle - other + pi) % (2 * pi) - pi) for other in taken), default=pi)
        tip = (shape.x + (shape.radius + 52) * cos(angle), shape.y + (shape.radius + 52) * sin(angle))
        points = [*looped(shape, angle).sampled()[2:-2], tip]
        near = sum(other.distance(point) < 8 for other in others for point in points)
        crossed = sum((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 < 12 ** 2 for p in lines for q in points)
        return 4 * max(0.0, 0.9 - room) + 1.5 * near + 0.5 * crossed + 0.15 * wish.index(angle)

    return min(wish, key=cost)


def _entry(shape: Shape, taken: Sequence[float]) -> Curve:
    """Return the arrow that points at a start state, from the left if there is room."""
    wish = [pi, -3 * pi / 4, 3 * pi / 4, -pi / 2, pi / 2, -pi / 4, pi / 4, 0.0]
    if shape.width > 2 * shape.radius:
        wish = [pi, -pi / 2, pi / 2, 0.0]
    angle = freest_angle(taken, wish)
    reach = (shape.width / 2 if abs(cos(angle)) > 0.9 else shape.radius) + 2
    far, mid, tip = ((shape.x + r * cos(angle), shape.y + r * sin(angle)) for r in (reach + 34, reach + 17, reach))
    return Curve((far, mid, mid, tip))


def _parts(curve: Curve) -> list[list[Point]]:
    """Return points of an arrow and its head in short pieces: most labels are far from most of them."""
    points = curve.sampled(6) + head_points(curve, 12)
    return [points[n : n + 8] for n in range(0, len(points), 8)]


def _around(points: Sequence[Point], margin: float = NEAR) -> Box:
    """Return the box around a part of an arrow."""
    across, down = zip(*points, strict=True)
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _box(shape: Shape, margin: float) -> Box:
    half = max(shape.width / 2, shape.radius) + margin
    return shape.x - half, shape.y - shape.radius - margin, shape.x + half, shape.y + shape.radius + margin


def draw_arrow(result: Diagram, curve: Curve, colour: str, width: float, **attributes: str) -> None:
    """Add an arrow to a diagram; the attributes are those of its group."""
    head = head_points(curve, 10 + width)
    back = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
    result.elements.append(el(
        "g", el("path", d=Curve((*curve.points[:-1], back)).path, fill="none", stroke=colour, stroke_width=width),
        el("polygon", points=head, fill=colour), **attributes,
    ))
    result.boxes.append(_around(curve.sampled()))


def _draw_labels(
    result: Diagram, texts: Mapping[Arrow, str], curves: Mapping[Arrow, Curve], fixed: Sequence[Box], centre: Point,
    marks: Marks,
) -> None:
    """Write the texts of all arrows where they collide least; each is looked at again once the others stand."""
    lines = [(arrow, _around(part), part) for arrow, curve in curves.items() for part in _parts(curve)]
    spots = {arrow: _spots(arrow, curve, texts[arrow], lines, fixed, centre) for arrow, curve in curves.items()}
    chosen: dict[Arrow, _Spot] = {}

    def cost(spot: _Spot, others: Sequence[Box]) -> float:
        return spot.cost + 12 * sum(_overlap(spot.box, other) for other in others)

    for _ in range(4):
        before = dict(chosen)
        for arrow, own in spots.items():
            others = [spot.box for other, spot in chosen.items() if other != arrow]
            chosen[arrow] = min(own, key=lambda spot: cost(spot, others))
        if chosen == before:
            break
    for arrow, spot in chosen.items():
        result.labels[arrow] = spot.at
        result.boxes.append(spot.box)
        result.clashes += spot.clashes + sum(_overlap(spot.box, o.box) for other, o in chosen.items() if other != arrow)
        colour = STRONG if arrow in marks.arrows else style.ink
        result.elements.append(plate(*spot.at, texts[arrow], TEXT - 1, fill=colour, class_="symbols",
                                     data_from=name_of(arrow[0]), data_to=name_of(arrow[1])))


def _spots(
    arrow: Arrow, curve: Curve, text: str, lines: Sequence[tuple[Arrow, Box, Sequence[Point]]], fixed: Sequence[Box],
    centre: Point,
) -> list[_Spot]:
    """Return where the label of an arrow may stand: beside its middle or near that, outside rather than inside."""
    half, spots = len(text) * GLYPH / 2 + 3, []
    bulge = _bulge(curve)
    reach = _around(curve.sampled(), 2 * half + 26)  # no spot lies outside, and most of the picture does
    lines = [line for line in lines if _overlap(reach, line[1])]
    fixed = [other for other in fixed if _overlap(reach, other)]
    for rank, t in enumerate((0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)):
        (x, y), normal = curve.at(t), curve.normal(t)
        room = 3 + abs(normal[1]) * 10 + abs(normal[0]) * half
        for side, more in ((1, 0), (-1, 0), (1, 4), (-1, 4)):
            at = x + side * normal[0] * (room + more), y + side * normal[1] * (room + more)
            left, top, right, bottom = box = at[0] - half, at[1] - 9, at[0] + half, at[1] + 9
            inside = hypot(at[0] - centre[0], at[1] - centre[1]) < hypot(x - centre[0], y - centre[1])
            cost = 0.6 * rank + 0.3 * more + 0.8 * inside + (5 if side * bulge < 0 else 0)
            clashes = sum(_overlap(box, other) for other in fixed)
            met, near = set(), set()
            for other, around, points in lines:
                if _overlap(box, around):  # its margin makes it find what is near
                    on = sum(left < p[0] < right and top < p[1] < bottom for p in points)
                    cost += (2.5 if other != arrow else 4) * on
                    if other != arrow and on:
                        met.add(other)
                    elif other not in (arrow, arrow[::-1]) and any(_near(p, box) for p in points):
                        near.add(other)
            clashes += len(met)
            cost += 5 * len(near)
            spots.append(_Spot(at, box, cost + 12 * clashes, clashes))
    return spots


def _bulge(curve: Curve) -> int:
    """Return on which side of the way the outside of a bend lies: 1 left, -1 right, 0 where it is straight."""
    (x, y), normal = curve.at(0.5), curve.normal(0.5)
    away = (x - (curve.start[0] + curve.end[0]) / 2) * normal[0] + (y - (curve.start[1] + curve.end[1]) / 2) * normal[1]
    return (away > 4) - (away < -4)


def _near(point: Point, box: Box) -> bool:
    return box[0] - NEAR < point[0] < box[2] + NEAR and box[1] - NEAR < point[1] < box[3] + NEAR


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def draw_state(
    result: Diagram, text: str, shape: Shape, mark: str = "plain", final: bool = False, tag: str = "",
    fill: str | None = None, corner: float = -3 * pi / 4, attributes: Mapping[str, object] | None = None,
) -> None:
    """Add a state to a diagram: outline, second line if accepting, name, sign of its mark, tag at an angle.

    `attributes` are those of its group, where it is more than a picture.
    """
    stroke = style.edge if mark == "dead" else style.ink
    bold = mark in ("active", "early", "accepting")
    width = 4.0 if bold else 3.0 if mark == "new" else 2.0
    dashes = (5, 4) if mark == "dead" else None
    parts = [_outline(shape, 0, fill=fill or FILL[mark], stroke=stroke, stroke_width=width, stroke_dasharray=dashes)]
    if final:
        parts.append(_outline(shape, -0.22 * shape.radius, fill="none", stroke=stroke, stroke_width=style.medium))
    colour = style.aside if mark in ("dead", "done") else style.ink
    size = TEXT if shape.radius >= RADIUS else TEXT - 2
    parts.append(label(shape.x, shape.y, text, size=size, fill=colour, font_weight="bold" if bold else None))
    parts += _badge(shape, mark)
    if tag:
        half = max(0.0, shape.width / 2 - shape.radius)
        x = shape.x + (half + abs(cos(corner)) * shape.radius) * (1 if cos(corner) > 0 else -1)
        y = shape.y + sin(corner) * shape.radius
        parts.append(el("circle", cx=x, cy=y, r=10.5, fill=style.ink))
        parts.append(label(x, y, tag, size=style.text, fill=style.paper, font_weight="bold"))
        result.boxes.append((x - 11, y - 11, x + 11, y + 11))
    result.elements.append(el("g", *parts, **{"class_": "state", "data_state": text, **(attributes or {})}))
    result.boxes.append(_box(shape, 8 if mark != "plain" else 3))


def _outline(shape: Shape, grow: float, **attributes: object) -> Element:
    r = shape.radius + grow
    if shape.width <= 2 * shape.radius:
        return el("circle", cx=shape.x, cy=shape.y, r=r, **attributes)
    w = shape.width + 2 * grow
    return el("rect", x=shape.x - w / 2, y=shape.y - r, width=w, height=2 * r, rx=r, **attributes)


def _badge(shape: Shape, mark: str) -> list[Element]:
    """Return the small sign that says without colour what a mark means."""
    half = max(0.0, shape.width / 2 - shape.radius)
    x, y = shape.x + half + 0.72 * shape.radius, shape.y - 0.72 * shape.radius
    if mark == "active":
        return [el("circle", cx=x, cy=y, r=6.5, fill=style.ink, stroke=style.paper, stroke_width=style.thin)]
    if mark == "dead":
        cross = f"M {number(x - 5)} {number(y - 5)} L {number(x + 5)} {number(y + 5)} " \
                f"M {number(x + 5)} {number(y - 5)} L {number(x - 5)} {number(y + 5)}"
        return [el("path", d=cross, stroke=style.vermillion, stroke_width=style.firm, fill="none")]
    if mark == "early":
        return [el("polygon", points=[(x, y - 11), (x + 11, y + 8), (x - 11, y + 8)], fill=style.vermillion,
                   stroke=style.paper, stroke_width=style.thin), label(x, y + 2, "!", size=style.small,
                                                                       fill=style.paper, font_weight="bold")]
    if mark == "accepting":
        tick = f"M {number(x - 5)} {number(y)} L {number(x - 1)} {number(y + 4)} L {number(x + 6)} {number(y - 5)}"
        return [el("circle", cx=x, cy=y, r=9, fill=style.green, stroke=style.paper, stroke_width=style.thin),
                el("path", d=tick, stroke=style.paper, stroke_width=style.firm, fill="none")]
    if mark == "new":
        return [el("polygon", points=[(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)], fill=STRONG, stroke=style.paper,
                   stroke_width=style.thin)]
    return []
