"""Words and runs on boards, the arrows of a board, and two boards side by side."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import networkx
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

import automatakit
from coursekit.practice.handover import asker
from coursekit.questions import judge, question
from finity_edu import Position, analysis
from tests.coursekit.questions.second.languages import same_language
from tests.coursekit.questions.second.naive import (
    Board,
    Data,
    arrow_set,
    letters,
    shortest,
    told,
    words,
)
from tests.coursekit.questions.second.readers import of_json


@told("count_arrows")
def _(data: Data, key: Any) -> None:
    assert key == (len(data["board"]["transitions"]) if "skin" in data else
                   data["board"].split("bridges")[1].split(";")[0].count(">"))


@told("five_tuple")
def _(data: Data, key: Any) -> None:
    from finity_edu.automata import station_nfa

    nfa = Board(data["board"]).nfa() if "skin" in data else station_nfa(Position.parse(data["board"]), 1)
    arrows = {(p, a, q) for p, row in nfa.transitions.items() for a, targets in row.items() for q in targets}
    assert {tuple(t) for t in key["transitions"]} == arrows
    assert set(key["alphabet"]) == nfa.input_symbols
    assert (set(key["states"]), key["start"], set(key["accepting"])) == (
        nfa.states, nfa.initial_state, nfa.final_states)


@told("accepted")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert set(key) == {w for w in data["towers"] if board.wins(w)}


@told("token_sets")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert [row[0] for row in key] == [data["tower"][:i] for i in range(len(data["tower"]) + 1)]
    for prefix, cell in key:
        assert cell.split() == sorted({r[-1] for r in board.runs(prefix)})


@told("delta_hat")
def _(data: Data, key: Any) -> None:
    assert set(key) == {r[-1] for r in Board(data["board"]).runs(data["tower"])}


@told("accepting_path")
def _(data: Data, key: Any) -> None:
    assert key in [r for r in Board(data["board"]).runs(data["tower"]) if r[-1] in Board(data["board"]).ends]


@told("count_paths")
def _(data: Data, key: Any) -> None:
    assert key == Board(data["board"]).count(data["tower"])
    assert "skin" in data or key == analysis.count_paths(Position.parse(data["board"]), 1, data["tower"], rings=False)


@told("winning_towers")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert set(key) == {w for w in words(data["height"], letters(data)) if board.wins(w)}


@told("shortest_word")
def _(data: Data, key: Any) -> None:
    shortest(Board(data["board"]).wins, key, letters(data))


@told("words_in_out")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert [row[0] for row in key] == ["in", "out"]
    known = words(data["height"], letters(data))
    assert all(w in known and board.wins(w) == (row[0] == "in") for row in key for w in row[1:])
    assert all(len(set(row[1:])) == data["number"] for row in key)


@told("count_words")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert key == sum(board.wins(w) for w in words(data["height"], letters(data)))
    assert key == board.dfa().count_words_of_length(data["height"])


@told("most_paths")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    counts = {w: board.count(w) for w in words(data["height"], letters(data))}
    assert counts.get(key) == max(counts.values())


@told("where_nondeterministic")
def _(data: Data, key: Any) -> None:
    arrows = Board(data["board"]).arrows
    found = {(p, a) for p, a, _ in arrows if sum((p, a) == e[:2] for e in arrows) > 1}
    assert {(row[0], a) for row in key for a in row[1] if a not in " ,"} == found


@told("useless_arrows")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    graph = networkx.DiGraph([(p, q) for p, _, q in board.arrows])
    graph.add_nodes_from(board.names)
    useless = {(p, a, q) for p, a, q in board.arrows
               if not networkx.has_path(graph, board.start, p)
               or not any(networkx.has_path(graph, q, end) for end in board.ends)}
    assert arrow_set(key) == useless


@told("make_deterministic")
def _(data: Data, key: Any) -> None:
    arrows = Board(data["board"]).arrows
    pairs = {e[:2] for e in arrows}
    assert arrow_set(key) <= arrows
    assert len(arrow_set(key)) == len(arrows) - len(pairs)
    assert {e[:2] for e in arrows - arrow_set(key)} == pairs


@told("stop_tower")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    runs = [set(zip(r, data["tower"], r[1:], strict=False)) for r in board.runs(data["tower"]) if r[-1] in board.ends]
    chosen = arrow_set(key)
    assert chosen <= board.arrows
    assert all(run & chosen for run in runs)
    assert not any(all(run & set(c) for run in runs)
                   for n in range(len(chosen)) for c in combinations(sorted(board.arrows), n))


@told("monotonicity")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    before = board.dfa()
    for i, change in enumerate(data["changes"], 1):
        [(p, a, q)] = arrow_set([change[1:]])
        new = Board(data["board"])
        if change[0] != "+":
            new.arrows.discard((p, a, q))
        other = board.alphabet[(board.alphabet.index(a) + 1) % len(board.alphabet)]
        extra = {"+": (p, a, q), "-": None, "~": (q, a, p), "*": (p, other, q)}[change[0]]
        if extra and ("skin" in data or extra[0] != board.end):
            new.arrows.add(extra)
        after = new.dfa()
        assert (str(i) in key) == before.issubset(after)


def laid(data: Data, pieces: list[str]) -> Position:
    """The position with the pieces of an answer, written as text and read by the notation."""
    rings = {t[1:].split(".")[0]: [u[-1] for u in pieces if u[0] == "o" and u[1:].split(".")[0] == t[1:].split(".")[0]]
             for t in pieces if t[0] == "o"}
    marks = " ".join(f"{s}:{''.join('c' if z in sizes else '.' for z in 'sml')}" for s, sizes in rings.items())
    arrows = [t for t in pieces if t[0] != "o"]
    text = data["board"] + (f"; rings {marks}" if marks else "") + f"; bridges {' '.join(arrows)}" * bool(arrows)
    try:
        pos = Position.parse(text)
    except ValueError:
        raise AssertionError("it cannot lie there") from None
    assert pos.board.end not in rings
    assert len({(b.tail, b.colour, b.head) for b in pos.layout.arrows}) == len(arrows)
    return pos


@told("board_for_tower", "board_for_words")
def _(data: Data, key: Any) -> None:
    if "skin" in data:
        wins = of_json(key).wins
        assert {w for w in words(data["length"], data["alphabet"]) if wins(w)} == {*data["words"]}
        assert len(key["states"]) <= data["most"]
        return
    pos = laid(data, key)
    won = analysis.winning_towers(pos, 1, data["height"], rings=bool(data.get("rings")))
    assert set(won) == set(data["towers"])


@told("board_for_regex")
def _(data: Data, key: Any) -> None:
    if "skin" in data:
        assert all(a for _, a, _ in key["transitions"])
        same_language("board_for_regex", data, key)
        return
    board = Board(str(laid(data, [t for t in key if t[0] != "o"])) + ("" if key else "; bridges "))
    assert DFA.from_nfa(NFA.from_regex(data["regex"], input_symbols={"b", "w"})) == board.dfa()


@told("moves_to_win")
def _(data: Data, key: Any) -> None:
    start = pos = Position.parse(data["board"])
    need = len(question("moves_to_win").key(data))
    for move in key:
        assert move[0] == "+"
        assert pos.full_path(1) is None
        pos = pos.with_turn(1)
        try:
            assert pos.why_illegal(move) is None
        except ValueError:
            raise AssertionError("no move") from None
        pos = pos.play(move)
    assert pos.full_path(1)
    assert len(key) == need
    level = {start}
    for used in range(len(key)):
        assert not any(p.full_path(1) for p in level), used
        if len(level) > 500:  # deeper trees are too wide for brute force
            break
        level = {p.with_turn(1).play(m) for p in level if p.result is None
                 for m in p.with_turn(1).legal_moves() if str(m)[0] == "+"}
        level = {p for p in level if p.full_path(1) or p.result is None}


@told("write_accepts")
def _(data: Data, key: Any) -> None:
    kind = question("write_accepts")
    if "source" in key:
        space: dict[str, Any] = {}
        exec(key["source"], space)
        key = kind.interview(data, 12, asker(space["accepts"]))
        assert judge("write_accepts", data, key).status == "right"
    probes = kind.probes(data, key["seed"])
    assert len(probes) == len(key["results"])
    for (arrows, start, end, tower), result in zip(probes, key["results"], strict=True):
        if "skin" in data:
            wins = of_json({"transitions": arrows, "start": start, "accepting": end}).wins
            assert result.get("value") == wins(tower)
            continue
        ends = {start}
        for cone in tower:
            ends = {q for e in arrows for p, q in [e[1:].split(">")] if e[0] == cone and p in ends}
        assert result.get("value") == (end in ends)


@told("tell_apart")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"]), Board(data["other"])
    shortest(lambda w: one.wins(w) != two.wins(w), key, one.alphabet)


@told("equivalence")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"]), Board(data["other"])
    if key is None:
        assert one.dfa() == two.dfa()
    else:
        shortest(lambda w: one.wins(w) != two.wins(w), key, one.alphabet)


@told("only_one_wins")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    assert set(key) == {w for w in words(data["height"], letters(data)) if one.wins(w) and not two.wins(w)}


@told("shortest_only_one")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    shortest(lambda w: one.wins(w) and not two.wins(w), key, one.alphabet)


@told("favoured")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1), Board(data["board"], 2)
    fates = [(one.wins(w), two.wins(w)) for w in words(data["height"], letters(data))]
    numbers = [fates.count(f) for f in ((True, False), (False, True), (True, True), (False, False))]
    assert key == [[row, str(n)] for row, n in zip(("only 1", "only 2", "both", "neither"), numbers, strict=True)]


@told("ambiguity")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    if key is None:
        assert automatakit.ambiguity(board.nfa()).degree == "unambiguous"
    else:
        shortest(lambda w: board.count(w) >= 2, key, board.alphabet)


def levenshtein(u: str, v: str) -> int:
    row = list(range(len(v) + 1))
    for i, a in enumerate(u, 1):
        new = [i]
        for j, b in enumerate(v, 1):
            new.append(min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (a != b)))
        row = new
    return row[-1]


@told("near_misses")
def _(data: Data, key: Any) -> None:
    board, tower = Board(data["board"]), data["tower"]
    near = [w for n in range(len(tower) - 1, len(tower) + 2) for w in words(n, board.alphabet)
            if levenshtein(tower, w) == 1]
    assert not board.wins(tower)
    assert set(key) == {w for w in near if board.wins(w)}


@told("left_quotient")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert set(key) == {v for v in words(data["height"], letters(data)) if board.wins(data["tower"] + v)}
