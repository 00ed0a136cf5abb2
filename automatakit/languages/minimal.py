"""Determinising and minimising; complement and mirror; Myhill–Nerode classes; bisimulation.

References
----------
.. [1] J. R. Myhill: Finite automata and the representation of events. WADC TR 57-624 (1957).
.. [2] A. Nerode: Linear automaton transformations. Proc. AMS 9 (1958) 541–544.
.. [3] J. E. Hopcroft: An n log n algorithm for minimizing states in a finite automaton. In: Theory of Machines and
   Computations (1971) 189–196.
.. [4] R. Milner: Communication and Concurrency. Prentice Hall (1989), chapter 4.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from automatakit.automaton.errors import whole
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, State, bits, mask_where
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.languages.search import (
    LIMIT,
    Rows,
    explored,
    masks_of,
    reader,
    search,
)

K = TypeVar("K")

Look: TypeAlias = tuple[frozenset[int], ...]
"""What a state looks like: the blocks to which each symbol leads."""


def first_words(automaton: Source, limit: int = LIMIT) -> Iterator[tuple[int, str]]:
    """Yield the sets of states that words lead to, as masks, each with its first word: shortest, then alphabetical.

    Raises
    ------
    TooLargeError
        If there are more than ``limit``.

    Examples
    --------
    >>> a = Automaton.of("bA>A bA>B", start="A", accepting="B")
    >>> [(a.names(mask), word) for mask, word in first_words(a)]
    [(('A',), ''), (('A', 'B'), 'b')]
    """
    table = Automaton.of(automaton)
    return search(table.start_mask, table.alphabet, table.step, limit)


def subsets(automaton: Source, limit: int | None = None) -> Automaton:
    """Return the complete deterministic automaton of the subset construction, in the order of discovery.

    Its states are frozen sets of states; the empty set is one of them where it is reached.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    limit
        Largest number of sets; by default 20,000, and as many as there are states if it is deterministic already.

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
    masks, rows, final = _determinised(table, limit)
    names = tuple([frozenset(table.names(mask)) for mask in masks])
    return Automaton(names, table.alphabet, masks_of(table.alphabet, rows), 1, final)


determinise = subsets


def _determinised(table: Automaton, limit: int | None) -> tuple[list[int], Rows, int]:
    """Return the sets that words lead to, as masks, where each symbol leads from them, and which accept."""
    if limit is not None:
        whole("limit", limit, 1)
    one = reader(table)
    states, rows = explored(one, limit)
    masks = list(map(one.mask, states))
    return masks, rows, mask_where([mask & one.final for mask in masks])


def complete_dfa(automaton: Source, limit: int | None = None) -> Automaton:
    """Return an equivalent complete deterministic automaton: the automaton itself if it already is one."""
    table = Automaton.of(automaton)
    if table.is_deterministic and table.is_complete and table.starts:
        return table
    return subsets(table, limit)


def complement(automaton: Source, limit: int | None = None) -> Automaton:
    """Return the complete deterministic automaton of all other words over the same alphabet.

    Swapping the accepting states of an NFA is not enough: a word may have an accepting run and another one.

    Examples
    --------
    >>> complement(Automaton.of("b*", symbols="bw")).accepts("bw")
    True
    """
    dfa = subsets(automaton, limit)
    everything = (1 << len(dfa.states)) - 1
    return replace(dfa, accepting_mask=everything ^ dfa.accepting_mask)


def blocks_of_dfa(rows: Rows, final: int) -> list[int]:
    """Return the block of each state of a complete deterministic automaton: states of one accept the same words.

    Every state is told from others by where it leads, all at once and again and again, which is fastest where a few
    rounds suffice; then Hopcroft's way follows, in which a state is looked at log n times.
    """
    size = len(rows[0]) if rows else final.bit_length() or 1
    blocks = [final >> i & 1 for i in range(size)]
    number = len(set(blocks))
    for _ in range(size.bit_length() + 4):
        names: dict[tuple[int, ...], int] = {}
        columns = [map(blocks.__getitem__, row) for row in rows]
        blocks = [
            names.setdefault(look, len(names))
            for look in zip(blocks, *columns, strict=True)
        ]
        if len(names) == number:
            return blocks
        number = len(names)
    return _hopcroft(rows, blocks, number)


