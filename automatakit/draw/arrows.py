"""The way of an arrow between two states: curves that avoid other states, loops, arrowheads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from boardkit.svg import number

Point = tuple[float, float]
HEAD = 11.0
"""Length of an arrowhead."""
CLEAR = 12.0
"""How far an arrow stays away from states that it only passes."""


@dataclass(frozen=True)
class Shape:
    """A state on the paper: a circle, or a capsule if it is wider than high."""

    x: float
    y: float
    width: float
    radius: float

    def distance(self, point: Point) -> float:
        """Return how far a point is from the outline; negative inside."""
        half = max(0.0, self.width / 2 - self.radius)
        nearest = max(self.x - half, min(self.x + half, point[0]))
        return hypot(point[0] - nearest, point[1] - self.y) - self.radius


@dataclass(frozen=True)
class Curve:
    """Cubic curves one after the other: a point, two control points, a point, two control points, …"""

    points: tuple[Point, ...]

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.points[0]

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def path(self) -> str:
        """The curve as an SVG path."""
        first, *rest = (f"{number(x)} {number(y)}" for x, y in self.points)
        return f"M {first} C {' '.join(rest)}"

    def at(self, t: float) -> Point:
        """Return a point of the curve, 0 ≤ t ≤ 1."""
        part, u = self._part(t)
        return _point(self.points[3 * part : 3 * part + 4], u)

    def _part(self, t: float) -> tuple[int, float]:
        number_of_parts = len(self.points) // 3
        part = min(int(t * number_of_parts), number_of_parts - 1)
        return part, t * number_of_parts - part

    def normal(self, t: float) -> Point:
        """Return the unit vector to the left of the way at a point."""
        a, b = self.at(max(0.0, t - 0.02)), self.at(min(1.0, t + 0.02))
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        return (b[1] - a[1]) / length, -(b[0] - a[0]) / length

    def clip(self, low: float, high: float) -> Curve:
        """Return the part between two parameters."""
        (first, u), (last, v) = self._part(low), self._part(high)
        points: list[Point] = []
        for part in range(first, last + 1):
            p = self.points[3 * part : 3 * part + 4]
            a, b = u if part == first else 0.0, v if part == last else 1.0
            points += [_blossom(p, a, a, a), _blossom(p, a, a, b), _blossom(p, a, b, b)]
        return Curve((*points, self.at(high)))

    def sampled(self, apart: float = 8.0) -> list[Point]:
        """Return points of the curve, close enough to each other that no label lies between them."""
        return _sampled(self.points, apart)


@lru_cache(maxsize=2048)  # a drawing that grows arrow by arrow asks for the same ones again
def _sampled(points: tuple[Point, ...], apart: float) -> list[Point]:
    result = [points[0]]
    for n in range(0, len(points) - 1, 3):
        part = points[n : n + 4]
        steps = max(8, int(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(part)) / apart))
        result += [_point(part, t / steps) for t in range(1, steps + 1)]
    return result


def _point(points: Sequence[Point], t: float) -> Point:
    """What `_blossom` gives with one parameter three times, written out: a picture asks for thousands."""
    (a, b, c, d), s = points, 1 - t

    def along(a: float, b: float, c: float, d: float) -> float:
        ab, bc, cd = s * a + t * b, s * b + t * c, s * c + t * d
        return s * (s * ab + t * bc) + t * (s * bc + t * cd)

    return along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])


def _blossom(points: Sequence[Point], *parameters: float) -> Point:
    """Return what de Casteljau's construction gives with a parameter for each of its steps.

    With one parameter three times it is a point of the curve, with two different ones a control point of a part.
    """
    for t in parameters:
        points = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in pairwise(points)]
    return points[0]


def bent(start: Point, end: Point, bend: float) -> Curve:
    """Return the curve between two points that leaves the straight line by ``bend`` pixels to the left."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    up = 4 / 3 * bend / (hypot(dx, dy) or 1.0)
    one, two = ((start[0] + t * dx + up * dy, start[1] + t * dy - up * dx) for t in (0.3, 0.7))
    return Curve((start, one, two, end))


