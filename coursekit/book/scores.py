"""Write results into nbgrader's data base, and read what counts: points, and which questions a person must look at.

Points are set, never added: writing the same result twice changes nothing, so a killed run simply writes again.
Marks and comments that a person gave in the formgrader stay as they are; where the answer or the judge's points have
changed since, the question asks for that person again.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from boardkit.errors import UserError
from boardkit.foreign import as_name
from boardkit.formats import canonical
from boardkit.whole_files import write_whole
from coursekit.formats import BOOKED
from coursekit.marking import results
from coursekit.sets import handins
from coursekit.sets.course import Course, read_json
from coursekit.sets.plan import PlannedSet
from coursekit.texts import CATALOGUE

T = TypeVar("T")


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
            late = 1 - arrival(course, name, student, result).share
            questions = _with_all(result["questions"], _taken_out(course, name))
            now = {q: fingerprint(one) for q, one in questions.items()}
            _enter(submission, name, questions, known.get(student, {}), now)
            for one in submission.notebooks:
                one.late_submission_penalty = round(late * (one.score or 0.0), 2)
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
        for part in ("first_name", "last_name", "email", "lms_user_id"):
            was = getattr(student, part) or ""
            if was != as_name(was):
                setattr(student, part, as_name(was))
                renamed.append(Renamed(student.id, was, as_name(was)))
    return renamed


def fingerprint(one: Mapping[str, Any]) -> str:
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


@dataclass(frozen=True)
class Arrival:
    """When the hand-in that counts came, and what that costs.

    Parameters
    ----------
    when : datetime or None
    clock : str
        Who says so: one of `coursekit.sets.handins.CLOCKS`, or "".
    days : int
        How many days it was late.
    share : float
        The share of the points that is left.
    """

    when: datetime | None = None
    clock: str = ""
    days: int = 0
    share: float = 1.0


def arrival(
    course: Course, name: str, student: str, result: Mapping[str, Any]
) -> Arrival:
    """When the hand-in came that a result judges: by the rules that hold now, whenever it was marked."""
    rule = course.rule(name, student)
    sums = handins.moments(course, name, student)
    when = sums.get(str(result.get("content", ""))[:16])
    if when is None:
        folder = course.folder("submitted", name, student)
        when = handins.Moment(handins.stamped(folder), "collected")
    return Arrival(when.at, when.clock, rule.days(when.at), rule.share(when.at))


def _taken_out(course: Course, name: str) -> Collection[str]:
    return course.plan.sets.get(name, PlannedSet()).full


def _with_all(
    questions: Mapping[str, Mapping[str, Any]], taken_out: Collection[str]
) -> dict[str, Mapping[str, Any]]:
    """Questions, with all points for those that were taken out."""
    return {
        q: {**one, "points": one["maximum"], "manual": False}
        if q in taken_out and "maximum" in one
        else one
        for q, one in questions.items()
    }


def counted(
    course: Course,
    name: str,
    student: str,
    result: Mapping[str, Any],
    score: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return a result with the points that count, by the rules of the plan (see `as_it_counts`)."""
    came = arrival(course, name, student, result)
    found = as_it_counts(result, score, came, _taken_out(course, name))
    return {**found, "points": course.plan.rounded(found["points"])}


def as_it_counts(
    result: Mapping[str, Any],
    score: Mapping[str, Any] | None,
    came: Arrival = Arrival(),
    taken_out: Collection[str] = (),
) -> dict[str, Any]:
    """Return a result with the points that count: those of the grade book, where it knows the submission.

    Every question gets ``by_hand`` (points or None that a person gave), ``comment`` and ``waits`` (for a person); the
    result ``waits`` if any question does, and ``came`` says when it was handed in. What is late loses its share.
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
    for q in {*taken_out} & {*questions}:
        one = questions[q]
        if "maximum" in one:
            one |= {"points": one["maximum"], "waits": False, "taken_out": True}
    full = sum(q["points"] for q in questions.values())
    return {
        **result,
        "questions": questions,
        "points": round(full * came.share, 2),
        "full": round(full, 2),
        "came": came,
        "waits": any(q["waits"] for q in questions.values()),
    }


def counting(course: Course, name: str, student: str) -> dict[str, Any] | None:
    """Return the result that counts of a student, if anything was marked."""
    records = results.history(course.results_of(name, student))
    if not records:
        return None
    rule = course.rule(name, student)
    came = handins.moments(course, name, student)
    return results.counting(records, rule, came)


def tell(course: Course, name: str, student: str) -> None:
    """Note that a student is told about what counts now."""
    if one := counting(course, name, student):
        results.tell(course.results_of(name, student), one)


def standings(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """Return what counts for every student whose submission was marked: the one source of pages, reports and tables."""
    book = scores(course, name)
    found = {}
    for student in course.submissions(name):
        if one := counting(course, name, student):
            found[student] = counted(course, name, student, one, book.get(student))
    return found


def of_everybody(course: Course, name: str, found: Mapping[str, T]) -> dict[str, T]:
    """What is known of each hand-in, for all who share it."""
    groups = course.groups(name)
    return {student: found[lead] for lead in found for student in groups.with_(lead)}
