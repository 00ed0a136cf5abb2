"""Determinising and minimising; Myhill–Nerode classes; bisimulation.

References
----------
.. [1] J. R. Myhill: Finite automata and the representation of events. WADC TR 57-624 (1957).
.. [2] A. Nerode: Linear automaton transformations. Proc. AMS 9 (1958) 541–544.
.. [3] J. E. Hopcroft: An n log n algorithm for minimizing states in a finite automaton. In: Theory of Machines and
   Computations (1971) 189–196.
.. [4] R. Milner: Communication and Concurrency. Prentice Hall (1989), chapter 4.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import getitem
from typing import Any

from automatakit.automaton.errors import whole
from automatakit.automaton.masks import SubsetNode
from automatakit.automaton.states import State, bits
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.languages.search import LIMIT, reached, search


def first_words(automaton: Any, limit: int = LIMIT) -> Iterator[tuple[SubsetNode, str]]:
    """Yield the sets of states that words lead to, each with its first word: shortest first, then alphabetical.

    Raises
    ------
    TooLargeError
        If there are more than ``limit``.

    Examples
    --------
    >>> a = Automaton.of("bA>A bA>B", start="A", accepting="B")
    >>> [(a.names(node.mask), word) for node, word in first_words(a)]
    [(('A',), ''), (('A', 'B'), 'b')]
    """
    table = Automaton.of(automaton)
    return search(table.root, table.alphabet, getitem, limit)


def subsets(automaton: Any, limit: int = LIMIT) -> Automaton:
    """Return the complete deterministic automaton of the subset construction, in the order of discovery.

    Its states are frozen sets of states; the empty set is one of them where it is reached.

    Raises
    ------
    TooLargeError
        If more than ``limit`` sets would be needed.

    Examples
    --------
    >>> from automatakit.automaton.states import label
    >>> nfa = Automaton.of("bA>A bA>B", start="A", accepting="B", symbols="bw")
    >>> [label(state) for state in subsets(nfa).states]
    ['{A}', '{A, B}', '∅']
    """
    table = Automaton.of(automaton)
    return _subsets(table, limit).renamed(lambda mask: frozenset(table.names(mask)))


def _subsets(table: Automaton, limit: int) -> Automaton:
    """Return the same with masks for names."""
    nodes, rows = reached(table.root, table.alphabet, getitem, whole("limit", limit, 1))
    final = sum(1 << i for i, node in enumerate(nodes) if node.accepting)
    return Automaton(tuple(node.mask for node in nodes), table.alphabet, rows, 1, final)


def complete_dfa(automaton: Any, limit: int = LIMIT) -> Automaton:
    """Return an equivalent complete deterministic automaton: the automaton itself if it already is one."""
    table = Automaton.of(automaton)
    total = table.is_deterministic and table.is_complete and table.starts
    return table if total else subsets(table, limit)


def complement(automaton: Any, limit: int = LIMIT) -> Automaton:
    """Return the complete deterministic automaton of all other words over the same alphabet.

    Swapping the accepting states of an NFA is not enough: a word may have an accepting run and another one.

    Examples
    --------
    >>> complement(Automaton.of("b*")).accepts("bw")
    True
    """
    dfa = subsets(automaton, limit)
    return replace(dfa, accepting_mask=(1 << len(dfa.states)) - 1 ^ dfa.accepting_mask)


def _refine(table: Automaton, blocks: list[int]) -> list[int]:
    """Return, for each state, its block in the coarsest stable partition that refines the given one.

    Two states stay together while every symbol leads from them to the same *set* of blocks.  Only states whose
    successors have moved to another block are looked at again, and of a block that falls apart the largest part stays.
    """
    heads = [[tuple(bits(row[i])) for row in table.moves.values()] for i in range(len(blocks))]
    tails = [{j for row in table.backward.values() for j in bits(row[i])} for i in range(len(blocks))]
    blocks, count = list(blocks), max(blocks, default=0) + 1
    members: dict[int, set[int]] = {}
    for i, block in enumerate(blocks):
        members.setdefault(block, set()).add(i)

    def seen(i: int) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(blocks[j] for j in row) for row in heads[i])

    dirty = set(range(len(blocks)))
    while dirty:
        touched: dict[int, set[int]] = {}
        for i in dirty:
            touched.setdefault(blocks[i], set()).add(i)
        moved: list[tuple[int, set[int]]] = []
        for block, some in touched.items():
            parts: dict[tuple[frozenset[int], ...], set[int]] = {}
            for i in some:
                parts.setdefault(seen(i), set()).add(i)
            others = len(members[block]) - len(some)  # they look alike, as before
            if others > len(some):
                parts.pop(seen(next(i for i in members[block] if i not in some)), None)
                moved += [(block, part) for part in parts.values()]
                continue
            if others:
                rest = members[block] - some
                parts.setdefault(seen(next(iter(rest))), set()).update(rest)
            moved += [(block, part) for part in sorted(parts.values(), key=len)[:-1]]
        dirty = set()
        for block, part in moved:
            members[block] -= part
            members[count] = part
            for i in part:
                blocks[i] = count
                dirty |= tails[i]
            count += 1
    return blocks


def minimise(automaton: Any, limit: int = LIMIT) -> Automaton:
    """Return the minimal complete deterministic automaton.

    Its states are the Myhill–Nerode classes, named q0, q1, q2, … in the order of their shortest words: equal languages
    have equal minimal automata.

    Raises
    ------
    TooLargeError
        If the subset construction needs more than ``limit`` sets.

    Examples
    --------
    >>> minimise(Automaton.of("bA>A bA>B", start="A", accepting="B", symbols="bw")).states
    ('q0', 'q1', 'q2')
    """
    dfa = _subsets(Automaton.of(automaton), limit)
    blocks = _refine(dfa, [dfa.accepting_mask >> i & 1 for i in range(len(dfa.states))])
    first = {block: i for i, block in reversed(list(enumerate(blocks)))}

    def step(block: int, symbol: str) -> int:
        return blocks[dfa.plain[symbol][first[block]].bit_length() - 1]

    classes, rows = reached(blocks[0], dfa.alphabet, step, limit)
    final = sum(1 << i for i, block in enumerate(classes) if dfa.accepting_mask >> first[block] & 1)
    return Automaton(tuple(f"q{i}" for i in range(len(classes))), dfa.alphabet, rows, 1, final)


def nerode_classes(automaton: Any, prefixes: Iterable[str] | None = None) -> tuple[tuple[str, ...], ...]:
    """Return the Myhill–Nerode classes.

    Parameters
    ----------
    automaton
        An automaton.
    prefixes
        Words to be grouped; by default each class is given by its shortest word.

    Examples
    --------
    >>> ends_in_w = Automaton.of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", accepting={"B"})
    >>> nerode_classes(ends_in_w)
    (('',), ('w',))
    >>> nerode_classes(ends_in_w, ["b", "bw", "bb", "ww"])
    (('b', 'bb'), ('bw', 'ww'))
    """
    dfa = minimise(automaton)
    if prefixes is None:
        return tuple((word,) for _, word in first_words(dfa))
    classes: dict[int, list[str]] = {}
    for word in prefixes:
        classes.setdefault(dfa.read(word), []).append(word)
    return tuple(tuple(members) for members in classes.values())


def separating_suffix(automaton: Any, left: str, right: str) -> str | None:
    """Return the shortest z such that exactly one of left·z and right·z is accepted; None if there is none.

    Examples
    --------
    >>> ends_in_w = Automaton.of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", accepting={"B"})
    >>> separating_suffix(ends_in_w, "b", "w"), separating_suffix(ends_in_w, "b", "bb")
    ('', None)
    """
    table = Automaton.of(automaton)
    return counterexample(replace(table, starts=table.read(left)), replace(table, starts=table.read(right)))


def separating_word(automaton: Any, left: State, right: State) -> str | None:
    """Return the shortest word that is accepted from exactly one of two states; None if there is none."""
    table = Automaton.of(automaton)
    return counterexample(replace(table, starts=table.mask([left])), replace(table, starts=table.mask([right])))


def bisimulation(automaton: Any) -> tuple[frozenset[State], ...]:
    """Return the classes of the coarsest bisimulation, in the order of their first states.

    Bisimilar states accept the same words; the converse fails for nondeterministic automata.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"B", "D"}}, "B": {"w": {"C"}}, "D": {"w": {"C"}}}, start="A", accepting={"C"})
    >>> from automatakit.automaton.states import label
    >>> [label(c) for c in bisimulation(nfa)]
    ['{A}', '{B, D}', '{C}']
    """
    table = Automaton.of(automaton)
    blocks = _refine(table, [table.accepting_mask >> i & 1 for i in range(len(table.states))])
    classes: dict[int, list[State]] = {}
    for state, block in zip(table.states, blocks, strict=True):
        classes.setdefault(block, []).append(state)
    return tuple(frozenset(members) for members in classes.values())
