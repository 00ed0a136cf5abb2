"""Where everything on a board lies, in pixels: centres of stations, slots with their directions, the frame.

Derived from the coordinates of the stations; knows no piece and no colour. All lengths are multiples of the size
of a station (the distance from its centre to its corners).
"""

from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import NamedTuple

from boardkit.hexes import corner_pixel
from finity_edu.rules.board import Board
from finity_edu.rules.pieces import Slot

LANE = 0.27
"""Distance between neighbouring lanes of a side, as a part of the size of a station."""
REACH = 0.335
"""Half the length of an arrow."""
LANE_SIDE = {"l": -1, "m": 0, "r": 1}


class Pose(NamedTuple):
    """A place with a direction: the unit vector (ux, uy) points from the first station to the second."""

    x: float
    y: float
    ux: float
    uy: float

    def at(self, along: float, across: float = 0.0) -> tuple[float, float]:
        """The point so far ahead, and so far to the right of the direction."""
        return (
            round(self.x + along * self.ux - across * self.uy, 1),
            round(self.y + along * self.uy + across * self.ux, 1),
        )

    def box(self, along: float, across: float) -> list[tuple[float, float]]:
        """The corners of a rectangle about the place, of twice these extents."""
        return [
            self.at(a * along, b * across)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]


class Geometry:
    """The places of one board on a picture.

    Parameters
    ----------
    board : Board
    size : float
        Distance from the centre of a station to its corners, in pixels.
    margin : float
        Free space around the board.

    Examples
    --------
    >>> g = Geometry(Board.standard(2), 72)
    >>> [round(v) for v in g.centre("C")], [round(v) for v in g.centre("N")]
    ([298, 197], [298, 72])
    """

    def __init__(self, board: Board, size: float, margin: float = 10) -> None:
        self.board = board
        self.size = size
        raw = {name: place.pixel(size) for name, place in board.stations}
        left = min(x for x, _ in raw.values()) - size - margin
        top = min(y for _, y in raw.values()) - sqrt(3) / 2 * size - margin
        self.width = max(x for x, _ in raw.values()) + size + margin - left
        self.height = (
            max(y for _, y in raw.values()) + sqrt(3) / 2 * size + margin - top
        )
        self.centres = {name: (x - left, y - top) for name, (x, y) in raw.items()}

    def centre(self, station: str) -> tuple[float, float]:
        """The centre of a station."""
        return self.centres[station]

    def outline(self, station: str, size: float) -> list[tuple[float, float]]:
        """The corners of a hexagon of this size about a station, clockwise."""
        x, y = self.centre(station)
        return [
            (round(x + dx, 1), round(y + dy, 1))
            for dx, dy in (corner_pixel(size, n) for n in range(6))
        ]

    def slot(self, slot: Slot) -> Pose:
        """The middle of a slot, with the direction from its first station to its second."""
        (ax, ay), (bx, by) = self.centre(slot.a), self.centre(slot.b)
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        side = LANE_SIDE[slot.lane] * LANE * self.size
        return Pose((ax + bx) / 2 - side * uy, (ay + by) / 2 + side * ux, ux, uy)

    def name_place(self, station: str) -> tuple[float, float]:
        """Where the name of a station stands: inside its rim, as far from arrows and as far outside as possible.

        >>> g = Geometry(Board.standard(2), 72)
        >>> g.name_place("N")[1] < g.centre("N")[1]
        True
        """
        x, y = self.centre(station)
        others = list(map(self.centre, self.board.neighbours[station]))
        taken = [degrees(atan2(by - y, bx - x)) for bx, by in others]
        middle_x, middle_y = self.width / 2, self.height / 2

        def free(turn: int) -> tuple[float, float]:
            room = min(
                (abs((turn - other + 180) % 360 - 180) for other in taken), default=180
            )
            outward = cos(radians(turn)) * (x - middle_x) + sin(radians(turn)) * (
                y - middle_y
            )
            return min(room, 60), outward

        best = max(range(0, 360, 30), key=free)
        radius = (0.72 if best % 60 == 30 else 0.78) * self.size
        return round(x + radius * cos(radians(best)), 1), round(
            y + radius * sin(radians(best)), 1
        )
