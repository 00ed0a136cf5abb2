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

from automatakit.automaton.errors import AutomatonError, message
from automatakit.automaton.states import Edge, Parts

MAX_LENGTH = 2_000
MAX_DEPTH = 60
SHOWN = 60
"""Longer expressions are cut off where an error repeats them."""


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
        if len(text) > MAX_LENGTH:
            said = message("error.long_regex", length=len(text), limit=MAX_LENGTH)
        else:
            shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
            said = message("error.regex", text=shown, problem=near)
        error = cls(said)
        error.column = column
        error.found = found
        return error


@dataclass(frozen=True)
class _Part:
    """What Glushkov's construction knows of a subexpression: ε inside?, first and last positions."""

    empty: bool
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()

    @property
    def nothing(self) -> bool:
        """Whether no word at all is meant, as by ∅."""
        return not self.empty and not self.first


EMPTY = _Part(empty=True)
NOTHING = _Part(empty=False)


class _Reader:
    """Reads an expression by recursive descent; a letter's position is its number in ``letters``."""

    def __init__(self, text: str, alphabet: Collection[str]) -> None:
        self.text = text
        self.alphabet = alphabet
        self.place = 0
        self.depth = 0
        self.letters: list[str] = []
        self.follow: list[set[int]] = []

    def peek(self) -> str:
        """The next character that counts, "" at the end."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1
        return self.text[self.place : self.place + 1]

    def error(self, found: str) -> RegexError:
        return RegexError.at(self.text, self.place, found)

    def union(self) -> _Part:
        part = self.sequence()
        while self.peek() == "|":
            self.place += 1
            other = self.sequence()
            part = _Part(
                part.empty or other.empty,
                part.first | other.first,
                part.last | other.last,
            )
        return part

    def sequence(self) -> _Part:
        if self.peek() in ("", "|", ")"):
            raise self.error(self.peek())
        part = self.repeated()
        while self.peek() not in ("", "|", ")"):
            part = self.joined(part, self.repeated())
        return part

    def joined(self, before: _Part, after: _Part) -> _Part:
        self.link(before.last, after.first)
        # No word leads through, whatever stands beside it
        if before.nothing or after.nothing:
            return NOTHING
        first = before.first | after.first if before.empty else before.first
        last = before.last | after.last if after.empty else after.last
        return _Part(before.empty and after.empty, first, last)

    def link(self, last: frozenset[int], first: frozenset[int]) -> None:
        for position in last:
            self.follow[position] |= first

    def repeated(self) -> _Part:
        part = self.atom()
        while self.peek() in ("*", "+", "?"):
            sign = self.peek()
            self.place += 1
            if sign != "?":  # again from the beginning
                self.link(part.last, part.first)
            part = _Part(part.empty or sign != "+", part.first, part.last)
        return part

    def atom(self) -> _Part:
        found = self.peek()
        if found == "(":
            return self.group()
        if found not in self.alphabet and found not in ("ε", "∅"):
            raise self.error(found)
        self.place += 1
        if found == "ε":
            return EMPTY
        if found == "∅":
            return NOTHING
        here = frozenset({len(self.letters)})
        self.letters.append(found)
        self.follow.append(set())
        return _Part(False, here, here)

    def group(self) -> _Part:
        opened = self.place
        self.place += 1
        if self.peek() == ")":
            self.place += 1
            return EMPTY
        self.depth += 1
        if self.depth > MAX_DEPTH:  # before Python's own recursion ends
            raise self.error("…")
        part = self.union()
        self.depth -= 1
        if self.peek() != ")":
            raise RegexError.at(self.text, opened, "(")
        self.place += 1
        return part


def symbols_of(text: str) -> set[str]:
    """Return the alphabet that an expression seems to mean: b and w, or if others occur the symbols that do."""
    # Words of this course are over b and w: an expression in which only b occurs is over both.
    found = {c for c in text if c.isalnum()} - {"ε", "∅"}
    return found if found - set("bw") else set("bw")


def positions(text: str, alphabet: Collection[str]) -> Parts:
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
        raise reader.error(reader.peek())
    # State 0 is where nothing has been read; every other state stands for the letter that was read last.
    names = [str(number) for number in range(1, len(reader.letters) + 1)]
    edges: set[Edge] = set()
    for position in part.first:
        edges.add(("0", reader.letters[position], names[position]))
    for position, following in enumerate(reader.follow):
        for head in following:
            edges.add((names[position], reader.letters[head], names[head]))
    accepting = {names[position] for position in part.last}
    if part.empty:
        accepting.add("0")
    return {
        "states": ("0", *names),
        "start": "0",
        "accepting": accepting,
        "edges": edges,
        "alphabet": alphabet,
    }
