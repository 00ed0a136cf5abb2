"""The law of one game: what a game against a teacher does to a configuration of markers, exactly.

A *configuration* is a bit mask over ``rules.circles``: bit set = the marker still lies there.  One game is computed
by a pass over d from Start to Goal: the probability that the machine is to move there, spread over the markers of
the box, then over the replies of the teacher's law.  `matchbox.analysis.chain` strings the games together.

All arithmetic is generic: with a law of Fractions every result is an exact fraction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matchbox.analysis.laws import Law
from matchbox.rules.ruleset import Empty, Rules, Seat

Number = Any
"""Fraction or float."""

Plan = tuple[Mapping[int, int], int]
"""How a teacher who sees the markers plays one game: the reply after each marker (by bit; 1 if it is not named), and
the first move."""


Ways = tuple[tuple[int, Number], ...]
"""Fields to go, with probabilities."""

Content = tuple[Number, tuple[tuple[int, int, Ways], ...]]
"""Of a box: the probability of each marker; of these the bit, the fields to go after it, and after the reply."""


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

    def __init__(self, rules: Rules, law: Law, number: Any = float) -> None:
        self.rules, self.number = rules, number
        self.one = number(1)
        self.zero = number(0)
        self.replies = [
            tuple((rest - j, number(q)) for j, q in enumerate(row, 1) if q)
            for rest, row in enumerate(law)
        ]
        self.shift, self.full_box = [0], [0]
        self.boxes: list[list[Content]] = [[]]
        bit = 0
        for d in range(1, rules.length + 1):
            moves, table = rules.box(d), []
            marks = [
                (bit + i, rules.arrival(d, k), self._ways(rules.arrival(d, k)))
                for i, k in enumerate(moves)
            ]
            for sub in range(1 << len(moves)):
                here = tuple(marks[i] for i in range(len(moves)) if sub >> i & 1)
                table.append((self.one / len(here) if here else self.zero, here))
            self.shift.append(bit)
            self.full_box.append((1 << len(moves)) - 1)
            self.boxes.append(table)
            bit += len(moves)

    def present(self, config: int) -> list[Content]:
        """What lies in the box of each d."""
        return [
            table[config >> s & f] if table else (self.zero, ())
            for table, s, f in zip(self.boxes, self.shift, self.full_box, strict=True)
        ]

    def play(self, config: int, starter: Seat | str, plan: Plan | None = None) -> GameLaw:
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
        present = self.present(config)
        if self.rules.empty == Empty.KEEP_LAST:
            return self._play_keeping(present, starter, plan)
        reach = [self.zero] * len(present)
        for d, q in self._opening(starter, plan):
            reach[d] = q
        win, removed = self.zero, dict[int, Number]()
        for d in range(len(present) - 1, 0, -1):
            share, circles = present[d]
            if (
                not reach[d] or not circles
            ):  # empty box at the first move: lost, and nothing to remove (E1)
                continue
            flow = reach[d] * share
            for bit, rest, ways in circles:
                if rest == 0:
                    win += flow
                for then, q in ways if plan is None else self._planned(bit, rest, plan):
                    if present[then][1]:
                        reach[then] += flow * q
                    else:  # Goal, or an empty box: the last current marker leaves (V1, E2)
                        removed[bit] = removed.get(bit, self.zero) + flow * q
        return GameLaw(win, removed)

    def _opening(self, starter: Seat | str, plan: Plan | None) -> Ways:
        """Fields to go when the machine is to move first, with probabilities."""
        if starter == Seat.MACHINE:
            return ((self.rules.length, self.one),)
        return self.replies[-1] if plan is None else ((self.rules.length - plan[1], self.one),)

    def _ways(self, rest: int) -> Ways:
        """Fields to go after the reply, with probabilities; none after a win, and 0 if the marker overshot."""
        return self.replies[rest] if rest > 0 else ((0, self.one),) if rest < 0 else ()

    def _planned(self, bit: int, rest: int, plan: Plan) -> Ways:
        return ((rest - plan[0].get(bit, 1), self.one),) if rest > 0 else self._ways(rest)

    def _play_keeping(
        self, present: Sequence[Any], starter: Seat | str, plan: Plan | None
    ) -> GameLaw:
        """Variant ``keep_last``: the last marker of a box never leaves, the previous current marker does."""
        reach: list[dict[int | None, Number]] = [{} for _ in present]
        for d, q in self._opening(starter, plan):
            reach[d][None] = q
        win, removed = self.zero, dict[int, Number]()
        for d in range(len(present) - 1, 0, -1):
            share, circles = present[d]
            for previous, p in reach[d].items():
                for bit, rest, ways in circles:
                    blame, flow = (bit if len(circles) > 1 else previous), p * share
                    if rest == 0:
                        win += flow
                    for then, q in ways if plan is None else self._planned(bit, rest, plan):
                        if then:
                            reach[then][blame] = reach[then].get(blame, self.zero) + flow * q
                        elif blame is not None:
                            removed[blame] = removed.get(blame, self.zero) + flow * q
        return GameLaw(win, removed)

    def after(self, config: int, bit: int) -> int:
        """The configuration after the loss of a marker."""
        config &= ~(1 << bit)
        if self.rules.empty == Empty.REFILL:
            d = self.rules.circles[bit][0]
            if not config >> self.shift[d] & self.full_box[d]:
                config |= self.full_box[d] << self.shift[d]
        return config
