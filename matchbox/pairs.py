# mypy: disable-error-code="var-annotated"
"""The chain of two machines with numba; see `matchbox.selfplay`.

All pairs of configurations are solved backwards, one row (configuration of the first machine) at a time.  A row
needs itself and the rows with one marker fewer, so only two levels of rows are kept; the rows of a level are
independent of each other and are shared among the threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange

from matchbox.accelerate import geometry
from matchbox.chain import configurations, mask_of
from matchbox.rules import Rules

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
def _gather(lost: Any, upper: Any, row: Any, children: Any, i: int, j: int, below: int, order: int, f: int) -> float:
    """Expected value after a loss; ``order`` is who starts the next game: 0 the machine of the row, 1 the other."""
    total = 0.0
    for b in range(lost.shape[1]):
        if lost[0, b] > 0.0:
            total += lost[0, b] * upper[order, f, children[i, b] - below, j]
        if lost[1, b] > 0.0:
            total += lost[1, b] * row[order, f, children[j, b]]
    return total


@njit(cache=True, parallel=True)
def _level(configs: Any, children: Any, start: int, stop: int, below: int, upper: Any, goal: int, step: int,
           boxes: Any, sizes: Any, count: Any, pick: Any) -> Any:
    """Values ``[who starts next, games or perfect machines, row, column]`` of the rows start … stop."""
    n, bits = len(configs), children.shape[1]
    result = np.zeros((2, 2, stop - start, n), np.float32)
    for r in prange(stop - start):
        i = start + r
        lost = np.zeros((2, 2, bits))
        swapped = np.zeros((2, bits))
        reach = np.zeros((len(sizes), 2, step + 1, step + 1))
        live = np.zeros((len(sizes), 2), np.bool_)
        row = np.zeros((2, 2, n))
        for j in range(n - 1, -1, -1):
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
                    a0 = _gather(lost[0], upper, row, children, i, j, below, 1, f) + (1.0 - f)
                    a1 = _gather(lost[1], upper, row, children, i, j, below, 0, f) + (1.0 - f)
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
    count = np.array([s.bit_count() for s in range(1 << rules.step)], np.int64)
    pick = np.zeros((1 << rules.step, rules.step), np.int64)
    for sub in range(1 << rules.step):
        here = [b for b in range(rules.step) if sub >> b & 1]
        pick[sub, :len(here)] = here
    configs, goal = np.array(masks, np.int64), mask_of(rules, rules.bad_on_winnable)
    sizes_of_levels = [c.bit_count() for c in masks]
    starts = [n for n in range(len(masks)) if n == 0 or sizes_of_levels[n] != sizes_of_levels[n - 1]]
    upper, below = np.zeros((2, 2, 1, len(masks)), np.float32), len(masks)
    for start, stop in reversed(list(zip(starts, [*starts[1:], len(masks)], strict=True))):
        upper = _level(configs, children, start, stop, below, upper, goal, rules.step, boxes, sizes, count, pick)
        below = start
    return float(upper[0, 0, 0, 0]), float(upper[0, 1, 0, 0])
