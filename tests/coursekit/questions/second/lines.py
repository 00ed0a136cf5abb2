"""Lines of worked solutions: where the functions that assert them are noted, and what they share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case
from tests.coursekit.questions.second.naive import Board
from tests.coursekit.questions.second.readers import (
    Reader,
)

Lines = list[str]
WORK: dict[str, Callable[[Case, Lines], None]] = {}


def work(*types: str) -> Callable[[Callable[[Case, Lines], None]], Callable[[Case, Lines], None]]:
    def register(function: Callable[[Case, Lines], None]) -> Callable[[Case, Lines], None]:
        WORK.update(dict.fromkeys(types, function))
        return function
    return register


def rows(lines: Lines, pattern: str) -> list[tuple[str, ...]]:
    """The groups of every line; a line that does not match is one that nothing asserts."""
    found = []
    for line in lines:
        match = re.fullmatch(pattern, line)
        assert match, f"nothing asserts the line {line!r}"
        found.append(match.groups())
    return found


def markdown(lines: Lines) -> dict[str, Any]:
    """A table of an automaton (→ start, * accepting) in canonical JSON."""
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    letters = [a.replace("ε", "") for a in table[0][1:]]
    rows_ = [(*re.fullmatch(r"(→?\*?)(.*)", name).groups(), cells)  # type: ignore[union-attr]
             for name, *cells in table[2:]]
    fa: dict[str, Any] = {"states": [s for _, s, _ in rows_], "accepting": [], "transitions": [],
                          "alphabet": letters, "starts": (starts := [])}
    for mark, state, cells in rows_:
        if "→" in mark:
            fa["start"] = state
            starts.append(state)
        if "*" in mark:
            fa["accepting"].append(state)
        fa["transitions"] += [[state, a, t] for a, cell in zip(letters, cells, strict=True)
                              for t in (cell.split(", ") if cell in fa["states"] or cell != "∅" else [])]
    return fa


def prefixes(case: Case, lines: Lines, reader: Reader, word: str, cut: bool = False) -> None:
    """One line for every prefix with the states that are active; `cut`: until there are none."""
    sets = reader.sets(word)
    found = [(read.word(p), read.names(s)) for p, s in rows(lines, r"- (\w+|ε): (.*)")]
    assert found == [(word[:i], s) for i, s in enumerate(sets) if not cut or i == 0 or sets[i - 1]]


def is_accepting(case: Case, text: str, word: str, board: Board | None = None) -> list[str]:
    stations, letters = read.run(text)
    assert letters == word
    assert stations in [r for r in (board or case.board).runs(word) if r[-1] in case.board.ends]
    return stations


def run_det(edges: dict[tuple[str, str], str], q: str, word: str) -> str:
    for a in word:
        q = edges[q, a]
    return q
