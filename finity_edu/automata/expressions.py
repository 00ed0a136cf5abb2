"""Regular expressions over the two colours of a board."""

import automatakit
from automatakit.automaton.value import Automaton


def from_regex(text: str, symbols: str | None = None) -> Automaton:
    """Return a small automaton for a regular expression, as `automatakit.from_regex` does, over b and w.

    Examples
    --------
    >>> from_regex("b*").alphabet, from_regex("(0|1)*1").alphabet
    (('b', 'w'), ('0', '1'))

    Parameters
    ----------
    symbols
        The alphabet; by default b and w, or if others occur the symbols of the expression.
    """
    found = automatakit.from_regex(text, symbols)
    if symbols is None and set(found.alphabet) <= set("bw"):
        return found.over("bw")
    return found
