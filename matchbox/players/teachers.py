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
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from boardkit.errors import UserError
from matchbox.rules.ruleset import CATALOGUE, Rules

if TYPE_CHECKING:
    from matchbox.rules.machine import Machine

__all__ = ["Human", "Law", "LawTeacher", "Teacher", "law", "make_teacher", "teacher_names"]

Law = tuple[tuple[Fraction | float, ...], ...]
"""``law[d][k - 1]``: probability of moving k with d fields to go; ``law[0]`` is empty."""

LawLike = str | Mapping[int, Sequence[Any] | Mapping[int, Any]] | Sequence[Sequence[Any]]


class Teacher(Protocol):
    """What an opponent must offer."""

    def choose(self, d: int, rng: Random) -> int | None:
        """The move with d fields to go; a teacher that learns may resign with None (I1: Intelligenz may not)."""
        ...


def _uniform(moves: int) -> tuple[Fraction, ...]:
    return (Fraction(1, moves),) * moves


def _perfect(rules: Rules, d: int, reply: int | None) -> tuple[Fraction, ...]:
    moves = len(rules.human_moves(d))
    win = d % (rules.step + 1)
    if win == 0:
        if reply is None:
            return _uniform(moves)
        win = min(reply, moves)
    return tuple(Fraction(int(k == win)) for k in range(1, moves + 1))


def _bad(name: object) -> UserError:
    return UserError(CATALOGUE.message("error.teacher", name=repr(name), known=", ".join(teacher_names())))


def _named_law(name: str, rules: Rules) -> Law:
    kind, _, tail = name.replace("perfect-", "perfect:").partition(":")
    fields = range(1, rules.length + 1)
    if name == "random":
        return ((), *(_uniform(len(rules.human_moves(d))) for d in fields))
    if name == "perfect":
        return ((), *(_perfect(rules, d, None) for d in fields))
    if kind == "perfect" and re.fullmatch("[0-9]{1,4}", tail) and 1 <= int(tail) <= rules.step:
        return ((), *(_perfect(rules, d, int(tail)) for d in fields))
    if kind == "epsilon":
        try:
            epsilon = Fraction(tail if len(tail) < 100 and "e" not in tail.lower() else "")
        except (ValueError, ZeroDivisionError):
            raise _bad(name) from None
        if not 0 <= epsilon <= 1:
            raise UserError(CATALOGUE.message("error.epsilon", value=tail))
        pairs = zip(_named_law("random", rules), _named_law("perfect", rules), strict=True)
        return tuple(tuple(epsilon * r + (1 - epsilon) * p for r, p in zip(a, b, strict=True)) for a, b in pairs)
    if name in ("memoryless", "didactic"):
        from matchbox.analysis.optimal import best_memoryless

        return best_memoryless(rules).law
    raise _bad(name)


def law(teacher: LawLike, rules: Rules | None = None) -> Law:
    """The law of a teacher: by name, or as a table of probabilities per d.

    Parameters
    ----------
    teacher : str, mapping or sequence
        A name, or ``{d: (probability of 1, of 2, …)}``, or ``{d: {move: probability}}``; fields that a mapping
        leaves out are played at random, moves that are left out never.  A sequence has a row for each d, from the
        empty one of Ziel on.  Probabilities may be Fractions (kept) or
        floats.

    Raises
    ------
    UserError
        If the name is unknown, the teacher is no law (it needs more than d), a field or a move does not exist, or
        probabilities do not add up to 1.

    Examples
    --------
    >>> [str(p) for p in law("epsilon:0.3")[3]]
    ['1/10', '1/10', '4/5']
    >>> [str(p) for p in law({4: (0, 0, 1)})[4]]
    ['0', '0', '1']
    >>> law({4: {3: 1}}) == law({4: (0, 0, 1)})
    True
    """
    rules = Rules.of(rules)
    if isinstance(teacher, str):
        if teacher in ("clairvoyant", "machine", "human"):
            raise UserError(CATALOGUE.message("error.no_law", name=teacher))
        return _named_law(teacher, rules)
    if not isinstance(teacher, Mapping | Sequence):
        raise _bad(teacher)
    if not isinstance(teacher, Mapping) and len(teacher) <= rules.length:
        raise UserError(CATALOGUE.message("error.law_rows", rows=len(teacher), length=rules.length))
    rows: dict[Any, Any] = dict(teacher) if isinstance(teacher, Mapping) else dict(enumerate(teacher))
    for d in rows:
        if d not in range(1, rules.length + 1) and not (d == 0 and not rows[0]):
            raise UserError(CATALOGUE.message("error.law_field", togo=repr(d), length=rules.length))
    return ((), *(_row(rows[d], rules, d) if d in rows else _uniform(len(rules.human_moves(d)))
                  for d in range(1, rules.length + 1)))


