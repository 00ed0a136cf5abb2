"""The compiled engine of Finity: playouts, lists of moves, perft, searches; the peer is the same source under numba.

What limits it: of a random ply about half goes into the list of some 200 moves, which are copied four at a time from
ready rows; most of a search goes into plans (`finity_edu.players.kernel.cost`), whose small functions the compiler puts
in place of their calls.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from benchmarks.bench_finity import middles
from benchmarks.harness import Job, at_least, at_most, faster_than_peer
from boardkit.engine import Ints
from boardkit.engine.hosts import HOSTS
from boardkit.explore import perft
from finity_edu import Position
from finity_edu.players import think
from finity_edu.players.kernel import PROGRAM, Kernel, at, play

START = Position.start(word="bbwwbwbw")
KERNEL = ("boardkit.engine", "finity_edu.players.kernel", "finity_edu.players.thinking")
PLIES = 200_000
REPEATED = 50
"""How often the middle positions are gone through in one call, so that the call itself does not count."""
NODES, POSITIONS = 4000, len(middles()[:5])


@contextmanager
def hosted(host: str) -> Any:
    """Every engine of Finity that is started within runs on this host."""
    if host == "numba":
        from benchmarks.numba_host import numba_host

        HOSTS[host] = numba_host
    before = PROGRAM._start
    PROGRAM._start = partial(PROGRAM.start, host)
    try:
        yield
    finally:
        PROGRAM._start = before


def on(host: str, work: Callable[[], Any]) -> Callable[[], Any]:
    """The same work on a host."""
    def run() -> Any:
        with hosted(host):
            return work()
    return run


def random_plies(number: int = PLIES) -> None:
    """Random games from the two-player start: all legal moves listed at every ply, one applied."""
    Kernel(START).random_plies(number, seed=1)


@cache
def packed_middles() -> list[tuple[Kernel, Any, int]]:
    """The middle positions of the recorded games, packed, by board, rule set and word."""
    groups: dict[Any, list[Position]] = {}
    for position in middles():
        groups.setdefault((position.board, position.rules, position.word), []).append(position)
    packed = []
    for group in groups.values():
        kernel = Kernel(group[0])
        states = kernel.engine.rows(Ints, len(group), at.STATE_SIZE)
        for row, position in zip(states, group, strict=True):
            row[:] = kernel.load(position).state[:]
        packed.append((kernel, states, len(group)))
    return packed


def lists() -> None:
    """Lists of the legal moves of all middle positions."""
    for kernel, states, number in packed_middles():
        kernel.engine.call(play.list_many, kernel.tables, states, number, REPEATED, kernel.out)


def search(nodes: int = NODES) -> None:
    """Search some middle positions with a node budget, by the public call."""
    for position in middles()[:POSITIONS]:
        think(position, nodes=nodes)


FIRST = """
from finity_edu import Position
from finity_edu.players import player
player("strong").choose(Position.start(word="bbwwbwbw"), seconds=0.3)
"""


def first_move() -> None:
    """A first move of 0.3 seconds in a fresh process, from the start of Python to its end."""
    subprocess.run([sys.executable, "-c", FIRST], check=True)


def idle() -> None:
    """What a fresh process takes that only reads the rules."""
    subprocess.run([sys.executable, "-c", "from finity_edu import Position"], check=True)


def job(name: str, work: Callable[[], Any], host: str, **more: Any) -> Job:
    """Work on wasmtime beside the same on another host."""
    needs = (host,) if host == "numba" else ()
    return Job(f"kernel: {name}, beside {host}", ours=on("wasmtime", work), modules=KERNEL, peer_name=host,
               setup=lambda: (on("wasmtime", work)(), on(host, work)()), needs=needs, **more)


JOBS = [
    job("random plies from the two-player start", random_plies, "numba", peer=on("numba", random_plies),
        operations=PLIES, unit="plies", limit=faster_than_peer(1.2)),
    job("perft 3 from the two-player start", lambda: Kernel(START).perft(3), "numba",
        peer=on("numba", lambda: Kernel(START).perft(3)), unit="runs", limit=faster_than_peer(1.2)),
    job("positions searched", search, "numba", peer=on("numba", search), operations=NODES * POSITIONS,
        unit="positions", limit=faster_than_peer(1.0)),
    job("random plies", partial(random_plies, 2000), "python", peer=on("python", partial(random_plies, 2000)),
        operations=2000, unit="plies", rounds=3),
    job("positions searched with 200 nodes", partial(search, 200), "python", peer=on("python", partial(search, 200)),
        operations=200 * POSITIONS, unit="positions", rounds=3),
    Job("kernel: legal moves of middle positions", ours=lists, operations=REPEATED * len(middles()), unit="lists",
        limit=at_least(200_000, "lists"), modules=KERNEL, setup=lists),
    Job("kernel: perft 2 beside the readable engine", ours=lambda: Kernel(START).perft(2),
        peer=lambda: perft(START, 2), peer_name="readable engine", unit="runs", modules=KERNEL,
        setup=lambda: Kernel(START).perft(2)),
    Job("players: first move of 0.3 s in a fresh process", ours=first_move, peer=idle,
        peer_name="reading the rules only", unit="runs", limit=at_most(1.3), modules=KERNEL, rounds=3),
]
