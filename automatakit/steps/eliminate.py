"""From an automaton to a regular expression, by eliminating one state at a time.

References
----------
.. [1] J. A. Brzozowski, E. J. McCluskey: Signal flow graph techniques for sequential circuit state diagrams.
   IEEE Trans. Electron. Comput. 12 (1963) 67–76.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, bits, label
from automatakit.errors import AutomatonError, message
from automatakit.languages.structure import trim
from automatakit.steps.base import Prediction, Steps
from automatakit.steps.regex import EMPTY, NONE, Regex, concat, star, symbol, union
from boardkit.messages import Message

if TYPE_CHECKING:
    from boardkit.svg import Picture

START, END = "▸", "◂"
"""The new initial and the new accepting state."""

Labels = Mapping[tuple[State, State], Regex]


class EliminationSteps(Steps):
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
    >>> from automatakit.automaton.reading import table_of
    >>> nfa = table_of({"A": {"b": {"A"}, "w": {"B"}}, "B": {"w": {"A"}}}, start="A", final={"B"})
    >>> steps = EliminationSteps(nfa, order=["A", "B"])
    >>> steps.left, steps.next().left
    (('A', 'B'), ('B',))
    >>> str(steps.next().labels["B", "B"]), str(steps.last().regex)
    ('wb*w', 'b*w(wb*w)*')
    """

    table: Automaton
    order: tuple[State, ...]
    frames: tuple[dict[tuple[State, State], Regex], ...]

    def __init__(self, automaton: Any, order: Sequence[State] = ()) -> None:
        table = trim(table_of(automaton))
        good = set(table.names(table.reachable & table.productive))
        for state in order:
            if state not in table.index:
                raise AutomatonError.of(
                    "unknown_state", state=label(state), states=", ".join(map(label, table.states))
                )
        labels = {(p, q): r for (p, q), r in _initial(table).items() if {p, q} <= good | {START, END}}
        left = [state for state in table.states if state in good]
        wish = [state for state in dict.fromkeys(order) if state in good]
        frames, gone = [labels], []
        while left:
            state = wish.pop(0) if wish else min(left, key=lambda s: (_price(labels, s), left.index(s)))
            labels = _without(labels, state)
            left.remove(state)
            gone.append(state)
            frames.append(labels)
        self._keep(table=table, order=tuple(gone), frames=tuple(frames))
        self._begin(len(gone))

    def eliminate(self, state: State) -> EliminationSteps:
        """Return the moment after another state of one's choice is eliminated next."""
        if state not in self.left:
            raise AutomatonError.of("unknown_state", state=label(state), states=", ".join(map(label, self.left)))
        return EliminationSteps(self.table, (*self.order[: self.at], state)).goto(self.at + 1)

    @property
    def labels(self) -> Labels:
        """The regular expression on each arrow (from, to)."""
        return self.frames[self.at]

    @property
    def left(self) -> tuple[State, ...]:
        """The states that are not eliminated yet, in the order of the table."""
        gone = set(self.order[: self.at])
        return tuple(s for s in self.table.states if s in set(self.order) - gone)

    @property
    def removed(self) -> State | None:
        """The state that the last step eliminated."""
        return self.order[self.at - 1] if self.at else None

    @property
    def regex(self) -> Regex:
        """The expression from the new initial to the new accepting state: the result once all steps are done."""
        return self.labels.get((START, END), NONE)

    def detours(self, state: State) -> tuple[tuple[State, State, Regex, Regex], ...]:
        """Return what eliminating a state does: (from, to, label before, label after)."""
        after = _without(self.labels, state)
        changed = []
        for (p, q), new in after.items():
            old = self.labels.get((p, q), NONE)
            if old != new:
                changed.append((p, q, old, new))
        return tuple(changed)

    def predict(self, tail: State, head: State, text: str) -> Prediction:
        """Judge a prediction of the label of one arrow after the next step, as a language."""
        if self.done:
            return Prediction(False, message("steps.over"))
        from automatakit.languages.compare import counterexample
        from automatakit.languages.operations import from_regex

        expected = self.frames[self.at + 1].get((tail, head), NONE)
        symbols = "".join(self.table.alphabet)
        word = counterexample(from_regex(text, symbols), from_regex(str(expected), symbols))
        values = {"tail": label(tail), "head": label(head), "regex": str(expected)}
        if word is None:
            return Prediction(True, message("eliminate.right", **values))
        return Prediction(False, message("eliminate.wrong", word=word or "ε", **values))

    @property
    def text(self) -> Message:
        if self.at == 0:
            return message("eliminate.start", start=START, end=END)
        values = {"state": label(self.removed), "number": len(self.left)}
        if self.done:
            return message("eliminate.done", regex=str(self.regex), **values)
        return message("eliminate.step", **values)

    def picture(self) -> Picture:
        from automatakit.draw.algorithms import elimination_picture

        return elimination_picture(self)

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": "eliminate", "at": self.at, "total": self.total, "text": str(self.text),
            "left": [label(s) for s in self.left], "removed": None if self.at == 0 else label(self.removed),
            "labels": [[label(p), label(q), str(r)] for (p, q), r in self.labels.items()], "regex": str(self.regex),
        }


def _initial(table: Automaton) -> dict[tuple[State, State], Regex]:
    labels: dict[tuple[State, State], Regex] = {}
    for p, letter, q in table.arrows():
        labels[p, q] = union(labels.get((p, q), NONE), symbol(letter))
    for i in bits(table.start_mask):
        labels[START, table.states[i]] = EMPTY
    for i in bits(table.final_mask):
        labels[table.states[i], END] = EMPTY
    return labels


def _without(labels: Labels, state: State) -> dict[tuple[State, State], Regex]:
    """Return the labels after a state is eliminated: p→q becomes p→q | p→state (state→state)* state→q."""
    loop = star(labels.get((state, state), NONE))
    into = [(p, r) for (p, q), r in labels.items() if q == state and p != state]
    out = [(q, r) for (p, q), r in labels.items() if p == state and q != state]
    result = {(p, q): r for (p, q), r in labels.items() if state not in (p, q)}
    for p, first in into:
        for q, then in out:
            result[p, q] = union(result.get((p, q), NONE), concat(first, loop, then))
    return result


def _price(labels: Labels, state: State) -> tuple[int, int]:
    into = [r for (p, q), r in labels.items() if q == state and p != state]
    out = [r for (p, q), r in labels.items() if p == state and q != state]
    loop = len(labels.get((state, state), NONE))
    length = sum(len(a) + len(b) + loop for a in into for b in out)
    return len(into) * len(out), length
