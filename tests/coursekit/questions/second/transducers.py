"""Machines that write: read from their arrows, one step after the other."""

from __future__ import annotations

import re
from typing import Any

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import SPECIAL, Case, claim
from tests.coursekit.questions.second.languages import Wins, asked
from tests.coursekit.questions.second.lines import Lines, rows, work
from tests.coursekit.questions.second.naive import Data, letters, told, words


def steps(data: Data, word: str, part: str = "arrows") -> list[tuple[str, str, str, str]]:
    """The arrows of the run of a word."""
    state, found = data["start"], []
    for letter in word:
        (arrow,) = (e for e in data[part] if e[:2] == [state, letter])
        found.append(tuple(arrow))
        state = arrow[2]
    return found


def written(data: Data, word: str, part: str = "arrows") -> str:
    """What is written, by the start first where states write."""
    first = dict(data["outputs"])[data["start"]] if "outputs" in data else ""
    return first + "".join(output for *_, output in steps(data, word, part))


@told("what_is_written")
def _(data: Data, key: Any) -> None:
    word = data["tower"]
    assert all(dict(data["outputs"])[head] == output for *_, head, output in data["arrows"] if "outputs" in data)
    assert dict(key) == {word[:n]: written(data, word[:n]) for n in range(len(word) + 1)}


@told("moore_of_mealy")
def _(data: Data, key: Any) -> None:
    """Each word up to length 8 leads to the pair of its last arrow, and no row is needless."""
    table = {row: dict(zip(letters(data), cells, strict=True)) for row, *cells in key}
    reached = {data["start"]}
    for n in range(1, 9):
        for word in words(n, letters(data)):
            state = data["start"]
            for letter, (*_, head, output) in zip(word, steps(data, word), strict=True):
                assert state in table
                state = table[state][letter]
                reached.add(state)
                assert state == head + output
    assert reached == set(table)


@told("written_apart")
def _(data: Data, key: Any) -> None:
    differ = [w for n in range(len(key) + 1) for w in words(n, letters(data)) if apart(data, w)]
    assert differ == [key]


@asked("written_apart")
def _(data: Data) -> Wins:
    return lambda word: apart(data, word)


def apart(data: Data, word: str) -> bool:
    return written(data, word) != written(data, word, "others")


def check_tables(data: Data, first: str, second: str) -> None:
    """Assert that the tables of a question hold its arrows, its start and what its states write."""
    assert bool(second) == ("others" in data)
    for part, text in (("arrows", first), *([("others", second)] if second else [])):
        head, _, *lines = ([cell.strip() for cell in line.split("|")[1:-1]] for line in text.split("\n"))
        assert [row[0] for row in lines if row[0].startswith("→")] == ["→" + data["start"]]
        found = [[row[0].lstrip("→"), a, *cell.split(" / ")] for row in lines
                 for a, cell in zip(head[1:], row[1:], strict=True)]
        if "outputs" in data:
            assert [[p, out] for p, a, out in found if a == "λ"] == data["outputs"]
            found = [[p, a, q, dict(data["outputs"])[q]] for p, a, q in found if a != "λ"]
        assert sorted(found) == sorted(data[part])


SPECIAL.update({
    ("what_is_written", "start_silent"): lambda c: all(
        out == written(c.data, word)[1:] for word, out in c.answer) and "outputs" in c.data,
    ("what_is_written", "last_output"): lambda c: all(out == written(c.data, word)[-1:] for word, out in c.answer),
})


# ------------------------------------------------------------------------------------------ what is said


def is_run(case: Case, text: str) -> str:
    """Assert that a text is a run with what is written on it; the word that it reads."""
    stops, arrows = re.split(r" –.*?→ ", text), re.findall(r" –(.*?)→ ", text)
    word = "".join(arrow[0] for arrow in arrows)
    found = steps(case.data, word)
    states = [case.data["start"], *(head for _, _, head, _ in found)]
    if "outputs" in case.data:
        states = [f"{q}/{dict(case.data['outputs'])[q]}" for q in states]
        assert arrows == list(word)
    else:
        assert arrows == [f"{letter}/{output}" for _, letter, _, output in found]
    assert stops == states
    return word


@claim("v.written.run")
def _(case: Case, run: str) -> None:
    word = is_run(case, run)
    assert case.rows[word] != case.wanted[word]


@claim("v.moore.start")
def _(case: Case, state: str) -> None:
    assert state == case.data["start"]


def arrow_of(case: Case, text: str) -> list[str]:
    (arrow,) = (e for e in case.data["arrows"] if f"{e[0]} –{e[1]}/{e[3]}→ {e[2]}" == text)
    return arrow


@claim("v.moore.into")
def _(case: Case, arrow: str, row: str) -> None:
    assert "".join(arrow_of(case, arrow)[2:]) == row


@claim("v.moore.none")
def _(case: Case, row: str) -> None:
    assert row not in {head + output for _, _, head, output in case.data["arrows"]}
    assert row != case.data["start"]


@claim("v.moore.cell")
def _(case: Case, arrow: str, letter: str, cell: str) -> None:
    assert arrow_of(case, arrow)[1] == letter
    assert "".join(arrow_of(case, arrow)[2:]) == cell
    wrong = next(row for row, cells in case.wanted.items() if case.rows.get(row) != cells)
    assert wrong.startswith(arrow_of(case, arrow)[0])


@claim("v.apart.written")
def _(case: Case, one: str, two: str) -> None:
    word = case.key if case.about() is None else case.about()
    assert (read.word(one), read.word(two)) == (written(case.data, word), written(case.data, word, "others"))


@claim("writing.mealy", "writing.moore")
def _(case: Case) -> None:
    """Said of every such machine."""


# ------------------------------------------------------------------------------------------ worked solutions


@work("what_is_written")
def _(case: Case, lines: Lines) -> None:
    for prefix, run, out in rows(lines, r"- (\w+|ε): (.*): (\w+|ε)"):
        assert is_run(case, run) == read.word(prefix)
        assert case.wanted[read.word(prefix)] == [read.word(out)]


@work("moore_of_mealy")
def _(case: Case, lines: Lines) -> None:
    assert lines[0] == f"| | {' | '.join(case.alphabet)} |"
    assert [re.findall(r"\w+", line) for line in lines[2:]] == case.key


@work("written_apart")
def _(case: Case, lines: Lines) -> None:
    """Every step keeps to both machines, and ≠ is reached where they write different things."""
    for _, told_ in rows(lines, r"- (\d+): (.*)"):
        for p, q, letter, there in re.findall(r"(\w+) (\w+) –(.)→ (≠|\w+ \w+)", told_):
            (one,) = (e for e in case.data["arrows"] if e[:2] == [p, letter])
            (two,) = (e for e in case.data["others"] if e[:2] == [q, letter])
            assert there == (f"{one[2]} {two[2]}" if one[3] == two[3] else "≠")
