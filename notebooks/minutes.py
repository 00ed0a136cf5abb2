"""How long a lecture takes, computed from its slides; which of it is the core.

    python -m notebooks.minutes            # a line for each unit and section
    python -m notebooks.minutes --write    # writes the minutes into the sources and their translations

The heading of a section, or of a part of one, says ``(core, 7 min)`` or ``(more, 3 min)``; a heading that says neither
belongs to the one before it.  The word is written by hand, the number by this module.  So are the minutes of the
first page, and those at the end of a note for the speaker: what was shown since the note before.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardkit.po import translations
from notebooks import build

ROOM, CORE = 90, 45
"""What a unit may take, and its core, in minutes."""
TURN, SLIDE = 3, 1.5
"""What a vote, something to be tried and the questions at the end take, a proof at least; a slide besides."""
TALK, BOARD = 130, 65
"""Words a minute of somebody who speaks, and of somebody who writes a proof."""

MARK = re.compile(r"^##+ [^\n]*\((core|Kern|núcleo|more|mehr|más), (\d+) min\)$", re.M)
IS_CORE = {"core": True, "Kern": True, "núcleo": True, "more": False, "mehr": False, "más": False}
TOTAL = re.compile(r"^\*\*\d+ (minutes|Minuten|minutos),? [^\n]*\*\*", re.M)
TOTALS = {"minutes": "**{all} minutes, {core} of them the core.**",
          "Minuten": "**{all} Minuten, davon {core} der Kern.**",
          "minutos": "**{all} minutos, {core} de ellos el núcleo.**"}  # fmt: skip
SAID = re.compile(r"\(\d+(\s+(?:minutes?|Minuten?|minutos?)\b)")
PROOF = re.compile(r"\*Proof.*?∎", re.S)
FOLDED = re.compile(r"<details>.*?</details>", re.S)
FORMULA = re.compile(r"\$[^$]+\$")


@dataclass
class Part:
    """A section, or a part of one, with a mark of its own."""

    title: str
    core: bool
    minutes: float = 0

    @property
    def whole(self) -> int:
        """The minutes that stand in its heading."""
        return rounded(self.minutes)


def rounded(minutes: float) -> int:
    """Whole minutes; a half is one more, as time runs out and not in."""
    return max(1, int(minutes + 0.5))


def kind(cell: Any) -> str:
    """How a cell is shown in a talk: slide, subslide, fragment, skip, notes, or in the same way as the one before."""
    return str(cell.metadata.get("slideshow", {}).get("slide_type", "-"))


def marked(cell: Any) -> re.Match[str] | None:
    """The mark in the heading of a cell, if it has one."""
    return MARK.search(cell.source) if cell.cell_type == "markdown" else None


def turns(cell: Any) -> int:
    """How often a cell asks the room, or lets it try something."""
    if cell.cell_type == "code":
        return len(re.findall(r"\.ask\(|\w*Widget[.(]|\.show\(|\.practise\(", cell.source))
    return cell.source.count("<summary>Answers")


def words(text: str) -> int:
    """The words that somebody says; a formula counts as two."""
    return len(FORMULA.sub("x y", text).split())


def takes(cells: list[Any]) -> float:
    """The minutes of one slide."""
    text = FOLDED.sub("", "\n".join(cell.source for cell in cells if cell.cell_type == "markdown"))
    proofs = PROOF.findall(text)
    asked = sum(turns(cell) for cell in cells) * TURN
    asked += sum(max(TURN, words(proof) / BOARD) for proof in proofs)
    spoken = words(PROOF.sub("", text)) / TALK
    return float(asked + max(spoken, SLIDE))


def slides(cells: list[Any]) -> Iterator[list[Any]]:
    """The cells of each slide; a note ends one, and is a slide of its own here."""
    slide: list[Any] = []
    for cell in cells:
        if kind(cell) == "skip":
            continue
        if slide and kind(cell) in ("slide", "subslide", "notes"):
            yield slide
            slide = []
        slide.append(cell)
        if kind(cell) == "notes":
            yield slide
            slide = []
    if slide:
        yield slide


def walk(cells: list[Any]) -> tuple[list[Part], list[int]]:
    """The parts of a lecture with their minutes (the title counts in the first), and those before each note."""
    parts: list[Part] = []
    notes: list[int] = []
    opening = since = 0.0
    for slide in slides(cells):
        if found := marked(slide[0]):
            parts.append(Part(found[0], IS_CORE[found[1]], opening))
            since = since if found[0].startswith("###") else opening
            opening = 0.0
        if not parts:
            opening += takes(slide) if kind(slide[0]) != "notes" else 0
            continue
        if kind(slide[0]) == "notes":
            if SAID.search(slide[0].source):
                notes.append(rounded(since))
                since = 0
            continue
        minutes = takes(slide)
        parts[-1].minutes += minutes
        since += minutes
    return parts, notes


def parts(source: Path) -> list[Part]:
    """The parts of a lecture; none in a page without marks.

    >>> from notebooks import build
    >>> [part.core for part in parts(build.sources(["03-"])[0])][:2]
    [True, True]
    """
    return walk(build.convert(source).cells)[0]


def sums(source: Path) -> tuple[int, int]:
    """The minutes of the core, and of all, as the first page says them."""
    found = parts(source)
    return sum(part.whole for part in found if part.core), sum(part.whole for part in found)


def core_only(cells: list[Any]) -> list[Any]:
    """The cells of the core: what stands before the first mark, and below the marks that say so."""
    kept, core = [], True
    for cell in cells:
        if found := marked(cell):
            core = IS_CORE[found[1]]
        if core:
            kept.append(cell)
    return kept


def rewriting(source: Path) -> Callable[[str], str]:
    """What sets the minutes in the texts of a lecture, taken one after the other, in any language."""
    found, notes = walk(build.convert(source).cells)
    core, whole = sums(source)
    headings, said = iter(found), iter(notes)

    def heading(match: re.Match[str]) -> str:
        return re.sub(r"\d+ min\)$", f"{next(headings).whole} min)", match[0])

    def total(match: re.Match[str]) -> str:
        return TOTALS[match[1]].format(all=whole, core=core)

    def note(match: re.Match[str]) -> str:
        return f"({next(said)}{match[1]}"

    def rewrite(text: str) -> str:
        text = TOTAL.sub(total, MARK.sub(heading, text))
        return SAID.sub(note, text, count=1) if "<details>" in text else text

    return rewrite


def lines(source: Path) -> str:
    """The minutes of a lecture, a line each."""
    rows = [f"   {part.minutes:5.1f}  {part.title.strip('# ')}" for part in parts(source)]
    core, whole = sums(source)
    return "\n".join([f"{source.stem}: {whole} minutes, {core} of them the core", *rows])


def commented(text: str) -> str:
    """A text as it stands in a source."""
    return "\n".join(f"# {line}".rstrip() for line in text.splitlines())


def quoted(text: str) -> str:
    """A text as it stands in a translator's file, below its first line."""
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in text.splitlines(keepends=True))


