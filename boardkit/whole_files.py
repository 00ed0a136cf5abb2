"""Files that are there completely or not at all, whenever the session or the machine ends.  Standard library only."""

import json
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
COPIED = ".copied.json"
"""The note in a folder of what was copied there, and with which content."""


def write_whole(path: Path, content: str | bytes, mode: int = 0o666) -> None:
    """Write a file that is there completely or not at all; folders that are missing are made.

    Parameters
    ----------
    path : Path
    content : str or bytes
    mode : int
        Who may read and write it, as far as the user lets others do so (``umask``).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two tabs in a browser may have the same number of process.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb"
        ) as out:
            out.write(
                content if isinstance(content, bytes) else content.encode("utf-8")
            )
            out.flush()
            os.fsync(out.fileno())
        patiently(lambda: os.replace(temporary, path))
    finally:
        with suppress(OSError):
            temporary.unlink()


def patiently(action: Callable[[], T]) -> T:
    """Try again while another program has the file open: only Windows minds."""
    for _ in range(40):
        with suppress(PermissionError):
            return action()
        time.sleep(0.02)
    return action()


def copy_unchanged(source: Path, target: Path) -> None:
    """Copy a folder, or what is new in it since it was copied; a file that was changed in the copy stays as it is.

    What was copied is noted in ``.copied.json`` there: a file that still has that content may be replaced.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> shipped, mine = Path(mkdtemp()), Path(mkdtemp())
    >>> for name in "ab":
    ...     write_whole(shipped / name, "first edition")
    >>> copy_unchanged(shipped, mine)
    >>> write_whole(mine / "a", "my own")
    >>> for name in "ab":
    ...     write_whole(shipped / name, "second edition")
    >>> copy_unchanged(shipped, mine)
    >>> (mine / "a").read_text(), (mine / "b").read_text()
    ('my own', 'second edition')
    """
    known = copied(target)
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        name, content = file.relative_to(source).as_posix(), file.read_bytes()
        there = target / name
        if (
            not there.exists()
            or known.get(name) == sha256(there.read_bytes()).hexdigest()
        ):
            write_whole(there, content)
            known[name] = sha256(content).hexdigest()
    write_whole(target / COPIED, json.dumps(known, indent=1))


def copied(folder: Path) -> dict[str, str]:
    """What was copied to a folder, by name, as the digest of its content; none without a note."""
    with suppress(OSError, ValueError, AttributeError):
        return dict(json.loads((folder / COPIED).read_text(encoding="utf-8")).items())
    return {}
