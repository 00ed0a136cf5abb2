"""Minimisation by partition refinement, one split at a time, with the word that separates.

References
----------
.. [1] E. F. Moore: Gedanken-experiments on sequential machines. Automata Studies (1956) 129–153.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from automatakit.automaton.errors import message
from automatakit.automaton.states import State, bits, image
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import complete_dfa, subsets
from automatakit.steps.base import Prediction, Steps
from boardkit.messages import Message


@dataclass(frozen=True)
class Split:
    """A block and its two parts: from ``inside`` the word is accepted, from ``outside`` it is not (masks)."""

    block: int
    inside: int
    outside: int
    word: str


class MinimiseSteps(Steps[Split]):
    """Partition refinement: each step splits one block by a shortest word that separates its states.

    Parameters
    ----------
    automaton
        Any automaton; what is not deterministic and complete is determinised first, and states that nothing reaches
        are left out.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> dfa = Automaton.of({0: {"b": {1}, "w": {0}}, 1: {"b": {2}, "w": {0}}, 2: {"b": {2}, "w": {0}}},
    ...                start=0, accepting={1, 2})
    >>> steps = MinimiseSteps(dfa)
    >>> [moment.blocks for moment in steps.moments()]
    [((0, 1, 2),), ((0,), (1, 2))]
    """

    kind = "minimise"
    table: Automaton

    def __init__(self, automaton: Any) -> None:
        table = complete_dfa(automaton)
        if table.reachable.bit_count() < len(table.states):
            table = subsets(table).renamed(lambda states: next(iter(states)))
        self._begin(_splits(table), table=table)

    @property
    def partition(self) -> tuple[int, ...]:
        """The blocks as masks, in the order of their first states."""
        blocks = {(1 << len(self.table.states)) - 1}
        for split in self.entries[: self.at]:
            blocks.remove(split.block)
            blocks |= {split.inside, split.outside}
        return tuple(sorted(blocks, key=lambda block: block & -block))

    @property
    def blocks(self) -> tuple[tuple[State, ...], ...]:
        """The blocks as tuples of states."""
        return tuple(self.table.names(block) for block in self.partition)

    @property
    def quotient(self) -> Automaton:
        """The automaton with each block as one state: the minimal one once all steps are done.

        Before the end a block may have several successors; then the quotient is not deterministic yet.
        """
        blocks = [frozenset(states) for states in self.blocks]
        home = {state: block for block in blocks for state in block}
        edges = {(home[p], symbol, home[q]) for p, symbol, q in self.table.edges}
        accepting = {home[state] for state in self.table.accepting}
        return Automaton.make(blocks, home[self.table.start], accepting, edges, self.table.alphabet)

    def predict(self, states: Iterable[State]) -> Prediction:
        """Judge a prediction of the next split: the states of one of its two parts."""
        split = self.upcoming
        if split is None:
            return Prediction(False, message("minimise.no_split"))
        said, name = self.table.mask(states), self.table.set_label
        values = {"inside": name(split.inside), "outside": name(split.outside), "word": split.word or "ε"}
        if said in (split.inside, split.outside):
            return Prediction(True, message("minimise.right", **values))
        home = next((block for block in self.partition if said and not said & ~block), None)
        if home is None:
            return Prediction(False, message("minimise.two_blocks", states=name(said)))
        for symbol in self.table.alphabet if self.at else ():
            if said != home and self._parts(home, said, symbol):
                return Prediction(True, message("minimise.also", states=name(said), symbol=symbol, **values))
        return Prediction(False, message("minimise.together", states=name(said), block=name(home), **values))

    def _parts(self, block: int, part: int, symbol: str) -> bool:
        """Whether a symbol leads a part of a block elsewhere than the rest."""
        row = self.table.moves[symbol]
        def homes(mask: int) -> set[int]:
            return {j for i in bits(mask) for j, b in enumerate(self.partition) if row[i] & b}
        return not homes(part) & homes(block & ~part)

    @property
    def text(self) -> Message:
        split, name = self.current, self.table.set_label
        if split is None:
            return message("minimise.start", number=len(self.table.states))
        values = {"block": name(split.block), "inside": name(split.inside), "outside": name(split.outside)}
        key = "minimise.first" if not split.word else "minimise.split"
        return message(key, word=split.word or "ε", **values)


def _splits(table: Automaton) -> list[Split]:
    """Return the splits in the order of their words: shortest first, so that every word is a shortest one."""
    blocks = [(1 << len(table.states)) - 1]
    splits: list[Split] = []
    level = [("", table.accepting_mask)]  # words, and the states from which each is accepted
    while level:
        useful = []
        for word, inside in level:
            parted = [block for block in blocks if block & inside and block & ~inside]
            for block in parted:
                blocks.remove(block)
                blocks += [block & inside, block & ~inside]
                splits.append(Split(block, block & inside, block & ~inside, word))
            useful += [(word, inside)] if parted else []
        level = sorted((symbol + word, image(inside, table.backward[symbol]))
                       for symbol in table.alphabet for word, inside in useful)
    return splits
