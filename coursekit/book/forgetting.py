"""Deleting what was stored: a student's record in a folder, or all that a course knows of a student's answers."""

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.whole_files import write_whole
from coursekit.formats import BOOKED, PARTICIPANTS
from coursekit.sets.course import Course, read_json
from coursekit.texts import CATALOGUE

RECORDS = (
    "*.answers.json",
    "*.answers.json.lock",
    "*.answers.kept-*.json",
    "*-handin.ipynb",
)


def records(folder: Path) -> list[Path]:
    """What a student's work has left in a folder, besides the notebook itself."""
    return sorted({path for pattern in RECORDS for path in folder.glob(pattern)})


def traces(course: Course, student: str) -> list[Path]:
    """Where the answers of a student, their marks and the feedback lie, and the tables of `export`.

    What was handed out, and the name, stay.

    Raises
    ------
    UserError
        If the course knows nobody of this id.
    """
    if student not in course.everybody():
        raise UserError(CATALOGUE.message("forget.unknown", student=in_line(student)))
    places = [
        path
        for name in course.sets()
        for path in (
            *(
                course.folder(step, name, student)
                for step in ("submitted", "autograded", "feedback")
            ),
            course.results_of(name, student),
            course.kept(name, student),
        )
    ]
    found = [path for path in places if path.exists()]
    # The tables first: if it is killed between them, what is left is found again.
    exported = course.root / "export"
    tables = sorted([*exported.glob("*.csv"), *exported.glob("*.zip")])
    return found and [*tables, *found]


def delete(paths: Iterable[Path]) -> None:
    """Delete files and folders."""
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
            # The student's own folder, if this was the last set in it
            with suppress(OSError):
                path.parent.rmdir()
        else:
            path.unlink(missing_ok=True)


def forget_student(course: Course, student: str, paths: Iterable[Path]) -> None:
    """Delete what `traces` found of a student, once they are out of the book: so it can be called again if killed."""
    with course.all_locked():
        _leave_book(course, student)
        delete(paths)


def _leave_book(course: Course, student: str) -> None:
    """Take a student's submissions out of the grade book, and the numbers that platforms gave out of our own."""
    from nbgrader.api import MissingEntry

    with course.gradebook() as book:
        for name in course.sets():
            with suppress(MissingEntry):
                book.remove_submission(name, student)
    for path in (course.private / "booked").glob("*.json"):
        booked = read_json(path, BOOKED)
        booked["students"].pop(student, None)
        write_whole(path, json.dumps(booked, sort_keys=True), 0o600)
    for path in (course.private / "participants").glob("*.json"):
        seen = read_json(path, PARTICIPANTS)
        for numbers in (seen["moodle"], seen["canvas"]):
            numbers.pop(student, None)
        write_whole(path, json.dumps(seen, indent=1, sort_keys=True), 0o600)