def _row(given: Any, rules: Rules, d: int) -> tuple[Fraction | float, ...]:
    """One row of a law: a probability per move, or ``{move: probability}`` (0 for moves that are left out)."""
    moves = rules.human_moves(d)
    values: Sequence[Any] = given
    if isinstance(given, Mapping):
        for move in given:
            if move not in moves:
                legal = ", ".join(map(str, moves))
                raise UserError(CATALOGUE.message("error.move", move=move, togo=d, legal=legal))
        values = [given.get(move, 0) for move in moves]
    row: tuple[Any, ...] = ()
    with suppress(TypeError, ValueError, ZeroDivisionError):  # an empty row is refused below
        row = tuple(p if isinstance(p, Fraction | float) else Fraction(p) for p in values)
    if len(row) != len(moves) or not all(p >= 0 for p in row) or not abs(sum(row) - 1) <= 1e-9:
        raise UserError(CATALOGUE.message("error.law", togo=d, moves=len(moves), value=_written(given)))
    return row


def _written(value: Any) -> str:
    """A row as it was given, with its fractions in short."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(_written, value)) + ")"
    return str(value) if isinstance(value, Fraction) else repr(value)


class LawTeacher:
    """Plays by a law.

    Examples
    --------
    >>> LawTeacher(law("perfect")).choose(6, Random(1))
    2
    """

    def __init__(self, law: Law, name: str = "law") -> None:
        self.law, self.name = law, name
        self._rows = {d: (range(1, len(row) + 1), [float(p) for p in row]) for d, row in enumerate(law) if row}

    def choose(self, d: int, rng: Random) -> int:
        """Draw a move from ``law[d]``."""
        try:
            moves, chances = self._rows[d]
        except (KeyError, TypeError):
            raise UserError(CATALOGUE.message("error.field", togo=repr(d), length=max(self._rows))) from None
        return rng.choices(moves, chances)[0]


class Human:
    """Asks a callable ``decide(d) -> move``: input from a widget, a terminal or a student's own function."""

    name = "human"

    def __init__(self, decide: Callable[[int], int]) -> None:
        self.decide = decide

    def choose(self, d: int, rng: Random) -> int:
        """What the callable says."""
        return self.decide(d)


def teacher_names() -> tuple[str, ...]:
    """The names that `make_teacher` knows (``epsilon:`` takes any probability)."""
    return ("random", "perfect", "perfect-1", "perfect-2", "perfect-3", "epsilon:0.3", "memoryless", "didactic",
            "clairvoyant", "machine", "human")


def make_teacher(teacher: Any, rules: Rules, machine: Machine | None = None) -> Any:
    """A teacher from a name, a law, a callable ``decide(d)`` or an object that is one already.

    Parameters
    ----------
    machine : Machine, optional
        The machine that is taught; ``clairvoyant`` looks at it.
    """
    if isinstance(teacher, str):
        if teacher == "machine":
            from matchbox.players.learners import make_learner

            return make_learner(rules.learner, rules)
        if teacher == "clairvoyant":
            from matchbox.analysis.optimal import Clairvoyant

            if machine is None:
                raise UserError(CATALOGUE.message("error.no_law", name=teacher))
            return Clairvoyant(machine)
        return LawTeacher(law(teacher, rules), teacher)
    if hasattr(teacher, "choose"):
        return teacher
    if callable(teacher):
        return Human(teacher)
    return LawTeacher(law(teacher, rules))
