"""Prefixes and states that nothing tells apart."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from automatakit.automaton.states import State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.closure import left_quotient
from automatakit.languages.minimal import (
    bisimulation,
    nerode_classes,
    separating_suffix,
)
from automatakit.languages.operations import product
from automatakit.languages.words import shortest_word, word_counts
from coursekit.questions.assessing import right, sets_text, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
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
from coursekit.questions.patterns import ShortestIn
from coursekit.questions.sampling import of_length, search
from coursekit.questions.skins import LARGEST, Drawing, Space


def both_fates(fa: Automaton, one: str, two: str, say: Say) -> str:
    """Why each of two words wins or loses."""
    return " ".join(
        say("reason.word", word=w, why=why_word(fa, w, say)) for w in (one, two)
    )


def telling(fa: Automaton, u: str, v: str) -> Automaton:
    """The continuations with which exactly one of two prefixes is accepted."""
    return product(left_quotient(fa, u), left_quotient(fa, v), "one only")


def useful(fa: Automaton, prefix: str) -> bool:
    """Whether some continuation of a prefix is accepted."""
    return shortest_word(left_quotient(fa, prefix)) is not None


def alive(fa: Automaton, length: int) -> list[str]:
    """The prefixes of a length with a continuation that is accepted."""
    return [word for word in of_length(length, fa.alphabet) if useful(fa, word)]


def read_on(fa: Automaton, u: str, v: str) -> Iterator[str]:
    """The pairs of different sets that are met when two prefixes are read on, each with where the symbols lead."""
    todo, met = [(u, v)], [_sets_after(fa, u, v)]
    for one, two in todo:  # grows while it is read
        leads = []
        for symbol in fa.alphabet:
            longer = one + symbol, two + symbol
            pair = _sets_after(fa, *longer)
            leads.append(f"{symbol} → {' / '.join(pair)}")
            if pair[0] != pair[1] and not {pair, pair[::-1]} & {*met}:
                met.append(pair)
                todo.append(longer)
        yield f"{' / '.join(_sets_after(fa, one, two))} ({', '.join(leads)})"


def _sets_after(fa: Automaton, *prefixes: str) -> tuple[str, ...]:
    """The active set after each prefix."""
    return tuple(set_text(fa.active(prefix)[-1]) for prefix in prefixes)


def told_apart(fa: Automaton, length: int) -> tuple[str, ...]:
    """Two prefixes of a length that can be continued, and a shortest word that tells such two apart; or nothing."""
    found = []
    for u, v in combinations(alive(fa, length), 2):
        z = separating_suffix(fa, u, v)
        if z is not None:
            found.append((u, v, z))
    return min(found, key=lambda row: len(row[-1]), default=())


MOST_LINES = 14
"""So many lines of a solution are read."""


class NerodeClasses(AutomatonQuestion):
    id, unit, kind = "nerode_classes", 2, "partition"

    def task(self, space: Space, difficulty: int) -> Data:
        number = (5, 6, 7, 7, 8)[difficulty - 1]
        classes = space.rng.randint(3, min(number - 2, 4))

        def make() -> Data | None:
            drawing = space.by_lot(difficulty - 1, 5 + 2 * difficulty)
            fa = drawing.fa()
            words = [w for n in range(difficulty // 2 + 3) for w in space.all_words(n)]
            live = [w for w in words if useful(fa, w)]
            if len(live) < number:
                return None
            chosen = sorted(space.rng.sample(live, number), key=lambda w: (len(w), w))
            return {"automaton": drawing, "prefixes": chosen}

        def good(task: Data) -> bool:
            fa, words = task["automaton"].fa(), task["prefixes"]
            sets = {fa.read(w) for w in words}
            # Each word, each two sets that fall together, each two classes
            lines = number + len(sets) - classes + comb(classes, 2)
            return len(nerode_classes(fa, words)) == classes and lines <= MOST_LINES

        return search(make, good)

    def form(self, data: Data) -> Form:
        return {"elements": data["prefixes"]}

    def values(self, data: Data, say: Say) -> Values:
        return {
            **super().values(data, say),
            "prefixes": ", ".join(map(word_text, data["prefixes"])),
        }

    def how_to_answer(self, data: Data, say: Say) -> str:
        """Also how the empty word is written, if it is one of the prefixes."""
        told = super().how_to_answer(data, say)
        return told if all(data["prefixes"]) else f"{told} {say('question.empty_word')}"

    def key(self, data: Data) -> list[list[str]]:
        return [
            [*map(word_text, block)]
            for block in nerode_classes(self.fa(data), data["prefixes"])
        ]

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        by_sets: dict[tuple[str, ...], list[str]] = {}
        for w in data["prefixes"]:
            by_sets.setdefault(fa.active(w)[-1], []).append(word_text(w))
        yield "more_states", list(by_sets.values())

    def separator(self, data: Data, x: str, y: str) -> str | None:
        return separating_suffix(self.fa(data), x.replace("ε", ""), y.replace("ε", ""))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        rows = [
            f"- {word_text(w)}: {set_text(fa.active(w)[-1])}" for w in data["prefixes"]
        ]
        key = self.key(data)
        pairs = [(x[0], y[0]) for i, x in enumerate(key) for y in key[i + 1 :]]
        fused = []
        for first, *others in key:
            seen = {self._reached(data, first)}
            for other in others:
                if self._reached(data, other) not in seen:
                    seen.add(self._reached(data, other))
                    fused.append(f"- {self.together(data, first, other, say)}")
        apart = (f"- {self.apart(data, x, y, say)}" for x, y in pairs)
        return [*rows, "", *fused, *apart]

    def _reached(self, data: Data, x: str) -> str:
        """The active set after a prefix."""
        return set_text(self.fa(data).active(x.replace("ε", ""))[-1])

    def together(self, data: Data, x: str, y: str, say: Say) -> str:
        """Both lead to one set, or to two that accept the same."""
        one, two = self._reached(data, x), self._reached(data, y)
        if one == two:
            return say("verdict.same_set", x=x, y=y, sets=one)
        met = read_on(self.fa(data), x.replace("ε", ""), y.replace("ε", ""))
        pairs = "; ".join(met)
        return say("verdict.same_rest", x=x, y=y, one=one, two=two, pairs=pairs)

    def apart(self, data: Data, x: str, y: str, say: Say) -> str:
        """By which suffix two prefixes are told apart: one of the two words is accepted."""
        z = self.separator(data, x, y) or ""
        words = [prefix.replace("ε", "") + z for prefix in (x, y)]
        words.sort(key=self.fa(data).accepts, reverse=True)
        accepted, rejected = map(word_text, words)
        return say(
            "work.apart",
            one=x,
            two=y,
            suffix=word_text(z),
            accepted=accepted,
            rejected=rejected,
        )


class SeparatingSuffix(ShortestIn):
    """A word z such that exactly one of uz, vz wins."""

    id, unit = "separating_suffix", 2

    def followed(self, data: Data) -> list[Automaton]:
        return [left_quotient(self.fa(data), data[prefix]) for prefix in "uv"]

    def machine(self, data: Data) -> Automaton:
        return telling(self.fa(data), data["u"], data["v"])

    def task(self, space: Space, difficulty: int) -> Data:
        length, size = (
            (3, 4, 5, 6, 6)[difficulty - 1],
            (2, 3, LARGEST, LARGEST, LARGEST)[difficulty - 1],
        )
        u, v = space.rng.sample(space.all_words(2), 2)
        suffix = space.word(length)

        def good(drawing: Drawing) -> bool:
            """The suffix is the only shortest one."""
            machine = telling(drawing.fa(), u, v)
            return (
                shortest_word(machine) == suffix
                and word_counts(machine, length)[-1] == 1
            )

        drawing = search(
            lambda: space.planted(size, u + suffix, length + 2 + difficulty), good
        )
        return {"automaton": drawing, "u": u, "v": v}

    def wrong(self, data: Data) -> Mistakes:
        yield "forgets_prefix", shortest_word(self.fa(data))

    def found(self, data: Data, say: Say) -> str:
        """The two words with their reasons say which suffix it is."""
        key = self.key(data)
        return say("work.none") if key is None else self.explain(data, key, say)

    def explain(self, data: Data, word: str, say: Say) -> str:
        return both_fates(self.fa(data), data["u"] + word, data["v"] + word, say)


class InequivalentPrefixes(AutomatonQuestion):
    """Two prefixes of one length that are not equivalent, though each can still be continued to an accepted word."""

    id, unit, kind = "inequivalent_prefixes", 2, "table"
    ROWS = ("u", "v", "z")

    def task(self, space: Space, difficulty: int) -> Data:
        """No short word wins, so that what tells two prefixes apart must be found."""
        length, rest, size = (
            (2, 2, 1),
            (2, 3, 2),
            (3, 4, LARGEST),
            (3, 4, LARGEST),
            (3, 5, LARGEST),
        )[difficulty - 1]

        def make() -> Drawing:
            return space.planted(
                size, space.word(length + rest), length + rest + difficulty
            )

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            longest = len(shortest_word(fa) or "") == length + rest
            return longest and [len(z) for z in told_apart(fa, length)[2:]] == [rest]

        return {"automaton": search(make, good), "prefix_length": length}

    def prefixes(self, data: Data) -> tuple[str, ...]:
        """All prefixes of the length that is asked for."""
        return of_length(self.part(data, "prefix_length"), self.alphabet(data))

    def form(self, data: Data) -> Form:
        return {"rows": self.ROWS, "columns": 1, "cells": "word"}

    def key(self, data: Data) -> Rows:
        found = told_apart(self.fa(data), self.part(data, "prefix_length"))
        return [[row, word] for row, word in zip(self.ROWS, found, strict=True)]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, cells = self.fa(data), dict(answer)
        if set(cells) != set(self.ROWS) or not set("".join(cells.values())) <= set(
            fa.alphabet
        ):
            return Wrong(0.0, say("v.inequivalent.rows"))
        u, v, z = (cells[r] for r in self.ROWS)
        if u not in self.prefixes(data) or v not in self.prefixes(data):
            return Wrong(
                0.0,
                say("v.inequivalent.length", n=self.part(data, "prefix_length")),
                f"{u}, {v}",
            )
        if u == v:
            return Wrong(0.0, say("v.inequivalent.alike", prefix=u), u)
        for prefix in (u, v):
            if not useful(fa, prefix):
                text = say("v.inequivalent.dead", prefix=word_text(prefix))
                return Wrong(
                    0.0,
                    f"{text} {say('reason.sets', sets=sets_text(fa, prefix))}",
                    prefix,
                )
        if fa.accepts(u + z) != fa.accepts(v + z):
            return right(say)
        text = say("v.inequivalent.same", one=u + z, two=v + z)
        return Wrong(0.0, f"{text} {both_fates(fa, u + z, v + z, say)}", u + z)

    def work(self, data: Data, say: Say) -> list[str]:
        """The prefixes with their sets, the two words, and how the one that loses can win with another continuation."""
        fa, key = self.fa(data), dict(self.key(data))
        lines = [
            f"- {word}: {set_text(fa.active(word)[-1])}"
            for word in alive(fa, self.part(data, "prefix_length"))
        ]
        lines.append("")
        for row in "uv":
            prefix, word = key[row], key[row] + key["z"]
            id = "work.uz_accepted" if fa.accepts(word) else "work.uz_rejected"
            shown = f"{prefix}·{key['z']}"
            told = say(id, name=f"{row}z", word=shown, sets=sets_text(fa, word))
            lines.append(f"- {told}")
            if not fa.accepts(word):
                rest = shortest_word(left_quotient(fa, prefix)) or ""
                sets = sets_text(fa, prefix + rest)
                other = say("work.prefix_lives", prefix=prefix, sets=sets)
        return [*lines, f"- {other}"]


class Bisimilar(AutomatonQuestion):
    id, unit, kind = "bisimilar", 2, "partition"

    def task(self, space: Space, difficulty: int) -> Data:
        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            return len(fa.states) // 2 < len(bisimulation(fa)) < len(fa.states) - 1

        return {
            "automaton": space.drawn(
                difficulty, good, size=(1, 2, 3, 3, LARGEST)[difficulty - 1]
            )
        }

    def form(self, data: Data) -> Form:
        return {"elements": self.fa(data).states}

    def key(self, data: Data) -> list[list[str]]:
        order = self.fa(data).states
        blocks = [
            sorted(map(str, b), key=order.index) for b in bisimulation(self.fa(data))
        ]
        return sorted(blocks, key=lambda b: order.index(b[0]))

    def separator(self, data: Data, x: str, y: str) -> str | None:
        """A step of one state that the other cannot answer."""
        fa, key = self.fa(data), self.key(data)
        block = {q: i for i, b in enumerate(key) for q in b}
        if (x in fa.accepting) != (y in fa.accepting):
            return ""
        for p, q in ((x, y), (y, x)):
            for a in fa.alphabet:
                for t in fa.successors(p, a):
                    if block[t] not in {block[u] for u in fa.successors(q, a)}:
                        return f"{p} –{a}→ {t}"
        return None

    def apart(self, data: Data, x: str, y: str, say: Say) -> str:
        step = self.separator(data, x, y)
        if not step:
            one = x if x in self.fa(data).accepting else y
            return say("verdict.accepts_apart", x=x, y=y, one=one)
        tail, _, head = step.split(" ")
        other = y if tail == x else x
        return say("verdict.step_apart", x=x, y=y, other=other, by=step, head=head)

    def work(self, data: Data, say: Say) -> list[str]:
        """The rounds of partition refinement: the classes by their numbers, then what splits them."""
        fa, lines = self.fa(data), []
        others = [q for q in fa.states if q not in fa.accepting]
        classes = [fa.names(fa.accepting_mask), others]
        while True:
            named = (f"{n} = {set_text(block)}" for n, block in enumerate(classes, 1))
            lines.append(f"- {'; '.join(named)}")
            finer: list[Sequence[State]] = []
            splits, whole = [], []
            for number, block in enumerate(classes, 1):
                parts: dict[str, list[State]] = {}
                for q in block:
                    parts.setdefault(self.leads(fa, q, classes), []).append(q)
                finer += parts.values()
                told = "; ".join(f"{set_text(parts[to])} ({to})" for to in parts)
                if len(parts) > 1:
                    split = say("work.class_split", number=number, parts=told)
                    splits.append(f"- {split}")
                elif len(block) > 1:
                    whole.append(told)
            if not splits:
                last = say("work.refined", classes="; ".join(whole))
                return [*lines, f"- {last}"]
            lines += splits
            classes = finer

    @staticmethod
    def leads(fa: Automaton, q: State, classes: Sequence[Sequence[State]]) -> str:
        """To which classes the steps of a state lead, by their numbers."""
        told = []
        for symbol in fa.alphabet:
            heads = fa.successors(q, symbol)
            numbers = [n for n, c in enumerate(classes, 1) if {*heads} & {*c}]
            told.append(f"{symbol} → {set_text(map(str, numbers))}")
        return ", ".join(told)
