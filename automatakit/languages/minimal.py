"""Determinising and minimising; Myhill–Nerode classes; bisimulation.

References
----------
.. [1] J. R. Myhill: Finite automata and the representation of events. WADC TR 57-624 (1957).
.. [2] A. Nerode: Linear automaton transformations. Proc. AMS 9 (1958) 541–544.
.. [3] E. F. Moore: Gedanken-experiments on sequential machines. Automata Studies (1956) 129–153.
.. [4] R. Milner: Communication and Concurrency. Prentice Hall (1989), chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, bits
from automatakit.errors import AutomatonError, whole
from automatakit.languages.compare import counterexample

SUBSET_LIMIT = 1 << 16


def subset_table(automaton: Any, limit: int = SUBSET_LIMIT) -> Automaton:
    """Return the complete deterministic automaton of the subset construction, in the order of discovery.

    Its states are frozen sets of states; the empty set is one of them where it is reached.

    Raises
    ------
    AutomatonError
        If more than ``limit`` sets would be needed.

    Examples
    --------
    >>> from automatakit.automaton.value import label
    >>> nfa = table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"}, symbols="bw")
    >>> [label(state) for state in subset_table(nfa).states]
    ['{A}', '{A, B}', '∅']
    """
    table = table_of(automaton)
    whole("limit", limit, 1)
    nodes = [table.root]
    number = {table.root: 0}
    rows: dict[str, list[int]] = {symbol: [] for symbol in table.alphabet}
    for node in nodes:
        for symbol in table.alphabet:
            target = node[symbol]
            if target not in number:
                if len(nodes) >= limit:
                    raise AutomatonError.of("too_many_sets", limit=limit)
                number[target] = len(nodes)
                nodes.append(target)
            rows[symbol].append(1 << number[target])
    return Automaton(
        tuple(frozenset(table.names(node.mask)) for node in nodes),
        table.alphabet,
        {symbol: tuple(row) for symbol, row in rows.items()},
        1,
        sum(1 << i for i, node in enumerate(nodes) if node.accepting),
    )


def complete_dfa(automaton: Any) -> Automaton:
    """Return an equivalent complete deterministic table: the automaton itself if it already is one."""
    table = table_of(automaton)
    total = all(mask.bit_count() == 1 for row in table.moves.values() for mask in row)
    return table if total and table.start_mask.bit_count() == 1 else subset_table(table)


def _refine(table: Automaton, blocks: list[int]) -> list[int]:
    """Return, for each state, its block in the coarsest stable partition that refines the given one.

    Two states stay together while every symbol leads from them to the same *set* of blocks.  Only states whose
    successors have moved to another block are looked at again, and of a block that falls apart the largest part stays.
    """
    heads = [[tuple(bits(row[i])) for row in table.moves.values()] for i in range(len(blocks))]
    tails = [{j for row in table.backward.values() for j in bits(row[i])} for i in range(len(blocks))]
    blocks, count = list(blocks), len(set(blocks))
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
            rest = members[block] - some if len(some) < len(members[block]) else set()
            if rest:  # they look alike, as before
                parts.setdefault(seen(next(iter(rest))), set()).update(rest)
            for part in sorted(parts.values(), key=len)[:-1]:
                moved.append((block, part))
        dirty = set()
        for block, part in moved:
            members[block] -= part
            members[count] = part
            for i in part:
                blocks[i] = count
                dirty |= tails[i]
            count += 1
    return blocks


def minimal_table(automaton: Any) -> Automaton:
    """Return the minimal complete deterministic automaton.

    Its states are the Myhill–Nerode classes, named 0, 1, 2, … in the order of their shortest words.

    Examples
    --------
    >>> nfa = table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"}, symbols="bw")
    >>> minimal_table(nfa).states
    (0, 1, 2)
    """
    dfa = complete_dfa(automaton)
    rows = [[mask.bit_length() - 1 for mask in dfa.moves[symbol]] for symbol in dfa.alphabet]
    blocks = _classes(rows, [dfa.final_mask >> i & 1 for i in range(len(dfa.states))])
    first = dfa.start_mask.bit_length() - 1
    found = {blocks[first]: 0}
    queue = [first]
    columns: list[list[int]] = [[] for _ in rows]
    for state in queue:
        for row, column in zip(rows, columns, strict=True):
            target = row[state]
            number = found.setdefault(blocks[target], len(queue))
            if number == len(queue):
                queue.append(target)
            column.append(1 << number)
    final = sum(1 << i for i, state in enumerate(queue) if dfa.final_mask >> state & 1)
    moves = {symbol: tuple(column) for symbol, column in zip(dfa.alphabet, columns, strict=True)}
    return Automaton(tuple(range(len(queue))), dfa.alphabet, moves, 1, final)


def _classes(rows: list[list[int]], blocks: list[int]) -> list[int]:
    """Return the block of each state of a deterministic automaton after Moore's refinement."""
    number = len(set(blocks))
    while True:
        signatures = zip(blocks, *([blocks[target] for target in row] for row in rows), strict=True)
        names: dict[tuple[int, ...], int] = {}
        blocks = [names.setdefault(signature, len(names)) for signature in signatures]
        if len(names) == number:
            return blocks
        number = len(names)


