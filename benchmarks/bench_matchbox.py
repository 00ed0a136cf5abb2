"""The learning machine: exact chain and batch engines.

The peer of the compiled batch engine is the project's own NumPy engine, measured in the same run; the peer of two
threads is one.
"""

from __future__ import annotations

import importlib.util

import matchbox
from benchmarks.harness import Job, at_most, faster_than_peer
from matchbox import Rules
from matchbox.analysis import exact
from matchbox.analysis.chain import Chain
from matchbox.players.teachers import law

EXACT = tuple(f"matchbox.analysis.{name}" for name in ("gamelaw", "chain", "exact", "accelerate"))
BATCH = ("matchbox.analysis.simulate", "matchbox.analysis.kernels", "matchbox.analysis.vectors")
MACHINES, GAMES = 100_000, 100
FAST = importlib.util.find_spec("numba") is not None


def sweep_plain() -> None:
    """One game of each of the 16,832 configurations, both roles."""
    Chain(Rules(), law("random"))


def sweep_fast() -> None:
    """The same, compiled."""
    exact.chain("random", engine="numba")


def curve_fast() -> None:
    """100 games forward from a finished sweep, both win rates at each step."""
    chain = _swept()
    chain.means([0, 1] * (GAMES // 2), [chain.win[0], chain.win[1]])


_KEPT: list[Chain] = []


def _swept() -> Chain:
    if not _KEPT:
        _KEPT.append(exact.chain("random", engine="numba"))
    return _KEPT[0]


def batch(engine: str, threads: int | None = None, machines: int = MACHINES) -> None:
    """Machines × 100 games against the random teacher."""
    matchbox.simulate(machines, GAMES, "random", seed=1, engine=engine, threads=threads)


JOBS = [
    Job("learning machine: sweep over 16,832 configurations, plain Python", ours=sweep_plain, unit="sweeps",
        limit=at_most(3.0), modules=EXACT, rounds=3),
    Job("learning machine: 10⁵ games on bit masks, plain Python", ours=lambda: batch("python", None, 1000),
        operations=1000 * GAMES, unit="games", modules=BATCH, rounds=3),
    Job("learning machine: 2000 games with real dice, readable objects", ours=lambda: batch("objects", None, 20),
        operations=20 * GAMES, unit="games", rounds=3,
        modules=("matchbox.players.match", "matchbox.rules.machine", "matchbox.rules.dice")),
]
if FAST:
    JOBS += [
        Job("learning machine: sweep over 16,832 configurations, numba", ours=sweep_fast, unit="sweeps",
            limit=at_most(0.06), modules=EXACT, setup=sweep_fast),
        Job("learning machine: exact curve of 100 games after the sweep, numba", ours=curve_fast, unit="curves",
            limit=at_most(0.02), modules=EXACT, setup=curve_fast),
        Job("learning machine: 10⁵ machines × 100 games, numba on one thread", ours=lambda: batch("numba", 1),
            peer=lambda: batch("numpy"), peer_name="own NumPy engine", operations=MACHINES * GAMES, unit="games",
            limit=faster_than_peer(3.5), modules=BATCH, setup=lambda: batch("numba", 1, 1000), rounds=3),
        Job("learning machine: 10⁵ machines × 100 games, numba on two threads", ours=lambda: batch("numba", 2),
            peer=lambda: batch("numba", 1), peer_name="one thread", operations=MACHINES * GAMES, unit="games",
            limit=faster_than_peer(1.7), modules=BATCH, setup=lambda: batch("numba", 2, 1000)),
    ]
