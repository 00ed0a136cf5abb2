"""A second method for every answer: brute force over words and runs, automata-lib, permutations, naive game trees.

Nothing here uses `automatakit` or the judge; boards are read from their text
again.  Each function raises AssertionError if an answer in canonical form is not right, and is noted in `CHECKS`.
"""

from typing import Any

from tests.coursekit.questions.second import (
    automata,
    boards,
    languages,
    learning,
    machines,
    proofs,
    rings,
    stones,
    stories,
    transducers,
)
from tests.coursekit.questions.second.naive import CHECKS


def is_right(type_id: str, data: dict[str, Any], answer: Any) -> bool:
    """What the second method says about an answer."""
    try:
        CHECKS[type_id](data, answer)
    except AssertionError:
        return False
    return True


__all__ = ["CHECKS", "automata", "boards", "is_right", "languages", "learning", "machines", "proofs", "rings", "stones",
           "stories", "transducers"]
