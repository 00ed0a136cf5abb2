"""Readers with finite memory: what is remembered at first, how a symbol changes that, with which memories a word is in.

A family of conditions on words makes a reader of its parameters (`coursekit.questions.families`); what several of them
remember stands here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from automatakit.automaton.value import Automaton
from automatakit.languages.search import search

Memory: TypeAlias = Any
DEAD, YES = "✗", "✓"
"""Memories of a reader that knows the answer, whatever comes."""

SYMBOL, OTHER, REST = (-1, 0), (-1, 1), (-1, 2)
"""Ranges of parameters that are no numbers or lengths: a symbol, a symbol other than x, a remainder modulo m."""


@dataclass(frozen=True)
class Reader:
    """A reader with finite memory.

    Parameters
    ----------
    start : hashable
        What it remembers before the first symbol.
    step : callable
        ``step(memory, symbol)`` is what it remembers next.
    accept : callable
        Whether the word read so far satisfies the condition.
    """

    start: Memory
    step: Callable[[Memory, str], Memory]
    accept: Callable[[Memory], bool]


@dataclass(frozen=True)
class Family:
    """A kind of condition.

    Parameters
    ----------
    id : str
    parameters : mapping
        Their names and ranges: of a number, of the length of a word, of how many words are listed.
    make : callable
        Returns the reader for parameters by name.
    binary : bool
        Whether it reads the digits 0 and 1 as a number.
    """

    id: str
    parameters: Mapping[str, tuple[int, int]]
    make: Callable[..., Reader]
    binary: bool = False


FAMILIES: dict[str, Family] = {}


Make: TypeAlias = Callable[..., Reader]


def family(
    binary: bool = False, **parameters: tuple[int, int]
) -> Callable[[Make], Make]:
    """Register a reader as a family; its id is the function's name."""

    def register(make: Make) -> Make:
        FAMILIES[make.__name__] = Family(make.__name__, parameters, make, binary)
        return make

    return register


# ---------------------------------------------------------------- what several readers remember
def overlap(u: str) -> Callable[[str, str], str]:
    """Step of a reader that remembers the longest end of what it has read with which u begins."""

    def step(seen: str, symbol: str) -> str:
        seen += symbol
        while not u.startswith(seen):
            seen = seen[1:]
        return seen

    return step


def count(
    most: int, counts: Callable[[str], bool], accept: Callable[[int], bool]
) -> Reader:
    """Count some symbols, up to `most`."""
    return Reader(0, lambda n, s: min(most, n + counts(s)), accept)


def modulo(m: int, value: Callable[[str], int], r: int) -> Reader:
    """Add up the values of the symbols, modulo m."""
    return Reader(0, lambda n, s: (n + value(s)) % m, lambda n: n == r)


def occurrences(u: str, most: int, k: int) -> Reader:
    """Count how often u occurs, overlaps included, up to `most`; k times are asked for."""
    forward = overlap(u)

    def step(memory: tuple[str, int], symbol: str) -> tuple[str, int]:
        seen = forward(memory[0], symbol)
        return seen, min(most, memory[1] + (seen == u))

    return Reader(("", 0), step, lambda memory: memory[1] == k)


def blocks(x: str, step: Callable[[int], int], fine: Callable[[int], bool]) -> Reader:
    """Every block of x has a fine length, which `step` counts."""

    def read(n: Memory, symbol: str) -> Memory:
        if n == DEAD:
            return DEAD
        if symbol == x:
            return step(n or 0)
        return None if n is None or fine(n) else DEAD

    return Reader(None, read, lambda n: n is None or (n != DEAD and fine(n)))


def number_of_blocks(
    x: str, step: Callable[[int], int], fine: Callable[[int], bool]
) -> Reader:
    """The number of blocks of x, which `step` counts, is fine."""
    return Reader(
        (0, False),
        lambda memory, s: (
            step(memory[0]) if s == x and not memory[1] else memory[0],
            s == x,
        ),
        lambda memory: fine(memory[0]),
    )


# ---------------------------------------------------------------- the automaton of a reader
def explored(reader: Reader, alphabet: Sequence[str]) -> Automaton:
    """The complete deterministic automaton of a reader: its states are what the reader remembers."""
    states = [memory for memory, _ in search(reader.start, alphabet, reader.step)]
    edges = [
        (memory, symbol, reader.step(memory, symbol))
        for memory in states
        for symbol in alphabet
    ]
    return Automaton.make(
        states, reader.start, filter(reader.accept, states), edges, alphabet
    )
