"""Units 1 and 3: words, their runs and their numbers; two boards or two players compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from automatakit.languages.cycles import useful_states
from automatakit.languages.fa import EPSILON, FA
from automatakit.languages.structure import ambiguous_word
from coursekit.judging.credit import nearness
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.judging import right, run_text, sets_text, why_word, word_text
from coursekit.questions.patterns import BestWord, ShortestIn, WordsOf, misreadings
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length, random_word, search
from finity_edu.questions.boards import BoardQuestion, station_fa
from finity_edu.questions.laying import planted
from finity_edu.questions.sketches import BOX, Sketch, draw_board, draw_tower

HEIGHTS = (3, 4, 5, 6, 8)


class ShortestWord(ShortestIn):
    id, unit = "shortest_word", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, shape = difficulty + 3, (1, 3, 3, BOX, BOX)[difficulty - 1]

        word = random_word(rng, length)

        def good(sketch: Sketch) -> bool:
            return sketch.fa().shortest() == word and sketch.fa().counts(length)[-1] == 1

        return {"board": search(lambda: planted(rng, shape, word, length + 2 + difficulty), good).text()}

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        for id, fa in misreadings(station_fa(data["board"])):
            yield id, fa.shortest()


class WinningTowers(WordsOf):
    id, unit = "winning_towers", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = HEIGHTS[difficulty - 1]
        sketch = draw_board(rng, difficulty, lambda s: 2 <= len(s.fa().words(height)) <= height + 2)
        return {"board": sketch.text(), "height": height}


class WordsInOut(BoardQuestion):
    id, unit, kind = "words_in_out", 1, "table"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height, number = difficulty + 2, 2 + difficulty // 2
        sketch = draw_board(rng, difficulty,
                            lambda s: number <= len(s.fa().words(height)) <= 2**height // 2)
        return {"board": sketch.text(), "height": height, "number": number}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": ["in", "out"], "columns": data["number"], "cells": "word"}

    def key(self, data: Data) -> list[list[str]]:
        fa, number = station_fa(data["board"]), data["number"]
        inside = fa.words(data["height"])
        outside = [w for w in of_length(data["height"]) if w not in inside]
        return [["in", *inside[:number]], ["out", *outside[:number]]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, good, text, witness = station_fa(data["board"]), 0, "", None
        seen: set[str] = set()
        for label, *words in answer:
            for word in words:
                if len(word) != data["height"] or not set(word) <= set("bw"):
                    why = say("v.word.height", n=data["height"])
                elif word in seen:
                    why = say("v.words_in_out.twice")
                elif fa.accepts(word) != (label == "in"):
                    why = why_word(fa, word, say)
                else:
                    good, why = good + 1, ""
                seen.add(word)
                if why and not text:
                    witness = word_text(word)
                    text = say("v.words_in_out.wrong", word=witness, row=label) + " " + why
        if not text and good == 2 * data["number"]:
            return right(say)
        slips = 2 * data["number"] - good
        return Wrong(nearness(slips, data["number"]), text or say("v.words_in_out.more", n=data["number"]), witness)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [f"- {row[0]}: {w}: {sets_text(fa, w)}" for row in self.key(data) for w in row[1:]]

    def measure(self, data: Data) -> float:
        return float(data["height"] * data["number"])


class CountWords(BoardQuestion):
    id, unit, kind = "count_words", 1, "number"
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = HEIGHTS[difficulty - 1]
        number = rng.randint(2, (3, 4, 6, 24, 24)[difficulty - 1])
        sketch = draw_board(rng, difficulty, lambda s: abs(s.fa().counts(height)[-1] - number) <= 1)
        return {"board": sketch.text(), "height": height}

    def key(self, data: Data) -> int:
        return station_fa(data["board"]).counts(data["height"])[-1]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa = station_fa(data["board"])
        yield "counts_runs", sum(fa.count_runs(w) for w in fa.words(data["height"]))
        yield "complement", 2 ** data["height"] - self.key(data)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [say("work.by_length"), *(f"- {n}: {c}" for n, c in enumerate(fa.counts(data["height"])))]

    def measure(self, data: Data) -> float:
        return float(data["height"])


class MostPaths(BestWord):
    id, unit = "most_paths", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height = difficulty + 3

        def good(sketch: Sketch) -> bool:
            runs = sorted(sketch.fa().count_runs(w) for w in of_length(height))
            return runs[-1] >= 2 and runs[-1] > runs[-2]

        return {"board": draw_board(rng, difficulty, good, more=difficulty).text(), "height": height}

    def score(self, data: Data, word: str) -> int:
        return station_fa(data["board"]).count_runs(word) if len(word) == data["height"] else 0

    def explain(self, data: Data, word: str, say: Say) -> str:
        if len(word) != data["height"]:
            return say("v.word.height", n=data["height"])
        return say("v.most_paths.less", word=word, got=self.score(data, word))

    def best(self, data: Data) -> str:
        return max(of_length(data["height"]), key=lambda w: self.score(data, w))

    def work(self, data: Data, say: Say) -> list[str]:
        fa, best = station_fa(data["board"]), self.best(data)
        words = sorted(fa.words(data["height"]), key=lambda w: self.score(data, w))
        return [f"- {w}: {fa.count_runs(w)}" for w in words[-6:]] + [
            f"- {run_text(r, best)}" for _, r in zip(range(2), fa.runs(best), strict=False)]

    def measure(self, data: Data) -> float:
        return float(2 ** data["height"])


class Ambiguity(ShortestIn):
    """The shortest tower with two accepting runs."""

    id, unit = "ambiguity", 3
    may_be_none = True

    def machine(self, data: Data) -> FA:
        return twice(station_fa(data["board"]))

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        none = rng.random() < 0.25

        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            if fa.shortest() is None or len(useful_states(fa)) < min(5, difficulty + 2) or fa.is_deterministic:
                return False
            word = ambiguous_word(fa)
            return word is None if none else word is not None and len(word) == (3, 3, 4, 5, 6)[difficulty - 1]

        return {"board": draw_board(rng, difficulty, good, shape=max(1, difficulty - 1)).text()}

    def explain(self, data: Data, word: str, say: Say) -> str:
        runs = [run_text(r, word) for _, r in zip(range(2), station_fa(data["board"]).runs(word), strict=False)]
        return say("v.ambiguity.runs", n=len(runs), runs="; ".join(runs) or "–")

    def measure(self, data: Data) -> float:
        key = self.key(data)
        return len(useful_states(station_fa(data["board"]))) if key is None else len(key)


def twice(fa: FA) -> FA:
    """The words with at least two accepting runs: pairs of runs that have differed."""
    def name(p: str, q: str, apart: bool) -> str:
        return f"{p},{q}{'≠' if apart else ''}"

    states, edges = [], set()
    for p, q in product(fa.states, repeat=2):
        for apart in (False, True):
            if not apart and p != q:
                continue
            states.append(name(p, q, apart))
            for a in fa.alphabet:
                for s, t in product(fa.successors(p, a), fa.successors(q, a)):
                    edges.add((name(p, q, apart), a, name(s, t, apart or s != t)))
    final = frozenset(name(f, g, True) for f, g in product(sorted(fa.accepting), repeat=2))
    return FA.make(tuple(states), name(fa.start, fa.start, False), final, frozenset(edges), fa.alphabet)


class NearMisses(BoardQuestion):
    """Winning towers at edit distance 1 from a losing one."""

    id, unit, kind = "near_misses", 3, "set of words"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 2

        def fitting(sketch: Sketch) -> list[str]:
            fa = sketch.fa()
            return [w for w in of_length(length) if not fa.accepts(w)
                    and 2 <= sum(map(fa.accepts, neighbours(w))) <= 2 + difficulty]

        return draw_tower(rng, difficulty, fitting)

    def key(self, data: Data) -> list[str]:
        fa = station_fa(data["board"])
        return [w for w in neighbours(data["tower"]) if fa.accepts(w)]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "only_substitutions", [w for w in self.key(data) if len(w) == len(data["tower"])]

    def universe(self, data: Data) -> int:
        return len(neighbours(data["tower"]))

    def reason(self, data: Data, item: str, say: Say) -> str:
        if item not in neighbours(data["tower"]):
            return say("v.near_misses.far", tower=data["tower"])
        return why_word(station_fa(data["board"]), item, say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [f"- {word_text(w)} {'✓' if fa.accepts(w) else '✗'}" for w in neighbours(data["tower"])]

    def measure(self, data: Data) -> float:
        return self.universe(data)


def neighbours(word: str) -> list[str]:
    """Words that one insertion, deletion or substitution makes of a word, shortest first."""
    out = set()
    for i in range(len(word) + 1):
        out |= {word[:i] + a + word[i:] for a in "bw"}
        if i < len(word):
            out |= {word[:i] + word[i + 1:], word[:i] + ("w" if word[i] == "b" else "b") + word[i + 1:]}
    return sorted(out - {word}, key=lambda w: (len(w), w))


class LeftQuotient(WordsOf):
    """What must the upper half of the tower be, when the lower half has been read?"""

    id, unit = "left_quotient", 3

    def machine(self, data: Data) -> FA:
        return after(station_fa(data["board"]), data["tower"])

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        half = (2, 2, 3, 4, 4)[difficulty - 1]
        rest = (2, 3, 3, 4, 5)[difficulty - 1]

        def fitting(sketch: Sketch) -> list[str]:
            fa = sketch.fa()
            return [u for u in of_length(half) if 2 <= len(after(fa, u).words(rest)) <= 2 ** (rest - 1)]

        sketch = draw_board(rng, difficulty, fitting)
        return {"board": sketch.text(), "tower": rng.choice(fitting(sketch)), "height": rest}

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa = station_fa(data["board"])
        whole = [w for w in fa.words(len(data["tower"]) + data["height"]) if w.startswith(data["tower"])]
        yield "whole_tower", whole
        yield "reads_anew", fa.words(data["height"])


def after(fa: FA, prefix: str) -> FA:
    """The automaton of the left quotient: it starts where the prefix leads."""
    edges = fa.edges | {("•", EPSILON, q) for q in fa.active(prefix)[-1]}
    return FA.make(("•", *fa.states), "•", fa.accepting, edges, fa.alphabet)


for _kind in (ShortestWord, WinningTowers, WordsInOut, CountWords, MostPaths, Ambiguity, NearMisses, LeftQuotient):
    register(_kind())
