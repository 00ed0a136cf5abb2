"""The rules as NumPy arrays: what the vectorised and the compiled engines read."""

from __future__ import annotations

from typing import Any

from boardkit.errors import missing_part
from matchbox.players.teachers import Law
from matchbox.rules.ruleset import Rules

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing_part("fast", error) from None

__all__ = ["dense_law", "geometry", "pick_tables"]


def geometry(rules: Rules) -> tuple[Any, Any, Any]:
    """First bit of each box, number of circles of each box, and fields to go after each circle's move.

    Examples
    --------
    >>> first, sizes, rest = geometry(Rules(length=3))
    >>> first.tolist(), sizes.tolist(), rest.tolist()
    ([0, 0, 1, 3], [0, 1, 2, 3], [0, 1, 0, 2, 1, 0])
    """
    sizes = np.array([0] + [len(rules.box(d)) for d in range(1, rules.length + 1)], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    rest = np.array([rules.arrival(d, k) for d, k in rules.circles], dtype=np.int64)
    return first, sizes, rest


def pick_tables(step: int) -> tuple[Any, Any]:
    """For every content of a box (as a bit mask): the number of its markers, and its i-th marker.

    Examples
    --------
    >>> count, pick = pick_tables(2)
    >>> count.tolist(), pick[0b10].tolist()
    ([0, 1, 1, 2], [1, 0])
    """
    count = np.array([sub.bit_count() for sub in range(1 << step)], np.int64)
    pick: Any = np.zeros((1 << step, step), np.int64)
    for sub in range(1 << step):
        here = [b for b in range(step) if sub >> b & 1]
        pick[sub, :len(here)] = here
    return count, pick


def dense_law(rules: Rules, law: Law) -> Any:
    """A law as a matrix ``[d, move]``."""
    dense = np.zeros((rules.length + 1, rules.step + 1))
    for d, row in enumerate(law):
        dense[d, 1:len(row) + 1] = [float(q) for q in row]
    return dense
