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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from boardkit import foreign_json
from boardkit.errors import UserError
from boardkit.foreign import as_name, in_line, in_list, safe_part
from boardkit.foreign_json import Json
from boardkit.whole_files import write_whole
from coursekit.book.new import shadows
from coursekit.book.scores import FORMGRADER
from coursekit.book.sealing import is_sealed, sealed, unsealed
from coursekit.formats import ARCHIVE, INSTANCES, MARKS, RESULT
from coursekit.marking import ledger
from coursekit.marking.marking import program
from coursekit.sets.course import Course, damaged, read_json, safe_id
from coursekit.sets.handins import sum_of
from coursekit.sets.plan import change_extensions
from coursekit.sets.variants import digest, sign
from coursekit.shipped import shipped
from coursekit.texts import message

MANIFEST = "archive.json"
GROWTH = 50
"""An archive of a term holds tables and text: it grows to so many times its size at most, and a bit for small ones."""
_A_BIT = 64 << 20
_PIECE = 1 << 20
NAMED = 5  # programs that are named on one line
_LOADED = (".py", ".pyc", ".pyd", ".pyw", ".pth", ".so", "_config.json")
"""Endings of what Python, Jupyter and nbgrader load by themselves from a folder in which they are started."""
_KEY = re.compile(r"""("[^"\n]*"|'[^'\n]*'|[\w-]+)(?=\s*=)""")
_PLAIN = (
    "course.toml",
    "nbgrader_config.py",
    "calendar.md",
    "assistants.md",
    ".gitignore",
)


@dataclass(frozen=True)
class Opened:
    """An archive that was opened: its folder, how many files, the program and the day of its writing."""

    folder: Path
    files: int
    program: str
    written: str


