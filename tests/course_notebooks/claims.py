"""Sentences of the course, and the computations that they are held to.

A test of `test_claims_….py` names with `@says` the words that it stands for.  `test_inventory.py` asserts that they
still stand where they stood, in every language that the page has, and that no sentence which a computation could
contradict is left over.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import nbformat
from automata.fa.nfa import NFA

from boardkit.po import translations
from notebooks import build

ROOT = Path(__file__).resolve().parents[2]
SETS = ROOT / "course" / "source"
F = TypeVar("F", bound=Callable[..., None])


@dataclass(frozen=True)
class Claim:
    """Words of a page in one language."""

    page: str
    lang: str
    words: str


CLAIMS: list[Claim] = []


def says(page: str, *words: str, **translated: str | tuple[str, ...]) -> Callable[[F], F]:
    """Mark a test as the one that the words of a page are held to; translations by language, as `de="…"`."""
    CLAIMS.extend(Claim(page, "en", text) for text in words)
    for lang, texts in translated.items():
        CLAIMS.extend(Claim(page, lang, text) for text in ([texts] if isinstance(texts, str) else texts))
    return lambda test: test


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@cache
def pages() -> dict[tuple[str, str], tuple[str, ...]]:
    """The markdown cells of all pages that students and lecturers read, by page and language."""
    found = {}
    for source in build.sources([]):
        for lang, _ in build.targets(source):
            cells = build.convert(source, lang).cells
            found[source.stem.split("-")[0], lang] = tuple(c.source for c in cells if c.cell_type == "markdown")
    for lang in ("en", "de", "es"):
        name = "predictions.toml" if lang == "en" else f"predictions.{lang}.toml"
        tables = tomllib.loads((build.HERE / name).read_text(encoding="utf-8")).values()
        found["predictions", lang] = tuple(text for said in tables for text in (
            said["ask"], said["reveal"], *said.get("why", {}).values()))
    for path in sorted(SETS.glob("ps*/ps*.py")):
        found[path.stem, "en"] = _markdown(path.read_text(encoding="utf-8"))
        for translation in SETS.glob(f"{path.stem}.*.po"):
            lang = translation.suffixes[0][1:]
            found[path.stem, lang] = tuple(translations(translation.read_text(encoding="utf-8")).values())
    for path in (ROOT / "course" / "syllabus.md", ROOT / "course" / "README.md"):
        aside = r"^```.*?^```|^<!-- minutes -->.*?<!-- end -->"
        found[path.stem, "en"] = (re.sub(aside, "", path.read_text(encoding="utf-8"), flags=re.M | re.S),)
    return found


def _markdown(source: str) -> tuple[str, ...]:
    cells = re.findall(r"^# %% \[markdown\][^\n]*\n((?:#[^\n]*\n?)+)", source, re.M)
    return tuple(re.sub(r"^# ?", "", cell, flags=re.M) for cell in cells)


def source_of(page: str) -> Path:
    """The source of a notebook by the number that its name begins with."""
    (source,) = build.sources([f"{page}-"])
    return source


def fetch(page: str, *names: str) -> tuple[Any, ...]:
    """What the code of a page binds to these names first, without running the rest of it."""
    cells = [cell for cell in build.convert(source_of(page)).cells if cell.cell_type == "code"]
    wanted, kept = set(names), []
    for statement in ast.parse("\n".join(cell.source for cell in cells)).body:
        bound = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        bound |= {getattr(statement, "name", "")}
        assigns = isinstance(statement, ast.Assign | ast.FunctionDef) and bound & wanted
        if assigns or isinstance(statement, ast.Import | ast.ImportFrom):
            kept.append(statement)
            wanted -= bound if assigns else set()
    found: dict[str, Any] = {}
    exec(compile(ast.Module(kept, []), page, "exec"), found)
    return tuple(found[name] for name in names)


def printed(page: str) -> str:
    """What the code of a committed notebook printed."""
    cells = nbformat.read(dict(build.targets(source_of(page)))["en"], as_version=4).cells
    return "\n".join(output.text for cell in cells if cell.cell_type == "code" for output in cell.outputs
                     if output.output_type == "stream")


def towers(length: int) -> list[str]:
    """All words of a length."""
    return ["".join(letters) for letters in product("bw", repeat=length)]


def automaton(delta: Mapping[str, Mapping[str, set[str]]], start: str, *ends: str) -> NFA:
    """An automaton over b and w."""
    return NFA(states=set(delta), input_symbols={"b", "w"}, transitions=delta, initial_state=start,
               final_states=set(ends))
