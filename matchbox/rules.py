"""The parameters of a game of *Intelligenz gegen Automat* and what follows from them.

One token walks from Start to Ziel.  ``d`` is the number of fields still to go (``length`` on Start, 0 on Ziel),
``k`` the size of a move.  A *circle* ``(d, k)`` is the place of the marker that means "with d to go, move k".
The default is the reconstructed board of nine moves with steps of one to three: circles 9, 8 and 7 in the three
colours, 24 in all.  The picture of the original board is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from boardkit.errors import UserError
from boardkit.messages import Catalogue

__all__ = ["CATALOGUE", "Circle", "Empty", "Overshoot", "Rethrow", "Rules", "Seat", "Starter"]

CATALOGUE = Catalogue("matchbox")

Circle = tuple[int, int]
"""``(d, k)``: with d fields to go, move k."""


class Seat(StrEnum):
    """The two players: the machine (*Automat*) and the one who decides freely (*Intelligenz*)."""

    MACHINE = "machine"
    HUMAN = "human"

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.HUMAN if self is Seat.MACHINE else Seat.MACHINE


class Overshoot(StrEnum):
    """What a machine's move beyond Ziel means."""

    EXACT = "exact"  # no circle allows it
    CAP = "cap"  # the token stops on Ziel
    ILLEGAL = "illegal"  # the machine can draw it, and loses at once


class Empty(StrEnum):
    """What an empty box means (rule A2 and its variants)."""

    RESIGN = "resign"  # rule A2: the machine has lost
    KEEP_LAST = "keep_last"  # never happens: the previous marker leaves instead of the last one of a box
    REFILL = "refill"  # never happens: a box that would become empty gets all its markers back


class Starter(StrEnum):
    """Who starts the next game (rule S2 and its variants)."""

    ALTERNATE = "alternate"
    MACHINE = "machine"
    HUMAN = "human"
    LOSER = "loser"
    WINNER = "winner"
    RANDOM = "random"


class Rethrow(StrEnum):
    """Which dice are thrown again after a tie (rule A5)."""

    ALL = "all"
    TIED = "tied"


_E = TypeVar("_E", bound=StrEnum)


def _choice(kind: type[_E], key: str, value: object) -> _E:
    try:
        return kind(str(value))
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise UserError(CATALOGUE.message("error.choice", key=key, value=repr(value), known=known)) from None


