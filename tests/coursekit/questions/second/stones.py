"""Amakta: stones and small games."""

from __future__ import annotations

from functools import lru_cache
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


@check("reachable_positions")
def _(data: Data, key: Any) -> None:
    assert key == len(game_graph(State.parse(data["state"])))


@check("mini_winner")
def _(data: Data, key: Any) -> None:
    start = State.parse(data["state"])
    found = winner_of(start)
    wanted = (found[0], str(found[1])) if found else ("draw", "–")
    rows = dict(key)
    assert rows.get("winner") == wanted[0]
    assert found is None or rows.get("moves") == wanted[1]


@lru_cache(maxsize=64)
def winner_of(start: State) -> tuple[str, int] | None:
    """Who wins, and in how many moves, by induction from the end."""
    graph = game_graph(start)
    value: dict[State, tuple[str, int]] = {s: (min(s.result.winners), 0) for s in graph if s.result is not None}
    for n in range(1, len(graph)):
        new = {}
        for state, moves in graph.items():
            if state in value or not moves:
                continue
            fates = [value.get(t) for _, t in moves]
            me = state.to_move
            if any(f is not None and f[0] == me for f in fates):
                new[state] = (me, n)
            elif all(f is not None and f[0] != me for f in fates):
                new[state] = (fates[0][0], n)
        if not new:
            break
        value.update(new)
    return value.get(start)


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
