"""The command ``amakta``: play, count, explore, solve, look at stones."""

import random
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TypeAlias

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
from amakta.rules.diagram import diagram, ending
from amakta.rules.errors import AmaktaError
from amakta.rules.games import Record, new_game
from amakta.rules.situation import Stone
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE, message, text
from amakta.terminal import Table
from boardkit import explore as exploring
from boardkit.console import (
    Group,
    OutputFile,
    asked,
    counting,
    emit,
    json_option,
    no_effect,
)
from boardkit.files import read_file
from boardkit.game import Game
from boardkit.terminal import game_facts

Facts: TypeAlias = dict[str, object]
"""What a command has found, by name; as JSON, or as lines."""

START = ("--board", "--set", "--circles")
"""The options that a position, or a saved game, takes the place of."""


@click.group(
    cls=Group, game=CATALOGUE, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="finity-edu")
def main() -> None:
    """Amakta: play, count, explore and solve."""


def start_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say where to begin; the command gets the state as `start`."""

    @click.option(
        "--board",
        default="raute4",
        show_default=True,
        help="Name of a board, [row/row/row], or infinit for the unbounded one.",
    )
    @click.option(
        "--set",
        "stones",
        default="duo",
        show_default=True,
        help="Name of a set, or codes.",
    )
    @click.option("--circles", default="", help="Circles, such as W:111111V,B:101010G.")
    @click.option("--position", help="Start from this position instead.")
    @wraps(command)
    def begun(
        board: str, stones: str, circles: str, position: str | None, **options: object
    ) -> None:
        no_effect("--position", *START)
        if position is None:
            start = make_start(board, stones, circles)
        else:
            start = State.parse(position)
        command(start=start, **options)

    return begun


def make_start(board: str, stones: str, circles: str) -> State:
    """The start that the options describe."""
    given: dict[str, dict[str, str]] = {player: {} for player in PLAYERS}
    for word in circles.replace(",", " ").split():
        who, _, rest = word.partition(":")
        if who not in given or len(rest) != 7:
            raise AmaktaError(message("cli.circles", text=word))
        # Six digits of the code, then the letter of the circle.
        code = rest[:6]
        if code in given[who]:
            raise AmaktaError(message("setup.circle_twice", code=code))
        given[who][code] = rest[6]
    return State.start(board, stones, given)


def explored(start: State, limit: int, max_level: int | None = None) -> Graph:
    """Explore with a progress display on the error stream."""
    # It would never end.
    if max_level is None and not start.board.is_finite:
        raise AmaktaError(message("cli.unbounded"))
    with counting(text("cli.exploring")) as show:
        return explore(start, limit, max_level, show)


limit_option = click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="Maximum number of states.",
)


@main.command()
@start_options
@click.option(
    "--depth",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="Length of the sequences.",
)
@click.option("--divide", is_flag=True, help="Give the number for each first move.")
@json_option
def perft(start: State, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of exactly DEPTH moves."""
    if divide and depth:
        parts = {}
        for move, number in exploring.divide(start, depth).items():
            parts[str(move)] = number
        total = sum(parts.values())
        lines = [f"{move}: {number}" for move, number in parts.items()]
        lines.append(str(total))
        emit(
            {"depth": depth, "divide": parts, "total": total}, "\n".join(lines), as_json
        )
        return
    counts = [exploring.perft(start, length) for length in range(depth + 1)]
    lines = [f"{length}: {number}" for length, number in enumerate(counts)]
    emit({"depth": depth, "perft": counts}, "\n".join(lines), as_json)


