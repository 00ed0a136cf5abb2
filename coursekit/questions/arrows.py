"""Questions whose answer is a choice of arrows, or says what arrows do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from automatakit.languages.cycles import alive, reached, useful_states
from automatakit.languages.fa import FA, Edge
from automatakit.languages.pairs import combine, minus
from automatakit.languages.structure import choices, useless_arrows
from coursekit.answers.arrows import arrow
from coursekit.judging.credit import nearness, set_credit
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.judging import right, run_text, set_text, why_word, word_text
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length
from finity_edu.questions.boards import BoardQuestion, arrow_texts, station_fa
from finity_edu.questions.sketches import BOX, Sketch, draw_board, draw_tower


class WhereNondeterministic(BoardQuestion):
    id, unit, kind = "where_nondeterministic", 1, "table"
    example = '{"A": "b", "C": "b w"}'

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        sketch = draw_board(rng, difficulty, lambda s: 1 <= len(list(choices(s.fa()))) <= 1 + difficulty)
        return {"board": sketch.text()}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": station_fa(data["board"]).states, "columns": 1, "cells": "letters"}

    def pairs(self, data: Data) -> list[tuple[str, str]]:
        fa = station_fa(data["board"])
        return [(q, a) for q in fa.states for a in fa.alphabet if len(fa.successors(q, a)) > 1]

    def key(self, data: Data) -> list[list[str]]:
        found: dict[str, list[str]] = {}
        for q, a in self.pairs(data):
            found.setdefault(q, []).append(a)
        return [[q, " ".join(letters)] for q, letters in found.items()]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, wanted = station_fa(data["board"]), set(self.pairs(data))
        got = {(q, a) for q, cell in answer for a in cell if a.isalpha()}
        if got == wanted:
            return right(say)
        q, a = min(got ^ wanted)
        text = say("v.where.pair", state=q, letter=a, targets=set_text(fa.successors(q, a)))
        without = {(q, a) for q in fa.states for a in fa.alphabet if not fa.successors(q, a)}
        found = "missing_is_choice" if got & without else None
        everywhere = [{(q, a) for q in fa.states for a in letters} for letters in ("", "b", "w", "bw")]
        credit = nearness(len(got ^ wanted), min(len(pairs ^ wanted) for pairs in everywhere))
        return Wrong(credit, text, f"δ({q}, {a})", misconception=found)

    def work(self, data: Data, say: Say) -> list[str]:
        return station_fa(data["board"]).markdown().split("\n")


class ArrowSet(BoardQuestion):
    """The answer is a set of arrows of the board."""

    kind = "list of moves"

    def form(self, data: Data) -> Mapping[str, object]:
        return {"moves": "arrows", "stations": station_fa(data["board"]).states}

    def chosen(self, data: Data, answer: list[str]) -> tuple[set[Edge], list[str]]:
        """The arrows of an answer, and the texts that are no arrow of the board."""
        edges = station_fa(data["board"]).edges
        read = {text: one.edge for text in answer if (one := arrow(text)) is not None and one.edge in edges}
        return set(read.values()), [text for text in answer if text not in read]

    @staticmethod
    def cut_credit(need: int, missing: int, chosen: int) -> float:
        """Credit of a choice of arrows where `need` suffice and `missing` more are needed still."""
        return nearness(max(missing, chosen + missing - need), need + 1) if missing < need else 0.0

    def texts_of(self, data: Data, edges: Any) -> list[str]:
        return arrow_texts(edges, station_fa(data["board"]).states)


class UselessArrows(ArrowSet):
    id, unit = "useless_arrows", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            return fa.shortest() is not None and 1 <= len(useless_arrows(fa)) <= 2 + difficulty

        return {"board": draw_board(rng, difficulty, good).text()}

    def key(self, data: Data) -> list[str]:
        return self.texts_of(data, useless_arrows(station_fa(data["board"])))

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa = station_fa(data["board"])
        got, foreign = self.chosen(data, answer)
        wanted = {(str(p), a, str(q)) for p, a, q in useless_arrows(fa)}
        extra = len(got - wanted) + len(foreign)
        credit = set_credit(len(wanted), len(fa.edges) - len(wanted), len(wanted - got), extra)
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if got == wanted:
            return right(say)
        edge = min(got ^ wanted)
        text = self.texts_of(data, [edge])[0]
        if edge in wanted:
            side = "v.useless.unreached" if edge[0] not in reached(fa) else "v.useless.dead"
            return Wrong(credit, say(side, arrow=text, tail=edge[0], head=edge[2]), text)
        return Wrong(credit, say("v.useless.used", arrow=text, run=run_text(*_run_through(fa, edge))), text)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [say("work.reached", states=set_text(q for q in fa.states if q in reached(fa))),
                say("work.alive", states=set_text(q for q in fa.states if q in alive(fa)))]


def _run_through(fa: FA, edge: Edge) -> tuple[tuple[str, ...], str]:
    """An accepting run through a useful arrow, and its word: shortest to its tail, shortest from its head."""
    parts = [fa.with_(accepting=frozenset({edge[0]})), fa.with_(start=edge[2])]
    first, last = (part.shortest() or "" for part in parts)
    return (*(parts[0].run(first) or ()), *(parts[1].run(last) or ())), first + edge[1] + last


class MakeDeterministic(ArrowSet):
    id, unit = "make_deterministic", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def good(sketch: Sketch) -> bool:
            return len(self.surplus(sketch.fa())) == difficulty

        return {"board": draw_board(rng, difficulty, good).text()}

    def surplus(self, fa: FA) -> list[Edge]:
        """All arrows of a colour that leave a station but the first."""
        return [(q, a, t) for q in fa.states for a in fa.alphabet for t in fa.successors(q, a)[1:]]

    def key(self, data: Data) -> list[str]:
        return self.texts_of(data, self.surplus(station_fa(data["board"])))

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa = station_fa(data["board"])
        got, foreign = self.chosen(data, answer)
        rest, need = fa.with_(edges=fa.edges - got), len(self.surplus(fa))
        left = self.surplus(rest)
        credit = self.cut_credit(need, len(left), len(got) + len(foreign))
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if left:
            q, a, _ = left[0]
            return Wrong(credit, say("v.where.left", state=q, letter=a, targets=set_text(rest.successors(q, a))),
                          f"δ({q}, {a})")
        if len(got) > need:
            return Wrong(credit, say("v.arrows.fewer", n=len(got)), str(len(got)))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [f"- δ({q}, {a}) = {set_text(fa.successors(q, a))}: {len(fa.successors(q, a))} − 1"
                for q in fa.states for a in fa.alphabet if len(fa.successors(q, a)) > 1]

    def measure(self, data: Data) -> float:
        return len(self.surplus(station_fa(data["board"])))


def least_cut(fa: FA, word: str) -> list[Edge]:
    """A least set of arrows that meets every accepting run: branch over the arrows of one run that is left."""
    def hit(rest: FA, size: int) -> list[Edge] | None:
        run = rest.run(word)
        if run is None:
            return []
        for edge in dict.fromkeys(zip(run, word, run[1:], strict=False)) if size else ():
            found = hit(rest.with_(edges=rest.edges - {edge}), size - 1)
            if found is not None:
                return [edge, *found]
        return None

    return next(found for size in range(len(fa.edges) + 1) if (found := hit(fa, size)) is not None)


def inner(fa: FA, length: int, least: int) -> list[str]:
    """Words of which neither the arrows that can be the first nor those that can be the last are a least set."""
    first = [a for a in fa.alphabet if len(fa.successors(fa.start, a)) > least]
    last = [a for a in fa.alphabet if sum(b == a and q in fa.accepting for _, b, q in fa.edges) > least]
    return [w for w in of_length(length) if w[0] in first and w[-1] in last] if first and last else []


class StopTower(ArrowSet):
    id, unit = "stop_tower", 3

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (4, 4, 5, 6, 7)[difficulty - 1]
        least, runs = ((1, 2), (1, 3), (2, 3), (2, 4), (2, 4))[difficulty - 1]

        def fitting(sketch: Sketch) -> list[str]:
            fa = sketch.fa()
            return [w for w in inner(fa, length, least) if fa.count_runs(w) >= runs and len(least_cut(fa, w)) == least]

        return draw_tower(rng, difficulty, fitting, more=2 * difficulty, shape=min(BOX, difficulty))

    def key(self, data: Data) -> list[str]:
        return self.texts_of(data, least_cut(station_fa(data["board"]), data["tower"]))

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, tower, need = station_fa(data["board"]), data["tower"], len(self.key(data))
        got, foreign = self.chosen(data, answer)
        rest = fa.with_(edges=fa.edges - got)
        run = rest.run(tower)
        credit = self.cut_credit(need, len(least_cut(rest, tower)), len(got) + len(foreign))
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if run:
            return Wrong(credit, say("v.stop.still", tower=tower, run=run_text(run, tower)), run_text(run, tower))
        if len(got) > need:
            return Wrong(credit, say("v.arrows.fewer", n=len(got)), str(len(got)))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = station_fa(data["board"]), data["tower"]
        runs = list(fa.runs(tower))
        used = {e: sum(e in set(zip(r, tower, r[1:], strict=False)) for r in runs) for e in sorted(fa.edges)}
        rows = [f"- {self.texts_of(data, [e])[0]}: {n}" for e, n in sorted(used.items(), key=lambda x: -x[1]) if n]
        return [*(f"- {run_text(r, tower)}" for r in runs[:8]), "", *rows]

    def measure(self, data: Data) -> float:
        return len(self.key(data)) * 100 + station_fa(data["board"]).count_runs(data["tower"])


class Monotonicity(BoardQuestion):
    """After which changes does every tower that wins now still win?"""

    id, unit, kind = "monotonicity", 3, "set of words"
    LABELS = ("1", "2", "3", "4", "5", "6")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        sketch = draw_board(rng, difficulty, lambda s: len(useful_states(s.fa())) >= 3)
        edges = arrow_texts(sketch.edges, sketch.board.names)
        absent = [f"{a}{p}>{q}" for p in sketch.board.names if p != sketch.board.end
                  for q in sketch.board.neighbours[p] for a in "bw" if (p, a, q) not in sketch.edges]
        inner = [e for e in edges if not e.endswith(f">{sketch.board.end}")]
        changes = [f"+{e}" for e in rng.sample(absent, 2)] + [f"-{e}" for e in rng.sample(edges, 2)]
        changes += ["~" + rng.choice(inner or edges), "*" + rng.choice(edges)]
        rng.shuffle(changes)
        return {"board": sketch.text(), "changes": changes}

    def changed(self, data: Data, change: str) -> FA:
        fa = station_fa(data["board"])
        one = arrow(change[1:])
        assert one is not None
        p, a, q = edge = one.edge
        new = {"+": {edge}, "-": set(), "~": {(q, a, p)} if q not in fa.accepting else set(),
               "*": {(p, "w" if a == "b" else "b", q)}}[change[0]]
        rest = fa.edges if change[0] == "+" else fa.edges - {edge}
        return fa.with_(edges=rest | new)

    def lost(self, data: Data, change: str) -> str | None:
        """The shortest tower that a change loses."""
        return combine(station_fa(data["board"]), self.changed(data, change), minus).shortest()

    def form(self, data: Data) -> Mapping[str, object]:
        return {"tokens": self.LABELS}

    def key(self, data: Data) -> list[str]:
        return [x for x, c in zip(self.LABELS, data["changes"], strict=True) if self.lost(data, c) is None]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "only_additions", [x for x, c in zip(self.LABELS, data["changes"], strict=True) if c[0] == "+"]

    def reason(self, data: Data, item: str, say: Say) -> str:
        change = data["changes"][int(item) - 1]
        word = self.lost(data, change)
        if word is None:
            return say("v.monotonicity.keeps")
        return say("v.monotonicity.loses", word=word_text(word), why=why_word(self.changed(data, change), word, say))

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        lines = [f"{x}. {say('v.monotonicity.change' + str('+-~*'.index(c[0])), arrow=c[1:])}"
                 for x, c in zip(self.LABELS, data["changes"], strict=True)]
        return {**super().values(data, say), "changes": "\n".join(lines)}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"{x}. {self.reason(data, x, say)}" for x in self.LABELS]


for _kind in (WhereNondeterministic, UselessArrows, MakeDeterministic, StopTower, Monotonicity):
    register(_kind())
