"""The command ``finity-edu``.

Commands that need more than the rules are loaded when they are called.
"""

import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import click
from rich.console import Console
from rich.table import Table as RichTable

from boardkit.console import (
    Group,
    OutputFile,
    asked,
    emit,
    json_option,
    no_effect,
    progress,
)
from boardkit.errors import UserError
from boardkit.explore import divide, perft
from boardkit.files import read_file
from boardkit.messages import numeral
from boardkit.terminal import game_facts
from boardkit.thinking import Chooser
from boardkit.usage import in_our_language
from coursekit.shipped import packages
from finity_edu.rules.corpus import LoggedGame, Replay, read_corpus, replay
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.pieces import SEATS
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record, new_game
from finity_edu.rules.ruleset import KEYS, load_rules, print_value, rule_sets
from finity_edu.terminal import Table

LAZY = {
    "lab": ("finity_edu.lab:lab", "Open the start page in JupyterLab."),
    "arena": ("finity_edu.players.cli:arena", "Let players play against each other."),
    "question": (
        "coursekit.sets.question:question",
        "Print a question, with its solution on request.",
    ),
    "release": (
        "coursekit.book.cli:release",
        "Make the release version of a problem set.",
    ),
    "collect": ("coursekit.book.cli:collect", "Collect submissions from a folder."),
    "mark": ("coursekit.book.cli:mark", "Mark the submissions of a problem set."),
    "read": (
        "coursekit.book.cli:read",
        "Let people mark the open questions, and enter their marks.",
    ),
    "feedback": ("coursekit.book.cli:feedback", "Write the feedback files."),
    "export": ("coursekit.book.cli:export", "Export the grades."),
    "new": (
        "coursekit.book.cli:new",
        "Make a folder for your own course, or add to it what is missing.",
    ),
    "status": (
        "coursekit.book.cli:status",
        "Say where every problem set stands, and what to do next.",
    ),
    "archive": (
        "coursekit.book.cli:archive",
        "Write a whole course into one file, or open such a file.",
    ),
    "rehearse": (
        "coursekit.book.cli:rehearse",
        "Play a course's term with simulated students.",
    ),
    "forget": ("coursekit.book.cli:forget", "Delete what is stored about answers."),
}
"""Commands of other parts: where they are, and what they do."""


class LazyGroup(Group):
    """Loads the commands in `LAZY` only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands."""
        return sorted({*super().list_commands(ctx), *LAZY})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by name."""
        if cmd_name in LAZY and cmd_name not in self.commands:
            module, _, attribute = LAZY[cmd_name][0].partition(":")
            try:
                command: click.Command = getattr(import_module(module), attribute)
            except ModuleNotFoundError as error:
                # A part of the distribution is always there; what is missing is a library it needs.
                if error.name is None or error.name.partition(".")[0] in packages():
                    raise
                message = CATALOGUE.message(
                    "cli.missing", command=cmd_name, module=error.name
                )
                raise FinityError(message) from None
            self.add_command(command, cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without loading them."""
        rows = {}
        for name, command in self.commands.items():
            rows[name] = command.get_short_help_str()
        for name, (where, text) in LAZY.items():
            rows[name] = in_our_language(text, where.partition(".")[0])
        with formatter.section(in_our_language("Commands")):
            formatter.write_dl(sorted(rows.items()))


@click.group(
    cls=LazyGroup,
    game=CATALOGUE,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="finity-edu")
def main() -> None:
    """Finity: a board game whose boards are finite automata."""


START = ("--rules", "--board", "--players", "--word", "--seed")
"""The options that a position, or a saved game, takes the place of."""


def _start_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options that choose a start position."""
    for option in (
        click.option(
            "--rules",
            default="bga",
            show_default=True,
            help="Rule set, as in bga or bga{teleport=false}.",
        ),
        click.option(
            "--board",
            help="A shipped custom board instead of the board of the box, for instance abcd.",
        ),
        click.option(
            "--players",
            type=int,
            default=2,
            show_default=True,
            help="Number of players, 2, 3 or 4, on the board of the box.",
        ),
        click.option("--word", help="The tower from the bottom, as in bbwwbwbw."),
        click.option(
            "--seed",
            type=int,
            help="Draw the tower from the bag; the same seed draws the same tower.",
        ),
    ):
        command = option(command)
    return command


def _start(
    rules: str, board: str | None, players: int, word: str | None, seed: int | None
) -> Position:
    no_effect("--board", "--players")
    no_effect("--word", "--seed")
    chosen = load_rules(rules)
    tower = chosen.draw_word(Random(seed)) if word is None else word
    return Position.start(players, word=tower, rules=chosen, board=board)


@main.command()
@_start_options
@click.option(
    "--load",
    "load_file",
    type=click.Path(path_type=Path),
    help="Continue a saved game.",
)
@click.option(
    "--save",
    "save_file",
    type=OutputFile(),
    help="Save the game to this file after every move.",
)
@click.option(
    "--computer",
    multiple=True,
    metavar="SEAT=LEVEL",
    help="Let the computer take a seat, as in y=strong.",
)
@json_option
def play(
    load_file: Path | None,
    save_file: Path | None,
    computer: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Play at the terminal, two to four people in turn, or against the computer.

    Without --word the tower is drawn from the bag.
    """
    no_effect("--load", *START)
    if load_file is not None:
        record = read_file(load_file, Record.parse)
    else:
        record = Record(new_game(_start(**options)))
    say = partial(click.echo, err=as_json)
    table = Table(
        record, say, save_file, _computers(computer, record.game.state.players)
    )
    try:
        table.run(partial(asked, err=as_json))
    except KeyboardInterrupt:
        say()
        table.leave()
    if as_json:
        emit(game_facts(table.game), "", True)


