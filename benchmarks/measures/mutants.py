"""Small faults put into the code, one at a time: how many of them the everyday tests notice.

Faults are drawn by lot over all packages, in proportion to their code, and over all kinds (`_faults.py` says which
there are, and what is left out); others are chosen by hand and stand in ``benchmarks/mutants.toml``.  Each is put into
a copy of the project, and the everyday tests that run its lines are run, the quickest ones first, until one fails;
where none does, all tests of these files and of this module, however long they take.  Which test runs which line is
found out once, by coverage, and kept in ``build/mutants`` until any file changes.

What became of a fault is kept there, too: a measure that was interrupted goes on where it was, and after a change the
test that noticed a fault before is asked first.

A test that fails without a fault as well proves nothing: all tests that have noticed something are run once more, on
the untouched copy.  A fault that no test could notice, because the code does the same with it, stands with a reason in
``benchmarks/mutants.toml``; it counts for nothing.

``python -m benchmarks.measures.mutants --seed 2`` draws other faults, and writes no record.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from ast import AsyncFunctionDef, FunctionDef, Import, ImportFrom, parse, walk
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from math import inf
from pathlib import Path
from queue import Queue

import click
import coverage
import psutil
import pytest

from benchmarks.measures import Table
from benchmarks.measures._faults import Fault, faults, short
from boardkit.console import progress

ROOT = Path(__file__).parents[2]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
KNOWN = ROOT / "benchmarks" / "mutants.toml"
SEED = 1
NUMBER = 120
LEAST = 10
"""Faults in each package."""
WANTED = 0.9
"""The share that is to be noticed."""
WORKERS = 2
MEMORY = 4 << 30
"""Bytes; a fault that fills the memory is noticed."""
QUICK = 30
"""Seconds of the quickest tests that run the lines of a fault; those are tried before all others."""


# ---------------------------------------------------------------------- drawing


def modules(package: str) -> list[str]:
    """The modules of a package."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py"))


def numbers(number: int) -> dict[str, int]:
    """How many faults are put into each package: in proportion to its lines."""
    lines = {package: sum(len((ROOT / module).read_bytes().splitlines()) for module in modules(package))
             for package in PACKAGES}
    return {package: max(LEAST, round(number * lines[package] / sum(lines.values()))) for package in PACKAGES}


def drawn(seed: int, number: int, packages: Sequence[str] = PACKAGES) -> list[Fault]:
    """Faults by lot: the kinds take turns, and no line is drawn twice.

    The lot of a fault is made of what is changed in which function, so that a seed draws nearly the same faults after a
    change elsewhere, and tests that were written for them count.
    """
    found = []
    for package in packages:
        share = numbers(number)[package]
        dice = random.Random(f"{seed} {package}")
        kinds: dict[str, list[Fault]] = defaultdict(list)
        for module in modules(package):
            for fault in faults(module, (ROOT / module).read_bytes()):
                kinds[fault.kind].append(fault)
        order = sorted(kinds)
        dice.shuffle(order)
        for alike in kinds.values():
            alike.sort(key=lambda fault: lot_of(fault, seed), reverse=True)
        turns = cycle(order)
        taken: set[tuple[str, int]] = set()
        while len(taken) < share and any(kinds.values()):
            alike = kinds[next(turns)]
            while alike and (alike[-1].path, alike[-1].line) in taken:
                alike.pop()
            if alike:
                fault = alike.pop()
                taken.add((fault.path, fault.line))
                found.append(fault)
    return found


def lot_of(fault: Fault, seed: int) -> str:
    """The lot of a fault, whatever line it stands in."""
    words = (str(seed), fault.path, fault.within, fault.before, fault.after)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def known_equivalent() -> set[tuple[str, str, str, str]]:
    """Faults that change nothing."""
    rows = tomllib.loads(KNOWN.read_text(encoding="utf-8")).get("equivalent", [])
    return {(row["path"], row["within"], row["before"], row["after"]) for row in rows}


