"""Automata with ε, and the constructions that show what regular languages are closed under."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar

from automatakit.automaton.states import EPSILON, AutomatonJson, Edge, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent
from automatakit.languages.minimal import complement, minimise, reverse, subsets
from automatakit.languages.operations import product, remove_epsilon
from automatakit.languages.words import useful_states
from automatakit.steps.subset import SubsetSteps
from boardkit.svg import Picture
from coursekit.judging.misread import early_arrival
from coursekit.questions.assessing import spelt, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion, TableQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Misreadings,
    Mistakes,
    Rows,
    Say,
    Values,
)
from coursekit.questions.conditions import automaton_of
from coursekit.questions.described import described
from coursekit.questions.determinise import random_dfa
from coursekit.questions.patterns import BuildAutomaton
from coursekit.questions.sampling import search, varied
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import pairs, table


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


class Silent(AutomatonQuestion):
    """A table of the states that are reached, ε included: the row of a label holds where `ways(data)[label]` lead."""

    kind = "table"

    def ways(self, data: Data) -> dict[str, dict[str, str]]:
        """For each row the states that belong there, each with a way to it."""
        raise NotImplementedError

    def form(self, data: Data) -> Form:
        return {
            "rows": list(self.ways(data)),
            "columns": 1,
            "sets": True,
            "members": self.fa(data).states,
        }

    def key(self, data: Data) -> Rows:
        return [
            [label, " ".join(sorted(found))] for label, found in self.ways(data).items()
        ]

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        """A way to a state that is missing, or that no way leads to one that is there."""
        ways, given = self.ways(data)[label], cells[0].split()
        lost = next((q for q in ways if q not in given), None)
        if lost is not None and ways[lost] == lost:
            return say("v.epsilon.stays", state=lost)
        if lost is not None:
            return say("v.epsilon.way", state=lost, way=ways[lost])
        return say("v.epsilon.none", state=next(q for q in given if q not in ways))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        return [
            f"- {label or 'ε'}: {set_text(sorted(found, key=fa.index.__getitem__))}"
            for label, found in self.ways(data).items()
        ]


def ways_from(fa: Automaton, found: Mapping[str, str]) -> dict[str, str]:
    """States with a way to each, and with the ways that lead on by ε."""
    ways, todo = dict(found), list(found)
    for p in todo:  # grows while it is read
        for q in fa.successors(p, EPSILON):
            if q not in ways:
                ways[q] = f"{ways[p]} –ε→ {q}"
                todo.append(q)
    return ways


class EpsilonClosure(Silent):
    id, unit = "epsilon_closure", 4

    def form(self, data: Data) -> Form:
        return {**super().form(data), "function": "ε"}

    def task(self, space: Space, difficulty: int) -> Data:
        return {"automaton": with_epsilon(space, difficulty)}

    def ways(self, data: Data) -> dict[str, dict[str, str]]:
        fa = self.fa(data)
        return {str(q): ways_from(fa, {q: q}) for q in fa.states}

    def work(self, data: Data, say: Say) -> list[str]:
        """Each set with the ways to its states."""
        lines = []
        for line, found in zip(
            super().work(data, say), self.ways(data).values(), strict=True
        ):
            ways = "; ".join(way for way in found.values() if "→" in way)
            lines.append(f"{line} ({ways})" if ways else line)
        return lines

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        yield (
            "forgets_itself",
            [
                [q, " ".join(sorted({*cell.split()} - {q}))]
                for q, cell in self.key(data)
            ],
        )
        yield (
            "one_epsilon",
            [[q, " ".join(sorted({q, *fa.successors(q, EPSILON)}))] for q in fa.states],
        )


class EpsilonRun(Silent):
    """δ̂ with ε: after every prefix, what ε adds included."""

    id, unit = "epsilon_run", 4
    bands: ClassVar = {"textbook": ((23, 32), (31, 44), (48, 67), (63, 90), (79, 113))}

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            fa, word = with_epsilon(space, difficulty), space.word(difficulty + 1)
            sets = fa.active(word)
            differs = fa.with_(edges=[e for e in fa.edges if e[1]]).active(word) != sets
            fits = sets[-1] and differs and varied(fa, word, difficulty)
            return {"automaton": fa, "word": word} if fits else None

        return search(make)

    def ways(self, data: Data) -> dict[str, dict[str, str]]:
        fa, word = self.fa(data), self.word(data)
        rows = {"": ways_from(fa, {fa.start: fa.start})}
        for i, a in enumerate(word):
            before = rows[word[:i]]
            rows[word[: i + 1]] = ways_from(
                fa,
                {
                    q: f"{before[p]} –{a}→ {q}"
                    for p in before
                    for q in fa.successors(p, a)
                },
            )
        return rows

    def work(self, data: Data, say: Say) -> list[str]:
        """Each set with what the symbol reaches and what ε adds."""
        fa, lines = self.fa(data), []
        shown = zip(super().work(data, say), self.ways(data).items(), strict=True)
        for line, (prefix, ways) in shown:
            added = {q for q, way in ways.items() if way.endswith(f"–ε→ {q}")}
            parts = [(symbol, ways.keys() - added) for symbol in prefix[-1:]]
            if added:
                parts.append(("ε", added))
            steps = (f"–{a}→ {set_text(fa.names(fa.mask(qs)))}" for a, qs in parts)
            lines.append(f"{line} ({'; '.join(steps)})" if parts else line)
        return lines

    def wrong(self, data: Data) -> Mistakes:
        fa, word = self.fa(data), self.word(data)
        without = fa.with_(edges=[e for e in fa.edges if e[1]]).active(word)
        yield (
            "drops_epsilon",
            [[word[:i], " ".join(sorted(states))] for i, states in enumerate(without)],
        )


SIZES = ((4, 5), (5, 6), (6, 8), (8, 10), (10, 14))
"""States of the smallest automaton of the result, by difficulty."""


class Construction(BuildAutomaton):
    """An automaton for what is made of the languages of two small ones, of the words of two sentences."""

    unit = 4
    operands: ClassVar[tuple[str, ...]] = ("automaton", "other")

    def made(self, one: Automaton, two: Automaton) -> Automaton:
        """The construction."""
        raise NotImplementedError

    def mistakes(
        self, one: Automaton, two: Automaton
    ) -> Iterator[tuple[str, Automaton]]:
        """What misconceptions make of the two."""
        return iter(())

    def task(self, space: Space, difficulty: int) -> Data:
        low, high = SIZES[difficulty - 1]

        def small(prefix: str) -> Automaton:
            fa = minimise(
                automaton_of(described(space, (difficulty + 1) // 2), space.alphabet)
            )
            return fa.renamed(lambda q: prefix + str(q)[1:])

        def good(pair: tuple[Automaton, Automaton]) -> bool:
            made = self.made(*pair)
            return low <= len(minimise(made).states) <= high and not any(
                equivalent(made, fa) for fa in pair
            )

        one, two = search(lambda: (small("q"), small("r")), good)
        return {"automaton": one, "other": two}

    def shown(self, data: Data) -> Sequence[Automaton]:
        return tuple(self.fa(data, part) for part in self.operands)

    def target(self, data: Data) -> Automaton:
        return self.made(self.shown(data)[0], self.shown(data)[-1])

    def key(self, data: Data) -> AutomatonJson:
        return self.target(data).to_json()

    def misread(self, data: Data) -> Misreadings:
        yield from self.mistakes(self.shown(data)[0], self.shown(data)[-1])
        yield from super().misread(data)

    def reason(self, data: Data, word: str, say: Say) -> str:
        one, two = (why_word(fa, word, say) for fa in self.shown(data))
        return say("v.two.both", one=one, two=two)


class UnionConstruct(Construction):
    id = "union_construct"

    def made(self, one: Automaton, two: Automaton) -> Automaton:
        return joined(
            one,
            two,
            "s",
            one.accepting | two.accepting,
            [("s", EPSILON, one.start), ("s", EPSILON, two.start)],
        )

    def mistakes(
        self, one: Automaton, two: Automaton
    ) -> Iterator[tuple[str, Automaton]]:
        yield "intersection", product(one, two, "both")


class Difference(Construction):
    id, accept = "difference", "left only"
    bands = ((3, 4), (5, 6), (6, 8), (8, 10), (10, 12))

    def made(self, one: Automaton, two: Automaton) -> Automaton:
        return spelt(product(one, two, self.accept), one, two)

    def mistakes(
        self, one: Automaton, two: Automaton
    ) -> Iterator[tuple[str, Automaton]]:
        yield "order_swapped", product(two, one, "left only")
        yield "intersection", product(one, two, "both")

    def measure(self, data: Data) -> float:
        """The pairs of states that are written down."""
        return len(self.constructed(data).states)

    def constructed(self, data: Data) -> Automaton:
        one, two = self.shown(data)
        others = [q for q in two.states if q not in two.accepting]
        return pairs(one, two.with_(accepting=others))

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "start": self.constructed(data).start}


class ConcatConstruct(Construction):
    id = "concat_construct"

    def made(self, one: Automaton, two: Automaton) -> Automaton:
        return joined(
            one,
            two,
            one.start,
            two.accepting,
            [(q, EPSILON, two.start) for q in one.accepting],
        )

    def mistakes(
        self, one: Automaton, two: Automaton
    ) -> Iterator[tuple[str, Automaton]]:
        yield "order_swapped", self.made(two, one)

    def reason(self, data: Data, word: str, say: Say) -> str:
        one, two = self.shown(data)
        cut = next(
            (
                i
                for i in range(len(word) + 1)
                if one.accepts(word[:i]) and two.accepts(word[i:])
            ),
            None,
        )
        return cut_text(word, None if cut is None else (word[:cut], word[cut:]), say)

    def measure(self, data: Data) -> float:
        return len(self.fa(data).edges)


class StarConstruct(Construction):
    id, operands = "star_construct", ("automaton",)

    def task(self, space: Space, difficulty: int) -> Data:
        """Any automaton: few of those that a sentence describes have a star that needs more states."""
        states, (low, high) = (3, 3, 4, 4, 5)[difficulty - 1], SIZES[difficulty - 1]

        def good(fa: Automaton) -> bool:
            made = self.made(fa, fa)
            smallest = len(minimise(fa).states) == states
            return (
                smallest
                and low <= len(minimise(made).states) <= high
                and not equivalent(made, fa)
            )

        return {"automaton": search(lambda: random_dfa(space, states, 1), good)}

    def made(self, one: Automaton, two: Automaton) -> Automaton:
        back = [(q, EPSILON, one.start) for q in one.accepting]
        return one.with_(
            states=("s", *one.states),
            start="s",
            accepting=one.accepting | {"s"},
            edges=[*one.edges, *back, ("s", EPSILON, one.start)],
        )

    def mistakes(
        self, one: Automaton, two: Automaton
    ) -> Iterator[tuple[str, Automaton]]:
        back = [(q, EPSILON, one.start) for q in one.accepting]
        yield (
            "start_accepting",
            one.with_(accepting=one.accepting | {one.start}, edges=[*one.edges, *back]),
        )
        yield "star_without_empty", one.with_(edges=[*one.edges, *back])

    def reason(self, data: Data, word: str, say: Say) -> str:
        fa = self.fa(data)

        @cache
        def pieces(rest: str) -> tuple[str, ...] | None:
            if not rest:
                return ()
            cuts = (
                (rest[:i], pieces(rest[i:]))
                for i in range(1, len(rest) + 1)
                if fa.accepts(rest[:i])
            )
            return next(
                ((first, *more) for first, more in cuts if more is not None), None
            )

        return cut_text(word, pieces(word), say)


def joined(
    one: Automaton,
    two: Automaton,
    start: str,
    accepting: frozenset[str],
    more: Sequence[Edge],
) -> Automaton:
    """Both automata side by side, with a start and arrows of ε."""
    states = tuple(dict.fromkeys((start, *one.states, *two.states)))
    return Automaton.make(
        states, start, accepting, [*one.edges, *two.edges, *more], one.alphabet
    )


def cut_text(word: str, pieces: Sequence[str] | None, say: Say) -> str:
    """How a word is cut into pieces that the given automata accept, or that it cannot be."""
    if pieces is None:
        return say("reason.no_cut", word=word_text(word))
    if not pieces:
        return say("reason.no_piece", word=word_text(word))
    if len(pieces) == 1:
        return say("reason.one_piece", word=word_text(word))
    return say(
        "reason.cut", word=word_text(word), pieces=" · ".join(map(word_text, pieces))
    )


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
        "board": ((3, 4), (5, 7), (7, 10), (9, 11), (10, 12)),
        "textbook": ((3, 4), (5, 7), (7, 10), (9, 11), (10, 12)),
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

    def constructed(self, data: Data) -> Automaton:
        return pairs(*self.both(data))

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "start": self.constructed(data).start}

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
