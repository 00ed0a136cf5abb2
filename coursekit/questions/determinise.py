"""Determinise and minimise."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, takewhile
from typing import ClassVar

from automatakit.automaton.states import AutomatonJson, State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import (
    first_words,
    minimise,
    separating_word,
    subsets,
)
from automatakit.languages.structure import (
    most_tokens,
    synchronising_word,
    transition_monoid,
)
from automatakit.languages.words import shortest_word, useful_states
from automatakit.steps.minimise import MinimiseSteps
from automatakit.steps.subset import SubsetSteps
from coursekit.judging.credit import table_credit
from coursekit.judging.misread import eps_stay, variants
from coursekit.questions.assessing import (
    misconception,
    right,
    sets_text,
    steps_text,
    why_word,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion, TableQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Misreadings,
    Mistakes,
    Rows,
    Say,
    Wrong,
)
from coursekit.questions.patterns import BestWord
from coursekit.questions.sampling import search
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import (
    counted,
    first_sets,
    lettered,
    minimised,
    split_blocks,
)


class Determinise(AutomatonQuestion):
    """The subset construction as a table: set of states → set after each letter."""

    id, unit, kind = "determinise", 2, "table"
    bands: ClassVar = {
        "board": ((10, 15), (18, 25), (29, 40), (48, 68), (78, 112)),
        "textbook": ((18, 25), (29, 40), (41, 58), (85, 121), (137, 196)),
    }

    def task(self, space: Space, difficulty: int) -> Data:
        size = (4, 5, 6, 8, 10)[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            sets = subsets(drawing.fa()).states
            # Where no word has a choice there is nothing to determinise
            return (
                len(sets) == size
                and max(map(len, sets)) > 1
                and shortest_word(drawing.fa()) is not None
            )

        drawing = space.drawn(difficulty, good)
        return {"automaton": drawing}

    def form(self, data: Data) -> Form:
        fa = self.fa(data)
        return {
            "columns": len(fa.alphabet),
            "heads": fa.alphabet,
            "sets": True,
            "members": fa.states,
        }

    def full_form(self, data: Data) -> Form:
        """With an example in the names of this automaton."""
        fa = self.fa(data)
        *_, p, q, r = fa.states
        nowhere = [""] * (len(fa.alphabet) - 1)
        rows = {
            p: [f"{q} {r}", *nowhere],
            f"{q} {r}": [p, *nowhere],
            "": ["", *nowhere],
        }
        example = json.dumps(rows).replace("]}", "], …}")
        return {**super().full_form(data), "example": example}

    def table(self, fa: Automaton) -> list[list[str]]:
        return sorted([_name(q), *map(_name, row)] for q, row in _rows(subsets(fa)))

    def key(self, data: Data) -> Rows:
        return self.table(self.fa(data))

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        """A needed row that is wrong or missing is a slip, a needless one if it does not follow from its own label."""
        fa, key = self.fa(data), {r[0]: r[1:] for r in self.key(data)}
        given = {r[0]: r[1:] for r in answer}
        good = sum(given.get(label) == cells for label, cells in key.items())
        extra = [label for label in given if label not in key]
        if good == len(key) and not extra:
            return right(say)
        without = (
            all(given.get(k) == v for k, v in key.items() if k) and "" not in given
        )
        found = (
            "no_empty_set"
            if without and "" in key
            else misconception(self, data, answer)
        )
        label = next(
            (k for k in key if given.get(k) != key[k]), extra[0] if extra else ""
        )
        shown = set_text(label.split())
        if label not in given:
            text = say(
                "v.determinise.missing", set=shown, word=word_text(_word_to(fa, label))
            )
        elif label in extra:
            text = say("v.determinise.extra", set=shown)
        else:
            column = next(
                i for i, cell in enumerate(key[label]) if given[label][i] != cell
            )
            a = fa.alphabet[column]
            got = set_text(given[label][column].split())
            steps = steps_text(fa, label.split(), a)
            text = (
                say("v.determinise.row", set=shown, letter=a, got=got, steps=steps)
                if label
                else say("v.determinise.empty", letter=a, got=got)
            )
        slips = (
            len(key)
            - good
            + sum(given[label] != self.cells(fa, label) for label in extra)
        )
        credit = table_credit(list(key.values()), list(given.values()), slips)
        return Wrong(credit, text, shown, misconception=found)

    @staticmethod
    def cells(fa: Automaton, label: str) -> list[str]:
        """The cells of a row that would be right, if its set were needed."""
        states = label.split()
        return [
            " ".join(sorted({q for p in states for q in fa.successors(p, a)}))
            for a in fa.alphabet
        ]

    def wrong(self, data: Data) -> Mistakes:
        yield "eps_stay", self.table(eps_stay(self.fa(data)))

    def steps(self, data: Data, witness: str | None) -> SubsetSteps:
        return SubsetSteps(self.fa(data))

    def work(self, data: Data, say: Say) -> list[str]:
        """The table, with marks for the start and for the sets that accept."""
        fa = self.fa(data)
        dfa = subsets(fa)
        lines = [
            f"| | {' | '.join(fa.alphabet)} |",
            "|---" * (1 + len(fa.alphabet)) + "|",
        ]
        for q, row in _rows(dfa):
            mark = "→" * (q == dfa.start) + "*" * (q in dfa.accepting)
            cells = " | ".join(_in_order(fa, states) for states in (q, *row))
            lines.append(f"| {mark}{cells} |")
        return lines


def _rows(dfa: Automaton) -> list[tuple[State, list[State]]]:
    """Every state with its successors, symbol by symbol."""
    return [
        (q, [t for a in dfa.alphabet for t in dfa.successors(q, a)]) for q in dfa.states
    ]


def _name(states: frozenset[str]) -> str:
    return " ".join(sorted(states))


def _in_order(fa: Automaton, states: Iterable[str]) -> str:
    """A set of states as text, in the order of the automaton."""
    return set_text(fa.names(fa.mask(states)))


def _word_to(fa: Automaton, label: str) -> str:
    """The shortest word after which exactly these states are active."""
    return next(
        word for mask, word in first_words(fa) if mask == fa.mask(label.split())
    )


def random_dfa(space: Space, size: int, finals: int | None = None) -> Automaton:
    """A complete DFA with random arrows, all states reachable."""
    names, rng = space.skin.numbered(size), space.rng

    def make() -> Automaton:
        edges = frozenset(
            (q, a, rng.choice(names)) for q in names for a in space.alphabet
        )
        accepting = frozenset(rng.sample(names, finals or max(1, size // 3)))
        return Automaton.make(names, names[0], accepting, edges, space.alphabet)

    return search(make, lambda fa: len(subsets(fa).states) == size)


class Minimise(TableQuestion):
    id, unit, kind = "minimise", 2, "automaton"
    demands = ("deterministic", "complete", "minimal")

    def task(self, space: Space, difficulty: int) -> Data:
        size, small = ((3, 2), (4, 3), (5, 3), (6, 4), (8, 5))[difficulty - 1]
        rng = space.rng

        def make() -> Automaton:
            """A small DFA whose states are split in two at random."""
            base = random_dfa(space, small)
            names = space.skin.numbered(size)
            copy_of = {
                n: base.states[i] if i < small else rng.choice(base.states)
                for i, n in enumerate(names)
            }
            edges = frozenset(
                (
                    n,
                    a,
                    rng.choice(
                        [
                            m
                            for m in names
                            if copy_of[m] == base.successors(copy_of[n], a)[0]
                        ]
                    ),
                )
                for n in names
                for a in space.alphabet
            )
            final = [n for n in names if copy_of[n] in base.accepting]
            return Automaton.make(names, names[0], final, edges, space.alphabet)

        def good(fa: Automaton) -> bool:
            least = minimise(fa)
            # With ε alone, one state would nearly do
            worth = any(q in least.accepting for _, _, q in least.edges)
            return (
                len(subsets(fa).states) == size and len(least.states) == small and worth
            )

        return {"table": search(make, good)}

    def target(self, data: Data) -> Automaton:
        return self.fa(data)

    def shown(self, data: Data) -> Sequence[Automaton]:
        return (self.fa(data),)

    def key(self, data: Data) -> AutomatonJson:
        return minimise(self.fa(data)).to_json()

    def ends_with(self, data: Data, key: AutomatonJson) -> AutomatonJson:
        """The automaton of the solution's table."""
        return lettered(self.fa(data)).to_json()

    def misread(self, data: Data) -> Misreadings:
        return variants(self.target(data))

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.given", why=why_word(self.fa(data), word, say))

    def steps(self, data: Data, witness: str | None) -> MinimiseSteps:
        return MinimiseSteps(self.fa(data))

    def work(self, data: Data, say: Say) -> list[str]:
        return minimised(self.fa(data), say)

    def beginning(self, data: Data, say: Say) -> str:
        """The first two blocks, and the first split unless it is the only one."""
        lines = split_blocks(self.fa(data), say)
        return "\n".join(lines[: 2 if len(lines) > 2 else 1])


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
        rows = list(self.pairs(data))
        return {"rows": rows, "pairs": True, "columns": 1, "cells": "number|never"}

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
        """Round by round the pairs that are marked; from the second on with the pairs to which symbols lead."""
        fa, rounds = self.fa(data), dict(self.key(data))
        by_round: dict[str, list[str]] = {}
        for label, pair in self.pairs(data).items():
            number = rounds[label]
            why = "" if number == "0" else self.leads(fa, *pair)
            by_round.setdefault(number, []).append(label + why)
        order = sorted(by_round, key=lambda number: (number == "never", number))
        return [f"- {number}: {', '.join(by_round[number])}" for number in order]

    @staticmethod
    def leads(fa: Automaton, p: str, q: str) -> str:
        """To which pair the first symbol of a shortest separating word leads; without one, where every symbol does."""
        word = separating_word(fa, p, q)
        told = []
        for symbol in fa.alphabet if word is None else word[0]:
            heads = [*fa.successors(p, symbol), *fa.successors(q, symbol)]
            one, two = sorted(heads, key=fa.index.__getitem__)
            told.append(f"{symbol} → {one} {two}")
        return f" ({'; '.join(told)})"