def named() -> tuple[list[Fault], list[str]]:
    """Faults that were chosen by hand; and those whose line stands there no more."""
    found, gone = [], []
    for row in tomllib.loads(KNOWN.read_text(encoding="utf-8"))["named"]:
        source = (ROOT / row["path"]).read_bytes() if (ROOT / row["path"]).exists() else b""
        before = row["before"].encode()
        if source.count(before) != 1:
            gone.append(f"{row['path']}  {row['before']}")
            continue
        begin = source.index(before)
        end = begin + len(before)
        first, last = (source.count(b"\n", 0, place) + 1 for place in (begin, end))
        found.append(Fault(row["path"], "named", first, last, begin, end, row["before"], row["after"], "?"))
    return found, gone


# ---------------------------------------------------------------------- which test runs which line


def files() -> list[str]:
    """What belongs to the project, with what is not committed yet."""
    words = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(name for name in listed if name and (ROOT / name).is_file())


def copied(folder: Path) -> None:
    """Put a copy of the project into a folder, compiled so that a changed module is always compiled anew."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    words = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", *PACKAGES]
    subprocess.run([sys.executable, *words], cwd=folder, check=True)


NOT_HANDED_ON = {"FINITY_GAMES", "FINITY_LANG", "PYTEST_CURRENT_TEST"}


def pytest_in(folder: Path, tests: Iterable[str], seconds: float | None = None, **environment: str) -> int:
    """Run pytest in a copy; returns its exit code, that of a killed process if it takes too many seconds."""
    outside = {key: value for key, value in os.environ.items() if key not in NOT_HANDED_ON}
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:cov",
             "-p", "benchmarks.measures._reached", *tests]
    if "MUTANTS_RECORD" in environment:
        words.remove("-x")
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            words, cwd=folder, stdout=said, stderr=said, start_new_session=True,
            env=outside | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"} | environment)
        try:
            code = ended(process, seconds)
        finally:
            with_children(process)
        # A fault that stops `conftest.py` from being imported is an error in usage to pytest
        unusable = code == pytest.ExitCode.USAGE_ERROR and "MUTANTS_CHOSEN" in environment
        if code > 2 and not unusable:
            said.seek(0)
            raise RuntimeError(f"pytest ends with {code}: {said.read().decode(errors='replace')[-2000:]}")
    return code


def ended(process: subprocess.Popen[bytes], seconds: float | None) -> int:
    """Wait for the end of a process; one that takes too much is ended, and its code is that of a killed one.

    Limits of the system would be handed on to what the tests start, some of which sets its own.
    """
    begin = time.monotonic()
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(None if seconds is None else 0.5)
        with suppress(psutil.NoSuchProcess):
            watched = psutil.Process(process.pid)
            took = sum(watched.cpu_times()[:4])
            if seconds is not None and (took > seconds or time.monotonic() - begin > 20 * seconds
                                        or watched.memory_info().rss > MEMORY):
                return -signal.SIGKILL


def with_children(process: subprocess.Popen[bytes]) -> None:
    """End what a test has left behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


RC = """[run]
data_file = {folder}/lines
parallel = true
core = ctrace
context = ${{PYTEST_CURRENT_TEST-}}
source_dirs =
{sources}
"""
"""What is recorded; a program that a test starts records for this test."""


