"""What verdicts claim of boards that are laid, of moves and of rings: units 1, 4 and 5."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Any

from amakta import State
from finity_edu import Position
from tests.amakta import reasons as stone_reasons
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, given, laid
from tests.coursekit.questions.second.naive import Board
from tests.coursekit.questions.second.readers import (
    of_arrows,
)
from tests.finity_edu import reasons

# ------------------------------------------------------------------------------------------ boards that are laid


def lanes(case: Case, text: str) -> list[str]:
    """Slots of an arrow of an answer, with its lane or with any."""
    return [text] if "." in text else [f"{text}.{lane}" for lane in "mlr"]


def fits(case: Case, pieces: list[str]) -> bool:
    """Whether arrows can lie on the given board together, tried in all ways."""
    @lru_cache(None)
    def position(text: str) -> bool:
        try:
            return not any(p.grave for p in Position.parse(text).problems())
        except ValueError:
            return False

    def lay(done: tuple[str, ...], left: tuple[str, ...]) -> bool:
        if done and not position(f"{case.data['board']}; bridges {' '.join(done)}"):
            return False
        return not left or any(lay((*done, b), left[1:]) for b in lanes(case, left[0]))

    return lay((), tuple(pieces))


@claim("v.laid.board")
def _(case: Case) -> None:
    assert isinstance(case.answer, str)
    mine, theirs = Position.parse(case.answer), Position.parse(case.data["board"])
    assert mine.board != theirs.board or mine.layout.posts[0] != theirs.layout.posts[0]


@claim("v.laid.ring")
def _(case: Case, ring: str) -> None:
    place = ring.split(".")[0]
    assert [t.split(".")[0] for t in case.answer].count(place) > 3 or place[1:] in case.board.ends


@claim("v.laid.arrow")
def _(case: Case, arrow: str) -> None:
    assert arrow in case.answer
    tail, head = arrow[1:].split(".")[0].split(">")
    assert tail in case.board.ends or head not in Position.parse(case.data["board"]).board.neighbours[tail]


@claim("v.laid.slot")
def _(case: Case, arrow: str) -> None:
    arrows = [t for t in case.answer if ">" in t]
    assert [t.split(".")[0] for t in arrows].count(arrow.split(".")[0]) > 1 or not fits(case, arrows)


@claim("v.built.extra")
def _(case: Case, word: str) -> None:
    assert given(case).wins(word)
    assert word not in (case.data.get("towers") or case.data["words"])
    assert len(word) == (case.data.get("height") or case.data["length"])


@claim("v.built.missing")
def _(case: Case, word: str) -> None:
    assert not given(case).wins(word)
    assert word in (case.data.get("towers") or case.data["words"])


@claim("v.built.rings")
def _(case: Case, run: str) -> None:
    board = laid(case)
    stations, word = read.run(run)
    assert word == case.about()
    assert of_arrows(board.arrows, board.start, board.ends).is_run(stations, word)
    assert stations[-1] in board.ends
    assert any(stations[1:-1].count(s) > board.rings.get(s, 0) for s in stations[1:-1])


# ------------------------------------------------------------------------------------------ moves and rings


@claim("v.plan.illegal")
def _(case: Case, n: int, move: str, reason: Any) -> None:
    """The move is not among the legal ones where the others have been made, and what the reason says is so."""
    assert move == case.answer[n - 1]
    position: Any = State.parse(case.data["state"]) if "state" in case.data else Position.parse(case.data["board"])
    for other in case.answer[: n - 1]:
        legal = position.with_turn(1) if case.type == "moves_to_win" else position
        assert legal.why_illegal(other) is None
        position = position if case.type in ("winning_move", "orphaning_moves") else legal.play(other)
    position = position.with_turn(1) if case.type == "moves_to_win" else position
    assert str(reason)
    if not isinstance(reason, ValueError):
        text = str(position.resolve(move)) if isinstance(position, Position) else move
        assert text not in set(map(str, position.legal_moves()))
        assert (reasons if isinstance(position, Position) else stone_reasons).holds(position, text, reason)


def after_moves(case: Case) -> Position:
    pos = Position.parse(case.data["board"])
    for move in case.answer:
        pos = pos.with_turn(1).play(move)
    return pos


@claim("v.plan.no_path")
def _(case: Case, tower: str, reached: str) -> None:
    board = Board(str(after_moves(case)))
    assert tower == case.data["tower"]
    assert not board.ring_wins(tower)
    assert set(read.listed(reached)) == board.reached(tower)


@claim("v.plan.only")
def _(case: Case, move: str) -> None:
    assert move in case.answer
    assert move[0] != "+"


@claim("v.plan.fewer")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) > len(case.key)
    assert Board(str(after_moves(case))).ring_wins(case.data["tower"])


@claim("v.winning.one")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) != 1


def tower_of(case: Case) -> str:
    return str(Position.parse(case.data["board"]).word)


@claim("v.winning.other")
def _(case: Case, path: str) -> None:
    after = Position.parse(case.data["board"]).play(case.answer[0])
    assert after.result is not None
    assert after.result.winners == {2}
    stations, word = read.run(path)
    assert word == tower_of(case)
    assert stations in list(Board(str(after), 2).ring_runs(word))
    assert stations[-1] in case.board.ends


@claim("v.winning.no")
def _(case: Case, move: str, reached: str) -> None:
    after = Position.parse(case.data["board"]).play(move)
    board = Board(str(after))
    assert after == Position.parse(case.data["board"]).play(case.answer[0])
    assert not board.ring_wins(tower_of(case))
    assert set(read.listed(reached)) == board.reached(tower_of(case))


@claim("v.winning.draw")
def _(case: Case, move: str, result: Any) -> None:
    assert Position.parse(case.data["board"]).play(move).result == result
    assert not result.winners


def orphans(case: Case, move: str) -> int:
    """Rings of player 2 that a move takes off."""
    before = Position.parse(case.data["board"])
    return sum(r.seat == 2 for r in before.layout.rings) - sum(r.seat == 2 for r in before.play(move).layout.rings)


def canonical(case: Case) -> set[str]:
    pos = Position.parse(case.data["board"])
    return {str(pos.resolve(m)) for m in case.answer}


@claim("v.orphaning.does")
def _(case: Case, move: str, n: int) -> None:
    assert n == orphans(case, move) > 0
    assert move not in canonical(case)


@claim("v.orphaning.not")
def _(case: Case, move: str) -> None:
    assert orphans(case, move) == 0
    assert move in canonical(case)


@claim("v.rings.three")
def _(case: Case) -> None:
    assert any(not row[0].isdigit() or int(row[0]) > 3 for row in case.rows.values())


def own_rings(case: Case) -> dict[str, int]:
    return {s: int(row[0]) for s, row in case.rows.items()}


def rings_of(case: Case, rings: dict[str, int]) -> Board:
    """The board with other rings."""
    board = Board(case.data["board"])
    board.rings = rings
    return board


@claim("v.rings.fewer")
def _(case: Case, n: int) -> None:
    assert n == sum(own_rings(case).values()) > sum(int(row[0]) for row in case.wanted.values())
    board = case.board
    board.rings = own_rings(case)
    assert board.ring_wins(case.data["tower"])


def pumped(case: Case, i: int) -> str:
    return str(case.data["x"] + case.data["y"] * i + case.data["z"])


@claim("work.pumped_wins")
def _(case: Case, i: int, run: str, cost: str) -> None:
    stations, word = read.run(run)
    assert i < case.key
    assert word == pumped(case, i)
    assert stations in [r for r in case.board.ring_runs(word) if r[-1] in case.board.ends]
    assert {s: int(n) for s, n in map(str.split, cost.split(", "))} == Counter(stations[1:-1])


@claim("work.pumped_loses")
def _(case: Case, i: int, word: str) -> None:
    assert i == case.key
    assert word == pumped(case, i)
    assert not case.board.ring_wins(word)


@claim("v.rings.short")
def _(case: Case, run: str, station: str, n: int) -> None:
    board, (stations, word) = case.board, read.run(run)
    board.rings = own_rings(case)
    tower = case.data["tower"]
    assert not board.ring_wins(tower)
    assert word == tower
    assert case.plain.is_run(stations, word)
    assert stations[-1] in board.ends
    assert n == stations[1:-1].count(station) > board.rings.get(station, 0)


def ring_board(case: Case) -> Board:
    """The board on which stations are reached: after the move, if there is one."""
    text = case.data["board"]
    return Board(str(Position.parse(text).play(case.data["move"])) if "move" in case.data else text)


@claim("v.where_ring.free")
def _(case: Case, station: str, word: str, n: int) -> None:
    is_reached(case, station, word)
    assert n == sum(r.station == station for r in Position.parse(case.data["board"]).layout.rings) < 3


@claim("v.where_ring.reached")
def is_reached(case: Case, station: str, word: str) -> None:
    assert station == case.about()
    assert case.data["tower"].startswith(read.word(word))
    assert any(run[-1] == station for run in ring_board(case).ring_runs(read.word(word)))


@claim("v.where_ring.post")
def _(case: Case) -> None:
    assert case.about() == case.board.start


@claim("v.where_ring.end")
def _(case: Case) -> None:
    assert case.about() in case.board.ends


@claim("v.where_ring.full")
def _(case: Case, station: str) -> None:
    assert station == case.about()
    assert sum(r.station == station for r in Position.parse(case.data["board"]).layout.rings) == 3


@claim("v.where_ring.unreached")
def _(case: Case, station: str) -> None:
    assert station == case.about()
    assert station not in case.board.reached(case.data["tower"])


@claim("v.orphaned.gone")
def _(case: Case, station: str, move: str) -> None:
    assert station == case.about()
    assert move == case.data["move"]
    assert station not in ring_board(case).reached(case.data["tower"])


@claim("v.ring_size.bound")
def _(case: Case, n: int) -> None:
    assert n == sum(case.board.rings.values()) + 1


@claim("v.hamilton.exists")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.key != []


@claim("v.hamilton.edge")
def _(case: Case, edge: str) -> None:
    p, q = edge.split("–")
    assert (p, q) in pairwise(case.answer)
    assert not {(p, q), (q, p)} & {tuple(e) for e in case.data["graph"]}


@claim("v.hamilton.twice")
def _(case: Case, station: str) -> None:
    assert case.answer.count(station) > 1


@claim("v.hamilton.all")
def _(case: Case, n: int, start: str, goal: str) -> None:
    assert (n, start, goal) == (len(case.data["vertices"]), case.data["start"], case.data["goal"])
    assert (len(case.answer), case.answer[0], case.answer[-1]) != (n, start, goal)
