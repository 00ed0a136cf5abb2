"""A term in one file: everything that lies in a course's folder, with checksums; with every name, or without."""

import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from boardkit.errors import UserError
from boardkit.formats import ARCHIVE, INSTANCES
from boardkit.whole_files import write_whole
from coursekit.marking import results
from coursekit.marking.marking import program
from coursekit.sets.course import Course, damaged, read_json
from coursekit.sets.variants import digest, sign
from coursekit.texts import CATALOGUE

MANIFEST = "archive.json"
_PARTS = re.compile(rb'("(?:student|what)": ?)"([A-Za-z0-9._@-]{1,100})"')
_PLAIN = ("course.toml", "nbgrader_config.py", "calendar.md", "assistants.md", ".gitignore")


@dataclass(frozen=True)
class Opened:
    """An archive that was opened: its folder, how many files, the program and the day of its writing."""

    folder: Path
    files: int
    program: str
    written: str


def write_archive(course: Course, target: Path, *, names: bool = True) -> int:
    """Write everything of a course into one file, which is there completely or not at all.

    Parameters
    ----------
    course : Course
    target : Path
    names : bool
        Without them every student has a number, the secret is another one, and what is made of the rest (feedback,
        tables, what was handed out) is left out.

    Returns
    -------
    int
        Number of files.

    Raises
    ------
    UserError
        If another command is at work on a set, or something is damaged.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    sums: dict[str, str] = {}
    try:
        with ExitStack() as stack:
            stack.enter_context(course.all_locked())
            private = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            archive = stack.enter_context(
                zipfile.ZipFile(stack.enter_context(open(private, "w+b")), "w", zipfile.ZIP_DEFLATED))
            for name, content in _everything(course) if names else _without_names(course):
                archive.writestr(name, content)
                sums[name] = hashlib.sha256(content).hexdigest()
            head = {**ARCHIVE.head, "program": program(), "written": str(date.today()), "names": names}
            archive.writestr(MANIFEST, json.dumps({**head, "files": sums}, indent=1))
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return len(sums)


def open_archive(file: Path, folder: Path) -> Opened:
    """Make the folder of a course of an archive.

    Raises
    ------
    UserError
        If the file is no archive, is damaged (it names the first file that is), or was written by a newer version of
        this program, or if there is something in the folder.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UserError(CATALOGUE.message("archive.not_empty", folder=str(folder)))
    try:
        with zipfile.ZipFile(file) as archive:
            head = json.loads(archive.read(MANIFEST))
            ARCHIVE.check(head, str(file))
            for name, expected in head["files"].items():
                if hashlib.sha256(archive.read(name)).hexdigest() != expected:
                    raise damaged(file, name)
                if ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute() or "\\" in name:
                    raise damaged(file, name)
            opening = folder / ".opening"  # should this be killed, what is there is no course yet
            opening.mkdir(parents=True)
            try:
                (opening / "private").mkdir(mode=0o700)
                for name in head["files"]:
                    write_whole(opening / name, archive.read(name), 0o600 if name.startswith("private/") else 0o666)
                for path in opening.iterdir():
                    path.rename(folder / path.name)
            finally:
                shutil.rmtree(opening)
    except UserError:
        raise
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise damaged(file, str(error)) from None
    return Opened(folder, len(head["files"]), head["program"], head["written"])


def _everything(course: Course) -> Iterator[tuple[str, bytes]]:
    """Every file of the folder, as (name, content); neither links nor what is hidden."""
    for path in sorted(course.root.rglob("*")):
        parts = path.relative_to(course.root).parts
        hidden = any(part.startswith((".", "__pycache__")) for part in parts) and parts != (".gitignore",)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield "/".join(parts), _book(path) if path.suffix == ".db" else path.read_bytes()


