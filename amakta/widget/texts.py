"""Texts of the widget."""

from amakta.rules.moves import Move
from amakta.rules.texts import CATALOGUE


def text(id: str, **values: object) -> str:
    """A text of the widget in the current language."""
    return CATALOGUE.text(f"widget.{id}", None, **values)


def move_words(move: Move) -> str:
    """A move in words, with its text."""
    return text("move", name=text(f"kind.{move.kind}"), move=str(move))
