"""The way of an arrow between two states: curves that avoid other states, loops, arrowheads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, inf, pi, sin

from automatakit.automaton.states import Point
from boardkit.svg import number

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

    @property
    def stretch(self) -> float:
        """How far from its middle a capsule's round ends begin; 0 for a circle."""
        return max(0.0, self.width / 2 - self.radius)

    def distance(self, point: Point) -> float:
        """Return how far a point is from the outline; negative inside."""
        nearest = max(self.x - self.stretch, min(self.x + self.stretch, point[0]))
        return hypot(point[0] - nearest, point[1] - self.y) - self.radius

    def rim(self, angle: float, away: float = 0.0) -> Point:
        """Return the point of a circle in a direction, or one so far away from it."""
        reach = self.radius + away
        return self.x + reach * cos(angle), self.y + reach * sin(angle)

    def direction(self, point: Point) -> float:
        """Return in which direction from the middle a point lies."""
        return atan2(point[1] - self.y, point[0] - self.x)


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
        first, *rest = [f"{number(x)} {number(y)}" for x, y in self.points]
        return f"M {first} C {' '.join(rest)}"

    def at(self, t: float) -> Point:
        """Return a point of the curve, 0 ≤ t ≤ 1."""
        n, u = self._place(t)
        return _point(self._part(n), u)

    def _place(self, t: float) -> tuple[int, float]:
        """Return in which part a point lies, and where in it."""
        number_of_parts = len(self.points) // 3
        n = min(int(t * number_of_parts), number_of_parts - 1)
        return n, t * number_of_parts - n

    def _part(self, n: int) -> tuple[Point, ...]:
        return self.points[3 * n : 3 * n + 4]

    def normal(self, t: float) -> Point:
        """Return the unit vector to the left of the way at a point."""
        before = self.at(max(0.0, t - 0.02))
        after = self.at(min(1.0, t + 0.02))
        length = dist(before, after) or 1.0
        return (after[1] - before[1]) / length, -(after[0] - before[0]) / length

    def clip(self, low: float, high: float) -> Curve:
        """Return the part between two parameters."""
        first, low_in_first = self._place(low)
        last, high_in_last = self._place(high)
        points: list[Point] = []
        for n in range(first, last + 1):
            a = low_in_first if n == first else 0.0
            b = high_in_last if n == last else 1.0
            part = self._part(n)
            points.append(_blossom(part, a, a, a))
            points.append(_blossom(part, a, a, b))
            points.append(_blossom(part, a, b, b))
        return Curve((*points, self.at(high)))

    def sampled(self, apart: float = 8.0) -> list[Point]:
        """Return points of the curve, close enough to each other that no label lies between them."""
        return _sampled(self.points, apart)


@lru_cache(
    maxsize=2048
)  # a drawing that grows arrow by arrow asks for the same ones again
def _sampled(points: tuple[Point, ...], apart: float) -> list[Point]:
    result = [points[0]]
    for n in range(0, len(points) - 1, 3):
        part = points[n : n + 4]
        length = sum(dist(a, b) for a, b in pairwise(part))
        steps = max(8, int(length / apart))
        result += [_point(part, t / steps) for t in range(1, steps + 1)]
    return result


def _point(points: Sequence[Point], t: float) -> Point:
    """What `_blossom` gives with one parameter three times, written out: a picture asks for thousands."""
    s = 1 - t

    def along(a: float, b: float, c: float, d: float) -> float:
        ab = s * a + t * b
        bc = s * b + t * c
        cd = s * c + t * d
        return s * (s * ab + t * bc) + t * (s * bc + t * cd)

    across, down = zip(*points, strict=True)
    return along(*across), along(*down)


def _blossom(points: Sequence[Point], *parameters: float) -> Point:
    """Return what de Casteljau's construction gives with a parameter for each of its steps.

    With one parameter three times it is a point of the curve, with two different ones a control point of a part.
    """
    for t in parameters:
        points = [_between(a, b, t) for a, b in pairwise(points)]
    return points[0]


def _between(a: Point, b: Point, t: float) -> Point:
    x = (1 - t) * a[0] + t * b[0]
    y = (1 - t) * a[1] + t * b[1]
    return x, y


def bent(start: Point, end: Point, bend: float) -> Curve:
    """Return the curve between two points that leaves the straight line by ``bend`` pixels to the left."""
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    # Control points lie a third farther out than the curve between them
    up = 4 / 3 * bend / (hypot(dx, dy) or 1.0)

    def control(t: float) -> Point:
        x = start[0] + t * dx + up * dy
        y = start[1] + t * dy - up * dx
        return x, y

    return Curve((start, control(0.3), control(0.7), end))


