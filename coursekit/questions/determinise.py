"""Unit 2: determinise and minimise."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from automatakit.languages.fa import FA
from automatakit.languages.pairs import difference
from automatakit.languages.structure import synchronising_word, transition_monoid
from coursekit.judging.misconceptions import eps_stay
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.judging import (
    misconception,
    right,
    set_text,
    sets_text,
    steps_text,
    table_credit,
    why_word,
    word_text,
)
from coursekit.questions.patterns import BestWord
from coursekit.questions.registry import register
from coursekit.questions.sampling import of_length, random_word, search
from finity_edu.questions.boards import BoardQuestion, station_fa
from finity_edu.questions.sketches import Sketch, draw_board


class Determinise(BoardQuestion):
    """The subset construction as a table: set of stations → set after b, set after w."""

    id, unit, kind = "determinise", 2, "table"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size = (4, 5, 6, 8, 10)[difficulty - 1]

        def good(sketch: Sketch) -> bool:
            return len(sketch.fa().subsets()) == size and sketch.fa().shortest() is not None

        sketch = draw_board(rng, difficulty, good)
        return {"board": sketch.text()}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"columns": 2, "heads": ["b", "w"], "sets": True, "members": station_fa(data["board"]).states}

    def table(self, fa: FA) -> list[list[str]]:
        rows = [[_name(fa, m), *(_name(fa, row[a]) for a in "bw")] for m, row in fa.subsets().items()]
        return sorted(rows)

    def key(self, data: Data) -> list[list[str]]:
        return self.table(station_fa(data["board"]))

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        """A needed row that is wrong or missing is a slip, a needless one if it does not follow from its own label."""
        fa, key = station_fa(data["board"]), {r[0]: r[1:] for r in self.key(data)}
        given = {r[0]: r[1:] for r in answer}
        good = sum(given.get(label) == cells for label, cells in key.items())
        extra = [label for label in given if label not in key]
        if good == len(key) and not extra:
            return right(say)
        without = all(given.get(k) == v for k, v in key.items() if k) and "" not in given
        found = "no_empty_set" if without and "" in key else misconception(self, data, answer)
        label = next((k for k in key if given.get(k) != key[k]), extra[0] if extra else "")
        shown = set_text(label.split())
        if label not in given:
            text = say("v.determinise.missing", set=shown, word=word_text(_word_to(fa, label)))
        elif label in extra:
            text = say("v.determinise.extra", set=shown)
        else:
            column = 0 if given[label][0] != key[label][0] else 1
            a = "bw"[column]
            got = set_text(given[label][column].split())
            steps = steps_text(fa, label.split(), a)
            text = (say("v.determinise.row", set=shown, letter=a, got=got, steps=steps) if label else
                    say("v.determinise.empty", letter=a, got=got))
        slips = len(key) - good + sum(given[label] != self.cells(fa, label) for label in extra)
        credit = table_credit(list(key.values()), list(given.values()), slips)
        return Wrong(credit, text, shown, misconception=found)

    @staticmethod
    def cells(fa: FA, label: str) -> list[str]:
        """The cells of a row that would be right, if its set were needed."""
        states = label.split()
        return [" ".join(sorted({q for p in states for q in fa.successors(p, a)})) for a in "bw"]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "eps_stay", self.table(eps_stay(station_fa(data["board"])))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        rows = [f"| {set_text(fa.names(m))} | {set_text(fa.names(row['b']))} | {set_text(fa.names(row['w']))} |"
                for m, row in fa.subsets().items()]
        return ["| | b | w |", "|---|---|---|", *rows]

    def measure(self, data: Data) -> float:
        return len(self.key(data))


def _name(fa: FA, mask: int) -> str:
    return " ".join(sorted(fa.names(mask)))


def _word_to(fa: FA, label: str) -> str:
    """The shortest word after which exactly these states are active."""
    return next(word for mask, word in fa.first_words() if _name(fa, mask) == label)


class TableQuestion(QuestionType):
    """A question about the automaton in ``data["automaton"]``, shown as a table."""

    def fa(self, data: Data) -> FA:
        return FA.from_json(data["automaton"])

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "table": self.fa(data).markdown()}


def random_dfa(rng: random.Random, size: int, finals: int | None = None) -> FA:
    """A complete DFA with random arrows, all states reachable."""
    names = tuple(str(i + 1) for i in range(size))

    def make() -> FA:
        edges = frozenset((q, a, rng.choice(names)) for q in names for a in "bw")
        accepting = frozenset(rng.sample(names, finals or max(1, size // 3)))
        return FA.make(names, names[0], accepting, edges)

    return search(make, lambda fa: len(fa.subsets()) == size)


class Minimise(TableQuestion):
    id, unit, kind = "minimise", 2, "automaton"
    demands = ("deterministic", "complete", "minimal")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size, small = ((3, 2), (4, 3), (5, 3), (6, 4), (8, 5))[difficulty - 1]

        def make() -> FA:
            """A small DFA whose states are split in two at random."""
            base = random_dfa(rng, small)
            names = [str(i + 1) for i in range(size)]
            copy_of = {n: base.states[i] if i < small else rng.choice(base.states) for i, n in enumerate(names)}
            edges = frozenset((n, a, rng.choice([m for m in names if copy_of[m] == base.successors(copy_of[n], a)[0]]))
                              for n in names for a in "bw")
            return FA.make(tuple(names), names[0], frozenset(n for n in names if copy_of[n] in base.accepting), edges)

        fa = search(make, lambda f: len(f.subsets()) == size and len(f.minimal().states) == small)
        return {"automaton": fa.to_json()}

    def target(self, data: Data) -> FA:
        return self.fa(data)

    def shown(self, data: Data) -> Sequence[FA]:
        return (self.fa(data),)

    def key(self, data: Data) -> dict[str, object]:
        return self.fa(data).minimal().to_json()

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.given", why=why_word(self.fa(data), word, say))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        lines = []
        for p, q in ((p, q) for i, p in enumerate(fa.states) for q in fa.states[i + 1 :]):
            word = difference(fa.with_(start=p), fa.with_(start=q))
            lines.append(f"- {p}, {q}: {'≡' if word is None else word_text(word)}")
        return [say("work.pairs"), *lines]

    def measure(self, data: Data) -> float:
        return len(self.fa(data).states)


class MinimalStates(BoardQuestion):
    id, unit, kind = "minimal_states", 2, "number"
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size = difficulty + 3 + rng.randrange(2)

        def good(sketch: Sketch) -> bool:
            fa = sketch.fa()
            return len(fa.minimal().states) == size < len(fa.subsets())

        return {"board": draw_board(rng, difficulty, good, shape=max(1, difficulty - 1)).text()}

    def key(self, data: Data) -> int:
        return len(station_fa(data["board"]).minimal().states)

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        small = station_fa(data["board"]).minimal()
        if any(small.with_(start=q).shortest() is None for q in small.states):
            yield "no_empty_set", self.key(data) - 1
        yield "more_states", len(station_fa(data["board"]).subsets())
        yield "more_states", len(station_fa(data["board"]).states)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = station_fa(data["board"])
        d = fa.deterministic()
        rows = [f"- {set_text(q.split()) if q != '∅' else q}: "
                + ", ".join(set_text(t.split()) if t != "∅" else t for a in "bw" for t in d.successors(q, a))
                for q in d.states]
        return [*rows, f"- |Q| = {len(fa.minimal().states)}"]

    def measure(self, data: Data) -> float:
        return self.key(data)


class SynchronisingWord(TableQuestion):
    """A shortest word that leads every state to one and the same state."""

    id, unit, kind = "synchronising_word", 2, "word"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        size, *lengths = ((3, 2, 3), (4, 3, 4), (5, 6, 8), (6, 7, 9), (6, 9, 12))[difficulty - 1]

        def make() -> Data:
            return {"automaton": random_dfa(rng, size).to_json()}

        return search(make, lambda d: lengths[0] <= len(synchronising_word(self.fa(d)) or "") <= lengths[1])

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        n = len(self.fa(data).states)
        return {**super().values(data, say), "bound": (n - 1) ** 2}

    def key(self, data: Data) -> str:
        return synchronising_word(self.fa(data)) or ""

    def images(self, data: Data, word: str) -> list[tuple[str, ...]]:
        fa = self.fa(data)
        mask = (1 << len(fa.states)) - 1
        out = [fa.names(mask)]
        for a in word:
            mask = fa.step_mask(mask, a)
            out.append(fa.names(mask))
        return out

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        images = self.images(data, answer)
        if len(images[-1]) > 1:
            steps = zip(answer, images[1:], strict=True)
            chain = set_text(images[0]) + "".join(f" –{a}→ {set_text(s)}" for a, s in steps)
            text = say("v.synchronising.open", word=word_text(answer), sets=chain)
            return Wrong(0.0, text, word_text(answer))
        if len(answer) > len(self.key(data)):
            return Wrong(0.0, say("v.word.longer", word=answer, n=len(answer)), answer)
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        key = self.key(data)
        return [f"- {word_text(key[:i])}: {set_text(s)}" for i, s in enumerate(self.images(data, key))]

    def measure(self, data: Data) -> float:
        return len(self.key(data))


class MostTokens(BestWord):
    id, unit = "most_tokens", 2

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (2, 3, 4, 5, 6)[difficulty - 1]
        wanted = random_word(rng, length)

        def good(sketch: Sketch) -> bool:
            """No other word of that length does as well."""
            fa = sketch.fa()
            size = fa.end_mask(wanted).bit_count()
            return size >= 2 and _most(fa) == (size, wanted) and (
                sum(fa.end_mask(w).bit_count() == size for w in of_length(length)) == 1)

        return {"board": draw_board(rng, difficulty, good, more=difficulty).text()}

    def score(self, data: Data, word: str) -> int:
        return len(station_fa(data["board"]).active(word)[-1])

    def explain(self, data: Data, word: str, say: Say) -> str:
        sets = say("reason.sets", sets=sets_text(station_fa(data["board"]), word))
        return say("v.most_tokens.less", word=word_text(word), got=self.score(data, word)) + " " + sets

    def best(self, data: Data) -> str:
        return _most(station_fa(data["board"]))[1]

    def measure(self, data: Data) -> float:
        return len(self.best(data)) * 100 + len(station_fa(data["board"]).edges)


def _most(fa: FA) -> tuple[int, str]:
    """The most tokens, and the first word that leads to so many."""
    mask, word = max(fa.first_words(), key=lambda found: (found[0].bit_count(), -len(found[1])))
    return mask.bit_count(), word


class TransitionMonoid(TableQuestion):
    id, unit, kind = "transition_monoid", 2, "number"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        low, high = ((3, 4), (4, 7), (8, 14), (10, 20), (21, 40))[difficulty - 1]
        sizes = ((2, 3), (3,), (3,), (4,), (4,))[difficulty - 1]

        def make() -> Data:
            return {"automaton": random_dfa(rng, rng.choice(sizes), 1).to_json()}

        return search(make, lambda d: low <= self.key(d) <= high)

    def key(self, data: Data) -> int:
        return len(transition_monoid(self.fa(data)))

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "empty_path", self.key(data) - 1

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        rows = []
        for word in transition_monoid(fa).words:
            ends = [fa.with_(start=q).active(word)[-1][0] for q in fa.states]
            rows.append(f"- {word_text(word)}: {' '.join(fa.states)} ↦ {' '.join(ends)}")
        return rows

    def measure(self, data: Data) -> float:
        return self.key(data)


for _kind in (Determinise, Minimise, MinimalStates, SynchronisingWord, MostTokens, TransitionMonoid):
    register(_kind())
