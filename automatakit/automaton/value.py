"""The one automaton of this project, in bit masks: languages, steps, pictures, questions and marks stand on it.

A set of states is one integer: state number *i* is bit ``1 << i``.  Everything that speaks of sets of
states (subset construction, counterexamples, ambiguity) becomes arithmetic on integers, in plain Python.
The module needs the standard library only.

References
----------
.. [1] M. O. Rabin, D. Scott: Finite automata and their decision problems. IBM J. Res. Dev. 3 (1959) 114–125.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias

from automatakit.errors import AutomatonError

State: TypeAlias = Any
"""Anything hashable."""

Edge: TypeAlias = tuple[Any, str, Any]
"""From, symbol, to."""

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


def sort_key(state: State) -> tuple[Any, ...]:
    """Return a key that orders states of any kind: shorter sets first, numbers in words by value."""
    if type(state) is frozenset:
        return (2, len(state), tuple(sorted(sort_key(s) for s in state)))
    if type(state) is tuple:
        return (1, len(state), tuple(sort_key(s) for s in state))
    parts = re.split(r"(\d+)", str(state))
    return (0, 0, tuple((0, len(p.lstrip("0")), p.lstrip("0")) if p.isdecimal() else (1, 0, p) for p in parts if p))


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


class SubsetNode(dict[str, "SubsetNode"]):
    """One set of states in the lazily built subset table: symbol → node, filled in on first use."""

    __slots__ = ("accepting", "mask", "table")

    def __init__(self, table: Automaton, mask: int) -> None:
        super().__init__()
        self.table = table
        self.mask = mask
        self.accepting = bool(mask & table.final_mask)

    def __missing__(self, symbol: str) -> SubsetNode:
        node = self.table.node(self.table.step(self.mask, symbol))
        self[symbol] = node
        return node

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@dataclass(frozen=True)
class Automaton:
    """A nondeterministic finite automaton (Q, Σ, δ, q0, F), ε allowed, in bit masks.

    Parameters
    ----------
    states : tuple
        Q, in the order in which tables and pictures show them.
    alphabet : tuple of str
        Σ, sorted; single characters.
    plain : mapping of str to tuple of int
        ``plain[symbol][i]`` = mask of the heads of the arrows that leave state *i* with the symbol.
    starts, final_mask : int
        Masks of the initial states and of the accepting ones.
    silent : tuple of int, optional
        Masks of the heads of the ε-arrows of each state; empty if there are none.

    Examples
    --------
    >>> a = Automaton.make("ABC", "A", "C", [("A", "b", "A"), ("A", "b", "B"), ("B", "w", "C")])
    >>> a.accepts("bbw"), a.accepts("bb"), a.names(a.read("bb"))
    (True, False, ('A', 'B'))
    """

    states: tuple[State, ...]
    alphabet: tuple[str, ...]
    plain: Mapping[str, tuple[int, ...]]
    starts: int
    final_mask: int
    silent: tuple[int, ...] = ()

    @classmethod
    def make(cls, states: Iterable[State], start: State, accepting: Iterable[State], edges: Iterable[Edge],
             alphabet: Iterable[str] = "bw") -> Self:
        """Return the automaton of a five-tuple; δ is a set of arrows (from, symbol, to), the symbol ``""`` is ε."""
        states, alphabet = tuple(states), tuple(sorted(set(alphabet)))
        index = {state: i for i, state in enumerate(states)}
        rows = {symbol: [0] * len(states) for symbol in (*alphabet, EPSILON)}
        for tail, symbol, head in edges:
            rows[symbol][index[tail]] |= 1 << index[head]
        silent = tuple(rows.pop(EPSILON))
        return cls(states, alphabet, {symbol: tuple(row) for symbol, row in rows.items()}, 1 << index[start],
                   sum(1 << index[state] for state in set(accepting)), silent if any(silent) else ())

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.states, self.alphabet, self.plain, self.starts, self.final_mask, self.silent)
        return type(self), fields  # without what is remembered

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.states, self.alphabet, tuple(self.plain.items()), self.starts, self.final_mask, self.silent))

    @cached_property
    def moves(self) -> Mapping[str, tuple[int, ...]]:
        """``moves[symbol][i]`` = mask of the states that state *i* reaches on the symbol, ε-steps after it included."""
        if not self.silent:
            return self.plain
        return {symbol: tuple(map(self.closed, row)) for symbol, row in self.plain.items()}

    @cached_property
    def start_mask(self) -> int:
        """Mask of the initial states and of what ε reaches from them."""
        return self.closed(self.starts)

    def closed(self, mask: int) -> int:
        """A set of states with everything that ε reaches from it."""
        return self.closure(mask, {EPSILON: self.silent}) if self.silent else mask

    @property
    def start(self) -> State:
        """The (first) initial state."""
        return self.names(self.starts)[0]

    @cached_property
    def accepting(self) -> frozenset[State]:
        """F."""
        return frozenset(self.names(self.final_mask))

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """The arrows (from, symbol, to) as they are drawn; the symbol ``""`` is ε."""
        rows = [*self.plain.items(), (EPSILON, self.silent)]
        return frozenset((self.states[i], symbol, self.states[j])
                         for symbol, row in rows for i, mask in enumerate(row) for j in bits(mask))

    @property
    def has_epsilon(self) -> bool:
        """Whether some move reads nothing."""
        return bool(self.silent)

    @cached_property
    def index(self) -> dict[State, int]:
        """State → its number."""
        return {state: i for i, state in enumerate(self.states)}

    @cached_property
    def nodes(self) -> dict[int, SubsetNode]:
        """The subset table as far as it has been needed."""
        return {}

    @cached_property
    def root(self) -> SubsetNode:
        """The node of the initial set."""
        return self.node(self.start_mask)

    @cached_property
    def backward(self) -> Mapping[str, tuple[int, ...]]:
        """``backward[symbol][i]`` = mask of the states from which the symbol leads to state *i*."""
        result = {}
        for symbol, row in self.moves.items():
            column = [0] * len(self.states)
            for i, targets in enumerate(row):
                for j in bits(targets):
                    column[j] |= 1 << i
            result[symbol] = tuple(column)
        return result

    @cached_property
    def reachable(self) -> int:
        """Mask of the states that some word reaches."""
        return self.closure(self.start_mask, self.moves)

    @cached_property
    def productive(self) -> int:
        """Mask of the states from which some word leads to acceptance."""
        return self.closure(self.final_mask, self.backward)

    def node(self, mask: int) -> SubsetNode:
        """Return the node of a set of states in the subset table."""
        node = self.nodes.get(mask)
        if node is None:
            node = self.nodes[mask] = SubsetNode(self, mask)
        return node

    def step(self, mask: int, symbol: str) -> int:
        """Return the set reached from a set on one symbol; a foreign symbol is an error."""
        row = self.moves.get(symbol)
        if row is None:
            raise AutomatonError.of("foreign_symbol", symbol=symbol, alphabet=", ".join(self.alphabet))
        result = 0
        while mask:
            low = mask & -mask
            result |= row[low.bit_length() - 1]
            mask ^= low
        return result

    def closure(self, mask: int, moves: Mapping[str, tuple[int, ...]]) -> int:
        """Return everything that the given moves reach from a set, in any number of steps."""
        new = mask
        while new:
            found = 0
            for i in bits(new):
                for row in moves.values():
                    found |= row[i]
            new = found & ~mask
            mask |= new
        return mask

    def read(self, word: str) -> int:
        """Return δ̂(start, word) as a mask."""
        node = self.root
        try:
            for symbol in word:
                node = node[symbol]
        except TypeError:
            raise AutomatonError.of("no_word", value=repr(word)) from None
        return node.mask

    def accepts(self, word: str) -> bool:
        """Say whether some run on the whole word ends in an accepting state (0.5 µs a word once warm)."""
        node = self.root
        try:
            for symbol in word:
                node = node[symbol]
        except TypeError:
            raise AutomatonError.of("no_word", value=repr(word)) from None
        return node.accepting

    def names(self, mask: int) -> tuple[State, ...]:
        """Return the states of a mask, in the order of the table."""
        return tuple(self.states[i] for i in bits(mask))

    def mask(self, states: Iterable[State]) -> int:
        """Return the mask of some states; an unknown one is an error."""
        result = 0
        for state in states:
            try:
                result |= 1 << self.index[state]
            except (KeyError, TypeError):  # a list can be no state at all
                known = ", ".join(map(label, self.states))
                raise AutomatonError.of("unknown_state", state=label(state), states=known) from None
        return result

    def set_label(self, mask: int) -> str:
        """Return a set of states as text, ``{N, E}`` or ``∅``."""
        return label(frozenset(self.names(mask)))

    def arrows(self) -> Iterator[tuple[State, str, State]]:
        """Yield the transitions (state, symbol, state) in the order of the table."""
        for i, state in enumerate(self.states):
            for symbol in self.alphabet:
                for j in bits(self.moves[symbol][i]):
                    yield state, symbol, self.states[j]

    @property
    def is_deterministic(self) -> bool:
        """Whether there is no ε, one initial state, and at most one arrow of a symbol from every state."""
        return not self.silent and self.starts.bit_count() <= 1 and all(
            mask.bit_count() <= 1 for row in self.plain.values() for mask in row)

    @property
    def is_complete(self) -> bool:
        """Whether at least one arrow of every symbol leaves every state."""
        return all(mask for row in self.plain.values() for mask in row)

    def over(self, symbols: Iterable[str]) -> Automaton:
        """Return the same automaton over a larger alphabet (new symbols lead nowhere)."""
        wanted = tuple(sorted(set(symbols) | set(self.alphabet)))
        if wanted == self.alphabet:
            return self
        nothing = (0,) * len(self.states)
        return Automaton(
            self.states, wanted, {s: self.moves.get(s, nothing) for s in wanted}, self.start_mask, self.final_mask
        )
