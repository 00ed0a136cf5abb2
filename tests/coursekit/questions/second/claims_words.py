"""What verdicts claim of words, runs and tables: units 0 and 1."""

from __future__ import annotations

from typing import Any

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.claims_reasons import active
from tests.coursekit.questions.second.languages import HOLDS
from tests.coursekit.questions.second.naive import arrow_set
from tests.coursekit.questions.second.readers import (
    Reader,
    of_board,
    of_json,
    of_rings,
    words_to,
)

# ------------------------------------------------------------------------------------------ units 0 and 1


def five(fa: dict[str, Any]) -> dict[str, Any]:
    return {"Q": set(fa["states"]), "Σ": set(fa["alphabet"]), "q0": fa["start"], "F": set(fa["accepting"]),
            "δ": {tuple(t) for t in fa["transitions"]}}


def arrow_of(text: str, arrows: set[tuple[str, str, str]]) -> bool:
    """Whether an arrow as ``bA>B`` or ``q0 –b→ q1`` is one of these."""
    return {(p, a.replace("ε", ""), q) for p, a, q in arrow_set([text])} <= arrows


@claim("v.five_tuple.parts")
def _(case: Case, parts: str) -> None:
    board = case.board
    right = {"Q": set(board.names), "Σ": set(case.alphabet), "q0": board.start, "F": board.ends, "δ": board.arrows}
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
def _(case: Case, sets: str, state: str) -> None:
    assert state == case.about()
    assert state not in active(case.plain, case.data["tower"], sets)[-1]


@claim("v.path.start")
def _(case: Case, start: str) -> None:
    assert start == case.board.start
    assert case.answer[:1] != [start]


@claim("v.path.step")
def _(case: Case, n: int, arrow: str) -> None:
    assert arrow_set([arrow]) == {(case.answer[n - 1], case.data["tower"][n - 1], case.answer[n])}
    assert not arrow_of(arrow, case.board.arrows)
    assert case.plain.is_run(case.answer[:n], case.data["tower"][: n - 1])


@claim("v.path.length")
def _(case: Case, n: int, got: int) -> None:
    assert n == len(case.data["tower"]) + 1 != got == len(case.answer)


@claim("v.path.end")
def _(case: Case, end: str, got: str) -> None:
    assert set(end.split(", ")) == case.board.ends
    assert got == case.answer[-1]
    assert got not in case.board.ends


# ------------------------------------------------------------------------------------------ words


def wanted_word(case: Case, word: str) -> bool:
    """Whether a word is one of those of which the shortest is asked for."""
    if case.type in HOLDS:
        return HOLDS[case.type](case.data)(word)
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
            "fooled_conjecture": lambda: wins(word) != of_json(data["conjecture"]).wins(word),
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
    assert not any(wanted_word(case, w) for w in words_to(n - 1, case.alphabet))


@claim("v.word.height")
def _(case: Case, n: int) -> None:
    assert n == case.data["height"]
    word = case.about() if case.about() is not None else case.answer
    assert len(word) != n or not set(word) <= set(case.alphabet)


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


@claim("v.ambiguity.none", "v.ambiguity.one", "v.ambiguity.two")
def _(case: Case, run: str = "", other: str = "") -> None:
    found = [read.run(text) for text in (run, other) if text]
    assert len(found) == min(2, case.board.count(case.answer))
    assert run != other or not run
    assert all(case.plain.is_run(*r) and r[0][-1] in case.board.ends and r[1] == case.answer for r in found)


@claim("v.near_misses.far")
def _(case: Case, word: str) -> None:
    from tests.coursekit.questions.second.boards import levenshtein

    assert word == case.data["tower"]
    assert levenshtein(word, case.about() or "") != 1


@claim("v.inequivalent.rows")
def _(case: Case) -> None:
    assert set(case.rows) != {"u", "v", "z"} or not set("".join(r[0] for r in case.rows.values())) <= set(case.alphabet)


@claim("v.inequivalent.length")
def _(case: Case, n: int) -> None:
    assert n == case.data["length"]
    assert {len(case.rows["u"][0]), len(case.rows["v"][0])} != {n}


@claim("v.inequivalent.alike")
def _(case: Case, prefix: str) -> None:
    assert case.rows["u"] == case.rows["v"] == [read.word(prefix)]


@claim("v.inequivalent.dead")
def _(case: Case, prefix: str) -> None:
    assert read.word(prefix) in (case.rows["u"][0], case.rows["v"][0])
    assert not case.plain.lives(read.word(prefix), case.alphabet)


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
