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
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from amakta import State
from coursekit.questions import Instance, question
from finity_edu import Position
from tests.amakta import reasons as stone_reasons
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.machines import play
from tests.coursekit.questions.second.naive import Board
from tests.coursekit.questions.second.readers import (
    Reader,
    after,
    changed,
    expression,
    of_arrows,
    of_board,
    of_json,
    of_rings,
    with_rings,
    words_to,
)
from tests.coursekit.questions.second.said import Said
from tests.finity_edu import reasons

CLAIMS: dict[str, Callable[..., None]] = {}


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
        return self.made.data

    @cached_property
    def type(self) -> str:
        return self.made.type

    @cached_property
    def board(self) -> Board:
        return Board(self.data["board"])

    @cached_property
    def plain(self) -> Reader:
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


def given_key(case: Case) -> Reader:
    """The board that is a right answer to `board_for_regex`."""
    board = laid(Case(case.made, case.key, []))
    return of_arrows(board.arrows, board.start, [board.end])


def holds(case: Case) -> Callable[[str], bool]:
    """Whether a word belongs to the language that the question asks for."""
    data = case.data
    if case.type in ("minimise", "remove_epsilon"):
        return of_json(data["automaton"]).wins
    if case.type == "tower_automaton":
        return lambda w: w == data["tower"]
    if case.type == "board_for_regex":
        return given_key(case).wins
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
                board.arrows |= {(p, a, q) for a, p, q in re.findall(r"([bw])(\w+)>(\w+)", text) if p != board.end}
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
        return with_rings(board) if case.data.get("rings") else of_arrows(board.arrows, board.start, [board.end])
    from automatakit.languages.regex import regex_fa  # the states of an expression have no other names

    fa = regex_fa(case.answer)
    assert all(fa.accepts(w) == expression(case.answer)(w) for w in words_to(6))
    return of_json(fa.to_json())


def subject(case: Case) -> Reader:
    """The automaton that a reason speaks of where nothing else is said."""
    if case.made.kind in ("automaton", "regex", "board"):
        return given(case)
    if case.type == "left_quotient":
        return after(case.plain, case.data["tower"])
    return case.plain


# ------------------------------------------------------------------------------------------ reasons for a word

REASONS = ("reason.run", "reason.ends", "reason.stuck", "reason.meets", "reason.sets", "reason.board", "reason.given",
           "reason.reversed", "reason.spelt", "reason.skipped", "reason.begins", "reason.goes_on", "reason.no_word",
           "v.two.both", "v.two.players", "v.two.rings")


@claim("reason.run")
def _(case: Case, reader: Reader, word: str | None, run: str) -> None:
    stations, letters = read.run(run)
    assert word in (None, letters)
    assert reader.is_run(stations, letters)
    assert reader.accepts(stations[-1])


def active(reader: Reader, word: str | None, sets: str) -> list[set[str]]:
    rows, letters = read.sets(sets)
    assert word in (None, letters)
    assert rows == reader.sets(letters)
    return rows


@claim("reason.ends")
def _(case: Case, reader: Reader, word: str | None, sets: str, last: str) -> None:
    rows = active(reader, word, sets)
    assert rows[-1] == read.names(last)
    assert rows[-1]
    assert not any(map(reader.accepts, rows[-1]))


@claim("reason.stuck")
def _(case: Case, reader: Reader, word: str | None, sets: str, last: str) -> None:
    assert active(reader, word, sets)[-1] == set() == read.names(last)


@claim("reason.meets")
def _(case: Case, reader: Reader, word: str | None, sets: str, state: str) -> None:
    assert state in active(reader, word, sets)[-1]
    assert reader.accepts(state)


@claim("reason.sets")
def _(case: Case, reader: Reader, word: str | None, sets: str) -> None:
    active(reader, word, sets)


@claim("reason.word")
def _(case: Case, word: str, why: Said) -> None:
    reader = subject(case) if case.made.kind != "function" else probed(case)[1]
    case.check(why, reader, read.word(word))


@claim("reason.board")
def _(case: Case, reader: Reader, word: str, why: Said) -> None:
    case.check(why, case.plain, word)


@claim("reason.given")
def _(case: Case, reader: Reader, word: str, why: Said) -> None:
    case.check(why, of_json(case.data["automaton"]), word)


@claim("reason.reversed")
def _(case: Case, reader: Reader, about: str, word: str, why: Said) -> None:
    assert read.word(word) == about[::-1]
    case.check(why, case.plain, about[::-1])


@claim("v.two.both")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    case.check(one, case.plain, word)
    case.check(two, of_board(case.data["other"]), word)


@claim("v.two.players")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    case.check(one, case.plain, word)
    case.check(two, of_board(case.data["board"], 2), word)


@claim("v.two.rings")
def _(case: Case, reader: Reader, word: str, one: Said, two: Said) -> None:
    case.check(one, case.plain, word)
    case.check(two, of_rings(case.data["board"]), word)


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
    assert [x if x != "∅" else "" for x in got.split(" | ")] == case.rows[label] != case.wanted[label]


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
    if case.type == "nerode_classes":
        assert len({case.plain.wins(read.word(w) + read.word(by)) for w in (x, y)}) == 2
    elif by == "ε":
        assert (x == case.board.end) != (y == case.board.end)
    else:
        (p, q), a = read.run(by)
        assert p in (x, y)
        assert q in case.plain.step(p, a)
        classes = blocks(case.key)
        assert classes[q] not in {classes[t] for t in case.plain.step(y if p == x else x, a)}


