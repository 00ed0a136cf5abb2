"""Useful states and the cycles among them: whether a language is finite."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from finity_edu.grading.languages import EPSILON, FA

__all__ = ["is_finite", "useful_cycle", "useful_states"]


def useful_states(fa: FA) -> frozenset[str]:
    """States on some way from the start to an accepting state.

    Examples
    --------
    >>> sorted(useful_states(FA.of("A B C D", "A", "C", "AbB BwC CbD DbB")))
    ['A', 'B', 'C', 'D']
    >>> sorted(useful_states(FA.of("A B C D", "A", "C", "AbB BwC CbD")))
    ['A', 'B', 'C']
    """
    return _closure({fa.start}, ((p, q) for p, _, q in fa.edges)) & _closure(
        set(fa.accepting), ((q, p) for p, _, q in fa.edges))


def is_finite(fa: FA) -> bool:
    """Whether the language is finite: no letter on a cycle of useful states."""
    return useful_cycle(fa) is None


def useful_cycle(fa: FA) -> tuple[str, ...] | None:
    """A shortest cycle of useful states that reads a letter (first = last), or None.

    Examples
    --------
    >>> useful_cycle(FA.of("A B C D", "A", "C", "AbB BwC CbD DbB"))
    ('B', 'C', 'D', 'B')
    """
    useful = useful_states(fa)
    edges = [(p, a, q) for p, a, q in fa.edges if p in useful and q in useful]
    best: tuple[str, ...] | None = None
    for p, a, q in sorted(edges):
        if a == EPSILON:
            continue
        way = _way(q, p, edges)
        if way is not None and (best is None or len(way) + 1 < len(best)):
            best = (p, *way)
    return best


def _closure(start: set[str], steps: Iterable[tuple[str, str]]) -> frozenset[str]:
    after: dict[str, set[str]] = {}
    for p, q in steps:
        after.setdefault(p, set()).add(q)
    seen, todo = set(start), list(start)
    while todo:
        for q in after.get(todo.pop(), ()):
            if q not in seen:
                seen.add(q)
                todo.append(q)
    return frozenset(seen)


def _way(source: str, target: str, edges: Iterable[tuple[str, str, str]]) -> tuple[str, ...] | None:
    """A shortest way over edges of any letter, as states."""
    after: dict[str, list[str]] = {}
    for p, _, q in sorted(edges):
        after.setdefault(p, []).append(q)
    ways: dict[str, tuple[str, ...]] = {source: (source,)}
    queue = deque([source])
    while queue and target not in ways:
        p = queue.popleft()
        for q in after.get(p, ()):
            if q not in ways:
                ways[q] = (*ways[p], q)
                queue.append(q)
    return ways.get(target)
