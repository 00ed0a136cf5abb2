"""The minimal automaton of a complete deterministic one: which states are equivalent."""

from __future__ import annotations

__all__ = ["classes"]


def classes(rows: list[list[int]], final: list[bool]) -> list[int]:
    """Blocks of equivalent states of a complete DFA; where a block falls apart, its smaller part is looked at again.

    References
    ----------
    J. Hopcroft, An n log n algorithm for minimizing states in a finite automaton (1971).
    """
    letters = range(len(rows[0]))
    into: list[list[list[int]]] = [[[] for _ in rows] for _ in letters]
    for i, row in enumerate(rows):
        for a, j in enumerate(row):
            into[a][j].append(i)
    block = [int(f) for f in final]
    parts = [{i for i, f in enumerate(final) if f == side} for side in (False, True)]
    todo = {(side, a) for side in (0, 1) for a in letters}
    while todo:
        splitter, a = todo.pop()
        hit: dict[int, set[int]] = {}
        for j in parts[splitter]:
            for i in into[a][j]:
                hit.setdefault(block[i], set()).add(i)
        for old, some in hit.items():
            rest = len(parts[old]) - len(some)
            if rest:
                small = some if len(some) <= rest else parts[old] - some
                parts[old] -= small
                for i in small:
                    block[i] = len(parts)
                todo |= {(len(parts), c) for c in letters}
                parts.append(small)
    return block
