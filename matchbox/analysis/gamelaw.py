"""The law of one game: what a game against a teacher does to a configuration of markers, exactly.

A *configuration* is a bit mask over ``rules.circles``: bit set = the marker still lies there.  One game is computed
by a pass over d from Start to Goal: the probability that the machine is to move there, spread over the markers of
the box, then over the replies of the teacher's law.  `matchbox.analysis.chain` strings the games together.

All arithmetic is generic: with a law of Fractions every result is an exact fraction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from matchbox.analysis.laws import Law
from matchbox.rules.ruleset import Empty, Rules, Seat

Number: TypeAlias = Any
"""Fraction or float: the same program computes with either, which types cannot say."""

Plan: TypeAlias = tuple[Mapping[int, int], int]
"""How a teacher who sees the markers plays one game: the reply after each marker (by bit; 1 if it is not named), and
the first move."""

Ways: TypeAlias = tuple[tuple[int, Number], ...]
"""Fields to go, with probabilities."""


class Drawn(NamedTuple):
    """A marker that can be drawn: its bit, the fields to go after it, and after the reply."""

    bit: int
    rest: int
    ways: Ways


class Content(NamedTuple):
    """What lies in a box: its markers, and the probability of each."""

    share: Number
    markers: tuple[Drawn, ...]


@dataclass(frozen=True)
class GameLaw:
    """What one game does to a configuration.

    Attributes
    ----------
    win : number
        Probability that the machine wins.
    removed : dict
        Probability per bit that the game is lost and this marker leaves.
    """

    win: Number
    removed: dict[int, Number] = field(default_factory=dict)


class GameTable:
    """The law of one game against a teacher, for any configuration.

    Parameters
    ----------
    rules : Rules
        ``markers`` must be 1.
    law : Law
    number : type
        ``float`` or ``Fraction``; every probability is of that type.
    """

    def __init__(
        self, rules: Rules, law: Law, number: type[Fraction] | type[float] = float
    ) -> None:
        self.rules = rules
        self.number = number
        self.one: Number = number(1)
        self.zero: Number = number(0)
        self.replies: list[Ways] = []
        for rest, row in enumerate(law):
            ways = []
            for move, probability in enumerate(row, start=1):
                if probability:
                    ways.append((rest - move, number(probability)))
            self.replies.append(tuple(ways))

        # Of every box: where its bits begin, which it has, and by its content (a bit mask) what lies there.
        self.shift = [0]
        self.full_box = [0]
        self.boxes = [[Content(self.zero, ())]]
        bit = 0
        for d in range(1, rules.length + 1):
            markers: list[Drawn] = []
            for k in rules.box(d):
                rest = rules.arrival(d, k)
                markers.append(Drawn(bit + len(markers), rest, self._ways(rest)))
            contents = []
            # Computed once for every content of a box, since all configurations share them.
            for content in range(1 << len(markers)):
                here = tuple(
                    marker for i, marker in enumerate(markers) if content >> i & 1
                )
                contents.append(
                    Content(self.one / len(here) if here else self.zero, here)
                )
            self.shift.append(bit)
            self.full_box.append((1 << len(markers)) - 1)
            self.boxes.append(contents)
            bit += len(markers)

    def content(self, config: int, d: int) -> Content:
        """What lies in the box of d."""
        return self.boxes[d][config >> self.shift[d] & self.full_box[d]]

    def play(
        self, config: int, starter: Seat | str, plan: Plan | None = None
    ) -> GameLaw:
        """The law of one game that the given seat starts.

        With a plan the teacher plays by it, and not by the law.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from matchbox.analysis.chain import full
        >>> from matchbox.analysis.laws import law
        >>> rules = Rules()
        >>> print(GameTable(rules, law("random"), Fraction).play(full(rules), "machine").win)
        359/729
        """
        present = [self.content(config, d) for d in range(self.rules.length + 1)]
        if self.rules.empty == Empty.KEEP_LAST:
            return self._play_keeping(present, starter, plan)
        reach = [self.zero] * len(present)
        for d, probability in self._opening(starter, plan):
            reach[d] = probability
        win = self.zero
        removed: dict[int, Number] = {}
        # From Start to Goal: what leads to a field has been added up when it is reached.
        for d in range(self.rules.length, 0, -1):
            share, markers = present[d]
            # An empty box at the first move: lost, and nothing to remove (E1).
            if not reach[d] or not markers:
                continue
            flow = reach[d] * share
            for bit, rest, ways in markers:
                if rest == 0:
                    win += flow
                if plan is not None:
                    ways = self._planned(bit, rest, plan)
                for then, probability in ways:
                    if present[then].markers:
                        reach[then] += flow * probability
                    else:  # Goal, or an empty box: the last current marker leaves (V1, E2)
                        removed[bit] = removed.get(bit, self.zero) + flow * probability
        return GameLaw(win, removed)

    def _opening(self, starter: Seat | str, plan: Plan | None) -> Ways:
        """Fields to go when the machine is to move first, with probabilities."""
        if starter == Seat.MACHINE:
            return ((self.rules.length, self.one),)
        if plan is None:
            return self.replies[-1]
        _, first_move = plan
        return ((self.rules.length - first_move, self.one),)

    def _ways(self, rest: int) -> Ways:
        """Fields to go after the reply, with probabilities; none after a win, and 0 if the marker overshot."""
        if rest > 0:
            return self.replies[rest]
        return ((0, self.one),) if rest < 0 else ()

    def _planned(self, bit: int, rest: int, plan: Plan) -> Ways:
        if rest <= 0:
            return self._ways(rest)
        replies, _ = plan
        return ((rest - replies.get(bit, 1), self.one),)

    def _play_keeping(
        self, present: Sequence[Content], starter: Seat | str, plan: Plan | None
    ) -> GameLaw:
        """Variant ``keep_last``: the last marker of a box never leaves, the previous current marker does."""
        # For every d how likely it is that the machine is there, by the marker that would leave.
        reach: list[dict[int | None, Number]] = [{} for _ in present]
        for d, probability in self._opening(starter, plan):
            # No marker has been played yet, so none would leave.
            reach[d][None] = probability
        win = self.zero
        removed: dict[int, Number] = {}
        for d in range(self.rules.length, 0, -1):
            share, markers = present[d]
            # The previous current marker has to be remembered: it leaves if the next one may not.
            for previous, chance in reach[d].items():
                flow = chance * share
                for bit, rest, ways in markers:
                    blame = bit if len(markers) > 1 else previous
                    if rest == 0:
                        win += flow
                    if plan is not None:
                        ways = self._planned(bit, rest, plan)
                    for then, probability in ways:
                        if then:
                            now = reach[then].get(blame, self.zero)
                            reach[then][blame] = now + flow * probability
                        elif blame is not None:
                            removed[blame] = (
                                removed.get(blame, self.zero) + flow * probability
                            )
        return GameLaw(win, removed)

    def after(self, config: int, bit: int) -> int:
        """The configuration after the loss of a marker."""
        config &= ~(1 << bit)
        # A box that has become empty gets all its markers back (V3).
        if self.rules.empty == Empty.REFILL:
            d, _ = self.rules.circles[bit]
            if not config >> self.shift[d] & self.full_box[d]:
                config |= self.full_box[d] << self.shift[d]
        return config