class Reached:
    """Which test runs which line, and how long each takes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
        self.data = coverage.CoverageData(str(folder / "all"))
        self.data.read()
        root = (folder / "root").read_text(encoding="utf-8")
        self.names = {name.removeprefix(root + "/"): name for name in self.data.measured_files()}

    @classmethod
    def recorded(cls) -> Reached:
        """Run all everyday tests once, unless that has been done with the files as they are."""
        digest = hashlib.sha256()
        for name in files():
            if name.endswith((".py", ".toml", ".po", ".js", ".json")) and not name.startswith("benchmarks/"):
                digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
        folder = ROOT / "build" / "mutants" / digest.hexdigest()[:16]
        if not (folder / "all").exists():
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix="mutants-") as root:
                copied(Path(root))
                cls.record(folder, Path(root))
        return cls(folder)

    @staticmethod
    def record(folder: Path, root: Path, tests: Sequence[str] = ()) -> None:
        """Run tests of a copy and record what they reach."""
        sources = "\n".join(f"    {root / package}" for package in PACKAGES)
        (folder / "coveragerc").write_text(RC.format(folder=folder, sources=sources), encoding="utf-8")
        (folder / "root").write_text(str(root), encoding="utf-8")
        pytest_in(root, tests, MUTANTS_RECORD=str(folder))
        everything = coverage.CoverageData(str(folder / "part"))
        for path in folder.glob("lines.*"):
            one = coverage.CoverageData(str(path))
            one.read()
            everything.update(one)
            path.unlink()
        everything.write()
        (folder / "part").rename(folder / "all")

    def lines(self, module: str) -> dict[int, set[str]]:
        """The tests that run each line of a module; what is run when it is imported counts for nobody."""
        if module not in self.names:
            return {}
        found: dict[int, set[str]] = {}
        for line, contexts in self.data.contexts_by_lineno(self.names[module]).items():
            tests = {re.sub(r" \((setup|call|teardown)\)$", "", context) for context in contexts}
            found[line] = tests & self.seconds.keys()
        return found

    def near(self, fault: Fault) -> set[str]:
        """The tests that run the lines of a fault; none can be named where it is run by an import."""
        if not fault.within:
            return set()
        lines = self.lines(fault.path)
        return set().union(*(lines.get(line, set()) for line in range(fault.line, fault.last + 1)))

    def wide(self, fault: Fault) -> set[str]:
        """The tests that run anything of the module; or of what imports it, where that tells more.

        What is compiled to WebAssembly runs unseen, and what stands outside of functions is used by others.
        """
        found = self.of_module(fault.path)
        compiled = b"boardkit.engine" in (ROOT / fault.path).read_bytes()
        if not found or not fault.within or compiled:
            for importer in self.importers[fault.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")]:
                found |= self.of_module(importer)
        files_of_near = {test.partition("::")[0] for test in self.near(fault)}
        return found | {test for test in self.seconds if test.partition("::")[0] in files_of_near}

    def of_module(self, module: str) -> set[str]:
        """The tests that run a function of a module."""
        inside = {line for line, fits in functions((ROOT / module).read_text(encoding="utf-8")).items() if fits}
        return set().union(*(tests for line, tests in self.lines(module).items() if line in inside))

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """The modules that import a module."""
        found: dict[str, set[str]] = defaultdict(set)
        for package in PACKAGES:
            for module in modules(package):
                for node in walk(parse((ROOT / module).read_text(encoding="utf-8"))):
                    if isinstance(node, ImportFrom) and node.module:
                        for name in (node.module, *(f"{node.module}.{one.name}" for one in node.names)):
                            found[name].add(module)
                    elif isinstance(node, Import):
                        for one in node.names:
                            found[one.name].add(module)
        return found

    def by_cost(self, tests: Iterable[str], without: Iterable[str] = (), seconds: float = inf) -> list[str]:
        """The quickest tests, as many as there are seconds; those of the quickest files first."""
        chosen: dict[str, list[str]] = defaultdict(list)
        left = seconds
        for test in sorted({*tests} - {*without}, key=lambda test: (self.seconds[test], test)):
            left -= self.seconds[test]
            if left >= 0:
                chosen[test.partition("::")[0]].append(test)
        cost = {file: sum(self.seconds[test] for test in mine) for file, mine in chosen.items()}
        return [test for file in sorted(chosen, key=lambda file: (cost[file], file)) for test in chosen[file]]


def functions(source: str) -> dict[int, bool]:
    """Whether a line stands in the body of a function."""
    found: dict[int, bool] = {}
    for node in walk(parse(source)):
        if isinstance(node, FunctionDef | AsyncFunctionDef):
            for line in range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1):
                found[line] = True
    return found


# ---------------------------------------------------------------------- trying


@dataclass(frozen=True)
class Trial:
    """What became of a fault: noticed by a test ("" if nothing could be imported, or it did not end), or not."""

    fault: Fault
    noticed: bool
    by: str = ""
    tests: int = 0


class Memory:
    """What became of faults, line by line in a file, so that nothing is lost when a measure is interrupted."""

    def __init__(self, file: Path, files: str) -> None:
        self.file, self.files = file, files
        self.noticed_by: dict[str, str] = {}
        self.known: dict[str, tuple[bool, str, int]] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            row = json.loads(line)
            if row["by"]:
                self.noticed_by[row["change"]] = row["by"]
            if row["files"] == files:
                self.known[row["fault"]] = row["noticed"], row["by"], row["tests"]

    @staticmethod
    def change(fault: Fault) -> str:
        """A fault, wherever its lines have gone."""
        return f"{fault.path} {fault.within} {short(fault.before)} → {short(fault.after)}"

    def trial(self, fault: Fault) -> Trial | None:
        """What became of a fault in these very files."""
        return Trial(fault, *self.known[str(fault)]) if str(fault) in self.known else None

    def keep(self, trial: Trial) -> None:
        """Write down what became of a fault."""
        row = {"files": self.files, "fault": str(trial.fault), "change": self.change(trial.fault),
               "noticed": trial.noticed, "by": trial.by, "tests": trial.tests}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def tried(fault: Fault, folder: Path, reached: Reached, memory: Memory) -> Trial:
    """Put a fault into a copy, and run tests until one fails: that of last time, the quick ones, all others."""
    path = folder / fault.path
    source = path.read_bytes()
    before = [test for test in (memory.noticed_by.get(memory.change(fault)),) if test in reached.seconds]
    near = reached.by_cost(reached.near(fault), before, QUICK)
    others = reached.by_cost(reached.near(fault) | reached.wide(fault), (*before, *near))
    path.write_bytes(fault.put_into(source))
    ran = 0
    try:
        for chosen in (before, near, others):
            ran += len(chosen)
            noticed, by = fails(folder, chosen, reached) if chosen else (False, "")
            if noticed:
                return Trial(fault, True, by, ran)
    finally:
        path.write_bytes(source)
    return Trial(fault, False, "", ran)


def fails(folder: Path, chosen: list[str], reached: Reached) -> tuple[bool, str]:
    """Whether one of these tests fails, and which one."""
    with tempfile.TemporaryDirectory() as notes:
        (Path(notes) / "chosen").write_text("\n".join(chosen), encoding="utf-8")
        seconds = 40 + 5 * sum(reached.seconds[test] for test in chosen)
        paths = dict.fromkeys(test.partition("::")[0] for test in chosen)
        code = pytest_in(folder, paths, seconds, MUTANTS_CHOSEN=notes)
        failed = Path(notes) / "failed"
        return code != 0, failed.read_text(encoding="utf-8").partition("\n")[0] if failed.exists() else ""


@contextmanager
def copies(number: int) -> Iterator[Queue[Path]]:
    """Some copies of the project."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        queue: Queue[Path] = Queue()
        for n in range(number):
            folder = Path(place) / str(n)
            copied(folder)
            queue.put(folder)
        yield queue


