"""Lead from each document to its translations: ``python docs/languages.py`` writes the line with which each begins.

The translation of ``docs/finity.md`` into German lies in ``docs/de/finity.md``, that of ``course/syllabus.md`` in
``course/de/syllabus.md``.  ``tests/test_translations.py`` compares both.

A page that a program writes is written in each language that has its texts: ``docs/es/matchbox.po``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from boardkit.messages import NATIVE
from boardkit.po import translations as read_po

ROOT = Path(__file__).resolve().parents[1]
LINE = re.compile(r"(?:\*\*\w+\*\*|\[\w+\]\([^)]*\))(?: · (?:\*\*\w+\*\*|\[\w+\]\([^)]*\)))+\n\n")
"""A line that `line` wrote, with the empty one after it."""


def translations() -> list[tuple[Path, Path]]:
    """Each translation, after the English document."""
    found = [file for folder in ("docs", "course") for file in (ROOT / folder).glob("??/*.md")]
    return [(file.parents[1] / file.name, file) for file in sorted(found)]


def line(page: Path) -> str:
    """The line of a document: its own language, and links to the others; empty for one that is not translated."""
    here = page.parent.name if page.parent.name in NATIVE else "en"
    home = page.parent if here == "en" else page.parents[1]
    languages = ["en", *(lang for lang in NATIVE if (home / lang / page.name).exists())]
    if len(languages) == 1:
        return ""
    up = "" if here == "en" else "../"
    files = {lang: f"{up}{'' if lang == 'en' else f'{lang}/'}{page.name}" for lang in languages}
    return " · ".join(f"**{NATIVE[lang]}**" if lang == here else f"[{NATIVE[lang]}]({file})"
                      for lang, file in files.items()) + "\n\n"


def written(name: str) -> dict[str, Path]:
    """The pages that a program writes, by language: the English one, and those whose texts are translated."""
    home = ROOT / "docs"
    return {"en": home / f"{name}.md"} | {
        lang: home / lang / f"{name}.md" for lang in NATIVE if (home / lang / f"{name}.po").exists()}


@cache
def saying(page: Path) -> Callable[[str], str]:
    """What a page says in place of an English text."""
    texts = page.with_suffix(".po")
    return read_po(texts.read_text(encoding="utf-8")).__getitem__ if texts.exists() else str


if __name__ == "__main__":
    for document in sorted({document for pair in translations() for document in pair}):
        text = LINE.sub("", document.read_text(encoding="utf-8"), count=1)
        document.write_text(line(document) + text, encoding="utf-8")
