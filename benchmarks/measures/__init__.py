"""Bulk checks: thousands of answers, instances and plies, run by hand with ``make measure``.

Every module of this folder is one measurement.  It has a docstring whose first line says what is measured, and a
function ``measure() -> Table``.  The tests run a fixed sample through the same functions; here the bulk is run, and
`docs/measured.md` keeps the table together with the commit that it was measured at.
"""

from __future__ import annotations

import importlib
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Table", "commit", "run"]


@dataclass(frozen=True)
class Table:
    """What a measurement found.

    Parameters
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequence
        One cell for each column; anything that prints.
    missed : sequence of str
        One sentence for each demand that was not met; empty if all were.
    summary : str
        One sentence with the figures that matter.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    missed: Sequence[str] = field(default=())
    summary: str = ""


def commit() -> str:
    """The commit that is measured; with ``+`` if something was changed after it."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True,
                              check=True).stdout.strip()

    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")


def run(name: str) -> dict[str, Any]:
    """Run one measurement and return its record."""
    module = importlib.import_module(f"benchmarks.measures.{name}")
    at, begin = commit(), time.perf_counter()
    table = module.measure()
    return {"title": (module.__doc__ or name).splitlines()[0], "commit": at,
            "seconds": round(time.perf_counter() - begin, 1), "summary": table.summary, "missed": list(table.missed),
            "columns": list(table.columns), "rows": [[str(cell) for cell in row] for row in table.rows]}
