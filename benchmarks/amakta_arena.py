"""``python -m benchmarks.amakta_arena``: the searching opponent on the full-size board, game by game, resumable.

Every game is written to ``amakta_arena.jsonl`` as soon as it is over, with its seed, so a stopped run goes on
where it was; seats alternate, a game is cut off after 300 moves, draws and cut-off games count half.
"""

from __future__ import annotations

import json
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from amakta.players.opponents import player
from amakta.rules.games import new_game
from amakta.rules.state import State
from benchmarks import matches
from boardkit.intervals import wilson

RESULTS = Path(__file__).with_name("amakta_arena.jsonl")
LIMITS = {"random": 0.9, "greedy": 0.75}
CAP = 300


def one_game(nodes: int, against: str, number: int) -> dict[str, Any]:
    """Play game `number` of a pairing; the searcher has White in even games."""
    dice = random.Random(f"{nodes} {against} {number}")
    searcher, other = player(f"search:{nodes}", dice), player(against, dice)
    mine = "WB"[number % 2]
    game = new_game(State.start("wabe56", "lehr8"))
    begin, thinking, choices = time.perf_counter(), 0.0, 0
    while game.result is None and len(game.moves) < CAP:
        start = time.perf_counter()
        move = (searcher if game.state.turn == mine else other).choose(game)
        if game.state.turn == mine:
            thinking += time.perf_counter() - start
            choices += 1
        game = game.play(move)
    result = game.result
    points = 0.5 if result is None or not result.winners else float(mine in result.winners)
    return {"points": points, "moves": len(game.moves), "ending": result.kind if result else "cap",
            "seconds": round(time.perf_counter() - begin, 1), "seconds_a_move": round(thinking / max(1, choices), 3)}


def match(nodes: int, against: str) -> dict[str, Any]:
    """What the games of a pairing have in common."""
    return {"nodes": nodes, "against": against}


def report(nodes: int, against: str) -> str:
    """One line: score and interval of a pairing."""
    rows = matches.played(RESULTS, match(nodes, against))
    if not rows:
        return f"search:{nodes} against {against}: no games yet"
    points = sum(row["points"] for row in rows)
    low, high = wilson(points, len(rows))
    verdict = "reached" if low > LIMITS[against] and len(rows) >= 40 else "not reached yet"
    return (f"search:{nodes} against {against}: {points:g} of {len(rows)}, 95 % interval {low:.3f} to {high:.3f} "
            f"(aim: lower end above {LIMITS[against]}: {verdict}), "
            f"{sum(row['seconds_a_move'] for row in rows) / len(rows):.2f} s a move")


def differences(nodes: int, against: str, games: int) -> list[int]:
    """Games, from the shortest on, that the present program plays otherwise than the file says.

    A game depends on its seed and the program only, so equal games show that the results belong to this program.
    """
    rows = sorted(matches.played(RESULTS, match(nodes, against)), key=lambda row: (row["moves"], row["game"]))[:games]
    again = {row["game"]: one_game(nodes, against, row["game"]) for row in rows}
    return [row["game"] for row in rows if any(again[row["game"]][k] != row[k] for k in ("points", "moves", "ending"))]


@click.command()
@click.option("--nodes", default=10_000, show_default=True, help="Evaluated positions for one move.")
@click.option("--games", default=40, show_default=True, help="Games of each pairing.")
@click.option("--against", type=click.Choice(sorted(LIMITS)), multiple=True, default=sorted(LIMITS))
@click.option("--report", "only_report", is_flag=True, help="Only print the results so far.")
@click.option("--check", default=0, help="Only play this many games of each pairing again, and compare.")
def main(nodes: int, games: int, against: tuple[str, ...], only_report: bool, check: int) -> None:
    """Play the games that are missing, then report."""
    for name in against:
        if check:
            changed = differences(nodes, name, check)
            click.echo(f"{name}: {check} games again, other than in the file: {changed or 'none'}")
            continue
        if not only_report:
            play = partial(one_game, nodes, name)
            for row in matches.play_missing(RESULTS, match(nodes, name), games, play):
                click.echo(json.dumps(row))
        click.echo(report(nodes, name))


if __name__ == "__main__":
    main()
