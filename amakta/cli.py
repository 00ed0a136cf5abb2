"""The command ``amakta``: play, count, explore, solve, look at stones."""

import random
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from amakta.analysis.graph import LIMIT, Graph, explore
from amakta.analysis.infinit import value
from amakta.analysis.solve import retrograde
from amakta.analysis.structure import bisimulation, components, minimal_dfa, orbits
from amakta.draw.chart import state_graph
from amakta.draw.shapes import stone_words
from amakta.players.opponents import Opponent, TablePlayer, player
from amakta.rules import stones as stones_module
from amakta.rules.board import PLAYERS, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.games import new_game, read_game
from amakta.rules.situation import Stone
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from amakta.rules.textual import diagram, ending
from amakta.terminal import Table
from boardkit import explore as exploring
from boardkit.console import Group, OutputFile, asked, counting, emit, json_option, no_effect
from boardkit.files import read_file
from boardkit.game import Game
from boardkit.terminal import game_facts

START = ("--board", "--set", "--circles")
"""The options that a position, or a saved game, takes the place of."""


@click.group(cls=Group, game=CATALOGUE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="finity-edu")
def main() -> None:
    """Amakta: play, count, explore and solve."""


def start_options(command: Any) -> Any:
    """Options that say where to begin; the command gets the state as `start`."""

    @click.option(
        "--board",
        default="raute4",
        show_default=True,
        help="Name of a board, [row/row/row], or infinit for the unbounded one.",
    )
    @click.option(
        "--set", "stones", default="duo", show_default=True, help="Name of a set, or codes."
    )
    @click.option("--circles", default="", help="Circles, such as W:111111V,B:101010G.")
    @click.option("--position", help="A position text instead of a start.")
    @wraps(command)
    def begun(board: str, stones: str, circles: str, position: str | None, **options: Any) -> None:
        no_effect("--position", *START)
        command(
            start=make_start(board, stones, circles) if position is None else State.parse(position),
            **options,
        )

    return begun


def make_start(board: str, stones: str, circles: str) -> State:
    """The start that the options describe."""
    given: dict[str, dict[str, str]] = {p: {} for p in PLAYERS}
    for word in circles.replace(",", " ").split():
        who, _, rest = word.partition(":")
        if who not in given or len(rest) != 7:
            raise AmaktaError(CATALOGUE.message("cli.circles", text=word))
        given[who][rest[:6]] = rest[6]
    return State.start(board, stones, given)


def explored(start: State, limit: int, max_level: int | None = None) -> Graph:
    """Explore with a progress display on the error stream."""
    if max_level is None and not start.board.is_finite:
        raise AmaktaError(CATALOGUE.message("cli.unbounded"))
    with counting(CATALOGUE.text("cli.exploring")) as show:
        return explore(start, limit, max_level, show)


@main.command()
@start_options
@click.option(
    "--depth", type=click.IntRange(0), default=3, show_default=True, help="Length of the sequences."
)
@click.option("--divide", is_flag=True, help="Split by the first move.")
@json_option
def perft(start: State, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of exactly DEPTH moves."""
    if divide and depth:
        parts = {str(m): n for m, n in exploring.divide(start, depth).items()}
        emit(
            {"depth": depth, "divide": parts, "total": sum(parts.values())},
            "\n".join([*(f"{m}: {n}" for m, n in parts.items()), str(sum(parts.values()))]),
            as_json,
        )
        return
    counts = [exploring.perft(start, n) for n in range(depth + 1)]
    emit(
        {"depth": depth, "perft": counts},
        "\n".join(f"{n}: {v}" for n, v in enumerate(counts)),
        as_json,
    )


@main.command()
@start_options
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="Most states to accept.",
)
@click.option(
    "--max-level",
    type=click.IntRange(1),
    help="Explore to this distance only (needed with --board infinit).",
)
@click.option(
    "--structure", is_flag=True, help="Also components, bisimulation, minimal automaton, orbits."
)
@click.option(
    "--svg", type=OutputFile(), help="Draw the graph (up to 60 states) as .svg, .png or .pdf."
)
@json_option
def graph(
    start: State,
    limit: int,
    max_level: int | None,
    structure: bool,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Explore the states that can be reached."""
    found = explored(start, limit, max_level)
    facts: dict[str, Any] = {
        "states": len(found),
        "situations": len(found.keys),
        "transitions": len(found.target),
        "labels": len(found.alphabet),
        "levels": list(found.level_sizes),
    }
    if structure:
        if found.expanded < len(found):
            raise AmaktaError(CATALOGUE.message("cli.bounded", level=max_level))
        parts = components(found)
        facts |= {
            "components": len(parts),
            "largest_component": parts.sizes[0],
            "bisimulation_classes": len(bisimulation(found)),
            "minimal_dfa": len(minimal_dfa(found)),
        }
        try:
            facts |= {
                "orbits": len(orbits(found)),
                "orbits_with_colours": len(orbits(found, full=True)),
            }
        except KeyError:  # unequal circles, or a position that is not its own image
            facts["orbits"] = None
    if svg:
        state_graph(found).save(svg)
        facts["svg"] = str(svg)
    emit(facts, listed(facts), as_json)


@main.command()
@start_options
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="Most states to accept.",
)
@json_option
def solve(start: State, limit: int, as_json: bool) -> None:
    """Solve a small board: who wins, how fast, and by which moves."""
    solution = retrograde(explored(start, limit))
    winner = solution.winner(0)
    facts = {
        "winner": winner or "draw",
        "plies": solution.distance(0),
        "best_moves": [str(m) for m in solution.best_moves(0)],
        "line": [str(m) for m in solution.line(0)] if winner else [],
        "counts": solution.counts,
        "layers": {p: list(solution.layers(p)) for p in PLAYERS},
        "longest": solution.longest,
    }
    emit(facts, listed(facts), as_json)