def through(points: Sequence[Point]) -> Curve:
    """Return a curve through points that passes all but the first and the last horizontally."""
    result = [points[0]]
    last = len(points) - 2
    for n, (a, b) in enumerate(pairwise(points)):
        dx = b[0] - a[0]
        dy = b[1] - a[1]
        # Level tangents, so that the parts join without a corner.
        near = (a[0] + dx / 2, a[1])
        far = (b[0] - dx / 2, b[1])
        if n == 0:
            near = (a[0] + 0.4 * dx, a[1] + 0.4 * dy)
        if n == last:
            far = (a[0] + 0.6 * dx, a[1] + 0.6 * dy)
        result += [near, far, b]
    return Curve(tuple(result))


@lru_cache(
    maxsize=4096
)  # while an automaton is drawn by hand most of its arrows stay as they are
def route(
    tail: Shape,
    head: Shape,
    others: tuple[Shape, ...],
    aside: float,
    way: tuple[Point, ...] = (),
) -> Curve:
    """Return the way from one state to another, from outline to outline.

    Parameters
    ----------
    others
        States that should not be run through.
    aside
        How far the arrow keeps to its left, because another one leads back; 0 if none does.
    way
        Points on the way, if it is known already.
    """
    start = (tail.x, tail.y)
    end = (head.x, head.y)
    if way:
        return trimmed(through([start, *way, end]), tail, head)
    # Straight, or as straight as two arrows side by side allow, if nothing is in the way.
    best = bent(start, end, aside)
    least = inf
    for bend in _bends(aside):
        curve = bent(start, end, bend)
        middle = [curve.at(t / 24) for t in range(1, 24)]
        room = min(
            [other.distance(point) for other in others for point in middle],
            default=99.0,
        )
        cost = abs(bend - aside)
        if room <= CLEAR:  # to run through a state is worse than any bend
            cost += 400 - 10 * room
        if cost < least:
            best, least = curve, cost
        if room > CLEAR:  # all that follow are more bent
            break
    return trimmed(best, tail, head)


def _bends(aside: float) -> list[float]:
    """Return how much an arrow may be bent, the best first; the other side belongs to the arrow that leads back."""
    bends = [aside]
    for n in range(1, 6):
        bends += [aside + 28 * n] if aside else [24.0 * n, -24.0 * n]
    return bends


def trimmed(curve: Curve, tail: Shape, head: Shape) -> Curve:
    """Return the part of a curve outside both states, with room for the arrowhead."""
    # A capsule has no simple formula for where a curve leaves it: points are tried.
    low, high = 0.0, 1.0
    grid = [i / 160 for i in range(161)]
    for t in grid:
        if tail.distance(curve.at(t)) > 1.5:
            low = t
            break
    for t in reversed(grid):
        if head.distance(curve.at(t)) > 3:
            high = t
            break
    if high - low <= 0.05:  # the states touch: nothing would be left to be seen
        return curve
    return curve.clip(low, high)


def looped(shape: Shape, angle: float) -> Curve:
    """Return an arrow from a state to itself, in a direction."""
    return Curve(
        (
            shape.rim(angle - 0.45, 1.5),
            shape.rim(angle - 0.55, 50),
            shape.rim(angle + 0.55, 50),
            shape.rim(angle + 0.45, 3),
        )
    )


def head_points(curve: Curve, size: float = HEAD) -> list[Point]:
    """Return the triangle of an arrowhead at the end of a curve."""
    x, y = curve.end
    before = curve.points[-2]
    angle = atan2(y - before[1], x - before[0])

    def corner(turn: float) -> Point:
        direction = angle + turn
        return x - size * cos(direction), y - size * sin(direction)

    return [curve.end, corner(0.38), corner(-0.38)]


def polyline(*points: Point) -> str:
    """Return straight lines from point to point as an SVG path."""
    return "M " + " L ".join(f"{number(x)} {number(y)}" for x, y in points)


def room_around(angle: float, taken: Iterable[float]) -> float:
    """Return how far an angle is from the nearest of several, in radians.

    Examples
    --------
    >>> room_around(0.25, [0.0, 3.0])
    0.25
    """
    room = pi
    for other in taken:
        turn = (angle - other + pi) % (2 * pi) - pi  # the short way round
        room = min(room, abs(turn))
    return room


def freest_angle(taken: Collection[float], wish: Sequence[float]) -> float:
    """Return the angle of a wish list that is farthest from the angles that are taken.

    Earlier wishes win unless a later one has clearly more room.

    Examples
    --------
    >>> round(freest_angle([0.0, 3.0], [1.5, 4.7]), 2)
    1.5
    """

    def worth(angle: float) -> float:
        room = room_around(angle, taken)
        # Beyond 0.75 more room helps little.
        return 2 * min(room, 0.75) + 0.1 * room - 0.12 * wish.index(angle)

    return max(wish, key=worth)
