"""Texts of the widget."""

from amakta.rules.moves import Move
from boardkit.messages import Catalogue

TEXTS = Catalogue("amakta", "widget")
text = TEXTS.text


def move_words(move: Move) -> str:
    """A move in words, with its text."""
    return text("move", name=text(f"kind.{move.kind}"), move=str(move))
