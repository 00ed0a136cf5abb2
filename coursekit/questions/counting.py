"""Unit 3: how many words, and how likely."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from automatakit.languages.cycles import is_finite, useful_states
from automatakit.languages.fa import FA
from automatakit.languages.words import recurrence
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.determinise import TableQuestion, random_dfa
from coursekit.questions.judging import right, table_credit, word_text
from coursekit.questions.registry import register
from coursekit.questions.sampling import search
from finity_edu.analysis.chances import tower_chance
from finity_edu.questions.boards import BoardQuestion, station_fa
from finity_edu.questions.sketches import draw_board


class Chance(BoardQuestion):
    """The chance that a tower drawn from the bag wins."""

    id, unit, kind = "chance", 3, "fraction"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = (2, 3, 4, 5, 8)[difficulty - 1]
        cones = (2, 3, 4, 6, 8)[difficulty - 1]
        sketch = draw_board(rng, difficulty, lambda s: 1 <= len(s.fa().words(height)) <= 2 + 2 * difficulty)
        return {"board": sketch.text(), "height": height, "cones": cones}

    def key(self, data: Data) -> str:
        words = station_fa(data["board"]).words(data["height"])
        total = sum((tower_chance(w, data["cones"]) for w in words), Fraction(0))
        return f"{total.numerator}/{total.denominator}"

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa, n = station_fa(data["board"]), data["height"]
        for id, value in (("independent_cones", Fraction(len(fa.words(n)), 2**n)),
                          ("probability", sum((tower_chance(w, data["cones"]) * random_run(fa, w)
                                               for w in fa.words(n)), Fraction(0)))):
            yield id, f"{value.numerator}/{value.denominator}"

    def work(self, data: Data, say: Say) -> list[str]:
        words = station_fa(data["board"]).words(data["height"])
        rows = []
        for word in words:
            left = {"b": data["cones"], "w": data["cones"]}
            factors = []
            for cone in word:
                factors.append(f"{left[cone]}/{sum(left.values())}")
                left[cone] -= 1
            rows.append(f"- {word}: {' · '.join(factors)}")
        return [*rows, *(f"- {w}: {tower_chance(w, data['cones'])}" for w in words)]

    def measure(self, data: Data) -> float:
        return float(data["height"])


def random_run(fa: FA, word: str) -> Fraction:
    """The chance that a run which chooses uniformly among the arrows accepts (a misconception about NFAs)."""
    chances = {fa.start: Fraction(1)}
    for a in word:
        new: dict[str, Fraction] = {}
        for p, c in chances.items():
            heads = fa.successors(p, a)
            for q in heads:
                new[q] = new.get(q, Fraction(0)) + c / len(heads)
        chances = new
    return sum((c for q, c in chances.items() if q in fa.accepting), Fraction(0))


class CountRecurrence(TableQuestion):
    """The numbers of accepted words and a recurrence for them."""

    id, unit, kind = "count_recurrence", 3, "table"
    ROWS = ("a", "c")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size, order = ((2, 2), (3, 2), (3, 3), (4, 3), (5, 4))[difficulty - 1]

        def make() -> Data:
            fa = random_dfa(rng, size, rng.choice((1, 2)))
            drop = rng.sample(sorted(fa.edges), 1)
            return {"automaton": fa.with_(edges=fa.edges - set(drop)).to_json(), "number": 2 * order + 1}

        def good(data: Data) -> bool:
            steps = recurrence(self.fa(data))
            return (len(steps) == order and all(c.denominator == 1 for c in steps)
                    and any(steps) and len(useful_states(self.fa(data))) == size and not is_finite(self.fa(data)))

        return search(make, good)

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.ROWS, "cells": {"a": "number", "c": "fraction"}}

    def key(self, data: Data) -> list[list[str]]:
        fa = self.fa(data)
        return [["a", *map(str, fa.counts(data["number"] - 1))], ["c", *(str(int(c)) for c in recurrence(fa))]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, cells = self.fa(data), {r[0]: r[1:] for r in answer}
        given = [int(x) for x in cells.get("a", [])]
        steps = [Fraction(x) for x in cells.get("c", [])]
        counts = fa.counts(data["number"] - 1)
        if len(given) > len(counts) or len(steps) > len(counts):
            return Wrong(0.0, say("v.recurrence.many", n=len(counts)))
        good = sum(x == y for x, y in zip(given, counts, strict=False))
        text, witness = [], None
        if good < len(counts):
            n = next((i for i, c in enumerate(counts) if i >= len(given) or given[i] != c), 0)
            witness = f"a({n})"
            words = list(map(word_text, fa.words(n)))
            text.append(say("v.recurrence.count", n=n, words=", ".join(words[:6] + ["…"] * (len(words) > 6)) or "–"))
        wrong, slips = self.first_break(fa, steps), len(counts) - good
        if wrong is not None:
            wanted = [Fraction(c) for c in self.key(data)[1][1:]]
            slips += max(1, sum(x != y for x, y in zip_longest(steps, wanted)))
            witness = witness or f"n = {wrong}"
            text.append(say("v.recurrence.break", n=wrong))
        if not text:
            return right(say)
        key = [[cell] for row in self.key(data) for cell in row[1:]]
        return Wrong(table_credit(key, [row[1:] for row in answer], slips), " ".join(text), witness)

    @staticmethod
    def first_break(fa: FA, steps: list[Fraction]) -> int | None:
        """The first n at which a(n) = Σ c(i)·a(n−i) fails; |Q| + the order more terms decide it for good."""
        k = len(steps)
        values = fa.counts(2 * len(fa.minimal().states) + 2 * k + 2)
        return next((n for n in range(k, len(values))
                     if values[n] != sum(c * values[n - 1 - i] for i, c in enumerate(steps))), None)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        states = fa.minimal()
        rows = [f"- {q} → {', '.join(t for a in 'bw' for t in states.successors(q, a))}" for q in states.states]
        return [*rows, "- a(n): " + ", ".join(map(str, fa.counts(data["number"] + 2)))]

    def measure(self, data: Data) -> float:
        return len(self.key(data)[1]) * 10 + len(self.fa(data).states)


for _kind in (Chance, CountRecurrence):
    register(_kind())
