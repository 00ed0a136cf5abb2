"""One truth: grade book, feedback page, report and exported tables say the same after every change."""

from __future__ import annotations

import csv
import random
import re
import shutil
from dataclasses import dataclass, field
from html import unescape

import pytest

from coursekit.book.export import export
from coursekit.book.feedback import write_feedback
from coursekit.book.report import write_report
from coursekit.book.scores import book_results, scores
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from tests.coursekit.workshop import cell, hand_in, make_course, perfect

pytestmark = pytest.mark.usefixtures("marked_here")

TYPES = '''
from coursekit.questions import QuestionType, register


class Sum(QuestionType):
    id, unit, kind = "sum", 0, "number"
    texts = {{"title": "Sum", "text": "How much is {{n}} + 1?", "hint1": "Count.", "hint2": "Count on.",
              "hint3": "Begin with {{n}}.", "solution": "One more."}}

    def draw(self, rng, difficulty):
        return {{"n": rng.randrange(9)}}

    def key(self, data):
        return data["n"] + {slip}

    def measure(self, data):
        return 1


register(Sum())
'''
SET = '''# %% question="q1" type="sum" points=3

# %% question="q2" type="sum" points=2

# %% [markdown] question="q3" type="manual" points=4
# A rubric.
'''
STUDENTS = ("ada", "bob")


@dataclass
class Desk:
    """What must be said of one student: worked out here by other means."""

    filed: dict[str, bool] = field(default_factory=dict)  # which answers are right by the right key
    text: str = ""
    marked: tuple[dict[str, bool], str, int] | None = None  # answers, text, key, when it was last marked
    hand: dict[tuple[str, object], float] = field(default_factory=dict)  # by question and answer
    seen: dict[str, tuple[object, object]] = field(default_factory=dict)  # answer, and points of the program
    asks: set[str] = field(default_factory=set)

    def auto(self, q: str) -> float | None:
        if q == "q3":
            return None
        answers, _, slip = self.marked
        return {"q1": 3.0, "q2": 2.0}[q] * (answers[q] if slip == 1 else not answers[q])

    def answer(self, q: str) -> tuple[str, object]:
        answers, text, _ = self.marked
        return q, text if q == "q3" else answers[q]

    def points(self, q: str) -> float:
        return self.hand.get(self.answer(q), self.auto(q) or 0.0)


