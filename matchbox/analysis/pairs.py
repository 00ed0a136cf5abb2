# mypy: disable-error-code="var-annotated"
"""The chain of two machines with numba; see `matchbox.analysis.selfplay`.

The two machines are alike, so a pair and its mirror image have one value: only the pairs are solved in which the
second machine has at least as many markers as the first.  They are solved backwards, one row (configuration of the
first machine) at a time.  A row needs itself and the rows with one marker fewer, so only two levels of rows are kept;
the rows of a level are independent of each other and are shared among the threads.
"""

from __future__ import annotations

from typing import Any

from boardkit.errors import missing_part
from matchbox.analysis.arrays import geometry, pick_tables
from matchbox.analysis.chain import configurations, mask_of
from matchbox.rules.ruleset import Rules

try:
    import numpy as np
    from numba import njit, prange
except ModuleNotFoundError as error:
    raise missing_part("fast", error) from None

__all__ = ["self_play_values"]


@njit(cache=True)
def _game(first_mask: int, second_mask: int, step: int, boxes: Any, sizes: Any, count: Any, pick: Any, lost: Any,
          reach: Any, live: Any) -> float:
    """Probability that the starter (row 0) or the other (row 1) loses each marker; returns the sum.

    ``reach[d, mover, j, i]``: the opponent has just moved j, the mover before that i (0: nothing yet).  All arrays
    are empty before and `reach` and `live` are empty again afterwards.
    """
    top = len(sizes) - 1
    reach[top, 0, 0, 0] = 1.0
    live[top, 0] = True
    total = 0.0
    for d in range(top, 0, -1):
        full = (1 << sizes[d]) - 1
        for mover in range(2):
            if not live[d, mover]:
                continue
            live[d, mover] = False
            box = (first_mask if mover == 0 else second_mask) >> boxes[d] & full
            here = count[box]
            share = 1.0 / max(here, 1)
            for j in range(step + 1):
                for i in range(step + 1):
                    p = reach[d, mover, j, i]
                    if p == 0.0:
                        continue
                    reach[d, mover, j, i] = 0.0
                    if here == 0:
                        if i > 0:
                            lost[mover, boxes[d + j + i] + i - 1] += p
                            total += p
                        continue
                    p *= share
                    for n in range(here):
                        b = pick[box, n]
                        if d == b + 1:
                            if j > 0:
                                lost[1 - mover, boxes[d + j] + j - 1] += p
                                total += p
                        else:
                            reach[d - b - 1, 1 - mover, b + 1, j] += p
                            live[d - b - 1, 1 - mover] = True
    return total


@njit(cache=True)
def _gather(lost: Any, lower: Any, row: Any, children: Any, i: int, j: int, start: int, stop: int, order: int,
            f: int) -> float:
    """Expected value after a loss; ``order`` is who starts the next game: 0 the machine of the row, 1 the other."""
    total = 0.0
    for b in range(lost.shape[1]):
        if lost[0, b] > 0.0:
            total += lost[0, b] * lower[order, f, children[i, b] - stop, j]
        if lost[1, b] > 0.0:
            if j < start:
                total += lost[1, b] * row[order, f, children[j, b]]
            else:  # the other machine now has fewer markers: the same pair, seen from its side
                total += lost[1, b] * lower[1 - order, f, children[j, b] - stop, i]
    return total


@njit(cache=True, parallel=True)
def _level(configs: Any, children: Any, start: int, stop: int, lower: Any, goal: int, step: int, boxes: Any, sizes: Any,
           count: Any, pick: Any) -> Any:
    """Values ``[who starts next, games or perfect machines, row, column]`` of the rows start … stop."""
    bits = children.shape[1]
    result = np.zeros((2, 2, stop - start, stop), np.float32)
    for r in prange(stop - start):
        i = start + r
        lost = np.zeros((2, 2, bits))
        swapped = np.zeros((2, bits))
        reach = np.zeros((len(sizes), 2, step + 1, step + 1))
        live = np.zeros((len(sizes), 2), np.bool_)
        row = np.zeros((2, 2, stop))
        for j in range(stop - 1, -1, -1):
            lost[:] = 0.0
            swapped[:] = 0.0
            away0 = _game(configs[i], configs[j], step, boxes, sizes, count, pick, lost[0], reach, live)
            away1 = _game(configs[j], configs[i], step, boxes, sizes, count, pick, swapped, reach, live)
            lost[1, 0], lost[1, 1] = swapped[1], swapped[0]
            det = away0 + away1 - away0 * away1
            for f in range(2):
                if det < 1e-13:
                    perfect = (1.0 if configs[i] & goal == 0 else 0.0) + (1.0 if configs[j] & goal == 0 else 0.0)
                    row[0, f, j] = row[1, f, j] = f * perfect
                else:
                    a0 = _gather(lost[0], lower, row, children, i, j, start, stop, 1, f) + (1.0 - f)
                    a1 = _gather(lost[1], lower, row, children, i, j, start, stop, 0, f) + (1.0 - f)
                    row[0, f, j] = (a0 + (1.0 - away0) * a1) / det
                    row[1, f, j] = (a1 + (1.0 - away1) * a0) / det
        for order in range(2):
            for f in range(2):
                result[order, f, r] = row[order, f]
    return result


def self_play_values(rules: Rules) -> tuple[float, float]:
    """Expected games until neither machine can learn, and expected number of perfect machines then."""
    masks = configurations(rules)
    index = {c: i for i, c in enumerate(masks)}
    bits = len(rules.circles)
    children = np.array([[index.get(c & ~(1 << b), 0) for b in range(bits)] for c in masks], np.int64)
    boxes, sizes, _ = geometry(rules)
    tables = boxes, sizes, *pick_tables(rules.step)
    configs, goal = np.array(masks, np.int64), mask_of(rules, rules.bad_on_winnable)
    markers = [c.bit_count() for c in masks]
    starts = [n for n in range(len(masks)) if n == 0 or markers[n] != markers[n - 1]]
    values = np.zeros((2, 2, 1, len(masks)), np.float32)
    for start, stop in reversed(list(zip(starts, [*starts[1:], len(masks)], strict=True))):
        values = _level(configs, children, start, stop, values, goal, rules.step, *tables)
    return float(values[0, 0, 0, 0]), float(values[0, 1, 0, 0])
