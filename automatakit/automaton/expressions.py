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
from typing import NamedTuple

from automatakit.automaton.errors import AutomatonError, TooLargeError, message
from automatakit.automaton.states import bits

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

    def __or__(self, other: _Part) -> _Part:
        return _Part(
            self.empty or other.empty, self.first | other.first, self.last | other.last
        )


EMPTY = _Part(empty=True)
NOTHING = _Part(empty=False)


class _Level:
    """What has been read since a bracket was opened: the alternatives, and the factors of the last one."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.union = NOTHING
        # The product of all factors but the last one, which a sign may still repeat.
        self.product: _Part | None = None
        self.factor: _Part | None = None


class _Reader:
    """The positions of an expression; the set of positions that may follow each one grows as it is read."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        # Position 0 is where nothing has been read.
        self.follow = [0]
        self.links = 0

    def position(self, letter: str) -> _Part:
        self.letters.append(letter)
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

    def joined(self, before: _Part | None, after: _Part) -> _Part:
        if before is None:
            return after
        self.link(before.last, after.first)
        # No word leads through, whatever stands beside it
        if NOTHING in (before, after):
            return NOTHING
        first = before.first | after.first if before.empty else before.first
        last = before.last | after.last if after.empty else after.last
        return _Part(before.empty and after.empty, first, last)

    def repeated(self, part: _Part, sign: str) -> _Part:
        if sign != "?":  # again from the beginning
            self.link(part.last, part.first)
        return _Part(part.empty or sign != "+", part.first, part.last)

    def add(self, level: _Level, factor: _Part) -> None:
        """Begin another factor of the last alternative."""
        if level.factor is not None:
            level.product = self.joined(level.product, level.factor)
        level.factor = factor

    def close(self, level: _Level) -> None:
        """End an alternative, which has a factor."""
        assert level.factor is not None
        level.union |= self.joined(level.product, level.factor)
        level.product = level.factor = None


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
    reader = _Reader()
    part = _read(text, alphabet, reader)
    reader.follow[0] = part.first
    where = dict.fromkeys(sorted(alphabet), 0)
    for position, letter in enumerate(reader.letters, 1):
        where[letter] |= 1 << position
    rows = {}
    for letter, there in where.items():
        rows[letter] = tuple([heads & there for heads in reader.follow])
    return Positions(len(reader.follow), rows, part.last | part.empty)


def _read(text: str, alphabet: Collection[str], reader: _Reader) -> _Part:
    """Read an expression; brackets may be as deep as they like, so what they interrupt stands in a list."""
    level = _Level(0)
    levels: list[_Level] = []
    opened = False
    for column, sign, letter in _signs(text):
        after_bracket, opened = opened, False
        if letter and sign in alphabet:
            reader.add(level, reader.position(sign))
        elif letter:
            raise RegexError.at(text, column, sign)
        elif sign == "ε":
            reader.add(level, EMPTY)
        elif sign == "∅":
            reader.add(level, NOTHING)
        elif sign == "(":
            levels.append(level)
            level = _Level(column)
            opened = True
        elif sign == ")" and after_bracket:
            level = levels.pop()
            reader.add(level, EMPTY)
        elif level.factor is None or sign == "\\":
            raise RegexError.at(text, column, sign)
        elif sign in ("*", "+", "?"):
            level.factor = reader.repeated(level.factor, sign)
        elif sign == "|":
            reader.close(level)
        elif sign == ")" and levels:
            reader.close(level)
            inside, level = level.union, levels.pop()
            reader.add(level, inside)
        elif sign == ")":
            raise RegexError.at(text, column, sign)
    if levels:
        raise RegexError.at(text, level.column, "(")
    reader.close(level)
    return level.union
