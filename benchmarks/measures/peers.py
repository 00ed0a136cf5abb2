"""Peers: their own test suites, every question of which automatakit answers as well.

The peers are fetched from the package index into an environment of their own (``build/peers-env``); nothing of theirs
is kept here.  automata-lib brings no tests along: `benchmarks.bench_library` and the tests of the languages ask it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measures import Table

ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "peers-env"


@dataclass(frozen=True)
class Peer:
    """A library whose tests lie in its package: which, and where."""

    name: str
    version: str
    tests: tuple[str, ...]


PEERS = (
    Peer("pyformlang", "1.0.11", ("pyformlang/finite_automaton/tests", "pyformlang/regular_expression/tests")),
    Peer("greenery", "4.2.3", ("greenery/fsm_test.py", "greenery/rxelems_test.py", "greenery/pattern_test.py",
                               "greenery/conc_test.py", "greenery/mult_test.py", "greenery/parse_test.py")),
)


def environment() -> Path:
    """Python with the peers, made when it is first needed."""
    python = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    wanted = [f"{peer.name}=={peer.version}" for peer in PEERS]
    subprocess.run([python, "-m", "pip", "install", "-q", *wanted, "pytest", "lazy-loader", "babel"], check=True)
    return python


def ask(python: Path, peer: Peer) -> tuple[dict[str, Any], str]:
    """Run a peer's tests with the shadow; its report, and what pytest said last."""
    where = subprocess.run([python, "-c", f"import {peer.name} as p; print(p.__path__[0])"], check=True,
                           capture_output=True, text=True).stdout.strip()
    site = Path(where).parent
    report = HOME / f"{peer.name}.json"
    said = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "benchmarks.measures._shadow", "-p", "no:cacheprovider", "-c", os.devnull,
         "--rootdir", str(site), "--confcutdir", str(site), *(str(site / test) for test in peer.tests)],
        env={**os.environ, "SHADOW_PEER": peer.name, "SHADOW_REPORT": str(report), "PYTHONPATH": str(ROOT)},
        cwd=HOME, capture_output=True, text=True)
    return json.loads(report.read_text(encoding="utf-8")), said.stdout.strip().splitlines()[-1]


def measure() -> Table:
    """Ask every peer."""
    python = environment()
    rows: list[tuple[object, ...]] = []
    missed: list[str] = []
    checks = 0
    for peer in PEERS:
        report, said = ask(python, peer)
        passed = re.sub(r" in [\d.]+s.*", "", said)
        if "failed" in said or "error" in said:
            missed.append(f"{peer.name}'s suite with the shadow: {passed}")
        missed += report["differences"]
        for job, number in sorted(report["counts"].items()):
            wrong = sum(text.startswith(f"{job}:") for text in report["differences"])
            rows.append((f"{peer.name} {peer.version}", passed, job.partition(": ")[2] or job, number, wrong))
            checks += number
    summary = f"{checks:,} questions of {len(PEERS)} suites on Python {sys.version_info[0]}.{sys.version_info[1]}, " \
              f"{sum(int(str(row[4])) for row in rows)} answered otherwise."
    return Table(("peer", "its tests", "question", "asked", "otherwise"), rows, missed, summary)
