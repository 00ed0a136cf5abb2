"""Teachers and answers that are computed: clairvoyant teaching, the best law, the best reply to a law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, log
from random import Random
from typing import TYPE_CHECKING, Any

from boardkit.errors import UserError, whole_number
from matchbox.analysis.chain import Chain, configurations, full, target_mask
from matchbox.analysis.gamelaw import GameTable, Plan
from matchbox.analysis.minimise import Progress, minimise
from matchbox.players.teachers import Law, LawLike, law
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat, one_of, share

if TYPE_CHECKING:
    from matchbox.rules.machine import Machine

__all__ = ["BestLaw", "Clairvoyant", "Teaching", "best_law", "best_memoryless", "best_response", "clairvoyant",
           "clairvoyant_chain", "clairvoyant_plan"]


class _Games:
    """The inside of one game, seen as a decision of the teacher: values are affine in the value of "no change"."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = GameTable(rules, law("random", rules))

    def best(self, config: int, lost: dict[int, float], stay: float) -> tuple[list[Any], dict[int, int], int]:
        """Cheapest replies, given what losing each marker costs and what "no change" costs.

        Returns the affine value ``(a, b)`` of each field with the machine to move (value = a + b * stay), the reply
        after each marker, and the teacher's first move.
        """
        present = self.table.present(config)
        value: list[Any] = [None] * len(present)
        reply: dict[int, int] = {}
        for d in range(1, len(present)):
            share, circles = present[d]
            a = b = 0.0
            for bit, rest in circles:
                best = (0.0, 1.0) if rest == 0 else (lost[bit], 0.0)
                if rest > 0:
                    options = []
                    for then, _ in self.table.replies[rest]:
                        pair = value[then] if present[then][1] else (lost[bit], 0.0)
                        options.append((pair[0] + pair[1] * stay, rest - then, pair))
                    _, reply[bit], best = min(options)
                a, b = a + share * best[0], b + share * best[1]
            value[d] = (a, b) if circles else (0.0, 1.0)
        top = len(present) - 1
        starts = [(value[top - j][0] + value[top - j][1] * stay, j) for j in self.rules.human_moves(top)]
        return value, reply, min(starts)[1]


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
        after = int(Seat(starter) == Seat.MACHINE)  # the next game is started by the other seat
        if config not in self.values:  # markers that only an odd opponent could have taken: teach as if fresh
            return {}, 1
        games = _Games(self.rules)
        lost = {bit: self.values[config & ~(1 << bit)][after]
                for bit in range(len(self.rules.circles)) if config & ~(1 << bit) in self.values}
        _, reply, first = games.best(config, _Cost(lost), self.values[config][after])
        return reply, first


class _Cost(dict[int, float]):
    """What losing a marker costs; losses that cannot happen are never chosen."""

    def __missing__(self, bit: int) -> float:
        return 1e9


@lru_cache(maxsize=8)
def clairvoyant(rules: Rules | None = None, until: str = "winnable") -> Teaching:
    """The teacher who sees the markers and needs the fewest games on average: a Markov decision process, solved.

    It counts on alternating games, one marker on each circle and a machine that resigns before an empty box, whatever
    else the rules say.  Configurations are solved in the order of removal; inside one, a few rounds of policy iteration
    settle the value of "nothing changed".

    References
    ----------
    .. [1] R. A. Howard, *Dynamic Programming and Markov Processes*, MIT Press, 1960.
    """
    rules = Rules.of(rules)
    games = _Games(rules)
    goal = target_mask(rules, until)
    values: dict[int, tuple[float, float]] = {}
    for config in reversed(configurations(rules)):
        if not config & goal:
            values[config] = (0.0, 0.0)
            continue
        children = {b: values[config & ~(1 << b)] for b in range(len(rules.circles))
                    if config >> b & 1 and config & ~(1 << b) in values}
        lost = [_Cost({b: v[1 - side] for b, v in children.items()}) for side in (0, 1)]
        now, before = (1e6, 1e6), None
        while now != before:
            before = now
            fields, _, _ = games.best(config, lost[0], now[1])
            a0, b0 = fields[-1]
            fields, _, first = games.best(config, lost[1], now[0])
            a1, b1 = fields[len(fields) - 1 - first]
            det = 1 - b0 * b1
            if det < 1e-12:
                now = (inf, inf)
                break
            new = (1 + a0 + b0 * (1 + a1)) / det, (1 + a1 + b1 * (1 + a0)) / det
            now = new if max(abs(x - y) for x, y in zip(new, now, strict=True)) > 1e-12 else before
        values[config] = now
    return Teaching(rules, values)


