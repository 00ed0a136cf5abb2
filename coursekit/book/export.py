"""Grades for other programs: a table of all questions, and Moodle's grading worksheet, filled in.

Moodle takes a grade only in a row that begins with its own number of the participant, which nobody else knows, and
under headings in the language of the site.  So the worksheet that Moodle gives out is filled in, and nothing made up.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.foreign import as_csv, as_html
from boardkit.messages import LANGUAGES
from boardkit.whole_files import write_whole
from coursekit.book.identity import Participants
from coursekit.book.scores import arrival, as_it_counts, counting, scores
from coursekit.sets.course import Course
from coursekit.texts import CATALOGUE


def _headings(id: str) -> set[str]:
    """One of Moodle's headings in every language: that of the site is not known."""
    return {
        _folded(one)
        for lang in LANGUAGES
        for one in CATALOGUE.text(f"export.moodle.{id}", lang).split(" | ")
    }


def export(course: Course, names: Iterable[str], folder: Path) -> list[Path]:
    """Write for each set ``<set>.csv``: a line for every student, a column for every question.

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
    for name in names:
        found = _graded(course, name)
        if found:
            written.append(folder / f"{name}.csv")
            write_whole(written[-1], question_table(course, name, found))
    if not written:
        raise UserError(CATALOGUE.message("export.nothing"))
    return written


def _graded(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """What counts, by student: also for submissions that only nbgrader knows."""
    found = {}
    for student, score in scores(course, name).items():
        bare = {
            "questions": {q: {"points": 0.0} for q in score["questions"]},
            "remarks": [],
        }
        result = counting(course, name, student) or bare
        came = arrival(course, name, student, result)
        counts = as_it_counts(result, score, came)
        found[student] = counts | {"maximum": score["maximum"]}
    return found


def question_table(
    course: Course, name: str, found: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return a table with one line per student: points of every question, total, what waits for a person, remarks."""
    ids = list(course.problem_set(name).questions)
    rows: list[list[object]] = [
        ["student", "set", *ids, "points", "maximum", "needs_manual", "remarks"]
    ]
    for student, one in found.items():
        remarks = "; ".join(
            " ".join(p for p in (r["id"], r["where"]) if p) for r in one["remarks"]
        )
        asked = one["questions"]
        rows.append(
            [
                student,
                name,
                *(_number(asked[q]["points"]) if q in asked else "" for q in ids),
                _number(one["points"]),
                _number(one["maximum"]),
                "yes" if one["waits"] else "no",
                remarks,
            ]
        )
    return as_csv(rows)


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
    """

    table: str
    missing: tuple[str, ...]
    waiting: tuple[str, ...]


def fill_worksheet(course: Course, name: str, worksheet: Path) -> Filled:
    """Fill in the grading worksheet that Moodle gave out for the assignment; upload the result there.

    A row belongs to the student whose e-mail address stands in its column; where there is none, whose id, Moodle's
    number (as it was when the work was collected) or full name stands in theirs.  No other column is looked at, for
    students can write into some.  All else stays as it is, the time of the last change too: Moodle passes over what
    was graded there in the meantime.
    A submission of which something waits for a person gets no grade yet.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    worksheet : Path
        A CSV file with Moodle's headings, in any of our languages.

    Returns
    -------
    Filled

    Raises
    ------
    UserError
        If the file is no such worksheet, or nobody was graded yet.
    """
    found = _graded(course, name)
    if not found:
        raise UserError(CATALOGUE.message("export.nothing"))
    try:
        text = worksheet.read_text(encoding="utf-8-sig")
        # An answer may stand in it
        csv.field_size_limit(max(csv.field_size_limit(), len(text)))
        rows = list(csv.reader(io.StringIO(text, newline="")))
        grade = next(
            i for i, head in enumerate(rows[0]) if _folded(head) in _headings("grade")
        )
    except (UnicodeDecodeError, csv.Error, IndexError, StopIteration):
        raise UserError(
            CATALOGUE.message("export.no_worksheet", file=str(worksheet))
        ) from None
    heads = rows[0]
    comment = next(
        (i for i, head in enumerate(heads) if _folded(head) in _headings("comment")),
        None,
    )
    numbers = Participants(course, name).of_moodle()
    owner, missing, waiting = _owners(rows, course.students(), numbers), [], []
    for student, one in found.items():
        row = owner.get(student, [])
        if len(row) != len(heads):
            missing.append(student)
            continue
        waiting += [student] if one["waits"] else []
        row[grade] = "" if one["waits"] else _number(one["points"])
        if comment is not None:
            row[comment] = _comment(one)
    return Filled(as_csv(rows), tuple(missing), tuple(waiting))


def _owners(
    rows: list[list[str]],
    people: Mapping[str, Mapping[str, str]],
    numbers: Mapping[str, str],
) -> dict[str, list[str]]:
    """Whose row is whose, by what identifies people in columns that are made for it; never by a guess.

    A row with another number than the one under which a student's work came is somebody else's, or the work is.
    """
    address, id, name = (_column(rows, what) for what in ("address", "id", "name"))
    number = _numbered(rows)
    found: dict[str, list[int]] = {}
    for student, person in people.items():
        if person["email"] and address:
            mine = address.get(_folded(person["email"]), [])
        else:
            first, last = person["first_name"], person["last_name"]
            written = (
                {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
                if first or last
                else set()
            )
            full = [row for text in written for row in name.get(_folded(text), [])]
            mine = (
                id.get(_folded(student), [])
                or number.get(numbers.get(student, ""), [])
                or full
            )
        same = (
            number.get(numbers[student], []) if student in numbers and number else mine
        )
        found[student] = mine if {*same} == {*mine} else []
    taken = Counter(n for mine in found.values() for n in {*mine})
    return {
        s: rows[n[0]] for s, n in found.items() if len({*n}) == 1 and taken[n[0]] == 1
    }


def _column(rows: list[list[str]], what: str) -> dict[str, list[int]]:
    """The rows by what stands in the columns of a kind; empty if there is no such column, or nothing in it."""
    places = [
        place for place, head in enumerate(rows[0]) if _folded(head) in _headings(what)
    ]
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows[1:], 1):
        for text in {_folded(row[place]) for place in places if place < len(row)} - {
            ""
        }:
            found.setdefault(text, []).append(number)
    return found


def _numbered(rows: list[list[str]]) -> dict[str, list[int]]:
    """The rows by Moodle's number of the participant, with which each begins: "Participant 7001"."""
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows[1:], 1):
        if ending := re.search(r"[0-9]+$", row[0] if row else ""):
            found.setdefault(ending[0], []).append(number)
    return found


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _comment(one: Mapping[str, Any]) -> str:
    """Points of every question, and what a person said to it, as HTML: Moodle keeps comments in this form."""
    parts = []
    for q, v in one["questions"].items():
        points = "✎" if v["waits"] and v["by_hand"] is None else _number(v["points"])
        said = f" ({v['comment']})" if v["comment"] else ""
        parts.append(
            as_html(f"{q}: {points}/{_number(v.get('maximum'))}{said}").replace(
                "\n", "<br>"
            )
        )
    # A semicolon ends an entity; for some spreadsheets it ends a cell, and the next one must be no formula.
    return re.sub(
        r"(?<=;)( *)([=+@-]+)",
        lambda found: found[1] + "".join(f"&#{ord(c)};" for c in found[2]),
        " | ".join(parts),
    )


def _number(value: float | None) -> str:
    return (
        "" if value is None else f"{value:g}" if value == int(value) else f"{value:.2f}"
    )
