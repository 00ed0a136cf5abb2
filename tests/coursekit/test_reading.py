"""People mark what no machine can: question by question, shared, with a rubric; and who gave what is known."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import asdict, replace
from html import unescape
from pathlib import Path

import pytest

from boardkit.errors import UserError
from coursekit.book.export import export, log_table
from coursekit.book.feedback import write_feedback
from coursekit.book.marks import (
    FORMGRADER,
    Criterion,
    Mark,
    last_marks,
    marks,
    marks_file,
    read_sheet,
    rubric,
    take_in,
)
from coursekit.book.reading import shared, to_be_read, write_pages
from coursekit.book.scores import book_results, standings
from coursekit.formats import MARKS
from coursekit.marking import ledger
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.texts import CATALOGUE
from tests.coursekit.workshop import (
    SOURCE,
    by_hand,
    cell,
    hand_in,
    make_course,
    perfect,
    run,
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
    mark = last_marks(course, "hw")["ada", "q4"]
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
