"""What the states of an automaton remember, in sentences."""

import random
from collections.abc import Callable, Sequence

from automatakit.automaton.states import AutomatonJson
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample, equivalent, first_word
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.search import search as reachable
from automatakit.languages.words import shortest_word
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Judged, Rows, Say, Values, Wrong
from coursekit.questions.conditions import Condition, automaton_of, clause
from coursekit.questions.described import described, symbols_text
from coursekit.questions.patterns import BuildAutomaton
from coursekit.questions.sampling import search
from coursekit.questions.skins import Space
from coursekit.questions.solved import table

LETTERS = "ABCDEFGHIJ"


# ---------------------------------------------------------------- what can be remembered: one sentence a state
def remainder(rng: random.Random, alphabet: str, m: int) -> list[Condition]:
    """The number of a symbol modulo m."""
    x = rng.choice(alphabet)
    return [["number_modulo", {"x": x, "m": m, "r": r}] for r in range(m)]


def length(rng: random.Random, alphabet: str, m: int) -> list[Condition]:
    """The length modulo m."""
    return [["length_modulo", {"m": m, "r": r}] for r in range(m)]


def counter(rng: random.Random, alphabet: str, m: int) -> list[Condition]:
    """How many of a symbol there were, up to m − 1."""
    x = rng.choice(alphabet)
    return [
        *(["exactly", {"x": x, "k": k}] for k in range(m - 1)),
        ["at_least", {"x": x, "k": m - 1}],
    ]


def progress(rng: random.Random, alphabet: str, m: int) -> list[Condition]:
    """How much of xy stands at the end, or that xy has occurred."""
    x, y = rng.sample(alphabet, 2)
    found, last = ["contains", {"u": x + y}], ["ends_in", {"u": x}]
    return [
        ["and", ["not", found], ["not", last]],
        ["and", ["not", found], last],
        found,
    ]


FEATURES: tuple[Callable[[random.Random, str, int], list[Condition]], ...] = (
    remainder,
    length,
    counter,
    progress,
)
SHAPES: tuple[tuple[int, ...], ...] = ((3,), (4,), (2, 3), (2, 4), (3, 3))
"""How many values of which features a state remembers, by difficulty."""


def about(sentences: Sequence[Condition]) -> tuple[bool, object]:
    """What sentences count: the length, or a symbol."""
    family, values = sentences[0]
    return family == "length_modulo", values.get("x")


def remembered(space: Space, difficulty: int) -> list[Condition]:
    """Sentences of which exactly one holds of each word: values of one feature, or of two."""

    def make() -> list[Condition] | None:
        parts = [
            space.rng.choice(FEATURES)(space.rng, space.alphabet, m)
            for m in SHAPES[difficulty - 1]
        ]
        if len(parts) == 1:
            return parts[0]
        # "And" stands between two plain clauses about two things, or nobody can read it.
        if {one[0] for part in parts for one in part} & {"and"}:
            return None
        if about(parts[0]) == about(parts[1]):
            return None
        return [["and", one, two] for one in parts[0] for two in parts[1]]

    def good(sentences: list[Condition]) -> bool:
        return difficulty + 2 <= len(sentences) <= difficulty + 4 and all(
            minimise(automaton_of(one, space.alphabet)).accepting for one in sentences
        )

    return search(make, good)


def machine_of(sentences: Sequence[Condition], alphabet: str) -> Automaton:
    """The automaton whose states are the sentences, by number: where the words of one lead with one more symbol."""
    readers = [automaton_of(one, alphabet) for one in sentences]

    def state(word: str) -> int:
        return next(i for i, fa in enumerate(readers) if fa.accepts(word))

    words: dict[int, str] = {}
    for here, word in reachable(state(""), alphabet, lambda i, a: state(words[i] + a)):
        words[here] = word
    edges = [(i, a, state(word + a)) for i, word in words.items() for a in alphabet]
    return Automaton.make(words, state(""), [], edges, alphabet)


