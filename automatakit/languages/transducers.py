"""Machines that write while they read: Mealy's write on each arrow, Moore's in each state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.reading import checked_alphabet
from automatakit.automaton.states import Edge, State, label
from automatakit.automaton.value import Automaton


@dataclass(frozen=True)
class Mealy:
    """A Mealy machine: deterministic, with an output on each arrow.

    Attributes
    ----------
    start
        The start state.
    table
        State → symbol → (next state, output); an output is a text of any length.

    Raises
    ------
    AutomatonError
        Naming the entry of the table that is not like this.

    Examples
    --------
    A machine that writes whether the number of a's so far is odd:

    >>> odd = Mealy("e", {"e": {"a": ("o", "1"), "b": ("e", "0")}, "o": {"a": ("e", "0"), "b": ("o", "1")}})
    >>> odd.output("abba"), odd.moore().output("abba"), odd.difference(odd.moore().mealy())
    ('1110', '1110', None)
    """

    start: State
    table: Mapping[State, Mapping[str, tuple[State, str]]]

    def __post_init__(self) -> None:
        for state, row in self.table.items():
            checked_alphabet(row)
            for symbol, entry in row.items():
                _check_entry(state, symbol, entry)

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The symbols that are read somewhere."""
        return tuple(sorted({symbol for row in self.table.values() for symbol in row}))

    def step(self, state: State, symbol: str) -> tuple[State, str]:
        """Return the next state and what is written; it is an error if there is none."""
        try:
            return self.table[state][symbol]
        except KeyError:
            raise AutomatonError.of(
                "no_step", state=label(state), symbol=symbol
            ) from None

    def outputs(self, word: str) -> list[str]:
        """Return what is written at each letter of a word."""
        state, found = self.start, []
        for symbol in text_in(word):
            state, written = self.step(state, symbol)
            found.append(written)
        return found

    def output(self, word: str) -> str:
        """Return what is written while a word is read."""
        return "".join(self.outputs(word))

    def path(self, word: str) -> list[State]:
        """Return the states from the start to the end of a word."""
        path = [self.start]
        for symbol in text_in(word):
            path.append(self.step(path[-1], symbol)[0])
        return path

    def moore(self) -> Moore:
        """Return a Moore machine that writes the same: its states are pairs of a state and what led to it.

        The start has written nothing.
        """
        start: State = (self.start, "")
        table: dict[State, dict[str, State]] = {}
        outputs: dict[State, str] = {start: ""}
        queue = [start]
        for here in queue:  # which grows meanwhile
            row = self.table.get(here[0], {})
            table[here] = {symbol: (head, out) for symbol, (head, out) in row.items()}
            for there in table[here].values():
                if there not in outputs:
                    outputs[there] = there[1]
                    queue.append(there)
        return Moore(start, table, outputs)

    def difference(self, other: Mealy | Moore) -> str | None:
        """Return the shortest word at whose last letter two machines write different things, None if there is none.

        A word that only one of them can read is such a word. Of a Moore machine, what the start writes does not count.
        """
        if isinstance(other, Moore):
            other = other.mealy()
        start = (self.start, other.start)
        words = {start: ""}
        symbols = sorted({*self.alphabet, *other.alphabet})
        queue = [start]
        for one, two in queue:  # which grows meanwhile
            word = words[one, two]
            for symbol in symbols:
                here = self.table.get(one, {}).get(symbol)
                there = other.table.get(two, {}).get(symbol)
                if here is None and there is None:
                    continue
                if here is None or there is None or here[1] != there[1]:
                    return word + symbol
                pair = (here[0], there[0])
                if pair not in words:
                    words[pair] = word + symbol
                    queue.append(pair)
        return None

    def automaton(self) -> Automaton:
        """Return the automaton of the words that can be read; pictures and tables show it."""
        edges: list[Edge] = []
        for state, row in self.table.items():
            edges += [(state, symbol, head) for symbol, (head, _) in row.items()]
        return _reading(self.start, edges, self.alphabet)


@dataclass(frozen=True)
class Moore:
    """A Moore machine: deterministic, with an output in each state, the start's first.

    Attributes
    ----------
    start
        The start state.
    table
        State → symbol → next state.
    outputs
        State → output.

    Raises
    ------
    AutomatonError
        Naming the state without an output, or the symbol that is none.

    Examples
    --------
    >>> parity = Moore("e", {"e": {"a": "o"}, "o": {"a": "e"}}, {"e": "0", "o": "1"})
    >>> parity.output("aaa"), parity.mealy().output("aaa")
    ('0101', '101')
    """

    start: State
    table: Mapping[State, Mapping[str, State]]
    outputs: Mapping[State, str]

    def __post_init__(self) -> None:
        for row in self.table.values():
            checked_alphabet(row)
        heads = [head for row in self.table.values() for head in row.values()]
        for state in (self.start, *self.table, *heads):
            if not isinstance(self.outputs.get(state), str):
                raise AutomatonError.of("machine_output", state=label(state))

    @cached_property
    def _mealy(self) -> Mealy:
        table: dict[State, dict[str, tuple[State, str]]] = {}
        for state, row in self.table.items():
            table[state] = {a: (head, self.outputs[head]) for a, head in row.items()}
        return Mealy(self.start, table)

    def mealy(self) -> Mealy:
        """Return the Mealy machine on the same states: each arrow writes what its end does.

        It does not write what the start does.
        """
        return self._mealy

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The symbols that are read somewhere."""
        return self._mealy.alphabet

    def path(self, word: str) -> list[State]:
        """Return the states from the start to the end of a word."""
        return self._mealy.path(word)

    def output(self, word: str) -> str:
        """Return what is written while a word is read, by the start first."""
        return self.outputs[self.start] + self._mealy.output(word)

    def difference(self, other: Mealy | Moore) -> str | None:
        """Return the shortest word after which two machines write different things, None if there is none.

        Beside a Mealy machine, what the start writes does not count.
        """
        if isinstance(other, Mealy):
            return self._mealy.difference(other)
        if self.outputs[self.start] != other.outputs[other.start]:
            return ""
        return self._mealy.difference(other.mealy())

    def automaton(self) -> Automaton:
        """Return the automaton of the words that can be read; pictures and tables show it."""
        return self._mealy.automaton()


def _check_entry(state: State, symbol: str, entry: object) -> None:
    pair = isinstance(entry, (tuple, list)) and len(entry) == 2
    if not pair or not isinstance(cast(Sequence[object], entry)[1], str):
        raise AutomatonError.of(
            "machine_entry", state=label(state), symbol=symbol, value=repr(entry)
        )


def _reading(start: State, edges: list[Edge], alphabet: tuple[str, ...]) -> Automaton:
    ends = [end for tail, _, head in edges for end in (tail, head)]
    states = dict.fromkeys([start, *ends])
    return Automaton.make(states, start, states, edges, alphabet)
