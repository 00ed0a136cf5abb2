"""Write results into nbgrader's data base: points, and which questions a person must look at.

Points are set, never added: writing the same result twice changes nothing, so a killed run simply writes again.
Marks and comments that a person gave in the formgrader stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading.course import Course

__all__ = ["book_results", "scores"]


def book_results(course: Course, name: str, found: Mapping[str, Mapping[str, Any]]) -> int:
    """Enter results into the grade book.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    found : dict
        Results by student.

    Returns
    -------
    int
        How many students' entries changed.

    Raises
    ------
    UserError
        If the data base does not know the problem set.
    """
    from nbgrader.api import MissingEntry

    changed = 0
    with course.gradebook() as book:
        for student, result in found.items():
            try:
                book.find_student(student)
            except MissingEntry:
                book.add_student(student)
            stamp = _timestamp(course.folder("submitted", name, student))
            try:
                submission = book.update_or_create_submission(name, student, **({"timestamp": stamp} if stamp else {}))
            except MissingEntry:
                raise UserError(CATALOGUE.message("course.not_in_book", name=name)) from None
            changed += _enter(submission, name, result["questions"])
            book.db.commit()
    return changed


def _enter(submission: Any, name: str, questions: Mapping[str, Mapping[str, Any]]) -> bool:
    notebook = next(n for n in submission.notebooks if n.name == name)
    before = notebook.failed_tests, [(g.auto_score, g.needs_manual_grade) for g in notebook.grades]
    for entry in notebook.grades:
        one = questions.get(entry.name)
        if one is None:
            continue
        if one.get("manual"):
            entry.needs_manual_grade = entry.manual_score is None
            entry.auto_score = None if one["message"] and entry.cell.cell_type == "markdown" else one["points"]
        else:
            entry.auto_score = one["points"]
            entry.needs_manual_grade = False
    notebook.failed_tests = any(q["points"] < q["maximum"] for q in questions.values() if not q.get("manual"))
    return before != (notebook.failed_tests, [(g.auto_score, g.needs_manual_grade) for g in notebook.grades])


def _timestamp(folder: Path) -> str | None:
    path = folder / "timestamp.txt"
    return path.read_text(encoding="utf-8").strip() if path.is_file() else None


def scores(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """Read what the grade book says now, marks by hand included.

    Returns
    -------
    dict
        By student: ``score``, ``maximum``, ``questions`` (id → score), ``by_hand`` (id → points or None that a
        person gave, and the person's comment), ``needs_manual``, ``timestamp``.
    """
    found = {}
    with course.gradebook() as book:
        for submission in book.assignment_submissions(name):
            grades = [g for n in submission.notebooks for g in n.grades]
            comments = {c.name: c.comment for n in submission.notebooks for c in n.comments}
            found[submission.student.id] = {
                "score": submission.score, "maximum": submission.max_score,
                "questions": {g.name: g.score for g in grades},
                "by_hand": {g.name: (g.manual_score, comments.get(g.name) or "") for g in grades},
                "needs_manual": submission.needs_manual_grade, "timestamp": submission.timestamp,
            }
    return dict(sorted(found.items()))
