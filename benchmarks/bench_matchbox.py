"""The learning machine: exact chain and many machines at once.

The peer of what is compiled is the same program without a compiler.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from typing import Any

import matchbox
from benchmarks.harness import HERE, Job, at_most, faster_than_peer
from boardkit.engine import Engine, Program
from matchbox import Rules
from matchbox.analysis import exact, kernel
from matchbox.analysis.chain import Chain
from matchbox.analysis.laws import law
from matchbox.analysis.optimal import clairvoyant

EXACT = ("boardkit.engine", *(f"matchbox.analysis.{name}" for name in ("gamelaw", "chain", "exact", "kernel")))
BATCH = ("boardkit.engine", "matchbox.players.simulate", "matchbox.analysis.kernel")
MACHINES, GAMES = 100_000, 100


@contextmanager
def interpreted() -> Iterator[None]:
    """No host compiles anything."""
    start = Program.start
    Program.start = lambda self, host=None: Engine()  # type: ignore[method-assign]
    try:
        yield
    finally:
        Program.start = start  # type: ignore[method-assign]


def sweep() -> Chain:
    """One game of each of the 16,832 configurations, both roles."""
    return Chain(Rules(), law("random"))


def sweep_plain() -> None:
    """The same, interpreted."""
    with interpreted():
        sweep()


swept = cache(sweep)


def follow() -> None:
    """100 games forward from a finished sweep, both win rates at each step."""
    with swept().walk((0, 1), *swept().win) as walk:
        walk.expect(GAMES)


def teaching() -> None:
    """The best teaching with a view of the markers: a Markov decision process with 16,832 configurations."""
    clairvoyant.cache_clear()
    clairvoyant()


def batch(machines: int = MACHINES, engine: str = "masks") -> None:
    """Machines × 100 games against the random teacher."""
    matchbox.simulate(machines, GAMES, "random", seed=1, engine=engine)


def batch_plain() -> None:
    """A hundredth of it, interpreted."""
    with interpreted():
        batch(MACHINES // 100)


def unit() -> None:
    """The curves and teachers that the unit on learning shows, computed anew."""
    exact._swept.cache_clear()
    for teacher in ("random", "perfect", "perfect-1", *(f"epsilon:{i / 20:g}" for i in range(21))):
        exact.expected_games(teacher)
    exact.curve("random", 1000)
    exact.curve("perfect", 300, tester="random")
    for teacher in ("random", "perfect", "perfect-1", "epsilon:0.3"):
        for tester in ("random", "perfect", "epsilon:0.3"):
            exact.curve(teacher, 60, tester=tester)
    teaching()


def unit_plain() -> None:
    """The same, interpreted."""
    with interpreted():
        unit()


WORKER = """
import sys
sys.path.insert(0, sys.argv[1])
from matchbox.simulate import simulate
for _ in sys.stdin:
    simulate(100_000, 100, "random", seed=1, engine="numba", threads=1)
    print("done", flush=True)
"""
VERSION = "8b1c72f"
"""The commit of version 0.1, whose machines were compiled by numba."""


@cache
def version_before() -> subprocess.Popen[str]:
    """A process that has version 0.1, and lets 10⁵ machines play for each line that it reads."""
    folder = tempfile.mkdtemp()
    archive = subprocess.run(["git", "archive", VERSION], cwd=HERE.parent, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
    process = subprocess.Popen([sys.executable, "-c", WORKER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(process.kill)
    return process


def batch_before() -> None:
    """The same number of games, by version 0.1."""
    process = version_before()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("once more\n")
    process.stdin.flush()
    assert process.stdout.readline() == "done\n"


def kept() -> bool:
    """Whether this is a repository that still has version 0.1."""
    git = shutil.which("git")
    return bool(git) and not subprocess.run([git, "cat-file", "-e", VERSION], cwd=HERE.parent,
                                            capture_output=True).returncode


JOBS = [
    Job("learning machine: sweep over 16,832 configurations, interpreted", ours=sweep_plain, unit="sweeps",
        limit=at_most(3.0), modules=EXACT, rounds=3),
    Job("learning machine: what the unit computes, interpreted", ours=unit_plain, unit="units", limit=at_most(60),
        modules=EXACT, rounds=1, seconds=0),
    Job("learning machine: 10⁵ games on bit masks, interpreted", ours=batch_plain, operations=MACHINES * GAMES // 100,
        unit="games", modules=BATCH, rounds=3),
    Job("learning machine: 2000 games with real dice, readable objects", ours=lambda: batch(20, "objects"),
        operations=20 * GAMES, unit="games", rounds=3,
        modules=("matchbox.players.match", "matchbox.rules.machine", "matchbox.rules.dice")),
]
if kernel.is_compiled():
    before: dict[str, Any] = {"limit": at_most(1 / 25e6)}
    if kept():
        before = {"peer": batch_before, "peer_name": "version 0.1 (numba, one thread)", "limit": faster_than_peer(0.8),
                  "needs": ("numba",)}
    JOBS += [
        Job("learning machine: sweep over 16,832 configurations, compiled", ours=sweep, peer=sweep_plain,
            peer_name="interpreted", unit="sweeps", limit=at_most(0.06), modules=EXACT, rounds=3),
        Job("learning machine: exact curve of 100 games after the sweep, compiled", ours=follow, unit="curves",
            limit=at_most(0.02), modules=EXACT),
        Job("learning machine: the best teacher who sees the markers, compiled", ours=teaching, unit="solutions",
            limit=at_most(0.5), modules=(*EXACT, "matchbox.analysis.optimal")),
        Job("learning machine: 10⁵ machines × 100 games, compiled", ours=batch, operations=MACHINES * GAMES,
            unit="games", modules=BATCH, rounds=3, **before),
        Job("learning machine: what the unit computes, compiled", ours=unit, unit="units", limit=at_most(3),
            modules=EXACT, rounds=2),
    ]
