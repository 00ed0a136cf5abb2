"""Texts and errors of the automata part, in the language that is set."""

from __future__ import annotations

from typing import SupportsIndex

from boardkit.errors import whole_number
from boardkit.messages import Catalogue, Message
from finity_edu.errors import FinityError

CATALOGUE = Catalogue("finity_edu")


def message(name: str, /, **values: object) -> Message:
    """Return the message ``automata.<name>``, rendered when it is printed."""
    return CATALOGUE.message(f"automata.{name}", **values)


class AutomatonError(FinityError):
    """Raised when an automaton, a word or a file is not what the question needs.

    The message names the state, the transition or the line, and the way out.

    Examples
    --------
    >>> from finity_edu.analysis import table_of
    >>> try:
    ...     table_of({"A": {"b": "B"}}, start="A", final={"B"})
    ... except ValueError as error:
    ...     print(error)
    A on b: the targets are the text 'B'; write a set of states, {'B'}
    """

    @classmethod
    def of(cls, name: str, /, **values: object) -> AutomatonError:
        """Return the error with the message ``automata.error.<name>``."""
        return cls(message(f"error.{name}", **values))


def whole(name: str, value: SupportsIndex, low: int = 0) -> int:
    """Return a parameter that counts something; anything but a whole number from `low` on is an error."""
    return whole_number(name, value, low, error=AutomatonError)
