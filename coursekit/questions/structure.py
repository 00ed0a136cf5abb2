"""Units 3 and 4: closure, regular expressions, pumping, cycles, numbers of words, chances."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import and_, or_
from typing import Any

from automatakit.languages.cycles import is_finite, useful_cycle, useful_states
from automatakit.languages.fa import EPSILON, FA
from automatakit.languages.pairs import combine, difference
from automatakit.languages.regex import regex_of
from automatakit.languages.structure import Pumping, can_pump, pumpings
from boardkit.svg import Picture
from coursekit.judging.credit import nearness
from coursekit.judging.edits import path_slips
from coursekit.judging.misconceptions import early_arrival, variants
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.determinise import TableQuestion
from coursekit.questions.judging import right, set_text, why_players, why_word, word_text
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length, search
from finity_edu.questions.boards import BoardQuestion, players_fa, station_fa
from finity_edu.questions.sketches import Sketch, draw_board, draw_tower


class AutomatonQuestion(BoardQuestion):
    """The answer is an automaton for the language of `target(data)`."""

    kind = "automaton"

    def key(self, data: Data) -> dict[str, object]:
        return self.target(data).minimal().to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        return self.target(data).markdown().split("\n")

    def measure(self, data: Data) -> float:
        return len(self.target(data).minimal().states)


class LosingTowers(AutomatonQuestion):
    id, unit = "losing_towers", 3

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            return len(fa.minimal().states) == difficulty + 3 and not fa.is_deterministic

        return {"board": draw_board(rng, difficulty, good, shape=max(1, difficulty - 1)).text()}

    def target(self, data: Data) -> FA:
        return station_fa(data["board"]).complement()

    def shown(self, data: Data) -> Sequence[FA]:
        return (station_fa(data["board"]),)

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.board", why=why_word(station_fa(data["board"]), word, say))

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        fa = station_fa(data["board"])
        yield "complement", fa
        yield "swap_accepting", fa.with_(accepting=frozenset(fa.states) - fa.accepting)
        d = fa.deterministic()
        if "∅" in d.states:
            yield "no_empty_set", d.with_(accepting=frozenset(d.states) - d.accepting - {"∅"})
        yield "early_arrival", early_arrival(fa).complement()


class Product(AutomatonQuestion):
    """The intersection of the two players' languages."""

    id, unit = "product", 3

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size = (4, 5, 6, 7, 8)[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            one, two = sketch.fa(1), sketch.fa(2)
            both = combine(one, two, and_).minimal()
            return len(both.states) == size and difference(both, one) is not None and difference(both, two) is not None

        return {"board": draw_board(rng, difficulty, good, seats=2, more=3, shape=max(1, difficulty - 1)).text()}

    def target(self, data: Data) -> FA:
        return combine(*players_fa(data["board"]), and_)

    def shown(self, data: Data) -> Sequence[FA]:
        return players_fa(data["board"])

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        one, two = players_fa(data["board"])
        yield "union", combine(one, two, or_)
        yield "forgets_other", one
        yield "forgets_other", two
        yield from variants(self.target(data), shown=False)

    def reason(self, data: Data, word: str, say: Say) -> str:
        return why_players(data, word, say)


class Reverse(AutomatonQuestion):
    id, unit = "reverse", 3

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            back = fa.reverse()
            return len(back.minimal().states) == difficulty + 3 and difference(fa, back) is not None

        return {"board": draw_board(rng, difficulty, good, shape=max(1, difficulty - 1)).text()}

    def target(self, data: Data) -> FA:
        return station_fa(data["board"]).reverse()

    def shown(self, data: Data) -> Sequence[FA]:
        return (station_fa(data["board"]),)

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        return super().show(data, witness[::-1], say)

    def reason(self, data: Data, word: str, say: Say) -> str:
        why = why_word(station_fa(data["board"]), word[::-1], say)
        return say("reason.reversed", word=word_text(word[::-1]), why=why)

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        fa = station_fa(data["board"])
        yield "not_reversed", fa
        yield "keeps_start", fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges))
        yield from variants(self.target(data), shown=False)


