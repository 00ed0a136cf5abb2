"""Marking a class, beside plain `nbgrader autograde` on the same submissions.

nbgrader marks all submissions in one process, which is its fastest way: one process for each submission takes almost
three times as long.  Ours uses the two cores that the requirement names, and runs functions in a sandbox; both end with
points in the data base.  Judging and entering are measured apart as well, on one core.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.harness import Job, at_least, faster_than_peer
from coursekit.book.scores import book_results
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.sets.build import solved
from coursekit.sets.course import Course, find_course
from coursekit.sets.release import release

SUBMISSIONS = 16
USUAL = 2.0
"""Seconds that nbgrader needed for one of them where the limits of the measures were set."""
DATA, FUNCTIONS = "ps0", "functions"
SHIPPED = Path(__file__).resolve().parents[1] / "course"
SOURCE = """\
# %% question="q1" type="count_arrows" points=1
# %% question="q2" type="accepted" points=3
# %% question="q3" type="token_sets" points=3
# %% question="q4" type="write_accepts" points=4 difficulty=2
# %% question="q5" type="write_accepts" points=4 difficulty=3
"""


@cache
def course() -> Course:
    """A copy of the shipped course; of a class half knows all answers, and half answers somebody else's questions."""
    root = Path(tempfile.mkdtemp(prefix="finity-bench-"))
    shutil.copy(SHIPPED / "nbgrader_config.py", root)
    shutil.copytree(SHIPPED / "source" / DATA, root / "source" / DATA, ignore=shutil.ignore_patterns("*.ipynb"))
    (root / "source" / FUNCTIONS).mkdir()
    (root / "source" / FUNCTIONS / f"{FUNCTIONS}.py").write_text(SOURCE, encoding="utf-8")
    made = find_course(root)
    for name in (DATA, FUNCTIONS):
        release(made, name, students=["a", "b"])
        for i in range(SUBMISSIONS):
            folder = made.folder("submitted", name, f"s{i:02}")
            folder.mkdir(parents=True)
            whose = "" if i % 2 else "a"
            book = json.dumps(solved(made.problem_set(name), made.issued(name, whose)))
            (folder / f"{name}.ipynb").write_text(book, encoding="utf-8")
    return made


@cache
def jobs() -> list[dict[str, Any]]:
    """What is to be judged of the set that asks for data only."""
    shop = Marking(course(), DATA)
    made = [shop.job(student) for student in shop.open_students(again=True)]
    assert len({grade(job).points for job in made}) == 2
    return made


def judge() -> None:
    """Read and judge every submission, in this process."""
    for job in jobs():
        grade(job)


@cache
def results() -> dict[str, dict[str, Any]]:
    """What was judged."""
    return {job.student: grade(job) for job in jobs()}


def enter() -> None:
    """Enter all results into the grade book, anew."""
    with course().gradebook() as book:
        for student in results():
            with contextlib.suppress(Exception):
                book.remove_submission(DATA, student)
    book_results(course(), DATA, results())


def ours() -> None:
    """Mark everything with two workers, write results, enter the grade book."""
    shop = Marking(course(), FUNCTIONS)
    shutil.rmtree(course().results(FUNCTIONS), ignore_errors=True)
    for result in run_jobs((shop.job(s) for s in shop.open_students(again=True)), workers=2):
        shop.note(result)
    marked = shop.marked()
    assert len(marked) == SUBMISSIONS
    assert {r.questions["q4"].points for r in marked.values()} == {4.0}
    book_results(course(), FUNCTIONS, marked)


def peer() -> None:
    """Let nbgrader mark all submissions in one process; its hidden tests are in the source notebook."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.converters import Autograde

    config = copy.deepcopy(course().config)
    config.CourseDirectory.root = str(course().root)
    config.CourseDirectory.assignment_id = FUNCTIONS
    config.Autograde.exporter_class = "nbconvert.exporters.NotebookExporter"  # where a course refuses
    with course().gradebook(), _quiet():  # the grade book: alembic on PATH
        api = NbGraderAPI(config=config, log_level=40)
        app = Autograde(coursedir=api.coursedir, parent=api)
        app.force = True
        app.start()


def slower() -> float:
    """How many times the usual time nbgrader needs here for a hand-in, at least 1: the measures' limits follow it.

    A machine on which nbgrader is quicker is held to the limits as they were set: nbgrader waits for kernels and disks,
    and processor time does not follow that.
    """
    course()
    begun = time.perf_counter()
    peer()
    return max(1.0, (time.perf_counter() - begun) / SUBMISSIONS / USUAL)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Kernels write to the error stream of the process."""
    kept = os.dup(2)
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


GRADING = ("coursekit",)
JOBS = [
    Job("marking: a set of data, judged on one core", judge, operations=SUBMISSIONS, unit="submissions",
        limit=at_least(50, "submissions"), modules=GRADING, setup=jobs, rounds=3),
    Job("marking: results entered into the grade book", enter, operations=SUBMISSIONS, unit="submissions",
        limit=at_least(20, "submissions"), modules=GRADING, setup=results, rounds=3),
    Job("marking: a set with two functions, two cores, sandboxed", ours, peer,
        "nbgrader autograde (one process, no sandbox)", operations=SUBMISSIONS, unit="submissions",
        limit=faster_than_peer(4), modules=GRADING, setup=course, rounds=2),
]