def all_tried(chosen: Sequence[Fault], reached: Reached, workers: int = WORKERS) -> list[Trial]:
    """Try faults, a few at once; what was noticed by a test that fails anyway was not noticed."""
    memory = Memory(reached.folder.parent / "trials.jsonl", reached.folder.name)

    def one(fault: Fault) -> Trial:
        if known := memory.trial(fault):
            return known
        folder = queue.get()
        try:
            trial = tried(fault, folder, reached, memory)
        finally:
            queue.put(folder)
        memory.keep(trial)
        return trial

    with copies(workers) as queue, ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(one, fault) for fault in chosen]
        trials = []
        for future in progress(as_completed(running), "faults", len(chosen)):
            trials.append(future.result())
            if not trials[-1].noticed:
                click.echo(f"survived: {trials[-1].fault}  ({trials[-1].tests} tests)", err=True)
        anyway = failing(sorted({trial.by for trial in trials if trial.by}), queue.get(), reached)
    order = {fault: n for n, fault in enumerate(chosen)}
    trials.sort(key=lambda trial: order[trial.fault])
    return [Trial(trial.fault, False, f"{trial.by}, which fails anyway") if trial.by in anyway else trial
            for trial in trials]


def failing(tests: list[str], folder: Path, reached: Reached) -> set[str]:
    """Those of some tests that fail in an untouched copy."""
    found: set[str] = set()
    while left := [test for test in tests if test not in found]:
        noticed, by = fails(folder, left, reached)
        if not noticed:
            break
        found.add(by)
    return found