@main.command()
@click.argument("codes", nargs=-1)
@click.option(
    "--contents",
    type=click.IntRange(1, 10),
    default=10,
    show_default=True,
    help="Contents of a direction.",
)
@click.option(
    "--directions",
    type=click.IntRange(1, 8),
    default=6,
    show_default=True,
    help="Number of directions.",
)
@click.option("--no-mirrors", is_flag=True, help="Do not identify mirror images.")
@click.option("--enumerate", "enumerate_", is_flag=True, help="Count by enumeration as well.")
@json_option
def stones(
    codes: tuple[str, ...],
    contents: int,
    directions: int,
    no_mirrors: bool,
    enumerate_: bool,
    as_json: bool,
) -> None:
    """Describe stones by their CODES; without codes, count all stones."""
    no_effect("codes", "--contents", "--directions", "--no-mirrors", "--enumerate")
    if codes:
        facts = {
            code: {
                "canonical": stones_module.canonical(code),
                "orientations": list(stones_module.orientations(code)),
                "chiral": stones_module.is_chiral(code),
                "arrows": stone_words(Stone(code, "W", "W")),
                "value": {circle or "none": value(code, circle) for circle in ("", "G", "V")},
            }
            for code in codes
        }
        emit(
            facts,
            "\n".join(f"{code}\n{listed(fact, '  ')}" for code, fact in facts.items()),
            as_json,
        )
        return
    table = stones_module.burnside_table(contents, directions, not no_mirrors)
    total = stones_module.count(contents, directions, not no_mirrors)
    data: dict[str, Any] = {
        "count": total,
        "symmetries": [row._asdict() | {"sum": row.total} for row in table],
    }
    lines = [f"{row.title}: {row.elements} × {row.fixed} = {row.total}" for row in table]
    order = sum(row.elements for row in table)
    lines.append(f"{sum(row.total for row in table)} / {order} = {total}")
    if enumerate_:
        sizes = stones_module.orbit_sizes(contents, directions, not no_mirrors)
        data["orbits"] = sizes
        lines.append(
            CATALOGUE.text("cli.orbits", sizes=", ".join(f"{k}: {v}" for k, v in sizes.items()))
        )
    emit(data, "\n".join(lines), as_json)


@main.command()
@start_options
@click.option(
    "--white",
    default="human",
    show_default=True,
    help="human, random, greedy, search[:NODES] or perfect.",
)
@click.option(
    "--black",
    default="search",
    show_default=True,
    help="human, random, greedy, search[:NODES] or perfect.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the computer players."
)
@click.option(
    "--cap", type=click.IntRange(1), default=300, show_default=True, help="Most moves of a game."
)
@click.option("--load", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--save", type=OutputFile(), help="Write the game to this file.")
@json_option
def play(
    start: State,
    white: str,
    black: str,
    seed: int,
    cap: int,
    load: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play against the computer, or let it play against itself; Ctrl-C ends the game and keeps it."""
    no_effect("--load", *START, "--position")
    game = read_file(load, read_game) if load else new_game(start)
    dice, tags = random.Random(seed), {"White": white, "Black": black}
    table = Table(
        game, partial(click.echo, err=as_json), partial(seated, white, black, dice), tags, cap
    )
    try:
        table.run(partial(asked, err=as_json))
    except KeyboardInterrupt:
        click.echo(err=True)
    if save:
        table.keep(save)
    finish(table.game, table.unsaved() if len(table.programs) < 2 else "", as_json)


def finish(game: Game[State], unsaved: str, as_json: bool) -> None:
    """Say how a game ended; moves that a person made and no file holds are printed."""
    result = game.result
    how = ending(result) if result else CATALOGUE.text("cli.ending.none")
    emit(game_facts(game), f"{diagram(game.state)}\n{how}\n{unsaved}".rstrip(), as_json)


def seated(white: str, black: str, dice: random.Random, start: State) -> dict[Player, Opponent]:
    """The seats that programs take."""
    return {
        player: seat(name, start, dice)
        for player, name in zip(PLAYERS, (white, black), strict=True)
        if name != "human"
    }


def seat(name: str, start: State, dice: random.Random) -> Opponent:
    """The program of a seat."""
    if name == "perfect":
        return TablePlayer(retrograde(explored(start, LIMIT)), dice)
    return player(name, dice, also=("human",))


def listed(facts: dict[str, Any], indent: str = "") -> str:
    """Facts as lines ``name: value``."""

    def shown(item: Any) -> str:
        if isinstance(item, dict):
            return "; ".join(f"{k} {shown(v)}" for k, v in item.items())
        if isinstance(item, list):
            return ", ".join(map(str, item)) or "–"
        return "–" if item is None else str(item)

    return "\n".join(
        f"{indent}{name.replace('_', ' ')}: {shown(item)}" for name, item in facts.items()
    )
