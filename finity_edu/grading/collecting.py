"""File what students handed in: from a folder or an archive of any learning platform to nbgrader's ``submitted``.

Whose file it is follows from where it lies, never from what it says, and the outermost folder decides: below it a
student may have named folders at will.  Whatever is not clear (an unknown name, one that only looks like a student's,
two places that claim the same student) is named and not filed; the lecturer decides.
"""

from __future__ import annotations

import datetime
import difflib
import json
import os
import re
import stat
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading import handin
from finity_edu.grading.course import Course, safe_id, write_atomically
from finity_edu.grading.handin import Remark, Submission

__all__ = ["Collected", "Filed", "collect"]

LARGEST = 20 << 20  # bytes of one file
MANY = 2_000  # entries that are looked at below one outermost folder
FILES = 20  # notebooks of one student that are read, the newest
MAX_ENTRIES = 200_000  # entries of an archive
_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)")
_ALIKE = str.maketrans("01iаеорсухіјѕԁһοαιν", "ollaeopcyxljsdhoalv")
_CANVAS = re.compile(r"(?P<name>[^\W\d_]+)_(?:late_)?(?P<number>\d+)_\d+_", re.IGNORECASE)


@dataclass(frozen=True)
class Filed:
    """What was filed for one student.

    Parameters
    ----------
    path : str
        The file, relative to the folder that was collected.
    written : str
        When it was written by the student's clock, or else the time of the file.
    answered : int
        Number of answers that could be read.
    remarks : tuple of Remark
        What is unusual about it.
    """

    path: str
    written: str
    answered: int
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Collected:
    """What came of collecting.

    Parameters
    ----------
    filed : dict of str to Filed
        By student.
    refused : tuple of (str, str)
        Pairs (file or folder, why nothing of it was filed): the lecturer has to decide.
    passed_over : tuple of (str, str)
        Pairs (file, why another one of the same student counts).
    """

    filed: Mapping[str, Filed]
    refused: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class _Found:
    """A file that was found; ``problem`` says why it is not read."""

    path: str  # relative to the folder, with /
    time: float = 0.0
    size: int = 0
    source: Path | zipfile.ZipInfo | None = None
    problem: str = ""


@dataclass
class _Claim:
    """All files of one outermost folder, or with one beginning: they claim to be one student's."""

    place: str
    files: list[_Found] = field(default_factory=list)


def collect(course: Course, name: str, folder: Path, pattern: str | None = None, new: bool = False) -> Collected:
    """File the notebooks of a folder (or a .zip archive).

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    folder : Path
        ``<student>/file.ipynb``, ``<student>.ipynb``, ``<student>_anything.ipynb``, or what "download all submissions"
        of Moodle or Canvas makes.
    pattern : str, optional
        A regular expression with a group ``student`` for any other naming; it is searched in each file's path.
    new : bool
        Take students who are not known.

    Returns
    -------
    Collected

    Raises
    ------
    UserError
        If the folder does not exist or holds no notebook, the archive is damaged, or the pattern has no group
        ``student``.
    """
    rule = _rule(pattern)
    if not folder.exists():
        raise UserError(CATALOGUE.message("collect.no_folder", folder=str(folder)))
    known: dict[str, Mapping[str, str]] = {
        p.stem: {} for p in course.private.glob("variants/*/*.json") if safe_id(p.stem)}
    known |= course.students()
    archive = _archive(folder) if folder.is_file() else None
    refused: list[tuple[str, str]] = []
    passed: list[tuple[str, str]] = []
    claims: dict[tuple[str, str], _Claim] = {}
    for found in _in_archive(archive) if archive else _in_folder(folder):
        if found.problem:
            refused.append((found.path, CATALOGUE.text(f"collect.{found.problem}", limit=MANY)))
            continue
        place, text = _place(found.path, rule, known)
        claims.setdefault((place, text), _Claim(place if "/" in found.path else found.path)).files.append(found)
    whose: dict[str, list[_Claim]] = {}
    for (_, text), claim in claims.items():
        student = _student(text, known)
        if student is None and new and safe_id(text) and not (_alike(text, known) or _platform(text)):
            student = text
        if student is None:
            refused.append((claim.place, _why_not(text, known)))
        else:
            whose.setdefault(student, []).append(claim)
    filed = {}
    for student, mine in sorted(whose.items()):
        if len(mine) > 1:
            places = ", ".join(c.place for c in mine)
            refused += [(c.place, CATALOGUE.text("collect.twice", student=student, places=places)) for c in mine]
        elif done := _file(course, name, student, mine[0], archive, refused, passed):
            filed[student] = done
    if not (filed or refused):
        raise UserError(CATALOGUE.message("collect.empty", folder=str(folder)))
    return Collected(filed, tuple(sorted(refused)), tuple(sorted(passed)))


def _rule(pattern: str | None) -> re.Pattern[str] | None:
    if pattern is None:
        return None
    try:
        rule = re.compile(pattern)
    except re.error as error:
        raise UserError(CATALOGUE.message("collect.pattern", pattern=pattern, problem=str(error))) from None
    if "student" not in rule.groupindex:
        raise UserError(CATALOGUE.message("collect.no_group", pattern=pattern))
    return rule


