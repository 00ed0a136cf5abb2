"""A second method for every key: brute force over words and runs, automata-lib, permutations, naive game trees.

Nothing here uses the light automata of `finity_edu.grading.languages`; boards are read from their text again.
Each function raises AssertionError if the key of an instance is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

import networkx
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from amakta import State
from amakta.stones import enumerate_orbits
from finity_edu import Position, analysis
from finity_edu.grading.handover import asker
from finity_edu.questions import judge, question

Data = dict[str, Any]
Arrow = tuple[str, str, str]
CHECKS: dict[str, Callable[[Data, Any], None]] = {}


def check(*ids: str) -> Callable[[Callable[[Data, Any], None]], Callable[[Data, Any], None]]:
    def register(function: Callable[[Data, Any], None]) -> Callable[[Data, Any], None]:
        CHECKS.update(dict.fromkeys(ids, function))
        return function
    return register


# ------------------------------------------------------------------------------------- boards, by brute force


class Board:
    """Arrows, post, tower and rings of a position text; runs by plain recursion."""

    def __init__(self, text: str, seat: int = 1) -> None:
        pos = Position.parse(text)
        self.end = pos.board.end
        self.start = pos.layout.posts[seat - 1]
        self.names = pos.board.names
        found = re.findall(r"\b([bw])(\w+)>(\w+)\.[lmr]", text.split("bridges", 1)[1].split(";")[0])
        self.arrows = {(p, a, q) for a, p, q in found if p != self.end}
        letter = "cy"[seat - 1]
        listed = re.findall(r"(\w+):([a-z.]{3})(?=[ ;]|$)", text.split("rings", 1)[1]) if " rings " in text else []
        self.rings = {s: marks.count(letter) for s, marks in listed if letter in marks and s != self.end}

    def runs(self, word: str, start: str | None = None) -> Iterator[list[str]]:
        """All runs over a word, accepting or not."""
        here = self.start if start is None else start
        if not word:
            yield [here]
            return
        for p, a, q in sorted(self.arrows):
            if p == here and a == word[0]:
                for rest in self.runs(word[1:], q):
                    yield [here, *rest]

    def wins(self, word: str) -> bool:
        return any(run[-1] == self.end for run in self.runs(word))

    def count(self, word: str) -> int:
        return sum(run[-1] == self.end for run in self.runs(word))

    def ring_runs(self, word: str) -> Iterator[list[str]]:
        """Partial paths over a whole word: departures from inner stations must not exceed the rings there."""
        for run in self.runs(word):
            inner = run[1:-1]
            if self.end not in run[:-1] and all(inner.count(s) <= self.rings.get(s, 0) for s in inner):
                yield run

    def ring_wins(self, word: str) -> bool:
        return any(run[-1] == self.end for run in self.ring_runs(word))

    def reached(self, tower: str) -> set[str]:
        return {run[-1] for i in range(len(tower) + 1) for run in self.ring_runs(tower[:i])
                if run[-1] != self.end or i == len(tower)}

    def nfa(self) -> NFA:
        moves: dict[str, dict[str, set[str]]] = {s: {} for s in self.names}
        for p, a, q in self.arrows:
            moves[p].setdefault(a, set()).add(q)
        return NFA(states=set(self.names), input_symbols={"b", "w"}, transitions=moves, initial_state=self.start,
                   final_states={self.end})

    def dfa(self) -> DFA:
        return DFA.from_nfa(self.nfa())


def words(length: int) -> list[str]:
    return ["".join(w) for w in product("bw", repeat=length)]


def shortest(good: Callable[[str], bool], longest: int) -> str | None:
    return next((w for n in range(longest + 1) for w in words(n) if good(w)), None)


def lib(data: dict[str, Any]) -> NFA:
    """An automaton in canonical JSON as an NFA of automata-lib."""
    moves: dict[str, dict[str, set[str]]] = {q: {} for q in data["states"]}
    for p, a, q in data["transitions"]:
        moves[p].setdefault(a, set()).add(q)
    return NFA(states=set(data["states"]), input_symbols=set(data["alphabet"]), transitions=moves,
               initial_state=data["start"], final_states=set(data["accepting"]))


def step(data: dict[str, Any], state: str, word: str) -> str:
    """A complete DFA in canonical JSON reads a word."""
    table = {(p, a): q for p, a, q in data["transitions"]}
    for a in word:
        state = table[state, a]
    return state


# ------------------------------------------------------------------------------------- units 0 and 1


@check("count_arrows")
def _(data: Data, key: Any) -> None:
    assert key == data["board"].split("bridges")[1].split(";")[0].count(">")


@check("five_tuple")
def _(data: Data, key: Any) -> None:
    from finity_edu.automaton import station_nfa

    nfa = station_nfa(Position.parse(data["board"]), 1)
    arrows = {(p, a, q) for p, row in nfa.transitions.items() for a, targets in row.items() for q in targets}
    assert {tuple(t) for t in key["transitions"]} == arrows
    assert (set(key["states"]), key["start"], set(key["accepting"])) == (
        nfa.states, nfa.initial_state, nfa.final_states)


@check("accepted")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == [w for w in data["towers"] if board.wins(w)]


@check("token_sets")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    for prefix, cell in key:
        assert cell.split() == sorted({r[-1] for r in board.runs(prefix)})


@check("delta_hat")
def _(data: Data, key: Any) -> None:
    assert set(key) == {r[-1] for r in Board(data["board"]).runs(data["tower"])}


@check("accepting_path")
def _(data: Data, key: Any) -> None:
    assert key in [r for r in Board(data["board"]).runs(data["tower"]) if r[-1] == Board(data["board"]).end]


@check("count_paths")
def _(data: Data, key: Any) -> None:
    assert key == Board(data["board"]).count(data["tower"])
    assert key == analysis.count_paths(Position.parse(data["board"]), 1, data["tower"], rings=False)


@check("winning_towers")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == [w for w in words(data["height"]) if board.wins(w)]


@check("shortest_word")
def _(data: Data, key: Any) -> None:
    assert key == shortest(Board(data["board"]).wins, len(key))


@check("words_in_out")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert all(board.wins(w) == (row[0] == "in") for row in key for w in row[1:])
    assert all(len(set(row[1:])) == data["number"] for row in key)


@check("count_words")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == sum(board.wins(w) for w in words(data["height"]))
    assert key == board.dfa().count_words_of_length(data["height"])


@check("most_paths")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    counts = {w: board.count(w) for w in words(data["height"])}
    assert counts[key] == max(counts.values())


@check("where_nondeterministic")
def _(data: Data, key: Any) -> None:
    arrows = Board(data["board"]).arrows
    found = {(p, a) for p, a, _ in arrows if sum((p, a) == e[:2] for e in arrows) > 1}
    assert {(row[0], a) for row in key for a in row[1].split()} == found


def arrow_set(texts: list[str]) -> set[Arrow]:
    return {(t[1:].split(">")[0], t[0], t.split(">")[1]) for t in texts}


@check("useless_arrows")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    graph = networkx.DiGraph([(p, q) for p, _, q in board.arrows])
    graph.add_nodes_from(board.names)
    useless = {(p, a, q) for p, a, q in board.arrows
               if not networkx.has_path(graph, board.start, p) or not networkx.has_path(graph, q, board.end)}
    assert arrow_set(key) == useless


@check("make_deterministic")
def _(data: Data, key: Any) -> None:
    arrows = Board(data["board"]).arrows

    def deterministic(rest: set[Arrow]) -> bool:
        return len({e[:2] for e in rest}) == len(rest)

    assert deterministic(arrows - arrow_set(key))
    fewer = combinations(sorted(arrows), len(key) - 1)
    assert not any(deterministic(arrows - set(c)) for c in fewer)


@check("stop_tower")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    runs = [set(zip(r, data["tower"], r[1:], strict=False)) for r in board.runs(data["tower"]) if r[-1] == board.end]
    assert all(run & arrow_set(key) for run in runs)
    assert not any(all(run & set(c) for run in runs) for c in combinations(sorted(board.arrows), len(key) - 1))


@check("monotonicity")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    before = board.dfa()
    for i, change in enumerate(data["changes"], 1):
        a, p, q = change[1], change[2:].split(">")[0], change.split(">")[1]
        new = Board(data["board"])
        if change[0] != "+":
            new.arrows.discard((p, a, q))
        other = "w" if a == "b" else "b"
        extra = {"+": (p, a, q), "-": None, "~": (q, a, p), "*": (p, other, q)}[change[0]]
        if extra and extra[0] != board.end:
            new.arrows.add(extra)
        after = new.dfa()
        assert (str(i) in key) == before.issubset(after)


@check("board_for_tower", "board_for_words")
def _(data: Data, key: Any) -> None:
    head = data["board"].split(";")
    bridges = " ".join(t for t in key if t[0] != "o")
    rings = " ".join(f"{t[1:].split('.')[0]}:c.." for t in key if t[0] == "o")
    text = ";".join(head) + (f"; rings {rings}" if rings else "") + f"; bridges {bridges}"
    pos = Position.parse(text)
    won = analysis.winning_towers(pos, 1, data["height"], rings=bool(data.get("rings")))
    assert set(won) == set(data["towers"])


@check("board_for_regex")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"] + "; bridges " + " ".join(key))
    assert DFA.from_nfa(NFA.from_regex(data["regex"], input_symbols={"b", "w"})) == board.dfa()


@check("moves_to_win")
def _(data: Data, key: Any) -> None:
    start = Position.parse(data["board"])
    level = {start}
    for used in range(len(key) + 1):
        if any(p.full_path(1) for p in level):
            assert used == len(key)
            return
        if len(level) > 500:  # deeper trees are too wide for brute force
            break
        level = {p.with_turn(1).play(m) for p in level if p.result is None
                 for m in p.with_turn(1).legal_moves() if str(m)[0] == "+"}
        level = {p for p in level if p.full_path(1) or p.result is None}
    pos = start
    for move in key:
        assert pos.full_path(1) is None
        pos = pos.with_turn(1).play(move)
    assert pos.full_path(1)


@check("write_accepts")
def _(data: Data, key: Any) -> None:
    space: dict[str, Any] = {}
    exec(key["source"], space)
    kind = question("write_accepts")
    answer = kind.interview(data, 12, asker(space["accepts"]))
    assert judge("write_accepts", data, answer).status == "right"
    for arrows, start, end, tower in kind.probes(data, 12):
        ends = {start}
        for cone in tower:
            ends = {q for e in arrows for p, q in [e[1:].split(">")] if e[0] == cone and p in ends}
        assert space["accepts"](arrows, start, end, tower) == (end in ends)


# ------------------------------------------------------------------------------------- two boards, two players


@check("tell_apart")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"]), Board(data["other"])
    assert key == shortest(lambda w: one.wins(w) != two.wins(w), len(key))


@check("equivalence")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"]), Board(data["other"])
    if key is None:
        assert one.dfa() == two.dfa()
    else:
        assert key == shortest(lambda w: one.wins(w) != two.wins(w), len(key))


@check("only_one_wins")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    assert key == [w for w in words(data["height"]) if one.wins(w) and not two.wins(w)]


@check("shortest_only_one")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    assert key == shortest(lambda w: one.wins(w) and not two.wins(w), len(key))


@check("favoured")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    fates = [(one.wins(w), two.wins(w)) for w in words(data["height"])]
    numbers = [fates.count(f) for f in ((True, False), (False, True), (True, True), (False, False))]
    assert [int(row[1]) for row in key] == numbers


@check("ambiguity")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    found = analysis.ambiguity(board.nfa())
    if key is None:
        assert found.degree == "unambiguous"
    else:
        assert key == shortest(lambda w: board.count(w) >= 2, len(key))


def levenshtein(u: str, v: str) -> int:
    row = list(range(len(v) + 1))
    for i, a in enumerate(u, 1):
        new = [i]
        for j, b in enumerate(v, 1):
            new.append(min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (a != b)))
        row = new
    return row[-1]


@check("near_misses")
def _(data: Data, key: Any) -> None:
    board, tower = Board(data["board"]), data["tower"]
    near = [w for n in range(len(tower) - 1, len(tower) + 2) for w in words(n) if levenshtein(tower, w) == 1]
    assert not board.wins(tower)
    assert key == [w for w in near if board.wins(w)]


@check("left_quotient")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == [v for v in words(data["height"]) if board.wins(data["tower"] + v)]


# ------------------------------------------------------------------------------------- unit 2


@check("determinise")
def _(data: Data, key: Any) -> None:
    dfa = DFA.from_nfa(Board(data["board"]).nfa(), retain_names=True, minify=False).to_complete()
    names = {q: " ".join(sorted(q)) if isinstance(q, frozenset) else "" for q in dfa.states}
    rows = {names[q]: [names[row["b"]], names[row["w"]]] for q, row in dfa.transitions.items()}
    assert {r[0]: r[1:] for r in key} == rows


@check("minimise")
def _(data: Data, key: Any) -> None:
    dfa = DFA.from_nfa(lib(data["automaton"])).minify().to_complete()
    assert len(key["states"]) == len(dfa.states)
    assert DFA.from_nfa(lib(key)) == dfa


@check("minimal_states")
def _(data: Data, key: Any) -> None:
    assert key == len(Board(data["board"]).dfa().minify().to_complete().states)


@check("nerode_classes")
def _(data: Data, key: Any) -> None:
    nfa = Board(data["board"]).nfa()
    prefixes = data["prefixes"]
    classes = analysis.nerode_classes(nfa, prefixes)
    assert sorted(sorted(b) for b in key) == sorted(sorted(w or "ε" for w in block) for block in classes)
    dfa = Board(data["board"]).dfa()
    tests = [w for n in range(7) for w in words(n)]
    for u, v in combinations(prefixes, 2):
        together = any((u or "ε") in b and (v or "ε") in b for b in key)
        if together:
            assert all(dfa.accepts_input(u + z) == dfa.accepts_input(v + z) for z in tests)


@check("separating_suffix")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == shortest(lambda z: board.wins(data["u"] + z) != board.wins(data["v"] + z), len(key))


@check("inequivalent_prefixes")
def _(data: Data, key: Any) -> None:
    board, row = Board(data["board"]), dict(key)
    assert len(row["u"]) == len(row["v"]) == data["length"]
    assert board.wins(row["u"] + row["z"]) != board.wins(row["v"] + row["z"])


@check("synchronising_word")
def _(data: Data, key: Any) -> None:
    fa = data["automaton"]
    assert key == shortest(lambda w: len({step(fa, q, w) for q in fa["states"]}) == 1, len(key))


@check("most_tokens")
def _(data: Data, key: Any) -> None:
    size, _ = analysis.most_tokens(Board(data["board"]).nfa())
    assert len({r[-1] for r in Board(data["board"]).runs(key)}) == size


@check("bisimilar")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    after = {(p, a): {q for s, c, q in board.arrows if (s, c) == (p, a)} for p in board.names for a in "bw"}
    related = {(p, q) for p in board.names for q in board.names if (p == board.end) == (q == board.end)}
    while True:
        kept = {(p, q) for p, q in related if all(
            any((s, t) in related for t in after[q, a]) for a in "bw" for s in after[p, a]) and all(
            any((s, t) in related for s in after[p, a]) for a in "bw" for t in after[q, a])}
        if kept == related:
            break
        related = kept
    assert related == {(p, q) for block in key for p in block for q in block}


@check("transition_monoid")
def _(data: Data, key: Any) -> None:
    fa = data["automaton"]
    found: set[tuple[str, ...]] = set()
    for n in range(12):
        new = {tuple(step(fa, q, w) for q in fa["states"]) for w in words(n)}
        if new <= found:
            break
        found |= new
    assert len(found) == key


# ------------------------------------------------------------------------------------- unit 3


@check("losing_towers")
def _(data: Data, key: Any) -> None:
    assert DFA.from_nfa(lib(key)) == ~Board(data["board"]).dfa().to_complete()


@check("product")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1).dfa(), Board(data["board"], 2).dfa()
    assert DFA.from_nfa(lib(key)) == one.to_complete() & two.to_complete()


@check("reverse")
def _(data: Data, key: Any) -> None:
    assert DFA.from_nfa(lib(key)) == DFA.from_nfa(Board(data["board"]).nfa().reverse())


@check("tower_automaton")
def _(data: Data, key: Any) -> None:
    nfa, n = lib(key), len(data["tower"])
    assert [w for k in range(n + 2) for w in words(k) if nfa.accepts_input(w)] == [data["tower"]]
    assert len(key["states"]) == n + 2


@check("remove_epsilon")
def _(data: Data, key: Any) -> None:
    assert all(a for _, a, _ in key["transitions"])
    assert DFA.from_nfa(lib(key)) == DFA.from_nfa(lib(data["automaton"]))


@check("regex_of_board")
def _(data: Data, key: Any) -> None:
    assert DFA.from_nfa(NFA.from_regex(key, input_symbols={"b", "w"})) == Board(data["board"]).dfa()


@check("pumping")
def _(data: Data, key: Any) -> None:
    dfa, row = Board(data["board"]).dfa(), dict(key)
    assert row["x"] + row["y"] + row["z"] == data["tower"]
    assert row["y"]
    assert all(dfa.accepts_input(row["x"] + row["y"] * i + row["z"]) for i in range(40))


@check("infinite_cycle")
def _(data: Data, key: Any) -> None:
    dfa = Board(data["board"]).dfa()
    assert dfa.isfinite() == (key == [])


@check("chance")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])

    def go(word: str, black: int, white: int) -> Fraction:
        if len(word) == data["height"]:
            return Fraction(board.wins(word))
        total = black + white
        return (Fraction(black, total) * (go(word + "b", black - 1, white) if black else 0)
                + Fraction(white, total) * (go(word + "w", black, white - 1) if white else 0))

    assert Fraction(key) == go("", data["cones"], data["cones"])


@check("count_recurrence")
def _(data: Data, key: Any) -> None:
    nfa, row = lib(data["automaton"]), {r[0]: [int(x) for x in r[1:]] for r in key}
    assert row["a"] == [sum(nfa.accepts_input(w) for w in words(n)) for n in range(data["number"])]
    dfa = DFA.from_nfa(nfa)
    counts = [dfa.count_words_of_length(n) for n in range(26)]
    k = len(row["c"])
    assert all(counts[n] == sum(c * counts[n - 1 - i] for i, c in enumerate(row["c"])) for n in range(k, 26))


# ------------------------------------------------------------------------------------- unit 4


@check("rings_needed")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    board.rings = {s: int(n) for s, n in key}
    assert board.ring_wins(data["tower"])
    assert sum(board.rings.values()) == len(data["tower"]) - 1
    for s in board.rings:
        board.rings[s] -= 1
        assert not board.ring_wins(data["tower"])
        board.rings[s] += 1


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
    assert key == shortest(lambda w: board.wins(w) and not board.ring_wins(w), len(key))


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
    inner = [v for v in data["vertices"] if v not in (data["start"], data["goal"])]
    paths = [[data["start"], *p, data["goal"]] for p in permutations(inner)]
    good = [p for p in paths if all(frozenset(e) in edges for e in pairwise(p))]
    assert key in good if key else not good


@check("no_pump_rings")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    fates = [board.ring_wins(data["x"] + data["y"] * i + data["z"]) for i in range(1, key + 1)]
    assert fates == [True] * (key - 1) + [False]
    dfa = board.dfa()
    assert all(dfa.accepts_input(data["x"] + data["y"] * i + data["z"]) for i in range(1, 30))


# ------------------------------------------------------------------------------------- unit 5


@check("winning_move")
def _(data: Data, key: Any) -> None:
    pos = Position.parse(data["board"])
    won = [str(m) for m in pos.legal_moves()
           if analysis.wins(pos.play(m), 1) and not analysis.wins(pos.play(m), 2)]
    assert key[0] in won


@check("orphaning_moves")
def _(data: Data, key: Any) -> None:
    pos = Position.parse(data["board"])
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


# ------------------------------------------------------------------------------------- unit 6


def play(boxes: dict[int, set[int]], length: int, game: str, everything: bool = False) -> dict[int, set[int]]:
    """The learning rule once more: remove the last (or all) markers of a lost game."""
    boxes = {d: set(b) for d, b in boxes.items()}
    d, used, last = length, [], ""
    for word in game.split():
        last = word[0]
        if word == "m-":
            assert not boxes[d]
            last = "resigned"
            continue
        if word[0] == "m":
            assert int(word[1]) in boxes[d]
            used.append((d, int(word[1])))
        d -= int(word[1])
    if last != "m":
        for field, k in used if everything else used[-1:]:
            boxes[field].discard(k)
    return boxes


@check("machine_update")
def _(data: Data, key: Any) -> None:
    boxes = {int(d): set(b) for d, b in data["boxes"].items()}
    for game in data["games"]:
        boxes = play(boxes, data["length"], game)
    assert key == {str(d): sorted(b) for d, b in boxes.items()}


@check("losing_fields")
def _(data: Data, key: Any) -> None:
    @lru_cache(None)
    def wins(d: int) -> bool:
        return any(d - k >= 0 and not wins(d - k) for k in data["moves"])

    assert key == [str(d) for d in range(1, data["length"] + 1) if not wins(d)]


Marks = frozenset[tuple[int, int]]


def replies(teacher: str, d: int) -> list[int]:
    legal = list(range(1, min(3, d) + 1))
    if teacher == "random":
        return legal
    if d % 4:
        return [d % 4]
    return legal if teacher == "perfect" else [min(int(teacher[-1]), legal[-1])]


def outcomes(marks: Marks, length: int, teacher: str, machine_first: bool) -> dict[tuple[Marks, bool], Fraction]:
    """All games of one machine: configuration afterwards, won or not, with probabilities."""
    result: dict[tuple[Marks, bool], Fraction] = {}

    def go(d: int, machine: bool, used: tuple[tuple[int, int], ...], p: Fraction) -> None:
        def end(won: bool) -> None:
            left = marks if won or not used else marks - {used[-1]}
            result[left, won] = result.get((left, won), Fraction(0)) + p

        if d == 0:
            end(not machine)
            return
        if machine:
            box = [k for e, k in marks if e == d]
            if not box:
                end(False)
            for k in box:
                go(d - k, False, (*used, (d, k)), p / len(box))
        else:
            moves = replies(teacher, d)
            for k in moves:
                go(d - k, True, used, p / len(moves))

    go(length, machine_first, (), Fraction(1))
    return result


@check("win_probability")
def _(data: Data, key: Any) -> None:
    length = data["length"]
    full = frozenset((d, k) for d in range(1, length + 1) for k in range(1, min(3, d) + 1))
    law = {full: Fraction(1)}
    first = data.get("first") == "machine"
    for game in range(data["games"]):
        new: dict[Marks, Fraction] = {}
        for marks, p in law.items():
            for (left, _), q in outcomes(marks, length, data["teacher"], first == (game % 2 == 0)).items():
                new[left] = new.get(left, Fraction(0)) + p * q
        law = new
    starts = data["starter"] == "machine"
    chance = sum(p * q for marks, p in law.items()
                 for (_, won), q in outcomes(marks, length, data["tester"], starts).items() if won)
    assert Fraction(key) == chance


@check("fastest_teacher")
def _(data: Data, key: Any) -> None:
    """Simulated machines: the mean number of games lies within five standard errors."""
    length, rng, rows = data["length"], Random(1), dict(key)
    bad = {(d, k) for d in range(1, length + 1) if d % 4 for k in range(1, min(3, d) + 1) if k != d % 4}
    means = {}
    for teacher in data["teachers"]:
        samples = []
        for _ in range(120):
            marks = {(d, k) for d in range(1, length + 1) for k in range(1, min(3, d) + 1)}
            games = 0
            while marks & bad and games < 1500:
                d, machine, used = length, games % 2 == 0, []
                while d > 0:
                    if machine:
                        box = sorted(k for e, k in marks if e == d)
                        if not box:
                            break
                        k = rng.choice(box)
                        used.append((d, k))
                    else:
                        guess = teacher.startswith("epsilon") and rng.random() < float(teacher.split(":")[1])
                        k = rng.choice(replies("random" if guess else teacher.split(":")[0].replace(
                            "epsilon", "perfect"), d))
                    d -= k
                    machine = not machine
                if (d > 0 or machine) and used:
                    marks.discard(used[-1])
                games += 1
            samples.append(games)
        mean = sum(samples) / len(samples)
        error = (sum((x - mean) ** 2 for x in samples) / len(samples) ** 2) ** 0.5
        means[teacher] = mean
        if rows[teacher] == "never":
            assert max(samples) == 1500
        else:
            assert abs(mean - float(rows[teacher])) < 5 * error
    best = rows["fastest"]
    assert means[best] <= min(means.values()) * 1.25


@check("unlearn_trace")
def _(data: Data, key: Any) -> None:
    length, target = data["length"], (data["field"], data["move"])
    boxes = {int(d): set(box) for d, box in data["boxes"].items()}
    if key:
        for game in key:
            boxes = play(boxes, length, game, everything=True)
        assert target[1] not in boxes[target[0]]
        return
    rng = Random(5)
    for _ in range(400):
        d, machine, game = length, rng.random() < 0.5, []
        while d > 0:
            options = sorted(boxes[d]) if machine else list(range(1, min(3, d) + 1))
            if not options:
                game.append("m-")
                break
            k = rng.choice(options)
            game.append(("m" if machine else "h") + str(k))
            d, machine = d - k, not machine
        boxes = play(boxes, length, " ".join(game))
        assert target[1] in boxes[target[0]]


# ------------------------------------------------------------------------------------- unit 7


@check("stone_count")
def _(data: Data, key: Any) -> None:
    """Without any theorem: all orbits, one by one."""
    n, c = data["directions"], data["contents"]

    def empty(number: int) -> int:
        return [number // c**i % c for i in range(n)].count(0)

    orbits = enumerate_orbits(c, n, data["mirrors"])
    assert key == sum(data["empty"] in (None, empty(number)) for number, _ in orbits)


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
    rows = dict(key)
    found = value.get(start)
    assert (rows["winner"], rows["moves"]) == ((found[0], str(found[1])) if found else ("draw", "–"))


@check("shortest_cycle")
def _(data: Data, key: Any) -> None:
    start = state = State.parse(data["state"])
    for move in key:
        assert move != "pass"
        state = state.play(move)
    assert state == start
    level = {start}
    for _ in range(len(key) - 1):
        level = {s.play(m) for s in level if s.result is None for m in s.legal_moves() if str(m) != "pass"}
        assert start not in level