def _computers(seats: tuple[str, ...], players: int) -> dict[int, Chooser]:
    """Read ``y=strong``: a seat by letter, and who takes it."""
    from finity_edu.players.opponents import Seat

    taken: dict[int, Chooser] = {}
    for text in seats:
        letter, _, level = text.partition("=")
        if letter not in tuple(SEATS[:players]) or not level:
            raise FinityError(
                CATALOGUE.message(
                    "cli.computer", text=text, seats=" ".join(SEATS[:players])
                )
            )
        if 1 + SEATS.index(letter) in taken:
            raise FinityError(CATALOGUE.message("cli.computer_twice", letter=letter))
        taken[1 + SEATS.index(letter)] = Seat(level)
    return taken


@main.command()
@json_option
@click.option(
    "--all", "every", is_flag=True, help="Also show the keys that do not differ."
)
@click.option("--sources", is_flag=True, help="Say where each value comes from.")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help="Check a TOML file with your own rule sets.",
)
def rules(as_json: bool, every: bool, sources: bool, file: Path | None) -> None:
    """Print where the rule sets differ."""
    sets = rule_sets(file).values()
    data: dict[str, dict[str, object]] = {}
    for r in sets:
        data[r.name] = {}
        for key in KEYS:
            data[r.name][key] = {"value": getattr(r, key), "source": r.sources[key]}
    if as_json:
        return emit(data, "", True)
    console = Console(width=None if Console().is_terminal else 160)
    table = RichTable(title=CATALOGUE.text("rules_table.title"), show_lines=sources)
    table.add_column(CATALOGUE.text("rules_table.key"))
    for r in sets:
        table.add_column(r.name)
    for key in KEYS:
        values = [getattr(r, key) for r in sets]
        if every or len(set(values)) > 1:
            shown = list(map(print_value, values))
            cells = shown
            if sources:
                where = [r.sources[key] for r in sets]
                cells = ["\n".join(pair) for pair in zip(shown, where, strict=True)]
            table.add_row(key, *cells)
    return console.print(table)


@main.command(name="perft")
@click.argument("depth", type=int)
@_start_options
@click.option("--position", help="Start from this position instead.")
@click.option(
    "--divide", "split", is_flag=True, help="Give the number for each first move."
)
@json_option
def perft_command(
    depth: int, position: str | None, split: bool, as_json: bool, **options: Any
) -> None:
    """Count the sequences of DEPTH legal moves.

    Without --word and --seed the tower is bbwwbwbw, or as much of it as the rule set needs.
    """
    no_effect("--position", *START)
    if options["word"] is None and options["seed"] is None:
        options["word"] = ("bbwwbwbw" * 2)[: load_rules(options["rules"]).word_length]
    if position is not None:
        start = Position.parse(position)
    else:
        start = _start(**options)
    if split:
        parts = {str(move): number for move, number in divide(start, depth).items()}
        lines = [f"{move}  {numeral(number, ',')}" for move, number in parts.items()]
        return emit(
            parts, "\n".join([*lines, numeral(sum(parts.values()), ",")]), as_json
        )
    if depth < 2:
        number = perft(start, depth)
    else:
        moves = progress(start.legal_moves(), CATALOGUE.text("cli.counting"))
        number = sum(perft(start.play(move), depth - 1) for move in moves)
    return emit(
        {"position": str(start), "depth": depth, "perft": number},
        numeral(number, ","),
        as_json,
    )


@main.command(name="replay")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@json_option
def replay_command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Replay recorded games: PATHS are folders with games.jsonl, or game files.

    Without PATHS the folder comes from the variable FINITY_GAMES. Exit code 1 if a game disagrees with the rules.
    """
    if not paths and os.environ.get("FINITY_GAMES"):
        paths = (Path(os.environ["FINITY_GAMES"]),)
    if not paths:
        raise FinityError(CATALOGUE.message("cli.no_folder"))
    games: list[LoggedGame | Path] = []
    for path in paths:
        games.extend(read_corpus(path) if path.is_dir() else [path])
    done: list[Replay] = []
    try:
        done.extend(map(_replay_one, progress(games, CATALOGUE.text("cli.replaying"))))
    except KeyboardInterrupt:
        click.echo(
            CATALOGUE.text("cli.interrupted", done=len(done), games=len(games)),
            err=True,
        )
    bad = [one for one in done if one.problem is not None]
    plies = sum(one.plies for one in done)
    lines = []
    for one in bad:
        if one.positions:
            lines.append(CATALOGUE.text("cli.failed", id=one.id, problem=one.problem))
        else:  # a file that is no game, or has a move that is not legal
            lines.append(f"{one.id}: {one.problem}")
    lines.append(
        CATALOGUE.text(
            "cli.replayed", good=len(done) - len(bad), n=len(done), plies=plies
        )
    )
    data = {
        "games": len(done),
        "plies": plies,
        "problems": {one.id: one.problem for one in bad},
    }
    emit(data, "\n".join(lines), as_json)
    if bad:
        raise SystemExit(1)


def _replay_one(game: LoggedGame | Path) -> Replay:
    if isinstance(game, LoggedGame):
        return replay(game)
    recorded = read_file(game, str)
    try:
        record = Record.parse(recorded)
    except UserError as error:
        return Replay(str(game), 0, str(error), ())
    return Replay(str(game), len(record.game.moves), None, record.game.states)


if __name__ == "__main__":
    main()
