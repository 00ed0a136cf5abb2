"""Replay: a recorded game, move by move."""

from __future__ import annotations

from finity_edu.rules.record import Record
from finity_edu.widget import BoardWidget
from tests.finity_edu.widget.games import played_game


def test_a_recorded_game_is_walked_through_with_its_comments() -> None:
    game = played_game(12, seed=3)
    widget = BoardWidget(Record(game, {}, {2: "a strange idea"}), mode="replay")
    assert widget.value == game.start
    widget.act("step", by="1")
    widget.act("step", by="1")
    assert widget.value == game.states[2]
    assert "a strange idea" in widget.part_status
    widget.act("goto", value="12")
    assert widget.position == str(game.state)
    widget.ply = 5
    assert widget.value == game.states[5]
    widget.ply = 99
    assert widget.ply == 12


def test_a_recorded_game_is_not_changed_by_the_table() -> None:
    widget = BoardWidget(played_game(4), mode="replay")
    moves = widget.moves
    widget.act("choose", colour="b", tail="N", head="C")
    assert widget.moves == moves
    assert "cannot be changed" in widget.announcement


def test_the_tags_of_a_file_stay_while_its_game_goes_on_on_any_board() -> None:
    tags = {"Date": "2026.11.27", "White": "nobody"}
    first = BoardWidget()
    second = BoardWidget(first)
    first.act("load", value=str(Record(played_game(4).resign(2), tags)))
    assert Record.parse(second.game_text()).tags == tags
    for do in ("undo", "redo", "undo"):
        second.act(do)
        assert Record.parse(first.game_text()) == Record(first.game, tags)
    first.moves = first.joined(played_game(5))
    saved = first.game_text()
    assert '[Result "*"]' in saved
    assert Record.parse(saved) == Record(played_game(5), tags)
    second.act("again")
    assert "nobody" not in first.game_text()


def test_a_game_can_be_saved_after_a_commented_move_was_taken_back() -> None:
    widget = BoardWidget(Record(played_game(4), {}, {1: "first", 4: "last"}))
    widget.act("undo")
    assert "{first}" in widget.game_text()
    assert "{last}" not in widget.game_text()
    widget.act("load", value=str(Record(played_game(4), {}, {2: "second"})))
    assert "{second}" in widget.game_text()
    assert "{first}" not in widget.game_text()
