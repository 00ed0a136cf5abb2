"""Positions denser and odder than play makes them: the compiled engine against the readable rules and the analysis."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from agreement import assert_equal_effects, assert_equal_views

from finity_edu import Board, Position
from finity_edu.players.kernel import Kernel
from finity_edu.players.kernel.cost import NO_PLAN, plan_cost
from tests.automatakit.automata import random_board
from tests.finity_edu.boards import RULE_SETS, strewn

BOARDS = (None, None, "abcd", "row", "triangle", "hexring")


@cache
def positions(number: int) -> list[Position]:
    """Positions by lot on all boards and under all rules."""
    made = []
    for seed in range(number):
        name = BOARDS[seed % len(BOARDS)]
        made.append(strewn(seed, 2 + seed % 3, RULE_SETS[seed % 4], None if name is None else Board.named(name)))
    return made


def wins(position: Position, seat: int) -> bool:
    """Whether a game is over, and won by this seat."""
    return position.result is not None and position.result.winners == {seat}


def test_moves_reach_paths_and_effects_agree() -> None:
    paths = 0
    for number, position in enumerate(positions(180)):
        assert_equal_views(position)
        moves = position.legal_moves()
        assert_equal_effects(position, tuple(Random(number).sample(moves, min(6, len(moves)))))
        paths += any(map(position.full_path, range(1, position.players + 1)))
    assert paths > 5


def test_a_winning_move_is_found_exactly_where_the_rules_have_one() -> None:
    seen = 0
    for position in positions(90):
        kernel = Kernel(position)
        for seat in range(1, position.players + 1):
            mine = position.with_turn(seat)
            winning = [] if mine.result else [move for move in mine.legal_moves() if wins(mine.play(move), seat)]
            found = kernel.winning_move(seat)
            assert found in winning if winning else found is None, f"{position}  {seat}"
            seen += bool(winning)
    assert seen > 5


def test_the_rings_that_a_move_can_cost_are_counted() -> None:
    for position in positions(60):
        if position.result is None:
            lost = [position.orphans_of(move) for move in position.legal_moves()]
            for seat in range(1, position.players + 1):
                most = max(one.get(seat, 0) for one in lost)
                assert Kernel(position).most_orphans(seat) == most, f"{position}  {seat}"


def test_the_cost_after_each_move_is_that_of_the_position_after_it() -> None:
    for position in positions(30):
        if position.result is not None:
            continue
        for move, cost in [*Kernel(position).costs_after().items()][::9]:
            after = position.play(move)
            kernel = Kernel(after)
            expected = kernel.engine.call(
                plan_cost, kernel.tables, kernel.state, position.turn - 1, 4, False, kernel.work)
            if after.result is not None and after.result.winners != {position.turn}:
                expected = NO_PLAN + 1
            assert cost == expected, f"{position}  {move}"


def test_the_best_of_many_full_paths_is_found_behind_dead_ends() -> None:
    """Where rings lie nearly everywhere a search must turn back, and the paths of one seat differ in their stations."""
    stations = set()
    for seed in range(300):
        made, word = random_board(seed)
        position = replace(made, word=word or "b")
        if len(position.word) <= 8:
            kernel, path = Kernel(position), position.full_path(1)
            assert kernel.reachable(1) == position.reachable(1), str(position)
            assert kernel.stations_on_path(1) == len(set(path or ())), str(position)
            stations.add(len(set(path or ())))
    assert len(stations) > 4
