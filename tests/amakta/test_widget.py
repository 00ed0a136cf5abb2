"""The widget without a browser: traits, actions, markup."""

import asyncio
import random
import re
import xml.etree.ElementTree as ET

import pytest
import traitlets

from amakta.analysis import infinit
from amakta.analysis.graph import explore
from amakta.analysis.solve import retrograde
from amakta.players.opponents import TablePlayer, player
from amakta.rules.games import Record, new_game
from amakta.rules.state import State
from amakta.widget import AmaktaWidget
from boardkit import choosing
from boardkit.messages import LANGUAGES
from boardkit.widget.base import PARTS
from tests.cases import every

BUSY = ("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
        " white 101010; black 300300 321000V")


def markup(widget):
    """All parts as one text; they must be well-formed."""
    parts = "".join(getattr(widget, f"part_{name}") for name in PARTS)
    ET.fromstring(f"<all>{parts}</all>")
    return parts


def targets(widget):
    """The fields that the widget offers."""
    root = ET.fromstring(f"<all>{widget.part_board}</all>")
    return {g.get("data-hit") for g in root.iter("g") if "gk-target" in (g.get("class") or "")}


def chosen(widget, *actions):
    """Do several actions: (name, data) pairs."""
    for name, data in actions:
        widget.act(name, **data)
    return widget


def test_a_stone_is_taken_in_hand_turned_and_laid_by_clicks():
    w = AmaktaWidget()
    w.act("hand", code="101010")
    assert targets(w) == {"-1,0"}
    w.act("turn", by="1")
    w.act("hit", place="-1,0")
    assert w.moves == "place -1,0 010101"
    assert w.value == State.start("raute4", "duo").play("place -1,0 010101")
    assert w.position == str(w.value)


def test_offered_fields_are_exactly_those_of_the_legal_moves():
    w = AmaktaWidget(BUSY)
    legal = w.value.legal_moves()
    w.act("hand", code="101010")
    assert targets(w) == {f"{m.field[0]},{m.field[1]}" for m in legal
                          if m.kind in ("place", "replace", "detach") and m.code == "101010"}
    w.act("hit", place="-2,0")
    assert w.moves == "replace -2,0 101010"
    w = chosen(AmaktaWidget(BUSY), ("hit", {"place": "-2,0"}))
    assert targets(w) == {f"{m.to[0]},{m.to[1]}" for m in legal if m.kind == "relocate" and m.field == (-2, 0)}


def test_a_stone_on_the_board_is_rotated_taken_and_relocated():
    start = State.parse("zeile5 W; stones -4,0:W200000")
    w = chosen(AmaktaWidget(start), ("hit", {"place": "-4,0"}), ("turn", {"by": "-1"}))
    w.act("move", move="rotate -4,0 000002")
    assert w.moves == "rotate -4,0 000002"
    w = chosen(AmaktaWidget(start), ("hit", {"place": "-4,0"}), ("mirror", {}), ("hit", {"place": "0,0"}))
    assert w.moves == "relocate -4,0 0,0 200000"
    w = chosen(AmaktaWidget(start), ("hit", {"place": "-4,0"}))
    assert 'data-move="take -4,0"' in w.part_tray
    assert 'data-move="rotate -4,0 200000"' in w.part_tray
    assert "<small>The stone already lies as E green" in w.part_tray


def test_enemy_stones_offer_what_can_be_done_with_them():
    w = AmaktaWidget("zeile5 W; stones -4,0:W500000 -2,0:B100000")
    w.act("hit", place="-2,0")
    assert re.findall(r'data-move="(\w+)', w.part_tray) == ["expropriate", "appropriate", "remove"]
    assert "it becomes yours, without its circle" in w.part_tray
    w = AmaktaWidget("zeile5 W; stones -4,0:W500000 0,0:B010000*; white 300000")
    w.act("hit", place="0,0")
    assert re.findall(r'data-move="(\w+)', w.part_tray) == ["release"]
    w.act("hand", code="300000")
    w.act("hit", place="0,0")
    assert w.moves == "detach 0,0 300000"


def test_an_illegal_click_shows_its_reason_and_keeps_the_stone_in_hand():
    w = chosen(AmaktaWidget(), ("hand", {"code": "111111"}), ("hit", {"place": "0,1"}))
    assert "You do not control 1 SE of the base of White: 0 arrows" in w.part_status
    assert "gk-error" in w.part_status
    assert w.moves == ""
    assert 'data-code="111111" aria-label="E blue, NE blue' in w.part_tray
    assert w.part_tray.count('aria-pressed="true"') == 1
    w.act("hit", place="-1,0")
    assert w.moves == "place -1,0 111111"


