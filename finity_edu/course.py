"""What a lecture of the course needs, behind one name.

    import finity_edu.course as fe

offers everything of `finity_edu`, its pictures, automata, analysis and widgets, and of `automatakit` and `coursekit`;
each is loaded when it is first used.
"""

from importlib import import_module
from typing import Any

_DOORS = (
    "finity_edu", "finity_edu.draw", "finity_edu.automata", "finity_edu.analysis", "finity_edu.examples",
    "finity_edu.players", "boardkit.explore", "boardkit.search",
    "finity_edu.widget", "automatakit", "automatakit.steps", "automatakit.widget", "automatakit.draw.runs",
    "automatakit.draw.automata", "coursekit", "boardkit.plots",
)


def _offered(door: str) -> list[str]:
    module = import_module(door)
    return list(getattr(module, "__all__", ())) or [
        name for name, value in vars(module).items() if getattr(value, "__module__", "") == door and name[0] != "_"]


def __getattr__(name: str) -> Any:
    for door in () if name.startswith("_") else _DOORS:
        if name in _offered(door):
            return getattr(import_module(door), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=import_module(__name__))


def __dir__() -> list[str]:
    return sorted({name for door in _DOORS for name in _offered(door)})
