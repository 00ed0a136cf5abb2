"""The algorithms of automata on positions, one step at a time."""

from automatakit.steps.product import ProductSteps
from automatakit.steps.run import RunSteps
from finity_edu.analysis.seats import seat_view
from finity_edu.automata.views import rings_of_seat
from finity_edu.rules.position import Position


def run_steps(
    position: Position, seat: int = 1, word: str | None = None, rings: bool = False
) -> RunSteps:
    """Return the run of a player's station automaton (or ring automaton) on the tower, or on another word.

    Examples
    --------
    >>> p = Position.parse("bga/triangle bw c; posts c@A y@B; bridges bA>B.m wB>C.m")
    >>> run_steps(p).last().accepted, run_steps(p, rings=True).last().accepted
    (True, False)
    """
    return RunSteps(
        rings_of_seat(position, seat) if rings else seat_view(position, seat),
        position.word if word is None else word,
    )


def product_steps(
    position: Position, seats: tuple[int, int] = (1, 2), accept: str = "both"
) -> ProductSteps:
    """Return the product of the station automata of two seats (see `automatakit.steps.product`)."""
    first, second = seats
    return ProductSteps(seat_view(position, first), seat_view(position, second), accept)
