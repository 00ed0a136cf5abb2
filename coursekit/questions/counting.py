"""How many words, and how likely."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import prod

from automatakit.automaton.states import State, label
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.words import (
    is_finite,
    recurrence,
    useful_states,
    word_counts,
    words_of_length,
)
from coursekit.judging.credit import table_credit
from coursekit.questions.assessing import right, word_text
from coursekit.questions.automata import AutomatonQuestion, TableQuestion
from coursekit.questions.base import Data, Form, Judged, Mistakes, Rows, Say, Wrong
from coursekit.questions.determinise import random_dfa
from coursekit.questions.sampling import search
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import table, tree


class Chance(AutomatonQuestion):
    """The chance that a word is accepted whose letters are drawn one after the other and not put back."""

    id, unit, kind = "chance", 8, "fraction"
    small = (1, 2)

    def task(self, space: Space, difficulty: int) -> Data:
        length = (2, 3, 4, 5, 6)[difficulty - 1]
        # Or one chance in three would be the same
        each = (2, 3, 4, 4, 5)[difficulty - 1] + space.rng.randrange(8)
        letters = "".join(space.alphabet)

        def good(drawing: Drawing) -> bool:
            words = words_of_length(drawing.fa(), length)
            if not difficulty // 2 < len(words) <= 3 + difficulty:
                return False
            return 0 < sum(chance_of(word, letters, each) for word in words) < 1

        drawing = space.drawn(difficulty, good)
        return {"automaton": drawing, "length": length, "each": each}

    def chance(self, data: Data, word: str) -> Fraction:
        """The chance of a word."""
        return chance_of(
            word, "".join(self.alphabet(data)), int(self.part(data, "each"))
        )

    def total(
        self, data: Data, share: Callable[[str], Fraction] = lambda word: Fraction(1)
    ) -> str:
        """The chance of all accepted words, of each of which a share counts."""
        words = words_of_length(self.fa(data), self.length(data))
        total = sum(
            (self.chance(data, word) * share(word) for word in words), Fraction(0)
        )
        return f"{total.numerator}/{total.denominator}"

    def key(self, data: Data) -> str:
        return self.total(data)

    def wrong(self, data: Data) -> Mistakes:
        fa, n = self.fa(data), self.length(data)
        alike = Fraction(len(words_of_length(fa, n)), len(fa.alphabet) ** n)
        yield "independent_cones", f"{alike.numerator}/{alike.denominator}"
        yield "probability", self.total(data, lambda word: random_run(fa, word))

    def work(self, data: Data, say: Say) -> list[str]:
        """The accepted words from their beginnings; then those that have the same symbols together; then the sum."""
        fa, each = self.fa(data), int(self.part(data, "each"))
        words = words_of_length(fa, self.length(data))
        alike: dict[str, list[str]] = {}
        for word in words:
            alike.setdefault("".join(sorted(word)), []).append(word)
        lines, terms = [], []
        for some in alike.values():
            factors = factors_of(some[0], "".join(fa.alphabet), each)
            product = " · ".join(f"{left}/{all}" for left, all in factors)
            times = f"{len(some)} · " if len(some) > 1 else ""
            terms.append(len(some) * self.chance(data, some[0]))
            lines.append(f"- {', '.join(some)}: {times}{product} = {terms[-1]}")
        if len(terms) > 1:
            lines += ["", f"{' + '.join(map(str, terms))} = {self.key(data)}"]
        return [*tree(fa, words), "", say("work.alike"), "", *lines]


def factors_of(word: str, letters: str, each: int) -> list[tuple[int, int]]:
    """Letter by letter: how many of it are left, of how many in all, if there are `each` of every letter first."""
    left = dict.fromkeys(letters, each)
    found = []
    for letter in word:
        found.append((left[letter], sum(left.values())))
        left[letter] -= 1
    return found


def chance_of(word: str, letters: str, each: int) -> Fraction:
    """The chance that a word is drawn."""
    factors = (Fraction(*factor) for factor in factors_of(word, letters, each))
    return prod(factors, start=Fraction(1))


def random_run(fa: Automaton, word: str) -> Fraction:
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

    id, unit, kind = "count_recurrence", 1, "table"
    ROWS, example = ("a", "c"), '{"a": [1, 0, 2, …], "c": [1, 2]}'

    def task(self, space: Space, difficulty: int) -> Data:
        size, order = ((2, 2), (3, 2), (3, 3), (4, 3), (5, 4))[difficulty - 1]

        def make() -> Automaton:
            fa = random_dfa(space, size, space.rng.choice((1, 2)))
            drop = space.rng.sample(sorted(fa.edges), 1)
            return fa.with_(edges=fa.edges - set(drop))

        def good(fa: Automaton) -> bool:
            steps = recurrence(fa)
            return (
                len(steps) == order
                and all(c.denominator == 1 for c in steps)
                and any(steps)
                and len(useful_states(fa)) == size
                and not is_finite(fa)
            )

        return {"table": search(make, good), "number": 2 * order + 1}

    def form(self, data: Data) -> Form:
        return {"rows": self.ROWS, "cells": {"a": "number", "c": "fraction"}}

    def key(self, data: Data) -> Rows:
        fa = self.fa(data)
        return [
            ["a", *map(str, word_counts(fa, data["number"] - 1))],
            ["c", *(str(int(c)) for c in recurrence(fa))],
        ]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, cells = self.fa(data), {r[0]: r[1:] for r in answer}
        given = list(map(int, cells.get("a", [])))
        steps = list(map(Fraction, cells.get("c", [])))
        counts = word_counts(fa, data["number"] - 1)
        if len(given) > len(counts) or len(steps) > len(counts):
            return Wrong(0.0, say("v.recurrence.many", n=len(counts)))
        good = sum(x == y for x, y in zip(given, counts, strict=False))
        text, witness = [], None
        if good < len(counts):
            n = next(
                (i for i, c in enumerate(counts) if i >= len(given) or given[i] != c), 0
            )
            witness = f"a({n})"
            words = list(map(word_text, words_of_length(fa, n)))
            listed = ", ".join(words[:6] + ["…"] * (len(words) > 6))
            text.append(
                say("v.recurrence.count", n=n, words=listed)
                if words
                else say("v.recurrence.none", n=n)
            )
        wrong, slips = self.first_break(fa, steps), len(counts) - good
        if wrong is not None:
            wanted = list(map(Fraction, self.key(data)[1][1:]))
            slips += max(1, sum(x != y for x, y in zip_longest(steps, wanted)))
            witness = witness or f"n = {wrong}"
            text.append(say("v.recurrence.break", n=wrong))
        if not text:
            return right(say)
        key = [[cell] for row in self.key(data) for cell in row[1:]]
        return Wrong(
            table_credit(key, [row[1:] for row in answer], slips),
            " ".join(text),
            witness,
        )

    @staticmethod
    def first_break(fa: Automaton, steps: list[Fraction]) -> int | None:
        """The first n at which a(n) = Σ c(i)·a(n−i) fails; |Q| + the order more terms decide it for good."""
        k = len(steps)
        values = word_counts(fa, 2 * len(minimise(fa).states) + 2 * k + 2)
        return next(
            (
                n
                for n in range(k, len(values))
                if values[n] != sum(c * values[n - 1 - i] for i, c in enumerate(steps))
            ),
            None,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """The numbers from each state, the equations for the coefficients, and why these will do for ever."""
        fa = self.fa(data)
        small = with_names_of(fa)
        steps = list(map(int, recurrence(fa)))
        first = len(steps)
        why = say(
            "work.recurrence",
            states=len(small.states),
            recurrence=recurrence_text(steps),
            first=first,
            last=first + len(small.states) - 1,
        )
        number = first + len(small.states)
        counts = word_counts(fa, number - 1)
        found = say("work.recurrence_found", k=first, recurrence=recurrence_text(steps))
        lines = [
            *table(small),
            "",
            *counts_from_states(small, number),
            "",
            found,
            "",
            *equations(counts, first),
            "",
            why,
        ]
        order = max((i for i, c in enumerate(steps, 1) if c), default=0)
        if 0 < order < first:  # why zeros end it: the last number that they leave out
            n = first - 1
            value = sum(c * counts[n - i] for i, c in enumerate(steps, 1) if c)
            start = {"first": first, "n": n, "value": value, "count": counts[n]}
            lines += ["", say("work.recurrence_from", **start)]
        return lines


def with_names_of(fa: Automaton) -> Automaton:
    """The minimal automaton of a deterministic one, each state named by one of it that has the same language."""
    small = minimise(fa)
    names: dict[State, str] = {}
    for mask, word in first_words(fa):
        (home,) = small.active(word)[-1]
        names.setdefault(home, ", ".join(map(label, fa.names(mask))) or "∅")
    return small.renamed(names.__getitem__)


def counts_from_states(fa: Automaton, number: int) -> list[str]:
    """A table: for each length the number of words that are accepted from each state."""
    columns = [word_counts(fa.with_(start=q), number - 1) for q in fa.states]
    head = ["n", *map(label, fa.states)]
    rows = [[n, *numbers] for n, numbers in enumerate(zip(*columns, strict=True))]
    lines = [" | ".join(map(str, row)) for row in [head, ["---"] * len(head), *rows]]
    return [f"| {line} |" for line in lines]


def equations(counts: Sequence[int], order: int) -> list[str]:
    """The equations that determine the coefficients of a recurrence."""
    lines = []
    for n in range(order, 2 * order):
        terms = (f"c{'₁₂₃₄'[i]}·{counts[n - 1 - i]}" for i in range(order))
        lines.append(f"- n = {n}: {counts[n]} = {' + '.join(terms)}")
    return lines


def recurrence_text(steps: Sequence[int]) -> str:
    """A recurrence as it is written.

    Examples
    --------
    >>> recurrence_text([2, 0, -1])
    'a(n) = 2·a(n−1) − a(n−3)'
    """
    text = ""
    for i, c in enumerate(steps, 1):
        if c:
            term = f"a(n−{i})" if abs(c) == 1 else f"{abs(c)}·a(n−{i})"
            sign = "−" if c < 0 else "+"
            text += f" {sign} {term}" if text else ("−" if c < 0 else "") + term
    return f"a(n) = {text or 0}"
