import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.errors import UserError
from boardkit.explore import (
    ExplorationLimitError,
    divide,
    perft,
    playout,
    reachable_graph,
)
from tests.boardkit.toys import Carousel, Nim


def sequences(state, depth):
    """All sequences of moves, written out: the definition that perft must agree with."""
    if depth == 0:
        return [()]
    return [(m, *rest) for m in state.legal_moves() for rest in sequences(state.play(m), depth - 1)]


@given(st.integers(0, 6), st.integers(1, 3), st.integers(0, 6))
def test_perft_counts_the_sequences_of_exactly_that_length(heap, most, depth):
    assert perft(Nim(heap, most), depth) == len(sequences(Nim(heap, most), depth))


def test_finished_games_have_no_continuation():
    assert perft(Nim(0), 0) == 1
    assert perft(Nim(0), 1) == 0
    assert perft(Nim(2), 3) == 0


def test_divide_splits_perft_by_the_first_move():
    parts = divide(Nim(7), 4)
    assert list(parts) == [1, 2, 3]
    assert sum(parts.values()) == perft(Nim(7), 4)


def test_depths_that_cannot_be_counted_are_refused():
    with pytest.raises(ValueError, match="from 0 to 300, not -1"):
        perft(Nim(3), -1)
    with pytest.raises(ValueError, match="from 1 to 300, not 0"):
        divide(Nim(3), 0)
    with pytest.raises(ValueError, match="from 0 to 300, not 301"):
        perft(Nim(3), 301)
    with pytest.raises(ValueError, match=r"not 1\.5"):
        perft(Nim(3), 1.5)
    assert perft(Nim(3), 300) == 0


def test_the_reachable_graph_is_found_breadth_first_with_every_move():
    graph = reachable_graph(Carousel(3))
    assert len(graph) == 6
    assert next(iter(graph)) == Carousel(3)
    for state, moves in graph.items():
        assert list(moves.items()) == [(move, state.play(move)) for move in state.legal_moves()]


def test_too_many_positions_fail_with_the_limit_in_the_message():
    with pytest.raises(ExplorationLimitError, match="More than 5 positions"):
        reachable_graph(Carousel(3), limit=5)
    assert issubclass(ExplorationLimitError, UserError)
    assert len(reachable_graph(Carousel(3), limit=6)) == 6


def test_the_same_seed_gives_the_same_random_game_and_another_seed_another_one():
    games = {playout(Nim(30), seed).moves for seed in range(10)}
    assert len(games) > 5
    assert playout(Nim(30), 4) == playout(Nim(30), 4)


def test_a_random_game_is_cut_off_at_the_cap_and_says_so():
    endless = playout(Carousel(5), 1, cap=20)
    assert (len(endless.moves), endless.cut) == (20, True)
    finished = playout(Nim(5), 1)
    assert (sum(finished.moves), finished.cut, finished.state.heap) == (5, False, 0)
    assert not playout(Nim(1, 1), 1, cap=1).cut
