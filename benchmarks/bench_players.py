"""The opponents: how fast they search, how well they play, whether they keep to their time.

``python -m benchmarks.bench_players`` plays the matches and prints scores with 95 % intervals and the times that
moves took; with ``--folder`` it goes on where it stopped.  The table of all benchmarks has the speed only.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks.bench_finity import middles
from benchmarks.harness import Job, at_least
from boardkit.console import progress
from finity_edu.players import Arena, Played, Standings, player, think, wilson

NODES = 4000
POSITIONS = 5
MATCHES = ("greedy", "random")
"""Opponents of the strongest player."""


def search() -> None:
    """Search some middle positions with a node budget."""
    for position in middles()[:POSITIONS]:
        think(position, nodes=NODES)


JOBS = [
    Job(
        "players: positions searched",
        ours=search,
        operations=NODES * len(middles()[:POSITIONS]),
        unit="positions",
        limit=at_least(30_000, "positions"),
        modules=("finity_edu.players",),
        setup=search,
    ),
]


def times_of(standings: Standings, name: str) -> list[float]:
    """How long each move of a player took, ascending."""
    times: list[float] = []
    for game in standings.games:
        seat = game.players.index(name)
        times += game.seconds[seat :: len(game.players)]
    return sorted(times)


@click.command()
@click.option("--games", default=100, show_default=True, help="Games of each match.")
@click.option("--seconds", default=0.3, show_default=True, help="Time for each move.")
@click.option("--processes", default=1, show_default=True, help="More than cores makes the clock unfair.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Keep the games here, and go on.")
def main(games: int, seconds: float, processes: int, folder: Path | None) -> None:
    """Play the strongest player against greedy and random."""
    think(middles()[0], nodes=10)  # compiled before the clock starts
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)

    def bar(finished: Iterator[Played], total: int) -> Iterator[Played]:
        return progress(finished, name, total)

    for name in MATCHES:
        file = None if folder is None else folder / f"strong-{name}.jsonl"
        arena = Arena([player("strong"), player(name)], games, seconds=seconds, seed=2024)
        standings = arena.run(processes=processes, file=file, progress=bar)
        wins, draws, losses = standings.counts("strong", name)
        low, high = wilson(wins, wins + draws + losses)
        click.echo(f"strong against {name}: {wins} wins, {draws} draws, {losses} losses; wins {low:.1%} to {high:.1%}")
        times = times_of(standings, "strong")
        late = sum(time > 1.1 * seconds + 0.02 for time in times)
        slowest = times[int(0.95 * len(times))]
        click.echo(f"  {len(times)} moves; 95 % within {slowest:.3f} s; {late / len(times):.1%} later than allowed")


if __name__ == "__main__":
    main()
