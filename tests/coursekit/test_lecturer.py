"""The lecturer's side: authored text, notebooks, release, nbgrader, feedback, export, commands."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from boardkit.console import Group
from boardkit.errors import UserError
from coursekit.book.cli import COMMANDS
from coursekit.book.feedback import page
from coursekit.book.scores import as_it_counts, book_results, scores
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.sets import build
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from coursekit.sets.source import read_source
from tests.coursekit.workshop import SOURCE, answer, blank, cell, hand_in, perfect
from tests.needs import needs

ROOT = Path(__file__).parents[2]


@click.group(cls=Group)
def main() -> None:
    """The commands as they stand in finity-edu."""


for _command in COMMANDS:
    main.add_command(_command)


def run(course, *args: str):
    return CliRunner().invoke(main, [*args, "--course", str(course.root)])


# ---------------------------------------------------------------- source and notebooks


def test_building_twice_gives_the_same_notebooks(course):
    problems, common = course.problem_set("hw"), course.issued("hw", "")
    for make in (build.nbgrader_source, build.solved, build.otter_master):
        assert json.dumps(make(problems, common)) == json.dumps(make(problems, common))
    on_disk = json.loads((course.folder("source", "hw") / "hw.ipynb").read_text())
    assert on_disk == build.nbgrader_source(problems, common)


def test_exercise_and_solution_differ_only_in_the_blanks(course):
    def texts(book):
        return [(c["metadata"].get("nbgrader", {}).get("grade_id"), "".join(c["source"]).rstrip())
                for c in book["cells"]]

    exercise = texts(blank(course))
    solution = texts(build.solved(course.problem_set("hw"), course.issued("hw", "")))
    assert [id for id, _ in exercise] == [id for id, _ in solution]
    differ = {id for (id, a), (_, b) in zip(exercise, solution, strict=True) if a != b}
    assert differ == {"q1-answer", "q2-answer", "q3-answer"}


def test_solutions_and_hidden_parts_stand_in_the_source_notebook_only(course):
    assert "HIDDEN TESTS" in (course.folder("source", "hw") / "hw.ipynb").read_text()
    for folder in (course.folder("release", "hw"), course.root / "handout"):
        files = [p for p in folder.rglob("*") if p.is_file()]
        assert files
        for path in files:
            assert path.suffix != ".py"
            assert "CANARY" not in path.read_text()
            assert "HIDDEN" not in path.read_text()


def test_a_second_release_keeps_the_questions_that_were_handed_out(course):
    before = course.issued("hw", "ada")
    release(course, "hw", students=["zoe"])
    assert course.issued("hw", "ada") == before
    assert course.issued("hw", "zoe")["student"] == "zoe"
    assert course.issued("hw", "nobody")["student"] == ""


def test_variants_differ_between_students_and_between_courses(course, tmp_path):
    towers = {s: course.issued("hw", s)["questions"]["q2"]["data"]["board"] for s in ("ada", "bob", "eve", "")}
    assert len(set(towers.values())) > 1


@pytest.mark.parametrize(("change", "message"), [
    (('points=1 ', ''), "points"), (('points=1', 'points="x"'), "points"),
    (('"count_arrows"', '"count_arows"'), "count_arrows"), (('question="q2"', 'question="q1"'), "two questions"),
    *[((" difficulty=1 seconds=2", f" {mistake}"), mistake.replace('"', "'")) for mistake in (
        'difficulty="hard"', "difficulty=9", "difficulty=2.5", 'seconds="x"', "seconds=-1", 'variants="no"',
        'seed="a"')],
    (('question="q1"', 'question="../q"'), "id of a question"), (('seconds=2', 'second=2'), "'second'"),
    (('### BEGIN SOLUTION', '### SOLUTION'), "BEGIN SOLUTION"), (('question=', 'query='), "asks no question"),
])
def test_a_mistake_in_the_source_is_named_with_file_and_cell(course, tmp_path, change, message):
    path = tmp_path / "hw.py"
    path.write_text(SOURCE.replace(*change))
    with pytest.raises(UserError, match=message) as error:
        read_source(path)
    assert "hw.py" in str(error.value)


@pytest.mark.parametrize("text", ['[[text]]\nde = "x"', '[[text]]\nen = 3\nde = "x"', "text = 3", "[[text", "\udcff"])
def test_a_mistake_in_a_translation_is_named_with_its_file(course, text):
    (course.root / "source" / "hw.de.toml").write_text(text, errors="surrogateescape")
    done = run(course, "release", "hw", "--lang", "de")
    assert (done.exit_code, "hw.de.toml" in done.output) == (2, True)


def test_what_nbgrader_refuses_is_told_in_its_own_last_words(course):
    hand_in(course, "ada", blank(course))
    book_results(course, "hw", {"ada": grade(Marking(course, "hw").job("ada"))})
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(path.read_text() + '\n# %% question="q9" type="count_arrows" points=1\n')
    done = run(course, "release", "hw")
    assert (done.exit_code, "Cannot add or remove cells" in done.output) == (2, True)


@needs("sandbox")
def test_a_question_that_a_person_marks_waits_for_that_person(course):
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(SOURCE + '\n# %% [markdown] question="q4" type="manual" points=5\n# A model answer.\n')
    with course.gradebook() as book:
        book.remove_assignment("hw")
    release(course, "hw")
    assert "model answer" not in (course.folder("release", "hw") / "hw.ipynb").read_text()
    notebook = perfect(course, "ada")
    cell(notebook, "q4")["source"] = "Because the word is not read to its end."
    hand_in(course, "ada", notebook)
    result = grade(Marking(course, "hw").job("ada"))
    assert result["points"] == 6
    book_results(course, "hw", {"ada": result})
    assert scores(course, "hw")["ada"]["waiting"] == {"q4"}

    hand_in(course, "bob", blank(course))
    assert not grade(Marking(course, "hw").job("bob"))["questions"]["q4"]["answer"]  # what was handed out is no answer

    def shown() -> str:
        return page(as_it_counts(result, scores(course, "hw")["ada"]), course.issued("hw", "ada"))

    assert "6 of 11 points (up to 5 more when a person has marked the rest)" in shown()
    assert "Waits for a person to mark it: up to 5 points" in shown()
    assert "✗" not in shown()
    by_hand(course, "ada", "q4", 3.5, "The *last* symbol matters.\n\n- <b>why?</b>")
    assert "Marked by a person: 3.5 of 5 points" in shown()
    assert "The <em>last</em> symbol matters" in shown()
    assert "<li>&lt;b&gt;why?&lt;/b&gt;</li>" in shown()
    assert "9.5 of 11 points" in shown()
    german = page(as_it_counts(result, scores(course, "hw")["ada"]), course.issued("hw", "ada") | {"lang": "de"})
    assert "9,5 von 11" in german
    assert "3,5 von 5" in german


@pytest.mark.parametrize("lost", [False, True])
def test_the_rubric_stands_above_the_open_answer_in_the_formgrader_and_nowhere_else(course, lost):
    path = course.folder("source", "hw") / "hw.py"
    question = '\n# %% [markdown] question="q4" type="manual" points=5\n# RUBRIC | 2 | the word `a<b` |\n'
    path.write_text(SOURCE + question)
    with course.gradebook() as book:
        book.remove_assignment("hw")
    release(course, "hw")
    notebook = perfect(course, "ada")
    cell(notebook, "q4")["source"] = "My answer."
    if lost:
        notebook["cells"].remove(cell(notebook, "q4"))
    hand_in(course, "ada", notebook)
    shop = Marking(course, "hw")
    result = grade(shop.job("ada"))
    shop.note(dict(result))
    read = json.loads((course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text())
    sources = [c["source"] for c in read["cells"]]
    place = read["cells"].index(cell(read, "q4"))
    assert sources[place - 1] == "### For whoever marks q4\n\nRUBRIC | 2 | the word `a<b` |"
    assert "".join(sources).count("RUBRIC") == 1
    assert "<p>My answer&#46;</p>" in sources[place] or lost
    assert "RUBRIC" not in page(as_it_counts(result, None), course.issued("hw", "ada"), solutions=True)
    assert "RUBRIC" not in "".join(p.read_text() for p in course.folder("release", "hw").iterdir())



# ---------------------------------------------------------------- with nbgrader


def by_hand(course, student, q, points, comment=None):
    """What a person does in the formgrader."""
    with course.gradebook() as book:
        notebook = book.find_submission_notebook("hw", "hw", student)
        grade = next(g for g in notebook.grades if g.name == q)
        grade.manual_score, grade.needs_manual_grade = points, False
        if comment is not None:
            next(c for c in notebook.comments if c.name in (q, f"{q}-answer")).manual_comment = comment
        book.db.commit()


def marked(course):
    hand_in(course, "ada", perfect(course, "ada"))
    book = perfect(course, "bob")
    answer(book, "q1", "answer = 99")
    hand_in(course, "bob", book)
    shop = Marking(course, "hw")
    for result in run_jobs(shop.job(s) for s in ("ada", "bob")):
        shop.note(result)
    book_results(course, "hw", shop.marked())
    return shop


@needs("sandbox")
def test_nbgrader_sees_points_and_formgrader_sees_submissions(course):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    marked(course)
    api = NbGraderAPI(config=Config({"CourseDirectory": {"root": str(course.root), "course_id": "test"}}))
    listed = {s["student"]: (s["score"], s["max_score"], s["autograded"], s["needs_manual_grade"])
              for s in api.get_submissions("hw")}
    assert listed["ada"] == (6, 6, True, False)
    assert listed["bob"] == (5, 6, True, False)
    assert {n["student"] for n in api.get_notebook_submissions("hw", "hw")} == {"ada", "bob"}
    assert api.get_assignment("hw")["num_submissions"] == 2


# nbgrader links a new submission to its assignment before it adds it to the database session; SQLAlchemy warns.
@pytest.mark.filterwarnings("ignore:Object of type <Submitted\\w+> not in session")
@pytest.mark.slow
def test_nbgraders_own_feedback_and_autograde_still_work(course):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    shop = marked(course)
    api = NbGraderAPI(config=Config({"CourseDirectory": {"root": str(course.root), "course_id": "test"}}))
    assert api.generate_feedback("hw", "bob")["success"]
    html = (course.folder("feedback", "hw", "bob") / "hw.html").read_text()
    assert shop.marked()["bob"]["questions"]["q1"]["message"].split(".")[0] in html
    # The hidden tests serve whoever stays with plain nbgrader; they judge the common questions.
    hand_in(course, "eve", build.solved(course.problem_set("hw"), course.issued("hw", "")))
    assert api.autograde("hw", "eve")["success"]
    assert scores(course, "hw")["eve"]["score"] == 4, "all but the lecturer's own type, which only the course knows"


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


@needs("sandbox")
def test_the_exported_tables_say_what_the_grade_book_says(course):
    marked(course)
    by_hand(course, "bob", "q1", 0.5)
    done = run(course, "export")
    assert done.exit_code == 0, done.output
    rows = [line.split(",") for line in (course.root / "export" / "hw.csv").read_text().splitlines()]
    assert rows[0][:7] == ["student", "set", "q1", "q2", "q3", "points", "maximum"]
    assert rows[2][:7] == ["bob", "hw", "0.50", "3", "2", "5.50", "6"]


@needs("sandbox")
def test_who_must_be_looked_at_is_named_on_the_page_and_by_the_commands(course):
    marked(course)
    by_hand(course, "bob", "q1", 0.5)
    hand_in(course, "eve", b"no notebook")

    def lists() -> dict:
        said = json.loads(run(course, "report", "hw", "--json").stdout)
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
    assert "Could not be read: eve" in run(course, "report", "hw").output
    assert "<strong>Could not be read:</strong> eve" in (course.root / "report" / "hw-report.html").read_text()


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
    assert "ada, bob" in done.output
    table = (course.root / "export" / "hw-moodle.csv").read_text()
    assert [row[4] for row in csv.reader(table.splitlines())] == ["Grade", "", ""]
    sheet.write_text("a,b\n1,2\n")
    assert "not a Moodle grading worksheet" in run(course, "export", "hw", "--moodle", str(sheet)).output
    assert "export SET" in run(course, "export", "--moodle", str(sheet)).output


# ---------------------------------------------------------------- commands


@needs("sandbox")
def test_five_commands_lead_from_source_to_grade_sheet(course, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for student in ("ada", "bob"):
        (inbox / f"{student}.ipynb").write_text(json.dumps(perfect(course, student)))
    assert json.loads(run(course, "release", "hw", "--json").stdout)["points"] == 6
    assert set(json.loads(run(course, "collect", "hw", str(inbox), "--json").stdout)["filed"]) == {"ada", "bob"}
    done = json.loads(run(course, "mark", "hw", "--workers", "1", "--json").stdout)
    assert done["marked"] == ["ada", "bob"]
    assert done["students"]["ada"]["points"] == 6
    assert json.loads(run(course, "mark", "hw", "--json").stdout)["marked"] == []
    assert len(json.loads(run(course, "feedback", "hw", "--json").stdout)["files"]) == 2
    assert len(json.loads(run(course, "export", "--json").stdout)["files"]) == 1


@pytest.mark.parametrize("args", [
    ["release", "nothing"], ["release", "../x"], ["collect", "hw", "/nowhere"], ["mark", "nothing"], ["feedback", "x"],
    ["export"],
])
def test_a_mistake_ends_with_one_message_and_status_2(course, args):
    done = run(course, *args)
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "Traceback" not in done.output


DAMAGED = {
    "an empty secret": ("private/secret", b"", "mark hw", "private/secret"),
    "a secret that is none": ("private/secret", b"hello", "release hw", "private/secret"),
    "half a record of instances": ("private/variants/hw/ada.json", b'{"ques', "release hw", "ada.json"),
    "no record of instances that were handed out": ("private/variants/hw/ada.json", None, "mark hw", "ada.json"),
    "half a notebook for students": ("release/hw/hw.ipynb", b"{", "mark hw", "hw.ipynb"),
    "a grade book that is none": ("gradebook.db", b"no data base" * 99, "collect hw inbox", "gradebook.db"),
    "no grade book": ("gradebook.db", None, "mark hw", "release hw"),
    "settings that do not run": ("nbgrader_config.py", b"c = get_config(", "mark hw", "config.py does not run"),
    "own questions that do not run": ("source/questions.py", b"import nowhere", "release hw", "'nowhere'"),
    "a source that is no text": ("source/hw/hw.py", b"\xff\xfe", "release hw", "hw.py"),
    "a translation that is no TOML": ("source/hw.de.toml", b"[[text", "release hw --lang de", "hw.de.toml"),
    "an inbox without notebooks": ("empty/x.txt", b"", "collect hw empty", "no notebook"),
    "a pattern without a group": ("inbox/x.txt", b"", "collect hw inbox --pattern abc", "'abc'"),
    "a pattern that is none": ("inbox/x.txt", b"", "collect hw inbox --pattern (", "not a regular expression"),
    "feedback before marking": ("inbox/x.txt", b"", "feedback hw", "finity-edu mark hw"),
    "an unknown set to export": ("inbox/x.txt", b"", "export nope", "nope.py"),
    "an unknown set to report on": ("inbox/x.txt", b"", "report nope", "nope.py"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_damaged_or_missing_is_named_and_nothing_is_made_up_in_its_place(course, name, monkeypatch):
    """With another secret, or with the common questions, marks would be wrong without a word."""
    file, content, command, message = DAMAGED[name]
    hand_in(course, "ada", perfect(course, "ada"))
    path = course.root / file
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_bytes(content)
    inbox = course.root / "inbox"
    inbox.mkdir(exist_ok=True)
    (inbox / "bob.ipynb").write_text("{}")
    monkeypatch.chdir(course.root)
    done = run(course, *command.split())
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert "Traceback" not in done.output
    if content is not None:
        assert path.read_bytes() == content


def test_where_there_is_no_course_the_message_says_how_to_begin_one(tmp_path):
    done = CliRunner().invoke(main, ["mark", "hw", "--course", str(tmp_path)])
    assert done.exit_code == 2
    assert "nbgrader_config.py" in done.output
    with pytest.raises(UserError):
        find_course(tmp_path)


def test_a_set_that_is_not_there_is_named_with_those_that_are(course):
    for command in (["release", "pw"], ["mark", "pw"], ["feedback", "pw"], ["report", "pw"], ["export", "pw"],
                    ["collect", "pw", "."]):
        done = run(course, *command)
        assert (done.exit_code, "pw.py" in done.output, "course: hw" in done.output) == (2, True, True), command


@pytest.mark.parametrize("command", ["mark", "release"])
def test_two_commands_at_once_on_one_set_are_refused(course, command):
    with course.locked("hw"):
        done = run(course, command, "hw")
    assert done.exit_code == 2
    assert "marking hw" in done.output


def test_the_question_of_the_lecturers_guide_works_as_it_stands_there(course):
    guide = (ROOT / "course" / "README.md").read_text(encoding="utf-8")
    code = next(c for c in re.findall(r"```python\n(.*?)```", guide, re.S) if "register" in c)
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    course.own_questions.write_text(code, encoding="utf-8")
    source = '# %% question="q1" type="count_letter" points=2\n'
    (course.folder("source", "own") / "own.py").parent.mkdir()
    (course.folder("source", "own") / "own.py").write_text(source, encoding="utf-8")
    release(course, "own")
    hand_in(course, "ada", perfect(course, "ada", "own"), "own")
    assert grade(Marking(course, "own").job("ada"))["points"] == 2


def test_the_shipped_set_can_be_released_and_solved(tmp_path):
    (tmp_path / "source").mkdir()
    shutil.copytree(ROOT / "course" / "source" / "ps0", tmp_path / "source" / "ps0",
                    ignore=shutil.ignore_patterns("*.ipynb", "*.json"))
    shutil.copy(ROOT / "course" / "nbgrader_config.py", tmp_path)
    course = find_course(tmp_path)
    release(course, "ps0", students=["ada"], lang="de")
    hand_in(course, "ada", perfect(course, "ada", "ps0"), "ps0")
    result = grade(Marking(course, "ps0").job("ada"))
    assert result["points"] == 6  # the last two are given by hand
    assert result["maximum"] == 8
    assert result["remarks"] == []


@needs("sandbox")
def test_a_built_in_question_about_a_function_brings_its_stub_and_its_solution(course):
    folder = course.folder("source", "fn")
    folder.mkdir()
    (folder / "fn.py").write_text('# %% question="q1" type="write_accepts" points=4\n', encoding="utf-8")
    release(course, "fn")
    stub = "".join(cell(blank(course, "fn"), "q1-answer")["source"])
    assert stub.startswith("# Your answer to fn.q1")
    assert "def accepts(" in stub
    assert stub.endswith('check("fn.q1", accepts)')
    assert "tokens" not in stub
    hand_in(course, "ada", perfect(course, "ada", "fn"), "fn")
    hand_in(course, "bob", blank(course, "fn"), "fn")
    shop = Marking(course, "fn")
    assert [grade(shop.job(s))["points"] for s in ("ada", "bob")] == [4, 0]
