"""What verdicts claim of languages that are told in words or as expressions, and of what states mean."""

from __future__ import annotations

from itertools import pairwise

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, given
from tests.coursekit.questions.second.languages import HOLDS, derives
from tests.coursekit.questions.second.readers import (
    Reader,
    expression,
    of_json,
    words_to,
)
from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.sentences import holds


@claim("reason.matched", "reason.not_matched")
def _(case: Case, word: str, expression: str, why: Said) -> None:
    (said,) = (s for s in case.said if s.id.endswith("matched"))
    assert (why.id in ("matched.spelt", "matched.skipped")) == (said.id == "reason.matched")
    case.check(why)
    assert expression == case.data["regex" if "board" in case.data else "expression"]
    assert HOLDS[case.type](case.data)(read.word(word)) == (said.id == "reason.matched")


def matching(case: Case, word: str) -> list[str]:
    """Those of the two expressions that describe a word."""
    two = [case.data["expression"], case.data["second"]]
    return [text for text in two if expression(text)(read.word(word))]


@claim("reason.both_match")
def _(case: Case, word: str) -> None:
    assert len(matching(case, word)) == 2


@claim("reason.neither_matches")
def _(case: Case, word: str) -> None:
    assert matching(case, word) == []


@claim("reason.one_matches")
def _(case: Case, word: str, expression: str) -> None:
    assert matching(case, word) == [expression]


@claim("reason.way", "reason.no_way")
def _(case: Case, word: str, tail: str, state: str, head: str) -> None:
    assert (tail, state, head) == tuple(case.data[name] for name in ("tail", "state", "head"))
    (said,) = (s for s in case.said if s.id.endswith("way"))
    assert HOLDS[case.type](case.data)(read.word(word)) == (said.id == "reason.way")


def row_of(case: Case, row: str) -> Reader:
    """What a row of `describe` or `state_meaning` stands for."""
    if "other" in case.data:
        return of_json(case.data["automaton" if row == "1" else "other"])
    return of_json({**case.data["automaton"], "accepting": [row]})


@claim("v.sentence.row", "v.sentence.only")
def _(case: Case, word: str, row: str, sentence: str) -> None:
    (said,) = (s for s in case.said if s.id.startswith("v.sentence."))
    assert case.rows[row] == [sentence]
    true = holds(case.data["sentences"]["ABCDEFGHIJ".index(sentence)], read.word(word))
    assert true == (said.id == "v.sentence.only") != row_of(case, row).wins(read.word(word))


def true_of(case: Case, word: str) -> str:
    """The state whose sentence is true of a word."""
    (number,) = (i for i, sentence in enumerate(case.data["sentences"]) if holds(sentence, read.word(word)))
    return f"q{number}"


@claim("v.meaning.state")
def _(case: Case, word: str, got: str) -> None:
    assert given(case).sets(read.word(word))[-1] == {got}
    assert true_of(case, word) != got
    assert all(HOLDS[case.type](case.data)(w) == given(case).wins(w) for w in words_to(8, case.alphabet))


@claim("v.meaning.states")
def _(case: Case, n: int) -> None:
    assert n == len(case.data["sentences"]) != len(case.answer["states"])


@claim("reason.meaning")
def _(case: Case, word: str, state: str) -> None:
    assert true_of(case, word) == state


def apart(case: Case, one: str, two: str, word: str) -> bool:
    """Whether a word tells two states apart."""
    return len({of_json({**case.data["automaton"], "start": q}).wins(word) for q in (one, two)}) == 2


@claim("v.filling.word")
def _(case: Case, one: str, two: str, word: str) -> None:
    assert apart(case, one, two, read.word(word))
    assert str(len(read.word(word))) == case.wanted[f"{one} {two}"][0] != case.rows[f"{one} {two}"][0]


@claim("v.filling.never")
def _(case: Case, one: str, two: str) -> None:
    assert not any(apart(case, one, two, w) for w in words_to(6, case.alphabet))
    assert case.rows[f"{one} {two}"] != ["never"]


# ------------------------------------------------------------------------------------------ grammars


@claim("reason.derived")
def _(case: Case, derivation: str) -> None:
    forms = ["" if form == "ε" else form for form in derivation.split(" ⇒ ")]
    assert forms[0] == "S"
    assert case.about() in (None, forms[-1])
    for one, two in pairwise(forms):
        rights = [letter + then for left, letter, then in case.data["rules"] if left == one[-1]]
        assert two in [one[:-1] + right for right in rights]


@claim("v.rules.arrow")
def _(case: Case, arrow: str, state: str, right: str) -> None:
    assert arrow == f"{state} –{right[0]}→ {right[1:]}"
    assert (state, right[0], right[1:]) in case.board.arrows
    assert right not in case.rows[state][0].split()


@claim("v.rules.no_arrow")
def _(case: Case, state: str, right: str) -> None:
    assert (state, right[0], right[1:]) not in case.board.arrows
    assert right in case.rows[state][0].split()


@claim("v.rules.ends", "v.rules.goes_on")
def _(case: Case, state: str) -> None:
    assert (state in case.board.ends) == ("ε" not in case.rows[state][0].split())


@claim("reason.not_derived")
def _(case: Case, word: str, sets: str) -> None:
    assert not derives(case.data["rules"], "S", read.word(word))
    stops, letters = read.sets(sets)
    assert read.word(word).startswith(letters)
    assert stops[0] == {"S"}
    for letter, one, two in zip(letters, stops, stops[1:], strict=False):
        assert two == {then or "E" for left, a, then in case.data["rules"] if left in one and a == letter}
