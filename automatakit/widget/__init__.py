"""Automata and constructions to be touched."""

from automatakit.widget.editor import AutomatonEditor, edit
from automatakit.widget.steps import StepWidget

__all__ = ["AutomatonEditor", "StepWidget", "edit"]
