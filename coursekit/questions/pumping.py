"""What can be repeated: a part of a word that is pumped, and a cycle that makes a language infinite."""

from itertools import pairwise

from automatakit.automaton.states import State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.runs import accepting_runs, first_run
from automatakit.languages.structure import Pumping, can_pump, pumpings, useful_cycle
from automatakit.languages.words import (
    shortest_word,
    useful_states,
    words_of_length,
)
from coursekit.judging.credit import nearness
from coursekit.judging.edits import path_slips
from coursekit.questions.assessing import (
    right,
    run_text,
    why_word,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Rows,
    Say,
    Wrong,
)
from coursekit.questions.sampling import SELDOM
from coursekit.questions.skins import Drawing, Space


class PumpingQuestion(AutomatonQuestion):
    id, unit, kind = "pumping", 5, "table"
    ROWS = ("x", "y", "z")

    def task(self, space: Space, difficulty: int) -> Data:
        length = difficulty + 3

        def fitting(fa: Automaton) -> list[str]:
            return [
                w for w in words_of_length(fa, length) if 1 <= len(pumpings(fa, w)) <= 4
            ]

        return space.with_word(difficulty, fitting)

    def form(self, data: Data) -> Form:
        return {"rows": self.ROWS, "columns": 1, "cells": "word"}

    def key(self, data: Data) -> Rows:
        _, found = self.looping(data)
        return [["x", found.x], ["y", found.y], ["z", found.z]]

    def looping(self, data: Data) -> tuple[tuple[State, ...], Pumping]:
        """An accepting run that is in the same state before and after y, if there is one, and the decomposition."""
        fa, word = self.fa(data), self.word(data)
        found = pumpings(fa, word)
        for run in accepting_runs(fa, word):
            for one in found:
                if run[len(one.x)] == run[len(one.x + one.y)]:
                    return run, one
        return first_run(fa, word) or (), found[0]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, cells = self.fa(data), dict(answer)
        if missing := next((r for r in self.ROWS if r not in cells), ""):
            return Wrong(0.0, say("verdict.row_missing", row=missing))
        x, y, z = (cells[r] for r in self.ROWS)
        if x + y + z != self.word(data):
            text = say("v.pumping.word", word=self.word(data), got=word_text(x + y + z))
            return Wrong(0.0, text, word_text(x + y + z))
        if not y:
            return Wrong(0.0, say("v.pumping.empty"), "y = ε")
        if can_pump(fa, Pumping(x, y, z)):
            return right(say)
        i, word = next(
            (i, x + y * i + z)
            for i in range(2 ** len(fa.states))
            if not fa.accepts(x + y * i + z)
        )
        text = (
            say("v.pumping.fails", i=i, word=word_text(word))
            + " "
            + why_word(fa, word, say)
        )
        return Wrong(0.0, text, word_text(word))

    def work(self, data: Data, say: Say) -> list[str]:
        fa, (run, found) = self.fa(data), self.looping(data)
        lines = [f"- {run_text(run, self.word(data))}"]
        for i in range(4):
            word = found.pumped(i)
            lines.append(f"- i = {i}: {word} {'✓' if fa.accepts(word) else '✗'}")
        here, there = run[len(found.x)], run[len(found.x + found.y)]
        if here == there:
            lines += ["", say("work.loop", state=here)]
        return lines


class InfiniteCycle(AutomatonQuestion):
    """The language is infinite iff there is a useful cycle."""

    id, unit, kind = "infinite_cycle", 5, "path"
    small = (1, 2)

    def task(self, space: Space, difficulty: int) -> Data:
        """From the third level on a cycle has three states at least: one of two is seen at once."""
        infinite = space.rng.random() >= SELDOM
        least = 4 if difficulty > 2 else 2

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            cycle = useful_cycle(fa)
            if shortest_word(fa) is None or (cycle is None) == infinite:
                return False
            if cycle is not None and len(cycle) < least:
                return False
            loose = (
                fa.with_(start=q, accepting=frozenset(fa.states)) for q in fa.states
            )
            return (
                infinite
                or difficulty == 1
                or any(useful_cycle(f) is not None for f in loose)
            )

        return {"automaton": space.drawn(difficulty, good)}

    def form(self, data: Data) -> Form:
        return {"stations": self.fa(data).states, "empty": True}

    def key(self, data: Data) -> list[str]:
        return list(useful_cycle(self.fa(data)) or ())

    def measure(self, data: Data) -> float:
        """The arrows that are followed, whether there is a cycle or not."""
        return len(self.fa(data).edges)

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        fa = self.fa(data)
        if not answer:
            key = self.key(data)
            return (
                Wrong(0.0, say("v.cycle.exists", state=key[0])) if key else right(say)
            )
        useful = useful_states(fa)
        after = {
            q: {t for p, _, t in fa.edges if p == q and t in useful} for q in useful
        }
        slips = min(
            (
                path_slips(answer, n, q, lambda _, p: after[p], {q})
                for q in useful
                for n in range(max(1, len(answer) - 2), len(answer) + 1)
            ),
            default=len(answer),
        )
        credit = nearness(slips, len(self.key(data))) if len(set(answer)) > 1 else 0.0
        if len(answer) < 2 or answer[0] != answer[-1]:
            return Wrong(credit, say("v.cycle.closed"), " ".join(answer))
        for p, q in pairwise(answer):
            if not any((p, a, q) in fa.edges for a in fa.alphabet):
                return Wrong(credit, say("v.cycle.arrow", tail=p, head=q), f"{p}>{q}")
        useless = next((q for q in answer if q not in useful), None)
        if useless is not None:
            return Wrong(credit, say("v.cycle.useless", state=useless), useless)
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        useful = [q for q in fa.states if q in useful_states(fa)]
        rows = [
            f"- {p} → {', '.join(q for q in useful if any((p, a, q) in fa.edges for a in fa.alphabet)) or '–'}"
            for p in useful
        ]
        lines = [say("work.useful", states=set_text(useful)), *rows]
        if self.key(data):
            return lines
        # Who leaves most behind comes first: a way forwards never leads to one that leaves as much behind
        order = sorted(useful, key=lambda q: -len(_led(fa, q)))
        return [*lines, "", say("work.no_cycle", order=", ".join(order))]


def _led(fa: Automaton, state: str) -> list[str]:
    """Where ways lead from a state."""
    return list(fa.names(fa.with_(start=state).reachable))
