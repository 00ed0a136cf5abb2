"""What proves that many states are needed, that a language can be pumped, or that a proof is wrong."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, count, pairwise, permutations, product

from automatakit.automaton.expressions import letters_of
from automatakit.automaton.states import set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.brackets import fewer_brackets
from automatakit.languages.closure import left_quotient
from automatakit.languages.compare import equivalent, first_word, missing
from automatakit.languages.minimal import first_words, minimise, reverse
from automatakit.languages.words import words_of_length
from coursekit.answers.form import Form
from coursekit.judging.credit import nearness
from coursekit.judging.misread import prefix_closure
from coursekit.questions.assessing import one_of, right, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Judged, Mistakes, Rows, Say, Values, Wrong
from coursekit.questions.described import Described, described, symbols_text
from coursekit.questions.expressions import RegexEqual, parts_of_law
from coursekit.questions.sampling import search
from coursekit.questions.say import size
from coursekit.questions.short import symbols_in
from coursekit.questions.skins import Space

Pair = tuple[str, str]


def crossing(fa: Automaton, one: Pair, two: Pair) -> bool:
    """Whether the halves of two pairs can be exchanged: one automaton state might serve both."""
    return fa.accepts(one[0] + two[1]) and fa.accepts(two[0] + one[1])


@lru_cache(maxsize=64)
def fooling_set(fa: Automaton) -> tuple[Pair, ...]:
    """A largest fooling set of a smallest deterministic automaton; a pair for each class of openings and of ends."""
    ends = [word[::-1] for _, word in first_words(minimise(reverse(fa)))]
    pairs = [(x, y) for _, x in first_words(fa) for y in ends if fa.accepts(x + y)]
    best: list[Pair] = []

    def grow(chosen: list[Pair], rest: list[Pair]) -> None:
        nonlocal best
        best = max(best, chosen, key=len)
        for n, pair in enumerate(rest):
            if len(chosen) + len(rest) - n > len(best):
                grow(
                    [*chosen, pair],
                    [other for other in rest[n + 1 :] if not crossing(fa, pair, other)],
                )

    grow([], pairs)
    return tuple(best)


class FoolingSet(Described):
    """Pairs that prove that every automaton for a language has so many states."""

    id, unit, kind = "fooling_set", 5, "table"
    small = (1, 2, 3)
    SIZES = ((3, 4), (4, 5), (5, 7), (6, 9), (7, 10))

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            condition = described(space, difficulty, self.SIZES)
            found = len(
                fooling_set(
                    self.target({"condition": condition, "alphabet": space.alphabet})
                )
            )
            return (
                {"condition": condition, "n": found}
                if found == (3, 3, 4, 5, 6)[difficulty - 1]
                else None
            )

        return search(make)

    def form(self, data: Data) -> Form:
        rows = [str(i + 1) for i in range(data["n"])]
        return {"rows": rows, "columns": 2, "heads": ["x", "y"], "cells": "word"}

    def key(self, data: Data) -> Rows:
        return [
            [str(i), x, y] for i, (x, y) in enumerate(fooling_set(self.target(data)), 1)
        ]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, pairs = self.target(data), {row: (x, y) for row, x, y in answer}
        missing = [row for row in self.form(data)["rows"] if row not in pairs]
        outside = [row for row, (x, y) in pairs.items() if not fa.accepts(x + y)]
        exchanged = [
            two
            for two in combinations(pairs, 2)
            if crossing(fa, *(pairs[row] for row in two))
        ]
        if not outside and not exchanged and not missing:
            return right(say)
        bad = [*({row} for row in outside), *map(set, exchanged)]
        good = next(
            n
            for n in range(data["n"], -1, -1)
            for some in combinations(pairs, n)
            if not any(part <= {*some} for part in bad)
        )
        credit = nearness(data["n"] - good, data["n"] - 1)
        if missing:
            return Wrong(credit, say("verdict.row_missing", row=missing[0]))
        if outside:
            word = "".join(pairs[row := one_of(outside, answer)])
            text = (
                say("v.fooling.outside", row=row, word=word_text(word))
                + " "
                + self.reason(data, word, say)
            )
            return Wrong(credit, text, word_text(word))
        one, two = one_of(exchanged, answer)
        words = [
            word_text(pairs[i][0] + pairs[j][1]) for i, j in ((one, two), (two, one))
        ]
        name = (
            "only_membership"
            if len(exchanged) == len([*combinations(pairs, 2)])
            else None
        )
        return Wrong(
            credit,
            say(
                "v.fooling.crossing", one=one, two=two, first=words[0], second=words[1]
            ),
            ", ".join(words),
            misconception=name,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.target(data)
        lines = [
            f"- {row}: x = {word_text(x)}, y = {word_text(own)}: "
            + ", ".join(
                f"{word_text(x + y)} {'✓' if fa.accepts(x + y) else '✗'}"
                for _, _, y in self.key(data)
            )
            for row, x, own in self.key(data)
        ]
        return [*lines, "", say("work.fooling", n=len(lines))]


class PumpingDefence(AutomatonQuestion):
    """For every way in which a long word can begin, where it is split so that it can be pumped."""

    id, unit, kind = "pumping_defence", 5, "table"
    small = (1,)

    def task(self, space: Space, difficulty: int) -> Data:
        p = (2, 3, 3, 4, 4)[difficulty - 1]

        def make() -> Data | None:
            drawing = space.by_lot((difficulty + 1) // 2 - 1, 6 + difficulty)
            fa = drawing.fa()
            rows = words_of_length(prefix_closure(fa), p)
            if not 3 <= len(rows) <= 8:
                return None
            splits = [
                {split for split in self.splits(p) if exception(fa, u, *split) is None}
                for u in rows
            ]
            common = max(
                sum(split in some for some in splits) for split in self.splits(p)
            )
            return (
                {"automaton": drawing, "p": p}
                if all(splits) and common < len(rows) - difficulty // 3
                else None
            )

        return search(make)

    def splits(self, p: int) -> Iterator[tuple[int, int]]:
        """Lengths of x and y."""
        return ((x, y) for y in range(1, p + 1) for x in range(p - y + 1))

    def openings(self, data: Data) -> list[str]:
        """How words of the language begin that are long enough."""
        return words_of_length(prefix_closure(self.fa(data)), data["p"])

    def form(self, data: Data) -> Form:
        return {
            "rows": self.openings(data),
            "columns": 2,
            "heads": ["x", "y"],
            "cells": list("0123456789"),
        }

    def key(self, data: Data) -> Rows:
        fa = self.fa(data)
        return [
            [
                u,
                *map(
                    str,
                    next(
                        s
                        for s in self.splits(data["p"])
                        if exception(fa, u, *s) is None
                    ),
                ),
            ]
            for u in self.openings(data)
        ]

    def wrong(self, data: Data) -> Mistakes:
        """Splits that may be repeated, but not left out."""
        fa, splits = self.fa(data), [*self.splits(data["p"])]
        found = [
            next((s for s in splits if (exception(fa, u, *s) or (1,))[0] == 0), None)
            for u in self.openings(data)
        ]
        yield (
            "forgets_zero",
            [
                [u, *map(str, s or cells)]
                for (u, *cells), s in zip(self.key(data), found, strict=True)
            ],
        )

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, rows = self.fa(data), {u: (int(x), int(y)) for u, x, y in answer}
        openings = self.openings(data)
        bad = [
            u
            for u in openings
            if u not in rows
            or rows[u] not in self.splits(data["p"])
            or exception(fa, u, *rows[u]) is not None
        ]
        if not bad:
            return right(say)
        constant = max(
            sum(exception(fa, u, *s) is None for u in openings)
            for s in self.splits(data["p"])
        )
        credit = (
            nearness(len(bad), len(openings) - constant)
            if len({*rows.values()}) > 1
            else 0.0
        )
        u = one_of(bad, answer)
        if u not in rows:
            return Wrong(credit, say("verdict.row_missing", row=u))
        if rows[u] not in self.splits(data["p"]):
            return Wrong(credit, say("v.defence.form", row=u, p=data["p"]), u)
        x, y = rows[u]
        times, end = exception(fa, u, x, y) or (0, "")
        pumped = u[:x] + u[x : x + y] * times + u[x + y :] + end
        text = say(
            "v.defence.fails", row=u, whole=u + end, i=times, word=word_text(pumped)
        )
        name = (
            "forgets_zero"
            if answer in (value for _, value in self.wrong(data))
            else None
        )
        return Wrong(
            credit,
            f"{text} {why_word(fa, pumped, say)}",
            word_text(pumped),
            misconception=name,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """Each split, with the active sets after the prefix, without y and with y twice: they decide."""
        fa, lines = self.fa(data), []
        for u, x, y in self.key(data):
            before, part = u[: int(x)], u[int(x) : int(x) + int(y)]
            words = [before + part * i + u[int(x) + int(y) :] for i in (1, 0, 2)]
            told = (f"{word_text(w)} → {set_text(fa.active(w)[-1])}" for w in words)
            lines.append(f"- x = {word_text(before)}, y = {part}: {'; '.join(told)}")
        return lines

    def measure(self, data: Data) -> float:
        return 10 * data["p"] + len(self.fa(data).edges)


def exception(fa: Automaton, u: str, x: int, y: int) -> tuple[int, str] | None:
    """The first i, with an end, for which a word that begins with u is accepted, and no longer once it is pumped."""
    seen = set()
    for i in count():
        begun = u[:x] + u[x : x + y] * i
        if fa.read(begun) in seen:
            return None
        seen.add(fa.read(begun))
        end = missing(left_quotient(fa, u), left_quotient(fa, begun + u[x + y :]))
        if end is not None:
            return i, end
    raise AssertionError("there are finitely many sets of states")


class SpotTheError(AutomatonQuestion):
    """Expressions, each made from the one before by a law; one of the laws does not hold."""

    id, unit, kind = "spot_the_error", 5, "table"
    ROWS = ("line", "word")
    example = '{"line": 2, "word": "…"}'
    LONGEST = 32
    """More symbols in a line are a test of eyes."""

    def task(self, space: Space, difficulty: int) -> Data:
        rng, number = space.rng, 3 + difficulty // 2

        def make() -> Data:
            wrong = rng.randrange(number)
            laws = [
                [*rng.choice(RegexEqual.FALSE if n == wrong else RegexEqual.LAWS)]
                for n in range(number)
            ]
            lines: list[list[str]] = [[] for _ in range(number + 1)]
            order = rng.sample(range(number), number)
            for n, law in enumerate(laws):
                rng.shuffle(law)
                parts = parts_of_law(rng, space.alphabet, difficulty > 2)
                # A choice between two equal parts is none
                while parts["s"] == parts["t"]:
                    parts = parts_of_law(rng, space.alphabet, difficulty > 2)
                sides = [text.format(**parts) for text in law]
                for i, line in enumerate(lines):
                    line.append(sides[i > order[n]])
            joint = rng.choice(("", "|"))
            shown = [joint.join(f"({part})" for part in line) for line in lines]
            return {
                "alphabet": space.alphabet,
                "lines": list(map(fewer_brackets, shown)),
            }

        def good(data: Data) -> bool:
            if max(map(symbols_in, data["lines"])) > self.LONGEST:
                return False
            apart = self.errors(data)
            return (
                all(one != two for one, two in pairwise(data["lines"]))
                and len(apart) == 1
                and 2 + (difficulty > 1) + (difficulty > 4)
                <= len(next(iter(apart.values())))
                <= 7
            )

        return search(make, good)

    def automata(self, data: Data) -> list[Automaton]:
        """The automaton of each line."""
        return [Automaton.of(line, symbols=data["alphabet"]) for line in data["lines"]]

    def errors(self, data: Data) -> dict[int, str]:
        """The lines that say something else than the line before, with a shortest word that shows it."""
        fas = self.automata(data)
        return {
            n + 1: first_word(fas[n - 1], fas[n], lambda one, two: one != two) or ""
            for n in range(1, len(fas))
            if not equivalent(fas[n - 1], fas[n])
        }

    def form(self, data: Data) -> Form:
        lines = [str(n + 1) for n in range(1, len(data["lines"]))]
        return {
            "rows": self.ROWS,
            "columns": 1,
            "cells": {"line": lines, "word": "word"},
        }

    def key(self, data: Data) -> Rows:
        ((line, word),) = self.errors(data).items()
        return [["line", str(line)], ["word", word]]

    def ends_with(self, data: Data, key: Rows) -> list[list[str | int]]:
        """The number of the line as a number, as it is asked for."""
        (_, line), (_, word) = key
        return [["line", int(line)], ["word", word]]

    def beginning(self, data: Data, say: Say) -> str:
        """One end of the steps, up to half of them, so that what is left out does not tell which one is wrong."""
        steps = self.work(data, say)
        (line,) = self.errors(data)
        half = len(steps) // 2
        return "\n".join(steps[:half] if line - 2 >= half else steps[-half:])

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        given, fas = dict(answer), self.automata(data)
        wrong_line = int(dict(self.key(data))["line"])
        found = int(given.get("line", 0)) == wrong_line
        credit = 0.5 if found else 0.0
        if lost := next((row for row in self.ROWS if row not in given), ""):
            return Wrong(credit, say("verdict.row_missing", row=lost))
        line, word = int(given["line"]), given["word"]
        first, before, here = (fas[n].accepts(word) for n in (0, line - 2, line - 1))
        if before != here:
            return right(say)
        name = "compares_with_first" if first != here and line > wrong_line else None
        text = say(
            "v.error.both" if here else "v.error.neither",
            word=word_text(word),
            before=line - 1,
            line=line,
        )
        return Wrong(
            credit,
            text,
            word_text(word),
            misconception=name,
        )

    def values(self, data: Data, say: Say) -> Values:
        numbered = (f"{n}. `{line}`" for n, line in enumerate(data["lines"], 1))
        return {"symbols": symbols_text(data), "lines": "\n".join(numbered)}

    def work(self, data: Data, say: Say) -> list[str]:
        apart, fas = self.errors(data), self.automata(data)
        lines = []
        for line in range(2, len(fas) + 1):
            laws = RegexEqual.FALSE if line in apart else RegexEqual.LAWS
            old, new, law = followed_law(
                data["lines"][line - 2], data["lines"][line - 1], laws
            )
            step = {"before": line - 1, "line": line, "old": old, "new": new}
            if word := apart.get(line):
                only = line if fas[line - 1].accepts(word) else line - 1
                shown = {**step, "false": law, "word": word, "only": only}
                lines.append("- " + say("work.lines_differ", **shown))
            else:
                lines.append("- " + say("work.law", **step, law=law))
        return lines

    def measure(self, data: Data) -> float:
        return 10 * len(data["lines"]) + size(self.key(data))


def followed_law(
    before: str, after: str, laws: Iterable[tuple[str, str]]
) -> tuple[str, str, str]:
    """The part of a line that a step replaces, what stands there afterwards, and the law that is followed.

    Examples
    --------
    >>> followed_law("d(c*)*|d", "dc*|d", RegexEqual.LAWS)
    ('(c*)*', 'c*', '(r*)* = r*')
    """
    letters = sorted(letters_of(before) | letters_of(after))
    pairs = [pair for law in laws for pair in permutations(law)]
    for pair, (x, y), larger in product(pairs, permutations(letters, 2), (0, 1)):
        parts = {"r": f"({x}{y})" if larger else x, "s": y, "t": x}
        old, new = (fewer_brackets(side.format(**parts)) for side in pair)
        for olds, news in product((old, f"({old})"), (new, f"({new})")):
            if any(put == after for put in replacements(before, olds, news)):
                return old, new, " = ".join(pair).format(r="r", s="s", t="t")
    raise ValueError(f"{before} → {after}")


def replacements(text: str, old: str, new: str) -> Iterator[str]:
    """A text with one occurrence of a part replaced, at each place where it stands."""
    for start in range(len(text)):
        if text.startswith(old, start):
            yield text[:start] + new + text[start + len(old) :]
