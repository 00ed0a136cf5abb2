"""Languages in words: which words belong, and the automaton or expression for a condition."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from automatakit.automaton.states import AutomatonJson
from automatakit.automaton.value import Automaton
from automatakit.languages.brackets import plain
from automatakit.languages.minimal import first_words, minimise, reverse
from automatakit.languages.words import (
    shortest_word,
    useful_states,
    words_of_length,
)
from coursekit.judging.credit import nearness
from coursekit.judging.misread import early_arrival
from coursekit.questions.assessing import word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Judged, Misreadings, Say, Values, Wrong
from coursekit.questions.conditions import (
    FAMILIES,
    Condition,
    automaton_of,
    draw_condition,
    family_of,
    told,
)
from coursekit.questions.memories import meanings, parts_of, why_fitting
from coursekit.questions.patterns import BuildAutomaton
from coursekit.questions.sampling import search
from coursekit.questions.short import Way, shortest_way, symbols_in
from coursekit.questions.skins import Space
from coursekit.questions.solved import eliminated, table

SIZES = ((2, 3), (3, 4), (4, 5), (5, 7), (7, 10))
"""States of the smallest complete deterministic automaton, by difficulty: about as much to write for each."""
WITH_CHOICE = ((4, 5), (5, 6), (6, 7), (7, 9), (9, 12))
"""The same where nondeterminism is to save some of them."""
SYMBOLS = ((3, 4), (4, 6), (6, 8), (8, 11), (11, 15))
"""Symbols of the shortest expression that is known, by difficulty."""


def described(
    space: Space, difficulty: int, sizes: tuple[tuple[int, int], ...] = SIZES
) -> Condition:
    """A condition whose language is neither empty nor everything, and neither too easy nor too hard.

    Levels 1 to 3 ask for one family, sometimes denied; levels 4 and 5 join two different ones.
    """
    rng, alphabet = space.rng, space.alphabet
    low, high = sizes[difficulty - 1]
    usable = [
        family for family in FAMILIES.values() if alphabet == "01" or not family.binary
    ]

    def one() -> Condition:
        condition = draw_condition(rng, rng.choice(usable), alphabet)
        return (
            ["not", condition] if difficulty > 1 and rng.random() < 0.3 else condition
        )

    def make() -> Condition | None:
        if difficulty <= 3:
            return one()
        first, second = one(), one()
        same = family_of(first) == family_of(second)
        return None if same else [rng.choice(("and", "or")), first, second]

    def good(condition: Condition) -> bool:
        size, *parts = (
            len(smallest(json.dumps(one), alphabet).states)
            for one in (condition, *(condition[1:] if difficulty > 3 else ()))
        )
        return low <= size <= high and all(part < size for part in parts)

    return search(make, good)


@lru_cache(2000)
def smallest(condition: str, alphabet: str) -> Automaton:
    """The smallest complete deterministic automaton of a condition in JSON: lots often fall on the same few."""
    return minimise(automaton_of(json.loads(condition), alphabet))


@lru_cache(2000)
def states_with_choice(condition: str, alphabet: str) -> tuple[int, int]:
    """How many states are enough, and how many of them a deterministic automaton needs beside the dead one."""
    fa = smallest(condition, alphabet)
    return len(backwards(fa).states), len(useful_states(fa))


class Described(AutomatonQuestion):
    """A question about the words that one or two conditions describe: ``… the words over {symbols}{condition}``."""

    def task(self, space: Space, difficulty: int) -> Data:
        return {"condition": described(space, difficulty)}

    def target(self, data: Data) -> Automaton:
        """The smallest complete deterministic automaton of the language."""
        return smallest(json.dumps(data["condition"]), data["alphabet"])

    def values(self, data: Data, say: Say) -> Values:
        return {
            **super().values(data, say),
            "condition": told(data["condition"], say),
            "symbols": symbols_text(data),
        }

    def reason(self, data: Data, word: str, say: Say) -> str:
        id = "belongs" if len(parts_of(data["condition"])) == 1 else "described"
        if not self.target(data).accepts(word):
            id = f"not_{id}"
        why = why_fitting(data["condition"], word, say)
        return say(f"reason.{id}", word=word_text(word), why=why)

    def work(self, data: Data, say: Say) -> list[str]:
        """The table of the smallest automaton; each state with the first word that leads there, and what it means."""
        fa = self.target(data)
        meant = meanings(data["condition"], data["alphabet"], say)
        lines = [*table(fa), ""]
        for mask, word in first_words(fa):
            (state,) = fa.names(mask)
            values = {"state": state, "word": word_text(word)}
            if state in (head for _, _, head in fa.edges):
                told = say("meaning.state", **values, meaning=meant[str(state)])
            else:
                told = say("meaning.start", **values)
            lines.append(f"- {told}")
        if any(say("meaning.or") in meaning for meaning in meant.values()):
            lines += ["", say("meaning.why_or")]
        return lines

    def measure(self, data: Data) -> float:
        return len(self.target(data).states)


class WhichWords(AutomatonQuestion):
    """Which of some words belong to the language of `target(data)`?"""

    kind = "set of words"

    def form(self, data: Data) -> Form:
        return {"tokens": data["words"]}

    def key(self, data: Data) -> list[str]:
        return [w for w in data["words"] if self.target(data).accepts(w)]

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "words": " ".join(data["words"])}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {self.reason(data, word, say)}" for word in data["words"]]


def words_near(space: Space, fa: Automaton, difficulty: int) -> list[str] | None:
    """Eight words, some of them in a language; the others differ from such a word by one symbol."""
    longest = space.length(difficulty + 3)
    inside = [w for n in range(1, longest + 1) for w in words_of_length(fa, n)]
    near = sorted(
        {
            other
            for w in inside
            for other in one_off(w, space.alphabet)
            if not fa.accepts(other)
        }
    )
    won = space.rng.choice((3, 4, 5))
    if len(inside) < won or len(near) < 8 - won:
        return None
    words = space.rng.sample(inside, won) + space.rng.sample(near, 8 - won)
    space.rng.shuffle(words)
    return words


class WordsOfDescription(WhichWords, Described):
    id, unit = "words_of_description", 1

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            condition = described(space, difficulty)
            words = words_near(
                space, automaton_of(condition, space.alphabet), difficulty
            )
            return None if words is None else {"condition": condition, "words": words}

        return search(make)


class DfaOfDescription(Described):
    id, unit, kind = "dfa_of_description", 2, "automaton"
    small = (1,)
    demands = ("deterministic", "complete")

    def key(self, data: Data) -> AutomatonJson:
        return self.target(data).to_json()


class NfaOfDescription(Described):
    """With so few states that no deterministic automaton will do."""

    id, unit, kind = "nfa_of_description", 2, "automaton"
    small = range(1, 4)
    demands = ("no_epsilon",)

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            condition = described(space, difficulty, WITH_CHOICE)
            most, deterministic = states_with_choice(
                json.dumps(condition), space.alphabet
            )
            return (
                {"condition": condition, "most": most, "dfa": deterministic}
                if most < deterministic
                else None
            )

        return search(make)

    def key(self, data: Data) -> AutomatonJson:
        return backwards(self.target(data)).to_json()

    def assess(self, data: Data, answer: AutomatonJson, say: Say) -> Judged:
        judged = super().assess(data, answer, say)
        return fewer_states(judged, len(answer["states"]), data["most"], say)

    def work(self, data: Data, say: Say) -> list[str]:
        """The table, and for each state a shortest word that is accepted from there."""
        fa = Automaton.from_json(self.key(data))
        lines = [*table(fa), ""]
        for state in fa.states:
            word = shortest_word(fa.with_(start=state))
            told = say("work.goes_on", state=state, word=word_text(word or ""))
            lines.append(f"- {told}")
        return lines


class RegexOfDescription(Described):
    id, unit, kind = "regex_of_description", 3, "regex"
    small = (1, 2, 3)

    def task(self, space: Space, difficulty: int) -> Data:
        low, high = SYMBOLS[difficulty - 1]
        states = SIZES[min(difficulty, 4) - 1]

        def make() -> Data:
            condition = described(space, difficulty, (states,) * 5)
            return {"condition": condition, "alphabet": space.alphabet}

        return search(make, lambda data: low <= self.measure(data) <= high)

    def key(self, data: Data) -> str:
        return plain(self._way(data).text)

    def measure(self, data: Data) -> float:
        return symbols_in(self._way(data).text)

    def _way(self, data: Data) -> Way:
        """A short expression, and how it is found."""
        target = self.target(data)
        return shortest_way(target, backwards(target))

    def work(self, data: Data, say: Say) -> list[str]:
        """The smallest automaton, or if that is shorter one that is read from the end; then elimination."""
        way = self._way(data)
        lines = [*super().work(data, say), ""]
        if way.fa != self.target(data):
            lines += [say("work.from_end"), "", *table(way.fa), ""]
        return [*lines, *eliminated(way.fa, say, way.order)]


def fewer_states(judged: Judged, got: int, most: int, say: Say) -> Judged:
    """A verdict on an automaton, which may have so many states at most."""
    if isinstance(judged, Wrong) or got <= most:
        return judged
    text = say("v.described.states", got=got, most=most)
    return Wrong(nearness(got - most, most), text)


def symbols_text(data: Data) -> str:
    """The alphabet as a set."""
    return f"{{{', '.join(data['alphabet'])}}}"


def one_off(word: str, alphabet: str) -> Iterator[str]:
    """The words with another symbol at one place."""
    return (
        word[:i] + a + word[i + 1 :]
        for i in range(len(word))
        for a in alphabet
        if a != word[i]
    )


def backwards(fa: Automaton) -> Automaton:
    """The same language without ε, deterministic if it is read from the end of a word: sometimes far fewer states.

    Examples
    --------
    >>> third_from_the_end = automaton_of(["symbol_from_end", {"k": 3, "x": "b"}], "ab")
    >>> len(minimise(third_from_the_end).states), len(backwards(third_from_the_end).states)
    (8, 4)
    """
    mirror = minimise(reverse(fa))
    useful, new = useful_states(mirror), "start"
    edges = {(q, a, p) for p, a, q in mirror.edges if {p, q} <= useful}
    edges |= {(new, a, q) for p, a, q in edges if p in mirror.accepting}
    ends = {mirror.start, new} if mirror.start in mirror.accepting else {mirror.start}
    whole = Automaton.make((new, *mirror.states), new, ends, edges, mirror.alphabet)
    if len(mirror.accepting) == 1:
        whole = whole.with_(start=next(iter(mirror.accepting)))
    return numbered(
        whole,
        sorted(whole.names(whole.reachable), key=lambda state: state != whole.start),
    )


def numbered(fa: Automaton, states: Sequence[Any]) -> Automaton:
    """Some states of an automaton under new names: q0, q1, …"""
    names = {state: f"q{i}" for i, state in enumerate(states)}
    return Automaton.make(
        names.values(),
        names[fa.start],
        [names[q] for q in fa.accepting if q in names],
        [(names[p], a, names[q]) for p, a, q in fa.edges if p in names and q in names],
        fa.alphabet,
    )


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
