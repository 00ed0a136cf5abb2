"""What every message of a verdict claims, asserted by plain means from the question's data and the answer alone.

`CLAIMS` has one function for each text of the catalogue that a verdict can be made of.  It gets the case and the
values of the text, and raises AssertionError if what the text says is not so.  A text inside another one is a `Said`;
the outer claim says whose word and whose automaton it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from automatakit.automaton.value import Automaton
from coursekit.questions import Instance, question
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.languages import HOLDS
from tests.coursekit.questions.second.naive import TOLD, Board, as_board, words
from tests.coursekit.questions.second.readers import (
    Reader,
    after,
    expression,
    of_arrows,
    of_board,
    of_json,
    with_rings,
    words_to,
)
from tests.coursekit.questions.second.said import Said

CLAIMS: dict[str, Callable[..., None]] = {}
SPECIAL: dict[tuple[str, str], Callable[[Case], object]] = {}
"""Whether an answer is that of a misconception, for types where only the type knows; by type and misconception."""


def claim(*ids: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def register(function: Callable[..., None]) -> Callable[..., None]:
        CLAIMS.update(dict.fromkeys(ids, function))
        return function
    return register


@dataclass
class Case:
    """A wrong answer to a question, and what the verdict says of it."""

    made: Instance
    answer: Any
    said: list[Said]
    read: Reader | None = None

    @cached_property
    def data(self) -> dict[str, Any]:
        return as_board(self.made.data) if self.type in TOLD else self.made.data

    @cached_property
    def type(self) -> str:
        return self.made.type

    @cached_property
    def alphabet(self) -> str:
        return str(self.data.get("alphabet", "bw"))

    @cached_property
    def tall(self) -> list[str]:
        """All words of the length that is asked for."""
        return words(self.data["height"], self.alphabet)

    @cached_property
    def board(self) -> Board:
        return Board(self.data["board"])

    @cached_property
    def plain(self) -> Reader:
        if "board" not in self.data:
            return of_json(self.data["automaton"])
        return of_board(self.data["board"])

    @property
    def key(self) -> Any:
        """The right answer, which `CHECKS` vouches for."""
        return self.made.key

    @cached_property
    def rows(self) -> dict[str, list[str]]:
        """Rows of a table that was given."""
        return {r[0]: r[1:] for r in self.answer}

    @cached_property
    def wanted(self) -> dict[str, list[str]]:
        return {r[0]: r[1:] for r in self.key}

    def about(self) -> str | None:
        """The word that the message is about, if it names one."""
        found = [s.values[k] for k in ("item", "word") for s in self.said
                 if k in s.values and not s.id.startswith(("reason.", "v.monotonicity."))]
        return read.word(found[0]) if found else None

    def check(self, said: Said, reader: Reader | None = None, word: str | None = None) -> None:
        """Assert what a text claims; a reason speaks of an automaton and of a word."""
        function = CLAIMS.get(said.id)
        assert function is not None, f"nothing asserts what {said.id!r} claims"
        if said.id in REASONS:
            function(self, reader or subject(self), self.about() if word is None else word, **said.values)
        else:
            function(self, **said.values)


def check(case: Case) -> int:
    """Assert everything that a verdict says; the number of claims."""
    for said in case.said:
        case.check(said)
    return sum(map(claims_in, case.said))


def claims_in(said: Said) -> int:
    return 1 + sum(claims_in(v) for v in said.values.values() if isinstance(v, Said))


def holds(case: Case) -> Callable[[str], bool]:
    """Whether a word belongs to the language that the question asks for."""
    data = case.data
    if case.type in HOLDS:
        return HOLDS[case.type](data)
    if case.type in ("minimise", "remove_epsilon"):
        return of_json(data["automaton"]).wins
    if case.type == "conjecture_of_table":
        return of_json(case.key).wins
    if case.type == "tower_automaton":
        return lambda w: w == data["tower"]
    if case.type == "losing_towers":
        return lambda w: not case.plain.wins(w)
    if case.type == "product":
        return lambda w: case.plain.wins(w) and of_board(data["board"], 2).wins(w)
    if case.type == "reverse":
        return lambda w: case.plain.wins(w[::-1])
    assert case.type == "regex_of_board"
    return case.plain.wins


def laid(case: Case) -> Board:
    """The board that an answer lays: arrows and rings on the given one; no path uses an arrow that leaves the tower."""
    board = Board(case.answer if isinstance(case.answer, str) else case.data["board"])
    if not isinstance(case.answer, str):
        board.arrows, board.rings = set(), {}
        for text in case.answer:
            if ">" in text:
                board.arrows |= {(p, a, q) for a, p, q in re.findall(r"([bw])(\w+)>(\w+)", text) if p not in board.ends}
            else:
                station = text[1:].split(".")[0]
                board.rings[station] = board.rings.get(station, 0) + 1
    return board


def given(case: Case) -> Reader:
    """The automaton that the answer is."""
    if case.read is None:
        case.read = read_answer(case)
    return case.read


def read_answer(case: Case) -> Reader:
    if case.made.kind == "automaton":
        return of_json(case.answer)
    if case.made.kind == "board":
        board = laid(case)
        return with_rings(board) if case.data.get("rings") else of_arrows(board.arrows, board.start, board.ends)

    fa = Automaton.of(case.answer, symbols=case.alphabet)
    assert all(fa.accepts(w) == expression(case.answer)(w) for w in words_to(6, case.alphabet))
    return of_json(fa.to_json())


def subject(case: Case) -> Reader:
    """The automaton that a reason speaks of where nothing else is said."""
    if case.made.kind in ("automaton", "regex", "board"):
        return given(case)
    if case.type == "left_quotient":
        return after(case.plain, case.data["tower"])
    return case.plain


def called(probe: list[Any]) -> Reader:
    """The automaton of a call: arrows as texts and one end, or triples and a list of accepting states."""
    arrows, start, end, _ = probe
    if isinstance(end, list):
        return of_arrows({(p, a, q) for p, a, q in arrows}, start, end)
    return of_arrows({(e[1:].split(">")[0], e[0], e.split(">")[1]) for e in arrows}, start, [end])


def probed(case: Case) -> tuple[list[Any], Reader]:
    """The first input on which a function errs, and the board that it is given there."""
    probes = question(case.type).probes(case.data, case.answer["seed"])
    for probe, result in zip(probes, case.answer["results"], strict=True):
        reader = called(probe)
        if "error" in result or result.get("value") != reader.wins(probe[3]):
            return probe, reader
    raise AssertionError("every result is right")


# ------------------------------------------------------------------------------------------ reasons for a word

REASONS = ("reason.run", "reason.ends", "reason.stuck", "reason.meets", "reason.sets", "reason.board", "reason.given",
           "reason.reversed", "reason.spelt", "reason.skipped", "reason.begins", "reason.goes_on", "reason.no_word",
           "reason.no_first", "reason.not_empty", "v.two.both", "v.two.players", "v.two.rings")


# ------------------------------------------------------------------------------------------ every kind of answer


@claim("verdict.right")
def _(case: Case) -> None:
    """Whether it is right is asked elsewhere; here it must say nothing else."""
    assert len(case.said) == 1


@claim("verdict.value")
def _(case: Case, got: Any) -> None:
    assert got == case.answer
    assert Fraction(got) != Fraction(case.key)


@claim("verdict.begin")
def _(case: Case, lines: Any) -> None:
    """The beginning of the work, whose lines are asserted by `worked`."""
    shown = getattr(lines, "text", lines)
    assert set(shown.split("\n")) <= {*case.made.solution.split("\n"), "```"}


@claim("verdict.rounded")
def _(case: Case, got: str) -> None:
    assert got == case.answer
    assert 0 < abs(Fraction(got) - Fraction(case.key)) < Fraction(1, 1000)


@claim("verdict.missing")
def _(case: Case, item: str) -> None:
    assert item in case.key or read.word(item) in case.key
    assert item not in case.answer
    assert read.word(item) not in case.answer


@claim("verdict.extra")
def _(case: Case, item: str) -> None:
    assert item in case.answer or read.word(item) in case.answer
    assert item not in case.key
    assert read.word(item) not in case.key


@claim("verdict.counts")
def _(case: Case, right: int, wrong: int, missing: int) -> None:
    fates = [(x in case.key, x in case.answer) for x in {*case.key, *case.answer}]
    assert (right, wrong, missing) == tuple(map(fates.count, ((True, True), (False, True), (True, False))))


@claim("verdict.row")
def _(case: Case, row: str, got: str) -> None:
    if case.made.kind == "machine":
        assert got == str(case.answer[row])
        assert case.answer[row] != case.key[row]
        return
    label = read.word(row)
    cells = [" ".join(x.strip("{}").split(", ")) if "{" in x else x for x in got.split(" | ")]
    given = case.rows[label]
    assert given != case.wanted[label]
    assert [x if x not in "∅ε" else "" for x in cells] == [x if x != "ε" else "" for x in given]


@claim("verdict.row_missing")
def _(case: Case, row: str) -> None:
    assert read.word(row) not in case.rows
    assert read.word(row) in case.wanted


@claim("verdict.row_extra")
def _(case: Case, row: str) -> None:
    assert read.word(row) in case.rows
    assert read.word(row) not in case.wanted


@claim("verdict.rows")
def _(case: Case, good: int, all: int) -> None:
    key, answer = (case.key, case.answer) if case.made.kind == "machine" else (case.wanted, case.rows)
    assert all == len(key)
    assert good == sum(answer.get(row) == cells for row, cells in key.items())


def blocks(partition: list[list[str]]) -> dict[str, int]:
    return {x: i for i, block in enumerate(partition) for x in block}


@claim("verdict.apart")
def _(case: Case, x: str, y: str, by: str) -> None:
    assert blocks(case.answer)[x] == blocks(case.answer)[y]
    assert len({case.plain.wins(read.word(w) + read.word(by)) for w in (x, y)}) == 2


@claim("verdict.accepts_apart")
def _(case: Case, x: str, y: str, one: str) -> None:
    assert blocks(case.answer)[x] == blocks(case.answer)[y]
    assert {x, y} & case.board.ends == {one}


@claim("verdict.step_apart")
def _(case: Case, x: str, y: str, other: str, by: str, head: str) -> None:
    assert blocks(case.answer)[x] == blocks(case.answer)[y]
    (p, q), a = read.run(by)
    assert ({p, other}, q) == ({x, y}, head)
    assert q in case.plain.step(p, a)
    classes = blocks(case.key)
    assert classes[q] not in {classes[t] for t in case.plain.step(other, a)}


@claim("verdict.together")
def _(case: Case, x: str, y: str) -> None:
    assert blocks(case.answer)[x] != blocks(case.answer)[y]
    assert blocks(case.key)[x] == blocks(case.key)[y]


@claim("verdict.same_set")
def _(case: Case, x: str, y: str, sets: str) -> None:
    assert blocks(case.key)[x] == blocks(case.key)[y]
    assert case.plain.sets(read.word(x))[-1] == case.plain.sets(read.word(y))[-1] == read.names(sets)


@claim("verdict.same_rest")
def _(case: Case, x: str, y: str, one: str, two: str, pairs: str) -> None:
    assert blocks(case.key)[x] == blocks(case.key)[y]
    assert case.plain.sets(read.word(x))[-1] == read.names(one)
    assert case.plain.sets(read.word(y))[-1] == read.names(two) != read.names(one)
    for z in words_to(6, case.alphabet):
        assert case.plain.wins(read.word(x) + z) == case.plain.wins(read.word(y) + z)
    met = re.findall(r"(\S[^;/]*?) / ([^;(]*?) \(([^)]*)\)(?:; |$)", pairs)
    assert "; ".join(f"{p} / {q} ({leads})" for p, q, leads in met) == pairs
    assert met[0][:2] == (one, two)
    for p, q, leads in met:
        states = read.names(p), read.names(q)
        assert len({any(map(case.plain.accepts, half)) for half in states}) == 1
        told = re.findall(r"(.) → (∅|\{.*?\}) / (∅|\{.*?\})(?:, |$)", leads)
        assert [symbol for symbol, *_ in told] == [*case.alphabet]
        for symbol, *heads in told:
            for half, head in zip(states, heads, strict=True):
                assert {t for q in half for t in case.plain.step(q, symbol)} == read.names(head)
            assert heads[0] == heads[1] or sorted(heads) in [sorted(pair[:2]) for pair in met]


@claim("verdict.lang_missing", "verdict.lang_extra")
def _(case: Case, word: str, why: Said) -> None:
    (outer,) = (s for s in case.said if s.id.startswith("verdict.lang_"))
    missing, text = outer.id.endswith("missing"), read.word(word)
    assert holds(case)(text) == missing
    assert given(case).wins(text) != missing
    if case.made.kind == "regex":
        rejected, accepted = ("begins", "goes_on", "no_word", "no_first", "not_empty"), ("spelt", "skipped")
    else:
        rejected, accepted = ("ends", "stuck"), ("run", "meets")  # type: ignore[assignment]
    assert why.id.removeprefix("reason.") in (rejected if missing else accepted)
    case.check(why, given(case), text)


@claim("verdict.plus")
def _(case: Case) -> None:
    assert all(holds(case)(w) == expression(case.answer.replace("+", "|"))(w) for w in words_to(9, case.alphabet))


@claim("verdict.too_large")
def _(case: Case) -> None:
    assert case.made.kind in ("automaton", "regex", "board")


@claim("verdict.language_right")
def _(case: Case) -> None:
    assert all(holds(case)(w) == given(case).wins(w) for w in words_to(9, case.alphabet))


@claim("v.epsilon.way")
def _(case: Case, state: str, way: str) -> None:
    row = next(s for s in case.said if s.id == "verdict.row").values["row"]
    states, symbols = read.chain(way)
    edges = {tuple(edge) for edge in case.data["automaton"]["transitions"]}
    assert all((p, a.replace("ε", ""), q) in edges for p, a, q in zip(states, symbols, states[1:], strict=False))
    closure = case.type == "epsilon_closure"
    assert states[0] == (row if closure else case.data["automaton"]["start"])
    assert symbols.replace("ε", "") == ("" if closure else read.word(row))
    assert states[-1] == state not in case.rows[row if closure else read.word(row)][0].split()


@claim("v.epsilon.stays")
def _(case: Case, state: str) -> None:
    row = next(s for s in case.said if s.id == "verdict.row").values["row"]
    closure = case.type == "epsilon_closure"
    assert state == (row if closure else case.data["automaton"]["start"])
    assert closure or row == "ε"


@claim("v.epsilon.none")
def _(case: Case, state: str) -> None:
    row = read.word(next(s for s in case.said if s.id == "verdict.row").values["row"])
    assert state in case.rows[row][0].split()
    assert state not in case.wanted[row][0].split()


@claim("v.described.states")
def _(case: Case, got: int, most: int) -> None:
    assert got == len(case.answer["states"]) > most == case.data["most"]
    assert all(HOLDS[case.type](case.data)(w) == given(case).wins(w) for w in words_to(9, case.alphabet))


@claim("v.built.states")
def _(case: Case, got: int, most: int) -> None:
    assert got == len(case.answer["states"]) > most == case.data["most"]
    assert {w for w in words(case.data["length"], case.alphabet) if given(case).wins(w)} == {*case.data["words"]}


@claim("verdict.not_deterministic")
def _(case: Case) -> None:
    pairs = [(p, a) for p, a, _ in case.answer["transitions"]]
    assert len(set(pairs)) < len(pairs) or any(a == "" for _, a in pairs)


@claim("verdict.not_complete")
def _(case: Case) -> None:
    pairs = {(p, a) for p, a, _ in case.answer["transitions"]}
    assert any((q, a) not in pairs for q in case.answer["states"] for a in case.alphabet)


@claim("verdict.not_minimal")
def _(case: Case) -> None:
    assert len(case.answer["states"]) > len(case.key["states"])


@claim("verdict.not_no_epsilon")
def _(case: Case) -> None:
    assert any(a == "" for _, a, _ in case.answer["transitions"])
