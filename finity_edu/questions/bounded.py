"""Unit 6: what bounded use does to a language: finite, not to be pumped, hard to decide."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, zip_longest

from automatakit.automaton.states import set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import missing
from automatakit.languages.operations import product
from automatakit.languages.runs import count_runs, first_run
from automatakit.languages.words import (
    is_finite,
    shortest_word,
    word_counts,
    words_of_length,
)
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right, run_text, why_word, word_text
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    QuestionType,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.patterns import ShortestIn
from coursekit.questions.sampling import SELDOM, of_length, random_word, search
from finity_edu.automata.views import ring_automaton
from finity_edu.questions.boards import BoardQuestion, rings_of
from finity_edu.questions.laying import planted
from finity_edu.questions.rings import cost_text, random_rings, ringed
from finity_edu.questions.sketches import BOX, Sketch, outlines


class RingLanguageSize(BoardQuestion):
    """Why is the language with rings finite, and how many words has it?"""

    id, unit, kind, rings = "ring_language_size", 6, "table", True
    ROWS = ("longest", "words")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        words = rng.randint(*((2, 5), (3, 6), (4, 6), (5, 9), (7, 11))[difficulty - 1])
        most = (8, 10, 12, 16, 20)[difficulty - 1]

        def make() -> Sketch:
            weights = (0, 1, 1) if difficulty < 2 else (1, 1, 2)
            return random_rings(
                rng,
                Sketch.random(
                    rng, min(3, difficulty), 7 + difficulty + difficulty // 2
                ),
                weights,
            )

        def good(sketch: Sketch) -> bool:
            """Few enough states have rings to be noted."""
            return (
                not is_finite(sketch.fa())
                and abs(self.numbers(sketch.ring_fa())[1] - words) <= words // 8
                and "".join(self._prefixes(ringed(sketch.written()))).count("(") <= most
            )

        return {"board": search(make, good).written()}

    @staticmethod
    def numbers(fa: Automaton) -> tuple[int, int]:
        counts = word_counts(fa, min(len(fa.states), 30))
        return max((n for n, c in enumerate(counts) if c), default=0), sum(counts)

    def form(self, data: Data) -> Form:
        return {"rows": self.ROWS, "columns": 1, "cells": "number"}

    def key(self, data: Data) -> Rows:
        return [
            [row, str(n)]
            for row, n in zip(
                self.ROWS, self.numbers(ringed(data["board"])), strict=True
            )
        ]

    def wrong(self, data: Data) -> Mistakes:
        other = ring_automaton(self.fa(data), rings_of(data["board"]), start_free=False)
        yield (
            "start_needs_ring",
            [[r, str(n)] for r, n in zip(self.ROWS, self.numbers(other), strict=True)],
        )

    def reason(self, data: Data, item: str, say: Say) -> str:
        return say("v.ring_size.bound", n=sum(rings_of(data["board"]).values()) + 1)

    def _prefixes(self, fa: Automaton) -> list[str]:
        """The beginnings of the words by length, each with its states."""
        longest, _ = self.numbers(fa)
        words = [w for n in range(longest + 1) for w in words_of_length(fa, n)]
        rows = []
        for n in range(longest + 1):
            told = []
            for word in sorted({w[:n] for w in words if len(w) >= n}):
                sign = " ✓" if word in words else ""
                states = set_text(fa.active(word)[-1])
                told.append(f"{word_text(word)} {states}{sign}")
            rows.append(f"- {n}: {'; '.join(told)}")
        return rows

    def work(self, data: Data, say: Say) -> list[str]:
        fa = ringed(data["board"])
        longest, number = self.numbers(fa)
        rows = self._prefixes(fa)
        words = words_of_length(fa, longest)
        run = tuple(state.station for state in first_run(fa, words[-1]) or ())
        told_run, cost = run_text(run, words[-1]), cost_text(run)
        found = say("work.ring_words", n=number, run=told_run, cost=cost)
        bound = self.reason(data, "", say)
        return [bound, "", say("work.spent"), *rows, "", found]

    def beginning(self, data: Data, say: Say) -> str:
        """The bound, and where the tokens are at first."""
        return "\n".join(self.work(data, say)[:5])


class LostByRings(BoardQuestion, ShortestIn):
    """A word that is accepted without rings and not with them."""

    id, unit, rings, accept = "lost_by_rings", 6, True, "left only"

    def followed(self, data: Data) -> tuple[Automaton, Automaton]:
        return self.fa(data), ringed(data["board"])

    def machine(self, data: Data) -> Automaton:
        return product(*self.followed(data), self.accept)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        lost, shape = (
            random_word(rng, difficulty + 2, "bw"),
            (1, 2, 3, 3, BOX)[difficulty - 1],
        )

        def good(sketch: Sketch) -> bool:
            """The word is the only shortest one."""
            fa, rings = sketch.fa(), sketch.ring_fa()
            return (
                missing(fa, rings) == lost
                and word_counts(product(fa, rings, "left only"), len(lost))[-1] == 1
            )

        return {
            "board": search(
                lambda: random_rings(rng, planted(rng, shape, lost, 7 + difficulty)),
                good,
            ).written()
        }

    def wrong(self, data: Data) -> Mistakes:
        yield "forgets_rings_exist", shortest_word(self.fa(data))

    def explain(self, data: Data, word: str, say: Say) -> str:
        one, two = (why_word(fa, word, say) for fa in self.followed(data))
        return say("v.two.rings", one=one, two=two)

    def searched(self, data: Data) -> str:
        return "work.ring_pairs"

    def found(self, data: Data, say: Say) -> str:
        """The word, and why none is shorter."""
        word, fa = str(self.key(data)), self.fa(data)
        (end,) = fa.accepting
        run = run_text(first_run(fa, word) or (), word)
        return say("work.first_lost", word=word, run=run, end=end)


class Hamilton(QuestionType):
    """One colour, one ring on every station: the tower wins iff the graph has a Hamiltonian path."""

    id, unit, kind = "hamilton", 6, "path"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        possible = rng.random() >= SELDOM

        def make() -> Data:
            places = sorted(rng.choice(outlines(min(8, difficulty + 4))))
            names = rng.sample("ABCDEFGH"[: len(places)], len(places))
            pairs = combinations(zip(names, places, strict=True), 2)
            near = [sorted((a, b)) for (a, p), (b, q) in pairs if p.distance(q) == 1]
            graph = sorted(rng.sample(near, len(near) - difficulty))
            start, goal = rng.sample(names, 2)
            return {
                "graph": graph,
                "vertices": sorted(names),
                "start": start,
                "goal": goal,
            }

        return search(make, lambda data: bool(self.paths(data)) == possible)

    def paths(self, data: Data, limit: int = 1) -> list[list[str]]:
        """Hamiltonian paths from start to goal, by depth-first search."""
        near: dict[str, list[str]] = {v: [] for v in data["vertices"]}
        for p, q in data["graph"]:
            near[p].append(q)
            near[q].append(p)
        found: list[list[str]] = []

        def extend(way: list[str]) -> None:
            if len(found) >= limit:
                return
            if len(way) == len(near):
                if way[-1] == data["goal"]:
                    found.append(way)
                return
            for q in near[way[-1]]:
                if q not in way and (q != data["goal"] or len(way) == len(near) - 1):
                    extend([*way, q])

        extend([data["start"]])
        return found

    def values(self, data: Data, say: Say) -> Values:
        return {
            **data,
            "graph": " ".join(f"{p}–{q}" for p, q in data["graph"]),
            "n": len(data["vertices"]) - 1,
        }

    def form(self, data: Data) -> Form:
        return {"stations": data["vertices"], "empty": True}

    def key(self, data: Data) -> list[str]:
        paths = self.paths(data)
        return paths[0] if paths else []

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        edges = set(map(frozenset, data["graph"]))
        if not answer:
            return (
                Wrong(0.0, say("v.hamilton.exists")) if self.key(data) else right(say)
            )
        slips = (
            sum(p != q for p, q in zip_longest(answer, way))
            for way in self.paths(data, limit=1000)
        )
        n = len(data["vertices"])
        credit = nearness(min(slips, default=n), n - 2)  # start and goal are known
        for p, q in pairwise(answer):
            if frozenset((p, q)) not in edges:
                return Wrong(
                    credit, say("v.hamilton.edge", edge=f"{p}–{q}"), f"{p}–{q}"
                )
        again = next((s for s in answer if answer.count(s) > 1), None)
        if again:
            return Wrong(credit, say("v.hamilton.twice", station=again), again)
        if (
            answer[0] != data["start"]
            or answer[-1] != data["goal"]
            or len(answer) < len(data["vertices"])
        ):
            return Wrong(
                credit,
                say(
                    "v.hamilton.all",
                    n=len(data["vertices"]),
                    start=data["start"],
                    goal=data["goal"],
                ),
                " ".join(answer),
            )
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        """The numbers of neighbours, and what follows where there are one or two."""
        near: dict[str, list[str]] = {v: [] for v in data["vertices"]}
        for p, q in data["graph"]:
            near[p].append(q)
            near[q].append(p)
        lines = ["- " + ", ".join(f"{v} {len(others)}" for v, others in near.items())]
        for station, others in near.items():
            if station in (data["start"], data["goal"]):
                continue
            if len(others) == 1:
                lines.append("- " + say("v.hamilton.end", station=station))
            if len(others) == 2:
                one, two = others
                told = say("v.hamilton.forced", station=station, one=one, two=two)
                lines.append(f"- {told}")
        return lines


class NoPump(BoardQuestion):
    """Ring words cannot be pumped: the smallest i for which x yⁱ z no longer wins."""

    id, unit, kind, rings = "no_pump_rings", 6, "number", True
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, number = (3, 4, 5, 6, 7)[difficulty - 1], rng.randint(2, 6)

        def make() -> Data | None:
            weights = (1, 2, 3, 3)
            sketch = random_rings(
                rng,
                Sketch.random(rng, min(3, difficulty - 1), 6 + 2 * difficulty),
                weights,
            )
            fa, rings = sketch.fa(), sketch.ring_fa()
            for word in rng.sample(of_length(length, "bw"), 2**length)[:12]:
                if not rings.accepts(word):
                    continue
                for i, j in combinations(range(length), 2):
                    x, y, z = word[:i], word[i:j], word[j:]
                    if all(fa.accepts(x + y * k + z) for k in range(6)):
                        return {"board": sketch.written(), "x": x, "y": y, "z": z}
            return None

        def good(data: Data) -> bool:
            """Nobody can follow hundreds of paths."""
            lost = data["x"] + data["y"] * number + data["z"]
            return self.key(data) == number and count_runs(self.fa(data), lost) <= 50

        return search(make, good)

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "x": word_text(data["x"])}

    def pumped(self, data: Data) -> Iterator[tuple[int, str]]:
        return ((i, data["x"] + data["y"] * i + data["z"]) for i in range(1, 60))

    def key(self, data: Data) -> int:
        rings = ringed(data["board"])
        return next(i for i, w in self.pumped(data) if not rings.accepts(w))

    def wrong(self, data: Data) -> Mistakes:
        other = ring_automaton(self.fa(data), rings_of(data["board"]), start_free=False)
        yield (
            "start_needs_ring",
            next(i for i, w in self.pumped(data) if not other.accepts(w)),
        )
        yield "last_that_works", self.key(data) - 1

    def work(self, data: Data, say: Say) -> list[str]:
        """For each i that wins a path and its price; for the one that loses where the tokens come."""
        rings = ringed(data["board"])
        lines = [say("v.ring_size.bound", n=sum(rings_of(data["board"]).values()) + 1)]
        for i, word in self.pumped(data):
            if not rings.accepts(word):
                lost = say("work.pumped_loses", i=i, word=word)
                return [
                    *lines,
                    "",
                    lost,
                    "",
                    say("work.spent"),
                    *self.stuck(data, word),
                ]
            run = tuple(state.station for state in first_run(rings, word) or ())
            told, cost = run_text(run, word), cost_text(run)
            lines.append("- " + say("work.pumped_wins", i=i, run=told, cost=cost))
        raise AssertionError("rings are used up")

    def beginning(self, data: Data, say: Say) -> str:
        """The bound and the word that wins."""
        return "\n".join(self.work(data, say)[:2])

    def stuck(self, data: Data, word: str) -> list[str]:
        """The tokens after each prefix which, did rings not matter, the rest of the word could bring to the tower."""
        fa, lines = self.fa(data), []
        for i, states in enumerate(ringed(data["board"]).active(word)):
            rest = word[i:]
            hopeful = [s for s in states if fa.with_(start=s.station).accepts(rest)]
            lines.append(f"- {word_text(word[:i])}: {set_text(hopeful)}")
            if not hopeful:
                break
        return lines
