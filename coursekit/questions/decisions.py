"""Units 2 and 3: what can be decided about automata, each time with a witness; and the table-filling algorithm."""

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import complement, minimise, separating_word
from automatakit.languages.operations import product
from automatakit.languages.words import shortest_word, useful_states
from automatakit.steps.minimise import MinimiseSteps
from coursekit.questions.assessing import why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Mistakes, Rows, Say, for_symbols
from coursekit.questions.comparing import Pair
from coursekit.questions.patterns import ShortestIn
from coursekit.questions.sampling import SELDOM, search
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import listed, search_of_pairs


class Decision(Pair):
    """The shortest word that one of two automata accepts and the other does not, or that both accept; or none."""

    def suits(
        self, first: Automaton, second: Automaton, none: bool, difficulty: int
    ) -> bool:
        if (
            None in (shortest_word(first), shortest_word(second))
            or first.edges == second.edges
        ):
            return False
        word = shortest_word(product(first, second, self.accept))
        enough = min(len(useful_states(fa)) for fa in (first, second)) >= min(
            4, difficulty + 1
        )
        return enough and (
            word is None if none else word is not None and len(word) == difficulty + 1
        )


class Inclusion(Decision):
    id, accept = "inclusion", "left only"
    small = range(1, 5)


class Disjoint(Decision):
    id, accept = "disjoint", "both"
    small: ClassVar = {"board": range(1, 6), "textbook": (1, 2)}

    def other(self, one: Drawing, space: Space, difficulty: int) -> Drawing:
        return space.by_lot(min(3, difficulty - 1), 5 + 2 * difficulty)

    def work(self, data: Data, say: Say) -> list[str]:
        """A breadth-first search over pairs of states, up to one in which both accept or to the end."""
        layers = search_of_pairs(*self.followed(data))
        lines = [f"- {n}: {listed(layer)}" for n, layer in enumerate(layers)]
        return [say("work.new_pairs"), *lines, "", self.found(data, say)]


class Universality(ShortestIn):
    """The shortest word that a nondeterministic automaton rejects."""

    id, unit = "universality", 4
    small = range(1, 6)
    may_be_none = True

    def machine(self, data: Data) -> Automaton:
        return complement(self.fa(data))

    def explain(self, data: Data, word: str, say: Say) -> str:
        return why_word(self.fa(data), word, say)

    def task(self, space: Space, difficulty: int) -> Data:
        none, size, rng = (
            space.rng.random() < SELDOM,
            (3, 3, 4, 5, 6)[difficulty - 1],
            space.rng,
        )
        names = space.skin.numbered(size)
        wanted = None if none else space.length((2, 2, 3, 3, 4)[difficulty - 1])

        def make() -> Automaton:
            edges = {
                (rng.choice(names), rng.choice(space.alphabet), rng.choice(names))
                for _ in range(round(for_symbols(3 * size, space.alphabet)))
            }
            accepting = [names[0], *rng.sample(names[1:], size // 2)]
            return Automaton.make(names, names[0], accepting, edges, space.alphabet)

        def good(fa: Automaton) -> bool:
            word = shortest_word(complement(fa))
            rich = len(useful_states(fa)) == size and not fa.is_deterministic
            length = None if word is None else len(word)
            return rich and length == wanted

        return {"automaton": search(make, good)}

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        yield (
            "swap_accepting",
            shortest_word(fa.with_(accepting=frozenset(fa.states) - fa.accepting)),
        )


class TableFilling(AutomatonQuestion):
    """For every pair of states the round in which it is marked: the length of a shortest word that tells it apart."""

    id, unit, kind = "table_filling", 2, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        size, rng = (4, 5, 5, 6, 6)[difficulty - 1], space.rng
        names = space.skin.numbered(size)

        def make() -> Automaton:
            edges = [(p, a, rng.choice(names)) for p in names for a in space.alphabet]
            return Automaton.make(
                names,
                names[0],
                rng.sample(names, rng.randint(1, size - 1)),
                edges,
                space.alphabet,
            )

        def good(fa: Automaton) -> bool:
            rounds = {self.round(fa, p, q) for p, q in combinations(fa.states, 2)}
            return (
                "never" in rounds
                and len(rounds) == 2 + space.length((1, 1, 2, 2, 3)[difficulty - 1])
                and len(useful_states(fa)) >= size - 1
                and len(minimise(fa).states) > 2
            )

        return {"automaton": search(make, good)}

    def round(self, fa: Automaton, p: str, q: str) -> str:
        """When a pair is marked."""
        word = separating_word(fa, p, q)
        return "never" if word is None else str(len(word))

    def pairs(self, data: Data) -> dict[str, tuple[str, str]]:
        """The pairs of states by the labels of their rows."""
        return {
            f"{p} {q}": (str(p), str(q))
            for p, q in combinations(self.fa(data).states, 2)
        }

    def form(self, data: Data) -> Form:
        return {"rows": list(self.pairs(data)), "columns": 1, "cells": "number|never"}

    def key(self, data: Data) -> Rows:
        return [
            [label, self.round(self.fa(data), *pair)]
            for label, pair in self.pairs(data).items()
        ]

    def wrong(self, data: Data) -> Mistakes:
        yield (
            "counts_from_one",
            [
                [row, str(int(n) + 1) if n != "never" else n]
                for row, n in self.key(data)
            ],
        )

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        p, q = self.pairs(data)[label]
        word = separating_word(self.fa(data), p, q)
        if word is None:
            return say("v.filling.never", one=p, two=q)
        return say("v.filling.word", one=p, two=q, word=word_text(word))

    def steps(self, data: Data, witness: str | None) -> MinimiseSteps:
        return MinimiseSteps(self.fa(data))

    def work(self, data: Data, say: Say) -> list[str]:
        """Round by round the pairs that are marked; from the second on with the marked pair to which a symbol leads."""
        fa, rounds = self.fa(data), dict(self.key(data))
        by_round: dict[str, list[str]] = {}
        for label, pair in self.pairs(data).items():
            number = rounds[label]
            why = "" if number in ("0", "never") else self.leads(fa, *pair)
            by_round.setdefault(number, []).append(label + why)
        order = sorted(by_round, key=lambda number: (number == "never", number))
        return [f"- {number}: {', '.join(by_round[number])}" for number in order]

    @staticmethod
    def leads(fa: Automaton, p: str, q: str) -> str:
        """To which pair the first symbol of a shortest separating word leads, as ``(a → q1 q2)``."""
        symbol = (separating_word(fa, p, q) or "")[0]
        heads = [*fa.successors(p, symbol), *fa.successors(q, symbol)]
        one, two = sorted(heads, key=fa.index.__getitem__)
        return f" ({symbol} → {one} {two})"
