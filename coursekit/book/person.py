"""All that a course knows of one person, as one file to be given to that person."""

import json
import zipfile
from dataclasses import asdict
from datetime import date
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.foreign_json import Json
from boardkit.whole_files import write_whole
from coursekit.book.identity import Participants
from coursekit.book.scores import standings
from coursekit.formats import PERSON
from coursekit.marking import by_hand, ledger
from coursekit.sets.course import Course
from coursekit.texts import message


def write_person(course: Course, student: str, target: Path) -> int:
    """Write what a course knows of a student: ``person.json``, and the files that came from the student or went there.

    What belongs to others stays out, and so do keys and rubrics.  What a group has handed in belongs to each of it.

    Returns
    -------
    int
        Number of files.

    Raises
    ------
    UserError
        If the course knows nobody of this id.
    """
    if student not in course.everybody():
        raise UserError(message("course.unknown_student", student=in_line(student)))
    files = {
        path.relative_to(course.root).as_posix(): path
        for name in course.sets()
        for folder in _folders(course, name, student)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    known = {**PERSON.head, "written": str(date.today()), **_known(course, student)}
    target.parent.mkdir(parents=True, exist_ok=True)
    # There completely, and for the lecturer's eyes only
    write_whole(target, b"", 0o600)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(known, ensure_ascii=False, indent=1)
        archive.writestr("person.json", text)
        for name, path in files.items():
            archive.write(path, name)
    return 1 + len(files)


def _folders(course: Course, name: str, student: str) -> list[Path]:
    lead = course.groups(name).lead(student)
    return [
        course.handout(name, student),
        course.folder("submitted", name, lead),
        course.kept(name, lead),
        course.folder("feedback", name, student),
    ]


def _known(course: Course, student: str) -> dict[str, Json]:
    """What stands about a student in files that have all students in them."""
    found = {}
    for name in course.sets():
        groups = course.groups(name)
        lead = groups.lead(student)
        counts = standings(course, name).get(lead)
        questions = counts.questions if counts else {}
        planned = course.plan.sets.get(name)
        extension = planned.extensions.get(student) if planned else None
        found[name] = {
            "group": groups.name(student),
            "extension": str(extension or ""),
            "moodle": Participants(course, name).of_moodle().get(student, ""),
            "points": counts.points if counts else None,
            "questions": {q: asdict(one) for q, one in questions.items()},
            "marked": ledger.history(course.results_of(name, lead)),
            "by_hand": [
                asdict(m) for m in by_hand.marks(course, name) if m.student == lead
            ],
        }
    person = course.students().get(student, {})
    return {"student": student, "class_list": dict(person), "sets": found}
