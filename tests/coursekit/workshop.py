"""A small course to test with: three questions, one of them a function, with a lecturer's own types of questions."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result
from nbgrader import api
from nbgrader.dbutil import ALEMBIC_DIR

from boardkit.console import Group
from coursekit.book.cli import COMMANDS
from coursekit.book.scores import book_results
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.marking.result import Result as Marks
from coursekit.practice.handin import Entry, compose
from coursekit.sets.build import solved
from coursekit.sets.course import Course, find_course
from coursekit.sets.release import release

OWN_QUESTIONS = '''
"""CANARY-QUESTIONS: a lecturer's own types of questions."""
import random
from coursekit.questions import QuestionType, Right, Wrong, register


class CountB(QuestionType):
    id, unit, kind = "count_b", 0, "function"
    texts = {"title": "Count b", "text": "Write a function answer(word): how often does b occur in it?",
             "hint1": "Which letters count?", "hint2": "Go through the word.", "hint3": "Begin with 0.",
             "solution": "word.count('b')"}

    def draw(self, rng, difficulty):
        return {"length": difficulty + 3}

    def probes(self, data, secret_seed):
        rng = random.Random(secret_seed)
        return ["".join(rng.choice("bw") for _ in range(data["length"])) for _ in range(10)]

    def key(self, data):
        return {"seed": 1, "results": [{"value": w.count("b")} for w in self.probes(data, 1)]}

    def measure(self, data):
        return data["length"]

    def assess(self, data, answer, say):
        words = self.probes(data, answer["seed"])
        good = [r.get("value") == w.count("b") for w, r in zip(words, answer["results"], strict=True)]
        bad = next((w for w, ok in zip(words, good) if not ok), None)
        return Right("Right.") if bad is None else Wrong(sum(good) / len(good), f"Wrong for {bad}.", bad)


register(CountB())
'''

SOURCE = '''# %% [markdown]
# # A set to test with

# %% setup=true
LETTERS = "bw"

# %% question="q1" type="count_arrows" points=1 difficulty=1 seconds=2

# %% question="q2" type="accepted" points=3 difficulty=1 seconds=2

# %% question="q3" type="count_b" points=2 difficulty=1 seconds=2
def answer(word):
    ### BEGIN SOLUTION
    # CANARY-SOLUTION
    return word.count("b")
    ### END SOLUTION
    return None