@claim("verdict.together")
def _(case: Case, x: str, y: str) -> None:
    assert blocks(case.answer)[x] != blocks(case.answer)[y]
    assert blocks(case.key)[x] == blocks(case.key)[y]


@claim("verdict.lang_missing", "verdict.lang_extra")
def _(case: Case, word: str, why: Said) -> None:
    (outer,) = (s for s in case.said if s.id.startswith("verdict.lang_"))
    missing, text = outer.id.endswith("missing"), read.word(word)
    assert holds(case)(text) == missing
    assert given(case).wins(text) != missing
    if case.made.kind == "regex":
        rejected, accepted = ("begins", "goes_on", "no_word"), ("spelt", "skipped")
    else:
        rejected, accepted = ("ends", "stuck"), ("run", "meets")  # type: ignore[assignment]
    assert why.id.removeprefix("reason.") in (rejected if missing else accepted)
    case.check(why, given(case), text)


@claim("reason.spelt")
def _(case: Case, reader: Reader, word: str, letters: str) -> None:
    places = [int(n) for n in letters.split(", ")]
    assert "".join([c for c in case.answer if c in "bw"][n - 1] for n in places) == word


@claim("reason.skipped")
def _(case: Case, reader: Reader, word: str) -> None:
    assert word == ""
    assert expression(case.answer)("")


def described(case: Case, beginning: str) -> bool:
    """Whether a word of at most 9 letters that begins so is described."""
    matches = expression(case.answer)
    return any(w.startswith(beginning) and matches(w) for w in words_to(9))


@claim("reason.begins")
def _(case: Case, reader: Reader, word: str, part: str, letter: str) -> None:
    assert word.startswith(read.word(part) + letter)
    assert described(case, read.word(part)) or len(case.answer) > 9
    assert not described(case, read.word(part) + letter)


@claim("reason.goes_on")
def _(case: Case, reader: Reader, word: str, part: str) -> None:
    assert read.word(part) == word
    assert described(case, word) or len(case.answer) > 9
    assert not expression(case.answer)(word)


@claim("reason.no_word")
def _(case: Case, reader: Reader, word: str) -> None:
    assert not described(case, "")


@claim("verdict.plus")
def _(case: Case) -> None:
    assert all(holds(case)(w) == expression(case.answer.replace("+", "|"))(w) for w in words_to(9))


@claim("verdict.too_large")
def _(case: Case) -> None:
    assert case.made.kind in ("automaton", "regex", "board")


@claim("verdict.language_right")
def _(case: Case) -> None:
    assert all(holds(case)(w) == given(case).wins(w) for w in words_to(9))


@claim("verdict.not_deterministic")
def _(case: Case) -> None:
    pairs = [(p, a) for p, a, _ in case.answer["transitions"]]
    assert len(set(pairs)) < len(pairs) or any(a == "" for _, a in pairs)


@claim("verdict.not_complete")
def _(case: Case) -> None:
    pairs = {(p, a) for p, a, _ in case.answer["transitions"]}
    assert any((q, a) not in pairs for q in case.answer["states"] for a in "bw")


@claim("verdict.not_minimal")
def _(case: Case) -> None:
    assert len(case.answer["states"]) > len(case.key["states"])


@claim("verdict.not_no_epsilon")
def _(case: Case) -> None:
    assert any(a == "" for _, a, _ in case.answer["transitions"])


# ------------------------------------------------------------------------------------------ units 0 and 1


def five(fa: dict[str, Any]) -> dict[str, Any]:
    return {"Q": set(fa["states"]), "Σ": set(fa["alphabet"]), "q0": fa["start"], "F": set(fa["accepting"]),
            "δ": {tuple(t) for t in fa["transitions"]}}


def arrow_of(text: str, arrows: set[tuple[str, str, str]]) -> bool:
    """Whether an arrow as ``bA>B`` is one of these."""
    return text in {f"{a or 'ε'}{p}>{q}" for p, a, q in arrows}


@claim("v.five_tuple.parts")
def _(case: Case, parts: str) -> None:
    board = case.board
    right = {"Q": set(board.names), "Σ": set("bw"), "q0": board.start, "F": {board.end}, "δ": board.arrows}
    assert parts.split(", ") == [name for name, part in five(case.answer).items() if part != right[name]]


@claim("v.five_tuple.missing")
def _(case: Case, arrow: str) -> None:
    assert arrow_of(arrow, case.board.arrows)
    assert not arrow_of(arrow, five(case.answer)["δ"])


@claim("v.five_tuple.extra")
def _(case: Case, arrow: str) -> None:
    assert arrow_of(arrow, five(case.answer)["δ"])
    assert not arrow_of(arrow, case.board.arrows)


@claim("v.token_sets.start")
def _(case: Case, start: str) -> None:
    assert start == case.board.start
    assert case.rows.get("") != [start]


def row_after(case: Case, prefix: str, got: str) -> list[set[str]]:
    """The sets up to a row that is wrong; what stands there is what the text says."""
    assert case.data["tower"].startswith(prefix)
    rows = case.plain.sets(prefix)
    assert set(case.rows[prefix][0].split()) == read.names(got) != rows[-1]
    return rows


