"""Predictions whose texts stand beside the notebook: the cell names one, and gives nothing away."""

import pytest

from boardkit.errors import UserError
from boardkit.messages import using_language
from coursekit import ask, practise

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


def test_after_the_verdict_another_question_takes_the_place_of_the_first(monkeypatch):
    shown = []

    class Above:
        def update(self, bundle, raw):
            shown.append(bundle["text/markdown"])

    monkeypatch.setattr("IPython.display.display", lambda *things, **how: Above())
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
        assert asked.text in shown[-1]
        assert card.value is ...
        assert 'data-do="another"' not in card.part_status
        card.act("typed", value="b")
        card.act("check")
        assert str(asked.input._judge("b").message) in card.part_status