class Sentences(AutomatonQuestion):
    """Which of the lettered ``{sentences}`` says what each row stands for?"""

    kind = "table"

    def machines(self, data: Data) -> dict[str, Automaton]:
        """For each row the automaton of the words in question."""
        raise NotImplementedError

    def readers(self, data: Data) -> dict[str, Automaton]:
        """The automaton of each sentence, by its letter."""
        return {
            letter: automaton_of(one, data["alphabet"])
            for letter, one in zip(LETTERS, data["sentences"], strict=False)
        }

    def form(self, data: Data) -> Form:
        rows, letters = (
            list(self.machines(data)),
            list(LETTERS[: len(data["sentences"])]),
        )
        return {"rows": rows, "columns": 1, "cells": dict.fromkeys(rows, letters)}

    def key(self, data: Data) -> Rows:
        readers = self.readers(data)
        return [
            [
                row,
                next(
                    letter
                    for letter, reader in readers.items()
                    if equivalent(fa, reader)
                ),
            ]
            for row, fa in self.machines(data).items()
        ]

    def values(self, data: Data, say: Say) -> Values:
        said = (
            f"- {letter}: {clause(one, say)}"
            for letter, one in zip(LETTERS, data["sentences"], strict=False)
        )
        return {
            **super().values(data, say),
            "sentences": "\n".join(said),
            "symbols": symbols_text(data),
        }

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        """A word that belongs to the row and not to the sentence, or the other way round."""
        fa, reader = self.machines(data)[label], self.readers(data)[cells[0]]
        word = first_word(fa, reader, lambda one, two: one != two) or ""
        return say(
            "v.sentence.row" if fa.accepts(word) else "v.sentence.only",
            word=word_text(word),
            row=label,
            sentence=cells[0],
        )


