"""Grades for other programs: a table of all questions, and a sheet that Moodle reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading import results
from finity_edu.grading.book import scores
from finity_edu.grading.course import Course, write_atomically

__all__ = ["export", "moodle_sheet", "question_table"]


def export(course: Course, names: Iterable[str], folder: Path) -> list[Path]:
    """Write for each set ``<set>.csv`` (every question) and ``<set>-moodle.csv`` (Moodle's grading worksheet).

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
    students = course.students()
    for name in names:
        found = scores(course, name)
        if not found:
            continue
        tables = {"": question_table(course, name, found), "-moodle": moodle_sheet(course, name, found, students)}
        for suffix, text in tables.items():
            path = folder / f"{name}{suffix}.csv"
            write_atomically(path, text)
            written.append(path)
    if not written:
        raise UserError(CATALOGUE.message("export.nothing"))
    return written


def question_table(course: Course, name: str, found: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a table with one line per student: points of every question, total, remarks."""
    ids = list(next(iter(found.values()))["questions"])
    rows = [["student", "set", *ids, "points", "maximum", "needs_manual", "remarks"]]
    for student, one in found.items():
        result = results.latest(course.results(name) / f"{student}.jsonl") or {}
        remarks = "; ".join(" ".join(p for p in (r["id"], r["where"]) if p) for r in result.get("remarks", []))
        rows.append([student, name, *(_number(one["questions"].get(q)) for q in ids), _number(one["score"]),
                     _number(one["maximum"]), "yes" if one["needs_manual"] else "no", remarks])
    return _csv(rows)


def moodle_sheet(course: Course, name: str, found: Mapping[str, Mapping[str, Any]],
                 students: Mapping[str, Mapping[str, str]]) -> str:
    """Return Moodle's offline grading worksheet: upload it to the assignment as it is."""
    rows = [["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
             "Last modified (submission)", "Last modified (grade)", "Feedback comments"]]
    for student, one in found.items():
        person = students.get(student, {})
        result = results.latest(course.results(name) / f"{student}.jsonl") or {"questions": {}}
        comment = " | ".join(f"{q}: {v['points']:g}/{v['maximum']:g}" for q, v in result["questions"].items())
        full = f"{person.get('first_name', '')} {person.get('last_name', '')}".strip()
        moment = f"{one['timestamp']:%A, %d %B %Y, %H:%M}" if one["timestamp"] else "-"
        number = f"Participant {student}" if student.isdigit() else student
        rows.append([number, full or student, person.get("email", ""), "Submitted for grading", _number(one["score"]),
                     _number(one["maximum"]), "Yes", moment, "-", comment])
    return _csv(rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}" if value == int(value) else f"{value:.2f}"


def _csv(rows: Iterable[Iterable[str]]) -> str:
    """CSV in which no cell is a formula: a spreadsheet would run it."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell[:1] in ("=", "+", "@", "\t", "-") and len(cell) > 1 else cell
