"""Two or three students hand in together: one hand-in, everybody's points."""

from __future__ import annotations

import csv
import json

import pytest

from boardkit.errors import UserError
from coursekit.book.collecting import collect
from coursekit.book.export import export, fill_gradebook, fill_worksheet
from coursekit.book.feedback import write_feedback
from coursekit.book.forgetting import forget_student, traces
from coursekit.book.moodle import Worksheet
from coursekit.book.new import new_course
from coursekit.book.scores import book_results
from coursekit.book.status import status
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.sets.groups import Groups
from coursekit.sets.release import release
from tests.coursekit.test_common import answered
from tests.coursekit.test_term import TERM
from tests.coursekit.workshop import answer, by_hand, perfect, run

PAIR = Groups({"1": ("ada", "bob")})
HEAD = 'format = "finity-edu/course"\nversion = 1\n'


def paired(course, groups=PAIR, renew=True):
    course.write_groups(groups)
    release(course, "hw", renew=renew)


def upload(course, *students, points=6, whose=""):
    """Files as they lie in a download: a folder each."""
    folder = course.root / "downloads"
    for student in students:
        book = perfect(course, whose or student)
        if points < 6:
            answer(book, "q1", "answer = 99")
        (folder / student).mkdir(parents=True, exist_ok=True)
        (folder / student / "hw.ipynb").write_text(json.dumps(book))
    return collect(course, "hw", folder)


def mark_all(course):
    shop = Marking(course, "hw")
    for student in shop.open_students():
        shop.note(grade(shop.job(student)))
    book_results(course, "hw", shop.marked())


def write_feedback_of(course, result):
    Marking(course, "hw").note(result)
    book_results(course, "hw", {result.student: result})
    assert len(write_feedback(course, "hw")) == 2


