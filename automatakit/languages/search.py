"""Breadth-first search, on which most of this stands: what words lead to, and the tables of constructions."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.states import State, image, mask_where
from automatakit.automaton.value import Automaton

LIMIT = 20_000
"""Sets of states, or pairs of them, that a construction looks at, unless more are asked for."""

PACKED = 1 << 27
"""Bits up to which the moves on all symbols are packed into one number for each state."""

N = TypeVar("N", bound=Hashable)

Rows: TypeAlias = list[tuple[int, ...]]
"""For each symbol the numbers of the states to which it leads from each state."""


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


class Leads(dict[int, int]):
    """Where a set of at most seven neighbouring states leads: a block of bits for each symbol, kept once it is known.

    Parameters
    ----------
    size
        The number of states, and so of bits in a block.
    rows
        For each symbol the masks of the heads.
    """

    def __init__(self, size: int, rows: Iterable[Iterable[int]]) -> None:
        packed = [0] * size
        for i, row in enumerate(rows):
            for state, heads in enumerate(row):
                packed[state] |= heads << size * i
        super().__init__((1 << state, heads) for state, heads in enumerate(packed))
        self[0] = 0
        # The same seven bits come again and again
        self.sevens = [127 << i for i in range(0, size, 7)]

    def __missing__(self, states: int) -> int:
        low = states & -states
        known = self[states] = self[low] | self[states ^ low]
        return known


class _Heads(Protocol):
    def __getitem__(self, state: int, /) -> tuple[int, ...]: ...


class _SetHeads(dict[int, tuple[int, ...]]):
    """Set of states → the sets to which the symbols lead, found when it is first asked for."""

    def __init__(self, table: Automaton) -> None:
        super().__init__()
        size = len(table.states)
        self.rows = list(table.moves.values())
        self.shifts = [size * i for i in range(len(self.rows))]
        self.block = (1 << size) - 1
        small = size * size * len(self.rows) <= PACKED
        self.leads = Leads(size, self.rows) if small else None

    def __missing__(self, states: int) -> tuple[int, ...]:
        leads, block = self.leads, self.block
        if leads is None:
            found = tuple([image(states, row) for row in self.rows])
        else:
            everywhere = 0
            for seven in leads.sevens:
                everywhere |= leads[states & seven]
            found = tuple([everywhere >> shift & block for shift in self.shifts])
        self[states] = found
        return found


class Reader(NamedTuple):
    """An automaton as a complete deterministic one, found as it is read.

    Its states are those of a deterministic automaton, numbered from 1; else sets of states as masks.  So 0 is the sink.

    Attributes
    ----------
    start
        Where it begins.
    heads
        ``heads[state]``: where the symbols lead, in the order of the alphabet.
    final
        Mask of accepting states of the automaton.
    numbers
        How many there can be, if they are numbers; else None.
    """

    start: int
    heads: _Heads
    final: int
    numbers: int | None

    def accepting(self, state: int) -> bool:
        """Whether a word that leads to it is accepted."""
        return bool(self.mask(state) & self.final)

    def mask(self, state: int) -> int:
        """Return the set of states that it stands for."""
        return state if self.numbers is None else 1 << state >> 1


def reader(table: Automaton) -> Reader:
    """Return an automaton as a complete deterministic one, found as it is read.

    Examples
    --------
    >>> one = reader(Automaton.of("bA>B", start="A", accepting="B"))
    >>> one.start, one.heads[1], one.heads[2], one.heads[0]
    (1, (2,), (0,), (0,))
    """
    if not table.is_deterministic:
        return Reader(table.start_mask, _SetHeads(table), table.accepting_mask, None)
    # No symbol leaves the sink
    rows = [[0, *map(int.bit_length, masks)] for masks in table.plain.values()]
    size = len(table.states) + 1
    heads = list(zip(*rows, strict=True)) if rows else [()] * size
    return Reader(table.starts.bit_length(), heads, table.accepting_mask, size)


def explored(one: Reader, limit: float | None = None) -> tuple[list[int], Rows]:
    """Return what words lead to, and for each symbol where it leads, by the numbers of that order.

    Raises
    ------
    TooLargeError
        If there are more than ``limit``; by default only what can blow up has one.
    """
    if limit is None:
        limit = LIMIT if one.numbers is None else inf
    heads = one.heads
    number = {one.start: 0}
    states = [one.start]
    rows = []
    for state in states:  # which grows meanwhile
        row = heads[state]
        for head in row:
            if head not in number:
                number[head] = len(states)
                states.append(head)
        if len(states) > limit:
            raise TooLargeError.of("too_many_sets", limit=limit)
        rows.append([number[head] for head in row])
    return states, list(zip(*rows, strict=True))


def masks_of(alphabet: Sequence[str], rows: Rows) -> dict[str, tuple[int, ...]]:
    """Return the rows of a complete deterministic automaton as masks."""
    plain = {}
    for symbol, row in zip(alphabet, rows, strict=True):
        plain[symbol] = tuple([1 << head for head in row])
    return plain


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


def strong_components(
    starts: Iterable[N], heads: Callable[[N], Iterable[N]]
) -> Iterator[list[N]]:
    """Yield the strongly connected components of what is reached, a component after those that it leads to.

    References
    ----------
    .. [1] R. E. Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1 (1972) 146–160.

    Examples
    --------
    >>> list(strong_components([0], {0: [1], 1: [2, 0], 2: [2]}.__getitem__))
    [[2], [1, 0]]
    """
    # The lowest number that is reached; it is the number of the node itself if nothing earlier is.
    low: dict[N, float] = {}
    open_nodes: list[N] = []
    for start in starts:
        if start in low:
            continue
        low[start] = len(low)
        open_nodes.append(start)
        path = [(start, low[start], iter(heads(start)))]
        while path:
            node, number, rest = path[-1]
            for head in rest:
                if head not in low:
                    low[head] = len(low)
                    open_nodes.append(head)
                    path.append((head, low[head], iter(heads(head))))
                    break
                low[node] = min(low[node], low[head])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[node])
                if low[node] == number:
                    at = _last(open_nodes, node)
                    component = open_nodes[at:]
                    del open_nodes[at:]
                    # Finished ones count no more
                    low.update(dict.fromkeys(component, inf))
                    yield component[::-1]


def _last(nodes: list[N], node: N) -> int:
    """Where a node stands that is near the end of a list."""
    at = len(nodes) - 1
    while nodes[at] != node:
        at -= 1
    return at
