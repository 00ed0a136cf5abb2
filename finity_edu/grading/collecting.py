"""File what students handed in: from a folder or an archive of any learning platform to nbgrader's ``submitted``.

Whose file it is follows from where it lies, never from what it says.
"""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading.course import Course, safe_id, write_atomically

__all__ = ["Collected", "collect"]

_LARGEST = 100 << 20
_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assignsubmission_file_?")


@dataclass(frozen=True)
class Collected:
    """What came of collecting.

    Parameters
    ----------
    filed : dict of str to str
        Student → the file that was filed.
    remarks : tuple of (str, str)
        Pairs (file, why it was not filed).
    """

    filed: Mapping[str, str]
    remarks: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Found:
    path: str  # relative to the folder, with /
    time: datetime.datetime
    size: int


def collect(course: Course, name: str, folder: Path, pattern: str | None = None) -> Collected:
    """File the notebooks of a folder (or a .zip archive).

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    folder : Path
        ``<student>/file.ipynb``, ``<student>.ipynb``, ``<student>_anything.ipynb``, or what Moodle's "download all
        submissions" makes.
    pattern : str, optional
        A regular expression with a group ``student`` for any other naming; it is searched in each file's path.

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
    students = course.students()
    remarks: list[tuple[str, str]] = []
    best: dict[str, _Found] = {}
    for found in _files(folder):
        student = _student(found.path, students, rule)
        if student is None:
            remarks.append((found.path, CATALOGUE.text("collect.whose")))
        elif found.size > _LARGEST:
            remarks.append((found.path, CATALOGUE.text("collect.too_large", size=found.size >> 20)))
        elif student not in best or (found.time, found.path) > (best[student].time, best[student].path):
            if student in best:
                remarks.append((best[student].path, CATALOGUE.text("collect.older", student=student)))
            best[student] = found
        else:
            remarks.append((found.path, CATALOGUE.text("collect.older", student=student)))
    for student, found in sorted(best.items()):
        target = course.folder("submitted", name, student)
        write_atomically(target / f"{name}.ipynb", _content(folder, found.path))
        write_atomically(target / "timestamp.txt", f"{found.time:%Y-%m-%d %H:%M:%S} UTC\n")
    if not best and not remarks:
        raise UserError(CATALOGUE.message("collect.empty", folder=str(folder)))
    return Collected({s: f.path for s, f in sorted(best.items())}, tuple(sorted(remarks)))


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


def _files(folder: Path) -> Iterator[_Found]:
    """All notebooks below a folder or in an archive; links are not followed, names are only names."""
    utc = datetime.UTC
    if folder.is_file():
        try:
            with zipfile.ZipFile(folder) as archive:
                for entry in archive.infolist():
                    if entry.filename.endswith(".ipynb") and not entry.is_dir():
                        yield _Found(entry.filename, datetime.datetime(*entry.date_time, tzinfo=utc), entry.file_size)
        except (zipfile.BadZipFile, ValueError):
            raise UserError(CATALOGUE.message("collect.bad_zip", file=str(folder))) from None
        return
    for path in sorted(folder.rglob("*.ipynb")):
        relative = path.relative_to(folder).as_posix()
        if path.is_file() and not path.is_symlink() and ".ipynb_checkpoints" not in relative:
            state = path.stat()
            yield _Found(relative, datetime.datetime.fromtimestamp(int(state.st_mtime), utc), state.st_size)


def _content(folder: Path, name: str) -> bytes:
    """The bytes of a file; an archive that promises less than it holds is cut off."""
    if folder.is_dir():
        return (folder / name).read_bytes()
    with zipfile.ZipFile(folder) as archive, archive.open(name) as source:
        return source.read(_LARGEST)


def _student(path: str, students: Mapping[str, Mapping[str, str]], rule: re.Pattern[str] | None) -> str | None:
    """The student's id that a path stands for, or None."""
    if rule is not None:
        found = rule.search(path)
        candidates = [found["student"]] if found and found["student"] else []
    else:
        parts = PurePosixPath(path).parts
        place, stem = (parts[-2] if len(parts) > 1 else ""), PurePosixPath(path).stem
        candidates = _from_moodle(place or stem, students)
        if not candidates:
            candidates = [c for c in (place, stem, stem.split("_")[0]) if c in students]
        if not candidates:
            candidates = [place] if place else [stem.split("_")[0]]
    return next((c for c in candidates if safe_id(c)), None)


def _from_moodle(text: str, students: Mapping[str, Mapping[str, str]]) -> list[str]:
    """``Ada Lovelace_1234_assignsubmission_file`` → the student of that name, or of that number."""
    found = _MOODLE.match(text)
    if not found:
        return []
    name = found["name"].strip().casefold()
    same = [id for id, s in students.items() if name in (
        f"{s['first_name']} {s['last_name']}".casefold(), f"{s['last_name']} {s['first_name']}".casefold())]
    return same if len(same) == 1 else [found["number"]]
