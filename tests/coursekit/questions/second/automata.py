"""Deterministic automata, classes, products, expressions, pumping."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import networkx
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

import automatakit
from tests.coursekit.questions.second.naive import (
    Board,
    Data,
    is_dfa,
    letters,
    lib,
    shortest,
    step,
    told,
    words,
)


@told("determinise")
def _(data: Data, key: Any) -> None:
    dfa = DFA.from_nfa(Board(data["board"]).nfa(), retain_names=True, minify=False).to_complete()
    names = {q: " ".join(sorted(q)) if isinstance(q, frozenset) else "" for q in dfa.states}
    rows = {names[q]: [names[row[a]] for a in letters(data)] for q, row in dfa.transitions.items()}
    assert {r[0]: r[1:] for r in key} == rows


@told("minimise")
def _(data: Data, key: Any) -> None:
    dfa = DFA.from_nfa(lib(data["automaton"])).minify().to_complete()
    is_dfa(key, letters(data))
    assert len(key["states"]) == len(dfa.states)
    assert DFA.from_nfa(lib(key)) == dfa


@told("minimal_states")
def _(data: Data, key: Any) -> None:
    assert key == len(Board(data["board"]).dfa().minify().to_complete().states)


@told("nerode_classes")
def _(data: Data, key: Any) -> None:
    nfa = Board(data["board"]).nfa()
    prefixes = data["prefixes"]
    classes = automatakit.nerode_classes(nfa, prefixes)
    assert sorted(sorted(b) for b in key) == sorted(sorted(w or "ε" for w in block) for block in classes)
    dfa = Board(data["board"]).dfa()
    tests = [w for n in range(7) for w in words(n, letters(data))]
    for u, v in combinations(prefixes, 2):
        together = any((u or "ε") in b and (v or "ε") in b for b in key)
        if together:
            assert all(dfa.accepts_input(u + z) == dfa.accepts_input(v + z) for z in tests)


@told("separating_suffix")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    shortest(lambda z: board.wins(data["u"] + z) != board.wins(data["v"] + z), key, board.alphabet)


@told("inequivalent_prefixes")
def _(data: Data, key: Any) -> None:
    board, row = Board(data["board"]), dict(key)
    assert set(row) == {"u", "v", "z"}
    assert set("".join(row.values())) <= set(board.alphabet)
    assert len(row["u"]) == len(row["v"]) == data["length"]
    assert board.lives(row["u"])
    assert board.lives(row["v"])
    assert board.wins(row["u"] + row["z"]) != board.wins(row["v"] + row["z"])


@told("synchronising_word")
def _(data: Data, key: Any) -> None:
    fa = data["automaton"]
    shortest(lambda w: len({step(fa, q, w) for q in fa["states"]}) == 1, key, letters(data))


@told("most_tokens")
def _(data: Data, key: Any) -> None:
    size, _ = automatakit.most_tokens(Board(data["board"]).nfa())
    assert len({r[-1] for r in Board(data["board"]).runs(key)}) == size


@told("bisimilar")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    after = {(p, a): {q for s, c, q in board.arrows if (s, c) == (p, a)} for p in board.names for a in board.alphabet}
    related = {(p, q) for p in board.names for q in board.names if (p in board.ends) == (q in board.ends)}
    while True:
        kept = {(p, q) for p, q in related if all(
            any((s, t) in related for t in after[q, a]) for a in board.alphabet for s in after[p, a]) and all(
            any((s, t) in related for s in after[p, a]) for a in board.alphabet for t in after[q, a])}
        if kept == related:
            break
        related = kept
    assert related == {(p, q) for block in key for p in block for q in block}


@told("transition_monoid")
def _(data: Data, key: Any) -> None:
    fa = data["automaton"]
    found: set[tuple[str, ...]] = set()
    for n in range(12):
        new = {tuple(step(fa, q, w) for q in fa["states"]) for w in words(n, letters(data))}
        if new <= found:
            break
        found |= new
    assert len(found) == key


@told("losing_towers")
def _(data: Data, key: Any) -> None:
    assert DFA.from_nfa(lib(key)) == ~Board(data["board"]).dfa().to_complete()


@told("product")
def _(data: Data, key: Any) -> None:
    one, two = Board(data["board"], 1).dfa(), Board(data["board"], 2).dfa()
    assert DFA.from_nfa(lib(key)) == one.to_complete() & two.to_complete()


@told("reverse")
def _(data: Data, key: Any) -> None:
    assert DFA.from_nfa(lib(key)) == DFA.from_nfa(Board(data["board"]).nfa().reverse())


@told("tower_automaton")
def _(data: Data, key: Any) -> None:
    is_dfa(key, letters(data))
    assert DFA.from_nfa(lib(key)) == DFA.from_nfa(NFA.from_regex(data["tower"], input_symbols={*letters(data)}))
    assert len(key["states"]) == len(data["tower"]) + 2


@told("remove_epsilon")
def _(data: Data, key: Any) -> None:
    assert all(a for _, a, _ in key["transitions"])
    assert DFA.from_nfa(lib(key)) == DFA.from_nfa(lib(data["automaton"]))


@told("regex_of_board")
def _(data: Data, key: Any) -> None:
    assert key != "∅"
    assert DFA.from_nfa(NFA.from_regex(key, input_symbols={*letters(data)})) == Board(data["board"]).dfa()


@told("pumping")
def _(data: Data, key: Any) -> None:
    dfa, row = Board(data["board"]).dfa(), dict(key)
    assert set(row) == {"x", "y", "z"}
    assert row["x"] + row["y"] + row["z"] == data["tower"]
    assert row["y"]
    assert all(dfa.accepts_input(row["x"] + row["y"] * i + row["z"]) for i in range(40))


@told("infinite_cycle")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    if not key:
        dfa = board.dfa()  # automata-lib forgets a temporary one
        assert dfa.isfinite()
        return
    graph = networkx.DiGraph([(p, q) for p, _, q in board.arrows])
    graph.add_nodes_from(board.names)
    assert len(key) > 1
    assert key[0] == key[-1]
    assert all(graph.has_edge(p, q) for p, q in pairwise(key))
    assert all(networkx.has_path(graph, board.start, q) for q in key)
    assert all(any(networkx.has_path(graph, q, end) for end in board.ends) for q in key)


@told("chance")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])

    def go(word: str, left: dict[str, int]) -> Fraction:
        if len(word) == data["height"]:
            return Fraction(board.wins(word))
        return sum((Fraction(n, sum(left.values())) * go(word + a, {**left, a: n - 1}) for a, n in left.items() if n),
                   Fraction(0))

    assert Fraction(key) == go("", dict.fromkeys(letters(data), data["cones"]))


@told("count_recurrence")
def _(data: Data, key: Any) -> None:
    try:
        nfa, row = lib(data["automaton"]), {r[0]: [Fraction(x) for x in r[1:]] for r in key}
    except (ValueError, ZeroDivisionError):
        raise AssertionError("no number") from None
    assert set(row) == {"a", "c"}
    assert row["a"] == [sum(nfa.accepts_input(w) for w in words(n, letters(data))) for n in range(data["number"])]
    dfa = DFA.from_nfa(nfa)
    counts = [dfa.count_words_of_length(n) for n in range(26)]
    k = len(row["c"])
    assert all(counts[n] == sum(c * counts[n - 1 - i] for i, c in enumerate(row["c"])) for n in range(k, 26))


@told("grammar_of_automaton")
def _(data: Data, key: Any) -> None:
    assert rules_in(key) == rules_of(Board(data["board"]))


def rules_in(table: list[list[str]]) -> set[tuple[str, str]]:
    """The rules of a grammar that a table holds."""
    return {(row, right) for row, cell in table for right in cell.split()}


def rules_of(board: Board) -> set[tuple[str, str]]:
    """The rules that write what a board reads."""
    return {(p, a + q) for p, a, q in board.arrows} | {(end, "ε") for end in board.ends}
