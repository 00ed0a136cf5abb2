"""What verdicts and worked solutions claim of learning by asking."""

from __future__ import annotations

import re
from itertools import combinations

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.learning import Sheet, trial
from tests.coursekit.questions.second.lines import Lines, markdown, rows, work
from tests.coursekit.questions.second.readers import of_json
from tests.coursekit.questions.second.said import Said


def check_sheet(case: Case, table: str) -> None:
    """Assert that a table of observations shows its endings, its upper rows, and behind an empty row the lower ones."""
    sheet = Sheet(case.data)
    head, _, *shown = [[cell.strip() for cell in line[1:-1].split("|")] for line in table.split("\n")]
    assert [read.word(ending) for ending in head[1:]] == sheet.endings
    found = [(read.word(label.strip("*")), label.startswith("**"), "".join(cells)) for label, *cells in shown]
    upper = [(word, True, sheet.row(word)) for word in sheet.upper]
    lower = [(word, False, sheet.row(word)) for word in sheet.lower]
    assert found == [*upper, ("", False, ""), *lower]


@claim("v.row.like")
def _(case: Case, row: str, cells: str, other: str) -> None:
    sheet = Sheet(case.data)
    assert sheet.row(row) == cells == sheet.row(read.word(other))
    assert read.word(other) in sheet.upper


@claim("v.row.unlike")
def _(case: Case, row: str, cells: str) -> None:
    sheet = Sheet(case.data)
    assert sheet.row(row) == cells
    assert not sheet.like(row)


@claim("v.column.no")
def _(case: Case, ending: str) -> None:
    assert read.word(ending) not in Sheet(case.data).telling()


@claim("v.column.form")
def _(case: Case, ending: str) -> None:
    word = read.word(ending)
    assert not word or word[1:] not in Sheet(case.data).endings


@claim("v.column.apart")
def _(case: Case, one: str, other: str, column: str, word: str, lost: str) -> None:
    sheet = Sheet(case.data)
    first, second = read.word(one), read.word(other)
    assert sheet.row(first) == sheet.row(second)
    assert {first, second} <= set(sheet.upper)
    letter, end = word[-1], read.word(column)
    assert {word, lost} == {first + letter, second + letter}
    assert end in sheet.endings
    assert word + end in sheet.won
    assert lost + end not in sheet.won


@claim("work.column")
def _(case: Case, letter: str, column: str, word: str, lost: str, ending: str) -> None:
    sheet = Sheet(case.data)
    assert ending == letter + read.word(column)
    assert word[-1] == lost[-1] == letter
    assert {word[:-1], lost[:-1]} <= set(sheet.upper)
    assert sheet.row(word[:-1]) == sheet.row(lost[:-1])
    assert word + read.word(column) in sheet.won
    assert lost + read.word(column) not in sheet.won


@claim("work.rows_equal")
def _(case: Case, one: str, other: str) -> None:
    assert one != other
    assert Sheet(case.data).row(read.word(one)) == Sheet(case.data).row(read.word(other))


@claim("v.column.same")
def _(case: Case, one: str, other: str) -> None:
    sheet = Sheet(case.data)
    assert sheet.row(read.word(one)) == sheet.row(read.word(other))
    assert not sheet.apart(read.word(one), read.word(other))


@claim("v.ending.none")
def _(case: Case, ending: str, word: str) -> None:
    assert word == case.data["tower"]
    assert not word.endswith(read.word(ending)) or read.word(ending) == word


@claim("v.ending.one_word")
def _(case: Case, ending: str, word: str) -> None:
    assert read.word(ending) == case.answer
    end = len(case.data["tower"]) - len(case.answer)
    assert trial(case.data, end - 1) == trial(case.data, end) == read.word(word)


@claim("v.ending.same")
def _(case: Case, one: str, other: str, why: Said, why_other: Said) -> None:
    end = len(case.data["tower"]) - len(case.answer)
    assert (read.word(one), read.word(other)) == (trial(case.data, end - 1), trial(case.data, end))
    assert case.plain.wins(read.word(one)) == case.plain.wins(read.word(other))
    case.check(why, case.plain, read.word(one))
    case.check(why_other, case.plain, read.word(other))