@claim("v.token_sets.row")
def _(case: Case, prefix: str, got: str, before: str, steps: str) -> None:
    rows = row_after(case, prefix, got)
    assert read.names(before) == rows[-2]
    assert read.letter_of(steps) == prefix[-1]
    assert read.steps(steps) == {q: set(case.plain.step(q, prefix[-1])) for q in rows[-2]}


@claim("v.token_sets.died")
def _(case: Case, prefix: str, got: str) -> None:
    assert row_after(case, prefix, got)[-2] == set()


@claim("v.delta_hat.ends")
def _(case: Case, run: str) -> None:
    stations, word = read.run(run)
    assert word == case.data["tower"]
    assert case.plain.is_run(stations, word)
    assert stations[-1] == case.about()


@claim("v.delta_hat.not")
def _(case: Case, sets: str, station: str) -> None:
    assert station == case.about()
    assert station not in active(case.plain, case.data["tower"], sets)[-1]


@claim("v.path.start")
def _(case: Case, start: str) -> None:
    assert start == case.board.start
    assert case.answer[:1] != [start]


@claim("v.path.step")
def _(case: Case, n: int, arrow: str) -> None:
    assert arrow == f"{case.data['tower'][n - 1]}{case.answer[n - 1]}>{case.answer[n]}"
    assert not arrow_of(arrow, case.board.arrows)
    assert case.plain.is_run(case.answer[:n], case.data["tower"][: n - 1])


@claim("v.path.length")
def _(case: Case, n: int, got: int) -> None:
    assert n == len(case.data["tower"]) + 1 != got == len(case.answer)


@claim("v.path.end")
def _(case: Case, end: str, got: str) -> None:
    assert end == case.board.end != got == case.answer[-1]


# ------------------------------------------------------------------------------------------ words


def wanted_word(case: Case, word: str) -> bool:
    """Whether a word is one of those of which the shortest is asked for."""
    data, wins = case.data, case.plain.wins if "board" in case.data else None
    if case.type == "synchronising_word":
        reader = of_json(data["automaton"])
        everywhere = Reader(frozenset(data["automaton"]["states"]), reader.step, reader.accepts)
        return len(everywhere.sets(word)[-1]) == 1
    assert wins
    return {"shortest_word": lambda: wins(word),
            "tell_apart": lambda: wins(word) != of_board(data["other"]).wins(word),
            "equivalence": lambda: wins(word) != of_board(data["other"]).wins(word),
            "shortest_only_one": lambda: wins(word) and not of_board(data["board"], 2).wins(word),
            "ambiguity": lambda: case.board.count(word) >= 2,
            "separating_suffix": lambda: wins(data["u"] + word) != wins(data["v"] + word),
            "lost_by_rings": lambda: wins(word) and not of_rings(data["board"]).wins(word)}[case.type]()


@claim("v.word.no")
def _(case: Case, word: str) -> None:
    assert read.word(word) == case.answer
    assert not wanted_word(case, case.answer)


@claim("v.word.longer")
def _(case: Case, word: str, n: int) -> None:
    assert read.word(word) == case.answer
    assert n == len(case.answer) > len(case.key)
    assert wanted_word(case, case.answer)
    assert wanted_word(case, case.key)


@claim("v.word.exists")
def _(case: Case, n: int) -> None:
    assert case.answer is None
    assert n == len(case.key)
    assert wanted_word(case, case.key)
    assert not any(wanted_word(case, w) for w in words_to(n - 1))


@claim("v.word.height")
def _(case: Case, n: int) -> None:
    assert n == case.data["height"]
    word = case.about() if case.about() is not None else case.answer
    assert len(word) != n or not set(word) <= set("bw")


@claim("v.words_in_out.wrong")
def _(case: Case, word: str, row: str) -> None:
    assert read.word(word) in case.rows[row]
    if any(s.id.startswith("reason.") for s in case.said):
        assert case.plain.wins(read.word(word)) == (row == "out")


@claim("v.words_in_out.twice")
def _(case: Case) -> None:
    assert [w for row in case.rows.values() for w in row].count(case.about()) > 1


@claim("v.words_in_out.more")
def _(case: Case, n: int) -> None:
    assert n == case.data["number"]
    assert any(len(case.rows.get(row, ())) < n for row in ("in", "out"))


@claim("v.most_paths.less")
def _(case: Case, word: str, got: int) -> None:
    assert word == case.answer
    assert got == case.board.count(word) < case.board.count(case.key)
    assert len(case.key) == case.data["height"]


@claim("v.ambiguity.runs")
def _(case: Case, n: int, runs: str) -> None:
    found = [read.run(r) for r in runs.split("; ")] if runs != "–" else []
    assert n == len(found) == min(2, case.board.count(case.answer))
    assert all(case.plain.is_run(*r) and r[0][-1] == case.board.end and r[1] == case.answer for r in found)


@claim("v.near_misses.far")
def _(case: Case, tower: str) -> None:
    from tests.coursekit.questions.second.boards import levenshtein

    assert tower == case.data["tower"]
    assert levenshtein(tower, case.about() or "") != 1


@claim("v.inequivalent.rows")
def _(case: Case) -> None:
    assert set(case.rows) != {"u", "v", "z"} or not set("".join(r[0] for r in case.rows.values())) <= set("bw")


@claim("v.inequivalent.length")
def _(case: Case, n: int) -> None:
    assert n == case.data["length"]
    assert {len(case.rows["u"][0]), len(case.rows["v"][0])} != {n}


