import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.game import Game
from boardkit.search import alpha_beta, monte_carlo, value_for
from tests.boardkit.toys import Carousel, Nim


def minimax(state, seat):
    """The definition: no pruning, no horizon."""
    if state.result is not None:
        return value_for(state, seat)
    values = [minimax(state.play(move), seat) for move in state.legal_moves()]
    return max(values) if state.to_move == seat else min(values)


@given(st.integers(1, 9), st.integers(1, 4))
def test_alpha_beta_finds_the_value_of_the_full_tree(heap, most):
    found = alpha_beta(Nim(heap, most), depth=heap)
    assert found.value == minimax(Nim(heap, most), 1)
    assert found.value == (-1 if heap % (most + 1) == 0 else 1)


@given(st.integers(1, 9), st.integers(1, 4))
def test_the_line_of_alpha_beta_can_be_played_and_reaches_its_value(heap, most):
    found = alpha_beta(Nim(heap, most), depth=heap)
    state = Nim(heap, most)
    for move in found.line:
        state = state.play(move)
    assert value_for(state, 1) == found.value


def test_alpha_beta_looks_at_fewer_positions_than_there_are():
    def size(state):
        return 1 + sum(size(state.play(move)) for move in state.legal_moves())

    assert alpha_beta(Nim(10), 10).nodes < size(Nim(10)) * 0.6


def test_the_evaluation_is_asked_at_the_horizon_for_the_seat_at_the_root():
    asked = []

    def evaluate(state, seat):
        asked.append(seat)
        return state.field / 10

    found = alpha_beta(Carousel(7), 1, evaluate)
    assert (found.move, found.value) == ("left", 0.6)
    assert set(asked) == {"W"}
    assert found.values == {"left": 0.6, "right": 0.1}


def test_a_finished_game_has_a_value_and_no_move():
    assert alpha_beta(Nim(0), 3).move is None
    assert monte_carlo(Nim(0), 10, seed=1).move is None


def test_search_works_on_a_game_with_a_history():
    """Only the drawing by repetition ends the carousel: the position alone would go on for ever."""
    game = Game(Carousel(2), repetition=2, seats=("W", "B"))
    found = alpha_beta(game, depth=30)
    assert found.value == 0
    assert len(found.line) == 2


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_monte_carlo_finds_the_winning_move_of_nim(heap):
    assert monte_carlo(Nim(heap), 3000, seed=1).move == heap % 4


def test_monte_carlo_is_reproducible_and_counts_its_games():
    first, second = (monte_carlo(Nim(13), 200, seed=5) for _ in range(2))
    assert first == second
    assert first.nodes == 200
    assert set(first.values) == {1, 2, 3}
    assert all(-1 <= value <= 1 for value in first.values.values())


def test_endless_games_count_as_draws_in_monte_carlo():
    assert monte_carlo(Carousel(5), 50, seed=1, cap=10).value == 0
