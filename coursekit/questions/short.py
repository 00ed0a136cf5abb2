"""Short expressions: how long one is, and the shortest that is known for an automaton."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations

from automatakit.automaton.states import State
from automatakit.automaton.value import Automaton
from automatakit.languages.elimination import END, START, eliminations, written
from automatakit.languages.words import useful_states

ORDERS = 24
"""So many orders of elimination are tried: all of four states."""


def symbols_in(text: str) -> int:
    """How many symbols stand in an expression, each as often as it does."""
    return sum(c.isalnum() and c != "ε" for c in text)


@lru_cache(maxsize=256)
def shortest_known(*automata: Automaton) -> str:
    """The expression with the fewest symbols that eliminations in many orders find, from one of some automata.

    They are to have the same language: one that is read from the end of a word often has a much shorter expression.

    Examples
    --------
    >>> shortest_known(Automaton.of("bA>B wB>A bB>C", start="A", accepting="C"))
    '(bw)*bb'
    """
    found = (text for fa in automata for text in _expressions(fa))
    return min(found, key=lambda text: (symbols_in(text), len(text), text))


def _expressions(fa: Automaton) -> Iterator[str]:
    states = [state for state in fa.states if state in useful_states(fa)]
    orders: list[Sequence[State]] = [(), *islice(permutations(states), ORDERS)]
    for order in orders:
        *_, (_, labels) = eliminations(fa, order)
        yield written(labels.get((START, END), frozenset()))
