"""What verdicts and worked solutions claim of proofs and strategies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product
from typing import Any

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import SPECIAL, Case, claim
from tests.coursekit.questions.second.languages import HOLDS
from tests.coursekit.questions.second.lines import Lines, rows, work
from tests.coursekit.questions.second.proofs import (
    Pumped,
    chosen,
    crossed,
    member,
    nerode,
    shows,
    strategy,
    word_of,
)
from tests.coursekit.questions.second.readers import expression, words_to
from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.sentences import holds


@claim("question.numbers")
def _(case: Case) -> None:
    """What n, m and # are."""


# ------------------------------------------------------------------------------------------ languages of two numbers


@claim("v.proof.alike")
def _(case: Case) -> None:
    assert case.rows["same"] == case.rows["mixed"]


@claim("v.proof.in", "v.proof.out")
def _(case: Case, i: int, j: int, word: str) -> None:
    (said,) = (s for s in case.said if s.id.startswith("v.proof."))
    u, v, same, mixed = chosen(case.data, case.answer)
    assert read.word(word) == word_of(u, j) + word_of(v, i)
    assert member(case.data["language"], read.word(word)) == (said.id == "v.proof.in") != (same if i == j else mixed)


def both_belong(case: Case) -> bool:
    """uᵢvᵢ belongs, and so does some uⱼvᵢ."""
    (said,) = (s for s in case.said if s.id.startswith("v.proof."))
    u, v, *_ = chosen(case.data, case.answer)
    i, j = said.values["i"], said.values["j"]
    return i < j and all(member(case.data["language"], word_of(u, n) + word_of(v, i)) for n in (i, j))


@claim("v.game.outside", "v.game.short")
def _(case: Case, p: int, word: str) -> None:
    (said,) = (s for s in case.said if s.id.startswith("v.game."))
    assert strategy(case.data, case.answer, p)[0] == read.word(word)
    assert (len(read.word(word)) < p if said.id == "v.game.short" else
            not member(case.data["language"], read.word(word)))


@claim("v.game.survives")
def _(case: Case, p: int, x: str, y: str, z: str, i: int, word: str) -> None:
    x, z = read.word(x), read.word(z)
    assert (x + y + z, i) == strategy(case.data, case.answer, p)
    assert y
    assert len(x + y) <= p
    assert read.word(word) == x + y * i + z
    assert member(case.data["language"], read.word(word))


@claim("v.reason.regular", "v.reason.not_regular")
def _(case: Case, **values: object) -> None:
    """They stand in the question, true or not."""


@claim("v.reason.classes")
def _(case: Case, row: str, n: int) -> None:
    language = case.data["languages"][int(row) - 1]
    assert language["relation"] not in ("congruent", "bounded") or nerode(language, case.alphabet) != n


@claim("v.reason.alike")
def _(case: Case, row: str, words: str) -> None:
    (letter,) = case.rows[row]
    assert not shows(case.data, row, letter)
    signs = tried(case, row, letter, words)
    assert signs[0] == signs[1] or len(signs) == 3


def tried(case: Case, row: str, letter: str, words: str) -> list[bool]:
    """Whether words of two patterns belong; the first two are u₁v₁ and u₂v₁."""
    why, language = reason(case, letter), case.data["languages"][int(row) - 1]
    found = [w.split(" ") for w in words.split(", ")]
    known = [word_of(why["u"], j) + word_of(why["v"], i) for j in range(1, 21) for i in range(1, j + 1)]
    assert {w for w, _ in found} <= {*known}
    assert [w for w, _ in found[:2]] == [known[0], known[1]]
    assert all(member(language, w) == (sign == "✓") for w, sign in found)
    return [sign == "✓" for _, sign in found]


def told(formula: str, **values: int) -> Any:
    """What a formula of small letters says: a number, or whether it is so."""
    spelt = re.sub(r"(\d)([a-z(])", r"\1 * \2", formula.replace("−", "-"))
    for sign, python in ((" = ", " == "), ("≤", "<="), ("≥", ">="), ("≠", "!=")):
        spelt = spelt.replace(sign, python)
    assert re.fullmatch(r"[ipjk0-9 ()*+<>=!-]+", spelt), formula
    return eval(spelt, {"__builtins__": {}}, values)


def exponents(text: str, **values: int) -> str:
    """A word that is written with exponents."""
    found = ""
    for symbol, power in re.findall(r"(.)([⁰¹²³⁴⁵⁶⁷⁸⁹⁺ⁱʲᵖ]*)", text):
        number = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺ⁱʲᵖ", "0123456789+ijp"))
        found += symbol * (told(number, **values) if number else 1)
    return found


