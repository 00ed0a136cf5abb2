"""Minimisation by partition refinement, one split at a time, with the word that separates.

References
----------
.. [1] E. F. Moore: Gedanken-experiments on sequential machines. Automata Studies (1956) 129–153.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from automatakit.automaton.errors import message
from automatakit.automaton.reading import Source
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

    def __init__(self, automaton: Source) -> None:
        table = complete_dfa(automaton)
        if table.reachable.bit_count() < len(table.states):
            # Of a complete deterministic automaton every reached set has one state, whose name it keeps.
            table = subsets(table).renamed(lambda states: next(iter(states)))
        self._begin(_splits(table), table=table)

    @property
    def partition(self) -> tuple[int, ...]:
        """The blocks as masks, in the order of their first states."""
        blocks = {(1 << len(self.table.states)) - 1}
        for split in self.entries[: self.at]:
            blocks.remove(split.block)
            blocks |= {split.inside, split.outside}
        # By its lowest bit: that is its first state.
        return tuple(sorted(blocks, key=lambda block: block & -block))

    @property
    def blocks(self) -> tuple[tuple[State, ...], ...]:
        """The blocks as tuples of states."""
        return tuple(map(self.table.names, self.partition))

    @property
    def quotient(self) -> Automaton:
        """The automaton with each block as one state: the minimal one once all steps are done.

        Before the end a block may have several successors; then the quotient is not deterministic yet.
        """
        blocks = list(map(frozenset, self.blocks))
        home: dict[State, frozenset[State]] = {}
        for block in blocks:
            home.update(dict.fromkeys(block, block))
        edges = {
            (home[tail], symbol, home[head]) for tail, symbol, head in self.table.edges
        }
        accepting = {home[state] for state in self.table.accepting}
        return Automaton.make(
            blocks, home[self.table.start], accepting, edges, self.table.alphabet
        )

    def predict(self, states: Iterable[State]) -> Prediction:
        """Judge a prediction of the next split: the states of one of its two parts."""
        split = self.upcoming
        if split is None:
            return Prediction(False, message("minimise.no_split"))
        said = self.table.mask(states)
        name = self.table.set_label
        values = {
            "inside": name(split.inside),
            "outside": name(split.outside),
            "word": split.word or "ε",
        }
        if said in (split.inside, split.outside):
            return Prediction(True, message("minimise.right", **values))
        home = self._home(said)
        if home is None:
            return Prediction(False, message("minimise.two_blocks", states=name(said)))
        if self.at:  # before the first split all states are in one block, and no symbol leads out of it
            for symbol in self.table.alphabet:
                if said != home and self._parts(home, said, symbol):
                    also = message(
                        "minimise.also", states=name(said), symbol=symbol, **values
                    )
                    return Prediction(True, also)
        together = message(
            "minimise.together", states=name(said), block=name(home), **values
        )
        return Prediction(False, together)

    def _home(self, states: int) -> int | None:
        """The block in which states lie together, None if they do not, or if there are none."""
        if states:
            for block in self.partition:
                if not states & ~block:
                    return block
        return None

    def _parts(self, block: int, part: int, symbol: str) -> bool:
        """Whether a symbol leads a part of a block elsewhere than the rest."""
        row = self.table.moves[symbol]

        def homes(states: int) -> set[int | None]:
            return {self._home(row[state]) for state in bits(states)}

        return homes(part).isdisjoint(homes(block & ~part))

    @property
    def text(self) -> Message:
        split = self.current
        name = self.table.set_label
        if split is None:
            return message("minimise.start", number=len(self.table.states))
        values = {
            "block": name(split.block),
            "inside": name(split.inside),
            "outside": name(split.outside),
        }
        if not split.word:
            return message("minimise.first", word="ε", **values)
        return message("minimise.split", word=split.word, **values)


def _splits(table: Automaton) -> list[Split]:
    """Return the splits in the order of their words: shortest first, so that every word is a shortest one."""
    blocks = [(1 << len(table.states)) - 1]
    splits: list[Split] = []
    # Words, and the states from which each is accepted
    level = [("", table.accepting_mask)]
    while level:
        useful = []
        for word, inside in level:
            parted = [block for block in blocks if block & inside and block & ~inside]
            for block in parted:
                split = Split(block, block & inside, block & ~inside, word)
                blocks.remove(block)
                blocks += [split.inside, split.outside]
                splits.append(split)
            if parted:
                useful.append((word, inside))
        # What a word has not parted, no longer word that ends in it will part: only useful ones grow, at the front.
        level = []
        for symbol in table.alphabet:
            for word, inside in useful:
                level.append((symbol + word, image(inside, table.backward[symbol])))
        level.sort()
    return splits
