"""Automata that accept exactly some of the words of one length, and may accept any others.

References
----------
.. [1] K. Hyde, B. Kjos-Hanssen: Nondeterministic Automatic Complexity of Overlap-Free and Almost Square-Free Words.
   Electronic Journal of Combinatorics 22(3) (2015): half as many states as symbols, and one, are enough for one word.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product

from automatakit.automaton.states import AutomatonJson, Edge
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.languages.minimal import minimise
from automatakit.languages.words import useful_states, words
from coursekit.judging.credit import nearness, set_credit
from coursekit.judging.edits import board_edits
from coursekit.judging.misread import other_letter
from coursekit.questions.assessing import right, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Judged, Say, Values, Wrong
from coursekit.questions.described import numbered
from coursekit.questions.sampling import search
from coursekit.questions.skins import Space

MANY = 5_000
"""More accepted words than these are too many, whatever they are."""
ACCEPTING = "accepting"
"""Accepting states are pieces like arrows, where slips are counted: arrows with this symbol."""


class OfOneLength(AutomatonQuestion):
    """Of all words of ``length``, an automaton with at most ``most`` states accepts exactly ``words``."""

    kind = "automaton"

    def wanted(self, data: Data) -> list[str]:
        """The words that are to be accepted."""
        found: list[str] = self.part(data, "words")
        return found

    def values(self, data: Data, say: Say) -> Values:
        return {
            **super().values(data, say),
            self.name(data, "words"): " ".join(self.wanted(data)),
            "symbols": ", ".join(self.alphabet(data)),
        }

    def target(self, data: Data) -> Automaton:
        return sharing(self.wanted(data), self.alphabet(data))

    def solved(self, data: Data) -> Automaton:
        """A right answer with few states."""
        return self.target(data)

    def key(self, data: Data) -> AutomatonJson:
        return self.solved(data).to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        return markdown(self.solved(data)).split("\n")

    def assess(self, data: Data, answer: AutomatonJson, say: Say) -> Judged:
        wanted, length = self.wanted(data), self.length(data)
        fa = Automaton.from_json(answer)
        got = {*islice(words(fa, length, length), MANY), *filter(fa.accepts, wanted)}
        if got != set(wanted):
            return self.astray(
                data,
                got,
                fa,
                say,
                self.credit(data, got, lambda: self.near(data, fa, got)),
            )
        states, most = len(fa.states), data["most"]
        if states <= most:
            return right(say)
        return Wrong(
            nearness(states - most, most), say("v.built.states", got=states, most=most)
        )

    def astray(
        self, data: Data, got: set[str], fa: Automaton, say: Say, credit: float
    ) -> Wrong:
        """Say of one word why it is accepted or not, where others than the wanted ones are."""
        wanted, alphabet = set(self.wanted(data)), self.alphabet(data)
        word = min(wanted - got or got - wanted)
        text = (
            say("v.built.extra" if word in got else "v.built.missing", word=word)
            + " "
            + why_word(fa, word, say)
        )
        exchanged = {ord(a): other_letter(a, tuple(alphabet)) for a in alphabet}
        everything = len(alphabet) ** self.length(data)
        found = {
            "reversal": got == {w[::-1] for w in wanted},
            "complement": not got & wanted and len(got | wanted) == everything,
            "colours_exchanged": got == {w.translate(exchanged) for w in wanted},
        }
        named = [id for id, so in found.items() if so]
        name = named[0] if len(named) == 1 else None
        return Wrong(credit, text, word, misconception=name)

    def credit(self, data: Data, got: set[str], near: Callable[[], float]) -> float:
        """The words as a set, or what slips leave; nothing if every word is accepted, or if the others are."""
        wanted, universe = (
            set(self.wanted(data)),
            len(self.alphabet(data)) ** self.length(data),
        )
        if len(got) == universe or (len(got | wanted) == universe and not got & wanted):
            return 0.0
        return max(
            near(),
            set_credit(
                len(wanted),
                universe - len(wanted),
                len(wanted - got),
                len(got - wanted),
            ),
        )

    def near(self, data: Data, fa: Automaton, got: set[str]) -> float:
        """What the arrows, the accepting states and the start that are wrong leave."""
        if max(len(fa.states), len(fa.edges) // 2) > 2 * data["most"]:
            return 0.0  # so much larger than it may be is no slip, and would take long
        wanted, length, blind = (
            set(self.wanted(data)),
            self.length(data),
            len(self.solved(data).edges),
        )
        missing, extra, numbers = wanted - got, got - wanted, range(len(fa.states))

        def right(changed: Automaton) -> bool:
            return all(map(changed.accepts, wanted)) and all(
                w in wanted for w in words(changed, length, length)
            )

        if any(right(replace(fa, starts=1 << i)) for i in numbers):
            return nearness(1, blind)
        place, symbols = fa.index, fa.alphabet
        given = {(place[p], a, place[q]) for p, a, q in fa.edges if a}
        given |= {(place[q], ACCEPTING, 0) for q in fa.accepting}

        def mended(pieces: frozenset[Edge]) -> bool:
            edit = pieces ^ given
            if (extra and not edit & given) or (missing and edit <= given):
                return False  # more arrows accept more words, fewer arrows fewer
            rows, accepting = (
                {a: [*row] for a, row in fa.plain.items()},
                fa.accepting_mask,
            )
            for p, a, q in edit:
                if a == ACCEPTING:
                    accepting ^= 1 << p
                else:
                    rows[a][p] ^= 1 << q
            return right(
                replace(
                    fa,
                    plain={a: tuple(row) for a, row in rows.items()},
                    accepting_mask=accepting,
                )
            )

        possible = [
            *product(numbers, symbols, numbers),
            *((i, ACCEPTING, 0) for i in numbers),
        ]
        slips = board_edits(given, possible, mended)
        return 0.0 if slips is None else nearness(slips, blind)


def sharing(accepted: Sequence[str], alphabet: str) -> Automaton:
    """The smallest deterministic automaton of some words, without the state from which nothing is accepted.

    Examples
    --------
    >>> len(sharing(["abba", "abab", "bbab"], "ab").states)
    8
    """
    prefixes = sorted(
        {w[:n] for w in accepted for n in range(len(w) + 1)}, key=lambda w: (len(w), w)
    )
    edges = [(one[:-1], one[-1], one) for one in prefixes[1:]]
    fa = minimise(Automaton.make(prefixes, "", accepted, edges, alphabet))
    return numbered(fa, [q for q in fa.states if q in useful_states(fa)])


def out_and_back(word: str, alphabet: str) -> Automaton:
    """An automaton that accepts this word and no other of its length, with few states.

    The run leads out to a state with a loop, once around it, and back.  Without the loop a way from start to end has
    the other parity, and with it none is shorter: so no other run is as long.

    Examples
    --------
    >>> fa = out_and_back("abbab", "ab")
    >>> fa.states, list(words(fa, 5))
    (('q0', 'q1', 'q2'), ['', 'ab', 'abab', 'abbab'])
    """
    half = len(word) // 2
    way = [*range(half + 1), *range(half, half * 2 - len(word), -1)]
    edges = [(p, a, q) for (p, q), a in zip(pairwise(way), word, strict=True)]
    return numbered(
        Automaton.make(range(half + 1), 0, way[-1:], edges, alphabet), range(half + 1)
    )


class ForWord(OfOneLength):
    """A single word, for which a run that visits no state twice has too many states."""

    def task(self, space: Space, difficulty: int) -> Data:
        length = difficulty + space.rng.choice((6, 7))
        return {
            "words": [space.word(length)],
            "length": length,
            "most": length + 1 - difficulty,
        }

    def solved(self, data: Data) -> Automaton:
        return out_and_back(self.wanted(data)[0], self.alphabet(data))


class ForWords(OfOneLength):
    """Some words, whose runs have to share states: many begin like one of the others and end like another."""

    def task(self, space: Space, difficulty: int) -> Data:
        length, number = ((4, 3), (5, 3), (5, 4), (6, 4), (6, 5))[difficulty - 1]

        def make() -> Data | None:
            accepted = [space.word(length), space.word(length)]
            for _ in range(number - 2):
                cut, (one, two) = (
                    space.rng.randrange(1, length),
                    space.rng.sample(accepted, 2),
                )
                accepted.append(
                    space.rng.choice((one[:cut] + two[cut:], space.word(length)))
                )
            most = len(sharing(accepted, space.alphabet).states)
            fits = len({*accepted}) == number and difficulty + 6 <= most <= min(
                difficulty + 7, number * (length - 1)
            )
            return (
                {"words": sorted(accepted), "length": length, "most": most}
                if fits
                else None
            )

        return search(make)

    def work(self, data: Data, say: Say) -> list[str]:
        """The table; for each state the prefixes that lead there and the suffixes that complete them."""
        fa, wanted = self.solved(data), self.wanted(data)
        lines = [*super().work(data, say), ""]
        for state in fa.states:
            prefixes, suffixes = list[str](), list[str]()
            for word in wanted:
                for n, active in enumerate(fa.active(word)):
                    if state in active:
                        prefixes.append(word_text(word[:n]))
                        suffixes.append(word_text(word[n:]))
            told = say(
                "work.prefixes_suffixes",
                state=state,
                prefixes=", ".join(dict.fromkeys(prefixes)),
                suffixes=", ".join(dict.fromkeys(suffixes)),
            )
            lines.append(f"- {told}")
        return lines