def through(points: Sequence[Point]) -> Curve:
    """Return a curve through points that passes all but the first and the last horizontally."""
    result, last = [points[0]], len(points) - 2
    for n, (a, b) in enumerate(pairwise(points)):
        half = (b[0] - a[0]) / 2
        near = (a[0] + 0.4 * (b[0] - a[0]), a[1] + 0.4 * (b[1] - a[1]))
        far = (a[0] + 0.6 * (b[0] - a[0]), a[1] + 0.6 * (b[1] - a[1]))
        result += [(a[0] + half, a[1]) if n else near, (b[0] - half, b[1]) if n < last else far, b]
    return Curve(tuple(result))


@lru_cache(maxsize=4096)  # while an automaton is drawn by hand most of its arrows stay as they are
def route(tail: Shape, head: Shape, others: tuple[Shape, ...], double: bool, way: tuple[Point, ...] = ()) -> Curve:
    """Return the way from one state to another, from outline to outline.

    Parameters
    ----------
    others
        States that should not be run through.
    double
        Whether an arrow leads back as well: then both keep to one side.
    way
        Points on the way, if it is known already.
    """
    start, end = (tail.x, tail.y), (head.x, head.y)
    if way:
        return trimmed(through([start, *way, end]), tail, head)
    length = hypot(head.x - tail.x, head.y - tail.y)
    first = max(15.0, 0.1 * length) if double else 0.0
    options = [first, *(first + k * step for k in range(1, 6) for step in ((28,) if double else (24, -24)))]
    best, score = bent(start, end, first), float("inf")
    for bend in options:
        curve = bent(start, end, bend)
        room = min((o.distance(curve.at(t / 24)) for o in others for t in range(1, 24)), default=99.0)
        cost = abs(bend - first) + (0 if room > CLEAR else 400 - 10 * room)
        if cost < score:
            best, score = curve, cost
        if room > CLEAR:
            break
    return trimmed(best, tail, head)


def trimmed(curve: Curve, tail: Shape, head: Shape) -> Curve:
    """Return the part of a curve outside both states, with room for the arrowhead."""
    grid = [i / 160 for i in range(161)]
    low = next((t for t in grid if tail.distance(curve.at(t)) > 1.5), 0.0)
    high = next((t for t in reversed(grid) if head.distance(curve.at(t)) > 3), 1.0)
    return curve.clip(low, high) if high - low > 0.05 else curve


def looped(shape: Shape, angle: float) -> Curve:
    """Return an arrow from a state to itself, in a direction."""
    def rim(turn: float, away: float) -> Point:
        return shape.x + (shape.radius + away) * cos(turn), shape.y + (shape.radius + away) * sin(turn)

    return Curve((rim(angle - 0.45, 1.5), rim(angle - 0.55, 50), rim(angle + 0.55, 50), rim(angle + 0.45, 3)))


def head_points(curve: Curve, size: float = HEAD) -> list[Point]:
    """Return the triangle of an arrowhead at the end of a curve."""
    (x, y), (mx, my) = curve.end, curve.points[-2]
    angle = atan2(y - my, x - mx) if (x, y) != (mx, my) else 0.0
    return [(x, y), *((x - size * cos(angle + s), y - size * sin(angle + s)) for s in (0.38, -0.38))]


def freest_angle(taken: Iterable[float], wish: Sequence[float]) -> float:
    """Return the angle of a wish list that is farthest from the angles that are taken.

    Earlier wishes win unless a later one has clearly more room.

    Examples
    --------
    >>> round(freest_angle([0.0, 3.0], [1.5, 4.7]), 2)
    1.5
    """
    taken = list(taken)

    def room(angle: float) -> float:
        return min((abs((angle - other + pi) % (2 * pi) - pi) for other in taken), default=pi)

    return max(wish, key=lambda angle: (2 * min(room(angle), 0.75) + 0.1 * room(angle) - 0.12 * wish.index(angle)))
