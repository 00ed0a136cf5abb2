"""Whether the compiled engine does what the readable one does, on every host, and finds what version 0.1 found."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measures import Table
from boardkit.explore import perft
from finity_edu import Position, load_rules
from finity_edu.players import Stop, think
from finity_edu.players.kernel import PROGRAM, Kernel
from finity_edu.rules.ruleset import rule_set_names
from tests import pyodide

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "finity_edu" / "players"))

from agreement import own_boards, play_side_by_side
from searches import recorded, searched

__all__ = ["measure"]

PLIES = {2: 40_000, 3: 30_000, 4: 30_000}
OWN_PLIES = 10_000
STOPS = 50
LATEST = 30
"""A search that is told to stop ends within so many milliseconds; in a browser, 19 of 20 pieces take no longer."""
BROWSER = 100
"""In a browser a search is so many times as fast as interpreted."""
SWEEP = 1000
"""Milliseconds."""
IN_BROWSER = """
import sys, time
from js import process
sys.path.insert(0, "/src/tests/finity_edu/players")
from searches import recorded, searched
from finity_edu import Position
from finity_edu.players import think
from finity_edu.players.kernel import PROGRAM
from finity_edu.players.thinking import thinking
sample = recorded()[::5]
print(len(sample), sum(searched(one) != one for one in sample))
start = Position.start(word="bbwwbwbw")
def rate(nodes):
    begin = time.perf_counter()
    return think(start, nodes=nodes).nodes / (time.perf_counter() - begin)
fast = max(rate(20_000) for _ in range(3))
PROGRAM._start = lambda: PROGRAM.start("python")
print(round(fast), round(max(rate(300) for _ in range(2))))
PROGRAM._start = None
def computed():  # what other programs take away is not ours
    used = process.cpuUsage()
    return (used.user + used.system) / 1e6
times = [computed()]
for _ in thinking(start, seconds=3):
    times.append(computed())
waits = sorted(later - sooner for sooner, later in zip(times, times[1:]))
from matchbox import Rules
from matchbox.analysis.chain import Chain
from matchbox.analysis.laws import law
begin = time.perf_counter()
Chain(Rules(), law("random"))
swept = time.perf_counter() - begin
print(len(waits), *(round(1000 * seconds) for seconds in (waits[len(waits) * 19 // 20], waits[-1], swept)))
"""


def agreement() -> Iterator[tuple[str, str, int, str]]:
    """Side by side with the readable engine."""
    for rules in rule_set_names():
        for players, plies in PLIES.items():
            seen = play_side_by_side(players, rules, plies, seed=99)
            found = ", ".join(f"{number} {kind}" for kind, number in sorted(seen.items()) if not kind[0].isupper())
            yield f"plies, {rules}, {players} seats", "wasmtime", plies, f"all equal ({found})"
            word = "bbwwbwbw"[: load_rules(rules).word_length]
            start = Position.start(players, word=word, rules=rules)
            number = perft(start, 2)
            equal = Kernel(start).perft(2) == number
            yield f"perft 2, {rules}, {players} seats", "wasmtime", number, "equal" if equal else "differs"
    for name, board in own_boards().items():
        play_side_by_side(board.players, "bga", OWN_PLIES, seed=99, board=board)
        yield f"plies, bga, board of one's own: {name}", "wasmtime", OWN_PLIES, "all equal"


def searches(host: str, sample: list[dict[str, Any]]) -> tuple[str, str, int, str]:
    """The recorded searches, once more."""
    before = PROGRAM._start
    PROGRAM._start = lambda: PROGRAM.start(host)
    different = sum(searched(one) != one for one in sample)
    PROGRAM._start = before
    return "searches of version 0.1", host, len(sample), f"{different} differ" if different else "all equal"


def now() -> tuple[float, float]:
    """The time, and how long this process has computed: what other programs take away is not ours."""
    return time.perf_counter(), time.process_time()


def stopped(host: str) -> tuple[str, str, int, str]:
    """How long a search goes on after it was told to stop, in positions and at moments of all kinds."""
    longest = [0.0, 0.0]
    PROGRAM._start = lambda: PROGRAM.start(host)
    for i, one in enumerate(recorded()[:: len(recorded()) // STOPS]):
        stop, told = Stop(), list[tuple[float, float]]()
        timer = threading.Timer((0.003, 0.03, 0.3)[i % 3], lambda: (told.append(now()), stop.now()))  # noqa: B023
        timer.start()
        think(Position.parse(one["position"]), seconds=60, seed=i, stop=stop)
        if told:  # else it was over before
            longest = [max(known, there - here) for known, here, there in zip(longest, told[0], now(), strict=True)]
    PROGRAM._start = None
    wall, computed = (round(1000 * seconds) for seconds in longest)
    verdict = "" if computed <= LATEST else ": it differs from what is wanted"
    return "stopping a search", host, STOPS, f"after {wall} ms at most, {computed} of them computing{verdict}"


def measure() -> Table:
    """Compare everything; a difference in a ply ends the run."""
    rows = list(agreement())
    rows.append(searches("wasmtime", recorded()))
    rows.append(searches("python", [one for one in recorded() if one["nodes"] <= 300][::5]))
    rows += map(stopped, ("wasmtime", "python"))
    missed = [" ".join(map(str, row)) for row in rows if "differ" in row[3]]
    rows.append(("size of the module", "", len(PROGRAM.module), "bytes"))
    if shutil.which("node") and shutil.which("npm"):
        first, second, third = (list(map(int, line.split())) for line in pyodide.run(IN_BROWSER))
        rows.append(("searches of version 0.1", "browser", first[0], f"{first[1]} differ" if first[1] else "all equal"))
        fast, slow = second
        times = f"interpreted there {slow}: {fast / slow:.0f} times"
        rows.append(("positions searched a second", "browser", fast, times))
        pieces, usual, longest, sweep = third
        waits = f"19 of 20 within {usual} ms, the longest {longest}"
        rows.append(("pieces of a search of 3 s", "browser", pieces, waits))
        rows.append(("sweep of all configurations of the learning machine", "browser", 16_832, f"{sweep} ms"))
        if first[1] or fast < BROWSER * slow or usual > LATEST or sweep > SWEEP:
            missed.append(f"browser: {first[1]} searches differ; {fast / slow:.0f} times as fast as interpreted; "
                          f"pieces of {usual} ms; a sweep of {sweep} ms")
    summary = f"{len(rows) - len(missed)} of {len(rows)} as wanted."
    return Table(("what", "host", "cases", "result"), rows, missed, summary)
