"""From an automaton to a regular expression, one state at a time (see `automatakit.languages.elimination`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automatakit.automaton.errors import AutomatonError, message
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Arrow, State, label
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.languages.elimination import (
    END,
    START,
    Labels,
    eliminations,
    without,
    written,
)
from automatakit.steps.base import Prediction, Steps
from boardkit.messages import Message

NONE = "∅"


class EliminationSteps(Steps[State]):
    """State elimination: each step removes one state and writes its detours onto the other arrows.

    Parameters
    ----------
    automaton
        Any automaton; useless states are left out first, since no word needs them.
    order
        The states in the order in which they go; the others follow, cheapest first (fewest detours, then shortest
        labels).

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> nfa = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}, "B": {"w": {"A"}}}, start="A", accepting={"B"})
    >>> steps = EliminationSteps(nfa, order=["A", "B"])
    >>> steps.left, steps.next().left, steps.next().current
    (('A', 'B'), ('B',), 'A')
    >>> steps.next().labels["B", "B"], steps.last().regex
    ('wb*w', 'b*w(wb*w)*')
    """

    kind = "eliminate"
    table: Automaton
    frames: tuple[Labels, ...]

    def __init__(self, automaton: Source, order: Sequence[State] = ()) -> None:
        table = Automaton.of(automaton).single_start()
        table.mask(order)  # an unknown state is an error
        gone, frames = zip(*eliminations(table, order), strict=True)
        self._begin(gone[1:], table=table, frames=frames)

    def eliminate(self, state: State) -> EliminationSteps:
        """Return the moment after another state of one's choice is eliminated next."""
        if state not in self.left:
            listed = ", ".join(map(label, self.left))
            raise AutomatonError.of("unknown_state", state=label(state), states=listed)
        order = (*self.entries[: self.at], state)
        return EliminationSteps(self.table, order).goto(self.at + 1)

    @property
    def labels(self) -> Mapping[Arrow, str]:
        """The regular expression on each arrow (from, to)."""
        return {arrow: written(terms) for arrow, terms in self.frames[self.at].items()}

    @property
    def left(self) -> tuple[State, ...]:
        """The states that are not eliminated yet, in the order of the table."""
        to_go = self.entries[self.at :]
        return tuple(state for state in self.table.states if state in to_go)

    @property
    def regex(self) -> str:
        """The expression from the new start to the new accepting state: the result once all steps are done."""
        return self.labels.get((START, END), NONE)

    def detours(self, state: State) -> tuple[tuple[State, State, str, str], ...]:
        """Return what eliminating a state does: (from, to, label before, label after)."""
        before = self.frames[self.at]
        texts = self.labels
        changed = []
        for arrow, terms in without(before, state).items():
            if terms != before.get(arrow):
                changed.append((*arrow, texts.get(arrow, NONE), written(terms)))
        return tuple(changed)

    def predict(self, tail: State, head: State, text: str) -> Prediction:
        """Judge a prediction of the label of one arrow after the next step, as a language."""
        if self.done:
            return Prediction(False, message("steps.over"))
        # As a language: two expressions for the same words are both right.
        expected = self.next().labels.get((tail, head), NONE)
        symbols = self.table.alphabet
        said = Automaton.of(text, symbols=symbols)
        word = counterexample(said, Automaton.of(expected, symbols=symbols))
        values = {"tail": label(tail), "head": label(head), "regex": expected}
        if word is None:
            return Prediction(True, message("eliminate.right", **values))
        return Prediction(False, message("eliminate.wrong", word=word or "ε", **values))

    @property
    def text(self) -> Message:
        if self.at == 0:
            return message("eliminate.start", start=START, end=END)
        values = {"state": label(self.current), "number": len(self.left)}
        if self.done:
            return message("eliminate.done", regex=self.regex, **values)
        return message("eliminate.step", **values)
