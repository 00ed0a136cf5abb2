"""Texts, dictionaries and files: round trips, and garbage that is refused with its place."""

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amakta.analysis.graph import explore
from amakta.analysis.infinit import start
from amakta.rules import board as boards
from amakta.rules.board import Board, InfinitBoard
from amakta.rules.errors import (
    AmaktaError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
)
from amakta.rules.games import Record, new_game
from amakta.rules.moves import KINDS, Move
from amakta.rules.situation import Situation
from amakta.rules.state import State
from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from tests.amakta.positions import states
from tests.cases import every

SOUP = st.text("WBo._[]/;:, *VG0123456789-()abcdefghilnopqrstuvwxyz\n", max_size=40)


@pytest.mark.slow
@given(states())
@settings(deadline=None, max_examples=80)
def test_positions_print_and_parse_back(state):
    assert State.parse(str(state)) == state == eval(repr(state))
    assert State.parse("  ".join(str(state).split(" "))) == state, "blanks do not matter"
    data = json.loads(json.dumps(state.to_dict()))
    assert State.from_dict(data, board=state.board) == state


@given(states())
@settings(deadline=None, max_examples=15)
def test_positions_on_boards_without_a_name_print_and_parse_back(state):
    own = State(Situation(Board(state.board.fields), state.situation.stones, state.situation.hands), state.turn)
    assert "[" in str(own)
    assert State.parse(str(own)) == own


@given(states())
@settings(deadline=None, max_examples=80)
def test_moves_print_and_parse_back(state):
    for move in state.legal_moves():
        assert Move.parse(str(move)) == move == eval(repr(move))
        assert state.play(str(move)) == state.play(move)


@given(SOUP)
@settings(max_examples=300)
def test_garbage_for_a_position_is_refused_or_prints_canonically(text):
    for attempt in (text, f"zeile3 W;{text}", f"zeile5 B; stones {text}"):
        try:
            state = State.parse(attempt)
        except UserError as error:
            assert str(error)
        else:
            assert State.parse(str(state)) == state


@given(st.sampled_from(KINDS), SOUP)
@settings(max_examples=300)
def test_garbage_for_a_move_is_refused_or_prints_canonically(kind, text):
    for attempt in (text, f"{kind} {text}"):
        try:
            move = Move.parse(attempt)
        except NotationError as error:
            assert error.column is None or 0 <= error.column <= len(attempt)
        else:
            assert Move.parse(str(move)) == move


@given(SOUP)
@settings(max_examples=300)
def test_garbage_for_a_picture_is_refused_or_prints_canonically(text):
    try:
        made = Board.parse(text)
    except UserError:
        return
    assert Board.parse(made.text) == made


@pytest.mark.parametrize(("text", "column"), [
    ("", 0), ("jump -1,0", 0), ("place -1,0", 10), ("place -1;0 111111", 6), ("place -1,0 11111", 11),
    ("pass now", 5), ("relocate 0,0 1,x 111111", 13),
])
def test_a_malformed_move_is_refused_with_its_column_and_a_caret(text, column):
    with pytest.raises(NotationError) as caught:
        State.start("zeile3", "solo").play(text)
    assert caught.value.column == column
    assert str(caught.value).endswith("\n  " + " " * column + "^")


@every(("text", "column"), [
    ("", 0), ("raute4", 0), ("raute4 X", 7), ("raute5 W", 0), ("zeile3 W; towers 1,0", 10),
    ("zeile3 W; stones 0,0:X444444", 17), ("zeile3 W; white 44444", 16), ("zeile3 W; white 444444; white 111111", 24),
    ("zeile3 W; quiet 3", 16), ("infinit(0,0/4,0) W; quiet x", 26), ("[W_x_B] W", 0),
])
def test_a_malformed_position_is_refused_with_its_column(text, column):
    with pytest.raises(NotationError) as caught:
        State.parse(text)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "problem"), [
    ("zeile3 W; stones 1,0:W444444", "not a field"),
    ("zeile3 W; stones 0,0:W444444 0,0:B444444", "Two stones"),
    ("zeile3 W; stones 0,0:W444444; white 444444", "twice"),
    ("zeile3 W; stones -2,0:B444444 2,0:W444444", "Both players"),
])
def test_a_position_that_cannot_be_is_refused_with_the_reason(text, problem):
    with pytest.raises(InvalidPositionError, match=problem):
        State.parse(text)


