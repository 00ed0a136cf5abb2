"""The subset construction, one entry of its table at a time, with the worklist in view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, bits, label
from automatakit.errors import AutomatonError, message
from automatakit.steps.base import Prediction, Steps
from automatakit.steps.sets import compare_sets
from boardkit.messages import Message

if TYPE_CHECKING:
    from boardkit.svg import Picture

STEP_LIMIT = 4096


@dataclass(frozen=True)
class Entry:
    """One entry of the table: from a set, on a symbol, to a set; ``new`` if it had not occurred before."""

    source: int
    symbol: str
    target: int
    new: bool


class SubsetSteps(Steps):
    """The subset construction: each step computes one entry of the table of the deterministic automaton.

    Parameters
    ----------
    automaton
        Any automaton.
    limit
        Largest number of sets.

    Raises
    ------
    AutomatonError
        If more sets are needed.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> steps = SubsetSteps(table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"}, symbols="bw"))
    >>> steps.show(steps.known), steps.show(steps.worklist)
    (('{A}',), ('{A}',))
    >>> steps = steps.next()
    >>> steps.show(steps.known), steps.show(steps.worklist), steps.current.new
    (('{A}', '{A, B}'), ('{A}', '{A, B}'), True)
    >>> steps.predict([]).right, steps.total
    (True, 6)
    """

    table: Automaton
    entries: tuple[Entry, ...]

    def __init__(self, automaton: Any, limit: int = STEP_LIMIT) -> None:
        table = table_of(automaton)
        known = [table.start_mask]
        entries = []
        for source in known:
            for symbol in table.alphabet:
                target = table.step(source, symbol)
                new = target not in known
                if new:
                    if len(known) >= limit:
                        raise AutomatonError.of("too_many_sets", limit=limit)
                    known.append(target)
                entries.append(Entry(source, symbol, target, new))
        self._keep(table=table, entries=tuple(entries))
        self._begin(len(entries))

    @property
    def current(self) -> Entry | None:
        """The entry that the last step computed."""
        return self.entries[self.at - 1] if self.at else None

    @property
    def upcoming(self) -> Entry | None:
        """The entry that the next step computes."""
        return None if self.done else self.entries[self.at]

    @property
    def known(self) -> tuple[int, ...]:
        """The sets found so far, as masks, in the order of discovery."""
        return (self.table.start_mask, *(entry.target for entry in self.entries[: self.at] if entry.new))

    @property
    def worklist(self) -> tuple[int, ...]:
        """The sets whose rows are not complete yet."""
        complete = self.at // len(self.table.alphabet) if self.table.alphabet else len(self.known)
        return self.known[complete:]

    def show(self, masks: Iterable[int]) -> tuple[str, ...]:
        """Return sets as texts."""
        return tuple(self.table.set_label(mask) for mask in masks)

    @property
    def rows(self) -> tuple[tuple[int, tuple[int | None, ...]], ...]:
        """The table so far: each known set with its targets by symbol, None where not computed yet."""
        width = len(self.table.alphabet)
        cells: list[int | None] = [entry.target for entry in self.entries[: self.at]]
        cells += [None] * (len(self.known) * width - len(cells))
        return tuple((mask, tuple(cells[i * width : (i + 1) * width])) for i, mask in enumerate(self.known))

    @property
    def partial(self) -> Automaton:
        """The deterministic automaton so far; its states are frozen sets of states."""
        known = self.known
        index = {mask: i for i, mask in enumerate(known)}
        moves = {symbol: [0] * len(known) for symbol in self.table.alphabet}
        for entry in self.entries[: self.at]:
            moves[entry.symbol][index[entry.source]] = 1 << index[entry.target]
        return Automaton(
            tuple(frozenset(self.table.names(mask)) for mask in known), self.table.alphabet,
            {symbol: tuple(row) for symbol, row in moves.items()}, 1,
            sum(1 << i for i, mask in enumerate(known) if mask & self.table.final_mask),
        )

    def next_new(self) -> SubsetSteps:
        """Return the moment at which the next new set has been found, or the end."""
        found = next((i for i in range(self.at, self.total) if self.entries[i].new), self.total - 1)
        return self.goto(found + 1)

    def predict(self, states: Iterable[State]) -> Prediction:
        """Judge a prediction of the set that the next step finds."""
        entry = self.upcoming
        if entry is None:
            return Prediction(False, message("steps.over"))
        return compare_sets(self.table, self.table.mask(states), entry.target, entry.symbol, entry.source)

    @property
    def text(self) -> Message:
        entry, name = self.current, self.table.set_label
        if entry is None:
            return message("subset.start", states=name(self.table.start_mask))
        values = {"source": name(entry.source), "symbol": entry.symbol, "target": name(entry.target)}
        if self.done:
            return message("subset.done", number=len(self.known), **values)
        if not entry.target and entry.new:
            return message("subset.empty", **values)
        return message("subset.new" if entry.new else "subset.old", **values)

    def picture(self) -> Picture:
        from automatakit.draw.algorithms import subset_picture

        return subset_picture(self)

    def to_dict(self) -> dict[str, Any]:
        entry, following = self.current, self.upcoming
        def names(mask: int) -> list[str]:
            return [label(self.table.states[i]) for i in bits(mask)]
        return {
            "kind": "subset", "at": self.at, "total": self.total, "text": str(self.text),
            "states": [label(s) for s in self.table.states], "symbols": list(self.table.alphabet),
            "known": [names(mask) for mask in self.known], "worklist": [names(mask) for mask in self.worklist],
            "rows": [[names(m), [None if t is None else names(t) for t in row]] for m, row in self.rows],
            "current": entry and [names(entry.source), entry.symbol, names(entry.target), entry.new],
            "upcoming": following and [names(following.source), following.symbol],
        }
