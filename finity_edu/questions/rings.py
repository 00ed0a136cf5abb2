"""Unit 6: rings, or bounded use."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from automatakit.automaton.states import set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.runs import accepting_runs
from automatakit.languages.words import (
    longest_length,
    useful_states,
    word_counts,
    words_of_length,
)
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right, run_text, word_text
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.patterns import BestWord
from coursekit.questions.sampling import random_word, search
from coursekit.questions.skins import Space
from finity_edu.analysis.completion import ring_purchases
from finity_edu.automata.views import RingState, ring_automaton
from finity_edu.questions.boards import (
    BoardQuestion,
    position,
    rings_in,
    rings_of,
    station_fa,
)
from finity_edu.questions.sketches import BOX, Sketch
from finity_edu.rules.pieces import PlaceRing


def random_rings(
    rng: random.Random, sketch: Sketch, weights: tuple[int, ...] = (0, 1, 1, 2)
) -> Sketch:
    """Rings of player 1 on random stations."""
    return sketch.with_rings(
        {s: rng.choice(weights) for s in sketch.board.names if s != sketch.board.end}
    )


class Spent(NamedTuple):
    """A state of the ring automaton as solutions write it: a station, and the rings that the way there has cost.

    They are fewer than those that are left.
    """

    station: str
    rings: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        if not self.rings:
            return self.station
        cost = " ".join(f"{s}{n if n > 1 else ''}" for s, n in self.rings)
        return f"({self.station} − {cost})"


@lru_cache(maxsize=256)
def ringed(text: str, seat: int = 1) -> Automaton:
    """The ring automaton of a player, as solutions write it."""
    return with_spent(station_fa(text, seat), rings_of(text, seat))


def with_spent(fa: Automaton, rings: Mapping[str, int]) -> Automaton:
    """The ring automaton with the rings that are spent; at the tower nobody asks for them."""

    def spent(state: RingState) -> Spent:
        if state.station in fa.accepting:
            return Spent(state.station, ())
        left = dict(state.rings)
        gone = [(s, rings[s] - left.get(s, 0)) for s in fa.states if s in rings]
        return Spent(state.station, tuple((s, n) for s, n in gone if n))

    return ring_automaton(fa, rings).renamed(spent)


class RingsNeeded(BoardQuestion):
    id, unit, kind, rings = "rings_needed", 6, "table", True

    def task(self, space: Space, difficulty: int) -> Data:
        length = (3, 5, 6, 7, 8)[difficulty - 1]

        def fitting(fa: Automaton) -> list[str]:
            words = [
                w
                for w in words_of_length(fa, length)
                if any(map(_few, accepting_runs(fa, w)))
            ]
            return words if len(useful_states(fa)) >= 3 else []

        return space.with_word(difficulty, fitting)

    def runs(self, data: Data) -> list[tuple[str, ...]]:
        """The winning runs for which no station needs more rings than fit on it."""
        return list(filter(_few, accepting_runs(self.fa(data), data["tower"])))

    def stations(self, data: Data) -> list[str]:
        return [
            s for s in self.fa(data).states if s != position(data["board"]).board.end
        ]

    def form(self, data: Data) -> Form:
        return {"rows": self.stations(data), "columns": 1, "cells": "number"}

    def full_form(self, data: Data) -> Form:
        """With an example in the names of this board."""
        p, q, *_ = self.stations(data)
        return {**super().full_form(data), "example": f'{{"{p}": 2, "{q}": 1, …}}'}

    def key(self, data: Data) -> Rows:
        best = next(
            p
            for p in ring_purchases(position(data["board"]), 1, data["tower"])
            if max(p.values()) <= 3
        )
        return [[s, str(best[s])] for s in self.stations(data) if s in best]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, tower = self.fa(data), data["tower"]
        rings = {s: int(n) for s, n in answer}
        if not all(0 <= n <= 3 for n in rings.values()):
            return Wrong(0.0, say("v.rings.three"))
        total, need = sum(rings.values()), len(tower) - 1
        runs = self.runs(data)
        everywhere = len({rings.get(s, 0) for s in self.stations(data)}) == 1
        credit = 0.0
        if not everywhere:
            slips = _slips(list(map(used, runs)), rings)
            credit = nearness(slips, need)
        if ring_automaton(fa, rings).accepts(tower):
            if total == need:
                return right(say)
            start = (
                ring_automaton(fa, rings, start_free=False).accepts(tower)
                and total == need + 1
            )
            return Wrong(
                credit,
                say("v.rings.fewer", n=total),
                str(total),
                misconception="start_needs_ring" if start else None,
            )
        run = min(runs, key=lambda r: _lacking(used(r), rings))
        station = next(s for s, n in used(run).items() if n > rings.get(s, 0))
        text = say(
            "v.rings.short",
            run=run_text(run, tower),
            station=station,
            n=used(run)[station],
        )
        return Wrong(credit, text, run_text(run, tower))

    def work(self, data: Data, say: Say) -> list[str]:
        tower, rows = data["tower"], []
        for run in self.runs(data)[:4]:
            rows.append(f"- {run_text(run, tower)}: {cost_text(run)}")
        needed = say("work.departures", n=len(tower) - 1)
        return [needed, "", say("work.run_needs"), *rows]


def used(run: tuple[str, ...]) -> dict[str, int]:
    """Departures that cost a ring, by station."""
    return {s: run[1:-1].count(s) for s in run[1:-1]}


def cost_text(run: tuple[str, ...]) -> str:
    """What a path costs: ``A 1, B 2``."""
    return ", ".join(f"{s} {n}" for s, n in used(run).items())


def _lacking(used: Mapping[str, int], rings: Mapping[str, int]) -> int:
    return sum(max(0, n - rings.get(s, 0)) for s, n in used.items())


def _slips(runs: list[dict[str, int]], rings: Mapping[str, int]) -> int:
    """The fewest rings to lay, take away or move until they are those that a run needs."""
    pairs = ((_lacking(used, rings), _lacking(rings, used)) for used in runs)
    return min(map(max, pairs))


def _few(run: tuple[str, ...]) -> bool:
    return all(n <= 3 for n in used(run).values())


class WhereRing(BoardQuestion):
    id, unit, kind, rings = "where_ring", 6, "set of words", True

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (4, 5, 6, 7, 8)[difficulty - 1]

        def make() -> Data:
            sketch = random_rings(
                rng, Sketch.random(rng, max(1, difficulty - 1), 5 + 2 * difficulty)
            )
            word = random_word(rng, length, "bw")
            swept = replace(sketch, word=word).swept()
            return {"board": swept.written(), "tower": word}

        def good(data: Data) -> bool:
            key, plain = self.key(data), dict(self.wrong(data))["ignores_rings"]
            least = (1, 1, 2, 2, 3)[difficulty - 1]
            return (
                len(key) >= least
                and key != plain
                and position(data["board"]).result is None
            )

        return search(make, good)

    def form(self, data: Data) -> Form:
        return {"tokens": list(self.fa(data).states)}

    def key(self, data: Data) -> list[str]:
        pos = position(data["board"])
        free = {m.station for m in pos.legal_moves() if isinstance(m, PlaceRing)}
        return [s for s in pos.board.names if s in free]

    def wrong(self, data: Data) -> Mistakes:
        fa, pos = self.fa(data), position(data["board"])
        plain = {s for row in fa.active(data["tower"]) for s in row}
        yield (
            "ignores_rings",
            [s for s in fa.states if s in plain and s not in (pos.board.end, fa.start)],
        )
        yield (
            "through_tower",
            [s for s in fa.states if s in {*self.key(data), pos.board.end}],
        )
        yield "post_counts", [s for s in fa.states if s in {*self.key(data), fa.start}]

    def reason(self, data: Data, item: str, say: Say) -> str:
        pos, fa = position(data["board"]), self.fa(data)
        if item in self.key(data):
            word = _way_to(item, data["board"], data["tower"])
            rings = sum(r.station == item for r in pos.layout.rings)
            return say("v.where_ring.free", station=item, word=word_text(word), n=rings)
        if item == fa.start:
            return say("v.where_ring.post")
        if item == pos.board.end:
            return say("v.where_ring.end")
        return say(
            "v.where_ring.full"
            if item in pos.reachable(1)
            else "v.where_ring.unreached",
            station=item,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """Where the tokens come, and for each station whether a ring may go there."""
        rows = []
        for station in self.fa(data).states:
            sign = "✓" if station in self.key(data) else "✗"
            rows.append(f"- {station} {sign}: {self.reason(data, station, say)}")
        return [*token_lines(data["board"], data["tower"], say), "", *rows]


def token_lines(text: str, tower: str, say: Say, seat: int = 1) -> list[str]:
    """How states are written, and the states after each prefix of the tower until there are none."""
    rows = []
    for i, states in enumerate(ringed(text, seat).active(tower)):
        rows.append(f"- {word_text(tower[:i])}: {set_text(states)}")
        if not states:
            break
    return [say("work.spent"), *rows]


def _way_to(station: str, text: str, tower: str) -> str:
    """The shortest beginning of the tower over which a partial path ends on the station."""
    return next(
        tower[:i]
        for i, states in enumerate(ringed(text).active(tower))
        if any(state.station == station for state in states)
    )


class LongestReadable(BoardQuestion, BestWord):
    id, unit, rings = "longest_readable", 6, True

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = min(6, difficulty + 2)

        def make() -> Sketch:
            return random_rings(
                rng, Sketch.random(rng, difficulty - 1, 4 + 2 * difficulty), (0, 1, 1)
            )

        def good(sketch: Sketch) -> bool:
            """One word is best, so that no other answer will do."""
            graph = sketch.ring_fa()
            return word_counts(
                graph.with_(accepting=frozenset(graph.states)), length + 1
            )[-2:] == [1, 0]

        return {"board": search(make, good).written()}

    def score(self, data: Data, word: str) -> int:
        graph = ringed(data["board"])
        return len(word) if graph.active(word)[-1] else 0

    def best(self, data: Data) -> str:
        graph = ringed(data["board"])
        readable = graph.with_(accepting=graph.states)
        return words_of_length(readable, longest_length(readable) or 0)[0]

    def explain(self, data: Data, word: str, say: Say) -> str:
        alive = [i for i, s in enumerate(ringed(data["board"]).active(word)) if s][-1]
        if alive < len(word):
            return say(
                "v.longest_readable.upto",
                word=word_text(word),
                part=word_text(word[:alive]),
            )
        return say("v.longest_readable.less", word=word_text(word), n=len(word))

    def work(self, data: Data, say: Say) -> list[str]:
        """All words that can be read, by length, until there is none."""
        fa, layer, lines = ringed(data["board"]), [""], list[str]()
        while layer:
            told = (f"{word_text(w)}: {set_text(fa.active(w)[-1])}" for w in layer)
            lines.append(f"- {len(lines)}: {'; '.join(told)}")
            longer = (word + symbol for word in layer for symbol in "bw")
            layer = [word for word in longer if fa.active(word)[-1]]
        return [
            say("work.spent"),
            *lines,
            "",
            say("work.longest", n=len(lines) - 1),
        ]


class OrphanedAfter(BoardQuestion):
    """Which of the player's rings are orphaned by a move?"""

    id, unit, kind, rings = "orphaned_after", 6, "set of words", True
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, gone, shape = ((3, 1, 1), (4, 1, 2), (5, 2, 3), (6, 2, 3), (8, 3, BOX))[
            difficulty - 1
        ]

        def make() -> Data | None:
            sketch = random_rings(
                rng, Sketch.random(rng, shape, 6 + 2 * difficulty), (0, 1, 1)
            )
            word = random_word(rng, length, "bw")
            sketch = replace(sketch, word=word).swept()
            if len(sketch.rings) < 3 + difficulty // 2:
                return None
            pos = sketch.position()
            if pos.result is not None:
                return None
            moves = [
                str(m)
                for m in pos.legal_moves()
                if str(m)[0] in "-~^" and pos.orphans_of(m).get(1)
            ]
            return (
                {"board": str(pos), "tower": word, "move": rng.choice(moves)}
                if moves
                else None
            )

        def good(data: Data) -> bool:
            """Some rings go and some stay, besides those on the post."""
            if not gone <= len(self.key(data)) <= gone + 1:
                return False
            kept = {*rings_of(data["board"])} - {self.fa(data).start, *self.key(data)}
            return len(kept) > difficulty // 4

        return search(make, good)

    def values(self, data: Data, say: Say) -> Values:
        move = data["move"]
        kind = {"-": "removes", "~": "turns", "^": "goes"}.get(move[0], "plays")
        told = say(f"question.move.{kind}", piece=move[1:].split(".")[0], move=move)
        return {**super().values(data, say), "told": told}

    def form(self, data: Data) -> Form:
        return {"tokens": list(rings_of(data["board"]))}

    def key(self, data: Data) -> list[str]:
        pos = position(data["board"])
        left = rings_in(pos.play(data["move"]))
        return [s for s in rings_in(pos) if s not in left]

    def wrong(self, data: Data) -> Mistakes:
        pos = position(data["board"]).play(data["move"])
        fa = station_fa(str(pos))
        plain = {s for row in fa.active(data["tower"]) for s in row}
        yield "ignores_rings", [s for s in rings_of(data["board"]) if s not in plain]

    def reason(self, data: Data, item: str, say: Say) -> str:
        if item in self.key(data):
            return say("v.orphaned.gone", station=item, move=data["move"])
        word = _way_to(
            item, str(position(data["board"]).play(data["move"])), data["tower"]
        )
        return say("v.where_ring.reached", station=item, word=word_text(word))

    def work(self, data: Data, say: Say) -> list[str]:
        """Where the tokens come after the move, and for each ring whether its station is among those."""
        after = str(position(data["board"]).play(data["move"]))
        stations = rings_of(data["board"])
        rows = [f"- {s}: {self.reason(data, s, say)}" for s in stations]
        return [*token_lines(after, data["tower"], say), "", *rows]
