"""Automata of an odd form as answers: every type that asks for one judges them, or says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from coursekit.questions import all_types, judge, question


def types() -> Iterator[tuple[str, str | None]]:
    """The types that ask for an automaton, in each of their skins."""
    for kind in all_types():
        for skin in kind.skins or (None,):
            if kind.kind_of(kind.drawn(2, 1, skin)) == "automaton":
                yield kind.id, skin


def without(key: dict[str, Any], letter: str) -> dict[str, Any]:
    """The right automaton, as if a letter of the question did not exist."""
    return {**key, "alphabet": [a for a in key["alphabet"] if a != letter],
            "transitions": [t for t in key["transitions"] if t[1] != letter]}


def odd(key: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Automata that nobody would draw."""
    start, letters, states = key["start"], key["alphabet"], key["states"]
    yield from (without(key, letter) for letter in letters)
    yield {"states": [start], "alphabet": [], "start": start, "accepting": [], "transitions": []}
    yield {"start": start, "accepting": [start], "transitions": []}
    yield {"states": [], "alphabet": letters, "start": "", "accepting": [], "transitions": []}
    yield {**key, "alphabet": [*letters, "x"], "transitions": [*key["transitions"], [start, "x", start]]}
    yield {**key, "alphabet": [*letters, "x"]}
    yield {**key, "transitions": [*key["transitions"], [start, "", start]]}
    yield {**key, "states": [*states, "far"], "accepting": [*key["accepting"], "far"]}
    yield {**key, "accepting": states}
    yield {**key, "accepting": []}
    yield {"states": ["∅", "{a,b}", "ε"], "alphabet": letters, "start": "ε", "accepting": ["∅"],
           "transitions": [["ε", letters[0], "∅"]]}


def tried(type_id: str, skin: str | None, level: int) -> None:
    """Judge every odd automaton; an error in the judge is raised."""
    kind = question(type_id)
    data = kind.drawn(2, level, skin)
    key: Any = kind.key(data)
    for answer in odd(key):
        verdict = judge(type_id, data, answer, 1, "en", 3)
        assert verdict.message


@pytest.mark.parametrize("type_id", ["board_for_words", "board_for_tower", "board_for_regex"])
def test_an_automaton_that_leaves_out_letters_is_judged(type_id):
    tried(type_id, "textbook", 1)


def test_a_letter_that_is_left_out_is_one_without_arrows():
    kind = question("board_for_words")
    data = kind.drawn(1, 1, "textbook")
    key: Any = kind.key(data)
    used = {letter for _, letter, _ in key["transitions"]}
    assert judge(kind.id, data, {**key, "alphabet": sorted(used)}).right
    verdict = judge(kind.id, data, without(key, min(used)))
    assert not verdict.right
    assert not verdict.malformed


@pytest.mark.bulk
@pytest.mark.parametrize("level", [1, 3, 5])
def test_every_type_judges_odd_automata(level):
    for type_id, skin in types():
        tried(type_id, skin, level)
