"""Teachers and answers that are computed: clairvoyant teaching, the best law, the best reply to a law."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from random import Random
from typing import TYPE_CHECKING, Any

from boardkit.engine import Engine, Floats, Ints
from boardkit.errors import UserError, missing_part
from matchbox.analysis import kernel
from matchbox.analysis.chain import (
    Chain,
    board_of,
    configurations,
    full,
    hashed,
    target_mask,
)
from matchbox.analysis.gamelaw import GameTable, Plan
from matchbox.analysis.laws import Law, LawLike, law
from matchbox.rules.ruleset import Rules, Seat, message

if TYPE_CHECKING:
    from matchbox.rules.machine import Machine

Progress = Callable[[int, float], object]
"""Called with the number of steps done and the value reached."""


@dataclass(frozen=True)
class Teaching:
    """Optimal teaching with a view of the machine's markers.

    Attributes
    ----------
    values : dict
        Per configuration the expected games to go, if the machine starts the next game and if the teacher does.
    """

    rules: Rules
    values: dict[int, tuple[float, float]]

    def expected(self, first: Seat | str = "machine") -> float:
        """Expected number of games with the machine that still has all its markers."""
        return self.values[full(self.rules)][int(Seat(first) == Seat.HUMAN)]

    def replies(self, config: int, starter: Seat | str) -> Plan:
        """The best reply after each marker (by bit), and the best first move, in a game that `starter` starts."""
        # The next game is started by the other seat
        after = int(Seat(starter) == Seat.MACHINE)
        if config not in self.values:
            # Markers that only an odd opponent could have taken are gone: teach as if fresh.
            return {}, 1
        lost = []
        for bit in range(len(self.rules.circles)):
            left = config & ~(1 << bit)
            lost.append(
                self.values[left][after] if left in self.values else kernel.NEVER
            )
        reply = [1] * len(self.rules.circles)
        plan = [0.0] * kernel.PLAN_SIZE
        # Interpreted: one configuration only, and it is asked for in the middle of a game.
        board = board_of(self.rules, Engine())
        first = kernel.decide(
            config, self.values[config][after], lost, 0, board, plan, reply
        )
        return dict(enumerate(reply)), first


@lru_cache(maxsize=8)
def clairvoyant(rules: Rules | None = None) -> Teaching:
    """The teacher who sees the markers and needs the fewest games on average: a Markov decision process, solved.

    It counts on alternating games, one marker on each circle and a machine that resigns before an empty box, whatever
    else the rules say.  Configurations are solved in the order of removal; inside one, a few rounds of policy iteration
    settle the value of "nothing changed".

    References
    ----------
    .. [1] R. A. Howard, *Dynamic Programming and Markov Processes*, MIT Press, 1960.
    """
    rules = Rules.of(rules)
    configs = configurations(rules)
    engine = kernel.program(len(configs) * 256).start()
    circles = len(rules.circles)
    values = engine.zeros(Floats, 2 * len(configs))
    engine.call(
        kernel.teach,
        *hashed(configs, engine),
        target_mask(rules, "winnable"),
        board_of(rules, engine),
        engine.zeros(Floats, kernel.PLAN_SIZE),
        engine.zeros(Ints, circles),
        engine.zeros(Floats, 2 * circles),
        values,
    )
    machine_starts = values[: len(configs)]
    teacher_starts = values[len(configs) :]
    both = zip(machine_starts, teacher_starts, strict=True)
    return Teaching(rules, dict(zip(configs, both, strict=True)))


def _teaching(rules: Rules) -> Teaching:
    """What the clairvoyant teacher plans, whatever else the rules say: it counts on alternating games."""
    return clairvoyant(
        Rules(length=rules.length, step=rules.step, overshoot=rules.overshoot)
    )


def clairvoyant_plan(rules: Rules, config: int, starter: Seat) -> Plan:
    """How the clairvoyant teacher plays a game against a configuration."""
    return _teaching(rules).replies(config, starter)


@lru_cache(maxsize=4)
def clairvoyant_chain(rules: Rules, number: Any) -> Chain:
    """The chain against the clairvoyant teacher, which is no law, but decides by the configuration.

    Examples
    --------
    >>> chain = clairvoyant_chain(Rules(length=5), float)
    >>> goal = target_mask(chain.rules, "winnable")
    >>> games = chain.hitting([not c & goal for c in chain.configs], (0, 1))[0][0]
    >>> abs(games - clairvoyant(Rules(length=5)).expected()) < 1e-9
    True
    """
    return Chain(rules, law("random", rules), number, _teaching(rules).replies)


class Clairvoyant:
    """The clairvoyant teacher at the table: it looks at the machine before each reply.

    Examples
    --------
    >>> from matchbox.rules.machine import Machine
    >>> machine = Machine(Rules(length=5))
    >>> teacher = Clairvoyant(machine)
    >>> machine.start_game("human")
    >>> teacher.choose(5, Random(1)) in (1, 2, 3)
    True
    """

    name = "clairvoyant"

    def __init__(self, machine: Machine) -> None:
        if not hasattr(machine, "configuration"):
            raise UserError(message("error.machine", value=repr(machine)))
        self.machine = machine
        self.teaching = _teaching(machine.rules)

    def choose(self, d: int, rng: Random) -> int:
        """The reply that teaches soonest."""
        machine = self.machine
        reply, first = self.teaching.replies(machine.configuration, machine.starter)
        # The teacher makes the first move of the game.
        if not machine.current:
            return first
        circle = (machine.current[-1].field, machine.current[-1].move)
        return reply.get(machine.rules.circles.index(circle), 1)


@dataclass(frozen=True)
class BestLaw:
    """A law and what it is worth."""

    law: Law
    value: float


def _softmax(begin: Law, x: Iterable[float]) -> Law:
    """A law by the logarithms of its probabilities: those of the other moves against the first one."""
    logs = iter(x)
    rows: list[tuple[float, ...]] = [()]
    for row in begin[1:]:
        weights = [1.0]
        for _ in row[1:]:
            weights.append(exp(next(logs)))
        total = sum(weights)
        rows.append(tuple(weight / total for weight in weights))
    return tuple(rows)


def best_law(
    rules: Rules | None = None,
    start: LawLike = "epsilon:0.1",
    progress: Progress | None = None,
    first: Seat | str = "machine",
) -> BestLaw:
    """The law over moves that makes the machine perfect on winnable fields in the fewest games on average.

    The roles alternate, and `first` starts game 1 (which is worth a tenth of a game).  A numerical optimum, found
    from `start` by SciPy, not a proof that no other law is better: from another start the search may end in a worse
    one.  ``progress(steps, games)`` is called after every step.

    Raises
    ------
    ModuleNotFoundError
        If SciPy is not installed; the message says how to get it.
    """
    try:
        from scipy.optimize import minimize
    except ModuleNotFoundError as error:
        raise missing_part("rl", error) from None
    rules = Rules.of(rules)
    opening = int(Seat(first) == Seat.HUMAN)
    goal = target_mask(rules, "winnable")
    begin = law(start, rules)
    chain = Chain(rules, begin)
    # Perfect where none of the bad markers of winnable fields is left.
    reached = [not config & goal for config in chain.configs]
    steps: list[float] = []

    def games(x: Iterable[float]) -> float:
        # The configurations and their tables stay; only the law is another.
        chain.change(_softmax(begin, x))
        return float(chain.hitting(reached, (0, 1))[opening][0])

    def step(x: Iterable[float]) -> None:
        steps.append(games(x))
        if progress is not None:
            progress(len(steps), steps[-1])

    logs = []
    for row in begin:
        for chance in row[1:]:
            # A move that is never made has no logarithm.
            logs.append(log(max(float(chance), 1e-3) / max(float(row[0]), 1e-3)))
    found = minimize(
        games, logs, method="BFGS", callback=step, options={"eps": 1e-6, "gtol": 1e-4}
    )
    return BestLaw(_softmax(begin, found.x), games(found.x))


_memoryless: dict[Rules, BestLaw] = {}


def best_memoryless(
    rules: Rules | None = None, progress: Progress | None = None
) -> BestLaw:
    """`best_law` from two starts, once per process."""
    rules = Rules.of(rules)
    if rules not in _memoryless:
        starts = ("random", "epsilon:0.1")
        found = [best_law(rules, start=start, progress=progress) for start in starts]
        _memoryless[rules] = min(found, key=lambda best: best.value)
    return _memoryless[rules]


def best_response(
    opponent: LawLike | Law = "random",
    starter: Seat | str = "machine",
    rules: Rules | None = None,
    exact: bool = True,
) -> Any:
    """The best that any player in the machine's seat can achieve against a law (no machine can beat it).

    Examples
    --------
    >>> print(best_response("random", "human"), best_response("random", "machine"))
    26/27 1
    """
    rules = Rules.of(rules)
    table = GameTable(rules, law(opponent, rules), Fraction if exact else float)
    value = [table.zero] * (rules.length + 1)
    for d in range(1, rules.length + 1):
        options = []
        for k in rules.box(d):
            rest = rules.arrival(d, k)
            if rest > 0:
                options.append(
                    sum(
                        (q * value[then] for then, q in table.replies[rest]), table.zero
                    )
                )
            else:
                options.append(table.one if rest == 0 else table.zero)
        value[d] = max(options)
    if Seat(starter) == Seat.MACHINE:
        return value[-1]
    return sum((q * value[then] for then, q in table.replies[-1]), table.zero)