def table(course):
    export(course, ["hw"], course.root / "export")
    with open(course.root / "export" / "hw.csv", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.mark.slow
def test_a_group_works_on_the_same_questions_hands_in_once_and_everybody_gets_the_points(course):
    paired(course)
    issued = {s: json.loads((course.handout("hw", s) / "hw.instances.json").read_text()) for s in ("ada", "bob", "eve")}
    assert issued["ada"] == issued["bob"] != issued["eve"]
    done = upload(course, "bob", points=5)
    assert (list(done.filed), done.refused, done.filed["ada"].remarks) == (["ada"], (), ())
    assert status(course, TERM)[0].missing == ("eve",)
    mark_all(course)
    rows = table(course)
    assert [(rows[s]["points"], rows[s]["group"]) for s in ("ada", "bob", "eve")] == [("5", "1"), ("5", "1"), ("", "")]
    [now] = status(course, TERM)
    assert (now.handed_in, now.marked, now.missing) == (2, 2, ("eve",))
    pages = write_feedback(course, "hw")
    assert [path.parent.parent.name for path in pages] == ["ada", "bob"]
    assert all("Ada Test (ada) + Bob Test (bob)" in path.read_text("utf-8") for path in pages)
    by_hand(course, "ada", "q1", 1)
    assert {s: row["points"] for s, row in table(course).items()} == {"ada": "6", "bob": "6", "eve": ""}


def test_platforms_get_the_points_of_a_group_for_each_of_its_members(course):
    paired(course)
    upload(course, "bob")
    mark_all(course)
    rows = [["Identifier", "Full name", "Email address", "Grade"]]
    rows += [[f"Participant {n}", s, f"{s}@uni.test", ""] for n, s in enumerate(("ada", "bob", "eve"), 7)]
    moodle = fill_worksheet(course, "hw", Worksheet(rows))
    assert (moodle.table.count(",6\r\n") or moodle.table.count(",6\n"), moodle.missing) == (2, ())
    file = course.root / "canvas.csv"
    file.write_text("Student,ID,SIS Login ID,hw (12)\nPoints Possible,,,6\nA,1,ada,\nB,2,bob,\nE,3,eve,\n")
    canvas = fill_gradebook(course, "hw", file)
    assert [line.split(",")[-1] for line in canvas.table.split()[-3:]] == ["6", "6", ""]


def test_the_file_that_a_platform_gives_to_each_member_is_one_hand_in_and_of_two_the_last_counts(course):
    paired(course)
    done = upload(course, "ada", "bob")
    assert (list(done.filed), done.refused, done.passed_over) == (["ada"], (), ())
    done = upload(course, "bob", points=5)
    assert ([path for path, _ in done.passed_over], done.filed["ada"].path) == (["ada/hw.ipynb"], "bob/hw.ipynb")


def test_who_got_own_questions_before_there_were_groups_may_answer_any_of_them(course):
    paired(course, renew=False)
    assert course.issued("hw", "ada") != course.issued("hw", "bob"), "what was handed out stays"
    (course.root / "downloads" / "bob").mkdir(parents=True)
    recorded = answered(course.handout("hw", "bob"), course, "bob")
    (course.root / "downloads" / "bob" / "hw.ipynb").write_bytes(recorded)
    assert collect(course, "hw", course.root / "downloads").filed["ada"].remarks == ()
    ada = grade(Marking(course, "hw").job("ada"))
    assert (ada.points, ada.asked, ada.remarks) == (4, "bob", ())
    write_feedback_of(course, ada)


def test_the_others_of_a_group_have_worked_on_their_own_questions_even_if_its_lead_is_forgotten(course):
    paired(course)
    (course.root / "downloads" / "bob").mkdir(parents=True)
    (course.root / "downloads" / "bob" / "hw.ipynb").write_bytes(answered(course.handout("hw", "bob"), course, "bob"))
    collect(course, "hw", course.root / "downloads")
    mark_all(course)
    forget_student(course, "ada", traces(course, "ada"))
    bob = grade(Marking(course, "hw").job("bob"))
    assert (bob.points, bob.remarks) == (4, ())
    assert collect(course, "hw", course.root / "downloads").filed["bob"].remarks == ()
    assert grade(Marking(course, "hw").job("bob")).remarks == ()


def test_a_group_keeps_the_questions_that_it_answered_if_its_lead_is_forgotten(course):
    before = course.issued("hw", "bob")["questions"]
    paired(course, renew=False)
    asked = course.issued("hw", "ada")["questions"]
    assert asked != before == course.issued("hw", "bob")["questions"]
    (course.root / "downloads" / "bob").mkdir(parents=True)
    (course.root / "downloads" / "bob" / "hw.ipynb").write_bytes(answered(course.handout("hw", "ada"), course, "ada"))
    collect(course, "hw", course.root / "downloads")
    mark_all(course)
    points = grade(Marking(course, "hw").job("ada")).points
    forget_student(course, "ada", traces(course, "ada"))
    assert points == grade(Marking(course, "hw").job("bob")).points == 4
    assert course.issued("hw", "bob")["questions"] == asked


@pytest.mark.slow
def test_a_group_may_answer_the_questions_of_everybody(course):
    (course.root / "course.toml").write_text(f"{HEAD}individual = false\n")
    course = find_course(course.root)
    paired(course)
    upload(course, "bob", whose="")
    mark_all(course)
    assert {s: row["points"] for s, row in table(course).items()} == {"ada": "6", "bob": "6", "eve": ""}


@pytest.mark.slow
def test_an_extension_for_one_holds_for_the_group_and_a_set_can_be_for_everybody_alone(course):
    plan = f"{HEAD}late = 0.5\n[sets.hw]\ndue = 2026-10-19\n[sets.hw.extensions]\nbob = 2026-10-25\n"
    (course.root / "course.toml").write_text(plan)
    course = find_course(course.root)
    paired(course)
    assert course.rule("hw", "ada") == course.rule("hw", "bob") != course.rule("hw", "eve")
    (course.root / "course.toml").write_text(f"{HEAD}[sets.hw]\ngroups = false\n")
    course = find_course(course.root)
    paired(course)
    assert course.groups("hw") == Groups()
    assert course.issued("hw", "ada")["student"] != course.issued("hw", "bob")["student"]


def test_who_has_handed_in_stays_with_whom_they_did_whatever_the_class_list_says_later(course):
    paired(course)
    upload(course, "bob")
    paired(course, Groups({"1": ("ada",), "2": ("bob", "eve")}), renew=False)
    assert course.groups("hw").members == {"1": ("ada", "bob"), "2": ("eve",)}
    assert course.groups().members == {"1": ("ada",), "2": ("bob", "eve")}


def test_the_class_list_says_who_hands_in_together_and_a_tutorial_is_no_group(tmp_path):
    (tmp_path / "list.csv").write_text("id,Gruppe\nada,1\nbob,1\neve,\n")
    course = new_course(tmp_path / "mine", "0", tmp_path / "list.csv").course
    assert course.groups() == PAIR
    (tmp_path / "list.csv").write_text("id,group\nada,\neve,1\n")
    new_course(course.root, students=tmp_path / "list.csv")
    assert course.groups().members == {"1": ("bob", "eve")}
    (tmp_path / "list.csv").write_text("id,group\n" + "".join(f"s{n},tutorial\n" for n in range(20)))
    with pytest.raises(UserError, match="20 students are in group tutorial"):
        new_course(course.root, students=tmp_path / "list.csv")
    assert "s1" not in course.students()


@pytest.mark.slow
def test_lists_name_people_and_not_only_their_ids(course):
    paired(course)
    upload(course, "bob", points=5)
    printed = run(course, "mark", "hw").output
    assert "Ada Test (ada) + Bob Test (bob)" in printed
    again = run(course, "mark", "hw").output
    assert "Ada Test" not in again, "who was marked before is not listed again"
    assert "Eve Test (eve)" in run(course, "status", "hw").output.replace("\n", " ")
