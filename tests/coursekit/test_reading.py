"""People mark what no machine can: question by question, shared, with a rubric; and who gave what is known."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import asdict, replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from boardkit.errors import UserError
from coursekit.book.export import export, log_table
from coursekit.book.feedback import write_feedback
from coursekit.book.marks import Criterion, read_sheet, rubric, take_in
from coursekit.book.reading import shared, to_be_read, write_pages
from coursekit.book.scores import FORMGRADER, book_results, scores, standings
from coursekit.formats import MARKS
from coursekit.marking import ledger
from coursekit.marking.by_hand import Mark, marks, marks_file
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.sets.handins import HandIn, keep
from coursekit.texts import CATALOGUE
from tests.coursekit.workshop import (
    SOURCE,
    answer,
    by_hand,
    cell,
    hand_in,
    make_course,
    perfect,
    run,
    run_mark,
)

OPEN = SOURCE + '''
# %% [markdown] question="q4" type="manual" points=4
# **Model answer.** Because it ends.
'''


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """Three students have answered an open question, and are marked."""
    course = make_course(tmp_path_factory.mktemp("open"), source=OPEN)
    shop = Marking(course, "hw")
    for student in ("ada", "bob", "eve"):
        book = perfect(course, student)
        cell(book, "q4")["source"] = f"I am {student}, <b>bold</b>."
        hand_in(course, student, book)
        shop.note(grade(shop.job(student)))
    book_results(course, "hw", shop.marked())
    return course.root


@pytest.fixture
def course(handed_in, tmp_path):
    shutil.copytree(handed_in, tmp_path / "course")
    return find_course(tmp_path / "course")


def sheet(page: Path, points: float, when: str, rubric: list[dict] = (), **given: float) -> Path:
    """What the page saves when every answer on it gets so many points."""
    html = page.read_text(encoding="utf-8")
    data = json.loads(unescape(re.search(r'data-page="([^"]*)"', html)[1]))
    found = re.findall(r'<article data-question="(\w+)" data-student="(\w+)" data-seen="(\w+)">', html)
    given = [{"question": q, "student": s, "seen": seen, "points": given.get(s, points), "comment": f"for {s}",
              "items": [], "when": when} for q, s, seen in found]
    file = page.with_suffix(".marks.json")
    file.write_text(json.dumps({**data["head"], "rubric": {"q4": list(rubric)}, "marks": given}))
    return file


@pytest.mark.slow
def test_the_answers_to_an_open_question_stand_together_and_are_shared_among_those_who_mark(course):
    [one] = to_be_read(course, "hw")
    assert (one.id, one.maximum, [a.student for a in one.answers]) == ("q4", 4, ["ada", "bob", "eve"])
    parts = [[a.student for q in shared([one], n, 2) for a in q.answers] for n in (0, 1)]
    assert parts == [["ada", "eve"], ["bob"]]
    pages = write_pages(course, "hw", course.root / "reading", ["anna", "ben"])
    html = pages[0].read_text(encoding="utf-8")
    said = [text in html for text in ("Ada Test (ada)", "Because it ends", "Bob Test")]
    assert said == [True, True, False]
    assert "<b>bold" not in html, "what students write is inert"
    with pytest.raises(UserError, match="cannot be part of the name of a file"):
        write_pages(course, "hw", course.root, ["../x"])


def test_a_sheet_that_comes_back_is_entered_and_says_who_gave_what_and_when(course):
    done = run(course, "read", "hw", "--by", "anna", "--json")
    [page] = map(Path, json.loads(done.stdout)["files"])
    file = sheet(page, 3, "2026-11-01T10:00:00Z", [{"text": "names the state", "points": 2}])
    done = run(course, "read", "hw", str(file))
    assert (done.exit_code, done.output) == (0, "3 marks entered.\n")
    ada = standings(course, "hw")["ada"].questions["q4"]
    assert (ada.by_hand, ada.comment, ada.waits) == (3, "for ada", False)
    mark = standings(course, "hw")["ada"].given["q4"]
    assert (mark.by, mark.when[:10]) == ("anna", "2026-11-01")
    assert rubric(course, "hw") == {"q4": (Criterion("names the state", 2),)}
    assert to_be_read(course, "hw") == []
    assert to_be_read(course, "hw", everything=True)[0].rubric[0].text == "names the state"
    assert "(anna, 2026-11-01" in write_feedback(course, "hw")[0].read_text(encoding="utf-8")
    assert run(course, "read", "hw", str(file)).output == "0 marks entered.\n", "nothing is entered twice"
    assert "no answer waits" in run(course, "read", "hw").output


def test_what_was_answered_otherwise_or_marked_by_others_meanwhile_is_named_and_not_entered(course):
    [page] = write_pages(course, "hw", course.root / "reading", ["anna"])
    take_in(course, read_sheet(sheet(page, 3, "2026-11-02T10:00:00Z")))
    [page] = write_pages(course, "hw", course.root / "reading", ["ben"], everything=True)
    shop = Marking(course, "hw")
    book = perfect(course, "bob")
    cell(book, "q4")["source"] = "Another answer."
    hand_in(course, "bob", book)
    shop.note(grade(shop.job("bob")))
    file = sheet(page, 1, "2026-11-01T10:00:00Z", eve=7)
    done = run(course, "read", "hw", str(file), "--json")
    said = {one["student"]: one["why"] for one in json.loads(done.stdout)["refused"]}
    assert done.exit_code == 1
    assert "anna marked this answer later" in said["ada"]
    assert "has changed since the page was written" in said["bob"]
    assert "7.0 is less than 0, or more" in said["eve"]
    assert take_in(course, read_sheet(sheet(page, 1, "2026-11-01T10:00:00Z", eve=2)), replace=True).entered == 2
    assert standings(course, "hw")["ada"].questions["q4"].by_hand == 1


def came(course, student: str, day: int, said: str, right: bool = True) -> None:
    """Hand in on a day, collected and marked; without the right answers to the questions before the open one."""
    book = perfect(course, student)
    if not right:
        answer(book, "q2", "answer = []")
    cell(book, "q4")["source"] = said
    content = hand_in(course, student, book).read_bytes()
    keep(course, "hw", student, HandIn(content, None, datetime(2026, 10, day, tzinfo=UTC), "platform"))
    shop = Marking(course, "hw")
    for job in shop.jobs(student):
        shop.note(grade(job))
    book_results(course, "hw", shop.marked())


def given(course, student: str, points: float) -> None:
    """Let a person read what waits of a student, and give points for it."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    [page] = write_pages(course, "hw", course.root / "reading", ["anna"])
    file = sheet(page, points, when)
    found = json.loads(file.read_text())
    found["marks"] = [one for one in found["marks"] if one["student"] == student]
    file.write_text(json.dumps(found))
    assert take_in(course, read_sheet(file)).refused == ()


