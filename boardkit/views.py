"""Ways to see a value that itself knows nothing of them, such as the automaton of a board.

A front door says which function makes a view of which class, both by name, so that nothing is loaded before it is
needed; the value asks here.
"""

from importlib import import_module
from typing import Any

_VIEWS: dict[tuple[str, str], str] = {}


def offer_view(view: str, kind: str, function: str) -> None:
    """Say what makes a view of the objects of a class: ``"module.Class"``, ``"module:function"``."""
    _VIEWS[view, kind] = function


def seen_as(view: str, value: object) -> Any:
    """A view of a value; see `offer_view`.

    Examples
    --------
    >>> offer_view("binary", "builtins.int", "builtins:bin")
    >>> seen_as("binary", 5)
    '0b101'
    """
    kind = type(value)
    module, _, name = _VIEWS[view, f"{kind.__module__}.{kind.__qualname__}"].partition(
        ":"
    )
    return getattr(import_module(module), name)(value)