def _hopcroft(rows: Rows, blocks: list[int], number: int) -> list[int]:
    """Return the coarsest stable refinement of some blocks; what splits others is the smaller part [3]_."""
    members: list[set[int]] = [set() for _ in range(number)]
    for state, block in enumerate(blocks):
        members[block].add(state)
    tails: list[list[list[int]]] = []
    for row in rows:
        tail: list[list[int]] = [[] for _ in row]
        for state, head in enumerate(row):
            tail[head].append(state)
        tails.append(tail)
    waiting = set(range(number))
    while waiting:
        splitter = tuple(members[waiting.pop()])
        for tail in tails:
            hit: dict[int, list[int]] = {}
            for head in splitter:
                for state in tail[head]:
                    hit.setdefault(blocks[state], []).append(state)
            for block, states in hit.items():
                rest = members[block]
                if len(states) == len(rest):
                    continue
                # The smaller part gets a number of its own, and is what splits others.
                part = set(states)
                rest -= part
                if len(rest) < len(part):
                    part, members[block] = rest, part
                new = len(members)
                members.append(part)
                waiting.add(new)
                for state in part:
                    blocks[state] = new
    return blocks


def refined(table: Automaton) -> list[int]:
    """Return the block of each state in the coarsest stable partition that tells accepting states from others.

    Two states stay together while every symbol leads from them to the same *set* of blocks.  Only states whose
    successors have moved to another block are looked at again, and of a block that falls apart the largest part stays.
    """
    size = len(table.states)
    # Where each state leads, by symbol, and from where it is reached: the loop below asks for nothing else.
    heads: list[list[tuple[int, ...]]] = [[] for _ in range(size)]
    tails: list[set[int]] = [set() for _ in range(size)]
    for row in table.moves.values():
        for i, mask in enumerate(row):
            heads[i].append(tuple(bits(mask)))
    for row in table.backward.values():
        for i, mask in enumerate(row):
            tails[i].update(bits(mask))
    blocks = [table.accepting_mask >> i & 1 for i in range(size)]
    members = _grouped(range(size), blocks.__getitem__)

    def look(i: int) -> Look:
        # Lists inside: this is asked for every state again and again, and a generator costs more than the few states.
        return tuple([frozenset([blocks[j] for j in row]) for row in heads[i]])

    dirty = set(range(size))
    while dirty:
        # All looks are taken before any state moves: what is split here must not depend on the order.
        moved: list[tuple[int, set[int]]] = []
        for block, some in _grouped(dirty, blocks.__getitem__).items():
            parts = _grouped(some, look)
            # States that look alike, as before
            others = len(members[block]) - len(some)
            # So many that going through them all would cost too much
            if others > len(some):
                unchanged = next(i for i in members[block] if i not in some)
                parts.pop(look(unchanged), None)
                moved += [(block, part) for part in parts.values()]
                continue
            if others:
                rest = members[block] - some
                parts.setdefault(look(next(iter(rest))), set()).update(rest)
            # The largest part keeps the number of the block, so each state moves log n times at most.
            leaving = sorted(parts.values(), key=len)[:-1]
            moved += [(block, part) for part in leaving]
        dirty = set()
        for block, part in moved:
            # Blocks are numbered from 0 and 1; one of the two may have no state
            new = len(members) + 1
            members[block] -= part
            members[new] = part
            for i in part:
                blocks[i] = new
                dirty |= tails[i]
    return blocks


def _grouped(states: Iterable[int], key: Callable[[int], K]) -> dict[K, set[int]]:
    """Return the states with each key."""
    groups: dict[K, set[int]] = {}
    for state in states:
        groups.setdefault(key(state), set()).add(state)
    return groups


def minimise(automaton: Source, limit: int | None = None) -> Automaton:
    """Return the minimal complete deterministic automaton.

    Its states are the Myhill–Nerode classes, named q0, q1, q2, … in the order of their shortest words: equal languages
    have equal minimal automata.

    Parameters and errors are those of `subsets`.

    Examples
    --------
    >>> minimise(Automaton.of("bA>A bA>B", start="A", accepting="B", symbols="bw")).states
    ('q0', 'q1', 'q2')
    """
    table = Automaton.of(automaton)
    _, rows, final = _determinised(table, limit)
    blocks = blocks_of_dfa(rows, final)
    # Breadth first from the start, so that equal languages get equal automata.
    home = {blocks[0]: 0}
    classes = [0]
    for state in classes:  # which grows meanwhile
        for row in rows:
            head = row[state]
            if blocks[head] not in home:
                home[blocks[head]] = len(classes)
                classes.append(head)
    quotient = []
    for row in rows:
        quotient.append(tuple([home[blocks[row[state]]] for state in classes]))
    names = tuple([f"q{i}" for i in range(len(classes))])
    accepting = mask_where([final >> state & 1 for state in classes])
    plain = masks_of(table.alphabet, quotient)
    return Automaton(names, table.alphabet, plain, 1, accepting)