@claim("v.inequivalent.same")
def _(case: Case, one: str, two: str) -> None:
    u, v, z = (case.rows[r][0] for r in "uvz")
    assert (read.word(one), read.word(two)) == (u + z, v + z)
    assert case.plain.wins(u + z) == case.plain.wins(v + z)


@claim("v.synchronising.open")
def _(case: Case, word: str, sets: str) -> None:
    reader = of_json(case.data["automaton"])
    everywhere = Reader(frozenset(case.data["automaton"]["states"]), reader.step, reader.accepts)
    assert read.word(word) == case.answer
    assert len(active(everywhere, case.answer, sets)[-1]) > 1


@claim("v.most_tokens.less")
def _(case: Case, word: str, got: int) -> None:
    assert read.word(word) == case.answer
    assert got == len(case.plain.sets(case.answer)[-1]) < len(case.plain.sets(case.key)[-1])


@claim("v.longest_readable.less")
def _(case: Case, word: str, n: int) -> None:
    rings = of_rings(case.data["board"])
    assert read.word(word) == case.answer
    assert n == len(case.answer) < len(case.key)
    assert rings.sets(case.answer)[-1]
    assert rings.sets(case.key)[-1]


@claim("v.longest_readable.upto")
def _(case: Case, word: str, part: str) -> None:
    assert read.word(word) == case.answer
    longest = max(i for i, s in enumerate(of_rings(case.data["board"]).sets(case.answer)) if s)
    assert read.word(part) == case.answer[:longest] != case.answer


# ------------------------------------------------------------------------------------------ units 2 and 3


@claim("v.determinise.missing")
def _(case: Case, set: str, word: str) -> None:
    states = read.names(set)
    assert " ".join(sorted(states)) not in case.rows
    assert case.plain.sets(read.word(word))[-1] == states


@claim("v.determinise.extra")
def _(case: Case, set: str) -> None:
    assert " ".join(sorted(read.names(set))) in case.rows
    assert not any(case.plain.sets(w)[-1] == read.names(set) for w in words_to(9))


@claim("v.determinise.row")
def _(case: Case, set: str, letter: str, got: str, steps: str) -> None:
    states = read.names(set)
    found = read.steps(steps)
    assert read.letter_of(steps) == letter
    assert found == {q: {*case.plain.step(q, letter)} for q in states}
    cell = case.rows[" ".join(sorted(states))]["bw".index(letter)]
    assert {*cell.split()} == read.names(got) != {t for row in found.values() for t in row}


@claim("v.determinise.empty")
def _(case: Case, letter: str, got: str) -> None:
    assert {*case.rows[""]["bw".index(letter)].split()} == read.names(got) != set()


@claim("v.pumping.word")
def _(case: Case, tower: str, got: str) -> None:
    assert tower == case.data["tower"] != read.word(got) == "".join(case.rows.get(r, [""])[0] for r in "xyz")


@claim("v.pumping.empty")
def _(case: Case) -> None:
    assert case.rows.get("y", [""]) == [""]


@claim("v.pumping.fails")
def _(case: Case, i: int, word: str) -> None:
    x, y, z = (case.rows.get(r, [""])[0] for r in "xyz")
    assert read.word(word) == x + y * i + z
    assert not case.plain.wins(x + y * i + z)


def useful(case: Case) -> set[str]:
    """Stations on some way from the post to the tower."""
    arrows = case.board.arrows

    def closure(found: set[str], edges: set[tuple[str, str]]) -> set[str]:
        while (more := found | {q for p, q in edges if p in found}) != found:
            found = more
        return found

    return closure({case.board.start}, {(p, q) for p, _, q in arrows}) & closure(
        {case.board.end}, {(q, p) for p, _, q in arrows})


@claim("v.cycle.exists")
def _(case: Case) -> None:
    dfa = case.board.dfa()  # its methods need somebody who holds it
    assert case.answer == []
    assert not dfa.isfinite()


@claim("v.cycle.closed")
def _(case: Case) -> None:
    assert len(case.answer) < 2 or case.answer[0] != case.answer[-1]


@claim("v.cycle.arrow")
def _(case: Case, tail: str, head: str) -> None:
    assert (tail, head) in pairwise(case.answer)
    assert not any((p, q) == (tail, head) for p, _, q in case.board.arrows)


@claim("v.cycle.useless")
def _(case: Case, station: str) -> None:
    assert station in case.answer
    assert station not in useful(case)
    assert case.answer[0] == case.answer[-1]
    assert all(any((s, t) == (p, q) for s, _, t in case.board.arrows) for p, q in pairwise(case.answer))


def numbers(case: Case) -> list[int]:
    """Numbers of accepted words, counted by a row of numbers."""
    fa = case.data["automaton"]
    now, found = {fa["start"]: 1}, []
    for _ in range(40):
        found.append(sum(n for q, n in now.items() if q in fa["accepting"]))
        new: dict[str, int] = {}
        for p, _, q in fa["transitions"]:
            new[q] = new.get(q, 0) + now.get(p, 0)
        now = new
    return found


@claim("v.recurrence.many")
def _(case: Case, n: int) -> None:
    assert n == case.data["number"] < max(len(row) for row in case.rows.values())


