"""The types of questions about automata, in the order in which they are taught."""

from coursekit.questions import (
    arrows,
    classes,
    closure,
    comparing,
    counting,
    decisions,
    described,
    determinise,
    expressions,
    functions,
    intro,
    meanings,
    nonregular,
    proofs,
    structure,
    words,
)
from coursekit.questions.registry import register_all

register_all(intro, words, arrows, functions, determinise, classes, comparing, structure, counting, described,
             closure, expressions, meanings, decisions,
             nonregular, proofs)