MANY_SETS = 10
"""So many sets can be numbered and split by hand."""


class MinimalStates(AutomatonQuestion):
    id, unit, kind = "minimal_states", 2, "number"
    small = range(1, 6)

    def task(self, space: Space, difficulty: int) -> Data:
        size = difficulty + 3 + space.rng.randrange(2)

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            sets = len(subsets(fa).states)
            return len(minimise(fa).states) == size < sets <= MANY_SETS

        return {"automaton": space.drawn(difficulty, good, size=max(1, difficulty - 1))}

    def key(self, data: Data) -> int:
        return len(minimise(self.fa(data)).states)

    def wrong(self, data: Data) -> Mistakes:
        small = minimise(self.fa(data))
        if any(shortest_word(small.with_(start=q)) is None for q in small.states):
            yield "no_empty_set", self.key(data) - 1
        yield "more_states", len(subsets(self.fa(data)).states)
        yield "more_states", len(self.fa(data).states)

    def steps(self, data: Data, witness: str | None) -> MinimiseSteps:
        return MinimiseSteps(self.fa(data))

    def work(self, data: Data, say: Say) -> list[str]:
        """The subset automaton, its sets numbered; then blocks of them are split."""
        fa = self.fa(data)
        dfa = subsets(fa)
        numbered = dfa.renamed(lambda states: f"s{dfa.index[states]}")
        rows = [
            f"| | | {' | '.join(fa.alphabet)} |",
            "|---|---" + "|---" * len(fa.alphabet) + "|",
        ]
        for q, row in _rows(dfa):
            mark = "→" * (q == dfa.start) + "*" * (q in dfa.accepting)
            heads = " | ".join(f"s{dfa.index[t]}" for t in row)
            rows.append(f"| {mark}s{dfa.index[q]} | {_in_order(fa, q)} | {heads} |")
        return [*rows, "", *counted(numbered, say)]