@claim("v.recurrence.count")
def _(case: Case, n: int, words: str) -> None:
    cells = case.rows.get("a", [])
    assert n >= len(cells) or int(cells[n]) != numbers(case)[n]
    found = list(map(read.word, read.listed(words)))
    reader = of_json(case.data["automaton"])
    accepted = [w for w in words_to(n) if len(w) == n and reader.wins(w)]
    assert found == (accepted if len(accepted) <= 6 else [*accepted[:6], "…"])


@claim("v.recurrence.break")
def _(case: Case, n: int) -> None:
    steps, values = [Fraction(x) for x in case.rows.get("c", [])], numbers(case)
    assert n >= len(steps)
    assert values[n] != sum(c * values[n - 1 - i] for i, c in enumerate(steps))


# ------------------------------------------------------------------------------------------ arrows


@claim("v.where.pair")
def _(case: Case, state: str, letter: str, targets: str) -> None:
    assert read.names(targets) == set(case.plain.step(state, letter))
    assert (letter in case.rows.get(state, [""])[0]) != (len(read.names(targets)) > 1)


def removed(case: Case) -> set[tuple[str, str, str]]:
    """The arrows that are left when those of the answer are taken away."""
    return {(p, a, q) for p, a, q in case.board.arrows
            if f"{a}{p}>{q}" not in {t.lstrip("+-").split(".")[0] for t in case.answer}}


@claim("v.where.left")
def _(case: Case, state: str, letter: str, targets: str) -> None:
    assert read.names(targets) == {q for p, a, q in removed(case) if (p, a) == (state, letter)}
    assert len(read.names(targets)) > 1


@claim("v.arrows.foreign")
def _(case: Case, arrow: str) -> None:
    assert arrow in case.answer
    assert not arrow_of(arrow.lstrip("+-").split(".")[0], case.board.arrows)


@claim("v.arrows.fewer")
def _(case: Case, n: int) -> None:
    assert n == len(case.board.arrows) - len(removed(case)) > len(case.key)


def is_useful(case: Case, arrow: str) -> bool:
    """Whether an arrow lies on an accepting run; `CHECKS` vouches for the key."""
    return arrow not in case.key


def led(steps: set[tuple[str, str]], start: str) -> set[str]:
    """Where steps lead from a station, itself included."""
    found = {start}
    while more := {q for p, q in steps if p in found} - found:
        found |= more
    return found


@claim("v.useless.unreached")
def _(case: Case, arrow: str, tail: str, head: str) -> None:
    assert arrow in case.key
    assert arrow[1:] == f"{tail}>{head}"
    assert tail not in led({(p, q) for p, _, q in case.board.arrows}, case.board.start)


@claim("v.useless.dead")
def _(case: Case, arrow: str, tail: str, head: str) -> None:
    assert arrow in case.key
    assert arrow[1:] == f"{tail}>{head}"
    assert head not in led({(q, p) for p, _, q in case.board.arrows}, case.board.end)


@claim("v.useless.used")
def _(case: Case, arrow: str, run: str) -> None:
    stations, word = read.run(run)
    assert case.plain.is_run(stations, word)
    assert stations[-1] == case.board.end
    assert arrow in {f"{a}{p}>{q}" for p, a, q in zip(stations, word, stations[1:], strict=False)}


@claim("v.stop.still")
def _(case: Case, tower: str, run: str) -> None:
    stations, word = read.run(run)
    assert word == tower == case.data["tower"]
    assert of_arrows(removed(case), case.board.start, [case.board.end]).is_run(stations, word)
    assert stations[-1] == case.board.end


@claim("v.monotonicity.keeps")
def _(case: Case) -> None:
    new = of_arrows(after_change(case), case.board.start, [case.board.end])
    assert not any(case.plain.wins(w) and not new.wins(w) for w in words_to(9))


def after_change(case: Case) -> set[tuple[str, str, str]]:
    return changed(case.board.arrows, case.data["changes"][int(case.about() or 0) - 1], case.board.end)


@claim("v.monotonicity.loses")
def _(case: Case, word: str, why: Said) -> None:
    new = of_arrows(after_change(case), case.board.start, [case.board.end])
    assert case.plain.wins(read.word(word))
    assert not new.wins(read.word(word))
    case.check(why, new, read.word(word))


# ------------------------------------------------------------------------------------------ boards that are laid


def lanes(case: Case, text: str) -> list[str]:
    """Slots of an arrow of an answer, with its lane or with any."""
    return [text] if "." in text else [f"{text}.{lane}" for lane in "mlr"]


def fits(case: Case, pieces: list[str]) -> bool:
    """Whether bridges can lie on the given board together, tried in all ways."""
    @lru_cache(None)
    def position(text: str) -> bool:
        try:
            return not any(p.grave for p in Position.parse(text).problems())
        except ValueError:
            return False

    def lay(done: tuple[str, ...], left: tuple[str, ...]) -> bool:
        if done and not position(f"{case.data['board']}; bridges {' '.join(done)}"):
            return False
        return not left or any(lay((*done, b), left[1:]) for b in lanes(case, left[0]))

    return lay((), tuple(pieces))


@claim("v.laid.board")
def _(case: Case) -> None:
    assert isinstance(case.answer, str)
    mine, theirs = Position.parse(case.answer), Position.parse(case.data["board"])
    assert mine.board != theirs.board or mine.layout.posts[0] != theirs.layout.posts[0]


