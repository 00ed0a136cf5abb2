"""The parameters of a game of *Intelligenz gegen Automat* and what follows from them.

One token walks from Start to Goal.  ``d`` is the number of fields still to go (``length`` on Start, 0 on Goal),
``k`` the size of a move.  A *circle* ``(d, k)`` is the place of the marker that means "with d to go, move k".
The default is the reconstructed board of nine moves with steps of one to three: circles 9, 8 and 7 in the three
colours, 24 in all.  The picture of the original board is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Any, ClassVar, TypeVar

from boardkit.errors import UserError, whole_number
from boardkit.messages import Catalogue

CATALOGUE = Catalogue("matchbox")
message = CATALOGUE.message
text = CATALOGUE.text

Circle = tuple[int, int]
"""``(d, k)``: with d fields to go, move k."""


def share(key: str, value: float, ends: bool = True) -> float:
    """A parameter that must be a number from 0 to 1; ``ends`` says whether these two are allowed."""
    # What is no number cannot be compared, and is refused below.
    with suppress(TypeError):
        if 0 < value < 1 or (ends and value in (0, 1)):
            return value
    problem = "error.share" if ends else "error.inside"
    raise UserError(message(problem, key=key, value=repr(value)))


def positive(key: str, value: float) -> float:
    """A parameter that must be a number above 0."""
    with suppress(TypeError):
        if 0 < value < inf:
            return value
    raise UserError(message("error.positive", key=key, value=repr(value)))


def one_of(key: str, value: object, known: Sequence[str]) -> str:
    """A parameter that must be one of some names."""
    if isinstance(value, str) and value in known:
        return value
    raise UserError(
        message("error.choice", key=key, value=repr(value), known=", ".join(known))
    )


_T = TypeVar("_T")


def listed(key: str, values: Iterable[_T], least: int = 1) -> tuple[_T, ...]:
    """A parameter that must be a list with some entries; a text is none."""
    if isinstance(values, Iterable) and not isinstance(values, str):
        found = tuple(values)
        if len(found) >= least:
            return found
    raise UserError(message("error.list", key=key, value=repr(values), least=least))


class Seat(StrEnum):
    """The two players: the machine (*Automat*) and the one who decides freely (*Intelligenz*)."""

    MACHINE = "machine"
    HUMAN = "human"

    @classmethod
    def _missing_(cls, value: object) -> Seat:
        raise UserError(message("error.seat", value=repr(value), known=", ".join(cls)))

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.HUMAN if self is Seat.MACHINE else Seat.MACHINE


class Overshoot(StrEnum):
    """What a machine's move beyond Goal means."""

    EXACT = "exact"  # no circle allows it
    CAP = "cap"  # the token stops on Goal
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


