"""The end of a term: totals, a question taken out, one person's data, what is forgotten, what leaves the house."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from coursekit.book import forgetting
from coursekit.book.archive import open_archive, write_archive
from coursekit.book.export import export
from coursekit.book.feedback import write_feedback
from coursekit.book.forgetting import forget_student, names_in, traces
from coursekit.book.person import write_person
from coursekit.book.scores import book_results, scores, standings
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.sets.groups import Groups
from coursekit.sets.handins import HandIn, keep, kept
from coursekit.sets.release import release
from tests.coursekit.test_common import answered
from tests.coursekit.workshop import answer, by_hand, hand_in, main, perfect, run

ROOT = Path(__file__).parents[2]
HEAD = 'format = "finity-edu/course"\nversion = 1\n'


@pytest.fixture(scope="module")
def marked_course(template, tmp_path_factory):
    """Ada has everything right, Bob's first answer is wrong; Eve has handed in Ada's file."""
    root = tmp_path_factory.mktemp("end") / "course"
    shutil.copytree(template, root)
    course = find_course(root)
    wrong = perfect(course, "bob")
    answer(wrong, "q1", "answer = 99")
    copied = answered(course.handout("hw", "ada"), course, "ada")
    books = {"ada": perfect(course, "ada"), "bob": wrong, "eve": copied}
    shop = Marking(course, "hw")
    for student, book in books.items():
        path = hand_in(course, student, book)
        keep(course, "hw", student, HandIn(path.read_bytes(), None, datetime(2026, 10, 1, tzinfo=UTC), "student"))
        shop.note(grade(shop.job(student)))
    book_results(course, "hw", shop.marked())
    return root


@pytest.fixture
def course(marked_course, tmp_path):
    shutil.copytree(marked_course, tmp_path / "course")
    return find_course(tmp_path / "course")


def planned(course, text):
    (course.root / "course.toml").write_text(HEAD + text, encoding="utf-8")
    return find_course(course.root)


def table(course, name):
    export(course, ["hw"], course.root / "export")
    with open(course.root / "export" / f"{name}.csv", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.mark.slow
def test_the_total_says_who_has_reached_the_threshold_and_points_are_rounded_as_the_plan_says(course):
    course = planned(course, "threshold = 0.9\nrounding = 2\n")
    assert [row["points"] for row in table(course, "hw").values()] == ["6", "6", "0"], "5 of 6 are rounded to 6"
    assert [row["passed"] for row in table(course, "total").values()] == ["yes", "yes", "no"]
    course = planned(course, "threshold = 0.9\n")
    assert [(row["percent"], row["passed"]) for row in table(course, "total").values()] == [
        ("100", "yes"), ("83.33", "no"), ("0", "no")]


def test_a_question_that_is_taken_out_gives_all_its_points_to_everybody_who_handed_in(course):
    assert standings(course, "hw")["bob"].points == 5
    course = planned(course, '[sets.hw]\nfull = ["q1"]\n')
    assert [one.points for one in standings(course, "hw").values()] == [6, 6, 1], "at once, without marking again"
    book_results(course, "hw", Marking(course, "hw").marked())
    assert scores(course, "hw")["bob"].score == 6, "the formgrader says the same"
    assert "This question was taken out" in write_feedback(course, "hw")[1].read_text(encoding="utf-8")
    course = planned(course, '[sets.hw]\nfull = ["q9"]\n')
    with pytest.raises(UserError, match="names the question q9"):
        Marking(course, "hw")


def test_a_question_that_was_taken_out_by_mistake_loses_its_points_at_once_too(course):
    before = {s: one.points for s, one in standings(course, "hw").items()}
    course = planned(course, '[sets.hw]\nfull = ["q1"]\n')
    book_results(course, "hw", Marking(course, "hw").marked())
    assert table(course, "hw")["bob"]["q1"] == "1"
    course = planned(course, "")
    assert {s: one.points for s, one in standings(course, "hw").items()} == before
    assert table(course, "hw")["bob"]["q1"] == "0"
    assert "5 of 6 points" in write_feedback(course, "hw")[1].read_text(encoding="utf-8")


def test_a_page_says_what_being_late_does_where_the_best_hand_in_counts_and_where_the_last_one_does(course):
    for counts, first in (("best", False), ("last", True)):
        changed = planned(course, f'late = 0.1\ncounts = "{counts}"\n')
        page = write_feedback(changed, "hw")[0].read_text(encoding="utf-8")
        assert "Each day late costs 10% of the points" in page
        assert ("came on time counts before one that came late" in page) == first


def test_the_total_has_all_sets_whichever_is_exported(course):
    shutil.copytree(course.root / "source" / "hw", course.root / "source" / "hw2")
    (course.root / "source" / "hw2" / "hw.py").rename(course.root / "source" / "hw2" / "hw2.py")
    release(course, "hw2")
    hand_in(course, "ada", perfect(course, "ada", "hw2"), "hw2")
    shop = Marking(course, "hw2")
    shop.note(grade(shop.job("ada")))
    book_results(course, "hw2", shop.marked())
    course = planned(course, "threshold = 0.9\n")
    rows = table(course, "total")
    assert {s: (row["hw"], row["hw2"], row["percent"], row["passed"]) for s, row in rows.items()} == {
        "ada": ("6", "6", "100", "yes"), "bob": ("5", "", "41.67", "no"), "eve": ("0", "", "0", "no")}
    assert not (course.root / "export" / "hw2.csv").exists()


def test_a_question_that_is_taken_out_and_that_there_is_not_is_refused_by_every_command_that_reads_the_list(course):
    course = planned(course, '[sets.hw]\nfull = ["q77"]\n')
    (course.root / "downloads").mkdir()
    commands = (["release", "hw"], ["collect", "hw", str(course.root / "downloads")], ["mark", "hw"], ["read", "hw"],
                ["feedback", "hw"], ["export", "hw"], ["export"], ["status"], ["status", "hw"])
    for command in commands:
        done = run(course, *command)
        refused = "names the question q77, but hw has only q1, q2, q3" in done.output
        assert (done.exit_code, refused) == (2, True), command


def test_the_status_says_that_feedback_is_due_again_when_another_thing_counts(course):
    def due() -> bool:
        done = json.loads(run(find_course(course.root), "status", "--json").stdout)["sets"][0]
        assert ("finity-edu feedback hw" in done["next"]) == (done["feedback"] < 3)
        return done["feedback"] < 3

    assert due()
    write_feedback(course, "hw")
    assert not due()
    by_hand(course, "bob", "q1", 0.5)
    assert due()
    write_feedback(course, "hw")
    by_hand(course, "bob", "q1", 1)
    assert due()
    write_feedback(course, "hw")
    changed = planned(course, '[sets.hw]\nfull = ["q3"]\n')
    assert due()
    write_feedback(changed, "hw", solutions=True)
    assert not due()
    hand_in(changed, "bob", perfect(changed, "bob"))
    shop = Marking(changed, "hw")
    shop.note(grade(shop.job("bob")))
    assert due()
    write_feedback(changed, "hw")
    for page in changed.folder("feedback", "hw", "bob").glob("*.html"):
        page.write_text("<html>of nbgrader</html>")
    assert not due(), "of such a page nobody can tell"


def test_a_set_whose_text_has_other_questions_or_points_than_were_released_is_not_marked(course):
    source = course.folder("source", "hw") / "hw.py"
    text = source.read_text(encoding="utf-8")
    arrows = '# %% question="q1" type="count_arrows" points=1 difficulty=1 seconds=2'
    for changed, said in ((text.replace("points=3", "points=30"), "q2 was released with points=3, .* points=30"),
                          (text.replace("count_arrows", "count_words"), "q1 was released with type=.count_arrows"),
                          (text.replace(arrows, ""), "q1 was released with points=1.* Put its cell back"),
                          (text + "\n" + arrows.replace("q1", "q9"), "question q9 with points=1")):
        source.write_text(changed, encoding="utf-8")
        done = run(course, "mark", "hw")
        assert (done.exit_code, bool(re.search(said, done.output))) == (2, True), done.output
        row, page = table(course, "hw")["bob"], write_feedback(course, "hw")[1].read_text(encoding="utf-8")
        assert (row["points"], row["maximum"], row["q1"], row["q2"]) == ("5", "6", "0", "3")
        assert "5 of 6 points" in page
    source.write_text(text.replace("points=3", "points=30"), encoding="utf-8")
    release(course, "hw")
    assert table(course, "hw")["bob"]["maximum"] == "6", "as long as it is marked so"
    Marking(course, "hw")


def test_what_a_course_knows_of_one_person_is_one_file_without_keys_and_without_others(course, tmp_path):
    done = run(course, "archive", str(tmp_path / "ada.zip"), "--student", "ada")
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(tmp_path / "ada.zip") as archive:
        names = archive.namelist()
        known = json.loads(archive.read("person.json"))
        whole = b"".join(map(archive.read, names))
    assert {name.split("/")[0] for name in names} == {"person.json", "handout", "submitted", "private"}
    assert (known["class_list"]["first_name"], known["sets"]["hw"]["points"]) == ("Ada", 6)
    assert [b"bob" in whole, b'"data"' in whole] == [False, False], "nor what a key could be computed from"
    with pytest.raises(UserError, match="zoe"):
        write_person(course, "zoe", tmp_path / "zoe.zip")


def test_nobody_is_given_the_data_of_somebody_whom_the_course_does_not_know(course, tmp_path):
    done = run(course, "archive", str(tmp_path / "x.zip"), "--student", "nobody")
    assert (done.exit_code, "no 'nobody' in this course" in done.output, "deleted" in done.output) == (2, True, False)
    assert not (tmp_path / "x.zip").exists()


def test_who_is_forgotten_stands_neither_in_others_files_nor_in_the_plan(course):
    course = planned(course, "[sets.hw.extensions]\nada = 2026-10-25\nbob = 2026-10-26\n")
    (course.root / "hw.html").write_text("waiting: Ada Test")
    (course.root / "downloads").mkdir()
    (course.root / "downloads" / "eve.txt").write_text("ada has helped me")
    points = standings(course, "hw")["eve"].points
    left = forget_student(course, "ada", traces(course, "ada"))
    course = find_course(course.root)
    assert {*course.plan.sets["hw"].extensions} == {"bob"}
    assert not (course.root / "hw.html").exists()
    named = {path.relative_to(course.root).parts[0] for path in left}
    assert named == {"downloads", "handout", "private"}, "what was handed out stays, and it is said"
    assert not [path for path in left if "results" in path.parts or "handins" in path.parts]
    assert not names_in(course.folder("submitted", "hw", "eve") / "hw.ipynb", [b"ada"])
    assert standings(course, "hw")["eve"].points == points
    assert [*Marking(course, "hw").marked()] == ["bob"], "Eve's file is another one now: it can be marked again"
    assert len(kept(course, "hw", "eve")) == 1
    assert traces(course, "ada") == []


@pytest.mark.slow
def test_the_guides_command_removes_a_name_from_the_class_list(course):
    page = (ROOT / "docs" / "stored.md").read_text(encoding="utf-8")
    command, = re.findall(r"`nbgrader (db student remove ada .*?)`", page)
    assert "Ada" in str(course.students())
    subprocess.run([sys.executable, "-m", "nbgrader", *command.split()], cwd=course.root, check=True)
    assert "Ada" not in str(find_course(course.root).students())


@pytest.mark.parametrize("extensions", [
    "[sets.hw.extensions]\nbob = 2026-10-25 # ill, like eve\n\ngrace = 2026-10-26\n[sets.later]\ngrace = 7\n",
    '[sets.hw]\nextensions = {bob = 2026-10-25, "grace" = 2026-10-26}\n', "[sets]\nhw.extensions.grace = 2026-10-26\n",
    "[sets.hw]\nextensions.'grace' = 2026-10-26\nweight = 2\n"])
def test_whoever_is_called_like_a_rule_is_forgotten_or_has_a_number_and_the_rule_stays(course, tmp_path, extensions):
    course = planned(course, f'grace = 15\ntitle = "grace"\n{extensions}')
    before = course.plan.sets
    write_archive(course, tmp_path / "term.zip", names=False)
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    text = (opened.root / "course.toml").read_text()
    assert ("bob" in text, "eve" in text, opened.plan.grace, opened.plan.title) == (False, False, 15, "grace")
    assert all(re.fullmatch(r"s\d{4}", one) for one in opened.plan.sets["hw"].extensions)
    assert sorted(opened.plan.sets["hw"].extensions.values()) == sorted(before["hw"].extensions.values())
    assert run(opened, "status").exit_code == 2, "nobody knows this number"
    forgetting._leave_plan(course, "grace")
    after = find_course(course.root).plan
    assert after.grace == 15
    for name, one in before.items():
        left = {student: day for student, day in one.extensions.items() if student != "grace"}
        assert after.of(name) == replace(one, extensions=left)


@pytest.mark.parametrize("command", [["collect", "hw", "."], ["mark", "hw"], ["export"], ["feedback", "hw"],
                                     ["release", "hw"], ["status"], ["status", "hw"], ["read", "hw"],
                                     ["archive", "x.zip"]])
def test_an_extension_for_nobody_is_refused_with_the_nearest_id_by_every_command(course, command):
    course = planned(course, "[sets.hw.extensions]\nbob = 2026-10-25\nadda = 2026-10-26\n")
    done = run(course, *command)
    assert (done.exit_code, "adda" in done.output, "(nearest: ada)" in done.output) == (2, True, True), done.output


@pytest.mark.slow
def test_an_extension_in_one_line_is_forgotten_too(course):
    course = planned(course, '[sets.hw]\nextensions = {"ada" = 2026-10-25, bob = 2026-10-26}\nweight = 2\n')
    forget_student(course, "bob", traces(course, "bob"))
    assert {*find_course(course.root).plan.sets["hw"].extensions} == {"ada"}
    forget_student(find_course(course.root), "ada", [])
    plan = find_course(course.root).plan.sets["hw"]
    assert (plan.extensions, plan.weight) == ({}, 2)


def test_what_a_group_has_handed_in_stays_with_the_others_when_one_of_it_is_forgotten(course):
    shutil.rmtree(course.folder("submitted", "hw", "bob"))
    course.write_groups(Groups({"1": ("ada", "bob")}))
    course.write_groups(Groups({"1": ("ada", "bob")}), "hw")
    forget_student(course, "ada", traces(course, "ada"))
    assert course.groups("hw").with_("bob") == ("bob",)
    assert standings(course, "hw")["bob"].points == 6
    assert scores(course, "hw").keys() == {"bob", "eve"}
    assert not course.folder("submitted", "hw", "ada").exists()


@pytest.mark.slow
def test_an_archive_has_no_secret_unless_it_is_asked_for_and_can_be_under_a_passphrase(course, tmp_path):
    write_archive(course, tmp_path / "open.zip")
    with zipfile.ZipFile(tmp_path / "open.zip") as archive:
        assert [name for name in archive.namelist() if name.endswith("secret")] == []
    opened = find_course(open_archive(tmp_path / "open.zip", tmp_path / "years", trust=True).folder)
    assert grade(Marking(opened, "hw").job("ada")).points >= 4
    command = ["archive", str(tmp_path / "shut.zip"), "--course", str(course.root), "--with-secret", "--encrypt"]
    done = CliRunner().invoke(main, command, input="open sesame\nopen sesame\n")
    assert done.exit_code == 0, done.output
    assert not zipfile.is_zipfile(tmp_path / "shut.zip")
    wrong = ["archive", str(tmp_path / "shut.zip"), "--open", str(tmp_path / "later"), "--trust"]
    refused = CliRunner().invoke(main, wrong, input="open barley\n")
    assert (refused.exit_code, "passphrase" in refused.output) == (2, True)
    assert not (tmp_path / "later").exists()
    assert CliRunner().invoke(main, wrong, input="open sesame\n").exit_code == 0
    secret = (tmp_path / "later" / "private" / "secret").read_text()
    assert secret == (course.private / "secret").read_text()


@pytest.mark.slow
def test_neither_groups_nor_those_who_mark_are_named_in_an_archive_without_names(course, tmp_path):
    course.write_groups(Groups({"1": ("bob", "eve")}), "hw")
    release(course, "hw")
    write_archive(course, tmp_path / "term.zip", names=False)
    opened = find_course(open_archive(tmp_path / "term.zip", tmp_path / "later", trust=True).folder)
    assert all(one.startswith("s0") for one in opened.groups("hw").members["1"])
    for path in opened.private.glob("results/*/*.jsonl"):
        assert '"by": ""' in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_status_says_when_what_is_kept_is_to_be_deleted(course):
    assert "were to be kept until 2020-01-01" in run(planned(course, "keep_until = 2020-01-01\n"), "status").output
    assert "were to be kept" not in run(planned(course, "keep_until = 2999-01-01\n"), "status").output
