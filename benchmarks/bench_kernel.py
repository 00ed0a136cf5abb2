"""The compiled engine of Finity: playouts, lists of moves, perft; the peer is the readable engine.

What limits it: of a random ply about 60 % goes into the list of some 200 moves (a fifth into placings alone, which
are copied pair by pair from ready rows, twelve 16-bit numbers at once; then blockers, removals, rings, reversals), and
35 % into the effect, where the processor cannot foresee which kind of move comes next.  Reach takes less than a tenth:
it is kept with the position and made anew only for seats whose paths may use the changed arrow.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from benchmarks.bench_finity import middles
from benchmarks.harness import Job, at_least, at_most
from boardkit.explore import perft
from finity_edu import Position
from finity_edu.players.kernel import Kernel
from finity_edu.players.kernel.accel import rows
from finity_edu.players.kernel.play import list_many
from finity_edu.players.kernel.tables import STATE_SIZE

START = Position.start(word="bbwwbwbw")
KERNEL = ("finity_edu.players.kernel",)
PLIES = 200_000
REPEATED = 50
"""How often the middle positions are gone through in one call, so that the call itself does not count."""


def random_plies() -> None:
    """Random games from the two-player start: all legal moves listed at every ply, one applied."""
    Kernel(START).random_plies(PLIES, seed=1)


@cache
def packed_middles() -> list[tuple[Kernel, Any]]:
    """The middle positions of the recorded games, packed, by their tables (rule sets differ)."""
    groups: dict[int, list[Kernel]] = {}
    for position in middles():
        kernel = Kernel(position)
        groups.setdefault(id(kernel.tables), []).append(kernel)
    packed = []
    for group in groups.values():
        states = rows(len(group), STATE_SIZE)
        for row, kernel in zip(states, group, strict=True):
            row[:] = kernel.state
        packed.append((group[0], states))
    return packed


def lists() -> None:
    """Lists of the legal moves of all middle positions."""
    for _ in range(REPEATED):
        for kernel, states in packed_middles():
            list_many(kernel.tables, states, kernel.out)


JOBS = [
    Job(
        "kernel: random plies from the two-player start",
        ours=random_plies,
        operations=PLIES,
        unit="plies",
        limit=at_least(500_000, "plies"),
        modules=KERNEL,
        setup=random_plies,
    ),
    Job(
        "kernel: legal moves of middle positions",
        ours=lists,
        operations=REPEATED * len(middles()),
        unit="lists",
        limit=at_least(200_000, "lists"),
        modules=KERNEL,
        setup=lists,
    ),
    Job(
        "kernel: perft 3 from the two-player start",
        ours=lambda: Kernel(START).perft(3),
        limit=at_most(0.5),
        unit="runs",
        modules=KERNEL,
        setup=lambda: Kernel(START).perft(2),
    ),
    Job(
        "kernel: perft 2 beside the readable engine",
        ours=lambda: Kernel(START).perft(2),
        peer=lambda: perft(START, 2),
        peer_name="readable engine",
        unit="runs",
        modules=KERNEL,
        setup=lambda: Kernel(START).perft(2),
    ),
]
