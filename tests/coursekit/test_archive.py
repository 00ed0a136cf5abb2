"""A term in one file: nothing is missing, nothing is taken for whole that is not, and without names there are none."""

from __future__ import annotations

import json
import shutil
import tracemalloc
import zipfile
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from coursekit.book import archive
from coursekit.book.archive import open_archive, write_archive
from coursekit.book.feedback import write_feedback
from coursekit.book.scores import scores, standings
from coursekit.formats import ANSWERS, MARKS
from coursekit.marking import ledger
from coursekit.marking.by_hand import Mark, marks, marks_file
from coursekit.sets.course import Course, find_course
from coursekit.sets.handins import HandIn, keep, moments, sum_of
from tests.cases import sampled
from tests.coursekit.hostile import archives, names
from tests.coursekit.workshop import by_hand, hand_in, main, marked, perfect, run

pytestmark = pytest.mark.usefixtures("marked_here")

ADA, BOB = "ada", "bob"


@pytest.fixture(scope="module")
def term(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A set was handed in, marked and given back; one mark was given by hand.  No test changes it."""
    root = tmp_path_factory.mktemp("term") / "course"
    shutil.copytree(template, root)
    course = find_course(root)
    marked(course)
    by_hand(course, BOB, "q1", 0.5, "Nearly, Bobby")
    write_feedback(course, "hw", False)
    return course


def points(course: Course) -> dict[str, float]:
    return {student: ledger.read(course.results("hw") / f"{student}.jsonl")[-1].points
            for student in course.submissions("hw")}


def test_what_is_opened_is_what_was_there_and_is_marked_the_same(term, tmp_path):
    assert run(term, "archive", str(tmp_path / "term.zip"), "--with-secret").exit_code == 0
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    there = {p.relative_to(term.root) for p in term.root.rglob("*") if p.is_file() and p.name != ".lock"}
    assert {p.relative_to(opened.root) for p in opened.root.rglob("*") if p.is_file()} == there
    assert scores(opened, "hw") == scores(term, "hw")
    again = json.loads(run(opened, "mark", "hw", "--again", "--json").stdout)
    assert (sorted(again["marked"]), again["changed"]) == ([ADA, BOB], {})
    after, before = (replace(ledger.read(shop.results_of("hw", ADA))[at], when="", by="")
                     for shop, at in ((opened, -1), (term, 0)))
    assert after == before, "as it was before anybody was told"


@pytest.mark.slow
def test_another_key_changes_points_and_the_command_says_whose(term, tmp_path):
    write_archive(term, tmp_path / "term.zip")
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    mine = opened.own_questions
    mine.write_text(mine.read_text().replace('== w.count("b") for', "== -1 for"), encoding="utf-8")
    changed = json.loads(run(opened, "mark", "hw", "--json").stdout)["changed"]
    assert {student: [*what] for student, what in changed.items()} == {ADA: ["q3"], BOB: ["q3"]}


@pytest.mark.slow
def test_without_names_nobody_is_named_and_nothing_can_be_drawn_again_but_everything_marked(term, tmp_path):
    whose = {term.root.joinpath("private", "secret").read_bytes().strip(), b"Bob", b"bob@uni.test", b"Ada",
             b"Bobby"}
    said = run(term, "archive", str(tmp_path / "term.zip"), "--without-names")
    assert (said.exit_code, "Comments by hand are left out" in said.output) == (0, True), said.output
    with zipfile.ZipFile(tmp_path / "term.zip") as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert [w for w in (*whose, b'"ada"', b'"bob"') if w in content] == [], name
            assert not {"ada", "bob", "eve"} & {part.split(".")[0] for part in name.split("/")}, name
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    assert sorted(points(opened).values()) == sorted(points(term).values())
    again = json.loads(run(opened, "mark", "hw", "--again", "--json").stdout)
    assert again["changed"] == {}
    assert all(one["remarks"] == [] for one in again["students"].values())
    assert sorted(points(opened).values()) == sorted(points(term).values())
    assert sorted(s.points for s in standings(opened, "hw").values()) == [5.5, 6]
    assert run(opened, "release", "hw").exit_code == 0


def test_without_names_a_result_still_names_what_was_handed_in_and_the_record_beside_it(term, tmp_path):
    shutil.copytree(term.root, tmp_path / "course")
    course = find_course(tmp_path / "course")
    beside = course.folder("submitted", "hw", BOB) / "hw.answers.json"
    beside.write_text(json.dumps(ANSWERS.head | {"set": "hw", "student": BOB, "entries": []}))
    assert run(course, "mark", "hw").exit_code == 0
    assert run(course, "archive", str(tmp_path / "term.zip"), "--without-names").exit_code == 0
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    assert len(opened.submissions("hw")) == 2
    for student in opened.submissions("hw"):
        said = ledger.read(opened.results("hw") / f"{student}.jsonl")[-1].content
        assert said == sum_of(*opened.handed_in("hw", student))


def test_without_names_neither_a_plan_nor_what_was_kept_nor_a_broken_file_names_anybody(term, tmp_path):
    shutil.copytree(term.root, tmp_path / "course")
    course = find_course(tmp_path / "course")
    head = 'format = "finity-edu/course"\nversion = 1\n[sets.hw.extensions]\n'
    (course.root / "course.toml").write_text(f'{head}"{BOB}" = 2026-11-01\n')
    folder = course.folder("submitted", "hw", BOB)
    one = HandIn((folder / "hw.ipynb").read_bytes(), None, datetime(2026, 10, 1, tzinfo=UTC), "student")
    keep(course, "hw", BOB, one)
    keep(course, "hw", BOB, HandIn(b'{"student": "%s", broken' % BOB.encode(), None, one.when, "student"))
    write_archive(course, tmp_path / "term.zip", names=False)
    with zipfile.ZipFile(tmp_path / "term.zip") as archive:
        assert [name for name in archive.namelist() if f'"{BOB}"'.encode() in archive.read(name)] == []
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    (extended,) = opened.plan.sets["hw"].extensions
    sums = moments(opened, "hw", extended)
    assert sum_of(*opened.handed_in("hw", extended))[:16] in sums, "what was kept is found again"


@pytest.mark.parametrize("harm", ["a file that says something else", "a file that is missing", "half of it",
                                  "no archive", "a file of elsewhere"])
def test_what_is_damaged_is_not_opened(harm, term, tmp_path):
    whole, other = tmp_path / "term.zip", tmp_path / "other.zip"
    write_archive(term, whole)
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(other, "w") as copy:
        for name in archive.namelist():
            content = archive.read(name)
            if harm == "a file of elsewhere":
                name, content = name.replace("course.toml", "../x"), content.replace(b"source/hw", b"../../hw")
            if name.endswith("hw.py") and harm == "a file that says something else":
                content += b"\n"
            if not (name.endswith("hw.py") and harm == "a file that is missing"):
                copy.writestr(name, content)
    if harm in ("half of it", "no archive"):
        other.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2 if harm == "half of it" else 0])
    with pytest.raises(UserError, match=r"other\.zip"):
        open_archive(other, tmp_path / "later")
    assert not (tmp_path / "later").exists()


def test_an_archive_is_opened_in_an_empty_folder_and_begun_anew_where_the_disk_is_full(term, tmp_path, monkeypatch):
    target = tmp_path / "term.zip"
    write_archive(term, target)
    before = target.read_bytes()
    with pytest.raises(UserError, match="empty"):
        open_archive(target, term.root)

    def full(self: zipfile.ZipFile, name: str, content: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    said = run(term, "archive", str(target))
    assert (said.exit_code, said.output.count("\n"), "No space left" in said.output) == (2, 1, True), said.exception
    assert target.read_bytes() == before
    assert [path.name for path in Path(tmp_path).glob(".*")] == []


@pytest.mark.parametrize("sample", sampled(archives.SAMPLES, lambda one: one.name))
def test_a_strangers_archive_writes_nothing_elsewhere_runs_nothing_and_is_told_in_a_line(sample, tmp_path):
    assert archives.trial(sample, tmp_path) == []


def test_a_large_file_of_an_archive_is_never_in_memory_as_a_whole(term, tmp_path):
    (tmp_path / "term.zip").write_bytes(archives.pack({**archives.PLAIN, "submitted/x": bytes(48 << 20)}))
    tracemalloc.start()
    open_archive(tmp_path / "term.zip", tmp_path / "later")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
    assert (tmp_path / "later" / "submitted" / "x").stat().st_size == 48 << 20


def test_programs_of_an_archive_are_named_and_run_by_nobody_who_has_not_said_so(term, tmp_path):
    write_archive(term, tmp_path / "term.zip")
    command = ["archive", str(tmp_path / "term.zip"), "--open", str(tmp_path / "later")]
    done = CliRunner().invoke(main, command)
    assert (done.exit_code, (tmp_path / "later").exists()) == (2, False)
    assert "nbgrader_config.py, source/questions.py" in done.output
    done = CliRunner().invoke(main, [*command, "--trust"])
    assert (done.exit_code, (tmp_path / "later" / "nbgrader_config.py").is_file()) == (0, True), done.output


def test_what_new_makes_is_opened_without_a_question(tmp_path, template):
    names.run("new", tmp_path / "mine", "--units", "0")
    write_archive(find_course(tmp_path / "mine"), tmp_path / "term.zip")
    open_archive(tmp_path / "term.zip", tmp_path / "later")
    assert find_course(tmp_path / "later").sets() == ["ps0"]


def test_a_file_whose_name_not_every_system_knows_is_named_before_it_is_in_an_archive(course, tmp_path):
    (course.root / "notes: of mine.txt").write_text("x")
    done = run(course, "archive", str(tmp_path / "term.zip"))
    assert (done.exit_code, "notes: of mine.txt" in done.output, (tmp_path / "term.zip").exists()) == (2, True, False)


def test_numbers_of_a_platform_and_what_markers_said_are_in_no_archive_without_names(course, tmp_path):
    assert not archive._kept(course, "private/participants/hw.json")
    assert archive._kept(course, "source/hw/hw.py")
    hand_in(course, "ada", perfect(course, "ada"))
    given = Mark("ada", "q1", 0.5, "Dear Augusta", "annabella", "2026-11-01T10:00:00+00:00", "sum")
    ledger.append(marks_file(course, "hw"), asdict(given), MARKS)
    write_archive(course, tmp_path / "term.zip", names=False)
    with zipfile.ZipFile(tmp_path / "term.zip") as packed:
        whole = b"".join(map(packed.read, packed.namelist()))
    assert [word for word in (b"Augusta", b"annabella", b'"ada"') if word in whole] == []
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    assert [(one.points, one.comment) for one in marks(opened, "hw")] == [(0.5, "")], "points are kept"
