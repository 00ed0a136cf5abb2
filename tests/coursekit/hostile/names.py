"""Names that break, hide or shadow something: ids of students, names of persons, of files beside a set, of modules.

Each sample is tried wherever such a name enters; `trial` says what did not hold.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from boardkit.foreign import visible
from coursekit.sets.course import Course, find_course
from finity_edu.cli import main as finity
from tests.coursekit.hostile.files import book, entry
from tests.coursekit.workshop import SOURCE, make_course


@dataclass(frozen=True)
class Sample:
    """A name, what it is to be the name of, and what must be said of it."""

    name: str
    kind: str
    text: str
    said: str


_NO_ID, _TWIN, _STORED, _SHADOWS, _KEPT = "student's id", "one folder", "is stored as", "hide", "Not handed out"
_IDS = {
    "the folder of the sets": "../source", "another student": "ada/../bob", "the root": "/etc", "here": ".",
    "above": "..", "nothing": "", "a device": "con", "a device with an ending": "nul.txt", "a device, capitals": "COM1",
    "a dot at the end": "ada.", "a blank at the end": "eve \u00a0", "a blank inside": "a b", "a drive": "C:evil",
    "a second stream": "ada.txt:x", "backslashes": "..\\source", "NUL": "a\0b", "a line end": "ada\nbob",
    "long": "a" * 300, "a letter of another script": "аda", "an option": "--yes", "an unseen letter": "ada\u3164",
    "reversed": "ada\u202e", "the common questions": "_common",
}
_PERSONS = {
    "a picture": "<img src=x onerror=alert(document.domain)>", "an entity": "&lt;script&gt;", "a quote": '" onclick="x',
    "an escape": "Ada\x1b[2J", "a line end": "Ada\nbob  32 / 32", "reversed": "Ada\u202eecalevoL",
    "unseen letters": "Ada\u3164\u115f\u1160\uffa0\u2800\u034f", "a selector": "Ada\ufe0f", "blanks": "Ada" + " " * 200 + "x",
    "long": "A" * 5_000, "a stack of accents": "A" + "\u0301" * 40, "a formula": "=1+1",
}
_MODULES = ("json", "os", "pickle", "keyword", "coursekit", "boardkit", "finity_edu", "nbgrader", "__init__", "__main__",
            "site", "sitecustomize")
_BACKUPS = ("hw.py~", "hw.py.bak", "hw.py.orig", "hw.py.save", ".hw.py.swp", "#hw.py#", "old_hw.py", "Kopie von hw.py",
            "model-answers.md", "old/hw.py", "hw.py.txt", ".hw.py.un~", "hw (1).py", "hw.ipynb.bak")

SAMPLES = (
    *(Sample(f"id: {name}", "id", text, _NO_ID) for name, text in _IDS.items()),
    *(Sample(f"id: {text}, where there is ada", "id", text, _TWIN) for text in ("Ada", "ADA")),
    *(Sample(f"person: {name}", "person", text, _STORED) for name, text in _PERSONS.items() if name != "a formula"),
    Sample("person: a formula", "person", _PERSONS["a formula"], ""),
    *(Sample(f"module: {text}", "module", text, _SHADOWS) for text in _MODULES),
    *(Sample(f"beside a set: {text}", "file", text, text.split("/")[-1]) for text in _BACKUPS),
)


def run(*args: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(finity, [*map(str, args)])


def _course(folder: Path) -> Course:
    root = folder / "course"
    return find_course(root) if root.exists() else make_course(root)


def _class_list(folder: Path, id: str, first: str = "", last: str = "", more: str = "") -> Path:
    file = folder / "students.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([
            ("id", "first_name", "last_name", "email", "number"), (id, first, last, more, more)])
    return file


def _state(folder: Path) -> dict[Path, bytes]:
    """All files, except what a command may write that does nothing."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


def _refused(what: str, done: Result, said: str) -> list[str]:
    if done.exit_code != 2 or said not in done.output:
        return [f"{what}: exit code {done.exit_code}, said {done.output[-300:]!r}"]
    return [] if done.output.isprintable() or visible(done.output, lines=True) == done.output else [f"{what}: raw output"]


def _id(sample: Sample, folder: Path) -> list[str]:
    course = _course(folder)
    root, id = course.root, sample.text
    before = _state(root)
    option = f"--student={id}"
    found = _refused("release", run("release", "hw", "--course", root, option), sample.said)
    found += _refused("forget", run("forget", root, "--yes", option), "")
    if id.strip() == id and "\0" not in id:
        found += _refused("new", run("new", root, "--units", "0", "--students", _class_list(folder, id, "Ada")),
                          "cannot be a student's id" if sample.said == _NO_ID else sample.said)
    if "/" not in id and "\0" not in id and len(id) < 200 and id not in ("", ".", ".."):
        found += _collected(course, folder / "inbox", id)
    changed = {path for path in {*before, *_state(root)} if before.get(path) != _state(root).get(path)}
    return found + [f"changed: {path.name}" for path in sorted(changed)]


def _collected(course: Course, inbox: Path, id: str) -> list[str]:
    """A folder of that name among the downloads."""
    path = inbox / id / "x.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(book(entry()))
    done = run("collect", "hw", inbox, "--new", "--course", course.root)
    path.unlink()
    path.parent.rmdir()
    found = [] if done.exit_code == 1 and "Not filed" in done.output else [f"collect --new took it: {done.output!r}"]
    return found + [f"collect --new filed {student}" for student in course.submissions("hw")]


def _person(sample: Sample, folder: Path) -> list[str]:
    root = _course(folder).root
    file = _class_list(folder, "zoe", *[sample.text] * 3)
    found = []
    for _ in range(2):  # called again, it must not bring back what was cleaned
        done = run("new", root, "--units", "0", "--students", file)
        if done.exit_code or sample.said not in done.output:
            found.append(f"new said {done.output[-300:]!r}")
        stored = find_course(root).students()["zoe"]
        for part in ("first_name", "last_name", "email", "number"):
            name = stored[part]
            if visible(name) != name or {*'<>&"'} & {*name} or len(name) > 100 or "  " in name:
                found.append(f"{part} is stored as {name!r}")
    return found


def _module(sample: Sample, folder: Path) -> list[str]:
    place = folder / "mine"
    done = run("new", place, "--question", sample.text)
    return _refused("new", done, sample.said) + [f"wrote {path}" for path in place.rglob("*")]


def _file(sample: Sample, folder: Path) -> list[str]:
    course = _course(folder)
    path = course.folder("source", "hw") / sample.text
    path.parent.mkdir(exist_ok=True)
    path.write_text(SOURCE + "\n# **Model answer.** CANARY-MODEL-ANSWER, told at some length.\n", encoding="utf-8")
    done = run("release", "hw", "--course", course.root)
    path.unlink()
    found = [] if done.exit_code == 0 and _KEPT in done.output and sample.said in done.output else [
        f"release said {done.output!r}"]
    out = [place for top in ("release", "handout") for place in (course.root / top).rglob("*") if place.is_file()]
    return found + [f"went out: {place.name}" for place in out if place.name not in ("hw.ipynb", "hw.instances.json")]


_TRIALS: dict[str, Callable[[Sample, Path], list[str]]] = {
    "id": _id, "person": _person, "module": _module, "file": _file}


def trial(sample: Sample, folder: Path) -> list[str]:
    """Try a sample in a folder, which may be the same for all of them; return what did not hold."""
    return _TRIALS[sample.kind](sample, folder)
