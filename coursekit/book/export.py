"""Grades for other programs: a table of all questions, and Moodle's grading worksheet, filled in.

Moodle takes a grade only in a row that begins with its own number of the participant, which nobody else knows, and
under headings in the language of the site.  So the worksheet that Moodle gives out is filled in, and nothing made up.
"""

import csv
import io
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.foreign import as_csv, as_html
from boardkit.messages import LANGUAGES
from boardkit.whole_files import write_whole
from coursekit.book.scores import as_it_counts, scores
from coursekit.marking.results import latest
from coursekit.sets.course import Course
from coursekit.texts import CATALOGUE


def _headings(id: str) -> set[str]:
    """One of Moodle's headings in every language: that of the site is not known."""
    return {CATALOGUE.text(f"export.moodle.{id}", lang) for lang in LANGUAGES}


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
        bare = {"questions": {q: {"points": 0.0} for q in score["questions"]}, "remarks": []}
        result = latest(course.results_of(name, student)) or bare
        found[student] = as_it_counts(result, score) | {"maximum": score["maximum"]}
    return found


def question_table(course: Course, name: str, found: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a table with one line per student: points of every question, total, what waits for a person, remarks."""
    ids = list(course.problem_set(name).questions)
    rows: list[list[object]] = [["student", "set", *ids, "points", "maximum", "needs_manual", "remarks"]]
    for student, one in found.items():
        remarks = "; ".join(" ".join(p for p in (r["id"], r["where"]) if p) for r in one["remarks"])
        asked = one["questions"]
        rows.append([student, name, *(_number(asked[q]["points"]) if q in asked else "" for q in ids),
                     _number(one["points"]), _number(one["maximum"]), "yes" if one["waits"] else "no", remarks])
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

    A row belongs to the student whose e-mail address stands in it; without an address, whose id or full name.  All
    else stays as it is, the time of the last change too: Moodle passes over what was graded there in the meantime.
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
        csv.field_size_limit(max(csv.field_size_limit(), len(text)))  # an answer may stand in it
        rows = list(csv.reader(io.StringIO(text, newline="")))
        grade = next(i for i, head in enumerate(rows[0]) if head in _headings("grade"))
    except (UnicodeDecodeError, csv.Error, IndexError, StopIteration):
        raise UserError(CATALOGUE.message("export.no_worksheet", file=str(worksheet))) from None
    heads = rows[0]
    comment = next((i for i, head in enumerate(heads) if head in _headings("comment")), None)
    owner, missing, waiting = _owners(rows, course.students()), [], []
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


def _owners(rows: list[list[str]], people: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """Whose row is whose: by e-mail address, else by id, else by name; never by a guess.

    Names are looked for in the column of names only, and nothing else there: a name is what its bearer chooses.
    """
    names = [i for i, head in enumerate(rows[0]) if head in _headings("name")]
    by_name: dict[str, list[int]] = defaultdict(list)
    by_id: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows[1:], 1):
        for i, cell in enumerate(row):
            (by_name if i in names else by_id)[_folded(cell)].append(number)
    found: dict[str, list[int]] = {}
    for student, person in people.items():
        first, last = person["first_name"], person["last_name"]
        full = [n for text in {f"{first} {last}", f"{last} {first}", f"{last}, {first}"} if first or last
                for n in by_name[_folded(text)]]
        found[student] = by_id[_folded(person["email"])] if person["email"] else by_id[_folded(student)] or full
    taken = Counter(n for numbers in found.values() for n in set(numbers))
    return {s: rows[n[0]] for s, n in found.items() if len(n) == 1 and taken[n[0]] == 1}


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _comment(one: Mapping[str, Any]) -> str:
    """Points of every question, and what a person said to it, as HTML: Moodle keeps comments in this form."""
    parts = []
    for q, v in one["questions"].items():
        points = "✎" if v["waits"] and v["by_hand"] is None else _number(v["points"])
        said = f" ({v['comment']})" if v["comment"] else ""
        parts.append(as_html(f"{q}: {points}/{_number(v.get('maximum'))}{said}").replace("\n", "<br>"))
    return " | ".join(parts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}" if value == int(value) else f"{value:.2f}"
