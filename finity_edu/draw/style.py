"""How players and materials look: one place for colours, shapes and patterns.

Players have a colour of the palette of Okabe and Ito, a shape (posts, blockers) and a pattern (rings), so that nothing
depends on colour: printed in grey, everything can still be told apart. Pieces carry no letters: a letter would be
read as the name of a station.
"""

from dataclasses import dataclass
from math import cos, pi, sin

from boardkit.svg import Element, el
from boardkit.theme import style


@dataclass(frozen=True)
class Look:
    """How the pieces of one seat look."""

    colour: str
    corners: int
    turn: float
    pattern: tuple[float, ...] = ()
    thickness: float = 1.0
    cap: str = "butt"


LOOKS = (
    Look(style.seat_blue, 0, 0.0),
    Look(style.seat_yellow, 4, pi / 4, (1.6, 10.2)),
    Look(style.seat_red, 3, -pi / 2, (0.1, 6.4), 0.5, "round"),
    Look(style.seat_purple, 4, 0.0, (8.0, 4.0), 0.28),
)
"""By seat: circle and plain, square and ticks, triangle and dots, diamond and dashes.

A colour is one of the theme (`seat_…` in `boardkit/theme.py`); another number of `corners` needs its size in `shape`.
"""


def look(seat: int) -> Look:
    """The look of a seat."""
    return LOOKS[seat - 1]


def shape(
    seat: int, x: float, y: float, radius: float, **attributes: object
) -> Element:
    """The outline of a player's post: circle, square, triangle or diamond, of about the same area."""
    own = look(seat)
    if not own.corners:
        return el(
            "circle", cx=round(x, 1), cy=round(y, 1), r=round(radius, 1), **attributes
        )
    reach = radius * {3: 1.45, 4: 1.16}[own.corners]
    # The middle of a triangle's height stands where other shapes have theirs
    drop = radius * 0.2 if own.corners == 3 else 0.0
    points = []
    for n in range(own.corners):
        points.append(
            (
                round(x + reach * cos(own.turn + 2 * pi * n / own.corners), 1),
                round(y + drop + reach * sin(own.turn + 2 * pi * n / own.corners), 1),
            )
        )
    return el("polygon", points=points, **attributes)


def token(seat: int, x: float, y: float, radius: float) -> Element:
    """A player's shape."""
    return shape(
        seat,
        x,
        y,
        radius,
        fill=look(seat).colour,
        stroke=style.rim,
        stroke_width=style.medium,
        stroke_linejoin="round",
    )
