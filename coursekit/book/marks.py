"""What one person has marked on our own page, as it comes back: it is entered, and its rubric kept."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.foreign_json import Json, Refused, is_time, parse
from boardkit.formats import NewerFormatError
from boardkit.whole_files import write_whole
from coursekit.book.scores import enter_marks, fingerprint, standings
from coursekit.formats import MARKS, RUBRIC
from coursekit.marking.by_hand import Mark
from coursekit.marking.result import Marked
from coursekit.sets.course import Course, checked_set, read_json
from coursekit.texts import CATALOGUE, message


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
    found = standings(course, name)
    refused: list[tuple[str, str, str]] = []
    entered: list[Mark] = []
    for mark in sheet.marks:
        result = found.get(mark.student)
        verdict = result.questions.get(mark.question) if result else None
        before = result.given.get(mark.question) if result else None
        why = ""
        if result is None or verdict is None:
            why = "unknown"
        elif sheet.seen[mark.student, mark.question] != seen_in(verdict):
            why = "changed"
        elif not 0 <= (mark.points or 0) <= verdict.maximum:
            why = "points"
        elif (
            before and not replace and before.by != mark.by and before.when > mark.when
        ):
            why = "other"
        if why or result is None:
            values = {"by": before.by if before else "", "points": mark.points or 0}
            said = CATALOGUE.text(f"read.{why}", None, **values)
            refused.append((mark.student, mark.question, said))
        elif before is None or before != mark.given_for(before.content):
            entered.append(mark.given_for(result.content))
    enter_marks(course, name, entered)
    _keep_rubric(course, name, sheet.rubric)
    return Taken(len(entered), tuple(refused))


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


def in_one_zone(when: datetime) -> str:
    """A moment as a text: the later one is the greater one."""
    return when.astimezone(UTC).isoformat(timespec="seconds")
