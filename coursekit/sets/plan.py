"""The plan of a course, as its lecturer wrote it down: ``course.toml``.

    format = "finity-edu/…"
    version = …
    title = "Finite automata"
    lang = "en"

    [sets.ps1]
    release = 2026-10-12
    due = 2026-10-19
    weight = 2

Everything but the first two lines may be left out.  Below ``[sets.…]`` stand the problem sets in the order of the term.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from coursekit.formats import COURSE
from coursekit.judging.stages import POLICIES, Policy, policy
from coursekit.texts import CATALOGUE


@dataclass(frozen=True)
class PlannedSet:
    """A problem set in the plan: the days on which it goes out and comes back, and how much it counts."""

    release: date | None = None
    due: date | None = None
    weight: float = 1.0


@dataclass(frozen=True)
class Plan:
    """What a lecturer decided about a course.

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
    sets : dict of str to PlannedSet
        In the order of the term.
    """

    title: str = ""
    term: str = ""
    lang: str = ""
    skin: str | None = None
    stages: Policy = POLICIES["graded"]
    sets: Mapping[str, PlannedSet] = field(default_factory=dict)


def _text(value: Any) -> bool:
    return isinstance(value, str)


_VALUES: dict[str, Callable[[Any], bool]] = {
    "title": _text,
    "term": _text,
    "skin": _text,
    "lang": lambda v: v in LANGUAGES,
    "stages": lambda v: policy(v) is not None,
    "sets": lambda v: (
        isinstance(v, dict) and all(isinstance(one, dict) for one in v.values())
    ),
}
_OF_A_SET: dict[str, Callable[[Any], bool]] = {
    "release": lambda v: type(v) is date,
    "due": lambda v: type(v) is date,
    "weight": lambda v: type(v) in (int, float) and 0 <= v < 1000,
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
            CATALOGUE.message("plan.no_toml", file=str(file), problem=str(error))
        ) from None
    COURSE.check(found, str(file))
    values = {key: value for key, value in found.items() if key not in COURSE.head}
    _checked(file, "", values, _VALUES)
    sets = values.pop("sets", {})
    for name, one in sets.items():
        _checked(file, f"sets.{name}.", one, _OF_A_SET)
    if "stages" in values:
        values["stages"] = policy(values["stages"])
    return Plan(**values, sets={name: PlannedSet(**one) for name, one in sets.items()})


def _checked(
    file: Path,
    place: str,
    values: Mapping[str, Any],
    fits: Mapping[str, Callable[[Any], bool]],
) -> None:
    for key, value in values.items():
        if key not in fits or not fits[key](value):
            what = "plan.bad_value" if key in fits else "plan.unknown_key"
            raise UserError(
                CATALOGUE.message(
                    what,
                    file=str(file),
                    key=place + key,
                    value=str(value),
                    keys=", ".join(fits),
                )
            )