class StateMeaning(Sentences):
    """Exactly one sentence holds of the words that lead to a state; some sentences hold for none."""

    id, unit = "state_meaning", 2

    def task(self, space: Space, difficulty: int) -> Data:
        sentences = remembered(space, difficulty)
        fa = machine_of(sentences, space.alphabet)
        names = space.skin.numbered(len(fa.states))
        order = [fa.start, *space.rng.sample(fa.states[1:], len(fa.states) - 1)]
        named = fa.renamed(lambda i: names[order.index(i)])
        accepting = space.rng.sample(names, max(1, len(names) // 2))
        space.rng.shuffle(sentences)
        return {
            "automaton": Automaton.make(
                names, names[0], accepting, named.edges, space.alphabet
            ),
            "sentences": sentences,
        }

    def machines(self, data: Data) -> dict[str, Automaton]:
        fa = self.fa(data)
        return {str(q): fa.with_(accepting=[q]) for q in fa.states}

    def work(self, data: Data, say: Say) -> list[str]:
        """A word for each state: of the sentences just one is true of it."""
        machines = self.machines(data)
        lines = []
        for row, letter in self.key(data):
            word = word_text(shortest_word(machines[row]) or "")
            told = say("work.meaning", row=row, word=word, sentence=letter)
            lines.append(f"- {told}")
        return lines


class Describe(Sentences):
    """Two automata, and sentences that come near."""

    id, unit = "describe", 1

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            two = [described(space, min(difficulty, 3)) for _ in range(2)]
            near = [["not", one] for one in two if one[0] != "not"]
            near += [
                described(space, min(difficulty, 3)) for _ in range(6 - 2 - len(near))
            ]
            fas = [minimise(automaton_of(one, space.alphabet)) for one in (*two, *near)]
            if any(
                equivalent(fa, other) for i, fa in enumerate(fas) for other in fas[:i]
            ):
                return None
            sentences = [*two, *near]
            space.rng.shuffle(sentences)
            return {"automaton": fas[0], "other": fas[1], "sentences": sentences}

        return search(make)

    def machines(self, data: Data) -> dict[str, Automaton]:
        return {"1": self.fa(data), "2": self.fa(data, "other")}

    def work(self, data: Data, say: Say) -> list[str]:
        """The sentence of each automaton; of each other one a word that it misjudges, sorted by which way it does."""
        machines, readers = self.machines(data), self.readers(data)
        lines = []
        for row, letter in self.key(data):
            kept, left_out = list[str](), list[str]()
            for other, reader in readers.items():
                word = counterexample(machines[row], reader)
                if word is not None:
                    wrong = left_out if machines[row].accepts(word) else kept
                    wrong.append(f"{other} ({word_text(word)})")
            told = say(
                "work.fits",
                row=row,
                sentence=letter,
                kept=", ".join(kept) or "–",
                left_out=", ".join(left_out) or "–",
            )
            lines.append(f"- {told}")
        return lines


class BuildByMeaning(BuildAutomaton):
    """The states and what they mean are given; the arrows are asked for."""

    id, unit = "build_by_meaning", 2
    demands = ("deterministic", "complete")

    def task(self, space: Space, difficulty: int) -> Data:
        sentences = remembered(space, difficulty)
        space.rng.shuffle(sentences)
        accepting = space.rng.sample(range(len(sentences)), max(1, len(sentences) // 2))
        return {
            "sentences": sentences,
            "accepting": [f"q{i}" for i in sorted(accepting)],
        }

    def full_form(self, data: Data) -> Form:
        """In the example other names stand, so that none of its arrows is by chance one of the answer."""
        return {**super().full_form(data), "names": ("p", "q", "r")}

    def target(self, data: Data) -> Automaton:
        fa = machine_of(data["sentences"], data["alphabet"]).renamed(lambda i: f"q{i}")
        return fa.with_(states=sorted(fa.states), accepting=data["accepting"])

    def key(self, data: Data) -> AutomatonJson:
        return self.target(data).to_json()

    def assess(self, data: Data, answer: AutomatonJson, say: Say) -> Judged:
        """The language, and then the meaning of every state."""
        judged = super().assess(data, answer, say)
        if isinstance(judged, Wrong):
            return judged
        fa, target = Automaton.from_json(answer), self.target(data)
        ends = (
            (target.with_(accepting=[q]), fa.with_(accepting={q} & {*fa.states}))
            for q in target.states
        )
        apart = (
            first_word(one, two, lambda here, there: here and not there)
            for one, two in ends
        )
        other = [word for word in apart if word is not None]
        if not other and set(fa.states) == set(target.states):
            return judged
        if not other:
            return Wrong(
                nearness(1, len(target.states)),
                say("v.meaning.states", n=len(target.states)),
            )
        got = fa.names(fa.read(other[0]))[0]
        return Wrong(
            nearness(len(other), len(target.states)),
            say("v.meaning.state", word=word_text(other[0]), got=got),
            word_text(other[0]),
        )

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.target(data)
        lines = []
        for mask, word in first_words(fa):
            (state,) = fa.names(mask)
            longer = (word + a for a in data["alphabet"])
            grown = ", ".join(f"{w} → {fa.names(fa.read(w))[0]}" for w in longer)
            values = {"state": state, "word": word_text(word), "grown": grown}
            lines.append(f"- {say('work.state_word', **values)}")
        return [*lines, "", *table(fa)]

    def beginning(self, data: Data, say: Say) -> str:
        """The arrows of at most half of the states."""
        shown = max(1, len(data["sentences"]) // 2)
        return "\n".join(self.work(data, say)[:shown])

    def values(self, data: Data, say: Say) -> Values:
        said = (
            f"- q{i}: {clause(one, say)}" for i, one in enumerate(data["sentences"])
        )
        return {
            "sentences": "\n".join(said),
            "accepting": ", ".join(data["accepting"]),
            "symbols": symbols_text(data),
        }

    def reason(self, data: Data, word: str, say: Say) -> str:
        target = self.target(data)
        return say(
            "reason.meaning",
            word=word_text(word),
            state=target.names(target.read(word))[0],
        )