def written(source: Path) -> dict[Path, str]:
    """A source and its translations, with the minutes as they are now."""
    texts = build.texts(build.convert(source))
    now = list(map(rewriting(source), texts))
    changed = {old: new for old, new in zip(texts, now, strict=True) if old != new}
    files = {source: replaced(source, {commented(old): commented(new) for old, new in changed.items()})}
    for lang in build.TRANSLATIONS:
        file = source.with_suffix(f".{lang}.po")
        if not file.exists():
            continue
        known = translations(file.read_text(encoding="utf-8"))
        other = [known[text] for text in texts]
        pairs = {**changed, **dict(zip(other, map(rewriting(source), other), strict=True))}
        files[file] = replaced(file, {quoted(old): quoted(new) for old, new in pairs.items()})
    return files


def replaced(file: Path, changes: dict[str, str]) -> str:
    """The text of a file in which each of these stands once."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes.items():
        if old != new and text.count(old) != 1:
            raise build.BuildError(f"{file.name}: {old[:60]!r} stands there {text.count(old)} times")
        text = text.replace(old, new)
    return text


def main(arguments: list[str]) -> None:
    """The command line."""
    for source in build.sources([]):
        if not parts(source):
            continue
        if "--write" in arguments:
            for file, text in written(source).items():
                file.write_text(text, encoding="utf-8")
        print(lines(source))


if __name__ == "__main__":
    main(sys.argv[1:])