class World:
    """A course with two students, and what may happen in it."""

    def __init__(self, root) -> None:
        self.root, self.slip = root, 1
        self.desks = {s: Desk() for s in STUDENTS}

    def hands_in(self, rng, course):
        student = rng.choice(STUDENTS)
        desk, book = self.desks[student], perfect(course, student)
        desk.filed = {q: rng.random() < 0.5 for q in ("q1", "q2")}
        desk.text = rng.choice(("one text", "another text"))
        for q, right in desk.filed.items():
            n = course.issued("hw", student)["questions"][q]["data"]["n"]
            cell(book, f"{q}-answer")["source"] = f"# Your answer to hw.{q}\nanswer = {n + (1 if right else 2)}"
        cell(book, "q3")["source"] = desk.text
        hand_in(course, student, book)

    def is_marked(self, rng, course, again=False):
        marking = Marking(course, "hw")
        for student in marking.open_students(again):
            marking.note(grade(marking.job(student)))
        book_results(course, "hw", marking.marked())
        for desk in self.desks.values():
            if desk.filed:
                desk.marked = (dict(desk.filed), desk.text, self.slip)
                now = {q: (desk.answer(q), desk.auto(q)) for q in ("q1", "q2", "q3")}
                for q, (answer, auto) in now.items():
                    if answer not in desk.hand:
                        desk.asks = desk.asks | {q} if q == "q3" else desk.asks - {q}
                    elif desk.seen[q][0] != answer:
                        desk.asks = desk.asks - {q}
                    elif desk.seen[q][1] != auto:
                        desk.asks = desk.asks | {q}
                desk.seen = now

    def is_marked_again(self, rng, course):
        self.is_marked(rng, course, again=True)

    def gets_a_mark_by_hand(self, rng, course):
        student = rng.choice(STUDENTS)
        desk, q = self.desks[student], rng.choice(("q1", "q2", "q3"))
        if desk.marked is None:
            return
        desk.hand[desk.answer(q)] = rng.choice((0.0, 0.5, 2.0))
        desk.asks -= {q}
        with course.gradebook() as book:
            mark = book.find_grade(q, "hw", "hw", student)
            mark.manual_score, mark.needs_manual_grade = desk.points(q), False
            book.find_comment(q if q == "q3" else f"{q}-answer", "hw", "hw", student).manual_comment = f"because of {q}"
            book.db.commit()

    def has_its_key_corrected(self, rng, course):
        self.slip = 3 - self.slip
        course.own_questions.write_text(TYPES.format(slip=self.slip))

    STEPS = (hands_in, is_marked, is_marked_again, gets_a_mark_by_hand, has_its_key_corrected)

    def holds(self, course, folder) -> None:
        """Every place says what it must."""
        marked = {s: d for s, d in self.desks.items() if d.marked is not None}
        if not marked:
            return
        book = scores(course, "hw")
        write_feedback(course, "hw")
        write_report(course, "hw", folder / "page.html")
        table, *_ = export(course, ["hw"], folder)
        rows = {row["student"]: row for row in csv.DictReader(table.read_text().splitlines())}
        means = dict.fromkeys(("q1", "q2", "q3"), ())
        for student, desk in marked.items():
            total = sum(desk.points(q) for q in means)
            assert book[student].score == total
            assert {q for q, one in book[student].questions.items() if one.waits} == desk.asks
            page = unescape((course.folder("feedback", "hw", student) / "hw.html").read_text())
            assert f"{total:g} of 9 points" in page
            shown = dict(re.findall(r'<a href="#q\d">(q\d)</a></td>\s*<td>([^<]*) /', page))
            judged = [float(points) for points in re.findall("<strong>[✓◐✗] ([0-9.]+) / ", page)]
            assert judged == [desk.auto(q) for q in ("q1", "q2") if desk.answer(q) not in desk.hand]
            for q in means:
                points = desk.points(q)
                given = desk.answer(q) in desk.hand
                waits = q in desk.asks and not given
                assert book[student].questions[q].points == points
                assert shown[q] == ("✎" if waits else f"{points:g}")
                assert float(rows[student][q]) == points
                assert (f"because of {q}" in page) == given
                if not waits:
                    means[q] += (points,)
            assert float(rows[student]["points"]) == total
            assert rows[student]["needs_manual"] == ("yes" if desk.asks else "no")
        report = (folder / "page.html").read_text()
        for q, points in means.items():
            mean = f"{sum(points) / len(points):.2f}" if points else "–"
            assert re.search(rf"<td>{q}</td>.*?<td>{mean} / ", report), (q, mean)


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    root = tmp_path_factory.mktemp("truth")
    make_course(root, STUDENTS, SET, TYPES.format(slip=1))
    return root


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_after_every_change_all_places_say_the_same(template, tmp_path, seed):
    root = tmp_path / "course"
    shutil.copytree(template, root)
    course, world, rng = find_course(root), World(root), random.Random(seed)
    course.own_questions.write_text(TYPES.format(slip=1))
    for step in (World.hands_in, World.is_marked, *rng.choices(World.STEPS, k=12), World.is_marked):
        step(world, rng, course)
        world.holds(course, tmp_path / "out")


def test_a_corrected_key_reaches_worked_solutions_and_the_next_release(template, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(template, root)
    course = find_course(root)
    course.own_questions.write_text(TYPES.format(slip=2))
    release(course, "hw")
    hand_in(course, "ada", perfect(course, "ada"))
    n = course.issued("hw", "ada")["questions"]["q1"]["data"]["n"]
    marking = Marking(course, "hw")
    marking.note(grade(marking.job("ada")))
    course.own_questions.write_text(TYPES.format(slip=1))
    page = write_feedback(course, "hw", solutions=True)[0].read_text()
    assert re.findall("Answer:</strong> <code>([0-9]+)", page)[0] == str(n + 1)
    release(course, "hw")
    again = course.issued("hw", "ada")["questions"]["q1"]
    assert (again["data"]["n"], again["key"]) == (n, n + 1)
