"""The opponents: how fast they search.  How well they play is measured by ``python -m benchmarks.finity_arena``."""

from __future__ import annotations

from benchmarks.bench_finity import middles
from benchmarks.harness import Job, at_least
from finity_edu.players import think

NODES = 4000
POSITIONS = 5


def search() -> None:
    """Search some middle positions with a node budget."""
    for position in middles()[:POSITIONS]:
        think(position, nodes=NODES)


JOBS = [
    Job(
        "players: positions searched",
        ours=search,
        operations=NODES * len(middles()[:POSITIONS]),
        unit="positions",
        limit=at_least(30_000, "positions"),
        modules=("finity_edu.players",),
        setup=search,
    ),
]
