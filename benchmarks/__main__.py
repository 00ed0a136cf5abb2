"""``python -m benchmarks``: measure everything and print one table (``make bench``)."""

from __future__ import annotations

import sys
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks import pages
from benchmarks.harness import find_jobs, load, measure, save, stale


def table(rows: dict[str, dict[str, Any]]) -> Table:
    """The rows as a table: job, this project, peer, ratio, limit."""
    result = Table("job", "this project", "peer", "ratio", "limit", title="Benchmarks (fastest rounds)")
    for name, row in rows.items():
        result.add_row(*pages.cells(name, row))
    return result


@click.command()
@click.option("--only", multiple=True, metavar="TEXT", help="Only the jobs whose name contains TEXT (repeatable).")
@click.option("--stale", "list_stale", is_flag=True, help="Only list the rows that no longer describe the code.")
@click.option("--table", "only_table", is_flag=True, help="Only print the table of bench.json.")
@click.option("--write", "into_pages", is_flag=True, help="Only write bench.json into docs/speed.md and READMEs.")
def main(only: tuple[str, ...], list_stale: bool, only_table: bool, into_pages: bool) -> None:
    """Measure every job beside its peer and print one table."""
    console = Console(width=None if sys.stdout.isatty() else 150)
    jobs, rows = find_jobs(), load()
    if into_pages:
        for page, content in pages.written(rows).items():
            pages.write(page, content)
        return
    if list_stale:
        found = stale(jobs, rows)
        for name, reason in found.items():
            click.echo(f"{name}: {reason}")
        sys.exit(1 if found else 0)
    if only_table:
        console.print(table(rows))
        return
    chosen = [job for job in jobs if not only or any(text in job.name for text in only)]
    if not chosen:
        raise click.UsageError(f"no job's name contains {' or '.join(only) or 'anything'}")
    fresh = {}
    for number, job in enumerate(chosen, 1):
        click.echo(f"[{number}/{len(chosen)}] {job.name} …", err=True)
        if job.lacks:
            click.echo(f"left out, not installed: pip install {' '.join(job.lacks)}", err=True)
            continue
        fresh[job.name] = measure(job)
        rows[job.name] = fresh[job.name]
        save({known.name: rows[known.name] for known in jobs if known.name in rows})  # in the order of the jobs
    console.print(table(fresh))
    missed = [name for name, row in fresh.items() if row["met"] is False]
    if missed:
        click.echo(f"{len(missed)} of {len(fresh)} jobs missed their limit: {', '.join(missed)}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