def both_numbers(language: dict[str, Any], word: str) -> tuple[int, int]:
    """n and m of a word of the form of a language."""
    a, b = language["a"], language["b"]
    if language["form"] == "around":
        first, second = word.split(b)
        return len(first), len(second)
    assert language["form"] == "counts" or word == a * word.count(a) + b * word.count(b)
    return word.count(a), word.count(b)


def alike(said: Any) -> list[str]:
    """What is said of when a word belongs, in one way or in two."""
    return [said.values["relation"], said.values["short"]] if isinstance(said, Said) else [said]


def is_proof(language: dict[str, Any], u: Any, v: Any, said: dict[str, Any], same: bool) -> bool:
    """Whether numbers, relation and verdict are those of uⱼvᵢ, for small i and j."""
    if names_of(language) != {said["one"], said["two"]}:
        return False
    for j in range(1, 7):
        for i in range(1, j + 1):
            word = word_of(u, j) + word_of(v, i)
            belongs = same if i == j else not same
            fits = (
                exponents(said["word"], i=i, j=j) == word
                and (told(said["n"], i=i, j=j), told(said["m"], i=i, j=j)) == both_numbers(language, word)
                and {told(when, i=i, j=j) for when in alike(said["when"])} == {belongs}
                and member(language, word) == belongs
            )
            if not fits:
                return False
    return True


def proved(case: Case, said: dict[str, Any], same: bool) -> bool:
    """A proof: of the question's language, or of one of those to whose reasons it belongs."""
    if case.type == "nonregular_proof":
        u, v, *_ = chosen(case.data, case.key)
        return is_proof(case.data["language"], u, v, said, same)
    found = [(language, reason(case, letter)) for (_, letter), language in
             zip(case.key, case.data["languages"], strict=True)]
    return any(is_proof(language, why["u"], why["v"], said, same) for language, why in found if "u" in why)


def names_of(language: dict[str, Any]) -> set[str]:
    counts = language["form"] == "counts"
    return {f"#{language[x]}(w)" for x in "ab"} if counts else {"n", "m"}


@claim("work.proof_same")
def _(case: Case, **said: Any) -> None:
    assert proved(case, said, same=True)


@claim("work.proof_mixed")
def _(case: Case, **said: Any) -> None:
    assert proved(case, said, same=False)


@work("nonregular_proof")
def _(case: Case, lines: Lines) -> None:
    u, v, *_ = chosen(case.data, case.key)
    for i, j, word, sign in rows(lines, r"- i = (\d+), j = (\d+): (\w+) ([✓✗])"):
        assert word == word_of(u, int(j)) + word_of(v, int(i))
        assert member(case.data["language"], word) == (sign == "✓")


@claim("work.game_word")
def _(case: Case, word: str, n: str, m: str) -> None:
    for p in range(1, 8):
        here = strategy(case.data, case.key, p)[0]
        assert exponents(word, p=p) == here
        assert (told(n, p=p), told(m, p=p)) == both_numbers(case.data["language"], here)


@claim("work.game_split")
def _(case: Case, symbol: str, i: int, one: str, n: str, two: str, m: str, relation: str, short: str) -> None:
    language = case.data["language"]
    assert {one, two} == names_of(language)
    for p in range(1, 8):
        word, times = strategy(case.data, case.key, p)
        assert times == i
        assert word.startswith(symbol * p)
        for k in range(1, p + 1):
            pumped = symbol * k * i + word[k:]
            assert (told(n, p=p, k=k), told(m, p=p, k=k)) == both_numbers(language, pumped)
            assert not told(relation, p=p, k=k)
            assert not told(short, p=p, k=k)
            assert not member(language, pumped)


@work("pumping_game")
def _(case: Case, lines: Lines) -> None:
    ((word, pumped),) = rows(lines, r"- p = 1: (\w+) → (\w*)")
    given, i = strategy(case.data, case.key, 1)
    assert (word, pumped) == (given, given[:1] * i + given[1:])


@claim("work.by_reason")
def _(case: Case, letter: str, why: read.Said) -> None:
    assert letter in [cell for _, cell in case.key]
    case.check(why)


@claim("work.congruent", "work.bounded")
def _(case: Case, bound: int, words: str) -> None:
    found = [language for (_, letter), language in zip(case.key, case.data["languages"], strict=True)
             if language["bound"] == bound and "classes" in reason(case, letter)]
    assert len({*read.listed(words)}) in [nerode(language, case.alphabet) for language in found]


@work("regular_or_not")
def _(case: Case, lines: Lines) -> None:
    assert lines == []


# ------------------------------------------------------------------------------------------ fooling sets, pumping


@claim("work.fooling")
def _(case: Case, n: int) -> None:
    assert n == len(case.key) == case.data["n"]


@claim("v.fooling.outside")
def _(case: Case, row: str, word: str) -> None:
    assert "".join(case.rows[row]) == read.word(word)
    assert not holds(case.data["condition"], read.word(word))


