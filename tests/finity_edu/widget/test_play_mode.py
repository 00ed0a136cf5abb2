"""Play: what clicks, drags, the table and programs do to the game."""

from __future__ import annotations

import asyncio
import re
import threading

import pytest

from finity_edu import Position, players
from finity_edu.examples import example_game
from finity_edu.rules.pieces import Move
from finity_edu.rules.record import new_game
from finity_edu.widget import BoardWidget, play
from tests.finity_edu.widget.games import First, played_game


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
    offered = re.findall(r'data-move="([^"]+)"', widget.part_board)
    legal = {str(move) for move in widget.value.legal_moves()}
    assert {"+bN&gt;C.m", "+bC&gt;N.m", "+wN&gt;C.m", "+wC&gt;N.m"} <= set(offered)
    known = [move.replace("&gt;", ">") in legal for move in offered]
    assert known == sorted(known, reverse=True)
    widget.act("choose", move="+bN>C.m")
    assert widget.moves == "+bN>C.m"
    assert 'role="menu"' not in widget.part_board


def test_the_board_is_saved_as_a_picture_and_the_game_as_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    widget, saved = BoardWidget(), []
    monkeypatch.setattr(widget, "send", saved.append)
    for kind in ("svg", "game"):
        widget.act("save", kind=kind)
    assert [one["file"] for one in saved] == ["board.svg", "game.txt"]
    assert saved[0]["text"].startswith("<svg")


def test_what_can_be_dragged_lies_ready_to_be_carried() -> None:
    assert 'data-lies="' in BoardWidget().part_board


def test_an_illegal_click_tells_the_reason_and_changes_nothing() -> None:
    widget = BoardWidget()
    widget.act("tool", tool="b")
    widget.act("hit", place="C-N.l")
    assert "this slot is taken" in widget.announcement
    assert "gk-error" in widget.part_status
    assert widget.moves == ""


def test_choosing_an_illegal_item_tells_its_reason() -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S; bridges bN>C.m; blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r")
    widget.act("hit", place="C-N.m")
    assert 'aria-disabled="true"' in widget.part_board
    widget.act("choose", move="-bN>C.m")
    assert "never removed" in widget.announcement
    assert widget.moves == ""


def test_dragging_from_station_to_station_takes_the_nearest_free_lane_and_asks_only_for_the_colour() -> None:
    for lying, lane in (("", "m"), ("; bridges bNE>N.m", "l"), ("; bridges bNE>N.m wNE>N.r", "r")):
        widget = BoardWidget(f"bga/2 bbwwbwbw c; posts c@N y@S{lying}")
        widget.act("drag", source="N", target="NE")
        offered = {move.replace("&gt;", ">") for move in re.findall(r'data-move="([^"]+)"', widget.part_board)}
        assert f"+bN>NE.{lane}" in offered
        assert len([move for move in offered if move.startswith("+b")]) == 1
        widget.act("escape")
        widget.act("tool", tool="b")
        widget.act("drag", source="N", target="NE")
        assert widget.moves == f"+bN>NE.{lane}"


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
    assert re.findall(r'data-move="\+b', widget.part_board)
    assert not re.findall(r'data-move="\+w', widget.part_board)


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
    assert "Orphaned rings swept off: 1" in widget.announcement


def test_a_win_is_told_and_its_path_is_shown() -> None:
    widget = BoardWidget("bga/abcd b c; posts c@C; bridges wC>D.m")
    widget.act("choose", move="+bC>D.l")
    assert "Blue wins" in widget.announcement
    assert ">1</text>" in widget.part_board
    widget.act("hit", place="A")
    assert "wins" in widget.announcement


def test_a_draw_is_told_once() -> None:
    drawn = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; clock 19").play("+bN>NE.m")
    assert "The game is over: a draw: 10 rounds" in BoardWidget(drawn).part_status


