"""Which sandbox this machine has, and whether it can run a source."""

import re
from collections.abc import Iterable
from functools import cache

from coursekit.marking.sandbox import OURS, Sandbox
from coursekit.marking.sandbox_linux import Bubblewrap
from coursekit.marking.sandbox_wasm import WebAssembly

_MODULES = 100  # of one source, that are looked at
# Possessive, and within one line: linear, whatever a source holds.
_IMPORT = re.compile(
    r"^[ \t]*+(?:from[ \t]++(\w++)|import[ \t]++(\w[\w., \t]*+))", re.MULTILINE
)
_QUOTED = re.compile(rf"""["']({"|".join(OURS)})["'.]""")
_NAME = 100  # characters of a module's name


@cache
def available(hidden: tuple[str, ...] = ()) -> tuple[Sandbox | None, str]:
    """The sandbox of this machine; None, and the reasons, if it has none.

    bubblewrap comes first: a function runs there at full speed, in the Python and with the packages of this machine.
    """
    reasons = []
    for own in (Bubblewrap(hidden), WebAssembly(hidden)):
        reason = own.why_not()
        if reason is None:
            return own, ""
        reasons.append(f"{own.name}: {reason}")
    return None, "; ".join(reasons)


def place_for(
    modules: Iterable[str], hidden: Iterable[str], notebook: bool = False
) -> tuple[Sandbox | None, str]:
    """The sandbox of this machine if it has what some sources import; None, and why, if there is none or it has not.

    What a sandbox lacks must not cost a student points: it is found before anything is run.
    """
    place, reason = available(tuple(hidden))
    if place is None or (notebook and place.notebooks):
        return place, reason
    missing = ["notebooks"] if notebook else place.lacks(modules)
    return (None, f"{place.name}: {', '.join(missing)}") if missing else (place, "")


def imported(*sources: str) -> list[str]:
    """The modules that sources import anywhere, without reading them as Python: they are a stranger's.

    Examples
    --------
    >>> imported("import os, numpy.linalg as la\\ndef answer(w):\\n    from re import match")
    ['os', 'numpy', 're']
    """
    found: dict[str, None] = {}
    for source in sources:
        for match in _IMPORT.finditer(source):
            for one in (match[1] or match[2]).split(","):
                if words := one.split():
                    found[words[0].split(".")[0][:_NAME]] = None
            if len(found) >= _MODULES:
                return [*found][:_MODULES]
    return [*found]


def ours(source: str) -> list[str]:
    """Those of this project's packages that a source imports, or names in a text that would import them.

    Examples
    --------
    >>> ours("import os\\nfrom coursekit.questions import functions\\n__import__('boardkit.svg')")
    ['boardkit', 'coursekit']
    """
    named = {*imported(source), *_QUOTED.findall(source)}
    return [package for package in OURS if package in named]
