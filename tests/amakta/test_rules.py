"""Rulings A1 to A19, one position each."""

import pytest

from amakta.rules.board import Board
from amakta.rules.errors import IllegalMoveError, InvalidPositionError
from amakta.rules.games import new_game
from amakta.rules.moves import Move
from amakta.rules.setup import Setup
from amakta.rules.state import State


def kinds(state, field):
    """Kinds of the legal moves that begin at a field."""
    return {m.kind for m in state.legal_moves() if m.field == field}


def at(text):
    return State.parse(text)


def test_own_stones_block_as_well_as_enemy_stones_and_holes():  # A2, A4
    for blocker in ("0,0:W000000", "0,0:B000000"):
        assert at(f"zeile3 W; stones -2,0:W700000 {blocker}").situation.count((2, 0)) == (0, 1)
    assert at("zeile3 W; stones -2,0:W700000").situation.count((2, 0)) == (2, 1)
    assert at("ring6 W; stones -2,0:W700000").situation.count((2, 0)) == (0, 1)


def test_a_stone_on_the_target_does_not_block_and_blue_arrows_are_never_blocked():
    assert at("zeile3 W; stones -2,0:W100000 0,0:B000000").situation.count((0, 0)) == (1, 0)


def test_a_pair_counts_two_and_its_arrows_are_independent():
    s = at("zeile5 W; stones -4,0:W500000").situation
    assert s.count((-2, 0)) == (1, 0)
    assert s.count((0, 0)) == (1, 0)
    s = at("zeile5 W; stones -4,0:W500000 -2,0:W000000").situation
    assert s.count((-2, 0)) == (1, 0), "the blue one points"
    assert s.count((0, 0)) == (0, 0), "the green one is blocked"


def test_a_circle_counts_only_while_an_enemy_arrow_really_points():  # A5
    quiet = at("zeile5 W; stones 0,0:W000000V").situation
    assert quiet.count((0, 0)) == (0, 0)
    assert not quiet.active_circle((0, 0))
    assert at("zeile5 W; stones 0,0:W000000V 2,0:B000100").situation.count((0, 0)) == (1, 1)
    assert at("zeile5 W; stones 0,0:W000000G 2,0:B000100").situation.count((0, 0)) == (0, 2)
    assert at("zeile5 W; stones 0,0:W000000G -2,0:W100000").situation.count((0, 0)) == (1, 0), "own trigger nothing"
    blocked = at("zeile5 W; stones -2,0:W000000V 0,0:W100000 2,0:B000200").situation
    assert blocked.count((-2, 0)) == (0, 0), "a blocked arrow triggers nothing"


def test_damage_does_not_trigger_itself():  # A5
    assert at("zeile5 W; stones 0,0:W000000G").situation.count((0, 0)) == (0, 0)


def test_expropriation_takes_the_circle_for_ever_and_the_arrows_change_sides_at_once():  # A6, A17
    s = at("zeile5 W; stones -4,0:W200000 0,0:B100001G 2,0:B000000")
    assert s.situation.count((0, 0)) == (2, 0), "the white arrow triggers the damage circle"
    after = s.play("expropriate 0,0")
    stone = after.situation.at[0, 0]
    assert (stone.colour, stone.owner, stone.circle, stone.expropriated) == ("B", "W", "", True)
    assert after.situation.count((0, 0)) == (1, 0)
    assert after.situation.count((2, 0)) == (1, 0)


def test_stalemate_binds_and_an_unpointed_stone_is_free():  # A9
    tied = at("zeile5 W; stones -2,0:W100000 0,0:W000000 2,0:B000100")
    assert not tied.situation.is_free((0, 0))
    assert tied.why_illegal("take 0,0").id == "bound"
    assert kinds(at("zeile5 W; stones 0,0:W100000"), (0, 0)) >= {"take", "rotate"}


def test_unpointed_is_enough_to_take_but_not_to_replace():
    s = at("zeile5 W; stones 0,0:W100000; white 300000")
    assert "replace" not in kinds(s, (0, 0))
    assert s.why_illegal("replace 0,0 300000").id == "not_controlled"


def test_a_stone_may_move_to_a_field_that_only_it_points_at():  # A7
    s = at("zeile5 W; stones -2,0:W100000")
    assert s.play("relocate -2,0 0,0 000000".replace("000000", "000100")).situation.at[0, 0].code == "000100"