def test_data_with_malformed_entries_is_refused():
    for data in ({"board": {"a": {"o": "444444", "orig": "W", "owner": "W", "circle": ""}}},
                 {"board": {"0,0": {"o": "4444", "orig": "W", "owner": "W", "circle": ""}}},
                 {"board": {"0,0": {"o": "444444", "orig": "X", "owner": "W", "circle": ""}}},
                 {"inv": {"W": {"444444": "Q"}}}, {"to_move": "green"}):
        with pytest.raises(NotationError):
            State.from_dict(data, board="zeile3")


def test_data_may_leave_out_inventories_and_name_the_board_by_a_picture():
    s = State.from_dict({"board": {}, "inv": {}, "to_move": "B"}, board=" o\nW B\n o")
    assert s == State.parse("raute4 B")
    assert s.legal_moves() == (Move("pass"),)


def test_unbounded_positions_carry_their_bases_and_the_counter_in_data_and_text():
    s = start(3, {"100000": "V"}, {}).play("pass")
    data = s.to_dict()
    assert data["bases"] == {"W": "0,0", "B": "6,0"}
    assert data["quiet"] == 1
    assert State.from_dict(data, board="infinit") == s == State.parse(str(s))
    moved = {**data, "bases": {"W": "3,5", "B": "-5,5"}}
    assert State.from_dict(moved, board="infinit").board == InfinitBoard((3, 5), (-5, 5))


def test_games_print_and_replay_with_every_ending():
    start_of_game = State.start("zeile3", "solo")
    win = ("place -2,0 444444", "pass", "place 0,0 444444")
    for game in (new_game(start_of_game), new_game(start_of_game, ("pass", "pass")),
                 new_game(start_of_game, win[:2]).resign("W"), new_game(start_of_game).agree_draw()):
        again = Record.parse(str(Record(game, {"White": "Ada", "Black": "Alan"}))).game
        assert (again.moves, again.result) == (game.moves, game.result)


def test_a_game_file_with_an_illegal_move_names_its_line():
    text = str(Record(new_game(State.start("zeile3", "solo"), ("pass", "pass")))).replace("2. pass", "\n2. take 0,0")
    with pytest.raises(UserError, match=r"Line 8.*no stone on 0,0"):
        Record.parse(text)


def test_a_game_file_whose_result_does_not_follow_is_refused():
    with pytest.raises(UserError, match=r"Line 4.*the moves lead to"):
        Record.parse('[Game "Amakta"]\n[Position "zeile3 W; white 444444"]\n\n1. pass 1-0')
    with pytest.raises(UserError, match=r'the tag Position is missing.*zeile3 W;'):
        Record.parse("1. pass *")
    with pytest.raises(UserError, match="a game of Finity, not of Amakta"):
        Record.parse('[Game "Finity"]\n\n1. pass *')


def test_reasons_are_given_in_three_languages():
    s = State.start("zeile3", "solo")
    with pytest.raises(IllegalMoveError) as caught:
        s.play("place 0,0 444444")
    spoken = {}
    for lang in LANGUAGES:
        with using_language(lang):
            spoken[lang] = str(caught.value)
    assert "Du kontrollierst 0,0 nicht: 0 Pfeile von dir gegen 0 des Gegners." in spoken["de"]
    assert "do not control 0,0" in spoken["en"]
    assert "No controlas 0,0" in spoken["es"]


def test_names_of_boards_and_sets_are_listed():
    assert "wabe56" in boards.board_names()
    assert "lehr8" in boards.set_names()


@pytest.mark.parametrize("provoke", [
    lambda: Move.parse("place -1,0"), lambda: State.start("zeile3", "solo").play("take 0,0"),
    lambda: State.parse("zeile3 W; stones 1,0:W444444"), lambda: State.start("nowhere"),
    lambda: explore(State.start(), limit=10),
])
def test_errors_survive_the_way_to_another_process(provoke):
    with pytest.raises(AmaktaError) as caught:
        provoke()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))


@pytest.mark.parametrize(("make", "message"), [
    (lambda: State.start(circles={"X": {}}), "not 'X'"),
    (lambda: State.from_dict({"quiet": "x"}), "quiet needs one whole number"),
    (lambda: State.from_dict({"quiet": -1}), "quiet needs one whole number"),
    (lambda: State.from_dict({"bases": {"W": "0,0"}}, board="infinit"), "two whole numbers"),
])
def test_data_that_cannot_be_a_state_is_refused_by_name(make, message):
    with pytest.raises(AmaktaError, match=message):
        make()


def test_the_unbounded_board_has_a_short_name():
    assert State.from_dict({}, board="infinit") == State.parse("infinit W") == State.parse("infinit(0,0/6,0) W")
