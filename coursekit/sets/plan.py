"""The plan of a course, as its lecturer wrote it down: ``course.toml``.

    format = "finity-edu/…"
    version = …
    title = "Finite automata"
    lang = "en"

    individual = false
    counts = "best"
    late = 0.1

    [sets.ps1]
    release = 2026-10-12
    due = 2026-10-19
    weight = 2
    grace = 15

    [sets.ps1.extensions]
    ada = 2026-10-22T12:00:00

Everything but the first two lines may be left out.  Below ``[sets.…]`` stand the problem sets in the order of the term;
what a set does not say for itself holds as it stands above.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from math import floor
from pathlib import Path
from typing import Any, TypeAlias

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from coursekit.formats import COURSE
from coursekit.judging.stages import POLICIES, Policy, policy
from coursekit.sets.deadlines import COUNTS, Rule, Settings, moment
from coursekit.texts import message


@dataclass(frozen=True)
class PlannedSet(Settings):
    """A problem set in the plan, with its settings.

    Parameters
    ----------
    release, due : date or datetime, optional
        When it goes out and comes back; a day ends at midnight.
    weight : float
        How much it counts.
    extensions : dict of str to date or datetime
        Other deadlines, by student.
    full : tuple of str
        Questions that were taken out: everybody who handed in has all points for them.
    """

    release: date | None = None
    due: date | None = None
    weight: float = 1.0
    extensions: Mapping[str, date] = field(default_factory=dict)
    full: Collection[str] = ()


@dataclass(frozen=True)
class Plan(Settings):
    """What a lecturer decided about a course; its settings hold where a set has none of its own.

    Parameters
    ----------
    title, term : str
        Shown to people.
    lang : str
        Language of the problem sets; "" is that of the command that releases them.
    skin : str or None
        How automata are told, where a set says nothing else.
    stages : Policy
        How much feedback tells, where a set says nothing else.
    rounding : float
        The points of a set are rounded to multiples of this; 0 if only to hundredths.
    threshold : float or None
        The share of all points that is needed at the end of the term.
    keep_until : date or None
        When answers and marks are to be deleted.
    sets : dict of str to PlannedSet
        In the order of the term.
    """

    title: str = ""
    term: str = ""
    lang: str = ""
    skin: str | None = None
    stages: Policy = POLICIES["graded"]
    rounding: float = 0.0
    threshold: float | None = None
    keep_until: date | None = None
    sets: Mapping[str, PlannedSet] = field(default_factory=dict)

    def of(self, name: str) -> PlannedSet:
        """What is planned for a set."""
        return self.sets.get(name) or PlannedSet(**self.settings())

    def rounded(self, points: Decimal, maximum: float) -> float:
        """Exact points as they are reported: a half goes up, but nothing goes above the maximum.

        Examples
        --------
        >>> half = Plan(rounding=0.5)
        >>> half.rounded(Decimal("3.75"), 4), half.rounded(Decimal("3.74"), 4), Plan().rounded(Decimal("3.745"), 4)
        (4.0, 3.5, 3.75)
        >>> Plan(rounding=1).rounded(Decimal("9.5"), 9.5), Plan(rounding=0.3).rounded(Decimal(32), 32)
        (9.5, 32.0)
        """
        step = Decimal(str(self.rounding)) or Decimal("0.01")
        steps = floor(points / step + Decimal("0.5"))
        # A person may have given more
        return float(min(steps * step, max(points, Decimal(str(maximum)))))

    def rule(self, name: str, student: str) -> Rule:
        """Which hand-in of a student counts in a set, and until when."""
        one = self.of(name)
        return Rule(moment(one.extensions.get(student, one.due)), **one.settings())


Fits: TypeAlias = Callable[[Any], bool]
"""Whether a value that somebody wrote can be what a key stands for."""


def _text(value: object) -> bool:
    return isinstance(value, str)


def _time(value: object) -> bool:
    return type(value) in (date, datetime)


def _number(value: Any, least: float, most: float) -> bool:
    return type(value) in (int, float) and least <= value <= most


_SETTINGS: dict[str, Fits] = {
    "individual": lambda v: type(v) is bool,
    "groups": lambda v: type(v) is bool,
    "counts": lambda v: v in COUNTS,
    "late": lambda v: _number(v, 0, 1),
    "grace": lambda v: _number(v, 0, 100_000),
}
_VALUES: dict[str, Fits] = {
    "title": _text,
    "term": _text,
    "skin": _text,
    "lang": lambda v: v in LANGUAGES,
    "stages": lambda v: policy(v) is not None,
    "rounding": lambda v: _number(v, 0, 10),
    "threshold": lambda v: _number(v, 0, 1),
    "keep_until": _time,
    "sets": lambda v: (
        isinstance(v, dict) and all(isinstance(one, dict) for one in v.values())
    ),
    **_SETTINGS,
}
_OF_A_SET: dict[str, Fits] = {
    "release": _time,
    "due": _time,
    "weight": lambda v: _number(v, 0, 1000),
    "extensions": lambda v: isinstance(v, dict) and all(map(_time, v.values())),
    "full": lambda v: isinstance(v, list) and all(map(_text, v)),
    **_SETTINGS,
}


def read_plan(file: Path) -> Plan:
    """Read a plan; where there is none, nothing is planned.

    Raises
    ------
    UserError
        If it is no TOML, was written for another version of this program, or has a key or a value that means nothing;
        names the file and the key.
    """
    if not file.exists():
        return Plan()
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(
            message("plan.no_toml", file=str(file), problem=str(error))
        ) from None
    COURSE.check(found, str(file))
    values = {key: value for key, value in found.items() if key not in COURSE.head}
    _checked(file, "", values, _VALUES)
    sets = values.pop("sets", {})
    for name, one in sets.items():
        _checked(file, f"sets.{name}.", one, _OF_A_SET)
    if "stages" in values:
        values["stages"] = policy(values["stages"])
    plan = Plan(**values)
    planned = {}
    for name, one in sets.items():
        planned[name] = PlannedSet(**plan.settings() | one)
    return replace(plan, sets=planned)


_EXTENSIONS = re.compile(
    r"""
      ^[ \t]* \[ [^\]\n]* \bextensions["']? \s* \] [^\n]*\n?
          (?: (?![ \t]*\[) [^\n]+\n? | \n )*                 # a table of them
    | \bextensions["']? \s* = \s* \{ [^}\n]* \}             # all in one line
    | ^[^\n=\#\[]* \bextensions["']? \s* \. [^\n]*\n?      # one alone
    """,
    re.MULTILINE | re.VERBOSE,
)


def change_extensions(text: str, change: Callable[[str], str]) -> str:
    """Change those parts of the text of a plan that say who has an extension, and leave all else as it is.

    Examples
    --------
    >>> change_extensions("grace = 15\\n[sets.ps1.extensions]\\ngrace = 2026-10-22\\n", lambda part: "")
    'grace = 15\\n'
    """
    return _EXTENSIONS.sub(lambda found: change(found[0]), text)


def _checked(
    file: Path,
    place: str,
    values: Mapping[str, object],
    fits: Mapping[str, Fits],
) -> None:
    for key, value in values.items():
        if key not in fits or not fits[key](value):
            what = "plan.bad_value" if key in fits else "plan.unknown_key"
            raise UserError(
                message(
                    what,
                    file=str(file),
                    key=place + key,
                    value=str(value),
                    keys=", ".join(fits),
                )
            )
