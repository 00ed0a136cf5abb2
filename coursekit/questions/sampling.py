"""Draw by lot, again and again, until something suits a question."""

import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import TypeVar

from automatakit.automaton.value import Automaton
from coursekit.questions.base import NothingFits

T = TypeVar("T")

SELDOM = 0.04
"""How often "there is none" is the answer: no more often than any other answer may come.

Most generators draw the answer first, evenly, and then search for a question that has it: no guess is much better than
another.
"""


@cache
def of_length(n: int, alphabet: str | tuple[str, ...]) -> tuple[str, ...]:
    """All words of a length, in the order of the alphabet."""
    return tuple(map("".join, product(alphabet, repeat=n)))


def random_word(rng: random.Random, length: int, alphabet: str) -> str:
    """Any word of a length, each as likely."""
    return "".join(rng.choice(alphabet) for _ in range(length))


def varied(fa: Automaton, word: str, difficulty: int) -> bool:
    """Whether reading a word is no monotonous work: it has several symbols and leads to several sets."""
    sets = {*fa.active(word)}
    return difficulty == 1 or (len({*word}) > 1 and len(sets) >= min(4, difficulty))


def search(
    make: Callable[[], T | None],
    good: Callable[[T], bool] = lambda _: True,
    tries: int = 20_000,
) -> T:
    """Draw until something is made and fits; the generators are built so that it does within a few hundred tries.

    Raises
    ------
    NothingFits
        Where what was drawn before asks for too much: `QuestionType.drawn` begins again.
    """
    for _ in range(tries):
        candidate = make()
        if candidate is not None and good(candidate):
            return candidate
    raise NothingFits(f"nothing fits within {tries} tries")
