"""The table of the README, written from ``bench.json``: ``python -m benchmarks --readme``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from benchmarks.harness import HERE, duration, speed

README = HERE.parent / "README.md"
BEGIN = "<!-- written by: python -m benchmarks --readme -->"
END = "<!-- end of the table -->"


def cells(name: str, row: dict[str, Any]) -> tuple[str, str, str, str, str]:
    """A row as text: job, this project, peer, ratio, limit."""
    peer = f"{row['peer_name']}: {duration(row['peer'])}"
    ratio = f"{row['ratio']:,.0f}" if row["ratio"] >= 100 else f"{row['ratio']:.3g}"
    verdict = {True: " ✓", False: " ✗ missed", None: ""}[row["met"]]
    return name, speed(row["ours"], row["unit"]), peer, ratio, row["limit"] + verdict or "–"


def markdown(rows: dict[str, dict[str, Any]]) -> str:
    """The rows as a Markdown table.

    >>> row = {"ours": 0.002, "peer": 0.05, "peer_name": "them", "ratio": 25.0, "unit": "boards",
    ...        "limit": "ratio ≥ 10", "met": True}
    >>> print(markdown({"minimise": row}))
    | job | this project | peer | ratio | limit |
    |---|---|---|---|---|
    | minimise | 2 ms (500 boards/s) | them: 50 ms | 25 | ratio ≥ 10 ✓ |
    """
    lines = ["| job | this project | peer | ratio | limit |", "|---|---|---|---|---|"]
    lines += [f"| {' | '.join(cells(name, row))} |" for name, row in rows.items()]
    return "\n".join(lines)


def between_the_marks(text: str) -> str:
    """What stands between the two marks."""
    found = re.search(re.escape(BEGIN) + r"\n(.*?)\n?" + re.escape(END), text, re.DOTALL)
    if found is None:
        raise ValueError(f"the marks {BEGIN} and {END} are missing")
    return found[1]


def write(rows: dict[str, dict[str, Any]], path: Path = README) -> None:
    """Replace what stands between the marks of the README."""
    text = path.read_text(encoding="utf-8")
    between_the_marks(text)
    before, rest = text.split(BEGIN, 1)
    path.write_text(f"{before}{BEGIN}\n{markdown(rows)}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")
