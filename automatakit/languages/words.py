"""The words of an automaton: emptiness, finiteness, enumeration, exact numbers by length.

Words come shortest first, then in alphabetical order (the *military* order), and lazily: nothing here runs for
ever on an infinite language unless it is asked to.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

from automatakit.automaton.errors import whole
from automatakit.automaton.masks import SubsetNode
from automatakit.automaton.states import State, bits, image
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise


def accepts(automaton: Any, word: str) -> bool:
    """Say whether an automaton accepts a word; a foreign symbol is an error, not a rejection.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}, symbols="bw")
    >>> accepts(nfa, "bb"), accepts(nfa, "bw")
    (True, False)
    """
    return Automaton.of(automaton).accepts(word)


def is_empty(automaton: Any) -> bool:
    """Say whether no word at all is accepted."""
    table = Automaton.of(automaton)
    return not table.reachable & table.accepting_mask


def useful(table: Automaton) -> int:
    """Return the mask of the states that lie on some accepting run."""
    return table.reachable & table.productive


def useful_states(automaton: Any) -> frozenset[State]:
    """Return the states that lie on some accepting run.

    Examples
    --------
    >>> sorted(useful_states(Automaton.of("bA>B wB>C bC>D", start="A", accepting="C")))
    ['A', 'B', 'C']
    """
    table = Automaton.of(automaton)
    return frozenset(table.names(useful(table)))


def is_finite(automaton: Any) -> bool:
    """Say whether only finitely many words are accepted: no cycle through useful states.

    Examples
    --------
    >>> is_finite(Automaton.of({"A": {"b": {"B"}}, "B": {"w": {"A"}}}, start="A", accepting={"B"}))
    False
    """
    table = Automaton.of(automaton)
    left = useful(table)
    while left:  # peel off states without successors among the rest; what cannot be peeled lies on a cycle
        loose = sum(1 << i for i in bits(left) if not any(row[i] & left for row in table.moves.values()))
        if not loose:
            return False
        left ^= loose
    return True


def _live(table: Automaton) -> Iterator[int]:
    """Yield, for k = 0, 1, 2, …, the mask of the states that accept some word of exactly k letters."""
    mask = table.accepting_mask
    while True:
        yield mask
        mask = reduce(or_, (image(mask, row) for row in table.backward.values()), 0)


def words(automaton: Any, max_length: int | None = None, min_length: int = 0) -> Iterator[str]:
    """Yield the accepted words, shortest first, then alphabetical.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    max_length
        Longest length; None goes on as long as there are words (for ever, if the language is infinite).
    min_length
        Shortest length.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}}, start="A", accepting={"B"})
    >>> list(words(nfa, max_length=3)), list(words(nfa, 3, 3))
    (['w', 'bw', 'bbw'], ['bbw'])
    """
    table = Automaton.of(automaton)
    whole("min_length", min_length)
    if max_length is not None:
        whole("max_length", max_length, -1)  # -1 is the longest length of the empty language
    elif is_finite(table):
        max_length = len(table.states)  # without a useful cycle no accepting run is longer
    live: list[int] = []
    for mask in _live(table):
        live.append(mask)
        length = len(live) - 1
        if max_length is not None and length > max_length:
            return
        if length >= min_length:
            yield from _of_length(table.root, live, length)


def _of_length(node: SubsetNode, live: list[int], length: int) -> Iterator[str]:
    if node.mask & live[length]:
        if length == 0:
            yield ""
            return
        for symbol in node.table.alphabet:
            for rest in _of_length(node[symbol], live, length - 1):
                yield symbol + rest


def words_of_length(automaton: Any, length: int) -> list[str]:
    """Return the accepted words of one length, in alphabetical order."""
    return list(words(automaton, length, length))


def shortest_word(automaton: Any) -> str | None:
    """Return the shortest accepted word (the first in the alphabet among equals), None if there is none.

    Examples
    --------
    >>> shortest_word(Automaton.of({"A": {"w": {"B"}, "b": {"B"}}}, start="A", accepting={"B"}))
    'b'
    """
    return None if is_empty(automaton) else next(words(automaton))


def longest_length(automaton: Any) -> int | None:
    """Return the length of the longest accepted word.

    Returns
    -------
    int or None
        None if the language is infinite; -1 if it is empty.
    """
    table = Automaton.of(automaton)
    if not is_finite(table):
        return None
    longest = -1
    for length, mask in zip(range(len(table.states) + 1), _live(table), strict=False):
        if mask & table.start_mask:
            longest = length
    return longest


def count_words(automaton: Any, length: int) -> int:
    """Return the exact number of accepted words of one length.

    A step of the transition matrix of the determinised automaton: how many words lead to each set of states.

    Examples
    --------
    >>> everything = Automaton.of({"A": {"b": {"A"}, "w": {"A"}}}, start="A", accepting={"A"})
    >>> count_words(everything, 100) == 2 ** 100
    True
    """
    return word_counts(automaton, whole("length", length))[length]


def word_counts(automaton: Any, up_to: int) -> list[int]:
    """Return the numbers of accepted words of the lengths 0, 1, …, ``up_to``, as exact integers."""
    table = Automaton.of(automaton)
    level = {table.root: 1}
    counts = []
    for _ in range(whole("up_to", up_to) + 1):
        counts.append(sum(number for node, number in level.items() if node.accepting))
        following: dict[SubsetNode, int] = {}
        for node, number in level.items():
            for symbol in table.alphabet:
                target = node[symbol]
                if target.mask:
                    following[target] = following.get(target, 0) + number
        level = following
    return counts


def transition_matrix(automaton: Any) -> list[list[int]]:
    """Return the matrix M with M[p][q] = number of symbols that lead from state p to state q.

    The entry (p, q) of its n-th power is the number of *runs* of length n from p to q.  For a deterministic
    automaton that is the number of words; for a nondeterministic one determinise first (:func:`count_words`).
    """
    table = Automaton.of(automaton)
    size = range(len(table.states))
    return [[sum(row[p] >> q & 1 for row in table.moves.values()) for q in size] for p in size]


def recurrence(automaton: Any) -> tuple[Fraction, ...]:
    """Return the shortest linear recurrence of the numbers of accepted words by length.

    Returns
    -------
    tuple of Fraction
        ``(c1, …, ck)`` with a(n) = c1·a(n−1) + … + ck·a(n−k) for all n ≥ k.

    Notes
    -----
    By Cayley and Hamilton the minimal automaton with m states gives a recurrence of at most m terms; the first
    2m numbers determine the shortest one (Berlekamp and Massey [1]_).

    References
    ----------
    .. [1] J. L. Massey: Shift-register synthesis and BCH decoding. IEEE Trans. Inf. Theory 15 (1969) 122–127.

    Examples
    --------
    Words over b and w without two neighbouring w: Fibonacci.

    >>> no_ww = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}, "B": {"b": {"A"}}}, start="A", accepting={"A", "B"})
    >>> [int(c) for c in recurrence(no_ww)], word_counts(no_ww, 6)
    ([1, 1], [1, 2, 3, 5, 8, 13, 21])
    """
    size = len(minimise(automaton).states)
    return _massey([Fraction(n) for n in word_counts(automaton, 2 * size)])


def _massey(sequence: list[Fraction]) -> tuple[Fraction, ...]:
    """Shortest linear recurrence of a sequence over the rationals."""
    current, before = [Fraction(1)], [Fraction(1)]
    length, gap, last = 0, 1, Fraction(1)
    for n, value in enumerate(sequence):
        error = value + sum(current[i] * sequence[n - i] for i in range(1, min(length, len(current) - 1) + 1))
        if error == 0:
            gap += 1
            continue
        kept = current[:]
        current += [Fraction(0)] * (len(before) + gap - len(current))
        for i, coefficient in enumerate(before):
            current[i + gap] -= error / last * coefficient
        if 2 * length <= n:
            length, before, last, gap = n + 1 - length, kept, error, 1
        else:
            gap += 1
    current += [Fraction(0)] * (length + 1 - len(current))
    return tuple(-c for c in current[1 : length + 1])
