"""States, symbols and sets of states as bits: what everything about automata starts from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

State: TypeAlias = Any
"""Anything hashable."""

Edge: TypeAlias = tuple[Any, str, Any]
"""From, symbol, to."""

Point: TypeAlias = tuple[float, float]
"""Where a picture puts a state: right, down."""

EPSILON = ""


def label(state: State) -> str:
    """Return how a state is written in pictures, tables and messages.

    Sets print in braces, pairs in parentheses, the empty set as ∅, anything else as ``str`` does.

    Examples
    --------
    >>> label(frozenset({"N", "E"})), label(frozenset()), label(("N", "S")), label(3)
    ('{E, N}', '∅', '(N, S)', '3')
    """
    if type(state) is frozenset:
        return "{" + ", ".join(label(s) for s in sorted(state, key=sort_key)) + "}" if state else "∅"
    if type(state) is tuple:
        return "(" + ", ".join(label(s) for s in state) + ")"
    return str(state)


def set_text(states: Iterable[State]) -> str:
    """A set as ``{A, B}``, ``∅`` if it is empty; in the order given."""
    inside = ", ".join(map(label, states))
    return f"{{{inside}}}" if inside else "∅"


def sort_key(state: State) -> tuple[Any, ...]:
    """Return a key that orders states of any kind: shorter sets first, numbers in words by value."""
    if type(state) is frozenset:
        return (2, len(state), tuple(sorted(sort_key(s) for s in state)))
    if type(state) is tuple:
        return (1, len(state), tuple(sort_key(s) for s in state))
    parts = re.split(r"(\d+)", str(state))
    return (0, 0, tuple((0, len(p.lstrip("0")), p.lstrip("0")) if p.isdecimal() else (1, 0, p) for p in parts if p))


def image(mask: int, row: Sequence[int]) -> int:
    """Return the union of the sets that stand in a row at the members of a set, all of them as masks.

    Examples
    --------
    >>> bin(image(0b101, [0b1000, 0b0111, 0b0001]))
    '0b1001'
    """
    result = 0
    while mask:
        low = mask & -mask
        result |= row[low.bit_length() - 1]
        mask ^= low
    return result


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
