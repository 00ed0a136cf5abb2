"""Runs of a nondeterministic automaton on a word: all of them, lazily, how many, and what stops them."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, bits, image
from automatakit.automaton.value import Automaton

A = TypeVar("A")


def hopeful_sets(table: Automaton, word: str) -> list[int]:
    """Return, for each position in the word, the states from which the rest of the word is accepted."""
    masks = [table.accepting_mask]
    for symbol in reversed(word):
        masks.append(image(masks[-1], table.backward[symbol]))
    return masks[::-1]


def accepting_runs(automaton: Source, word: str) -> Iterator[tuple[State, ...]]:
    """Yield the accepting runs on a word as sequences of states, lazily and without dead ends.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}}}, start="A", accepting={"B"})
    >>> list(accepting_runs(nfa, "bb"))
    [('A', 'A', 'B'), ('A', 'B', 'B')]
    """
    table = Automaton.of(automaton)
    table.read(word)  # a foreign symbol is an error
    # Only states from which the rest is accepted are entered, so no run is begun in vain.
    hopeful = hopeful_sets(table, word)
    rows = [table.moves[symbol] for symbol in word]
    # A word may be too long for a recursion: what is left to try at each place stands in a list.
    run: list[int] = []
    choices = [bits(table.start_mask & hopeful[0])]
    while choices:
        state = next(choices[-1], None)
        if state is None:
            choices.pop()
            del run[-1:]
        elif len(run) == len(word):
            yield tuple(table.states[i] for i in (*run, state))
        else:
            heads = rows[len(run)][state]
            run.append(state)
            choices.append(bits(heads & hopeful[len(run)]))


def first_run(automaton: Source, word: str) -> tuple[State, ...] | None:
    """Return the first accepting run on a word, None if there is none."""
    return next(accepting_runs(automaton, word), None)


def count_runs(automaton: Source, word: str) -> int:
    """Return the number of accepting runs on a word, exactly.

    A run is the sequence of states after each letter: ways by ε that lead to the same states are one run.

    Examples
    --------
    >>> fork = Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"A", "B"}}}, start="A", accepting={"B"})
    >>> count_runs(fork, "b" * 64) == 2 ** 63
    True
    """
    table = Automaton.of(automaton)
    table.read(word)
    numbers = dict.fromkeys(bits(table.start_mask), 1)
    for symbol in word:
        row = table.moves[symbol]
        following: dict[int, int] = {}
        for state, number in numbers.items():
            for target in bits(row[state]):
                following[target] = following.get(target, 0) + number
        numbers = following
    return sum(number for state, number in numbers.items() if table.is_accepting(state))


def least_cut(
    path_without: Callable[[frozenset[A]], Iterable[A] | None],
) -> frozenset[A]:
    """Return a least set of arrows that hits every path.

    Every cut hits the path that is still there, so that one of its arrows is in the cut: trying these is complete.

    Parameters
    ----------
    path_without : callable
        The arrows of a path that takes none of some arrows, None if there is none.

    Examples
    --------
    >>> paths = ["ac", "bc", "cd"]
    >>> least_cut(lambda gone: next((path for path in paths if not gone & {*path}), None))
    frozenset({'c'})
    """

    def completed(gone: frozenset[A], left: int) -> frozenset[A] | None:
        """The first cut that is found with so many arrows more."""
        path = path_without(gone)
        if path is None:
            return gone
        if left:
            for arrow in dict.fromkeys(path):
                found = completed(gone | {arrow}, left - 1)
                if found is not None:
                    return found
        return None

    # Smallest cuts first: the first one that is found is a least one.
    size = 0
    while True:
        cut = completed(frozenset(), size)
        if cut is not None:
            return cut
        size += 1
