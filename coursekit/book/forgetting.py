"""Deleting what was stored: a student's record in a folder, or all that a course knows of a student's answers."""

import json
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.whole_files import write_whole
from coursekit.book.archive import Names
from coursekit.formats import BOOKED, MARKS, PARTICIPANTS, RESULT
from coursekit.marking import ledger
from coursekit.marking.by_hand import marks_file
from coursekit.sets.course import Course, read_json
from coursekit.sets.handins import GONE, sum_of
from coursekit.sets.plan import change_extensions
from coursekit.texts import message

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
        raise UserError(message("course.unknown_student", student=in_line(student)))
    places = []
    for name in course.sets():
        places.append(course.folder("feedback", name, student))
        # What others have handed in, too, is theirs
        if len(course.groups(name).with_(student)) == 1:
            places += _of_a_set(course, name, student)
    found = [path for path in places if path.exists()]
    # The tables first: if it is killed between them, what is left is found again.
    exported = course.root / "export"
    tables = sorted([*exported.glob("*.csv"), *exported.glob("*.zip")])
    naming = [
        path for path in _pages(course) if names_in(path, _words(course, student))
    ]
    in_plan = any(student in one.extensions for one in course.plan.sets.values())
    known = found or naming or in_plan or _leads(course, student)
    return [*tables, *naming, *found] if known else []


def _of_a_set(course: Course, name: str, student: str) -> list[Path]:
    return [
        course.folder("submitted", name, student),
        course.folder("autograded", name, student),
        course.results_of(name, student),
        course.kept(name, student),
    ]


def _leads(course: Course, student: str) -> bool:
    return any(course.groups(name).name(student) for name in ("", *course.sets()))


def _pages(course: Course) -> list[Path]:
    """Pages about many students: of `status` and `read`; they can be written again."""
    return sorted([*course.root.glob("*.html"), *(course.root / "reading").glob("*")])


def _words(course: Course, student: str) -> list[bytes]:
    """What names a student in a file: the id, the address, the full name."""
    person = course.students().get(student, {})
    first, last = person.get("first_name", ""), person.get("last_name", "")
    texts = [student, person.get("email", "")]
    if first and last:
        texts.append(f"{first} {last}")
    return [text.encode() for text in texts if text]


def names_in(path: Path, words: Iterable[bytes]) -> bool:
    """Whether one of these words stands in a file or in its path, and not only as a part of another word."""
    where = str(path).encode() + b"\n"
    if path.is_file():
        where += path.read_bytes()
    return any(
        re.search(rb"(?<![\w.@-])" + re.escape(word) + rb"(?![\w@-])", where)
        for word in words
    )


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


def forget_student(course: Course, student: str, paths: Iterable[Path]) -> list[Path]:
    """Delete what `traces` found of a student, and the name from the files of others; it can be called again if killed.

    Returns
    -------
    list of Path
        Where the student is still named: in what others wrote, in downloads, in what was handed out.
    """
    words = _words(course, student)
    with course.all_locked():
        for name in course.sets():
            _leave_group(course, name, student)
        course.write_groups(course.groups().regrouped({student: ""}))
        _leave_book(course, student)
        _leave_plan(course, student)
        _leave_others(course, student)
        delete(paths)
    files = [path for path in sorted(course.root.rglob("*")) if path.is_file()]
    return [path for path in files if path.suffix != ".db" and names_in(path, words)]


def _leave_group(course: Course, name: str, student: str) -> None:
    """Let a group go on without a student: what it has handed in is filed under the next one of it."""
    groups = course.groups(name)
    others = [one for one in groups.with_(student) if one != student]
    if not others:
        return
    if groups.lead(student) == student:
        heir = others[0]
        pairs = zip(
            _of_a_set(course, name, student), _of_a_set(course, name, heir), strict=True
        )
        for old, new in pairs:
            if old.exists():
                if new.exists():
                    delete([new])
                new.parent.mkdir(parents=True, exist_ok=True)
                old.rename(new)
        # The group has answered the lead's questions, and is marked by them
        asked = course.variants(name) / f"{student}.json"
        if asked.is_file():
            write_whole(asked.with_name(f"{heir}.json"), asked.read_bytes(), 0o600)
        _pass_on(course, name, student, heir)
        _rename(course, name, student, heir)
    course.write_groups(groups.regrouped({student: ""}), name)


def _pass_on(course: Course, name: str, student: str, heir: str) -> None:
    """Put a submission under another student's name in the grade book."""
    from nbgrader.api import MissingEntry

    with course.gradebook() as book, suppress(MissingEntry):
        submission = book.find_submission(name, student)
        with suppress(MissingEntry):
            book.remove_submission(name, heir)
        submission.student = book.update_or_create_student(heir)
        book.db.commit()


