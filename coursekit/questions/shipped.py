"""The types of questions about automata, in the order in which they are taught."""

from importlib import import_module

from coursekit.questions.registry import register_all

MODULES = (
    "intro",
    "words",
    "arrows",
    "functions",
    "determinise",
    "classes",
    "comparing",
    "pumping",
    "counting",
    "described",
    "closure",
    "expressions",
    "grammars",
    "writing",
    "meanings",
    "nonregular",
    "proofs",
    "stories",
    "learning",
)

register_all(*(import_module(f"coursekit.questions.{name}") for name in MODULES))