def _teaching(rules: Rules, until: str = "winnable") -> Teaching:
    """What the clairvoyant teacher plans, whatever else the rules say: it counts on alternating games."""
    return clairvoyant(Rules(length=rules.length, step=rules.step, overshoot=rules.overshoot), until)


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

    def __init__(self, machine: Machine, until: str = "winnable") -> None:
        if not hasattr(machine, "configuration"):
            raise UserError(CATALOGUE.message("error.machine", value=repr(machine)))
        self.machine = machine
        self.teaching = _teaching(machine.rules, until)

    def choose(self, d: int, rng: Random) -> int:
        """The reply that teaches soonest."""
        machine = self.machine
        reply, first = self.teaching.replies(machine.configuration, machine.starter)
        if not machine.current:
            return first
        circle = (machine.current[-1].field, machine.current[-1].move)
        return reply.get(machine.rules.circles.index(circle), 1)


@dataclass(frozen=True)
class BestLaw:
    """A law and what it is worth."""

    law: Law
    value: float


def _value_and_gradient(rules: Rules, policy: Law, until: str, opening: int) -> tuple[float, list[list[float]]]:
    """Expected games of a law, and its derivative by every probability (the policy gradient theorem, exactly).

    ``opening`` is who starts game 1: 0 the machine, 1 the teacher.
    """
    chain = Chain(rules, policy)
    goal = target_mask(rules, until)
    to_go = chain.hitting([not c & goal for c in chain.configs], (0, 1))
    table, top, step = GameTable(rules, policy), rules.length, rules.step
    gradient = [[0.0] * (step + 1) for _ in range(top + 1)]
    mass = [[0.0] * len(chain.configs) for _ in range(2)]
    mass[opening][chain.index[full(rules)]] = 1.0
    for i, config in enumerate(chain.configs):
        arrive = mass[0][i], mass[1][i]
        if not config & goal or not (arrive[0] or arrive[1]):
            continue
        leave = [sum(p for _, p in chain.edges[s][i]) for s in (0, 1)]
        det = leave[0] + leave[1] - leave[0] * leave[1]
        present = table.present(config)
        for side in (0, 1):
            visits = (arrive[side] + (1 - leave[1 - side]) * arrive[1 - side]) / det
            for child, p in chain.edges[side][i]:
                mass[1 - side][child] += visits * p
            then_value, stay = to_go[1 - side], to_go[1 - side][i]
            value = [stay] * (top + 1)  # expected games to go after this one, machine to move
            options: dict[int, list[tuple[int, float]]] = {}
            for d in range(1, top + 1):
                share, circles = present[d]
                total = 0.0
                for bit, rest in circles:
                    if rest == 0:
                        total += stay
                        continue
                    loss = then_value[chain.index[config & ~(1 << bit)]] if config & ~(1 << bit) in chain.index else 0.0
                    if rest < 0:
                        total += loss
                        continue
                    options[bit] = [(j, value[rest - j] if present[rest - j][1] else loss)
                                    for j in rules.human_moves(rest)]
                    total += sum(policy[rest][j - 1] * v for j, v in options[bit])
                if circles:
                    value[d] = total * share
            reach = [0.0] * (top + 1)
            if side == 0:
                reach[top] = visits
            else:
                for j in rules.human_moves(top):
                    reach[top - j] += visits * policy[top][j - 1]
                    gradient[top][j] += visits * value[top - j]
            for d in range(top, 0, -1):
                share, circles = present[d]
                for bit, rest in circles:
                    flow = reach[d] * share
                    for j, v in options.get(bit, ()):
                        gradient[rest][j] += flow * v
                        if present[rest - j][1]:
                            reach[rest - j] += flow * policy[rest][j - 1]
    return float(to_go[opening][chain.index[full(rules)]]), gradient


