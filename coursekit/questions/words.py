"""Words, their runs and their numbers."""

from collections import Counter
from typing import ClassVar

from automatakit.automaton.states import label, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.closure import left_quotient
from automatakit.languages.minimal import complement, subsets
from automatakit.languages.runs import accepting_runs, count_runs
from automatakit.languages.structure import ambiguous_word, twice
from automatakit.languages.words import (
    shortest_word,
    useful_states,
    word_counts,
    words_of_length,
)
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import (
    right,
    run_text,
    sets_text,
    why_word,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    Rows,
    Say,
    Wrong,
    for_symbols,
)
from coursekit.questions.patterns import (
    BestWord,
    ShortestIn,
    WordsOf,
    misreadings,
    shortest_of,
)
from coursekit.questions.sampling import SELDOM, of_length, search
from coursekit.questions.skins import LARGEST, Drawing, Space
from coursekit.questions.solved import (
    added,
    most_runs,
    reached,
    sum_of,
)

HEIGHTS = (3, 4, 5, 6, 8)


class ShortestWord(ShortestIn):
    id, unit = "shortest_word", 1

    def task(self, space: Space, difficulty: int) -> Data:
        length, size = difficulty + 3, (1, 3, 3, LARGEST, LARGEST)[difficulty - 1]

        word = space.word(length)

        def good(drawing: Drawing) -> bool:
            return (
                shortest_word(drawing.fa()) == word
                and word_counts(drawing.fa(), length)[-1] == 1
            )

        return {
            "automaton": search(
                lambda: space.planted(size, word, length + 2 + difficulty), good
            )
        }

    def wrong(self, data: Data) -> Mistakes:
        for id, fa in misreadings(self.fa(data)):
            yield from ((id, word) for word in shortest_of(fa))

    def work(self, data: Data, say: Say) -> list[str]:
        """A breadth-first search over the states, each with the step that reaches it."""
        return [*reached(self.fa(data)), "", self.found(data, say)]


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


class WinningTowers(WordsOf):
    id, unit = "winning_towers", 1

    def task(self, space: Space, difficulty: int) -> Data:
        length = HEIGHTS[difficulty - 1]
        drawing = space.drawn(
            difficulty,
            lambda d: 2 <= len(words_of_length(d.fa(), length)) <= length + 2,
        )
        return {"automaton": drawing, "length": length}


