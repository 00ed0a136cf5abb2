"""The two sandboxes for functions: how long one takes to start, and a million additions in it.

The package of the second one need not be installed: ``build/anywhere``, where the slow tests put it, is looked into.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from benchmarks.measures import Table
from coursekit.marking.runner import factor
from coursekit.marking.sandbox import Limits, Sandbox
from coursekit.marking.sandbox_linux import Bubblewrap
from coursekit.marking.sandbox_wasm import WebAssembly

__all__ = ["measure"]

ROUNDS = 5
PLACE = Path(__file__).parents[2] / "build" / "anywhere"
LOOP = """
def answer(number):
    total = 0
    for i in range(number):
        total += i
    return total
"""


def started(sandbox: Sandbox) -> tuple[float, float]:
    """Seconds until a function has answered in a new session, and seconds of a million additions there."""
    begin = time.perf_counter()
    with closing(sandbox.open(Limits())) as session:
        session.ask({"run": LOOP}, 60)
        session.ask({"inputs": [1]}, 60)
        ready = time.perf_counter()
        [result] = session.ask({"inputs": [10**6]}, 60)["results"]
        added = time.perf_counter() - ready
    if result.get("value") != sum(range(10**6)):
        raise AssertionError(result)
    return ready - begin, added


def measure() -> Table:
    """Start each sandbox of this machine some times."""
    if PLACE.is_dir():
        sys.path.insert(0, str(PLACE))  # with the wasmtime that it wants
    rows: list[tuple[object, ...]] = []
    missed = []
    for sandbox in (Bubblewrap(), WebAssembly()):
        begin = time.perf_counter()
        if (reason := sandbox.why_not()) is not None:
            missed.append(f"{sandbox.name}: {reason}")
            continue
        first = time.perf_counter() - begin
        ready, added = map(min, zip(*(started(sandbox) for _ in range(ROUNDS)), strict=True))
        rows.append((sandbox.name, f"{first:.2f}", f"{ready:.2f}", f"{added:.2f}", f"{factor(sandbox):.1f}"))
    return Table(("sandbox", "the first in a process, s", f"a function starts after, s (best of {ROUNDS})",
                  "a million additions, s", "time limits are scaled by"), rows, missed)