@claim("v.fooling.crossing")
def _(case: Case, one: str, two: str, first: str, second: str) -> None:
    assert read.word(first) == case.rows[one][0] + case.rows[two][1]
    assert read.word(second) == case.rows[two][0] + case.rows[one][1]
    assert all(holds(case.data["condition"], read.word(w)) for w in (first, second))


@work("fooling_set")
def _(case: Case, lines: Lines) -> None:
    for row, x, y, words in rows(lines, r"- (\d): x = (\w+), y = (\w+): (.*)"):
        assert [read.word(x), read.word(y)] == case.wanted[row]
        found = [w.split(" ") for w in words.split(", ")]
        assert [read.word(w) for w, _ in found] == [case.wanted[row][0] + y for _, _, y in case.key]
        assert all(holds(case.data["condition"], read.word(w)) == (sign == "✓") for w, sign in found)


@claim("v.defence.form")
def _(case: Case, row: str, p: int) -> None:
    x, y = map(int, case.rows[row])
    assert p == case.data["p"]
    assert not y or x + y > p


@claim("v.defence.fails")
def _(case: Case, row: str, whole: str, i: int, word: str) -> None:
    x, y = map(int, case.rows[row])
    reader = Pumped(case.data).reader
    assert whole.startswith(row)
    assert reader.wins(whole)
    assert read.word(word) == row[:x] + row[x:x + y] * i + whole[x + y:]
    assert not reader.wins(read.word(word))


@work("pumping_defence")
def _(case: Case, lines: Lines) -> None:
    game = Pumped(case.data)
    for x, y, told in rows(lines, r"- x = (\w+), y = (\w+): (.*)"):
        words, sets = zip(*(one.split(" → ") for one in told.split("; ")), strict=True)
        u, before = words[0], read.word(x)
        assert u.startswith(before + y)
        rest = u[len(before + y):]
        assert [read.word(w) for w in words] == [u, before + rest, before + y + y + rest]
        assert [read.names(s) for s in sets] == [game.reader.sets(read.word(w))[-1] for w in words]
        assert game.survives(u, len(before), len(y))


# ------------------------------------------------------------------------------------------ expressions


@claim("v.error.both", "v.error.neither")
def _(case: Case, word: str, before: int, line: int) -> None:
    (said,) = (s for s in case.said if s.id.startswith("v.error."))
    assert (str(line), before) == (case.rows["line"][0], line - 1)
    both = {expression(case.data["lines"][n - 1])(read.word(word)) for n in (before, line)}
    assert both == {said.id == "v.error.both"}


def apart_from_first(case: Case) -> bool:
    """The word tells the line from the first one, and the wrong line stands above it."""
    line, word = int(case.rows["line"][0]), case.rows["word"][0]
    first, here = (expression(case.data["lines"][n])(word) for n in (0, line - 1))
    return first != here and line > int(case.wanted["line"][0])


@work("spot_the_error")
def _(case: Case, lines: Lines) -> None:
    """One claim for each step, in their order."""
    told = [said for said in case.said if said.id in ("work.law", "work.lines_differ")]
    assert [said.values["line"] for said in told] == [*range(2, len(case.data["lines"]) + 1)]
    assert [said.values["line"] for said in told if said.id == "work.lines_differ"] == [int(case.wanted["line"][0])]
    assert lines == []


def stepped(case: Case, before: int, line: int, old: str, new: str, law: str) -> list[Callable[[str], bool]]:
    """The two sides of the law; the step puts one part for another, both with the shape of their side."""
    assert line == before + 1
    one, two = case.data["lines"][before - 1 : line]
    cuts = [(i, j) for i in range(len(one)) for j in range(i, len(one) + 1) if one[i:j].strip("()") == old.strip("()")]
    assert any(one[:i] + put + one[j:] == two for i, j in cuts for put in (new, f"({new})"))
    x, y = case.alphabet
    sides = law.split(" = ")
    fitting = [parts for parts in ((r, s) for s in (x, y) for r in (x, y, x + y, y + x)) if all(
        same_words(side.replace("t", y if parts[1] == x else x).replace("r", f"({parts[0]})").replace("s", parts[1]),
                   part, case.alphabet)
        for side, part in zip(sides, (old, new), strict=True))]
    assert fitting
    return [expression(side) for side in sides]


def same_words(one: str, two: str, alphabet: Sequence[str]) -> bool:
    return all(expression(one)(w) == expression(two)(w) for w in words_to(6, "".join(alphabet)))


@claim("work.law")
def _(case: Case, before: int, line: int, old: str, new: str, law: str) -> None:
    one, two = stepped(case, before, line, old, new, law)
    assert all(one(w) == two(w) for w in words_to(6, "rst"))
    assert same_words(*case.data["lines"][before - 1 : line], case.alphabet)


