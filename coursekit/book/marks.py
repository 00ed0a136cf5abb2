"""Marks that people give: in our own page or in nbgrader's formgrader, and the log of who gave which, and when."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.foreign_json import Json, Refused, is_time, parse
from boardkit.formats import NewerFormatError
from boardkit.whole_files import write_whole
from coursekit.book.scores import fingerprint, scores, standings
from coursekit.formats import MARKS, RUBRIC
from coursekit.marking import ledger
from coursekit.marking.result import Marked
from coursekit.sets.course import Course, checked_set, read_json
from coursekit.texts import CATALOGUE, message

FORMGRADER = "formgrader"
"""Who gave a mark of which nbgrader does not say who gave it."""


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
    """

    student: str
    question: str
    points: float | None
    comment: str
    by: str
    when: str


@dataclass(frozen=True)
class Criterion:
    """A line of a rubric: what is found in an answer, and how many points it is worth."""

    text: str
    points: float


@dataclass(frozen=True)
class Sheet:
    """What one person has marked on the page, as it comes back.

    Parameters
    ----------
    set, by : str
        The problem set, and who marked.
    marks : tuple of Mark
    seen : dict of (str, str) to str
        Fingerprints of what was marked, by student and question.
    rubric : dict of str to tuple of Criterion
        By question.
    """

    set: str
    by: str
    marks: tuple[Mark, ...]
    seen: Mapping[tuple[str, str], str]
    rubric: Mapping[str, tuple[Criterion, ...]]


@dataclass(frozen=True)
class Taken:
    """What was entered of a sheet, and what was not: (student, question, why)."""

    entered: int
    refused: tuple[tuple[str, str, str], ...]


def seen_in(verdict: Marked) -> str:
    """A fingerprint of what somebody reads who marks an answer."""
    return fingerprint(replace(verdict, points=0.0, manual=False))


def marks_file(course: Course, name: str) -> Path:
    """Where marks by hand are written down, one line a time."""
    return course.private / "marks" / f"{checked_set(name)}.jsonl"


def marks(course: Course, name: str) -> list[Mark]:
    """All marks that people gave, oldest first."""
    return [Mark(**one) for one in ledger.history(marks_file(course, name), MARKS)]


def last_marks(course: Course, name: str) -> dict[tuple[str, str], Mark]:
    """The last mark of each answer, by student and question."""
    return {(one.student, one.question): one for one in marks(course, name)}


def see_formgrader(course: Course, name: str) -> None:
    """Write down the marks of the formgrader that were not seen before: nbgrader knows neither who nor when."""
    known = last_marks(course, name)
    for student, score in scores(course, name).items():
        for q, one in score.questions.items():
            before = known.get((student, q))
            seen = (before.points, before.comment) if before else (None, "")
            if seen != (one.by_hand, one.comment):
                mark = Mark(student, q, one.by_hand, one.comment, FORMGRADER, _now())
                ledger.append(marks_file(course, name), asdict(mark), MARKS)


def read_sheet(file: Path) -> Sheet:
    """Read what came back from the page.

    Raises
    ------
    UserError
        If it is no such file, or was written for a newer version of this program.
    """
    try:
        found = parse(file.read_bytes())
        MARKS.check(found, str(file))
        rubric = {str(q): _criteria(mine) for q, mine in found["rubric"].items()}
        given = [(_mark(one, found["by"]), str(one["seen"])) for one in found["marks"]]
        seen = {(one.student, one.question): seen for one, seen in given}
        return Sheet(
            str(found["set"]),
            in_line(found["by"]),
            tuple(one for one, _ in given),
            seen,
            rubric,
        )
    except NewerFormatError:
        raise
    except (Refused, LookupError, TypeError, AttributeError, ValueError):
        raise UserError(message("read.no_sheet", file=str(file))) from None


def _mark(one: Json, by: str) -> Mark:
    if not is_time(one["when"]):
        raise ValueError(in_line(one["when"]))
    return Mark(
        str(one["student"]),
        str(one["question"]),
        float(one["points"]),
        str(one["comment"]),
        in_line(by),
        in_one_zone(datetime.fromisoformat(one["when"])),
    )


def _criteria(listed: Json) -> tuple[Criterion, ...]:
    return tuple(Criterion(str(one["text"]), float(one["points"])) for one in listed)


def take_in(course: Course, sheet: Sheet, *, replace: bool = False) -> Taken:
    """Enter what was marked into the grade book, and keep the rubric.

    What was answered otherwise since the page was written is not entered, nor (without ``replace``) what somebody else
    has marked later.
    """
    name = sheet.set
    found, known = standings(course, name), last_marks(course, name)
    refused: list[tuple[str, str, str]] = []
    entered: list[Mark] = []
    for mark in sheet.marks:
        result = found.get(mark.student)
        verdict = result.questions.get(mark.question) if result else None
        before = known.get((mark.student, mark.question))
        why = ""
        if verdict is None:
            why = "unknown"
        elif sheet.seen[mark.student, mark.question] != seen_in(verdict):
            why = "changed"
        elif not 0 <= (mark.points or 0) <= verdict.maximum:
            why = "points"
        elif (
            before and not replace and before.by != mark.by and before.when > mark.when
        ):
            why = "other"
        if why:
            values = {"by": before.by if before else "", "points": mark.points or 0}
            said = CATALOGUE.text(f"read.{why}", None, **values)
            refused.append((mark.student, mark.question, said))
        elif before != mark:
            entered.append(mark)
    _enter(course, name, entered)
    for mark in entered:
        ledger.append(marks_file(course, name), asdict(mark), MARKS)
    _keep_rubric(course, name, sheet.rubric)
    return Taken(len(entered), tuple(refused))


def _enter(course: Course, name: str, given: Iterable[Mark]) -> None:
    by_student: dict[str, list[Mark]] = {}
    for mark in given:
        by_student.setdefault(mark.student, []).append(mark)
    with course.gradebook() as book:
        for student, mine in by_student.items():
            notebook = book.find_submission_notebook(name, name, student)
            for mark in mine:
                cells = (mark.question, f"{mark.question}-answer")
                for grade in notebook.grades:
                    if grade.name == mark.question:
                        grade.manual_score = mark.points
                        grade.needs_manual_grade = False
                for comment in notebook.comments:
                    if comment.name in cells:
                        comment.manual_comment = mark.comment
        book.db.commit()


def rubric(course: Course, name: str) -> dict[str, tuple[Criterion, ...]]:
    """What those who mark have found in answers so far, by question."""
    file = _rubric_file(course, name)
    found = read_json(file, RUBRIC)["questions"] if file.is_file() else {}
    return {q: _criteria(listed) for q, listed in found.items()}


def _keep_rubric(
    course: Course, name: str, new: Mapping[str, tuple[Criterion, ...]]
) -> None:
    """Add what is new; of two with the same words the newer points hold."""
    kept = rubric(course, name)
    for q, listed in new.items():
        by_text = {one.text: one for one in (*kept.get(q, ()), *listed)}
        kept[q] = tuple(by_text.values())
    questions = {q: list(map(asdict, listed)) for q, listed in kept.items()}
    whole = json.dumps({**RUBRIC.head, "questions": questions}, ensure_ascii=False)
    write_whole(_rubric_file(course, name), whole + "\n", 0o600)


def _rubric_file(course: Course, name: str) -> Path:
    return course.private / "rubrics" / f"{checked_set(name)}.json"


def _now() -> str:
    return in_one_zone(datetime.now(UTC))


def in_one_zone(when: datetime) -> str:
    """A moment as a text: the later one is the greater one."""
    return when.astimezone(UTC).isoformat(timespec="seconds")
