"""The state diagram of an automaton as a group of SVG elements: states, arrows, labels that do not collide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin

from automatakit.automaton.value import Automaton, State
from automatakit.automaton.value import label as name_of
from automatakit.draw.arrows import Curve, Point, Shape, freest_angle, head_points, route
from automatakit.draw.layout import GLYPH, RADIUS, node_width
from boardkit.svg import BLACK, PALETTE, WHITE, Element, el, label, number

LINE = "#444444"
FAINT = "#9A9A9A"
STRONG = PALETTE["blue"]
TEXT = 17
Arrow = tuple[State, State]
Box = tuple[float, float, float, float]

FILL = {
    "plain": WHITE, "active": "#FBE87A", "dead": "#E4E4E4", "early": "#F6C9A8", "new": "#CDE9F8", "done": "#EDEDED",
    "faint": WHITE, "accepting": "#BFE5D6",
}
"""Fill of a state by its mark; every mark has a shape of its own as well."""


@dataclass
class Diagram:
    """What is drawn, and how much room it takes; made by :func:`diagram`."""

    elements: list[Element] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def bounds(self, margin: float = 12) -> Box:
        """Return left, top, right, bottom with a margin."""
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
        ``"new"``, ``"done"``, ``"faint"``, ``"accepting"`` (ticked).
    arrows
        (from, to) that are emphasised.
    faint
        (from, to) that recede.
    tags
        State → a number in a disc at its rim.
    fills
        State → fill colour, where the mark does not say it.
    """

    states: Mapping[State, str] = field(default_factory=dict)
    arrows: Collection[Arrow] = ()
    faint: Collection[Arrow] = ()
    tags: Mapping[State, str] = field(default_factory=dict)
    fills: Mapping[State, str] = field(default_factory=dict)


def diagram(
    table: Automaton, places: Mapping[State, Point], marks: Marks | None = None,
    labels: Mapping[Arrow, str] | None = None,
) -> Diagram:
    """Return the state diagram of a table.

    Parameters
    ----------
    places
        Where each state stands, in pixels.
    marks
        What is pointed out.
    labels
        Texts of the arrows; by default their symbols, those of parallel arrows on one.
    """
    marks = marks or Marks()
    texts = merged_labels(table) if labels is None else labels
    shapes = {s: Shape(*places[s], node_width(name_of(s)), RADIUS) for s in table.states}
    result = Diagram()
    curves = _curves(texts, shapes)
    angles = _angles(curves, shapes)
    lines = [point for curve in curves.values() for point in _points(curve)]
    loops: dict[State, float] = {}
    for state in table.states:
        if (state, state) in texts:
            loops[state] = _loop_angle(state, shapes, angles[state], lines)
            angles[state].append(loops[state])
            lines += _loop_points(shapes[state], loops[state])
    taken: list[Box] = [_box(shape, 4) for shape in shapes.values()]
    for arrow, curve in curves.items():
        _draw_arrow(result, arrow, curve, marks)
    for state, angle in loops.items():
        _draw_loop(result, state, shapes[state], angle, texts[state, state], marks, taken)
    for i, state in enumerate(table.states):
        if table.start_mask >> i & 1:
            _draw_entry(result, shapes[state], angles[state], taken)
    size = len(shapes) or 1
    middle = (sum(s.x for s in shapes.values()) / size, sum(s.y for s in shapes.values()) / size)
    for arrow, curve in curves.items():
        _draw_label(result, arrow, curve, texts[arrow], marks, taken, lines, middle)
    for i, state in enumerate(table.states):
        corner = freest_angle(angles[state], [-3 * pi / 4, 3 * pi / 4, pi / 4, -pi / 4])
        _draw_state(result, state, shapes[state], bool(table.final_mask >> i & 1), marks, corner)
    return result


def merged_labels(table: Automaton) -> dict[Arrow, str]:
    """Return the texts of the arrows: symbols of parallel transitions on one arrow.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> merged_labels(table_of({"A": {"b": {"B"}, "w": {"B"}}}, start="A", final={"B"}))
    {('A', 'B'): 'b, w'}
    """
    texts: dict[Arrow, list[str]] = {}
    for tail, symbol, head in table.arrows():
        texts.setdefault((tail, head), []).append(symbol)
    return {arrow: ", ".join(symbols) for arrow, symbols in texts.items()}


