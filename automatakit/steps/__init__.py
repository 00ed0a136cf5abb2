"""Algorithms on automata as objects that can be stepped forwards and backwards.

Every step object is immutable: ``next()``, ``back()``, ``first()``, ``last()`` and ``goto(i)`` return the same
algorithm at another moment.  ``text`` says what happened, ``picture()`` shows it, ``predict(…)`` judges what somebody
expects next.
"""

from automatakit.steps.base import Prediction, Steps
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps, Split
from automatakit.steps.product import ProductSteps
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from automatakit.steps.subset import SubsetSteps
from automatakit.steps.thompson import ThompsonSteps
from automatakit.steps.worklist import Construction

__all__ = [
    "Construction",
    "EliminationSteps",
    "MinimiseSteps",
    "Prediction",
    "ProductSteps",
    "RunSteps",
    "RunTree",
    "Split",
    "Steps",
    "SubsetSteps",
    "ThompsonSteps",
    "TreeNode",
]
