"""Write results into nbgrader's data base, and read what counts: points, and which questions a person must look at.

Points are set, never added: writing the same result twice changes nothing, so a killed run simply writes again.
Marks and comments that a person gave in the formgrader stay as they are; where the answer or the judge's points have
changed since, the question asks for that person again.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.foreign import as_name
from boardkit.formats import canonical
from boardkit.whole_files import write_whole
from coursekit.formats import BOOKED
from coursekit.marking import results
from coursekit.sets.course import Course, read_json
from coursekit.texts import CATALOGUE


@dataclass(frozen=True)
class Renamed:
    """A part of a student's name that is stored otherwise than it came, for it could do harm on a page."""

    student: str
    was: str
    now: str


def book_results(
    course: Course, name: str, found: Mapping[str, Mapping[str, Any]]
) -> list[Renamed]:
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
    list of Renamed
        Names in the grade book that are written otherwise from now on.

    Raises
    ------
    UserError
        If the data base does not know the problem set.
    """
    from nbgrader.api import MissingEntry

    path = course.private / "booked" / f"{name}.json"
    booked: dict[str, Any] = (
        read_json(path, BOOKED) if path.exists() else {**BOOKED.head, "students": {}}
    )
    known = booked["students"]
    with course.gradebook() as book:
        for student, result in found.items():
            book.update_or_create_student(student)
            stamp = _timestamp(course.folder("submitted", name, student))
            try:
                submission = book.update_or_create_submission(
                    name, student, **({"timestamp": stamp} if stamp else {})
                )
            except MissingEntry:
                raise UserError(
                    CATALOGUE.message("course.not_in_book", name=name)
                ) from None
            now = {q: _print(one) for q, one in result["questions"].items()}
            _enter(submission, name, result["questions"], known.get(student, {}), now)
            known[student] = now
        renamed = harmless_names(book)
        book.db.commit()
    # Only now: should the machine stop before this, a person is asked once more.
    write_whole(path, json.dumps(booked, sort_keys=True), 0o600)
    return renamed


def harmless_names(book: Any) -> list[Renamed]:
    """Clean the names in the grade book, by whatever way they came; the caller commits.

    The formgrader writes names into its pages as they are, and in many places people choose their own.
    """
    renamed = []
    for student in book.students:
        for part in ("first_name", "last_name", "email"):
            was = getattr(student, part) or ""
            if was != as_name(was):
                setattr(student, part, as_name(was))
                renamed.append(Renamed(student.id, was, as_name(was)))
    return renamed


def _print(one: Mapping[str, Any]) -> str:
    """A fingerprint of what a person who marks by hand has seen: the answer, and the judge's points."""
    seen = canonical([one.get("answer"), one["points"], bool(one.get("manual"))])
    return hashlib.sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _enter(
    submission: Any,
    name: str,
    questions: Mapping[str, Mapping[str, Any]],
    seen: Mapping[str, str],
    now: Mapping[str, str],
) -> None:
    """Enter the automatic scores; `seen` and `now` are fingerprints of what was entered last, and of this result."""
    notebook = next(n for n in submission.notebooks if n.name == name)
    for entry in notebook.grades:
        one = questions.get(entry.name)
        if one is None:
            continue
        old, entry.auto_score = (
            entry.auto_score,
            None if one.get("manual") else one["points"],
        )
        if entry.manual_score is None:
            entry.needs_manual_grade = bool(one.get("manual"))
        elif (
            seen[entry.name] != now[entry.name]
            if entry.name in seen
            else old != entry.auto_score
        ):
            entry.needs_manual_grade = True
    notebook.failed_tests = any(
        q["points"] < q["maximum"] for q in questions.values() if not q.get("manual")
    )


def _timestamp(folder: Path) -> str | None:
    path = folder / "timestamp.txt"
    return path.read_text(encoding="utf-8").strip() if path.is_file() else None


def scores(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """Read what the grade book says now, marks by hand included.

    Returns
    -------
    dict
        By student: ``score``, ``maximum``, ``timestamp`` and ``questions``; for each question its ``points``,
        ``by_hand`` (points or None that a person gave), that person's ``comment``, and whether it ``waits`` for one.
    """
    found = {}
    with course.gradebook() as book:
        for submission in book.assignment_submissions(name):
            grades = [g for n in submission.notebooks for g in n.grades]
            # A comment belongs to the cell of the answer, points to the cell that tests it.
            comments = {
                c.name.removesuffix("-answer"): c.comment
                for n in submission.notebooks
                for c in n.comments
            }
            found[submission.student.id] = {
                "score": submission.score,
                "maximum": submission.max_score,
                "timestamp": submission.timestamp,
                "questions": {
                    g.name: {
                        "points": g.score or 0.0,
                        "waits": bool(g.needs_manual_grade),
                        "by_hand": None if g.manual_score is None else g.score,
                        "comment": comments.get(g.name) or "",
                    }
                    for g in grades
                },
            }
    return dict(sorted(found.items()))


def as_it_counts(
    result: Mapping[str, Any], score: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return a result with the points that count: those of the grade book, where it knows the submission.

    Every question gets ``by_hand`` (points or None that a person gave), ``comment`` and ``waits`` (for a person); the
    result ``waits`` if any question does.
    """
    booked = {} if score is None else score["questions"]
    questions = {
        q: {
            "by_hand": None,
            "comment": "",
            "waits": bool(one.get("manual")),
            **one,
            **booked.get(q, {}),
        }
        for q, one in result["questions"].items()
    }
    total = round(sum(q["points"] for q in questions.values()), 2)
    return {
        **result,
        "questions": questions,
        "points": total,
        "waits": any(q["waits"] for q in questions.values()),
    }


def standings(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """Return what counts for every student whose submission was marked: the one source of pages, reports and tables."""
    book = scores(course, name)
    last = {
        student: results.latest(course.results_of(name, student))
        for student in course.submissions(name)
    }
    return {
        student: as_it_counts(one, book.get(student))
        for student, one in last.items()
        if one is not None
    }