def _rename(course: Course, name: str, old: str, new: str) -> None:
    """Put another student into the results and marks that a group has."""
    for path, format in (
        (course.results_of(name, new), RESULT),
        (marks_file(course, name), MARKS),
    ):
        lines = []
        for one in ledger.history(path, format):
            if one["student"] == old:
                one["student"] = new
            lines.append(ledger.line(one, format))
        if lines:
            write_whole(path, b"".join(lines), 0o600)
    path = course.private / "booked" / f"{name}.json"
    if path.is_file():
        booked = read_json(path, BOOKED)
        for known in (booked["students"], booked.get("hand_ins", {})):
            if old in known:
                known[new] = known.pop(old)
        write_whole(path, json.dumps(booked, sort_keys=True), 0o600)


def _leave_plan(course: Course, student: str) -> None:
    """Take a student's extensions out of ``course.toml``, and leave every other line as it is."""
    file = course.root / "course.toml"
    if not any(student in one.extensions for one in course.plan.sets.values()):
        return
    key = rf"""["']?{re.escape(student)}["']?\s*="""
    before = r"""(?:[^\n=#]*extensions["']?\s*\.)?"""

    def change(part: str) -> str:
        part = re.sub(rf"^{before}[ \t]*{key}.*\n?", "", part, flags=re.MULTILINE)
        part = re.sub(rf"(?<=[{{,])\s*{key}[^,}}\n]*,?", "", part)
        return re.sub(r",(\s*\})", r"\1", part)

    text = file.read_text(encoding="utf-8")
    write_whole(file, change_extensions(text, change))


def _leave_others(course: Course, student: str) -> None:
    """Take a student's id out of what others handed in, and of what was said about it.

    Somebody may have handed in another one's file: it says whose questions were answered.
    """
    names = Names({student: GONE}, {})
    word = json.dumps(student).encode()
    files = [path for path in _hand_ins(course) if word in path.read_bytes()]
    for path in files:
        record = path.with_suffix(".answers.json")
        if path.suffix == ".ipynb":
            beside = new_beside = None
            if record.is_file():
                beside = record.read_bytes()
                new_beside = names.file(beside)
            content = path.read_bytes()
            old, new = sum_of(content, beside), sum_of(names.file(content), new_beside)
            names.other.update({old: new, old[:16]: new[:16]})
    for path in files:
        write_whole(path, names.file(path.read_bytes()), 0o600)
        path.rename(path.with_name(names.part(path.name)))
    for place, format in (("results/*", RESULT), ("marks", MARKS)):
        for path in course.private.glob(f"{place}/*.jsonl"):
            before = ledger.history(path, format)
            after = list(map(names.walk, before))
            if after != before:
                lines = [ledger.line(one, format) for one in after]
                write_whole(path, b"".join(lines), 0o600)
    for path in (course.private / "booked").glob("*.json"):
        booked = read_json(path, BOOKED)
        booked["hand_ins"] = names.walk(booked.get("hand_ins", {}))
        write_whole(path, json.dumps(booked, sort_keys=True), 0o600)


def _hand_ins(course: Course) -> list[Path]:
    submitted = course.folder("submitted", "x", "x").parent.parent
    kept = course.private / "handins"
    found = [*sorted(submitted.rglob("*")), *sorted(kept.rglob("*"))]
    return [path for path in found if path.suffix in (".ipynb", ".json")]


def _leave_book(course: Course, student: str) -> None:
    """Take a student's submissions out of the grade book, and the numbers that platforms gave out of our own."""
    from nbgrader.api import MissingEntry

    with course.gradebook() as book:
        for name in course.sets():
            with suppress(MissingEntry):
                book.remove_submission(name, student)
    for path in course.private.glob("marks/*.jsonl"):
        kept = []
        for one in ledger.history(path, MARKS):
            if one["student"] != student:
                kept.append(ledger.line(one, MARKS))
        write_whole(path, b"".join(kept), 0o600)
    for path in (course.private / "booked").glob("*.json"):
        booked = read_json(path, BOOKED)
        booked["students"].pop(student, None)
        booked.get("hand_ins", {}).pop(student, None)
        write_whole(path, json.dumps(booked, sort_keys=True), 0o600)
    for path in (course.private / "participants").glob("*.json"):
        seen = read_json(path, PARTICIPANTS)
        for numbers in (seen["moodle"], seen["canvas"]):
            numbers.pop(student, None)
        write_whole(path, json.dumps(seen, indent=1, sort_keys=True), 0o600)
