from collections import Counter
from dataclasses import dataclass
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.game import Game
from boardkit.protocol import Outcome
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


@dataclass(frozen=True)
class Split:
    """One move; both win together with one, the mover alone with the other."""

    done: str = ""

    @property
    def to_move(self):
        return None if self.done else 1

    @property
    def result(self):
        winners = {"": None, "shared": {1, 2}, "alone": {1}, "lost": {2}, "nobody": set()}[self.done]
        return None if winners is None else Outcome(frozenset(winners), "end")

    def legal_moves(self):
        return () if self.done else ("lost", "nobody", "shared", "alone")

    def play(self, move):
        return Split(move)


def test_a_victory_that_is_shared_is_worth_a_draw():
    assert alpha_beta(Split(), 1).values == {"lost": -1, "nobody": 0, "shared": 0, "alone": 1}
    assert alpha_beta(Split(), 1).move == "alone"


@given(st.integers(1, 12), st.integers(1, 4))
def test_of_moves_of_equal_value_the_first_one_is_taken(heap, most):
    start = Nim(heap, most)
    values = {move: minimax(start.play(move), 1) for move in start.legal_moves()}
    best = max(values.values())
    assert alpha_beta(start, depth=heap).move == next(move for move, value in values.items() if value == best)


class Lever:
    """One of several moves; each ends the game at once, and how it ends is looked up whenever it is tried."""

    to_move = 1

    def __init__(self, tried, winners=None):
        self.tried, self.winners = tried, winners

    @property
    def result(self):
        if self.winners is None:
            return None
        self.tried[self.winners] += 1
        return Outcome(frozenset(self.winners), "end")

    def legal_moves(self):
        return ((1,), (), (2,)) if self.winners is None else ()

    def play(self, move):
        return Lever(self.tried, move)


def ucb1(rewards, exploration, games):
    """How often each of some moves with a fixed reward is tried."""
    tries = dict.fromkeys(rewards, 1)
    for n in range(len(rewards), games):
        best = max(tries, key=lambda move: rewards[move] + exploration * sqrt(log(n) / tries[move]))
        tries[best] += 1
    return tries


@pytest.mark.parametrize("exploration", [0.5, sqrt(2), 10])
def test_moves_are_tried_as_often_as_ucb1_says(exploration):
    """Nobody says how often a move was tried; it is measured against a search that tries all alike."""
    tried, alike = Counter(), Counter()
    found = monte_carlo(Lever(tried), 300, seed=1, exploration=exploration)
    monte_carlo(Lever(alike), 300, seed=1, exploration=10**9)
    rewards = {(1,): 1, (): 0, (2,): -1}
    assert found.values == rewards
    for move, times in ucb1(rewards, exploration, 300).items():
        assert 100 * tried[move] / alike[move] == pytest.approx(times, abs=2)


def test_the_nodes_of_alpha_beta_are_the_positions_that_it_asked_for():
    asked = []

    class Counted(Nim):
        def play(self, move):
            asked.append(move)
            return Counted(self.heap - move, self.most, 3 - self.to_move)

    for depth in (0, 1, 3, 8):
        asked.clear()
        assert alpha_beta(Counted(8), depth).nodes == 1 + len(asked)