MOST_SETS = 18
"""So many sets a search by hand may meet."""


def everywhere(fa: Automaton) -> Automaton:
    """An automaton, begun in every state."""
    return replace(fa, starts=fa.mask(fa.states))


class SynchronisingWord(TableQuestion):
    """A shortest word that leads every state to one and the same state."""

    id, unit, kind = "synchronising_word", 2, "word"

    def task(self, space: Space, difficulty: int) -> Data:
        size, *lengths = ((3, 2, 3), (4, 3, 4), (5, 6, 8), (6, 6, 8), (6, 7, 9))[
            difficulty - 1
        ]
        low, high = map(space.length, lengths)

        def good(fa: Automaton) -> bool:
            word = synchronising_word(fa)
            if word is None or not low <= len(word) <= high:
                return False
            met = (w for _, w in first_words(everywhere(fa)))
            return sum(1 for _ in takewhile(lambda w: w != word, met)) < MOST_SETS

        return {"table": search(lambda: random_dfa(space, size), good)}

    def key(self, data: Data) -> str:
        return synchronising_word(self.fa(data)) or ""

    def followed(self, data: Data) -> list[Automaton]:
        return [everywhere(self.fa(data))]

    def assess(self, data: Data, answer: str, say: Say) -> Judged:
        fa = everywhere(self.fa(data))
        if len(fa.active(answer)[-1]) > 1:
            text = say(
                "v.synchronising.open",
                word=word_text(answer),
                sets=sets_text(fa, answer),
            )
            return Wrong(0.0, text, word_text(answer))
        if len(answer) > len(self.key(data)):
            return Wrong(0.0, say("v.word.longer", word=answer, n=len(answer)), answer)
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        """A breadth-first search that begins with all states and ends with the first single one."""
        key = self.key(data)
        found = say("work.synchronised", word=key)
        return [*first_sets(self.followed(data), key), "", found]


