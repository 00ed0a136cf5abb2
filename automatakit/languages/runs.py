"""Runs of a nondeterministic automaton on a word: all of them, lazily, and their number without listing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, bits


def hopeful_sets(table: Automaton, word: str) -> list[int]:
    """Return, for each position in the word, the states from which the rest of the word is accepted."""
    masks = [table.final_mask]
    for symbol in reversed(word):
        before = 0
        column = table.backward[symbol]
        for i in bits(masks[-1]):
            before |= column[i]
        masks.append(before)
    return masks[::-1]


def accepting_runs(automaton: Any, word: str) -> Iterator[tuple[State, ...]]:
    """Yield the accepting runs on a word as sequences of states, lazily and without dead ends.

    Examples
    --------
    >>> nfa = table_of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}}}, start="A", final={"B"})
    >>> list(accepting_runs(nfa, "bb"))
    [('A', 'A', 'B'), ('A', 'B', 'B')]
    """
    table = table_of(automaton)
    table.read(word)  # a foreign symbol is an error
    hopeful = hopeful_sets(table, word)
    rows = [table.moves[symbol] for symbol in word]

    def onward(i: int, run: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if i == len(word):
            yield run
            return
        for state in bits(rows[i][run[-1]] & hopeful[i + 1]):
            yield from onward(i + 1, (*run, state))

    for first in bits(table.start_mask & hopeful[0]):
        for run in onward(0, (first,)):
            yield tuple(table.states[i] for i in run)


def count_runs(automaton: Any, word: str) -> int:
    """Return the number of accepting runs on a word, exactly.

    Examples
    --------
    >>> fork = table_of({"A": {"b": {"A", "B"}}, "B": {"b": {"A", "B"}}}, start="A", final={"B"})
    >>> count_runs(fork, "b" * 64) == 2 ** 63
    True
    """
    table = table_of(automaton)
    table.read(word)
    numbers = dict.fromkeys(bits(table.start_mask), 1)
    for symbol in word:
        row = table.moves[symbol]
        following: dict[int, int] = {}
        for state, number in numbers.items():
            for target in bits(row[state]):
                following[target] = following.get(target, 0) + number
        numbers = following
    return sum(number for state, number in numbers.items() if table.final_mask >> state & 1)
