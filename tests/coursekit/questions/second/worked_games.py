"""Worked solutions: rings and moves, machines and games."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import prod
from typing import Any

from amakta import State
from finity_edu import Position
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.claims_boards import orphans, pumped, tower_of
from tests.coursekit.questions.second.lines import (
    Lines,
    is_accepting,
    prefixes,
    rows,
    work,
)
from tests.coursekit.questions.second.machines import outcomes, play
from tests.coursekit.questions.second.misread_games import win_chance
from tests.coursekit.questions.second.naive import Board
from tests.coursekit.questions.second.readers import (
    of_rings,
    with_rings,
)
from tests.coursekit.questions.second.rings import after_move
from tests.coursekit.questions.second.stones import fate, fields_of_ring
from tests.finity_edu import reasons


@work("rings_needed")
def _(case: Case, lines: Lines) -> None:
    for run, cells in rows(lines, r"- (.*?): (.*)"):
        stations = is_accepting(case, run, case.data["tower"])
        assert {s: int(n) for s, n in map(str.split, cells.split(", "))} == {
            s: stations[1:-1].count(s) for s in stations[1:-1]}


@work("hamilton")
def _(case: Case, lines: Lines) -> None:
    (line,) = lines
    assert {v: int(n) for v, n in map(str.split, line.removeprefix("- ").split(", "))} == {
        v: sum(v in e for e in case.data["graph"]) for v in case.data["vertices"]}


@work("no_pump_rings")
def _(case: Case, lines: Lines) -> None:
    """Each i that wins is told once; of the one that loses the tokens, until none is left that has hope."""
    told = [said.values["i"] for said in case.said if said.id == "work.pumped_wins"]
    assert told == list(range(1, case.key))
    word, found = pumped(case, case.key), rows(lines, r"- (\w+|ε): (.*)")
    for i, (prefix, states) in enumerate(found):
        assert read.word(prefix) == word[:i]
        assert read.names(states) == {
            state for state in of_rings(case.data["board"]).sets(word[:i])[-1]
            if any(run[-1] in case.board.ends for run in case.board.runs(word[i:], state.strip("()").split(" ")[0]))}
        assert (states == "∅") == (i == len(found) - 1)


@work("winning_move")
def _(case: Case, lines: Lines) -> None:
    run, move = (line.removeprefix("- ") for line in lines)
    assert [move] == case.key
    board = Board(str(Position.parse(case.data["board"]).play(move)))
    assert is_accepting(case, run, tower_of(case), board) in list(board.ring_runs(tower_of(case)))
    (missing,) = (said for said in case.said if said.id.startswith("work.missing_"))
    if station := missing.values.get("station"):
        stations, _ = read.run(run)
        first = stations.index(station)
        assert stations[: first + 1] in list(case.board.ring_runs(tower_of(case)[:first]))


@claim("work.missing_arrow", "work.missing_ring")
def _(case: Case, cost: str, arrow: str = "", station: str = "") -> None:
    """With the piece, in whichever way it may lie, a path of that cost is there; without it there is none."""
    board, pos, piece = case.board, Position.parse(case.data["board"]), arrow or f"o{station}"
    assert case.key[0].startswith(f"+{piece}.")
    assert not board.ring_wins(tower_of(case))
    ways = [m for m in map(str, pos.legal_moves()) if m.startswith(f"+{piece}.")]
    assert all(Board(str(pos.play(m))).ring_wins(tower_of(case)) for m in ways)
    after = Board(str(pos.play(case.key[0])))
    costs = [Counter(r[1:-1]) for r in after.ring_runs(tower_of(case)) if r[-1] in after.ends]
    assert {s: int(n) for s, n in map(str.split, cost.split(", "))} in costs


BARRED = ("work.would_orphan", "work.other_highest")


@work("orphaning_moves")
def _(case: Case, lines: Lines) -> None:
    """Every removal and every turn that would orphan a ring is told: those of the key, and those that are illegal."""
    prefixes(case, lines, with_rings(Board(case.data["board"], 2)), tower_of(case), cut=True)
    pos = Position.parse(case.data["board"])
    changes = [f"{sign}{arrow}" for sign in "~-" for arrow in pos.layout.arrows]
    told = [said.values["move"] for said in case.said if said.id == "work.orphans"]
    assert sorted(told) == sorted(case.key)
    other = [said.values["move"] for said in case.said if said.id in BARRED]
    assert sorted([*told, *other]) == sorted(filter(lambda move: cut_off(case, move), changes))


def cut_off(case: Case, move: str) -> set[str]:
    """The stations with rings of player 2 that are not reached once an arrow is removed or turned."""
    board = after_move(Board(case.data["board"], 2), move)
    return set(board.rings) - board.reached(tower_of(case))


@claim("work.orphans")
def _(case: Case, move: str, stations: str) -> None:
    assert orphans(case, move) > 0
    assert set(read.listed(stations)) == cut_off(case, move)


@claim("work.none_else_orphans")
def _(case: Case) -> None:
    pos = Position.parse(case.data["board"])
    moves = [f"{sign}{a}" for sign in "~-" for a in pos.layout.arrows]
    told = {said.values["move"] for said in case.said if said.id in ("work.orphans", *BARRED)}
    assert told == {move for move in moves if cut_off(case, move)}


@claim("work.would_orphan")
def _(case: Case, move: str, reason: Any) -> None:
    pos = Position.parse(case.data["board"])
    assert cut_off(case, move)
    assert move not in set(map(str, pos.legal_moves()))
    assert reasons.holds(pos, move, reason)


@claim("work.other_highest")
def _(case: Case, move: str, station: str) -> None:
    assert cut_off(case, move)
    assert re.fullmatch(rf"-.\w+>{station}\..", move)
    assert reasons.Scene(Position.parse(case.data["board"]), move).top(station) == "y"


# ------------------------------------------------------------------------------------------ machines and games


@work("machine_update")
def _(case: Case, lines: Lines) -> None:
    """Every game is told, with the marker that leaves, if one does."""
    assert lines == []
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for game, said in zip(case.data["games"], case.said, strict=True):
        new = play(boxes, case.data["length"], game)
        gone = {(str(d), k) for d in boxes for k in boxes[d] - new[d]}
        told = (said.values.get("field"), said.values.get("move"))
        assert (" ".join(re.findall(r"[mh]\d+|m-", said.values["game"])), {told} - {(None, None)}) == (game, gone)
        boxes = new


def marks_of(gone: str) -> set[tuple[int, ...]]:
    """Markers such as ``4.3, 2.1``, or – for none."""
    return {tuple(map(int, marker.split("."))) for marker in gone.split(", ") if marker != "–"}


@work("win_probability")
def _(case: Case, lines: Lines) -> None:
    data = case.data
    full = frozenset((d, k) for d in range(1, data["length"] + 1) for k in range(1, min(3, d) + 1))

    def chance(length: int, starts: bool, marks: Any = full) -> Fraction:
        return sum((p for (_, won), p in outcomes(marks, length, data["tester"], starts).items() if won), Fraction(0))

    for d, mine, yours in rows([x for x in lines if "d = " in x], r"- d = (\d+): (\S+) \| (\S+)"):
        assert (Fraction(mine), Fraction(yours)) == (chance(int(d), True), chance(int(d), False))
    told = rows([x for x in lines if "): " in x], r"- (.+) \((\S+)\): (\S+)")
    machines, starts = {full: Fraction(1)}, data.get("first") == "machine"
    for _ in range(data["games"]):
        later: Counter[Any] = Counter()
        for marks, p in machines.items():
            for (left, _), q in outcomes(marks, data["length"], data["teacher"], starts).items():
                later[left] += p * q
        here, told = told[: len(later)], told[len(later) :]
        table = {full - marks_of(gone): (Fraction(p), Fraction(left)) for gone, p, left in here}
        assert table == {m: (p, chance(data["length"], data["starter"] == "machine", m)) for m, p in later.items()}
        machines, starts = dict(later), not starts
    assert told == []
    for n, p in rows([x for x in lines if "n = " in x], r"- n = (\d+): (\S+)"):
        assert Fraction(p) == win_chance({**data, "games": int(n)})


@work("fastest_teacher")
def _(case: Case, lines: Lines) -> None:
    assert [list(r) for r in rows(lines, r"- (\S+): (\S+)")] == case.key


@work("unlearn_trace")
def _(case: Case, lines: Lines) -> None:
    if case.key:
        (run,) = lines
        word, *words = run.removeprefix("- ").split()
        assert [" ".join(re.findall(r"[mh]\d+|m-", run))] == case.key
        fields = [int(field) for field in (word, *words[1::2])]
        moves = [int(move[1:]) for move in case.key[0].split()]
        assert fields == [case.data["length"] - sum(moves[:n]) for n in range(len(moves) + 1)]
    else:
        assert lines == []


@work("stone_count")
def _(case: Case, lines: Lines) -> None:
    *symmetries, mean = lines
    n, found = case.data["directions"], rows(symmetries, r"- ([ρσ])(\d+) \((.*)\): (?:(.*) = )?(\d+)")
    assert len(found) == n * (2 if case.data["mirrors"] else 1)
    for kind, k, cycles, terms, fixed in found:
        places = [(i + int(k)) % n if kind == "ρ" else (int(k) - i) % n for i in range(n)]
        sizes, left = [], set(range(n))
        while left:
            i, size = left.pop(), 1
            while (i := places[i]) in left:
                left.remove(i)
                size += 1
            sizes.append(size)
        assert sorted(map(int, cycles.split(" + "))) == sorted(sizes)
        assert int(fixed) == stones(sizes, case.data["contents"], case.data["empty"])
        assert not terms or sum(map(power, terms.split(" + "))) == int(fixed)
    numbers = [int(f[4]) for f in found]
    assert sum(numbers) == case.key * len(found)
    assert mean == f"({' + '.join(map(str, numbers))}) / {len(found)} = {case.key}"


def power(term: str) -> int:
    """What ``4 · 5³`` or ``7`` is."""
    factors = [re.fullmatch(r"(\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]*)", factor) for factor in term.split(" · ")]
    digits = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
    return prod(int(f[1]) ** int(f[2].translate(digits) or 1) for f in factors)


def stones(sizes: list[int], contents: int, empty: int | None) -> int:
    """Stones that are the same along every cycle, by the number of empty directions: a row of numbers."""
    counts = {0: 1}
    for size in sizes:
        new: dict[int, int] = {}
        for used, n in counts.items():
            new[used] = new.get(used, 0) + n * (contents - 1)
            new[used + size] = new.get(used + size, 0) + n
        counts = new
    return sum(counts.values()) if empty is None else counts.get(empty, 0)


@work("reachable_positions")
def _(case: Case, lines: Lines) -> None:
    """Every sum is one, and the numbers of fields are those that can be reached; divisor and fields are claims."""
    sums, total = lines
    data = case.data
    told = [tuple(map(int, one)) for one in re.findall(r"(\d+) \+ (\d+) = (\d+)", sums)]
    assert told == [(a, b, a + b) for a in data["white"] for b in data["black"]]
    white, black = fields_of_ring(data)
    assert total == f"{len(white)} + {len(black)} = {case.key}"


@work("mini_winner")
def _(case: Case, lines: Lines) -> None:
    told = {}
    for _, states in rows(lines, r"- (\S+): (.*)"):
        for state in states.split(", "):
            told[state[0]] = state[2:] or "draw"
    assert told == {state: fate(case.data, state) for state in case.data["moves"]}


@work("shortest_cycle")
def _(case: Case, lines: Lines) -> None:
    state = State.parse(case.data["state"])
    for move, text in rows(lines, r"- (.*?): (.*)"):
        state = state.play(move)
        assert str(state) == text
    assert state == State.parse(case.data["state"])
    assert len(lines) == len(case.key)
    assert len(lines) % 2 == 0  # as the second hint says
