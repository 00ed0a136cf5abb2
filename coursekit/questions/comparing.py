"""Two automata, or one with two starts, compared."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from automatakit.automaton.states import State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample, missing
from automatakit.languages.minimal import minimise
from automatakit.languages.operations import product
from automatakit.languages.words import (
    shortest_word,
    useful_states,
    word_counts,
    words_of_length,
)
from coursekit.questions.assessing import spelt, why_word
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Mistakes, Rows, Say
from coursekit.questions.patterns import (
    ShortestIn,
    WordsOf,
    misreadings,
    shortest_of,
)
from coursekit.questions.sampling import SELDOM, of_length, search
from coursekit.questions.skins import LARGEST, Drawing, Space
from coursekit.questions.solved import MOST_PAIRS, few_pairs, search_of_pairs
from coursekit.questions.words import HEIGHTS


class TwoBoards(ShortestIn):
    """The shortest word that exactly one of two automata accepts, or another combination of what they do."""

    accept = "one only"
    told = "v.two.both"
    """The text that says what each of the two does."""

    def followed(self, data: Data) -> tuple[Automaton, Automaton]:
        return self.fa(data), self.fa(data, "other")

    def machine(self, data: Data) -> Automaton:
        return product(*self.followed(data), self.accept)

    def wrong(self, data: Data) -> Mistakes:
        """Both automata misread in the same way."""
        first, second = self.followed(data)
        for (id, one), (_, two) in zip(
            misreadings(first), misreadings(second), strict=True
        ):
            both = product(one, two, self.accept)
            yield from ((id, word) for word in shortest_of(both))

    def explain(self, data: Data, word: str, say: Say) -> str:
        first, second = self.followed(data)
        return say(
            self.told,
            one=why_word(first, word, say),
            two=why_word(second, word, say),
        )


class TellApart(TwoBoards):
    id, unit = "tell_apart", 1

    def steps(self, data: Data, witness: str | None) -> None:
        """None yet: products are taught later."""

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> tuple[Drawing, Drawing]:
            one = space.by_lot(difficulty - 1, 5 + 3 * difficulty)
            return one, one.changed(space.rng)

        def good(pair: tuple[Drawing, Drawing]) -> bool:
            both = pair[0].fa(), pair[1].fa()
            word = counterexample(*both)
            return (
                word is not None
                and len(word) == difficulty + 1
                and few_pairs(both, word)
            )

        one, two = search(make, good)
        return {"automaton": one, "other": two}


class Pair(TwoBoards):
    """The shortest word that tells how the languages of two automata lie to each other, or that there is none."""

    unit = 4
    may_be_none = True

    def other(self, one: Drawing, space: Space, difficulty: int) -> Drawing:
        """The second automaton."""
        return one.changed(space.rng).changed(space.rng)

    def suits(
        self, first: Automaton, second: Automaton, none: bool, difficulty: int
    ) -> bool:
        """Whether two automata make a question of a difficulty, in which there is no such word or there is one."""
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

    def task(self, space: Space, difficulty: int) -> Data:
        none = space.rng.random() < SELDOM

        def make() -> tuple[Drawing, Drawing]:
            one = space.by_lot(min(3, difficulty - 1), 5 + 2 * difficulty)
            return one, self.other(one, space, difficulty)

        def good(pair: tuple[Drawing, Drawing]) -> bool:
            first, second = pair[0].fa(), pair[1].fa()
            return self.suits(first, second, none, difficulty) and self.short(
                first, second, difficulty
            )

        one, two = search(make, good)
        return {"automaton": one, "other": two}

    def short(self, first: Automaton, second: Automaton, difficulty: int) -> bool:
        """Whether the search fits on paper."""
        word = shortest_word(product(first, second, self.accept))
        return few_pairs((first, second), word, MOST_PAIRS + difficulty - 1)


class Equivalence(Pair):
    id = "equivalence"

    def suits(
        self, first: Automaton, second: Automaton, none: bool, difficulty: int
    ) -> bool:
        if first.edges == second.edges or shortest_word(first) is None:
            return False
        word = counterexample(first, second)
        # Longer words have no search that fits on paper
        level = min(difficulty, 4)
        if word is not None if none else word is None or len(word) < level + 2:
            return False
        states = (len(minimise(first).states), len(minimise(second).states))
        return min(states) >= level + 3 >= max(states) - 1 and (
            none
            or difficulty > 3
            or word_counts(product(first, second, "one only"), len(word or ""))[-1] == 1
        )


class Inclusion(Pair):
    id, accept = "inclusion", "left only"
    small = range(1, 5)


class Disjoint(Pair):
    id, accept = "disjoint", "both"
    small: ClassVar = {"board": range(1, 6), "textbook": (1, 2)}

    def other(self, one: Drawing, space: Space, difficulty: int) -> Drawing:
        return space.by_lot(min(3, difficulty - 1), 5 + 2 * difficulty)

    def short(self, first: Automaton, second: Automaton, difficulty: int) -> bool:
        """Pairs of single states are fewer."""
        return True

    def work(self, data: Data, say: Say) -> list[str]:
        """A breadth-first search over pairs of states, up to one in which both accept or to the end."""
        lines = search_of_pairs(*self.followed(data))
        return [say("work.new_pairs"), *lines, "", self.found(data, say)]


class OnlyOneWins(WordsOf):
    id, unit, accept = "only_one_wins", 4, "left only"

    def followed(self, data: Data) -> tuple[Automaton, Automaton]:
        return self.both(data)

    def machine(self, data: Data) -> Automaton:
        both = self.both(data)
        return spelt(product(*both, self.accept), *both)

    def task(self, space: Space, difficulty: int) -> Data:
        length = (2, 3, 4, 5, 6)[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            both = [
                words_of_length(fa, length) for fa in (drawing.fa(1), drawing.fa(2))
            ]
            return (
                min(map(len, both)) >= 1
                and 2 <= len(set(both[0]) - set(both[1])) <= 2 + 2 * difficulty
            )

        return {
            "automaton": space.drawn(difficulty, good, starts=2, more=2),
            "length": length,
        }

    def reason(self, data: Data, item: str, say: Say) -> str:
        if len(item) != self.length(data):
            return say("v.word.height", n=self.length(data))
        return self.why_both(data, item, say)

    def wrong(self, data: Data) -> Mistakes:
        one, two = self.both(data)
        yield (
            "other_player",
            words_of_length(product(two, one, "left only"), self.length(data)),
        )
        yield "forgets_other", words_of_length(one, self.length(data))


class ShortestOnlyOne(ShortestIn):
    id, unit, accept = "shortest_only_one", 4, "left only"

    def followed(self, data: Data) -> tuple[Automaton, Automaton]:
        return self.both(data)

    def machine(self, data: Data) -> Automaton:
        return product(*self.both(data), self.accept)

    def task(self, space: Space, difficulty: int) -> Data:
        length, size, arrows = (
            (3, 1, 8),
            (4, 2, 8),
            (5, 3, 9),
            (6, LARGEST, 9),
            (6, LARGEST, 10),
        )[difficulty - 1]
        word = space.word(length)

        def good(drawing: Drawing) -> bool:
            """The word is the only shortest one, and player 1 wins shorter ones as well."""
            one, two = drawing.fa(1), drawing.fa(2)
            if missing(one, two) != word or (
                difficulty > 1 and shortest_word(one) == word
            ):
                return False
            found = word_counts(product(one, two, "left only"), len(word))[-1]
            return found == 1 and few_pairs((one, two), word)

        return {"automaton": search(lambda: space.planted(size, word, arrows, 2), good)}

    def explain(self, data: Data, word: str, say: Say) -> str:
        return self.why_both(data, word, say)

    def wrong(self, data: Data) -> Mistakes:
        one, two = self.both(data)
        yield "other_player", shortest_word(product(two, one, "left only"))
        yield "forgets_other", shortest_word(one)


Pairs: TypeAlias = Counter[tuple[tuple[State, ...], tuple[State, ...]]]


def _pairs(one: Automaton, two: Automaton, length: int) -> Iterator[Pairs]:
    """For each length, how many words lead to each pair of sets of active states."""
    for n in range(length + 1):
        words = of_length(n, one.alphabet)
        yield Counter((one.active(w)[-1], two.active(w)[-1]) for w in words)


class Favoured(AutomatonQuestion):
    """How many of all words of one length are accepted from each start?"""

    id, unit, kind = "favoured", 4, "table"
    ROWS = ("only 1", "only 2", "both", "neither")

    def task(self, space: Space, difficulty: int) -> Data:
        length = HEIGHTS[difficulty - 1]

        # So many pairs of sets must be kept in mind: of ten nobody finds the numbers by hand
        few, many = ((2, 4), (3, 5), (3, 5), (4, 6), (3, 6))[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            one, two = drawing.fa(1), drawing.fa(2)
            counts = [word_counts(fa, length)[-1] for fa in (one, two)]
            if min(counts) < 1 or counts[0] == counts[1]:
                return False
            widest = max(map(len, _pairs(one, two, length)))
            return few <= widest <= many

        return {
            "automaton": space.drawn(difficulty, good, starts=2, more=2),
            "length": length,
        }

    def form(self, data: Data) -> Form:
        return {"rows": self.ROWS, "columns": 1, "cells": "number"}

    def key(self, data: Data) -> Rows:
        (one, two), n = self.both(data), self.length(data)
        only1 = word_counts(product(one, two, "left only"), n)[n]
        only2 = word_counts(product(two, one, "left only"), n)[n]
        both = word_counts(one, n)[n] - only1
        numbers = (only1, only2, both, len(one.alphabet) ** n - only1 - only2 - both)
        return [[row, str(k)] for row, k in zip(self.ROWS, numbers, strict=True)]

    def reason(self, data: Data, item: str, say: Say) -> str:
        one, two = (word_counts(fa, self.length(data))[-1] for fa in self.both(data))
        return say("v.favoured.each", one=one, two=two)

    def work(self, data: Data, say: Say) -> list[str]:
        """The words that lead to each pair of sets, length by length; then L₁, L₂ and what is left."""
        one, two = self.both(data)
        lines = []
        for n, pairs in enumerate(_pairs(one, two, self.length(data))):
            told = (
                f"{set_text(a)} / {set_text(b)}: {c}" for (a, b), c in pairs.items()
            )
            lines.append(f"- {n}: " + ", ".join(told))
        rows = {row: int(n) for row, n in self.key(data)}
        last = say(
            "work.split_up",
            all=sum(rows.values()),
            one=rows["only 1"] + rows["both"],
            two=rows["only 2"] + rows["both"],
            both=rows["both"],
            only_one=rows["only 1"],
            only_two=rows["only 2"],
            neither=rows["neither"],
        )
        return [*lines, "", last]
