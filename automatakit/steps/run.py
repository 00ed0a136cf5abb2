"""A run of an NFA on a word, symbol by symbol: active states, dead branches, single runs, the tree of runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from automatakit.automaton.errors import message
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Edge, State, bits, label
from automatakit.automaton.value import Automaton
from automatakit.languages.runs import accepting_runs, hopeful_sets
from automatakit.steps.base import Prediction, Steps
from automatakit.steps.predicted import compare_sets
from boardkit.messages import Message

Fate: TypeAlias = Literal["open", "dead", "early", "accepting", "rejecting"]
TREE_LIMIT = 400


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree of runs.

    Attributes
    ----------
    number, parent
        Its number, and that of the node it grew from (None at the root).
    state, depth
        The state, and the number of symbols read.
    fate
        ``"open"``: it goes on (or the moment is not further yet); ``"dead"``: no arrow for the next symbol;
        ``"early"``: dead in an accepting state before the word was read; ``"accepting"`` or ``"rejecting"``
        after the whole word.
    """

    number: int
    parent: int | None
    state: State
    depth: int
    fate: Fate


@dataclass(frozen=True)
class RunTree:
    """All runs on a word as a tree; ``complete`` is False if the limit cut it off."""

    nodes: tuple[TreeNode, ...]
    complete: bool

    def path(self, node: TreeNode) -> tuple[State, ...]:
        """Return the states from the root to a node."""
        states = [node.state]
        while node.parent is not None:
            node = self.nodes[node.parent]
            states.append(node.state)
        return tuple(reversed(states))

    def children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        """Return the nodes that grew from a node."""
        return tuple(child for child in self.nodes if child.parent == node.number)


class RunSteps(Steps[str]):
    """An NFA reading a word: moment *i* is after *i* symbols.

    Parameters
    ----------
    automaton
        Any automaton.
    word
        What it reads; a foreign symbol is an error.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> nfa = Automaton.of({"A": {"b": {"A", "C"}, "w": {"B"}}, "B": {"b": {"C"}}}, start="A", accepting={"C"})
    >>> run = RunSteps(nfa, "bwb")
    >>> [moment.active for moment in run.moments()]
    [('A',), ('A', 'C'), ('B',), ('C',)]
    >>> run.next().early, run.next().next().died, run.last().accepted
    (('C',), ('C',), True)
    >>> run.last().back().active
    ('B',)
    """

    kind = "run"
    table: Automaton
    word: str
    masks: tuple[int, ...]

    def __init__(self, automaton: Source, word: str) -> None:
        table = Automaton.of(automaton)
        masks = [table.start_mask]
        for symbol in word:
            masks.append(table.step(masks[-1], symbol))
        self._begin(word, table=table, word=word, masks=tuple(masks))

    @property
    def read(self) -> str:
        """The part of the word that has been read."""
        return self.word[: self.at]

    @property
    def rest(self) -> str:
        """The part of the word that has not been read yet."""
        return self.word[self.at :]

    @property
    def active(self) -> tuple[State, ...]:
        """The states in which some run is now."""
        return self.table.names(self.masks[self.at])

    @property
    def sets(self) -> tuple[tuple[State, ...], ...]:
        """The active states after 0, 1, … symbols, up to now."""
        return tuple(map(self.table.names, self.masks[: self.at + 1]))

    @property
    def arrows(self) -> tuple[Edge, ...]:
        """The transitions that were taken in the last step."""
        before = self.back().active
        taken = []
        for tail, symbol, head in self.table.arrows():
            if symbol == self.current and tail in before:
                taken.append((tail, symbol, head))
        return tuple(taken)

    @property
    def died(self) -> tuple[State, ...]:
        """The states whose branches ended in the last step, for want of an arrow."""
        if self.at == 0:
            return ()
        alive = {tail for tail, _, _ in self.arrows}
        return tuple(state for state in self.back().active if state not in alive)

    @property
    def early(self) -> tuple[State, ...]:
        """Accepting states that are active although the word is not over: that does not count."""
        if self.done:
            return ()
        return self.table.names(self.masks[self.at] & self.table.accepting_mask)

    @property
    def hopeful(self) -> tuple[State, ...]:
        """The active states from which the rest of the word is accepted."""
        hopeful = hopeful_sets(self.table, self.word)
        return self.table.names(self.masks[self.at] & hopeful[self.at])

    @property
    def accepted(self) -> bool | None:
        """The verdict; None while symbols are left."""
        if not self.done:
            return None
        return bool(self.masks[-1] & self.table.accepting_mask)

    @property
    def witness(self) -> tuple[State, ...] | None:
        """The first accepting run on the whole word, None if there is none."""
        return next(self.runs(), None)

    def runs(self) -> Iterator[tuple[State, ...]]:
        """Yield all accepting runs on the whole word, lazily."""
        return accepting_runs(self.table, self.word)

    def tree(self, limit: int = TREE_LIMIT) -> RunTree:
        """Return the tree of all runs up to this moment, with the fate of every branch.

        Parameters
        ----------
        limit
            Largest number of nodes; beyond it the tree is cut off and not ``complete``.
        """
        table = self.table
        nodes: list[TreeNode] = []
        queue: list[tuple[int | None, int, int]] = []  # parent, state, depth
        for state in bits(table.start_mask):
            queue.append((None, state, 0))
        # Level by level: if the limit cuts it off, it is the far end that is missing.
        for parent, state, depth in queue:  # which grows meanwhile
            number = len(nodes)
            if number >= limit:
                return RunTree(tuple(nodes), complete=False)
            children = 0
            if depth < len(self.word):
                children = table.moves[self.word[depth]][state]
            fate = self._fate(state, depth, dead_end=not children)
            nodes.append(TreeNode(number, parent, table.states[state], depth, fate))
            if depth < self.at:
                queue += [(number, child, depth + 1) for child in bits(children)]
        return RunTree(tuple(nodes), complete=True)

    def _fate(self, state: int, depth: int, dead_end: bool) -> Fate:
        final = self.table.is_accepting(state)
        if depth == len(self.word):
            return "accepting" if final else "rejecting"
        if not dead_end or depth >= self.at:
            return "open"
        return "early" if final else "dead"

    def predict(self, states: Iterable[State]) -> Prediction:
        """Judge a prediction of the active states after the next symbol."""
        if self.upcoming is None:
            return Prediction(False, message("steps.over"))
        before, expected = self.masks[self.at : self.at + 2]
        return compare_sets(
            self.table, self.table.mask(states), expected, self.upcoming, before
        )

    @property
    def text(self) -> Message:
        now = self.table.set_label(self.masks[self.at])
        if self.at == 0:
            return message("run.start", states=now, word=self.word or "ε")
        before = self.table.set_label(self.masks[self.at - 1])
        values = {"symbol": self.current, "before": before, "now": now}
        if self.done and self.accepted:
            return message("run.accepted", **values)
        if self.done:
            return message("run.rejected", **values)
        if self.early:
            return message(
                "run.early", early=", ".join(map(label, self.early)), **values
            )
        if self.died:
            return message("run.died", died=", ".join(map(label, self.died)), **values)
        return message("run.step", **values)
