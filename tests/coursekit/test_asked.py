"""Predictions whose texts stand beside the notebook: the cell names one, and gives nothing away."""

import json
import re

import pytest

from automatakit.widget import StepWidget
from boardkit.errors import UserError
from boardkit.messages import using_language
from coursekit import ask, practise
from coursekit.practice.display import NOTHING
from coursekit.questions import question

ENGLISH = """
[dies]
ask = "Is bw accepted?"
choices = ["yes", "no"]
why.yes = "It looks as if you wanted every run to accept."
reveal = "The run ends in {end}."

[states]
ask = "How many?"
choices = { "2" = "two", "3" = "three" }
reveal = "Count them."
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "predictions.toml").write_text(ENGLISH)
    (tmp_path / "predictions.de.toml").write_text('[dies]\nask = "Akzeptiert?"\nchoices = {yes = "ja", no = "nein"}\n'
                                                  'why.yes = "Einer genügt."\nreveal = "Der Lauf endet in {end}."\n')
    (tmp_path / "de").mkdir()
    return tmp_path


def test_the_words_stand_in_the_file_and_what_is_right_is_computed(folder):
    asked = ask("dies", False, folder=folder, end="A")
    assert (asked.question, asked.right, asked.choices) == ("Is bw accepted?", "no", ("yes", "no"))
    assert asked.reveal == "The run ends in A."
    assert asked.why == {"yes": "It looks as if you wanted every run to accept."}
    assert ask("states", 2, folder=folder).right == "two"


def test_a_translation_is_found_from_the_folder_below_and_english_where_there_is_none(folder):
    with using_language("de"):
        asked = ask("dies", False, folder=folder / "de", end="A")
        assert (asked.right, asked.why, asked.reveal) == ("nein", {"ja": "Einer genügt."}, "Der Lauf endet in A.")
        assert ask("states", 3, folder=folder / "de").right == "three"


def test_a_lecture_alone_in_a_folder_asks_too(tmp_path):
    assert ask("re-order", "length", folder=tmp_path, one="", other="").question.startswith("The states of unit 2")


def test_what_no_file_tells_of_is_refused_by_name(folder):
    with pytest.raises(UserError, match="'gone'"):
        ask("gone", True, folder=folder)


@pytest.fixture
def shown(monkeypatch):
    """What a page shows later, in the places above the card and below it."""
    later = {"above": [], "below": []}

    class Place:
        def __init__(self, *things, **how):
            self.texts = later["above" if things and "text/markdown" in things[0] else "below"]

        def update(self, content, raw=False):
            self.texts.append(content)

    monkeypatch.setattr("IPython.display.display", lambda thing, **how: Place(thing) if how else None)
    return later


def test_after_the_verdict_another_question_takes_the_place_of_the_first(shown):
    first = practise("shortest_word", seed=3)
    first._ipython_display_()
    card = first.input
    assert "Another question" not in card.part_status
    card.act("typed", value="b")
    card.act("check")
    assert 'data-do="another"' in card.part_status
    for seed in (4, 5):
        card.act("another")
        asked = practise("shortest_word", seed=seed)
        assert asked.text in shown["above"][-1]["text/markdown"]
        assert card.value is ...
        assert 'data-do="another"' not in card.part_status
        card.act("typed", value="b")
        card.act("check")
        assert str(asked.input._judge("b").message) in card.part_status


def test_after_the_verdict_the_run_is_stepped_through_below_it_and_goes_with_it(shown):
    with using_language("de"):
        asked = practise("delta_hat", seed=3)
        asked._ipython_display_()
        card = asked.input
        card.act("steps")
        assert shown["below"] == []
        assert 'data-do="steps"' not in card.part_status
        card.act("typed", value="[]")
        card.act("check")
    said = card.part_status
    assert said.count("gk-primary") == 1
    assert said.index("✗ 0/4") < said.index(">Noch eine Aufgabe<") < said.index(">Schritt für Schritt<")
    assert 'data-do="check"' not in said
    card.act("steps")
    opened = shown["below"][-1]
    assert isinstance(opened, StepWidget)
    assert (opened.lang, opened.total) == ("de", len(opened.value.word))
    assert 'data-do="steps" aria-pressed="true"' in card.part_status
    assert "✗ 0/4" in card.part_status
    card.act("steps")
    assert shown["below"][-1] is NOTHING
    for leave in ("another", "clear"):
        card.act("typed", value="[]")
        card.act("check")
        card.act("steps")
        card.act(leave)
        assert shown["below"][-1] is NOTHING
        assert 'data-do="steps"' not in card.part_status


def test_where_nothing_can_be_stepped_through_there_is_no_button(shown):
    asked = practise("count_arrows")
    asked._ipython_display_()
    asked.input.act("typed", value="1")
    asked.input.act("check")
    assert 'data-do="another"' in asked.input.part_status
    assert 'data-do="steps"' not in asked.input.part_status


def test_what_was_chosen_stays_with_the_sign_that_the_verdict_gives_it(shown):
    asked = practise("accepted")
    card = asked.input
    right = question("accepted").instance(1).key
    card.act("typed", value=json.dumps(right))
    card.act("check")
    assert re.findall(">([^<]+) ✓</button>", card.part_board) == right
    (wrong, *_) = [item for item in card.input.items if item not in right]
    card.act("typed", value=json.dumps([*right, wrong]))
    assert "✓" not in card.part_board
    card.act("check")
    assert re.findall(">([^<]+) ([✓✗•])</button>", card.part_board) == [
        (item, "✗" if item == wrong else "•") for item in card.input.items if item in {*right, wrong}]