def test_its_own_blocking_counts_as_before_the_move():  # A7
    s = at("zeile5 W; stones -4,0:W200000 -2,0:W000000")
    assert s.why_illegal("relocate -2,0 0,0 000000").id == "not_controlled"
    assert s.play("take -2,0").play("pass").why_illegal("place 0,0 000000") is None


def test_a_stone_held_by_its_own_reinforcement_only_may_be_replaced():  # A7
    s = at("zeile5 W; stones -2,0:W100000 0,0:W000000V 2,0:B000100; white 300000")
    assert s.situation.count((0, 0)) == (2, 1)
    after = s.play("replace 0,0 300000")
    assert after.situation.count((0, 0)) == (1, 1)
    assert dict(after.situation.hand("W")) == {"000000": "V"}, "the circle goes into the inventory with its stone"


def test_a_stone_held_by_its_damage_only_may_be_appropriated_and_removed():  # A7
    s = at("zeile5 W; stones -2,0:W100000 0,0:B200000G 2,0:B000100")
    assert s.situation.count((0, 0)) == (2, 1)
    assert kinds(s, (0, 0)) == {"expropriate", "appropriate", "remove"}
    assert s.play("appropriate 0,0 020000").situation.count((0, 0)) == (1, 1)


def test_doing_nothing_is_called_pass_only():  # A8
    s = at("zeile5 W; stones -4,0:W100000; white 300000")
    assert s.why_illegal("rotate -4,0 100000").id == "same_code"
    assert s.why_illegal("relocate -4,0 -4,0 010000").id == "same_field"
    assert s.why_illegal("replace -4,0 100000").id == "not_in_hand"


def test_a_stone_may_be_replaced_by_another_of_the_same_shape_if_it_was_expropriated():
    s = at("zeile5 W; stones -4,0:W100000*; white 100000")
    assert s.play("replace -4,0 100000").situation.at[-4, 0].colour == "W"


def test_on_the_enemy_base_only_expropriate_is_listed():  # A10
    s = at("zeile3 W; stones -2,0:W700000 2,0:B000000")
    assert kinds(s, (2, 0)) == {"expropriate"}
    assert s.why_illegal("remove 2,0").id == "base_wins"
    assert s.play("expropriate 2,0").result.winners == {"W"}


FOUR_WAYS = ["place 2,0 300000", "relocate -2,0 2,0 000700", "expropriate 2,0", "detach 2,0 300000"]


@pytest.mark.parametrize("move", FOUR_WAYS)
def test_the_four_ways_to_win(move):
    on_base = {"expropriate": " 2,0:B000000", "detach": " 2,0:B000000*"}.get(move.split()[0], "")
    s = at(f"zeile3 W; stones -2,0:W700000{on_base}; white 300000").play(move)
    assert (s.result.winners, s.result.kind, s.to_move, s.legal_moves()) == ({"W"}, "win", None, ())


def test_an_expropriated_stone_wins_as_well():
    s = at("zeile3 W; stones -2,0:W700000*").play("relocate -2,0 2,0 700000")
    assert s.result.winners == {"W"}


def test_release_on_the_enemy_base_does_not_win():
    s = at("zeile3 W; stones -2,0:W700000 2,0:B000000*").play("release 2,0")
    assert s.result is None
    assert s.situation.at.keys() == {(-2, 0)}


def test_a_relocated_expropriated_stone_stays_in_the_game_and_a_taken_one_leaves_it():  # A13
    s = at("zeile5 W; stones -4,0:W100000*")
    assert s.play("relocate -4,0 -2,0 100000").situation.at[-2, 0].expropriated
    assert s.play("take -4,0").situation.hands == ((), ())


def test_only_never_expropriated_stones_can_be_expropriated_and_only_expropriated_ones_released():  # A16
    s = at("zeile5 W; stones -4,0:W500000 -2,0:B000000 0,0:B010000*; white 300000")
    assert kinds(s, (-2, 0)) == {"expropriate", "remove"}, "a blank stone cannot be turned"
    s = at("zeile5 W; stones -4,0:W500000 0,0:B010000*; white 300000")
    assert kinds(s, (0, 0)) == {"release", "detach"}
    assert s.why_illegal("expropriate 0,0").id == "expropriated"
    assert at("zeile5 W; stones -4,0:W100000 -2,0:B000000").why_illegal("release -2,0").id == "not_expropriated"