def stands(course, student: str) -> tuple[float, float | None, bool]:
    one = standings(course, "hw")[student]
    return one.points, one.questions["q4"].by_hand, one.questions["q4"].waits


def planned(course, text: str):
    (course.root / "course.toml").write_text(f'format = "finity-edu/course"\nversion = 1\n{text}')
    return find_course(course.root)


def test_a_new_answer_to_an_open_question_has_no_points_before_somebody_has_read_it(course):
    came(course, "ada", 1, "One")
    given(course, "ada", 4)
    assert stands(course, "ada") == (10, 4, False)
    came(course, "ada", 2, "One", right=False)
    assert stands(course, "ada") == (7, 4, False), "the same answer is not read again"
    came(course, "ada", 3, "Another one")
    assert stands(course, "ada") == (6, None, True)
    html = {path.parts[-3]: path.read_text(encoding="utf-8") for path in write_feedback(course, "hw")}["ada"]
    assert "6 of 10 points (up to 4 more when a person has marked the rest)" in html
    assert "for ada" not in html, "nor the comment on the answer before"
    by_hand(course, "ada", "q4", 1)
    assert stands(course, "ada") == (7, 1, False)
    export(course, ["hw"], course.root / "export")
    assert [one.points for one in marks(course, "hw")] == [4, 1]
    came(course, "ada", 4, "One")
    assert stands(course, "ada") == (10, 4, False)
    export(course, ["hw"], course.root / "export")
    assert len(marks(course, "hw")) == 2, "what was given for another hand-in is no new mark"


