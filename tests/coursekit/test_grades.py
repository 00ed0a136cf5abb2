"""Grades on their way out: feedback pages, tables, Moodle, and whom somebody should look at."""

from __future__ import annotations

import csv
import html
import json
import re

import pytest

from coursekit.book.identity import Participants
from tests.cases import sampled
from tests.coursekit.workshop import SOURCE, by_hand, hand_in, marked, perfect, run
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("marked_here")


@needs("sandbox")
def test_feedback_shows_reason_and_witness_and_only_ones_own_questions(course):
    marked(course)
    assert run(course, "feedback", "hw").exit_code == 0
    pages = {s: (course.folder("feedback", "hw", s) / "hw.html").read_text() for s in ("ada", "bob")}
    assert "5 of 6 points" in pages["bob"]
    own, other = (course.issued("hw", s)["questions"]["q2"]["data"]["board"] for s in ("bob", "ada"))
    assert own != other
    assert "Worked solution" not in pages["bob"]
    assert run(course, "feedback", "hw", "--solutions").exit_code == 0
    assert "Worked solution" in (course.folder("feedback", "hw", "bob") / "hw.html").read_text()


@pytest.mark.slow
@needs("sandbox")
def test_the_exported_tables_say_what_the_grade_book_says(course):
    marked(course)
    by_hand(course, "bob", "q1", 0.5)
    (course.root / "source" / "later").mkdir()
    (course.root / "source" / "later" / "later.py").write_text(SOURCE)
    done = run(course, "export", "hw", "later")
    assert (done.exit_code, "No grades yet, so no table: later" in done.output) == (0, True), done.output
    rows = [line.split(",") for line in (course.root / "export" / "hw.csv").read_text().splitlines()]
    assert rows[0][5:11] == ["set", "q1", "q2", "q3", "points", "maximum"]
    assert rows[2][:11] == ["bob", "Test", "Bob", "bob@uni.test", "", "hw", "0.50", "3", "2", "5.50", "6"]


@needs("sandbox")
def test_whom_only_the_grade_book_knows_is_exported_too(course):
    marked(course)
    course.results_of("hw", "bob").unlink()
    assert run(course, "export", "hw").exit_code == 0
    rows = csv.DictReader((course.root / "export" / "hw.csv").read_text().splitlines())
    assert {row["student"]: row["points"] for row in rows if row["points"]} == {"ada": "6", "bob": "5"}


@needs("sandbox")
def test_who_must_be_looked_at_is_named_on_the_page_and_by_the_commands(course):
    marked(course)
    by_hand(course, "bob", "q1", 0.5)
    hand_in(course, "eve", b"no notebook")

    def lists() -> dict:
        said = json.loads(run(course, "status", "hw", "--json").stdout)
        return {k: said[k] for k in ("unmarked", "unread", "waiting", "identity")}

    assert lists() == {"unmarked": ["eve"], "unread": [], "waiting": [], "identity": []}
    done = json.loads(run(course, "mark", "hw", "--workers", "1", "--json").stdout)
    assert done["marked"] == ["eve"]
    assert done["students"]["bob"]["questions"]["q1"] == 0.5, "marking says what the grade book says"
    hand_in(course, "ada", perfect(course, "bob"))
    run(course, "mark", "hw", "--workers", "1")
    found = lists()
    assert found["unmarked"] == []
    assert found["unread"] == ["eve"]
    assert "eve" in found["waiting"]
    page = course.root / "hw.html"
    assert "Could not be read: Eve Test (eve)" in run(course, "status", "hw", "--html", str(page)).output
    assert re.search("Could not be read:.*?<li>Eve Test .eve.</li>", page.read_text(), re.DOTALL)


MOODLE = {
    "en": "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (grade),Feedback comments",
    "de": "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Zuletzt geändert (Bewertung),"
          "Feedback als Kommentar",
    "es": "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Calificación máxima,"
          "Última modificación (calificación),Comentarios de retroalimentación",
}


