"""``python -m benchmarks.measures [NAME …]``: run the bulk checks and write `docs/measured.md` (``make measure``)."""

from __future__ import annotations

import json
import pkgutil
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

import benchmarks.measures as measures
from benchmarks.measures import run

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "benchmarks" / "measured.json"
PAGE = ROOT / "docs" / "measured.md"


def names() -> list[str]:
    """The measurements there are."""
    return sorted(m.name for m in pkgutil.iter_modules(measures.__path__) if not m.name.startswith("_"))


def page(record: dict[str, dict[str, Any]]) -> str:
    """The table of all measurements, in Markdown."""
    lines = ["# Measured in bulk", "",
             "This page is written by `make measure`, which is run by hand and measures what would take too long",
             "in the everyday tests; these run a fixed sample of each measurement. A `+` after a commit means that the",
             "measured program had changes that were not committed yet.", ""]
    for name, one in record.items():
        lines += [f"## {name}", "", one["title"], "",
                  f"Commit `{one['commit']}`, {one['seconds']:,.0f} s. {one['summary']}".rstrip(), ""]
        lines += [*(f"* **Missed:** {text}" for text in one["missed"]), *([""] if one["missed"] else [])]
        lines += ["| " + " | ".join(one["columns"]) + " |", "|" + "---|" * len(one["columns"])]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in one["rows"]]
        lines.append("")
    return "\n".join(lines)


@click.command()
@click.argument("chosen", nargs=-1, metavar="[NAME]…")
def main(chosen: tuple[str, ...]) -> None:
    """Run the bulk checks of the NAMEs, or all of them, and write their table."""
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        raise click.UsageError(f"there is no measurement {', '.join(unknown)}; there are {', '.join(names())}")
    record: dict[str, dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    missed = []
    for number, name in enumerate(chosen or names(), 1):
        click.echo(f"[{number}/{len(chosen or names())}] {name} …", err=True)
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # what one keeps in memory is nothing to the next
            record[name] = fresh.submit(run, name).result()
        missed += [f"{name}: {text}" for text in record[name]["missed"]]
        record = {known: record[known] for known in names() if known in record}
        RECORD.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(record), encoding="utf-8")
        click.echo(f"    {record[name]['seconds']} s  {record[name]['summary']}", err=True)
    for text in missed:
        click.echo(f"missed: {text}", err=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
