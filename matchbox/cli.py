"""The command line ``matchbox``: play, train, curve, compare, print."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isinf, isnan
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import click

from boardkit.console import (
    Group,
    OutputFile,
    counting,
    emit,
    given,
    json_option,
    needs,
    no_effect,
    refuse,
    working,
)
from boardkit.errors import UserError
from boardkit.files import file_problem, read_file
from boardkit.foreign import as_csv
from boardkit.messages import get_language, numeral
from boardkit.svg import Picture
from matchbox.analysis import exact, optimal
from matchbox.comparisons import COMPARISONS, OPTIONS, Job, Row
from matchbox.draw import figures
from matchbox.draw.figures import compared
from matchbox.draw.printout import PAPERS, SHEETS, save_sheet
from matchbox.players.match import Match
from matchbox.players.simulate import ENGINES, simulate
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat, message

PICTURES = (".svg", ".png", ".pdf")
DATA = (".csv", ".json")

Data: TypeAlias = dict[str, object]
"""What a command has found, for JSON."""


class ResultFile(OutputFile):
    """A file for a result; its suffix says of which kind."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """The path, if results can be written there."""
        if Path(value).suffix.lower() not in (*PICTURES, *DATA):
            raise UserError(message("cli.suffix", path=str(value)))
        return Path(super().convert(value, param, ctx))


rules_option = click.option(
    "--rules",
    "rules_text",
    default="",
    metavar="KEY=VALUE …",
    help='Parameters of the board, as in "length=8 overshoot=cap".',
)
out_option = click.option(
    "--out",
    "outs",
    multiple=True,
    type=ResultFile(),
    help="Write the result to a file: .svg .png .pdf (picture), .csv .json (data). Repeatable.",
)
SEED = click.IntRange(0, Rules.LIMITS["seed"][1])
seed_option = click.option(
    "--seed", type=SEED, help="Same seed, same result (default: 0, or as --rules says)."
)
teacher_option = click.option(
    "--teacher",
    help="random, perfect, perfect-1|2|3, epsilon:P, memoryless, clairvoyant, machine "
    "(default: random, or as --rules says).",
)
first_option = click.option(
    "--first",
    type=click.Choice([s.value for s in Seat]),
    help="Who starts game 1 (default: machine, or as --rules says).",
)
games_option = click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Number of training games.",
)


def _rules(rules_text: str, **changes: Any) -> Rules:
    """The rules of a text, changed by the options that were given."""
    given = {key: value for key, value in changes.items() if value is not None}
    return replace(Rules.parse(rules_text), **given)


def _write(
    outs: Sequence[Path],
    data: Data,
    rows: Sequence[Row],
    picture: Callable[[], Picture],
) -> None:
    """Write a result to each file, by its suffix."""
    for path in outs:
        suffix = path.suffix.lower()
        if suffix == ".json":
            path.write_text(
                json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )
        elif suffix == ".csv":
            table: list[list[object]] = [list(rows[0])]
            for row in rows:
                table.append(["" if cell is None else cell for cell in row.values()])
            # CSV has its own line ends, which the system must not change.
            path.write_text(as_csv(table), encoding="utf-8", newline="")
        else:
            picture().save(path)
        click.echo(CATALOGUE.text("cli.written", path=str(path)), err=True)


def _prepare(rules: Rules, *teachers: str | None) -> None:
    """Compute what takes long about some teachers once, and say so meanwhile."""
    # Both names stand for the law that takes long to compute.
    if "memoryless" in teachers or "didactic" in teachers:
        with working(CATALOGUE.text("cli.best_law")) as show:

            def told(step: int, games: float) -> None:
                shown = numeral(games, ".3f")
                show(CATALOGUE.text("cli.best_step", step=step, games=shown))

            optimal.best_memoryless(rules, told)
    if "clairvoyant" in teachers:
        with working(CATALOGUE.text("cli.clairvoyant")):
            optimal.clairvoyant_chain(rules, float)


def _columns(data: Data, names: Sequence[str]) -> list[Row]:
    """Some series of equal length as rows of a table."""
    series = [data[name] for name in names]
    return [
        dict(zip(names, values, strict=True)) for values in zip(*series, strict=True)
    ]


@click.group(
    cls=Group, game=CATALOGUE, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="finity-edu")
def main() -> None:
    """Intelligenz gegen Automat: a machine of markers and dice that learns."""


@main.command()
@rules_option
@seed_option
@click.option(
    "--load",
    "load_file",
    type=click.Path(path_type=Path),
    help="Continue with a saved machine.",
)
@click.option(
    "--save", "save_file", type=OutputFile(), help="Save the machine after every game."
)
@click.option(
    "--train",
    "warm_up",
    type=click.IntRange(0),
    default=0,
    help="Number of training games before you play.",
)
@teacher_option
@json_option
def play(
    rules_text: str,
    seed: int | None,
    load_file: Path | None,
    save_file: Path | None,
    warm_up: int,
    teacher: str | None,
    as_json: bool,
) -> None:
    """Play as Intelligenz against the machine, which prints its every step.

    Type the number of fields to move, or "help".  With --train the machine first plays against --teacher.
    """
    no_effect("--load", "--rules")
    needs("--teacher", "--train")
    if load_file:
        machine = read_file(load_file, Machine.load)
    else:
        machine = Machine(_rules(rules_text))
    match = Match(machine.rules, machine, "human", seed=seed)
    if warm_up:
        match.set_teacher(teacher or machine.rules.teacher)
        _train(match, warm_up)
        # From here on the person plays.
        match.set_teacher("human")
    # The score counts the games of the person, not those of the training.
    before = len(match.played)
    # With --json the output is one object, and nothing else.
    say = (lambda text: None) if as_json else click.echo
    going = True
    while going:
        say(f"\n{CATALOGUE.text('cli.game', n=len(match.played) + 1)}  {match.machine}")
        match.start()
        say("\n".join(map(str, match.events)))
        going = _one_game(match, say)
        # A machine is saved between two games: a game that is left has taught it nothing.
        if save_file and match.track is None:
            save_file.write_text(match.machine.file_text(), encoding="utf-8")
    played = match.played[before:]
    machine_text = str(match.machine)
    games = []
    for game in played:
        starter = game.starter.value
        games.append({"starter": starter, "moves": list(game.moves), "won": game.won})
    won = sum(not game.won for game in played)  # by the person
    text = CATALOGUE.text("cli.score", games=len(played), won=won, machine=machine_text)
    emit({"machine": machine_text, "games": games}, text, as_json)


def _train(match: Match, games: int) -> None:
    """Training with a progress bar; Ctrl-C keeps what the machine has learned."""
    before = len(match.played)
    try:
        with counting(CATALOGUE.text("cli.training"), games) as show:
            match.train(games, show)
    except KeyboardInterrupt:
        if match.track is not None:  # a game that has begun is finished
            match.play_game()
    if len(match.played) < before + games:
        click.echo(CATALOGUE.text("cli.stopped", done=len(match.played)), err=True)


def _one_game(match: Match, say: Callable[[str], object]) -> bool:
    """One game at the terminal; False if the player leaves."""
    while match.track is not None:
        if match.track.turn is Seat.MACHINE:
            say("\n".join(map(str, match.turn())))
            continue
        say(CATALOGUE.text("cli.field", field=match.track.field, togo=match.track.togo))
        try:
            answer = click.prompt(
                CATALOGUE.text("cli.prompt"), prompt_suffix=" ", err=True
            ).strip()
        except click.Abort:  # Ctrl-C, Ctrl-D or the end of the input
            click.echo(err=True)
            return False
        if answer.lower() in ("q", "quit", "exit"):
            return False
        try:
            _answer(match, answer, say)
        except UserError as error:
            click.echo(str(error), err=True)
        except OSError as error:
            click.echo(str(file_problem(error.filename, error)), err=True)
    return True


def _answer(match: Match, answer: str, say: Callable[[str], object]) -> None:
    """Carry out what the player typed: a command or a move."""
    word, _, rest = answer.partition(" ")
    if word.lower() in ("help", "?"):
        click.echo(CATALOGUE.text("cli.help"), err=True)
    elif word.lower() in ("u", "undo"):
        match.undo()
    elif word.lower() == "save":
        if not rest:
            raise UserError(message("cli.no_file"))
        Path(rest).write_text(match.machine.file_text(), encoding="utf-8")
        click.echo(CATALOGUE.text("cli.saved", file=rest), err=True)
    else:
        say("\n".join(map(str, match.move(answer))))


@main.command()
@click.option(
    "--machines",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Number of machines.",
)
@games_option
@teacher_option
@click.option(
    "--learner", help="Learning rule (default: remove-last, or as --rules says)."
)
@first_option
@seed_option
@click.option(
    "--engine", type=click.Choice(["auto", *ENGINES]), default="auto", show_default=True
)
@click.option(
    "--save",
    "save_file",
    type=OutputFile(),
    help="Train one machine and save it to this file.",
)
@rules_option
@out_option
@json_option
def train(
    machines: int,
    games: int,
    engine: str,
    save_file: Path | None,
    outs: tuple[Path, ...],
    as_json: bool,
    **changes: Any,
) -> None:
    """Train many machines and report the learning curve; Ctrl-C keeps what is done."""
    no_effect("--save", "--machines", "--engine", "--out")
    rules = _rules(**changes)
    # A chain is not needed here: the clairvoyant teacher plays real games.
    _prepare(rules, rules.teacher if rules.teacher != "clairvoyant" else None)
    if save_file:
        match = Match(rules, Machine(rules))
        _train(match, games)
        save_file.write_text(match.machine.file_text(), encoding="utf-8")
        emit({"machine": str(match.machine)}, str(match.machine), as_json)
        return
    with counting(CATALOGUE.text("cli.training"), machines) as show:
        run = simulate(machines, games, rules=rules, engine=engine, progress=show)
    text = CATALOGUE.text(
        "cli.trained",
        machines=run.machines,
        games=games,
        engine=run.engine,
        speed=numeral(run.machines * games / run.seconds / 1e6, ".2f"),
        perfect=numeral(run.perfect[-1], ".4f"),
        starting=_last(run.wins_starting),
        replying=_last(run.wins_replying),
    )
    if run.interrupted:
        text += "\n" + CATALOGUE.text("cli.interrupted")
    data = run.to_dict()
    emit(data, text, as_json)

    def picture() -> Picture:
        return figures.learning_curves(rules.teacher, games, run=run, rules=rules)

    names = (
        "n",
        "wins_starting",
        "played_starting",
        "wins_replying",
        "played_replying",
    )
    _write(outs, data, _columns(data, names), picture)


def _last(rates: Sequence[float]) -> str:
    """The rate of the last game that was played in a role; NaN stands where there was none."""
    played = [rate for rate in rates if not isnan(rate)]
    return numeral(played[-1], ".4f") if played else "–"


@main.command()
@games_option
@teacher_option
@click.option("--tester", help="Opponent of the test games (default: the teacher).")
@first_option
@rules_option
@out_option
@json_option
def curve(
    games: int,
    tester: str | None,
    outs: tuple[Path, ...],
    as_json: bool,
    **changes: Any,
) -> None:
    """The exact learning curve, and how long it takes until the machine is perfect."""
    rules = _rules(**changes)
    _prepare(rules, rules.teacher, tester)
    result = exact.curve(rules.teacher, games, tester=tester, rules=rules)
    goals: Row = {}
    for until in ("winnable", "clean"):
        goals[until] = exact.expected_games(rules.teacher, until, rules=rules)
    goals = _finite(goals)
    lines = [CATALOGUE.text("cli.curve_head")]
    # A page of numbers, whatever the length of the curve; a set, since few games have fewer tenths.
    for n in sorted({round(games * tenth / 10) for tenth in range(11)}):
        cells = [f"{n:6d}"]
        for series in (result.machine_starts, result.human_starts, result.perfect):
            cells.append(numeral(float(series[n]), "9.4f"))
        lines.append(" ".join(cells))
    winnable = _cell(goals["winnable"])
    clean = _cell(goals["clean"])
    lines.append(CATALOGUE.text("cli.expected", winnable=winnable, clean=clean))
    data = result.to_dict()
    data["expected_games"] = goals
    emit(data, "\n".join(lines), as_json)

    def picture() -> Picture:
        return figures.learning_curves(
            rules.teacher, games, 0, tester=tester, rules=rules
        )

    names = ("n", "machine_starts", "human_starts", "perfect", "clean")
    _write(outs, data, _columns(data, names), picture)


def _finite(row: Row) -> Row:
    """JSON has no infinity: null stands for "never"."""
    finite: Row = {}
    for key, value in row.items():
        never = isinstance(value, float) and isinf(value)
        finite[key] = None if never else value
    return finite


@main.command()
@click.argument("what", type=click.Choice(list(COMPARISONS)), default="teachers")
@click.option("--names", help="Teachers, learners or values of ε, separated by commas.")
@games_option
@click.option(
    "--machines",
    type=click.IntRange(1),
    default=150,
    show_default=True,
    help="Number of machines (only for the comparisons learners and credit).",
)
@teacher_option
@click.option(
    "--seed",
    type=SEED,
    help="Seed, only for the comparisons learners and credit (default: 0, or as --rules says).",
)
@rules_option
@out_option
@json_option
def compare(
    what: str,
    names: str | None,
    games: int,
    machines: int,
    outs: tuple[Path, ...],
    as_json: bool,
    **changes: Any,
) -> None:
    """Compare teachers, learners, ε-teachers, teacher × tester, or two ways to assign blame; Ctrl-C keeps the rows.

    An option that would make no difference is refused.
    """
    kind = COMPARISONS[what]
    for option in OPTIONS:
        # An option without effect would be believed to have had one.
        if given(option) and option not in kind.options:
            refuse(option, what)
    rules = _rules(**changes)
    chosen = kind.names
    if names:
        chosen = tuple(name.strip() for name in names.split(","))
    elif what == "teachers":
        chosen = compared(rules)
    if what in ("teachers", "matrix"):
        _prepare(rules, *chosen)
    else:
        _prepare(rules, rules.teacher)
    job = Job(rules, chosen, games, machines)
    rows: list[Row] = []
    try:
        for row in kind.rows(job):
            rows.append(_finite(row))
    except KeyboardInterrupt:
        # Nothing to keep.
        if not rows:
            raise
        click.echo(CATALOGUE.text("cli.partial"), err=True)
        # The picture would compute the missing rows after all.
        outs = tuple(path for path in outs if path.suffix.lower() in DATA)
    data: Data = {"what": what, "rows": rows}
    emit(data, "\n".join(_aligned(rows)), as_json)
    _write(outs, data, rows, lambda: kind.picture(job))


def _aligned(rows: Sequence[Row]) -> list[str]:
    """A table as lines of text, with the names of the columns above."""
    table = [list(rows[0])]
    for row in rows:
        table.append(list(map(_cell, row.values())))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for cells in table:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append("  ".join(padded))
    return lines


def _cell(value: object) -> str:
    if value is None:
        return "∞"
    return numeral(value, ".4f") if isinstance(value, float) else str(value)


@main.command("print")
@click.option(
    "--sheet",
    "sheets",
    multiple=True,
    type=click.Choice(SHEETS),
    help="Sheet to make; repeatable (default: all sheets).",
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="A4", show_default=True
)
@click.option(
    "--format",
    "suffix",
    type=click.Choice(["svg", "pdf", "png"]),
    default="svg",
    show_default=True,
    help="png needs resvg-py, pdf vl-convert.",
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Folder for the files (default: here).",
)
@rules_option
@json_option
def print_(
    sheets: tuple[str, ...],
    paper: str,
    suffix: str,
    folder: Path,
    rules_text: str,
    as_json: bool,
) -> None:
    """Make the playing board, boxes, markers and rule sheet for the table."""
    rules = Rules.parse(rules_text)
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for kind in sheets or SHEETS:
        name = f"matchbox-{kind}-{paper}-{get_language()}.{suffix}"
        files.append(str(save_sheet(folder / name, kind, rules, paper)))
    emit({"files": files}, "\n".join(files), as_json)


if __name__ == "__main__":
    main()
