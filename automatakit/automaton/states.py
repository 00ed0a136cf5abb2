"""States, symbols and sets of states as bits: what everything about automata starts from."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict

State: TypeAlias = Any
"""Anything hashable: who made an automaton knows what its states are, so callers need not narrow them."""

Edge: TypeAlias = tuple[State, str, State]
"""From, symbol, to."""

Arrow: TypeAlias = tuple[State, State]
"""From, to; a picture has one arrow for all symbols between two states."""

Point: TypeAlias = tuple[float, float]
"""Where a picture puts a state: right, down."""

EPSILON = ""
EPSILON_WORDS = frozenset({"ε", "λ", "eps", "epsilon", "lambda"})
"""What people type for ε."""


class Parts(TypedDict):
    """The arguments of `Automaton.make`: a five-tuple, its arrows in one list, and where pictures put the states."""

    states: Iterable[State]
    start: State
    accepting: Iterable[State]
    edges: Iterable[Edge]
    alphabet: Iterable[str]
    places: NotRequired[Mapping[State, Point] | None]


class AutomatonJson(TypedDict):
    """An automaton as plain data, its states by their labels: what `Automaton.to_json` returns."""

    states: list[str]
    alphabet: list[str]
    start: str
    accepting: list[str]
    transitions: list[list[str]]


def label(state: State) -> str:
    """Return how a state is written in pictures, tables and messages.

    Sets print in braces, pairs in parentheses, the empty set as ∅, anything else as ``str`` does.

    Examples
    --------
    >>> label(frozenset({"N", "E"})), label(frozenset()), label(("N", "S")), label(3)
    ('{E, N}', '∅', '(N, S)', '3')
    """
    # The exact types: a class of somebody's own that derives from tuple writes itself.
    if type(state) is frozenset:
        return set_text(sorted(state, key=sort_key))
    if type(state) is tuple:
        return "(" + ", ".join(map(label, state)) + ")"
    return str(state)


def set_text(states: Iterable[State]) -> str:
    """A set as ``{A, B}``, ``∅`` if it is empty; in the order given."""
    names = list(map(label, states))
    return "{" + ", ".join(names) + "}" if names else "∅"


def sort_key(state: State) -> tuple[object, ...]:
    """Return a key that orders states of any kind: shorter sets first, numbers in words by value."""
    if type(state) is frozenset:
        return 2, len(state), tuple(sorted(map(sort_key, state)))
    if type(state) is tuple:
        return 1, len(state), tuple(map(sort_key, state))
    parts: list[tuple[int, int, str]] = []
    for part in filter(None, re.split(r"(\d+)", str(state))):
        if part.isdecimal():
            digits = part.lstrip("0")
            # The longer number is the larger one: nothing has to be computed
            parts.append((0, len(digits), digits))
        else:
            parts.append((1, 0, part))
    return 0, 0, tuple(parts)


def mask_where(flags: Iterable[object]) -> int:
    """Return the mask of the places in a row at which something true stands.

    Examples
    --------
    >>> bin(mask_where([True, False, True]))
    '0b101'
    """
    mask = 0
    for place, flag in enumerate(flags):
        if flag:
            mask |= 1 << place
    return mask


def image(mask: int, row: Sequence[int]) -> int:
    """Return the union of the sets that stand in a row at the members of a set, all of them as masks.

    Examples
    --------
    >>> bin(image(0b101, [0b1000, 0b0111, 0b0001]))
    '0b1001'
    """
    result = 0
    while mask:
        # The lowest bit that is set: in two's complement all higher ones cancel.
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


def transposed(row: Sequence[int]) -> tuple[int, ...]:
    """Return where arrows come from, of masks that say where they lead.

    Examples
    --------
    >>> transposed([0b10, 0b11])
    (2, 3)
    """
    column = [0] * len(row)
    for i, heads in enumerate(row):
        bit = 1 << i
        for j in bits(heads):
            column[j] |= bit
    return tuple(column)
