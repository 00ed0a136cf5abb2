"""The subset construction, one entry of its table at a time, with the worklist in view."""

from __future__ import annotations

from collections.abc import Iterable

from automatakit.automaton.errors import message
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State
from automatakit.automaton.value import Automaton
from automatakit.languages.search import entries
from automatakit.steps.base import Prediction
from automatakit.steps.predicted import compare_sets
from automatakit.steps.worklist import Construction

STEP_LIMIT = 4096


class SubsetSteps(Construction[int]):
    """The subset construction: each step computes one entry of the table of the deterministic automaton.

    Parameters
    ----------
    automaton
        Any automaton.
    limit
        Largest number of sets.

    Raises
    ------
    TooLargeError
        If more sets are needed.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> steps = SubsetSteps(Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}, symbols="bw"))
    >>> [steps.show(mask) for mask in steps.known], [steps.show(mask) for mask in steps.worklist]
    (['{A}'], ['{A}'])
    >>> steps = steps.next()
    >>> [steps.show(mask) for mask in steps.known], [steps.show(mask) for mask in steps.current.new]
    (['{A}', '{A, B}'], ['{A, B}'])
    >>> steps.predict([]).right, steps.total
    (True, 6)
    """

    kind = "subset"
    table: Automaton

    def __init__(self, automaton: Source, limit: int = STEP_LIMIT) -> None:
        table = Automaton.of(automaton)
        starts = (table.start_mask,)

        def heads(mask: int, symbol: str) -> tuple[int]:
            return (table.step(mask, symbol),)

        found = entries(starts, table.alphabet, heads, limit)
        self._begin(found, table=table, alphabet=table.alphabet, starts=starts)

    def state(self, node: int) -> State:
        return frozenset(self.table.names(node))

    def accepting(self, node: int) -> bool:
        return bool(node & self.table.accepting_mask)

    def predict(self, states: Iterable[State]) -> Prediction:
        """Judge a prediction of the set that the next step finds."""
        entry = self.upcoming
        if entry is None:
            return Prediction(False, message("steps.over"))
        said = self.table.mask(states)
        (expected,) = entry.targets
        return compare_sets(
            self.table, said, expected, entry.symbol, before=entry.source
        )