def test_a_click_on_an_empty_field_tells_its_arrows():
    w = chosen(AmaktaWidget(), ("hit", {"place": "1,0"}))
    assert "1 E of the base of White: empty. Arrows 0 to 1, Black." in w.announcement
    w.coordinates = True
    w.act("hit", place="1,0")
    assert "1,0: empty. Arrows 0 to 1, Black." in w.announcement


def test_dragging_is_the_same_as_clicking():
    in_hand = chosen(AmaktaWidget(), ("hand", {"code": "111111"}))
    in_hand.act("drag", source="hand:111111", target="-1,0")
    assert in_hand.moves == "place -1,0 111111", "what is in hand already is taken, not put back"
    w = chosen(AmaktaWidget(), ("drag", {"source": "hand:111111", "target": "-1,0"}), ("pass", {}))
    w.act("drag", source="-1,0", target="0,-1")
    assert w.moves == "place -1,0 111111; pass; relocate -1,0 0,-1 111111"
    w.act("drag", source="9,9", target="0,0")
    assert w.moves.count(";") == 2


def test_undo_redo_agreement_and_resignation():
    w = chosen(AmaktaWidget(), ("pass", {}), ("undo", {}))
    assert w.moves == ""
    w.act("redo")
    assert w.moves == "pass"
    w.act("resign")
    assert "White wins: the other side has resigned" in w.part_status
    w.act("undo")
    w.act("draw")
    assert "A draw: both sides have agreed to it" in w.part_status
    w.act("hand", code="111111")
    w.act("hit", place="1,0")
    assert "over" in w.part_status


def test_the_page_says_what_may_be_done_now_and_that_only_the_pass_is_left():
    w = AmaktaWidget()
    assert "White may now: lay a stone, or pass." in w.part_status
    w.moves = "place -1,0 111111"
    assert {m.kind for m in w.value.legal_moves()} == {"pass"}
    assert "Black can only pass" in w.part_status
    assert "press 0" in w.part_status
    w = AmaktaWidget("zeile5 W; stones -4,0:W500000 -2,0:B100000")
    assert "turn, move or take a stone, capture a stone, or pass" in w.part_status


def test_circles_and_combined_moves_are_explained_where_the_stone_is_in_hand():
    w = chosen(AmaktaWidget(BUSY), ("hit", {"place": "-1,-1"}))
    assert "Reinforcement (+): while an arrow of the opponent" in w.part_status
    assert "Relocate</strong>: take the stone and lay it on another field" in w.part_side
    w.act("hand", code="101010")
    assert "Replace</strong>: take your stone that lies there" in w.part_side
    w = chosen(AmaktaWidget(), ("hand", {"code": "101010"}), ("turn", {"by": "1"}))
    assert "Lay the stone on a lit field" in w.part_status
    w.moves = "place -1,0 111111"
    assert "cannot be laid anywhere now" in chosen(w, ("hand", {"code": "101010"})).part_status


def test_coordinates_are_shown_when_they_are_asked_for():
    w = AmaktaWidget()
    assert ">0,-1<" not in w.part_board
    w.act("switch", name="coordinates")
    assert ">0,-1<" in w.part_board


def test_the_last_move_is_outlined_and_a_moved_stone_stays_the_same_stone():
    w = AmaktaWidget(graph=False)
    assert "gk-last-move" not in w.part_board
    w.moves = "place -1,0 111111; pass"
    assert "gk-last-move" in w.part_board
    assert 'data-key="W111111"' in w.part_board
    w.moves = "place -1,0 111111; pass; relocate -1,0 0,-1 111111"
    outlines = w.part_board.split("gk-last-move")[0].rsplit("<g", 1)[0]
    assert 'data-key="W111111"' in w.part_board
    assert w.part_board.count("stroke-dasharray=\"7 5\"") == 1, outlines[-200:]


@pytest.mark.slow
def test_opponents_are_chosen_in_the_menu_and_the_winner_is_called_by_name():
    w = chosen(AmaktaWidget(), ("player", {"seat": "B", "value": "perfect"}))
    for place, code, turns in (("-1,0", "111111", 0), ("0,-1", "101010", 1)):
        w.act("hand", code=code)
        for _ in range(turns):
            w.act("turn", by="1")
        w.act("hit", place=place)
        assert w.value.turn == "W", "the program has answered"
    w.act("undo")
    w.act("redo")
    assert w.value.turn == "W"
    w.act("drag", source="0,-1", target="1,0")
    assert "You win: a stone lies on the enemy base." in w.part_status
    assert "Perfect (small games)" in w.part_players
    w.act("sides")
    assert w.game.moves[0].kind == "place", "now the program begins"
    w = chosen(AmaktaWidget(board="wabe56", stones="lehr8"), ("player", {"seat": "W", "value": "perfect"}))
    assert "could not move: perfect" in w.announcement
    assert w.moves == ""
    w.act("player", seat="W", value="person")
    assert w.players == {}


