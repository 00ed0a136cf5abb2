"""Units 1 and 3: two boards, or two players on one board, compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import xor

from automatakit.languages.fa import FA
from automatakit.languages.pairs import combine, difference, find_word, minus
from boardkit.svg import Picture, beside
from coursekit.questions.base import Data, Say
from coursekit.questions.judging import why_players, why_word
from coursekit.questions.patterns import ShortestIn, WordsOf, misreadings
from coursekit.questions.registry import register
from coursekit.questions.sampling import SELDOM, random_word, search
from coursekit.questions.words import HEIGHTS
from finity_edu.questions.boards import BoardQuestion, arrows_text, players_fa, station_fa, witness_picture
from finity_edu.questions.laying import planted
from finity_edu.questions.sketches import BOX, Sketch, draw_board
from finity_edu.rules.pieces import Bridge


class TwoBoards(ShortestIn):
    """The shortest word that exactly one of two boards accepts."""

    def machines(self, data: Data) -> tuple[FA, FA]:
        return station_fa(data["board"]), station_fa(data["other"])

    def machine(self, data: Data) -> FA:
        return combine(*self.machines(data), xor)

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**super().values(data, say), "other": arrows_text(data["other"], say)}

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        """Both boards misread in the same way."""
        first, second = self.machines(data)
        for (id, one), (_, two) in zip(misreadings(first), misreadings(second), strict=True):
            yield id, combine(one, two, xor).shortest()

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        """Both runs, on both boards."""
        word = witness.replace("ε", "")
        if not word or not set(word) <= set("bw"):
            return None
        return beside(witness_picture(data["board"], word, say), witness_picture(data["other"], word, say))

    def explain(self, data: Data, word: str, say: Say) -> str:
        first, second = self.machines(data)
        return say("v.two.both", one=why_word(first, word, say), two=why_word(second, word, say))


def changed(rng: random.Random, sketch: Sketch) -> Sketch:
    """The same board with one arrow added, removed or recoloured."""
    bridges = list(sketch.bridges)
    i = rng.randrange(len(bridges))
    old = bridges.pop(i)
    edges = {(b.tail, b.colour, b.head) for b in bridges}
    turned = (old.tail, "w" if old.colour == "b" else "b", old.head)
    if rng.random() < 0.6 and turned not in edges:
        bridges.insert(i, Bridge(turned[1], old.tail, old.head, old.lane))  # type: ignore[arg-type]
    return replace(sketch, bridges=tuple(bridges))


class TellApart(TwoBoards):
    id, unit = "tell_apart", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def make() -> tuple[Sketch, Sketch]:
            one = Sketch.random(rng, difficulty - 1, 5 + 3 * difficulty)
            return one, changed(rng, one)

        def good(pair: tuple[Sketch, Sketch]) -> bool:
            word = difference(pair[0].fa(), pair[1].fa())
            return word is not None and len(word) == difficulty + 1

        one, two = search(make, good)
        return {"board": one.text(), "other": two.text()}


class Equivalence(TwoBoards):
    id, unit = "equivalence", 3
    may_be_none = True

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        same = rng.random() < SELDOM

        def make() -> tuple[Sketch, Sketch]:
            one = Sketch.random(rng, min(3, difficulty - 1), 5 + 2 * difficulty)
            return one, changed(rng, changed(rng, one))

        def good(pair: tuple[Sketch, Sketch]) -> bool:
            first, second = pair[0].fa(), pair[1].fa()
            if first.edges == second.edges or first.shortest() is None:
                return False
            word = difference(first, second)
            if word is not None if same else word is None or len(word) < difficulty + 2:
                return False
            states = (len(first.minimal().states), len(second.minimal().states))
            return min(states) >= difficulty + 3 >= max(states) - 1 and (
                same or difficulty > 3 or combine(first, second, xor).counts(len(word or ""))[-1] == 1)

        one, two = search(make, good)
        return {"board": one.text(), "other": two.text()}

    def measure(self, data: Data) -> float:
        return sum(len(fa.minimal().states) for fa in self.machines(data))


class OnlyOneWins(WordsOf):
    id, unit = "only_one_wins", 3

    def machine(self, data: Data) -> FA:
        return combine(*players_fa(data["board"]), minus)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = (2, 3, 4, 5, 6)[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            both = [fa.words(height) for fa in (sketch.fa(1), sketch.fa(2))]
            return min(map(len, both)) >= 1 and 2 <= len(set(both[0]) - set(both[1])) <= 2 + 2 * difficulty

        return {"board": draw_board(rng, difficulty, good, seats=2, more=2).text(), "height": height}

    def reason(self, data: Data, item: str, say: Say) -> str:
        if len(item) != data["height"]:
            return say("v.word.height", n=data["height"])
        return why_players(data, item, say)

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        one, two = players_fa(data["board"])
        yield "other_player", combine(two, one, minus).words(data["height"])
        yield "forgets_other", one.words(data["height"])


class ShortestOnlyOne(ShortestIn):
    id, unit = "shortest_only_one", 3

    def machine(self, data: Data) -> FA:
        return combine(*players_fa(data["board"]), minus)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        word, shape = random_word(rng, difficulty + 2), (1, 2, 3, 3, BOX)[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            """The word is the only shortest one, and player 1 wins shorter ones as well."""
            one, two = sketch.fa(1), sketch.fa(2)
            if find_word(one, two, minus) != word or (difficulty > 1 and one.shortest() == word):
                return False
            return combine(one, two, minus).counts(len(word))[-1] == 1

        return {"board": search(lambda: planted(rng, shape, word, 8 + difficulty, 2), good).text()}

    def explain(self, data: Data, word: str, say: Say) -> str:
        return why_players(data, word, say)

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        one, two = players_fa(data["board"])
        yield "other_player", combine(two, one, minus).shortest()
        yield "forgets_other", one.shortest()


class Favoured(BoardQuestion):
    """How many of all towers of one height does each player win?"""

    id, unit, kind = "favoured", 3, "table"
    ROWS = ("only 1", "only 2", "both", "neither")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = HEIGHTS[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            counts = [fa.counts(height)[-1] for fa in (sketch.fa(1), sketch.fa(2))]
            return min(counts) >= 1 and counts[0] != counts[1]

        return {"board": draw_board(rng, difficulty, good, seats=2, more=2).text(), "height": height}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.ROWS, "columns": 1, "cells": "number"}

    def key(self, data: Data) -> list[list[str]]:
        (one, two), n = players_fa(data["board"]), data["height"]
        only1 = combine(one, two, minus).counts(n)[n]
        only2 = combine(two, one, minus).counts(n)[n]
        both = one.counts(n)[n] - only1
        numbers = (only1, only2, both, 2**n - only1 - only2 - both)
        return [[row, str(k)] for row, k in zip(self.ROWS, numbers, strict=True)]

    def work(self, data: Data, say: Say) -> list[str]:
        one, two = (fa.words(data["height"]) for fa in players_fa(data["board"]))
        return [f"- 1: {' '.join(one)}", f"- 2: {' '.join(two)}",
                f"- 1 ∩ 2: {' '.join(w for w in one if w in two) or '∅'}", f"- |Σ|ⁿ = {2 ** data['height']}"]

    def measure(self, data: Data) -> float:
        return float(2 ** data["height"])


for _kind in (TellApart, Equivalence, OnlyOneWins, ShortestOnlyOne, Favoured):
    register(_kind())
