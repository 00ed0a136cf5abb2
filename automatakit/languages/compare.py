"""Comparing languages: the shortest counterexample, inclusion, equivalence, without the traps of ``==``.

All questions are one search: breadth first over pairs of sets of states, which reads both automata at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State
from automatakit.languages.runs import accepting_runs


@dataclass(frozen=True)
class Counterexample:
    """The shortest word on which two automata differ, with both runs.

    Attributes
    ----------
    word
        The first such word: shortest, then alphabetical.
    left, right
        The automata as tables.
    """

    word: str
    left: Automaton
    right: Automaton

    @property
    def only_left(self) -> bool:
        """Whether the left automaton accepts the word (and the right one does not)."""
        return self.left.accepts(self.word)

    @property
    def run(self) -> tuple[State, ...]:
        """An accepting run of the automaton that accepts the word."""
        return next(accepting_runs(self.left if self.only_left else self.right, self.word))

    def sets(self, table: Automaton) -> tuple[tuple[State, ...], ...]:
        """Return the active states of one automaton after 0, 1, … symbols of the word."""
        return tuple(table.names(table.read(self.word[:i])) for i in range(len(self.word) + 1))

    @property
    def left_sets(self) -> tuple[tuple[State, ...], ...]:
        """Active states of the left automaton after each symbol."""
        return self.sets(self.left)

    @property
    def right_sets(self) -> tuple[tuple[State, ...], ...]:
        """Active states of the right automaton after each symbol."""
        return self.sets(self.right)


def both(left: Any, right: Any) -> tuple[Automaton, Automaton]:
    """Return the tables of two automata over their common alphabet."""
    a, b = table_of(left), table_of(right)
    return (a, b) if a.alphabet == b.alphabet else (a.over(b.alphabet), b.over(a.alphabet))


def counterexample(left: Any, right: Any) -> str | None:
    """Return the shortest word (first in the alphabet among equals) that exactly one automaton accepts.

    Returns
    -------
    str or None
        None if the languages are equal.  The alphabets may differ: a language is a set of words.

    Notes
    -----
    Hopcroft and Karp's merging of pairs [1]_ keeps the search small.  It does not change the answer: a pair is
    dropped only if earlier pairs link its two sets, and any word that tells the sets apart tells the ends of
    one of those links apart.

    References
    ----------
    .. [1] J. E. Hopcroft, R. M. Karp: A linear algorithm for testing equivalence of finite automata.
       Cornell University, TR 71-114 (1971).

    Examples
    --------
    >>> one = table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"})
    >>> two = table_of({"A": {"b": {"B"}}}, start="A", final={"B"})
    >>> counterexample(one, two), counterexample(one, one)
    ('bb', None)
    """
    a, b = both(left, right)
    size = len(a.states)
    first, end_a, end_b = (1 << size) - 1, a.final_mask, b.final_mask << size
    # Both sets in one integer, the right one shifted, and a step on every symbol at once.
    width = size + len(b.states)
    block = (1 << width) - 1
    steps = [(symbol, width * i) for i, symbol in enumerate(a.alphabet)]
    packed = [0] * width
    for symbol, shift in steps:
        masks = [*a.moves[symbol], *[mask << size for mask in b.moves[symbol]]]
        packed = [before | mask << shift for before, mask in zip(packed, masks, strict=True)] if shift else masks
    leads = _Leads({1 << i: masks for i, masks in enumerate(packed)})
    leads[0] = 0
    parts = [127 << i for i in range(0, width, 7)]  # by sevens: the same parts come again and again
    start = a.start_mask | b.start_mask << size
    if (not start & end_a) is not (not start & end_b):
        return ""
    parent: dict[int, int] = {}
    queue, origin = [start], [(0, "")]
    for number, sets in enumerate(queue):
        everywhere = 0
        for part in parts:
            everywhere |= leads[sets & part]
        for symbol, shift in steps:
            reached = everywhere >> shift & block
            if (not reached & end_a) is not (not reached & end_b):
                return _spell(origin, number) + symbol
            x = reached & first
            y = reached ^ x
            while x in parent:
                x = parent[x]
            while y in parent:
                y = parent[y]
            if x != y:
                parent[x] = y
                queue.append(reached)
                origin.append((number, symbol))
    return None


class _Leads(dict[int, int]):
    """Where a set of states leads, from where each of them leads; kept once it is known."""

    def __missing__(self, states: int) -> int:
        low = states & -states
        known = self[states] = self[low] | self[states ^ low]
        return known


def _spell(origin: list[tuple[int, str]], number: int) -> str:
    letters = []
    while number:
        number, letter = origin[number]
        letters.append(letter)
    return "".join(reversed(letters))


def first_word(left: Any, right: Any, wanted: Callable[[bool, bool], bool]) -> str | None:
    """Return the shortest word whose two verdicts are wanted, None if no word has them.

    Examples
    --------
    The shortest tower on which one player wins and the other does not:

    >>> one = table_of({"A": {"b": {"A", "C"}}}, start="A", final={"C"})
    >>> two = table_of({"A": {"b": {"C"}}}, start="A", final={"C"})
    >>> first_word(one, two, lambda first, second: first and not second)
    'bb'
    """
    a, b = both(left, right)
    seen = {(a.root, b.root): ""}
    queue = [(a.root, b.root)]
    for pair in queue:
        s, t = pair
        if wanted(s.accepting, t.accepting):
            return seen[pair]
        for symbol in a.alphabet:
            following = s[symbol], t[symbol]
            if following not in seen:
                seen[following] = seen[pair] + symbol
                queue.append(following)
    return None


def difference(left: Any, right: Any) -> Counterexample | None:
    """Return the shortest counterexample with both runs, None if the languages are equal."""
    word = counterexample(left, right)
    return None if word is None else Counterexample(word, *both(left, right))


def equivalent(left: Any, right: Any) -> bool:
    """Say whether two automata, nondeterministic or not, accept the same words."""
    return counterexample(left, right) is None


def missing(left: Any, right: Any) -> str | None:
    """Return the shortest word that the left automaton accepts and the right one does not."""
    return first_word(left, right, lambda first, second: first and not second)


def included(left: Any, right: Any) -> bool:
    """Say whether every word of the left automaton is a word of the right one."""
    return missing(left, right) is None


def disjoint(left: Any, right: Any) -> bool:
    """Say whether no word is accepted by both."""
    return first_word(left, right, lambda first, second: first and second) is None
