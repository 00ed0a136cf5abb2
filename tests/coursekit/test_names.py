"""Hostile names, wherever they enter: nothing leads elsewhere, hides, shadows or comes back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from coursekit.book.scores import book_results
from tests.cases import sampled
from tests.coursekit.hostile import names
from tests.coursekit.workshop import SOURCE, run


@pytest.fixture(scope="module")
def folder(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course for all samples: they change nothing in it but the name of one student."""
    place = tmp_path_factory.mktemp("names")
    shutil.copytree(template, place / "course")
    return place


@pytest.mark.parametrize("sample", sampled([s for s in names.SAMPLES if s.kind != "file"], lambda one: one.name))
def test_a_hostile_name_is_refused_or_made_harmless_and_it_is_said(sample, folder):
    assert names.trial(sample, folder) == []


@pytest.mark.slow
@pytest.mark.parametrize("sample", [s for s in names.SAMPLES if s.kind == "file"], ids=lambda s: s.name)
def test_what_lies_beside_a_set_does_not_go_out(sample, folder):
    assert names.trial(sample, folder) == []


def test_a_name_that_came_by_another_way_is_cleaned_by_marking_which_says_so(course):
    with course.gradebook() as book:
        book.update_or_create_student("eve", first_name="<b>Eve</b>", last_name="Ada\u3164", email="<i>@uni.test",
                                         lms_user_id="<7>")
    done = run(course, "mark", "hw", "--workers", "1")
    assert (done.exit_code, done.output.count("is stored as")) == (0, 4), done.output
    stored = course.students()["eve"]
    assert [stored[part] for part in ("first_name", "email", "number")] == ["‹b›Eve‹/b›", "‹i›@uni.test", "‹7›"]
    assert book_results(course, "hw", {}) == []


def test_files_go_out_if_the_set_names_them_and_all_others_are_named_and_stay(course):
    folder = course.folder("source", "hw")
    (folder / "img").mkdir()
    for name in ("words.txt", "img/board.png", "notes.md", *names._BACKUPS):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("bw\n", encoding="utf-8")
    file = folder / "hw.py"
    file.write_text(SOURCE.replace("[markdown]", '[markdown] files=["words.txt", "img/board.png"]'), encoding="utf-8")
    done = run(course, "release", "hw", "--json")
    assert done.exit_code == 0, done.output
    assert {*json.loads(done.stdout)["kept_back"]} == {"notes.md", *names._BACKUPS}
    for place in (course.folder("release", "hw"), course.handout("hw", "ada")):
        assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == {
            "hw.ipynb", "hw.instances.json", "words.txt", "img/board.png"}
    assert "notes.md" in run(course, "release", "hw").output


SOLUTION = "word.count('b')  # in one line, and as it stands in the solution"
RUBRIC = """
# %% [markdown] question="q4" type="manual" points=1
# An idea that is told in the rubric only, with reasons.
"""


@pytest.mark.parametrize("content", sampled([
    "### BEGIN SOLUTION\n", "**Model answer.** It is 7.", "## Musterlösung\n", "*Rúbrica*: 2 puntos",
    f"def answer(word):\n        return   {SOLUTION}", "# An idea that is told in the rubric only, with reasons.",
    "UTF-16"], of=6))
def test_a_file_that_holds_a_solution_goes_to_nobody_even_if_the_set_names_it(course, content):
    folder, file = course.folder("source", "hw"), course.folder("source", "hw") / "hw.py"
    source = SOURCE.replace("[markdown]", '[markdown] files=["notes.txt"]').replace('word.count("b")', SOLUTION)
    file.write_text(source + RUBRIC)
    written = "**Model answer.** 7".encode("utf-16") if content == "UTF-16" else content.encode()
    (folder / "notes.txt").write_bytes(written)
    before = [sorted((course.root / top).rglob("*")) for top in ("release", "handout")]
    done = run(course, "release", "hw")
    assert (done.exit_code, "notes.txt" in done.output) == (2, True), done.output
    assert "Nothing was released" in done.output
    assert [sorted((course.root / top).rglob("*")) for top in ("release", "handout")] == before
    (folder / "notes.txt").write_text("Only words: b, w. The model answer comes later.")
    assert run(course, "release", "hw").exit_code == 0


def test_what_lies_in_a_students_folder_already_is_looked_at_before_it_is_handed_out_again(course):
    left = course.handout("hw", "bob") / "hw.py~"
    left.write_text(SOURCE)
    done = run(course, "release", "hw")
    assert (done.exit_code, "hw.py~" in done.output) == (2, True), done.output
    left.write_text("my own notes")
    done = run(course, "release", "hw")
    assert (done.exit_code, "hw.py~" in done.output) == (0, True), done.output


@pytest.mark.parametrize("named", [
    '"../questions.py"', '["gone.txt"]', '"hw.py"', "7", '["/etc/passwd"]', '["hw.ipynb"]', "[1]", '["a:b/c.txt"]'])
def test_a_file_that_a_set_cannot_name_is_refused_with_its_cell(course, named):
    file = course.folder("source", "hw") / "hw.py"
    (file.parent / "a:b").mkdir()
    (file.parent / "a:b" / "c.txt").write_text("It is there, and no name for every system.")
    file.write_text(SOURCE.replace("[markdown]", f"[markdown] files={named}"))
    done = run(course, "release", "hw")
    assert (done.exit_code, "cell 1" in done.output, "files=" in done.output) == (2, True, True), done.output


def test_only_a_known_student_is_forgotten_and_by_nobodys_path(course, tmp_path):
    # Ada's is found as ada's where a system does not tell capitals
    course.folder("feedback", "hw", "Ada").mkdir(parents=True)
    before = sorted(course.root.rglob("*"))
    for student in ("../source", "ada/../bob", "Ada", "nobody", ""):
        done = names.run("forget", course.root, "--student", student, "--yes")
        assert done.exit_code == 2, done.output
    assert [p for p in sorted(course.root.rglob("*")) if p.name != "gradebook.db"] == [
        p for p in before if p.name != "gradebook.db"]


@pytest.mark.parametrize("command", ["mark", "feedback", "export", "status", "release"])
def test_a_set_of_a_name_that_leads_elsewhere_is_refused_by_every_command(course, command):
    done = run(course, command, "../../hw")
    assert (done.exit_code, "cannot be the name of a problem set" in done.output) == (2, True), done.output


def test_ids_that_differ_only_by_capitals_are_refused_where_they_enter(course, tmp_path):
    file = tmp_path / "students.csv"
    file.write_text("id\nzoe\nZoe\n")
    done = names.run("new", course.root, "--units", "0", "--students", file)
    assert (done.exit_code, "Zoe, zoe" in done.output) == (2, True), done.output
    assert "zoe" not in course.students()
