"""The command ``finity-edu arena``."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from boardkit.console import emit, json_option, progress
from boardkit.usage import Command
from finity_edu.players.arena import Arena, Played
from finity_edu.players.opponents import player
from finity_edu.rules.errors import text


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="PLAYER PLAYER…")
@click.option(
    "--games",
    default=100,
    show_default=True,
    help="Number of games for each pair of players (with 3 or 4 seats: number of games in all).",
)
@click.option("--seconds", type=float, help="Time for each move.")
@click.option(
    "--nodes",
    type=int,
    help="Positions examined for each move; unlike --seconds, this gives the same games every time [default: 10000].",
)
@click.option(
    "--seats",
    type=click.IntRange(2, 4),
    default=2,
    show_default=True,
    help="Number of players at the board.",
)
@click.option("--rules", default="bga", show_default=True, help="Rule set.")
@click.option("--seed", default=0, show_default=True, help="Seed for words and moves.")
@click.option(
    "--processes",
    type=click.IntRange(1),
    help="Processes on this machine [default: one per core].",
)
@click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the games in this file, and go on from those already in it.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Let the workers of this dask scheduler play.",
)
@json_option
def arena(
    names: tuple[str, ...],
    processes: int | None,
    file: Path | None,
    scheduler: str | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Let players play against each other: random, beginner, greedy, club, advanced, strong.

    Prints a table with Elo ratings and 95 % intervals. With --file, interrupted runs continue where they stopped.

    Example: finity-edu arena strong greedy --games 100 --seconds 0.3 --file strong.jsonl
    """
    match = Arena(list(map(player, names)), **settings)

    def bar(finished: Iterator[Played], total: int) -> Iterator[Played]:
        return progress(finished, text("players.arena.playing"), total)

    workers = processes if processes is not None else os.cpu_count() or 1
    standings = match.run(
        processes=workers, file=file, scheduler=scheduler, progress=bar
    )
    emit(standings.to_dict(), str(standings), as_json)
    if len(standings.games) < len(match.schedule()):
        click.echo(
            text(
                "cli.interrupted",
                done=len(standings.games),
                games=len(match.schedule()),
            ),
            err=True,
        )