@needs("sandbox")
@pytest.mark.parametrize("lang", MOODLE)
def test_moodles_own_worksheet_is_filled_in_and_its_numbers_stay(course, tmp_path, lang):
    """Moodle passes over rows that do not begin with its own number of the participant, and takes comments as HTML."""
    marked(course)
    by_hand(course, "bob", "q1", 1, "a<b, nearly")
    sheet = tmp_path / "Grades.csv"
    sheet.write_text("\ufeff" + MOODLE[lang] + f"""
Participant 7000,"{'x' * 200_000}",nobody@uni.test,Submitted,,6.00,-,
Participant 7001,Someone Else,ada@uni.test,Submitted,,6.00,-,
Participant 7002,Bob Test,BOB@uni.test,Submitted,,6.00,"Monday, 2 March 2026, 10:00",old
Participant 7003,bob@uni.test,eve@uni.test,Submitted,,6.00,-,
""", encoding="utf-8")
    done = run(course, "export", "hw", "--moodle", str(sheet), "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["missing"] == []
    rows = list(csv.reader((course.root / "export" / "hw-moodle.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0] == MOODLE[lang].split(",")
    assert [row[0] for row in rows[1:]] == [f"Participant 700{n}" for n in range(4)]
    assert [row[4] for row in rows[1:]] == ["", "6", "6", ""], "a name that looks like an address is a name"
    assert rows[3][6:] == ["Monday, 2 March 2026, 10:00", "q1: 1/1 (a&lt;b, nearly) | q2: 3/3 | q3: 2/2"]


@pytest.mark.slow
def test_a_row_that_may_be_somebody_elses_is_left_alone(course, tmp_path):
    marked(course)
    with course.gradebook() as book:
        for student in ("ada", "bob"):
            book.find_student(student).email = None
        book.find_student("bob").first_name = "Ada"
        book.db.commit()
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(MOODLE["en"] + "\nParticipant 1,Ada Test,x@y,S,,6,-,\nParticipant 2,Bo Test,z@y,S,,6,-,\n")
    done = run(course, "export", "hw", "--moodle", str(sheet))
    assert "Ada Test (ada), Ada Test (bob)" in done.output
    table = (course.root / "export" / "hw-moodle.csv").read_text()
    assert [row[4] for row in csv.reader(table.splitlines())] == ["Grade", "", ""]
    sheet.write_text("a,b\n1,2\n")
    assert "not a Moodle grading worksheet" in run(course, "export", "hw", "--moodle", str(sheet)).output
    assert "export SET" in run(course, "export", "--moodle", str(sheet)).output


def filled(course, tmp_path, *lines: str) -> tuple[list[str], str]:
    """The grades in a worksheet with these lines, and what is said."""
    sheet = tmp_path / "Grades.csv"
    sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(course, "export", "hw", "--moodle", str(sheet))
    table = csv.DictReader((course.root / "export" / "hw-moodle.csv").read_text(encoding="utf-8").splitlines())
    return [row["Grade"] for row in table], done.output


ONLINE = "Identifier,Full name,Email address,Status,Grade,Online text,Feedback comments"
HIDDEN = "Identifier,Full name,ID number,Status,Grade,Online text,Department"


@pytest.mark.slow
@needs("sandbox")
def test_what_a_student_types_into_moodle_decides_about_nobodys_row(course, tmp_path):
    marked(course)
    grades, _ = filled(course, tmp_path, ONLINE, "Participant 1,Ada Test,ada@uni.test,S,,x,",
                       "Participant 2,Bob Test,bob@uni.test,S,,ada@uni.test,")
    assert grades == ["6", "5"]
    grades, said = filled(course, tmp_path, HIDDEN, "Participant 2,Bob Test,,S,,ada@uni.test,ada",
                          "Participant 3,Somebody,,S,,ada,ada@uni.test")
    assert (grades, "(ada)" in said) == (["5", ""], True)
    grades, _ = filled(course, tmp_path, HIDDEN, "Participant 1,x,ada,S,,,", "Participant 2,y,bob,S,,,")
    assert grades == ["6", "5"]


@pytest.mark.slow
@needs("sandbox")
def test_the_number_under_which_work_came_tells_the_row_and_contradicts_another_one(course, tmp_path):
    marked(course)
    numbers = Participants(course, "hw")
    numbers.note("Ada Test_7001_assignsubmission_file", "ada")
    numbers.keep()
    grades, _ = filled(course, tmp_path, "Identifier,Status,Grade", "Participant 7001,S,", "Participant 7002,S,")
    assert grades == ["6", ""]
    grades, said = filled(course, tmp_path, ONLINE, "Participant 7000,Ada Test,ada@uni.test,S,,x,",
                          "Participant 7001,Ada Test,other@uni.test,S,,x,")
    assert (grades, "ada" in said) == (["", ""], True)


@pytest.mark.parametrize("comment", sampled(["n<=5", "a & -b", "x<+1", "5>=4, \"=1\""]))
def test_a_comment_is_no_formula_where_semicolons_separate_cells_and_reads_the_same(course, tmp_path, comment):
    marked(course)
    by_hand(course, "ada", "q1", 1, comment)
    filled(course, tmp_path, ONLINE, "Participant 1,Ada Test,ada@uni.test,S,,x,")
    text = (course.root / "export" / "hw-moodle.csv").read_text(encoding="utf-8")
    cells = [cell for row in csv.reader(text.splitlines(), delimiter=";") for cell in row]
    assert [cell for cell in cells if cell.lstrip()[:1] in tuple("=+-@") and len(cell) > 1] == []
    (row,) = csv.DictReader(text.splitlines())
    assert comment in html.unescape(row["Feedback comments"])
