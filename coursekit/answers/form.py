"""What a question expects of an answer in detail, and what several kinds ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coursekit.answers.spelling import EMPTY_SETS, MISSING, tidy

__all__ = ["Form", "alphabet_of", "is_empty", "is_missing"]

Form = Mapping[str, Any]


def alphabet_of(form: Form) -> str:
    """The letters that may be used."""
    return str(form.get("alphabet", "bw"))


def is_missing(obj: object) -> bool:
    """Whether an answer says that there is none, or that it is infinite."""
    if isinstance(obj, float):
        return obj == float("inf")
    return obj is None or (isinstance(obj, str) and tidy(obj).casefold() in MISSING)


def is_empty(obj: object, form: Form) -> bool:
    """Whether an answer says that there are none, where that may be."""
    return bool(form.get("empty")) and (is_missing(obj) or (isinstance(obj, str) and tidy(obj) in EMPTY_SETS))
