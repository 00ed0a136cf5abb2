"""What the judge said, in one growing file per student: appended and synced before anything else learns of it.

A line that a crash cut off is not JSON, or does not carry its own check sum; it counts as never written, as does a line
of another format.  A line of a newer version of this program is refused: it must not be marked anew as if it were not
there.
"""

import getpass
import hashlib
import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from boardkit.foreign_json import Json
from boardkit.formats import Format, NewerFormatError, canonical
from coursekit.formats import RESULT
from coursekit.marking.result import Result, exact
from coursekit.sets.deadlines import Rule
from coursekit.sets.handins import Moment


def _sum(record: Mapping[str, Json]) -> str:
    return hashlib.sha256(canonical(record).encode()).hexdigest()[:16]


def line(record: Mapping[str, Json], format: Format = RESULT) -> bytes:
    """Write a record as a line of a file."""
    whole = {**format.head, "sum": _sum(record), "record": record}
    return json.dumps(whole, ensure_ascii=False).encode() + b"\n"


def login() -> str:
    """Who runs this program; "" where the system knows nobody by the number of the user."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


def stamped(result: Result) -> Result:
    """A result that says when it was written, and under whose login."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    return replace(result, when=now, by=login())


def append(path: Path, record: Mapping[str, Json], format: Format = RESULT) -> None:
    """Append a record; when this returns, it is on the disk.

    Parameters
    ----------
    path : Path
        The student's file.
    record : dict
        Plain JSON.
    format : Format
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = line(record, format)
    with open(path, "ab+") as out:
        out.seek(max(0, out.tell() - 1))
        if out.read(1) not in (b"", b"\n"):
            new = b"\n" + new  # a crash left half a line: it must not swallow this one
        out.write(new)
        out.flush()
        os.fsync(out.fileno())


def history(path: Path, format: Format = RESULT) -> list[dict[str, Json]]:
    """Return all whole records of a file, oldest first."""
    if not path.exists():
        return []
    found = []
    for written in path.read_bytes().split(b"\n"):
        try:
            entry = json.loads(written)
            format.check(entry, str(path))
            if entry["sum"] == _sum(entry["record"]):
                found.append(entry["record"])
        except NewerFormatError:
            raise
        except (ValueError, KeyError, TypeError):
            continue
    return found


def read(path: Path) -> list[Result]:
    """Return all results of a file, oldest first."""
    return list(map(Result.from_json, history(path)))


def write(path: Path, result: Result) -> None:
    """Append a result, with the time and who wrote it."""
    append(path, stamped(result).to_json())


def by_hand_in(found: Iterable[Result]) -> dict[str, Result]:
    """The last result of each hand-in, by its sum."""
    return {one.content: one for one in found}


def told(found: Iterable[Result]) -> set[str]:
    """The hand-ins about whose marks students have been told."""
    return {one.content for one in found if one.told}


def tell(path: Path, content: str) -> None:
    """Note that a student is told about a hand-in: what is handed in after that is a further attempt."""
    found = read(path)
    if content not in told(found):
        write(path, replace(by_hand_in(found)[content], told=True))


def counting(
    found: Sequence[Result],
    rule: Rule,
    came: Mapping[str, Moment],
    taken_out: Collection[str] = (),
    given: Mapping[str, Mapping[str, float | None]] = {},
) -> Result:
    """Return the result that counts: the last one, or the one that is worth most, being late included.

    An answer that a person has yet to read may be worth all its points, so a hand-in that may become the best one is
    read before another one counts for good.

    Parameters
    ----------
    found : sequence of Result
        Of one student, oldest first.
    rule : Rule
    came : dict of str to Moment
        When each hand-in came, by the beginning of its sum.
    taken_out : collection of str
        Questions for which everybody has all points.
    given : dict
        Points that a person gave, by the sum of the hand-in and by question.
    """
    if rule.counts != "best":
        return found[-1]

    def worth(one: Result) -> Decimal:
        by_hand = given.get(one.content, {})
        points = Decimal(0)
        for q, verdict in one.questions.items():
            counts = by_hand.get(q)
            if q in taken_out:
                counts = verdict.maximum
            elif counts is None:
                counts = verdict.maximum if verdict.manual else verdict.points
            points += exact(counts)
        moment = came.get(one.content[:16])
        return points * rule.share(moment.at if moment else None)

    return max(reversed(by_hand_in(found).values()), key=worth)
