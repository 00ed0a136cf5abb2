"""Questions whose answer is a Python function; it is run elsewhere, here its results are judged."""

import random
from typing import Any

from automatakit.automaton.value import Automaton
from automatakit.languages.words import shortest_word, words_of_length
from coursekit.answers.arrows import arrow
from coursekit.questions.assessing import right, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.skins import Space, told_in


class FunctionQuestion(QuestionType):
    """The function is called on `probes`; every result is compared with `expected`."""

    kind = "function"

    def expected(self, data: Data, probe: list[Any]) -> object:
        """What a right function returns (plain JSON)."""
        raise NotImplementedError

    def explain(self, data: Data, probe: list[Any], say: Say) -> str:
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

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        probes: list[Any] = self.probes(data, int(answer["seed"]))
        results = answer["results"]
        if len(results) != len(probes):
            return Wrong(0.0, say("v.function.short", n=len(probes), got=len(results)))
        good = [self.matches(self.expected(data, p), r) for p, r in zip(probes, results, strict=True)]
        if all(good):
            return right(say)
        i = good.index(False)
        call = ", ".join(repr(x) for x in probes[i])
        got = results[i].get("error") or repr(results[i].get("value"))
        text = say("v.function.wrong", call=call, got=str(got)[:200], right=sum(good), all=len(good))
        return Wrong(self.credit(data, probes, good), f"{text} {self.explain(data, probes[i], say)}", f"({call})")

    @staticmethod
    def matches(expected: object, result: Any) -> bool:
        return isinstance(result, dict) and "error" not in result and result.get("value") == expected

    def credit(self, data: Data, probes: list[Any], good: list[bool]) -> float:
        """A function that returns the same for all inputs earns nothing."""
        wanted = [self.expected(data, p) for p in probes]
        shares = [sum(g for g, w in zip(good, wanted, strict=True) if w == v) / wanted.count(v)
                  for v in (True, False) if v in wanted]
        return max(0.0, sum(shares) - 1) if len(shares) == 2 else sum(good) / len(good)


ACCEPTS = {"arrows": """\
def accepts(arrows, start, end, tower):
    tokens = {start}
    for cone in tower:
        tokens = {a.split(">")[1] for a in arrows if a[0] == cone and a[1:].split(">")[0] in tokens}
    return end in tokens
""", "transitions": """\
def accepts(transitions, start, accepting, word):
    states = {start}
    for symbol in word:
        states = {q for p, a, q in transitions if p in states and a == symbol}
    return any(q in accepting for q in states)
"""}
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
        told, length = told_in(data), self.part(data, "probe_length")
        space = Space(told, random.Random(secret_seed), self.alphabet(data))
        out: list[object] = []
        while len(out) < 24:
            fa = space.by_lot(data["difficulty"] - 1, 4 + 2 * data["difficulty"]).fa()
            words = words_of_length(fa, length)
            word = space.word(length)
            if words and len(out) % 2:
                word = space.rng.choice(words)
            if shortest_word(fa) is not None and told.moves == "arrows":
                out.append([[*map(told.arrow, fa.arrows())], fa.start, *fa.accepting, word])
            elif shortest_word(fa) is not None:
                out.append([[*map(list, fa.arrows())], fa.start, sorted(fa.accepting), word])
        return out

    def expected(self, data: Data, probe: list[Any]) -> bool:
        return self.asked(probe).accepts(probe[3])

    @staticmethod
    def asked(probe: list[Any]) -> Automaton:
        """The automaton of a call."""
        accepting = probe[2] if isinstance(probe[2], list) else [probe[2]]
        read = (arrow(one) if isinstance(one, str) else one for one in probe[0])
        edges = frozenset(tuple(getattr(one, "edge", one)) for one in read if one is not None)
        states = sorted({q for p, _, t in edges for q in (p, t)} | {probe[1], *accepting})
        return Automaton.make(states, probe[1], accepting, edges, {a for _, a, _ in edges} | set(probe[3]))

    def explain(self, data: Data, probe: list[Any], say: Say) -> str:
        return say("reason.word", word=word_text(probe[3]), why=why_word(self.asked(probe), probe[3], say))

    def source(self, data: Data) -> str:
        return ACCEPTS[told_in(data).moves]

    def measure(self, data: Data) -> float:
        return float(self.part(data, "probe_length"))
