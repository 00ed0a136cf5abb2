"""The command line ``matchbox``: play, train, curve, compare, print."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from boardkit.console import Group, emit, json_option
from boardkit.errors import UserError
from boardkit.messages import get_language
from boardkit.svg import Picture
from matchbox import exact, figures
from matchbox.machine import Machine
from matchbox.match import Match
from matchbox.printout import PAPERS, SHEETS, save_sheet
from matchbox.rules import CATALOGUE, Rules, Seat
from matchbox.simulate import ENGINES, simulate

__all__ = ["main"]

rules_option = click.option("--rules", "rules_text", default="", metavar="KEY=VALUE …",
                            help='Parameters of the board, as in "length=8 overshoot=cap".')
out_option = click.option("--out", "outs", multiple=True, type=click.Path(path_type=Path),
                          help="Write the result to a file: .svg .png .pdf (picture), .csv .json (data). Repeatable.")
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same result.")
teacher_option = click.option(
    "--teacher", default="random", show_default=True,
    help="random, perfect, perfect-1|2|3, epsilon:P, memoryless, clairvoyant, machine.")
first_option = click.option("--first", type=click.Choice([s.value for s in Seat]), default="machine",
                            show_default=True, help="Who starts game 1.")
games_option = click.option("--games", type=click.IntRange(1), default=100, show_default=True,
                            help="Number of training games.")


def _write(outs: Sequence[Path], data: dict[str, Any], rows: Sequence[Mapping[str, Any]],
           picture: Callable[[], Picture]) -> None:
    """Write a result to each file, by its suffix."""
    for path in outs:
        suffix = path.suffix.lower()
        if suffix == ".json":
            path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        elif suffix == ".csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, fieldnames=list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        elif suffix in (".svg", ".png", ".pdf"):
            picture().save(path)
        else:
            raise UserError(CATALOGUE.message("cli.suffix", path=str(path)))
        click.echo(CATALOGUE.text("cli.written", path=str(path)), err=True)


def _columns(series: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Series of equal length as rows of a table."""
    return [dict(zip(series, values, strict=True)) for values in zip(*series.values(), strict=True)]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="finity-edu")
def main() -> None:
    """Intelligenz gegen Automat: a machine of markers and dice that learns."""


@main.command()
@rules_option
@seed_option
@click.option("--load", "load_file", type=click.Path(path_type=Path), help="Go on with a saved machine.")
@click.option("--save", "save_file", type=click.Path(path_type=Path), help="Save the machine after every game.")
@click.option("--train", "warm_up", type=click.IntRange(0), default=0, help="Games of training before you play.")
@teacher_option
@json_option
def play(rules_text: str, seed: int, load_file: Path | None, save_file: Path | None, warm_up: int, teacher: str,
         as_json: bool) -> None:
    """Play as Intelligenz against the machine; every step of the machine is printed.

    Type the number of fields to move, "undo" (or "u"), or "quit" (or "q").  With --train the machine first plays
    against --teacher.
    """
    rules = Rules.parse(rules_text)
    machine = Machine.load(load_file.read_text(encoding="utf-8")) if load_file else Machine(rules)
    match = Match(machine.rules, machine, teacher if warm_up else "human", seed=seed)
    if warm_up:
        match.train(warm_up)
        match.set_teacher("human")
    before = len(match.played)
    say = (lambda text: None) if as_json else click.echo
    going = True
    while going:
        say(f"\n{CATALOGUE.text('cli.game', n=len(match.played) + 1)}  {match.machine}")
        match.start()
        say("\n".join(map(str, match.events)))
        going = _one_game(match, say)
        if save_file and match.track is None:
            save_file.write_text(str(match.machine) + "\n", encoding="utf-8")
    played = match.played[before:]
    data = {"machine": str(match.machine), "games": [
        {"starter": g.starter.value, "moves": list(g.moves), "won": g.won} for g in played]}
    emit(data, CATALOGUE.text("cli.score", games=len(played), won=sum(not g.won for g in played),
                              machine=str(match.machine)), as_json)


def _one_game(match: Match, say: Callable[[str], Any]) -> bool:
    """One game at the terminal; False if the player leaves."""
    while match.track is not None:
        if match.track.turn is Seat.MACHINE:
            say("\n".join(map(str, match.turn())))
            continue
        say(CATALOGUE.text("cli.field", field=match.track.field, togo=match.track.togo))
        try:
            answer = click.prompt(CATALOGUE.text("cli.prompt"), prompt_suffix=" ", err=True).strip().lower()
        except click.Abort:
            return False
        if answer in ("q", "quit"):
            return False
        try:
            if answer in ("u", "undo"):
                match.undo()
                continue
            match.snapshot()
            try:
                say("\n".join(map(str, match.turn(answer))))
            except UserError:
                match.undo()
                raise
        except UserError as error:
            click.echo(str(error), err=True)
    return True


