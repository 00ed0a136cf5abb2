"""The lecturer's commands: from source to grade sheet, and what they say of mistakes and of what is damaged."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sqlite3
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import OperationalError

from boardkit.errors import UserError
from coursekit import open_set
from coursekit.book import cli
from coursekit.book.cli import COMMANDS
from coursekit.book.scores import scores
from coursekit.marking.marking import Marking, grade
from coursekit.marking.result import Failed
from coursekit.questions import question, registry
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from finity_edu.cli import LAZY
from finity_edu.cli import main as finity
from tests.coursekit.workshop import blank, cell, hand_in, main, perfect, run
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("marked_here")

ROOT = Path(__file__).parents[2]


# ---------------------------------------------------------------- source and notebooks
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
    assert len(json.loads(run(course, "export", "--json").stdout)["files"]) == 3
    tables = sorted((course.root / "export").iterdir())
    hidden = [path for path in course.private.rglob("*") if path.is_file()]
    assert len(hidden) >= 4
    if os.name == "posix":
        assert {oct(path.stat().st_mode & 0o777) for path in hidden} <= {"0o600", "0o644"}
    kept = {path for path in course.root.rglob("*") if "bob" in str(path)}
    forgotten = CliRunner().invoke(main, ["forget", str(course.root), "--student", "ada", "--yes", "--json"])
    assert forgotten.exit_code == 0, forgotten.output
    assert [path for path in json.loads(forgotten.stdout)["deleted"] if "ada" not in path] == [*map(str, tables)]
    assert not any(table.exists() for table in tables)
    assert "Copies may remain" in forgotten.stderr
    assert set(scores(course, "hw")) == {"bob"}
    left = {path.relative_to(course.root).parts[0] for path in course.root.rglob("*") if "ada" in str(path)}
    assert left <= {"handout", "private"}
    assert not (course.results("hw") / "ada.jsonl").exists()
    assert {path for path in course.root.rglob("*") if "bob" in str(path)} == kept


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
    "not a grade book": ("gradebook.db", None, "mark hw", "release hw"),
    "settings that do not run": ("nbgrader_config.py", b"c = get_config(", "mark hw", "config.py does not run"),
    "own questions that do not run": ("source/questions.py", b"import nowhere", "release hw", "'nowhere'"),
    "a source that is no text": ("source/hw/hw.py", b"\xff\xfe", "release hw", "hw.py"),
    "a translation that is none": ("source/hw.de.po", b"[[text", "release hw --lang de", "hw.de.po"),
    "an inbox without notebooks": ("empty/x.txt", b"", "collect hw empty", "no notebook"),
    "a pattern without a group": ("inbox/x.txt", b"", "collect hw inbox --pattern abc", "'abc'"),
    "a pattern that is none": ("inbox/x.txt", b"", "collect hw inbox --pattern (", "not a regular expression"),
    "feedback before marking": ("inbox/x.txt", b"", "feedback hw", "finity-edu mark hw"),
    "an unknown set to export": ("inbox/x.txt", b"", "export nope", "nope.py"),
    "an unknown set to report on": ("inbox/x.txt", b"", "status nope", "nope.py"),
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


def test_a_full_disk_is_told_in_a_sentence_and_not_in_the_log_of_nbgrader(course, monkeypatch, caplog):
    full = sqlite3.OperationalError("database or disk is full")
    monkeypatch.setattr("sqlalchemy.orm.Session.commit", Mock(side_effect=OperationalError("COMMIT", {}, full)))
    with pytest.raises(UserError, match="disk is full"):
        course.students()
    assert not caplog.records


def test_where_there_is_no_course_the_message_says_how_to_begin_one(tmp_path):
    done = CliRunner().invoke(main, ["mark", "hw", "--course", str(tmp_path)])
    assert done.exit_code == 2
    assert "nbgrader_config.py" in done.output
    with pytest.raises(UserError):
        find_course(tmp_path)


def test_a_set_that_is_not_there_is_named_with_those_that_are(course):
    for command in (["release", "pw"], ["mark", "pw"], ["feedback", "pw"], ["status", "pw"], ["export", "pw"],
                    ["collect", "pw", "."]):
        done = run(course, *command)
        assert (done.exit_code, "pw.py" in done.output, "course: hw" in done.output) == (2, True, True), command


@pytest.mark.parametrize("command", ["mark", "release", "collect", "archive", "forget"])
def test_two_commands_at_once_on_one_set_are_refused(course, command, tmp_path):
    hand_in(course, "ada", perfect(course, "ada"))
    words = {"collect": ["hw", str(tmp_path)], "archive": [str(tmp_path / "x.zip")]}.get(command, ["hw"])
    with course.locked("hw"):
        done = (CliRunner().invoke(main, ["forget", str(course.root), "--student", "ada", "--yes"])
                if command == "forget" else run(course, command, *words))
    assert course.submissions("hw").keys() == {"ada"}
    assert done.exit_code == 2
    assert "working on hw" in done.output


def typed(guide):
    """What the guide says is to be typed, line by line."""
    blocks = re.findall(r"```console\n(.*?)```", guide, re.S)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def test_the_guides_table_has_every_command_of_a_lecturer_and_no_other_one():
    ours = {name for name, (place, _) in LAZY.items() if place.startswith("coursekit.")}
    for guide in (ROOT / "course").glob("**/README.md"):
        text = guide.read_text(encoding="utf-8")
        if text.startswith(("**", "[")):
            assert {*re.findall(r"^\| `finity-edu (\w+)` \|", text, re.M)} == ours, guide
            called = {*re.findall(r"finity-edu (?:--lang \w+ )?([a-z]+)\b", re.sub(r"finity-edu\[.*?\]", "", text))}
            assert called <= {*LAZY}, guide
    assert {command.name for command in COMMANDS} <= ours


@pytest.mark.slow
def test_who_types_what_the_lecturers_guide_says_in_an_empty_folder_comes_through_a_term(tmp_path, monkeypatch):
    """Between the lines happens what it says of Ada: she answers, runs `submit()`, her file lies in ``downloads``."""
    guide = (ROOT / "course" / "README.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("students.csv").write_text(re.search(r"```csv\n(.*?)```", guide, re.S)[1], encoding="utf-8")
    done = []
    for line in typed(guide):
        command, *args = shlex.split(line)
        if command == "cd":
            monkeypatch.chdir(args[0])
            continue
        if args[:2] == ["collect", "ps1"]:
            desk = Path("handout/ps1/ada")
            _, check, _, submit = open_set("ps1", desk)
            ours = find_course(".").issued("ps1", "ada")["questions"]
            for id, one in ours.items():
                if one["kind"] != "function":
                    check(id, one["key"])
            submit(recorded=True)
            Path("downloads").mkdir()
            shutil.copy(desk / "ps1-handin.ipynb", "downloads/ada.ipynb")
        said = CliRunner().invoke(finity, args)
        assert said.exit_code == 0, (line, said.output)
        done.append(args[0])
    assert set(done) == {"new", "status", "rehearse", "release", "collect", "mark", "read", "feedback", "export",
                         "archive", "forget"}
    page = "feedback/ada/ps1/ps1.html"
    made = [p for p in (f"../years-later/{page}",) if not Path(p).is_file()]
    assert made == []
    assert not Path("export/ps1.csv").exists()  # one student was forgotten: `export` writes the tables again
    assert scores(find_course("../years-later"), "ps1").keys() == {"ada"}
    assert not Path(page).exists(), "forgotten"
    assert scores(find_course("."), "ps1") == {}


def test_the_question_of_the_lecturers_guide_works_as_it_stands_there(course):
    guide = (ROOT / "course" / "README.md").read_text(encoding="utf-8")
    code, translated, twice = (c for c in re.findall(r"```python\n(.*?)```", guide, re.S) if "register" in c)
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    course.own_questions.write_text(code + translated + twice, encoding="utf-8")
    source = '# %% question="q1" type="count_letter" points=2\n\n'
    source += '# %% question="q2" type="count_letter_translated" points=2\n\n' + "".join(
        f'# %% question="{skin}" type="even_words" points=1 skin="{skin}"\n\n' for skin in ("board", "textbook"))
    (course.folder("source", "own") / "own.py").parent.mkdir()
    (course.folder("source", "own") / "own.py").write_text(source, encoding="utf-8")
    release(course, "own")
    hand_in(course, "ada", perfect(course, "ada", "own"), "own")
    assert grade(Marking(course, "own").job("ada")).points == 6
    told = [question("count_letter_translated").wording({"n": 4}, lang) for lang in ("de", "es")]
    assert [text.split()[0] for text in told] == ["Wie", "How"]


def test_the_command_question_knows_the_types_of_the_course(course, tmp_path, monkeypatch):
    def said(*words):
        return CliRunner().invoke(finity, ["question", *words])

    guide = (ROOT / "course" / "README.md").read_text(encoding="utf-8")
    code = next(c for c in re.findall(r"```python\n(.*?)```", guide, re.S) if "register" in c)
    course.own_questions.write_text(code.replace("count_letter", "of_this_course"), encoding="utf-8")
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert "of_this_course" not in said("--list").output
    assert said("--list", "--course", str(elsewhere)).exit_code == 2
    assert "of_this_course" in said("--list", "--course", str(course.root)).output
    monkeypatch.delitem(registry.TYPES.known, "of_this_course")
    monkeypatch.chdir(course.root)
    assert said("of_this_course", "--solution").output.startswith("# ")


def test_a_hand_in_that_cannot_be_marked_keeps_nobody_elses_points_away(course, monkeypatch):
    for student in ("ada", "bob"):
        hand_in(course, student, perfect(course, student))
    ada, bob = (grade(Marking(course, "hw").job(student)) for student in ("ada", "bob"))
    assert ada.student == "ada"
    monkeypatch.setattr(cli, "run_jobs", lambda *_, **__: iter([Failed("ada", "no room"), bob]))
    done = run(course, "mark", "hw", "--json")
    assert done.exit_code == 1
    assert {*scores(course, "hw")} == {"bob"}


def test_where_nothing_can_be_marked_questions_are_printed_all_the_same(course, monkeypatch):
    own = course.own_questions
    own.unlink(missing_ok=True)
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    monkeypatch.chdir(course.root)
    assert CliRunner().invoke(finity, ["question", "accepted"]).output.startswith("# ")
    named = CliRunner().invoke(finity, ["question", "accepted", "--course", "."])
    own.write_text("")
    found = CliRunner().invoke(finity, ["question", "accepted"])
    for refused in (named, found):
        assert (refused.exit_code, "finity-edu[grading]" in refused.output) == (2, True)


def test_the_shipped_set_can_be_released_and_solved(tmp_path):
    (tmp_path / "source").mkdir()
    shutil.copytree(ROOT / "course" / "source" / "ps0", tmp_path / "source" / "ps0",
                    ignore=shutil.ignore_patterns("*.ipynb", "*.json"))
    shutil.copy(ROOT / "course" / "nbgrader_config.py", tmp_path)
    course = find_course(tmp_path)
    release(course, "ps0", students=["ada"], lang="de")
    hand_in(course, "ada", perfect(course, "ada", "ps0"), "ps0")
    result = grade(Marking(course, "ps0").job("ada"))
    assert result.points == 6  # the last two are given by hand
    assert result.maximum == 8
    assert result.remarks == ()


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
    assert [grade(shop.job(s)).points for s in ("ada", "bob")] == [4, 0]


def test_only_who_handed_in_can_be_marked_by_running_the_notebook(course):
    hand_in(course, "ada", perfect(course, "ada"))
    done = run(course, "mark", "hw", "--execute", "ada", "--execute", "zoe")
    assert (done.exit_code, "zoe" in done.output) == (2, True)