# ---------------------------------------------------------------------- the measure


def measure(seed: int = SEED, number: int = NUMBER, packages: Sequence[str] = PACKAGES,
            workers: int = WORKERS) -> Table:
    """Draw faults, try them, and count."""
    equivalent = known_equivalent()
    lot = drawn(seed, number, packages)
    same = [fault for fault in lot if (fault.path, fault.within, short(fault.before), short(fault.after)) in equivalent]
    by_hand, gone = named()
    chosen = [*(fault for fault in lot if fault not in same),
              *(fault for fault in by_hand if package_of(fault) in packages)]
    trials = all_tried(chosen, Reached.recorded(), workers)
    survived = [trial for trial in trials if not trial.noticed]
    rows: list[tuple[object, ...]] = []
    for package in packages:
        mine = [trial for trial in trials if package_of(trial.fault) == package and trial.fault.kind != "named"]
        rows.append((package, *counted(mine), sum(package_of(fault) == package for fault in same)))
    drawn_ones = [trial for trial in trials if trial.fault.kind != "named"]
    rows.append(("all", *counted(drawn_ones), len(same)))
    rows.append(("chosen by hand", *counted([trial for trial in trials if trial.fault.kind == "named"]), ""))
    rows += [("not noticed", trial.fault, "", "", trial.by) for trial in survived]
    rows += [("chosen by hand, but gone", text, "", "", "") for text in gone]
    noticed = sum(trial.noticed for trial in drawn_ones)
    share = noticed / max(1, len(drawn_ones))
    missed = [str(trial.fault) for trial in survived if trial.fault.kind == "named"]
    if share < WANTED:
        missed.append(f"{share:.1%} of the faults were noticed, not {WANTED:.0%}")
    summary = f"{noticed} of {len(drawn_ones)} faults noticed, {share:.1%}; {len(same)} change nothing. Seed {seed}."
    return Table(("package", "faults", "noticed", "share", "change nothing"), rows, missed, summary)


def package_of(fault: Fault) -> str:
    """The package that a fault is put into."""
    return fault.path.partition("/")[0]


def counted(trials: Sequence[Trial]) -> tuple[int, int, str]:
    """Number, number of those noticed, share."""
    noticed = sum(trial.noticed for trial in trials)
    return len(trials), noticed, f"{noticed / max(1, len(trials)):.0%}"


@click.command()
@click.option("--seed", default=SEED, show_default=True)
@click.option("--number", default=NUMBER, show_default=True, help="How many faults.")
@click.option("--package", "packages", multiple=True, default=PACKAGES, help="Only in this one.")
@click.option("--workers", default=WORKERS, show_default=True, help="How many faults are tried at once.")
def main(seed: int, number: int, packages: tuple[str, ...], workers: int) -> None:
    """Draw other faults than `make measure ONLY=mutants`, and print what became of them."""
    table = measure(seed, number, packages, workers)
    for row in table.rows:
        click.echo("\t".join(map(str, row)))
    click.echo(table.summary)
    for text in table.missed:
        click.echo(f"missed: {text}", err=True)


if __name__ == "__main__":
    main()