@claim("v.asked.known")
def _(case: Case, word: str, row: str, ending: str) -> None:
    sheet = Sheet(case.data)
    assert read.word(row) in sheet.upper + sheet.lower
    assert read.word(ending) in sheet.endings
    assert read.word(word) == read.word(row) + read.word(ending)


@claim("v.asked.new")
def _(case: Case, word: str, row: str, ending: str) -> None:
    sheet = Sheet(case.data)
    assert word == row + read.word(ending)
    assert row[:-1] == case.data["row"]
    assert read.word(ending) in sheet.endings
    assert word not in sheet.asked()


@claim("v.asked.elsewhere")
def _(case: Case, word: str, row: str) -> None:
    sheet = Sheet(case.data)
    assert row == case.data["row"]
    assert read.word(word) not in {row + a + e for a in sheet.letters for e in sheet.endings}


@claim("v.learn.both")
def _(case: Case, one: Said, two: Said) -> None:
    word = case.key if case.answer is None else case.answer
    case.check(one, case.plain, word)
    case.check(two, of_json(case.data["conjecture"]), word)


@work("fill_table")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (\w+|ε): (∅|\{.*?\}); (.*)")
    cells = [re.findall(r"(\w+|ε) → (∅|\{.*?\}) ([01])(?:, |$)", told) for *_, told in found]
    assert [", ".join(f"{end} → {active} {won}" for end, active, won in row) for row in cells] == [
        told for *_, told in found]
    won = [[cell[2] for cell in row] for row in cells]
    assert [[read.word(word), *row] for (word, *_), row in zip(found, won, strict=True)] == case.key
    for (word, active, _), row in zip(found, cells, strict=True):
        assert read.names(active) == case.plain.sets(read.word(word))[-1]
        assert [read.word(end) for end, _, _ in row] == case.data["endings"]
        for end, after, _ in row:
            assert read.names(after) == case.plain.sets(read.word(word) + read.word(end))[-1]


@work("unclosed_rows", "new_column", "new_questions")
def _(case: Case, lines: Lines) -> None:
    """Every line is a text of the catalogue."""
    assert lines == []


@work("conjecture_of_table")
def _(case: Case, lines: Lines) -> None:
    sheet = Sheet(case.data)
    arrows = next(i for i, line in enumerate(lines) if "→" in line)
    table = next(i for i, line in enumerate(lines) if line.startswith("|"))
    found = rows(lines[:arrows], r"- (q\d): (\w+|ε): ([01]+)")
    assert [state for state, _, _ in found] == [f"q{n}" for n in range(len({*map(sheet.row, sheet.upper)}))]
    assert all(sheet.row(read.word(word)) == cells for _, word, cells in found)
    assert all(one[2] != two[2] for one, two in combinations(found, 2))
    drawn = markdown(lines[table:])
    fa = of_json(drawn)
    assert all(fa.sets(read.word(word))[-1] == {state} for state, word, _ in found)
    assert drawn["states"] == [state for state, _, _ in found]
    assert all(fa.wins(word) == (word in sheet.won) for word in sheet.asked())
    of_row = {cells: state for state, _, cells in found}
    leads = rows(lines[arrows:table], r"- (q\d) –(\w)→ (q\d): (\w+): ([01]+)")
    assert [(p, a, word) for p, a, _, word, _ in leads] == [
        (state, a, read.word(word) + a) for state, word, _ in found for a in sheet.letters]
    assert all(sheet.row(word) == cells and of_row[cells] == q for _, _, q, word, cells in leads)
    assert {(p, a, q) for p, a, q, _, _ in leads} == {*map(tuple, drawn["transitions"])}


@work("ending_that_matters")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (\w+|ε)·(\w+|ε): (.*): ([01])")
    tower = case.data["tower"]
    assert [read.word(rest) for _, rest, _, _ in found] == [tower[i:] for i in range(len(tower) + 1)]
    words = [read.word(state) + read.word(rest) for state, rest, _, _ in found]
    assert words == [trial(case.data, i) for i in range(len(tower) + 1)]
    for word, (_, _, active, won) in zip(words, found, strict=True):
        assert read.names(active) == case.plain.sets(word)[-1]
        assert case.plain.wins(word) == (won == "1")
