"""Marks that people gave, in our own page or in nbgrader's formgrader: who gave which, when, and for which hand-in.

A mark holds for the hand-in whose answer was read, and for any other one of the same student in which this answer is
the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from coursekit.formats import MARKS
from coursekit.marking import ledger
from coursekit.marking.result import Result
from coursekit.sets import handins
from coursekit.sets.course import Course, checked_set


@dataclass(frozen=True)
class Mark:
    """What a person gave for an answer.

    Parameters
    ----------
    student : str
        Under whose id the hand-in is filed.
    question : str
    points : float or None
        None if a mark was taken back.
    comment : str
    by : str
        Who gave it.
    when : str
        The moment, as in ISO 8601; of a mark from the formgrader, when it was first seen.
    content : str
        The sum of the hand-in; "" in marks of earlier versions, which did not write it down.
    """

    student: str
    question: str
    points: float | None
    comment: str
    by: str
    when: str
    content: str = ""

    def given_for(self, content: str) -> "Mark":
        """The same mark, given for a hand-in."""
        return replace(self, content=content)


Given = Mapping[str, Mapping[str, Mark]]
"""The marks of one student that hold, by the sum of the hand-in and by question."""


def marks_file(course: Course, name: str) -> Path:
    """Where marks by hand are written down, one line a time."""
    return course.private / "marks" / f"{checked_set(name)}.jsonl"


def marks(course: Course, name: str) -> list[Mark]:
    """All marks that people gave, oldest first."""
    return [Mark(**one) for one in ledger.history(marks_file(course, name), MARKS)]


def by_student(given: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Marks by the student under whose id the hand-in is filed."""
    found: dict[str, list[Mark]] = {}
    for mark in given:
        found.setdefault(mark.student, []).append(mark)
    return found


def held(
    course: Course,
    name: str,
    student: str,
    found: Sequence[Result],
    mine: Iterable[Mark],
) -> Given:
    """Return the marks that hold for each hand-in.

    Parameters
    ----------
    course : Course
    name, student : str
    found : sequence of Result
        All of this student, oldest first.
    mine : iterable of Mark
        What people gave this student, oldest first.
    """
    last = ledger.by_hand_in(found)
    given: dict[str, dict[str, Mark]] = {content: {} for content in last}
    for mark in mine:
        content = mark.content or _current(course, name, found, mark)
        given.setdefault(content, {})[mark.question] = mark
        for other in last:
            if _same_answer(last, content, other, mark.question):
                given[other][mark.question] = mark
    return given


def _current(course: Course, name: str, found: Sequence[Result], mark: Mark) -> str:
    """The hand-in that counted when a mark was given of which nobody wrote down for which one it was."""
    given = datetime.fromisoformat(mark.when)
    before = [
        one
        for one in found
        if not one.when or datetime.fromisoformat(one.when) <= given
    ]
    if not found:
        return ""
    rule = course.rule(name, mark.student)
    came = handins.moments(course, name, mark.student)
    return ledger.counting(before or found[:1], rule, came).content


def _same_answer(
    last: Mapping[str, Result], content: str, other: str, question: str
) -> bool:
    if content not in last:
        return False
    one = last[content].questions.get(question)
    another = last[other].questions.get(question)
    return one is not None and another is not None and one.answer == another.answer


def counting(
    course: Course, name: str, student: str, found: Sequence[Result], mine: list[Mark]
) -> tuple[Result, Given]:
    """Return the result that counts of a student, as it counts now, and the marks that hold for each hand-in.

    Parameters
    ----------
    course : Course
    name, student : str
    found : sequence of Result
        All of this student, oldest first; at least one.
    mine : list of Mark
        What people gave this student, oldest first.
    """
    given = held(course, name, student, found, mine)
    points = {}
    for content, by_question in given.items():
        points[content] = {q: mark.points for q, mark in by_question.items()}
    taken_out = course.plan.of(name).full
    rule = course.rule(name, student)
    came = handins.moments(course, name, student)
    return ledger.counting(found, rule, came, taken_out, points), given
