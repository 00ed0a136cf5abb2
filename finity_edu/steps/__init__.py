"""Algorithms on automata as objects that can be stepped forwards and backwards.

Every step object is immutable: ``next()``, ``back()``, ``first()``, ``last()`` and ``goto(i)`` return the same
algorithm at another moment.  ``text`` says what happened, ``picture()`` shows it, ``to_dict()`` gives it to a widget,
``predict(…)`` judges what somebody expects next.
"""

from finity_edu.steps.base import Prediction, Steps
from finity_edu.steps.eliminate import EliminationSteps
from finity_edu.steps.minimise import MinimiseSteps, Split
from finity_edu.steps.product import PairEntry, ProductSteps
from finity_edu.steps.regex import Regex
from finity_edu.steps.run import RunSteps, RunTree, TreeNode
from finity_edu.steps.subset import Entry, SubsetSteps

__all__ = [
    "EliminationSteps", "Entry", "MinimiseSteps", "PairEntry", "Prediction", "ProductSteps", "Regex", "RunSteps",
    "RunTree", "Split", "Steps", "SubsetSteps", "TreeNode",
]
