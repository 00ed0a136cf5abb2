"""A second method for every key: brute force over words and runs, automata-lib, permutations, naive game trees.

Nothing here uses the light automata of `finity_edu.grading.languages`; boards are read from their text again.
Each function raises AssertionError if the key of an instance is wrong, and is noted in `CHECKS`.
"""

from tests.questions.second import automata, boards, machines, rings, stones
from tests.questions.second.naive import CHECKS

__all__ = ["CHECKS", "automata", "boards", "machines", "rings", "stones"]
