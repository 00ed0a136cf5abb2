r"""Regular expressions to automata without ε (Glushkov's positions).

Syntax: letters, ``|`` union, ``*`` ``+`` ``?``, parentheses, ``()`` or ``ε`` the empty word, ``∅`` the empty
language; white space does not count.  As in automata-lib, ``+`` means "once or more".  A backslash makes a letter of
the next character, which is no letter or digit: ``\(``, ``\|``, ``\ ``.

References
----------
.. [1] V. M. Glushkov: The abstract theory of automata. Russian Mathematical Surveys 16 (1961).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from automatakit.automaton.errors import AutomatonError, TooLargeError, message
from automatakit.automaton.states import bits

P = TypeVar("P")

OPERATORS = "|*+?()\\ε∅"

SHOWN = 60
"""Longer expressions are cut off where an error repeats them."""

MOST_LETTERS = 30_000
"""Each letter is a state, and a set of states has a bit for each."""

MOST_LINKS = 2_000_000
"""Pairs of letters of which the second may follow the first, as far as an expression may have them."""


class RegexError(AutomatonError):
    """A regular expression that cannot be read.

    Attributes
    ----------
    column, found
        Where reading stopped (0-based), and what was found there: a character, or ``""`` for the end.
    """

    column: int
    found: str

    @classmethod
    def at(cls, text: str, column: int, found: str) -> RegexError:
        """Return the error for a place of an expression."""
        near = text[max(0, column - 25) : column] + "▸" + text[column : column + 25]
        shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
        error = cls(message("error.regex", text=shown, problem=near))
        error.column = column
        error.found = found
        return error


def escaped(letter: str) -> str:
    r"""Return a letter as it stands in an expression: with a backslash, unless it is a letter or digit.

    Examples
    --------
    >>> print(*map(escaped, "a7(ε"))
    a 7 \( \ε
    """
    plain = letter.isalnum() and letter not in OPERATORS
    return letter if plain else "\\" + letter


class _Sign(NamedTuple):
    """What counts in an expression, and where it stands; a letter is told from an operator by ``letter``."""

    column: int
    text: str
    letter: bool


def _signs(text: str) -> Iterator[_Sign]:
    """Yield what counts in an expression, and at the end the empty sign."""
    column = 0
    while column < len(text):
        found = text[column]
        following = text[column + 1 : column + 2]
        # As \w and \n mean something elsewhere, and nothing here, they are no letters.
        if found == "\\" and following and escaped(following) != following:
            yield _Sign(column, following, True)
            column += 1
        elif not found.isspace():
            yield _Sign(column, found, found not in OPERATORS)
        column += 1
    yield _Sign(column, "", False)


def letters_of(text: str) -> set[str]:
    r"""Return the letters of an expression: letters and digits that occur, and what has a backslash before it.

    Examples
    --------
    >>> sorted(letters_of(r"(a|1)*\#"))
    ['#', '1', 'a']
    """
    found = set()
    for sign in _signs(text):
        if sign.letter and (sign.text.isalnum() or text[sign.column] == "\\"):
            found.add(sign.text)
    return found


@dataclass(frozen=True)
class _Part:
    """What Glushkov's construction knows of a subexpression: ε inside?, masks of its first and last positions."""

    empty: bool
    first: int = 0
    last: int = 0


class Builder(Protocol[P]):
    """What is made of an expression, from the inside to the outside: P is what is made of a part of it."""

    @property
    def empty(self) -> P: ...

    @property
    def nothing(self) -> P: ...

    def letter(self, symbol: str, /) -> P: ...

    def union(self, alternatives: list[P], /) -> P: ...

    def product(self, factors: list[P], /) -> P: ...

    def repeated(self, part: P, sign: str, /) -> P: ...


class _Level(Generic[P]):
    """What has been read since a bracket was opened: the alternatives, and the factors of the last one."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.alternatives: list[P] = []
        self.factors: list[P] = []

    def end_alternative(self, builder: Builder[P]) -> None:
        """Make one alternative of the factors, of which there are some."""
        factors, self.factors = self.factors, []
        whole = builder.product(factors) if len(factors) > 1 else factors[0]
        self.alternatives.append(whole)

    def end(self, builder: Builder[P]) -> P:
        """Return what is made of all alternatives."""
        self.end_alternative(builder)
        if len(self.alternatives) == 1:
            return self.alternatives[0]
        return builder.union(self.alternatives)


class _Glushkov:
    """The positions of an expression; the set of positions that may follow each one grows as it is read."""

    empty = _Part(empty=True)
    nothing = _Part(empty=False)

    def __init__(self) -> None:
        self.letters: list[str] = []
        # Position 0 is where nothing has been read.
        self.follow = [0]
        self.links = 0

    def letter(self, symbol: str) -> _Part:
        self.letters.append(symbol)
        if len(self.letters) > MOST_LETTERS:
            raise TooLargeError.of("many_letters", limit=MOST_LETTERS)
        self.follow.append(0)
        here = 1 << len(self.letters)
        return _Part(False, here, here)

    def link(self, last: int, first: int) -> None:
        if not first:
            return
        self.links += last.bit_count()
        if self.links > MOST_LINKS:
            raise TooLargeError.of("many_links", limit=MOST_LINKS)
        for position in bits(last):
            self.follow[position] |= first

    def union(self, alternatives: list[_Part]) -> _Part:
        empty, first, last = False, 0, 0
        for part in alternatives:
            empty = empty or part.empty
            first |= part.first
            last |= part.last
        return _Part(empty, first, last)

    def product(self, factors: list[_Part]) -> _Part:
        # From the right: what begins the rest is linked at once to what ends a factor, which is mostly less.
        whole = factors[-1]
        for before in factors[-2::-1]:
            self.link(before.last, whole.first)
            # No word leads through, whatever stands beside it
            if self.nothing in (before, whole):
                whole = self.nothing
                continue
            first = before.first | whole.first if before.empty else before.first
            last = before.last | whole.last if whole.empty else whole.last
            whole = _Part(before.empty and whole.empty, first, last)
        return whole

    def repeated(self, part: _Part, sign: str) -> _Part:
        if sign != "?":  # again from the beginning
            self.link(part.last, part.first)
        return _Part(part.empty or sign != "+", part.first, part.last)


class Positions(NamedTuple):
    """An automaton with one state more than an expression has letters; state 0 is the start, masks as in `Masks`."""

    size: int
    rows: dict[str, tuple[int, ...]]
    accepting: int


def positions(text: str, alphabet: Collection[str]) -> Positions:
    """Return the automaton of the positions of a regular expression: a state for each letter, and no ε.

    Parameters
    ----------
    text : str
        The expression, of any length and depth.
    alphabet : collection of str
        The letters that may occur.

    Raises
    ------
    RegexError
        With the column at which reading failed.
    TooLargeError
        If there are more letters than `MOST_LETTERS`, or more of them in a row than `MOST_LINKS`.

    Examples
    --------
    >>> positions("b(w|b)", "bw")
    Positions(size=4, rows={'b': (2, 8, 0, 0), 'w': (0, 4, 0, 0)}, accepting=12)
    """
    reader = _Glushkov()
    part = built(text, alphabet, reader)
    reader.follow[0] = part.first
    where = dict.fromkeys(sorted(alphabet), 0)
    for position, letter in enumerate(reader.letters, 1):
        where[letter] |= 1 << position
    rows = {}
    for letter, there in where.items():
        rows[letter] = tuple([heads & there for heads in reader.follow])
    return Positions(len(reader.follow), rows, part.last | part.empty)


def built(text: str, alphabet: Collection[str], builder: Builder[P]) -> P:
    """Read an expression, and return what a builder makes of it.

    Brackets may be as deep as they like: what they interrupt stands in a list.

    Raises
    ------
    RegexError
        With the column at which reading failed.
    """
    level: _Level[P] = _Level(0)
    levels: list[_Level[P]] = []
    opened = False
    for column, sign, letter in _signs(text):
        after_bracket, opened = opened, False
        if letter and sign in alphabet:
            level.factors.append(builder.letter(sign))
        elif letter:
            raise RegexError.at(text, column, sign)
        elif sign == "ε":
            level.factors.append(builder.empty)
        elif sign == "∅":
            level.factors.append(builder.nothing)
        elif sign == "(":
            levels.append(level)
            level = _Level(column)
            opened = True
        elif sign == ")" and after_bracket:
            level = levels.pop()
            level.factors.append(builder.empty)
        elif not level.factors or sign == "\\":
            raise RegexError.at(text, column, sign)
        elif sign in ("*", "+", "?"):
            level.factors.append(builder.repeated(level.factors.pop(), sign))
        elif sign == "|":
            level.end_alternative(builder)
        elif sign == ")" and levels:
            inside, level = level.end(builder), levels.pop()
            level.factors.append(inside)
        elif sign == ")":
            raise RegexError.at(text, column, sign)
    if levels:
        raise RegexError.at(text, level.column, "(")
    return level.end(builder)
