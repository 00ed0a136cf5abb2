"""Rule sets are data: each value has a source, mistakes name file and key, and every key is alive."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from boardkit.messages import using_language
from finity_edu import (
    Board,
    InvalidPositionError,
    Position,
    Rules,
    RuleSetError,
    load_rules,
)
from finity_edu.players.kernel.tables import tables_of
from finity_edu.rules.options import VALUES
from finity_edu.rules.ruleset import KEYS, parse_rule_sets, rule_set_names
from tests.cases import every

PACKAGE = Path(__file__).parents[2] / "finity_edu"
SHIPPED = PACKAGE / "data" / "rules.toml"


@pytest.mark.parametrize("name", rule_set_names())
def test_every_value_of_every_rule_set_has_a_source(name: str) -> None:
    rules = load_rules(name)
    assert set(rules.sources) == set(KEYS)
    assert all(rules.sources.values())


def test_the_rule_sets_differ_as_the_table_says() -> None:
    bga, english, piglab, express = (load_rules(name) for name in ("bga", "english", "piglab", "express"))

    def different(a: Rules, b: Rules) -> set[str]:
        return {key for key in KEYS if getattr(a, key) != getattr(b, key)}

    assert different(bga, english) == {"seat_order", "teleport"}
    assert different(bga, express) == {"word_min", "word_max", "word_length"}
    assert different(bga, piglab) == set(KEYS) - {"word_length", "rings_medium"}


def shipped_with(old: str, new: str) -> str:
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1)


@every(
    ("text", "mentions"),
    [
        ("[bga", "not readable as TOML"),
        ("bga = 3", "table"),
        (shipped_with('inherits = "bga"', 'inherits = "nobody"'), "nobody"),
        (shipped_with('inherits = "bga"', 'inherits = ["bga"]'), "['bga']"),
        (shipped_with('title = "Board Game Arena"\n', 'inherits = "express"\n'), "circle: bga → express → bga"),
        (shipped_with("teleport = {", "telport = {"), "'telport'"),
        (shipped_with('opening = { source = "as bga" }\n', ""), "'opening' is missing"),
        (shipped_with('cones = { value = 6, source = "', 'cones = { source = "'), "'cones' is missing"),
        (shipped_with('cones = { source = "as bga" }', 'cones = { source = "" }'), "'cones' needs"),
        (shipped_with('cones = { source = "as bga" }', "cones = 6"), "'cones' needs"),
        (shipped_with('sweep = { value = "path"', 'sweep = { value = "pth"'), "'sweep' cannot have the value 'pth'"),
        (shipped_with("rings_large = { value = 7", "rings_large = { value = -7"),
         "'rings_large' cannot have the value -7"),
        (shipped_with("rings_large = { value = 7", "rings_large = { value = true"),
         "'rings_large' cannot have the value True"),
        (shipped_with("teleport = { value = false", 'teleport = { value = "no"'),
         "'teleport' cannot have the value 'no'"),
        (shipped_with("word_max = { value = 10", "word_max = { value = 7"), "word_length, word_max must ascend"),
        (shipped_with("cones = { value = 8", "cones = { value = 3"), "cones = 3"),
        (shipped_with("rings_small = { value = 9", "rings_small = { value = 0"), "end_ring = s, but rings_small = 0"),
    ],
)
def test_a_broken_rule_set_is_an_error_that_names_file_and_key(text: str, mentions: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_rule_sets(text, "my.toml")
    assert mentions in str(caught.value)
    assert str(caught.value).startswith("my.toml: ")


@pytest.mark.parametrize(
    "name",
    ["chess", "bga{", "bga{x}", "bga{x=1}", "bga{teleport=perhaps}", "", "bga{cones=99999}", "bga{cones=6,cones=7}"],
)
def test_an_unknown_rule_set_or_change_is_an_error_with_a_way_out(name: str) -> None:
    with pytest.raises(RuleSetError):
        load_rules(name)


def test_errors_speak_the_language_of_the_user() -> None:
    with using_language("de"), pytest.raises(RuleSetError, match="Es gibt keinen Regelsatz „schach“"):
        load_rules("schach")


@pytest.mark.parametrize("name", rule_set_names())
def test_rules_are_written_and_read_back(name: str) -> None:
    rules = load_rules(name)
    assert eval(repr(rules)) == rules
    changed = rules.replace(teleport=not rules.teleport, cones=7)
    assert changed != rules
    assert load_rules(str(changed)) == changed == eval(repr(changed))


def test_own_rule_sets_load_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(shipped_with("[express]", "[mine]"), encoding="utf-8")
    assert load_rules("mine", file).word_length == 6
    with pytest.raises(RuleSetError, match=r"mine\.toml"):
        load_rules("mine", tmp_path / "absent" / "mine.toml")


def test_positions_under_own_rule_sets_are_readable_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = shipped_with("[express]", '["house rules"]')
    for key in ("word_length", "word_max"):
        text = text.replace(f"{key} = {{ value = 6", f"{key} = {{ value = 7")
    file.write_text(text, encoding="utf-8")
    position = Position.start(3, word="bbwwbwb", rules=load_rules("house rules", file))
    assert Position.parse(str(position)) == position == eval(repr(position))
    assert str(position).startswith("express{word_max=7,word_length=7}/3 ")


def test_a_random_word_comes_from_the_bag() -> None:
    rules = load_rules("bga")
    words = {rules.draw_word(Random(seed)) for seed in range(300)}
    assert {len(word) for word in words} == {8}
    assert max(word.count("b") for word in words) == 6
    with pytest.raises(RuleSetError):
        rules.draw_word(Random(1), 9)


# --- every key is alive: flipping it changes a verdict ------------------------------------------------------


def _legal(text: str, move: str) -> Callable[[Rules], object]:
    return lambda rules: Position.parse(f"{rules}/{text}").why_illegal(move) is None


def _valid(text: str) -> Callable[[Rules], object]:
    def verdict(rules: Rules) -> bool:
        try:
            Position.parse(f"{rules}/{text}")
        except InvalidPositionError:
            return False
        return True

    return verdict


_SEVEN_SMALL = "2 bbwwbwbw c; posts c@W y@E; rings N:c.. NE:c.. SE:c.. S:c.. SW:c.. NW:c.. E:c.."
_EIGHT_SMALL = _SEVEN_SMALL + " W:c.."
FLIPS: dict[str, tuple[object, Callable[[Rules], object]]] = {
    "seat_order": ("clockwise", lambda rules: Position.start(3, word="bbwwbwbw", rules=rules).layout.posts),
    "word_min": (7, _valid("2 bbwwbwb c; posts c@N y@S")),
    "word_max": (9, _valid("2 bbwwbwbwb c; posts c@N y@S")),
    "word_length": (9, lambda rules: len(rules.draw_word(Random(1)))),
    "cones": (8, lambda rules: any("b" * 7 in rules.draw_word(Random(s)) for s in range(3000))),
    "ring_barred_by_post": ("opponent", _legal("2 bbwwbwbw c; posts c@N y@S", "+oN.l")),
    "ring_size": ("largest", _legal("2 bbwwbwbw c; posts c@N y@S; bridges bN>NE.m", "+oNE.s")),
    "rings_small": (7, _valid(_EIGHT_SMALL)),
    "rings_medium": (6, _valid(_SEVEN_SMALL.replace("c..", ".c."))),
    "rings_large": (7, _valid(_SEVEN_SMALL.replace("c..", "..c"))),
    "end_ring": ("s", _valid(_EIGHT_SMALL)),
    "sweep": (
        "way",
        lambda rules: Position.parse(
            f"{rules}/2 bbwwbwbw y; posts c@N y@S; rings NE:c.. E:.c.; bridges bN>NE.m wNE>E.l bNE>E.m"
        ).orphans_of("~bNE>E.m"),
    ),
    "slot_ban": ("slot", _legal("2 bbwwbwbw c; posts c@N y@S; ban -bNE>N.m; clock 1", "+wNE>N.m")),
    "opening": ("first_round", _legal("2 bbwwbwbw y; posts c@N y@S; ply 1", "+bN>NE.m")),
    "teleport": (
        False,
        _legal("2 bbwwbwbw c; posts c@W y@S; rings NW:yyy SW:yyy; bridges bS>SW.m bSW>NW.m", "^^E"),
    ),
    "clock_reset": (
        "placing",
        lambda rules: (
            Position.parse(f"{rules}/2 bbwwbwbw y; posts c@N y@S; rings NE:c..; bridges bN>NE.m; clock 7")
            .play("~bN>NE.m")
            .clock
        ),
    ),
}


def test_there_is_a_flip_for_every_key() -> None:
    assert set(FLIPS) == set(KEYS)


@every("key", KEYS)
def test_flipping_a_key_changes_a_verdict(key: str) -> None:
    value, verdict = FLIPS[key]
    before = load_rules("bga")
    if key == "word_length":
        before = before.replace(word_max=9)
    after = before.replace(**{key: value})
    assert verdict(before) != verdict(after)


# --- an option stands in one place --------------------------------------------------------------------------

SET_UP = {"seat_order", "word_min", "word_max", "word_length", "cones"}
"""Keys that decide how a game begins, and nothing afterwards."""


CHOICES = {key: tuple(values) for key, values in VALUES.items() if isinstance(values, dict)}
"""The options with a table."""


def test_every_value_of_an_option_is_used_by_a_rule_set_or_has_a_flip() -> None:
    used = {key: {getattr(load_rules(name), key) for name in rule_set_names()} | {FLIPS[key][0]} for key in CHOICES}
    assert {key: set(table) - used[key] for key, table in CHOICES.items()} == {
        key: {"m"} if key == "end_ring" else set() for key in CHOICES
    }


@every("key", KEYS)
def test_the_compiled_engine_tells_the_values_of_an_option_apart(key: str) -> None:
    rules = load_rules("bga")
    values = tuple(CHOICES.get(key, (getattr(rules, key), FLIPS[key][0])))
    changed = [rules.replace(**{"word_max": 9, key: value}) for value in values]
    tables = [tuple(tables_of(Board.standard(2), one)) for one in changed]
    for (first, one), (second, other) in combinations(zip(values, tables, strict=True), 2):
        assert (one == other) == (key in SET_UP), f"{key}: {first}, {second}"


def test_no_code_compares_the_value_of_an_option_by_name() -> None:
    """It asks the function that stands behind the value in `finity_edu.rules.options`."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and not isinstance(node.left, ast.Name):  # one size with another
                sides = (node.left, *node.comparators)
                found += [f"{path.name}:{node.lineno} {side.attr}" for side in sides
                          if isinstance(side, ast.Attribute) and side.attr in CHOICES]
    assert found == []
