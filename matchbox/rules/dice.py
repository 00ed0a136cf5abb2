"""The machine's dice (rules A3 to A6): one per marker, thrown until one alone shows the highest value."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from boardkit.errors import UserError, whole_number
from matchbox.rules.ruleset import Rethrow, message, one_of

PATIENCE = 1000
"""After so many ties in a row (only with very many dice of few sides) one of the tied dice is taken at random,
which by symmetry follows the same law."""


@dataclass(frozen=True)
class Throw:
    """One throw.

    Attributes
    ----------
    dice : tuple of (int, int)
        Move (colour) and value of each die on the table; dice that were left lying keep their value.
    thrown : tuple of int
        Positions in `dice` of those that were thrown now.
    """

    dice: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]

    @cached_property
    def highest(self) -> tuple[int, ...]:
        """Positions of the dice that show the highest value among those thrown now."""
        top = max(self.dice[i][1] for i in self.thrown)
        return tuple(i for i in self.thrown if self.dice[i][1] == top)

    @property
    def is_tie(self) -> bool:
        """True if several dice show the highest value (rule A5)."""
        return len(self.highest) > 1

    def __str__(self) -> str:
        shown = [f"{move}:{value}" for move, value in self.dice]
        for i in self.highest:
            shown[i] += "*"
        return " ".join(shown)


def throw(
    moves: Sequence[int], sides: int, rng: Random, rethrow: Rethrow | str = "all"
) -> tuple[Throw, ...]:
    """All throws until one die alone is highest; ``result[-1].highest`` is that die.

    Parameters
    ----------
    moves : sequence of int
        The colour of each die.
    sides : int
    rng : random.Random
    rethrow : str
        After a tie, throw ``all`` dice again (the seed's rule) or only the ``tied`` ones; both are fair.

    Examples
    --------
    >>> for t in throw((1, 2, 3), 6, Random(7)):
    ...     print(t)
    1:3 2:2 3:4*
    """
    if not moves:
        raise UserError(message("error.list", key="moves", value=repr(moves), least=1))
    # Checked here first, since a match throws dice thousands of times.
    if not isinstance(sides, int) or sides < 2:
        whole_number("sides", sides, 2)
    dice = [(move, 0) for move in moves]
    active: tuple[int, ...] = tuple(range(len(dice)))
    throws: list[Throw] = []
    # At least once, and again after every tie (A5).
    while not throws or (throws[-1].is_tie and len(throws) < PATIENCE):
        for i in active:
            move, _ = dice[i]
            dice[i] = (move, rng.randint(1, sides))
        throws.append(Throw(tuple(dice), active))
        if rethrow == Rethrow.TIED:
            # Only those that were tied are thrown again; the others keep their value.
            active = throws[-1].highest
        elif rethrow != Rethrow.ALL:
            one_of("rethrow", rethrow, tuple(Rethrow))
    if throws[-1].is_tie:
        throws.append(Throw(tuple(dice), (rng.choice(throws[-1].highest),)))
    return tuple(throws)


def unique_maximum(dice: int, sides: int = 6) -> Fraction:
    """Probability that one throw decides: k dice of s sides, k · Σ v^(k−1) / s^k for v = 0 … s − 1.

    The number of throws (all dice again) is geometric with this probability.

    Examples
    --------
    >>> [str(unique_maximum(k)) for k in (1, 2, 3)]
    ['1', '5/6', '55/72']
    """
    whole_number("dice", dice, 1)
    whole_number("sides", sides, 1)
    deciding = dice * sum(v ** (dice - 1) for v in range(sides))
    return Fraction(deciding, sides**dice)
