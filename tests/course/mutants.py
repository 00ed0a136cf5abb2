"""Wrong answers to every type of question in the problem sets, with what the rubric of partial credit gives for them.

A mutant is ``(name, answer, share)``; the share is a number, or a pair of bounds where a published formula decides
(never everything, never nothing).  The shares are computed from the rubric here, not by the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations, product
from typing import Any

from finity_edu import Position
from finity_edu.questions import question

Share = float | tuple[float, float]
Mutants = Iterator[tuple[str, Any, Share]]
SOME: Share = (0.0, 1.0)
LESS: Share = (-0.01, 1.0)
RULES: dict[str, Callable[[str, dict[str, Any], Any], Mutants]] = {}


def rule(*types: str) -> Callable[[Callable[..., Mutants]], Callable[..., Mutants]]:
    def note(function: Callable[..., Mutants]) -> Callable[..., Mutants]:
        RULES.update(dict.fromkeys(types, function))
        return function
    return note


def mutants(type_id: str, data: dict[str, Any], key: Any) -> Mutants:
    return RULES[type_id](type_id, data, deepcopy(key))


# ------------------------------------------------------------- boards read independently of the judge
def arrows(text: str) -> set[tuple[str, str, str]]:
    return {(b.tail, b.colour, b.head) for b in Position.parse(text).layout.bridges}


def wins(edges: set[tuple[str, str, str]], start: str, end: str, word: str) -> bool:
    tokens = {start}
    for cone in word:
        tokens = {q for p, a, q in edges if p in tokens and a == cone}
    return end in tokens


def post_and_end(text: str) -> tuple[str, str]:
    position = Position.parse(text)
    return str(position.layout.posts[0]), position.board.end


def words(n: int) -> list[str]:
    return ["".join(w) for w in product("bw", repeat=n)]


def share(expected: set[Any], got: set[Any], universe: int) -> float:
    """Recall + specificity − 1: neither naming nothing nor naming everything earns anything."""
    recall = len(expected & got) / len(expected)
    others = universe - len(expected)
    return max(0.0, recall - (len(got - expected) / others if others else 0.0))


def sets(items: list[Any], key: list[Any], universe: int) -> Mutants:
    """Mutants of a set: one item too few, one too many, both, nothing, everything."""
    right, rest = set(key), [x for x in items if x not in key]
    yield "nothing", [], 0.0
    if len(right) > 1:
        yield "one missing", key[1:], share(right, set(key[1:]), universe)
    if rest:
        yield "one too many", [*key, rest[0]], share(right, {*key, rest[0]}, universe)
        yield "one exchanged", [*key[1:], rest[0]], share(right, {*key[1:], rest[0]}, universe)
    if len(items) == universe and rest:
        yield "everything", items, 0.0


# ------------------------------------------------------------- numbers and fractions
@rule("count_arrows", "count_words", "minimal_states", "no_pump_rings", "stone_count", "reachable_positions")
def number(id: str, data: dict[str, Any], key: int) -> Mutants:
    yield "one more", key + 1, 0.0
    yield "one less", key - 1, 0.0
    yield "zero", 0, 0.0


@rule("win_probability")
def fraction(id: str, data: dict[str, Any], key: str) -> Mutants:
    top, bottom = map(int, key.split("/"))
    yield "rounded", f"{top * 10_000 + (1 if top < bottom else -1)}/{bottom * 10_000}", 0.5
    yield "the other side", f"{bottom - top}/{bottom}" if 2 * top != bottom else "1/3", 0.0


# ------------------------------------------------------------- paths
@rule("accepting_path")
def path(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "backwards", key[::-1], 0.0
    yield "the end is missing", key[:-1], SOME
    yield "stays at the end", [*key, key[-1]], SOME


# ------------------------------------------------------------- sets
@rule("delta_hat")
def stations(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    names = list(Position.parse(data["board"]).board.names)
    yield from sets(names, key, len(names))


@rule("accepted")
def verdicts(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield from sets(data["towers"], key, len(data["towers"]))


@rule("orphaned_after")
def ringed(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    names = sorted({r.station for r in Position.parse(data["board"]).layout.rings if r.seat == 1})
    yield from sets(names, key, len(names))


@rule("losing_fields")
def fields(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield from sets([str(d) for d in range(1, data["length"] + 1)], key, data["length"])


@rule("orphaning_moves")
def moves(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    legal = [str(m) for m in Position.parse(data["board"]).legal_moves()]
    yield from sets(legal, key, len(legal))
    yield "an illegal move", [*key, "+bA>A.m"], 0.0


@rule("nerode_classes")
def partition(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    def pairs(blocks: list[list[str]]) -> set[frozenset[str]]:
        return {frozenset(p) for block in blocks for p in combinations(block, 2)}

    all_ = [x for block in key for x in block]
    universe = len(all_) * (len(all_) - 1) // 2
    big = max(key, key=len)
    split = [[big[0]], big[1:], *(b for b in key if b is not big)]
    yield "each alone", [[x] for x in all_], 0.0
    yield "all together", [all_], 0.0
    yield "one split off", split, share(pairs(key), pairs(split), universe)
    merged = [[*key[0], *key[1]], *key[2:]]
    yield "two merged", merged, share(pairs(key), pairs(merged), universe)


# ------------------------------------------------------------- words
@rule("shortest_word", "separating_suffix", "shortest_only_one", "equivalence", "lost_by_rings")
def shortest(id: str, data: dict[str, Any], key: str | None) -> Mutants:
    """A right word that is too long earns half, a wrong word nothing."""
    accepts = question(id).machine(data).accepts  # type: ignore[attr-defined]
    if key is None:
        yield "a word", "bw", 0.0
        return
    yield "too short", key[:-1], 0.0
    longer = next((w for n in range(len(key) + 1, len(key) + 4) for w in words(n) if accepts(w)), None)
    if longer is not None:
        yield "too long", longer, 0.5
    wrong = next((w for w in words(len(key)) if not accepts(w)), None)
    if wrong is not None:
        yield "another of that length", wrong, 0.0
    if id == "equivalence":
        yield "there is none", None, 0.0


@rule("most_tokens", "longest_readable")
def best(id: str, data: dict[str, Any], key: str) -> Mutants:
    """Three quarters of the share that is reached beyond what the empty word has."""
    if Position.parse(data["board"]).layout.rings:
        yield "one letter less", key[:-1], 0.75 * (len(key) - 1) / len(key)
        yield "nothing", "", 0.0
        return
    edges, (start, _) = arrows(data["board"]), post_and_end(data["board"])

    def tokens(word: str) -> int:
        now = {start}
        for cone in word:
            now = {q for p, a, q in edges if p in now and a == cone}
        return len(now)

    fewer = next(w for n in range(len(key) + 1) for w in words(n) if 0 < tokens(w) < tokens(key))
    yield "fewer tokens", fewer, 0.75 * (tokens(fewer) - 1) / (tokens(key) - 1)
    yield "nothing", "", 0.0
    dead = next((w for n in range(5) for w in words(n) if tokens(w) == 0), None)
    if dead is not None:
        yield "no tokens", dead, 0.0


@rule("synchronising_word")
def synchronising(id: str, data: dict[str, Any], key: str) -> Mutants:
    """Half of the share of states that are merged; 0.6 for a word that works and is too long."""
    fa = data["automaton"]
    to = {(p, a): q for p, a, q in fa["transitions"]}
    now = set(fa["states"])
    for a in key[:-1]:
        now = {to[q, a] for q in now}
    n = len(fa["states"])
    yield "one letter less", key[:-1], 0.5 * (n - len(now)) / n
    yield "nothing", "", 0.0
    yield "too long", key + "b", 0.6


# ------------------------------------------------------------- tables
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


# ------------------------------------------------------------- automata, boards, expressions
@rule("five_tuple")
def tuple_(id: str, data: dict[str, Any], key: dict[str, Any]) -> Mutants:
    """One fifth for each part; δ counts by the share of arrows that are right, and without δ nothing counts.
    A wrong answer earns at most 95 %."""
    n = len(key["transitions"])
    yield "another F", {**key, "accepting": [key["start"]]}, 0.8
    less = {**key, "transitions": key["transitions"][1:]}
    yield "one arrow missing", less, min(0.95, 0.8 + 0.2 * (1 - 1 / n))
    yield "one arrow missing and another F", {**less, "accepting": [key["start"]]}, 0.6 + 0.2 * (1 - 1 / n)
    yield "no arrows", {**key, "transitions": []}, 0.0
    everything = [[p, a, q] for p in key["states"] for a in "bw" for q in key["states"]]
    yield "all arrows", {**key, "transitions": everything}, 0.0
    yield "all arrows reversed", {**key, "transitions": [[q, a, p] for p, a, q in key["transitions"]]}, LESS


def language(fa: dict[str, Any], longest: int = 8) -> set[str]:
    """All accepted words up to a length."""
    found, rows = set(), {"": {fa["start"]}}
    for _ in range(longest + 1):
        found |= {w for w, now in rows.items() if now & set(fa["accepting"])}
        rows = {w + a: {t[2] for t in fa["transitions"] if t[0] in now and t[1] == a}
                for w, now in rows.items() for a in "bw"}
    return found


def automaton(loops: bool) -> dict[str, Any]:
    """The automaton that accepts nothing, or everything."""
    return {"states": ["1"], "alphabet": ["b", "w"], "start": "1", "accepting": ["1"] if loops else [],
            "transitions": [["1", "b", "1"], ["1", "w", "1"]]}


@rule("minimise", "losing_towers", "product", "remove_epsilon")
def languages(id: str, data: dict[str, Any], key: dict[str, Any]) -> Mutants:
    """Equal languages earn everything but what else was asked for; otherwise a published formula decides."""
    yield "nothing is accepted", automaton(False), 0.0
    yield "everything is accepted", automaton(True), 0.0
    flipped = sorted(set(key["states"]) - set(key["accepting"]))
    yield "complement", {**key, "accepting": flipped}, LESS
    twin = {**key, "states": [*key["states"], "twin"],
            "transitions": [*key["transitions"], ["twin", "b", "twin"], ["twin", "w", "twin"]]}
    yield "a state too many", twin, 0.75 if id == "minimise" else 1.0
    for i in range(len(key["transitions"])):
        less = {**key, "transitions": key["transitions"][:i] + key["transitions"][i + 1:]}
        if language(less) != language(key):
            yield "one arrow missing", less, LESS
            return


@rule("regex_of_board")
def regex(id: str, data: dict[str, Any], key: str) -> Mutants:
    yield "nothing", "∅", 0.0
    yield "only ε", "()", 0.0
    yield "everything", "(b|w)*", 0.0
    yield "written otherwise", f"({key})|({key})", 1.0
    yield "one word too many", f"({key})|()", SOME


@rule("board_for_words")
def towers(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    """The tower rule: recall + specificity − 1, or what is there of the arrows that are needed."""
    start, end = post_and_end(data["board"])
    goal = set(data["towers"])
    yield "nothing", [], 0.0
    for i in range(len(key)):
        left = key[:i] + key[i + 1:]
        edges = {(t[1:].split(">")[0], t[0], t.split(">")[1].split(".")[0]) for t in left}
        got = {w for w in words(data["height"]) if wins(edges, start, end, w)}
        if got != goal:
            yield f"without {key[i]}", left, max(share(goal, got, 2 ** data["height"]), 1 - 1 / len(key))
    yield "an arrow out of the tower", [*key, f"b{end}>{start}"], 0.0


@rule("board_for_regex")
def board_for_regex(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield "nothing", [], 0.0
    start, end = post_and_end(data["board"])

    def read(pieces: list[str]) -> set[str]:
        edges = {(t[1:].split(">")[0], t[0], t.split(">")[1].split(".")[0]) for t in pieces}
        return {w for n in range(9) for w in words(n) if wins(edges, start, end, w)}

    for piece in key:
        left = [p for p in key if p != piece]
        if read(left) != read(key):
            yield f"without {piece}", left, LESS


# ------------------------------------------------------------- paths and moves
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
