"""Files that are there completely or not at all, whenever the session or the machine ends.  Standard library only."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

__all__ = ["patiently", "write_whole"]

T = TypeVar("T")


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
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode("utf-8"))
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
