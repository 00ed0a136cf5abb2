"""A term with simulated students: points are what answers were made to earn, and a judge that errs is found out."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from coursekit.book.new import new_course
from coursekit.book.rehearsal import KINDS, NOTHING, nearly, own_folder, rehearse
from coursekit.book.rehearsal import _mistaken as mistaken
from coursekit.book.rehearsal import _runs as runs
from coursekit.marking import sandboxes
from coursekit.questions import all_types, question
from coursekit.questions.registry import built_in
from finity_edu.cli import main
from tests.needs import needs


@pytest.mark.slow
@needs("sandbox")
def test_every_kind_of_student_gets_what_the_answers_were_made_to_earn(course, tmp_path):
    before = {path: path.read_bytes() for path in course.root.rglob("*.json")}
    done = rehearse(course, tmp_path / "work", len(KINDS))
    assert [*done.students.values()] == [*KINDS]
    assert done.wrong == []
    assert done.checked == 3 * (len(KINDS) - 2 + 2)  # one is absent, one hands in with another, two come twice
    assert done.by_hand == {"waiting": 2, "unread": 1, "identity": 1, "refused": 0, "unmarked": 0}
    assert {path: path.read_bytes() for path in course.root.rglob("*.json")} == before


@pytest.mark.slow
def test_a_judge_that_errs_ends_the_rehearsal_with_an_error(course):
    source = course.own_questions.read_text(encoding="utf-8")
    lax = source.replace("class CountB", "class Lax(QuestionType):\n    id, unit, kind = 'lax', 0, 'number'\n"
                         "    texts = {'title': 't', 'text': 't', 'hint1': 'h', 'hint2': 'h', 'solution': 's'}\n"
                         "    def draw(self, rng, difficulty):\n        return {'n': rng.randrange(9)}\n"
                         "    def key(self, data):\n        return data['n']\n"
                         "    def measure(self, data):\n        return 1\n"
                         "    def assess(self, data, answer, say):\n        return Right('Right.')\n\n\nclass CountB")
    course.own_questions.write_text(lax + "register(Lax())\n", encoding="utf-8")
    (course.folder("source", "hw") / "hw.py").write_text('# %% question="q1" type="lax" points=1\n', encoding="utf-8")
    said = CliRunner().invoke(main, ["rehearse", str(course.root), "--students", "10", "--json"])
    assert isinstance(said.exception, SystemExit), said.exception
    assert said.exit_code == 1
    assert [one.split(",")[1].split()[1] for one in json.loads(said.stdout)["wrong"]] == ["(hasty):"]


def test_no_slip_is_known_where_an_epsilon_could_make_it_right_and_errors_have_names():
    def key(*symbols):
        return {"kind": "automaton", "key": {"start": "p", "accepting": [],
                                             "transitions": [["p", symbol, "p"] for symbol in symbols]}}

    assert nearly(key("a", "b")).answer["accepting"] == ["p"]
    assert nearly(key("a", "")) is NOTHING
    made = question("accepted").instance(5, 2)
    one = {"type": "accepted", "data": made.data, "key": made.key}
    errors = mistaken(one)
    assert errors
    assert [made.judge(error.answer).right for error in errors] == [False] * len(errors)
    assert all(error.names for error in errors)


@pytest.mark.slow
def test_a_slip_is_wrong_in_every_type_of_question():
    tried = set()
    for kind in filter(built_in, all_types()):
        one = kind.instance(5, 2)
        slip = nearly({"kind": one.kind, "key": one.key})
        if slip is not NOTHING:
            assert not kind.judge(one.data, slip.answer).right, kind.id
            tried.add(one.kind)
    assert tried == {"number", "fraction", "set of words", "partition", "automaton"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to all: run it on Linux or macOS")
def test_a_rehearsal_that_is_interrupted_or_killed_leaves_nothing_for_long(course, tmp_path, monkeypatch):
    command = [sys.executable, "-m", "finity_edu.cli", "rehearse", str(course.root), "--students", "2"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    for ended, left in ((signal.SIGINT, 0), (signal.SIGKILL, 1)):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not [*tmp_path.glob("finity-rehearsal-*/course/release")]:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(ended)
        process.wait(60)
        assert len([*tmp_path.glob("finity-*")]) == left
    killed, = tmp_path.glob("finity-*")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with own_folder():
        assert killed.exists()  # so young that it may be about to begin
        os.utime(killed / "at-work", (0, 0))
        with own_folder() as another:
            assert not killed.exists()
            os.utime(another / "at-work", (0, 0))
            with own_folder():
                assert another.exists()  # at work, however old
    assert not [*tmp_path.glob("finity-*")]


def test_a_full_disk_is_named_where_the_rehearsal_lies():
    with pytest.raises(OSError, match="finity-rehearsal-"), own_folder():
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.slow
def test_six_students_play_three_sets_of_the_course(tmp_path):
    course = new_course(tmp_path / "mine", "1-3").course
    done = rehearse(course, tmp_path / "work", 6)
    assert done.wrong == []
    assert done.checked > 100


def test_where_there_is_no_sandbox_only_those_who_compute_are_left_out(monkeypatch):
    monkeypatch.setattr(sandboxes, "place_for", lambda *_, **__: (None, ()))
    assert [kind for kind in KINDS if not runs(kind)] == ["computing"]


def test_a_short_set_is_rehearsed_by_every_kind_of_student_and_by_one_alone(course, tmp_path):
    """Everyday: without a function, and with a question for a person."""
    asked = '# %% question="q1" type="count_arrows" points=1\n\n# %% [markdown] question="q2" type="manual" points=1\n'
    (course.folder("source", "hw") / "hw.py").write_text(asked, encoding="utf-8")
    done = rehearse(course, tmp_path / "all", len(KINDS))
    assert ([*done.students.values()], done.wrong, done.odd) == ([*KINDS], [], [])
    # One is absent, one hands in with another; two hand in something else later; computed ones may wait
    assert done.checked == len(KINDS) - 2 + 2 - (not runs("computing"))
    assert done.by_hand == {"waiting": 20, "unread": 1, "identity": 1, "refused": 0, "unmarked": 0}
    alone = rehearse(course, tmp_path / "one", 1)
    assert (alone.checked, alone.by_hand["waiting"], alone.wrong) == (1, 1, [])