@claim("v.laid.ring")
def _(case: Case, ring: str) -> None:
    assert case.answer.count(ring) > 1 or ring[1:].split(".")[0] == case.board.end


@claim("v.laid.arrow")
def _(case: Case, arrow: str) -> None:
    assert arrow in case.answer
    tail, head = arrow[1:].split(".")[0].split(">")
    assert tail == case.board.end or head not in Position.parse(case.data["board"]).board.neighbours[tail]


@claim("v.laid.slot")
def _(case: Case, arrow: str) -> None:
    arrows = [t for t in case.answer if ">" in t]
    assert [t.split(".")[0] for t in arrows].count(arrow.split(".")[0]) > 1 or not fits(case, arrows)


@claim("v.built.extra")
def _(case: Case, word: str) -> None:
    assert given(case).wins(word)
    assert word not in case.data["towers"]
    assert len(word) == case.data["height"]


@claim("v.built.missing")
def _(case: Case, word: str) -> None:
    assert not given(case).wins(word)
    assert word in case.data["towers"]


@claim("v.built.rings")
def _(case: Case, run: str) -> None:
    board = laid(case)
    stations, word = read.run(run)
    assert word == case.about()
    assert of_arrows(board.arrows, board.start, [board.end]).is_run(stations, word)
    assert stations[-1] == board.end
    assert any(stations[1:-1].count(s) > board.rings.get(s, 0) for s in stations[1:-1])


# ------------------------------------------------------------------------------------------ moves and rings


@claim("v.plan.illegal")
def _(case: Case, n: int, move: str, reason: Any) -> None:
    """The move is not among the legal ones where the others have been made, and what the reason says is so."""
    assert move == case.answer[n - 1]
    position: Any = State.parse(case.data["state"]) if "state" in case.data else Position.parse(case.data["board"])
    for other in case.answer[: n - 1]:
        legal = position.with_turn(1) if case.type == "moves_to_win" else position
        assert legal.why_illegal(other) is None
        position = position if case.type in ("winning_move", "orphaning_moves") else legal.play(other)
    position = position.with_turn(1) if case.type == "moves_to_win" else position
    assert str(reason)
    if not isinstance(reason, ValueError):
        text = str(position.resolve(move)) if isinstance(position, Position) else move
        assert text not in set(map(str, position.legal_moves()))
        assert (reasons if isinstance(position, Position) else stone_reasons).holds(position, text, reason)


def after_moves(case: Case) -> Position:
    pos = Position.parse(case.data["board"])
    for move in case.answer:
        pos = pos.with_turn(1).play(move)
    return pos


@claim("v.plan.no_path")
def _(case: Case, tower: str, reached: str) -> None:
    board = Board(str(after_moves(case)))
    assert tower == case.data["tower"]
    assert not board.ring_wins(tower)
    assert set(read.listed(reached)) == board.reached(tower)


@claim("v.plan.only")
def _(case: Case, move: str) -> None:
    assert move in case.answer
    assert move[0] != "+"


@claim("v.plan.fewer")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) > len(case.key)
    assert Board(str(after_moves(case))).ring_wins(case.data["tower"])


@claim("v.winning.one")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) != 1


def tower_of(case: Case) -> str:
    return str(Position.parse(case.data["board"]).word)


@claim("v.winning.other")
def _(case: Case, path: str) -> None:
    after = Position.parse(case.data["board"]).play(case.answer[0])
    assert after.result is not None
    assert after.result.winners == {2}
    stations, word = read.run(path)
    assert word == tower_of(case)
    assert stations in list(Board(str(after), 2).ring_runs(word))
    assert stations[-1] == case.board.end


@claim("v.winning.no")
def _(case: Case, move: str, reached: str) -> None:
    after = Position.parse(case.data["board"]).play(move)
    board = Board(str(after))
    assert after == Position.parse(case.data["board"]).play(case.answer[0])
    assert not board.ring_wins(tower_of(case))
    assert set(read.listed(reached)) == board.reached(tower_of(case))


@claim("v.winning.draw")
def _(case: Case, move: str, result: Any) -> None:
    assert Position.parse(case.data["board"]).play(move).result == result
    assert not result.winners


def orphans(case: Case, move: str) -> int:
    """Rings of player 2 that a move takes off."""
    before = Position.parse(case.data["board"])
    return sum(r.seat == 2 for r in before.layout.rings) - sum(r.seat == 2 for r in before.play(move).layout.rings)


def canonical(case: Case) -> set[str]:
    pos = Position.parse(case.data["board"])
    return {str(pos.resolve(m)) for m in case.answer}


@claim("v.orphaning.does")
def _(case: Case, move: str, n: int) -> None:
    assert n == orphans(case, move) > 0
    assert move not in canonical(case)


@claim("v.orphaning.not")
def _(case: Case, move: str) -> None:
    assert orphans(case, move) == 0
    assert move in canonical(case)


@claim("v.rings.three")
def _(case: Case) -> None:
    assert any(not row[0].isdigit() or int(row[0]) > 3 for row in case.rows.values())


def own_rings(case: Case) -> dict[str, int]:
    return {s: int(row[0]) for s, row in case.rows.items()}


def rings_of(case: Case, rings: dict[str, int]) -> Board:
    """The board with other rings."""
    board = Board(case.data["board"])
    board.rings = rings
    return board