def test_of_several_hand_ins_the_best_one_is_the_best_with_marks_by_hand(course):
    course = planned(course, 'counts = "best"\n')
    course.results_of("hw", "ada").unlink()  # she begins anew
    came(course, "ada", 1, "Good", right=False)
    given(course, "ada", 4)
    assert stands(course, "ada") == (7, 4, False)
    came(course, "ada", 2, "Bad")
    assert stands(course, "ada") == (6, None, True), "it may become the best one"
    given(course, "ada", 0)
    assert stands(course, "ada") == (7, 4, False)
    assert run_mark(course)["students"]["ada"]["points"] == 7
    assert scores(course, "hw")["ada"].score == 7
    [said] = json.loads(run(course, "status", "--json").stdout)["sets"]
    assert (said["marked"], said["waiting"]) == (3, ["bob", "eve"]), "what came last is marked, too"
    assert "Good" in (course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text(encoding="utf-8")
    assert [one.points for one in marks(course, "hw")] == [4, 0]
    came(course, "ada", 3, "Better")
    given(course, "ada", 3)
    assert stands(course, "ada") == (9, 3, False)


def test_of_several_hand_ins_the_best_one_is_the_best_with_what_was_taken_out(course):
    course = planned(course, 'counts = "best"\n')
    course.results_of("hw", "ada").unlink()  # she begins anew
    came(course, "ada", 1, "", right=False)
    wrong = perfect(course, "ada")
    for q in ("q1", "q3"):
        answer(wrong, q, "answer = 99")
    content = hand_in(course, "ada", wrong).read_bytes()
    keep(course, "hw", "ada", HandIn(content, None, datetime(2026, 10, 2, tzinfo=UTC), "platform"))
    run_mark(course)
    assert standings(course, "hw")["ada"].questions["q1"].points == 0, "3 against 3: the later one"
    course = planned(course, 'counts = "best"\n[sets.hw]\nfull = ["q2"]\n')
    assert standings(course, "hw")["ada"].questions["q1"].points == 1
    assert stands(course, "ada") == (6, None, True)


def test_a_mark_of_an_earlier_version_belongs_to_the_hand_in_that_counted_then(course):
    came(course, "ada", 1, "One")
    given(course, "ada", 4)
    come_later = "2099-01-01T00:00:00+00:00"
    file, booked = marks_file(course, "hw"), course.private / "booked" / "hw.json"
    [old] = ledger.history(file, MARKS)
    del old["content"]
    file.write_bytes(ledger.line(old, MARKS))
    known = json.loads(booked.read_text())
    del known["hand_ins"]
    booked.write_text(json.dumps(known))
    assert stands(course, "ada") == (10, 4, False)
    shop = Marking(course, "hw")
    book = perfect(course, "ada")
    cell(book, "q4")["source"] = "Another one"
    hand_in(course, "ada", book)
    result = grade(shop.job("ada"))
    ledger.append(course.results_of("hw", "ada"), {**result.to_json(), "when": come_later})
    assert stands(course, "ada") == (6, None, True), "although the grade book has 4 points for it"
    export(course, ["hw"], course.root / "export")
    assert len(marks(course, "hw")) == 1
    book_results(course, "hw", shop.marked())
    assert stands(course, "ada") == (6, None, True)
    assert scores(course, "hw")["ada"].questions["q4"].by_hand is None


def test_a_command_that_is_killed_before_or_after_the_grade_book_has_changed_makes_no_marks(course):
    came(course, "ada", 1, "One")
    given(course, "ada", 4)
    file = course.private / "booked" / "hw.json"
    first = ledger.read(course.results_of("hw", "ada"))[-1].content
    came(course, "ada", 2, "Another one")
    booked = json.loads(file.read_text())
    second, = booked["hand_ins"]["ada"]
    assert second != first
    for by_now in (4, None):  # in the grade book
        with course.gradebook() as book:
            entry = book.find_grade("q4", "hw", "hw", "ada")
            entry.manual_score = by_now
            comment = book.find_comment("q4", "hw", "hw", "ada")
            comment.manual_comment = "for ada" if by_now else None
            book.db.commit()
        file.write_text(json.dumps(booked | {"hand_ins": {**booked["hand_ins"], "ada": [first, second]}}))
        assert stands(course, "ada") == (6, None, True)
        book_results(course, "hw", Marking(course, "hw").marked())
        assert len(marks(course, "hw")) == 1
        assert scores(course, "hw")["ada"].score == 6


def test_a_mark_for_a_question_that_there_is_not_is_refused(course):
    [page] = write_pages(course, "hw", course.root / "reading", ["anna"])
    file = sheet(page, 3, "2026-11-02T10:00:00Z")
    file.write_text(file.read_text().replace('"q4"', '"q9"'))
    done = take_in(course, read_sheet(file))
    assert done.entered == 0
    assert {one[1:] for one in done.refused} == {("q9", CATALOGUE.text("read.unknown"))}


def test_a_file_that_is_no_sheet_or_of_another_set_is_refused_in_a_line(course, tmp_path):
    head = '{"format": "finity-edu/marks", "version": 1'
    for text in ("", "[]", head + "}", head + ', "set": "hw", "by": "x", "rubric": {}, "marks": [{}]}',
                 head + ', "set": "hw", "by": "x", "rubric": {}, "marks": [{"student": "ada", "question": "q4", '
                 '"seen": "", "points": 1, "comment": "", "when": "0001-01-01T00:00:00+14:00"}]}',
                 head + ', "set": "ps9", "by": "x", "rubric": {}, "marks": []}'):
        (tmp_path / "x.json").write_text(text)
        done = run(course, "read", "hw", str(tmp_path / "x.json"))
        assert (done.exit_code, "x.json" in done.output, "Traceback" in done.output) == (2, True, False), text
        assert ("saved on the page for marking" in done.output) == ("ps9" not in text), done.output
    (tmp_path / "x.json").write_text('{"format": "finity-edu/marks", "version": 99}')
    assert "newer" in run(course, "read", "hw", str(tmp_path / "x.json")).output


def test_every_result_and_every_mark_says_when_and_by_whom_also_those_of_the_formgrader(course):
    for one in ledger.read(course.results_of("hw", "ada")):
        assert re.match(r"20\d\d-\d\d-\d\dT", one.when)
        assert one.by == ledger.login()
    by_hand(course, "ada", "q4", 2, "well")
    export(course, ["hw"], course.root / "export")
    [mark] = marks(course, "hw")
    assert (mark.student, mark.points, mark.comment, mark.by) == ("ada", 2, "well", FORMGRADER)
    with open(course.root / "export" / "hw-log.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["what"], row["student"]) for row in rows] == [
        ("marked", "ada"), ("marked", "bob"), ("marked", "eve"), ("by hand", "ada")]
    assert "(seen on" in write_feedback(course, "hw")[0].read_text(encoding="utf-8")
    assert len(marks(course, "hw")) == 1, "what was seen is not noted again"


def test_the_log_has_one_time_zone_and_is_in_order(course):
    file = course.results_of("hw", "ada")
    for when in ("2026-10-25T02:50:00+02:00", "2026-10-25T02:10:00+01:00"):
        ledger.append(file, replace(ledger.read(file)[-1], when=when).to_json())
    mark = Mark("ada", "q4", 2, "", "anna", "2026-10-25T01:00:00+00:00")
    ledger.append(marks_file(course, "hw"), asdict(mark), MARKS)
    rows = list(csv.DictReader(log_table(course, "hw").splitlines()))
    assert [(row["when"], row["what"]) for row in rows][:3] == [
        ("2026-10-25T00:50:00+00:00", "marked"), ("2026-10-25T01:00:00+00:00", "by hand"),
        ("2026-10-25T01:10:00+00:00", "marked")]


@pytest.mark.browser
def test_in_a_browser_lines_of_the_rubric_give_points_to_all_answers_and_the_file_is_taken_in(browser, course):
    [file] = write_pages(course, "hw", course.root / "reading", ["anna"])
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(file.as_uri())
    page.get_by_label("What is found").fill("ends there")
    page.locator("[name=worth]").fill("2.5")
    page.get_by_role("button", name="Add a line").click()
    for student in ("ada", "bob"):
        page.locator(f"[data-student={student}]").get_by_label("ends there").check()
    page.locator("[data-student=eve]").get_by_label("Points").fill("1")
    page.locator("[data-student=bob]").get_by_label("Comment").fill("ends there\nnearly")
    # A line that is worth something else changes every answer in which it was found
    page.get_by_label("What is found").fill("ends there")
    page.locator("[name=worth]").fill("3")
    page.get_by_role("button", name="Add a line").click()
    page.reload()
    assert page.locator("#done").inner_text() == "3 / 3", "what was entered is still there"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what is marked").click()
    saved = course.root / download.value.suggested_filename
    download.value.save_as(saved)
    page.close()
    assert errors == []
    assert take_in(course, read_sheet(saved)).entered == 3
    given = {student: one.questions["q4"] for student, one in standings(course, "hw").items()}
    assert [given[s].by_hand for s in ("ada", "bob", "eve")] == [3, 3, 1]
    assert given["bob"].comment == "ends there\nnearly"
    assert rubric(course, "hw") == {"q4": (Criterion("ends there", 3),)}
