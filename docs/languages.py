"""Lead from each document to its translations: ``python docs/languages.py`` writes the line with which each begins.

The translation of ``docs/finity.md`` into German lies in ``docs/de/finity.md``, that of ``course/syllabus.md`` in
``course/de/syllabus.md``, and that of the ``README.md`` at the top in ``docs/de/README.md``.
``tests/test_translations.py`` compares both.

A page that a program writes is written in each language that has its texts: ``docs/es/matchbox.po``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from os.path import relpath
from pathlib import Path

from boardkit.messages import NATIVE
from boardkit.po import translations as read_po

ROOT = Path(__file__).resolve().parents[1]
LINE = re.compile(r"(?:\*\*\w+\*\*|\[\w+\]\([^)]*\))(?: · (?:\*\*\w+\*\*|\[\w+\]\([^)]*\)))+\n\n")
"""A line that `line` wrote, with the empty one after it."""


def translations() -> list[tuple[Path, Path]]:
    """Each translation, after the English document."""
    found = [file for folder in ("docs", "course") for file in (ROOT / folder).glob("??/*.md")]
    return [(original(file), file) for file in sorted(found)]


def original(page: Path) -> Path:
    """The English document of a page."""
    if page.parent.name not in NATIVE:
        return page
    beside = page.parents[1] / page.name
    return beside if beside.exists() else ROOT / page.name


def in_languages(page: Path) -> dict[str, Path]:
    """A document and its translations, by language."""
    english = original(page)
    return {"en": english} | {file.parent.name: file for there, file in translations() if there == english}


def line(page: Path) -> str:
    """The line of a document: its own language, and links to the others; empty for one that is not translated."""
    links = []
    for lang, file in in_languages(page).items():
        link = Path(relpath(file, page.parent)).as_posix()
        links.append(f"**{NATIVE[lang]}**" if file == page else f"[{NATIVE[lang]}]({link})")
    return " · ".join(links) + "\n\n" if len(links) > 1 else ""


def written(name: str) -> dict[str, Path]:
    """The pages that a program writes, by language: the English one, and those whose texts are translated."""
    home = ROOT / "docs"
    return {"en": home / f"{name}.md"} | {
        lang: home / lang / f"{name}.md" for lang in NATIVE if (home / lang / f"{name}.po").exists()}


@cache
def saying(page: Path) -> Callable[[str], str]:
    """What a page says in place of an English text."""
    source = page.with_suffix(".po")
    if not source.exists():
        return str
    texts = read_po(source.read_text(encoding="utf-8"))

    def said(text: str) -> str:
        if text not in texts:
            sys.exit(f"{source.relative_to(ROOT)} has no entry with the msgid {text!r}.")
        return texts[text]

    return said


if __name__ == "__main__":
    for document in sorted({document for pair in translations() for document in pair}):
        text = LINE.sub("", document.read_text(encoding="utf-8"), count=1)
        document.write_text(line(document) + text, encoding="utf-8")
