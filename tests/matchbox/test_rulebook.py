"""docs/matchbox.md is what its program writes, and each of its sentences has a source."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from matchbox import Rules
from matchbox.draw.printout import instructions
from matchbox.rules.machine import Machine

DOCS = Path(__file__).parents[2] / "docs"
SPEC = importlib.util.spec_from_file_location("rules_of_matchbox", DOCS / "matchbox.py")
program = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(program)
PAGE = (DOCS / "matchbox.md").read_text(encoding="utf-8")
IDS = [id for ids in instructions(Rules()).values() for id in ids]


@pytest.mark.parametrize("lang", program.PAGES)
def test_the_page_is_what_the_program_writes(lang):
    """Write it again with ``python docs/matchbox.py``."""
    assert program.page(lang) == program.PAGES[lang].read_text(encoding="utf-8")


def test_every_sentence_has_a_source_and_every_source_a_sentence():
    assert sorted(program.SOURCES) == sorted(IDS)


def test_every_decision_is_named_where_it_applies_and_listed_once():
    listed = re.findall(r"^\| (M\d) \|", PAGE, re.M)
    assert listed == [f"M{n}" for n in range(1, len(listed) + 1)]
    assert set(re.findall(r"\[(M\d)\]", PAGE.split("## Decisions")[0])) == set(listed)


def test_the_games_show_every_rule_of_the_machine():
    games = PAGE.split("## Played")[1].split("## Decisions")[0]
    silent = {"A3", "A6"}  # the page says so
    assert {id[:2] for id in IDS if id[0] in "AVWIE"} - silent <= set(re.findall(r"\b([AIVWE]\d?)\b", games))


def test_the_machines_of_the_games_can_be_read():
    found = re.findall(r"Machine `(.*?)`, seed", PAGE)
    assert len(found) == len(program.GAMES)
    for text in found:
        Machine.load(text) if "|" in text else Rules.parse(text)
