"""Run: the board reads a word."""

from __future__ import annotations

import re

from finity_edu.widget import BoardWidget
from tests.finity_edu.widget.games import WORKED


def test_a_word_is_read_to_acceptance_and_back() -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("look", view="delta")
    seen = []
    for _ in range(6):
        widget.act("step", by="1")
        seen.append(re.findall(r'<tr class="gk-current" aria-current="true"><th scope="row">(\W*\w)', widget.part_side))
    assert seen == [["B"], ["C"], ["→A"], ["B"], ["C"], ["*D"]]
    assert "gk-good" in widget.part_status
    for _ in range(6):
        widget.act("step", by="-1")
    assert widget.read == 0


def test_dead_branches_are_crossed_in_the_tree_and_branches_can_be_chosen() -> None:
    widget = BoardWidget("bga/abcd bb c; posts c@A; bridges bA>B.m bA>C.m bB>C.l", mode="run")
    widget.act("goto", value="2")
    assert 'stroke-dasharray="5 4"' in widget.part_side
    widget.act("goto", value="1")
    node = re.search(r'data-node="(\d)"[^>]*data-hit="node-\d"[^>]*aria-label="C after', widget.part_side)
    assert node is not None
    widget.act("branch", node=node[1], place="x")
    assert widget.announcement == "Run shown: A → C"
    widget.act("hit", place="B")
    assert widget.announcement == "Run shown: A → B"
    widget.act("hit", place="D")
    assert "No run" in widget.announcement


def test_rings_are_used_up_along_the_run() -> None:
    widget = BoardWidget(WORKED, mode="run", rings=True)
    rings = []
    for at in range(6):
        widget.act("goto", value=str(at))
        rings.append(_rings(widget))
    assert rings == [5, 5, 4, 3, 2, 1]


def _rings(widget: BoardWidget) -> int:
    """Number of rings in colour on the board: circles of the ring group of seat c."""
    own = r'<g fill="none" stroke="var\(--gk-seat-blue\)" stroke-width="[\d.]+">(.*?)</g>'
    group = re.search(own, widget.part_board)
    return group[1].count("<circle") if group else 0


def test_without_rings_the_automaton_accepts_what_the_game_does_not() -> None:
    widget = BoardWidget(WORKED.replace("C:cc.", "C:c.."), mode="run")
    widget.lens = "verdict"
    assert "gk-yes" in widget.part_side
    assert "there are too few rings" in widget.part_side


def test_playing_by_itself_sends_one_step_after_another_and_stops_at_the_end() -> None:
    widget = BoardWidget(WORKED, mode="run", word="bb")
    widget.act("run")
    assert 'data-wait="1200"' in widget.part_tray
    widget.act("run_on")
    assert widget.read == 1
    widget.act("run_on")
    assert widget.read == 2
    assert "data-wait" not in widget.part_tray


def test_other_words_can_be_read_and_wrong_letters_are_told() -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("set_word", value="b b w")
    assert widget.word == "bbw"
    widget.act("set_word", value="abc")
    assert "symbols b and w" in widget.announcement
    assert widget.word == "bbw"


def test_a_seat_without_post_has_no_run() -> None:
    widget = BoardWidget(WORKED, mode="run", seat=2)
    widget.lens = "tuple"
    assert "none" in widget.part_side