class WordsInOut(AutomatonQuestion):
    id, unit, kind = "words_in_out", 1, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        length, number = difficulty + 2, 2 + difficulty // 2
        most = len(space.alphabet) ** length // 2
        drawing = space.drawn(
            difficulty, lambda d: number <= len(words_of_length(d.fa(), length)) <= most
        )
        return {"automaton": drawing, "length": length, "number": number}

    def form(self, data: Data) -> Form:
        return {"rows": ["in", "out"], "columns": data["number"], "cells": "word"}

    def key(self, data: Data) -> Rows:
        fa, number = self.fa(data), data["number"]
        inside = words_of_length(fa, self.length(data))
        outside = [
            w for w in of_length(self.length(data), fa.alphabet) if w not in inside
        ]
        # Words that are stuck at once show little
        outside.sort(key=lambda w: fa.active(w).count(()))
        return [["in", *inside[:number]], ["out", *outside[:number]]]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, good, text, witness = self.fa(data), 0, "", None
        seen: set[str] = set()
        for row, *words in answer:
            for word in words:
                if len(word) != self.length(data) or not set(word) <= set(fa.alphabet):
                    why = say("v.word.height", n=self.length(data))
                elif word in seen:
                    why = say("v.words_in_out.twice")
                elif fa.accepts(word) != (row == "in"):
                    why = why_word(fa, word, say)
                else:
                    good, why = good + 1, ""
                seen.add(word)
                if why and not text:
                    witness = word_text(word)
                    text = (
                        say("v.words_in_out.wrong", word=witness, row=row) + " " + why
                    )
        if not text and good == 2 * data["number"]:
            return right(say)
        slips = 2 * data["number"] - good
        return Wrong(
            nearness(slips, data["number"]),
            text or say("v.words_in_out.more", n=data["number"]),
            witness,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """One run is enough for a word that is in; all runs must fail for one that is out."""
        fa = self.fa(data)
        inside, outside = self.key(data)
        lines = []
        for word in inside[1:]:
            run = next(accepting_runs(fa, word))
            lines.append(f"- in: {word}: {run_text(run, word)}")
        return lines + [f"- out: {word}: {sets_text(fa, word)}" for word in outside[1:]]

    def beginning(self, data: Data, say: Say) -> str:
        return self.work(data, say)[0]


class CountWords(AutomatonQuestion):
    id, unit, kind = "count_words", 1, "number"
    bands: ClassVar = {
        "board": ((7, 9), (10, 14), (15, 21), (35, 49), (37, 52)),
        "textbook": ((8, 10), (12, 16), (16, 22), (30, 40), (40, 56)),
    }
    small = (1, 2, 3)
    MOST_SETS = 12
    """A longer table is a test of patience."""

    def task(self, space: Space, difficulty: int) -> Data:
        """The number first, evenly."""
        length = (3, 4, 5, 7, 8)[difficulty - 1]
        number = space.rng.randint(
            *((2, 4), (3, 6), (4, 9), (4, 40), (8, 45))[difficulty - 1]
        )
        # A neighbour will do, which is found soon; of many words not always, as multiples of 4 would be the commonest
        near = 1 if difficulty < 4 else space.rng.randint(0, 1)

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            if abs(word_counts(fa, length)[-1] - number) > near:
                return False
            return len(subsets(fa).states) <= self.MOST_SETS

        return {"automaton": space.drawn(difficulty, good), "length": length}

    def key(self, data: Data) -> int:
        return word_counts(self.fa(data), self.length(data))[-1]

    def measure(self, data: Data) -> float:
        """The numbers that are written down: for each length and set of states the words that lead there."""
        dfa = subsets(self.fa(data))
        layer, total = {dfa.start}, 0
        for _ in range(self.length(data) + 1):
            total += len(layer)
            layer = {t for p, _, t in dfa.edges if p in layer}
        return total

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        yield (
            "counts_runs",
            sum(count_runs(fa, w) for w in words_of_length(fa, self.length(data))),
        )
        yield "complement", len(fa.alphabet) ** self.length(data) - self.key(data)

    def work(self, data: Data, say: Say) -> list[str]:
        """From which set each letter leads to which; then the words that lead to each set, length by length."""
        fa, length = self.fa(data), self.length(data)
        steps: dict[str, str] = {}
        lines, terms = [], []
        for n in range(length + 1):
            words = {fa.active(w)[-1]: w for w in of_length(n, fa.alphabet)}
            words.pop((), None)  # nothing leads out of it
            sets = Counter(fa.active(w)[-1] for w in of_length(n, fa.alphabet))
            sets.pop((), None)
            terms = [c for s, c in sets.items() if fa.accepting.intersection(s)]
            counted = (
                f"{set_text(s)} {c}{' ✓' * bool(fa.accepting.intersection(s))}"
                for s, c in sets.items()
            )
            lines.append(f"- {n}: " + ", ".join(counted))
            for s, word in words.items() if n < length else ():
                after = (
                    f"{a} → {set_text(fa.active(word + a)[-1])}" for a in fa.alphabet
                )
                steps[set_text(s)] = ", ".join(after)
        table = (f"- {s}: {after}" for s, after in steps.items())
        return [*table, "", say("work.sets_counted"), "", *lines, *sum_of(terms, say)]


WIDEST, WIDEST_LINE = 8, 350
"""So many prefixes of one length, and so many characters about them, can be kept in view."""


class MostPaths(BestWord):
    id, unit = "most_paths", 1

    def task(self, space: Space, difficulty: int) -> Data:
        length = space.length(difficulty + 3)

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            runs = {w: count_runs(fa, w) for w in space.all_words(length)}
            second, first = sorted(runs.values())[-2:]
            best = max(runs, key=lambda word: runs[word])
            # A power of one symbol would be the commonest answer
            if not first > second > 0 or len(set(best)) < 2:
                return False
            lines = self.by_length(fa, length)
            most = max(line.count("; ") + 1 for line in lines)
            return most <= WIDEST and max(map(len, lines)) <= WIDEST_LINE

        return {
            "automaton": space.drawn(difficulty, good, more=difficulty),
            "length": length,
        }

    def score(self, data: Data, word: str) -> int:
        return count_runs(self.fa(data), word) if len(word) == self.length(data) else 0

    def explain(self, data: Data, word: str, say: Say) -> str:
        if len(word) != self.length(data):
            return say("v.word.height", n=self.length(data))
        return say("v.most_paths.less", word=word, got=self.score(data, word))

    def best(self, data: Data) -> str:
        return max(
            of_length(self.length(data), self.alphabet(data)),
            key=lambda w: self.score(data, w),
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """Of the prefixes of each length those are kept that may become the best word."""
        fa, length = self.fa(data), self.length(data)
        left = []
        for word, ends, kept in most_runs(fa, length):
            if kept and len(word) == length:
                left.append((word, [n for q, n in ends.items() if q in fa.accepting]))
        left.sort(key=lambda one: -sum(one[1]))
        sums = [f"- {word}: {added(terms)}" for word, terms in left]
        return [*self.by_length(fa, length), "", say("work.best_word"), "", *sums]

    @staticmethod
    def by_length(fa: Automaton, length: int) -> list[str]:
        """A line for each length: the prefixes with the ends of their runs; in brackets those that are dropped."""
        lines: dict[int, list[str]] = {}
        for word, ends, kept in most_runs(fa, length):
            counts = ", ".join(f"{label(q)} {n}" for q, n in ends.items()) or "∅"
            told = f"{word or 'ε'}: {counts}"
            lines.setdefault(len(word), []).append(told if kept else f"({told})")
        return [f"- {n}: {'; '.join(told)}" for n, told in lines.items()]


class Ambiguity(ShortestIn):
    """The shortest word with two accepting runs."""

    id, unit = "ambiguity", 1
    may_be_none = True

    def machine(self, data: Data) -> Automaton:
        return twice(self.fa(data))

    def work(self, data: Data, say: Say) -> list[str]:
        """A search over pairs: ``A B`` are two runs at once, ``A B ≠`` once they have parted."""
        names = self.fa(data).states
        two_runs = self.machine(data).renamed(
            lambda two: f"{names[two[0]]} {names[two[1]]}{' ≠' * two[2]}"
        )
        return [*reached(two_runs), "", self.found(data, say)]

    def measure(self, data: Data) -> float:
        """The arrows that are followed, whether a word is found or there is none."""
        return len(self.fa(data).edges)

    def task(self, space: Space, difficulty: int) -> Data:
        none = space.rng.random() < 0.1

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            if (
                shortest_word(fa) is None
                or len(useful_states(fa)) < min(5, difficulty + 2)
                or fa.is_deterministic
            ):
                return False
            word = ambiguous_word(fa)
            return (
                word is None
                if none
                else word is not None and len(word) == (3, 3, 4, 5, 6)[difficulty - 1]
            )

        return {"automaton": space.drawn(difficulty, good, size=max(1, difficulty - 1))}

    def explain(self, data: Data, word: str, say: Say) -> str:
        runs = [
            run_text(r, word)
            for _, r in zip(range(2), accepting_runs(self.fa(data), word), strict=False)
        ]
        id = ("v.ambiguity.none", "v.ambiguity.one", "v.ambiguity.two")[len(runs)]
        return say(id, **dict(zip(("run", "other"), runs, strict=False)))


MOST_NEAR = 15
"""So many words over two symbols are read in one question."""


class NearMisses(AutomatonQuestion):
    """Accepted words at edit distance 1 from a rejected one."""

    id, unit, kind = "near_misses", 1, "set of words"

    def task(self, space: Space, difficulty: int) -> Data:
        length = space.length((3, 3, 4, 4, 5)[difficulty - 1])
        most = for_symbols(MOST_NEAR, space.alphabet)

        def fitting(fa: Automaton) -> list[str]:
            return [
                w
                for w in space.all_words(length)
                if not fa.accepts(w)
                and len(neighbours(w, space.alphabet)) <= most
                and 2 + (difficulty > 3)
                <= sum(map(fa.accepts, neighbours(w, space.alphabet)))
                <= 2 + difficulty
            ]

        return space.with_word(difficulty, fitting)

    def near(self, data: Data) -> list[str]:
        """The words at edit distance 1."""
        return neighbours(self.word(data), self.alphabet(data))

    def key(self, data: Data) -> list[str]:
        fa = self.fa(data)
        return [w for w in self.near(data) if fa.accepts(w)]

    def wrong(self, data: Data) -> Mistakes:
        yield (
            "only_substitutions",
            [w for w in self.key(data) if len(w) == len(self.word(data))],
        )

    def universe(self, data: Data) -> int:
        return len(self.near(data))

    def reason(self, data: Data, item: str, say: Say) -> str:
        if item not in self.near(data):
            return say("v.near_misses.far", word=self.word(data))
        return why_word(self.fa(data), item, say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        return [
            f"- {word_text(w)}: {sets_text(fa, w)} {'✓' if fa.accepts(w) else '✗'}"
            for w in self.near(data)
        ]

    def measure(self, data: Data) -> float:
        return self.universe(data)


def neighbours(word: str, alphabet: str) -> list[str]:
    """Words that one insertion, deletion or substitution makes of a word, shortest first."""
    out = set()
    for i in range(len(word) + 1):
        out |= {word[:i] + a + word[i:] for a in alphabet}
        if i < len(word):
            out |= {word[:i] + a + word[i + 1 :] for a in ("", *alphabet)}
    return sorted(out - {word}, key=lambda w: (len(w), w))


class LeftQuotient(WordsOf):
    """How may a word go on when its first half has been read?"""

    id, unit = "left_quotient", 4

    def machine(self, data: Data) -> Automaton:
        return left_quotient(self.fa(data), self.word(data))

    def task(self, space: Space, difficulty: int) -> Data:
        half = (2, 2, 3, 4, 4)[difficulty - 1]
        rest = (2, 3, 3, 4, 5)[difficulty - 1]

        def fitting(fa: Automaton) -> list[str]:
            most = len(space.alphabet) ** rest // 2
            rests = {
                u: words_of_length(left_quotient(fa, u), rest)
                for u in space.all_words(half)
            }
            return [u for u, words in rests.items() if 2 <= len(words) <= most]

        return {**space.with_word(difficulty, fitting), "length": rest}

    def wrong(self, data: Data) -> Mistakes:
        fa, part, rest = self.fa(data), self.word(data), self.length(data)
        yield (
            "whole_tower",
            [w for w in words_of_length(fa, len(part) + rest) if w.startswith(part)],
        )
        yield "reads_anew", words_of_length(fa, rest)

    def work(self, data: Data, say: Say) -> list[str]:
        """First the part that has been read, then the tree of what may follow."""
        begun = say("work.part_read", sets=sets_text(self.fa(data), self.word(data)))
        return [begun, "", *super().work(data, say)]
