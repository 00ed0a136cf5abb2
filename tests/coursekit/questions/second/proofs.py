"""Types about proofs: every word that a proof or a strategy speaks of, spelt out and looked up."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any

from tests.coursekit.questions.second.languages import asked, same_language
from tests.coursekit.questions.second.naive import Data, check
from tests.coursekit.questions.second.readers import (
    Reader,
    expression,
    of_board,
    of_json,
    words_to,
)
from tests.coursekit.questions.second.sentences import holds

LETTERS = "ABCDEFGHIJ"
FORMS = {"powers": "({a}*)({b}*)", "around": "({a}*){b}({a}*)"}


def member(language: Data, word: str) -> bool:
    """Whether a word belongs to a language of two numbers."""
    a, b, c, k, bound = (language[name] for name in ("a", "b", "c", "k", "bound"))
    if language["form"] == "counts":
        n, m = word.count(a), word.count(b)
    else:
        found = re.fullmatch(FORMS[language["form"]].format(a=a, b=b), word)
        if not found:
            return False
        n, m = map(len, found.groups())
    one, two = (m, c * n + k) if language["turned"] else (n, c * m + k)
    return {"equal": one == two, "at_most": one <= two, "at_least": one >= two, "unequal": one != two,
            "congruent": (one - two) % max(1, bound) == 0, "bounded": one == two and one <= bound}[language["relation"]]


def word_of(pattern: list[list[Any]], i: int) -> str:
    return "".join(symbol * (times * i + more) for symbol, times, more in pattern)


def chosen(data: Data, answer: Any) -> tuple[Any, Any, bool, bool]:
    """The patterns and claims of a proof."""
    rows = dict(answer)
    return (data["prefixes"][LETTERS.index(rows["u"])], data["suffixes"][LETTERS.index(rows["v"])],
            rows["same"] == "in", rows["mixed"] == "in")


def claimed(language: Data, u: Any, v: Any, same: bool, mixed: bool, far: int = 60) -> bool:
    """Whether all words up to `far` belong as it is claimed."""
    return all(member(language, word_of(u, j) + word_of(v, i)) == (same if i == j else mixed)
               for j in range(1, far) for i in range(1, j + 1))


@check("nonregular_proof")
def _(data: Data, key: Any) -> None:
    assert len(key) == 4
    u, v, same, mixed = chosen(data, key)
    assert same != mixed
    assert claimed(data["language"], u, v, same, mixed)


def strategy(data: Data, answer: Any, p: int) -> tuple[str, int]:
    """The word and i for a p."""
    n, m, i = (int(times) * p + int(more) for _, times, more in sorted(answer, key=lambda row: "nmi".index(row[0])))
    language = data["language"]
    middle, last = (language["b"], language["a"]) if language["form"] == "around" else ("", language["b"])
    return language["a"] * n + middle + last * m, i


@check("pumping_game")
def _(data: Data, key: Any) -> None:
    assert [row for row, *_ in sorted(key)] == ["i", "m", "n"]
    for p in [*range(1, 13), 30, 80]:
        word, i = strategy(data, key, p)
        assert member(data["language"], word)
        assert len(word) >= p
        assert not any(member(data["language"], word[:x] + word[x:y] * i + word[y:])
                       for x, y in combinations(range(p + 1), 2) if p < 13 or x in (0, p - 1))


def nerode(language: Data, alphabet: str) -> int:
    """The number of classes, told apart by blocks of the two symbols."""
    a, b = language["a"], language["b"]
    endings = [first * n + middle + last * m for first, middle, last in ((a, "", b), (a, b, a), (b, "", a))
               for n, m in product(range(15), repeat=2)]
    seen: set[tuple[bool, ...]] = set()
    todo = [""]
    for u in todo:  # grows while it is read
        row = tuple(member(language, u + z) for z in endings)
        if row not in seen:
            seen.add(row)
            todo += [u + x for x in alphabet]
    return len(seen)


@lru_cache(maxsize=64)
def _shows(language: tuple[Any, ...], alphabet: str, reason: str) -> bool:
    known, why = dict(language), eval(reason)
    if "classes" in why:
        return known["relation"] in ("congruent", "bounded") and nerode(known, alphabet) == why["classes"]
    return any(claimed(known, why["u"], why["v"], same, not same, 25) for same in (True, False))


def shows(data: Data, row: str, letter: str) -> bool:
    """Whether a reason is one for the language of a row."""
    language, reason = data["languages"][int(row) - 1], data["reasons"][LETTERS.index(letter)]
    return _shows(tuple(language.items()), data["alphabet"], repr(reason))


@check("regular_or_not")
def _(data: Data, key: Any) -> None:
    assert len(key) == len(data["languages"])
    assert all(shows(data, row, letter) for row, letter in key)


@asked("fooling_set")
def _(data: Data) -> Callable[[str], bool]:
    return lambda word: holds(data["condition"], word)


@check("fooling_set")
def _(data: Data, key: Any) -> None:
    assert len(key) == data["n"]
    assert all(holds(data["condition"], x + y) for _, x, y in key)
    assert not any(crossed(data, one, two) for one, two in combinations(key, 2))


def crossed(data: Data, one: list[str], two: list[str]) -> bool:
    """Whether two rows with exchanged ends give two words of the language."""
    return holds(data["condition"], one[1] + two[2]) and holds(data["condition"], two[1] + one[2])


class Pumped:
    """What the opponent can do, with ends and repetitions up to a length."""

    def __init__(self, data: Data) -> None:
        self.alphabet = data.get("alphabet", "bw")
        self.reader: Reader = of_json(data["automaton"]) if "automaton" in data else of_board(data["board"])
        self.known: dict[frozenset[str], frozenset[str]] = {}

    def ends(self, word: str) -> frozenset[str]:
        """What makes a word of the language of a beginning."""
        states = frozenset(self.reader.sets(word)[-1])
        if states not in self.known:
            later = Reader(states, self.reader.step, self.reader.accepts)
            self.known[states] = frozenset(filter(later.wins, words_to(7, self.alphabet)))
        return self.known[states]

    def openings(self, p: int) -> list[str]:
        return [u for u in words_to(p, self.alphabet) if len(u) == p and self.ends(u)]

    def survives(self, u: str, x: int, y: int) -> bool:
        return y > 0 and x + y <= len(u) and all(
            self.ends(u) <= self.ends(u[:x] + u[x:x + y] * i + u[x + y:]) for i in range(7))


@check("pumping_defence")
def _(data: Data, key: Any) -> None:
    game = Pumped(data)
    assert [u for u, *_ in sorted(key)] == sorted(game.openings(data["p"]))
    assert all(game.survives(u, int(x), int(y)) for u, x, y in key)


@check("spot_the_error")
def _(data: Data, key: Any) -> None:
    rows, lines = dict(key), [expression(line) for line in data["lines"]]
    assert {*rows} == {"line", "word"}
    assert lines[int(rows["line"]) - 2](rows["word"]) != lines[int(rows["line"]) - 1](rows["word"])
    differ = [one for one, two in pairwise(lines) if any(one(w) != two(w) for w in words_to(7, data["alphabet"]))]
    assert len(differ) == 1


@asked("regex_simplify")
def _(data: Data) -> Callable[[str], bool]:
    return expression(data["expression"])


@check("regex_simplify")
def _(data: Data, key: Any) -> None:
    assert sum(key.count(a) for a in data["alphabet"]) <= data["most"]
    same_language("regex_simplify", data, key)
