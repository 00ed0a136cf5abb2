"""Finite automata for learning: one value, exact answers, steps, pictures and file formats; no game.

>>> import automatakit
>>> automatakit.count_words(automatakit.from_regex("(b|w)*w"), 5)
16
"""

from importlib import import_module
from typing import Any

from boardkit.doors import attach
from boardkit.notebook import shown_by
from boardkit.views import offer_view

shown_by(
    "automatakit.draw.automata:bundle",
    [
        "automatakit.automaton.value.Automaton",
        "automata.fa.nfa.NFA",
        "automata.fa.dfa.DFA",
    ],
)

for kind, picture in (
    ("run.RunSteps", "runs:run_picture"),
    ("subset.SubsetSteps", "algorithms:construction_picture"),
    ("minimise.MinimiseSteps", "algorithms:minimise_picture"),
    ("product.ProductSteps", "algorithms:construction_picture"),
    ("eliminate.EliminationSteps", "algorithms:elimination_picture"),
    ("thompson.ThompsonSteps", "algorithms:thompson_picture"),
):
    offer_view("picture", f"automatakit.steps.{kind}", f"automatakit.draw.{picture}")

_find, __dir__, __all__ = attach(__name__, __file__)


def __getattr__(name: str) -> Any:
    try:
        return _find(name)
    except (AttributeError, ImportError) as error:
        # Only where it is needed: a front door loads next to nothing.
        found = import_module("automatakit.automaton.names").hint(name)
        if found is None:
            raise
        raise AttributeError(
            f"automatakit has no {name}; write {found}", name=name
        ) from error
