"""Regular expressions to automata without ε (Glushkov's positions).

Syntax: letters, ``|`` union, ``*`` ``+`` ``?``, parentheses, ``()`` or ``ε`` the empty word, ``∅`` the empty
language; white space does not count.  As in automata-lib, ``+`` means "once or more".

References
----------
.. [1] V. M. Glushkov: The abstract theory of automata. Russian Mathematical Surveys 16 (1961).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from automatakit.automaton.errors import AutomatonError, message

MAX_LENGTH = 2_000
MAX_DEPTH = 60


class RegexError(AutomatonError):
    """A regular expression that cannot be read.

    Attributes
    ----------
    column, found
        Where reading stopped (0-based), and what was found there: a character, ``""`` for the end, ``"…"`` if there
        is too much.
    """

    column: int
    found: str

    @classmethod
    def at(cls, text: str, column: int, found: str) -> RegexError:
        """Return the error for a place of an expression."""
        near = text[max(0, column - 25) : column] + "▸" + text[column : column + 25]
        error = cls(message("error.long_regex", length=len(text), limit=MAX_LENGTH) if len(text) > MAX_LENGTH
                    else message("error.regex", text=text if len(text) <= 60 else text[:59] + "…", problem=near))
        error.column, error.found = column, found
        return error


@dataclass(frozen=True)
class _Part:
    """What Glushkov's construction knows of a subexpression: ε inside?, first and last positions."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


EMPTY, NOTHING = (_Part(empty, frozenset(), frozenset()) for empty in (True, False))


class _Reader:
    def __init__(self, text: str, alphabet: Collection[str]) -> None:
        self.text, self.alphabet, self.i, self.depth = text, alphabet, 0, 0
        self.letters: list[str] = []
        self.follow: list[set[int]] = []

    def peek(self) -> str:
        while self.i < len(self.text) and self.text[self.i].isspace():
            self.i += 1
        return self.text[self.i] if self.i < len(self.text) else ""

    def union(self) -> _Part:
        part = self.sequence()
        while self.peek() == "|":
            self.i += 1
            other = self.sequence()
            part = _Part(part.empty or other.empty, part.first | other.first, part.last | other.last)
        return part

    def sequence(self) -> _Part:
        part: _Part | None = None
        while (c := self.peek()) and c not in "|)":
            other = self.repeated()
            part = other if part is None else self.joined(part, other)
        if part is None:
            raise RegexError.at(self.text, self.i, self.peek())
        return part

    def joined(self, a: _Part, b: _Part) -> _Part:
        self.link(a.last, b.first)
        if (not a.empty and not a.first) or (not b.empty and not b.first):  # ∅ in a product
            return NOTHING
        return _Part(a.empty and b.empty, a.first | b.first if a.empty else a.first,
                     a.last | b.last if b.empty else b.last)

    def link(self, last: frozenset[int], first: frozenset[int]) -> None:
        for p in last:
            self.follow[p] |= first

    def repeated(self) -> _Part:
        part = self.atom()
        while (c := self.peek()) and c in "*+?":
            self.i += 1
            if c in "*+":
                self.link(part.last, part.first)
            part = _Part(part.empty or c in "*?", part.first, part.last)
        return part

    def atom(self) -> _Part:
        c = self.peek()
        if c == "(":
            start = self.i
            self.i += 1
            if self.peek() == ")":
                self.i += 1
                return EMPTY
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise RegexError.at(self.text, self.i, "…")
            part = self.union()
            self.depth -= 1
            if self.peek() != ")":
                raise RegexError.at(self.text, start, "(")
            self.i += 1
            return part
        if c in "ε∅":
            self.i += 1
            return EMPTY if c == "ε" else NOTHING
        if c not in self.alphabet:
            raise RegexError.at(self.text, self.i, c)
        self.i += 1
        self.letters.append(c)
        self.follow.append(set())
        here = frozenset({len(self.letters) - 1})
        return _Part(False, here, here)


def symbols_of(text: str) -> set[str]:
    """Return the alphabet that an expression seems to mean: b and w, or if others occur the symbols that do."""
    found = {c for c in text if c.isalnum()} - {"ε", "∅"}
    return found if found - set("bw") else set("bw")


def positions(text: str, alphabet: Collection[str]) -> dict[str, Any]:
    """Return the parts of an automaton with one state more than a regular expression has letters, and no ε.

    Parameters
    ----------
    text : str
        The expression, at most 2000 characters.
    alphabet : collection of str
        The letters that may occur.

    Raises
    ------
    RegexError
        With the column at which reading failed.

    Examples
    --------
    >>> sorted(positions("b(w|b)", "bw")["edges"])
    [('0', 'b', '1'), ('1', 'b', '3'), ('1', 'w', '2')]
    """
    if len(text) > MAX_LENGTH:
        raise RegexError.at(text, MAX_LENGTH, "…")
    reader = _Reader(text, alphabet)
    part = reader.union()
    if reader.peek():
        raise RegexError.at(text, reader.i, reader.peek())
    name = [str(i + 1) for i in range(len(reader.letters))]
    edges = {("0", reader.letters[i], name[i]) for i in part.first}
    edges |= {(name[p], reader.letters[q], name[q]) for p, row in enumerate(reader.follow) for q in row}
    accepting = {name[i] for i in part.last} | ({"0"} if part.empty else set())
    return {"states": ("0", *name), "start": "0", "accepting": accepting, "edges": edges, "alphabet": alphabet}
