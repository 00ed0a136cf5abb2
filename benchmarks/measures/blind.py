"""What functions earn that never look at their inputs: constant, in turn, by dice."""

from __future__ import annotations

from itertools import product
from statistics import mean

from benchmarks.measures import Table
from boardkit.console import progress
from tests.coursekit.questions.blind import STRATEGIES, earned

SEEDS = 60
MOST = 0.05
"""The share of the points that chance may bring on average."""


def measure(seeds: int = SEEDS) -> Table:
    """Every strategy for each level and skin."""
    rows, missed = [], []
    for name in progress(STRATEGIES, "strategies"):
        shares = [earned(name, *where) for where in product(range(seeds), range(1, 6), ("board", "textbook"))]
        rows.append((name, len(shares), f"{mean(shares):.3f}", f"{max(shares):.2f}"))
        if mean(shares) > MOST:
            missed.append(f"{name} earns {mean(shares):.3f} of the points on average")
        if max(shares) == 1:
            missed.append(f"{name} once earned everything")
    return Table(("strategy", "instances", "mean share", "largest share"), rows, missed,
                 f"{len(rows)} strategies, at most {max(row[2] for row in rows)} of the points on average.")
