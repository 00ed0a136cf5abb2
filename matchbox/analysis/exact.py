"""What is true on average, computed without chance: curves, hitting times, absorbing configurations.

Every function takes ``teacher`` (a name or a law, see `matchbox.players.teachers`), ``first`` (who starts game 1) and
``rules``.  The scope: layouts with at most 100,000 reachable configurations, one marker per circle, starters
``alternate``, ``machine`` or ``human``, the learning rule "the last marker leaves", teachers that are laws, and
``clairvoyant``, whose replies follow from the configuration.  Beyond it (and for ``machine`` and ``human``) the
functions refuse and name the batch engine, `matchbox.simulate`.

With ``exact=True`` all arithmetic is in fractions.  Fractions of many games have many digits, more than Python turns
into text: they are `LongFraction`, which then show their value and the number of their digits.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import inf, log10
from typing import Any

from boardkit.choosing import finish
from boardkit.errors import UserError, whole_number
from matchbox.analysis.chain import (
    LIMIT,
    Chain,
    configurations,
    count_configurations,
    full,
    mask_of,
    target_mask,
)
from matchbox.analysis.gamelaw import GameTable
from matchbox.analysis.laws import Law, LawLike, law
from matchbox.analysis.optimal import clairvoyant_chain, clairvoyant_plan
from matchbox.rules.ruleset import CATALOGUE, Circle, Rules, Seat, Starter, listed, share

__all__ = [
    "LIMIT",
    "Curve",
    "HittingTime",
    "LongFraction",
    "absorbing",
    "chain",
    "configurations",
    "count_configurations",
    "curve",
    "expected_games",
    "full",
    "hitting_times",
    "marker_survival",
    "mask_of",
    "target_mask",
    "win_probability",
]


def chain(
    teacher: LawLike | Law = "random", rules: Rules | None = None, exact: bool = False
) -> Chain:
    """The Markov chain against a teacher (the *sweep*): one game of every reachable configuration.

    Raises
    ------
    UserError
        If the rules or the teacher are outside the scope of this module.
    """
    rules = Rules.of(rules)
    if rules.learner != "remove-last":
        raise UserError(CATALOGUE.message("error.exact_learner", learner=rules.learner))
    replies = None if teacher == "clairvoyant" else law(teacher, rules)
    return _swept(
        replies,
        Rules(
            length=rules.length,
            step=rules.step,
            overshoot=rules.overshoot,
            empty=rules.empty,
            markers=rules.markers,
            starter=rules.starter,
        ),
        exact,
    )


@lru_cache(maxsize=8)
def _swept(replies: Law | None, rules: Rules, exact: bool) -> Chain:
    """The chain against a law, or against the clairvoyant teacher, on rules without what a chain does not heed."""
    number = Fraction if exact else float
    return clairvoyant_chain(rules, number) if replies is None else Chain(rules, replies, number)


def _sides(rules: Rules, first: Seat | str | None) -> tuple[int, int]:
    """Who starts games 1, 3, 5 … and who 2, 4, 6 …: 0 the machine, 1 the opponent."""
    opening = Rules(first=rules.first if first is None else first).first
    if rules.starter == Starter.ALTERNATE:
        return (0, 1) if opening == Seat.MACHINE else (1, 0)
    if rules.starter in (Starter.MACHINE, Starter.HUMAN):
        return (0, 0) if rules.starter == Starter.MACHINE else (1, 1)
    raise UserError(CATALOGUE.message("error.exact_starter", starter=rules.starter))


class LongFraction(Fraction):
    """A fraction that may be too long to print: then it shows its value and how many digits it has.

    Python turns no integer of more than 4300 digits into text (`sys.set_int_max_str_digits` lifts that).  In every
    other respect this is the fraction itself: it compares, computes and converts to float as usual.

    Examples
    --------
    >>> LongFraction(1, 3)
    LongFraction(1, 3)
    >>> LongFraction(10**5000 + 1, 3 * 10**4999)
    <LongFraction 3.3333333333333335…, 5001 over 5000 digits>
    """

    def _short(self) -> str:
        return f"{float(self)}…, {_digits(self.numerator)} over {_digits(self.denominator)} digits"

    def __str__(self) -> str:
        try:
            return super().__str__()
        except ValueError:
            return self._short()

    def __repr__(self) -> str:
        try:
            return super().__repr__()
        except ValueError:
            return f"<LongFraction {self._short()}>"


def _digits(number: int) -> int:
    """Number of decimal digits, without printing them."""
    guess = int(number.bit_length() * log10(2))
    return guess + (abs(number) >= 10**guess)


def _shown(number: Any) -> Any:
    """A result as it is handed out: fractions so that they can be printed whatever their length."""
    return LongFraction(number) if isinstance(number, Fraction) else number


@dataclass(frozen=True, repr=False)
class Curve:
    """The learning curve of the average machine; every sequence has ``games + 1`` entries.

    Attributes
    ----------
    machine_starts, human_starts : tuple of float
        Probability that the machine, after n training games, wins a game that it starts, or that the opponent starts.
    perfect, clean : tuple of float
        Probability that it is perfect on winnable fields; that only winning markers are left.
    games : int
    first : str
    """

    machine_starts: tuple[Any, ...]
    human_starts: tuple[Any, ...]
    perfect: tuple[Any, ...]
    clean: tuple[Any, ...]
    games: int
    first: str

    def __repr__(self) -> str:
        return (
            f"<Curve: {self.games} games, {self.first} starts game 1; after them wins "
            f"{float(self.machine_starts[-1]):.4f} starting, {float(self.human_starts[-1]):.4f} replying, "
            f"perfect {float(self.perfect[-1]):.4f}>"
        )

    @property
    def both(self) -> tuple[Any, ...]:
        """The mean of the two roles."""
        return tuple(
            (a + b) / 2 for a, b in zip(self.machine_starts, self.human_starts, strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """All series by name, for JSON and CSV."""
        names = ("machine_starts", "human_starts", "perfect", "clean")
        return {
            "games": self.games,
            "first": self.first,
            "n": list(range(self.games + 1)),
            **{name: [float(v) for v in getattr(self, name)] for name in names},
        }


def curve(
    teacher: LawLike | Law = "random",
    games: int = 100,
    first: Seat | str | None = None,
    tester: LawLike | Law | None = None,
    rules: Rules | None = None,
    exact: bool = False,
) -> Curve:
    """The exact learning curve.

    Parameters
    ----------
    teacher : str or law
        Who plays the training games.
    games : int
        Number of training games.
    first : str
        Who starts training game 1, ``machine`` or ``human``; they alternate (unless the rules say otherwise).
    tester : str or law, optional
        The opponent of the games whose win probability is reported; by default the teacher.

    Returns
    -------
    Curve

    Examples
    --------
    >>> start = curve("random", games=1, rules=Rules(length=4), exact=True)
    >>> print(start.machine_starts[0], start.human_starts[0])
    1/3 2/3
    >>> learned = curve("perfect", games=100, tester="random")
    >>> round(learned.both[0], 3), round(learned.both[8], 3)
    (0.5, 0.424)
    """
    return finish(curving(teacher, games, first, tester, rules, exact))


def curving(
    teacher: LawLike | Law = "random",
    games: int = 100,
    first: Seat | str | None = None,
    tester: LawLike | Law | None = None,
    rules: Rules | None = None,
    exact: bool = False,
) -> Generator[None, None, Curve]:
    """The same in pieces, between which it can be given up; interpreted, a piece takes a second or two."""
    rules = Rules.of(rules)
    whole_number("games", games, 0)
    sides = _sides(rules, first)
    trained = chain(teacher, rules, exact)
    yield
    tested = trained if tester is None else chain(tester, rules, exact)
    one, zero = trained.number(1), trained.number(0)
    goals = [target_mask(rules, until) for until in ("winnable", "clean")]
    reached = [[zero if c & goal else one for c in trained.configs] for goal in goals]
    series: list[list[Any]] = [[] for _ in range(4)]
    with trained.walk(sides, *tested.win, *reached) as walk:
        for played in range(0, games + 1, walk.at_once):
            yield
            for line, more in zip(
                series, walk.expect(min(walk.at_once, games + 1 - played)), strict=True
            ):
                line += more
    starts, replies, perfect, clean = (tuple(map(_shown, values)) for values in series)
    return Curve(starts, replies, perfect, clean, games, ["machine", "human"][sides[0]])


def expected_games(
    teacher: LawLike | Law = "random",
    until: str = "winnable",
    first: Seat | str | None = None,
    exact: bool = False,
    rules: Rules | None = None,
) -> Any:
    """Expected number of completed games until a goal of learning.

    Parameters
    ----------
    until : str
        ``winnable``: perfect on winnable fields; ``clean``: only winning markers are left.

    Returns
    -------
    float or LongFraction
        Infinity (a float) if the goal may never be reached.  On the default board the exact fraction has thousands
        of digits.

    Examples
    --------
    >>> round(expected_games("random"), 4), round(expected_games("random", until="clean"), 4)
    (75.9528, 91.9698)
    >>> expected_games("perfect-1")
    inf
    >>> expected_games("perfect", rules=Rules(length=4), exact=True)
    LongFraction(171, 7)
    """
    rules = Rules.of(rules)
    sides, goal = _sides(rules, first), target_mask(rules, until)
    trained = chain(teacher, rules, exact)
    result = trained.hitting([not c & goal for c in trained.configs], sides)[0][
        trained.index[full(rules)]
    ]
    return _shown(result) if exact else float(result)


@dataclass(frozen=True, repr=False)
class HittingTime:
    """When a goal is reached: its mean, quantiles and distribution.

    Attributes
    ----------
    mean : float
    quantiles : dict
        Smallest number of games after which the goal has been reached with at least that probability.
    cumulative : tuple of float
        ``cumulative[n]``: probability that the goal is reached after at most n games.
    """

    mean: float
    quantiles: dict[float, int]
    cumulative: tuple[float, ...]

    def __repr__(self) -> str:
        return f"<HittingTime: mean {self.mean:.4f} games, quantiles {self.quantiles}>"

    @property
    def probability(self) -> tuple[float, ...]:
        """Probability that the goal is reached after exactly n games."""
        return (
            self.cumulative[0],
            *(b - a for a, b in zip(self.cumulative, self.cumulative[1:], strict=False)),
        )


def hitting_times(
    teacher: LawLike | Law = "random",
    until: str = "winnable",
    first: Seat | str | None = None,
    quantiles: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95),
    rules: Rules | None = None,
    limit: int = 100_000,
) -> HittingTime:
    """Mean, quantiles and distribution of the number of games until a goal.

    Quantiles that are not reached within `limit` games (or never) are left out.

    Examples
    --------
    >>> hitting_times("perfect").quantiles
    {0.05: 31, 0.25: 39, 0.5: 47, 0.75: 55, 0.95: 75}
    """
    rules = Rules.of(rules)
    quantiles = [share("quantiles", q) for q in listed("quantiles", quantiles, least=0)]
    whole_number("limit", limit, 0)
    sides, goal = _sides(rules, first), target_mask(rules, until)
    trained = chain(teacher, rules)
    hit = [not c & goal for c in trained.configs]
    mean = trained.hitting(hit, sides)[0][trained.index[full(rules)]]
    cumulative: list[float] = []
    enough = max(quantiles, default=0)
    for p in islice(_reached(trained, hit, sides), limit + 1):
        cumulative.append(p)
        stalled = mean == inf and len(cumulative) > 200 and p - cumulative[-200] < 1e-6
        if p >= max(enough, 0.999) or stalled:
            break
    found = {q: next((n for n, p in enumerate(cumulative) if p >= q), None) for q in quantiles}
    return HittingTime(
        float(mean), {q: n for q, n in found.items() if n is not None}, tuple(cumulative)
    )


def _reached(trained: Chain, goal: Sequence[bool], sides: tuple[int, int]) -> Iterator[float]:
    """Probability that a goal is reached after 0, 1, 2, … games."""
    with trained.walk(sides, [float(g) for g in goal]) as walk:
        while True:
            yield from walk.expect(walk.at_once)[0]


def absorbing(
    teacher: LawLike | Law = "random",
    first: Seat | str | None = None,
    rules: Rules | None = None,
    exact: bool = False,
) -> dict[int, Any]:
    """The configurations in which learning ends, with their probabilities, most probable first.

    Examples
    --------
    >>> rules = Rules(length=5)
    >>> absorbing("random", rules=rules, exact=True) == {mask_of(rules, rules.winning): 1}
    True
    >>> left = max(absorbing("perfect-1"))   # a rigid teacher leaves bad markers behind
    >>> (left & ~mask_of(Rules(), Rules().winning)).bit_count() > 0
    True
    """
    rules = Rules.of(rules)
    sides = _sides(rules, first)
    trained = chain(teacher, rules, exact)
    zero, one = trained.number(0), trained.number(1)
    mass = [[zero] * len(trained.configs) for _ in range(2)]
    mass[0][trained.index[full(rules)]] = one
    ends: dict[int, Any] = {}
    for i, config in enumerate(trained.configs):
        arrive = mass[0][i], mass[1][i]
        if not (arrive[0] or arrive[1]):
            continue
        leave = [sum((p for _, p in trained.edges[s][i]), zero) for s in sides]
        det = leave[0] + leave[1] - leave[0] * leave[1]
        if not det:
            ends[config] = arrive[0] + arrive[1]
            continue
        for phase in (0, 1):  # expected number of games played here in this phase
            visits = (arrive[phase] + (one - leave[1 - phase]) * arrive[1 - phase]) / det
            for child, p in trained.edges[sides[phase]][i]:
                mass[1 - phase][child] += visits * p
    return {config: _shown(p) for config, p in sorted(ends.items(), key=lambda item: -item[1])}


def win_probability(
    opponent: LawLike | Law = "random",
    starter: Seat | str = "machine",
    config: int | None = None,
    rules: Rules | None = None,
    exact: bool = True,
) -> Any:
    """Probability that a machine in a given configuration (default: all markers) wins one game.

    Examples
    --------
    >>> print(win_probability("perfect", "machine"), win_probability("perfect", "human"))
    11/162 0
    >>> trained = mask_of(Rules(), Rules().winning)
    >>> print(win_probability("random", "machine", trained), win_probability("random", "human", trained))
    1 2/3
    """
    rules = Rules.of(rules)
    if rules.markers != 1:
        raise UserError(CATALOGUE.message("error.one_marker", markers=rules.markers))
    seat, config = (
        Seat(starter),
        full(rules) if config is None else whole_number("config", config, 0, full(rules)),
    )
    plan = clairvoyant_plan(rules, config, seat) if opponent == "clairvoyant" else None
    table = GameTable(
        rules, law("random" if plan else opponent, rules), Fraction if exact else float
    )
    return _shown(table.play(config, seat, plan).win)


def marker_survival(
    teacher: LawLike | Law = "random",
    games: Sequence[int] = (0, 10, 20, 50, 100),
    first: Seat | str | None = None,
    rules: Rules | None = None,
) -> dict[int, dict[Circle, float]]:
    """Probability that each marker still lies on its circle after the given numbers of games.

    Examples
    --------
    >>> row = marker_survival("random", games=[30])[30]
    >>> row[9, 1], row[5, 3] < row[5, 2] < 1
    (1.0, True)
    """
    rules = Rules.of(rules)
    wanted = sorted({whole_number("games", n, 0) for n in listed("games", games, least=0)})
    trained = chain(teacher, rules)
    values = [[float(c >> bit & 1) for c in trained.configs] for bit in range(len(rules.circles))]
    found, played = {}, 0
    with trained.walk(_sides(rules, first), *values) as walk:
        for n in wanted:
            walk.skip(n - played)
            found[n] = {
                circle: min(1.0, round(p, 12))
                for circle, [p] in zip(rules.circles, walk.expect(1), strict=True)
            }
            played = n + 1
    return found
