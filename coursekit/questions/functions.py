"""Questions whose answer is a Python function; it is run elsewhere, here its results are judged."""

import json
import random

from automatakit.automaton.value import Automaton
from automatakit.languages.words import words_of_length
from boardkit.foreign_json import Json
from coursekit.answers.arrows import arrow
from coursekit.questions.assessing import right, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.skins import Space, told_in

LUCK = 0.1
"""What a function that guesses may reach by luck: so much above the guess earns nothing yet."""
INPUTS = 48
"""So many, each asked twice, that luck does not get far."""
SHOWN = 100
"""Characters of a result that a verdict shows."""


class FunctionQuestion(QuestionType):
    """The function is called on `probes`; every result is compared with `expected`.

    Inputs that occur twice show whether results depend on them alone: if not, all of them are worth nothing.
    """

    kind = "function"

    def expected(self, data: Data, probe: list[Json]) -> object:
        """What a right function returns (plain JSON)."""
        raise NotImplementedError

    def explain(self, data: Data, probe: list[Json], say: Say) -> str:
        """Why that is right."""
        return ""

    def source(self, data: Data) -> str:
        """A right function."""
        raise NotImplementedError

    def key(self, data: Data) -> dict[str, object]:
        """The source of a right function: the one kind whose key is no answer itself."""
        return {"source": self.source(data)}

    def work(self, data: Data, say: Say) -> list[str]:
        return ["```python", *self.source(data).splitlines(), "```"]

    def beginning(self, data: Data, say: Say) -> str:
        return "\n".join([*self.work(data, say)[:4], "```"])

    def assess(self, data: Data, answer: dict[str, Json], say: Say) -> Judged:
        probes: list[Json] = self.probes(data, int(answer["seed"]))
        results = answer["results"]
        if len(results) != len(probes):
            return Wrong(0.0, say("v.function.short", n=len(probes), got=len(results)))
        if contradiction := self.contradiction(probes, results):
            probe, one, other = contradiction
            call = ", ".join(map(repr, probe))
            return Wrong(
                0.0,
                say("v.function.contradiction", call=call, one=one, other=other),
                f"({call})",
            )
        good = [
            self.matches(self.expected(data, p), r)
            for p, r in zip(probes, results, strict=True)
        ]
        if all(good):
            return right(say)
        i = good.index(False)
        call = ", ".join(map(repr, probes[i]))
        text = say(
            "v.function.wrong",
            call=call,
            got=shown(results[i]),
            right=sum(good),
            all=len(good),
        )
        return Wrong(
            self.credit(data, probes, good),
            f"{text} {self.explain(data, probes[i], say)}",
            f"({call})",
        )

    @staticmethod
    def contradiction(
        probes: list[Json], results: list[Json]
    ) -> tuple[Json, str, str] | None:
        """The first input that was answered in two ways, with both results; None if there is none."""
        before: dict[str, Json] = {}
        for probe, result in zip(probes, results, strict=True):
            first = before.setdefault(json.dumps(probe), result)
            if ("error" in first, first.get("value")) != (
                "error" in result,
                result.get("value"),
            ):
                return probe, shown(first), shown(result)
        return None

    @staticmethod
    def matches(expected: object, result: Json) -> bool:
        return (
            isinstance(result, dict)
            and "error" not in result
            and result.get("value") == expected
        )

    def credit(self, data: Data, probes: list[Json], good: list[bool]) -> float:
        """How much better than a guess: a function that returns the same for all inputs, or by dice, is not."""
        wanted = [json.dumps(self.expected(data, p)) for p in probes]
        shares = [
            sum(g for g, w in zip(good, wanted, strict=True) if w == value)
            / wanted.count(value)
            for value in sorted(set(wanted))
        ]
        above = (sum(shares) - 1) / (len(shares) - 1) if len(shares) > 1 else shares[0]
        return max(0.0, (above - LUCK) / (1 - LUCK))


def shown(result: Json) -> str:
    """A result of a function as a verdict shows it."""
    return str(result.get("error") or repr(result.get("value")))[:SHOWN]


ACCEPTS = {
    "arrows": """\
def accepts(arrows, start, end, tower):
    tokens = {start}
    for cone in tower:
        moved = set()
        for arrow in arrows:
            tail, head = arrow[1:].split(">")
            if arrow[0] == cone and tail in tokens:
                moved.add(head)
        tokens = moved
    return end in tokens
""",
    "transitions": """\
def accepts(transitions, start, accepting, word):
    states = {start}
    for symbol in word:
        states = {q for p, a, q in transitions if p in states and a == symbol}
    return any(q in accepting for q in states)
""",
}
"""Right functions, as skins write what leads from state to state."""


class WriteAccepts(FunctionQuestion, AutomatonQuestion):
    """Write the function that decides whether a word is accepted.

    A skin that writes arrows as texts has a single accepting state, and hands over that; others a list of them.
    """

    id, unit = "write_accepts", 1
    same = True

    def task(self, space: Space, difficulty: int) -> Data:
        return {"difficulty": difficulty, "probe_length": difficulty + 2}

    def probes(self, data: Data, secret_seed: int) -> list[object]:
        """Each input twice, in any order; whether its word is accepted, a lot decides as well."""
        told, length = told_in(data), self.part(data, "probe_length")
        space = Space(told, random.Random(secret_seed), self.alphabet(data))
        calls = 2 * [
            self._probe(space, data["difficulty"], length, space.rng.random() < 0.5)
            for _ in range(INPUTS)
        ]
        space.rng.shuffle(calls)
        return calls

    @staticmethod
    def _probe(space: Space, difficulty: int, length: int, accepted: bool) -> object:
        """An automaton, with a word that it accepts or one that it does not."""
        while True:
            fa = space.by_lot(difficulty - 1, 4 + 2 * difficulty).fa()
            words = set(words_of_length(fa, length))
            if fitting := [
                word for word in space.all_words(length) if (word in words) == accepted
            ]:
                break
        word = space.rng.choice(fitting)
        if space.skin.moves == "arrows":
            return [
                [*map(space.skin.arrow, fa.arrows())],
                fa.start,
                *fa.accepting,
                word,
            ]
        return [[*map(list, fa.arrows())], fa.start, sorted(fa.accepting), word]

    def expected(self, data: Data, probe: list[Json]) -> bool:
        return self.asked(probe).accepts(probe[3])

    @staticmethod
    def asked(probe: list[Json]) -> Automaton:
        """The automaton of a call."""
        accepting = probe[2] if isinstance(probe[2], list) else [probe[2]]
        read = (arrow(one) if isinstance(one, str) else one for one in probe[0])
        edges = frozenset(
            tuple(getattr(one, "edge", one)) for one in read if one is not None
        )
        states = sorted(
            {q for p, _, t in edges for q in (p, t)} | {probe[1], *accepting}
        )
        return Automaton.make(
            states, probe[1], accepting, edges, {a for _, a, _ in edges} | set(probe[3])
        )

    def explain(self, data: Data, probe: list[Json], say: Say) -> str:
        return say(
            "reason.word",
            word=word_text(probe[3]),
            why=why_word(self.asked(probe), probe[3], say),
        )

    def source(self, data: Data) -> str:
        return ACCEPTS[told_in(data).moves]

    def measure(self, data: Data) -> float:
        return float(self.part(data, "probe_length"))