def _evaluator(engine: str) -> Callable[[Rules, Law, str, int], tuple[float, list[list[float]]]]:
    if one_of("engine", engine, ("auto", "python", "numba")) != "python":
        try:
            from matchbox.analysis.accelerate import value_and_gradient

            return value_and_gradient
        except ModuleNotFoundError:
            if engine == "numba":
                raise UserError(CATALOGUE.message("error.numba")) from None
    return _value_and_gradient


def _softmax(rules: Rules, x: list[float]) -> Law:
    rows: list[tuple[float, ...]] = [()]
    at = 0
    for d in range(1, rules.length + 1):
        moves = len(rules.human_moves(d))
        weights = [1.0, *(exp(v) for v in x[at:at + moves - 1])]
        rows.append(tuple(w / sum(weights) for w in weights))
        at += moves - 1
    return tuple(rows)


def best_law(rules: Rules | None = None, until: str = "winnable", start: LawLike = "epsilon:0.1",
             tolerance: float = 1e-7, rounds: int = 200, engine: str = "auto",
             progress: Progress | None = None, first: Seat | str = "machine") -> BestLaw:
    """The law over moves that makes the machine perfect in the fewest games on average.

    The roles alternate, and `first` starts game 1 (which is worth a tenth of a game).  A numerical
    optimum (found from `start` by a quasi-Newton method with the exact gradient), not a proof that no other law is
    better: from other starts the search ends in a worse local optimum.  About a second with numba, about a minute
    without (``engine="python"``); ``progress(steps, games)`` is called before every step.

    References
    ----------
    .. [1] R. S. Sutton, D. McAllester, S. Singh, Y. Mansour, "Policy gradient methods for reinforcement learning
       with function approximation", NIPS 12, 2000 (the gradient used here).
    """
    rules, opening = Rules.of(rules), int(Seat(first) == Seat.HUMAN)
    target_mask(rules, until)
    whole_number("rounds", rounds, 0)
    share("tolerance", tolerance)
    x = []
    for row in law(start, rules)[1:]:
        x += [log(max(float(q), 1e-3) / max(float(row[0]), 1e-3)) for q in row[1:]]

    evaluate = _evaluator(engine)

    def objective(x: list[float]) -> tuple[float, list[float]]:
        policy = _softmax(rules, x)
        value, gradient = evaluate(rules, policy, until, opening)
        slope = []
        for row, g in zip(policy[1:], gradient[1:], strict=True):
            mean = sum(q * v for q, v in zip(row, g[1:], strict=False))
            slope += [row[j] * (g[j + 1] - mean) for j in range(1, len(row))]
        return value, slope

    x, value = minimise(objective, x, tolerance, rounds, progress)
    return BestLaw(_softmax(rules, x), value)


class _Memoryless:
    """The best law of one set of rules, computed when it is first asked for."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.found: BestLaw | None = None

    def best(self, progress: Progress | None) -> BestLaw:
        if self.found is None:
            self.found = min((best_law(self.rules, start=s, progress=progress) for s in ("random", "epsilon:0.1")),
                             key=lambda best: best.value)
        return self.found


_memoryless = lru_cache(maxsize=4)(_Memoryless)


def best_memoryless(rules: Rules | None = None, progress: Progress | None = None) -> BestLaw:
    """`best_law` until the machine is perfect on winnable fields, from two starts; computed once per process."""
    return _memoryless(Rules.of(rules)).best(progress)


def best_response(opponent: LawLike | Law = "random", starter: Seat | str = "machine", rules: Rules | None = None,
                  exact: bool = True) -> Any:
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
            options.append(table.one if rest == 0 else
                           sum((q * value[then] for then, q in table.replies[rest]), table.zero) if rest > 0
                           else table.zero)
        value[d] = max(options)
    if Seat(starter) == Seat.MACHINE:
        return value[-1]
    return sum((q * value[then] for then, q in table.replies[-1]), table.zero)
