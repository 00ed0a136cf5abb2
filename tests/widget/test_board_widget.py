"""The board widget without a browser: what clicks, drags and assignments do."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from typing import Any

import pytest
import traitlets

from boardkit.game import Game
from boardkit.messages import LANGUAGES
from finity_edu import InvalidPositionError, NotationError, Position
from finity_edu.pieces import Move
from finity_edu.record import Record
from finity_edu.widget import BoardWidget

WORKED = "bga/abcd bbwwbb c; posts c@A; rings A:c.. B:cc. C:cc.; bridges wA>B.l bA>B.m wC>A.m bB>C.l bC>D.m"


def played_game(plies: int, seed: int = 1, players: int = 2) -> Game[Position]:
    rng = random.Random(seed)
    game = Game(Position.start(players, word="bbwwbwbw"), seats=tuple(range(1, players + 1)))
    for _ in range(plies):
        if game.result is None:
            game = game.play(rng.choice(game.legal_moves()))
    return game


class First:
    """Plays the first legal move."""

    def choose(self, position: Position) -> Move:
        return position.legal_moves()[0]


# --- construction and assignment ---------------------------------------------------------------------------------


def test_unknown_keywords_raise() -> None:
    with pytest.raises(TypeError):
        BoardWidget(postion="bga/2 bbwwbwbw c")  # type: ignore[call-arg]


@pytest.mark.parametrize("options", [{"mode": "watch"}, {"seat": 3}, {"word": "abc"}, {"lang": "fr"}])
def test_impossible_values_raise_at_construction(options: dict[str, Any]) -> None:
    with pytest.raises((traitlets.TraitError, ValueError)):
        BoardWidget(**options)


def test_malformed_and_impossible_positions_raise() -> None:
    with pytest.raises(NotationError):
        BoardWidget("nonsense")
    with pytest.raises(InvalidPositionError):
        BoardWidget("bga/2 bbwwbwbw c; posts c@N y@N")
    widget = BoardWidget()
    before = widget.position
    with pytest.raises(NotationError):
        widget.position = "bga/2 bbwwbwbw"
    assert widget.position == before


def test_players_without_choose_are_refused() -> None:
    with pytest.raises(TypeError, match="choose"):
        BoardWidget(players={2: object()})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="seat 5"):
        BoardWidget(players={5: First()})


@pytest.mark.parametrize(("name", "value"), [("mode", "x"), ("seat", 9), ("word", "bx")])
def test_impossible_values_raise_at_assignment(name: str, value: object) -> None:
    with pytest.raises(traitlets.TraitError):
        setattr(BoardWidget(), name, value)


def test_assigning_a_position_begins_a_game_there_and_is_observed() -> None:
    widget, seen = BoardWidget(), []
    widget.observe(lambda change: seen.append(change["new"]), "position")
    widget.position = "  bga/abcd bb c;  posts c@A; bridges bA>B.m "
    assert widget.position == seen[-1] == "bga/abcd bb c; posts c@A; bridges bA>B.m"
    assert widget.value == Position.parse(widget.position)
    assert widget.word == "bb"


def test_assigning_moves_plays_them_from_the_start() -> None:
    widget = BoardWidget()
    widget.moves = "+bN>C.m +bS>SE.m"
    assert widget.value == Position.start(word="bbwwbwbw").play("+bN>C.m").play("+bS>SE.m")
    with pytest.raises(ValueError, match="slot"):
        widget.moves = "+bN>C.m +bN>C.m"
    assert widget.moves == "+bN>C.m +bS>SE.m"


def test_the_page_draws_a_slot_and_station_for_each_place_of_the_board() -> None:
    widget = BoardWidget()
    hits = re.findall(r'data-hit="([^"]+)"', widget.part_board)
    assert sorted(hits) == sorted([*widget.value.board.names, *map(str, widget.value.board.slots)])


# --- play ----------------------------------------------------------------------------------------------------------


def test_a_tool_and_a_click_with_one_legal_meaning_play_a_move() -> None:
    position = Position.start(word="bbwwbwbw").play("+bN>NE.m").play("+bS>SE.m")
    widget = BoardWidget(position)
    widget.act("tool", tool="s")
    assert re.findall(r'data-hit="(\w+)"[^>]*class="gk-hit gk-target"', widget.part_board) == ["NE"]
    widget.act("hit", place="NE")
    assert widget.moves == "+oNE.s"


def test_a_click_with_several_meanings_opens_a_menu_whose_items_are_the_legal_moves_first() -> None:
    widget = BoardWidget()
    widget.act("hit", place="C-N.m")
    offered = re.findall(r'data-move="([^"]+)"', widget.part_menu)
    legal = {str(move) for move in widget.value.legal_moves()}
    assert {"+bN&gt;C.m", "+bC&gt;N.m", "+wN&gt;C.m", "+wC&gt;N.m"} <= set(offered)
    known = [move.replace("&gt;", ">") in legal for move in offered]
    assert known == sorted(known, reverse=True)
    widget.act("choose", move="+bN>C.m")
    assert widget.moves == "+bN>C.m"
    assert widget.part_menu == ""


def test_an_illegal_click_tells_the_reason_and_changes_nothing() -> None:
    widget = BoardWidget()
    widget.act("tool", tool="b")
    widget.act("hit", place="C-N.l")
    assert "the slot C-N.l is taken by c@C-N.l" in widget.announcement
    assert "gk-error" in widget.part_status
    assert widget.moves == ""


def test_choosing_an_illegal_item_tells_its_reason() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S; bridges bN>C.m; blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r")
    widget.act("hit", place="C-N.m")
    assert 'aria-disabled="true"' in widget.part_menu
    widget.act("choose", move="-bN>C.m")
    assert "never removed" in widget.announcement
    assert widget.moves == ""


def test_dragging_from_station_to_station_offers_the_arrows_between_them() -> None:
    widget = BoardWidget()
    widget.act("drag", source="N", target="NE")
    offered = {move.replace("&gt;", ">") for move in re.findall(r'data-move="([^"]+)"', widget.part_menu)}
    assert "^NE" in offered
    assert {f"+{c}N>NE.{lane}" for c in "bw" for lane in "lmr"} <= offered


def test_dragging_with_an_arrow_in_hand_into_a_slot_gives_its_direction() -> None:
    widget = BoardWidget()
    widget.act("tool", tool="w")
    widget.act("drag", source="N", target="C-N.m")
    assert widget.moves == "+wN>C.m"


def test_a_blocker_is_taken_and_put_down_elsewhere() -> None:
    widget = BoardWidget()
    widget.act("hit", place="C-N.l")
    assert "gk-selected" in widget.part_board
    widget.act("hit", place="NE-E.m")
    assert widget.moves == "xC-N.l/NE-E.m"
    widget.act("undo")
    widget.act("drag", source="C-N.r", target="NE-E.m")
    assert widget.moves == "xC-N.r/NE-E.m"


def test_dragging_a_tool_is_taking_it_and_clicking() -> None:
    widget = BoardWidget()
    widget.act("drag", source="tool:b", target="C-NE.m")
    assert re.findall(r'data-move="\+b', widget.part_menu)
    assert not re.findall(r'data-move="\+w', widget.part_menu)


def test_undo_and_redo_walk_through_the_game() -> None:
    widget = BoardWidget()
    widget.moves = "+bN>C.m +bS>SE.m"
    widget.act("undo")
    assert widget.moves == "+bN>C.m"
    widget.act("redo")
    assert widget.moves == "+bN>C.m +bS>SE.m"
    widget.act("redo")
    assert "gk-error" in widget.part_status


def test_orphans_are_told() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw y; posts c@N y@S; rings NE:c..; bridges bN>NE.m")
    widget.act("choose", move="~bN>NE.m")
    assert "orphans: 1" in widget.announcement


def test_a_win_is_told_and_its_path_is_shown() -> None:
    widget = BoardWidget("bga/abcd b c; posts c@C; bridges wC>D.m")
    widget.act("choose", move="+bC>D.l")
    assert "won by seat 1" in widget.announcement
    assert ">1</text>" in widget.part_board
    widget.act("hit", place="A")
    assert "over" in widget.announcement


def test_every_legal_move_can_be_reached_by_clicks_and_choices() -> None:
    for seed in range(3):
        position = played_game(30, seed).state
        if position.result is not None:
            continue
        reached = set()
        widget = BoardWidget(position)
        for place in [*position.board.names, *map(str, position.board.slots)]:
            widget.act("escape")
            widget.act("hit", place=place)
            reached |= {move.replace("&gt;", ">") for move in re.findall(r'data-move="([^"]+)"', widget.part_menu)}
            if "gk-selected" in widget.part_board and not widget.part_menu:  # a blocker was taken
                targets = re.findall(r'data-hit="([^"]+)"[^>]*class="gk-hit gk-target"', widget.part_board)
                reached |= {f"x{place}/{target}" for target in targets}
        assert {str(move) for move in position.legal_moves()} <= reached


def test_without_a_loop_a_program_answers_at_once() -> None:
    widget = BoardWidget(players={2: First()})
    widget.act("choose", move="+bN>C.m")
    assert len(widget.moves.split()) == 2
    assert widget.value.to_move == 1
    widget.act("undo")
    assert widget.moves == ""


def test_opponents_are_chosen_by_name_in_python_and_on_the_page() -> None:
    widget = BoardWidget(players={2: "greedy"})
    widget.act("choose", move="+bN>C.m")
    assert len(widget.moves.split()) == 2
    assert 'value="greedy" selected="true"' in widget.part_side
    widget.act("player", seat="2", value="person")
    widget.act("choose", move="+bN>NE.m")
    assert len(widget.moves.split()) == 3
    widget.act("player", seat="2", value="random")
    assert len(widget.moves.split()) == 4
    with pytest.raises(ValueError, match="nobody"):
        BoardWidget(players={2: "nobody"})


def test_an_illegal_or_failing_program_is_told_and_the_board_stays() -> None:
    class Wrong:
        def choose(self, position: Position) -> str:
            return "+bN>C.l"

    class Broken:
        def choose(self, position: Position) -> str:
            raise RuntimeError("out of ideas")

    for player, told in ((Wrong(), "taken"), (Broken(), "out of ideas")):
        widget = BoardWidget(players={2: player})
        widget.act("choose", move="+bN>C.m")
        assert told in widget.announcement
        assert widget.moves == "+bN>C.m"


def test_a_thinking_program_leaves_the_widget_free_and_can_be_interrupted() -> None:
    class Slow:
        def __init__(self) -> None:
            self.go, self.stopped = threading.Event(), False

        def choose(self, position: Position) -> Move:
            self.go.wait(5)
            return position.legal_moves()[0]

        def stop(self) -> None:
            self.stopped = True
            self.go.set()

    async def story() -> None:
        player = Slow()
        widget = BoardWidget(players={2: player})
        widget.act("choose", move="+bN>C.m")
        await asyncio.sleep(0.1)
        widget.act("hit", place="NE")  # answered while the program thinks
        assert "thinking" in widget.announcement
        widget.act("stop")
        await asyncio.sleep(0.1)
        assert player.stopped
        assert widget.moves == "+bN>C.m"
        widget.act("go")
        for _ in range(100):
            await asyncio.sleep(0.02)
            if len(widget.moves.split()) == 2:
                break
        assert widget.value.to_move == 1

    asyncio.run(story())


def test_advice_names_the_best_moves_and_why_and_a_click_plays_one() -> None:
    widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    widget.act("advise")
    assert "Completes the path A–B–C–D." in widget.announcement
    best = re.findall(r'data-move="([^"]*)"', widget.part_side)[0]  # a ring on C wins, whatever its size
    widget.act("lang", value="de")
    assert "Rat</summary>" in widget.part_side
    widget.act("choose", move=best)
    assert widget.value.result is not None
    assert "Rat</summary>" not in widget.part_side
    widget.act("advise")
    assert "zu Ende" in widget.part_status


def test_a_computer_says_why_it_moves_so() -> None:
    widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m",
                         players={1: "greedy"})
    assert widget.value.result is not None
    assert "Completes the path A–B–C–D." in widget.announcement


def test_advice_can_be_interrupted_and_never_comes_too_late() -> None:
    async def story() -> None:
        widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
        widget.act("advise")
        assert 'data-do="stop"' in widget.part_bar
        widget.act("stop")
        assert 'data-do="stop"' not in widget.part_bar
        widget.act("advise")
        widget.act("hit", place="B")  # the reader goes on meanwhile
        widget.act("choose", move="+oC.s")
        await asyncio.sleep(0.3)
        assert "advice" not in widget.part_side

    asyncio.run(story())


# --- edit ----------------------------------------------------------------------------------------------------------


def test_the_editor_puts_any_piece_anywhere_and_lists_the_problems() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S", mode="edit")
    for tool, place in (("b", "C-N.l"), ("b", "C-N.l"), ("w", "C-NE.r"), ("s", "NE"), ("x", "NE-E.m"), ("^", "W")):
        widget.act("tool", tool=tool)
        widget.act("hit", place=place)
    assert widget.position == (
        "bga/2 bbwwbwbw c; posts c@W y@S; rings NE:c..; bridges bN>C.r wC>NE.r; blockers c@NE-E.m"
    )
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
    assert widget.value.layout.bridges == ()


def test_editing_the_table_changes_the_board_and_the_board_changes_the_table() -> None:
    widget = BoardWidget(WORKED, mode="edit")
    widget.act("cell", state="A", symbol="b")
    widget.act("choose", colour="b", tail="A", head="C")
    assert "bA>C.l" in widget.position
    assert "{B, C}" in widget.part_side
    widget.act("choose", colour="b", tail="A", head="C")
    assert "A>C" not in widget.position


def test_a_table_entry_that_finds_no_lane_tells_why() -> None:
    full = "bga/abcd bb c; posts c@A; bridges bA>B.l wA>B.m wB>A.l"
    widget = BoardWidget(full, mode="edit")
    widget.act("choose", colour="b", tail="B", head="A")
    assert "No free lane" in widget.announcement
    assert "taken by" in widget.announcement
    assert widget.position == full


def test_in_play_a_change_of_the_table_is_a_move() -> None:
    widget = BoardWidget()
    widget.act("choose", colour="b", tail="N", head="C")
    assert widget.moves == "+bN>C.m"
    widget.act("choose", colour="b", tail="N", head="C")
    assert "Not legal" in widget.announcement


# --- what a screen reader says -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "action", "data", "said"), [
    ("run", "step", {"by": "1"}, "Read b: from {A} to {B}"),
    ("run", "mode", {"name": "edit"}, "no problems"),
    ("play", "tool", {"tool": "b"}, "In hand: Black"),
    ("edit", "tool", {"tool": "s"}, "Small"),
    ("edit", "hit", {"place": "C-D.l"}, "C to D, left lane: black arrow C → D"),
    ("play", "lang", {"value": "de"}, "ist am Zug"),
])
def test_every_change_is_announced(mode: str, action: str, data: dict[str, str], said: str) -> None:
    text = WORKED if mode != "play" else "bga/abcd bbw c; posts c@A"
    widget = BoardWidget(text, mode=mode)
    before = widget.announced
    widget.act(action, **data)
    assert said in widget.announcement
    assert widget.announced == before + 1


# --- run -----------------------------------------------------------------------------------------------------------


def test_a_word_is_read_to_acceptance_and_back() -> None:
    widget = BoardWidget(WORKED, mode="run")
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
    assert "✕" in widget.part_side
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
        rings.append(len(re.findall(r'fill="none" stroke="#56B4E9"', widget.part_board)) and _rings(widget))
    assert rings == [5, 5, 4, 3, 2, 1]


def _rings(widget: BoardWidget) -> int:
    """Number of rings in colour on the board: circles of the ring group of seat c."""
    group = re.search(r'<g fill="none" stroke="#56B4E9" stroke-width="[\d.]+">(.*?)</g>', widget.part_board)
    return group[1].count("<circle") if group else 0


def test_without_rings_the_automaton_accepts_what_the_game_does_not() -> None:
    widget = BoardWidget(WORKED.replace("C:cc.", "C:c.."), mode="run")
    assert "gk-yes" in widget.part_side
    assert "do not suffice" in widget.part_side


def test_playing_by_itself_sends_one_step_after_another_and_stops_at_the_end() -> None:
    widget = BoardWidget(WORKED, mode="run", word="bb")
    widget.act("run")
    assert 'data-wait="1200"' in widget.part_bar
    widget.act("run_on")
    assert widget.read == 1
    widget.act("run_on")
    assert widget.read == 2
    assert "data-wait" not in widget.part_bar


def test_other_words_can_be_read_and_wrong_letters_are_told() -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("set_word", value="b b w")
    assert widget.word == "bbw"
    widget.act("set_word", value="abc")
    assert "letters b and w" in widget.announcement
    assert widget.word == "bbw"


def test_a_seat_without_post_has_no_run() -> None:
    widget = BoardWidget(WORKED, mode="run", seat=2)
    widget.act("step", by="1")
    assert "none" in widget.part_side


# --- replay --------------------------------------------------------------------------------------------------------


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


# --- for everyone --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("mode", ["play", "edit", "run", "replay"])
def test_every_mode_speaks_every_language(mode: str, lang: str) -> None:
    widget = BoardWidget(played_game(8), mode=mode, lang=lang)
    text = widget.part_bar + widget.part_board + widget.part_side + widget.part_status + widget.part_help
    assert "{" not in re.sub(r"\{[A-Z, ]*\}|\{b, w\}", "", re.sub(r"<[^>]*>", "", text))
    other = BoardWidget(played_game(8), mode=mode, lang="en" if lang != "en" else "de")
    assert other.part_bar != widget.part_bar
    other.act("lang", value=lang)
    assert other.part_bar == widget.part_bar


def test_every_control_and_place_has_a_name() -> None:
    for mode in ("play", "edit", "run", "replay"):
        widget = BoardWidget(played_game(8), mode=mode)
        for hit in re.findall(r"<g role=\"button\"[^>]*>", widget.part_board):
            assert re.search(r'aria-label="[^"]+"', hit)
        assert widget.part_board.count('tabindex="0"') == 1


def test_large_print_enlarges_the_board() -> None:
    small, large = BoardWidget(), BoardWidget(large=True)
    widths = [int(re.search(r'viewBox="0 0 (\d+)', w.part_board)[1]) for w in (small, large)]  # type: ignore[index]
    assert widths[1] > 1.3 * widths[0]


def test_the_fallback_shows_the_board_as_it_is() -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("step", by="1")
    data, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg")
    assert "Symbols read: 1" in data["image/svg+xml"]


def test_the_fallback_of_a_run_shows_the_word_that_is_read() -> None:
    position = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    widget = BoardWidget(position, mode="run", word="bbwbb")
    assert "bbwbb" in widget._repr_mimebundle_()[0]["image/svg+xml"].replace(" ", "")


@pytest.mark.parametrize("view", [False, True])
def test_a_saved_notebook_still_shows_the_board(view: bool) -> None:
    """As nbconvert shows it: after the build of the notebooks, and as Jupyter saves it (without the state)."""
    nbformat, nbconvert = pytest.importorskip("nbformat"), pytest.importorskip("nbconvert")
    data, _ = BoardWidget(WORKED)._repr_mimebundle_()
    if not view:
        del data["application/vnd.jupyter.widget-view+json"]
    output = nbformat.v4.new_output("display_data", data)
    cell = nbformat.v4.new_code_cell("widget", outputs=[output])
    page, _ = nbconvert.HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert 'alt="Finity board with 4 stations' in page
    assert "data:image/svg+xml" in page


def test_actions_that_do_not_exist_raise() -> None:
    with pytest.raises(ValueError, match="no action"):
        BoardWidget().act("explode")
    widget = BoardWidget()
    widget.act("hit", place="X-Y.m")
    assert "no station or slot" in widget.announcement


def test_the_table_marks_the_start_of_the_seat_that_is_shown_and_no_other() -> None:
    widget = BoardWidget()
    assert re.findall(r"→(\w+)</th>", widget.part_side) == ["N"]
    widget.act("seat", seat="2")
    assert re.findall(r"→(\w+)</th>", widget.part_side) == ["S"]


def test_the_automaton_can_be_read_back() -> None:
    widget = BoardWidget(WORKED)
    assert widget.nfa().accepts_input("bbwwbb")
    assert not widget.nfa(rings=True).accepts_input("bbb" + "bbb")


def test_only_what_changed_is_sent() -> None:
    widget = BoardWidget()
    sent: list[str] = []
    widget.observe(lambda change: sent.append(change["name"]), names=traitlets.All)
    widget.act("tool", tool="s")
    assert "part_side" not in sent
    assert sent.count("tick") == 1
