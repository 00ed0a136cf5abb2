"""Useful states and the cycles among them: whether a language is finite."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from automatakit.languages.fa import EPSILON, FA

__all__ = ["alive", "is_finite", "reached", "useful_cycle", "useful_states"]


def useful_states(fa: FA) -> frozenset[str]:
    """States on some way from the start to an accepting state.

    Examples
    --------
    >>> sorted(useful_states(FA.of("A B C D", "A", "C", "AbB BwC CbD DbB")))
    ['A', 'B', 'C', 'D']
    >>> sorted(useful_states(FA.of("A B C D", "A", "C", "AbB BwC CbD")))
    ['A', 'B', 'C']
    """
    return reached(fa) & alive(fa)


def reached(fa: FA) -> frozenset[str]:
    """States on some way from the start."""
    return _closure({fa.start}, ((p, q) for p, _, q in fa.edges))


def alive(fa: FA) -> frozenset[str]:
    """States on some way to an accepting state."""
    return _closure(set(fa.accepting), ((q, p) for p, _, q in fa.edges))


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
    after: dict[str, list[str]] = {}
    for p, _, q in sorted(fa.edges):
        if p in useful and q in useful:
            after.setdefault(p, []).append(q)
    ways = {q: _ways(q, after) for q in {t for heads in after.values() for t in heads}}
    back = ((p, ways[q][p]) for p, a, q in sorted(fa.edges) if a != EPSILON and p in ways.get(q, ()))
    return min(((p, *way) for p, way in back), key=len, default=None)


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


def _ways(source: str, after: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The shortest ways from a state, by where they lead."""
    ways: dict[str, tuple[str, ...]] = {source: (source,)}
    queue = deque([source])
    while queue:
        p = queue.popleft()
        for q in after.get(p, ()):
            if q not in ways:
                ways[q] = (*ways[p], q)
                queue.append(q)
    return ways
