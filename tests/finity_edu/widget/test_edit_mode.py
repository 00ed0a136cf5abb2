"""Edit: pieces anywhere, and the problems of what is built."""

from __future__ import annotations

import re

import pytest

from finity_edu import InvalidPositionError, Position
from finity_edu.widget import BoardWidget
from tests.finity_edu.widget.games import WORKED, played_game


def test_the_lens_of_the_editor_opens_on_the_automaton() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S", mode="edit")
    assert 'aria-pressed="true"' in re.findall(r"<button[^>]*data-view=\"picture\"[^>]*>", widget.part_side)[0]
    assert "gk-good" not in widget.part_status


def test_the_editor_puts_any_piece_anywhere_and_lists_the_problems() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S", mode="edit")
    for tool, place in (("b", "C-N.l"), ("b", "C-N.l"), ("w", "C-NE.r"), ("s", "NE"), ("x", "NE-E.m"), ("^", "W")):
        widget.act("tool", tool=tool)
        widget.act("hit", place=place)
    assert widget.position == (
        "bga/2 bbwwbwbw c; posts c@W y@S; rings NE:c..; bridges bN>C.r wC>NE.r; blockers c@NE-E.m"
    )
    assert "A ring of Blue on NE is orphaned" in widget.part_status
    widget.act("look", view="position")
    assert "orphaned" in widget.part_side
    widget.act("edit_seat", seat="2")
    widget.act("tool", tool="^")
    widget.act("hit", place="W")
    assert "stand together" in widget.part_side
    with pytest.raises(InvalidPositionError):
        _ = widget.value
    widget.act("undo")
    assert widget.value.layout.posts == ("W", "S")


def test_the_editor_is_left_only_with_a_position_that_can_exist() -> None:
    widget = BoardWidget(mode="edit")
    widget.act("tool", tool="erase")
    widget.act("hit", place="N")
    widget.act("mode", name="play")
    assert widget.mode == "edit"
    assert "missing" in widget.announcement
    widget.act("setup")
    widget.act("mode", name="play")
    assert widget.mode == "play"
    assert widget.value == Position.start(word="bbwwbwbw")


def test_the_editor_begins_with_what_lies_on_the_board_and_keeps_an_untouched_game() -> None:
    widget = BoardWidget(played_game(6))
    moves, shown = widget.moves, widget.value.layout
    widget.act("mode", name="edit")
    assert widget.value.layout == shown
    widget.act("mode", name="play")
    assert widget.moves == moves
    widget.act("mode", name="replay")
    widget.act("goto", value="3")
    there = widget.value.layout
    widget.act("mode", name="edit")
    assert widget.value.layout == there
    widget.act("set_word", value="wwwwbbbb")
    widget.act("mode", name="run")
    assert (widget.moves, widget.word, widget.value.layout) == ("", "wwwwbbbb", there)


def test_python_cannot_leave_the_editor_with_an_impossible_position_either() -> None:
    widget = BoardWidget(mode="edit")
    widget.position = "bga/2 bbwwbwbw c; posts c@N y@N"
    with pytest.raises(InvalidPositionError, match="stand together"):
        widget.mode = "play"
    assert widget.mode == "edit"


def test_boards_words_turns_and_texts_can_be_set() -> None:
    widget = BoardWidget(mode="edit")
    widget.act("set_board", value="3")
    assert widget.value.players == 3
    widget.act("set_turn", value="2")
    widget.act("set_word", value="wwwwbbbb")
    assert (widget.value.turn, widget.value.word) == (2, "wwwwbbbb")
    widget.act("set_position", value=WORKED)
    assert widget.position == WORKED
    widget.act("set_position", value="bga/abcd")
    assert "gk-error" in widget.part_status
    assert widget.position == WORKED
    widget.act("clear")
    assert widget.value.layout.arrows == ()


def test_editing_the_table_changes_the_board_and_the_board_changes_the_table() -> None:
    widget = BoardWidget(WORKED, mode="edit")
    widget.act("cell", state="A", symbol="b")
    widget.act("choose", colour="b", tail="A", head="C")
    assert "bA>C.l" in widget.position
    widget.act("look", view="delta")
    assert "{B, C}" in widget.part_side
    widget.act("choose", colour="b", tail="A", head="C")
    assert "A>C" not in widget.position


def test_a_table_entry_that_finds_no_lane_tells_why() -> None:
    full = "bga/abcd bb c; posts c@A; bridges bA>B.l wA>B.m wB>A.l"
    widget = BoardWidget(full, mode="edit")
    widget.act("choose", colour="b", tail="B", head="A")
    assert "No free lane" in widget.announcement
    assert "taken" in widget.announcement
    assert widget.position == full


def test_the_eraser_takes_what_lies_in_a_slot_and_no_other_tool_does() -> None:
    widget = BoardWidget(Position.start(2, word="bbwwbwbw"), mode="edit")
    widget.act("tool", tool="b")
    widget.act("hit", place="N-NE.m")
    assert len(widget.value.layout.arrows) == 1
    widget.act("tool", tool="s")
    widget.act("hit", place="N-NE.m")
    assert len(widget.value.layout.arrows) == 1
    widget.act("tool", tool="erase")
    widget.act("hit", place="N-NE.m")
    assert widget.value.layout.arrows == ()


FULL = "bga/2 bbwwbwbw c; posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m"
EDITS = {  # seat, tool and place, and what lies there then
    (1, "s", "NE"): "posts c@N y@S; rings NE:.yc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "m", "NE"): "posts c@N y@S; rings NE:ccc; bridges bN>C.m; blockers y@NE-E.m",
    (2, "s", "NE"): "posts c@N y@S; rings NE:yyc; bridges bN>C.m; blockers y@NE-E.m",
    (2, "m", "NE"): "posts c@N y@S; rings NE:c.c; bridges bN>C.m; blockers y@NE-E.m",
    (2, "l", "E"): "posts c@N y@S; rings NE:cyc E:..y; bridges bN>C.m; blockers y@NE-E.m",
    (1, "^", "N"): "posts y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "^", "E"): "posts c@E y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "erase", "NE"): "posts c@N y@S; bridges bN>C.m; blockers y@NE-E.m",
    (1, "erase", "S"): "posts c@N; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "erase", "E"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "erase", "NE-E.m"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m",
    (1, "erase", "N-C.m"): "posts c@N y@S; rings NE:cyc; blockers y@NE-E.m",
    (1, "b", "NE"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (1, "x", "NE"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
    (2, "x", "NE-E.m"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m",
    (1, "x", "S-C.m"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers c@C-S.m y@NE-E.m",
    (1, "m", "N-C.m"): "posts c@N y@S; rings NE:cyc; bridges bN>C.m; blockers y@NE-E.m",
}


def test_every_tool_lays_and_takes_its_own_and_nothing_else() -> None:
    for (seat, tool, place), wanted in EDITS.items():
        widget = BoardWidget(FULL, mode="edit")
        widget.act("edit_seat", seat=str(seat))
        widget.act("tool", tool=tool)
        widget.act("hit", place=place)
        assert widget.position == f"bga/2 bbwwbwbw c; {wanted}", (seat, tool, place)


def test_in_the_editor_whoever_asks_for_the_editor_stays_there_whatever_is_on_the_board() -> None:
    widget = BoardWidget(mode="edit")
    widget.position = "bga/2 bbwwbwbw c; posts c@N y@N"
    widget.mode = "edit"
    widget.act("mode", name="edit")
    assert (widget.mode, "posts c@N y@N" in widget.position) == ("edit", True)
    assert widget.note is None, "nothing was refused"
