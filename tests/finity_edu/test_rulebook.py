"""docs/finity.md says what the rule sets say, and names every decision of ours as one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from finity_edu import Board, Position, load_rules
from finity_edu.rules.ruleset import KEYS, print_value

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