def test_at_the_end_the_way_lies_on_top_the_lens_shows_it_and_a_person_is_told() -> None:
    widget = BoardWidget(example_game().game.undo(), seat=2)
    assert 'stroke-width="4"' not in widget.part_side
    widget.act("choose", move="+oNE.l")
    assert widget.seat == 1
    assert widget.part_side.count('stroke-width="4"') >= 7
    pieces, way = widget.part_board.index("finity-pieces"), widget.part_board.index("<polyline")
    assert way > pieces
    assert "gk-last-move" not in widget.part_board
    assert "gk-next" not in widget.part_board, "the tower has been read"
    assert "the arrows read the whole tower" in widget.part_status
    assert "N → NE → SE → E" in widget.part_status


def test_a_click_on_a_station_with_nothing_to_do_says_what_can_be_done_there() -> None:
    widget = BoardWidget(Position.start(word="bbwwbwbw"))
    all_told = {"NE": "arrows can begin or end here", "C": "every path ends", "S": "nothing can be done"}
    for station, told in all_told.items():
        widget.act("hit", place=station)
        assert told in widget.announcement
        assert "gk-error" not in widget.part_status


def test_a_piece_that_cannot_be_played_is_dim_and_says_why() -> None:
    widget = BoardWidget()
    dim = dict(re.findall(r'data-tool="(.)"[^>]*data-why="([^"]*)"[^>]*aria-disabled="true"', widget.part_tray))
    assert set(dim) == {"s", "m", "l", "^"}
    widget.act("tool", tool="s")
    assert widget.announcement == dim["s"]
    assert "your arrows must lead" in dim["s"]
    assert 'aria-pressed="true"' not in widget.part_tray


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
            reached |= {move.replace("&gt;", ">") for move in re.findall(r'data-move="([^"]+)"', widget.part_board)}
            if "gk-selected" in widget.part_board and 'role="menu"' not in widget.part_board:  # a blocker was taken
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
    assert 'value="greedy" selected="true"' in widget.part_bar
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

    class Silent:
        def choose(self, position: Position) -> None:
            pass

    for player, told in ((Wrong(), "taken"), (Broken(), "RuntimeError: out of ideas"),
                         (Silent(), "Silent has given None")):
        widget = BoardWidget(players={2: player})  # type: ignore[dict-item]
        widget.act("choose", move="+bN>C.m")
        assert told in widget.announcement
        assert told in widget.part_status
        assert "gk-error" in widget.part_status
        assert widget.moves == "+bN>C.m"


def test_a_mistake_of_the_program_stands_where_the_reader_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = BoardWidget()
    monkeypatch.setattr(play.PlayMode, "hit", lambda mode, place, end: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        widget._receive(widget, {"do": "hit", "place": "NE"}, [])
    assert "ZeroDivisionError: division by zero" in widget.part_status
    assert "ZeroDivisionError" in widget.announcement


def test_a_match_counts_whose_games_they_are_and_sides_are_changed() -> None:
    widget = BoardWidget("bga/abcd b c; posts c@C; bridges wC>D.m")
    assert "gk-score" not in widget.part_players
    for do, score in (("again", "1"), ("sides", "2")):
        widget.act("choose", move="+bC>D.l")
        assert "wins" in widget.part_players
        won = [widget.seating.score(seat, widget.game.result) for seat in (1, 2)]
        assert won == ([None, None] if do == "again" else [2, 0])
        widget.act(do)
        assert f'class="gk-score">{score}</b>' in widget.part_players
        assert widget.moves == ""


def test_advice_is_drawn_where_it_would_be_played() -> None:
    widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    assert "gk-advised" not in widget.part_board
    widget.act("advise")
    assert "gk-advised" in widget.part_board


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
    assert ">Rat</button>" in widget.part_side
    widget.act("choose", move=best)
    assert widget.value.result is not None
    assert ">Rat</button>" not in widget.part_side
    widget.act("advise")
    assert "gewinnt" in widget.part_status


def test_a_computer_says_why_it_moves_so() -> None:
    widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m",
                         players={1: "greedy"})
    assert widget.value.result is not None
    assert "Completes the path A–B–C–D." in widget.announcement


