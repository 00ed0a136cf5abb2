"""Laws: opponents whose moves depend on the fields to go only.

They are given by name (the table in `matchbox.players.teachers` explains the names) or as tables of probabilities.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pkgutil import resolve_name
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from boardkit.errors import UserError
from boardkit.registry import Registry, check_class, refusal
from matchbox.rules.ruleset import Rules, message

Law = tuple[tuple[Fraction | float, ...], ...]
"""``law[d][k - 1]``: probability of moving k with d fields to go; ``law[0]`` is empty."""

Chance: TypeAlias = Fraction | float | str
"""A probability as people write it."""

RowLike: TypeAlias = Sequence[Chance] | Mapping[int, Chance]

LawLike = str | Mapping[int, RowLike] | Sequence[Sequence[Chance]]


@runtime_checkable
class Teacher(Protocol):
    """What an opponent must offer."""

    def choose(self, d: int, rng: Random) -> int | None:
        """The move with d fields to go; a teacher that learns may resign with None (I1: Intelligenz may not)."""
        ...


def _uniform(rules: Rules, d: int) -> tuple[Fraction, ...]:
    moves = rules.human_moves(d)
    return (Fraction(1, len(moves)),) * len(moves)


def _perfect(rules: Rules, d: int, reply: int = 0) -> tuple[Fraction, ...]:
    """The winning move; where there is none the reply, and without one any move."""
    # Whoever leaves a multiple of step + 1 wins.
    move = d % (rules.step + 1) or reply
    if not move:
        return _uniform(rules, d)
    moves = rules.human_moves(d)
    move = min(move, len(moves))
    return tuple(Fraction(k == move) for k in moves)


def _rows(rules: Rules, row: Callable[[int], tuple[Fraction | float, ...]]) -> Law:
    return ((), *map(row, range(1, rules.length + 1)))


LAWLESS = ("clairvoyant", "machine", "human")
"""Teachers of ours who look at markers, or learn, or are no program."""


def perfect_names(rules: Rules | None = None) -> tuple[str, ...]:
    """The rigid teachers, who have one move each for positions that are lost."""
    return tuple(f"perfect-{move}" for move in range(1, Rules.of(rules).step + 1))


def teacher_names(rules: Rules | None = None) -> tuple[str, ...]:
    """The names of all teachers (``epsilon:`` takes any probability)."""
    return (*TEACHERS, *perfect_names(rules), "epsilon:0.3", *LAWLESS)


def _unknown(name: object, rules: Rules) -> UserError:
    known = ", ".join(teacher_names(rules))
    return UserError(message("error.teacher", name=repr(name), known=known))


def named(name: str, rules: Rules) -> object:
    """What a name stands for: a law, or a teacher who is none.

    Raises
    ------
    UserError
        If the name is unknown, or stands for somebody who cannot be made from the rules alone.
    """
    kind, _, tail = name.replace("perfect-", "perfect:").partition(":")
    if name in LAWLESS:
        raise UserError(message("error.no_law", name=name))
    if name in TEACHERS:
        return TEACHERS[name](rules)
    if kind == "perfect" and tail in map(str, range(1, rules.step + 1)):
        return _rows(rules, lambda d: _perfect(rules, d, int(tail)))
    # A long number, or one with an exponent, would take long to compute with.
    if kind != "epsilon" or len(tail) >= 100 or "e" in tail.lower():
        raise _unknown(name, rules)
    try:
        epsilon = Fraction(tail)
    except (ValueError, ZeroDivisionError):
        raise _unknown(name, rules) from None
    if not 0 <= epsilon <= 1:
        raise UserError(message("error.epsilon", value=tail))

    def mixed(d: int) -> tuple[Fraction, ...]:
        both = zip(_uniform(rules, d), _perfect(rules, d), strict=True)
        return tuple(
            epsilon * random + (1 - epsilon) * perfect for random, perfect in both
        )

    return _rows(rules, mixed)


def law(teacher: LawLike, rules: Rules | None = None) -> Law:
    """The law of a teacher: by name, or as a table of probabilities per d.

    Parameters
    ----------
    teacher : str, mapping or sequence
        A name, or ``{d: (probability of 1, of 2, …)}``, or ``{d: {move: probability}}``; fields that a mapping
        leaves out are played at random, moves that are left out never.  A sequence has a row for each d, from the
        empty one of Goal on.  Probabilities may be Fractions (kept) or
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
    table = named(teacher, rules) if isinstance(teacher, str) else teacher
    if isinstance(teacher, str) and isinstance(table, Teacher):
        raise UserError(message("error.no_law", name=teacher))
    if not isinstance(table, Mapping | Sequence):
        raise _unknown(teacher, rules)
    if not isinstance(table, Mapping) and len(table) <= rules.length:
        raise UserError(message("error.law_rows", rows=len(table), length=rules.length))
    rows: dict[int, RowLike] = dict(
        table if isinstance(table, Mapping) else enumerate(table)
    )
    for d in rows:
        if d not in range(1, rules.length + 1) and not (d == 0 and not rows[0]):
            raise UserError(
                message("error.law_field", togo=repr(d), length=rules.length)
            )
    return _rows(
        rules, lambda d: _row(rows[d], rules, d) if d in rows else _uniform(rules, d)
    )


def _row(given: RowLike, rules: Rules, d: int) -> tuple[Fraction | float, ...]:
    """One row of a law: a probability per move, or ``{move: probability}`` (0 for moves that are left out)."""
    moves = rules.human_moves(d)
    if isinstance(given, Mapping):
        for move in given:
            if move not in moves:
                legal = ", ".join(map(str, moves))
                raise UserError(message("error.move", move=move, togo=d, legal=legal))
        values: Sequence[Chance] = [given.get(move, 0) for move in moves]
    else:
        values = given
    row: list[Fraction | float] = []
    # An empty row is refused below
    with suppress(TypeError, ValueError, ZeroDivisionError):
        row = list(map(_number, values))
    total: Fraction | float = sum(row)
    if (
        len(row) != len(moves)
        or not all(p >= 0 for p in row)
        or not -1e-9 <= total - 1 <= 1e-9
    ):
        raise UserError(
            message("error.law", togo=d, moves=len(moves), value=_written(given))
        )
    return tuple(row)


def _number(chance: Chance) -> Fraction | float:
    return chance if isinstance(chance, Fraction | float) else Fraction(chance)


def _written(value: object) -> str:
    """A row as it was given, with its fractions in short."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(_written, value)) + ")"
    return str(value) if isinstance(value, Fraction) else repr(value)


def _best_memoryless(rules: Rules) -> object:
    # By name, since that module computes with the laws of this one.
    best = resolve_name("matchbox.analysis.optimal:best_memoryless")
    return best(rules).law


def _check(name: str, make: Callable[[Rules], object]) -> None:
    if make is _best_memoryless:  # to check it would be to compute it
        return
    made = make(Rules())
    if isinstance(made, Teacher) or not isinstance(made, Mapping | Sequence):
        check_class(made, Teacher, [("choose",)], refusal(UserError, "teacher", name))
    else:
        law(made)


TEACHERS: Registry[Callable[[Rules], object]] = Registry(
    "matchbox.teachers",
    {
        "random": lambda rules: _rows(rules, lambda d: _uniform(rules, d)),
        "perfect": lambda rules: _rows(rules, lambda d: _perfect(rules, d)),
        "memoryless": _best_memoryless,
        "didactic": _best_memoryless,
    },
    _check,
)
"""What makes a law, or a teacher, from the rules, by name; other packages add theirs."""
