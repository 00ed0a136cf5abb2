"""Types that ask for a language: a predicate on words for each, and what automata-lib makes of it.

A predicate is written without a thought of automata: a sentence in Python, `re`, or a search for where a word is cut.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from tests.coursekit.questions.second.naive import Board, Data, check, lib
from tests.coursekit.questions.second.readers import (
    expression,
    of_board,
    of_json,
    words_to,
)
from tests.coursekit.questions.second.sentences import holds

Wins = Callable[[str], bool]
HOLDS: dict[str, Callable[[Data], Wins]] = {}
LOOK, TRUST = (6, 8, 10), 13
"""Words up to these lengths, one after the other, tell beginnings apart; up to `TRUST` they must be read rightly."""


def asked(*ids: str) -> Callable[[Callable[[Data], Wins]], Callable[[Data], Wins]]:
    """Note the language that a type asks for, and hold answers of kinds automaton and regex to it."""
    def register(function: Callable[[Data], Wins]) -> Callable[[Data], Wins]:
        HOLDS.update(dict.fromkeys(ids, function))
        return function
    return register


def of_predicate(wins: Wins, alphabet: str) -> DFA:
    """The automaton of a predicate, with endings as long as it takes to tell beginnings apart."""
    known = words_to(TRUST if len(alphabet) < 3 else 6, alphabet)
    found = (explored(lru_cache(None)(wins), alphabet, words_to(look, alphabet)) for look in LOOK)
    return next(dfa for dfa in found if all(dfa.accepts_input(w) == wins(w) for w in known))


def explored(wins: Wins, alphabet: str, endings: list[str]) -> DFA:
    """Beginnings that all of these endings complete alike share a state."""
    states: dict[tuple[bool, ...], str] = {}
    todo, moves = [""], {}
    for u in todo:  # grows while it is read
        seen = tuple(wins(u + z) for z in endings)
        if seen not in states:
            assert len(states) < 60, "the endings tell too many beginnings apart"
            states[seen] = u
            todo += [u + a for a in alphabet]
    for seen, u in states.items():
        moves[u] = {a: states[tuple(wins(u + a + z) for z in endings)] for a in alphabet}
        assert seen == tuple(wins(u + z) for z in endings)
    return DFA(states=set(moves), input_symbols=set(alphabet), transitions=moves, initial_state="",
               final_states={u for u in moves if wins(u)})


@lru_cache(maxsize=32)
def _reference(type_id: str, data: str) -> DFA:
    known = json.loads(data)
    return of_predicate(HOLDS[type_id](known), known.get("alphabet", "bw"))


def reference(type_id: str, data: Data) -> DFA:
    """The automaton of the language that an instance asks for."""
    return _reference(type_id, json.dumps(data, sort_keys=True))


def same_language(type_id: str, data: Data, key: Any) -> None:
    """Assert that an automaton or an expression has the language that is asked for."""
    given = (NFA.from_regex(key.replace("∅", "").replace("ε", "()") or "()", input_symbols=set(data["alphabet"]))
             if isinstance(key, str)
             else lib({**key, "alphabet": data["alphabet"]}))
    if key == "∅":
        given = NFA(states={0}, input_symbols=set(data["alphabet"]), transitions={0: {}}, initial_state=0,
                    final_states=set())
    assert DFA.from_nfa(given) == reference(type_id, data)


def complete(key: Any, alphabet: str) -> None:
    """Assert that an automaton has exactly one arrow for every state and symbol."""
    assert sorted((p, a) for p, a, _ in key["transitions"]) == sorted((q, a) for q in key["states"] for a in alphabet)


# ------------------------------------------------------------------------------------------ languages in words


@asked("words_of_description", "dfa_of_description", "nfa_of_description", "regex_of_description")
def _(data: Data) -> Wins:
    return lambda word: holds(data["condition"], word)


@check("words_of_description")
def _(data: Data, key: Any) -> None:
    assert set(key) == {w for w in data["words"] if holds(data["condition"], w)}


@check("dfa_of_description")
def _(data: Data, key: Any) -> None:
    complete(key, data["alphabet"])
    same_language("dfa_of_description", data, key)


@check("nfa_of_description")
def _(data: Data, key: Any) -> None:
    assert len(key["states"]) <= data["most"] < data["dfa"]
    assert all(a for _, a, _ in key["transitions"])
    same_language("nfa_of_description", data, key)


@check("regex_of_description")
def _(data: Data, key: Any) -> None:
    same_language("regex_of_description", data, key)


# ------------------------------------------------------------------------------------------ ε and constructions


def pair(data: Data) -> tuple[Wins, Wins]:
    """The two languages that are shown, or twice the only one."""
    one, other = (data.get(name) for name in ("board" if "board" in data else "automaton", "other"))
    wins = [(of_board(fa) if isinstance(fa, str) else of_json(fa)).wins for fa in (one, other or one)]
    return wins[0], wins[1]


@asked("union_construct")
def _(data: Data) -> Wins:
    one, two = pair(data)
    return lambda word: one(word) or two(word)


@asked("difference")
def _(data: Data) -> Wins:
    one, two = pair(data)
    return lambda word: one(word) and not two(word)


@asked("concat_construct")
def _(data: Data) -> Wins:
    one, two = pair(data)
    return lambda word: any(one(word[:i]) and two(word[i:]) for i in range(len(word) + 1))


@asked("star_construct")
def _(data: Data) -> Wins:
    one = lru_cache(None)(pair(data)[0])

    @lru_cache(None)
    def star(word: str) -> bool:
        return not word or any(one(word[:i]) and star(word[i:]) for i in range(1, len(word) + 1))

    return star


BUILT = ("union_construct", "difference", "concat_construct", "star_construct", "automaton_of_regex",
         "automaton_of_grammar")


@check("epsilon_closure")
def _(data: Data, key: Any) -> None:
    fa = data["automaton"]
    assert {row: set(cell.split()) for row, cell in key} == {
        q: set(of_json({**fa, "start": q}).start) for q in fa["states"]}


@check("epsilon_run")
def _(data: Data, key: Any) -> None:
    word = data["word"]
    sets = of_json(data["automaton"]).sets(word)
    assert {row: set(cell.split()) for row, cell in key} == {word[:i]: s for i, s in enumerate(sets)}


# ------------------------------------------------------------------------------------------ expressions


@asked("words_of_regex", "automaton_of_regex", "board_for_regex")
def _(data: Data) -> Wins:
    return expression(data["regex" if "board" in data else "expression"])


@asked("automaton_of_grammar")
def _(data: Data) -> Wins:
    return lambda word: derives(data["rules"], "S", word)


def derives(rules: list[list[str]], variable: str, word: str) -> bool:
    """Whether the rules make a word of a variable."""
    rights = [(letter, then) for left, letter, then in rules if left == variable]
    return (word, "") in rights or any(
        letter == word[:1] and derives(rules, then, word[1:]) for letter, then in rights if then)


@check("words_of_regex")
def _(data: Data, key: Any) -> None:
    assert set(key) == set(filter(expression(data["expression"]), data["words"]))


@asked("regex_equal")
def _(data: Data) -> Wins:
    one, two = expression(data["expression"]), expression(data["second"])
    return lambda word: one(word) != two(word)


@check("regex_equal")
def _(data: Data, key: Any) -> None:
    one, two = (DFA.from_nfa(NFA.from_regex(data[name], input_symbols=set(data["alphabet"])))
                for name in ("expression", "second"))
    apart = HOLDS["regex_equal"](data)
    if key is None:
        assert one == two
    else:
        assert apart(key)
        assert not any(map(apart, words_to(len(key) - 1, data["alphabet"])))


@asked("arden")
def _(data: Data) -> Wins:
    return of_json(data["system"]).wins


@asked("eliminate_state")
def _(data: Data) -> Wins:
    """Ways that only the one state may lie on."""
    edges = {tuple(edge) for edge in data["automaton"]["transitions"]}
    tail, state, head = data["tail"], data["state"], data["head"]

    def wins(word: str) -> bool:
        if len(word) == 1:
            return (tail, word, head) in edges
        stops = [tail, *[state] * (len(word) - 1), head]
        return bool(word) and all((p, a, q) in edges for p, a, q in zip(stops, word, stops[1:], strict=False))

    return wins


# ------------------------------------------------------------------------------------------ meanings


@check("state_meaning", "describe")
def _(data: Data, key: Any) -> None:
    """Every word that belongs to a row satisfies its sentence, and no other word does."""
    shown = {"1": data["automaton"], "2": data.get("other")} if "other" in data else {
        q: {**data["automaton"], "accepting": [q]} for q in data["automaton"]["states"]}
    assert {row for row, _ in key} == set(shown)
    for row, letter in key:
        sentence, reader = data["sentences"]["ABCDEFGHIJ".index(letter)], of_json(shown[row])
        assert all(holds(sentence, w) == reader.wins(w) for w in words_to(TRUST, data["alphabet"]))


@asked("build_by_meaning")
def _(data: Data) -> Wins:
    """The words of the sentences of accepting states."""
    return lambda word: any(holds(data["sentences"][int(q[1:])], word) for q in data["accepting"])


@check("build_by_meaning")
def _(data: Data, key: Any) -> None:
    complete(key, data["alphabet"])
    assert sorted(key["states"]) == sorted(f"q{i}" for i in range(len(data["sentences"])))
    same_language("build_by_meaning", data, key)
    reader = of_json(key)
    for word in words_to(7, data["alphabet"]):
        (state,) = reader.sets(word)[-1]
        assert holds(data["sentences"][int(state[1:])], word)


# ------------------------------------------------------------------------------------------ what can be decided


@asked("inclusion")
def _(data: Data) -> Wins:
    one, two = pair(data)
    return lambda word: one(word) and not two(word)


@asked("disjoint")
def _(data: Data) -> Wins:
    one, two = pair(data)
    return lambda word: one(word) and two(word)


@asked("universality")
def _(data: Data) -> Wins:
    one = pair(data)[0]
    return lambda word: not one(word)


def first_of(type_id: str, data: Data, key: Any) -> None:
    """Assert that a word is a shortest one of the language, or that there is none."""
    alphabet = data.get("alphabet", "bw")
    wins = HOLDS[type_id](data)
    assert key is None or len(key) <= TRUST
    assert key is None or wins(key)
    assert not any(map(wins, words_to(TRUST if key is None else len(key) - 1, alphabet)))
    if key is None:  # and no longer one either
        given = [data[name] for name in ("board", "automaton", "other") if name in data]
        one, *two = (DFA.from_nfa(Board(fa).nfa() if isinstance(fa, str) else lib(fa)).to_complete() for fa in given)
        left = {"inclusion": lambda: one - two[0], "disjoint": lambda: one & two[0],
                "universality": lambda: ~one}[type_id]()
        assert left.isempty()


@check("inclusion")
def _(data: Data, key: Any) -> None:
    first_of("inclusion", data, key)


@check("disjoint")
def _(data: Data, key: Any) -> None:
    first_of("disjoint", data, key)


@check("universality")
def _(data: Data, key: Any) -> None:
    first_of("universality", data, key)


@check("table_filling")
def _(data: Data, key: Any) -> None:
    """The rounds, pair by pair, as the algorithm goes."""
    fa = data["automaton"]
    to = {(p, a): q for p, a, q in fa["transitions"]}
    pairs = {frozenset((p, q)) for p in fa["states"] for q in fa["states"] if p != q}
    marked = {pair: "0" for pair in pairs if len(pair & set(fa["accepting"])) == 1}
    number = 0
    while new := {pair for pair in pairs - set(marked) for a in data["alphabet"]
                  if frozenset(to[p, a] for p in pair) in marked}:
        number += 1
        marked |= dict.fromkeys(new, str(number))
    assert {frozenset(row.split()): cell for row, cell in key} == {pair: marked.get(pair, "never") for pair in pairs}


def _language_only(type_id: str) -> None:
    check(type_id)(lambda data, key: same_language(type_id, data, key))


for _id in (*BUILT, "arden", "eliminate_state"):
    _language_only(_id)
