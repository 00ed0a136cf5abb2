"""Learning by asking: tables as plain dictionaries, rows compared cell by cell, automata asked word by word."""

from __future__ import annotations

from typing import Any

from tests.coursekit.questions.second.naive import (
    Board,
    Data,
    is_dfa,
    letters,
    shortest,
    step,
    told,
    words,
)


class Sheet:
    """A table of observations: what stands in each cell."""

    def __init__(self, data: Data) -> None:
        self.letters = letters(data)
        self.upper: list[str] = data["prefixes"]
        self.endings: list[str] = data["endings"]
        self.won = set(data["won"])
        self.lower = [u + a for u in self.upper for a in self.letters if u + a not in self.upper]

    def row(self, word: str) -> str:
        return "".join("1" if word + ending in self.won else "0" for ending in self.endings)

    def asked(self) -> set[str]:
        return {word + ending for word in self.upper + self.lower for ending in self.endings}

    def like(self, word: str) -> list[str]:
        """The upper rows that a row is like."""
        return [upper for upper in self.upper if self.row(upper) == self.row(word)]

    def apart(self, one: str, other: str) -> set[str]:
        """A letter and an ending with which two words differ."""
        return {a + e for a in self.letters for e in self.endings
                if (one + a + e in self.won) != (other + a + e in self.won)}

    def telling(self) -> set[str]:
        """What tells two equal upper rows apart."""
        pairs = [(one, other) for one in self.upper for other in self.like(one) if one != other]
        return {found for pair in pairs for found in self.apart(*pair)}


def believes(data: Data, word: str) -> str:
    """The state that a conjecture reaches."""
    return step(data["conjecture"], data["conjecture"]["start"], word)


def trial(data: Data, end: int) -> str:
    """A counterexample whose beginning is replaced by the state that the conjecture reaches."""
    word = data["tower"]
    return believes(data, word[:end]).replace("ε", "") + word[end:]


@told("fill_table")
def _(data: Data, key: Any) -> None:
    board = Board(data["board"])
    assert [row[0] for row in key] == data["prefixes"]
    for word, *cells in key:
        assert cells == ["1" if board.wins(word + ending) else "0" for ending in data["endings"]]


@told("unclosed_rows")
def _(data: Data, key: Any) -> None:
    sheet = Sheet(data)
    assert set(key) == {word for word in sheet.lower if not sheet.like(word)}


@told("new_column")
def _(data: Data, key: Any) -> None:
    telling = Sheet(data).telling()
    assert key in telling if telling else key is None


@told("conjecture_of_table")
def _(data: Data, key: Any) -> None:
    sheet = Sheet(data)
    is_dfa(key, sheet.letters)
    for word in sheet.asked():  # what was asked is what the conjecture says
        assert (step(key, key["start"], word) in key["accepting"]) == (word in sheet.won)
    rows = {*map(sheet.row, sheet.upper)}
    assert len({step(key, key["start"], word) for word in sheet.upper}) == len(rows)
    assert len(key["states"]) == len(rows)  # and no others


@told("fooled_conjecture")
def _(data: Data, key: Any) -> None:
    board, accepting = Board(data["board"]), data["conjecture"]["accepting"]
    shortest(lambda word: board.wins(word) != (believes(data, word) in accepting), key, letters(data))


@told("ending_that_matters")
def _(data: Data, key: Any) -> None:
    board, word = Board(data["board"]), data["tower"]
    end = len(word) - len(key)
    assert word[end:] == key
    assert end > 0
    assert board.wins(trial(data, end - 1)) != board.wins(trial(data, end))


@told("new_questions")
def _(data: Data, key: Any) -> None:
    sheet = Sheet(data)
    assert not sheet.like(data["row"])
    longest = 1 + max(map(len, sheet.endings))
    new = [word for n in range(1, longest + 1) for word in words(n, sheet.letters) if word[1:] in sheet.endings]
    assert set(key) == {data["row"] + word for word in new} - sheet.asked()
