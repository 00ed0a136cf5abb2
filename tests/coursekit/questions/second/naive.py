"""Boards and automata the slow and obvious way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from finity_edu import Position

Data = dict[str, Any]
Arrow = tuple[str, str, str]
CHECKS: dict[str, Callable[[Data, Any], None]] = {}
TOLD: set[str] = set()
"""Types of which a textbook question is read with the names of a board's."""


def check(*ids: str) -> Callable[[Callable[[Data, Any], None]], Callable[[Data, Any], None]]:
    def register(function: Callable[[Data, Any], None]) -> Callable[[Data, Any], None]:
        CHECKS.update(dict.fromkeys(ids, function))
        return function
    return register


def told(*ids: str) -> Callable[[Callable[[Data, Any], None]], Callable[[Data, Any], None]]:
    """As `check`, for types in both skins: what a textbook shows has the names of what a board does."""
    def register(function: Callable[[Data, Any], None]) -> Callable[[Data, Any], None]:
        TOLD.update(ids)
        return check(*ids)(lambda data, key: function(as_board(data), key))
    return register


GAME = {"automaton": "board", "other": "other", "word": "tower", "words": "towers", "length": "height",
        "prefix_length": "length", "each": "cones", "table": "automaton"}
"""What a textbook calls it -> what a board does."""


def as_board(data: Data) -> Data:
    """The data of a question with the names of a board's; what a textbook shows stays an automaton in JSON."""
    if "rule" in data:
        return {**data, "board": by_rule(data)}
    return {**{GAME.get(name, name): value for name, value in data.items()}, **data} if "skin" in data else data


def by_rule(data: Data) -> Data:
    """The automaton whose δ is told by a rule: of all pairs of states those that a term joins."""
    names = data["states"]
    pairs = list(product(enumerate(names), repeat=2))
    arrows = {(p, a, q) for a, terms in data["rule"].items() for (i, p), (j, q) in pairs
              if any(j - summand == factor * i for factor, summand in terms)}
    return {**data, "start": names[0], "transitions": sorted(arrows)}


def letters(data: Data) -> str:
    return str(data.get("alphabet", "bw"))


def arrow_set(texts: Iterable[str]) -> set[Arrow]:
    """Arrows, each written as ``bA>B`` or as ``q0 –b→ q1``."""
    found = [re.fullmatch(r"(?P<a>.)(?P<p>\w+)>(?P<q>\w+)(\.\w)?|(?P<P>\S+) –(?P<A>.)→ (?P<Q>\S+)", t) for t in texts]
    assert all(found)
    return {(m["p"] or m["P"], m["a"] or m["A"], m["q"] or m["Q"]) for m in found if m}


class Board:
    """Arrows, post, tower and rings of a position text, or an automaton without ε; runs by plain recursion."""

    def __init__(self, text: str | Data, seat: int = 1) -> None:
        self.alphabet = "bw"
        if isinstance(text, dict):
            self.end = ""  # of a board only: no arrow leaves it
            self.names, self.ends, self.alphabet = text["states"], {*text["accepting"]}, "".join(text["alphabet"])
            self.start = text.get("starts", [text["start"]])[seat - 1]
            self.arrows: set[Arrow] = {(p, a, q) for p, a, q in text["transitions"] if a}
            assert len(self.arrows) == len(text["transitions"]), "ε"
            return
        pos = Position.parse(text)
        self.end = pos.board.end
        self.ends = {self.end}
        self.start = pos.layout.posts[seat - 1]
        self.names = pos.board.names
        found = re.findall(r"\b([bw])(\w+)>(\w+)\.[lmr]", text.partition("bridges")[2].split(";")[0])
        self.arrows = {(p, a, q) for a, p, q in found if p != self.end}
        letter = "cyrp"[seat - 1]
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
        return any(run[-1] in self.ends for run in self.runs(word))

    def lives(self, prefix: str) -> bool:
        """Whether some way leads on to an accepting state."""
        todo = [run[-1] for run in self.runs(prefix)]
        seen = set(todo)
        while todo:
            here = todo.pop()
            new = {q for p, _, q in self.arrows if p == here} - seen
            seen |= new
            todo += new
        return bool(seen & self.ends)

    def count(self, word: str) -> int:
        return sum(run[-1] in self.ends for run in self.runs(word))

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
        return NFA(states=set(self.names), input_symbols=set(self.alphabet), transitions=moves,
                   initial_state=self.start, final_states=self.ends)

    def dfa(self) -> DFA:
        return DFA.from_nfa(self.nfa())


def words(length: int, alphabet: str = "bw") -> list[str]:
    return ["".join(w) for w in product(alphabet, repeat=length)]


def shortest(good: Callable[[str], bool], answer: str | None, alphabet: str = "bw") -> None:
    """Assert that an answer is good, and that nothing shorter is."""
    assert answer is not None
    assert set(answer) <= set(alphabet)
    assert len(alphabet) ** len(answer) < 20_000  # all shorter words are tried
    assert good(answer)
    assert not any(good(w) for n in range(len(answer)) for w in words(n, alphabet))


def is_dfa(data: dict[str, Any], alphabet: str = "bw") -> None:
    """Assert that an automaton in canonical JSON is deterministic and complete, without ε."""
    pairs = sorted((p, a) for p, a, _ in data["transitions"])
    assert pairs == sorted((q, a) for q in data["states"] for a in alphabet)


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
