"""A course of one's own: begun with one command, added to, and looked at as a whole."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from coursekit.book.feedback import write_feedback
from coursekit.book.new import STARTERS, new_course
from coursekit.book.status import status
from coursekit.questions import registry
from coursekit.sets.course import find_course
from coursekit.sets.plan import Plan, PlannedSet, read_plan
from coursekit.sets.release import release
from coursekit.sets.source import read_source, translated
from coursekit.shipped import shipped
from coursekit.texts import CATALOGUE
from finity_edu.cli import main
from tests.coursekit.workshop import hand_in, marked, perfect

STUDENTS = "id,first_name,last_name,email\nada,Ada,Lovelace,ada@uni.test\nbob,Bob,,\n"
TERM = date(2026, 10, 12)


def begun(folder: Path, units: str = "0-1") -> set[str]:
    (folder.parent / "students.csv").write_text(STUDENTS, encoding="utf-8")
    return set(new_course(folder, units, folder.parent / "students.csv", TERM).files)


def test_a_new_course_has_what_a_term_needs_and_its_secret_is_the_owners_alone(tmp_path):
    files = begun(tmp_path / "mine")
    assert {"course.toml", "calendar.md", "assistants.md", "nbgrader_config.py", ".gitignore", "source/ps0/ps0.py",
            "source/ps1/ps1.py"} <= files
    assert not any(name.startswith("source/ps2") for name in files)
    course = find_course(tmp_path / "mine")
    assert sorted(course.students()) == ["ada", "bob"]
    assert course.plan.sets["ps1"] == PlannedSet(date(2026, 10, 19), date(2026, 10, 26), 1)
    assert course.problem_set("ps1").maximum > 0
    if sys.platform != "win32":
        assert stat.S_IMODE((course.private / "secret").stat().st_mode) == 0o600
    assert "private/" in (course.root / ".gitignore").read_text(encoding="utf-8")


def test_asking_again_adds_what_is_missing_and_changes_nothing(tmp_path):
    begun(tmp_path / "mine")
    mine = tmp_path / "mine" / "source" / "ps0" / "ps0.py"
    mine.write_text("# mine", encoding="utf-8")
    (tmp_path / "mine" / "assistants.md").unlink()
    there = [path for path in (tmp_path / "mine").rglob("*") if path.is_file() and path.suffix != ".db"]
    before = {path: path.read_bytes() for path in there}
    added = begun(tmp_path / "mine", "0,2")
    assert {name for name in added if not name.endswith(".po")} == {"assistants.md", "source/ps2/ps2.py"}
    assert all(name.startswith("source/ps2.") for name in added if name.endswith(".po"))
    assert {path: path.read_bytes() for path in before} == before


def test_days_are_named_that_a_plan_which_is_there_does_not_get(tmp_path):
    begun(tmp_path / "mine")
    plan = (tmp_path / "mine" / "course.toml").read_bytes()

    def again(*args: str) -> str:
        done = CliRunner().invoke(main, ["new", str(tmp_path / "mine"), "--start", "2026-11-02", *args])
        assert done.exit_code == 0, done.output
        assert (tmp_path / "mine" / "course.toml").read_bytes() == plan
        head, said, lines = done.output.partition("course.toml and calendar.md stay as they are")
        assert said, head
        return lines.partition(":\n")[2]

    lines = again("--units", "4")
    assert lines == "[sets.ps4]\nrelease = 2026-11-02\ndue = 2026-11-09\n"
    (tmp_path / "mine" / "course.toml").write_bytes(plan := plan + lines.encode())
    assert find_course(tmp_path / "mine").plan.sets["ps4"].due == date(2026, 11, 9)
    assert list(tomllib.loads(again())["sets"]) == ["ps0", "ps1", "ps4"], "without new units it is about all sets"
    (tmp_path / "mine" / "course.toml").unlink()
    assert new_course(tmp_path / "mine", start=TERM).files == ("course.toml",)
    assert list(find_course(tmp_path / "mine").plan.sets) == ["ps0", "ps1", "ps4"]


def test_the_command_says_which_column_it_has_not_read(tmp_path):
    (tmp_path / "list.csv").write_text("id,frist_name,last_name\nada,Ada,Lovelace\n")
    done = CliRunner().invoke(main, ["new", str(tmp_path / "mine"), "--units", "0", "--students",
                                     str(tmp_path / "list.csv")])
    assert (done.exit_code, "column frist_name was not read: is first_name meant?" in done.output) == (0, True)


@pytest.mark.parametrize(("units", "students", "said"), [
    ("0-99", STUDENTS, "0-99 is not a unit"), ("one", STUDENTS, "one is not a unit"),
    ("", "name\nAda\n", "must name a column of ids"), ("", "id\n../eve\n", "line 2: '../eve' cannot be"),
])
def test_what_cannot_be_read_is_named_and_nothing_is_made(units, students, said, tmp_path):
    (tmp_path / "students.csv").write_text(students, encoding="utf-8")
    result = CliRunner().invoke(main, ["new", str(tmp_path / "mine"), "--units", units, "--students",
                                       str(tmp_path / "students.csv")])
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (tmp_path / "mine").exists()


def test_commands_speak_the_language_of_the_course_unless_another_one_is_chosen(course, monkeypatch):
    (course.root / "course.toml").write_text('format = "finity-edu/course"\nversion = 1\nlang = "de"\n')
    monkeypatch.delenv("FINITY_LANG", raising=False)
    where = ["--course", str(course.root)]
    said = [CliRunner().invoke(main, ["status", *where, *more]).output for more in ((), ("--lang", "en"))]
    assert ["abgegeben" in said[0], "handed in" in said[1]] == [True, True], said
    monkeypatch.setenv("FINITY_LANG", "es")
    assert "abgegeben" not in CliRunner().invoke(main, ["status", *where]).output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_course_speaks_the_language_in_which_it_was_begun(lang, tmp_path):
    with using_language(lang):
        course = new_course(tmp_path / "mine", "0").course
        title = CATALOGUE.text("new.title")
    assert (course.plan.lang, course.plan.title) == (lang, title)
    assert title in (tmp_path / "mine" / "calendar.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_sets_of_a_course_are_text_in_its_language_which_can_be_changed(tmp_path):
    for lang in ("de", "es"):
        with using_language(lang):
            course = new_course(tmp_path / lang).course
        assert not [*course.root.glob("source/*.po")]
        for name in course.sets():
            mine = course.problem_set(name)
            shipped_set = read_source(shipped("course") / "source" / name / f"{name}.py")
            po = shipped("course") / "source" / f"{name}.{lang}.po"
            theirs = translated(shipped_set, po)
            assert mine.texts == theirs.texts, f"{lang}: all of {name} is translated"
            assert {q: one.points for q, one in mine.questions.items()} == {
                q: one.points for q, one in theirs.questions.items()}
    file = tmp_path / "de" / "source" / "ps1" / "ps1.py"
    file.write_text(file.read_text(encoding="utf-8").replace("# # ", "# # Mein ", 1), encoding="utf-8")
    course = find_course(tmp_path / "de")
    assert release(course, "ps1", lang="de").untranslated == ""
    assert "# Mein " in (course.folder("release", "ps1") / "ps1.ipynb").read_text(encoding="utf-8")


def test_what_an_own_type_does_wrong_is_named_with_the_type_and_nothing_is_released(course, monkeypatch):
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    own = course.own_questions.read_text(encoding="utf-8")
    file = course.folder("source", "hw") / "hw.py"
    file.write_text('# %% question="q1" type="worded" points=1\n', encoding="utf-8")
    right = WRONG_KEY.replace('return "three"', "return 3")
    released = (course.folder("release", "hw") / "hw.ipynb").read_bytes()
    wrong = {
        "hw, q1: the right answer computed by the type worded": WRONG_KEY,
        r"its text has a field that nothing fills: m; there are n": right.replace('"text": "t"', '"text": "{m}"'),
        r"type worded: its solution has a field": right.replace('"solution": "s"', '"solution": "{m}"'),
        r"type worded fails: TypeError: .*set": right.replace('{"n": 3}', '{"n": {3}}'),
        r"type worded fails: ZeroDivisionError: .*questions.py, 10": right.replace("return 3", "return 1 // 0"),
    }
    for said, source in wrong.items():
        course.own_questions.write_text(source + own, encoding="utf-8")
        with pytest.raises(UserError, match=f"(?s){said}"):
            release(course, "hw")
    assert (course.folder("release", "hw") / "hw.ipynb").read_bytes() == released


WRONG_KEY = '''
from coursekit.questions import QuestionType, register

class Worded(QuestionType):
    id, unit, kind = "worded", 0, "number"
    texts = {"title": "t", "text": "t", "hint1": "h", "hint2": "h", "solution": "s"}
    def draw(self, rng, difficulty):
        return {"n": 3}
    def key(self, data):
        return "three"
    def measure(self, data):
        return 1

register(Worded())
'''


@pytest.mark.parametrize(("line", "said"), [
    ('lang = "fr"', "lang cannot have the value fr"), ('stages = "mild"', "stages cannot have the value mild"),
    ("[sets]\nhw = 3\n[sets.other]", "sets cannot have the value"), ("weight = 2", "there is no key weight"),
    ('[sets.hw]\ndue = "soon"', "sets.hw.due cannot have the value soon"),
    ("[sets.hw]\npoints = 3", "no key sets.hw.points"), ("title = ", "cannot be read: Invalid value"),
])
def test_a_plan_that_means_nothing_is_refused_by_file_and_key(line, said, tmp_path):
    (tmp_path / "course.toml").write_text(f'format = "finity-edu/course"\nversion = 1\n{line}\n', encoding="utf-8")
    with pytest.raises(UserError, match=said) as refused:
        read_plan(tmp_path / "course.toml")
    assert "course.toml" in str(refused.value)


def test_the_plan_decides_what_a_set_leaves_open(course):
    before = course.problem_set("hw")
    (course.root / "course.toml").write_text(
        'format = "finity-edu/course"\nversion = 1\nskin = "textbook"\nstages = "exam"\n', encoding="utf-8")
    after = find_course(course.root).problem_set("hw")
    assert (before.questions["q2"].skin, after.questions["q2"].skin) == (None, "textbook")
    assert {q.stages.name for q in after.questions.values()} == {"exam"}
    assert before.digest != after.digest
    assert read_plan(course.root / "none.toml") == Plan()


@pytest.mark.slow
def test_the_status_counts_what_happened_and_names_what_is_due(course):
    [before] = status(course, TERM)
    assert (before.name, before.released, before.handed_in, before.marked, before.mean) == ("hw", 3, 0, 0, None)
    assert before.next == ("finity-edu collect hw FOLDER",)
    marked(course)
    [after] = status(course, TERM)
    assert (after.handed_in, after.marked, after.feedback, after.missing) == (2, 2, 0, ("eve",))
    assert after.mean == pytest.approx((6 / 6 + 5 / 6) / 2)
    assert after.next == ("finity-edu feedback hw",)
    write_feedback(course, "hw", False)
    hand_in(course, "eve", perfect(course, "eve"))
    [last] = status(course, TERM)
    assert (last.handed_in, last.marked, last.feedback, last.missing) == (3, 2, 2, ())
    assert last.next == ("finity-edu mark hw",)


@pytest.mark.slow
def test_the_command_prints_a_table_data_and_a_page(course):
    (course.root / "course.toml").write_text(
        'format = "finity-edu/course"\nversion = 1\ntitle = "Automata <b>"\n'
        "[sets.ps9]\nrelease = 2999-01-01\n[sets.hw]\n", encoding="utf-8")
    marked(course)
    page = course.root / "status.html"
    where = ["--course", str(course.root)]
    told = CliRunner().invoke(main, ["status", *where, "--html", str(page)])
    assert told.exit_code == 0
    assert told.stdout.index("ps9") < told.stdout.index("hw"), "in the order of the plan"
    assert told.stdout.rstrip().endswith("finity-edu feedback hw")
    data = json.loads(CliRunner().invoke(main, ["status", *where, "--json"]).stdout)
    assert data["sets"][0]["planned"]["release"] == "2999-01-01"
    assert data["sets"][1]["missing"] == ["eve"]
    html = page.read_text(encoding="utf-8")
    assert "Automata &lt;b&gt;" in html
    assert "Handed in nothing: 1</h3>\n<ul class=\"people\"><li>Eve Test (eve)</li></ul>" in html


@pytest.mark.slow
def test_what_is_begun_works_its_own_test_passes_and_installed_it_is_found(tmp_path):
    """Each template once, in one process of its own, as if its package were installed."""
    new_course(tmp_path / "course", "0")
    for what in STARTERS:
        folder = tmp_path / ("course" if what == "set" else what)
        args = ["new", str(folder), f"--{what}", f"my_{what}"]
        begun = CliRunner().invoke(main, args)
        assert begun.exit_code == 0
        assert "pip install pytest" in begun.output
        before = {path: path.read_bytes() for path in folder.rglob("*.py")}
        assert CliRunner().invoke(main, [*args, "--json"]).stdout.count("[]") == 1
        assert {path: path.read_bytes() for path in before} == before
        if what in ("question", "skin"):
            found = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
            info = folder / f"my_{what}-1.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Name: my-{what}\nVersion: 1\n")
            (group, one), = found.items()
            (info / "entry_points.txt").write_text(f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in one.items()))
    script = ("import sys, pytest\nfrom coursekit.questions import question, types\n"
              "assert 'my_question' in types() and 'my_skin' in question('accepted').skins\n"
              "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-rs', *sys.argv[1:]]))")
    places = [str(tmp_path / name) for name in ("question", "skin", "board", "course")]
    done = subprocess.run([sys.executable, "-c", script, *places], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(places[:3]), "PYTEST_ADDOPTS": ""})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout


def test_who_begins_a_type_of_question_is_told_which_files_there_are(tmp_path):
    args = ["new", str(tmp_path / "mine"), "--question", "mine"]
    files = json.loads(CliRunner().invoke(main, [*args, "--json"]).stdout)["files"]
    assert files
    told = CliRunner().invoke(main, ["new", str(tmp_path / "other"), "--question", "mine"]).output
    assert all(file in told for file in files)
    again = CliRunner().invoke(main, args).output.splitlines()[0]
    assert "–" in again, "what is there already is not written again"


def test_a_name_that_python_cannot_use_is_refused(tmp_path):
    for name in ("my-type", "class", "9lives", "../x"):
        done = CliRunner().invoke(main, ["new", str(tmp_path / "mine"), "--question", name])
        assert (done.exit_code, name in done.output) == (2, True)
    assert not (tmp_path / "mine").exists()