@claim("work.lines_differ")
def _(case: Case, before: int, line: int, old: str, new: str, false: str, word: str, only: int) -> None:
    one, two = stepped(case, before, line, old, new, false)
    assert any(one(w) != two(w) for w in words_to(6, "rst"))
    described = [n for n in (before, line) if expression(case.data["lines"][n - 1])(read.word(word))]
    assert described == [only]


@claim("work.by_law")
def _(case: Case) -> None:
    """Held to all short words by the type's check."""
    assert case.key is None


@claim("v.simplify.long")
def _(case: Case, got: int, most: int) -> None:
    assert got == sum(case.answer.count(a) for a in case.alphabet) > most == case.data["most"]
    assert all(expression(case.answer)(w) == HOLDS[case.type](case.data)(w) for w in words_to(7, case.alphabet))


@work("regex_simplify")
def _(case: Case, lines: Lines) -> None:
    """Each line has the words of the one before it; what is said to be replaced is so, and leads to it."""
    ((last,),) = rows(lines, r"- `(.*)`")
    steps = [*(said.values["whole"] for said in case.said if said.id == "work.look_at"), last]
    assert (steps[0], last) == (case.data["expression"], case.key)
    told = [said.values for said in case.said if said.id in EQUAL]
    assert len(told) == len(steps) - 1
    for (before, step), values in zip(pairwise(steps), told, strict=True):
        assert len(step) < len(before)
        assert same_words(step, case.data["expression"], case.alphabet)
        old, new = values["old"], values["new"]
        places = [i for i in range(len(before)) if before.startswith(old, i)]
        changed = [before[:i] + new + before[i + len(old):] for i in places]
        assert re.sub(r"[()]", "", step) in [re.sub(r"[()]", "", text) for text in changed]


EQUAL = ("work.needless_choice", "work.needless_factor", "work.once_more", "work.same_star")


@claim("work.once_more")
def _(case: Case, old: str, new: str, root: str) -> None:
    """The law and its r, written out."""
    one = root if len(root) == 1 else f"({root})"
    assert (old, new) == (f"()|{root}{one}*", f"{one}*")
    assert same_words(old, new, case.alphabet)


@claim("work.same_star")
def _(case: Case, old: str, new: str, inner: str, root: str) -> None:
    """Two stars; the short words under each of them are chains of words under the other one."""
    assert old in (f"({inner})*", f"{inner}*")
    assert new in (f"({root})*", f"{root}*")
    for part, chains in ((inner, f"({root})*"), (root, f"({inner})*")):
        assert all(expression(chains)(w) for w in words_to(7, case.alphabet) if expression(part)(w))


@claim("work.look_at")
def _(case: Case, whole: str, part: str) -> None:
    """The part that the next line says is needless or replaced."""
    told = [said for said in case.said if said.id in (*EQUAL, "work.look_at")]
    (at,) = (n for n, said in enumerate(told) if said.values.get("whole") == whole)
    assert part in (told[at + 1].values.get("gone"), told[at + 1].values["old"])


@claim("work.needless_choice")
def _(case: Case, old: str, new: str, gone: str) -> None:
    assert old in (f"{new}|{gone}", f"{gone}|{new}")
    assert same_words(old, new, case.alphabet)
    assert all(expression(new)(w) for w in words_to(7, case.alphabet) if expression(gone)(w))


@claim("work.needless_factor")
def _(case: Case, old: str, new: str, gone: str) -> None:
    assert old in (new + gone, gone + new)
    assert expression(gone)("")
    found = [[w for w in words_to(5, case.alphabet) if expression(part)(w)] for part in (gone, new)]
    joined = product(*found) if old == gone + new else product(*reversed(found))
    assert all(expression(new)("".join(two)) for two in joined)


def reason(case: Case, letter: str) -> dict[str, Any]:
    found: dict[str, Any] = case.data["reasons"]["ABCDEFGHIJ".index(letter)]
    return found


SPECIAL.update({
    ("nonregular_proof", "only_membership"): both_belong,
    ("fooling_set", "only_membership"): lambda c: all(crossed(c.data, *two) for two in combinations(c.answer, 2)),
    ("pumping_game", "fixed_word"): lambda c: c.rows["n"][0] == c.rows["m"][0] == "0",
    ("regular_or_not", "counts_for_ever"): lambda c: any(
        ("classes" in reason(c, c.wanted[row][0])) and ("u" in reason(c, letter)) for row, letter in c.answer),
    ("pumping_defence", "forgets_zero"): lambda c: any(
        not Pumped(c.data).survives(u, int(x), int(y)) for u, x, y in c.answer),
    ("spot_the_error", "compares_with_first"): apart_from_first,
})
