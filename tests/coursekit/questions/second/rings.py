"""Rings, orphans, and moves of the game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from coursekit.practice.handover import asker
from coursekit.questions import judge, question
from finity_edu import Position, analysis
from tests.coursekit.questions.second.naive import Board, Data, check, shortest


@check("rings_needed")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert all(n in ("0", "1", "2", "3") for _, n in key)
    board.rings = {s: int(n) for s, n in key}
    assert board.ring_wins(data["tower"])
    assert sum(board.rings.values()) == len(data["tower"]) - 1


@check("where_ring")
def _(data: Data, key: Any) -> None:
    board, pos = Board(data["board"]), Position.parse(data["board"])
    full = {s for s in board.names if sum(r.station == s for r in pos.layout.rings) == 3}
    assert set(key) == board.reached(data["tower"]) - {board.end, board.start} - full


@check("longest_readable")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert any(board.ring_runs(key))
    level = [""]
    while longer := [w + a for w in level for a in "bw" if any(board.ring_runs(w + a))]:
        level = longer
    assert key in level


@check("ring_language_size")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    alive, won = [""], []
    while alive:
        won += [w for w in alive if board.ring_wins(w)]
        alive = [w + a for w in alive for a in "bw" if any(board.ring_runs(w + a))]
    assert dict(key) == {"longest": str(max(map(len, won))), "words": str(len(won))}


@check("lost_by_rings")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    shortest(lambda w: board.wins(w) and not board.ring_wins(w), key)


def after_move(board: Board, move: str) -> Board:
    """Arrows and post after a move, rings not swept."""
    if move[0] == "^":
        board.start = move.strip("^")
    elif move[0] in "-~" and ">" in move:
        a, p, q = move[1], move[2:].split(">")[0], move.split(">")[1].split(".")[0]
        board.arrows.discard((p, a, q))
        if move[0] == "~" and q != board.end:
            board.arrows.add((q, a, p))
    return board


@check("orphaned_after")
def _(data: Data, key: Any) -> None:
    board = after_move(Board(data["board"]), data["move"])
    assert set(key) == set(board.rings) - board.reached(data["tower"])


@check("hamilton")
def _(data: Data, key: Any) -> None:
    edges = {frozenset(e) for e in data["graph"]}
    if key:
        assert sorted(key) == sorted(data["vertices"])
        assert (key[0], key[-1]) == (data["start"], data["goal"])
        assert all(frozenset(e) in edges for e in pairwise(key))
        return
    ways = {(frozenset({data["start"]}), data["start"])}  # sets of visited vertices, and the last
    for _ in data["vertices"][1:]:
        ways = {(seen | {q}, q) for seen, p in ways for q in data["vertices"]
                if q not in seen and frozenset((p, q)) in edges}
    assert all(last != data["goal"] for _, last in ways)


@check("no_pump_rings")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert 0 < key < 20
    fates = [board.ring_wins(data["x"] + data["y"] * i + data["z"]) for i in range(1, key + 1)]
    assert fates == [True] * (key - 1) + [False]
    dfa = board.dfa()
    assert all(dfa.accepts_input(data["x"] + data["y"] * i + data["z"]) for i in range(1, 30))


@check("winning_move")
def _(data: Data, key: Any) -> None:
    pos = Position.parse(data["board"])
    won = [str(m) for m in pos.legal_moves()
           if analysis.wins(pos.play(m), 1) and not analysis.wins(pos.play(m), 2)]
    assert len(key) == 1
    assert key[0] in won


@check("orphaning_moves")
def _(data: Data, key: Any) -> None:
    pos = Position.parse(data["board"])
    assert set(key) <= set(map(str, pos.legal_moves()))
    for move in map(str, pos.legal_moves()):
        board = Board(data["board"], 2)
        if move[0] in "-~" and ">" in move:
            after_move(board, move)
        assert (move in key) == bool(set(board.rings) - board.reached(pos.word)), move


@check("evaluation_function")
def _(data: Data, key: Any) -> None:
    space: dict[str, Any] = {}
    exec(key["source"], space)
    few = {**data, "games": 24}
    kind = question("evaluation_function")
    answer = kind.interview(few, 3, asker(space["evaluate"]))
    assert judge("evaluation_function", few, answer).points >= 0.9
    lazy = kind.interview(few, 3, asker(lambda text, seat: 0))
    assert judge("evaluation_function", few, lazy).points < 0.5
