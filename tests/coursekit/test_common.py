"""The same questions for everybody: handed out as `release` says, judged by these, and switched on in one place."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from coursekit.book.collecting import collect
from coursekit.book.feedback import write_feedback
from coursekit.marking.marking import Marking
from coursekit.practice.handin import Entry, compose
from coursekit.practice.session import open_set
from coursekit.questions import registry
from coursekit.sets.course import Course
from coursekit.sets.release import release
from tests.coursekit.workshop import (
    SOURCE,
    hand_in,
    key,
    make_course,
    mark,
    perfect,
    points,
    remarks,
    run,
    run_mark,
)

pytestmark = pytest.mark.usefixtures("marked_here")

PLAN = 'format = "finity-edu/course"\nversion = 1\n'


def answered(folder: Path, course: Course, student: str) -> bytes:
    """What `submit` writes where somebody answers right what lies in a folder."""
    _, check, _, submit = open_set("hw", folder)
    for id in ("q1", "q2"):
        check(id, key(course, student, id))
    submit()
    return (folder / "hw-handin.ipynb").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("individual", [True, False])
def test_what_release_names_for_students_can_be_handed_to_them(tmp_path, individual):
    course = make_course(tmp_path / "course")
    if not individual:
        (course.root / "course.toml").write_text(PLAN + "individual = false\n")
        course = Course(course.root, course.config)
    place = Path(json.loads(run(course, "release", "hw", "--renew", "--json").stdout)["for_students"])
    assert str(place) in run(course, "release", "hw").output.splitlines()[1]
    desk = place / "ada" if individual else place
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / "hw.ipynb").write_bytes(answered(desk, course, "ada" if individual else ""))
    done = collect(course, "hw", tmp_path / "in")
    assert done.filed["ada"].remarks == ()
    assert (points(mark(course, "ada")), remarks(mark(course, "ada"))) == ([1, 3, 0], set())


def test_who_answers_the_questions_of_everybody_is_judged_by_these_with_a_remark(course, tmp_path):
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / "hw.ipynb").write_bytes(answered(course.folder("release", "hw"), course, ""))
    done = collect(course, "hw", tmp_path / "in")
    assert [r.id for r in done.filed["ada"].remarks] == ["common"]
    found = run_mark(course)["students"]["ada"]
    assert (found["questions"], {r["id"] for r in found["remarks"]}) == ({"q1": 1, "q2": 3, "q3": 0}, {"common"})
    page, = write_feedback(course, "hw")
    common, own = (course.issued("hw", student)["questions"]["q2"]["text"] for student in ("", "ada"))
    assert common != own
    assert shown(common) in page.read_text(encoding="utf-8")
    assert shown(own) not in page.read_text(encoding="utf-8")


def shown(text: str) -> str:
    """A part of a question's picture or text that tells it from others."""
    from boardkit.foreign import as_html

    return next(line for line in map(as_html, text.splitlines()) if "→" in line or line)


@pytest.mark.slow
def test_without_a_record_the_answers_tell_whose_questions_they_are_to_unless_it_may_be_chance(course, tmp_path):
    more = "".join(f'# %% question="m{n}" type="accepted" points=1 difficulty={n}\n\n' for n in (2, 3))
    larger = make_course(tmp_path / "larger", ("ada", "bob"), SOURCE + "\n" + more)
    hand_in(larger, "ada", perfect(larger, ""))
    result = mark(larger, "ada")
    assert (sum(points(result)), remarks(result)) == (8, {"common"})
    hand_in(larger, "bob", perfect(larger, "bob"))
    assert (sum(points(mark(larger, "bob"))), remarks(mark(larger, "bob"))) == (8, set())
    hand_in(course, "ada", perfect(course, ""))
    result = mark(course, "ada")
    assert (sum(points(result)) < 6, remarks(result)) == (True, {"maybe_common"})


def test_whose_signature_is_forged_is_judged_by_the_own_questions(course):
    issued = course.issued("hw", "")
    entries = {q: Entry("data", key(course, "", q), n=1) for q in ("q1", "q2")}
    for student, signature in (("", "5" * 64), ("ada", issued["signature"])):
        book = compose("hw", issued["questions"], entries, student=student, signature=signature, lang="en", written="")
        hand_in(course, "ada", book)
        assert "common" not in remarks(mark(course, "ada"))
        assert sum(points(mark(course, "ada"))) < 4


@pytest.mark.slow
def test_one_switch_makes_a_set_the_same_for_everybody_and_what_went_out_before_still_counts(tmp_path):
    course = make_course(tmp_path / "course", ("ada", "bob"))
    old = answered(course.handout("hw", "ada"), course, "ada")
    (course.root / "course.toml").write_text(PLAN + "[sets.hw]\nindividual = false\n")
    course = Course(course.root, course.config)
    done = release(course, "hw", students=["zoe"])
    assert (done.students, done.for_students, done.own_before) == ((), course.folder("release", "hw"), 2)
    assert not course.handout("hw", "zoe").exists()
    for student, content in (("ada", old), ("bob", answered(course.folder("release", "hw"), course, ""))):
        hand_in(course, student, content)
        assert points(mark(course, student))[:2] == [1, 3]
    assert release(course, "hw", renew=True).own_before == 0


MINE = '''
from coursekit.questions import QuestionType, register

class Mine(QuestionType):
    id, unit, kind = "mine", 0, "number"
    texts = {"title": "t", "text": "{n}", "hint1": "h", "hint2": "h", "solution": "s"}
    def draw(self, rng, difficulty):
        return {"n": rng.randrange(1000)}
    def key(self, data):
        return data["n"]
    def measure(self, data):
        return data["n"]

register(Mine())
'''


def test_a_corrected_key_in_a_package_is_noticed(tmp_path, monkeypatch):
    (tmp_path / "mine_package.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    monkeypatch.setitem(sys.modules, "mine_package", None)
    del sys.modules["mine_package"]
    importlib.import_module("mine_package")
    course = make_course(tmp_path / "course", ("ada",), SOURCE.replace("count_arrows", "mine"))
    hand_in(course, "ada", perfect(course, "ada"))
    before = Marking(course, "hw").job("ada").key
    assert Marking(course, "hw").job("ada").key == before
    (tmp_path / "mine_package.py").write_text(MINE.replace('return data["n"]', 'return data["n"] + 1', 1))
    assert Marking(course, "hw").job("ada").key != before


def test_a_page_for_a_student_names_nobody_else(course):
    issued = course.issued("hw", "bob")
    book = compose("hw", issued["questions"], {}, student="bob", signature=issued["signature"], lang="en", written="")
    hand_in(course, "ada", book)
    run_mark(course)
    page, = write_feedback(course, "hw")
    for path in (page, course.folder("autograded", "hw", "ada") / "hw.ipynb"):
        assert "somebody else" in path.read_text(encoding="utf-8")
        assert "(bob)" not in path.read_text(encoding="utf-8")


