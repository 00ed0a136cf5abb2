"""Wrong answers to every type of question in the problem sets, with what the rubric of partial credit gives for them.

The modules are named for what is answered; each notes its rules in `RULES`.
"""

from tests.course.mutants import automata, moves, sets, tables, words
from tests.course.mutants.rubric import RULES, mutants

__all__ = ["RULES", "automata", "moves", "mutants", "sets", "tables", "words"]
