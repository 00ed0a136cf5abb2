"""Write results into nbgrader's data base, and read what counts: points, and which questions a person must look at.

Points are set, never added: writing the same result twice changes nothing, so a killed run simply writes again.
Marks and comments that a person gave in the formgrader stay as they are; where the answer or the judge's points have
changed since, the question asks for that person again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from boardkit.errors import UserError
from boardkit.foreign import as_name
from boardkit.foreign_json import Json
from boardkit.formats import canonical
from boardkit.whole_files import write_whole
from coursekit.formats import BOOKED, MARKS
from coursekit.marking import by_hand, ledger
from coursekit.marking.autograded import question_of
from coursekit.marking.by_hand import Given, Mark
from coursekit.marking.result import Marked, Result, exact
from coursekit.sets import handins
from coursekit.sets.course import Course, read_json
from coursekit.sets.plan import Plan
from coursekit.texts import message

if TYPE_CHECKING:
    from nbgrader.api import Gradebook, SubmittedAssignment

T = TypeVar("T")
NO_PLAN = Plan()
"""A plan in which nothing is decided."""
FORMGRADER = "formgrader"
"""Who gave a mark of which nbgrader does not say who gave it."""


@dataclass(frozen=True)
class Renamed:
    """A part of a student's name that is stored otherwise than it came, for it could do harm on a page."""

    student: str
    was: str
    now: str


