"""What documents say of speed, written from ``bench.json``: ``python -m benchmarks --write``.

`docs/speed.md` has every row with a peer or a limit; the README has the few that a newcomer would ask about, and its
translations have them in the words of ``docs/de/README.po``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.harness import YARDSTICK, duration, speed
from boardkit.messages import numeral, using_language
from docs import languages

MARKS = "<!-- written by: python -m benchmarks --write -->", "<!-- end of the table -->"
FIGURES = {
    "marking: a set with two functions, two cores, sandboxed": "a problem set with two programming tasks, marked",
    "shortest counterexample, one arrow differs": "the shortest word on which two automata differ, found",
    "decide a win, 64 arrows and 24 rings": "a board with 64 arrows and 24 rings, decided",
}
"""Rows for the README, and what they are called there."""


def cells(name: str, row: dict[str, Any]) -> tuple[str, str, str, str, str]:
    """A row as text: job, this project, peer, ratio, limit."""
    verdict = {True: " ✓", False: " ✗ missed", None: ""}[row["met"]]
    return name, speed(row["ours"], row["unit"]), _peer(row), _ratio(row), row["limit"] + verdict or "–"


def _peer(row: dict[str, Any]) -> str:
    return f"{row['peer_name']}: {duration(row['peer'])}"


def _ratio(row: dict[str, Any]) -> str:
    return f"{row['ratio']:,.0f}" if row["ratio"] >= 100 else f"{row['ratio']:.3g}"


def table(rows: dict[str, dict[str, Any]]) -> str:
    """The rows that say something, as a Markdown table: a yardstick is no peer, and is left out.

    >>> row = {"ours": 0.002, "peer": 0.05, "peer_name": "them", "ratio": 25.0, "unit": "boards",
    ...        "limit": "ratio ≥ 10", "met": True}
    >>> print(table({"minimise": row, "alone": {**row, "peer_name": YARDSTICK, "limit": "", "met": None}}))
    | job | this project | peer | ratio | limit |
    |---|---|---|---|---|
    | minimise | 2 ms (500 boards/s) | them: 50 ms | 25 | ratio ≥ 10 ✓ |
    """
    lines = ["| job | this project | peer | ratio | limit |", "|---|---|---|---|---|"]
    for name, row in rows.items():
        job, ours, peer, ratio, limit = cells(name, row)
        if row["peer_name"] == YARDSTICK:
            peer = ratio = "–"
        if (peer, limit) != ("–", "–"):
            lines.append(f"| {job} | {ours} | {peer} | {ratio} | {limit} |")
    return "\n".join(lines)


def figures(rows: dict[str, dict[str, Any]], say: Callable[[str], str] = str) -> str:
    """The rows for the README, as a Markdown table; numbers are those of the current language."""
    lines = [say("| job | here | elsewhere | ratio |"), "|---|---|---|---|"]
    for name, text in FIGURES.items():
        row = rows[name]
        ours, peer, ratio = map(_local, (duration(row["ours"]), duration(row["peer"]), _ratio(row)))
        lines.append(f"| {say(text)} | {ours} | {say(row['peer_name'])}: {peer} | {ratio} × |")
    return "\n".join(lines)


def _local(measured: str) -> str:
    return re.sub(r"[\d.,]+", lambda found: numeral(float(found[0].replace(",", "")), ",g"), measured)


def written(rows: dict[str, dict[str, Any]]) -> dict[Path, str]:
    """What stands between the marks of each document."""
    found = {languages.ROOT / "docs" / "speed.md": table(rows)}
    for lang, page in languages.in_languages(languages.ROOT / "README.md").items():
        with using_language(lang):
            found[page] = figures(rows, languages.saying(page))
    return found


def between_the_marks(text: str) -> str:
    """What stands between the two marks."""
    found = re.search(r"\n(.*?)\n?".join(map(re.escape, MARKS)), text, re.DOTALL)
    if found is None:
        raise ValueError(f"the marks {MARKS[0]} and {MARKS[1]} are missing")
    return found[1]


def write(path: Path, content: str) -> None:
    """Replace what stands between the marks of a document."""
    text = path.read_text(encoding="utf-8")
    between_the_marks(text)
    before, rest = text.split(MARKS[0], 1)
    path.write_text(f"{before}{MARKS[0]}\n{content}\n{MARKS[1]}{rest.split(MARKS[1], 1)[1]}", encoding="utf-8")
