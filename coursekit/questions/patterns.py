"""Four patterns that most questions about words and languages follow.

`ShortestIn`       give the shortest word of some language ("none" if it is empty)
`WordsOf`          give all words of one length of some language
`BestWord`         give a word that scores as high as possible
`BuildAutomaton`   give an automaton for some language
"""

from collections.abc import Iterator, Sequence

from automatakit.automaton.states import AutomatonJson, label
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise
from automatakit.languages.words import shortest_word, words_of_length
from coursekit.judging.misread import one_arrow, says_nothing, variants
from coursekit.questions.assessing import (
    misconception,
    right,
    why_word,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Judged, Mistakes, Say, Wrong
from coursekit.questions.solved import first_sets, table, tree


def misreadings(fa: Automaton) -> Iterator[tuple[str, Automaton]]:
    """The misread automata whose shortest words are told by name."""
    for id, misread in variants(fa):
        if id in (
            "early_arrival",
            "eps_stay",
            "reversed_arrows",
            "reversal",
            "colours_exchanged",
        ):
            yield id, misread


def shortest_of(fa: Automaton) -> Iterator[str | None]:
    """The shortest word of a misread language, unless that is everything or nothing."""
    if not says_nothing(fa):
        yield shortest_word(fa)


class ShortestIn(AutomatonQuestion):
    """Give a shortest word of the language of `machine(data)`."""

    kind = "word"
    may_be_none = False

    def machine(self, data: Data) -> Automaton:
        """The automaton whose words are sought."""
        return self.fa(data)

    def explain(self, data: Data, word: str, say: Say) -> str:
        """Why a word is one of them or not."""
        return why_word(self.machine(data), word, say)

    def form(self, data: Data) -> Form:
        return {"none": self.may_be_none}

    def key(self, data: Data) -> str | None:
        return shortest_word(self.machine(data))

    def assess(self, data: Data, answer: str | None, say: Say) -> Judged:
        key = self.key(data)
        if answer == key:
            return right(say)
        if answer is None:
            return Wrong(0.0, say("v.word.exists", n=len(key or "")))
        if not self.machine(data).accepts(answer):
            text = (
                say("v.word.no", word=word_text(answer))
                + " "
                + self.explain(data, answer, say)
            )
            return Wrong(
                0.0,
                text,
                word_text(answer),
                misconception=misconception(self, data, answer),
            )
        if key is not None and len(answer) > len(key):
            return Wrong(
                0.0,
                say("v.word.longer", word=word_text(answer), n=len(answer)),
                word_text(answer),
            )
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        """A breadth-first search over the active sets; it stops with the word sought, or with nothing new."""
        lines = first_sets(self.followed(data), self.key(data))
        return [say(self.searched(data)), *lines, "", self.found(data, say)]

    def searched(self, data: Data) -> str:
        """The id of the text that says what stands in the lines of the search."""
        several = len(self.followed(data)) > 1
        return "work.new_set_pairs" if several else "work.new_sets"

    def found(self, data: Data, say: Say) -> str:
        """What the search has found: the word, with its reason, or that there is none."""
        key = self.key(data)
        if key is None:
            return say("work.none")
        return f"{word_text(key)}: " + self.explain(data, key, say)


class WordsOf(AutomatonQuestion):
    """Give all words of length ``self.length(data)`` of the language of `machine(data)`."""

    kind = "set of words"

    def machine(self, data: Data) -> Automaton:
        """The automaton whose words are sought."""
        return self.fa(data)

    def followed(self, data: Data) -> Sequence[Automaton]:
        return [self.machine(data)]

    def key(self, data: Data) -> list[str]:
        return words_of_length(self.machine(data), self.length(data))

    def universe(self, data: Data) -> int:
        return int(len(self.alphabet(data)) ** self.length(data))

    def reason(self, data: Data, item: str, say: Say) -> str:
        if len(item) != self.length(data):
            return say("v.word.height", n=self.length(data))
        return why_word(self.machine(data), item, say)

    def wrong(self, data: Data) -> Mistakes:
        machine, key = self.machine(data), {*self.key(data)}
        for id, fa in variants(machine):
            yield id, words_of_length(fa, self.length(data))
        # Words that were overlooked tell nothing of an arrow
        for id, fa in one_arrow(machine):
            if not key.issuperset(words := words_of_length(fa, self.length(data))):
                yield id, words

    def work(self, data: Data, say: Say) -> list[str]:
        """The tree of beginnings that can still be completed in time."""
        return tree(self.machine(data), self.key(data))

    def measure(self, data: Data) -> float:
        return self.universe(data) + len(self.key(data))


class BestWord(AutomatonQuestion):
    """Give a word with the highest `score`."""

    kind = "word"

    def score(self, data: Data, word: str) -> int:
        """How good a word is; 0 if it does not qualify."""
        raise NotImplementedError

    def best(self, data: Data) -> str:
        """A best word."""
        raise NotImplementedError

    def explain(self, data: Data, word: str, say: Say) -> str:
        """What the score of a word is that is not the best, and where it comes from."""
        raise NotImplementedError

    def key(self, data: Data) -> str:
        return self.best(data)

    def assess(self, data: Data, answer: str, say: Say) -> Judged:
        if self.score(data, answer) >= self.score(data, self.best(data)):
            return right(say)
        return Wrong(
            0.0,
            self.explain(data, answer, say),
            word_text(answer),
            misconception=misconception(self, data, answer),
        )


class BuildAutomaton(AutomatonQuestion):
    """The answer is an automaton for the language of `target(data)`."""

    kind = "automaton"

    def followed(self, data: Data) -> Sequence[Automaton]:
        """Of what it is built from, unless that is a product, no run is a run of what is built."""
        return self.shown(data) if self.accept else ()

    def key(self, data: Data) -> AutomatonJson:
        return minimise(self.target(data)).to_json()

    def constructed(self, data: Data) -> Automaton:
        """The automaton that the worked solution builds."""
        return self.target(data)

    def ends_with(self, data: Data, key: AutomatonJson) -> AutomatonJson:
        """What was built, where it is an answer as it stands."""
        built = self.constructed(data)
        made = built.to_json()
        # Of several starts one is made, which the table does not show
        as_shown = {*made["states"]} == {*map(label, built.states)}
        return made if as_shown and self.judge(data, made).right else key

    def work(self, data: Data, say: Say) -> list[str]:
        built = self.constructed(data)
        if self.ends_with(data, self.key(data)) == built.to_json():
            return table(built)
        return [*table(built), "", say("work.minimal_below")]
