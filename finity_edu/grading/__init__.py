"""Verdicts, partial credit, feedback; and marking that a lecturer can trust.

A student's notebook needs one name of this package::

    from coursekit.practice.session import open_set
    show, check, hint, submit = open_set("ps1")

Everything that a student's browser runs (`session`, `handin`, `answers`, `verdict`, …) imports the standard library
only.  The lecturer's side (`course`, `source`, `build`, `marking`, `book`, …) needs the extra ``grading``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coursekit.judging.verdict import Verdict
    from coursekit.marking.marking import grade
    from coursekit.practice.session import open_set

__all__ = ["Verdict", "grade", "open_set"]

_HOME = {"Verdict": "verdict", "grade": "marking", "open_set": "session"}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: students' notebooks never load the lecturer's side."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
