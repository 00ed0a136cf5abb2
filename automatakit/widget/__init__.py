"""Automata and constructions to be touched."""

from automatakit.widget.steps import StepWidget

__all__ = ["StepWidget"]
