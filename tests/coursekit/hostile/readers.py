"""What a reader might do with some file, in the process in which it is called: such a file says EVIL."""

from __future__ import annotations

import os

from coursekit.practice import handin


def stalled(content: bytes, record: bytes | None = None) -> handin.Submission:
    """A reader that some file stalls."""
    while b"EVIL" in content:
        pass
    return handin.read(content, record)


def brought_down(content: bytes, record: bytes | None = None) -> handin.Submission:
    """A reader that some file brings down."""
    if b"EVIL" in content:
        os._exit(11)
    return handin.read(content, record)


def markdown_that_stalls(text: str) -> str:
    """A parser of Markdown that some text brings down."""
    os._exit(11)
