"""What students handed in: each file with the moment at which it came, so that a later one costs no earlier one."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from boardkit.whole_files import write_whole
from coursekit.sets.course import Course

CLOCKS = ("platform", "student", "file", "collected")
"""Who says when something was handed in: the platform, the student's own clock, the time of a file, or `collect`."""
GONE = "forgotten"
"""Stands in what others handed in for a student who was forgotten."""
_MOMENT = "%Y%m%dT%H%M%S"
_KEPT = re.compile(rf"(\d{{8}}T\d{{6}})-({'|'.join(CLOCKS)})-[0-9a-f]{{16}}\.ipynb")
_STAMP = "%Y-%m-%d %H:%M:%S"


@dataclass(frozen=True)
class Moment:
    """When something was handed in, and who says so: one of `CLOCKS`."""

    at: datetime | None
    clock: str


@dataclass(frozen=True)
class HandIn:
    """Notebook and record as they were handed in, and when.

    Parameters
    ----------
    content, record : bytes or None
        The notebook, and the record of answers that came along.
    when : datetime or None
        When it was handed in, if anything says so.
    clock : str
        Who says so: one of `CLOCKS`, or "".
    """

    content: bytes | None
    record: bytes | None = None
    when: datetime | None = None
    clock: str = ""

    @property
    def sum(self) -> str:
        """Its name among others."""
        return sum_of(self.content, self.record)


def sum_of(content: bytes | None, record: bytes | None) -> str:
    """Name all that was handed in, notebook and record together: other answers make another hand-in.

    Examples
    --------
    >>> sum_of(b"book", b"a") == sum_of(b"book", b"b")
    False
    """
    parts = [
        hashlib.sha256(part).digest()
        for part in (content or b"", record)
        if part is not None
    ]
    if len(parts) == 1:
        return parts[0].hex()
    return hashlib.sha256(b"".join(parts)).hexdigest()


def filed(course: Course, name: str, student: str) -> HandIn | None:
    """What lies in nbgrader's folder: that is what counts, unless the best one does."""
    folder = course.folder("submitted", name, student)
    if not (folder / f"{name}.ipynb").is_file():
        return None
    one = HandIn(*course.handed_in(name, student))
    for path, when, clock in _kept(course, name, student):
        if path.stem.endswith(one.sum[:16]):
            return HandIn(one.content, one.record, when, clock)
    return HandIn(one.content, one.record, stamped(folder), "collected")


def stamped(folder: Path) -> datetime | None:
    """The time that nbgrader's own stamp says."""
    with suppress(OSError, ValueError):
        text = (folder / "timestamp.txt").read_text(encoding="utf-8")
        return datetime.strptime(text[:19], _STAMP).replace(tzinfo=UTC)
    return None


def file_hand_in(course: Course, name: str, student: str, one: HandIn) -> None:
    """Write a hand-in where nbgrader and the marking look for it."""
    folder = course.folder("submitted", name, student)
    record = folder / f"{name}.answers.json"
    write_whole(folder / f"{name}.ipynb", one.content or b"")
    if one.record is not None:
        write_whole(record, one.record)
    else:
        record.unlink(missing_ok=True)
    if one.when is not None:
        write_whole(
            folder / "timestamp.txt", f"{one.when.astimezone(UTC):{_STAMP}} UTC\n"
        )


def keep(course: Course, name: str, student: str, one: HandIn) -> None:
    """Keep a hand-in, whatever comes later; it keeps the time at which it came first, until a platform says another."""
    when = one.when or datetime.now(UTC)
    for path, _, clock in _kept(course, name, student):
        if not path.stem.endswith(one.sum[:16]):
            continue
        if one.clock != "platform" or clock == "platform":
            return
        path.unlink()
        path.with_suffix(".answers.json").unlink(missing_ok=True)
    moment = when.astimezone(UTC).strftime(_MOMENT)
    path = course.kept(name, student) / f"{moment}-{one.clock}-{one.sum[:16]}.ipynb"
    if one.record is not None:
        write_whole(path.with_suffix(".answers.json"), one.record, 0o600)
    write_whole(path, one.content or b"", 0o600)


def kept(course: Course, name: str, student: str) -> list[HandIn]:
    """All hand-ins of a student that were collected, in the order of time."""
    found = []
    for path, when, clock in _kept(course, name, student):
        record = path.with_suffix(".answers.json")
        found.append(
            HandIn(
                path.read_bytes(),
                record.read_bytes() if record.is_file() else None,
                when,
                clock,
            )
        )
    return found


def moments(course: Course, name: str, student: str) -> dict[str, Moment]:
    """When each hand-in of a student came, by the beginning of its sum."""
    return {
        path.stem.rpartition("-")[2]: Moment(when, clock)
        for path, when, clock in _kept(course, name, student)
    }


def _kept(
    course: Course, name: str, student: str
) -> Iterator[tuple[Path, datetime, str]]:
    for path in sorted(course.kept(name, student).glob("*.ipynb")):
        if found := _KEPT.fullmatch(path.name):
            when = datetime.strptime(found[1], _MOMENT).replace(tzinfo=UTC)
            yield path, when, found[2]
