"""Unit 0 and 1: a board is an NFA."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from automatakit.languages.fa import FA
from coursekit.judging.credit import nearness
from coursekit.judging.edits import path_slips
from coursekit.judging.misconceptions import all_runs, early_arrival, eps_stay
from coursekit.questions.base import Data, Judged, Say, Wrong
from coursekit.questions.judging import (
    misconception,
    right,
    run_text,
    set_text,
    sets_text,
    steps_text,
    why_word,
    word_text,
)
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length
from finity_edu.questions.boards import BoardQuestion, arrow_texts, edges_of, position, station_fa
from finity_edu.questions.sketches import BOX, Sketch, draw_board, draw_tower, random_place


class CountArrows(BoardQuestion):
    """Smoke question of unit 0: proves that submitting works."""

    id, unit, kind = "count_arrows", 0, "number"
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return {"board": draw_board(rng, difficulty, arrows=3 * difficulty + rng.randrange(6)).text()}

    def key(self, data: Data) -> int:
        return len(edges_of(position(data["board"])))

    def work(self, data: Data, say: Say) -> list[str]:
        pos = position(data["board"])
        counts = [(s, sum(p == s for p, _, _ in edges_of(pos))) for s in pos.board.names]
        return [f"- {s}: {n}" for s, n in counts if n]

    def measure(self, data: Data) -> float:
        return self.key(data)


class FiveTuple(BoardQuestion):
    id, unit, kind = "five_tuple", 1, "automaton"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return {"board": draw_board(rng, difficulty, lambda s: s.fa().shortest() is not None).text()}

    def key(self, data: Data) -> dict[str, object]:
        return station_fa(data["board"]).to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        return station_fa(data["board"]).markdown().split("\n")

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        """Every arrow, flag and name that is wrong is a slip; as many as there are arrows leave nothing."""
        key, got = station_fa(data["board"]), FA.from_json(answer)
        wrong_edges = key.edges ^ got.edges
        parts = {"Q": set(key.states) == set(got.states), "Σ": set(key.alphabet) == set(got.alphabet),
                 "q0": key.start == got.start, "F": key.accepting == got.accepting, "δ": not wrong_edges}
        if all(parts.values()):
            return right(say)
        slips = (max(len(key.edges - got.edges), len(got.edges - key.edges)) + len(key.accepting ^ got.accepting)
                 + len(set(key.states) ^ set(got.states)) + (not parts["Σ"]) + (not parts["q0"]))
        names = ", ".join(n for n, ok in parts.items() if not ok)
        text, witness = say("v.five_tuple.parts", parts=names), names
        if wrong_edges:
            edge = sorted(wrong_edges)[0]
            witness = arrow_texts([edge], sorted({edge[0], edge[2]}))[0]
            text += " " + say("v.five_tuple.missing" if edge in key.edges else "v.five_tuple.extra", arrow=witness)
        turned = frozenset((q, a, p) for p, a, q in key.edges)
        found = "reversed_arrows" if got.edges == turned != key.edges else None
        return Wrong(nearness(slips, len(key.edges)), text, witness, misconception=found)


class Accepted(BoardQuestion):
    id, unit, kind = "accepted", 1, "set of words"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, won = difficulty + 2, rng.choice((2, 3, 3, 3, 4))

        def good(sketch: Any) -> bool:
            return won <= len(sketch.fa().words(length)) <= int(2**length) - 6 + won

        sketch = draw_board(rng, difficulty, good, more=difficulty // 5 * 4)
        fa = sketch.fa()
        wins = fa.words(length)
        tempting = [w for w in of_length(length) if w not in wins]
        tempting.sort(key=lambda w: -sum(bool(s) for s in fa.active(w)))
        towers = rng.sample(wins, won) + rng.sample(tempting[:8], 6 - won)
        rng.shuffle(towers)
        return {"board": sketch.text(), "towers": towers}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"tokens": data["towers"]}

    def key(self, data: Data) -> list[str]:
        fa = station_fa(data["board"])
        return [w for w in data["towers"] if fa.accepts(w)]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa = station_fa(data["board"])
        for id, other in (("early_arrival", early_arrival(fa)), ("eps_stay", eps_stay(fa)),
                          ("choose_at_once", all_runs(fa)), ("complement", fa.complement())):
            yield id, [w for w in data["towers"] if other.accepts(w)]

    def reason(self, data: Data, item: str, say: Say) -> str:
        return why_word(station_fa(data["board"]), item, say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        return [f"- {w}: {sets_text(fa, w)} {'✓' if fa.accepts(w) else '✗'}" for w in data["towers"]]

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**super().values(data, say), "towers": " ".join(data["towers"])}

    def measure(self, data: Data) -> float:
        fa = station_fa(data["board"])
        return sum(len(s) for w in data["towers"] for s in fa.active(w))


class TokenSets(BoardQuestion):
    id, unit, kind = "token_sets", 1, "table"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 2
        sketch = draw_board(rng, difficulty, lambda s: s.fa().words(length))
        fa = sketch.fa()
        towers = sorted(of_length(length), key=lambda w: -sum(len(s) for s in fa.active(w)))
        return {"board": sketch.text(), "tower": rng.choice(towers[: 2 + difficulty])}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.prefixes(data), "columns": 1, "sets": True,
                "members": station_fa(data["board"]).states}

    @staticmethod
    def prefixes(data: Data) -> list[str]:
        return [data["tower"][:i] for i in range(len(data["tower"]) + 1)]

    def table(self, data: Data, fa: FA) -> list[list[str]]:
        return [[p, " ".join(sorted(s))] for p, s in
                zip(self.prefixes(data), fa.active(data["tower"]), strict=True)]

    def key(self, data: Data) -> list[list[str]]:
        return self.table(data, station_fa(data["board"]))

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa = station_fa(data["board"])
        for id, other in (("eps_stay", eps_stay(fa)), ("early_arrival", early_arrival(fa)),
                          ("reversed_arrows", fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges)))):
            yield id, self.table(data, other)

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, key, tower = station_fa(data["board"]), self.key(data), data["tower"]
        given = {r[0]: r[1] for r in answer}
        first = next((i for i, (prefix, cell) in enumerate(key) if given.get(prefix) != cell), None)
        if first is None:
            return right(say)
        before, prefix = key[first - 1][1].split() if first else [], tower[:first]
        if first == 0:
            text = say("v.token_sets.start", start=fa.start)
        elif prefix not in given:
            text = say("verdict.row_missing", row=prefix)
        elif not before:
            text = say("v.token_sets.died", prefix=prefix, got=set_text(given[prefix].split()))
        else:
            steps = steps_text(fa, before, prefix[-1])
            text = say("v.token_sets.row", prefix=prefix, got=set_text(given[prefix].split()),
                       before=set_text(before), steps=steps)
        return Wrong(self.credit(fa, key, given), text, tower[:first] or "ε",
                      misconception=misconception(self, data, answer))

    @staticmethod
    def credit(fa: FA, key: list[list[str]], given: Mapping[str, str]) -> float:
        """A row that is wrong is a slip, unless it follows from one's own row before.

        Nothing follows from "no tokens" and from "tokens everywhere", and tokens that were never there cannot die:
        an empty row is right only below a row that is right as well.
        """
        slips, right_before = int(given.get("") != key[0][1]), given.get("") == key[0][1]
        for (last, _), (prefix, cell) in pairwise(key):
            own, before = given.get(prefix), given.get(last, "").split()
            is_right = own == cell and (cell != "" or right_before)
            follows = {t for q in before if q in fa.index for t in fa.successors(q, prefix[-1])}
            consistent = own is not None and 0 < len(before) < len(fa.states) and set(own.split()) == follows
            slips += not is_right and not consistent
            right_before = is_right
        return nearness(slips, len(key) - 1) if len(set(given.values())) > 1 else 0.0

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {word_text(p)}: {set_text(s.split())}" for p, s in self.key(data)]

    def measure(self, data: Data) -> float:
        return sum(len(s) for s in station_fa(data["board"]).active(data["tower"]))


class DeltaHat(BoardQuestion):
    id, unit, kind = "delta_hat", 1, "set of words"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 2
        words = rng.sample(of_length(length), 8)
        shape = (2, 2, 3, BOX, BOX)[difficulty - 1]
        ends = set(rng.sample(random_place(rng, shape)[0].names, rng.choice((2, 3))))

        def fitting(sketch: Sketch) -> list[str]:
            fa = sketch.fa()
            return [w for w in words if set(fa.names(fa.end_mask(w))) == ends]

        return draw_tower(rng, difficulty, fitting, shape=shape, arrows=8 + 2 * difficulty)

    def form(self, data: Data) -> Mapping[str, object]:
        return {"tokens": list(station_fa(data["board"]).states)}

    def key(self, data: Data) -> list[str]:
        return list(station_fa(data["board"]).active(data["tower"])[-1])

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa, tower = station_fa(data["board"]), data["tower"]
        yield "eps_stay", list(eps_stay(fa).active(tower)[-1])
        yield "early_arrival", list(early_arrival(fa).active(tower)[-1])

    def reason(self, data: Data, item: str, say: Say) -> str:
        fa, tower = station_fa(data["board"]), data["tower"]
        run = fa.with_(accepting=frozenset({item})).run(tower)
        if run:
            return say("v.delta_hat.ends", run=run_text(run, tower))
        return say("v.delta_hat.not", sets=sets_text(fa, tower), station=item)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = station_fa(data["board"]), data["tower"]
        return [f"- {word_text(tower[:i])}: {set_text(s)}" for i, s in enumerate(fa.active(tower))]

    def measure(self, data: Data) -> float:
        return sum(len(s) for s in station_fa(data["board"]).active(data["tower"]))


class AcceptingPath(BoardQuestion):
    id, unit, kind = "accepting_path", 1, "path"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 3

        def good(sketch: Any) -> bool:
            fa = sketch.fa()
            return any(fa.count_runs(w) <= 3 for w in fa.words(length))

        sketch = draw_board(rng, difficulty, good, shape=min(BOX, difficulty))
        fa = sketch.fa()
        return {"board": sketch.text(), "tower": rng.choice([w for w in fa.words(length) if fa.count_runs(w) <= 3])}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"stations": station_fa(data["board"]).states}

    def key(self, data: Data) -> list[str]:
        return list(station_fa(data["board"]).run(data["tower"]) or ())

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        fa, tower = station_fa(data["board"]), data["tower"]
        slips = path_slips(answer, len(tower), fa.start, lambda i, q: fa.successors(q, tower[i]), fa.accepting)
        # Start and tower are known to everybody, and the same station everywhere takes no knowledge.
        credit = nearness(slips, len(tower) - 1) if len(set(answer)) > 1 else 0.0
        if not answer or answer[0] != fa.start:
            return Wrong(credit, say("v.path.start", start=fa.start), " ".join(answer[:1]) or "–")
        for n, (p, a, q) in enumerate(zip(answer, tower, answer[1:], strict=False), 1):
            if (p, a, q) not in fa.edges:
                backwards = "reversed_arrows" if (q, a, p) in fa.edges else None
                stays = "eps_stay" if p == q and not fa.successors(p, a) else backwards
                return Wrong(credit, say("v.path.step", n=n, arrow=f"{a}{p}>{q}"), f"{a}{p}>{q}", misconception=stays)
        if len(answer) != len(tower) + 1:
            early = "early_arrival" if answer[-1] in fa.accepting and len(answer) <= len(tower) else None
            return Wrong(credit, say("v.path.length", n=len(tower) + 1, got=len(answer)), " ".join(answer),
                         misconception=early)
        if answer[-1] not in fa.accepting:
            return Wrong(credit, say("v.path.end", end=sorted(fa.accepting)[0], got=answer[-1]), " ".join(answer))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = station_fa(data["board"]), data["tower"]
        return [f"- {sets_text(fa, tower[:len(tower) // 2])}", f"- {sets_text(fa, tower)}",
                f"- {run_text(self.key(data), tower)}"]

    def measure(self, data: Data) -> float:
        return sum(len(s) for s in station_fa(data["board"]).active(data["tower"]))


class CountPaths(BoardQuestion):
    id, unit, kind = "count_paths", 1, "number"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = difficulty + 2
        least, most = 2 ** (difficulty - 1), 4 * 2 ** (difficulty - 1)

        def fitting(sketch: Any) -> list[str]:
            fa = sketch.fa()
            return [w for w in fa.words(length) if least <= fa.count_runs(w) <= most]

        return draw_tower(rng, difficulty, fitting, more=difficulty)

    def key(self, data: Data) -> int:
        return station_fa(data["board"]).count_runs(data["tower"])

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        fa, tower = station_fa(data["board"]), data["tower"]
        yield "early_arrival", early_arrival(fa).count_runs(tower)
        yield "eps_stay", eps_stay(fa).count_runs(tower)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = station_fa(data["board"]), data["tower"]
        lines, counts = [], {fa.start: 1}
        for i in range(len(tower) + 1):
            row = ", ".join(f"{q} {counts[q]}" for q in fa.states if counts.get(q))
            lines.append(f"- {word_text(tower[:i])}: {row or '∅'}")
            if i < len(tower):
                new: dict[str, int] = {}
                for p, n in counts.items():
                    for q in fa.successors(p, tower[i]):
                        new[q] = new.get(q, 0) + n
                counts = new
        return lines

    def measure(self, data: Data) -> float:
        return self.key(data) * len(data["tower"])


for _kind in (CountArrows, FiveTuple, Accepted, TokenSets, DeltaHat, AcceptingPath, CountPaths):
    register(_kind())
