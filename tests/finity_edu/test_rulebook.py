"""docs/finity.md says what the rule sets say, and names every decision of ours as one."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from html import escape
from pathlib import Path

import pytest

from finity_edu import Board, Position, load_rules
from finity_edu.rules.ruleset import KEYS, print_value
from tests.cases import IN_LANGUAGES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "finity.md").read_text(encoding="utf-8")
RULES, DECISIONS = PAGE.split("## 8. ")
TABLE = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", PAGE, re.M)}


def test_the_table_of_keys_is_that_of_the_program():
    sets = [load_rules(name) for name in ("bga", "english", "piglab", "express")]
    expected = {key: tuple(str(print_value(getattr(one, key))) for one in sets) for key in KEYS}
    assert {key: values for key, values in expected.items() if len(set(values)) > 1} == TABLE


def test_every_decision_is_named_where_it_applies_and_listed_once():
    listed = re.findall(r"^\| (D\d+) \|", DECISIONS, re.M)
    assert listed == [f"D{n}" for n in range(1, len(listed) + 1)]
    assert set(re.findall(r"\[(D\d+)\]", RULES)) == set(listed)


def test_a_source_that_is_a_decision_is_marked_as_one_on_the_page():
    data = tomllib.loads((ROOT / "finity_edu" / "data" / "rules.toml").read_text(encoding="utf-8"))
    ours = {(name, key) for name, keys in data.items() for key, one in keys.items()
            if isinstance(one, dict) and "decision" in one.get("source", "")}
    assert ours == {("english", "seat_order"), ("english", "teleport"), ("piglab", "word_length")}  # D2, D18, D3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_boards_have_the_sizes_of_the_table(players):
    row = re.search(rf"^\| {players} \| [^|]* \| (\d+) \| (\d+) \| (\d+) \| ([^|]*) \| ([^|]*) \|$", PAGE, re.M)
    board = Board.standard(players)
    assert [int(n) for n in row.groups()[:3]] == [len(board.pairs), len(board.slots), len(board.corners)]
    for rules, stations in (("bga", row[4]), ("piglab", row[5])):
        posts = re.search(r"posts ([^;]*)", str(Position.start(players, word="bbwwbwbw", rules=rules)))[1]
        assert posts == " ".join(f"{seat}@{name}" for seat, name in zip("cyrp", stations.split(", "), strict=False))


def test_a_word_that_no_box_can_lay_is_accepted():
    assert Position.start(word="wwwwwwww").word == "wwwwwwww"


# --- the executable rulebook ------------------------------------------------------------------------------------

SPEC = importlib.util.spec_from_file_location("rulebook", ROOT / "docs" / "rulebook.py")
assert SPEC is not None
assert SPEC.loader is not None
RULEBOOK = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(RULEBOOK)
SIGN = re.compile(r"\[(H|S|P|O|L|D\d+)\]")


@pytest.mark.slow
@pytest.mark.parametrize("lang", IN_LANGUAGES)
def test_the_rulebook_says_what_the_program_does(lang):
    """Write it again with ``python docs/rulebook.py``."""
    assert RULEBOOK.PAGES[lang].read_text(encoding="utf-8") == RULEBOOK.page(lang)


def test_every_sentence_begins_with_a_sign_of_its_source_and_every_decision_is_listed():
    listed = set(re.findall(r"^\| (D\d+) \|", DECISIONS, re.M))
    for case in RULEBOOK.cases():
        assert SIGN.match(case.source), case.name
        assert {sign for sign in SIGN.findall(case.source) if sign[0] == "D"} <= listed, case.name
        assert re.fullmatch(r"[A-Z].*\.", case.name), case.name


def test_every_sentence_has_its_picture_and_no_other_is_there():
    images = {path.stem: path.read_text(encoding="utf-8") for path in RULEBOOK.IMAGES.glob("*.svg")}
    assert set(images) == {str(case.number) for case in RULEBOOK.cases()}
    for case in RULEBOOK.cases()[::9]:
        assert escape(str(RULEBOOK.picture(case).desc), quote=False) in images[str(case.number)]  # not how it is drawn


@pytest.mark.parametrize("key", [key for key in KEYS if len(RULEBOOK.values(key)) > 1])
def test_where_rule_sets_part_something_is_different(key):
    case, said = RULEBOOK.parting(key)
    parts = re.split("; (?=`)", said.partition("`: ")[2] if key in RULEBOOK.BEGINNINGS and case is None else said)
    outcomes = [re.sub(r"^(?:`\w+`(?:, )?)+: ", "", part) for part in parts]
    assert len(set(outcomes)) > 1, said
    if case is not None:
        assert key in RULEBOOK.keys_of(case) or RULEBOOK.IMPOSSIBLE in said