def _curves(texts: Collection[Arrow], shapes: Mapping[State, Shape]) -> dict[Arrow, Curve]:
    curves = {}
    for tail, head in texts:
        if tail != head:
            others = [shape for state, shape in shapes.items() if state not in (tail, head)]
            curves[tail, head] = route(shapes[tail], shapes[head], others, (head, tail) in texts)
    return curves


def _points(curve: Curve) -> list[Point]:
    """Return points of an arrow, close enough to each other that no label lies between them."""
    steps = max(12, int(hypot(curve.end[0] - curve.start[0], curve.end[1] - curve.start[1]) / 8))
    return [curve.at(t / steps) for t in range(1, steps)]


def _angles(curves: Mapping[Arrow, Curve], shapes: Mapping[State, Shape]) -> dict[State, list[float]]:
    """Return, for each state, the directions in which arrows touch it."""
    angles: dict[State, list[float]] = {state: [] for state in shapes}
    for (tail, head), curve in curves.items():
        for state, point in ((tail, curve.start), (head, curve.end)):
            angles[state].append(atan2(point[1] - shapes[state].y, point[0] - shapes[state].x))
    return angles


def _loop_angle(
    state: State, shapes: Mapping[State, Shape], taken: Sequence[float], lines: Sequence[Point]
) -> float:
    """Return the direction in which a loop keeps clear of the state's own arrows, other states and other arrows."""
    shape = shapes[state]
    wide = shape.width > 2 * shape.radius
    wish = [-pi / 2, pi / 2] if wide else [-pi / 2, pi / 2, -pi / 4, pi / 4, -3 * pi / 4, 3 * pi / 4, 0.0, pi]
    others = [other for name, other in shapes.items() if name != state]

    def cost(angle: float) -> float:
        room = min((abs((angle - other + pi) % (2 * pi) - pi) for other in taken), default=pi)
        points = _loop_points(shape, angle)
        near = sum(other.distance(point) < 8 for other in others for point in points)
        crossed = sum(hypot(p[0] - q[0], p[1] - q[1]) < 16 for p in lines for q in points)
        return 4 * max(0.0, 0.9 - room) + 1.5 * near + 0.5 * crossed + 0.15 * wish.index(angle)

    return min(wish, key=cost)


def _loop_points(shape: Shape, angle: float) -> list[Point]:
    """Return some points of a loop and its label."""
    ways = [(angle - 0.45, 24.0), (angle, 36.0), (angle + 0.45, 24.0), (angle, 58.0)]
    return [(shape.x + (shape.radius + r) * cos(turn), shape.y + (shape.radius + r) * sin(turn)) for turn, r in ways]


def _box(shape: Shape, margin: float) -> Box:
    half = max(shape.width / 2, shape.radius) + margin
    return shape.x - half, shape.y - shape.radius - margin, shape.x + half, shape.y + shape.radius + margin


def _look(arrow: Arrow, marks: Marks) -> tuple[str, float]:
    if arrow in marks.arrows:
        return STRONG, 4.0
    return (FAINT, 1.4) if arrow in marks.faint else (LINE, 1.9)


def _draw_arrow(result: Diagram, arrow: Arrow, curve: Curve, marks: Marks) -> None:
    colour, width = _look(arrow, marks)
    head = head_points(curve, 11 + width)
    back = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
    path = (
        f"M {number(curve.start[0])} {number(curve.start[1])} Q {number(curve.middle[0])} {number(curve.middle[1])} "
        f"{number(back[0])} {number(back[1])}"
    )
    result.elements.append(el(
        "g", el("path", d=path, fill="none", stroke=colour, stroke_width=width),
        el("polygon", points=head, fill=colour),
        class_="arrow", data_from=name_of(arrow[0]), data_to=name_of(arrow[1]),
    ))
    points = [curve.at(t / 10) for t in range(11)]
    result.boxes.append(
        (min(p[0] for p in points), min(p[1] for p in points), max(p[0] for p in points), max(p[1] for p in points))
    )


