"""Stalls: the worst answers that the form check lets through, to an instance of every type of question."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.measures import Table
from benchmarks.measures.judge import told
from coursekit.answers import MalformedAnswer, validate
from coursekit.answers.automata import MAX_EDGES, MAX_STATES
from coursekit.answers.spelling import MAX_ITEMS
from coursekit.questions import QuestionType, question

LIMIT = 2.0
"""Seconds that no answer may take outside the sandbox."""

LETTERS = (40, 1_000, 20_000)


def words() -> Iterator[str]:
    """Long words: of one letter, alternating, at random."""
    rng = random.Random(1)
    for n in LETTERS:
        yield from ("b" * n, "w" * n, "bw" * (n // 2), "".join(rng.choice("bw") for _ in range(n)))


def automaton(states: int, edges: Iterator[tuple[int, str, int]], accepting: list[int]) -> dict[str, Any]:
    """An automaton with numbered states."""
    return {"states": [f"q{i}" for i in range(states)], "start": "q0", "accepting": [f"q{i}" for i in accepting],
            "transitions": [[f"q{p}", a, f"q{q}"] for p, a, q in edges]}


def automata() -> Iterator[dict[str, Any]]:
    """Large ones: a chain, a cycle, a random DFA, dense, with 2ⁿ subsets, all ε."""
    rng, n = random.Random(2), MAX_STATES
    yield automaton(n, iter((i, a, min(i + 1, n - 1)) for i in range(n) for a in "bw"), [n - 1])
    yield automaton(n, iter((i, a, (i + (a == "b")) % n) for i in range(n) for a in "bw"), [0])
    yield automaton(n, iter((i, a, rng.randrange(n)) for i in range(n) for a in "bw"), rng.sample(range(n), n // 2))
    dense = {(rng.randrange(n), rng.choice("bw"), rng.randrange(n)) for _ in range(MAX_EDGES - 100)}
    yield automaton(n, iter(dense), [n - 1])
    for k in (14, n - 1):  # the k-th letter from the end
        guess = [(0, "b", 0), (0, "w", 0), (0, "b", 1)] + [(i, a, i + 1) for i in range(1, k) for a in "bw"]
        yield automaton(k + 1, iter(guess), [k])
    yield automaton(20, iter((i, a, j) for i in range(20) for j in range(20) for a in "bw"), [19])
    yield automaton(n, iter((i, a, (i * 7 + j) % n) for i in range(n) for j in range(3) for a in ("b", "w", "")), [5])


def expressions() -> Iterator[str]:
    """Long, deep and ambiguous ones."""
    yield from ("(b|w)*b" + "(b|w)" * k for k in (14, 15, 100))
    yield from ("b" * 2_000, "(b|w)*" * 300, "(b|w)?" * 300, "(" * 60 + "b" + ")*" * 60, "b|" * 999 + "w")
    yield from ("(b|ww)*(w|bb)*" * 80, "((b*w*)*(w*b*)*)*" * 50, "(b?w?)*" * 200, "(" + "b" * 900 + ")*" + "b" * 900)


def tables(form: Mapping[str, Any]) -> Iterator[Any]:
    """Full of large numbers, long words, many rows."""
    rows = form.get("rows")
    for cell in (10**1_200, "1/" + "7" * 1_200, "b" * 20_000, "b w", "A B C", "never", 3):
        for cells in (1, int(form.get("columns") or 40), MAX_ITEMS):
            if rows is not None:
                yield {row: [cell] * cells for row in rows}
    members = [str(m) for m in form.get("members", "ABCD")]
    names = [" ".join(m for i, m in enumerate(members) if k >> i & 1) for k in range(2 ** min(12, len(members)))]
    yield {name: [name] * int(form.get("columns") or 1) for name in names}


def moves(form: Mapping[str, Any]) -> Iterator[Any]:
    """Many moves, with and without slots."""
    stations = [str(s) for s in form.get("stations", "ABCDEF")]
    arrows = [f"{a}{p}>{q}" for p in stations for q in stations if p != q for a in "bw"]
    yield from (arrows, arrows[:20], [f"+{a}" for a in arrows[:20]])
    yield from (["+bA>B.m", "-bA>B.m"] * 100, ["+bA>B", "-bA>B"] * 100)
    yield from (["+oA", "+oB", "+oC"] * 60, ["~bA>B"] * 200, ["^B", "^A"] * 100, ["--"] * 200)
    yield from (["place 0,0 111111", "take 0,0"] * 100, ["take -2,0"] * 200)
    yield from (["m1 h1 " * 30] * 200, ["m1 h1 m1 h1"] * 200)


def boards(form: Mapping[str, Any]) -> Iterator[Any]:
    """All arrows at once, in both directions, with and without slots, three rings everywhere."""
    stations = [str(s) for s in form.get("stations", "ABCD")]
    arrows = [f"{a}{p}>{q}" for p in stations for q in stations if p != q for a in "bw"]
    yield from (arrows, [f"{a}.m" for a in arrows], [f"o{s}" for s in stations for _ in range(3)], arrows[:9] * 100)
    rng = random.Random(3)
    for n in (4, 8, 12, 16, 20, 24):
        yield from (rng.sample(arrows, min(n, len(arrows))) for _ in range(3))


def worst(kind: str, form: Mapping[str, Any]) -> Iterator[Any]:
    """The worst answers of a kind."""
    if kind == "word":
        yield from words()
    elif kind == "set of words":
        yield [w for w in words() if len(w) < 1_500]
        yield [f"{i:013b}".translate({48: "b", 49: "w"}) for i in range(MAX_ITEMS // 2)]
        yield list(form.get("tokens", ()))
    elif kind in ("number", "fraction"):
        yield from (0, 2**4_000, -(2**4_000), "1/" + "7" * 1_200, "7" * 1_200 + "/" + "3" * 1_200)
    elif kind == "table":
        yield from tables(form)
    elif kind == "path":
        stations = [str(s) for s in form.get("stations", "ABC")]
        yield from (stations * (MAX_ITEMS // len(stations)), [stations[0]] * MAX_ITEMS, stations[:2] * 2_000)
    elif kind == "automaton":
        yield from automata()
    elif kind == "board":
        yield from boards(form)
    elif kind == "regex":
        yield from expressions()
    elif kind == "list of moves":
        yield from moves(form)
    elif kind == "partition":
        names = [str(e) or "ε" for e in form.get("elements", "AB")]
        yield from ([names], [[x] for x in names])
    elif kind == "machine":
        yield from ({f: [i] * 2_000 for f in form.get("fields", ())} for i in (1, 10**1_000))


def accepted(kind: QuestionType, data: Any) -> Iterator[Any]:
    """The worst answers that the form check of a question lets through, canonical."""
    form, asked = kind.full_form(data), kind.kind_of(data)
    for answer in worst(asked, form):
        try:
            yield validate(asked, answer, **form)
        except MalformedAnswer:
            continue


def _beginning(text: str, width: int = 40) -> str:
    """The first words of a text, whole ones where there are several: half of *both* is another word."""
    if len(text) <= width:
        return text
    first = text[:width]
    return (first.rpartition(" ")[0] or first) + " …"


def measure(difficulties: tuple[int, ...] = (2, 5)) -> Table:
    """Judge the worst answers to one instance of every type, skin and difficulty."""
    rows, missed = [], []
    for kind, skin in told():
        slowest, tried, what = 0.0, 0, ""
        for difficulty in difficulties if kind.kind != "function" else ():
            made = kind.instance(1, difficulty, skin=skin)
            for value in accepted(kind, made.data):
                begin = time.perf_counter()
                question(kind.id).judge(made.data, value)
                seconds, tried = time.perf_counter() - begin, tried + 1
                if seconds > slowest:
                    slowest, what = seconds, _beginning(str(value))
        rows.append([kind.id, skin or "", tried, f"{slowest:.2f} s", what])
        if slowest > LIMIT:
            missed.append(f"{kind.id}: {slowest:.1f} s for {what}")
    rows.sort(key=lambda row: -float(str(row[3])[:-2]))
    return Table(["type", "skin", "answers", "slowest", "its answer"], rows, missed,
                 f"{sum(int(str(row[2])) for row in rows):,} answers; the slowest takes {rows[0][3]}.")
