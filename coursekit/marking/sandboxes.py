"""Which sandbox this machine has, and whether it can run a source."""

import re
from collections.abc import Iterable
from functools import cache

from coursekit.marking.sandbox import Sandbox
from coursekit.marking.sandbox_linux import Bubblewrap
from coursekit.marking.sandbox_wasm import WebAssembly

_MODULES = 100  # of one source, that are looked at
_IMPORT = re.compile(r"^\s*(?:from\s+(\w+)|import\s+(\w[\w., ]*))", re.MULTILINE)


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


def place_for(sources: Iterable[str], hidden: Iterable[str], notebook: bool = False) -> tuple[Sandbox | None, str]:
    """The sandbox of this machine if it can run some sources; None, and why, if there is none or it cannot.

    What a sandbox lacks must not cost a student points: it is found before anything is run.
    """
    place, reason = available(tuple(hidden))
    if place is None or (notebook and place.notebooks):
        return place, reason
    missing = ["notebooks"] if notebook else place.lacks(_imported("\n".join(sources))[:_MODULES])
    return (None, f"{place.name}: {', '.join(missing)}") if missing else (place, "")


def _imported(source: str) -> list[str]:
    """The modules that a source imports anywhere, without reading it as Python: it is a stranger's.

    Examples
    --------
    >>> _imported("import os, numpy.linalg as la\\ndef answer(w):\\n    from re import match")
    ['os', 'numpy', 're']
    """
    named = [one for pair in _IMPORT.findall(source) for one in "".join(pair).split(",")]
    return list(dict.fromkeys(words[0].split(".")[0] for one in named if (words := one.split())))
