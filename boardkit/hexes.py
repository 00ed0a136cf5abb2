"""Axial hexagons: arithmetic, directions, distance and pixels.

The plane is tiled with flat-topped hexagons.  Screen right is ``x + y``, screen up is ``y − x``, so the six
neighbours differ by ±(1, 0), ±(0, 1) and ±(1, −1).

References
----------
.. [1] A. Patel, "Hexagonal Grids", Red Blob Games, 2013.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple


class Hex(NamedTuple):
    """A hexagon by its axial coordinates; also a vector between two hexagons.

    Examples
    --------
    >>> Hex(1, 0).plus(Hex(0, 1))
    Hex(x=1, y=1)
    >>> Hex(0, 0).distance(Hex(2, -1))
    2
    >>> right, down = Hex(-1, 1).pixel(10)      # straight above the origin
    >>> right, round(down, 2)
    (0.0, -17.32)
    """

    x: int
    y: int

    def plus(self, other: tuple[int, int]) -> Hex:
        """The hexagon that lies at the vector ``other`` from here."""
        return Hex(self.x + other[0], self.y + other[1])

    def minus(self, other: tuple[int, int]) -> Hex:
        """The vector from ``other`` to here."""
        return Hex(self.x - other[0], self.y - other[1])

    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexagons around this one, clockwise from the one above."""
        return tuple(map(self.plus, DIRECTIONS))

    def distance(self, other: tuple[int, int] = (0, 0)) -> int:
        """The least number of steps between neighbours from here to ``other``."""
        dx, dy = self.minus(other)
        return max(abs(dx), abs(dy), abs(dx + dy))

    def pixel(self, size: float) -> tuple[float, float]:
        """The centre on the screen, right and down from the origin's centre.

        Parameters
        ----------
        size : float
            Distance from the centre of a hexagon to its corners, in pixels.
        """
        return 1.5 * size * (self.x + self.y), sqrt(3) / 2 * size * (self.x - self.y)


DIRECTIONS = (Hex(-1, 1), Hex(0, 1), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0))
"""The steps to the six neighbours, clockwise from the one above: N, NE, SE, S, SW, NW."""

# Clockwise from the corner between N and NE, for a hexagon of size 1.
_CORNERS = tuple(
    (cos, sin * sqrt(3) / 2)
    for cos, sin in ((0.5, -1), (1.0, 0), (0.5, 1), (-0.5, 1), (-1.0, 0), (-0.5, -1))
)


def corner_pixel(size: float, number: int) -> tuple[float, float]:
    """A corner of a hexagon, relative to its centre.

    Parameters
    ----------
    size : float
        Distance from the centre to the corners, in pixels.
    number : int
        Corner ``n`` lies between the neighbours in the directions ``n`` and ``n + 1`` of :data:`DIRECTIONS`.

    Examples
    --------
    >>> corner_pixel(10, 1)
    (10.0, 0.0)
    """
    cos, sin = _CORNERS[number % 6]
    return size * cos, size * sin


def direction_between(start: tuple[int, int], end: tuple[int, int]) -> int:
    """Return the index in :data:`DIRECTIONS` of the step between two neighbours.

    Raises
    ------
    ValueError
        If the two hexagons are not neighbours.

    Examples
    --------
    >>> direction_between((0, 0), (1, -1))
    3
    """
    step = Hex(*end).minus(start)
    if step not in DIRECTIONS:
        raise ValueError(
            f"the hexagons {tuple(start)} and {tuple(end)} are not neighbours"
        )
    return DIRECTIONS.index(step)