# ---------------------------------------------------------------------- what lies there


def _wanted(name: str) -> bool:
    return name.endswith((".ipynb", ".answers.json")) and not name.startswith(".")


def _in_folder(folder: Path) -> Iterator[_Found]:
    """All notebooks and records below a folder; links are not followed, and each outermost folder has a budget."""
    for top in sorted(folder.iterdir()):
        left = MANY
        waiting = [top]
        while waiting:
            path = waiting.pop()
            relative = path.relative_to(folder).as_posix()
            if left == 0:
                yield _Found(top.name, problem="too_many")
                break
            left -= 1
            state = path.lstat()
            if stat.S_ISDIR(state.st_mode) and path.name not in (".ipynb_checkpoints", "__MACOSX"):
                if len(path.parts) - len(folder.parts) > handin.MAX_DEPTH:
                    yield _Found(relative[:200], problem="too_deep")
                    continue
                with os.scandir(path) as entries:  # not sorted as a whole: there may be millions
                    waiting += sorted(Path(entry.path) for entry, _ in zip(entries, range(left + 1), strict=False))
            elif stat.S_ISLNK(state.st_mode):
                yield _Found(relative, problem="link")
            elif stat.S_ISREG(state.st_mode) and _wanted(path.name):
                yield _Found(relative, state.st_mtime, state.st_size, path)
            elif path.suffix.lower() in (".zip", ".tar", ".gz", ".7z", ".rar"):
                yield _Found(relative, problem="archive")


def _archive(file: Path) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise UserError(CATALOGUE.message("collect.bad_zip", file=str(file))) from None
    if len(archive.infolist()) > MAX_ENTRIES:
        raise UserError(CATALOGUE.message("collect.bad_zip", file=str(file)))
    return archive


def _in_archive(archive: zipfile.ZipFile) -> Iterator[_Found]:
    """All notebooks and records of an archive: it is not unpacked, and its names are only names."""
    seen: dict[str, int] = {}
    for entry in archive.infolist():
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if entry.is_dir() or "__MACOSX" in path.parts or not (_wanted(path.name) or path.suffix == ".zip"):
            continue
        top = path.parts[0]
        seen[top] = seen.get(top, 0) + 1
        if seen[top] > MANY:
            if seen[top] == MANY + 1:
                yield _Found(top, problem="too_many")
        elif path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", entry.filename):
            yield _Found(entry.filename[:200], problem="odd_path")
        elif stat.S_ISLNK(entry.external_attr >> 16):
            yield _Found(entry.filename, problem="link")
        elif path.suffix == ".zip":
            yield _Found(entry.filename, problem="archive")
        else:
            time = 0.0
            with suppress(ValueError):
                time = datetime.datetime(*entry.date_time, tzinfo=datetime.UTC).timestamp()
            yield _Found(path.as_posix(), time, entry.file_size, entry)


def _content(found: _Found, archive: zipfile.ZipFile | None) -> bytes | None:
    """The bytes of a file, None if there are too many or they cannot be read, whatever was promised."""
    try:
        if isinstance(found.source, zipfile.ZipInfo):
            assert archive is not None
            with archive.open(found.source) as member:
                content = member.read(LARGEST + 1)
        else:
            assert found.source is not None
            with open(found.source, "rb") as file:
                content = file.read(LARGEST + 1)
    except (OSError, RuntimeError, zipfile.BadZipFile, NotImplementedError, EOFError, ValueError):
        return None
    except Exception as error:  # each method of compression has errors of its own
        if type(error).__module__ not in ("zlib", "_lzma", "lzma"):
            raise
        return None
    return content if len(content) <= LARGEST else None


# ---------------------------------------------------------------------- whose it is


def _platform(text: str) -> re.Match[str] | None:
    return _MOODLE.match(text) or _CANVAS.match(text)


def _place(path: str, rule: re.Pattern[str] | None, known: Mapping[str, object]) -> tuple[str, str]:
    """The place that makes a claim, and the text that names the student."""
    parts = PurePosixPath(path).parts
    if rule is not None:
        found = rule.search(path)
        return parts[0], (found["student"] or "") if found else ""
    if len(parts) > 1:
        return parts[0], parts[0]
    stem = parts[0].removesuffix(".ipynb").removesuffix(".answers.json")
    if found := _CANVAS.match(stem):
        text = f"{found['name']}_{found['number']}_0_"  # each attempt has a number of its own
    elif found := _MOODLE.match(stem):
        text = found[0]
    else:  # the longest beginning that is a student, for there are ids with strokes
        words = stem.split("_")
        text = next((t for n in range(len(words), 0, -1) if (t := "_".join(words[:n])) in known), words[0])
    return f"{text}*", text


