"""The instances that tests of all types share: drawing takes longer than most of what is asserted about them."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

from coursekit.questions import Instance, question

__all__ = ["instance"]

shared: Path | None = None
"""Where the processes of one run of the tests keep what they drew: ``conftest.py`` sets it, and measures have none."""


@cache
def drawn(type_id: str, seed: int, difficulty: int, skin: str | None) -> str:
    kept = shared and shared / f"{type_id}-{seed}-{difficulty}-{skin}.json"
    if kept and kept.exists():
        return kept.read_text(encoding="utf-8")
    text = json.dumps(question(type_id).drawn(seed, difficulty, skin))
    if not kept:
        return text
    written = kept.with_suffix(f".{os.getpid()}")
    written.write_text(text, encoding="utf-8")
    written.replace(kept)  # at once, for the other process may be reading
    return text


def instance(type_id: str, difficulty: int, lang: str = "en", skin: str | None = None, seed: int = 1) -> Instance:
    """A question as `QuestionType.instance` makes it; what was drawn before in this process is not drawn again."""
    data = json.loads(drawn(type_id, seed, difficulty, skin))
    return question(type_id).render(data, lang, seed, difficulty)
