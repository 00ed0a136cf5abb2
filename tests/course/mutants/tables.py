"""Wrong tables: rows that are missing, needless or wrong."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from finity_edu import Position
from tests.course.mutants.rubric import Mutants, arrows, post_and_end, rule, wins, words


@rule("token_sets")
def tokens(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """Equal shares for the rows after the first; half for a row that follows from a wrong one before."""
    n = len(key) - 1
    names = Position.parse(data["board"]).board.names
    last = key[-1][1].split()
    other = " ".join(s for s in names if s not in last)
    yield "last row wrong", [*key[:-1], [key[-1][0], other]], 1 - 1 / n
    yield "last row missing", key[:-1], 1 - 1 / n
    everywhere = " ".join(sorted(names))
    full = sum(row[1] == everywhere for row in key)
    yield "tokens everywhere", [[row[0], everywhere] for row in key], full / n
    yield "no rows", [], 0.0
    yield "no tokens anywhere", [[row[0], ""] for row in key], 0.0
    yield "no tokens after the start", [key[0], *([row[0], ""] for row in key[1:])], 0.0
    if len(key) > 3 and all(row[1] for row in key[:3]):
        edges = arrows(data["board"])
        wrong = next(s for s in names if s not in key[1][1].split())
        rows = [key[0], [key[1][0], wrong]]
        for row in key[2:]:
            now = rows[-1][1].split()
            rows.append([row[0], " ".join(sorted({q for p, a, q in edges if p in now and a == row[0][-1]}))])
        earned, same = 0.0, False
        for (_, before), own, row in zip(rows[1:-1], rows[2:], key[2:], strict=True):
            same = own == row and (bool(row[1]) or same)
            earned += 1 if same else 0.5 if before else 0
        yield "one slip, then consistent", rows, earned / n


@rule("determinise")
def subsets(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """Equal shares for the rows; a needless row costs half a share."""
    n = len(key)
    end = post_and_end(data["board"])[1]
    cell = set(key[-1][1].split()) ^ {end}
    yield "one cell wrong", [*key[:-1], [key[-1][0], " ".join(sorted(cell)), key[-1][2]]], 1 - 1 / n
    yield "one row missing", key[:-1], 1 - 1 / n
    yield "two rows missing", key[:-2], 1 - 2 / n
    yield "no rows", [], 0.0
    if any(row[0] == "" for row in key):
        yield "the empty set forgotten", [row for row in key if row[0]], 1 - 1 / n
    extra = " ".join(Position.parse(data["board"]).board.names)
    if all(row[0] != extra for row in key):
        yield "a needless row", [*key, [extra, "", ""]], 1 - 0.5 / n


@rule("inequivalent_prefixes")
def inequivalent(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """Half for a pair that is inequivalent, if the word does not show it."""
    u, v, _ = (row[1] for row in key)
    edges, (start, end) = arrows(data["board"]), post_and_end(data["board"])
    same = next(z for n in range(6) for z in words(n)
                if wins(edges, start, end, u + z) == wins(edges, start, end, v + z))
    yield "a word that shows nothing", [["u", u], ["v", v], ["z", same]], 0.5
    yield "twice the same prefix", [["u", u], ["v", u], ["z", "b"]], 0.0


@rule("rings_needed")
def rings(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """0.6 for one ring too many; with too few, three quarters of the share that is there."""
    need = len(data["tower"]) - 1
    free = [[s, str(int(n) + 1)] for s, n in key if int(n) < 3]
    if free:
        yield "one too many", [free[0] if row[0] == free[0][0] else row for row in key], 0.6
    yield "no rings", [], 0.0
    less = [[s, str(int(n) - (i == 0))] for i, (s, n) in enumerate(key)]
    yield "one too few", [row for row in less if row[1] != "0"], 0.75 * (1 - 1 / need)


@rule("ring_language_size")
def size(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    yield "one row wrong", [key[0], [key[1][0], str(int(key[1][1]) + 1)]], 0.5
    yield "the other row wrong", [[key[0][0], str(int(key[0][1]) + 1)], key[1]], 0.5
    yield "both rows wrong", [[row[0], str(int(row[1]) + 1)] for row in key], 0.0


@rule("pumping")
def pumping(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """A quarter for a decomposition of the right word that cannot be pumped."""
    tower, edges, (start, end) = data["tower"], arrows(data["board"]), post_and_end(data["board"])
    for i, j in combinations(range(len(tower) + 1), 2):
        x, y, z = tower[:i], tower[i:j], tower[j:]
        if not wins(edges, start, end, x + z):
            yield "cannot be left out", [["x", x], ["y", y], ["z", z]], 0.25
            break
    yield "y is empty", [["x", tower], ["y", ""], ["z", ""]], 0.0
    yield "another word", [["x", tower], ["y", "b"], ["z", ""]], 0.0


@rule("fastest_teacher")
def teachers(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    n = len(key)
    yield "one number wrong", [[key[0][0], "1.00"], *key[1:]], 1 - 1 / n
    yield "all numbers wrong", [*([row[0], "1.00"] for row in key[:-1]), key[-1]], 1 / n
    yield "nothing", [], 0.0


@rule("mini_winner")
def winner(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    """Half for the right winner with a wrong number of moves."""
    who = key[0][1]
    yield "another winner", [["winner", "B" if who != "B" else "W"], key[1]], 0.0
    if who != "draw":
        yield "another number of moves", [key[0], ["moves", str(int(key[1][1]) + 1)]], 0.5