class MostTokens(BestWord):
    id, unit = "most_tokens", 2

    def task(self, space: Space, difficulty: int) -> Data:
        length = space.length((2, 3, 4, 5, 6)[difficulty - 1])
        wanted = space.word(length)

        def good(drawing: Drawing) -> bool:
            """No other word of that length does as well."""
            fa = drawing.fa()
            size = fa.read(wanted).bit_count()
            if size < 2 or most_tokens(fa) != (size, wanted):
                return False
            sizes = [fa.read(w).bit_count() for w in space.all_words(length)]
            return (
                sizes.count(size) == 1 and len(subsets(fa).states) <= 9 + 2 * difficulty
            )

        return {"automaton": space.drawn(difficulty, good, more=difficulty)}

    def score(self, data: Data, word: str) -> int:
        return len(self.fa(data).active(word)[-1])

    def explain(self, data: Data, word: str, say: Say) -> str:
        sets = say("reason.sets", sets=sets_text(self.fa(data), word))
        return (
            say("v.most_tokens.less", word=word_text(word), got=self.score(data, word))
            + " "
            + sets
        )

    def best(self, data: Data) -> str:
        return most_tokens(self.fa(data))[1]

    def work(self, data: Data, say: Say) -> list[str]:
        """The sets that can be reached, each with a word, until all states are active or nothing new follows."""
        fa, best = self.fa(data), self.best(data)
        most = len(fa.active(best)[-1])
        if most == len(fa.states):
            last, told = best, say("work.all_active", word=best, most=most)
        else:
            last, told = None, say("work.largest", word=best, most=most)
        return [*first_sets([fa], last), "", told]

    def beginning(self, data: Data, say: Say) -> str:
        """Not the line in which the best word stands."""
        lines = super().beginning(data, say).split("\n")
        return "\n".join(lines[: len(self.best(data))])


ELEMENTS = (range(6, 10), range(8, 12), range(10, 14), range(11, 16), range(12, 17))
"""How many elements a monoid may have, by level: few enough to be written down by hand."""


class TransitionMonoid(TableQuestion):
    id, unit, kind = "transition_monoid", 2, "number"

    def task(self, space: Space, difficulty: int) -> Data:
        states = ((3, 4), (3, 4), (4,), (4,), (4,))[difficulty - 1]
        elements = space.rng.choice(ELEMENTS[difficulty - 1])
        fa = search(
            lambda: random_dfa(space, space.rng.choice(states), 1),
            lambda fa: len(transition_monoid(fa)) == elements,
        )
        return {"table": fa}

    def key(self, data: Data) -> int:
        return len(transition_monoid(self.fa(data)))

    def wrong(self, data: Data) -> Mistakes:
        yield "empty_path", self.key(data) - 1

    def work(self, data: Data, say: Say) -> list[str]:
        """The elements as a table; the last columns lead from each to that with one more symbol."""
        fa = self.fa(data)
        words = list(transition_monoid(fa).values())
        named = {self._ends(fa, word): word_text(word) for word in words}
        heads = ["", *fa.states, *(f"·{a}" for a in fa.alphabet)]
        rows = []
        for word in words:
            longer = [named[self._ends(fa, word + a)] for a in fa.alphabet]
            rows.append([word_text(word), *self._ends(fa, word), *longer])
        lines = [f"| {' | '.join(row)} |" for row in (heads, *rows)]
        return [lines[0].replace("|  |", "| |"), "|---" * len(heads) + "|", *lines[1:]]

    @staticmethod
    def _ends(fa: Automaton, word: str) -> tuple[str, ...]:
        """Where a word leads from each state."""
        return tuple(fa.with_(start=q).active(word)[-1][0] for q in fa.states)
