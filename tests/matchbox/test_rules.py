from dataclasses import replace

import pytest

from boardkit.errors import UserError
from boardkit.explore import perft, reachable_graph
from boardkit.messages import LANGUAGES, using_language
from matchbox import Rules, Seat, Track
from tests.cases import every


def test_the_default_board_has_nine_eight_and_seven_circles_in_the_three_colours():
    rules = Rules()
    assert [sum(k == colour for _, k in rules.circles) for colour in (1, 2, 3)] == [9, 8, 7]
    assert len(rules.circles) == 24
    assert len(rules.winning) == 7
    assert len(rules.bad) == 17
    assert len(rules.bad_on_winnable) == 11


@every("changes", [
    {"length": 2}, {"length": 17}, {"length": 9.0}, {"length": True}, {"step": 0}, {"step": 5}, {"overshoot": "bounce"},
    {"markers": 0}, {"empty": "panic"}, {"starter": "nobody"}, {"first": "teacher"}, {"sides": 1}, {"rethrow": "none"},
    {"seed": -1}, {"learner": ""}, {"teacher": " "}, {"colours": ("orange", "sky")},
    {"colours": ("orange", "orange", "sky")},
])
def test_every_impossible_parameter_is_refused_by_name_in_every_language(changes):
    with pytest.raises(UserError) as caught:
        Rules(**changes)
    for code in LANGUAGES:
        with using_language(code):
            assert next(iter(changes)) in str(caught.value)


@pytest.mark.parametrize("changes", [
    {}, {"length": 16, "step": 4}, {"overshoot": "illegal", "empty": "refill"}, {"markers": 3, "sides": 2},
    {"starter": "winner", "first": "human", "rethrow": "tied", "seed": 7},
    {"learner": "menace", "teacher": "epsilon:0.1"}, {"colours": ("blue", "black", "vermillion")},
])
def test_rules_are_read_back_from_their_text(changes):
    rules = Rules(**changes)
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize("text", ["length", "size=9", "length=nine", "step=9"])
def test_an_unreadable_rules_text_is_refused(text):
    with pytest.raises(UserError):
        Rules.parse(text)


def test_overshoot_decides_which_circles_there_are_and_where_a_move_ends():
    exact, cap, illegal = (Rules(overshoot=o) for o in ("exact", "cap", "illegal"))
    assert exact.box(2) == (1, 2)
    assert cap.box(2) == illegal.box(2) == (1, 2, 3)
    assert (cap.arrival(2, 3), illegal.arrival(2, 3)) == (0, -1)
    assert (2, 3) in cap.winning
    assert (2, 3) in illegal.bad
    for rules in (exact, cap, illegal):
        assert rules.human_moves(2) == (1, 2)


def games(track):
    """Number of different games from here, counted move by move."""
    return 1 if track.result else sum(games(track.play(move)) for move in track.legal_moves())


def test_there_are_149_different_games():
    assert games(Track.start()) == 149


def test_perft_counts_the_games_that_are_still_alive_as_the_track_has_no_other_end():
    # Sequences of n moves that reach Goal exactly with the last one, summed over n, are the games.
    track = Track.start(Rules(length=3))
    assert [perft(track, depth) for depth in range(5)] == [1, 3, 3, 1, 0]
    assert games(track) == 4


def test_the_reachable_positions_are_field_and_turn():
    graph = reachable_graph(Track.start(Rules(length=4)))
    running = [t for t in graph if not t.result]
    assert len({(t.togo, t.turn) for t in running}) == len(running) == 6


def test_whoever_moves_the_token_onto_ziel_wins():
    track = Track.start(Rules(length=3), "human")
    assert track.play(3).result.winners == {Seat.HUMAN}
    assert track.play(1).play(2).result.winners == {Seat.MACHINE}
    assert track.play(3).to_move is None
    assert track.play(3).legal_moves() == ()


def test_a_machine_that_overshoots_loses_only_where_the_rules_say_so():
    start = Track(Rules(overshoot="illegal"), 1, Seat.MACHINE)
    assert start.play(3).result.winners == {Seat.HUMAN}
    assert Track(Rules(overshoot="cap"), 1, Seat.MACHINE).play(3).result.winners == {Seat.MACHINE}
    with pytest.raises(UserError, match="possible: 1"):
        Track(Rules(overshoot="illegal"), 1, Seat.HUMAN).play(3)


def test_an_illegal_move_names_the_legal_ones():
    with pytest.raises(UserError, match="1, 2"):
        Track(Rules(), 2, Seat.HUMAN).play(3)
    with pytest.raises(UserError, match="over"):
        Track(Rules(), 1, Seat.HUMAN).play(1).play(1)


def test_a_position_is_a_value():
    assert len({Track.start(), Track.start(), Track.start().play(1)}) == 2
    assert replace(Track.start(), togo=8, turn=Seat.HUMAN) == Track.start().play(1)
