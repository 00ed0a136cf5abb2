"""Positions of questions about play: how many moves are right, by the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import count, islice

import pytest

from coursekit.questions import question
from finity_edu import Position
from finity_edu.questions import play

Make = Callable[[], Mapping[str, str] | None]
Good = Callable[[Mapping[str, str]], bool]

WINNING = {1: 8, 2: 6, 3: 4, 4: 3, 5: 2}
BY_RING = 6


def winning(board: str) -> list[str]:
    """The moves with which player 1 wins."""
    here = Position.parse(board)
    if here.result is not None:
        return []
    ends = {str(move): here.play(move).result for move in here.legal_moves()}
    return [move for move, result in ends.items() if result is not None and result.winners == {1}]


def drawing(kind: str, level: int, by_ring: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[Make, Good]:
    """What makes boards, and what says of one whether it is asked about."""
    dice = random.Random(level)
    monkeypatch.setattr(play, "search", lambda make, good: (make, good))
    with monkeypatch.context() as lot:
        lot.setattr(dice, "random", lambda: 0.05 if by_ring else 0.5)
        return question(kind).draw(dice, level)


@pytest.mark.slow
@pytest.mark.parametrize("by_ring", [False, True])
@pytest.mark.parametrize("level", [1, 4])
def test_a_game_that_can_be_won_is_asked_about_if_few_moves_do_it_and_the_right_sort(level, by_ring, monkeypatch):
    _, good = drawing("winning_move", level, by_ring, monkeypatch)
    met, boards = set(), []
    for sort in (False, True):
        make, _ = drawing("winning_move", level, sort, monkeypatch)
        boards += [made["board"] for made in islice(filter(None, (make() for _ in count())), 12)]
    won = Position.parse(boards[0])
    boards += [str(won.play(winning(boards[0])[0])), str(Position.start(2, word="bbwwbwbw"))]
    for board in boards:
        found = winning(board)
        rings = any(move.startswith("+o") for move in found)
        few = len(found) <= (BY_RING if by_ring else WINNING[level])
        asked = bool(found) and few and rings == by_ring
        assert good({"board": board}) is asked, board
        met.add((bool(found), few, rings == by_ring))
    assert {flags[0] for flags in met} == {True, False}
    assert (True, True, True) in met


@pytest.mark.slow
@pytest.mark.parametrize("level", WINNING)
def test_a_game_can_be_won_at_once_by_a_few_moves_of_which_rings_are_all_or_none(level):
    kind, numbers = question("winning_move"), {True: set(), False: set()}
    for seed in range(1, 9):
        found = winning(kind.drawn(seed, level)["board"])
        numbers[any(move.startswith("+o") for move in found)].add(len(found))
    assert {1, *numbers[False]} <= {*range(1, WINNING[level] + 1)}
    assert numbers[True] <= {*range(1, BY_RING + 1)}
    assert 1 in numbers[False]


@pytest.mark.parametrize("level", range(1, 6))
def test_some_moves_orphan_a_ring_of_the_opponent_and_no_more_than_can_be_listed(level):
    kind, numbers = question("orphaning_moves"), set()
    for seed in range(1, 9):
        here = Position.parse(kind.drawn(seed, level)["board"])
        assert here.result is None
        numbers.add(sum(bool(here.orphans_of(move).get(2)) for move in here.legal_moves()))
    assert numbers <= {*range(1, 2 + 2 * level)}
    assert 1 in numbers
