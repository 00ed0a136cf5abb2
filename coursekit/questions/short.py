"""Short expressions: how long one is, and the shortest that is known for an automaton."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Way:
    """An expression, and how it is found: by eliminating the states of an automaton in an order."""

    text: str
    fa: Automaton
    order: tuple[State, ...]


@lru_cache(maxsize=256)
def shortest_way(*automata: Automaton) -> Way:
    """The expression with the fewest symbols that eliminations in many orders find, from one of some automata.

    They are to have the same language: one that is read from the end of a word often has a much shorter expression.

    Examples
    --------
    >>> shortest_way(Automaton.of("bA>B wB>A bB>C", start="A", accepting="C")).text
    '(bw)*bb'
    """
    found = (way for fa in automata for way in _ways(fa))
    return min(found, key=lambda way: (symbols_in(way.text), len(way.text), way.text))


def _ways(fa: Automaton) -> Iterator[Way]:
    states = [state for state in fa.states if state in useful_states(fa)]
    orders: list[Sequence[State]] = [(), *islice(permutations(states), ORDERS)]
    for order in orders:
        *_, (_, labels) = eliminations(fa, order)
        text = written(labels.get((START, END), frozenset()))
        yield Way(text, fa, tuple(order))
