"""Breadth-first search, on which most of this stands: what words lead to, and the tables of constructions."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Generic, NamedTuple, TypeVar

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.states import State, mask_where
from automatakit.automaton.value import Automaton

LIMIT = 20_000
"""Sets of states, or pairs of them, that a construction looks at, unless more are asked for."""

N = TypeVar("N", bound=Hashable)


def search(
    start: N,
    alphabet: Sequence[str],
    step: Callable[[N, str], N],
    limit: float = LIMIT,
    error: str = "too_many_sets",
) -> Iterator[tuple[N, str]]:
    """Yield what words lead to, each with its first word: shortest first, then alphabetical.

    Parameters
    ----------
    step
        Where one letter leads.
    limit, error
        The largest number of things to be found, and what is said if there are more.

    Examples
    --------
    >>> list(search(0, "ab", lambda n, a: (2 * n + (a == "b")) % 3))
    [(0, ''), (1, 'b'), (2, 'ba')]
    """
    words = {start: ""}
    queue = [start]
    for here in queue:  # which grows meanwhile
        yield here, words[here]
        for symbol in alphabet:
            there = step(here, symbol)
            if there not in words:
                # Before it is stored: with the limit as many things are allowed, and not one more.
                if len(queue) >= limit:
                    raise TooLargeError.of(error, limit=limit)
                words[there] = words[here] + symbol
                queue.append(there)


def reached(
    start: N,
    alphabet: Sequence[str],
    step: Callable[[N, str], N],
    limit: float = LIMIT,
    error: str = "too_many_sets",
) -> tuple[list[N], dict[str, tuple[int, ...]]]:
    """Return what words lead to, and for each symbol the rows of the automaton whose states these are."""
    nodes = [node for node, _ in search(start, alphabet, step, limit, error)]
    bit = {node: 1 << i for i, node in enumerate(nodes)}
    rows = {}
    for symbol in alphabet:
        rows[symbol] = tuple([bit[step(node, symbol)] for node in nodes])
    return nodes, rows


class Entry(NamedTuple, Generic[N]):
    """One entry of a construction's table: from what, on which symbol, to what; ``new`` had not occurred before."""

    source: N
    symbol: str
    targets: tuple[N, ...]
    new: tuple[N, ...]


def entries(
    starts: Iterable[N],
    alphabet: Sequence[str],
    heads: Callable[[N, str], Iterable[N]],
    limit: float = inf,
) -> Iterator[Entry[N]]:
    """Yield the entries of a table, row by row, in the order in which they are found out.

    Raises
    ------
    TooLargeError
        If there are more than ``limit`` rows.
    """
    known = dict.fromkeys(starts)
    queue = list(known)
    for source in queue:  # which grows meanwhile
        for symbol in alphabet:
            targets = tuple(heads(source, symbol))
            new = tuple(target for target in targets if target not in known)
            if new:
                known.update(dict.fromkeys(new))
                queue += new
            if len(queue) > limit:
                raise TooLargeError.of("too_many_sets", limit=limit)
            yield Entry(source, symbol, targets, new)


def tabulated(
    starts: Sequence[N],
    alphabet: Sequence[str],
    table: Sequence[Entry[N]],
    name: Callable[[N], State],
    accepting: Callable[[N], bool],
) -> Automaton:
    """Return the automaton of a table; where entries are missing, so are arrows."""
    known = list(starts)
    for entry in table:
        known += entry.new
    number = {node: i for i, node in enumerate(known)}
    rows = {symbol: [0] * len(known) for symbol in alphabet}
    for entry in table:
        row = rows[entry.symbol]
        for target in entry.targets:
            row[number[entry.source]] |= 1 << number[target]
    moves = {symbol: tuple(row) for symbol, row in rows.items()}
    starting = (1 << len(starts)) - 1  # they come first
    final = mask_where(map(accepting, known))
    return Automaton(tuple(map(name, known)), tuple(alphabet), moves, starting, final)