def minimal_size(automaton: Any) -> int:
    """Return the number of Myhill–Nerode classes: the states of the minimal complete automaton."""
    return len(minimal_table(automaton).states)


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
    >>> ends_in_w = table_of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", final={"B"})
    >>> nerode_classes(ends_in_w)
    (('',), ('w',))
    >>> nerode_classes(ends_in_w, ["b", "bw", "bb", "ww"])
    (('b', 'bb'), ('bw', 'ww'))
    """
    dfa = minimal_table(automaton)
    if prefixes is None:
        shortest = {dfa.root: ""}
        for node in (queue := [dfa.root]):
            for symbol in dfa.alphabet:
                if node[symbol] not in shortest:
                    shortest[node[symbol]] = shortest[node] + symbol
                    queue.append(node[symbol])
        return tuple((word,) for word in shortest.values())
    classes: dict[int, list[str]] = {}
    for word in prefixes:
        classes.setdefault(dfa.read(word), []).append(word)
    return tuple(tuple(members) for members in classes.values())


def separating_suffix(automaton: Any, left: str, right: str) -> str | None:
    """Return the shortest z such that exactly one of left·z and right·z is accepted; None if there is none.

    Examples
    --------
    >>> ends_in_w = table_of({"A": {"b": {"A"}, "w": {"A", "B"}}}, start="A", final={"B"})
    >>> separating_suffix(ends_in_w, "b", "w"), separating_suffix(ends_in_w, "b", "bb")
    ('', None)
    """
    table = table_of(automaton)
    return counterexample(
        Automaton(table.states, table.alphabet, table.moves, table.read(left), table.final_mask),
        Automaton(table.states, table.alphabet, table.moves, table.read(right), table.final_mask),
    )


def separating_word(automaton: Any, left: State, right: State) -> str | None:
    """Return the shortest word that is accepted from exactly one of two states; None if there is none."""
    table = table_of(automaton)
    return counterexample(
        Automaton(table.states, table.alphabet, table.moves, table.mask([left]), table.final_mask),
        Automaton(table.states, table.alphabet, table.moves, table.mask([right]), table.final_mask),
    )


def bisimulation(automaton: Any) -> tuple[frozenset[State], ...]:
    """Return the classes of the coarsest bisimulation, in the order of their first states.

    Bisimilar states accept the same words; the converse fails for nondeterministic automata.

    Examples
    --------
    >>> nfa = table_of({"A": {"b": {"B", "D"}}, "B": {"w": {"C"}}, "D": {"w": {"C"}}}, start="A", final={"C"})
    >>> from automatakit.automaton.value import label
    >>> [label(c) for c in bisimulation(nfa)]
    ['{A}', '{B, D}', '{C}']
    """
    table = table_of(automaton)
    blocks = _refine(table, [table.final_mask >> i & 1 for i in range(len(table.states))])
    classes: dict[int, list[State]] = {}
    for state, block in zip(table.states, blocks, strict=True):
        classes.setdefault(block, []).append(state)
    return tuple(frozenset(members) for members in classes.values())
