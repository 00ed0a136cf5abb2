import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.errors import UserError
from boardkit.game import Game, GameOverError
from boardkit.protocol import Outcome, Result, State
from tests.boardkit.toys import Carousel, Nim


def test_the_toy_games_satisfy_the_protocol_without_inheriting_anything():
    assert isinstance(Nim(5), State)
    assert isinstance(Carousel(3), State)
    assert isinstance(Nim(0).result, Result)
    assert not isinstance(object(), State)


def test_playing_returns_a_new_game_and_leaves_the_old_one_alone():
    game = Game(Nim(5))
    after = game.play(2)
    assert game.moves == ()
    assert after.moves == (2,)
    assert after.states == (Nim(5), Nim(3, to_play=2))
    assert after.to_move == 2


def test_a_game_can_be_built_from_its_moves():
    assert Game(Nim(5), (2, 1)) == Game(Nim(5)).play(2).play(1)


def test_an_illegal_move_in_the_list_of_moves_is_an_error():
    with pytest.raises(UserError, match="cannot take 4"):
        Game(Nim(5), (4,))


def test_moves_after_the_end_are_an_error_however_they_come():
    with pytest.raises(GameOverError, match="over"):
        Game(Nim(2)).play(2).play(1)
    with pytest.raises(GameOverError):
        Game(Nim(2), (2, 1))


def test_a_finished_game_has_nobody_to_move_and_no_legal_moves():
    game = Game(Nim(2)).play(2)
    assert game.result == Outcome(frozenset({1}), "win")
    assert game.to_move is None
    assert game.legal_moves() == ()


@given(st.integers(1, 12), st.data())
def test_undo_and_redo_are_inverse_wherever_the_game_stands(heap, data):
    game = Game(Nim(heap))
    while game.to_move is not None and data.draw(st.booleans()):
        game = game.play(data.draw(st.sampled_from(game.legal_moves())))
    back = game
    for _ in range(len(game.moves)):
        back = back.undo()
    assert back == Game(Nim(heap))
    for _ in range(len(game.moves)):
        back = back.redo()
    assert back == game
    assert back.states == game.states


def test_another_move_forgets_what_was_undone_but_the_same_move_does_not():
    game = Game(Nim(9)).play(1).play(2).undo().undo()
    assert game.play(1).redo().moves == (1, 2)
    with pytest.raises(UserError, match="no move to play again"):
        game.play(3).redo()


def test_there_is_nothing_to_undo_at_the_start():
    with pytest.raises(UserError, match="no move to take back"):
        Game(Nim(3)).undo()


def test_the_third_visit_of_a_position_draws_the_game():
    game = Game(Carousel(2), repetition=3)
    for _ in range(3):
        assert game.result is None
        game = game.play("left")
    assert game.visits() == 2
    assert game.play("right").result == Outcome(kind="repetition")
    assert game.play("right").legal_moves() == ()


def test_without_a_limit_positions_repeat_for_ever():
    assert Game(Carousel(2), ("left",) * 40).result is None


def test_the_key_decides_what_counts_as_the_same_position():
    # On a ring of three fields the side to move differs at the first return to the field.
    game = Game(Carousel(3), ("left",) * 3, repetition=2)
    assert game.result is None
    by_field = Game(Carousel(3), ("left",) * 3, repetition=2, key=lambda state: state.field)
    assert by_field.result == Outcome(kind="repetition")
    assert by_field.visits() == 2


def test_resigning_lets_the_others_win_and_can_be_undone():
    game = Game(Nim(5)).play(1).resign(1)
    assert game.result == Outcome(frozenset({2}), "resignation")
    assert game.undo() == Game(Nim(5)).play(1)
    three = Game(Carousel(3), seats=("a", "b", "c")).resign("b")
    assert three.result.winners == {"a", "c"}


def test_only_a_seat_of_the_game_can_resign():
    with pytest.raises(UserError, match="no seat 3; the seats are 1, 2"):
        Game(Nim(5)).resign(3)


def test_agreeing_ends_the_game_as_a_draw_once():
    game = Game(Nim(5)).agree_draw()
    assert game.result == Outcome(kind="agreement")
    assert game.result.winners == frozenset()
    for act in (lambda: game.agree_draw(), lambda: game.resign(1), lambda: game.play(1)):
        with pytest.raises(GameOverError):
            act()


def test_the_result_of_the_position_counts_before_everything_else():
    assert Game(Nim(1), (1,), ended=Outcome(kind="agreement")).result.kind == "win"


@pytest.mark.parametrize(
    "game",
    [
        Game(Nim(3)),
        Game(Nim(3)).play(1),
        Game(Nim(5), (2,), seats=(1, 2, 3)).resign(3),
        Game(Carousel(3), repetition=3).agree_draw(),
    ],
)
def test_the_representation_evaluates_back(game):
    assert eval(repr(game)) == game