@dataclass(frozen=True)
class Rules:
    """All parameters of a match; the default is the seed's rule book on the reconstructed board.

    Parameters
    ----------
    length : int
        Number of fields from Start to Goal, 3 to 16.
    step : int
        Largest move, 1 to 4.
    overshoot, empty, starter, rethrow : str
        See `Overshoot`, `Empty`, `Starter`, `Rethrow`.
    markers : int
        Markers on each circle at the beginning, at least 1.
    first : str
        Who starts game 1: ``machine`` or ``human``.
    learner : str
        Name of the learning rule, see `matchbox.players.learners`.
    teacher : str
        Name of the opponent, see `matchbox.players.teachers`.
    sides : int
        Sides of the dice, at least 2.
    seed : int
        Seed of every random choice of the match, from 0 to 2⁶³ − 1.
    colours : tuple of str
        Colour of the moves 1, 2, 3, … (rule S1: any assignment will do); names of `PALETTE` in `boardkit.theme`.

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
    boardkit.errors.UserError: sides is a whole number from 2 on, not 1
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
        "length": (3, 16),
        "step": (1, 4),
        "markers": (1, None),
        "sides": (2, None),
        "seed": (0, 2**63 - 1),
    }

    def __post_init__(self) -> None:
        for key, (low, high) in self.LIMITS.items():
            object.__setattr__(
                self, key, whole_number(key, getattr(self, key), low, high)
            )
        kinds: dict[str, type[StrEnum]] = {
            "overshoot": Overshoot,
            "empty": Empty,
            "starter": Starter,
            "first": Seat,
            "rethrow": Rethrow,
        }
        for key, values in kinds.items():
            object.__setattr__(
                self, key, values(one_of(key, getattr(self, key), tuple(values)))
            )
        for key in ("learner", "teacher"):
            name = getattr(self, key)
            if not isinstance(name, str) or not name.strip():
                raise UserError(message("error.name", key=key, value=repr(name)))
        colours: tuple[str, ...] = ()
        is_list = isinstance(self.colours, Sequence) and not isinstance(
            self.colours, str
        )
        if is_list:
            colours = tuple(
                colour for colour in self.colours if isinstance(colour, str)
            )
        if len(colours) < self.step or len(set(colours)) != len(self.colours):
            problem = message("error.colours", value=repr(self.colours), step=self.step)
            raise UserError(problem)
        object.__setattr__(self, "colours", colours)

    # -- derived geometry ------------------------------------------------------------------------------------

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """All circles ``(d, k)``, from Goal to Start; the position in this tuple is the bit of a configuration."""
        return tuple((d, k) for d in range(1, self.length + 1) for k in self.box(d))

    def box(self, d: int) -> tuple[int, ...]:
        """The moves that have a circle in the box of the field with d to go."""
        try:
            return self._boxes[d]
        except (KeyError, TypeError):
            raise self.no_field(d) from None

    @cached_property
    def _boxes(self) -> dict[int, tuple[int, ...]]:
        boxes: dict[int, tuple[int, ...]] = {0: ()}
        for d in range(1, self.length + 1):
            largest = self.step
            if self.overshoot == Overshoot.EXACT:
                # No circle for a move beyond Goal.
                largest = min(largest, d)
            boxes[d] = tuple(range(1, largest + 1))
        return boxes

    def human_moves(self, d: int) -> tuple[int, ...]:
        """Rule I1: Intelligenz moves 1 to min(step, d) fields, whatever the machine may draw."""
        try:
            return self._replies[d]
        except (KeyError, TypeError):
            raise self.no_field(d) from None

    @cached_property
    def _replies(self) -> dict[int, tuple[int, ...]]:
        return {
            d: tuple(range(1, min(self.step, d) + 1)) for d in range(self.length + 1)
        }

    def no_field(self, d: object) -> UserError:
        """The error to raise where somebody asks for a field that this board does not have."""
        return UserError(message("error.field", togo=repr(d), length=self.length))

    def subset(self, circles: Iterable[Circle]) -> frozenset[Circle]:
        """Some circles of this board.

        Raises
        ------
        UserError
            Names the circle that is not on this board.

        Examples
        --------
        >>> sorted(Rules().subset([(9, 1), (2, 1)]))
        [(2, 1), (9, 1)]
        """
        found = listed("circles", circles, least=0)
        for circle in found:
            if circle not in self.circles:
                raise UserError(
                    message(
                        "error.circle",
                        circle=repr(circle),
                        length=self.length,
                        step=self.step,
                    )
                )
        return frozenset(found)

    def check_board(self, other: Rules) -> None:
        """Refuse rules of another board, where pieces of both would meet."""
        if (self.length, self.step, self.overshoot) != (
            other.length,
            other.step,
            other.overshoot,
        ):
            raise UserError(message("error.board", rules=str(self), other=str(other)))

    @classmethod
    def of(cls, rules: Rules | None) -> Rules:
        """The rules that an argument stands for; the default ones where none are given.

        Raises
        ------
        UserError
            If the argument is something else, such as a text.
        """
        if rules is None:
            return cls()
        if isinstance(rules, cls):
            return rules
        raise UserError(message("error.rules", value=repr(rules)))

    def arrival(self, d: int, k: int) -> int:
        """Fields to go after the machine's move; negative if it overshot and loses at once."""
        return max(0, d - k) if self.overshoot == Overshoot.CAP else d - k

    def is_winnable(self, d: int) -> bool:
        """True if whoever is to move with d to go can force a win."""
        return whole_number("d", d, 0) % (self.step + 1) != 0

    @cached_property
    def winning(self) -> frozenset[Circle]:
        """The circles whose move forces a win (7 on the default board).

        Examples
        --------
        >>> len(Rules().winning), len(Rules().bad), len(Rules().bad_on_winnable)
        (7, 17, 11)
        """
        found = set()
        for d, k in self.circles:
            rest = self.arrival(d, k)
            # Whoever hands over a field that cannot be won has won.
            if rest >= 0 and not self.is_winnable(rest):
                found.add((d, k))
        return frozenset(found)

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
        for parameter in fields(self):
            name = parameter.name
            value = getattr(self, name)
            if name == "length" or value == parameter.default:
                continue
            parts.append(f"{name}={'/'.join(value) if name == 'colours' else value}")
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
        if not isinstance(text, str):
            raise UserError(
                message("error.key", key=repr(text), known=", ".join(known))
            )
        for part in text.split():
            key, equals, value = part.partition("=")
            if key not in known or not equals:
                raise UserError(
                    message("error.key", key=repr(part), known=", ".join(known))
                )
            if key in values:
                raise UserError(message("error.key_twice", key=key))
            # A number; that it is in range is checked with all the others.
            if key in cls.LIMITS:
                try:
                    values[key] = int(value)
                except ValueError:
                    whole_number(key, value, *cls.LIMITS[key])
            else:
                values[key] = tuple(value.split("/")) if key == "colours" else value
        return cls(**values)
