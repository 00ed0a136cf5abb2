"""Units 3 and 4: closure, regular expressions, pumping, cycles, numbers of words, chances."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from automatakit.automaton.states import EPSILON, AutomatonJson, State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.brackets import plain
from automatakit.languages.compare import equivalent
from automatakit.languages.elimination import to_regex
from automatakit.languages.minimal import complement, minimise, reverse, subsets
from automatakit.languages.operations import product, remove_epsilon
from automatakit.languages.runs import accepting_runs, first_run
from automatakit.languages.structure import Pumping, can_pump, pumpings, useful_cycle
from automatakit.languages.words import (
    is_finite,
    shortest_word,
    useful_states,
    words_of_length,
)
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.subset import SubsetSteps
from boardkit.svg import Picture
from coursekit.judging.credit import nearness
from coursekit.judging.edits import path_slips
from coursekit.judging.misconceptions import early_arrival, variants
from coursekit.questions.assessing import (
    right,
    run_text,
    spelt,
    why_word,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion, TableQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Misreadings,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.sampling import SELDOM, search
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import eliminated, pairs, table


class BuildAutomaton(AutomatonQuestion):
    """The answer is an automaton for the language of `target(data)`."""

    kind = "automaton"

    def followed(self, data: Data) -> Sequence[Automaton]:
        """Of what it is built from, unless that is a product, no run is a run of what is built."""
        return self.shown(data) if self.accept else ()

    def key(self, data: Data) -> AutomatonJson:
        return minimise(self.target(data)).to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        shown = self.target(data)
        if {*shown.states} == {*self.key(data)["states"]}:
            return table(shown)
        return [*table(shown), "", say("work.minimal_below")]


class LosingTowers(BuildAutomaton):
    id, unit = "losing_towers", 4

    def task(self, space: Space, difficulty: int) -> Data:
        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            return (
                len(minimise(fa).states) == difficulty + 3 and not fa.is_deterministic
            )

        return {"automaton": space.drawn(difficulty, good, size=max(1, difficulty - 1))}

    def target(self, data: Data) -> Automaton:
        return spelt(complement(self.fa(data)), self.fa(data))

    def steps(self, data: Data, witness: str | None) -> SubsetSteps:
        return SubsetSteps(self.fa(data))

    def shown(self, data: Data) -> Sequence[Automaton]:
        return (self.fa(data),)

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.board", why=why_word(self.fa(data), word, say))

    def misread(self, data: Data) -> Misreadings:
        fa = self.fa(data)
        yield "complement", fa
        yield "swap_accepting", fa.with_(accepting=frozenset(fa.states) - fa.accepting)
        d = subsets(fa)
        if frozenset() in d.states:
            yield (
                "no_empty_set",
                d.with_(accepting=frozenset(d.states) - d.accepting - {frozenset()}),
            )
        yield "early_arrival", complement(early_arrival(fa))


class Product(BuildAutomaton):
    """The intersection of the two players' languages."""

    id, unit, accept = "product", 4, "both"
    bands: ClassVar = {
        "board": ((3, 4), (5, 7), (7, 10), (9, 13), (12, 18)),
        "textbook": ((3, 4), (5, 7), (8, 12), (12, 18), (16, 24)),
    }

    def task(self, space: Space, difficulty: int) -> Data:
        size = (4, 5, 6, 7, 8)[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            one, two = drawing.fa(1), drawing.fa(2)
            both = minimise(product(one, two, "both"))
            return (
                len(both.states) == size
                and not equivalent(both, one)
                and not equivalent(both, two)
            )

        return {
            "automaton": space.drawn(
                difficulty, good, starts=2, more=3, size=max(1, difficulty - 1)
            )
        }

    def target(self, data: Data) -> Automaton:
        both = self.both(data)
        return spelt(product(*both, self.accept), *both)

    def shown(self, data: Data) -> Sequence[Automaton]:
        return self.both(data)

    def misread(self, data: Data) -> Misreadings:
        one, two = self.both(data)
        yield "union", product(one, two, "either")
        yield "forgets_other", one
        yield "forgets_other", two
        yield from super().misread(data)

    def measure(self, data: Data) -> float:
        """The pairs of states that are written down."""
        return len(pairs(*self.both(data)).states)

    def work(self, data: Data, say: Say) -> list[str]:
        return [*table(pairs(*self.both(data))), "", say("work.minimal_below")]

    def reason(self, data: Data, word: str, say: Say) -> str:
        return self.why_both(data, word, say)


class Reverse(BuildAutomaton):
    id, unit = "reverse", 4

    def task(self, space: Space, difficulty: int) -> Data:
        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            back = reverse(fa)
            return len(minimise(back).states) == difficulty + 3 and not equivalent(
                fa, back
            )

        return {"automaton": space.drawn(difficulty, good, size=max(1, difficulty - 1))}

    def target(self, data: Data) -> Automaton:
        return reverse(self.fa(data))

    def shown(self, data: Data) -> Sequence[Automaton]:
        return (self.fa(data),)

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        return super().show(data, witness[::-1], say)

    def reason(self, data: Data, word: str, say: Say) -> str:
        why = why_word(self.fa(data), word[::-1], say)
        return say("reason.reversed", word=word_text(word[::-1]), why=why)

    def misread(self, data: Data) -> Misreadings:
        fa = self.fa(data)
        yield "not_reversed", fa
        yield (
            "keeps_start",
            fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges)),
        )
        # The mirrored language of the answer is the one that was not reversed
        yield from (one for one in super().misread(data) if one[0] != "reversal")