'''

CONFIG = '''c = get_config()
c.CourseDirectory.course_id = "test"
c.ClearSolutions.code_stub = {"python": ""}
c.Autograde.exporter_class = "coursekit.book.autograde.Refuse"
'''


def make_course(root: Path, students: tuple[str, ...] = ("ada", "bob", "eve"), source: str = SOURCE,
                own_questions: str = OWN_QUESTIONS) -> Course:
    """Write a course, with students in its data base, and release ``hw``."""
    (root / "source" / "hw").mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG)
    (root / "source" / "questions.py").write_text(own_questions)
    (root / "source" / "hw" / "hw.py").write_text(source)
    (root / "private").mkdir()
    (root / "private" / "secret").write_text("5e" * 32)  # the same questions in every run of the tests
    course = find_course(root)
    # For every new data base nbgrader starts a program that says the version of its tables, for three seconds.
    api.get_alembic_version = ScriptDirectory(ALEMBIC_DIR).get_current_head
    with course.gradebook() as book:
        for student in students:
            book.add_student(student, first_name=student.capitalize(), last_name="Test", email=f"{student}@uni.test")
    release(course, "hw")
    return course


def perfect(course: Course, student: str, name: str = "hw") -> dict[str, Any]:
    """A notebook with the right answers to a student's own questions."""
    return copy.deepcopy(solved(course.problem_set(name), course.issued(name, student)))


def blank(course: Course, name: str = "hw") -> dict[str, Any]:
    """The notebook as it was handed out."""
    return json.loads((course.folder("release", name) / f"{name}.ipynb").read_text(encoding="utf-8"))


def hand_in(course: Course, student: str, book: Mapping[str, Any] | bytes, name: str = "hw") -> Path:
    """File a notebook as a submission."""
    folder = course.folder("submitted", name, student)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.ipynb"
    path.write_bytes(book if isinstance(book, bytes) else json.dumps(book).encode())
    return path


def cell(book: Mapping[str, Any], id: str) -> dict[str, Any]:
    """The cell with a grade id."""
    return next(c for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == id)


def answer(book: Mapping[str, Any], q: str, code: str) -> None:
    """Replace the answer to a question."""
    cell(book, f"{q}-answer")["source"] = f"# Your answer to hw.{q}\n{code}"


def hostile_result(texts: Iterable[str]) -> Marks:
    """What `grade` might say if every field that a student has a say in were hostile."""
    everything = "\n\n".join(texts)
    verdict = {"points": 1.0, "maximum": 3.0, "message": everything, "witness": everything, "picture": None,
               "misconception": None, "malformed": False, "answer": everything}
    questions = {"q1": verdict | {"picture": f"<svg onload='window.owned=1'>{everything}</svg>"},
                 "q2": verdict | {"malformed": True, "points": 0.0, "answer": [everything, {everything: 1}]},
                 "q3": verdict, "q4": verdict | {"manual": True, "points": 0.0}}
    remarks = [{"id": id, "where": where, "what": text} for text in texts
               for id, where in (("error", text), ("error", "q1"), ("other_variant", ""))]
    result = {"set": "hw", "student": "ada", "key": "k", "questions": questions, "points": 1.0, "maximum": 6.0,
              "unmarked": [], "remarks": remarks}
    return Marks.from_json(json.loads(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace")))


def by_hand(course: Course, student: str, q: str, points: float, comment: str | None = None) -> None:
    """What a person does in the formgrader."""
    with course.gradebook() as book:
        notebook = book.find_submission_notebook("hw", "hw", student)
        grade = next(g for g in notebook.grades if g.name == q)
        grade.manual_score, grade.needs_manual_grade = points, False
        if comment is not None:
            next(c for c in notebook.comments if c.name in (q, f"{q}-answer")).manual_comment = comment
        book.db.commit()


def marked(course: Course) -> Marking:
    """Two students hand in, one with a wrong answer, and are marked."""
    hand_in(course, "ada", perfect(course, "ada"))
    book = perfect(course, "bob")
    answer(book, "q1", "answer = 99")
    hand_in(course, "bob", book)
    shop = Marking(course, "hw")
    for result in run_jobs(shop.job(s) for s in ("ada", "bob")):
        shop.note(result)
    book_results(course, "hw", shop.marked())
    return shop


@click.group(cls=Group)
def main() -> None:
    """The commands as they stand in finity-edu."""


for _command in COMMANDS:
    main.add_command(_command)


def run(course: Course, *args: str) -> Result:
    """Run a command of the course."""
    return CliRunner().invoke(main, [*args, "--course", str(course.root)])


def mark(course, student: str, **more) -> Marks:
    return grade(Marking(course, "hw", **more).job(student))


def remarks(result: Marks) -> set[str]:
    return {r.id for r in result.remarks}


def points(result: Marks) -> list[float]:
    return [q.points for q in result.questions.values()]


def submitted(course, student: str, entries: dict[str, Entry], name: str = "hw") -> None:
    """Hand in what `submit` writes."""
    issued = course.issued("hw", student)
    book = compose(name, issued["questions"], entries, student=issued["student"], signature=issued["signature"],
                   lang="en", written="")
    hand_in(course, student, book)


def key(course, student: str, q: str):
    return course.issued("hw", student)["questions"][q]["key"]


def run_mark(course: Course, *args: str) -> dict:
    """Mark the set by the command; return what it prints."""
    done = run(course, "mark", "hw", "--workers", "1", "--json", *args)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)
