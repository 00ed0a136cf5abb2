"""Algorithms on automata as objects that can be stepped forwards and backwards.

Every step object is immutable: ``next()``, ``back()``, ``first()``, ``last()`` and ``goto(i)`` return the same
algorithm at another moment.  ``text`` says what happened, ``picture()`` shows it, ``to_dict()`` gives it to a widget,
``predict(…)`` judges what somebody expects next.
"""

from automatakit.steps.base import Prediction, Steps
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps, Split
from automatakit.steps.product import PairEntry, ProductSteps
from automatakit.steps.regex import Regex
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from automatakit.steps.subset import Entry, SubsetSteps

__all__ = [
    "EliminationSteps", "Entry", "MinimiseSteps", "PairEntry", "Prediction", "ProductSteps", "Regex", "RunSteps",
    "RunTree", "Split", "Steps", "SubsetSteps", "TreeNode",
]