@claim("v.rings.fewer")
def _(case: Case, n: int) -> None:
    assert n == sum(own_rings(case).values()) > sum(int(row[0]) for row in case.wanted.values())
    board = case.board
    board.rings = own_rings(case)
    assert board.ring_wins(case.data["tower"])


@claim("v.rings.short")
def _(case: Case, run: str, station: str, n: int) -> None:
    board, (stations, word) = case.board, read.run(run)
    board.rings = own_rings(case)
    assert not board.ring_wins(case.data["tower"])
    assert word == case.data["tower"]
    assert case.plain.is_run(stations, word)
    assert stations[-1] == board.end
    assert n == stations[1:-1].count(station) > board.rings.get(station, 0)


def ring_board(case: Case) -> Board:
    """The board on which stations are reached: after the move, if there is one."""
    text = case.data["board"]
    return Board(str(Position.parse(text).play(case.data["move"])) if "move" in case.data else text)


@claim("v.where_ring.reached")
def _(case: Case, station: str, word: str) -> None:
    assert station == case.about()
    assert case.data["tower"].startswith(read.word(word))
    assert any(run[-1] == station for run in ring_board(case).ring_runs(read.word(word)))


@claim("v.where_ring.post")
def _(case: Case) -> None:
    assert case.about() == case.board.start


@claim("v.where_ring.end")
def _(case: Case) -> None:
    assert case.about() == case.board.end


@claim("v.where_ring.full")
def _(case: Case, station: str) -> None:
    assert station == case.about()
    assert sum(r.station == station for r in Position.parse(case.data["board"]).layout.rings) == 3


@claim("v.where_ring.unreached")
def _(case: Case, station: str) -> None:
    assert station == case.about()
    assert station not in case.board.reached(case.data["tower"])


@claim("v.orphaned.gone")
def _(case: Case, station: str, move: str) -> None:
    assert station == case.about()
    assert move == case.data["move"]
    assert station not in ring_board(case).reached(case.data["tower"])


@claim("v.ring_size.bound")
def _(case: Case, n: int) -> None:
    assert n == sum(case.board.rings.values()) + 1


@claim("v.hamilton.exists")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.key != []


@claim("v.hamilton.edge")
def _(case: Case, edge: str) -> None:
    p, q = edge.split("–")
    assert (p, q) in pairwise(case.answer)
    assert not {(p, q), (q, p)} & {tuple(e) for e in case.data["graph"]}


@claim("v.hamilton.twice")
def _(case: Case, station: str) -> None:
    assert case.answer.count(station) > 1


@claim("v.hamilton.all")
def _(case: Case, n: int, start: str, goal: str) -> None:
    assert (n, start, goal) == (len(case.data["vertices"]), case.data["start"], case.data["goal"])
    assert (len(case.answer), case.answer[0], case.answer[-1]) != (n, start, goal)


# ------------------------------------------------------------------------------------------ functions


def probed(case: Case) -> tuple[list[Any], Reader]:
    """The first input on which a function errs, and the board that it is given there."""
    probes = question(case.type).probes(case.data, case.answer["seed"])
    for probe, result in zip(probes, case.answer["results"], strict=True):
        arrows, start, end, tower = probe
        reader = of_arrows({(e[1:].split(">")[0], e[0], e.split(">")[1]) for e in arrows}, start, [end])
        if "error" in result or result.get("value") != reader.wins(tower):
            return probe, reader
    raise AssertionError("every result is right")


@claim("v.function.short")
def _(case: Case, n: int, got: int) -> None:
    assert n != got == len(case.answer["results"])
    assert n == case.data.get("games", 24)


@claim("v.function.wrong")
def _(case: Case, call: str, got: str, right: int, all: int) -> None:
    probes, results = question(case.type).probes(case.data, case.answer["seed"]), case.answer["results"]
    assert call == ", ".join(map(repr, probed(case)[0]))
    first = results[probes.index(probed(case)[0])]
    assert got == str(first.get("error") or repr(first.get("value")))[:200]
    readers = [of_arrows({(e[1:].split(">")[0], e[0], e.split(">")[1]) for e in p[0]}, p[1], [p[2]]) for p in probes]
    good = sum("error" not in r and r.get("value") == reader.wins(p[3])
               for p, r, reader in zip(probes, results, readers, strict=True))
    assert (right, all) == (good, len(probes))


@claim("v.evaluation.share")
def _(case: Case, got: int, want: int, game: str) -> None:
    def ending(moves: str) -> Position:
        kind = question(case.type)
        pos = Position.parse(str(kind.values(case.data, kind.say())["position"]))
        for move in moves.split(";"):
            pos = pos.play(move)
        return pos

    points, lost = Fraction(0), []
    for i, moves in enumerate(r for r in case.answer["results"] if isinstance(r, str)):
        result = ending(moves).result
        winners = result.winners if result else frozenset()
        points += Fraction(1, 2) if not winners else int(1 + i % 2 in winners)
        lost += [moves] if winners and 1 + i % 2 not in winners else []
    share = 100 * points / case.data["games"]
    assert got <= share < got + 1
    assert want == case.data["percent"] > share
    assert game == (lost[0] if lost else "–")


@claim("v.evaluation.useless")
def _(case: Case, call: str, got: str) -> None:
    """The call that the judge noted; what came back is no number."""
    noted = case.answer["results"][-1]
    assert (call, got) == (noted["call"], noted["got"][:300])
    text, seat = eval(call)
    assert Position.parse(text).result is None
    assert seat in (1, 2)
    assert re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?|True|False", got) is None


