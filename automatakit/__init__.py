"""Finite automata for learning: one value, exact answers, steps, pictures and file formats; no game.

>>> import automatakit
>>> automatakit.count_words(automatakit.from_regex("(b|w)*w"), 5)
16
"""

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

__getattr__, __dir__, __all__ = attach(__name__, __file__)
