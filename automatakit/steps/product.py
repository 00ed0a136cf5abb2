"""The product of two automata, one entry at a time: two players read the same tower.

For ``"both"`` nondeterministic automata can be multiplied as they are.  Every other way to accept needs to know that
*no* run accepts, so the automata are determinised first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from automatakit.automaton.value import Automaton, State, bits, label
from automatakit.errors import AutomatonError, message
from automatakit.languages.compare import both
from automatakit.languages.minimal import complete_dfa
from automatakit.steps.base import Prediction, Steps
from boardkit.messages import Message

if TYPE_CHECKING:
    from boardkit.svg import Picture

Pair = tuple[int, int]
ACCEPT: dict[str, Callable[[bool, bool], bool]] = {
    "both": lambda left, right: left and right,
    "either": lambda left, right: left or right,
    "left only": lambda left, right: left and not right,
    "right only": lambda left, right: right and not left,
    "one only": lambda left, right: left != right,
    "neither": lambda left, right: not left and not right,
}
"""Which pairs of verdicts a product accepts."""


@dataclass(frozen=True)
class PairEntry:
    """One entry of the product's table: from a pair, on a symbol, to pairs; ``new`` are those not seen before."""

    source: Pair
    symbol: str
    targets: tuple[Pair, ...]
    new: tuple[Pair, ...]


class ProductSteps(Steps):
    """The product construction: each step computes where one pair leads on one symbol.

    Parameters
    ----------
    left, right
        Two automata.
    accept
        ``"both"``, ``"either"``, ``"left only"``, ``"right only"``, ``"one only"`` or ``"neither"``.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> one = table_of({"A": {"b": {"A", "C"}}}, start="A", final={"C"})
    >>> two = table_of({"B": {"b": {"C"}}}, start="B", final={"C"})
    >>> steps = ProductSteps(one, two).last()
    >>> [steps.show(pair) for pair in steps.known]
    ['(A, B)', '(A, C)', '(C, C)']
    >>> steps.partial.accepts("b"), steps.partial.accepts("bb")
    (True, False)
    """

    left: Automaton
    right: Automaton
    accept: str
    starts: tuple[Pair, ...]
    entries: tuple[PairEntry, ...]

    def __init__(self, left: Any, right: Any, accept: str = "both") -> None:
        if accept not in ACCEPT:
            raise AutomatonError.of("accept", accept=repr(accept), known=", ".join(ACCEPT))
        a, b = both(left, right)
        if accept != "both":
            a, b = complete_dfa(a), complete_dfa(b)
        starts = tuple((p, q) for p in bits(a.start_mask) for q in bits(b.start_mask))
        known, entries = list(starts), []
        seen = set(known)
        for pair in known:
            for symbol in a.alphabet:
                targets = tuple((p, q) for p in bits(a.moves[symbol][pair[0]]) for q in bits(b.moves[symbol][pair[1]]))
                new = tuple(target for target in targets if target not in seen)
                seen.update(new)
                known += new
                entries.append(PairEntry(pair, symbol, targets, new))
        self._keep(left=a, right=b, accept=accept, starts=starts, entries=tuple(entries))
        self._begin(len(entries))

    @property
    def current(self) -> PairEntry | None:
        """The entry that the last step computed."""
        return self.entries[self.at - 1] if self.at else None

    @property
    def upcoming(self) -> PairEntry | None:
        """The entry that the next step computes."""
        return None if self.done else self.entries[self.at]

    @property
    def known(self) -> tuple[Pair, ...]:
        """The pairs found so far, in the order of discovery."""
        return (*self.starts, *(pair for entry in self.entries[: self.at] for pair in entry.new))

    @property
    def worklist(self) -> tuple[Pair, ...]:
        """The pairs whose rows are not complete yet."""
        return self.known[self.at // len(self.left.alphabet) :] if self.left.alphabet else ()

    def states(self, pair: Pair) -> tuple[State, State]:
        """Return the two states of a pair."""
        return self.left.states[pair[0]], self.right.states[pair[1]]

    def show(self, pair: Pair) -> str:
        """Return a pair as text."""
        return label(self.states(pair))

    def accepting(self, pair: Pair) -> bool:
        """Whether the product accepts in a pair."""
        verdicts = bool(self.left.final_mask >> pair[0] & 1), bool(self.right.final_mask >> pair[1] & 1)
        return ACCEPT[self.accept](*verdicts)

    @property
    def partial(self) -> Automaton:
        """The product so far; its states are pairs of states."""
        known = self.known
        index = {pair: i for i, pair in enumerate(known)}
        moves = {symbol: [0] * len(known) for symbol in self.left.alphabet}
        for entry in self.entries[: self.at]:
            moves[entry.symbol][index[entry.source]] = sum(1 << index[target] for target in entry.targets)
        return Automaton(
            tuple(self.states(pair) for pair in known), self.left.alphabet,
            {symbol: tuple(row) for symbol, row in moves.items()}, (1 << len(self.starts)) - 1,
            sum(1 << i for i, pair in enumerate(known) if self.accepting(pair)),
        )

    def predict(self, pairs: Iterable[tuple[State, State]]) -> Prediction:
        """Judge a prediction of the pairs that the next step reaches."""
        entry = self.upcoming
        if entry is None:
            return Prediction(False, message("steps.over"))
        said = {(p, q) for p, q in pairs}
        expected = {self.states(target) for target in entry.targets}
        values = {
            "source": self.show(entry.source), "symbol": entry.symbol,
            "targets": ", ".join(map(self.show, entry.targets)) or "∅",
        }
        return Prediction(said == expected, message("product.right" if said == expected else "product.wrong", **values))

    @property
    def text(self) -> Message:
        entry = self.current
        if entry is None:
            return message("product.start", pairs=", ".join(map(self.show, self.starts)) or "∅")
        values = {
            "source": self.show(entry.source), "symbol": entry.symbol,
            "targets": ", ".join(map(self.show, entry.targets)) or "∅",
        }
        if self.done:
            return message("product.done", number=len(self.known), **values)
        if not entry.targets:
            return message("product.stuck", **values)
        return message("product.new" if entry.new else "product.old", **values)

    def picture(self) -> Picture:
        from automatakit.draw.algorithms import product_picture

        return product_picture(self)

    def to_dict(self) -> dict[str, Any]:
        def names(pair: Pair) -> list[str]:
            return [label(s) for s in self.states(pair)]
        entry, following = self.current, self.upcoming
        return {
            "kind": "product", "at": self.at, "total": self.total, "text": str(self.text), "accept": self.accept,
            "symbols": list(self.left.alphabet), "known": [names(pair) for pair in self.known],
            "accepting": [names(pair) for pair in self.known if self.accepting(pair)],
            "worklist": [names(pair) for pair in self.worklist],
            "current": entry and [names(entry.source), entry.symbol, [names(t) for t in entry.targets]],
            "upcoming": following and [names(following.source), following.symbol],
        }
