"""The Markov chain of the learning machine over its marker configurations.

A *configuration* is a bit mask over ``rules.circles``: bit set = the marker still lies there.  What one game does to
it stands in `matchbox.analysis.gamelaw`.  A loss removes one marker, so the configurations are partially ordered by
removal; sums over all futures are single backward passes over that order.

All arithmetic is generic: with a law of Fractions every result is an exact fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from boardkit.errors import UserError
from matchbox.analysis.gamelaw import GameTable, Number, Plan
from matchbox.players.teachers import Law, law
from matchbox.rules.ruleset import CATALOGUE, Empty, Rules, Seat, Starter, one_of

__all__ = ["LIMIT", "Chain", "configurations", "count_configurations", "full", "mask_of", "target_mask",
           "training_starters"]

LIMIT = 100_000
"""Most reachable configurations that the exact engine accepts."""


def full(rules: Rules) -> int:
    """The configuration at the beginning: a marker on every circle."""
    return (1 << len(rules.circles)) - 1


def mask_of(rules: Rules, markers: Any) -> int:
    """The configuration that holds exactly these circles ``(d, k)``."""
    index = {c: i for i, c in enumerate(rules.circles)}
    return sum(1 << index[c] for c in rules.subset(markers))


def target_mask(rules: Rules, until: str) -> int:
    """The markers that must be gone for ``winnable`` (perfect on winnable fields) or ``clean`` (only winners left)."""
    one_of("until", until, ("winnable", "clean"))
    return mask_of(rules, rules.bad_on_winnable if until == "winnable" else rules.bad)


def _visited(rules: Rules) -> set[int]:
    """Fields on which the machine can be to move."""
    seen: set[int] = set()
    todo = {rules.length} if rules.starter != Starter.HUMAN else set()
    if rules.starter != Starter.MACHINE:
        todo |= {rules.length - j for j in rules.human_moves(rules.length)}
    while todo:
        d = todo.pop()
        if d > 0 and d not in seen:
            seen.add(d)
            rests = [rules.arrival(d, k) for k in rules.box(d)]
            todo |= {rest - j for rest in rests if rest > 0 for j in rules.human_moves(rest)}
    return seen


def _lists(rules: Rules, count_only: bool) -> tuple[int, list[int]]:
    """Reachable configurations, box by box from Ziel to Start.

    Whether a marker can be lost depends only on which lower boxes are empty, and every marker that can be lost can
    stay: so the choices of a box multiply, and only the last ``2 * step`` "is it empty" bits must be carried along.
    """
    window = 2 * rules.step
    visited = _visited(rules)
    groups: dict[tuple[bool, ...], Any] = {(False,) * window: 1 if count_only else [0]}
    base = 0
    for d in range(1, rules.length + 1):
        moves = rules.box(d)
        new: dict[tuple[bool, ...], Any] = {}
        for empties, so_far in groups.items():  # empties[i]: is the box with d - 1 - i to go empty?
            fixed = sum(1 << i for i, k in enumerate(moves) if not _losable(rules, d, k, empties, visited))
            for sub in range(1 << len(moves)):
                if sub & fixed != fixed:
                    continue
                key = (sub == 0, *empties[:-1])
                if count_only:
                    new[key] = new.get(key, 0) + so_far
                else:
                    new.setdefault(key, []).extend(c | sub << base for c in so_far)
        groups = new
        base += len(moves)
    if count_only:
        return sum(groups.values()), []
    return 0, [c for group in groups.values() for c in group]


def _losable(rules: Rules, d: int, k: int, empties: tuple[bool, ...], visited: set[int]) -> bool:
    if d not in visited:
        return False
    rest = rules.arrival(d, k)
    if rest <= 0:
        return rest < 0
    return any(rest == j or empties[d - 1 - (rest - j)] for j in rules.human_moves(rest))


def count_configurations(rules: Rules | None = None) -> int:
    """Number of configurations that play can reach, whoever the opponent is.

    Only for the rule that an empty box resigns; the variants are counted by search.

    Examples
    --------
    >>> count_configurations(), count_configurations(Rules(length=12))
    (16832, 291264)
    """
    rules = Rules.of(rules)
    if rules.empty == Empty.RESIGN:
        return _lists(rules, count_only=True)[0]
    return len(_search(rules))


def training_starters(rules: Rules) -> tuple[Seat, ...]:
    """Who may start a training game."""
    return (Seat(str(rules.starter)),) if rules.starter in (Starter.MACHINE, Starter.HUMAN) else tuple(Seat)


def _search(rules: Rules) -> set[int]:
    """Reachable configurations by breadth-first search against the random teacher, which can do anything."""
    table = GameTable(rules, law("random", rules))
    starters = training_starters(rules)
    seen = {full(rules)}
    todo = list(seen)
    while todo:
        config = todo.pop()
        for starter in starters:
            for bit in table.play(config, starter).removed:
                child = table.after(config, bit)
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        if len(seen) > LIMIT:
            raise UserError(CATALOGUE.message("error.too_many", count=f"> {LIMIT}", limit=LIMIT))
    return seen


@lru_cache(maxsize=16)
def configurations(rules: Rules) -> tuple[int, ...]:
    """All reachable configurations in removal order: every configuration stands before what can become of it.

    Raises
    ------
    UserError
        If there are more than `LIMIT`, or a circle may hold several markers.
    """
    rules = Rules.of(rules)
    if rules.markers != 1:
        raise UserError(CATALOGUE.message("error.one_marker", markers=rules.markers))
    if rules.empty != Empty.RESIGN:
        found = list(_search(rules))
    else:
        count = count_configurations(rules)
        if count > LIMIT:
            raise UserError(CATALOGUE.message("error.too_many", count=count, limit=LIMIT))
        found = _lists(rules, count_only=False)[1]
    return tuple(sorted(found, key=lambda c: (-c.bit_count(), -c)))


Edges = tuple[tuple[int, Number], ...]


class Chain:
    """The chain against one teacher: all games of all configurations, in plain Python.

    Parameters
    ----------
    rules : Rules
    law : Law
    number : type
        ``float`` or ``Fraction``.
    planner : callable, optional
        For a teacher who sees the markers: called with a configuration and the starter, it gives the `Plan` of that
        game, which takes the place of the law.

    Attributes
    ----------
    configs : tuple of int
        Configurations in removal order.
    win : tuple of two lists
        Probability of a win, ``win[0]`` if the machine starts and ``win[1]`` if the opponent does.
    edges : tuple of two lists
        Per configuration the pairs (index of the successor, probability); the rest of the probability stays.
        Empty for a role in which no training game is played.
    """

    engine = "python"

    def __init__(self, rules: Rules, law: Law, number: Any = float,
                 planner: Callable[[int, Seat], Plan] | None = None) -> None:
        self.rules, self.number = rules, number
        self.configs = configurations(rules)
        self.win: tuple[list[Number], list[Number]] = ([], [])
        self.edges: tuple[list[Edges], list[Edges]] = ([], [])
        index, starters = self.index, training_starters(rules)
        table = GameTable(rules, law, number)
        for config in self.configs:
            for side, starter in enumerate((Seat.MACHINE, Seat.HUMAN)):
                game = table.play(config, starter, planner and planner(config, starter))
                self.win[side].append(game.win)
                lost = game.removed.items() if starter in starters else ()
                self.edges[side].append(tuple((index[table.after(config, b)], p) for b, p in lost))

    @cached_property
    def index(self) -> dict[int, int]:
        """Position of a configuration in `configs`."""
        return {c: i for i, c in enumerate(self.configs)}

    def step(self, dist: list[Number], side: int) -> list[Number]:
        """The distribution after one more game, started by the machine (side 0) or the opponent (side 1)."""
        new = list(dist)
        for i, edges in enumerate(self.edges[side]):
            p = dist[i]
            if p:
                for child, q in edges:
                    flow = p * q
                    new[child] += flow
                    new[i] -= flow
        return new

    def distributions(self, sides: Iterator[int]) -> Iterator[list[Number]]:
        """Distributions after 0, 1, 2, … games; ``sides`` says who starts each game."""
        dist = [self.number(0)] * len(self.configs)
        dist[self.index[full(self.rules)]] = self.number(1)
        yield dist
        for side in sides:
            dist = self.step(dist, side)
            yield dist

    def means(self, sides: Sequence[int], values: Sequence[Sequence[Number]],
              at: Sequence[int] | None = None) -> list[list[Number]]:
        """Expected values after n games, for several value vectors: ``result[vector][n]``.

        ``at`` restricts n to some ascending numbers of games.
        """
        wanted = range(len(sides) + 1) if at is None else at
        result: list[list[Number]] = [[] for _ in values]
        for n, dist in enumerate(self.distributions(iter(sides))):
            if n in wanted:
                for series, vector in zip(result, values, strict=True):
                    series.append(self.mean(dist, vector))
        return result

    def vector(self, values: Sequence[Number]) -> Sequence[Number]:
        """Values per configuration in the form that `mean` reads fastest."""
        return values

    def mean(self, dist: Sequence[Number], values: Sequence[Number]) -> Number:
        """Expected value under a distribution."""
        return sum((p * v for p, v in zip(dist, values, strict=True) if p), self.number(0))

    def hitting(self, target: Sequence[bool], sides: tuple[int, int]) -> tuple[list[Number], list[Number]]:
        """Expected games until a target, per configuration, for the two phases of who starts next.

        ``sides[phase]`` is who starts the next game in phase 0 and 1; phases alternate.
        """
        inf = float("inf")
        result: tuple[list[Number], list[Number]] = ([inf] * len(self.configs), [inf] * len(self.configs))
        one = self.number(1)
        for i in range(len(self.configs) - 1, -1, -1):
            if target[i]:
                result[0][i] = result[1][i] = self.number(0)
                continue
            after, leave = [], []
            for phase in (0, 1):
                edges = self.edges[sides[phase]][i]
                then = result[1 - phase]
                after.append(one + sum((p * then[child] for child, p in edges), self.number(0)))
                leave.append(sum((p for _, p in edges), self.number(0)))
            # Staying leads to the other phase: two linear equations for the two phases.
            det = leave[0] + leave[1] - leave[0] * leave[1]
            if det:
                for phase in (0, 1):
                    stay = one - leave[phase]
                    result[phase][i] = (after[phase] + (stay * after[1 - phase] if stay else stay)) / det
        return result
