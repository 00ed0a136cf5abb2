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
from itertools import islice, pairwise
from math import inf, log10

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
from matchbox.analysis.gamelaw import GameTable, Number
from matchbox.analysis.laws import Law, LawLike, law
from matchbox.analysis.optimal import clairvoyant_chain, clairvoyant_plan
from matchbox.rules.ruleset import Circle, Rules, Seat, Starter, listed, message, share

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
        raise UserError(message("error.exact_learner", learner=rules.learner))
    replies = None
    if teacher != "clairvoyant":
        replies = law(teacher, rules)
    # So that rules which differ in something else share the same chain.
    heeded = Rules(
        length=rules.length,
        step=rules.step,
        overshoot=rules.overshoot,
        empty=rules.empty,
        markers=rules.markers,
        starter=rules.starter,
    )
    return _swept(replies, heeded, exact)


@lru_cache(maxsize=8)
def _swept(replies: Law | None, rules: Rules, exact: bool) -> Chain:
    """The chain against a law, or against the clairvoyant teacher, on rules without what a chain does not heed."""
    number = Fraction if exact else float
    if replies is None:
        return clairvoyant_chain(rules, number)
    return Chain(rules, replies, number)


def _sides(rules: Rules, first: Seat | str | None) -> tuple[int, int]:
    """Who starts games 1, 3, 5 … and who 2, 4, 6 …: 0 the machine, 1 the opponent."""
    opening = Rules(first=rules.first if first is None else first).first
    if rules.starter == Starter.ALTERNATE:
        if opening == Seat.MACHINE:
            return (0, 1)
        return (1, 0)
    if rules.starter == Starter.MACHINE:
        return 0, 0
    if rules.starter == Starter.HUMAN:
        return 1, 1
    raise UserError(message("error.exact_starter", starter=rules.starter))


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
        # Python refuses to print it.
        except ValueError:
            return self._short()

    def __repr__(self) -> str:
        try:
            return super().__repr__()
        except ValueError:
            return f"<LongFraction {self._short()}>"


def _digits(number: int) -> int:
    """Number of decimal digits, without printing them."""
    # From the number of bits; wrong by one at most.
    guess = int(number.bit_length() * log10(2))
    return guess + (abs(number) >= 10**guess)


