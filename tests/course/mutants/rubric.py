"""What a mutant is, who makes them, and boards read independently of the judge.

A mutant is ``(name, answer, share)``; the share is a number, or a pair of bounds where a published formula decides
(never everything, never nothing).  The shares are computed from the rubric here, not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from typing import Any

from finity_edu import Position

Share = float | tuple[float, float]
Mutants = Iterator[tuple[str, Any, Share]]
SOME: Share = (0.0, 1.0)
LESS: Share = (-0.01, 1.0)
RULES: dict[str, Callable[[str, dict[str, Any], Any], Mutants]] = {}


def rule(*types: str) -> Callable[[Callable[..., Mutants]], Callable[..., Mutants]]:
    def note(function: Callable[..., Mutants]) -> Callable[..., Mutants]:
        RULES.update(dict.fromkeys(types, function))
        return function
    return note


def mutants(type_id: str, data: dict[str, Any], key: Any) -> Mutants:
    return RULES[type_id](type_id, data, deepcopy(key))


def arrows(text: str) -> set[tuple[str, str, str]]:
    return {(b.tail, b.colour, b.head) for b in Position.parse(text).layout.bridges}


def wins(edges: set[tuple[str, str, str]], start: str, end: str, word: str) -> bool:
    tokens = {start}
    for cone in word:
        tokens = {q for p, a, q in edges if p in tokens and a == cone}
    return end in tokens


def post_and_end(text: str) -> tuple[str, str]:
    position = Position.parse(text)
    return str(position.layout.posts[0]), position.board.end


def words(n: int) -> list[str]:
    return ["".join(w) for w in product("bw", repeat=n)]


def share(expected: set[Any], got: set[Any], universe: int) -> float:
    """Recall + specificity − 1: neither naming nothing nor naming everything earns anything."""
    recall = len(expected & got) / len(expected)
    others = universe - len(expected)
    return max(0.0, recall - (len(got - expected) / others if others else 0.0))
