"""Which of several hand-ins counts: the last, the best or the first one, and what came in time before others."""

from __future__ import annotations

import shutil
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from boardkit.errors import UserError
from coursekit.book.collecting import collect
from coursekit.book.scores import Arrival, as_it_counts, standings
from coursekit.marking.result import Marked, Result
from coursekit.sets.course import Course, find_course
from coursekit.sets.deadlines import Rule, moment
from coursekit.sets.plan import Plan, read_plan
from tests.coursekit.hostile.files import book, entry
from tests.coursekit.workshop import make_course, run_mark

pytestmark = pytest.mark.usefixtures("marked_here")

HEAD = 'format = "finity-edu/course"\nversion = 1\n'
DUE = "[sets.hw]\ndue = 2026-11-03\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("deadlines") / "course"
    make_course(root, ("ada",), '# %% question="q2" type="accepted" points=3\n')
    return root


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "course"))


def came(course: Course, inbox: Path, day: int, right: bool, file: str = "hw-handin.ipynb") -> None:
    """Hand in on a day of November."""
    issued = course.issued("hw", "ada")
    answer = issued["questions"]["q2"]["key"]
    content = book(entry(question="q2", kind="set of words", answer=answer if right else [], instance=""), set="hw",
                   student="ada", signature=issued["signature"], written=f"2026-11-{day:02}T10:00:00Z")
    (inbox / "ada").mkdir(parents=True, exist_ok=True)
    (inbox / "ada" / file).write_bytes(content)


# By day and whether it was right: what counts
CASES = (
    ("", ((1, True), (2, False)), 0),
    ('counts = "first"\n', ((1, True), (2, False)), 3),
    ('counts = "best"\n', ((1, False), (2, True), (3, False)), 3),
    ("", ((1, False), (9, True)), 3),
    ("late = 0.1\n" + DUE, ((1, False), (9, True)), 0),
    ("late = 0.1\n" + DUE, ((5, True),), 2.4),
    ('counts = "best"\nlate = 0.1\n' + DUE, ((1, False), (5, True)), 2.4),
)


@pytest.mark.parametrize("together", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_what_counts_is_what_the_plan_says_whether_it_comes_together_or_one_by_one(place, tmp_path, together):
    wrong = []
    for number, (plan, handed, points) in enumerate(CASES):
        (place / "course.toml").write_text(HEAD + plan)
        course = find_course(place)
        for path in (course.kept("hw", "ada"), course.results("hw"), course.folder("submitted", "hw", "ada")):
            for one in path.glob("*"):
                one.unlink()
        inbox = tmp_path / str(number)
        for day, right in handed:
            came(course, inbox, day, right, f"hw-handin ({day}).ipynb" if together else "hw-handin.ipynb")
            if not together:
                collect(course, "hw", inbox)
                run_mark(course)
        if together:
            collect(course, "hw", inbox)
        said = run_mark(course)["students"]["ada"]["points"]
        counts = standings(course, "hw")["ada"].points
        if not said == counts == pytest.approx(points):
            wrong.append((plan, handed, said, counts))
    assert wrong == []


def test_a_plan_with_a_rule_that_means_nothing_is_refused_by_name(tmp_path):
    for plan, key in (("late = 2\n", "late"), ('counts = "any"\n', "counts"), ("individual = 0\n", "individual"),
                      ("[sets.hw]\nextensions = 3\n", "hw.extensions"), ('[sets.hw]\nfull = ["q1", 2]\n', "hw.full"),
                      ("[sets.hw]\ngrace = -1\n", "hw.grace")):
        (tmp_path / "course.toml").write_text(HEAD + plan)
        with pytest.raises(UserError, match=key):
            read_plan(tmp_path / "course.toml")


def test_an_extension_granted_after_marking_gives_the_points_back(place, tmp_path):
    (place / "course.toml").write_text(HEAD + "late = 1.0\n" + DUE)
    course = find_course(place)
    came(course, tmp_path / "in", 5, True)
    collect(course, "hw", tmp_path / "in")
    assert run_mark(course)["students"]["ada"]["points"] == 0
    (place / "course.toml").write_text(HEAD + "late = 1.0\n" + DUE + "[sets.hw.extensions]\nada = 2026-11-05\n")
    course = find_course(place)
    assert standings(course, "hw")["ada"].points == 3
    assert run_mark(course)["students"]["ada"]["points"] == 3
    assert standings(course, "hw")["ada"].came.days == 0


# Handed in, by the clock in Berlin, and on the how many-th day after the deadline that is
AUTUMN = (("2026-10-25T00:14", 0), ("2026-10-25T00:16", 1), ("2026-10-25T23:30", 1), ("2026-10-26T00:01", 2),
          ("2026-10-26T23:30", 2))
SPRING = (("2027-03-28T00:16", 1), ("2027-03-28T23:59", 1), ("2027-03-29T00:01", 2), ("2027-03-29T23:59", 2))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="run it on Linux or macOS, where TZ sets the time zone")
@pytest.mark.parametrize(("due", "handed_in"), [(date(2026, 10, 24), AUTUMN), (date(2027, 3, 27), SPRING)])
def test_late_days_are_those_of_the_clock_on_the_wall_when_it_is_set_back_or_forward(monkeypatch, due, handed_in):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        rule = Rule(moment(due), late=0.1, grace=15)
        days = {text: rule.days(datetime.fromisoformat(text).astimezone()) for text, _ in handed_in}
        back = Rule(datetime.fromisoformat("2026-10-25T00:50Z"), late=0.1)
        assert back.days(datetime.fromisoformat("2026-10-25T01:10Z")) == 1, "the same hour, for the second time"
    finally:
        monkeypatch.undo()
        time.tzset()
    assert days == dict(handed_in)


def test_points_are_rounded_once_and_never_above_the_maximum():
    rule, came = Rule(datetime(2026, 10, 1, tzinfo=UTC), late=0.1), datetime(2026, 10, 1, 1, tzinfo=UTC)
    late = Arrival(came, "platform", rule.days(came), rule.share(came))
    wrong = []
    for points, rounding, came, counts in (
            (15.83, 0.5, late, 14), (15.83, 0, late, 14.25), (15.83, 0, Arrival(), 15.83), (31.5, 0.5, Arrival(), 31.5),
            (31.5, 1, Arrival(), 31.5), (31.5, 0.3, Arrival(), 31.5), (31.4, 0.3, Arrival(), 31.5),
            (0.15, 0.1, late, 0.1), (31, 10, Arrival(), 30)):
        one = Result("ps1", "ada", "", {"q1": Marked(points, 31.5, "")}, points, 31.5)
        said = as_it_counts(one, None, came, plan=Plan(rounding=rounding)).points
        if said != counts:
            wrong.append((points, rounding, came.days, said))
    assert wrong == []
