"""Commands killed, run twice at once, or on a full disk: a further run leaves what one whole run leaves.

A command is killed just before one of its changes (a file opened for writing, renamed, removed, …), drawn by lot from
all of them: so it does not depend on how fast the machine is.  Killing ``mark`` at any time, with its workers, is in
``tests/coursekit/test_load.py``.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import random
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measures import Table
from boardkit.console import progress
from coursekit.marking.pool import cores

KILLS = 50
SIZES = 8
"""How many sizes of a full disk."""
PATIENCE = 600
"""Seconds after which a command hangs."""
PUBLIC = "5e" * 32
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
EVENTS = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "sqlite3.connect", "shutil.copyfile", "subprocess.Popen"}

# Command -> what was done before it, and its words; {} is the folder where all this lies.
COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "new": ((), ("new", "{}/course", "--units", "0", "--students", "{}/students.csv", "--start", "2026-10-12")),
    "release": (("new",), ("release", "ps0", "--course", "{}/course")),
    "release again": (("new", "release"), ("release", "ps0", "--course", "{}/course")),
    "renew": (("new", "release"), ("new", "{}/course", "--renew-secret")),
    "collect": (("new", "release"), ("collect", "ps0", "{}/inbox", "--course", "{}/course")),
    "mark": (("new", "release", "collect"), ("mark", "ps0", "--workers", "1", "--course", "{}/course")),
    "feedback": (("new", "release", "collect", "mark"), ("feedback", "ps0", "--course", "{}/course")),
    "export": (("new", "release", "collect", "mark"), ("export", "ps0", "--course", "{}/course")),
    "archive": (("new", "release", "collect", "mark"), ("archive", "{}/term.zip", "--course", "{}/course")),
    "archive --open": (("new", "release", "collect", "mark", "archive"),
                       ("archive", "{}/term.zip", "--open", "{}/later")),
    "forget": (("new", "release", "collect", "mark", "feedback"), ("forget", "{}/course", "--student", "ada", "--yes")),
    "rehearse": (("new",), ("rehearse", "{}/course", "--students", "2")),
}
AGAIN = {"archive --open": "is not empty; an archive", "forget": "Nothing is stored"}
"""What a command says that was done already."""


def _child(words: list[str], said: str, killed_at: int, scratch: str) -> None:
    """Run a command; before change number `killed_at` the process is killed."""
    from finity_edu.cli import main

    os.environ["TMPDIR"], tempfile.tempdir = scratch, None
    done = 0

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal done
        if event in EVENTS or (event == "open" and isinstance(args[2], int) and args[2] & WRITES):
            done += 1
            if done == killed_at:
                os.kill(os.getpid(), signal.SIGKILL)

    with open(said, "w", encoding="utf-8") as out, redirect_stdout(out), redirect_stderr(out):
        sys.addaudithook(hook)
        code = 1
        try:
            main(words, standalone_mode=True)
        except SystemExit as end:
            code = int(end.code or 0)
        print(f"\nchanges {done}", file=out)
    os._exit(code)


@cache
def _server() -> Any:
    context = get_context("forkserver")
    context.set_forkserver_preload(["coursekit.book.cli", "finity_edu.cli", "nbgrader.apps", "nbgrader.api",
                                    "nbgrader.preprocessors", "jupytext"])
    return context


class Run:
    """A command in a process of its own, in the folder `place`."""

    def __init__(self, words: tuple[str, ...], place: Path, killed_at: int = 0) -> None:
        self.said = place.parent / f"said-{secrets.token_hex(8)}"
        scratch = place / ".scratch"  # its folder for temporary files, on the same disk
        scratch.mkdir(exist_ok=True)
        args = ([word.replace("{}", str(place)) for word in words], str(self.said), killed_at, str(scratch))
        self.process = _server().Process(target=_child, args=args)
        self.process.start()

    def end(self) -> tuple[int, str, int]:
        """Exit code, what it said, number of changes."""
        self.process.join(PATIENCE)
        if self.process.exitcode is None:
            self.process.kill()
            return 1, "Traceback: none, it hangs", 0
        text, _, changes = self.said.read_text(encoding="utf-8").rpartition("\nchanges ")
        self.said.unlink()
        return self.process.exitcode, text.strip(), int(changes) if changes.strip().isdigit() else 0


def _timeless(line: bytes) -> dict[str, object]:
    """A result without the time at which it was set, and without the checksum that covers the time."""
    record: dict[str, object] = json.loads(line)["record"]
    return {key: value for key, value in record.items() if key != "when"}


def state(place: Path) -> dict[str, object]:
    """What matters of a folder: contents of files, rows of data bases; neither times nor what is hidden."""
    found: dict[str, object] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if not path.is_file() or any(part.startswith(".") for part in name.split("/")):
            continue
        if path.suffix == ".db":
            with closing(sqlite3.connect(path)) as book:
                for table in ("student", "submitted_assignment", "grade", "source_cell"):
                    found[f"{name} {table}"] = book.execute(f"SELECT count(*) FROM {table}").fetchone()
                found[name] = book.execute("SELECT sum(auto_score) FROM grade").fetchone()
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                found[name] = sorted(archive.namelist())
        elif path.suffix == ".jsonl" and "results" in path.parts:
            found[name] = [_timeless(line) for line in path.read_bytes().splitlines()]
        elif path.name == "timestamp.txt":
            found[name] = "a time"
        elif path.name == "secret" and path.parent.name == "private":
            found[name] = len(path.read_bytes())
        else:
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


class Ready(NamedTuple):
    """A folder in which a command can be run, what it leaves there, and how many changes it makes."""

    place: Path
    whole: dict[str, object]
    changes: int


READY: dict[str, Ready] = {}


def _know(ready: dict[str, Ready]) -> None:
    READY.update(ready)


@cache
def _home() -> Path:
    """Where all these folders lie, as long as this process runs."""
    home = Path(tempfile.mkdtemp(prefix="kills-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home


def prepared(command: str) -> Ready:
    """Prepare a command, once."""
    if command in READY:
        return READY[command]
    before = COMMANDS[command][0]
    place = Path(tempfile.mkdtemp(dir=_home()))
    if before:
        shutil.copytree(prepared(before[-1]).place, place, dirs_exist_ok=True)
        _run(COMMANDS[before[-1]][1], place)
        if before[-1] == "new":
            (place / "course" / "private" / "secret").write_text(PUBLIC)  # the same questions every time
        if before[-1] == "release":
            _answer(place)
    else:
        (place / "students.csv").write_text("id,first_name\nada,Ada\nbob,Bob\n", encoding="utf-8")
    after = Path(tempfile.mkdtemp(dir=_home()))
    shutil.copytree(place, after, dirs_exist_ok=True)
    changes = _run(COMMANDS[command][1], after)
    READY[command] = Ready(place, state(after), changes)
    shutil.rmtree(after)
    return READY[command]


def _run(words: tuple[str, ...], place: Path) -> int:
    code, text, changes = Run(words, place).end()
    if code:
        raise RuntimeError(f"{words}: {text}")
    return changes


def _answer(place: Path) -> None:
    """Two students hand in."""
    import json

    from coursekit.sets.build import solved
    from coursekit.sets.course import find_course

    course = find_course(place / "course")
    for student in ("ada", "bob"):
        book = solved(course.problem_set("ps0"), course.issued("ps0", student))
        (place / "inbox").mkdir(exist_ok=True)
        (place / "inbox" / f"{student}.ipynb").write_text(json.dumps(book), encoding="utf-8")


@contextmanager
def _copy(command: str, kilobytes: int = 0) -> Iterator[Path]:
    """The folder of a command, copied; on a disk that has so much room left, if it is said."""
    ready = prepared(command).place
    place = Path(tempfile.mkdtemp(dir=ready.parent))
    try:
        if kilobytes:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200m", "none", str(place)], check=True)
        shutil.copytree(ready, place, dirs_exist_ok=True)
        if kilobytes:
            _resize(place, sum(-(-f.stat().st_size // 4096) * 4 + 4 for f in place.rglob("*")) + kilobytes)
        yield place
    finally:
        if kilobytes:
            subprocess.run(["umount", "-l", str(place)], check=True)
        shutil.rmtree(place)


def _resize(place: Path, kilobytes: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", str(place)], check=True)


def _sentence(code: int, text: str) -> list[str]:
    """What is wrong with the end of a command that could not do all: a code 2 and one sentence are right."""
    return [] if code == 0 or (code in (1, 2) and text and "Traceback" not in text) else [f"code {code}: {text[-300:]}"]


def _finished(command: str, place: Path) -> list[str]:
    """What is wrong after the command was run once more."""
    code, text, _ = Run(COMMANDS[command][1], place).end()
    if code and command == "archive --open" and (place / "later" / ".opening").exists():
        shutil.rmtree(place / "later")  # what the sentence asks for
        code, text, _ = Run(COMMANDS[command][1], place).end()
    if code and not (command in AGAIN and AGAIN[command] in text):
        return [f"the second run: code {code}: {text[-300:]}"]
    there, whole = state(place), prepared(command).whole
    return [f"{name} is {'missing' if name not in there else 'left over' if name not in whole else 'another'}"
            for name in sorted(there.keys() | whole.keys()) if there.get(name) != whole.get(name)]


def killed(command: str, at: int) -> list[str]:
    """Kill a command before a change; what is wrong then."""
    with _copy(command) as place:
        Run(COMMANDS[command][1], place, at).end()
        return [f"{command}, killed before change {at}: {one}" for one in _finished(command, place)]


def at_once(command: str) -> list[str]:
    """Run a command twice at once; what is wrong then."""
    with _copy(command) as place:
        both = [Run(COMMANDS[command][1], place) for _ in range(2)]
        wrong = [one for run in both for one in _sentence(*run.end()[:2])]
        return [f"{command}, twice at once: {one}" for one in [*wrong, *_finished(command, place)]]


def disk_full(command: str, kilobytes: int) -> list[str]:
    """Run a command on a disk with little room, then give it more; what is wrong then."""
    with _copy(command, kilobytes) as place:
        wrong = _sentence(*Run(COMMANDS[command][1], place).end()[:2])
        _resize(place, 200_000)
        return [f"{command}, {kilobytes} KB left: {one}" for one in [*wrong, *_finished(command, place)]]


def points(command: str, number: int) -> list[int]:
    """Changes before which a command is killed, by lot."""
    changes = prepared(command).changes
    return sorted(random.Random(command).sample(range(1, changes + 1), min(number, changes)))


def mountable() -> bool:
    """Whether a small disk can be made here."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(["mount", "-t", "tmpfs", "none", place], capture_output=True, check=False) \
            if sys.platform == "linux" else None
        return done is not None and not done.returncode and not subprocess.run(["umount", place]).returncode


