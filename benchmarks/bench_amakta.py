"""Amakta: exploring and solving small boards, perft, structure; peers where there are any.

``python -m benchmarks.bench_amakta`` prints the memory that a solved graph takes, and the peak on the way.
"""

from __future__ import annotations

import time
import tracemalloc
from functools import cache

from amakta.analysis.graph import Graph, explore
from amakta.analysis.solve import retrograde
from amakta.analysis.structure import minimal_dfa
from amakta.rules.state import State
from benchmarks.harness import Job, at_most
from boardkit.explore import perft

RULES = ("amakta.rules.legality", "amakta.rules.moves", "amakta.rules.situation", "amakta.rules.board")
SOLVER = (*RULES, "amakta.analysis.graph", "amakta.analysis.solve")


def solved(board: str, stones: str) -> str | None:
    """Explore and solve from the start."""
    return retrograde(explore(State.start(board, stones))).winner(0)


@cache
def diamond() -> Graph:
    """The graph of raute4/duo."""
    return explore(State.start("raute4", "duo"))


JOBS = [
    Job("Amakta: ring6/sterne explored and solved (17,000 states)", ours=lambda: solved("ring6", "sterne"),
        unit="graphs", limit=at_most(2), modules=SOLVER, rounds=3),
    Job("Amakta: wabe7/duo explored and solved (102,012 states)", ours=lambda: solved("wabe7", "duo"),
        unit="graphs", limit=at_most(20), modules=SOLVER, rounds=1),
    Job("Amakta: perft(3) of wabe56/lehr8 (184,276)", ours=lambda: perft(State.start("wabe56", "lehr8"), 3),
        operations=184_276, unit="moves", modules=RULES, rounds=3),
    Job("Amakta: minimal automaton of raute4/duo (3,880 of 6,148 states, 91 symbols)",
        ours=lambda: minimal_dfa(diamond()), peer=lambda: diamond().to_dfa().to_complete().minify(),
        peer_name="automata-lib", unit="automata", clock=time.process_time, modules=("amakta.analysis.structure",),
        setup=diamond, rounds=1),
]


def memory(board: str, stones: str) -> tuple[float, float]:
    """Megabytes that the graph and its solution take, and the peak while they were made."""
    tracemalloc.start()
    solution = retrograde(explore(State.start(board, stones)))
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(solution.graph)
    return kept / 1e6, peak / 1e6


if __name__ == "__main__":
    for game in (("raute4", "duo"), ("ring6", "sterne"), ("wabe7", "duo")):
        print("{}/{}: {:.1f} MB kept, {:.1f} MB at the peak".format(*game, *memory(*game)))