class TowerAutomaton(BuildAutomaton):
    """The minimal complete automaton of a single tower."""

    id, unit = "tower_automaton", 4
    demands = ("deterministic", "complete", "minimal")

    def task(self, space: Space, difficulty: int) -> Data:
        lengths = ((4, 5), (5, 6), (6, 7), (7, 8), (8, 9))[difficulty - 1]
        return {
            "word": space.rng.choice(
                [w for length in lengths for w in space.all_words(length)]
            )
        }

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "letters": ", ".join(self.alphabet(data))}

    def target(self, data: Data) -> Automaton:
        tower = self.word(data)
        names = list(map(str, range(len(tower) + 1)))
        edges = frozenset((names[i], a, names[i + 1]) for i, a in enumerate(tower))
        return Automaton.make(
            tuple(names), "0", frozenset({names[-1]}), edges, self.alphabet(data)
        )

    def misread(self, data: Data) -> Misreadings:
        # Of a single word that is what is otherwise called an early arrival
        yield "no_sink_loops", early_arrival(self.target(data))
        yield from (one for one in super().misread(data) if one[0] != "early_arrival")

    def work(self, data: Data, say: Say) -> list[str]:
        return table(minimise(self.target(data)))


def with_epsilon(space: Space, difficulty: int) -> Automaton:
    """An automaton in which moves on the empty word matter."""
    size, silent = difficulty + 2, 1 + (difficulty + 1) // 2
    names, rng, alphabet = space.skin.numbered(size), space.rng, space.alphabet

    def make() -> Automaton:
        edges = {
            (rng.choice(names), rng.choice(alphabet), rng.choice(names))
            for _ in range(size + 2)
        }
        edges |= {
            (p, EPSILON, q) for p, q in (rng.sample(names, 2) for _ in range(silent))
        }
        return Automaton.make(
            names, names[0], rng.sample(names, 1 + difficulty // 4), edges, alphabet
        )

    def good(fa: Automaton) -> bool:
        without = fa.with_(edges=frozenset(e for e in fa.edges if e[1]))
        return (
            len(useful_states(fa)) == size
            and len([e for e in fa.edges if not e[1]]) == silent
            and not equivalent(fa, without)
            and len(minimise(fa).states) > 2
        )

    return search(make, good)


class RemoveEpsilon(TableQuestion):
    id, unit, kind = "remove_epsilon", 4, "automaton"
    bands: ClassVar = {
        "board": ((38, 53), (45, 63), (62, 88), (68, 96), (86, 123)),
        "textbook": ((57, 81), (74, 105), (97, 139), (109, 156), (138, 198)),
    }
    demands = ("no_epsilon",)

    def task(self, space: Space, difficulty: int) -> Data:
        return {"table": with_epsilon(space, difficulty)}

    def target(self, data: Data) -> Automaton:
        return self.fa(data)

    def shown(self, data: Data) -> Sequence[Automaton]:
        return (self.fa(data),)

    def key(self, data: Data) -> AutomatonJson:
        return remove_epsilon(self.fa(data)).to_json()

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.given", why=why_word(self.fa(data), word, say))

    def misread(self, data: Data) -> Misreadings:
        fa = self.fa(data)
        yield "drops_epsilon", fa.with_(edges=frozenset(e for e in fa.edges if e[1]))
        yield (
            "forgets_accepting",
            Automaton.from_json(self.key(data)).with_(accepting=fa.accepting),
        )
        yield from super().misread(data)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        rows = [
            f"- ε({q}) = {set_text(fa.names(fa.closed(fa.mask([q]))))}"
            for q in fa.states
        ]
        return [*rows, "", *table(Automaton.from_json(self.key(data)))]


class RegexOfBoard(AutomatonQuestion):
    id, unit, kind = "regex_of_board", 3, "regex"

    def task(self, space: Space, difficulty: int) -> Data:
        low, high = ((4, 7), (8, 14), (12, 20), (18, 28), (26, 44))[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            return low <= len(to_regex(drawing.fa())) < high and (
                difficulty < 2 or not is_finite(drawing.fa())
            )

        return {"automaton": space.drawn(difficulty, good, size=min(2, difficulty))}

    def target(self, data: Data) -> Automaton:
        return self.fa(data)

    def key(self, data: Data) -> str:
        return plain(to_regex(self.target(data)))

    def misread(self, data: Data) -> Misreadings:
        return variants(self.target(data))

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.board", why=why_word(self.target(data), word, say))

    def steps(self, data: Data, witness: str | None) -> EliminationSteps:
        return EliminationSteps(self.target(data))

    def work(self, data: Data, say: Say) -> list[str]:
        return eliminated(self.target(data), say)


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
