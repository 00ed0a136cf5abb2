"""Texts and errors of the automata part, in the language that is set."""

import re
from typing import Self, SupportsIndex

from boardkit.errors import UserError, whole_number
from boardkit.messages import Catalogue

message = Catalogue("automatakit", "automata").message
text = Catalogue("automatakit", "automata").text

# Ten thousand digits, or an exponent of a thousand, are no place in a picture, and cost time to read.
_PLACE = r"\s*-?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]{1,2})?\s*"
_LONGEST = 200
"""Characters of a part of a message: what a file holds may be of any length."""


class AutomatonError(UserError):
    """Raised when an automaton, a word or a file is not what the question needs.

    The message names the state, the transition or the line, and the way out.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> try:
    ...     Automaton.of({"A": {"b": "B"}}, start="A", accepting={"B"})
    ... except ValueError as error:
    ...     print(error)
    A on b: the targets are given as the text 'B'; write a set of states, {'B'}
    """

    @classmethod
    def of(cls, name: str, /, **values: object) -> Self:
        """Return the error with the message ``automata.error.<name>``."""
        short = {key: _short(value) for key, value in values.items()}
        return cls(message(f"error.{name}", **short))


class TooLargeError(AutomatonError):
    """Raised when a construction would have grown beyond its limit."""


def _short(value: object) -> object:
    """A part of a message, cut where it is a long text."""
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"{value[: _LONGEST - 1]}…"
    return value


def text_in(value: object) -> str:
    """Return a parameter that must be a text; anything else is an error."""
    if not isinstance(value, str):
        raise AutomatonError.of("no_text", value=repr(value))
    return value


def place_in(text: str) -> float | None:
    """Read a coordinate; None if the text is no number that a picture can have.

    Examples
    --------
    >>> place_in(" -1.5"), place_in("1.2.3"), place_in("nan"), place_in("e5"), place_in("9" * 6_000)
    (-1.5, None, None, None, None)
    """
    return float(text) if re.fullmatch(_PLACE, text) else None


def whole(name: str, value: SupportsIndex, low: int = 0) -> int:
    """Return a parameter that counts something; anything but a whole number from `low` on is an error."""
    return whole_number(name, value, low, error=AutomatonError)
