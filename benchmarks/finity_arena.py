"""``python -m benchmarks.finity_arena``: the strongest player against greedy and random, with a clock, resumable.

Every game is written to ``finity_arena.jsonl`` as soon as it is over: who played, who won, how many moves the
strongest player made and how many of them came later than its clock allows.  The words are random; each is played
twice, with the colours exchanged.  Only a quiet machine gives the player its time: ``busy`` is the part of the
game's time in which the processor worked for it.

``--stale`` says whether the games still belong to the settings and to the code of the players.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from typing import Any

import click

from benchmarks import matches
from benchmarks.harness import HERE
from finity_edu.players import Arena, player, wilson
from finity_edu.players.arena import play_game

RESULTS = HERE / "finity_arena.jsonl"
STRONG = "strong"
AGAINST = ("greedy", "random")
GAMES, SECONDS, SEED = 100, 0.3, 2024
LATE = 1.1 * SECONDS + 0.02
"""A move in time takes no longer: the limit, a tenth of it, and 20 ms."""
IN_TIME = 0.95
"""This part of the moves must be in time."""
PLAYERS = ("finity_edu.players.kernel", "finity_edu.players.thinking", "finity_edu.players.opponents")
"""The modules that decide which moves are made."""


def match(against: str) -> dict[str, Any]:
    """What the games of a match have in common."""
    return {"against": against, "seconds": SECONDS, "seed": SEED, "code": matches.program_hash(PLAYERS)}


def one_game(against: str, number: int) -> dict[str, Any]:
    """Play a game of a match."""
    arena = Arena([player(STRONG), player(against)], GAMES, seconds=SECONDS, seed=SEED)
    begin, worked = time.perf_counter(), time.process_time()
    game = play_game(arena, *arena.schedule()[number])
    share = (time.process_time() - worked) / (time.perf_counter() - begin)
    seat = game.players.index(STRONG)
    times = game.seconds[seat::2]
    return {
        "word": game.word,
        "players": game.players,
        "winner": game.players[game.winner - 1] if game.winner else None,
        "kind": game.kind,
        "plies": len(game.moves),
        "moves": len(times),
        "late": sum(seconds > LATE for seconds in times),
        "slowest": max(times),
        "busy": round(share, 2),
    }


def counts(against: str) -> tuple[int, int, int]:
    """Wins, draws and losses of the strongest player so far."""
    winners = [row["winner"] for row in matches.played(RESULTS, match(against))]
    return winners.count(STRONG), winners.count(None), winners.count(against)


def in_time() -> tuple[int, int]:
    """How many moves of the strongest player were in time, and how many there were, in all matches."""
    rows = [row for against in AGAINST for row in matches.played(RESULTS, match(against))]
    return sum(row["moves"] - row["late"] for row in rows), sum(row["moves"] for row in rows)


def stale() -> dict[str, str]:
    """Name the matches that are not complete under the present settings and code, each with the reason."""
    found = {}
    rows = matches.read(RESULTS)
    for against in AGAINST:
        one = match(against)
        other = [row for row in rows if row.get("against") == against and row not in matches.played(RESULTS, one)]
        games = sum(counts(against))
        if other:
            changed = [key for key in one if any(row.get(key) != one[key] for row in other)]
            found[against] = f"{len(other)} games differ in {', '.join(changed)}"
        elif games != GAMES:
            found[against] = f"{games} of {GAMES} games"
    return found


def report(against: str) -> str:
    """Wins, draws and losses with 95 % intervals."""
    numbers = counts(against)
    games = sum(numbers)
    if not games:
        return f"{STRONG} against {against}: no games yet"
    parts = []
    for number, what in zip(numbers, ("wins", "draws", "losses"), strict=True):
        low, high = wilson(number, games)
        parts.append(f"{number} {what} ({low:.1%} to {high:.1%})")
    return f"{STRONG} against {against}, {SECONDS} s a move: {', '.join(parts)} of {games}"


def report_clock() -> str:
    """Which part of the moves was in time, and how quiet the machine was."""
    kept, moves = in_time()
    if not moves:
        return "no moves yet"
    low, high = wilson(kept, moves)
    rows = [row for against in AGAINST for row in matches.played(RESULTS, match(against))]
    busy = min(row["busy"] for row in rows)
    return (
        f"{kept / moves:.2%} of {moves} moves within {LATE:.3f} s ({low:.2%} to {high:.2%}; aim: {IN_TIME:.0%}); "
        f"slowest {max(row['slowest'] for row in rows):.3f} s; the processor worked at least {busy:.0%} of the time"
    )


def drop_outdated() -> None:
    """Forget games of other settings or older code; their matches are played anew."""
    rows = [row for against in AGAINST for row in matches.played(RESULTS, match(against))]
    if rows != matches.read(RESULTS):
        RESULTS.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@click.command()
@click.option("--games", type=click.IntRange(1, GAMES), default=GAMES, show_default=True, help="Games of each match.")
@click.option("--against", type=click.Choice(AGAINST), multiple=True, default=AGAINST)
@click.option("--report", "only_report", is_flag=True, help="Only print the results so far.")
@click.option("--stale", "list_stale", is_flag=True, help="Only list the matches that no longer describe the code.")
def main(games: int, against: tuple[str, ...], only_report: bool, list_stale: bool) -> None:
    """Play the games that are missing, then report."""
    if list_stale:
        found = stale()
        for name, reason in found.items():
            click.echo(f"{STRONG} against {name}: {reason}")
        sys.exit(1 if found else 0)
    if not only_report:
        drop_outdated()
        for name in against:
            for row in matches.play_missing(RESULTS, match(name), games, partial(one_game, name)):
                click.echo(json.dumps(row))
    for name in against:
        click.echo(report(name))
    click.echo(report_clock())


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.finity_arena")