def _book(path: Path, ids: Mapping[str, str] | None = None) -> bytes:
    """A data base as it stands between two changes; with numbers instead of students where they are given."""
    with TemporaryDirectory() as place:
        copy = Path(place) / path.name
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as book:
            source.backup(book)
            for student, number in (ids or {}).items():
                book.execute("UPDATE student SET id = ?, first_name = '', last_name = '', email = '', "
                             "lms_user_id = NULL WHERE id = ?", (number, student))
                book.execute("UPDATE submitted_assignment SET student_id = ? WHERE student_id = ?", (number, student))
            book.commit()
            if ids:
                book.execute("VACUUM")  # nothing of what stood there before is left in the file
        return copy.read_bytes()


# ---------------------------------------------------------------------- without names


def _without_names(course: Course) -> Iterator[tuple[str, bytes]]:
    """The files that everything else is made of, with a number for each student and a new secret.

    With the old secret anybody could tell from the questions whose they are.  So each digest and each signature is
    replaced by that of the new secret wherever it stands, and results name the hand-in as it is then.
    """
    known = {path.stem for path in course.private.glob("variants/*/*.json")} - {"_common"}
    came = {student for name in course.sets() for student in course.submissions(name)}
    people = sorted({*course.students(), *known, *came})
    ids = {student: f"s{number:04d}" for number, student in
           enumerate(sorted(people, key=lambda s: hashlib.sha256(course.secret() + s.encode()).digest()), 1)}
    secret = secrets.token_bytes(32)
    other = _renewed(course, secret)
    found = {name: content for name, content in _everything(course) if _kept(course, name)}

    def renamed(content: bytes) -> bytes:
        content = _PARTS.sub(lambda m: b'%s"%s"' % (m[1], ids.get(m[2].decode(), m[2].decode()).encode()), content)
        return re.sub(rb'"([0-9a-f]{16,64})"', lambda m: b'"%s"' % other.get(m[1], m[1]), content)

    for name, content in found.items():
        if name.endswith(".ipynb"):
            other[hashlib.sha256(content).hexdigest().encode()] = hashlib.sha256(renamed(content)).hexdigest().encode()
    for name, content in found.items():
        if name.startswith("private/variants/") and name.endswith("/secret"):
            continue  # there is one for all now
        place = "/".join(_numbered(part, ids) for part in name.split("/"))
        if name == "private/secret":
            yield place, secret.hex().encode() + b"\n"
        elif name.endswith(".db"):
            yield place, _book(course.root / name, ids)
        elif name.startswith("private/booked/"):
            booked = json.loads(content)
            booked["students"] = {ids.get(s, s): one for s, one in booked["students"].items()}
            yield place, json.dumps(booked, sort_keys=True).encode()
        elif name.endswith(".jsonl"):
            yield place, b"".join(results.line(json.loads(renamed(json.dumps(record).encode())))
                                  for record in results.history(course.root / name))
        else:
            yield place, content if name.endswith((".py", ".po", ".toml", ".md")) else renamed(content)


def _kept(course: Course, name: str) -> bool:
    """Whether a file is one that the others are made of."""
    steps = [course.folder(step, "x").parent for step in ("source", "release")]
    places = [*steps, course.folder("submitted", "x", "x").parent.parent, course.private]
    return name in _PLAIN or name.endswith(".db") or any((course.root / name).is_relative_to(p) for p in places)


def _numbered(part: str, ids: Mapping[str, str]) -> str:
    stem, dot, ending = part.rpartition(".")
    return ids.get(part) or (ids[stem] + dot + ending if stem in ids else part)


def _renewed(course: Course, secret: bytes) -> dict[bytes, bytes]:
    """Digests and signatures of all questions that were handed out, and what stands for them with a new secret."""
    other: dict[str, str] = {}
    for path in course.private.glob("variants/*/*.json"):
        issued = read_json(path, INSTANCES)
        for one in issued["questions"].values():
            other[one["digest"]] = digest(secret, one["type"], one["data"])
        for signature in [issued["signature"], *issued.get("earlier", [])]:
            other[signature] = sign(secret, {"was": signature})
    return {old.encode(): new.encode() for old, new in other.items()}
