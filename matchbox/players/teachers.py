"""Opponents of the machine.

A teacher is anything with ``choose(d, rng) -> move`` (``None`` resigns); with a method ``learn(trace)`` it hears how
the game went, so a second machine can teach.  Most teachers are *laws*: a probability for each move, for each number
of fields to go, and nothing else.  `law` makes them from a name; laws are what the exact and the batch engine take.

========================  ==============================================================================
``random``                every legal move alike
``perfect``               wins if it can; in lost positions every move alike
``perfect-1|2|3``         wins if it can; in lost positions always that move (a *rigid* teacher)
``epsilon:0.3``           with probability 0.3 a random move, otherwise like ``perfect``
``memoryless``            the law that makes the machine perfect soonest (see `matchbox.analysis.optimal`); ``didactic``
``clairvoyant``           sees the machine's markers and makes it perfect soonest (`matchbox.analysis.optimal`)
``machine``               another machine that learns by the same rules
``human``                 asks a callable
========================  ==============================================================================

A new one is a row of `TEACHERS` in `matchbox/analysis/laws.py`; the menu offers it as soon as it has a text
``widget.teacher.NAME``.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, cast

from boardkit.errors import UserError
from matchbox.analysis.laws import (
    TEACHERS,
    Law,
    LawLike,
    Teacher,
    law,
    named,
    teacher_names,
)
from matchbox.analysis.optimal import Clairvoyant
from matchbox.players.learners import make_learner
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Rules, message

__all__ = [
    "TEACHERS",
    "Human",
    "Law",
    "LawLike",
    "LawTeacher",
    "Teacher",
    "TeacherLike",
    "law",
    "make_teacher",
    "teacher_names",
]


class LawTeacher:
    """Plays by a law.

    Examples
    --------
    >>> LawTeacher(law("perfect")).choose(6, Random(1))
    2
    """

    def __init__(self, law: Law, name: str = "law") -> None:
        self.law = law
        self.name = name
        self._rows: dict[int, tuple[Sequence[int], Sequence[float]]] = {}
        for d, row in enumerate(law):
            if row:
                self._rows[d] = (
                    range(1, len(row) + 1),
                    list(map(float, row)),
                )

    def choose(self, d: int, rng: Random) -> int:
        """Draw a move from ``law[d]``."""
        try:
            moves, chances = self._rows[d]
        except (KeyError, TypeError):
            length = max(self._rows)
            raise UserError(
                message("error.field", togo=repr(d), length=length)
            ) from None
        return rng.choices(moves, chances)[0]


class Human:
    """Asks a callable ``decide(d) -> move``: input from a widget, a terminal or a student's own function."""

    name = "human"

    def __init__(self, decide: Callable[[int], int]) -> None:
        self.decide = decide

    def choose(self, d: int, rng: Random) -> int:
        """What the callable says."""
        return self.decide(d)


TeacherLike: TypeAlias = LawLike | Law | Teacher | Callable[[int], int]
"""What `make_teacher` makes a teacher from."""


def make_teacher(
    teacher: TeacherLike, rules: Rules, machine: Machine | None = None
) -> Teacher:
    """A teacher from a name, a law, a callable ``decide(d)`` or an object that is one already.

    Parameters
    ----------
    machine : Machine, optional
        The machine that is taught; ``clairvoyant`` looks at it.
    """
    if teacher == "machine":
        return make_learner(rules.learner, rules)
    if teacher == "clairvoyant" and machine is not None:
        return Clairvoyant(machine)
    made = teacher
    name = "law"
    if isinstance(teacher, str):
        made = cast(TeacherLike, named(teacher, rules))
        name = teacher
    if isinstance(made, Teacher):
        return made
    if callable(made):
        return Human(made)
    return LawTeacher(law(made, rules), name)
