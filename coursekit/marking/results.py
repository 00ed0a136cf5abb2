"""What the judge said, in one growing file per student: appended and synced before anything else learns of it.

A line that a crash cut off is not JSON, or does not carry its own check sum; it counts as never written, as does a line
of another format.  A line of a newer version of this program is refused: it must not be marked anew as if it were not
there.
"""

import getpass
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from boardkit.formats import Format, NewerFormatError, canonical
from coursekit.formats import RESULT
from coursekit.sets.deadlines import Rule
from coursekit.sets.handins import Moment


def _sum(record: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(record).encode()).hexdigest()[:16]


def line(record: Mapping[str, Any], format: Format = RESULT) -> bytes:
    """Write a record as a line of a file."""
    whole = {**format.head, "sum": _sum(record), "record": record}
    return json.dumps(whole, ensure_ascii=False).encode() + b"\n"


def login() -> str:
    """Who runs this program; "" where the system knows nobody by the number of the user."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


def stamped(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record that says when it was written, and under whose login."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    return {**record, "when": now, "by": login()}


def append(path: Path, record: Mapping[str, Any], format: Format = RESULT) -> None:
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


def history(path: Path, format: Format = RESULT) -> list[dict[str, Any]]:
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


def latest(path: Path) -> dict[str, Any] | None:
    """Return the last record."""
    records = history(path)
    return records[-1] if records else None


def by_hand_in(records: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The last record of each hand-in, by its sum."""
    return {record.get("content", ""): record for record in records}


def told(records: Iterable[Mapping[str, Any]]) -> set[str]:
    """The hand-ins about whose marks students have been told."""
    return {record.get("content", "") for record in records if record.get("told")}


def tell(path: Path, record: Mapping[str, Any]) -> None:
    """Note that a student is told about a record: what is handed in after that is a further attempt."""
    if record.get("content", "") not in told(history(path)):
        append(path, stamped({**record, "told": True}))


def counting(
    records: list[dict[str, Any]], rule: Rule, came: Mapping[str, Moment]
) -> dict[str, Any]:
    """Return the record that counts: the last one, or the best, being late included.

    Parameters
    ----------
    records : list of dict
        Of one student, oldest first.
    rule : Rule
    came : dict of str to Moment
        When each hand-in came, by the beginning of its sum.
    """
    if rule.counts != "best":
        return records[-1]

    def worth(one: Mapping[str, Any]) -> float:
        moment = came.get(one.get("content", "")[:16])
        return float(one["points"]) * rule.share(moment.at if moment else None)

    return max(reversed(by_hand_in(records).values()), key=worth)