@dataclass(frozen=True)
class Rules:
    """All parameters of a match; the default is the seed's rule book on the reconstructed board.

    Parameters
    ----------
    length : int
        Number of fields from Start to Ziel, 3 to 16.
    step : int
        Largest move, 1 to 4.
    overshoot, empty, starter, rethrow : str
        See `Overshoot`, `Empty`, `Starter`, `Rethrow`.
    markers : int
        Markers on each circle at the beginning, at least 1.
    first : str
        Who starts game 1: ``machine`` or ``human``.
    learner : str
        Name of the learning rule, see `matchbox.learners`.
    teacher : str
        Name of the opponent, see `matchbox.teachers`.
    sides : int
        Sides of the dice, at least 2.
    seed : int
        Seed of every random choice of the match, from 0 to 2⁶³ − 1.
    colours : tuple of str
        Colour of the moves 1, 2, 3, … (rule S1: any assignment will do); names of the palette in `boardkit.svg`.

    Raises
    ------
    UserError
        If a value is impossible; the message names the parameter, the value and what is allowed.

    Examples
    --------
    >>> rules = Rules()
    >>> [sum(k == colour for d, k in rules.circles) for colour in (1, 2, 3)]
    [9, 8, 7]
    >>> [k for d, k in sorted(rules.winning)]
    [1, 2, 3, 1, 2, 3, 1]
    >>> str(rules), str(Rules(length=8, overshoot="cap"))
    ('length=9', 'length=8 overshoot=cap')
    >>> Rules(sides=1)
    Traceback (most recent call last):
    ...
    boardkit.errors.UserError: The parameter "sides" is 1; it must be a whole number of at least 2.
    """

    length: int = 9
    step: int = 3
    overshoot: Overshoot | str = Overshoot.EXACT
    markers: int = 1
    empty: Empty | str = Empty.RESIGN
    starter: Starter | str = Starter.ALTERNATE
    first: Seat | str = Seat.MACHINE
    learner: str = "remove-last"
    teacher: str = "random"
    sides: int = 6
    rethrow: Rethrow | str = Rethrow.ALL
    seed: int = 0
    colours: tuple[str, ...] = ("orange", "sky", "green", "purple")

    LIMITS: ClassVar[dict[str, tuple[int, int | None]]] = {
        "length": (3, 16), "step": (1, 4), "markers": (1, None), "sides": (2, None), "seed": (0, 2**63 - 1)}

    def __post_init__(self) -> None:
        for key, (low, high) in self.LIMITS.items():
            value = getattr(self, key)
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or value < low or (high is not None and value > high):
                kind = "error.at_least" if high is None else "error.between"
                raise UserError(CATALOGUE.message(kind, key=key, value=repr(value), low=low, high=high))
        kinds: dict[str, type[StrEnum]] = {
            "overshoot": Overshoot, "empty": Empty, "starter": Starter, "first": Seat, "rethrow": Rethrow}
        for key, values in kinds.items():
            object.__setattr__(self, key, _choice(values, key, getattr(self, key)))
        for key in ("learner", "teacher"):
            if not isinstance(getattr(self, key), str) or not getattr(self, key).strip():
                raise UserError(CATALOGUE.message("error.name", key=key, value=repr(getattr(self, key))))
        colours = tuple(self.colours)
        if len(colours) < self.step or len(set(colours)) != len(colours):
            raise UserError(CATALOGUE.message("error.colours", value=repr(self.colours), step=self.step))
        object.__setattr__(self, "colours", colours)

    # -- derived geometry ------------------------------------------------------------------------------------

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """All circles ``(d, k)``, from Ziel to Start; the position in this tuple is the bit of a configuration."""
        return tuple((d, k) for d in range(1, self.length + 1) for k in self.box(d))

    def box(self, d: int) -> tuple[int, ...]:
        """The moves that have a circle in the box of the field with d to go."""
        return self._boxes[d]

    @cached_property
    def _boxes(self) -> tuple[tuple[int, ...], ...]:
        exact = self.overshoot == Overshoot.EXACT
        return ((), *(tuple(range(1, (min(self.step, d) if exact else self.step) + 1))
                      for d in range(1, self.length + 1)))

    def human_moves(self, d: int) -> tuple[int, ...]:
        """Rule I1: Intelligenz moves 1 to min(step, d) fields, whatever the machine may draw."""
        return self._replies[d]

    @cached_property
    def _replies(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(range(1, min(self.step, d) + 1)) for d in range(self.length + 1))

    def arrival(self, d: int, k: int) -> int:
        """Fields to go after the machine's move; negative if it overshot and loses at once."""
        return max(0, d - k) if self.overshoot == Overshoot.CAP else d - k

    def is_winnable(self, d: int) -> bool:
        """True if whoever is to move with d to go can force a win."""
        return d % (self.step + 1) != 0

    @cached_property
    def winning(self) -> frozenset[Circle]:
        """The circles whose move forces a win (7 on the default board).

        Examples
        --------
        >>> len(Rules().winning), len(Rules().bad), len(Rules().bad_on_winnable)
        (7, 17, 11)
        """
        after = {(d, k): self.arrival(d, k) for d, k in self.circles}
        return frozenset(c for c, rest in after.items() if rest >= 0 and not self.is_winnable(rest))

    @cached_property
    def bad(self) -> frozenset[Circle]:
        """The circles whose move does not force a win."""
        return frozenset(self.circles) - self.winning

    @cached_property
    def bad_on_winnable(self) -> frozenset[Circle]:
        """Bad circles of the boxes that also hold a winning one: where play can be made perfect."""
        fields_won = {d for d, _ in self.winning}
        return frozenset((d, k) for d, k in self.bad if d in fields_won)

    # -- text ------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        parts = [f"length={self.length}"]
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "length" or value == f.default:
                continue
            parts.append(f"{f.name}={'/'.join(value) if f.name == 'colours' else value}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read what ``str(rules)`` prints: ``key=value`` pairs; missing keys have their default.

        Raises
        ------
        UserError
            Names the key that is unknown or given twice, or the impossible value.

        Examples
        --------
        >>> Rules.parse("length=8 overshoot=cap") == Rules(length=8, overshoot="cap")
        True
        """
        known = {f.name: f for f in fields(cls)}
        values: dict[str, Any] = {}
        for part in text.split():
            key, equals, value = part.partition("=")
            if key not in known or not equals:
                raise UserError(CATALOGUE.message("error.key", key=repr(part), known=", ".join(known)))
            if key in values:
                raise UserError(CATALOGUE.message("error.key_twice", key=key))
            if key in cls.LIMITS:
                try:
                    values[key] = int(value)
                except ValueError:
                    low, high = cls.LIMITS[key]
                    kind = "error.at_least" if high is None else "error.between"
                    raise UserError(CATALOGUE.message(kind, key=key, value=repr(value), low=low, high=high)) from None
            else:
                values[key] = tuple(value.split("/")) if key == "colours" else value
        return cls(**values)