def write_archive(
    course: Course,
    target: Path,
    *,
    names: bool = True,
    secret: bool = False,
    passphrase: str = "",
) -> int:
    """Write a whole course into one file, which is there completely or not at all.

    Parameters
    ----------
    course : Course
    target : Path
    names : bool
        Without them every student has a number, the secret is another one, comments by hand are left out, and so is
        what is made of the rest (feedback, tables, what was handed out).
    secret : bool
        With the secret of the course: whoever has it can draw everybody's questions.
    passphrase : str
        Whoever opens the archive must know it; "" if anybody may.

    Returns
    -------
    int
        Number of files.

    Raises
    ------
    UserError
        If another command is at work on a set, something is damaged, or a file has a name that it could not have
        everywhere.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    sums: dict[str, str] = {}
    try:
        with ExitStack() as stack:
            stack.enter_context(course.all_locked())
            private = os.open(
                part,
                os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0),
                0o600,
            )
            archive = stack.enter_context(
                zipfile.ZipFile(
                    stack.enter_context(open(private, "w+b")), "w", zipfile.ZIP_DEFLATED
                )
            )
            for name, content in (
                _everything(course) if names else _without_names(course)
            ):
                if names and not secret and _is_secret(name):
                    continue
                archive.writestr(name, content)
                sums[name] = hashlib.sha256(content).hexdigest()
            if odd := _odd_name(sums):
                raise UserError(message("archive.odd_name", name=in_line(odd, 200)))
            head = {
                **ARCHIVE.head,
                "program": program(),
                "written": str(date.today()),
                "names": names,
            }
            archive.writestr(MANIFEST, json.dumps({**head, "files": sums}, indent=1))
        if passphrase:
            write_whole(part, sealed(part.read_bytes(), passphrase), 0o600)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return len(sums)


def _is_secret(name: str) -> bool:
    return name.startswith("private/") and PurePosixPath(name).name == "secret"


def needs_passphrase(file: Path) -> bool:
    """Whether a file is an archive under a passphrase."""
    with suppress(OSError), file.open("rb") as source:
        return is_sealed(source.read(100))
    return False


def open_archive(
    file: Path, folder: Path, *, trust: bool = False, passphrase: str = ""
) -> Opened:
    """Make the folder of a course of an archive.

    Parameters
    ----------
    file, folder : Path
    trust : bool
        Open it even if the next command would run programs of it.
    passphrase : str
        If it is under one.

    Raises
    ------
    UserError
        If the file is no archive, is damaged (it names the first file that is), has programs in it that are not
        trusted, or was written by a newer version of this program, or if there is something in the folder.
    """
    if needs_passphrase(file):
        with TemporaryDirectory() as place:
            plain = Path(place) / file.name
            content = unsealed(file.read_bytes(), passphrase, str(file))
            write_whole(plain, content, 0o600)
            return open_archive(plain, folder, trust=trust)
    made = not folder.exists()
    if not made and any(folder.iterdir()):
        raise UserError(message("archive.not_empty", folder=str(folder)))
    try:
        with zipfile.ZipFile(file) as archive:
            head = _checked_head(archive, file)
            names = list(head["files"])
            if not trust and (found := programs(archive, names)):
                raise UserError(
                    message(
                        "archive.programs", file=str(file), names=in_list(found, NAMED)
                    )
                )
            for name in names:
                if _sum(archive, name) != head["files"][name]:
                    raise damaged(file, in_line(name))
            # Should this be killed, what is there is no course yet
            opening = folder / ".opening"
            opening.mkdir(parents=True)
            try:
                (opening / "private").mkdir(mode=0o700)
                for name in names:
                    _unpack(archive, name, opening / name)
                if not trust:
                    _harmless_book(opening / "gradebook.db", file)
                for path in opening.iterdir():
                    path.rename(folder / path.name)
            finally:
                shutil.rmtree(opening)
                if made and not any(folder.iterdir()):
                    folder.rmdir()
    except UserError:
        raise
    except (
        ValueError,
        LookupError,
        TypeError,
        EOFError,
        RuntimeError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise damaged(file, in_line(error, 100)) from None
    return Opened(
        folder, len(names), in_line(head["program"]), in_line(head["written"])
    )


def _checked_head(archive: zipfile.ZipFile, file: Path) -> dict[str, Json]:
    """What an archive says of itself, if it can be what `write_archive` writes; nothing is unpacked before."""
    entries = archive.infolist()
    size = file.stat().st_size
    if sum(entry.file_size for entry in entries) > GROWTH * size + _A_BIT:
        raise damaged(file, message("archive.grows", size=size >> 20))
    if strange := [
        entry.filename
        for entry in entries
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        or entry.flag_bits & 1
    ]:
        raise damaged(file, in_line(strange[0]))
    with archive.open(MANIFEST) as manifest:
        head = foreign_json.parse(manifest.read(foreign_json.LARGEST + 1))
    ARCHIVE.check(head, str(file))
    files = head["files"]
    if not isinstance(files, dict) or not all(
        isinstance(text, str)
        for text in (*files.values(), head["program"], head["written"])
    ):
        raise damaged(file, MANIFEST)
    if odd := _odd_name(files):
        raise damaged(file, in_line(odd))
    return dict(head)


def _odd_name(names: Iterable[str]) -> str | None:
    """A name, if there is one, that is no path within a folder on every system, or is in the way of another one."""
    taken: set[str] = set()
    folders: set[str] = set()
    for name in names:
        alike = name.casefold()
        above = list(map(str, PurePosixPath(alike).parents))
        plain = len(name) <= 500 and all(map(safe_part, name.split("/")))
        if not plain or alike in taken or alike in folders or taken & {*above}:
            return name or "''"
        taken.add(alike)
        folders |= {*above}
    return None


def programs(archive: zipfile.ZipFile, names: Iterable[str]) -> list[str]:
    """Return the files of an archive that a command which is started in the folder may run, or that are hidden there.

    The settings that come with this program are none of them, nor is the text of a set: it is only read.
    """
    return [
        name
        for name in names
        if _is_loaded(PurePosixPath(name)) and not _is_ours(archive, name)
    ]


def _is_loaded(path: PurePosixPath) -> bool:
    if any(part.startswith(".") for part in path.parts) and str(path) != ".gitignore":
        return True
    text = (
        len(path.parts) == 3
        and path.parts[0] == "source"
        and path.stem == path.parts[1]
        and path.suffix == ".py"
    )
    return path.name.lower().endswith(_LOADED) and not (text and not shadows(path.stem))


def _is_ours(archive: zipfile.ZipFile, name: str) -> bool:
    origin = shipped("course")
    ours = origin and origin / "nbgrader_config.py"
    if name != "nbgrader_config.py" or ours is None or not ours.is_file():
        return False
    with archive.open(name) as content:
        wanted = ours.read_bytes()
        return content.read(len(wanted) + 1) == wanted


def _sum(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as content:
        return hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]


def _unpack(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = 0o600 if name.startswith("private/") else 0o666
    private = os.open(
        path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode
    )
    with archive.open(name) as content, open(private, "wb") as out:
        shutil.copyfileobj(content, out, _PIECE)


def _harmless_book(path: Path, file: Path) -> None:
    """Clean the names in the grade book of a stranger, before the formgrader shows them."""
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path)) as book, book:
            if book.execute(
                "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
            ).fetchone()[0]:
                # Nbgrader has none, and they would act behind our back
                raise damaged(file, path.name)
            for id, *names in book.execute(
                "SELECT id, first_name, last_name, email FROM student"
            ).fetchall():
                if not safe_id(str(id)):
                    raise damaged(file, f"{path.name}: {in_line(id)}")
                clean = [None if name is None else as_name(name) for name in names]
                book.execute(
                    "UPDATE student SET first_name = ?, last_name = ?, email = ? WHERE id = ?",
                    (*clean, id),
                )
    except sqlite3.Error as error:
        raise damaged(file, f"{path.name}: {in_line(error)}") from None


def _everything(course: Course) -> Iterator[tuple[str, bytes]]:
    """Every file of the folder, as (name, content); neither links nor what is hidden."""
    for path in sorted(course.root.rglob("*")):
        parts = path.relative_to(course.root).parts
        hidden = any(
            part.startswith((".", "__pycache__")) for part in parts
        ) and parts != (".gitignore",)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield (
                "/".join(parts),
                _book(path) if path.suffix == ".db" else path.read_bytes(),
            )


def _book(path: Path, ids: Mapping[str, str] | None = None) -> bytes:
    """A data base as it stands between two changes; with numbers instead of students where they are given."""
    with TemporaryDirectory() as place:
        copy = Path(place) / path.name
        with (
            closing(sqlite3.connect(path)) as source,
            closing(sqlite3.connect(copy)) as book,
        ):
            source.backup(book)
            for student, number in (ids or {}).items():
                book.execute(
                    "UPDATE student SET id = ?, first_name = '', last_name = '', email = '', "
                    "lms_user_id = NULL WHERE id = ?",
                    (number, student),
                )
                book.execute(
                    "UPDATE submitted_assignment SET student_id = ? WHERE student_id = ?",
                    (number, student),
                )
            if ids:
                # A person's words to one student; whom they address, and how, no program can tell.
                book.execute("UPDATE comment SET manual_comment = NULL")
                book.commit()
                # Nothing of what stood there before is left in the file
                book.execute("VACUUM")
        return copy.read_bytes()


# ---------------------------------------------------------------------- without names


def _without_names(course: Course) -> Iterator[tuple[str, bytes]]:
    """The files that everything else is made of, with a number for each student and a new secret.

    With the old secret anybody could tell from the questions whose they are.  So each digest and each signature is
    replaced by that of the new secret wherever it stands, and results name the hand-in as it is then.
    """
    # An extension may be that of somebody whom nothing else knows
    extended = [one.extensions for one in course.plan.sets.values()]
    people = course.everybody().union(*extended)
    ids = {
        student: f"s{number:04d}"
        for number, student in enumerate(
            sorted(
                people,
                key=lambda s: hashlib.sha256(course.secret() + s.encode()).digest(),
            ),
            1,
        )
    }
    secret = secrets.token_bytes(32)
    found = {
        name: content for name, content in _everything(course) if _kept(course, name)
    }
    names = Names(ids, _renewed(course, secret))
    for name, content in found.items():
        if name.endswith(".ipynb"):
            record = found.get(f"{name.removesuffix('.ipynb')}.answers.json")
            new_record = None if record is None else names.file(record)
            new = sum_of(names.file(content), new_record)
            old = sum_of(content, record)
            names.other.update({old: new, old[:16]: new[:16]})
    for name, content in found.items():
        if name.startswith("private/variants/") and name.endswith("/secret"):
            continue  # there is one for all now
        place = "/".join(map(names.part, name.split("/")))
        if name == "private/secret":
            yield place, secret.hex().encode() + b"\n"
        elif name.endswith(".db"):
            yield place, _book(course.root / name, ids)
        elif name.startswith("private/booked/"):
            booked = json.loads(content)
            for what in ("students", "hand_ins"):
                known = names.walk(booked.get(what, {}))
                booked[what] = {ids.get(s, s): one for s, one in known.items()}
            yield place, json.dumps(booked, sort_keys=True).encode()
        elif name.endswith(".jsonl"):
            marks = name.startswith("private/marks/")
            format = MARKS if marks else RESULT
            # Who marked has a name, too, and says something to one who has one
            hidden = {"by": FORMGRADER, "comment": ""} if marks else {"by": ""}
            lines = [
                ledger.line({**names.walk(record), **hidden}, format)
                for record in ledger.history(course.root / name, format)
            ]
            yield place, b"".join(lines)
        elif name.startswith("private/groups/"):
            yield place, names.groups(content)
        elif name == "course.toml":
            yield place, names.plan(content)
        elif name.endswith((".json", ".ipynb")):
            yield place, names.file(content)
        else:
            yield place, content


@dataclass(frozen=True)
class Names:
    """Puts a number in place of each student, and what the new secret makes in place of what the old one made.

    Parameters
    ----------
    ids : dict of str to str
        The numbers.
    other : dict of str to str
        Digests, signatures and names of hand-ins, and what stands for them.
    """

    ids: Mapping[str, str]
    other: dict[str, str]

    def walk(self, value: Json) -> Json:
        """Return JSON in which nobody is named where we name people."""
        if isinstance(value, dict):
            return {
                self.other.get(key, key): self._whose(key, one)
                for key, one in value.items()
            }
        if isinstance(value, list):
            return list(map(self.walk, value))
        return self.other.get(value, value) if isinstance(value, str) else value

    def _whose(self, key: str, value: Json) -> Json:
        if key in ("student", "what", "asked") and isinstance(value, str):
            return self.ids.get(value, self.walk(value))
        return self.walk(value)

    def file(self, content: bytes) -> bytes:
        """Return a file of JSON; of one that is none nothing is left, for nobody can tell what stands in it."""
        try:
            return json.dumps(self.walk(foreign_json.parse(content))).encode()
        except foreign_json.Refused:
            return b""

    def groups(self, content: bytes) -> bytes:
        """Return who hands in with whom."""
        found = json.loads(content)
        for name, mine in found["groups"].items():
            found["groups"][name] = [self.ids.get(one, one) for one in mine]
        return json.dumps(found).encode()

    def plan(self, content: bytes) -> bytes:
        """Return the plan: people have deadlines of their own in it."""

        def change(part: str) -> str:
            # A comment may say who it is, and why
            plain = re.sub(r"[ \t]*#.*", "", part)
            return _KEY.sub(
                lambda key: self.ids.get(key[0].strip("\"'"), key[0]), plain
            )

        return change_extensions(content.decode(), change).encode()

    def part(self, part: str) -> str:
        """Return a part of a path."""
        stem, dot, ending = part.rpartition(".")
        if part in self.ids or stem in self.ids:
            return self.ids.get(part) or self.ids[stem] + dot + ending
        # What is kept of a student is named by time, clock and the beginning of its sum
        before, stroke, rest = part.rpartition("-")
        sum, dot, ending = rest.partition(".")
        if stroke and sum in self.other:
            return f"{before}-{self.other[sum]}{dot}{ending}"
        return part


def _kept(course: Course, name: str) -> bool:
    """Whether a file is one that the others are made of."""
    steps = [course.folder(step, "x").parent for step in ("source", "release")]
    places = [
        *steps,
        course.folder("submitted", "x", "x").parent.parent,
        course.private,
    ]
    # Numbers under which a platform knows people
    if name.startswith("private/participants/"):
        return False
    return (
        name in _PLAIN
        or name.endswith(".db")
        or any((course.root / name).is_relative_to(p) for p in places)
    )


def _renewed(course: Course, secret: bytes) -> dict[str, str]:
    """Digests and signatures of all questions that were handed out, and what stands for them with a new secret."""
    other: dict[str, str] = {}
    for path in course.private.glob("variants/*/*.json"):
        issued = read_json(path, INSTANCES)
        for one in issued["questions"].values():
            other[one["digest"]] = digest(secret, one["type"], one["data"])
        for signature in [issued["signature"], *issued.get("earlier", [])]:
            other[signature] = sign(secret, {"was": signature})
    return other
