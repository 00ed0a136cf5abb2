"""Sets of states as bit masks: what words do with an automaton, in arithmetic on integers.

A set of states is one integer: state number *i* is bit ``1 << i``.  Everything that speaks of sets of
states (subset construction, counterexamples, ambiguity) becomes arithmetic on integers, in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Self

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import (
    EPSILON,
    Edge,
    Point,
    State,
    bits,
    image,
    label,
    mask_where,
    transposed,
)

KEPT = 4_096
"""Sets of states that are remembered for reading words; further ones are found again each time."""

SHORT = 32
"""Letters up to which a first word is read without a table."""


class SubsetNode(dict[str, "SubsetNode"]):
    """One set of states in the lazily built subset table: symbol → node, filled in on first use."""

    __slots__ = ("accepting", "mask", "table")

    def __init__(self, table: Masks, mask: int) -> None:
        super().__init__()
        self.table = table
        self.mask = mask
        self.accepting = bool(mask & table.accepting_mask)

    def after(self, word: str) -> SubsetNode:
        """Return the node that a word leads to."""
        node = self
        for symbol in word:
            node = node[symbol]
        return node

    def __missing__(self, symbol: str) -> SubsetNode:
        # Only now: of exponentially many sets most are never asked for.
        mask = self.table.step(self.mask, symbol)
        known = self.table.nodes
        if mask not in known:
            node = SubsetNode(self.table, mask)
            if len(known) >= KEPT:
                return node
            known[mask] = node
        self[symbol] = known[mask]
        return known[mask]


def no_part(
    part: object, states: Iterable[State], alphabet: Iterable[str]
) -> AutomatonError:
    """Return the error for what is neither a state nor a symbol."""
    return AutomatonError.of(
        "no_part",
        part=label(part),
        states=", ".join(map(label, states)),
        alphabet=", ".join(alphabet),
    )


@dataclass(frozen=True)
class Masks:
    """What `Automaton` is made of, its parts explained there; how it reads words."""

    states: tuple[State, ...]
    alphabet: tuple[str, ...]
    plain: Mapping[str, tuple[int, ...]]
    starts: int
    accepting_mask: int
    silent: tuple[int, ...] = ()
    places: Mapping[State, Point] = field(default_factory=dict, compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        # Between processes travels what defines it, and not what has been remembered: the subset table may be large.
        arguments = (
            self.states,
            self.alphabet,
            self.plain,
            self.starts,
            self.accepting_mask,
            self.silent,
            self.places,
        )
        return type(self), arguments

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        moves = tuple(self.plain.items())
        return hash(
            (
                self.states,
                self.alphabet,
                moves,
                self.starts,
                self.accepting_mask,
                self.silent,
            )
        )

    @cached_property
    def moves(self) -> Mapping[str, tuple[int, ...]]:
        """``moves[symbol][i]`` = mask of the states that state *i* reaches on the symbol, ε-steps after it included."""
        if not self.silent:
            return self.plain
        # ε is followed after each symbol and before none: a set that is read from is closed already.
        return {
            symbol: tuple(map(self.closed, row)) for symbol, row in self.plain.items()
        }

    @cached_property
    def start_mask(self) -> int:
        """Mask of the start states and of what ε reaches from them."""
        return self.closed(self.starts)

    def closed(self, mask: int) -> int:
        """A set of states with everything that ε reaches from it."""
        return self.closure(mask, {EPSILON: self.silent}) if self.silent else mask

    @property
    def start(self) -> State:
        """The (first) start state."""
        return self.names(self.starts)[0]

    @cached_property
    def accepting(self) -> frozenset[State]:
        """F."""
        return frozenset(self.names(self.accepting_mask))

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """The arrows (from, symbol, to) as they are drawn; the symbol ``""`` is ε."""
        found: set[Edge] = set()
        for symbol, row in (*self.plain.items(), (EPSILON, self.silent)):
            # There may be no row for ε
            for tail, heads in zip(self.states, row, strict=False):
                found.update((tail, symbol, head) for head in self.names(heads))
        return frozenset(found)

    def sorted_edges(self) -> list[Edge]:
        """Return the arrows in the order of the states: by where they begin, where they end, and symbol, ε first."""
        index = self.index
        return sorted(
            self.edges, key=lambda edge: (index[edge[0]], index[edge[2]], edge[1])
        )

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
        """The node of the start set."""
        return SubsetNode(self, self.start_mask)

    @cached_property
    def backward(self) -> Mapping[str, tuple[int, ...]]:
        """``backward[symbol][i]`` = mask of the states from which the symbol leads to state *i*."""
        return {symbol: transposed(row) for symbol, row in self.moves.items()}

    @property
    def arrow_rows(self) -> Mapping[str, tuple[int, ...]]:
        """The arrows as they are drawn; ``""`` is ε, and missing if there is none."""
        return {**self.plain, EPSILON: self.silent} if self.silent else self.plain

    @cached_property
    def turned(self) -> Mapping[str, tuple[int, ...]]:
        """The arrows as they are drawn, each turned round; ``""`` is ε, and missing if there is none."""
        if not self.silent:
            return self.backward
        return {symbol: transposed(row) for symbol, row in self.arrow_rows.items()}

    @cached_property
    def reachable(self) -> int:
        """Mask of the states that some word reaches."""
        # Of the arrows as they are drawn: there ε can be followed like others.
        return self.closure(self.starts, self.arrow_rows)

    @cached_property
    def productive(self) -> int:
        """Mask of the states from which some word leads to acceptance."""
        return self.closure(self.accepting_mask, self.turned)

    @property
    def drawn(self) -> Self:
        """The same with ε as a symbol like others, as pictures and tables show it."""
        if not self.silent:
            return self
        # Where ε is a letter, reading nothing has another name.
        epsilon = next(name for name in ("ε", "λ", "ε′") if name not in self.plain)
        alphabet = (*self.alphabet, epsilon)
        plain = {**self.plain, epsilon: self.silent}
        return replace(self, alphabet=alphabet, plain=plain, silent=())

    @property
    def cells(self) -> dict[tuple[int, str], tuple[State, ...]]:
        """δ as it is drawn, without empty cells: (number of a state, symbol) → states."""
        found = {}
        for i in range(len(self.states)):
            for symbol in self.alphabet:
                heads = self.plain[symbol][i]
                if heads:
                    found[i, symbol] = self.names(heads)
        return found

    def without_epsilon(self) -> Self:
        """Return an equal automaton without ε, on the same states."""
        if not self.silent:
            return self
        closures = [self.closed(1 << i) for i in range(len(self.states))]
        plain = {}
        for symbol, row in self.moves.items():
            plain[symbol] = tuple(image(mask, row) for mask in closures)
        final = mask_where(mask & self.accepting_mask for mask in closures)
        return replace(self, plain=plain, silent=(), accepting_mask=final)

    def step(self, mask: int, symbol: str) -> int:
        """Return the set reached from a set on one symbol; a foreign symbol is an error."""
        row = self.moves.get(symbol)
        if row is None:
            raise AutomatonError.of(
                "foreign_symbol", symbol=symbol, alphabet=", ".join(self.alphabet)
            )
        return image(mask, row)

    def closure(self, mask: int, moves: Mapping[str, tuple[int, ...]]) -> int:
        """Return everything that the given moves reach from a set, in any number of steps."""
        new = mask  # only what the last step has added can lead to more
        while new:
            found = 0
            for row in moves.values():
                found |= image(new, row)
            new = found & ~mask
            mask |= new
        return mask

    def after(self, word: str) -> SubsetNode:
        """Return the node of the states that a word reaches."""
        try:
            return self.root.after(word)
        except TypeError:
            raise AutomatonError.of("no_word", value=repr(word)) from None

    def read(self, word: str) -> int:
        """Return δ̂(start, word) as a mask."""
        return self.after(word).mask

    def accepts(self, word: str) -> bool:
        """Say whether some run on the whole word ends in an accepting state (0.5 µs a word once warm)."""
        # For one short word a table costs more than it saves
        met = self.__dict__
        if "_was_asked" not in met and isinstance(word, str) and len(word) <= SHORT:
            met["_was_asked"] = True
            return bool(self._read_at_once(word) & self.accepting_mask)
        return self.after(word).accepting

    def _read_at_once(self, word: str) -> int:
        moves = self.moves if self.silent else self.plain
        mask = self.start_mask if self.silent else self.starts
        try:
            for symbol in word:
                row = moves[symbol]
                if mask.bit_count() == 1:
                    mask = row[mask.bit_length() - 1]
                else:
                    mask = image(mask, row)
        except KeyError:
            return self.after(word).mask
        return mask

    def active(self, word: str) -> list[tuple[State, ...]]:
        """Return the set of states after every prefix of a word: δ̂(q0, ε), δ̂(q0, w1), …"""
        nodes = [self.root]
        for symbol in word:
            nodes.append(nodes[-1][symbol])
        return [self.names(node.mask) for node in nodes]

    def successors(self, state: State, symbol: str) -> tuple[State, ...]:
        """Return δ(state, symbol) as it is drawn, in the order of the states; the symbol ``""`` is ε."""
        try:
            row = self.plain[symbol] if symbol else self.silent
            number = self.index[state]
        except KeyError as error:
            raise no_part(error.args[0], self.states, self.alphabet) from None
        return self.names(row[number]) if row else ()

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
                raise AutomatonError.of(
                    "unknown_state", state=label(state), states=known
                ) from None
        return result

    def is_accepting(self, number: int) -> bool:
        """Whether the state with a number accepts."""
        return bool(self.accepting_mask >> number & 1)

    def set_label(self, mask: int) -> str:
        """Return a set of states as text, ``{N, E}`` or ``∅``."""
        return label(frozenset(self.names(mask)))

    def arrows(self) -> Iterator[tuple[State, str, State]]:
        """Yield the transitions (state, symbol, state) in the order of the table."""
        for i, state in enumerate(self.states):
            for symbol in self.alphabet:
                for j in bits(self.moves[symbol][i]):
                    yield state, symbol, self.states[j]

    @cached_property
    def is_deterministic(self) -> bool:
        """Whether there is no ε, one start state, and at most one arrow of a symbol from every state."""
        if self.silent or self.starts.bit_count() > 1:
            return False
        counts = map(int.bit_count, chain.from_iterable(self.plain.values()))
        return max(counts, default=0) <= 1

    @property
    def is_complete(self) -> bool:
        """Whether at least one arrow of every symbol leaves every state."""
        return all(chain.from_iterable(self.plain.values()))