def test_advice_can_be_interrupted_and_never_comes_too_late() -> None:
    async def story() -> None:
        widget = BoardWidget("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
        widget.act("advise")
        assert 'data-do="stop"' in widget.part_record
        widget.act("stop")
        assert 'data-do="stop"' not in widget.part_record
        widget.act("advise")
        widget.act("hit", place="B")  # the reader goes on meanwhile
        widget.act("choose", move="+oC.s")
        await asyncio.sleep(0.3)
        assert "advice" not in widget.part_side

    asyncio.run(story())


def test_in_play_a_change_of_the_table_is_a_move() -> None:
    widget = BoardWidget()
    widget.act("choose", colour="b", tail="N", head="C")
    assert widget.moves == "+bN>C.m"
    widget.act("choose", colour="b", tail="N", head="C")
    assert "Not legal" in widget.announcement


def test_the_levels_that_are_offered_are_those_that_there_are() -> None:
    assert list(play.LEVELS) == list(players.LEVELS)


def test_two_widgets_on_one_game_show_the_same_moves_players_and_score() -> None:
    first = BoardWidget("bga/abcd bb c; posts c@A; bridges bA>B.m bB>C.m")
    second, third = BoardWidget(first, mode="replay", lang="de"), BoardWidget(first.game)
    first.act("choose", move="+bA>C.m")
    assert (second.moves, second.ply) == (first.moves, 1)
    assert "+bA&gt;C.m" in second.part_side
    assert third.moves == ""  # a game is a value: each goes its own way from there
    second.mode = "play"
    second.act("undo")
    assert first.moves == ""
    first.act("redo")
    assert second.moves == "+bA>C.m"
    first.players[2] = First()
    second.act("go")
    assert len(first.moves.split()) > 1
    assert "First" in first.part_players
    assert "First" in second.part_players
    second.act("player", seat="2", value="person")
    second.act("new_word", value="wwb")
    assert (first.value.word, first.moves, first.players) == ("wwb", "", {})
    assert "First" not in first.part_players


def test_the_score_of_a_match_is_the_same_in_both_widgets() -> None:
    first = BoardWidget(example_game().game)
    second = BoardWidget(first)
    second.act("sides")
    assert first.moves == ""
    for widget in (first, second):
        assert re.findall(r'class="gk-score">(\d)<', widget.part_players) == ["0", "1"]


def test_with_two_programs_at_the_table_undo_goes_back_to_the_person() -> None:
    widget = BoardWidget(Position.start(3, word="bbwwbwbw"), players={2: First(), 3: First()})
    assert widget.moves == ""
    for _ in range(2):
        widget.act("choose", move=str(widget.value.legal_moves()[0]))
    assert len(widget.moves.split()) == 6
    widget.act("undo")
    assert len(widget.moves.split()) == 3
    assert widget.value.to_move == 1
    widget.act("redo")
    assert len(widget.moves.split()) == 6
    widget.act("undo")
    widget.act("undo")
    assert widget.moves == ""


def test_everybody_sits_one_seat_further_with_what_they_have_won() -> None:
    first, second = First(), First()
    widget = BoardWidget(Position.start(3, word="bbwwbwbw"), players={2: first, 3: second})
    widget.act("sides")
    assert widget.players == {3: first, 1: second}
    widget.act("sides")
    assert widget.players == {1: first, 2: second}
    widget.act("sides")
    assert widget.players == {2: first, 3: second}


def test_a_move_can_be_taken_back_as_soon_as_there_is_one_and_so_can_an_end() -> None:
    def undoes(game: object) -> bool:
        button, *_ = BoardWidget(game).mode_now.history()  # type: ignore[attr-defined]
        assert button.get("data-do") == "undo"
        return button.get("aria-disabled") != "true"

    start, moved = new_game(Position.start(word="bbwwbwbw")), played_game(1)
    assert [undoes(game) for game in (start, start.resign(1), moved, moved.resign(2))] == [False, True, True, True]


def test_what_only_another_mode_knows_comes_too_late_and_is_passed_over() -> None:
    widget = BoardWidget()
    widget.act("clear")  # of the editor
    assert (widget.mode, widget.moves) == ("play", "")
    with pytest.raises(Exception, match="nonsense"):
        widget.act("nonsense")
