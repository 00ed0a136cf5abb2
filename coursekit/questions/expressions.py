"""Regular expressions: read, compared, made into automata and found from them."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, count
from typing import ClassVar

from automatakit.automaton.expressions import RegexError
from automatakit.automaton.value import Automaton
from automatakit.languages.brackets import fewer_brackets, plain
from automatakit.languages.compare import equivalent
from automatakit.languages.elimination import to_regex
from automatakit.languages.minimal import minimise
from automatakit.languages.operations import product
from automatakit.languages.words import (
    is_finite,
    shortest_word,
    useful_states,
    words_of_length,
)
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.thompson import ThompsonSteps
from coursekit.judging.credit import nearness
from coursekit.judging.misread import variants
from coursekit.questions.assessing import LOWERED, why_matched, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Judged, Misreadings, Say, Values, Wrong
from coursekit.questions.described import SIZES, WhichWords, symbols_text, words_near
from coursekit.questions.patterns import BuildAutomaton, ShortestIn
from coursekit.questions.sampling import SELDOM, search
from coursekit.questions.short import symbols_in
from coursekit.questions.skins import Drawing, Space
from coursekit.questions.solved import eliminated, solution_of, substituted, table

SYMBOLS = (4, 5, 6, 8, 10)
"""Symbols in an expression, by difficulty."""


def expression(rng: random.Random, alphabet: str, size: int, within: str = "") -> str:
    """An expression with so many symbols, with no more brackets than it needs within a product or under a star.

    Examples
    --------
    >>> expression(random.Random(5), "ab", 5)
    'aba|a*a'
    """
    if size == 1:
        return rng.choice(alphabet) + rng.choice(("", "", "*" if within != "*" else ""))
    how = rng.choice(("·", "·", "|", "*")) if within != "*" else rng.choice("·|")
    if how == "*":
        return f"({expression(rng, alphabet, size, '*')})*"
    cut = rng.randint(1, size - 1)
    parts = [expression(rng, alphabet, n, how) for n in (cut, size - cut)]
    text = "|".join(parts) if how == "|" else "".join(parts)
    return f"({text})" if how == "|" and within == "·" else text


def concise(text: str, alphabet: str) -> bool:
    """Whether no part of an expression can be taken away, as nobody would have written it.

    Examples
    --------
    >>> concise("a*b", "ab"), concise("a|a*b*", "ab")
    (True, False)
    """
    return plain(text) == text and next(shortened(text, alphabet), None) is None


def numbered(text: str, alphabet: str) -> str:
    """An expression whose symbols are numbered from the left.

    Examples
    --------
    >>> numbered("(b|a)*b", "ab")
    '(b₁|a₂)*b₃'
    """
    numbers = count(1)
    return "".join(
        sign + str(next(numbers)).translate(LOWERED) if sign in alphabet else sign
        for sign in text
    )


class Expressed(AutomatonQuestion):
    """A question about the language of ``{expression}``."""

    def expressed(self, space: Space, difficulty: int) -> str:
        """An infinite language, whose smallest automaton suits the difficulty."""
        low, high = SIZES[difficulty - 1]

        def good(text: str) -> bool:
            fa = Automaton.of(text, symbols=space.alphabet)
            suits = low <= len(minimise(fa).states) <= high and not is_finite(fa)
            return suits and concise(text, space.alphabet)

        return search(
            lambda: expression(space.rng, space.alphabet, SYMBOLS[difficulty - 1]), good
        )

    def task(self, space: Space, difficulty: int) -> Data:
        return {"expression": self.expressed(space, difficulty)}

    def asked(self, data: Data) -> str:
        """The expression."""
        return str(data["expression"])

    def target(self, data: Data) -> Automaton:
        return Automaton.of(self.asked(data), symbols=self.alphabet(data))

    def followed(self, data: Data) -> Sequence[Automaton]:
        return [self.target(data)]

    def constructed(self, data: Data) -> Automaton:
        """The automaton whose states are the symbols of the expression."""
        return self.target(data).renamed("q{}".format)

    def work(self, data: Data, say: Say) -> list[str]:
        """The expression with numbered symbols, what may follow each of them, and the table of that."""
        fa = self.constructed(data)
        marked = numbered(self.asked(data), "".join(self.alphabet(data)))
        symbols = dict(zip(fa.states[1:], re.findall(r"\w[₀-₉]+", marked), strict=True))
        lines = [say("work.numbered", numbered=marked), ""]
        for state in fa.states:
            heads = (q for a in fa.alphabet for q in fa.successors(state, a))
            followers = ", ".join(symbols[q] for q in heads)
            begins = state == fa.start
            id = "work.may_follow" if followers else "work.may_not_follow"
            told = say(
                "work.may_begin" if begins else id,
                state=state,
                symbol=symbols.get(state, ""),
                symbols=followers,
            )
            if state in fa.accepting:
                told += " " + say("work.may_be_empty" if begins else "work.may_end")
            lines.append(f"- {told}")
        return [*lines, "", *table(fa)]

    def reason(self, data: Data, word: str, say: Say) -> str:
        target = self.target(data)
        return say(
            "reason.matched" if target.accepts(word) else "reason.not_matched",
            word=word_text(word),
            expression=self.asked(data),
            why=why_matched(target, word, say, "matched"),
        )

    def measure(self, data: Data) -> float:
        return len(minimise(self.target(data)).states)


class WordsOfRegex(WhichWords, Expressed):
    id, unit = "words_of_regex", 3

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            data = {
                "expression": self.expressed(space, difficulty),
                "alphabet": space.alphabet,
            }
            words = words_near(space, self.target(data), difficulty)
            return None if words is None else {**data, "words": words}

        return search(make)

    def reason(self, data: Data, word: str, say: Say) -> str:
        return why_matched(self.target(data), word, say, "matched")

    def work(self, data: Data, say: Say) -> list[str]:
        right = self.key(data)
        return [
            say("work.numbered", numbered=numbered(self.asked(data), data["alphabet"])),
            "",
            *(
                f"- {word} {'✓' if word in right else '✗'}: {self.reason(data, word, say)}"
                for word in data["words"]
            ),
        ]


class AutomatonOfRegex(Expressed, BuildAutomaton):
    id, unit = "automaton_of_regex", 3

    def steps(self, data: Data, witness: str | None) -> ThompsonSteps:
        return ThompsonSteps(self.asked(data), self.alphabet(data))


class RegexEqual(ShortestIn):
    """Two expressions of the same shape as a law of algebra, or as one that does not hold."""

    id, unit = "regex_equal", 3
    small = (1, 2)
    may_be_none = True
    LAWS = (
        ("({r}|{s})*", "({r}*{s}*)*"),
        ("({r}{s})*{r}", "{r}({s}{r})*"),
        ("({r}|{s})*", "({r}*{s})*{r}*"),
        ("({r}*)*", "{r}*"),
        ("{r}({s}|{t})", "{r}{s}|{r}{t}"),
        ("({r}|{s})*{t}", "{r}*({s}{r}*)*{t}"),
        ("{r}{r}*", "{r}*{r}"),
        ("({r}{r})*|{r}({r}{r})*", "{r}*"),
    )
    FALSE = (
        ("({r}|{s})*", "{r}*|{s}*"),
        ("({r}{s})*", "{r}*{s}*"),
        ("({r}|{s})*", "({r}{s}|{s}{r})*"),
        ("({r}|{s}{t})*", "({r}*{s}{t})*"),
        ("({r}*{s})*", "({r}|{s})*"),
        ("{r}*{s}{r}*", "({r}*{s}{r}*)*"),
        ("{r}({s}{r})*", "({r}{s})*"),
        ("({r}{s}*)*", "({r}|{s})*"),
    )

    def task(self, space: Space, difficulty: int) -> Data:
        rng, none = space.rng, space.rng.random() < SELDOM
        sizes = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3))[difficulty - 1]

        def make() -> tuple[Data, list[str]]:
            parts = {
                name: f"({expression(rng, space.alphabet, n)})"
                if n > 1
                else rng.choice(space.alphabet)
                for name, n in zip("rst", (*sizes, 1), strict=True)
            }
            more = expression(rng, space.alphabet, difficulty)
            pair = [
                text.format(**parts)
                for text in rng.choice(self.LAWS if none else self.FALSE)
            ]
            rng.shuffle(pair)
            first, second = (
                fewer_brackets(text if difficulty < 3 else f"({text}){more}")
                for text in pair
            )
            data = {"alphabet": space.alphabet, "expression": first, "second": second}
            return data, [*parts.values(), more]

        def good(made: tuple[Data, list[str]]) -> bool:
            data, parts = made
            low, high = ((8, 14), (14, 24), (24, 40), (40, 56), (56, 90))[
                difficulty - 1
            ]
            # What takes no time first
            if not low <= self.measure(data) < high:
                return False
            if data["expression"] == data["second"]:
                return False
            key = self.key(data)
            if (key is None) is not none:
                return False
            if key is not None and len(key) < (difficulty + 1) // 2:
                return False
            starred = (fewer_brackets(f"({text})*") for text in parts)
            return all(concise(text, space.alphabet) for text in starred)

        data, _ = search(make, good)
        return data

    def both_of(self, data: Data) -> tuple[Automaton, Automaton]:
        """The automata of the two expressions."""
        one, two = (
            Automaton.of(data[name], symbols=data["alphabet"])
            for name in ("expression", "second")
        )
        return one, two

    def machine(self, data: Data) -> Automaton:
        return product(*self.both_of(data), "one only")

    def explain(self, data: Data, word: str, say: Say) -> str:
        one, two = (fa.accepts(word) for fa in self.both_of(data))
        if one == two:
            return say(
                "reason.both_match" if one else "reason.neither_matches",
                word=word_text(word),
            )
        return say(
            "reason.one_matches",
            word=word_text(word),
            expression=data["expression" if one else "second"],
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """The words of both, up to the one sought; of equal expressions the first few, and their minimal DFA."""
        key, both = self.key(data), self.both_of(data)
        enough = len(shortest_word(both[0]) or "") + 3 if key is None else len(key)
        rows = (
            (", ".join(map(word_text, words_of_length(fa, n))) or "–" for fa in both)
            for n in range(enough + 1)
        )
        lines = [f"- {n}: " + " / ".join(row) for n, row in enumerate(rows)]
        if key is None:
            return [*lines, "", say("work.by_law"), "", *table(minimise(both[0]))]
        return [*lines, "", self.explain(data, key, say)]

    def beginning(self, data: Data, say: Say) -> str:
        """Not the line in which only one of the two has a word."""
        lines, key = super().beginning(data, say).split("\n"), self.key(data)
        return "\n".join(lines if key is None else lines[: len(key)])

    def measure(self, data: Data) -> float:
        return len(data["expression"]) + len(data["second"])


class RegexSimplify(Expressed):
    """An expression with as few symbols as are left if parts are taken away for as long as the language stays."""

    id, unit, kind = "regex_simplify", 3, "regex"
    small = (1,)
    LONG = (
        "({r}|{s})*{r}*",
        "{r}*{r}{r}*",
        "({r}*{s}*)*|{r}",
        "{r}({s}|{t})|{r}{s}",
        "({r}{s})*|({r}{s})*{r}{s}",
        "({r}{r})*|{r}*",
        "({r}|{s}{t})*({r}|ε)",
        "{r}{s}*|{r}|{r}{s}",
        "(({r}|{s})*{r}*)*",
        "ε|{r}{r}*|{s}{r}*",
    )

    def task(self, space: Space, difficulty: int) -> Data:
        rng, saved = space.rng, (2, 2, 3, 3, 4)[difficulty - 1]

        def make() -> str:
            parts = parts_of_law(rng, space.alphabet, difficulty > 2)
            text = expression(rng, space.alphabet, difficulty)
            return fewer_brackets(f"{text}({rng.choice(self.LONG).format(**parts)})")

        def good(text: str) -> bool:
            fa = Automaton.of(text, symbols=space.alphabet)
            low, high = SIZES[difficulty - 1]
            if not (
                symbols_in(text) in (2 * difficulty + 2, 2 * difficulty + 3)
                and low <= len(minimise(fa).states) <= high + 1
                and not is_finite(fa)
            ):
                return False
            end = shortest(text, space.alphabet)
            # Where no law leads on, nothing may be left to take away
            return symbols_in(text) - symbols_in(end) >= saved and concise(
                end, space.alphabet
            )

        text = search(make, good)
        return {
            "expression": text,
            "most": symbols_in(shortest(text, space.alphabet)),
        }

    def key(self, data: Data) -> str:
        return shortest(data["expression"], data["alphabet"])

    def measure(self, data: Data) -> float:
        """The symbols of which some are to go."""
        return symbols_in(data["expression"])

    def work(self, data: Data, say: Say) -> list[str]:
        whole, told = data["expression"], []
        for step in simplified(whole, data["alphabet"]):
            part = step.parts.get("gone", step.parts["old"])
            look = say("work.look_at", whole=whole, part=part)
            told += [f"- {look}", "- " + say(step.id, **step.parts)]
            whole = step.after
        return [*told, f"- `{whole}`"]

    def beginning(self, data: Data, say: Say) -> str:
        """Up to half of the steps, and where to look for the next one."""
        lines = self.work(data, say)
        return "\n".join(lines[: 1 + len(lines) // 4 * 2])

    def assess(self, data: Data, answer: str, say: Say) -> Judged:
        judged, got, most = (
            super().assess(data, answer, say),
            symbols_in(answer),
            data["most"],
        )
        if isinstance(judged, Wrong) or got <= most:
            return judged
        shown = symbols_in(data["expression"])
        return Wrong(
            nearness(got - most, shown - most),
            say("v.simplify.long", got=got, most=most),
        )

    def shown(self, data: Data) -> Sequence[Automaton]:
        return (self.target(data),)

    def values(self, data: Data, say: Say) -> Values:
        return {
            **data,
            "got": symbols_in(data["expression"]),
            "symbols": symbols_text(data),
        }


@dataclass(frozen=True)
class Step:
    """A part of an expression is replaced by one for the same language, by a law."""

    id: str
    """The text that names the law."""
    parts: dict[str, str]
    """What stands in the text: the old part, the new one, and what the law says of."""
    after: str
    """The whole expression after the step."""


def reasoned(before: str, alphabet: str) -> Iterator[Step]:
    """Steps to shorter expressions for the same language, by a law; those that take most away first.

    Examples
    --------
    >>> next(reasoned("b(a|a*)", "ab")).after
    'ba*'
    """
    for shorter in shortened(before, alphabet):
        after = fewer_brackets(shorter)
        for old, new in changed_parts(before, after, alphabet):
            id, more = law_of(old, new)
            if id:
                yield Step(id, {"old": old, "new": new, **more}, after)
                break


def changed_parts(before: str, after: str, alphabet: str) -> Iterator[tuple[str, str]]:
    """The parts that a step replaces by one for the same language, and what replaces them; the smallest first.

    Examples
    --------
    >>> next(changed_parts("b(a|a*)", "ba*", "ab"))
    ('a|a*', 'a*')
    """
    cuts = combinations(range(len(before) + 1), 2)
    for start, end in sorted(cuts, key=lambda cut: cut[1] - cut[0]):
        head, tail = before[:start], before[end:]
        old, new = before[start:end], after[start : len(after) - len(tail)]
        with suppress(RegexError):
            if (
                new
                and head + new + tail == after
                and fewer_brackets(f"{head}({old}){tail}") == before
                and fewer_brackets(f"{head}({new}){tail}") == after
                and equivalent(
                    Automaton.of(old, symbols=alphabet),
                    Automaton.of(new, symbols=alphabet),
                )
            ):
                yield fewer_brackets(old), fewer_brackets(new)


def law_of(old: str, new: str) -> tuple[str, dict[str, str]]:
    """The text that says why a part may be replaced, with its other values; nothing where no law fits."""
    for sign, id in (("|", "work.needless_choice"), ("", "work.needless_factor")):
        for gone in (old.removeprefix(new + sign), old.removesuffix(sign + new)):
            with suppress(RegexError, IndexError):
                both = (f"({new}){sign}({gone})", f"({gone}){sign}({new})")
                if gone != old and old in map(fewer_brackets, both):
                    return id, {"gone": gone}
    with suppress(RegexError, IndexError):
        inner, root = (fewer_brackets(text.removesuffix("*")) for text in (old, new))
        if old == fewer_brackets(f"()|({root})({root})*"):
            return "work.once_more", {"root": root}
        if [fewer_brackets(f"({part})*") for part in (inner, root)] == [old, new]:
            return "work.same_star", {"inner": inner, "root": root}
    return "", {}


def parts_of_law(rng: random.Random, alphabet: str, larger: bool) -> dict[str, str]:
    """What may stand for r, s and t in a law of algebra: symbols, or a product for r."""
    x, y = rng.sample(alphabet, 2)
    return {
        "r": f"({x}{y})" if larger and rng.random() < 0.5 else x,
        "s": y,
        "t": rng.choice((x, y)),
    }


def shortest(text: str, alphabet: str) -> str:
    """The expression to which all steps lead, itself without any."""
    steps = simplified(text, alphabet)
    return steps[-1].after if steps else text


@lru_cache(maxsize=256)
def simplified(text: str, alphabet: str) -> tuple[Step, ...]:
    """Steps to shorter and shorter expressions for the same language, for as long as a law justifies one.

    Examples
    --------
    >>> [step.after for step in simplified("(a|b)*a*|(ab)*", "ab")]
    ['(a|b)*a*', '(a|b)*']
    """
    found = list[Step]()
    while (step := next(reasoned(text, alphabet), None)) is not None:
        found.append(step)
        text = step.after
    return tuple(found)


def shortened(text: str, alphabet: str) -> Iterator[str]:
    """Shorter expressions for the same language: a part less, the longest first; then a pair of brackets less.

    Examples
    --------
    >>> next(shortened("(a|b)*a*", "ab"))
    '(a|b)*'
    """
    target = Automaton.of(text, symbols=alphabet)
    for shorter in dict.fromkeys(without_a_part(text)):
        with suppress(RegexError):
            if equivalent(target, Automaton.of(shorter, symbols=alphabet)):
                yield shorter


def without_a_part(text: str) -> Iterator[str]:
    """A text without some neighbouring signs, the most first; then without an opening and a closing bracket."""
    for size in range(len(text) - 1, 0, -1):
        for start in range(len(text) - size + 1):
            yield text[:start] + text[start + size :]
    for opening, closing in combinations(range(len(text)), 2):
        if text[opening] + text[closing] == "()":
            yield text[:opening] + text[opening + 1 : closing] + text[closing + 1 :]


class FromStates(AutomatonQuestion):
    """The answer is an expression for what `target(data)` reads."""

    kind = "regex"

    def key(self, data: Data) -> str:
        return plain(to_regex(self.target(data)))


class Arden(FromStates):
    """A system of equations, one for each state."""

    id, unit = "arden", 3
    bands: ClassVar = {"textbook": ((6, 8), (8, 10), (13, 18), (20, 27), (26, 37))}
    small = (1,)

    def task(self, space: Space, difficulty: int) -> Data:
        low, high = ((3, 8), (8, 12), (10, 18), (16, 26), (24, 40))[difficulty - 1]
        names = [f"X{i}" for i in range((2, 2, 3, 3, 4)[difficulty - 1])]
        rng = space.rng

        def make() -> Automaton:
            edges = {
                (p, rng.choice(space.alphabet), rng.choice(names))
                for p in names
                for _ in range(2)
            }
            return Automaton.make(
                names, names[0], rng.sample(names, 1), edges, space.alphabet
            )

        def good(fa: Automaton) -> bool:
            return (
                len(useful_states(fa)) == len(names) and low <= len(to_regex(fa)) < high
            )

        return {"system": search(make, good)}

    def form(self, data: Data) -> Form:
        return {"unknown": self.target(data).start}

    def target(self, data: Data) -> Automaton:
        return self.fa(data, "system")

    def key(self, data: Data) -> str:
        return solution_of(self.target(data))

    def work(self, data: Data, say: Say) -> list[str]:
        return substituted(self.target(data), say)

    def values(self, data: Data, say: Say) -> Values:
        fa = self.target(data)
        terms = {
            p: [a + q for a in fa.alphabet for q in fa.successors(p, a)]
            + ["ε"] * (p in fa.accepting)
            for p in fa.states
        }
        lines = [f"- {p} = {' | '.join(found) or '∅'}" for p, found in terms.items()]
        return {
            **data,
            "equations": "\n".join(lines),
            "unknown": fa.start,
            "symbols": symbols_text(data),
        }


class EliminateState(FromStates):
    """One step of the elimination of states: the expression on one of the new arrows."""

    id, unit = "eliminate_state", 3
    small = (1, 2)

    def task(self, space: Space, difficulty: int) -> Data:
        rng = space.rng

        def make() -> Data | None:
            fa = space.by_lot(difficulty // 2, 8 + 2 * difficulty).fa()
            tail, state, head = rng.sample(fa.states, 3)
            data = {"automaton": fa, "tail": tail, "state": state, "head": head}
            ways = [
                symbols(fa, *ends)
                for ends in ((tail, state), (state, head), (state, state), (tail, head))
            ]
            wanted = (
                (1, 1, 0, 0),
                (1, 1, 1, 0),
                (1, 1, 1, 1),
                (2, 1, 1, 1),
                (2, 2, 1, 1),
            )[difficulty - 1]
            suits = tuple(map(len, ways)) == wanted
            # An empty language has no expression to be found
            return data if suits and shortest_word(fa) is not None else None

        return search(make)

    def target(self, data: Data) -> Automaton:
        """Only the ways that the new arrow stands for, from a start of its own to an end of its own."""
        tail, state, head = (data[name] for name in ("tail", "state", "head"))
        edges = [
            (p, a, q)
            for p, q in ((tail, state), (state, state), (state, head), (tail, head))
            for a in symbols(self.fa(data), p, q)
        ]
        return Automaton.make(
            (tail, state, head), tail, [head], edges, data["alphabet"]
        )

    def steps(self, data: Data, witness: str | None) -> EliminationSteps:
        return EliminationSteps(self.target(data), [data["state"]])

    def work(self, data: Data, say: Say) -> list[str]:
        """What is read directly and through the state, and both together."""
        tail, state, head = (data[name] for name in ("tail", "state", "head"))
        into, loop, out, direct = (
            "|".join(symbols(self.fa(data), p, q))
            for p, q in ((tail, state), (state, state), (state, head), (tail, head))
        )
        lines = [
            say("work.part_in", p=tail, q=state, read=into),
            say("work.part_loop", q=state, read=loop or "∅"),
            say("work.part_out", p=state, q=head, read=out),
            say("work.part_direct", p=tail, q=head, read=direct or "∅"),
        ]
        whole = f"({into})({loop or '()'})*({out})"
        told = say(
            "work.together", read=plain(f"{direct}|{whole}" if direct else whole)
        )
        if not (loop and direct):
            told += " " + say("work.without")
        return [*(f"- {line}" for line in lines), f"- {told}"]

    def reason(self, data: Data, word: str, say: Say) -> str:
        tail, state, head = (data[name] for name in ("tail", "state", "head"))
        known = self.target(data).accepts(word)
        return say(
            "reason.way" if known else "reason.no_way",
            word=word_text(word),
            tail=tail,
            state=state,
            head=head,
        )


def symbols(fa: Automaton, tail: str, head: str) -> list[str]:
    """The symbols on the arrows from one state to another."""
    return [a for a in fa.alphabet if head in fa.successors(tail, a)]


class RegexOfBoard(AutomatonQuestion):
    id, unit, kind = "regex_of_board", 3, "regex"

    def task(self, space: Space, difficulty: int) -> Data:
        low, high = ((4, 7), (8, 14), (12, 20), (18, 28), (26, 44))[difficulty - 1]

        def good(drawing: Drawing) -> bool:
            return low <= len(to_regex(drawing.fa())) < high and (
                difficulty < 2 or not is_finite(drawing.fa())
            )

        return {"automaton": space.drawn(difficulty, good, size=min(2, difficulty))}

    def target(self, data: Data) -> Automaton:
        return self.fa(data)

    def key(self, data: Data) -> str:
        return plain(to_regex(self.target(data)))

    def misread(self, data: Data) -> Misreadings:
        return variants(self.target(data))

    def reason(self, data: Data, word: str, say: Say) -> str:
        return say("reason.board", why=why_word(self.target(data), word, say))

    def steps(self, data: Data, witness: str | None) -> EliminationSteps:
        return EliminationSteps(self.target(data))

    def work(self, data: Data, say: Say) -> list[str]:
        return eliminated(self.target(data), say)