# ------------------------------------------------------------------------------------------ the learning machine


@claim("v.update.lost")
def _(case: Case, game: str, field: str) -> None:
    assert game in case.data["games"]
    assert field == wrong_field(case)
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for one in case.data["games"]:
        new = play(boxes, case.data["length"], one)
        if one == game and new[int(field)] != boxes[int(field)]:
            return
        boxes = new
    raise AssertionError(f"{game} does not change {field}")


def wrong_field(case: Case) -> str:
    return next(s.values["row"] for s in case.said if s.id == "verdict.row")


@claim("v.update.same")
def _(case: Case, field: str) -> None:
    assert field == wrong_field(case)
    assert case.key[field] == case.data["boxes"][field]


def lost_field(case: Case, d: int) -> bool:
    return d == 0 or not any(lost_field(case, d - k) for k in case.data["moves"] if k <= d)


@claim("v.losing.stuck")
def _(case: Case, d: int) -> None:
    assert str(d) == case.about()
    assert min(case.data["moves"]) > d


@claim("v.losing.wins")
def _(case: Case, d: int, k: int, to: int) -> None:
    assert str(d) == case.about()
    assert k in case.data["moves"]
    assert to == d - k >= 0
    assert lost_field(case, to)


@claim("v.losing.loses")
def _(case: Case, d: int, moves: str) -> None:
    assert str(d) == case.about()
    assert moves.split(", ") == [f"{d}→{d - k}" for k in case.data["moves"] if k <= d]
    assert not any(lost_field(case, d - k) for k in case.data["moves"] if k <= d)


@claim("v.teacher.fastest")
def _(case: Case, got: str) -> None:
    assert got == case.rows["fastest"][0].strip().lower()
    assert got != case.wanted["fastest"][0]


@claim("v.teacher.games")
def _(case: Case, teacher: str, got: str) -> None:
    assert got == case.rows[teacher][0].strip().lower()
    right = case.wanted[teacher][0]
    try:
        assert right == "never" or abs(float(got) - float(right)) > 0.1
    except ValueError:
        assert got != right


def replay(case: Case, games: list[str]) -> dict[int, set[int]]:
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for game in games:
        boxes = play(boxes, case.data["length"], game.lower(), case.data["learner"] == "remove-all")
    return boxes


@claim("v.unlearn.possible")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.data["move"] not in replay(case, case.key)[case.data["field"]]


@claim("v.unlearn.bad")
def _(case: Case, n: int, game: str, reason: Said) -> None:
    assert game == case.answer[n - 1]
    boxes, d, last = replay(case, case.answer[: n - 1]), case.data["length"], ""
    for w in game.lower().split():
        why = ("word" if not re.fullmatch(r"m-|[mh]\d+", w) else "over" if d <= 0 or last == "-" else
               "turn" if w[0] == last else "resigns" if w == "m-" and boxes[d] else
               "marker" if w[0] == "m" and w != "m-" and int(w[1:]) not in boxes[d] else
               "far" if w[0] == "h" and not 1 <= int(w[1:]) <= min(3, d) else "")
        if why:
            assert reason.id == f"v.game.{why}"
            assert reason.values["word"] == w
            return
        last, d = ("-", d) if w == "m-" else (w[0], d - int(w[1:]))
    assert reason.id == "v.game.open"
    assert d > 0


@claim("v.unlearn.still")
def _(case: Case, field: int, move: int, boxes: str) -> None:
    left = replay(case, case.answer)
    assert (field, move) == (case.data["field"], case.data["move"])
    assert move in left[field]
    shown = {int(d): {int(k) for k in box.split() if k != "–"} for d, box in (b.split(": ") for b in boxes.split("; "))}
    assert shown == left


# ------------------------------------------------------------------------------------------ Amakta


@claim("v.mini.winner")
def _(case: Case, got: str, line: str) -> None:
    assert got == case.rows.get("winner", ["–"])[0] or got == "–"
    assert got.strip().upper()[:1] != case.wanted["winner"][0].upper()[:1]
    state = State.parse(case.data["state"])
    for move in line.split(" / ") if line != "–" else ():
        state = state.play(move)


@claim("v.mini.moves")
def _(case: Case, got: str) -> None:
    assert case.rows["winner"][0].strip().upper()[:1] == case.wanted["winner"][0].upper()[:1]
    assert got == case.rows.get("moves", ["–"])[0] != case.wanted["moves"][0]


@claim("v.amakta_cycle.none")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.key


@claim("v.amakta_cycle.pass")
def _(case: Case) -> None:
    assert "pass" in [m.split()[0] for m in case.answer]


def amakta_after(case: Case) -> State:
    state = State.parse(case.data["state"])
    for move in case.answer:
        state = state.play(move)
    return state


@claim("v.amakta_cycle.side")
def _(case: Case, state: str) -> None:
    end, start = amakta_after(case), State.parse(case.data["state"])
    assert str(end) == state
    assert end.situation == start.situation
    assert end.to_move != start.to_move


@claim("v.amakta_cycle.open")
def _(case: Case, state: str) -> None:
    end, start = amakta_after(case), State.parse(case.data["state"])
    assert str(end) == state
    assert end.situation != start.situation


@claim("v.amakta_cycle.longer")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) > len(case.key)
    assert amakta_after(case) == State.parse(case.data["state"])


