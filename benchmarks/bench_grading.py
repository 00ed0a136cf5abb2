"""Marking a class: `finity-edu mark` (sandbox included) beside plain `nbgrader autograde`, on the same submissions.

nbgrader marks all submissions in one process, which is its fastest way: one process for each submission takes almost
three times as long.  Ours uses the two cores that the requirement names; both sides end with points in the data base.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from benchmarks.harness import Job, faster_than_peer
from finity_edu.grading.book import book_results
from finity_edu.grading.build import solved
from finity_edu.grading.course import Course, find_course
from finity_edu.grading.marking import Marking
from finity_edu.grading.pool import run_jobs
from finity_edu.grading.release import release

SUBMISSIONS = 16
SET = "ps0"
SHIPPED = Path(__file__).resolve().parents[1] / "course"


@cache
def course() -> Course:
    """A copy of the shipped course with a class that knows all answers."""
    root = Path(tempfile.mkdtemp(prefix="finity-bench-"))
    shutil.copy(SHIPPED / "nbgrader_config.py", root)
    shutil.copytree(SHIPPED / "source" / SET, root / "source" / SET, ignore=shutil.ignore_patterns("*.ipynb"))
    made = find_course(root)
    release(made, SET)
    book = json.dumps(solved(made.problem_set(SET), made.issued(SET, "")))
    for i in range(SUBMISSIONS):
        folder = made.folder("submitted", SET, f"s{i:02}")
        folder.mkdir(parents=True)
        (folder / f"{SET}.ipynb").write_text(book, encoding="utf-8")
    return made


def ours() -> None:
    """Mark everything with two workers, write results, enter the grade book."""
    shop = Marking(course(), SET)
    shutil.rmtree(course().results(SET), ignore_errors=True)
    for result in run_jobs((shop.job(s) for s in shop.open_students(again=True)), workers=2):
        shop.note(result)
    marked = shop.marked()
    by_machine = sum(q.points for q in shop.problems.questions.values() if not q.manual)
    assert {r["points"] for r in marked.values()} == {by_machine}
    assert len(marked) == SUBMISSIONS
    book_results(course(), SET, marked)


def peer() -> None:
    """Let nbgrader mark all submissions in one process; its hidden tests are in the source notebook."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.converters import Autograde

    config = copy.deepcopy(course().config)
    config.CourseDirectory.root = str(course().root)
    config.CourseDirectory.assignment_id = SET
    with course().gradebook(), _quiet():  # the grade book: alembic on PATH
        api = NbGraderAPI(config=config, log_level=40)
        app = Autograde(coursedir=api.coursedir, parent=api)
        app.force = True
        app.start()


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


JOBS = [
    Job("marking submissions, two cores, sandboxed", ours, peer, "nbgrader autograde (one process, no sandbox)",
        operations=SUBMISSIONS, unit="submissions", limit=faster_than_peer(2), modules=("finity_edu.grading",),
        setup=course, rounds=2),
]
