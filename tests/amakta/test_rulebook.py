"""docs/amakta.md has every section and ruling that is cited, and says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amakta import State
from amakta.analysis import bunker
from amakta.analysis.graph import explore
from amakta.analysis.infinit import value
from amakta.rules import stones
from amakta.rules.state import QUIET_LIMIT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "amakta.md").read_text(encoding="utf-8")
RULINGS = set(re.findall(r"^\| ([AB]\d+) \|", PAGE, re.M))
FACTS = set(re.findall(r"^\* \*\*(F\d)\*\*", PAGE, re.M))
SECTIONS = set(re.findall(r"^## (\d+)\.", PAGE, re.M)) | set(re.findall(r"^\*\*(\d+\.\d)\*\*", PAGE, re.M))
CODE = sorted([*(ROOT / "amakta").rglob("*.py"), *(ROOT / "tests" / "amakta").glob("*.py")])


def cited() -> dict[str, set[str]]:
    """What docstrings and comments cite: rulings with their file, sections as ``§7.3``."""
    found: dict[str, set[str]] = {}
    for file in CODE:
        text = file.read_text(encoding="utf-8")
        notes = "\n".join(re.findall(r'"""(.*?)"""', text, re.S) + re.findall(r"#(.*)", text))
        names = re.findall(r"(?<![\w-])([AB]\d{1,2})(?!\w)", notes)
        for first, last in re.findall(r"(?<!\w)([AB]\d{1,2}) to ([AB]\d{1,2})(?!\w)", notes):
            names += [f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1)]
        for part in re.findall(r"docs/amakta\.md,\s+([^:;\n\")]*)", notes):
            names += [f"§{number}" for number in re.findall(r"(?<![A-Z\w.])\d+(?:\.\d)?", part.split("ruling")[0])]
            names += re.findall(r"F\d", part)
        for name in names:
            found.setdefault(name, set()).add(file.name)
    return found


def test_everything_that_is_cited_stands_there_and_every_ruling_of_ours_is_named_where_it_is_used():
    names = cited()
    known = RULINGS | FACTS | {f"§{number}" for number in SECTIONS}
    assert {name: files for name, files in names.items() if name not in known} == {}
    assert sorted(RULINGS, key=lambda r: (r[0], int(r[1:]))) == [f"A{n}" for n in range(1, 20)] + [
        f"B{n}" for n in range(1, 10)]
    assert sorted(RULINGS - set(names)) == []
    rules = PAGE[:PAGE.index("## 11.")]
    assert sorted(RULINGS - set(re.findall(r"\[([AB]\d+)\]", rules))) == []
    assert set(re.findall(r"\[([AB]\d+)\]", rules)) <= RULINGS


def test_no_code_cites_what_is_not_shipped():
    elsewhere = re.compile(r"[Ss]pecification (?:\d|section)")
    assert [file.name for file in CODE if elsewhere.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("code", "none", "damage", "reinforcement"),
                         re.findall(r"^\| `(\d{6})` \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M))
def test_the_values_of_stones_are_those_of_the_program(code, none, damage, reinforcement):
    assert [value(code, circle) for circle in ("", "G", "V")] == [int(none), int(damage), int(reinforcement)]


def test_the_numbers_are_those_of_the_program():
    assert f"There are {stones.count():,} different stones" in PAGE
    assert f"in {QUIET_LIMIT:,} moves in a row" in PAGE
    assert f"six stones, worth {bunker.cost()} points together" in PAGE
    assert len(set(bunker.ring((0, 0)).values())) == 6
    for board, stone_set in (("zeile3", "solo"), ("raute4", "duo")):
        states = len(explore(State.start(board, stone_set)))
        assert f"`{board}` with `{stone_set}` ({states:,} states" in PAGE


def test_every_kind_of_move_is_listed_with_a_text_that_is_read():
    from amakta.rules.moves import Move

    texts = re.findall(r"`((?:[a-z]+)(?: -?\d+,-?\d+)*(?: \d{6})?)` \|$", PAGE, re.M)
    kinds = "pass rotate take place expropriate release replace relocate appropriate remove detach"
    assert {text.split()[0] for text in texts} == set(kinds.split())
    assert [text for text in texts if str(Move.parse(text)) != text] == []
