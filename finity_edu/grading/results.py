"""What the judge said, in one growing file per student: appended and synced before anything else learns of it.

A line that a crash cut off is not JSON, or does not carry its own check sum; it counts as never written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from finity_edu.grading.variants import canonical

__all__ = ["append", "history", "latest"]


def _sum(record: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(record).encode()).hexdigest()[:16]


def append(path: Path, record: Mapping[str, Any]) -> None:
    """Append a record; when this returns, it is on the disk.

    Parameters
    ----------
    path : Path
        The student's file.
    record : dict
        Plain JSON.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"sum": _sum(record), "record": record}, ensure_ascii=False).encode() + b"\n"
    with open(path, "ab+") as out:
        if out.tell() and _last_byte(path) != b"\n":
            line = b"\n" + line  # a crash left half a line: it must not swallow this one
        out.write(line)
        out.flush()
        os.fsync(out.fileno())


def _last_byte(path: Path) -> bytes:
    with open(path, "rb") as source:
        source.seek(-1, os.SEEK_END)
        return source.read(1)


def history(path: Path) -> list[dict[str, Any]]:
    """Return all whole records of a file, oldest first."""
    if not path.exists():
        return []
    found = []
    for line in path.read_bytes().splitlines():
        try:
            entry = json.loads(line)
            if entry["sum"] == _sum(entry["record"]):
                found.append(entry["record"])
        except (ValueError, KeyError, TypeError):
            continue
    return found


def latest(path: Path, key: str | None = None) -> dict[str, Any] | None:
    """Return the last record, or the last one with a key."""
    records = [r for r in history(path) if key is None or r.get("key") == key]
    return records[-1] if records else None
