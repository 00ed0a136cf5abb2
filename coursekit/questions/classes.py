"""Unit 2: prefixes and stations that nothing tells apart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from operator import xor
from typing import Any

from automatakit.languages.fa import FA
from automatakit.languages.minimal import bisimulation
from automatakit.languages.pairs import combine, difference
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.judging import right, set_text, sets_text, why_word, word_text
from coursekit.questions.patterns import ShortestIn
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length, random_word, search
from coursekit.questions.words import after
from finity_edu.questions.boards import BoardQuestion, station_fa
from finity_edu.questions.laying import planted
from finity_edu.questions.sketches import BOX, Sketch, draw_board


def both_fates(fa: FA, one: str, two: str, say: Say) -> str:
    """Why each of two words wins or loses."""
    return " ".join(say("reason.word", word=w, why=why_word(fa, w, say)) for w in (one, two))


class NerodeClasses(BoardQuestion):
    id, unit, kind = "nerode_classes", 2, "partition"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        number = difficulty + 4
        classes = rng.randint(3, number - 2)

        def make() -> Data | None:
            sketch = Sketch.random(rng, difficulty - 1, 5 + 2 * difficulty)
            fa = sketch.fa()
            words = [w for n in range(difficulty // 2 + 3) for w in of_length(n)]
            alive = [w for w in words if after(fa, w).shortest() is not None]
            if len(alive) < number:
                return None
            return {"board": sketch.text(), "prefixes": sorted(rng.sample(alive, number), key=lambda w: (len(w), w))}

        return search(make, lambda data: len(self.key(data)) == classes)

    def form(self, data: Data) -> Mapping[str, object]:
        return {"elements": data["prefixes"]}

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**super().values(data, say), "prefixes": " ".join(map(word_text, data["prefixes"]))}

    def key(self, data: Data) -> list[list[str]]:
        fa = station_fa(data["board"])
        blocks: dict[FA, list[str]] = {}
        for w in data["prefixes"]:
            blocks.setdefault(after(fa, w).minimal(), []).append(word_text(w))
        return list(blocks.values())

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa = station_fa(data["board"])
        by_sets: dict[tuple[str, ...], list[str]] = {}
        for w in data["prefixes"]:
            by_sets.setdefault(fa.active(w)[-1], []).append(word_text(w))
        yield "more_states", list(by_sets.values())

    def separator(self, data: Data, x: str, y: str) -> str | None:
        fa = station_fa(data["board"])
        return difference(after(fa, x.replace("ε", "")), after(fa, y.replace("ε", "")))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        rows = [f"- {word_text(w)}: {set_text(fa.active(w)[-1])}" for w in data["prefixes"]]
        key = self.key(data)
        pairs = [(x[0], y[0]) for i, x in enumerate(key) for y in key[i + 1 :]]
        return rows + [f"- {x} ≢ {y}: {word_text(self.separator(data, x, y) or '')}" for x, y in pairs]

    def measure(self, data: Data) -> float:
        return len(data["prefixes"])


class SeparatingSuffix(ShortestIn):
    """A word z such that exactly one of uz, vz wins."""

    id, unit = "separating_suffix", 2

    def machine(self, data: Data) -> FA:
        fa = station_fa(data["board"])
        one, two = after(fa, data["u"]), after(fa, data["v"])
        return combine(one, two, xor)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, shape = (3, 4, 5, 6, 6)[difficulty - 1], (2, 3, BOX, BOX, BOX)[difficulty - 1]
        u, v = rng.sample(of_length(2), 2)
        suffix = random_word(rng, length)

        def make() -> Data:
            return {"board": planted(rng, shape, u + suffix, length + 2 + difficulty).text(), "u": u, "v": v}

        def good(data: Data) -> bool:
            """The suffix is the only shortest one."""
            machine = self.machine(data)
            return machine.shortest() == suffix and machine.counts(length)[-1] == 1

        return search(make, good)

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "forgets_prefix", station_fa(data["board"]).shortest()

    def explain(self, data: Data, word: str, say: Say) -> str:
        return both_fates(station_fa(data["board"]), data["u"] + word, data["v"] + word, say)


class InequivalentPrefixes(BoardQuestion):
    """Two prefixes of one length that are not equivalent, with a word that shows it."""

    id, unit, kind = "inequivalent_prefixes", 2, "table"
    ROWS = ("u", "v", "z")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        """No short word wins, so that what tells two prefixes apart must be found."""
        length, rest, shape = ((2, 2, 1), (2, 3, 2), (3, 4, BOX), (3, 4, BOX), (3, 5, BOX))[difficulty - 1]

        def make() -> Sketch:
            return planted(rng, shape, random_word(rng, length + rest), length + rest + difficulty)

        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            return len(fa.shortest() or "") == length + rest and (
                len({after(fa, w).minimal() for w in of_length(length)}) > 1)

        return {"board": search(make, good).text(), "length": length}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.ROWS, "columns": 1, "cells": "word"}

    def key(self, data: Data) -> list[list[str]]:
        fa, words = station_fa(data["board"]), of_length(data["length"])
        u, v, z = next((u, v, z) for u in words for v in words
                       if (z := difference(after(fa, u), after(fa, v))) is not None)
        return [["u", u], ["v", v], ["z", z]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, cells = station_fa(data["board"]), dict(answer)
        if set(cells) != set(self.ROWS) or not set("".join(cells.values())) <= set("bw"):
            return Wrong(0.0, say("v.inequivalent.rows"))
        u, v, z = (cells[r] for r in self.ROWS)
        if len(u) != data["length"] or len(v) != data["length"]:
            return Wrong(0.0, say("v.inequivalent.length", n=data["length"]), f"{u}, {v}")
        if fa.accepts(u + z) != fa.accepts(v + z):
            return right(say)
        text = say("v.inequivalent.same", one=u + z, two=v + z)
        return Wrong(0.0, f"{text} {both_fates(fa, u + z, v + z, say)}", u + z)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, key = station_fa(data["board"]), dict(self.key(data))
        rows = [f"- {w}: {set_text(fa.active(w)[-1])}" for w in of_length(data["length"])]
        return [*rows, *(f"- {key[r] + key['z']}: {sets_text(fa, key[r] + key['z'])}" for r in "uv")]


class Bisimilar(BoardQuestion):
    id, unit, kind = "bisimilar", 2, "partition"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def good(sketch: Sketch) -> bool:
            blocks = bisimulation(sketch.fa())
            return len(sketch.board.names) // 2 < len(blocks) < len(sketch.board.names) - 1

        return {"board": draw_board(rng, difficulty, good, shape=(1, 2, 3, 3, BOX)[difficulty - 1]).text()}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"elements": station_fa(data["board"]).states}

    def key(self, data: Data) -> list[list[str]]:
        order = station_fa(data["board"]).states
        blocks = [sorted(map(str, b), key=order.index) for b in bisimulation(station_fa(data["board"]))]
        return sorted(blocks, key=lambda b: order.index(b[0]))

    def separator(self, data: Data, x: str, y: str) -> str | None:
        """A step of one station that the other cannot answer."""
        fa, key = station_fa(data["board"]), self.key(data)
        block = {q: i for i, b in enumerate(key) for q in b}
        if (x in fa.accepting) != (y in fa.accepting):
            return ""
        for p, q in ((x, y), (y, x)):
            for a in fa.alphabet:
                for t in fa.successors(p, a):
                    if block[t] not in {block[u] for u in fa.successors(q, a)}:
                        return f"{p} –{a}→ {t}"
        return None

    def work(self, data: Data, say: Say) -> list[str]:
        """The rounds of partition refinement."""
        fa = station_fa(data["board"])
        block = {q: int(q in fa.accepting) for q in fa.states}
        rounds = []
        while True:
            groups: dict[int, list[str]] = {}
            for q in fa.states:
                groups.setdefault(block[q], []).append(q)
            rounds.append("- " + " / ".join(" ".join(g) for g in groups.values()))
            signature = {q: (block[q], *(tuple(sorted({block[t] for t in fa.successors(q, a)})) for a in "bw"))
                         for q in fa.states}
            numbers: dict[Any, int] = {}
            new = {q: numbers.setdefault(s, len(numbers)) for q, s in signature.items()}
            if len(numbers) == len(groups):
                return rounds
            block = new


for _kind in (NerodeClasses, SeparatingSuffix, InequivalentPrefixes, Bisimilar):
    register(_kind())