@main.command()
@start_options
@limit_option
@click.option(
    "--max-level",
    type=click.IntRange(1),
    help="Explore only to this distance (needed with --board infinit).",
)
@click.option(
    "--structure",
    is_flag=True,
    help="Also show components, bisimulation, minimal automaton, orbits.",
)
@click.option(
    "--svg",
    type=OutputFile(),
    help="Draw the graph (up to 60 states) as .svg, .png or .pdf.",
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
    facts: Facts = {
        "states": len(found),
        "situations": len(found.keys),
        "transitions": len(found.target),
        "labels": len(found.alphabet),
        "levels": list(found.level_sizes),
    }
    if structure:
        if found.expanded < len(found):
            raise AmaktaError(message("cli.bounded", level=max_level))
        parts = components(found)
        facts["components"] = len(parts)
        facts["largest_component"] = parts.sizes[0]
        facts["bisimulation_classes"] = len(bisimulation(found))
        facts["minimal_dfa"] = len(minimal_dfa(found))
        facts["orbits"] = None
        try:
            # Both or none: a half of the answer would look like the whole.
            halves = len(orbits(found))
            facts["orbits_with_colours"] = len(orbits(found, full=True))
            facts["orbits"] = halves
        except KeyError:  # unequal circles, or a position that is not its own image
            pass
    if svg:
        state_graph(found).save(svg)
        facts["svg"] = str(svg)
    emit(facts, listed(facts), as_json)


@main.command()
@start_options
@limit_option
@json_option
def solve(start: State, limit: int, as_json: bool) -> None:
    """Solve a small board: who wins, how fast, and by which moves."""
    solution = retrograde(explored(start, limit))
    winner = solution.winner(0)
    # In a drawn state no line is better than another.
    line = solution.line(0) if winner else ()
    facts: Facts = {
        "winner": winner or "draw",
        "plies": solution.distance(0),
        "best_moves": list(map(str, solution.best_moves(0))),
        "line": list(map(str, line)),
        "counts": solution.counts,
        "layers": {player: list(solution.layers(player)) for player in PLAYERS},
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
    help="Number of possible contents of a direction.",
)
@click.option(
    "--directions",
    type=click.IntRange(1, 8),
    default=6,
    show_default=True,
    help="Number of directions.",
)
@click.option(
    "--no-mirrors", is_flag=True, help="Count mirror images as different stones."
)
@click.option(
    "--enumerate", "enumerate_", is_flag=True, help="Also count by enumeration."
)
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
        described = {code: described_stone(code) for code in codes}
        texts = [f"{code}\n{listed(facts, '  ')}" for code, facts in described.items()]
        emit(described, "\n".join(texts), as_json)
        return
    table = stones_module.burnside_table(contents, directions, not no_mirrors)
    total = stones_module.count(contents, directions, not no_mirrors)
    lines = []
    fixed = order = 0
    for row in table:
        fixed += row.total
        order += row.elements
        lines.append(f"{row.title}: {row.elements} × {row.fixed} = {row.total}")
    lines.append(f"{fixed} / {order} = {total}")
    data: Facts = {
        "count": total,
        "symmetries": [{**row._asdict(), "sum": row.total} for row in table],
    }
    if enumerate_:
        sizes = stones_module.orbit_sizes(contents, directions, not no_mirrors)
        data["orbits"] = sizes
        told = ", ".join(f"{size}: {number}" for size, number in sizes.items())
        lines.append(text("cli.orbits", sizes=told))
    emit(data, "\n".join(lines), as_json)


def described_stone(code: str) -> Facts:
    """What there is to know about a stone."""
    points = {}
    for circle in ("", "G", "V"):
        points[circle or "none"] = value(code, circle)
    return {
        "canonical": stones_module.canonical(code),
        "orientations": list(stones_module.orientations(code)),
        "chiral": stones_module.is_chiral(code),
        "arrows": stone_words(Stone(code, "W", "W")),
        "value": points,
    }


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
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Seed of the computer players.",
)
@click.option(
    "--cap",
    type=click.IntRange(1),
    default=300,
    show_default=True,
    help="Maximum number of moves in a game.",
)
@click.option("--load", type=click.Path(path_type=Path), help="Continue a saved game.")
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
    """Play against the computer, or let it play against itself; Ctrl-C stops the game, and --save keeps it."""
    no_effect("--load", *START, "--position")
    if load:
        record = read_file(load, Record.parse)
    else:
        record = Record(new_game(start))
    table = Table(
        record,
        write=partial(click.echo, err=as_json),
        seated=partial(seated, white, black, random.Random(seed)),
        tags={"White": white, "Black": black},
        cap=cap,
    )
    try:
        table.run(partial(asked, err=as_json))
    except KeyboardInterrupt:
        # So that what follows does not stand behind ^C.
        click.echo(err=True)
    if save:
        table.keep(save)
    by_hand = len(table.programs) < 2
    finish(table.game, table.unsaved() if by_hand else "", as_json)


def finish(game: Game[State], unsaved: str, as_json: bool) -> None:
    """Say how a game ended; moves that a person made and no file holds are printed."""
    result = game.result
    how = ending(result) if result else text("cli.ending.none")
    emit(game_facts(game), f"{diagram(game.state)}\n{how}\n{unsaved}".rstrip(), as_json)


def seated(
    white: str, black: str, dice: random.Random, start: State
) -> dict[Player, Opponent]:
    """The seats that programs take."""
    programs = {}
    for colour, name in zip(PLAYERS, (white, black), strict=True):
        if name != "human":
            programs[colour] = seat(name, start, dice)
    return programs


def seat(name: str, start: State, dice: random.Random) -> Opponent:
    """The program of a seat."""
    if name == "perfect":
        return TablePlayer(retrograde(explored(start, LIMIT)), dice)
    return player(name, dice, also=("human",))


def listed(facts: Facts, indent: str = "") -> str:
    """Facts as lines ``name: value``."""
    lines = []
    for name, item in facts.items():
        lines.append(f"{indent}{name.replace('_', ' ')}: {_shown(item)}")
    return "\n".join(lines)


def _shown(item: object) -> str:
    if isinstance(item, dict):
        return "; ".join(f"{key} {_shown(value)}" for key, value in item.items())
    if isinstance(item, list):
        return ", ".join(map(str, item)) or "–"
    return "–" if item is None else str(item)