def test_two_widgets_on_one_game_go_on_together():
    first = AmaktaWidget(board="zeile3", stones="solo")
    second = AmaktaWidget(first)
    second.act("hand", code="444444")
    second.act("hit", place="-2,0")
    assert first.moves == second.moves == "place -2,0 444444"
    first.act("undo")
    assert second.moves == ""


def test_two_passes_end_the_game():
    w = chosen(AmaktaWidget(), ("pass", {}), ("pass", {}))
    assert "third time" in w.part_status


def test_a_program_answers_by_itself():
    solution = retrograde(explore(State.start("raute4", "duo")))
    w = AmaktaWidget(players={"W": TablePlayer(solution, random.Random(1))}, solution=solution)
    assert w.moves == "place -1,0 111111"
    w.act("pass")
    assert len(w.moves.split("; ")) == 3
    w.act("undo")
    assert w.moves == "place -1,0 111111", "back to a person's turn"
    w.act("look", view="judged")
    assert "Perfect play" in w.part_side
    assert 'class="gk-current"' in w.part_side


@pytest.mark.parametrize("threads", [True, False])
def test_while_a_program_thinks_the_widget_says_so_and_answers_and_can_stop_it(threads, monkeypatch):
    monkeypatch.setattr(choosing, "THREADS", threads)

    async def story():
        w = AmaktaWidget(board="wabe56", stones="lehr8", players={"W": player("search:1000000000")})
        await asyncio.sleep(0.05)
        assert "Looks ahead is thinking" in w.part_status
        w.act("pass")
        assert "stop it first" in w.announcement
        w.act("stop")
        assert (w.moves, "thinking" in w.part_status) == ("", False)
        w.players["W"] = player("search:300")
        w.act("go")
        while not w.moves:
            await asyncio.sleep(0.01)

    asyncio.run(story())


def test_a_program_that_fails_is_told_and_the_game_stays():
    class Broken:
        def choose(self, game):
            return {}["a stone"]

    w = AmaktaWidget(players={"W": Broken()})
    assert "Broken has raised an error: KeyError: 'a stone'" in w.announcement
    assert w.moves == ""


def test_circles_are_given_and_the_colour_is_chosen():
    w = AmaktaWidget(mode="setup")
    w.act("board", value="kaefer9")
    w.act("set", value="kreuz")
    w.act("circle", player="W", code="442442")
    w.act("circle", player="B", code="442442")
    w.act("circle", player="B", code="442442")
    markup(w)
    w.act("colour", player="B")
    assert w.mode == "play"
    assert w.value == State.start("kaefer9", "kreuz", {"W": {"442442": "V"}, "B": {"442442": "G"}})
    assert "White: host. Black: guest." in w.part_status


def test_an_infinit_game_is_prepared_from_the_bidding_to_the_first_move():
    w = chosen(AmaktaWidget(mode="infinit"), ("distance", {"value": "3"}), ("points", {"value": "4"}),
               ("offer", {"value": "5"}))
    w.act("offer", value="5")
    assert "must be higher" in w.part_status
    w.act("offer", value="13")
    w.act("accept")
    assert "host plays Black with 13 points" in w.part_status
    w.act("content", direction="0", value="1")
    assert "E blue costs 4 points" in w.part_tray
    w.act("create")
    for direction, digit in ((0, "1"), (1, "4")):
        w.act("content", direction=str(direction), value=digit)
    assert "costs 20 points, but only 13 are left" in w.part_tray
    w.act("circle", value="G")
    w.act("create")
    assert w.mode == "play"
    assert str(w.value) == "infinit(0,0/6,0) W; white 100000; black 410000G"
    assert "White: guest. Black: host." in w.part_status


NO_NUMBERS = [("distance", "0"), ("points", "-3"), ("points", "many"), ("offer", "1.5")]


@pytest.mark.parametrize(("action", "value"), NO_NUMBERS)
def test_what_is_no_number_is_refused_in_words(action, value):
    w = chosen(AmaktaWidget(mode="infinit"), (action, {"value": value}))
    assert "whole number" in w.part_status


def test_the_window_of_the_unbounded_board_moves_and_grows():
    w = AmaktaWidget(infinit.start(3, {"111111": ""}, {}))
    first = set(re.findall(r'data-hit="([^"]*)"', w.part_board))
    assert {"0,0", "6,0"} <= first
    w.act("pan", dx="2", dy="0")
    moved = set(re.findall(r'data-hit="([^"]*)"', w.part_board))
    assert moved == {f"{int(p.split(',')[0]) + 2},{p.split(',')[1]}" for p in first}
    w.act("zoom", by="1")
    assert len(re.findall("data-hit", w.part_board)) > len(moved)
    w.act("pan", dx="0", dy="0")
    assert set(re.findall(r'data-hit="([^"]*)"', w.part_board)) >= first