def test_a_move_turns_and_mirrors_at_once():  # A19
    s = at("zeile5 W; stones -4,0:W321000")
    assert len([m for m in s.legal_moves() if m.kind == "rotate"]) == 11


def test_two_passes_in_a_row_are_a_draw_since_the_start_counts():  # A12
    game = new_game(State.start("raute4", "duo"), ("pass", "pass"))
    assert (game.result.winners, game.result.kind) == (frozenset(), "repetition")
    later = new_game(State.start("raute4", "duo"), ("place -1,0 111111", "pass", "pass"))
    assert later.result.kind == "repetition"


def test_repetition_ignores_the_side_to_move_but_not_the_inventory():  # A11
    game = new_game(State.start("zeile3", "solo"), ("place -2,0 444444", "pass", "take -2,0"))
    assert game.result is None
    assert game.visits() == 2, "the empty board with Black to move is the start's situation again"
    thinner = new_game(at("zeile5 W; stones -4,0:W100000*; white 300000"), ("take -4,0", "pass"))
    assert thinner.visits() == 2


def test_resignation_and_agreement_are_possible_at_any_time():
    game = new_game(State.start("zeile3", "solo"))
    assert game.resign("B").result.winners == {"W"}, "also when it is not one's turn"
    assert game.agree_draw().result.kind == "agreement"


def test_a_won_position_has_no_moves_and_says_so():
    s = at("zeile3 B; stones 2,0:W000000")
    assert s.legal_moves() == ()
    assert s.why_illegal("pass").id == "game_over"
    with pytest.raises(IllegalMoveError, match="over"):
        s.play("pass")


def test_the_first_stone_must_go_to_the_own_base():
    for name in ("raute4", "wabe56"):
        s = State.start(name, "lehr8")
        assert {m.field for m in s.legal_moves() if m.kind == "place"} == {s.board.base("W")}


def test_a_board_need_not_be_connected():  # A18
    islands = Board.parse("o   o\n\nW   B\n\no   o")
    assert State.start(islands, "solo").legal_moves()[1] == Move("place", (-2, 0), None, "444444")


def test_positions_that_cannot_be_are_refused_with_all_problems():
    with pytest.raises(InvalidPositionError) as caught:
        State.from_dict({"board": {"9,9": {"o": "100000", "orig": "W", "owner": "B", "circle": "V"}},
                         "inv": {"W": {"010000": ""}}, "to_move": "W"}, board="zeile3")
    assert len(caught.value.problems) == 3


def test_handicaps_give_circles_to_single_stones():
    s = State.start("raute4", "duo", circles={"B": {"010101": "G"}})
    assert dict(s.situation.hand("B")) == {"111111": "", "101010": "G"}
    assert dict(s.situation.hand("W")) == {"111111": "", "101010": ""}
    with pytest.raises(ValueError, match="cannot be given"):
        State.start("raute4", "duo", circles={"B": {"444444": "G"}})
    with pytest.raises(ValueError, match="cannot be given"):
        State.start("raute4", "duo", circles={"B": {"111111": "X"}})


def test_sets_are_not_empty_and_hold_every_stone_once():
    with pytest.raises(InvalidPositionError, match="at least one"):
        State.start("raute4", [])
    with pytest.raises(InvalidPositionError, match="twice"):
        State.start("raute4", ["100000", "001000"])


def test_the_guest_chooses_after_the_host_has_given_circles():  # A14
    setup = Setup.propose("kaefer9", "kreuz").give("W", "442442", "V").give("B", "442442", "G").give("B", "442442", "")
    with pytest.raises(ValueError, match="not chosen"):
        setup.start()
    done = setup.choose("W")
    assert (done.person("W"), done.person("B")) == ("guest", "host")
    assert done.start() == State.start("kaefer9", "kreuz", {"W": {"442442": "V"}})
    for step in (lambda: done.give("W", "442442", ""), lambda: done.choose("B")):
        with pytest.raises(ValueError, match="already been chosen"):
            step()
