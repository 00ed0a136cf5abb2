"""Files that outlive a session: one sample of each version stays readable for ever; a newer one is refused by name."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from datetime import date
from pathlib import Path

import pytest

from amakta.rules.games import Record as AmaktaGame
from boardkit.errors import UserError
from coursekit import open_set
from coursekit.book.archive import open_archive
from coursekit.book.marks import read_sheet
from coursekit.book.sealing import unsealed
from coursekit.formats import BOOKED, GROUPS, MARKS, PARTICIPANTS, PERSON, RUBRIC
from coursekit.marking import ledger
from coursekit.practice import handin
from coursekit.practice.recording import Record
from coursekit.sets.course import read_json
from coursekit.sets.plan import read_plan
from finity_edu import Record as Game
from finity_edu.players import Arena, player
from matchbox import Machine

SAMPLES = Path(__file__).parent / "formats"
ANSWERED = {"q1": 7, "q2": ["b", "bw"], "q3": None, "q4": "Because *ε*."}
PAIR = [player("greedy"), player("random")]


def answers(path):
    record = Record(path, {"set": "hw", "student": "ada", "signature": "", "lang": "en"})
    assert record.news() == []
    return {q: e.answer for q, e in record.entries().items()}


def handed_in(path):
    found = handin.read(path.read_bytes())
    if found.problem:
        raise UserError(f"a newer version: {found.problem}")
    assert (found.remarks, found.entries["q3"].source.split("(")[0]) == ((), "def answer")
    return {q: e.answer for q, e in found.entries.items()}


def instances(path):
    shutil.copy(path, path.with_name("set.instances.json"))
    return open_set("set", path.parent).show("q1").title


def booked(path):
    data = json.loads(path.read_text())
    BOOKED.check(data, path.name)
    return data["students"]


def marked(path):
    """What a version said that wrote dictionaries."""
    return [(one.student, one.points, [verdict.status for verdict in one.questions.values()])
            for one in ledger.read(path)]


def archived(path):
    with zipfile.ZipFile(path.with_suffix(".zip"), "w") as packed:
        packed.write(path, "archive.json")
        packed.writestr("course.toml", "whole\n")
    return open_archive(path.with_suffix(".zip"), path.parent / "opened").files


# Format, end of its files -> what reads it, what a sample says.
READERS = {
    ("answers", "json"): (answers, ANSWERED),
    ("archive", "json"): (archived, 1),
    ("arena", "jsonl"): (lambda path: len(Arena(PAIR, games=2, seed=1).run(file=path).games), 2),
    ("booked", "json"): (booked, {"ada": {"q1": "0f"}}),
    ("course", "toml"): (lambda path: read_plan(path).sets["hw"].due, date(2026, 10, 19)),
    ("game", "amakta"): (lambda path: len(AmaktaGame.parse(path.read_text()).game.moves), 2),
    ("game", "finity"): (lambda path: Game.parse(path.read_text()).comments, {1: "straight at the tower"}),
    ("groups", "json"): (lambda path: read_json(path, GROUPS)["groups"], {"1": ["ada", "bob"]}),
    ("hand-in", "ipynb"): (handed_in, ANSWERED),
    ("instances", "json"): (instances, "set.q1"),
    ("machine", "txt"): (lambda path: str(Machine.load(path.read_text())), "length=4 | 4:123 3:123 2:12 1:1"),
    ("marks", "json"): (lambda path: [one.by for one in read_sheet(path).marks], ["anna"]),
    ("marks", "jsonl"): (lambda path: ledger.history(path, MARKS), [{"student": "ada", "question": "q1"}]),
    ("participants", "json"): (lambda path: read_json(path, PARTICIPANTS)["moodle"], {"ada": "7001"}),
    ("person", "json"): (lambda path: read_json(path, PERSON)["student"], "ada"),
    ("result", "jsonl"): (marked, [("eve", 2.0, ["wrong", "malformed", "right"])]),
    ("rubric", "json"): (lambda path: read_json(path, RUBRIC)["questions"], {"q1": [{"text": "ends", "points": 1}]}),
    ("sealed", "txt"): (lambda path: unsealed(path.read_bytes(), "pass", path.name), b"whole"),
}
ROOT = Path(__file__).parents[1]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
SOURCES = {path: path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
STATED = re.compile(r'^[A-Z_]+ = Format\("finity-edu/([a-z-]+)", ([0-9]+)\)$', re.MULTILINE)
PLACES = [(name, int(version)) for source in SOURCES.values() for name, version in STATED.findall(source)]
VERSIONS = dict(PLACES)
CASES = [(name, end, version) for name, end in READERS for version in range(1, VERSIONS[name] + 1)]


def test_every_format_has_a_reader_and_every_sample_a_version_that_is_known():
    assert {name for name, _ in READERS} == set(VERSIONS)
    assert {path.name for path in SAMPLES.iterdir()} == {f"{name}-{version}.{end}" for name, end, version in CASES}


@pytest.mark.parametrize(("name", "end", "version"), CASES)
def test_every_version_is_read_and_the_file_left_as_it_is(name, end, version, tmp_path):
    path = tmp_path / f"hw.{name}.{end}"
    shutil.copy(SAMPLES / f"{name}-{version}.{end}", path)
    read, expected = READERS[name, end]
    assert read(path) == expected
    assert path.read_bytes() == (SAMPLES / f"{name}-{version}.{end}").read_bytes()


@pytest.mark.parametrize(("name", "end", "version"), CASES)
def test_a_newer_version_is_refused_by_name(name, end, version, tmp_path):
    path = tmp_path / f"hw.{name}.{end}"
    text = (SAMPLES / f"{name}-{version}.{end}").read_text(encoding="utf-8")
    newer = re.sub(rf'(finity-edu/{name}(?:",?\s*"?version"?(?::| =))?) {version}', r"\1 99", text)
    assert newer != text
    path.write_text(newer, encoding="utf-8")
    with pytest.raises(UserError, match="newer version"):
        READERS[name, end][0](path)
    assert path.read_text(encoding="utf-8") == newer


@pytest.mark.parametrize(("name", "end"), [("game", "amakta"), ("game", "finity"), ("machine", "txt")])
def test_a_text_without_its_first_line_is_one_of_version_0_1(name, end, tmp_path):
    _, _, rest = (SAMPLES / f"{name}-1.{end}").read_text(encoding="utf-8").partition("\n")
    path = tmp_path / "old"
    path.write_text(rest, encoding="utf-8")
    read, expected = READERS[name, end]
    assert read(path) == expected


def test_every_format_is_stated_in_one_place_and_nowhere_once_more():
    assert len(PLACES) == len(VERSIONS)
    found = [name for path, source in SOURCES.items() if path.name != "formats.py" for name in VERSIONS
             if f'"finity-edu/{name}"' in STATED.sub("", source)]
    assert found == []
