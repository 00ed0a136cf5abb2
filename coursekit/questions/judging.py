"""How well-formed answers are judged, kind by kind; a type of question overrides `assess` where it must.

What a type may add to that (`target`, `demands`, `shown`, `universe`, `reason`, `separator`, `misread`) is declared in
`QuestionType`; what a wrong answer earns stands in `coursekit.judging.credit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

from automatakit.languages.certificate import Certificate, proves
from automatakit.languages.fa import FA, TooLargeError
from automatakit.languages.pairs import compare, difference, equal
from automatakit.languages.regex import RegexError, regex_fa
from coursekit.answers.spelling import shown as shortened
from coursekit.judging.credit import form_credit, knows_nothing, nearness, partition_credit, set_credit
from coursekit.judging.edits import one_symbol_off
from coursekit.judging.misconceptions import one_arrow, prefix_closure, recognise
from coursekit.questions.base import Data, Judged, QuestionType, Right, Say, Wrong
from finity_edu.questions.boards import players_fa

__all__ = ["assess_by_kind", "assess_language", "misconception", "right", "run_text", "same", "sets_text",
           "steps_text", "why_word", "word_text"]


def right(say: Say, certificate: Certificate | None = None) -> Right:
    """The verdict on a right answer: the one way to say so."""
    return Right(say("verdict.right"), certificate)


def misconception(kind: QuestionType, data: Data, answer: object) -> str | None:
    """The misconception whose answer this is, if the type knows one; an empty answer shows none."""
    return None if answer == [] else next((id for id, value in kind.wrong(data) if value == answer), None)


def run_text(path: Iterable[str], word: str) -> str:
    """A run as ``A –b→ B –w→ C``."""
    stations = list(path)
    return stations[0] + "".join(f" –{a}→ {q}" for a, q in zip(word, stations[1:], strict=True))


def set_text(names: Iterable[str]) -> str:
    """A set as ``{A, B}``, the empty one as ``∅``."""
    inside = ", ".join(names)
    return f"{{{inside}}}" if inside else "∅"


def sets_text(fa: FA, word: str) -> str:
    """The active sets over a word as ``{A} –b→ {B, C} –w→ ∅``."""
    sets = [set_text(s) for s in fa.active(word)]
    return sets[0] + "".join(f" –{a}→ {s}" for a, s in zip(word, sets[1:], strict=True))


def steps_text(fa: FA, states: Iterable[str], letter: str) -> str:
    """Where a letter leads from each of some states, as ``δ(A, b) = {B, C}; δ(B, b) = ∅``."""
    return "; ".join(f"δ({q}, {letter}) = {set_text(fa.successors(q, letter))}" for q in states)


def word_text(word: str) -> str:
    """A word as it is shown; the empty one as ``ε``."""
    return word or "ε"


def why_word(fa: FA, word: str, say: Say) -> str:
    """Why an automaton accepts a word (a run) or rejects it (the active sets)."""
    last = fa.active(word)[-1]
    if fa.accepts(word):
        run = None if fa.has_epsilon else fa.run(word)
        if run:
            return say("reason.run", run=run_text(run, word))
        return say("reason.meets", sets=sets_text(fa, word), state=next(q for q in last if q in fa.accepting))
    return say("reason.ends" if last else "reason.stuck", sets=sets_text(fa, word), last=set_text(last))


def why_matched(fa: FA, word: str, say: Say) -> str:
    """Why an expression, given as the automaton of its letters, describes a word or does not."""
    if fa.accepts(word):
        letters = ", ".join((fa.run(word) or ())[1:])
        return say("reason.spelt", letters=letters) if letters else say("reason.skipped")
    beginnings = prefix_closure(fa)
    part = next((word[:n] for n in range(len(word), -1, -1) if beginnings.accepts(word[:n])), None)
    if part is None:
        return say("reason.no_word")
    if part == word:
        return say("reason.goes_on", part=word_text(word))
    return say("reason.begins", part=word_text(part), letter=word[len(part)])


def why_players(data: Data, word: str, say: Say) -> str:
    """Why each of the two players of a board wins with a word or does not."""
    one, two = (why_word(fa, word, say) for fa in players_fa(data["board"]))
    return say("v.two.players", one=one, two=two)


def assess_by_kind(kind: QuestionType, data: Data, answer: Any, say: Say) -> Judged:
    """Judge by the kind of answer: equal to the key is right, everything else is explained."""
    if kind.kind == "automaton":
        return assess_language(kind, data, FA.from_json(answer), say)
    if kind.kind == "regex":
        return _regex(kind, data, answer, say)
    key = kind.key(data)
    if same(kind.kind, answer, key):
        return right(say)
    judges: dict[str, Callable[..., Wrong]] = {
        "set of words": _set, "table": _table, "partition": _partition, "fraction": _fraction, "machine": _machine}
    fallback: Callable[..., Wrong] = _plain
    judged = judges.get(kind.kind, fallback)(kind, data, answer, key, say)
    return replace(judged, misconception=misconception(kind, data, answer))


def same(kind: str, answer: Any, key: Any) -> bool:
    """Whether two canonical answers of a kind say the same: sets, rows and blocks have no order."""
    if kind == "set of words":
        return set(answer) == set(key)
    if kind == "table":
        return {row[0]: row[1:] for row in answer} == {row[0]: row[1:] for row in key}
    if kind == "partition":
        return {frozenset(block) for block in answer} == {frozenset(block) for block in key}
    return bool(answer == key)


def _plain(kind: QuestionType, data: Data, answer: Any, key: Any, say: Say) -> Wrong:
    begin = kind.beginning(data, say)
    got = answer if len(str(answer)) < 60 else shortened(str(answer))
    text = say("verdict.value", got=got)
    return Wrong(0.0, f"{text}\n{say('verdict.begin', lines=begin)}" if begin else text, str(got))


def _fraction(kind: QuestionType, data: Data, answer: str, key: str, say: Say) -> Wrong:
    from fractions import Fraction

    exact = Fraction(key)
    tolerance = min(Fraction(1, 1000), abs(exact) / 100, abs(1 - exact) / 100)  # 0 and 1 are no rounded chances
    if abs(Fraction(answer) - exact) < tolerance:
        return Wrong(0.0, say("verdict.rounded", got=answer), answer)
    return _plain(kind, data, answer, key, say)


def _set(kind: QuestionType, data: Data, answer: list[str], key: list[str], say: Say) -> Wrong:
    expected, got = set(key), set(answer)
    missing, extra = len(expected - got), len(got - expected)
    item = next((x for x in [*answer, *key] if (x in got) != (x in expected)), "")
    text = say("verdict.extra" if item in got else "verdict.missing", item=word_text(item))
    counts = say("verdict.counts", right=len(expected & got), wrong=extra, missing=missing)
    others = (kind.universe(data) or 2 * len(expected)) - len(expected)
    return Wrong(set_credit(len(expected), others, missing, extra),
                 f"{text} {kind.reason(data, item, say)}\n{counts}", word_text(item))


def _table(kind: QuestionType, data: Data, answer: list[list[str]], key: list[list[str]], say: Say) -> Wrong:
    given, wanted = {r[0]: r[1:] for r in answer}, {r[0]: r[1:] for r in key}
    good = sum(given.get(label) == cells for label, cells in wanted.items())
    extra = [label for label in given if label not in wanted]
    label = next((x for x in wanted if given.get(x) != wanted[x]), extra[0] if extra else "")
    if label not in given:
        text = say("verdict.row_missing", row=word_text(label))
    elif label not in wanted:
        text = say("verdict.row_extra", row=word_text(label))
    else:
        text = say("verdict.row", row=word_text(label), got=" | ".join(c or "∅" for c in given[label]))
    text += f" {kind.reason(data, label, say)}\n{say('verdict.rows', good=good, all=len(wanted))}"
    return Wrong(table_credit(list(wanted.values()), list(given.values()), len(wanted) - good + len(extra)), text,
                 word_text(label))


def table_credit(wanted: list[list[str]], given: list[list[str]], slips: int) -> float:
    """What is left of a table: nothing if it says the same everywhere, or is no better than one that does."""
    often = max(map(wanted.count, wanted), default=0)
    same_everywhere = len({cell for row in given for cell in row}) < 2
    return 0.0 if same_everywhere else nearness(slips, len(wanted) - (often if often > 1 else 0))


def _machine(kind: QuestionType, data: Data, answer: dict[str, list[int]], key: dict[str, list[int]],
             say: Say) -> Wrong:
    start = data.get("boxes", {})
    touched = {d for d, box in key.items() if start.get(d) != box}
    wrong = [d for d, box in key.items() if answer.get(d) != box]
    text = say("verdict.row", row=wrong[0], got=str(answer.get(wrong[0])))
    text += f" {kind.reason(data, wrong[0], say)}\n{say('verdict.rows', good=len(key) - len(wrong), all=len(key))}"
    missing = len(touched & set(wrong))
    return Wrong(set_credit(len(touched), len(key) - len(touched), missing, len(wrong) - missing), text, wrong[0])


def _partition(kind: QuestionType, data: Data, answer: list[list[str]], key: list[list[str]], say: Say) -> Wrong:
    block, own = ({x: i for i, b in enumerate(blocks) for x in b} for blocks in (key, answer))
    x, y = next((x, y) for x, y in combinations(block, 2) if (own[x] == own[y]) != (block[x] == block[y]))
    by = kind.separator(data, x, y)
    text = (say("verdict.apart", x=x, y=y, by=word_text(by) if by is not None else "–") if own[x] == own[y]
            else say("verdict.together", x=x, y=y))
    return Wrong(partition_credit(key, answer), text, f"{x}, {y}" + (f": {word_text(by)}" if by is not None else ""))


def _regex(kind: QuestionType, data: Data, answer: str, say: Say) -> Judged:
    """As an automaton; one symbol that is wrong is one slip."""
    target = kind.target(data)
    judged = assess_language(kind, data, regex_fa(answer, target.alphabet), say,
                             lambda: nearness(1, len(answer) + 1) if one_symbol_off(target, answer) else 0.0,
                             why_matched)
    if isinstance(judged, Wrong) and "+" in answer:
        with suppress(RegexError):  # as other books write a union
            if equal(target, regex_fa(answer.replace("+", "|"), target.alphabet)):
                return replace(judged, message=judged.message + "\n" + say("verdict.plus"))
    return judged


def assess_language(kind: QuestionType, data: Data, answer: FA, say: Say, near: Callable[[], float] = lambda: 0.0,
                    why: Callable[[FA, str, Say], str] = why_word) -> Judged:
    """Equality of languages decides; then what else was demanded; else counterexample and partial credit.

    `near` is what slips in the way that the answer is written leave, where the automaton does not show them; `why`
    says why the answer accepts a word or rejects it.
    """
    target, shown = kind.target(data), kind.shown(data)
    answer = answer.with_(alphabet=target.alphabet)  # a letter that it leaves out is one that it never reads
    word, certificate = compare(target, answer)
    form = form_credit(target, answer, kind.demands, shown)
    if word is None:
        if not proves(certificate, target.to_json(), answer.to_json()):
            raise AssertionError(f"{kind.id}: the languages seem equal, but the proof does not hold")
        broken = _broken(kind.demands, target, answer, say)
        if not broken:
            return right(say, certificate)
        return Wrong(form, say("verdict.language_right") + " " + " ".join(broken))
    with suppress(TooLargeError):
        word = difference(target, answer) or word  # of the shortest ones the first
    text = say("verdict.lang_missing" if target.accepts(word) else "verdict.lang_extra", word=word_text(word),
               why=why(answer, word, say))
    text = f"{text} {kind.reason(data, word, say)}".rstrip()
    found = recognise(answer, kind.misread(data))
    if found is None:  # one slip: in what was read, where an expression is asked for, else in what was drawn
        found = recognise(answer, one_arrow(target)) if kind.kind == "regex" else recognise(target, one_arrow(answer))
    credit = 0.0
    with suppress(TooLargeError):  # too large to say how far off it is
        if not knows_nothing(target, answer, shown):
            credit = max(kind.language_credit(data, target, answer), near()) + form - 1
    return Wrong(credit, text, word_text(word), misconception=found)


def _broken(demands: Iterable[str], target: FA, answer: FA, say: Say) -> list[str]:
    met = {"deterministic": answer.is_deterministic, "complete": answer.is_complete,
           "no_epsilon": not answer.has_epsilon, "minimal": len(answer.states) <= len(target.minimal().states)}
    return [say(f"verdict.not_{demand}") for demand in demands if not met[demand]]