@main.command()
@click.option("--machines", type=click.IntRange(1), default=1000, show_default=True, help="How many machines.")
@games_option
@teacher_option
@click.option("--learner", help="Learning rule (default: remove-last, or as --rules says).")
@first_option
@seed_option
@click.option("--engine", type=click.Choice(["auto", *ENGINES]), default="auto", show_default=True)
@click.option("--threads", type=click.IntRange(1), help="Threads for numba (default: all).")
@click.option("--save", "save_file", type=click.Path(path_type=Path), help="Train one machine and save it here.")
@rules_option
@out_option
@json_option
def train(machines: int, games: int, teacher: str, learner: str | None, first: str, seed: int, engine: str,
          threads: int | None, save_file: Path | None, rules_text: str, outs: tuple[Path, ...], as_json: bool) -> None:
    """Train many machines and report the learning curve; Ctrl-C keeps what is done."""
    rules = Rules.parse(rules_text)
    if save_file:
        match = Match(rules, teacher=teacher, seed=seed)
        match.train(games)
        if not isinstance(match.machine, Machine):
            raise UserError(CATALOGUE.message("error.no_machine", learner=rules.learner, known="remove-last"))
        save_file.write_text(str(match.machine) + "\n", encoding="utf-8")
        emit({"machine": str(match.machine)}, str(match.machine), as_json)
        return
    with click.progressbar(length=machines, label=CATALOGUE.text("cli.training"), file=sys.stderr,
                           hidden=not sys.stderr.isatty()) as bar:
        done = [0]

        def progress(now: int, _all: int) -> None:
            bar.update(now - done[0])
            done[0] = now

        run = simulate(machines, games, teacher, first, seed, rules, learner, engine, threads, progress)
    data = run.to_dict()
    series = {k: data[k] for k in ("n", "wins_starting", "played_starting", "wins_replying", "played_replying")}
    _write(outs, data, _columns(series), lambda: figures.learning_curves(teacher, games, run=run, rules=rules))
    last = {role: next((f"{r:.4f}" for r in reversed(rates) if r == r), "–") for role, rates in
            (("starting", run.wins_starting), ("replying", run.wins_replying))}
    text = CATALOGUE.text("cli.trained", machines=run.machines, games=games, engine=run.engine,
                          speed=f"{run.machines * games / run.seconds / 1e6:.2f}", perfect=f"{run.perfect[-1]:.4f}",
                          **last)
    if run.interrupted:
        text += "\n" + CATALOGUE.text("cli.interrupted")
    emit(data, text, as_json)


@main.command()
@games_option
@teacher_option
@click.option("--tester", help="Opponent of the test games (default: the teacher).")
@first_option
@rules_option
@out_option
@json_option
def curve(games: int, teacher: str, tester: str | None, first: str, rules_text: str, outs: tuple[Path, ...],
          as_json: bool) -> None:
    """The exact learning curve, and how long it takes until the machine is perfect."""
    rules = Rules.parse(rules_text)
    result = exact.curve(teacher, games, first, tester, rules)
    data = result.to_dict() | {
        "expected_games": {u: exact.expected_games(teacher, u, first, rules=rules) for u in ("winnable", "clean")}}
    series = {k: data[k] for k in ("n", "machine_starts", "human_starts", "perfect", "clean")}
    rows = _columns(series)
    _write(outs, data, rows, lambda: figures.learning_curves(teacher, games, 0, tester=tester, rules=rules))
    shown = sorted({round(games * i / 10) for i in range(11)})
    lines = [CATALOGUE.text("cli.curve_head")]
    lines += [f"{n:6d} {rows[n]['machine_starts']:9.4f} {rows[n]['human_starts']:9.4f} {rows[n]['perfect']:9.4f}"
              for n in shown]
    lines.append(CATALOGUE.text("cli.expected", **{k: f"{v:.4f}" for k, v in data["expected_games"].items()}))
    emit(_finite(data), "\n".join(lines), as_json)


def _finite(value: Any) -> Any:
    """JSON has no infinity: null stands for "never"."""
    if isinstance(value, dict):
        return {k: _finite(v) for k, v in value.items()}
    return None if isinstance(value, float) and value in (float("inf"), float("-inf")) else value


