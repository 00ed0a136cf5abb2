"""The hexagonal lattice: fields, directions, steps, distances, and how a field is written.

Fields are pairs ``(x, y)`` of doubled-width hex coordinates: ``x`` east, ``y`` south, and ``x + y`` of one parity
all over a board.  Rows are horizontal.

References
----------
.. [1] docs/amakta.md, section 2.1.
"""

from typing import TypeAlias

Field: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Field, ...] = (
    (2, 0),  # E
    (1, -1),  # NE
    (-1, -1),  # NW
    (-2, 0),  # W
    (-1, 1),  # SW
    (1, 1),  # SE
)
"""Steps; direction ``d + 3`` is opposite to direction ``d``."""


def step(start: Field, direction: int, length: int = 1) -> Field:
    """The lattice point `length` steps from `start`.

    Examples
    --------
    >>> step((0, 0), 1, 2)
    (2, -2)
    """
    dx, dy = DIRECTIONS[direction]
    return start[0] + length * dx, start[1] + length * dy


def distance(a: Field, b: Field) -> int:
    """Number of steps between two lattice points.

    Examples
    --------
    >>> distance((0, 0), (3, 1)), distance((0, 0), (0, 2))
    (2, 2)
    """
    dx = abs(a[0] - b[0])
    dy = abs(a[1] - b[1])
    # A step up or down takes half a step aside with it.
    return max(dy, (dx + dy) // 2)


def field_text(field: Field) -> str:
    """The text of a field, ``x,y``."""
    x, y = field
    return f"{x},{y}"
