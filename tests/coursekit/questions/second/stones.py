"""Amakta: stones and small games."""

from __future__ import annotations

from functools import cache, lru_cache
from math import gcd
from typing import Any

from amakta import State
from amakta.rules.stones import enumerate_orbits
from tests.coursekit.questions.second.naive import Data, check


@check("stone_count")
def _(data: Data, key: Any) -> None:
    """Without any theorem: all orbits, one by one."""
    n, c = data["directions"], data["contents"]

    def empty(number: int) -> int:
        return [number // c**i % c for i in range(n)].count(0)

    orbits = enumerate_orbits(c, n, data["mirrors"])
    assert key == sum(data["empty"] in (None, empty(number)) for number, _ in orbits)


@lru_cache(maxsize=64)
def game_graph(start: State) -> dict[State, list[tuple[str, State]]]:
    graph: dict[State, list[tuple[str, State]]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in graph:
            graph[state] = [(str(m), state.play(m)) for m in state.legal_moves()] if state.result is None else []
            todo += [t for _, t in graph[state]]
    return graph


def fields_of_ring(data: Data) -> tuple[set[int], set[int]]:
    """The fields when White is to move and when Black is: what two moves differ by, added again and again."""
    n, (a, b), (c, d) = data["fields"], data["white"], data["black"]
    step = gcd(n, a + c, b - a, d - c)
    return set(range(0, n, step)), {(a + i) % n for i in range(0, n, step)}


@check("reachable_positions")
def _(data: Data, key: Any) -> None:
    assert key == sum(map(len, fields_of_ring(data)))


@check("mini_winner")
def _(data: Data, key: Any) -> None:
    assert dict(key) == {state: fate(data, state) for state in data["moves"]}


def fate(data: Data, state: str) -> str:
    """Who wins, by unrolling the game for so many moves that a state must come again."""
    @cache
    def wins(state: str, who: str, moves: int) -> bool:
        there = [wins(to, who, moves - 1) for to in data["moves"][state]] if moves else []
        if data["turns"][state] == who:
            return any(there)
        return all(there) and (moves > 0 or not data["moves"][state])

    return next((who for who in "WB" if wins(state, who, 2 * len(data["moves"]))), "draw")


@check("shortest_cycle")
def _(data: Data, key: Any) -> None:
    start = state = State.parse(data["state"])
    assert key
    for move in key:
        assert move != "pass"
        options = dict(game_graph(start)[state])
        assert move in options
        state = options[move]
    assert state == start
    level = {start}
    for _ in range(len(key) - 1):
        level = {t for s in level for m, t in game_graph(start)[s] if m != "pass"}
        assert start not in level
