"""How well-formed answers are judged, kind by kind; a type of question overrides `assess` where it must.

Hooks that a type may offer:

``target(data)``      the automaton whose language is asked for (kinds automaton and regex)
``demands``           what else an automaton must be: "deterministic", "complete", "minimal", "no_epsilon"
``universe(data)``    number of items that a set could hold (kind set of words)
``reason(data, item, say)``  why an item belongs to the key or does not
``separator(data, x, y)``    what tells two elements of a partition apart, None if nothing does
``misread(data)``     misread automata by misconception (kinds automaton and regex)
``language_credit(target, answer)``  another rule of partial credit (see `QuestionType.language_credit`)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

from finity_edu.grading.certificate import Certificate, proves
from finity_edu.grading.credit import alur_loss, edit_distance, tower_credit, youden
from finity_edu.grading.cycles import is_finite, useful_states
from finity_edu.grading.languages import FA, TooLargeError
from finity_edu.grading.misconceptions import one_arrow, recognise, variants
from finity_edu.grading.pairs import compare, difference
from finity_edu.grading.regex import regex_fa
from finity_edu.questions.base import Data, Judged, QuestionType, Right, Say, Wrong

EMPTY_WORD = FA(("ε",), "ε", frozenset({"ε"}), frozenset())
"""The automaton without arrows that accepts the empty word and nothing else."""

__all__ = ["assess_by_kind", "assess_language", "language_credit", "misconception", "right", "run_text", "same",
           "sets_text", "steps_text", "why_word", "word_text"]


def right(say: Say, certificate: Certificate | None = None) -> Right:
    """The verdict on a right answer: the one way to say so."""
    return Right(say("verdict.right"), certificate)


def misconception(kind: QuestionType, data: Data, answer: object) -> str | None:
    """The misconception whose answer this is, if the type knows one."""
    return next((id for id, value in kind.wrong(data) if value == answer), None)


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


def assess_by_kind(kind: QuestionType, data: Data, answer: Any, say: Say) -> Judged:
    """Judge by the kind of answer: equal to the key is right, everything else is explained."""
    if kind.kind == "automaton":
        return assess_language(kind, data, FA.from_json(answer), say)
    if kind.kind == "regex":
        return assess_language(kind, data, regex_fa(answer), say)
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
    text = say("verdict.value", got=answer)
    return Wrong(0.0, f"{text}\n{say('verdict.begin', lines=begin)}" if begin else text, str(answer))


def _fraction(kind: QuestionType, data: Data, answer: str, key: str, say: Say) -> Wrong:
    from fractions import Fraction

    exact = Fraction(key)
    tolerance = min(Fraction(1, 1000), abs(exact) / 100, abs(1 - exact) / 100)  # 0 and 1 are no rounded chances
    if abs(Fraction(answer) - exact) < tolerance:
        return Wrong(0.0, say("verdict.rounded", got=answer), answer)
    return _plain(kind, data, answer, key, say)


def _set(kind: QuestionType, data: Data, answer: list[str], key: list[str], say: Say) -> Wrong:
    expected, got = set(key), set(answer)
    size = getattr(kind, "universe", None)
    credit = (youden(expected, got, size(data)) if size else
              max(0.0, (len(expected & got) - len(got - expected)) / max(1, len(expected))))
    item = next((x for x in [*answer, *key] if (x in got) != (x in expected)), "")
    reason = getattr(kind, "reason", None)
    why = reason(data, item, say) if reason else ""
    text = say("verdict.extra" if item in got else "verdict.missing", item=word_text(item))
    counts = say("verdict.counts", right=len(expected & got), wrong=len(got - expected),
                 missing=len(expected - got))
    return Wrong(credit, f"{text} {why}\n{counts}", word_text(item))


def _table(kind: QuestionType, data: Data, answer: list[list[str]], key: list[list[str]], say: Say) -> Wrong:
    given = {r[0]: r[1:] for r in answer}
    wanted = {r[0]: r[1:] for r in key}
    good = sum(given.get(label) == cells for label, cells in wanted.items())
    extra = [label for label in given if label not in wanted]
    said = {cell for cells in given.values() for cell in cells} - {"", "0"}
    credit = max(0.0, (good - len(extra)) / max(1, len(wanted))) if said else 0.0
    label = next((x for x in wanted if given.get(x) != wanted[x]), extra[0] if extra else "")
    reason = getattr(kind, "reason", None)
    why = reason(data, label, say) if reason else ""
    if label not in given:
        text = say("verdict.row_missing", row=word_text(label))
    elif label not in wanted:
        text = say("verdict.row_extra", row=word_text(label))
    else:
        text = say("verdict.row", row=word_text(label), got=" | ".join(c or "∅" for c in given[label]))
    return Wrong(credit, f"{text} {why}\n{say('verdict.rows', good=good, all=len(wanted))}", word_text(label))


def _machine(kind: QuestionType, data: Data, answer: dict[str, list[int]], key: dict[str, list[int]],
             say: Say) -> Wrong:
    good = sum(answer.get(d) == box for d, box in key.items())
    start = data.get("boxes", {})
    touched = max(1, sum(start.get(d) != box for d, box in key.items()))
    wrong = [d for d, box in key.items() if answer.get(d) != box]
    reason = getattr(kind, "reason", None)
    why = reason(data, wrong[0], say) if reason else ""
    credit = max(0.0, 1 - len(wrong) / (touched + 1)) if answer != start else 0.0
    text = say("verdict.row", row=wrong[0], got=str(answer.get(wrong[0])))
    return Wrong(credit, f"{text} {why}\n{say('verdict.rows', good=good, all=len(key))}", wrong[0])


def _partition(kind: QuestionType, data: Data, answer: list[list[str]], key: list[list[str]], say: Say) -> Wrong:
    def together(blocks: list[list[str]]) -> set[frozenset[str]]:
        return {frozenset(pair) for block in blocks for pair in combinations(block, 2)}

    names = [x for block in key for x in block]
    expected, got = together(key), together(answer)
    credit = youden(expected, got, len(names) * (len(names) - 1) // 2)
    x, y = next((x, y) for x, y in combinations(names, 2)
                if (frozenset((x, y)) in got) != (frozenset((x, y)) in expected))
    separator = getattr(kind, "separator", None)
    by = separator(data, x, y) if separator else None
    if frozenset((x, y)) in got:
        text = say("verdict.apart", x=x, y=y, by=word_text(by) if by is not None else "–")
    else:
        text = say("verdict.together", x=x, y=y)
    return Wrong(credit, text, f"{x}, {y}" + (f": {word_text(by)}" if by is not None else ""))


def assess_language(kind: QuestionType, data: Data, answer: FA, say: Say) -> Judged:
    """Equality of languages decides; then what else was demanded; else counterexample and partial credit."""
    target: FA = kind.target(data)  # type: ignore[attr-defined]
    answer = answer.with_(alphabet=target.alphabet)  # a letter that it leaves out is one that it never reads
    word, certificate = compare(target, answer)
    if word is None:
        if not proves(certificate, target.to_json(), answer.to_json()):
            raise AssertionError(f"{kind.id}: the languages seem equal, but the proof does not hold")
        return _demands(getattr(kind, "demands", ()), target, answer, certificate, say)
    with suppress(TooLargeError):
        word = difference(target, answer) or word  # of the shortest ones the first
    missing = target.accepts(word)
    text = say("verdict.lang_missing" if missing else "verdict.lang_extra", word=word_text(word),
               why=why_word(answer, word, say))
    why = getattr(kind, "reason", None)
    if why:
        text += " " + why(data, word, say)
    misread = getattr(kind, "misread", None)
    found = recognise(answer, misread(data) if misread else variants(target))
    if found is None:  # one slip: in what was read, where an expression is asked for, else in what was drawn
        found = recognise(answer, one_arrow(target)) if kind.kind == "regex" else recognise(target, one_arrow(answer))
    credit = 0.0
    with suppress(TooLargeError):  # too large to say how far off it is
        credit = kind.language_credit(target, answer)
    return Wrong(credit, text, word_text(word), misconception=found)


def language_credit(target: FA, answer: FA) -> float:
    """Partial credit for a wrong language: the rule of a finite or infinite language.

    An automaton that accepts nothing (or the empty word at most), or everything, earns nothing.
    """
    small = answer.minimal()
    if len(small.states) == 1 or difference(answer, EMPTY_WORD) is None:
        return 0.0
    if is_finite(target):
        return finite_credit(target, answer)
    return max(0.0, 1 - alur_loss(target, answer))


def finite_credit(target: FA, answer: FA) -> float:
    """The tower rule for an automaton: words up to one letter longer than the longest right one."""
    small = target.minimal()
    longest = max((n for n in range(len(small.states)) if small.counts(n)[n]), default=0)
    lengths = range(longest + 2)
    expected = {w for n in lengths for w in small.words(n)}
    got = {w for n in lengths for w in answer.words(n)}
    useful = useful_states(small)
    scratch = sum(p in useful and q in useful for p, _, q in small.edges)
    edits = edit_distance(target, answer, 2) if got else None
    return tower_credit(expected, got, sum(2**n for n in lengths), edits, scratch)


def _demands(demands: Iterable[str], target: FA, answer: FA, certificate: Certificate, say: Say) -> Judged:
    broken = []
    for demand in demands:
        ok = {"deterministic": answer.is_deterministic, "complete": answer.is_complete,
              "no_epsilon": not answer.has_epsilon,
              "minimal": len(answer.states) <= len(target.minimal().states)}[demand]
        if not ok:
            broken.append(say(f"verdict.not_{demand}"))
    if not broken:
        return right(say, certificate)
    return Wrong(max(0.25, 0.75 - 0.25 * (len(broken) - 1)), say("verdict.language_right") + " " + " ".join(broken))