def _draw_loop(
    result: Diagram, state: State, shape: Shape, angle: float, text: str, marks: Marks, taken: list[Box]
) -> None:
    colour, width = _look((state, state), marks)
    spread, reach = 0.5, shape.radius + 52

    def rim(turn: float, radius: float) -> Point:
        return shape.x + radius * cos(turn), shape.y + radius * sin(turn)

    start, end = rim(angle - spread, shape.radius + 1.5), rim(angle + spread, shape.radius + 3)
    c1, c2 = rim(angle - 0.62, reach), rim(angle + 0.62, reach)
    head = head_points(Curve(start, c2, end), 11 + width)
    back = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
    path = f"M {_xy(start)} C {_xy(c1)} {_xy(c2)} {_xy(back)}"
    result.elements.append(el(
        "g", el("path", d=path, fill="none", stroke=colour, stroke_width=width),
        el("polygon", points=head, fill=colour), class_="arrow", data_from=name_of(state), data_to=name_of(state),
    ))
    tip = rim(angle, shape.radius + 38)
    half = len(text) * GLYPH / 2 + 4
    x, y = tip[0] + cos(angle) * (half + 6), tip[1] + sin(angle) * 14
    _write(result, (x, y), text, colour if (state, state) in marks.arrows else BLACK)
    taken += [(x - half, y - 11, x + half, y + 11), (*rim(angle - 0.6, 1), *rim(angle + 0.6, 1))]
    left, right = min(tip[0], x - half) - 8, max(tip[0], x + half) + 8
    result.boxes.append((left, min(tip[1], y - 11), right, max(tip[1], y + 11)))


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _draw_entry(result: Diagram, shape: Shape, taken_angles: Sequence[float], taken: list[Box]) -> None:
    wish = [pi, -3 * pi / 4, 3 * pi / 4, -pi / 2, pi / 2, -pi / 4, pi / 4, 0.0]
    if shape.width > 2 * shape.radius:
        wish = [pi, -pi / 2, pi / 2, 0.0]
    angle = freest_angle(taken_angles, wish)
    reach = (shape.width / 2 if abs(cos(angle)) > 0.9 else shape.radius) + 2
    tip = (shape.x + reach * cos(angle), shape.y + reach * sin(angle))
    far = (tip[0] + 34 * cos(angle), tip[1] + 34 * sin(angle))
    head = head_points(Curve(far, far, tip), 13)
    back = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
    result.elements.append(el(
        "g", el("path", d=f"M {_xy(far)} L {_xy(back)}", fill="none", stroke=BLACK, stroke_width=2.6),
        el("polygon", points=head, fill=BLACK), el("circle", cx=far[0], cy=far[1], r=4, fill=BLACK), class_="initial",
    ))
    box = (min(tip[0], far[0]) - 5, min(tip[1], far[1]) - 5, max(tip[0], far[0]) + 5, max(tip[1], far[1]) + 5)
    taken.append(box)
    result.boxes.append(box)


def _draw_label(
    result: Diagram, arrow: Arrow, curve: Curve, text: str, marks: Marks, taken: list[Box], lines: Sequence[Point],
    centre: Point,
) -> None:
    """Write the text of an arrow where it collides least, outside rather than inside the diagram."""
    half = len(text) * GLYPH / 2 + 3
    best, score = curve.at(0.5), float("inf")
    bend = hypot(curve.middle[0] - (curve.start[0] + curve.end[0]) / 2,
                 curve.middle[1] - (curve.start[1] + curve.end[1]) / 2)
    for rank, t in enumerate((0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)):
        normal = curve.normal(t)
        for side in (1, -1):
            inside = bend > 4 and side < 0  # between two arrows there and back, only if nothing else is free
            room = 10 + abs(normal[1]) * 3 + abs(normal[0]) * (half - 4)
            outward = side * _outward(curve)
            point = curve.at(t)
            x, y = point[0] + outward * normal[0] * room, point[1] + outward * normal[1] * room
            box = (x - half, y - 10, x + half, y + 10)
            inward = hypot(x - centre[0], y - centre[1]) < hypot(point[0] - centre[0], point[1] - centre[1])
            cost = rank + (0.8 if inward else 0) + (5 if inside else 0)
            cost += 12 * sum(_overlap(box, other) for other in taken)
            cost += 2.5 * sum(box[0] < p[0] < box[2] and box[1] < p[1] < box[3] for p in lines)
            if cost < score:
                best, score = (x, y), cost
    x, y = best
    taken.append((x - half, y - 10, x + half, y + 10))
    result.boxes.append(taken[-1])
    colour = STRONG if arrow in marks.arrows else "#777777" if arrow in marks.faint else BLACK
    _write(result, best, text, colour)


