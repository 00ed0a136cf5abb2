"""Languages in which two numbers are compared, most of them not regular, and what proves that."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from automatakit.languages.minimal import first_words
from coursekit.questions.assessing import right, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.described import symbols_text
from coursekit.questions.languages import (
    FORMS,
    NOT_REGULAR,
    REGULAR,
    Language,
    Pattern,
    belongs,
    drawn,
    exception,
    finite,
    formula,
    patterns,
    proves,
    shown,
    spelt_out,
)
from coursekit.questions.linear import (
    added,
    counted,
    joined,
    membership,
    names,
    power,
    text,
)
from coursekit.questions.meanings import LETTERS
from coursekit.questions.sampling import search
from coursekit.questions.skins import Space

SPLIT, LARGEST_P = 12, 100
"""Strategies are tried against all splits for p up to the one, against those that begin with the word for p up to the
other.  Their numbers are linear in p, with small factors: no exception comes later."""

IN = {True: "in", False: "out"}


class AboutLanguage(AutomatonQuestion):
    """A question about ``{language}``, over ``{symbols}``."""

    kind = "table"

    def rules(self, data: Data, say: Say) -> str:
        return say("question.numbers")

    def values(self, data: Data, say: Say) -> Values:
        return {
            **data,
            "language": formula(data["language"]),
            "symbols": symbols_text(data),
        }


class NonregularProof(AboutLanguage):
    """Prefixes uᵢ, any two of which a suffix vᵢ tells apart."""

    id, unit = "nonregular_proof", 5
    ROWS = ("u", "v", "same", "mixed")
    example = '{"u": "A", "v": "B", "same": "in", "mixed": "out"}'

    def task(self, space: Space, difficulty: int) -> Data:
        rng, size = space.rng, (4, 5, 5, 6, 6)[difficulty - 1]

        def make() -> Data | None:
            language = drawn(space, difficulty, NOT_REGULAR)
            pool = patterns(language)
            if len(pool) < size + 1:
                return None
            return {
                "language": language,
                "prefixes": rng.sample(pool, size),
                "suffixes": rng.sample(pool, size + 1),
            }

        return search(make, lambda data: 1 <= len([*self.proofs(data)]) <= 2)

    def proofs(self, data: Data) -> Iterator[list[list[str]]]:
        """All right answers."""
        for (x, u), (y, v) in product(
            *(
                zip(LETTERS, data[menu], strict=False)
                for menu in ("prefixes", "suffixes")
            )
        ):
            if claims := proves(data["language"], u, v):
                yield [
                    [row, cell]
                    for row, cell in zip(
                        self.ROWS, (x, y, *(IN[c] for c in claims)), strict=True
                    )
                ]

    def form(self, data: Data) -> Form:
        menus = [list(LETTERS[: len(data[menu])]) for menu in ("prefixes", "suffixes")]
        cells = dict(
            zip(self.ROWS, (*menus, ["in", "out"], ["in", "out"]), strict=True)
        )
        return {"rows": self.ROWS, "columns": 1, "cells": cells}

    def key(self, data: Data) -> Rows:
        return next(self.proofs(data))

    def chosen(
        self, data: Data, answer: list[list[str]]
    ) -> tuple[Pattern, Pattern, bool, bool]:
        """The patterns and claims of an answer."""
        x, y, same, mixed = (cell for _, cell in answer)
        return (
            data["prefixes"][LETTERS.index(x)],
            data["suffixes"][LETTERS.index(y)],
            same == "in",
            mixed == "in",
        )

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        if missing := next((row for row in self.ROWS if row not in dict(answer)), ""):
            return Wrong(0.0, say("verdict.row_missing", row=missing))
        u, v, same, mixed = self.chosen(data, answer)
        if same == mixed:
            return Wrong(0.0, say("v.proof.alike"))
        found = exception(data["language"], u, v, same, mixed)
        if found is None:
            return right(say)
        i, j = found
        word = spelt_out(u, j) + spelt_out(v, i)
        text = say(
            "v.proof.in" if belongs(data["language"], word) else "v.proof.out",
            i=i,
            j=j,
            word=word_text(word),
        )
        all_belong = all(
            belongs(data["language"], spelt_out(u, n) + spelt_out(v, i))
            for n in range(1, 5)
            for i in range(1, n + 1)
        )
        # Whoever says that they do not belong has not taken membership for a proof
        name = "only_membership" if same and all_belong else None
        return Wrong(
            0.5 if proves(data["language"], u, v) else 0.0,
            text,
            word_text(word),
            misconception=name,
        )

    def values(self, data: Data, say: Say) -> Values:
        menus = {
            menu: "\n".join(
                f"- {x}: {shown(one)}"
                for x, one in zip(LETTERS, data[menu], strict=False)
            )
            for menu in ("prefixes", "suffixes")
        }
        return {**super().values(data, say), **menus}

    def work(self, data: Data, say: Say) -> list[str]:
        """The sentence that proves it for all i < j, and the first words."""
        u, v, *_ = self.chosen(data, self.key(data))
        words = [
            (i, j, spelt_out(u, j) + spelt_out(v, i))
            for j in range(1, 4)
            for i in range(1, j + 1)
        ]
        lines = [
            f"- i = {i}, j = {j}: {word} {'✓' if belongs(data['language'], word) else '✗'}"
            for i, j, word in words
        ]
        return [*lines, "", proof(data["language"], u, v, say)]

    def measure(self, data: Data) -> float:
        return len(data["prefixes"]) * 10 + data["language"]["k"]


def proof(language: Language, u: Pattern, v: Pattern, say: Say) -> str:
    """Why vᵢ tells uᵢ from every uⱼ with i < j."""
    when = membership(language, *counted(language, u, v))
    one, two = names(language)
    same = belongs(language, spelt_out(u, 1) + spelt_out(v, 1))
    # "i = j" needs no "that is, j = i"
    told = when.relation
    if sorted(told.split()) != sorted(when.short.split()):
        told = say("work.that_is", relation=told, short=when.short)
    return say(
        "work.proof_same" if same else "work.proof_mixed",
        word=joined(u, v),
        one=one,
        n=when.n,
        two=two,
        m=when.m,
        when=told,
    )


class PumpingGame(AboutLanguage):
    """A strategy against the pumping lemma: the word, by n and m, and i, each as α·p + γ."""

    id, unit = "pumping_game", 5
    bands = ((2, 3), (4, 6), (5, 7), (8, 10), (9, 12))
    small = (1, 2)
    ROWS = ("n", "m", "i")
    example = '{"n": [1, 2], "m": [0, 3], "i": [0, 4]}'

    def task(self, space: Space, difficulty: int) -> Data:
        return {
            "language": drawn(
                space, difficulty, NOT_REGULAR[: 1 if difficulty == 1 else 3]
            )
        }

    def form(self, data: Data) -> Form:
        return {
            "rows": self.ROWS,
            "columns": 2,
            "heads": ["p", "+"],
            "cells": list("0123456789"),
        }

    def word_of(self, data: Data, n: int, m: int) -> str:
        """The word with these numbers."""
        a, b = data["language"]["a"], data["language"]["b"]
        return str(
            a * n + b + a * m if data["language"]["form"] == "around" else a * n + b * m
        )

    def answered(
        self, data: Data, strategy: Sequence[tuple[int, int]], p: int
    ) -> tuple[str, str, str, int] | None:
        """What the opponent says to a strategy: a split, and i; or a word that does not do, with nothing to pump."""
        n, m, i = (times * p + more for times, more in strategy)
        word = self.word_of(data, n, m)
        if len(word) < p or not belongs(data["language"], word):
            return word, "", "", 1
        splits = (
            (word[:x], word[x:y], word[y:], i)
            for y in range(1, p + 1)
            for x in range(y if p <= SPLIT else 1)
        )
        return next(
            (s for s in splits if belongs(data["language"], s[0] + s[1] * i + s[2])),
            None,
        )

    def beaten(
        self, data: Data, strategy: Sequence[tuple[int, int]]
    ) -> tuple[int, tuple[str, str, str, int]] | None:
        """The first p for which the opponent has an answer, with it."""
        found = ((p, self.answered(data, strategy, p)) for p in range(1, LARGEST_P + 1))
        return next(((p, answer) for p, answer in found if answer), None)

    def key(self, data: Data) -> Rows:
        language = data["language"]
        for more, i in product((0, 1), (2, 0)):
            word = [(language["c"], language["k"] + more), (1, 0)]
            strategy = [*(reversed(word) if language["turned"] else word), (0, i)]
            if self.beaten(data, strategy) is None:
                return [
                    [row, *map(str, cells)]
                    for row, cells in zip(self.ROWS, strategy, strict=True)
                ]
        raise AssertionError(formula(language))

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        rows = {row: (int(times), int(more)) for row, times, more in answer}
        if missing := next((row for row in self.ROWS if row not in rows), ""):
            won = missing == "i" and self.won(data, rows)
            return Wrong(won / 2, say("verdict.row_missing", row=missing))
        found = self.beaten(data, [rows[row] for row in self.ROWS])
        if not found:
            return right(say)
        p, (x, y, z, i) = found
        word = x + y * i + z
        name = "fixed_word" if rows["n"][0] == rows["m"][0] == 0 else None
        if not y:
            return Wrong(
                0.0,
                say(
                    "v.game.short" if len(word) < p else "v.game.outside",
                    p=p,
                    word=word_text(word),
                ),
                word_text(word),
                misconception=name,
            )
        text = say(
            "v.game.survives",
            p=p,
            x=word_text(x),
            y=y,
            z=word_text(z),
            i=i,
            word=word_text(word),
        )
        credit = self.won(data, rows) / 2
        return Wrong(credit, text, word_text(word), misconception=name)

    def won(self, data: Data, rows: Mapping[str, tuple[int, int]]) -> bool:
        """Whether the word that was chosen wins, with some i."""
        return any(
            not self.beaten(data, [rows["n"], rows["m"], (0, i)]) for i in (0, 2, 3)
        )

    def values(self, data: Data, say: Say) -> Values:
        a, b = data["language"]["a"], data["language"]["b"]
        form = "around" if data["language"]["form"] == "around" else "powers"
        return {**super().values(data, say), "shape": FORMS[form].format(a=a, b=b)}

    def work(self, data: Data, say: Say) -> list[str]:
        """The word, and why it is of no use to the opponent how it is split."""
        language = data["language"]
        n, m, i = ((int(times), int(more)) for _, times, more in self.key(data))
        first, second = ({"p": times, "": more} for times, more in (n, m))
        a, b = language["a"], language["b"]
        around = language["form"] == "around"
        word = (
            power(a, first) + (b if around else "") + power(a if around else b, second)
        )
        when = membership(language, added(first, {"k": i[1] - 1}), second)
        one, two = names(language)
        example = self.word_of(data, n[0] + n[1], m[0] + m[1])
        pumped = example[0] * (i[1] - 1) + example if i[1] else example[1:]
        return [
            f"- p = 1: {example} → {pumped}",
            "",
            say("work.game_word", word=word, n=text(first), m=text(second)),
            say(
                "work.game_split",
                symbol=a,
                i=i[1],
                one=one,
                n=when.n,
                two=two,
                m=when.m,
                relation=when.relation,
                short=when.short,
            ),
        ]

    def measure(self, data: Data) -> float:
        return float(data["language"]["c"] + data["language"]["k"])


def reasons_for(language: Language, alphabet: str) -> list[dict[str, Any]]:
    """What shows that a language is regular, or that it is not."""
    if language["relation"] in REGULAR:
        return [{"classes": len(finite(language, alphabet).states)}]
    return [
        {"u": u, "v": v}
        for u, v in product(patterns(language), repeat=2)
        if proves(language, u, v)
    ]


def holds(language: Language, reason: dict[str, Any], alphabet: str) -> bool:
    """Whether a reason is one for a language."""
    if "classes" in reason:
        return reason in reasons_for(language, alphabet)
    return proves(language, reason["u"], reason["v"]) is not None


def tried(language: Language, reason: dict[str, Any]) -> str:
    """Words of two patterns, the last one where they first break the rule that the others follow."""
    u, v = reason["u"], reason["v"]
    same, mixed = (belongs(language, spelt_out(u, j) + spelt_out(v, 1)) for j in (1, 2))
    tried = dict.fromkeys(
        [(1, 1), (1, 2), exception(language, u, v, same, mixed) or (1, 3)]
    )
    words = (spelt_out(u, j) + spelt_out(v, i) for i, j in tried)
    return ", ".join(
        f"{word} {'✓' if belongs(language, word) else '✗'}" for word in words
    )


MOST_CLASSES = 20
"""Of Myhill and Nerode, in a reason of `RegularOrNot`."""


class RegularOrNot(AboutLanguage):
    """For each of some languages the one reason of a list that shows that it is regular, or that it is not."""

    id, unit = "regular_or_not", 5

    def task(self, space: Space, difficulty: int) -> Data:
        rng, number = space.rng, (3, 3, 4, 4, 5)[difficulty - 1]

        def make() -> Data | None:
            languages = [
                drawn(space, difficulty, REGULAR if n % 2 else NOT_REGULAR)
                for n in range(number)
            ]
            found = [reasons_for(language, space.alphabet) for language in languages]
            if not all(found):
                return None
            reasons = list(map(rng.choice, found))
            reasons += [
                {"classes": one["classes"] + rng.choice((-1, 1))}
                if "classes" in one
                else {"u": rng.choice(patterns(languages[0])), "v": one["u"]}
                for one in reasons[:3]
            ]
            rng.shuffle(reasons)
            rng.shuffle(languages)
            return {
                "alphabet": space.alphabet,
                "languages": languages,
                "reasons": reasons,
            }

        def good(data: Data) -> bool:
            """No reason stands twice or counts more classes than one writes down, and one fits each language."""
            reasons = data["reasons"]
            classes = [reason.get("classes", 0) for reason in reasons]
            if max(classes) > MOST_CLASSES:
                return False
            if any(reasons.count(reason) > 1 for reason in reasons):
                return False
            for language in data["languages"]:
                fitting = [r for r in reasons if holds(language, r, data["alphabet"])]
                if len(fitting) != 1:
                    return False
            return True

        return search(make, good)

    def form(self, data: Data) -> Form:
        rows = [str(n + 1) for n in range(len(data["languages"]))]
        return {
            "rows": rows,
            "columns": 1,
            "cells": dict.fromkeys(rows, tuple(LETTERS[: len(data["reasons"])])),
        }

    def key(self, data: Data) -> Rows:
        found = (
            next(
                letter
                for letter, reason in zip(LETTERS, data["reasons"], strict=False)
                if holds(language, reason, data["alphabet"])
            )
            for language in data["languages"]
        )
        return [[str(n), letter] for n, letter in enumerate(found, 1)]

    def wrong(self, data: Data) -> Mistakes:
        """Two numbers are compared, so it cannot be regular."""
        first = next(
            (
                letter
                for letter, reason in zip(LETTERS, data["reasons"], strict=False)
                if "u" in reason
            ),
            "A",
        )
        yield (
            "counts_for_ever",
            [
                [row, first if language["relation"] in REGULAR else letter]
                for (row, letter), language in zip(
                    self.key(data), data["languages"], strict=True
                )
            ],
        )

    def values(self, data: Data, say: Say) -> Values:
        said = [
            say("v.reason.regular", n=reason["classes"])
            if "classes" in reason
            else say("v.reason.not_regular", u=shown(reason["u"]), v=shown(reason["v"]))
            for reason in data["reasons"]
        ]
        return {
            **data,
            "symbols": symbols_text(data),
            "languages": "\n".join(
                f"- {n}: {formula(one)}" for n, one in enumerate(data["languages"], 1)
            ),
            "reasons": "\n".join(
                f"- {letter}: {one}" for letter, one in zip(LETTERS, said, strict=False)
            ),
        }

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        language, reason = (
            data["languages"][int(label) - 1],
            data["reasons"][LETTERS.index(cells[0])],
        )
        if "classes" in reason:
            return say("v.reason.classes", row=label, n=reason["classes"])
        return say("v.reason.alike", row=label, words=tried(language, reason))

    def work(self, data: Data, say: Say) -> list[str]:
        """For each language why it has finitely many classes, with a word of each, or the proof that it has not."""
        lines = []
        for (row, letter), language in zip(
            self.key(data), data["languages"], strict=True
        ):
            reason = data["reasons"][LETTERS.index(letter)]
            if "u" in reason:
                told = proof(language, reason["u"], reason["v"], say)
            else:
                classes = first_words(finite(language, data["alphabet"]))
                words = ", ".join(word_text(word) for _, word in classes)
                id = (
                    "work.congruent"
                    if language["relation"] == "congruent"
                    else "work.bounded"
                )
                told = say(id, bound=language["bound"], words=words)
            lines.append(f"- {row}. {say('work.by_reason', letter=letter, why=told)}")
        return lines