def test_the_state_graph_marks_the_present_state():
    w = AmaktaWidget(board="zeile3", stones="solo")
    w.act("look", view="graph")
    assert "Now in state 0" in w.part_side
    w.act("pass")
    assert "Now in state 1" in w.part_side
    large = chosen(AmaktaWidget(), ("look", {"view": "graph"}))
    assert "more than 60 states" in large.part_side, "6,148 states make no picture"


def test_a_game_is_replayed_with_slider_and_buttons():
    game = new_game(State.start("zeile3", "solo"), ("place -2,0 444444", "pass", "take -2,0"))
    w = AmaktaWidget(str(Record(game)), mode="replay")
    assert w.ply == 0
    w.act("step", by="1")
    assert w.position == str(game.states[1])
    w.act("goto", value="3")
    assert w.value == game.state
    w.act("run")
    assert w.ply == 0
    assert "data-wait" in w.part_tray
    for _ in range(3):
        w.act("step", by="1")
    assert "data-wait" not in w.part_tray
    w.ply = 99
    assert w.ply == 3


def test_traits_are_texts_that_are_checked_and_can_be_observed():
    w, seen = AmaktaWidget(), []
    w.observe(lambda change: seen.append(change["new"]), names=["position"])
    w.moves = "pass;place 1,0 111111"
    assert w.moves == "pass; place 1,0 111111"
    assert seen[-1] == w.position
    with pytest.raises(ValueError, match=r"not legal|over"):
        w.moves = "place 1,0 111111"
    with pytest.raises(ValueError, match="begins with the board"):
        w.position = "nonsense"
    w.position = "zeile3 B"
    assert w.moves == ""
    with pytest.raises(traitlets.TraitError):
        w.mode = "edit"
    with pytest.raises(TypeError):
        AmaktaWidget(colour="red")


@every("lang", LANGUAGES)
@every("mode", ["setup", "infinit", "play", "replay"])
def test_all_modes_are_well_formed_in_all_languages_and_in_large_print(lang, mode):
    w = AmaktaWidget(BUSY, mode=mode, lang=lang, large=True, arrows=True)
    text = markup(w)
    assert {"en": "Play", "de": "Spielen", "es": "Jugar"}[lang] in text
    w.act("lang", value="en")
    assert "Play" in markup(w)


def test_every_field_has_a_label_in_words():
    w = AmaktaWidget(BUSY)
    root = ET.fromstring(f"<all>{w.part_board}</all>")
    labels = [g.get("aria-label") for g in root.iter("g") if g.get("data-hit")]
    assert len(labels) == 7
    assert any("White (E green pair, NE blue pair, reinforcement), free" in text for text in labels)


def test_a_saved_notebook_shows_a_picture():
    picture = AmaktaWidget(BUSY).fallback()
    assert picture.markup.startswith("<svg")
    assert "White to move" in picture.desc


def test_unknown_actions_and_switches_are_refused():
    w = AmaktaWidget()
    with pytest.raises(ValueError, match="no action 'fly'"):
        w.act("fly")
    with pytest.raises(ValueError, match="'gravity'"):
        w.act("switch", name="gravity")
    w.act("hand", code="444444")
    assert "not in the inventory" in w.part_status


def test_a_stone_that_can_be_laid_nowhere_is_not_told_to_turn_because_its_twin_can_be_appropriated():
    w = AmaktaWidget("zeile3 W; stones -2,0:W444444 0,0:B000400G; white 400000; black 444444V")
    assert any(move.kind == "appropriate" for move in w.value.legal_moves())
    w.act("hand", code="400000")
    assert w.mode_now.status()[1] == "This stone cannot be laid anywhere now."


def test_tags_and_comments_of_a_file_stay_until_another_game_begins():
    game = new_game(State.start("zeile3", "solo"), ("place -2,0 444444",))
    tags, comments = {"Date": "2026.11.27", "White": "nobody"}, {1: "what else"}
    w = AmaktaWidget(mode="play")
    w.act("load", value=str(Record(game, tags, comments)))
    w.act("pass")
    w.act("undo")
    w.act("redo")
    w.act("resign")
    saved = w.game_text()
    assert '[Result "0-1"]' in saved
    assert Record.parse(saved) == Record(w.game, tags, comments)
    w.act("again")
    assert Record.parse(w.game_text()) == Record(new_game(game.start))


@every(("large", "lens"), [(False, ""), (False, "graph"), (True, "graph"), (True, "")])
def test_another_switch_leaves_the_lens_and_the_lecture_hall_as_they_are(large, lens):
    w = AmaktaWidget(large=large)
    w.lens = lens
    for shown in (True, False):
        w.act("switch", name="coordinates")
        assert (w.large, w.lens, w.coordinates) == (large, lens, shown)