def _outward(curve: Curve) -> int:
    """Return on which side of the way the outside of a bend lies; 1 if there is none."""
    mid = ((curve.start[0] + curve.end[0]) / 2, (curve.start[1] + curve.end[1]) / 2)
    bulge = (curve.middle[0] - mid[0], curve.middle[1] - mid[1])
    if hypot(*bulge) <= 4:
        return 1
    normal = curve.normal(0.5)
    return 1 if bulge[0] * normal[0] + bulge[1] * normal[1] > 0 else -1


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _write(result: Diagram, at: Point, text: str, colour: str) -> None:
    half = len(text) * GLYPH / 2 + 2
    x, y = at
    result.elements.append(el(
        "g", el("rect", x=x - half, y=y - 9, width=2 * half, height=18, rx=4, fill=WHITE, fill_opacity=0.85),
        label(x, y, text, size=TEXT - 1, font_weight="bold", fill=colour),
    ))


def _draw_state(result: Diagram, state: State, shape: Shape, final: bool, marks: Marks, corner: float) -> None:
    mark, tag = marks.states.get(state, "plain"), marks.tags.get(state, "")
    draw_state(result, name_of(state), shape, mark, final, tag, marks.fills.get(state), corner)


def draw_state(
    result: Diagram, text: str, shape: Shape, mark: str = "plain", final: bool = False, tag: str = "",
    fill: str | None = None, corner: float = -3 * pi / 4,
) -> None:
    """Add a state to a diagram: outline, second line if accepting, name, sign of its mark, tag at an angle."""
    stroke = FAINT if mark in ("dead", "faint") else BLACK
    bold = mark in ("active", "early", "accepting")
    width = 4.0 if bold else 3.0 if mark == "new" else 2.0
    dashes = (5, 4) if mark == "dead" else None
    parts = [_outline(shape, 0, fill=fill or FILL[mark], stroke=stroke, stroke_width=width, stroke_dasharray=dashes)]
    if final:
        parts.append(_outline(shape, -0.22 * shape.radius, fill="none", stroke=stroke, stroke_width=1.8))
    colour = "#666666" if mark in ("dead", "faint", "done") else BLACK
    size = TEXT if shape.radius >= RADIUS else TEXT - 2
    parts.append(label(shape.x, shape.y, text, size=size, fill=colour, font_weight="bold" if bold else None))
    parts += _badge(shape, mark)
    if tag:
        half = max(0.0, shape.width / 2 - shape.radius)
        x = shape.x + (half + abs(cos(corner)) * shape.radius) * (1 if cos(corner) > 0 else -1)
        y = shape.y + sin(corner) * shape.radius
        parts.append(el("circle", cx=x, cy=y, r=10.5, fill=BLACK))
        parts.append(label(x, y, tag, size=15, fill=WHITE, font_weight="bold"))
        result.boxes.append((x - 11, y - 11, x + 11, y + 11))
    result.elements.append(el("g", *parts, class_="state", data_state=text))
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
        return [el("circle", cx=x, cy=y, r=6.5, fill=BLACK, stroke=WHITE, stroke_width=1.5)]
    if mark == "dead":
        cross = f"M {number(x - 5)} {number(y - 5)} L {number(x + 5)} {number(y + 5)} " \
                f"M {number(x + 5)} {number(y - 5)} L {number(x - 5)} {number(y + 5)}"
        return [el("path", d=cross, stroke=PALETTE["vermillion"], stroke_width=3.5, fill="none")]
    if mark == "early":
        return [el("polygon", points=[(x, y - 11), (x + 11, y + 8), (x - 11, y + 8)], fill=PALETTE["vermillion"],
                   stroke=WHITE, stroke_width=1.5), label(x, y + 2, "!", size=14, fill=WHITE, font_weight="bold")]
    if mark == "accepting":
        tick = f"M {number(x - 5)} {number(y)} L {number(x - 1)} {number(y + 4)} L {number(x + 6)} {number(y - 5)}"
        return [el("circle", cx=x, cy=y, r=9, fill=PALETTE["green"], stroke=WHITE, stroke_width=1.5),
                el("path", d=tick, stroke=WHITE, stroke_width=2.6, fill="none")]
    if mark == "new":
        return [el("polygon", points=[(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)], fill=STRONG, stroke=WHITE,
                   stroke_width=1.5)]
    return []
