"""All types of questions, by their ids."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from boardkit.errors import UserError
from coursekit.texts import CATALOGUE

if TYPE_CHECKING:
    from coursekit.questions.base import QuestionType

__all__ = ["QuestionError", "all_types", "built_in", "question", "register"]


class QuestionError(UserError):
    """An unknown type of question, or a difficulty or a seed that does not exist."""


_TYPES: dict[str, QuestionType] = {}


def register(kind: QuestionType) -> QuestionType:
    """Make a type of question known under its id; a later one replaces an earlier one of the same id.

    Parameters
    ----------
    kind : QuestionType
        An object of the new class.

    Returns
    -------
    QuestionType
        The same object.

    Raises
    ------
    QuestionError
        If the class lacks something, misspells something that it may say, or takes other arguments than are given.
    """
    from coursekit.questions.declared import check

    check(kind)
    _TYPES[kind.id] = kind
    return kind


@cache
def _load() -> None:
    """Import what installed packages declare as entry points ``coursekit.questions``: their modules register types."""
    for found in sorted(entry_points(group="coursekit.questions"), key=lambda entry: entry.name):
        found.load()


def question(type_id: str) -> QuestionType:
    """Return a type of question by its id.

    Raises
    ------
    QuestionError
        If there is none of that id; the message lists near ones.
    """
    if type_id not in _TYPES:
        _load()
    if type_id not in _TYPES:
        near = get_close_matches(type_id, _TYPES, 3, 0.3) or sorted(_TYPES)[:3]
        raise QuestionError(CATALOGUE.message("question.unknown", type=type_id, near=", ".join(near)))
    return _TYPES[type_id]


def built_in(kind: QuestionType) -> bool:
    """Whether a type comes with this distribution, so that every student has it too."""
    return type(kind).__module__.split(".")[0] in ("coursekit", "finity_edu", "matchbox", "amakta")


def all_types() -> tuple[QuestionType, ...]:
    """All types of questions, by unit, in the order in which they are taught."""
    _load()
    return tuple(sorted(_TYPES.values(), key=lambda t: t.unit))
