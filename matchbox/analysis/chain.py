"""The Markov chain of the learning machine over its marker configurations.

A *configuration* is a bit mask over ``rules.circles``: bit set = the marker still lies there.  What one game does to
it stands in `matchbox.analysis.gamelaw`.  A loss removes one marker, so the configurations are partially ordered by
removal; sums over all futures are single backward passes over that order.

All arithmetic is generic: with a law of Fractions every result is an exact fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain as joined
from itertools import pairwise
from math import inf
from threading import RLock
from typing import TypeAlias

from boardkit.engine import Engine, Floats, Ints, Words
from boardkit.errors import UserError
from matchbox.analysis import kernel
from matchbox.analysis.gamelaw import GameTable, Number, Plan
from matchbox.analysis.laws import Law, law
from matchbox.rules.ruleset import Circle, Empty, Rules, Seat, Starter, message, one_of

LIMIT = 100_000
"""Most reachable configurations that the exact engine accepts."""

WORTH = 1e-17
"""A configuration that is less probable than this waits until it is worth carrying on: after 300 games all
probabilities together are wrong by less than 1e-12.  Fractions are carried on whatever their size."""


def full(rules: Rules) -> int:
    """The configuration at the beginning: a marker on every circle."""
    return (1 << len(rules.circles)) - 1


def mask_of(rules: Rules, markers: Iterable[Circle]) -> int:
    """The configuration that holds exactly these circles ``(d, k)``."""
    return sum(1 << rules.circles.index(circle) for circle in rules.subset(markers))


def target_mask(rules: Rules, until: str) -> int:
    """The markers that must be gone for ``winnable`` (perfect on winnable fields) or ``clean`` (only winners left)."""
    one_of("until", until, ("winnable", "clean"))
    return mask_of(rules, rules.bad_on_winnable if until == "winnable" else rules.bad)


def _visited(rules: Rules) -> set[int]:
    """Fields on which the machine can be to move."""
    seen: set[int] = set()
    todo: set[int] = set()
    if rules.starter != Starter.HUMAN:
        todo.add(rules.length)
    if rules.starter != Starter.MACHINE:
        todo.update(rules.length - j for j in rules.human_moves(rules.length))
    while todo:
        d = todo.pop()
        if d == 0 or d in seen:
            continue
        seen.add(d)
        for k in rules.box(d):
            rest = rules.arrival(d, k)
            if rest > 0:
                todo.update(rest - j for j in rules.human_moves(rest))
    return seen


_Empties: TypeAlias = tuple[bool, ...]
"""Which of the boxes below are empty, the nearest first: all on which it depends what can happen above."""


def _contents(rules: Rules, d: int, empties: _Empties, visited: set[int]) -> list[int]:
    """What the box with d to go can hold, as bit masks: all that holds the markers that cannot be lost."""
    moves = rules.box(d)
    fixed = 0
    for i, k in enumerate(moves):
        if not _losable(rules, d, k, empties, visited):
            fixed |= 1 << i
    return [content for content in range(1 << len(moves)) if content & fixed == fixed]


def _count(rules: Rules) -> int:
    """Number of reachable configurations, box by box from Goal to Start.

    Whether a marker can be lost depends only on which lower boxes are empty, and every marker that can be lost can
    stay: so the choices of a box multiply, and only the last ``2 * step`` "is it empty" bits must be carried along.
    """
    visited = _visited(rules)
    groups: Counter[_Empties] = Counter({(False,) * 2 * rules.step: 1})
    for d in range(1, rules.length + 1):
        # Boxes with the same pattern of empty boxes below behave alike from here on: they are counted together.
        grown: Counter[_Empties] = Counter()
        for empties, number in groups.items():
            for content in _contents(rules, d, empties, visited):
                grown[content == 0, *empties[:-1]] += number
        groups = grown
    return groups.total()


def _listed(rules: Rules) -> list[int]:
    """The reachable configurations, in the same way as `_count`."""
    visited = _visited(rules)
    groups: dict[_Empties, list[int]] = {(False,) * 2 * rules.step: [0]}
    base = 0
    for d in range(1, rules.length + 1):
        grown: dict[_Empties, list[int]] = {}
        for empties, configs in groups.items():
            for content in _contents(rules, d, empties, visited):
                group = grown.setdefault((content == 0, *empties[:-1]), [])
                group += [config | content << base for config in configs]
        groups = grown
        base += len(rules.box(d))
    return [config for group in groups.values() for config in group]


def _losable(
    rules: Rules, d: int, k: int, empties: _Empties, visited: set[int]
) -> bool:
    # A machine that is never there never loses a marker of that box.
    if d not in visited:
        return False
    rest = rules.arrival(d, k)
    if rest <= 0:
        return rest < 0
    # Lost are those after which Intelligenz reaches Goal, or a field whose box is empty.
    return any(
        rest == j or empties[d - 1 - (rest - j)] for j in rules.human_moves(rest)
    )


def count_configurations(rules: Rules | None = None) -> int:
    """Number of configurations that play can reach, whoever the opponent is.

    Only for the rule that an empty box resigns; the variants are counted by search.

    Examples
    --------
    >>> count_configurations(), count_configurations(Rules(length=12))
    (16832, 291264)
    """
    rules = Rules.of(rules)
    # Counting needs no list, so a board that is too large is refused at once.
    if rules.empty == Empty.RESIGN:
        return _count(rules)
    return len(_search(rules))


def training_starters(rules: Rules) -> tuple[Seat, ...]:
    """Who may start a training game."""
    if rules.starter in (Starter.MACHINE, Starter.HUMAN):
        return (Seat(str(rules.starter)),)
    return tuple(Seat)


def _search(rules: Rules) -> set[int]:
    """Reachable configurations by breadth-first search against the random teacher, which can do anything."""
    table = GameTable(rules, law("random", rules))
    starters = training_starters(rules)
    todo = [full(rules)]
    seen = set(todo)
    for config in todo:  # which grows on the way
        for starter in starters:
            for bit in table.play(config, starter).removed:
                after = table.after(config, bit)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        if len(seen) > LIMIT:
            raise UserError(message("error.too_many", count=f"> {LIMIT}", limit=LIMIT))
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
        raise UserError(message("error.one_marker", markers=rules.markers))
    if rules.empty != Empty.RESIGN:
        found = list(_search(rules))
    else:
        count = count_configurations(rules)
        if count > LIMIT:
            raise UserError(message("error.too_many", count=count, limit=LIMIT))
        found = _listed(rules)
    # A game takes markers away and adds none, so sorting by their number is enough for the order that is promised.
    return tuple(sorted(found, key=lambda config: (-config.bit_count(), -config)))


Edges: TypeAlias = tuple[tuple[int, Number], ...]


def board_of(rules: Rules, engine: Engine) -> Ints:
    """A board as `matchbox.analysis.kernel` reads it, in the memory of an engine."""
    board = engine.zeros(Ints, kernel.BOARD_SIZE)
    board[kernel.LENGTH] = rules.length
    board[kernel.STEP] = rules.step
    board[kernel.CIRCLES] = len(rules.circles)
    bit = 0
    # Bits are counted from Goal to Start, as in `Rules.circles`.
    for d in range(rules.length + 1):
        moves = rules.box(d)
        board[kernel.FIRST + d] = bit
        board[kernel.FILL + d] = (1 << len(moves)) - 1
        for move in moves:
            board[kernel.REST + bit] = rules.arrival(d, move)
            bit += 1
    for content in range(1 << rules.step):
        row = kernel.MARKERS + kernel.WIDTH * content
        places = [place for place in range(rules.step) if content >> place & 1]
        board[row] = len(places)
        for i, place in enumerate(places, start=1):
            board[row + i] = place
    return board


def hashed(configs: Sequence[int], engine: Engine) -> tuple[Words, Words, Ints]:
    """All configurations, and a hash table over them with its keys and places, which is still empty."""
    # At most half full, so that collisions are few.
    size = 1 << (2 * len(configs)).bit_length()
    places = engine.zeros(Ints, kernel.PLACE + size)
    places[kernel.COUNT] = len(configs)
    places[kernel.SIZE] = size
    return engine.array(Words, configs), engine.zeros(Words, size), places


class Chain:
    """The chain against one teacher: all games of all configurations.

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
    """

    def __init__(
        self,
        rules: Rules,
        law: Law,
        number: type[Fraction] | type[float] = float,
        planner: Callable[[int, Seat], Plan] | None = None,
    ) -> None:
        self.rules = rules
        self.number = number
        self.configs = configurations(rules)
        self.engine = Engine()  # which interprets: it computes with fractions as well
        if number is float:
            # At most one removal for each circle and role, and some numbers for each configuration.
            room = len(self.configs) * (40 * len(rules.circles) + 256)
            self.engine = kernel.program(room).start()
        # The chains of a process are shared, and each engine has one memory
        self.lock = RLock()
        can_sweep = planner is None and rules.empty == Empty.RESIGN
        self.compiled = can_sweep and self.engine.name != "python"
        # The compiled sweep can be repeated with another law; its tables stay.
        if self.compiled:
            self._prepare()
        self.change(law, planner)

    def change(
        self, law: Law, planner: Callable[[int, Seat], Plan] | None = None
    ) -> None:
        """Go on with another teacher."""
        # They belong to the teacher before.
        self.__dict__.pop("edges", None)
        if self.compiled:
            self._sweep(law)
        else:
            self._play(law, planner)

    def _play(self, law: Law, planner: Callable[[int, Seat], Plan] | None) -> None:
        """Play one game of each configuration, and line up who comes next."""
        table = GameTable(self.rules, law, self.number)
        trained = training_starters(self.rules)
        self.win: tuple[list[Number], list[Number]] = ([], [])
        start = []
        child: list[int] = []
        prob = []
        for wins, starter in zip(self.win, (Seat.MACHINE, Seat.HUMAN), strict=True):
            for config in self.configs:
                start.append(len(child))
                plan = None if planner is None else planner(config, starter)
                game = table.play(config, starter, plan)
                wins.append(game.win)
                if starter in trained:
                    for bit, probability in sorted(game.removed.items()):
                        child.append(self.index[table.after(config, bit)])
                        prob.append(probability)
            start.append(len(child))
        self._start = self.engine.array(Ints, start)
        self._child = self.engine.array(Ints, child)
        self._prob = self.engine.array(Floats, prob)

    def _prepare(self) -> None:
        """Room for what the compiled sweep finds."""
        engine = self.engine
        count = len(self.configs)
        most = 2 * count * len(self.rules.circles)
        self._board = *hashed(self.configs, engine), board_of(self.rules, engine)
        self._start = engine.zeros(Ints, 2 * count + 2)
        self._child = engine.zeros(Ints, most)
        self._prob = engine.zeros(Floats, most)

    def _sweep(self, law: Law) -> None:
        """The same as `_play`, compiled; once more with another law, if it is called again."""
        engine = self.engine
        rules = self.rules
        count = len(self.configs)
        # In the shape that the kernel reads, moves that do not exist with probability 0.
        rows = [0.0] * (kernel.WIDTH * len(law))
        for d, row in enumerate(law):
            for move, probability in enumerate(row, start=1):
                rows[kernel.WIDTH * d + move] = float(probability)
        trains = [
            seat in training_starters(rules) for seat in (Seat.MACHINE, Seat.HUMAN)
        ]
        with engine.scratch():
            win = engine.zeros(Floats, 2 * count)
            engine.call(
                kernel.sweep,
                *self._board,
                engine.array(Floats, rows),
                engine.array(Ints, trains),
                engine.zeros(Floats, kernel.WORK_SIZE),
                win,
                self._start,
                self._child,
                self._prob,
            )
            self.win = win[:count], win[count:]

    @cached_property
    def index(self) -> dict[int, int]:
        """Position of a configuration in `configs`."""
        return {config: i for i, config in enumerate(self.configs)}

    @cached_property
    def edges(self) -> tuple[list[Edges], list[Edges]]:
        """For each role, per configuration the pairs (index of the successor, probability).

        The rest of the probability stays.  Empty for a role in which no training game is played.
        """
        start = self._start[:]
        pairs = list(
            zip(self._child[: start[-1]], self._prob[: start[-1]], strict=True)
        )
        rows = [tuple(pairs[begin:end]) for begin, end in pairwise(start)]
        count = len(self.configs)
        # Between the rows of the two roles there is an empty one: each role ends with its number of pairs.
        return rows[:count], rows[count + 1 :]

    @contextmanager
    def walk(self, roles: tuple[int, int], *values: Sequence[Number]) -> Iterator[Walk]:
        """Follow the distribution game by game.

        Parameters
        ----------
        roles : (int, int)
            Who starts games 1, 3, 5, … and 2, 4, 6, …: 0 the machine, 1 the opponent.
        *values : sequence of number
            Functions of the configuration, whose expected values are wanted.

        Examples
        --------
        >>> chain = Chain(Rules(length=3), law("random", Rules(length=3)))
        >>> with chain.walk((0, 1), [float(i == 0) for i in range(8)]) as walk:
        ...     walk.expect(3)  # all markers are still there
        [[1.0, 0.5, 0.4166666666666667]]
        """
        # Arrays that are made inside are given back at the end.
        with self.lock, self.engine.scratch():
            yield Walk(self, roles, values)

    def hitting(
        self, goal: Sequence[bool], roles: tuple[int, int]
    ) -> tuple[list[Number], list[Number]]:
        """Expected games until a goal, per configuration, for the two phases of who starts next.

        ``roles[phase]`` is who starts the next game in phase 0 and 1; phases alternate.
        """
        if self.rules.empty == Empty.REFILL:  # it leads back to earlier configurations
            raise UserError(message("error.refill"))
        count = len(self.configs)
        one: Number = self.number(1)
        with self.lock, self.engine.scratch():
            result = self.engine.array(Floats, [inf] * (2 * count))
            self.engine.call(
                kernel.hitting,
                self.engine.array(Ints, goal),
                count,
                *roles,
                self._start,
                self._child,
                self._prob,
                one,
                result,
            )
            return result[:count], result[count:]


class Walk:
    """The distribution over the configurations of a chain, game by game; see `Chain.walk`."""

    def __init__(
        self, chain: Chain, roles: tuple[int, int], values: Sequence[Sequence[Number]]
    ) -> None:
        engine = chain.engine
        self.chain = chain
        self.roles = roles
        self.number = len(values)
        # Games in one piece; then Ctrl-C is heard.
        self.at_once = 4 if engine.name == "python" else 100
        self.now = engine.zeros(Floats, len(chain.configs))
        self.next = engine.zeros(Floats, len(chain.configs))
        self.now[0] = chain.number(1)  # all markers are there
        self._values = engine.array(Floats, list(joined.from_iterable(values)))

    def skip(self, games: int) -> None:
        """Play some games."""
        self._play(games, 0)

    def expect(self, games: int) -> list[list[Number]]:
        """The expected value of each function before each of the next games, which are played."""
        return self._play(games, self.number)

    def _play(self, games: int, number: int) -> list[list[Number]]:
        result: list[list[Number]] = [[] for _ in range(number)]
        chain = self.chain
        engine = chain.engine
        zero: Number = chain.number(0)
        worth = WORTH if chain.number is float else zero
        while games > 0:
            # The kernel cannot be interrupted, so it gets little at a time.
            piece = min(games, self.at_once)
            with engine.scratch():
                out = engine.array(Floats, [zero] * (number * piece))
                engine.call(
                    kernel.advance,
                    self.now,
                    self.next,
                    len(chain.configs),
                    piece,
                    *self.roles,
                    chain._start,
                    chain._child,
                    chain._prob,
                    worth,
                    self._values,
                    number,
                    out,
                )
                for i, series in enumerate(result):
                    series += out[i * piece : (i + 1) * piece]
            if piece % 2:  # the other one starts the next game
                self.roles = self.roles[1], self.roles[0]
            games -= piece
        return result
