"""Other ways to learn the same game, behind one small interface.

A learner has two methods: ``choose(d, rng)`` returns a move with d fields to go (or None: it gives up), and
``learn(trace)`` hears how the game went.  So a learner of your own takes ten lines::

    class Stubborn:
        def __init__(self, rules):
            self.rules = rules
        def choose(self, d, rng):
            return rng.choice(self.rules.box(d))
        def learn(self, trace):
            pass

    matchbox.simulate(machines=100, games=50, learner=Stubborn, seed=1)

There is no draw in this game: the reward is 1 for a win and 0 for a loss.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp, inf, log, sqrt
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from boardkit.errors import UserError, whole_number
from boardkit.registry import Registry, check_class, refusal
from matchbox.rules.machine import MARKER_LEARNERS, Machine, Trace
from matchbox.rules.ruleset import Circle, Rules, message, positive, share


@runtime_checkable
class Learner(Protocol):
    """What a learner must offer."""

    def choose(self, d: int, rng: Random) -> int | None:
        """The move with d fields to go; None resigns."""
        ...

    def learn(self, trace: Trace) -> None:
        """Draw the lesson of a game."""
        ...


def _best(options: Sequence[int], value: Callable[[int], float], rng: Random) -> int:
    """A best option, ties broken at random."""
    values = {k: value(k) for k in options}
    highest = max(values.values())
    return rng.choice([k for k in options if values[k] == highest])


def _greedy(
    epsilon: float, options: Sequence[int], value: Callable[[int], float], rng: Random
) -> int:
    """A best option; with probability epsilon any."""
    # Without any chance of it, no random number is used up.
    if epsilon and rng.random() < epsilon:
        return rng.choice(options)
    return _best(options, value, rng)


def successors(trace: Trace) -> list[tuple[Circle, int | None]]:
    """Each move with the field where the machine was to move next (None: the game ended before that)."""
    following = [d for d, _ in trace.moves[1:]] + [trace.resigned]
    # No move at all: nothing follows
    return list(zip(trace.moves, following, strict=False))


class Menace:
    """Michie's beads: each move played gets beads after a win and loses some after a loss.

    Parameters
    ----------
    beads : int
        Beads per circle at the beginning.
    win, loss : int
        Beads added after a win, taken after a loss.
    floor : int
        Beads that always stay; with 0 a box can become empty, and the machine resigns there.

    References
    ----------
    .. [1] D. Michie, "Experiments on the mechanization of game-learning. Part I", The Computer Journal 6 (1963).
    """

    def __init__(
        self, rules: Rules, beads: int = 3, win: int = 3, loss: int = 1, floor: int = 0
    ) -> None:
        self.rules = Rules.of(rules)
        self.win = whole_number("win", win)
        self.loss = whole_number("loss", loss)
        self.floor = whole_number("floor", floor)
        self.beads = dict.fromkeys(rules.circles, whole_number("beads", beads, 1))

    def choose(self, d: int, rng: Random) -> int | None:
        """Draw a bead."""
        # A box without beads resigns, as one without markers.
        moves = self.rules.box(d)
        beads = [self.beads[d, k] for k in moves]
        return rng.choices(moves, beads)[0] if sum(beads) else None

    def learn(self, trace: Trace) -> None:
        """Add or take beads of all moves played."""
        for circle in trace.moves:
            change = self.win if trace.won else -self.loss
            self.beads[circle] = max(self.floor, self.beads[circle] + change)


class QLearning:
    """One-step Q-learning with an optimistic start.

    With ``alpha=1, epsilon=0, resign=True`` this *is* the marker machine: a marker lies exactly where the value is 1.

    References
    ----------
    .. [1] C. J. C. H. Watkins, P. Dayan, "Q-learning", Machine Learning 8 (1992).
    """

    def __init__(
        self,
        rules: Rules,
        alpha: float = 0.2,
        epsilon: float = 0.05,
        optimism: float = 1.0,
        resign: bool = False,
    ) -> None:
        self.rules = Rules.of(rules)
        self.resign = resign
        self.alpha = share("alpha", alpha)
        self.epsilon = share("epsilon", epsilon)
        self.q = dict.fromkeys(rules.circles, optimism)

    def choose(self, d: int, rng: Random) -> int | None:
        """Greedy, with probability epsilon random; may resign where every value is 0."""
        moves = self.rules.box(d)
        # Where every value is 0 no marker would be left.
        if self.resign and all(self.q[d, k] == 0 for k in moves):
            return None
        return _greedy(self.epsilon, moves, lambda k: self.q[d, k], rng)

    def learn(self, trace: Trace) -> None:
        """Move each value towards the best value of the next field, the last one towards the result."""
        for circle, after in successors(trace):
            target = float(trace.won)
            if after is not None:
                target = max(self.q[after, k] for k in self.rules.box(after))
            self.q[circle] += self.alpha * (target - self.q[circle])


class AfterstateTD:
    """TD(0) on afterstates: one value for each field that is handed to the opponent.

    References
    ----------
    .. [1] R. S. Sutton, A. G. Barto, *Reinforcement Learning*, 2nd ed., MIT Press, 2018, section 6.8.
    """

    def __init__(
        self,
        rules: Rules,
        alpha: float = 0.2,
        epsilon: float = 0.05,
        start: float = 0.5,
    ) -> None:
        self.rules = Rules.of(rules)
        self.alpha = share("alpha", alpha)
        self.epsilon = share("epsilon", epsilon)
        # Down to where a marker can overshoot.
        self.v = dict.fromkeys(range(-rules.step, rules.length), start)

    def choose(self, d: int, rng: Random) -> int:
        """The move to the best afterstate."""

        def value(k: int) -> float:
            return self.v[self.rules.arrival(d, k)]

        return _greedy(self.epsilon, self.rules.box(d), value, rng)

    def learn(self, trace: Trace) -> None:
        """Each afterstate moves towards the next one, the last towards the result."""
        # The fields that were handed to the opponent.
        rests = [self.rules.arrival(d, k) for d, k in trace.moves]
        for i, rest in enumerate(rests):
            target = float(trace.won)
            if i + 1 < len(rests):
                target = self.v[rests[i + 1]]
            self.v[rest] += self.alpha * (target - self.v[rest])


class _Averages:
    """Mean result of every circle: what Monte Carlo control and the bandits share."""

    def __init__(self, rules: Rules) -> None:
        self.rules = Rules.of(rules)
        self.plays = dict.fromkeys(rules.circles, 0)
        self.wins = dict.fromkeys(rules.circles, 0)

    def mean(self, circle: Circle, start: float) -> float:
        """The mean result; of a circle that was never played, the start."""
        if not self.plays[circle]:
            return start
        return self.wins[circle] / self.plays[circle]

    def learn(self, trace: Trace) -> None:
        """Count the result for every move played."""
        for circle in trace.moves:
            self.plays[circle] += 1
            self.wins[circle] += trace.won


class MonteCarlo(_Averages):
    """On-policy Monte Carlo control: mean result of each move, ε-greedy, greedy in the limit with infinite exploration.

    A field is visited at most once a game, so first-visit and every-visit averages are the same.

    References
    ----------
    .. [1] R. S. Sutton, A. G. Barto, *Reinforcement Learning*, 2nd ed., MIT Press, 2018, section 5.4.
    .. [2] S. Singh, T. Jaakkola, M. L. Littman, C. Szepesvári, "Convergence results for single-step on-policy
       reinforcement-learning algorithms", Machine Learning 38 (2000) (ε falling with the visits of a field).
    """

    def choose(self, d: int, rng: Random) -> int:
        """Greedy, with probability 1 / (1 + visits per move) random."""
        moves = self.rules.box(d)
        visits = sum(self.plays[d, k] for k in moves)
        return _greedy(
            1 / (1 + visits / len(moves)), moves, lambda k: self.mean((d, k), 0.5), rng
        )


class Ucb1(_Averages):
    """A bandit in every box, played by upper confidence bounds.

    References
    ----------
    .. [1] P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem",
       Machine Learning 47 (2002).
    """

    def choose(self, d: int, rng: Random) -> int:
        """The move with the highest upper bound; untried moves first."""
        moves = self.rules.box(d)
        visits = sum(self.plays[d, k] for k in moves)

        def bound(k: int) -> float:
            n = self.plays[d, k]
            # Untried moves come first, whatever the others promise.
            return self.mean((d, k), 0) + sqrt(2 * log(visits) / n) if n else inf

        return _best(moves, bound, rng)


class Thompson(_Averages):
    """A bandit in every box, played by posterior sampling with a uniform prior.

    References
    ----------
    .. [1] W. R. Thompson, "On the likelihood that one unknown probability exceeds another in view of the evidence of
       two samples", Biometrika 25 (1933).
    """

    def choose(self, d: int, rng: Random) -> int:
        """The move whose sampled success rate is highest."""

        def sampled(k: int) -> float:
            won = self.wins[d, k]
            lost = self.plays[d, k] - won
            return rng.betavariate(1 + won, 1 + lost)

        return _best(self.rules.box(d), sampled, rng)


class Reinforce:
    """Softmax policy, gradient of the expected result with a running mean as baseline.

    References
    ----------
    .. [1] R. J. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement
       learning", Machine Learning 8 (1992).
    """

    def __init__(self, rules: Rules, rate: float = 0.5, memory: float = 0.05) -> None:
        self.rules = Rules.of(rules)
        self.baseline = 0.5
        self.rate = positive("rate", rate)
        self.memory = share("memory", memory)
        self.preference = dict.fromkeys(rules.circles, 0.0)

    def policy(self, d: int) -> list[float]:
        """Probability of each move."""
        preferences = [self.preference[d, k] for k in self.rules.box(d)]
        top = max(preferences)  # taken off, so that no exponential overflows
        weights = [exp(preference - top) for preference in preferences]
        total = sum(weights)
        return [weight / total for weight in weights]

    def choose(self, d: int, rng: Random) -> int:
        """Draw from the policy."""
        return rng.choices(self.rules.box(d), self.policy(d))[0]

    def learn(self, trace: Trace) -> None:
        """Raise what did better than the baseline."""
        # Against the mean: a win that was to be expected teaches little.
        advantage = trace.won - self.baseline
        for d, chosen in trace.moves:
            for k, p in zip(self.rules.box(d), self.policy(d), strict=True):
                self.preference[d, k] += self.rate * advantage * ((k == chosen) - p)
        self.baseline += self.memory * advantage


Maker: TypeAlias = Callable[[Rules], Learner]
"""What makes a learner that knows nothing yet."""


def _marker_machine(name: str) -> Maker:
    return lambda rules: Machine(replace(rules, learner=name))


def _check(name: str, make: Maker) -> None:
    methods = [("choose",), ("learn",)]
    check_class(make(Rules()), Learner, methods, refusal(UserError, "learner", name))


LEARNERS: Registry[Maker] = Registry(
    "matchbox.learners",
    {
        **{name: _marker_machine(name) for name in MARKER_LEARNERS},
        "menace": Menace,
        "menace-floor": lambda rules: Menace(rules, floor=1),
        "q-learning": QLearning,
        "q-machine": lambda rules: QLearning(
            rules, alpha=1.0, epsilon=0.0, resign=True
        ),
        "afterstate-td": AfterstateTD,
        "monte-carlo": MonteCarlo,
        "reinforce": Reinforce,
        "ucb1": Ucb1,
        "thompson": Thompson,
    },
    _check,
)
"""Learners by name, and those that other packages add; ``q-machine`` is Q-learning as the marker machine does it."""


def checked_learner(learner: object) -> Learner:
    """Refuse what cannot choose and learn, or is a class where one of its objects is meant."""
    # By its methods, since a learner of a student derives from nothing of ours.
    if isinstance(learner, type) or not isinstance(learner, Learner):
        known = ", ".join(LEARNERS)
        raise UserError(message("error.player", value=repr(learner), known=known))
    return learner


LearnerLike: TypeAlias = str | Maker
"""What `make_learner` makes a learner from."""


def make_learner(learner: LearnerLike, rules: Rules) -> Learner:
    """A fresh learner from a name or from a class that is called with the rules.

    Raises
    ------
    UserError
        If the name is unknown, or the class makes something that cannot choose and learn.

    Examples
    --------
    >>> make_learner("menace", Rules()).choose(1, Random(1))
    1
    """
    rules = Rules.of(rules)
    if callable(learner):
        return checked_learner(learner(rules))
    if not isinstance(learner, str) or learner not in LEARNERS:
        known = ", ".join(LEARNERS)
        raise UserError(message("error.learner", name=repr(learner), known=known))
    return LEARNERS[learner](rules)
