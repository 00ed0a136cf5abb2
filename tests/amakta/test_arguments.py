"""What is no text, state, graph, player, stone or number is refused by name, never answered in silence."""

import pytest

import amakta
from amakta import (
    AmaktaError,
    Board,
    InfinitBoard,
    InvalidPositionError,
    Move,
    NotationError,
    State,
)
from amakta.analysis import bunker, infinit, solve, structure
from amakta.analysis.graph import explore
from amakta.rules import stones
from amakta.rules.errors import UnknownNameError
from amakta.rules.games import Record
from amakta.rules.notation import parse_board, parse_position
from boardkit.errors import UserError
from tests.boardkit.commands import check_told_in_every_language
from tests.cases import every

START = State.start("zeile3", "solo")
GRAPH = explore(START)
SOLUTION = solve.retrograde(GRAPH)
NO_TEXT = [None, 1, [], object()]
NO_COUNT = [None, "1", 1.5, -1]


@every("text", NO_TEXT)
@every("read", [
    State.parse, parse_position, parse_board, Move.parse, Board.parse, Board.from_spec, START.play, START.why_illegal,
])
def test_what_is_no_text_cannot_be_read(read, text):
    with pytest.raises(NotationError, match="Text is expected here, not"):
        read(text)


@pytest.mark.parametrize("text", NO_TEXT)
def test_what_is_no_text_is_no_game(text):
    with pytest.raises(UserError, match="a game must be text, not"):
        Record.parse(text)


@every("code", [None, 1, "", "xyz", "11111", "22222222", b"111111", 111111])
@every("ask", [
    stones.arrows, stones.rotate, stones.mirror, stones.mirror_vertical, stones.images, stones.orientations,
    stones.canonical, stones.is_chiral, infinit.value,
])
def test_a_stone_is_six_digits_whatever_is_asked(ask, code):
    with pytest.raises(NotationError, match="A stone is written as six digits"):
        ask(code)


@pytest.mark.parametrize("steps", [None, "1", 1.5])
def test_a_stone_turns_by_whole_steps(steps):
    with pytest.raises(AmaktaError, match="a whole number of steps, not by"):
        stones.rotate("123000", steps)


@every("number", [None, "1", 1.5, 0, -1])
@every("ask", [
    stones.burnside_table, stones.count, stones.orbit_sizes, lambda *numbers: list(stones.enumerate_orbits(*numbers)),
])
def test_directions_and_contents_are_counted(ask, number):
    for numbers in ((number, 2), (2, number)):
        with pytest.raises(AmaktaError, match="at least one direction and at least one possible content"):
            ask(*numbers)


@every("number", NO_COUNT)
@every("ask", [
    infinit.creatable, lambda n: infinit.Creation.begin(n, 30), lambda n: infinit.Creation.begin(30, n),
    GRAPH.words, lambda n: explore(START, n),
])
def test_a_number_is_a_whole_number_that_can_be_counted_to(ask, number):
    with pytest.raises(AmaktaError, match=r"is a whole number from [01] on, not"):
        ask(number)


@pytest.mark.parametrize("level", ["1", 1.5, -1])
def test_an_exploration_goes_to_a_level_that_there_is(level):
    with pytest.raises(AmaktaError, match="max_level is a whole number from 0 on, not"):
        explore(START, max_level=level)


@pytest.mark.parametrize("number", NO_COUNT)
def test_bases_lie_a_number_of_steps_apart_and_offers_are_points(number):
    with pytest.raises(InvalidPositionError, match="a number of steps, at least 1"):
        InfinitBoard.at_distance(number)
    with pytest.raises(AmaktaError):
        infinit.Bidding().offer(number)


@every("number", [None, "x", 1.5, -1, 10**9])
@every("ask", [
    GRAPH.state, GRAPH.turn, GRAPH.path_to, SOLUTION.winner, SOLUTION.distance, SOLUTION.best_moves,
    SOLUTION.judged_moves, SOLUTION.line,
])
def test_the_states_of_a_graph_have_numbers_and_none_is_counted_from_the_end(ask, number):
    with pytest.raises(AmaktaError, match=f"There is no state number .*; the numbers are 0 to {len(GRAPH) - 1}"):
        ask(number)


@every("player", [None, "", "X", 1, []])
@every("ask", [
    SOLUTION.layers, lambda p: bunker.built(InfinitBoard.at_distance(6), p),
])
def test_a_player_is_white_or_black(ask, player):
    with pytest.raises(NotationError, match="A player is W"):
        ask(player)


@every("thing", [None, "", 1, START])
@every("ask", [
    solve.retrograde, structure.components, structure.bisimulation, structure.minimal_dfa, structure.orbits,
    structure.fixed_states,
])
def test_only_a_graph_is_looked_through(ask, thing):
    with pytest.raises(AmaktaError, match="is not a graph: make one with explore"):
        ask(thing)


@pytest.mark.parametrize("thing", [None, "", 1, []])
@pytest.mark.parametrize("ask", [explore, amakta.new_game])
def test_only_a_state_is_played_or_explored(ask, thing):
    with pytest.raises(AmaktaError, match="is not a state: give one"):
        ask(thing)


@pytest.mark.parametrize("wrong", [None, 1, object()])
def test_a_start_needs_a_board_and_a_set(wrong):
    with pytest.raises(NotationError, match="Text is expected here"):
        State.start(board=wrong)
    with pytest.raises(NotationError, match="Text is expected here"):
        State.from_dict(START.to_dict(), board=wrong)
    with pytest.raises(UnknownNameError, match="There is no set of stones"):
        State.start(stones=wrong)


@pytest.mark.parametrize("make", [
    lambda: State.start(circles=1), lambda: State.start(circles={"W": 1}), lambda: State.from_dict(None),
    lambda: State.from_dict([]), lambda: State.from_dict({"board": 1}),
    lambda: State.from_dict({"board": {"0,0": None}}),
    lambda: State.from_dict({"inv": {"W": 1}}), lambda: infinit.start(6, None, {}),
])
def test_plain_data_is_made_of_mappings(make):
    with pytest.raises(AmaktaError, match="A mapping is expected here"):
        make()


def test_a_stone_without_a_code_is_none():
    with pytest.raises(NotationError, match="A stone is written as six digits"):
        State.from_dict({"board": {"0,0": {"orig": "W"}}})


@pytest.mark.parametrize("ask", [
    lambda: State.parse(None), lambda: explore(None), lambda: solve.retrograde(START), lambda: State.from_dict(None),
    lambda: stones.rotate("123000", "1"), lambda: stones.count(0), lambda: GRAPH.state(-1), lambda: GRAPH.words(-1),
])
def test_such_a_mistake_is_told_in_the_users_language(ask):
    check_told_in_every_language(ask)
