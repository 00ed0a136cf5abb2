"""Bulk checks: thousands of answers, instances and plies, run by hand with ``make measure``.

Every module of this folder is one measurement.  It has a docstring whose first line says what is measured, and a
function ``measure() -> Table``.  The tests run a fixed sample through the same functions; here the bulk is run, and
`docs/measured.md` keeps the table together with the commit that it was measured at.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Table", "commit"]


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