class TowerAutomaton(AutomatonQuestion):
    """The minimal complete automaton of a single tower."""

    id, unit = "tower_automaton", 3
    demands = ("deterministic", "complete", "minimal")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        heights = ((4, 5), (5, 6), (6, 7), (7, 8), (8, 9))[difficulty - 1]
        return {"tower": rng.choice([w for height in heights for w in of_length(height)])}

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return data

    def show(self, data: Data, witness: str, say: Say) -> None:
        return None

    def target(self, data: Data) -> FA:
        tower = data["tower"]
        names = [str(i) for i in range(len(tower) + 1)]
        edges = frozenset((names[i], a, names[i + 1]) for i, a in enumerate(tower))
        return FA.make(tuple(names), "0", frozenset({names[-1]}), edges)

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        fa = self.target(data)
        yield "no_sink_loops", early_arrival(fa)
        yield from variants(fa, shown=False)

    def work(self, data: Data, say: Say) -> list[str]:
        return self.target(data).minimal().markdown().split("\n")


class RemoveEpsilon(TableQuestion):
    id, unit, kind = "remove_epsilon", 3, "automaton"
    demands = ("no_epsilon",)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size, silent = difficulty + 2, 1 + (difficulty + 1) // 2
        names = tuple(str(i + 1) for i in range(size))

        def make() -> FA:
            edges = {(rng.choice(names), rng.choice("bw"), rng.choice(names)) for _ in range(size + 2)}
            edges |= {(p, EPSILON, q) for p, q in (rng.sample(names, 2) for _ in range(silent))}
            return FA.make(names, "1", frozenset(rng.sample(names, 1 + difficulty // 4)), frozenset(edges))

        def good(fa: FA) -> bool:
            without = fa.with_(edges=frozenset(e for e in fa.edges if e[1]))
            return (len(useful_states(fa)) == size and len([e for e in fa.edges if not e[1]]) == silent
                    and difference(fa, without) is not None and len(fa.minimal().states) > 2)

        return {"automaton": search(make, good).to_json()}

    def target(self, data: Data) -> FA:
        return self.fa(data)

    def shown(self, data: Data) -> Sequence[FA]:
        return (self.fa(data),)

    def key(self, data: Data) -> dict[str, object]:
        """δ'(q, a) = closure of δ of the closure of q; q accepts if its closure meets F."""
        fa = self.fa(data)
        closure = {q: fa.with_(start=q).names(fa.with_(start=q).start_mask) for q in fa.states}
        edges = {(q, a, t) for q in fa.states for p in closure[q] for a in fa.alphabet
                 for s in fa.successors(p, a) for t in closure[s]}
        final = frozenset(q for q in fa.states if fa.accepting & set(closure[q]))
        return fa.with_(edges=frozenset(edges), accepting=final).to_json()

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.given", why=why_word(self.fa(data), word, say))

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        fa = self.fa(data)
        yield "drops_epsilon", fa.with_(edges=frozenset(e for e in fa.edges if e[1]))
        yield "forgets_accepting", FA.from_json(self.key(data)).with_(accepting=fa.accepting)
        yield from variants(fa, shown=False)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        rows = [f"- ε({q}) = {set_text(fa.names(fa.with_(start=q).start_mask))}" for q in fa.states]
        return [*rows, "", *FA.from_json(self.key(data)).markdown().split("\n")]

    def measure(self, data: Data) -> float:
        return len(self.fa(data).edges)


class RegexOfBoard(BoardQuestion):
    id, unit, kind = "regex_of_board", 3, "regex"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        low, high = ((2, 8), (8, 14), (12, 20), (18, 28), (26, 44))[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            return low <= len(regex_of(sketch.fa())) < high and (difficulty < 2 or not is_finite(sketch.fa()))

        return {"board": draw_board(rng, difficulty, good, shape=min(2, difficulty)).text()}

    def target(self, data: Data) -> FA:
        return station_fa(data["board"])

    def key(self, data: Data) -> str:
        return regex_of(self.target(data))

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.board", why=why_word(self.target(data), word, say))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.target(data)
        useful = useful_states(fa)
        rows = []
        for p in (q for q in fa.states if q in useful and q not in fa.accepting):
            terms = [f"{a}·X({q})" if q not in fa.accepting else a
                     for a in fa.alphabet for q in fa.successors(p, a) if q in useful]
            rows.append(f"- X({p}) = {' | '.join(terms)}")
        return [*rows, f"- X({fa.start}) = `{self.key(data)}`"]

    def measure(self, data: Data) -> float:
        return len(self.key(data))


class PumpingQuestion(BoardQuestion):
    id, unit, kind = "pumping", 4, "table"
    ROWS = ("x", "y", "z")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 3

        def fitting(sketch: Sketch) -> list[str]:
            fa = sketch.fa()
            return [w for w in fa.words(length) if 1 <= len(pumpings(fa, w)) <= 4]

        return draw_tower(rng, difficulty, fitting)

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.ROWS, "columns": 1, "cells": "word"}

    def key(self, data: Data) -> list[list[str]]:
        found = pumpings(station_fa(data["board"]), data["tower"])[0]
        return [["x", found.x], ["y", found.y], ["z", found.z]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, cells = station_fa(data["board"]), dict(answer)
        if missing := next((r for r in self.ROWS if r not in cells), ""):
            return Wrong(0.0, say("verdict.row_missing", row=missing))
        x, y, z = (cells[r] for r in self.ROWS)
        if x + y + z != data["tower"]:
            text = say("v.pumping.word", tower=data["tower"], got=word_text(x + y + z))
            return Wrong(0.0, text, word_text(x + y + z))
        if not y:
            return Wrong(0.0, say("v.pumping.empty"), "y = ε")
        if can_pump(fa, Pumping(x, y, z)):
            return right(say)
        i, word = next((i, x + y * i + z) for i in range(2 ** len(fa.states)) if not fa.accepts(x + y * i + z))
        text = say("v.pumping.fails", i=i, word=word_text(word)) + " " + why_word(fa, word, say)
        return Wrong(0.0, text, word_text(word))

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower, key = station_fa(data["board"]), data["tower"], dict(self.key(data))
        run = fa.run(tower) or ()
        words = [key["x"] + key["y"] * i + key["z"] for i in range(4)]
        return [f"- {' '.join(run)}", *(f"- i = {i}: {w} {'✓' if fa.accepts(w) else '✗'}" for i, w in enumerate(words))]

    def measure(self, data: Data) -> float:
        return len(data["tower"])


class InfiniteCycle(BoardQuestion):
    """The language is infinite iff there is a useful cycle."""

    id, unit, kind = "infinite_cycle", 3, "path"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        infinite = rng.random() < 0.65

        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            if fa.shortest() is None or (useful_cycle(fa) is None) == infinite:
                return False
            loose = (fa.with_(start=q, accepting=frozenset(fa.states)) for q in fa.states)
            return infinite or difficulty == 1 or any(useful_cycle(f) is not None for f in loose)

        return {"board": draw_board(rng, difficulty, good).text()}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"stations": station_fa(data["board"]).states, "empty": True}

    def key(self, data: Data) -> list[str]:
        return list(useful_cycle(station_fa(data["board"])) or ())

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa = station_fa(data["board"])
        if not answer:
            return Wrong(0.0, say("v.cycle.exists")) if self.key(data) else right(say)
        useful = useful_states(fa)
        after = {q: {t for p, _, t in fa.edges if p == q and t in useful} for q in useful}
        slips = min((path_slips(answer, n, q, lambda _, p: after[p], {q}) for q in useful
                     for n in range(max(1, len(answer) - 2), len(answer) + 1)), default=len(answer))
        credit = nearness(slips, len(self.key(data))) if len(set(answer)) > 1 else 0.0
        if len(answer) < 2 or answer[0] != answer[-1]:
            return Wrong(credit, say("v.cycle.closed"), " ".join(answer))
        for p, q in pairwise(answer):
            if not any((p, a, q) in fa.edges for a in fa.alphabet):
                return Wrong(credit, say("v.cycle.arrow", tail=p, head=q), f"{p}>{q}")
        useless = next((q for q in answer if q not in useful), None)
        if useless is not None:
            return Wrong(credit, say("v.cycle.useless", station=useless), useless)
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        useful = [q for q in fa.states if q in useful_states(fa)]
        rows = [f"- {p} → {', '.join(q for q in useful if any((p, a, q) in fa.edges for a in 'bw')) or '–'}"
                for p in useful]
        return [say("work.useful", states=set_text(useful)), *rows]


for _kind in (LosingTowers, Product, Reverse, TowerAutomaton, RemoveEpsilon, RegexOfBoard, PumpingQuestion,
              InfiniteCycle):
    register(_kind())
