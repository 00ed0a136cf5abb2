"""Draw the pictures of the pages in this folder, and write their tables: ``python -m course.pages``.

``self-study.md`` has a table of the units, ``syllabus.md`` one of their minutes.  Minutes, needs and types of questions
are read from the lectures, the syllabus and the problem sets.  The words of the tables in another language stand in
``LANG/pages.po``, and their links lead to what is translated.  The pictures for these pages lie in ``img/LANG``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from automatakit import Automaton
from automatakit.draw.automata import automaton_picture
from boardkit.messages import NATIVE, using_language
from boardkit.po import translations
from boardkit.svg import Picture
from coursekit.sets.source import read_source
from finity_edu import Board
from finity_edu.draw.board import draw_board
from notebooks.build import sources
from notebooks.minutes import sums

HERE = Path(__file__).resolve().parent
LECTURES = HERE.parent / "notebooks" / "src"
FROZEN = Board("bA>B bA>C wB>C bC>B bC>D wC>A wB>D", start="A", end="D")
"""The board of ``outreach.md`` on which the room votes."""

ENDS = {
    "Finity": "0 1 2 3 4 5 6 7", "The machine that learns": "0 1 2 8", "The solved game": "0 1 2 9",
    "The hidden board": "0 1 2 3 4 5 10",
}
"""The four ways through the course, by their units."""

AFTERWARDS = (
    "run a cell, hand in a set, and name the pieces as a textbook does",
    "say which words a board or a drawing accepts, and show a run",
    "make an automaton deterministic and as small as possible, and prove that no smaller one exists",
    "turn an expression into an automaton and back",
    "compare two automata, and find the word that tells them apart",
    "prove that no automaton accepts a given language",
    "say what a bounded resource changes, and why it is then hard to decide who can win",
    "search a game, and say whether one player is better than another",
    "predict a learning curve exactly, and say what the machine cannot learn",
    "solve a game backwards, and divide it by its symmetries",
    "learn an automaton by asking questions, and say when you are done",
)
UNITS = [str(unit) for unit in range(len(AFTERWARDS))]
ALSO = {"9": "09b"}
"""The appendix that must be read before a unit's set."""


def lecture(number: str) -> tuple[str, int]:
    """The file name of a unit or an appendix, without its ending, and its minutes."""
    file = next(LECTURES.glob(f"{number.zfill(2)}-*.py"))
    return file.stem, int(re.search(r"\*\*(\d+) minutes", file.read_text(encoding="utf-8"))[1])  # type: ignore[index]


def problem_set(unit: int) -> tuple[int, list[str]]:
    """The minutes of a unit's set, and the types that it asks."""
    file = HERE / "source" / f"ps{unit}" / f"ps{unit}.py"
    minutes = re.search(r"\*\*Time\*\* about (\d+) minutes", file.read_text(encoding="utf-8"))
    types = {q.type for q in read_source(file).questions.values()} - {"manual"}
    return int(minutes[1]), sorted(types)  # type: ignore[index]


def before(unit: int) -> int:
    """The unit that a unit needs."""
    return next(int(a) for way in ENDS.values() for a, b in pairwise(way.split()) if b == str(unit))


def hours(way: str, lang: str) -> str:
    """What a way takes, in hours and a half."""
    units = way.split()
    read = [*units, *(ALSO[unit] for unit in units if unit in ALSO)]
    minutes = sum(lecture(number)[1] for number in read) + sum(problem_set(int(unit))[0] for unit in units)
    return f"{round(minutes / 30) / 2:g}".replace(".", "." if lang == "en" else ",")


def plan(end: str = "end") -> Automaton:
    """The map: units are states, and an arrow is the problem set that comes before the next unit."""
    arrows = {(a, f"ps{a}", b) for way in ENDS.values() for a, b in pairwise([*way.split(), end])}
    return Automaton.make([*UNITS, end], "0", [end], arrows, [f"ps{n}" for n in UNITS])


def words_in(lang: str) -> dict[str, str]:
    """The words of tables and pictures in a language, by the English ones; none for English itself."""
    return translations((HERE / lang / "pages.po").read_text(encoding="utf-8")) if lang != "en" else {}


def leading(folder: str, name: str, lang: str) -> str:
    """A link to a notebook from a page in this language; to the English one if it is not translated."""
    up = "" if lang == "en" else "../"
    there = lang != "en" and (HERE / folder / lang / name).exists()
    return f"{up}{folder}/{lang}/{name}" if there else f"{up}{folder}/{name}"


def table(lang: str = "en") -> str:
    """The table of ``self-study.md``, in a language for which there is a file of words."""
    words = words_in(lang)
    ways = [("way", "units", "hours")] + [(name, way, hours(way, lang)) for name, way in ENDS.items()]
    ways.append(("all four ways", "0 to 10", hours(" ".join(UNITS), lang)))
    lines = ["| " + " | ".join(words.get(cell, cell) for cell in row) + " |" for row in ways]
    lines.insert(1, "|---|---|---|")
    heads = ("unit", "after", "minutes", "set", "afterwards you can", "types to practise")
    lines += ["", "| " + " | ".join(words.get(head, head) for head in heads) + " |", "|---|---|---|---|---|---|"]
    for unit, able in enumerate(AFTERWARDS):
        stem, minutes = lecture(str(unit))
        time, types = problem_set(unit)
        page = leading("../notebooks", f"{stem}.ipynb", lang)
        lines.append(f"| [{unit}]({page}) | {before(unit) if unit else '–'} | {minutes} | "
                     f"[ps{unit}]({leading('exercises', f'ps{unit}/ps{unit}.ipynb', lang)}), {time} | "
                     f"{words.get(able, able)} | {', '.join(f'`{name}`' for name in types)} |")
    return "\n".join(lines)


def core_and_more(lang: str = "en") -> str:
    """The table of ``syllabus.md``: what each unit takes, and its core."""
    words = words_in(lang)
    heads = [words.get(head, head) for head in ("unit", "core", "more", "together")]
    lines = [f"| {' | '.join(heads)} |", "|---|---|---|---|"]
    for source in sources([]):
        core, whole = sums(source)
        if whole:
            lines.append(f"| {int(source.stem[:2])} | {core} | {whole - core} | {whole} |")
    return "\n".join(lines)


TABLES = {"self-study.md": ("table", table), "syllabus.md": ("minutes", core_and_more)}
"""The pages with a table: the mark above it, and what writes it."""


def written() -> dict[Path, str]:
    """The pages with tables, in each language, as they are now."""
    pages = {}
    for name, (mark, write) in TABLES.items():
        for page in (HERE / name, *sorted(HERE.glob(f"??/{name}"))):
            now = write("en" if page.parent == HERE else page.parent.name)
            text = page.read_text(encoding="utf-8")
            pages[page] = re.sub(
                rf"(?<=<!-- {mark} -->\n).*?(?=<!-- end -->)", lambda _, now=now: f"{now}\n", text, flags=re.DOTALL)
    return pages


def pictures() -> dict[Path, Picture]:
    """The pictures in each language, by their files."""
    drawn = {}
    for lang in NATIVE:
        folder = HERE / "img" / ("" if lang == "en" else lang)
        with using_language(lang):
            drawn[folder / "outreach-board.svg"] = draw_board(FROZEN)
            drawn[folder / "self-study.svg"] = automaton_picture(plan(words_in(lang).get("end", "end")))
    return drawn


if __name__ == "__main__":
    for file, picture in pictures().items():
        file.parent.mkdir(exist_ok=True)
        picture.save(file)
    for page, text in written().items():
        page.write_text(text, encoding="utf-8")
