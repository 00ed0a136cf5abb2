"""The way of an arrow between two states: curves that avoid other states, loops, arrowheads, labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

Point = tuple[float, float]
HEAD = 11.0
"""Length of an arrowhead."""


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
    """A quadratic curve; straight if the middle lies on the line."""

    start: Point
    middle: Point
    end: Point

    def at(self, t: float) -> Point:
        """Return a point of the curve, 0 ≤ t ≤ 1."""
        u = 1 - t
        return (
            u * u * self.start[0] + 2 * u * t * self.middle[0] + t * t * self.end[0],
            u * u * self.start[1] + 2 * u * t * self.middle[1] + t * t * self.end[1],
        )

    def normal(self, t: float) -> Point:
        """Return the unit vector to the left of the way at a point."""
        a, b = self.at(max(0.0, t - 0.05)), self.at(min(1.0, t + 0.05))
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        return (b[1] - a[1]) / length, -(b[0] - a[0]) / length

    def clip(self, low: float, high: float) -> Curve:
        """Return the part between two parameters."""
        start, end = self.at(low), self.at(high)
        t = low + (high - low) / 2
        centre = self.at(t)
        middle = (2 * centre[0] - (start[0] + end[0]) / 2, 2 * centre[1] - (start[1] + end[1]) / 2)
        return Curve(start, middle, end)


def bent(start: Point, end: Point, bend: float) -> Curve:
    """Return the curve between two points that leaves the straight line by ``bend`` pixels to the left."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    mid = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Curve(start, (mid[0] + 2 * bend * dy / length, mid[1] - 2 * bend * dx / length), end)


def route(tail: Shape, head: Shape, others: Sequence[Shape], double: bool) -> Curve:
    """Return the way from one state to another, from outline to outline.

    Parameters
    ----------
    others
        States that should not be run through.
    double
        Whether an arrow leads back as well: then both keep to one side.
    """
    length = hypot(head.x - tail.x, head.y - tail.y)
    first = max(15.0, 0.1 * length) if double else 0.0
    options = [first, *(first + k * step for k in range(1, 6) for step in ((28,) if double else (24, -24)))]
    best, score = bent((tail.x, tail.y), (head.x, head.y), first), float("inf")
    for bend in options:
        curve = bent((tail.x, tail.y), (head.x, head.y), bend)
        room = min((o.distance(curve.at(t / 24)) for o in others for t in range(1, 24)), default=99.0)
        cost = abs(bend - first) + (0 if room > 12 else 400 - 10 * room)
        if cost < score:
            best, score = curve, cost
        if room > 12:
            break
    return trimmed(best, tail, head)


def trimmed(curve: Curve, tail: Shape, head: Shape) -> Curve:
    """Return the part of a curve outside both states, with room for the arrowhead."""
    grid = [i / 80 for i in range(81)]
    low = next((t for t in grid if tail.distance(curve.at(t)) > 1.5), 0.0)
    high = next((t for t in reversed(grid) if head.distance(curve.at(t)) > 3), 1.0)
    return curve.clip(low, high) if high - low > 0.05 else curve


def head_points(curve: Curve, size: float = HEAD) -> list[Point]:
    """Return the triangle of an arrowhead at the end of a curve."""
    (x, y), (mx, my) = curve.end, curve.middle
    angle = atan2(y - my, x - mx) if (x, y) != (mx, my) else 0.0
    return [(x, y), *((x - size * cos(angle + s), y - size * sin(angle + s)) for s in (0.42, -0.42))]


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
