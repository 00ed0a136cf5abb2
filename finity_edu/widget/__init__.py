"""Finity to be touched: the board widget, and widgets that step through the constructions of automata theory.

>>> from finity_edu.widget import BoardWidget
>>> BoardWidget(mode="replay").mode
'replay'
"""

from finity_edu.widget.board import BoardWidget
from finity_edu.widget.steps import StepWidget

__all__ = ["BoardWidget", "StepWidget"]