@main.command()
@click.argument("what", type=click.Choice(["teachers", "learners", "epsilon", "matrix", "credit"]), default="teachers")
@click.option("--names", help="Teachers or learners, separated by commas.")
@games_option
@click.option("--machines", type=click.IntRange(1), default=150, show_default=True, help="For learners and credit.")
@teacher_option
@seed_option
@rules_option
@out_option
@json_option
def compare(what: str, names: str | None, games: int, machines: int, teacher: str, seed: int, rules_text: str,
            outs: tuple[Path, ...], as_json: bool) -> None:
    """Compare teachers, learners, ε-teachers, teacher × tester, or two ways to assign blame."""
    rules = Rules.parse(rules_text)
    chosen = tuple(n.strip() for n in names.split(",")) if names else None
    rows, picture = _COMPARISONS[what](rules, chosen, games, machines, teacher, seed)
    data = {"what": what, "rows": rows}
    _write(outs, data, rows, picture)
    widths = {key: max(len(key), *(len(_cell(r[key])) for r in rows)) for key in rows[0]}
    lines = ["  ".join(f"{key:>{w}}" for key, w in widths.items())]
    lines += ["  ".join(f"{_cell(row[key]):>{w}}" for key, w in widths.items()) for row in rows]
    emit(data, "\n".join(lines), as_json)


def _cell(value: Any) -> str:
    return "∞" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


_Result = tuple[list[dict[str, Any]], Callable[[], Picture]]


def _teachers(rules: Rules, names: Sequence[str] | None, games: int, *_: Any) -> _Result:
    names = names or figures.TEACHERS
    rows = [{"teacher": name, "expected_games": None if mean == float("inf") else mean, "median": median}
            for name, mean, median in figures.quantile_table(names, rules)]
    return rows, lambda: figures.teachers_compared(names, games, rules)


def _learners(rules: Rules, names: Sequence[str] | None, games: int, machines: int, teacher: str,
              seed: int) -> _Result:
    names = names or ("remove-last", "never-empty", "menace", "menace-floor", "q-learning", "afterstate-td",
                      "monte-carlo", "reinforce", "ucb1", "thompson")
    rows = []
    for name in names:
        run = simulate(machines, games, teacher, seed=seed, rules=rules, learner=name)
        won = [a + b for a, b in zip(run.count_starting, run.count_replying, strict=True)]
        tenth = max(2, games // 10)
        rows.append({"learner": name, "all_games": sum(won) / (games * machines),
                     "last_tenth": sum(won[-tenth:]) / (tenth * machines)})
    return rows, lambda: figures.learners_compared(names[:8], teacher, games, machines, seed, rules)


def _epsilon(rules: Rules, names: Sequence[str] | None, *_: Any) -> _Result:
    values = names or [f"{i / 20:g}" for i in range(21)]
    rows = [{"epsilon": v, "expected_games": exact.expected_games(f"epsilon:{v}", rules=rules)} for v in values]
    return rows, lambda: figures.epsilon_curve(rules=rules)


def _matrix(rules: Rules, names: Sequence[str] | None, games: int, *_: Any) -> _Result:
    names = names or ("random", "perfect", "epsilon:0.3")
    rows = [{"teacher": t, **{s: exact.curve(t, games, tester=s, rules=rules).both[-1] for s in names}} for t in names]
    return rows, lambda: figures.teacher_tester_matrix(names, names, games, rules)


def _credit(rules: Rules, _names: Any, games: int, machines: int, _teacher: str, seed: int) -> _Result:
    rows = []
    for learner in ("remove-last", "remove-all"):
        run = simulate(machines, games, "random", seed=seed, rules=rules, learner=learner)
        rows.append({"learner": learner, "markers_left": float(sum(int(sum(r)) for r in run.markers)) / machines,
                     "perfect": run.perfect[-1]})
    return rows, lambda: figures.credit_assignment(games, machines, seed, rules)


_COMPARISONS: dict[str, Callable[..., _Result]] = {
    "teachers": _teachers, "learners": _learners, "epsilon": _epsilon, "matrix": _matrix, "credit": _credit}


@main.command("print")
@click.option("--sheet", "sheets", multiple=True, type=click.Choice(SHEETS), help="Default: all sheets. Repeatable.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="A4", show_default=True)
@click.option("--format", "suffix", type=click.Choice(["svg", "pdf", "png"]), default="svg", show_default=True,
              help="pdf and png need matplotlib.")
@click.option("--dir", "folder", type=click.Path(path_type=Path, file_okay=False), default=Path(), show_default="here",
              help="Where the files go.")
@rules_option
@json_option
def print_(sheets: tuple[str, ...], paper: str, suffix: str, folder: Path, rules_text: str, as_json: bool) -> None:
    """Make the playing board, boxes, markers and rule sheet for the table."""
    rules = Rules.parse(rules_text)
    folder.mkdir(parents=True, exist_ok=True)
    files = [save_sheet(folder / f"matchbox-{kind}-{paper}-{get_language()}.{suffix}", kind, rules, paper)
             for kind in sheets or SHEETS]
    emit({"files": [str(f) for f in files]}, "\n".join(map(str, files)), as_json)


if __name__ == "__main__":
    main()
