"""What the constructions of an automaton have in common: a table, filled in entry by entry, and a worklist."""

from abc import abstractmethod
from typing import Generic

from automatakit.automaton.errors import message
from automatakit.automaton.states import State, label
from automatakit.automaton.value import Automaton
from automatakit.languages.search import Entry, N, tabulated
from automatakit.steps.base import Steps
from boardkit.messages import Message


class Construction(Steps[Entry[N]], Generic[N]):
    """A table, one entry a step: where one thing that has been found leads on one symbol.

    Attributes
    ----------
    alphabet
        The columns.
    starts
        The first rows.
    """

    alphabet: tuple[str, ...]
    starts: tuple[N, ...]

    @abstractmethod
    def state(self, node: N) -> State:
        """Return the state of the new automaton that a row stands for."""

    @abstractmethod
    def accepting(self, node: N) -> bool:
        """Whether that state accepts."""

    def show(self, node: N) -> str:
        """Return a row's name as text."""
        return label(self.state(node))

    @property
    def known(self) -> tuple[N, ...]:
        """What has been found so far, in the order of discovery."""
        found = list(self.starts)
        for entry in self.entries[: self.at]:
            found += entry.new
        return tuple(found)

    @property
    def worklist(self) -> tuple[N, ...]:
        """What has been found, but has no complete row yet."""
        if not self.alphabet:
            return ()
        complete = self.at // len(self.alphabet)  # the table is filled in row by row
        return self.known[complete:]

    @property
    def rows(self) -> tuple[tuple[N, tuple[tuple[N, ...] | None, ...]], ...]:
        """The table so far: each row with where it leads by symbol, None where that is not computed yet."""
        cells = {
            (entry.source, entry.symbol): entry.targets
            for entry in self.entries[: self.at]
        }
        rows = []
        for node in self.known:
            row = tuple(cells.get((node, symbol)) for symbol in self.alphabet)
            rows.append((node, row))
        return tuple(rows)

    @property
    def partial(self) -> Automaton:
        """The new automaton so far."""
        return tabulated(
            self.starts,
            self.alphabet,
            self.entries[: self.at],
            self.state,
            self.accepting,
        )

    @property
    def text(self) -> Message:
        entry = self.current
        if entry is None:
            return message(f"{self.kind}.start", starts=self.listed(self.starts))
        values = self.told(entry)
        if self.done:
            return message(f"{self.kind}.done", number=len(self.known), **values)
        # Nothing is reached: no pair at all, or the empty set, when it is met for the first time.
        if not any(entry.targets) and entry.new == entry.targets:
            return message(f"{self.kind}.empty", **values)
        if entry.new:
            return message(f"{self.kind}.new", **values)
        return message(f"{self.kind}.old", **values)

    def told(self, entry: Entry[N]) -> dict[str, str]:
        """Return what texts say of an entry."""
        return {
            "source": self.show(entry.source),
            "symbol": entry.symbol,
            "targets": self.listed(entry.targets),
        }

    def listed(self, nodes: tuple[N, ...]) -> str:
        """Return some rows' names as text."""
        return ", ".join(map(self.show, nodes)) or "∅"
