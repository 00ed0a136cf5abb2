"""Grades for other programs: a table of all questions, and Moodle's grading worksheet, filled in.

Moodle takes a grade only in a row that begins with its own number of the participant, which nobody else knows, and
under headings in the language of the site.  So the worksheet that Moodle gives out is filled in, and nothing made up.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import as_csv, as_html
from boardkit.foreign_json import is_time
from boardkit.messages import numeral
from boardkit.whole_files import write_whole
from coursekit.book.identity import Participants
from coursekit.book.marks import in_one_zone
from coursekit.book.moodle import Worksheet
from coursekit.book.scores import (
    Standing,
    arrival,
    as_it_counts,
    graded,
    of_everybody,
    scores,
    see_formgrader,
)
from coursekit.book.tables import folded, places, read_table
from coursekit.marking import by_hand, ledger
from coursekit.marking.result import Marked, Result
from coursekit.sets.course import Course
from coursekit.texts import message

_KEYS = ("email", "number")
_NUMBER = re.compile(r"\d+\.\d+")


def export(course: Course, names: Iterable[str], folder: Path) -> list[Path]:
    """Write for each set ``<set>.csv``, a line for every student, a column for every question; and ``total.csv``.

    ``<set>-log.csv`` says when points were set or changed, and by whom.  The total is that of all sets of the course,
    whichever are named.

    Where a comma stands in decimal numbers, semicolons stand between cells, as spreadsheets expect it there.

    Parameters
    ----------
    course : Course
    names : iterable of str
        Problem sets; those that nobody handed in are left out.
    folder : Path
        Where the files go.

    Returns
    -------
    list of Path

    Raises
    ------
    UserError
        If there is nothing to export.
    """
    written = []
    wanted = {*names}
    total = {}
    for name in dict.fromkeys([*course.sets(), *wanted]):
        see_formgrader(course, name)
        found = _graded(course, name)
        if found:
            total[name] = found
        if found and name in wanted:
            written.append(folder / f"{name}.csv")
            write_whole(written[-1], question_table(course, name, found))
            written.append(folder / f"{name}-log.csv")
            write_whole(written[-1], log_table(course, name))
    if not written:
        raise UserError(message("export.nothing"))
    written.append(folder / "total.csv")
    write_whole(written[-1], total_table(course, total))
    return written


def total_table(course: Course, graded: Mapping[str, Mapping[str, Standing]]) -> str:
    """Return a table of all sets: points of each, and the mean of their shares, as much as each counts in the plan.

    Where the plan has a threshold, it says who has reached it.
    """
    weights = {name: course.plan.of(name).weight for name in graded}
    whole = sum(weights.values())
    threshold = course.plan.threshold
    rows = [["student", *_PERSON, *graded, "percent"]]
    if threshold is not None:
        rows[0].append("passed")
    people = course.students()
    for student in sorted(set(people).union(*graded.values())):
        share = 0.0
        row = [student, *_person(people, student)]
        for name, found in graded.items():
            one = found.get(student)
            if one is None:
                row.append("")
                continue
            row.append(_number(one.points))
            if one.maximum and whole:
                share += weights[name] / whole * one.points / one.maximum
        row.append(_number(round(100 * share, 2)))
        if threshold is not None:
            row.append("yes" if share >= threshold - 1e-9 else "no")
        rows.append(row)
    return _localised(rows)


_PERSON = ("last_name", "first_name", "email", "number")


def _person(people: Mapping[str, Mapping[str, str]], student: str) -> list[str]:
    person = people.get(student, {})
    return [person.get(part, "") for part in _PERSON]


def _localised(rows: Iterable[Iterable[object]]) -> str:
    """A table for the spreadsheets of those who use a language."""
    comma = numeral(0.5, "g") != "0.5"
    if not comma:
        return as_csv([[*map(str, row)] for row in rows], ",")
    return as_csv([[*map(_with_comma, row)] for row in rows], ";")


def _with_comma(cell: object) -> str:
    """A cell as it is, but a number with a comma."""
    text = str(cell)
    if _NUMBER.fullmatch(text):
        return text.replace(".", ",")
    return text


def log_table(course: Course, name: str) -> str:
    """Return a table of who has set or changed points, and when: by the program, or by hand; oldest first."""
    rows = []
    for student in course.submissions(name):
        for one in ledger.read(course.results_of(name, student)):
            what = "told" if one.told else "marked"
            total = _number(one.points)
            when = one.when
            # Results are stamped with the time of the place, marks by hand with that of Greenwich
            if is_time(when):
                when = in_one_zone(datetime.fromisoformat(when))
            rows.append([when, one.by, what, student, "", total, one.program])
    for mark in by_hand.marks(course, name):
        points = _number(mark.points)
        row = [mark.when, mark.by, "by hand", mark.student, mark.question]
        rows.append([*row, points, mark.comment])
    heads = ["when", "by", "what", "student", "question", "points", "comment"]
    return _localised([heads, *sorted(rows)])


def _graded(course: Course, name: str) -> dict[str, Standing]:
    """What counts, by student: also for submissions that only nbgrader knows."""
    found, taken_out = graded(course, name), course.taken_out(name)
    for student, score in scores(course, name).items():
        if student in found:
            continue
        asked = {}
        for q, one in score.questions.items():
            auto = one.points - one.extra
            asked[q] = Marked(auto, one.maximum, "", manual=one.waits)
        result = Result(name, student, "", asked, 0.0, score.maximum)
        came = arrival(course, name, student, result)
        found[student] = as_it_counts(result, score, came, taken_out, course.plan)
    return of_everybody(course, name, found)


def question_table(course: Course, name: str, found: Mapping[str, Standing]) -> str:
    """Return a table with one line per student: who it is, points of every question, total, what waits, remarks."""
    ids = dict.fromkeys(course.problem_set(name).questions)
    for standing in found.values():
        # Of what was deleted from the text since, the points count all the same
        ids |= dict.fromkeys(standing.questions)
    tail = ["points", "maximum", "days_late", "needs_manual", "remarks", "group"]
    groups = course.groups(name)
    rows = [["student", *_PERSON, "set", *ids, *tail]]
    people = course.students()
    for student in sorted({*people, *found}):
        one = found.get(student)
        who = [student, *_person(people, student), name]
        if one is None:
            rows.append([*who, *("" for _ in [*ids, *tail[1:]]), groups.name(student)])
            continue
        remarks = [f"{r.id} {r.where}".strip() for r in one.remarks]
        asked = one.questions
        rows.append(
            [
                *who,
                *(_number(asked[q].points) if q in asked else "" for q in ids),
                _number(one.points),
                _number(one.maximum),
                str(one.came.days),
                "yes" if one.waits else "no",
                "; ".join(remarks),
                groups.name(student),
            ]
        )
    return _localised(rows)


@dataclass(frozen=True)
class Filled:
    """A worksheet with grades.

    Parameters
    ----------
    table : str
        The worksheet as CSV.
    missing : tuple of str
        Students of whom no single row is known.
    waiting : tuple of str
        Students without a grade yet: a person must look at something first.
    above : tuple of str
        Students whose points are above the platform's maximum, which it would pass over: their cells stay empty.
    maximum : float or None
        The platform's maximum, where it is another one than the set's.
    """

    table: str
    missing: tuple[str, ...]
    waiting: tuple[str, ...]
    above: tuple[str, ...] = ()
    maximum: float | None = None


def fill_worksheet(course: Course, name: str, worksheet: Worksheet) -> Filled:
    """Fill in the grading worksheet that Moodle gave out for the assignment; upload the result there.

    A row belongs to the student whose e-mail address stands in its column; where there is none, whose id, Moodle's
    number (as it was when the work was collected) or full name stands in theirs.  No other column is looked at, for
    students can write into some.  All else stays as it is, the time of the last change too: Moodle passes over what
    was graded there in the meantime.
    A submission of which something waits for a person gets no grade yet.

    Raises
    ------
    UserError
        If nobody was graded yet.
    """
    found = _graded(course, name)
    if not found:
        raise UserError(message("export.nothing"))
    rows = worksheet.copied()
    grade, comment = worksheet.place("grade"), worksheet.place("comment")
    assert grade is not None
    numbers = Participants(course, name).of_moodle()
    owner = worksheet.owners(course.students(), numbers)
    limits = set(map(worksheet.maximum, owner.values())) - {None}
    most = min((limit for limit in limits if limit is not None), default=None)
    missing = []
    waiting = []
    above = []
    for student, one in found.items():
        if student not in owner or len(rows[owner[student]]) != len(rows[0]):
            missing.append(student)
            continue
        row = rows[owner[student]]
        row[grade] = _number(one.points)
        if one.waits:
            waiting.append(student)
            row[grade] = ""
        if most is not None and one.points > most:
            above.append(student)
            row[grade] = ""
        if comment is not None:
            row[comment] = _comment(one)
    maximum = next(iter(found.values())).maximum
    other = most if most is not None and most != maximum else None
    return Filled(as_csv(rows), tuple(missing), tuple(waiting), tuple(above), other)


def fill_gradebook(course: Course, name: str, file: Path) -> Filled:
    """Fill in the grade book that Canvas has exported, in the column whose heading begins with the name of the set.

    A row belongs to the student whose id or address is the login there, or whose matriculation number is.

    Raises
    ------
    UserError
        If the file is no such grade book, it has no such column or several, or nobody was graded yet.
    """
    found = _graded(course, name)
    if not found:
        raise UserError(message("export.nothing"))
    try:
        rows = read_table(file)
    except ValueError:
        rows = [[]]
    heads, mine = rows[0], folded(name)
    columns = []
    for place, head in enumerate(map(folded, heads)):
        if head == mine or head.startswith(f"{mine} ("):
            columns.append(place)
    by = [*places(heads, ["SIS Login ID"]), *places(heads, ["SIS User ID"])]
    if len(columns) != 1 or not by:
        raise UserError(message("export.no_gradebook", file=str(file), name=name))
    whose: dict[str, list[list[str]]] = {}
    for row in rows[1:]:
        for key in {folded(row[place]) for place in by if place < len(row)} - {""}:
            whose.setdefault(key, []).append(row)
    most = ""
    for row in reversed(rows[1:]):
        if folded(row[0]) == "points possible":
            most = row[columns[0]]
    people = course.students()
    missing, waiting = [], []
    for student, one in found.items():
        person = people.get(student, {})
        keys = {folded(student), *(folded(person.get(p, "")) for p in _KEYS)} - {""}
        own = {id(row): row for key in keys for row in whose.get(key, [])}
        if len(own) != 1:
            missing.append(student)
            continue
        row = next(iter(own.values()))
        if one.waits:
            waiting.append(student)
            row[columns[0]] = ""
        else:
            row[columns[0]] = _number(one.points)
    other = None
    if re.fullmatch(r"\s*\d+(\.\d+)?\s*", most):
        limit = float(most)
        if limit != next(iter(found.values())).maximum:
            other = limit
    return Filled(as_csv(rows), tuple(missing), tuple(waiting), (), other)


def _comment(one: Standing) -> str:
    """Points of every question, and what a person said to it, as HTML: Moodle keeps comments in this form."""
    parts = []
    for q, v in one.questions.items():
        points = _number(v.points)
        if v.waits and v.by_hand is None:
            points = "✎"
        said = f"{q}: {points}/{_number(v.maximum)}"
        if v.comment:
            said += f" ({v.comment})"
        text = as_html(said)
        parts.append(text.replace("\n", "<br>"))
    # A semicolon ends an entity; for some spreadsheets it ends a cell, and the next one must be no formula.
    return re.sub(
        r"(?<=;)( *)([=+@-]+)",
        lambda found: found[1] + "".join(f"&#{ord(c)};" for c in found[2]),
        " | ".join(parts),
    )


def _number(value: float | None) -> str:
    if value is None:
        return ""
    if value == int(value):
        return f"{value:g}"
    return f"{value:.2f}"
