"""Where the labels of arrows stand: beside their own arrow, on nothing else, and not too near to another one.

Each arrow offers places along its way, on both sides; of all labels those places are taken together that collide least.
"""

from collections.abc import Mapping, Sequence
from math import dist, hypot, inf
from typing import NamedTuple, Self

from automatakit.automaton.states import Arrow, Point
from automatakit.draw.arrows import Curve, head_points

GLYPH = 9.4
"""Average width of a letter of 16 pixels."""
NEAR = 11.0
"""An arrow that comes so close to a label, in pixels, could be thought to be meant by it."""
HALF_LINE = 9.0
"""Half the height of a label."""

AMBIGUOUS = 11.0
"""What it costs that another arrow is as near to a label as its own."""
DOUBT = 1.5
"""By how many pixels an arrow has to be nearer to be surely the one that is meant."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8)
"""Where on its way an arrow may have its label; the middle is best."""
BESIDE = ((1, 0), (-1, 0), (1, 4), (-1, 4), (1, -1.5), (-1, -1.5))
"""On which side, and how much farther away than necessary, in pixels."""


class Box(NamedTuple):
    """The room that something takes."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def about(cls, middle: Point, half_width: float, half_height: float) -> Self:
        """Return a box with a middle."""
        x, y = middle
        return cls(x - half_width, y - half_height, x + half_width, y + half_height)

    @classmethod
    def around(cls, points: Sequence[Point], margin: float = NEAR) -> Self:
        """Return the smallest box that leaves a margin around points."""
        across, down = zip(*points, strict=True)
        return cls(min(across), min(down), max(across), max(down)).grown(margin)

    def grown(self, margin: float) -> Self:
        """Return the box with more room on every side."""
        return self._replace(
            left=self.left - margin,
            top=self.top - margin,
            right=self.right + margin,
            bottom=self.bottom + margin,
        )

    def overlaps(self, other: "Box") -> bool:
        """Whether two boxes have room in common."""
        if self.left >= other.right or other.left >= self.right:
            return False
        return self.top < other.bottom and other.top < self.bottom

    def distance(self, points: Sequence[Point]) -> float:
        """Return how far the nearest of some points is from the box; 0 if one is inside."""
        left, top, right, bottom = self
        nearest = inf
        # Written out: a picture asks for hundreds of thousands
        for x, y in points:
            across = down = 0.0
            if x < left:
                across = left - x
            elif x > right:
                across = x - right
            if y < top:
                down = top - y
            elif y > bottom:
                down = y - bottom
            away = hypot(across, down)
            if away < nearest:
                nearest = away
        return nearest

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom


class Spot(NamedTuple):
    """Where a label may stand: its middle, how bad that is, and on how many arrows and other things it would lie."""

    at: Point
    box: Box
    cost: float
    clashes: int


class _Piece(NamedTuple):
    """A short part of an arrow, and where it is near: most labels are far from most pieces."""

    arrow: Arrow
    points: Sequence[Point]
    box: Box


def label_spots(
    texts: Mapping[Arrow, str],
    curves: Mapping[Arrow, Curve],
    fixed: Sequence[Box],
    centre: Point,
) -> dict[Arrow, Spot]:
    """Return where the texts of all arrows collide least; each is looked at again once the others stand.

    Parameters
    ----------
    fixed
        What else is in the picture.
    centre
        Its middle: labels stand outside rather than inside.
    """
    # In pieces, so that most of an arrow is ruled out by a comparison of boxes.
    pieces: list[_Piece] = []
    for arrow, curve in curves.items():
        points = curve.sampled(6) + head_points(curve, 12)
        for n in range(0, len(points), 8):
            part = points[n : n + 8]
            pieces.append(_Piece(arrow, part, Box.around(part)))
    offers: dict[Arrow, list[Spot]] = {}
    for arrow, curve in curves.items():
        offers[arrow] = _spots(arrow, curve, texts[arrow], pieces, fixed, centre)
    chosen: dict[Arrow, Spot] = {}
    for _ in range(4):  # two labels may chase each other for ever
        before = dict(chosen)
        for arrow, spots in offers.items():
            others = [spot.box for other, spot in chosen.items() if other != arrow]
            chosen[arrow] = _best(spots, others)
        if chosen == before:
            break
    return chosen


def _best(spots: Sequence[Spot], others: Sequence[Box]) -> Spot:
    """Return the best spot beside the labels that stand already."""

    def cost(spot: Spot) -> float:
        return spot.cost + 12 * sum(map(spot.box.overlaps, others))

    return min(spots, key=cost)


def _spots(
    arrow: Arrow,
    curve: Curve,
    text: str,
    pieces: Sequence[_Piece],
    fixed: Sequence[Box],
    centre: Point,
) -> list[Spot]:
    """Return where the label of an arrow may stand: beside its middle or near that, outside rather than inside."""
    half = len(text) * GLYPH / 2 + 3
    # No spot lies outside, and most of the picture does
    reach = Box.around(curve.sampled(), 2 * half + 26)
    pieces = [piece for piece in pieces if reach.overlaps(piece.box)]
    fixed = [box for box in fixed if reach.overlaps(box)]
    bulge = _bulge(curve)
    spots = []
    for rank, t in enumerate(ALONG):
        x, y = curve.at(t)
        across, down = curve.normal(t)
        # A label is wide and low: beside an upright arrow it stands farther away than above a level one.
        room = 3 + abs(down) * 10 + abs(across) * half
        for side, more in BESIDE:
            away = room + more
            at = (x + side * across * away, y + side * down * away)
            inside = dist(at, centre) < dist((x, y), centre)
            cost = 0.6 * rank + 0.3 * abs(more) + 0.8 * inside
            # Inside of a bend the label seems to belong to what lies there
            if side * bulge < 0:
                cost += 5
            spots.append(_spot(arrow, at, half, pieces, fixed, cost))
    return spots


def _spot(
    arrow: Arrow,
    at: Point,
    half: float,
    pieces: Sequence[_Piece],
    fixed: Sequence[Box],
    cost: float,
) -> Spot:
    """Return a spot; what the label would lie on, or near, is added to its cost."""
    box = Box.about(at, half, HALF_LINE)
    met: set[Arrow] = set()
    # How near the box each arrow comes that is near at all
    distances = {arrow: NEAR}
    for piece in pieces:
        if not box.overlaps(piece.box):  # whose margin makes it find what is near
            continue
        distance = box.distance(piece.points)
        covered = 0
        if not distance:
            covered = sum(map(box.holds, piece.points))
        if piece.arrow == arrow:
            cost += 4 * covered
        elif covered:
            cost += 2.5 * covered
            met.add(piece.arrow)
        distances[piece.arrow] = min(distance, distances.get(piece.arrow, NEAR))
    own = distances.pop(arrow)
    for other, distance in distances.items():
        if distance <= own + DOUBT:
            cost += AMBIGUOUS
        # Of two arrows there and back each has its own side
        elif distance < NEAR and other != arrow[::-1] and other not in met:
            cost += 5
    clashes = len(met) + sum(map(box.overlaps, fixed))
    return Spot(at, box, cost + 12 * clashes, clashes)


def _bulge(curve: Curve) -> int:
    """Return on which side of the way the outside of a bend lies: 1 left, -1 right, 0 where it is straight."""
    x, y = curve.at(0.5)
    across, down = curve.normal(0.5)
    between_x = (curve.start[0] + curve.end[0]) / 2
    between_y = (curve.start[1] + curve.end[1]) / 2
    away = (x - between_x) * across + (y - between_y) * down
    if abs(away) <= 4:
        return 0
    return 1 if away > 0 else -1
