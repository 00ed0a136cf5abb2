"""Whether a misconception that is named is the only simple error that explains the answer.

For every type of question, in each of its skins, so many wrong answers are judged (those of misconceptions and random
changes of the right one).  Of those that are told a misconception by name it is counted how many another simple error
leads to as well: another misconception, one piece of a right answer that is another one, or that the answer says
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent
from automatakit.languages.minimal import complement
from automatakit.languages.words import shortest_word
from benchmarks.measures import Table
from benchmarks.measures.judge import told
from coursekit.questions import Instance, question
from tests.coursekit.questions.mutation import all_sorts
from tests.coursekit.questions.sample import instance

WRONG, MOST = 300, 0.05
SKIPPED = {"evaluation_function", "fastest_teacher"}
"""An answer to these is a simulation, and no misconception of theirs has a name."""

OF_ONE_ROW = {"only_membership", "start_needs_ring"}
"""Misconceptions that one row is enough for, by what they are."""


def pieces(fa: Automaton) -> Iterator[Automaton]:
    """The automaton with one arrow led elsewhere or left out, or with one state that accepts and should not."""
    for q in fa.states:
        yield fa.with_(accepting=fa.accepting ^ {q})
    for p, a, q in fa.edges:
        yield fa.with_(edges=fa.edges - {(p, a, q)})
        for other in fa.states:
            yield fa.with_(edges=(fa.edges - {(p, a, q)}) | {(p, a, other)})


def another_error(made: Instance, answer: Any, name: str) -> str:
    """Another simple error that leads to an answer; nothing if there is none."""
    kind, data = question(made.type), made.data
    if made.kind in ("automaton", "regex"):
        return another_language(made, answer, name)
    for other, value in kind.wrong(data):
        if other != name and value == answer:
            return other
    key = made.key
    if made.kind == "set of words":
        if len({*answer} ^ {*key}) == 1:  # type: ignore[misc]
            return "one item"
        if len({*answer}) in (0, kind.universe(data)):
            return "says nothing"
    if made.kind == "table":
        rows = [row for row in answer if row not in key]  # type: ignore[operator]
        if len(rows) == 1 and len(answer) == len(key) > 2 and name not in OF_ONE_ROW:  # type: ignore[arg-type]
            return "one row"
        wrong = [cell for row in rows for cell in row[1:]]
        if rows and not any(wrong):
            return "says nothing"
    if made.kind == "path" and len(answer) == len(key):  # type: ignore[arg-type]
        apart = [p != q for p, q in zip(answer, key, strict=True)]  # type: ignore[call-overload]
        if sum(apart) == 1:
            return "one station"
    if made.kind == "number" and abs(answer - key) == 1:
        return "one more or less"
    if made.kind == "partition":
        together = [max(len({*block} & {*other}) for other in key) for block in answer]  # type: ignore[union-attr]
        if sum(map(len, answer)) - sum(together) == 1:
            return "one element"
    return ""


def another_language(made: Instance, answer: Any, name: str) -> str:
    """The same where the answer is an automaton or an expression."""
    kind, data = question(made.type), made.data
    try:
        target = kind.target(data)
        misread = [*kind.misread(data)]
    except NotImplementedError:
        return ""
    fa = Automaton.from_json(answer) if made.kind == "automaton" else Automaton.of(answer, symbols=target.alphabet)
    fa = fa.over(target.alphabet)
    if shortest_word(fa) is None or shortest_word(complement(fa)) is None:
        return "says nothing"
    for other, wrong in misread:
        if other != name and equivalent(wrong, fa):
            return other
    if name in ("arrow_reversed", "colour_swapped"):
        mended = made.kind == "automaton" and any(equivalent(one, target) for one in pieces(fa))
        return "one arrow" if mended else ""
    key = Automaton.from_json(made.key) if made.kind == "automaton" else target  # type: ignore[arg-type]
    return "one piece" if any(equivalent(one, fa) for one in pieces(key)) else ""


def named(type_id: str, skin: str | None, number: int) -> tuple[int, int, list[str]]:
    """How many wrong answers were judged, how many of them told a misconception, and where another error fits."""
    judged, told_so, doubtful, seed = 0, 0, [], 0
    while judged < number and seed < number:
        seed += 1
        made = instance(type_id, 1 + seed % 5, skin=skin, seed=seed)
        for answer in all_sorts(made, 5):
            verdict = question(type_id).judge(made.data, answer, 1)
            if verdict.right or verdict.malformed:
                continue
            judged += 1
            if verdict.misconception is None:
                continue
            told_so += 1
            if other := another_error(made, answer, verdict.misconception):
                doubtful.append(f"{type_id} seed {seed}: {verdict.misconception} or {other}: {answer}")
    return judged, told_so, doubtful


def measure() -> Table:
    """Judge 300 wrong answers of every type and skin."""
    rows, missed, total = [], [], [0, 0, 0]
    for kind, skin in told():
        if kind.id in SKIPPED:
            continue
        judged, told_so, doubtful = named(kind.id, skin, WRONG)
        rows.append((kind.id, skin or "", judged, told_so, len(doubtful)))
        total = [t + n for t, n in zip(total, (judged, told_so, len(doubtful)), strict=True)]
        if len(doubtful) > MOST * told_so:
            missed += doubtful[:3]
    return Table(("type", "skin", "wrong answers", "told a misconception", "another error fits"), rows, missed,
                 f"{total[0]:,} wrong answers, {total[1]:,} told a misconception, {total[2]:,} of them with another "
                 "simple error that fits.")