def book_results(
    course: Course, name: str, found: Mapping[str, Result]
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
    from nbgrader.utils import parse_utc

    see_formgrader(course, name)
    given = by_hand.by_student(by_hand.marks(course, name))
    booked = _booked(course, name)
    known, shown = booked["students"], booked["hand_ins"]
    taken_out = course.taken_out(name)
    before = dict(shown)
    for student, result in found.items():
        if shown.get(student, [result.content]) != [result.content]:
            shown[student] = [*shown[student], result.content]
    if shown != before:
        # Should the machine stop before the end, nobody knows which of them the grade book shows
        _write_booked(course, name, booked)
    with course.gradebook() as book:
        for student, submission in _entered(book, name, found).items():
            result = found[student]
            if stamp := _timestamp(course.folder("submitted", name, student)):
                submission.timestamp = parse_utc(stamp)
            late = 1 - arrival(course, name, student, result).share
            questions = _with_all(result.questions, taken_out)
            for q, one in questions.items():
                if one.taken_out:
                    questions[q] = replace(one, manual=False)
            now = {q: fingerprint(one) for q, one in result.questions.items()}
            held: Given = {}
            new: Collection[str] = ()
            if mine := given.get(student):
                records = ledger.read(course.results_of(name, student))
                held = by_hand.held(course, name, student, records, mine)
                if student in before:
                    entered = ledger.by_hand_in(records).get(before[student][0])
                    new = _new_answers(entered, result)
            _enter_by_hand(submission, name, held.get(result.content, {}))
            _enter(submission, name, questions, known.get(student, {}), now, new)
            for one in submission.notebooks:
                one.late_submission_penalty = 0.0
                if late:
                    book.db.flush()
                    book.db.refresh(one, ["score"])
                    penalty = late * exact(one.score or 0.0)
                    one.late_submission_penalty = float(round(penalty, 2))
            known[student] = now
            shown[student] = [result.content]
        renamed = harmless_names(book)
        book.db.commit()
    # Only now: should the machine stop before this, a person is asked once more.
    _write_booked(course, name, booked)
    return renamed


def _booked(course: Course, name: str) -> Json:
    """What was entered last: fingerprints by student and question, and the hand-in that the grade book shows.

    Of several hand-ins nobody knows which one it is: a command was killed.
    """
    path = course.private / "booked" / f"{name}.json"
    booked = read_json(path, BOOKED) if path.exists() else {}
    return {**BOOKED.head, "students": {}, "hand_ins": {}, **booked}


def _write_booked(course: Course, name: str, booked: Json) -> None:
    path = course.private / "booked" / f"{name}.json"
    write_whole(path, json.dumps(booked, sort_keys=True), 0o600)


def _entered(
    book: Gradebook, name: str, students: Collection[str]
) -> dict[str, SubmittedAssignment]:
    """Return what the grade book has of the hand-ins of some students; what it lacks is begun.

    Raises
    ------
    UserError
        If it does not know the problem set.
    """
    from nbgrader.api import MissingEntry

    people = {student.id for student in book.students}
    known = {one.student.id for one in _submissions(book, name)}
    # Each of these is committed, and all that was read before has to be read again
    for student in students:
        if student not in people:
            book.add_student(student)
        if student not in known:
            try:
                book.add_submission(name, student)
            except MissingEntry:
                raise UserError(message("course.not_in_book", name=name)) from None
    found = {one.student.id: one for one in _submissions(book, name)}
    return {student: found[student] for student in students}


def _submissions(book: Gradebook, name: str) -> list[SubmittedAssignment]:
    """Return what the grade book has of a set, read at once: one by one it takes many times as long."""
    from nbgrader.api import (
        Assignment,
        Comment,
        Grade,
        SubmittedAssignment,
        SubmittedNotebook,
    )
    from sqlalchemy.orm import selectinload, undefer

    notebooks = selectinload(SubmittedAssignment.notebooks)
    grades = notebooks.selectinload(SubmittedNotebook.grades)
    comments = notebooks.selectinload(SubmittedNotebook.comments)
    submissions = book.db.query(SubmittedAssignment).join(Assignment)
    found: list[SubmittedAssignment] = (
        submissions.filter(Assignment.name == name)
        .options(
            selectinload(SubmittedAssignment.student),
            undefer(SubmittedAssignment.score),
            undefer(SubmittedAssignment.max_score),
            notebooks.selectinload(SubmittedNotebook.notebook),
            grades.selectinload(Grade.cell),
            grades.undefer(Grade.max_score),
            comments.selectinload(Comment.cell),
        )
        .all()
    )
    return found


def harmless_names(book: Gradebook) -> list[Renamed]:
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


def fingerprint(one: Marked) -> str:
    """A fingerprint of what a person who marks by hand has seen: the answer, and the judge's points."""
    seen = canonical([one.answer, one.points, one.manual])
    return hashlib.sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _new_answers(entered: Result | None, result: Result) -> list[str]:
    """The questions to which another hand-in has another answer."""
    if entered is None or entered.content == result.content:
        return []
    return [
        q
        for q, one in result.questions.items()
        if q not in entered.questions or entered.questions[q].answer != one.answer
    ]


def _enter(
    submission: SubmittedAssignment,
    name: str,
    questions: Mapping[str, Marked],
    seen: Mapping[str, str],
    now: Mapping[str, str],
    new: Collection[str],
) -> None:
    """Enter the automatic scores; `seen` and `now` are fingerprints of what was entered last, and of this result.

    To the questions in `new` another answer was entered last: what a person gave is for the one that is entered now.
    """
    notebook = next(n for n in submission.notebooks if n.name == name)
    for entry in notebook.grades:
        one = questions.get(entry.name)
        if one is None:
            continue
        old = entry.auto_score
        entry.auto_score = None if one.manual else one.points
        if entry.manual_score is None:
            entry.needs_manual_grade = one.manual
        elif entry.name in new:
            entry.needs_manual_grade = False
        elif (
            seen[entry.name] != now[entry.name]
            if entry.name in seen
            else old != entry.auto_score
        ):
            entry.needs_manual_grade = True
    notebook.failed_tests = any(
        one.points < one.maximum for one in questions.values() if not one.manual
    )


def _enter_by_hand(
    submission: SubmittedAssignment, name: str, held: Mapping[str, Mark]
) -> None:
    """Enter what people gave for this hand-in, in place of what they gave for another one."""
    notebook = next(n for n in submission.notebooks if n.name == name)
    for entry in notebook.grades:
        mark = held.get(entry.name)
        entry.manual_score = None if mark is None else mark.points
    for entry in notebook.comments:
        mark = held.get(question_of(entry.name))
        said = "" if mark is None else mark.comment
        if (entry.comment or "") != said:
            entry.manual_comment = said or None


def _timestamp(folder: Path) -> str | None:
    path = folder / "timestamp.txt"
    if not path.is_file():
        return None
    return path.read_text(encoding="utf-8").strip()


@dataclass(frozen=True)
class Booked:
    """What the grade book says about a question.

    Parameters
    ----------
    points : float
        As they stand there.
    extra : float
        How many of them a person gave besides.
    maximum : float
    by_hand : float or None
        What a person gave in place of the judge's points.
    comment : str
    waits : bool
        Whether it waits for a person.
    """

    points: float
    extra: float
    maximum: float
    by_hand: float | None
    comment: str
    waits: bool


@dataclass(frozen=True)
class Score:
    """What the grade book says about a hand-in."""

    score: float
    maximum: float
    timestamp: datetime | None
    questions: Mapping[str, Booked]


def scores(course: Course, name: str) -> dict[str, Score]:
    """Read what the grade book says now of each student, marks by hand included."""
    found = {}
    with course.gradebook() as book:
        for submission in _submissions(book, name):
            grades = [g for n in submission.notebooks for g in n.grades]
            # A comment belongs to the cell of the answer, points to the cell that tests it.
            comments = {}
            for n in submission.notebooks:
                for c in n.comments:
                    comments[question_of(c.name)] = c.comment
            questions = {}
            for g in grades:
                questions[g.name] = Booked(
                    g.score or 0.0,
                    g.extra_credit or 0.0,
                    g.max_score,
                    g.manual_score,
                    comments.get(g.name) or "",
                    bool(g.needs_manual_grade),
                )
            found[submission.student.id] = Score(
                submission.score,
                submission.max_score,
                submission.timestamp,
                questions,
            )
    return dict(sorted(found.items()))


def see_formgrader(course: Course, name: str) -> None:
    """Write down the marks of the formgrader that were not seen before: nbgrader knows neither who nor when."""
    given = by_hand.marks(course, name)
    for mark in _unseen(course, name, scores(course, name), given):
        ledger.append(by_hand.marks_file(course, name), asdict(mark), MARKS)


def in_book(course: Course, name: str) -> dict[str, list[str]]:
    """The sum of the hand-in that the grade book shows of each student; several where nobody knows which one."""
    shown: dict[str, list[str]] = _booked(course, name)["hand_ins"]
    return shown


def enter_marks(course: Course, name: str, given: Iterable[Mark]) -> None:
    """Write down what a person gave, and enter it into the grade book where that shows the hand-in.

    Where it shows another one, `book_results` enters it as soon as this one counts.
    """
    mine, shown = by_hand.by_student(given), in_book(course, name)
    with course.gradebook() as book:
        for student, submission in _entered(book, name, mine).items():
            notebook = next(n for n in submission.notebooks if n.name == name)
            for mark in mine[student]:
                if mark.content not in shown.get(student, [mark.content]):
                    continue
                for grade in notebook.grades:
                    if grade.name == mark.question:
                        grade.manual_score = mark.points
                        grade.needs_manual_grade = False
                for comment in notebook.comments:
                    if question_of(comment.name) == mark.question:
                        comment.manual_comment = mark.comment
        book.db.commit()
    # Only now: should the machine stop before this, they are taken for marks of the formgrader
    for marks in mine.values():
        for mark in marks:
            ledger.append(by_hand.marks_file(course, name), asdict(mark), MARKS)


def _unseen(
    course: Course, name: str, book: Mapping[str, Score], given: Iterable[Mark]
) -> list[Mark]:
    """Marks that stand in the grade book, and are written down nowhere else: they are for the hand-in that it shows."""
    mine, shown = by_hand.by_student(given), in_book(course, name)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    found = []
    for student, score in book.items():
        before = mine.get(student, [])
        # Earlier versions let a hand-in have the marks of the one before
        known: list[Mapping[str, Mark]] = [{mark.question: mark for mark in before}]
        if student in shown and before:
            records = ledger.read(course.results_of(name, student))
            held = by_hand.held(course, name, student, records, before)
            known = [held.get(content, {}) for content in shown[student]]
        content = shown[student][-1] if student in shown else ""
        for q, one in score.questions.items():
            marks = [held.get(q) for held in known]
            said = [(m.points, m.comment) if m else (None, "") for m in marks]
            if (one.by_hand, one.comment) not in said:
                seen = (one.by_hand, one.comment, FORMGRADER, now, content)
                found.append(Mark(student, q, *seen))
    return found


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
    share : Decimal
        The share of the points that is left.
    """

    when: datetime | None = None
    clock: str = ""
    days: int = 0
    share: Decimal = Decimal(1)


def arrival(course: Course, name: str, student: str, result: Result) -> Arrival:
    """When the hand-in came that a result judges: by the rules that hold now, whenever it was marked."""
    rule = course.rule(name, student)
    sums = handins.moments(course, name, student)
    when = sums.get(result.content[:16])
    if when is None:
        folder = course.folder("submitted", name, student)
        when = handins.Moment(handins.stamped(folder), "collected")
    return Arrival(when.at, when.clock, rule.days(when.at), rule.share(when.at))


@dataclass(frozen=True)
class Standing(Result):
    """A result with the points that count.

    Parameters
    ----------
    full : float
        The points before anything is taken off for being late.
    came : Arrival
        When it was handed in.
    given : dict of str to Mark
        What people gave for it, by question.
    """

    full: float = 0.0
    came: Arrival = field(default_factory=Arrival)
    given: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether any question waits for a person."""
        return any(one.waits for one in self.questions.values())


def _with_all(
    questions: Mapping[str, Marked], taken_out: Collection[str]
) -> dict[str, Marked]:
    """Questions, with all points for those that were taken out."""
    out = {}
    for q, one in questions.items():
        if q in taken_out:
            out[q] = replace(one, points=one.maximum, waits=False, taken_out=True)
    return {**questions, **out}


def _as_booked(one: Marked, said: Booked | None) -> Marked:
    """What was said on a question, with what a person gave; the judge's own points are those of the result.

    In the grade book stand those that held when something was entered last.
    """
    if said is None:
        return replace(one, waits=one.manual)
    one = replace(one, by_hand=said.by_hand, comment=said.comment)
    if said.by_hand is None:
        return replace(one, points=one.points + said.extra, waits=one.manual)
    return replace(one, points=said.points, waits=said.waits)


def as_it_counts(
    result: Result,
    score: Score | None,
    came: Arrival = Arrival(),
    taken_out: Collection[str] = (),
    plan: Plan = NO_PLAN,
    given: Mapping[str, Mark] = {},
) -> Standing:
    """Return a result with the points that count: those of a person, where the grade book has any.

    A question that was taken out has all its points; what is late loses its share.
    """
    booked = {} if score is None else score.questions
    questions = {
        q: _as_booked(one, booked.get(q)) for q, one in result.questions.items()
    }
    questions = _with_all(questions, taken_out)
    full = sum((exact(one.points) for one in questions.values()), Decimal(0))
    counts = {**vars(result), "questions": questions}
    counts["points"] = plan.rounded(full * came.share, result.maximum)
    unrounded = float(round(full, 2))
    return Standing(**counts, full=unrounded, came=came, given=given)


def tell(course: Course, name: str, one: Standing) -> None:
    """Note that a student is told about what counts now."""
    ledger.tell(course.results_of(name, one.student), one.content)


def standings(course: Course, name: str) -> dict[str, Standing]:
    """Return what counts for every student whose submission was marked: the one source of pages, reports and tables."""
    came = course.submissions(name)
    return {s: one for s, one in graded(course, name).items() if s in came}


def graded(course: Course, name: str) -> dict[str, Standing]:
    """Return what counts of each student who was marked; the file itself may be gone."""
    book, taken_out = scores(course, name), course.taken_out(name)
    marks = by_hand.marks(course, name)
    given = by_hand.by_student([*marks, *_unseen(course, name, book, marks)])
    shown = in_book(course, name)
    found = {}
    for student in sorted({*course.submissions(name), *book}):
        records = ledger.read(course.results_of(name, student))
        if not records:
            continue
        mine = given.get(student, [])
        result, held = by_hand.counting(course, name, student, records, mine)
        said = held.get(result.content, {})
        score = book.get(student)
        if score is not None:
            here = result.content in shown.get(student, [result.content])
            score = _with_marks(score, said, here)
        came = arrival(course, name, student, result)
        found[student] = as_it_counts(result, score, came, taken_out, course.plan, said)
    return found


def _with_marks(score: Score, given: Mapping[str, Mark], here: bool) -> Score:
    """What the grade book says, with what people gave for a hand-in; ``here`` says whether it shows this one."""
    questions = {}
    for q, one in score.questions.items():
        mark = given.get(q)
        points = None if mark is None else mark.points
        questions[q] = replace(
            one,
            points=one.extra + (points or 0.0),
            by_hand=points,
            comment="" if mark is None else mark.comment,
            waits=here and one.waits,
        )
    return replace(score, questions=questions)


def of_everybody(course: Course, name: str, found: Mapping[str, T]) -> dict[str, T]:
    """What is known of each hand-in, for all who share it."""
    groups = course.groups(name)
    return {student: found[lead] for lead in found for student in groups.with_(lead)}