class DoubleReversal(NamedTuple):
    """Brzozowski's minimisation: mirror, determinise, mirror, determinise.

    Each step is an automaton; the last one is the minimal automaton, with sets of sets of states for names.
    """

    mirrored: Automaton
    determinised: Automaton
    mirrored_back: Automaton
    minimal: Automaton


def double_reversal(automaton: Source, limit: int | None = None) -> DoubleReversal:
    """Return the minimal automaton by mirroring and determinising twice, after Brzozowski, with what is between.

    Parameters and errors are those of `subsets`.

    Examples
    --------
    >>> steps = double_reversal("(a|b)*ab")
    >>> [len(step.states) for step in steps]
    [5, 4, 4, 3]
    """
    mirrored = reverse(automaton)
    determinised = subsets(mirrored, limit)
    mirrored_back = reverse(determinised)
    minimal = subsets(mirrored_back, limit)
    return DoubleReversal(mirrored, determinised, mirrored_back, minimal)


def reverse(automaton: Source) -> Automaton:
    """Return an automaton for the mirrored words: every arrow turned round, start and end exchanged.

    Examples
    --------
    >>> reverse("ab*").accepts("bba"), reverse("ab*").accepts("abb")
    (True, False)
    """
    table = Automaton.of(automaton)
    # As it is drawn: of an arrow and the ε after it each is turned on its own.
    turned = dict(table.turned)
    silent = turned.pop(EPSILON, ())
    return replace(
        table,
        plain=turned,
        silent=silent,
        starts=table.accepting_mask,
        accepting_mask=table.starts,
    )


def nerode_classes(
    automaton: Source, prefixes: Iterable[str] | None = None, limit: int | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return the Myhill–Nerode classes.

    Parameters
    ----------
    automaton
        An automaton.
    prefixes
        Words to be grouped; by default each class is given by its shortest word.
    limit
        As in `minimise`.

    Examples
    --------
    >>> ends_in_w = Automaton.of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", accepting={"B"})
    >>> nerode_classes(ends_in_w)
    (('',), ('w',))
    >>> nerode_classes(ends_in_w, ["b", "bw", "bb", "ww"])
    (('b', 'bb'), ('bw', 'ww'))
    """
    dfa = minimise(automaton, limit)
    if prefixes is None:
        return tuple((word,) for _, word in first_words(dfa, len(dfa.states)))
    classes: dict[int, list[str]] = {}
    for word in prefixes:
        classes.setdefault(dfa.read(word), []).append(word)
    return tuple(map(tuple, classes.values()))


def separating_suffix(automaton: Source, left: str, right: str) -> str | None:
    """Return the shortest z such that exactly one of left·z and right·z is accepted; None if there is none.

    Examples
    --------
    >>> ends_in_w = Automaton.of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", accepting={"B"})
    >>> separating_suffix(ends_in_w, "b", "w"), separating_suffix(ends_in_w, "b", "bb")
    ('', None)
    """
    table = Automaton.of(automaton)
    return _told_apart(table, table.read(left), table.read(right))


def separating_word(automaton: Source, left: State, right: State) -> str | None:
    """Return the shortest word that is accepted from exactly one of two states; None if there is none."""
    table = Automaton.of(automaton)
    return _told_apart(table, table.mask([left]), table.mask([right]))


def _told_apart(table: Automaton, left: int, right: int) -> str | None:
    """Return the shortest word that is accepted from exactly one of two sets of states."""
    return counterexample(replace(table, starts=left), replace(table, starts=right))


def bisimulation(automaton: Source) -> tuple[frozenset[State], ...]:
    """Return the classes of the coarsest bisimulation, in the order of their first states.

    Bisimilar states accept the same words; the converse fails for nondeterministic automata.  What ε reaches belongs to
    a state: the bisimulation is a weak one.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"B", "D"}}, "B": {"w": {"C"}}, "D": {"w": {"C"}}}, start="A", accepting={"C"})
    >>> from automatakit.automaton.states import label
    >>> [label(c) for c in bisimulation(nfa)]
    ['{A}', '{B, D}', '{C}']
    """
    table = Automaton.of(automaton).without_epsilon()
    classes: dict[int, list[State]] = {}
    for state, block in zip(table.states, refined(table), strict=True):
        classes.setdefault(block, []).append(state)
    return tuple(map(frozenset, classes.values()))