class Trial(NamedTuple):
    """One thing that is done to a command."""

    done: Callable[..., list[str]]
    command: str
    arguments: tuple[int, ...] = ()


def trials(command: str, kills: int, sizes: int) -> list[Trial]:
    """What is done to a command."""
    room = random.Random(command)
    left = [room.choice((4, 40, 200, 800)) + 4 * room.randrange(50) for _ in range(sizes)]
    return [*(Trial(killed, command, (at,)) for at in points(command, kills)), Trial(at_once, command),
            *(Trial(disk_full, command, (kilobytes,)) for kilobytes in left)]


def measure(commands: Iterable[str] = COMMANDS, kills: int = KILLS, sizes: int = SIZES) -> Table:
    """Kill commands, by default all of them; a rehearsal, which keeps nothing, more rarely."""
    commands, sizes = list(commands), sizes if mountable() else 0
    missed: dict[str, list[str]] = {command: [] for command in commands}
    try:
        for command in progress(commands, "prepare"):
            prepared(command)
        todo = [trial for command in commands for trial in
                trials(command, kills if command != "rehearse" else max(1, kills // 10), sizes)]
        with ProcessPoolExecutor(cores(), get_context("spawn"), _know, (READY,)) as pool:
            running = {pool.submit(trial.done, trial.command, *trial.arguments): trial for trial in todo}
            for future in progress(as_completed(running), "trials", len(todo)):
                missed[running[future].command] += future.result()
    finally:
        shutil.rmtree(_home())
    number = Counter((trial.command, trial.done) for trial in todo)
    rows = [(command, READY[command].changes, number[command, killed], number[command, disk_full], len(missed[command]))
            for command in commands]
    return Table(("command", "changes", "killed", "full disks", "wrong"), rows, [*chain(*missed.values())],
                 f"{sum(row[2] for row in rows)} kills, {sum(row[3] for row in rows)} full disks, "
                 f"{sum(row[4] for row in rows)} wrong.")
