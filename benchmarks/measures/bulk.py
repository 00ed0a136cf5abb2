"""The tests that are too many for every day (marked ``bulk``): games, positions, instances; all of them must pass."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.measures import Table

__all__ = ["measure"]

ROOT = Path(__file__).parents[2]
LIMIT = 3600
"""Seconds for one test: some draw a thousand instances that are long to find, and slow is not wrong here."""


def measure() -> Table:
    """Run them and count them by file."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-m", "bulk", "-n", "2", "--dist", "worksteal",
                        "--timeout", str(LIMIT), f"--junitxml={report}", "tests"], cwd=ROOT, check=False)
        cases = list(ElementTree.parse(report).iter("testcase"))
    counts: dict[str, Counter[str]] = {}
    seconds: Counter[str] = Counter()
    missed = []
    for case in cases:
        file, name = case.get("classname", ""), case.get("name", "")
        state = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
        counts.setdefault(file, Counter())[state] += 1
        seconds[file] += float(case.get("time", 0))  # type: ignore[assignment]
        if state in ("failure", "error"):
            missed.append(f"{file}: {name}")
    rows = [(file, one["passed"], one["failure"] + one["error"], one["skipped"], f"{seconds[file]:.0f} s")
            for file, one in sorted(counts.items())]
    return Table(("tests", "passed", "failed", "skipped", "time"), rows, missed,
                 f"{sum(one['passed'] for one in counts.values())} of {len(cases)} passed.")
