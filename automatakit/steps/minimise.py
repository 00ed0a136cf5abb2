"""Minimisation by partition refinement, one split at a time, with the word that separates.

References
----------
.. [1] E. F. Moore: Gedanken-experiments on sequential machines. Automata Studies (1956) 129–153.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from automatakit.automaton.value import Automaton, State, bits, label
from automatakit.errors import message
from automatakit.languages.minimal import complete_dfa
from automatakit.steps.base import Prediction, Steps
from boardkit.messages import Message

if TYPE_CHECKING:
    from boardkit.svg import Picture


@dataclass(frozen=True)
class Split:
    """A block and its two parts: from ``inside`` the word is accepted, from ``outside`` it is not (masks)."""

    block: int
    inside: int
    outside: int
    word: str


class MinimiseSteps(Steps):
    """Partition refinement: each step splits one block by a shortest word that separates its states.

    Parameters
    ----------
    automaton
        Any automaton; what is not deterministic and complete is determinised first, and states that nothing reaches
        are left out.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> dfa = table_of({0: {"b": {1}, "w": {0}}, 1: {"b": {2}, "w": {0}}, 2: {"b": {2}, "w": {0}}},
    ...                start=0, final={1, 2})
    >>> steps = MinimiseSteps(dfa)
    >>> [moment.blocks for moment in steps.moments()]
    [((0, 1, 2),), ((0,), (1, 2))]
    >>> steps.separating_word(0, 1), steps.separating_word(1, 2)
    ('', None)
    """

    table: Automaton
    splits: tuple[Split, ...]

    def __init__(self, automaton: Any) -> None:
        table = reachable_part(complete_dfa(automaton))
        self._keep(table=table, splits=tuple(_splits(table)))
        self._begin(len(self.splits))

    @property
    def partition(self) -> tuple[int, ...]:
        """The blocks as masks, in the order of their first states."""
        blocks = {(1 << len(self.table.states)) - 1}
        for split in self.splits[: self.at]:
            blocks.remove(split.block)
            blocks |= {split.inside, split.outside}
        return tuple(sorted(blocks, key=lambda block: block & -block))

    @property
    def blocks(self) -> tuple[tuple[State, ...], ...]:
        """The blocks as tuples of states."""
        return tuple(self.table.names(block) for block in self.partition)

    @property
    def current(self) -> Split | None:
        """The split that the last step made."""
        return self.splits[self.at - 1] if self.at else None

    @property
    def upcoming(self) -> Split | None:
        """The split that the next step makes."""
        return None if self.done else self.splits[self.at]

    def separating_word(self, left: State, right: State) -> str | None:
        """Return the word that separates two states, None if no split parts them."""
        a, b = self.table.mask([left]), self.table.mask([right])
        for split in self.splits:
            if (a & split.inside and b & split.outside) or (a & split.outside and b & split.inside):
                return split.word
        return None

    @property
    def quotient(self) -> Automaton:
        """The automaton with each block as one state: the minimal one once all steps are done.

        Before the end a block may have several successors; then the quotient is not deterministic yet.
        """
        blocks = self.partition
        moves = {}
        for symbol, row in self.table.moves.items():
            moves[symbol] = tuple(
                sum(1 << j for j, other in enumerate(blocks) if any(row[i] & other for i in bits(block)))
                for block in blocks
            )
        return Automaton(
            tuple(frozenset(states) for states in self.blocks), self.table.alphabet, moves,
            sum(1 << j for j, block in enumerate(blocks) if block & self.table.start_mask),
            sum(1 << j for j, block in enumerate(blocks) if block & self.table.final_mask),
        )

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

    def picture(self) -> Picture:
        from automatakit.draw.algorithms import minimise_picture

        return minimise_picture(self)

    def to_dict(self) -> dict[str, Any]:
        def names(mask: int) -> list[str]:
            return [label(s) for s in self.table.names(mask)]
        split = self.current
        return {
            "kind": "minimise", "at": self.at, "total": self.total, "text": str(self.text),
            "states": [label(s) for s in self.table.states], "symbols": list(self.table.alphabet),
            "blocks": [names(block) for block in self.partition],
            "current": split and [names(split.block), names(split.inside), names(split.outside), split.word],
        }


def reachable_part(table: Automaton) -> Automaton:
    """Return a deterministic table without the states that no word reaches."""
    kept = list(bits(table.reachable))
    if len(kept) == len(table.states):
        return table
    new = {old: i for i, old in enumerate(kept)}
    def shrink(mask: int) -> int:
        return sum(1 << new[i] for i in bits(mask) if i in new)
    return Automaton(
        tuple(table.states[i] for i in kept), table.alphabet,
        {s: tuple(shrink(row[i]) for i in kept) for s, row in table.moves.items()},
        shrink(table.start_mask), shrink(table.final_mask),
    )


def _splits(table: Automaton) -> list[Split]:
    """Return the splits in the order of their words: shortest first, so that every word is a shortest one."""
    everything = (1 << len(table.states)) - 1
    blocks = [everything]
    splits: list[Split] = []
    accepted = {"": table.final_mask}  # word → the states from which it is accepted
    level = [""]
    while level:
        for word in level:
            inside = accepted[word]
            for block in list(blocks):
                if block & inside and block & ~inside:
                    splits.append(Split(block, block & inside, block & ~inside, word))
                    blocks.remove(block)
                    blocks += [block & inside, block & ~inside]
        useful = [word for word in level if any(split.word == word for split in splits)]
        level = []
        for symbol in table.alphabet:
            for word in useful:
                longer = symbol + word
                column = table.backward[symbol]
                accepted[longer] = 0
                for i in bits(accepted[word]):
                    accepted[longer] |= column[i]
                level.append(longer)
        level.sort()
    return splits
