"""Wrong paths and moves, and boxes of the learning machine."""

from __future__ import annotations

from typing import Any

from finity_edu import Position
from tests.course.mutants.rubric import SOME, Mutants, arrows, rule


@rule("accepting_path")
def path(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "backwards", key[::-1], 0.0
    yield "the end is missing", key[:-1], SOME
    yield "stays at the end", [*key, key[-1]], SOME


@rule("hamilton")
def hamilton(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    """A quarter for a way that exists but misses or repeats a station."""
    edges = {frozenset(e) for e in data["graph"]}
    near = next(q for q in data["vertices"] if frozenset((data["start"], q)) in edges)
    yield "to and fro", [data["start"], near, data["start"]], 0.25
    far = next((q for q in data["vertices"] if q != data["start"] and frozenset((data["start"], q)) not in edges), None)
    if far is not None:
        yield "no such edge", [data["start"], far], 0.0
    if key:
        yield "there is none", [], 0.0
        yield "not to the end", key[:-1], 0.25


@rule("moves_to_win")
def plan(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    """Half of the share of moves that are made; a quarter off for each needless move."""
    yield "nothing", [], 0.0
    yield "an illegal move", ["+bA>A.m"], 0.0
    yield "the last move missing", key[:-1], 0.5 * (len(key) - 1) / len(key)
    start = Position.parse(data["board"]).with_turn(1)
    for move in map(str, start.legal_moves()):
        position = start
        for m in [move, *key]:
            position = position.with_turn(1)
            if position.result is not None or position.why_illegal(m) is not None:
                break
            position = position.play(m)
        else:
            if position.full_path(1):
                yield "a needless move", [move, *key], 0.75
                return


@rule("winning_move")
def winning(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    position = Position.parse(data["board"])
    other = next(str(m) for m in position.legal_moves() if position.play(m).result is None)
    yield "a move that does not win", [other], 0.0
    yield "two moves", [key[0], other], 0.0
    yield "nothing", [], 0.0


@rule("stop_tower")
def stop(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    """Half of the share of runs that are stopped; a quarter off for each arrow too many."""
    yield "nothing", [], 0.0
    spare = [f"{a}{p}>{q}" for p, a, q in sorted(arrows(data["board"])) if f"{a}{p}>{q}" not in key]
    yield "one arrow too many", [*key, spare[0]], 0.75
    yield "all arrows", [*key, *spare], max(0.25, 1 - 0.25 * len(spare))
    if len(key) > 1:
        yield "one arrow too few", key[:-1], (0.0, 0.5)


@rule("machine_update")
def update(id: str, data: dict[str, Any], key: dict[str, list[int]]) -> Mutants:
    """Shares for the boxes that change, and one for leaving the others alone."""
    touched = [d for d, box in key.items() if data["boxes"][d] != box]
    yield "nothing done", data["boxes"], 0.0
    other = next(d for d in key if d not in touched)
    yield "another box touched", {**key, other: []}, 1 - 1 / (len(touched) + 1)
    if len(touched) > 1:
        yield "one box forgotten", {**key, touched[0]: data["boxes"][touched[0]]}, 1 - 1 / (len(touched) + 1)


@rule("unlearn_trace")
def trace(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "no game", ["nonsense"], 0.0
    game, d = [], data["length"]
    while d > 0:  # the machine plays its smallest marker, the human moves by one
        move = min(data["boxes"][str(d)]) if len(game) % 2 == 0 else 1
        if (len(game) % 2, d, move) == (0, data["field"], data["move"]):
            break
        game.append("mh"[len(game) % 2] + str(move))
        d -= move
    else:
        yield "a game that leaves the marker", [" ".join(game)], 0.25 if key else 0.0
    if key:
        yield "it cannot", [], 0.0


@rule("shortest_cycle")
def cycle(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "not closed", key[:-1], (-0.01, 0.26)
    yield "twice around", key * 2, 0.6
    yield "passing", ["pass", "pass"], 0.0
    yield "nonsense", ["nonsense"], 0.0