def _student(text: str, known: Mapping[str, Mapping[str, str]]) -> str | None:
    """The known student that a text names, if it names exactly one."""
    text = unicodedata.normalize("NFC", text)
    if text in known:
        return text
    if found := _platform(text):
        name = _letters(found["name"])
        same = [id for id, s in known.items() if name and name in {
            _letters(a + b) for a, b in _both_orders(s)}]
        return same[0] if len(same) == 1 else found["number"] if not same and found["number"] in known else None
    return None


def _both_orders(student: Mapping[str, str]) -> list[tuple[str, str]]:
    first, last = student.get("first_name", ""), student.get("last_name", "")
    return [(first, last), (last, first)]


def _letters(name: str) -> str:
    """A name as platforms write it: Canvas leaves out all but letters."""
    return "".join(c for c in unicodedata.normalize("NFC", name).casefold() if c.isalnum())


def _skeleton(text: str) -> str:
    """What a text looks like: without case, width and accents, and with one letter for all that look the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_ALIKE)


def _alike(text: str, known: Mapping[str, object]) -> list[str]:
    return [id for id in known if _skeleton(id) == _skeleton(text)]


def _why_not(text: str, known: Mapping[str, Mapping[str, str]]) -> str:
    """Say why a name is nobody's, with the students that may be meant."""
    if not text:
        return CATALOGUE.text("collect.whose")
    if alike := _alike(text, known):
        return CATALOGUE.text("collect.alike", name=text, students=", ".join(alike))
    platform = _platform(text)
    looks = {_skeleton(" ".join(names)): id for id, s in known.items() for names in _both_orders(s)}
    looks |= {_skeleton(id): id for id in known}
    near = difflib.get_close_matches(_skeleton(platform["name"] if platform else text)[:100], list(looks), 3)
    students = ", ".join(dict.fromkeys(looks[n] for n in near)) or "–"
    return CATALOGUE.text("collect.unknown" if known else "collect.nobody", name=text, students=students)


# ---------------------------------------------------------------------- filing


def _file(course: Course, name: str, student: str, claim: _Claim, archive: zipfile.ZipFile | None,
          refused: list[tuple[str, str]], passed: list[tuple[str, str]]) -> Filed | None:
    """File the one notebook that counts of all that a student handed in: what `submit` wrote, else the newest."""
    best: tuple[tuple[bool, bool, float, str], bytes, Submission] | None = None
    record: tuple[float, str, bytes] | None = None
    files = sorted(claim.files, key=lambda f: (f.path.endswith(".ipynb"), f.time, f.path))
    notebooks = [f for f in files if f.path.endswith(".ipynb")]
    older = CATALOGUE.text("collect.older", student=student)
    passed += [(f.path, older) for f in notebooks[:-FILES]]
    for found in [*[f for f in files if not f.path.endswith(".ipynb")][-FILES:], *notebooks[-FILES:]]:
        content = _content(found, archive)
        if content is None:
            refused.append((found.path, CATALOGUE.text("collect.too_large", size=found.size >> 20)))
        elif not found.path.endswith(".ipynb"):
            if PurePosixPath(found.path).name.endswith(f"{name}.answers.json"):
                record = (found.time, found.path, content)
        else:
            read = handin.read(content, LARGEST, record and record[2])
            if read.name not in (None, name):
                refused.append((found.path, CATALOGUE.text("collect.other_set", name=str(read.name))))
                continue
            rank = (read.problem is None and (read.recorded or read.name == name), _submitted(read, content),
                    found.time, found.path)
            if best is not None:
                passed.append((min(best[0], rank)[3], older))
            if best is None or rank > best[0]:
                best = rank, content, read
    if best is None and record is not None:
        content = json.dumps(handin.notebook([], {"finity": {"set": name}})).encode()
        best = (True, False, record[0], record[1]), content, handin.read(content, LARGEST, record[2])
    if best is None:
        return None
    (_, _, time, path), content, read = best
    folder = course.folder("submitted", name, student)
    _write(folder, name, content, None if record is None else record[2])
    remarks = list(read.remarks)
    if read.student and read.student != student:
        remarks.append(Remark("other_variant", what=read.student[:60]))
    when = datetime.datetime.fromtimestamp(time, datetime.UTC).isoformat(timespec="seconds")
    return Filed(path, read.written or when, len(read.entries), tuple(remarks))


def _submitted(read: Submission, content: bytes) -> bool:
    """Whether the notebook itself has a record, so that `submit` wrote it."""
    return read.recorded and b'"finity-edu/hand-in"' in content


def _write(folder: Path, name: str, content: bytes, record: bytes | None) -> None:
    """Write what was handed in; that it is collected is the time of handing in, and collecting it again is none."""
    notebook, answers, stamp = folder / f"{name}.ipynb", folder / f"{name}.answers.json", folder / "timestamp.txt"
    same = (stamp.is_file() and _bytes(notebook) == content and _bytes(answers) == record)
    write_atomically(notebook, content)
    if record is not None:
        write_atomically(answers, record)
    else:
        answers.unlink(missing_ok=True)
    if not same:
        write_atomically(stamp, f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S} UTC\n")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