def _shown(number: Number) -> Number:
    """A result as it is handed out: fractions so that they can be printed whatever their length."""
    if isinstance(number, Fraction):
        return LongFraction(number)
    return number


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

    machine_starts: tuple[Number, ...]
    human_starts: tuple[Number, ...]
    perfect: tuple[Number, ...]
    clean: tuple[Number, ...]
    games: int
    first: str

    def __repr__(self) -> str:
        starting = float(self.machine_starts[-1])
        replying = float(self.human_starts[-1])
        perfect = float(self.perfect[-1])
        return (
            f"<Curve: {self.games} games, {self.first} starts game 1; after them wins "
            f"{starting:.4f} starting, {replying:.4f} replying, perfect {perfect:.4f}>"
        )

    @property
    def both(self) -> tuple[Number, ...]:
        """The mean of the two roles."""
        roles = zip(self.machine_starts, self.human_starts, strict=True)
        return tuple((starting + replying) / 2 for starting, replying in roles)

    def to_dict(self) -> dict[str, object]:
        """All series by name, for JSON and CSV."""
        return {
            "games": self.games,
            "first": self.first,
            "n": list(range(self.games + 1)),
            "machine_starts": list(map(float, self.machine_starts)),
            "human_starts": list(map(float, self.human_starts)),
            "perfect": list(map(float, self.perfect)),
            "clean": list(map(float, self.clean)),
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
    # Here it can be given up: the sweep is the first long piece.
    yield
    # Learning follows one chain, and what is measured comes from the other.
    tested = trained
    if tester is not None:
        tested = chain(tester, rules, exact)
    one = trained.number(1)
    zero = trained.number(0)
    reached = []
    for until in ("winnable", "clean"):
        goal = target_mask(rules, until)
        reached.append([zero if config & goal else one for config in trained.configs])
    series: list[list[Number]] = [[], [], [], []]
    with trained.walk(sides, *tested.win, *reached) as walk:
        for played in range(0, games + 1, walk.at_once):
            yield
            expected = walk.expect(min(walk.at_once, games + 1 - played))
            for line, more in zip(series, expected, strict=True):
                line += more
    starts, replies, perfect, clean = (tuple(map(_shown, values)) for values in series)
    first_seat = Seat.MACHINE if sides[0] == 0 else Seat.HUMAN
    return Curve(starts, replies, perfect, clean, games, first_seat.value)


def expected_games(
    teacher: LawLike | Law = "random",
    until: str = "winnable",
    first: Seat | str | None = None,
    exact: bool = False,
    rules: Rules | None = None,
) -> Number:
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
    sides = _sides(rules, first)
    goal = target_mask(rules, until)
    trained = chain(teacher, rules, exact)
    reached = [not config & goal for config in trained.configs]
    expected, _ = trained.hitting(reached, sides)
    result = expected[trained.index[full(rules)]]
    if exact:
        return _shown(result)
    return float(result)


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
        steps = [later - earlier for earlier, later in pairwise(self.cumulative)]
        return (self.cumulative[0], *steps)


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
    quantiles = [
        share("quantiles", level) for level in listed("quantiles", quantiles, least=0)
    ]
    whole_number("limit", limit, 0)
    sides = _sides(rules, first)
    goal = target_mask(rules, until)
    trained = chain(teacher, rules)
    # Reached where none of the unwanted markers is left.
    hit = [not config & goal for config in trained.configs]
    expected, _ = trained.hitting(hit, sides)
    mean = float(expected[trained.index[full(rules)]])
    cumulative: list[float] = []
    # Nearly all of the distribution, even if nobody asks for late quantiles.
    enough = max([0.999, *quantiles])
    for probability in islice(_reached(trained, hit, sides), limit + 1):
        cumulative.append(probability)
        # A goal that may never be reached: nothing comes any more.
        stalled = len(cumulative) > 200 and probability - cumulative[-200] < 1e-6
        if probability >= enough or (mean == inf and stalled):
            break
    found = {}
    for level in quantiles:
        for games, probability in enumerate(cumulative):
            if probability >= level:
                found[level] = games
                break
    return HittingTime(mean, found, tuple(cumulative))


def _reached(
    trained: Chain, goal: Sequence[bool], sides: tuple[int, int]
) -> Iterator[float]:
    """Probability that a goal is reached after 0, 1, 2, … games."""
    with trained.walk(sides, list(map(float, goal))) as walk:
        while True:
            (reached,) = walk.expect(walk.at_once)
            yield from reached


def absorbing(
    teacher: LawLike | Law = "random",
    first: Seat | str | None = None,
    rules: Rules | None = None,
    exact: bool = False,
) -> dict[int, Number]:
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
    zero = trained.number(0)
    one = trained.number(1)
    # By the phase of who starts the next game: how likely each configuration is reached in it.
    mass = [[zero] * len(trained.configs), [zero] * len(trained.configs)]
    mass[0][trained.index[full(rules)]] = one
    ends: dict[int, Number] = {}
    for i, config in enumerate(trained.configs):
        arrive = mass[0][i], mass[1][i]
        # Never reached.
        if not any(arrive):
            continue
        leave = []
        for side in sides:
            chances = [probability for _, probability in trained.edges[side][i]]
            leave.append(sum(chances, zero))
        det = leave[0] + leave[1] - leave[0] * leave[1]
        # It stays for ever: neither role takes a marker any more.
        if not det:
            ends[config] = arrive[0] + arrive[1]
            continue
        for phase, other in ((0, 1), (1, 0)):
            # The expected number of games played here in this phase.
            visits = (arrive[phase] + (one - leave[other]) * arrive[other]) / det
            for child, probability in trained.edges[sides[phase]][i]:
                mass[other][child] += visits * probability
    most_probable_first = sorted(ends, key=lambda config: -ends[config])
    return {config: _shown(ends[config]) for config in most_probable_first}


def win_probability(
    opponent: LawLike | Law = "random",
    starter: Seat | str = "machine",
    config: int | None = None,
    rules: Rules | None = None,
    exact: bool = True,
) -> Number:
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
        raise UserError(message("error.one_marker", markers=rules.markers))
    seat = Seat(starter)
    if config is None:
        config = full(rules)
    config = whole_number("config", config, 0, full(rules))
    plan = None
    if opponent == "clairvoyant":
        plan = clairvoyant_plan(rules, config, seat)
        opponent = "random"  # any law: the plan takes its place
    table = GameTable(rules, law(opponent, rules), Fraction if exact else float)
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
    wanted = {
        whole_number("games", number, 0) for number in listed("games", games, least=0)
    }
    trained = chain(teacher, rules)
    values = []
    for bit in range(len(rules.circles)):
        values.append([float(config >> bit & 1) for config in trained.configs])
    found: dict[int, dict[Circle, float]] = {}
    played = 0
    with trained.walk(_sides(rules, first), *values) as walk:
        for number in sorted(wanted):
            walk.skip(number - played)
            found[number] = {}
            for circle, [probability] in zip(
                rules.circles, walk.expect(1), strict=True
            ):
                # What is exact to 1e-12 is shown no further, so that a sure marker has 1.
                found[number][circle] = min(1.0, round(probability, 12))
            # To look at a number of games plays one more.
            played = number + 1
    return found
