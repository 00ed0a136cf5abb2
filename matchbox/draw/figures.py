"""The figures of the lecture, each computed when it is asked for and returned as a `boardkit.svg.Picture`.

A figure that rests on exact numbers needs no seed; one that rests on play takes ``seed``.  For publication every
picture turns into a file (``picture.save("x.pdf")``).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import inf, isfinite, isnan, nan
from random import Random

from boardkit.chart import Chart, Line, bar_chart, heat_map, line_chart
from boardkit.errors import UserError, whole_number
from boardkit.messages import Catalogue, numeral
from boardkit.svg import Picture, above, beside
from boardkit.theme import style
from matchbox.analysis import exact
from matchbox.analysis.laws import perfect_names
from matchbox.draw.machine import colour
from matchbox.players.match import Match
from matchbox.players.simulate import Simulation, simulate
from matchbox.rules.dice import throw, unique_maximum
from matchbox.rules.ruleset import Rules, listed, share

FALLIBLE = tuple(i / 20 for i in range(21))
"""How often the ε-perfect teachers that are compared move at random."""

_t = Catalogue("matchbox", "figure").text


def learning_curves(
    teacher: str = "random",
    games: int = 100,
    machines: int = 2000,
    seed: int = 1,
    tester: str | None = None,
    rules: Rules | None = None,
    run: Simulation | None = None,
) -> Chart:
    """Win rate per role: exact lines, and (against the teacher) the dots and 95 % bands of simulated machines.

    Parameters
    ----------
    machines : int
        Simulated machines; 0 draws the exact lines only.
    run : Simulation, optional
        A simulation that has been made already.  What the exact engine does not know (another learner, a teacher who
        learns) then has no exact lines.

    Examples
    --------
    >>> learning_curves("perfect", games=10, machines=0).title
    'Learning from the teacher “perfect”'
    """
    lines = []
    try:
        curve = exact.curve(teacher, games, tester=tester, rules=rules)
    except UserError:
        # Neither an exact curve nor a simulation: there is nothing to draw.
        if run is None:
            raise
    else:
        n = range(games + 1)
        lines = [
            Line(_t("machine_starts"), n, curve.machine_starts, color=style.blue),
            Line(
                _t("human_starts"),
                n,
                curve.human_starts,
                color=style.vermillion,
                dash=(10, 5),
            ),
        ]
    if tester is None and (machines or run):
        run = run or simulate(machines, games, teacher, seed=seed, rules=rules)
        for role, color in (("starting", style.blue), ("replying", style.vermillion)):
            rates = run.wins_starting if role == "starting" else run.wins_replying
            band = run.band(role)
            # In some games nobody played this role.
            played = [game for game in range(run.games) if not isnan(rates[game])]
            dots = Line(
                _t(f"simulated_{role}"),
                played,
                [rates[game] for game in played],
                band=[band[game] for game in played],
                style="dots",
                color=color,
            )
            lines.append(dots)
    title = _t("learning", teacher=teacher)
    if tester is not None:
        title = _t("learning_tested", teacher=teacher, tester=tester)
    return line_chart(
        lines,
        title=title,
        x_label=_t("games_axis"),
        y_label=_t("win_axis"),
        y_range=(0, 1),
    )


def compared(rules: Rules | None = None) -> tuple[str, ...]:
    """The teachers that are compared by default (``memoryless`` takes its time to compute)."""
    return ("random", "perfect", *perfect_names(rules), "epsilon:0.3")


def teachers_compared(
    teachers: Sequence[str] | None = None,
    games: int = 120,
    rules: Rules | None = None,
) -> Picture:
    """Two panels: expected games until perfect, and the probability of being perfect after n games."""
    teachers = compared(rules) if teachers is None else listed("teachers", teachers)
    whole_number("games", games, 0)
    times = [exact.expected_games(teacher, rules=rules) for teacher in teachers]
    bars = bar_chart(
        teachers,
        times,
        title=_t("teachers"),
        y_label=_t("expected_axis"),
        height=250,
        digits=4,
    )
    return above(bars, perfection(teachers, games, rules, height=276), gap=0)


def perfection(
    teachers: Sequence[str] | None = None,
    games: int = 120,
    rules: Rules | None = None,
    height: float = 440,
) -> Chart:
    """The probability of being perfect after n games, one line for each teacher.

    Examples
    --------
    >>> [line.ys[0] for line in perfection(["random", "perfect"], 10).lines]
    [0.0, 0.0]
    """
    whole_number("games", games, 0)
    lines = []
    for teacher in (
        compared(rules) if teachers is None else listed("teachers", teachers)
    ):
        perfect = exact.curve(teacher, games, rules=rules).perfect
        lines.append(Line(teacher, range(games + 1), perfect))
    return line_chart(
        lines,
        title=_t("teachers_perfect"),
        x_label=_t("games_axis"),
        y_label=_t("perfect_axis"),
        y_range=(0, 1),
        height=height,
    )


def epsilon_curve(
    rules: Rules | None = None, values: Sequence[float] = FALLIBLE
) -> Chart:
    """Expected games until perfect for ε-perfect teachers: a slightly fallible teacher is best.

    Parameters
    ----------
    values : sequence of float
        The values of ε.

    Examples
    --------
    >>> "lowest" in epsilon_curve(values=[0, 0.5, 1]).desc
    True
    """
    values = sorted({share("values", value) for value in listed("values", values)})
    times = [exact.expected_games(f"epsilon:{value}", rules=rules) for value in values]
    least = min(times)
    best = values[times.index(least)]
    note = f"ε = {numeral(best, '.3g')}: {numeral(least, '.4g')}"
    highest = max((time for time in times if isfinite(time)), default=0)
    # The next round number above all that is drawn.
    top = 10 * (highest // 10 + 1)
    return line_chart(
        [Line(_t("epsilon_line"), values, times)],
        title=_t("epsilon"),
        x_label=_t("epsilon_axis"),
        y_label=_t("expected_axis"),
        y_range=(0, top),
        marks=[(best, least, note)] if isfinite(least) else (),
    )


def marker_map(
    teacher: str = "random",
    games: Sequence[int] = (0, 5, 10, 20, 30, 45, 60, 80, 100),
    rules: Rules | None = None,
) -> Picture:
    """Probability that each marker is still there, time running down; winning markers carry a star."""
    rules = Rules.of(rules)
    games = listed("games", games)
    survival = exact.marker_survival(teacher, games, rules=rules)
    circles = sorted(rules.circles, key=lambda circle: (-circle[0], circle[1]))
    names = []
    for d, k in circles:
        star = "★" if (d, k) in rules.winning else " "
        names.append(f"{d}.{k}{star}")
    rows = []
    for number in games:
        rows.append([survival[number][circle] for circle in circles])
    return heat_map(
        rows,
        list(map(str, games)),
        names,
        title=_t("markers", teacher=teacher),
        x_label=_t("marker_axis"),
        y_label=_t("games_axis"),
        value_range=(0, 1),
        cell=(35, 32),
    )


def teacher_tester_matrix(
    teachers: Sequence[str] = ("random", "perfect", "perfect-1", "epsilon:0.3"),
    testers: Sequence[str] = ("random", "perfect", "epsilon:0.3"),
    games: int = 60,
    rules: Rules | None = None,
) -> Picture:
    """Win rate (mean of both roles) after training with each teacher, against each tester."""
    teachers = listed("teachers", teachers)
    testers = listed("testers", testers)
    rows = []
    for teacher in teachers:
        curves = [
            exact.curve(teacher, games, tester=tester, rules=rules)
            for tester in testers
        ]
        rows.append([curve.both[-1] for curve in curves])
    return heat_map(
        rows,
        teachers,
        testers,
        title=_t("matrix", games=games),
        x_label=_t("tester_axis"),
        y_label=_t("teacher_axis"),
        value_range=(0, 1),
        digits=3,
        cell=(140, 44),
    )


def moving_average(values: Sequence[float], width: int) -> list[float]:
    """Mean over a centred window; nan where the window holds nothing.

    Examples
    --------
    >>> moving_average([0, 1, 2, 3], 3)
    [0.5, 1.0, 2.0, 2.5]
    """
    whole_number("width", width, 1)
    result = []
    for i in range(len(values)):
        window = values[max(0, i - width // 2) : i + width // 2 + 1]
        here = [value for value in window if not isnan(value)]
        result.append(sum(here) / len(here) if here else nan)
    return result


def learners_compared(
    learners: Sequence[str] = (
        "remove-last",
        "menace",
        "q-learning",
        "afterstate-td",
        "reinforce",
        "thompson",
    ),
    teacher: str = "epsilon:0.3",
    games: int = 200,
    machines: int = 150,
    seed: int = 1,
    rules: Rules | None = None,
) -> Chart:
    """Share of won training games (both roles, moving average over 21 games) for several ways to learn."""
    whole_number("games", games, 2)
    lines = []
    for name in listed("learners", learners):
        run = simulate(machines, games, teacher, seed=seed, rules=rules, learner=name)
        roles = zip(run.count_starting, run.count_replying, strict=True)
        won = [(starting + replying) / machines for starting, replying in roles]
        # One game of each role
        pairs = [(one + next_one) / 2 for one, next_one in pairwise(won)]
        lines.append(Line(name, range(1, games), moving_average(pairs, 20)))
    return line_chart(
        lines,
        title=_t("learners", teacher=teacher),
        x_label=_t("games_axis"),
        y_label=_t("won_axis"),
        y_range=(0, 1),
    )


def credit_assignment(
    games: int = 100, machines: int = 4000, seed: int = 1, rules: Rules | None = None
) -> Chart:
    """What is left of the winning opening when a loss removes the last marker, or all markers of the game."""
    rules = Rules.of(rules)
    opening = [(d, k) for d, k in rules.winning if d == rules.length]
    lines = []
    for learner, name in (("remove-last", "credit_last"), ("remove-all", "credit_all")):
        run = simulate(
            machines,
            games,
            "random",
            seed=seed,
            rules=rules,
            learner=learner,
            until=opening,
        )
        # `perfect` counts the machines that have lost all of `until`, here the winning opening.
        lines.append(
            Line(_t(name), range(games + 1), [1 - gone for gone in run.perfect])
        )
    return line_chart(
        lines,
        title=_t("credit"),
        x_label=_t("games_axis"),
        y_label=_t("opening_axis"),
        y_range=(0, 1),
    )


def hitting_times(
    teachers: Sequence[str] = ("random", "perfect", "epsilon:0.3"),
    rules: Rules | None = None,
) -> Chart:
    """Distribution of the number of games until perfect on winnable fields; the median is marked."""
    lines = []
    marks = []
    most = 0
    for name in listed("teachers", teachers):
        times = exact.hitting_times(name, rules=rules)
        # Odd and even games differ, as the roles alternate: the mean of both is drawn.
        pairs = zip(times.probability[::2], times.probability[1::2], strict=False)
        means = [(even + odd) / 2 for even, odd in pairs]
        lines.append(Line(name, [2 * i + 0.5 for i in range(len(means))], means))
        if 0.5 in times.quantiles:
            median = times.quantiles[0.5]
            marks.append((median, means[median // 2], str(median)))
            most = max(most, times.quantiles.get(0.95, median))
    # In pairs of games, and a little beyond the 95 % quantile.
    limit = int(most * 0.63) or 50
    lines = [Line(line.name, line.xs[:limit], line.ys[:limit]) for line in lines]
    return line_chart(
        lines,
        title=_t("hitting"),
        x_label=_t("games_axis"),
        y_label=_t("probability_axis"),
        marks=marks,
        x_range=(0, max(line.xs[-1] for line in lines)),
    )


def self_play(
    pairs: int = 300, games: int = 80, seed: int = 1, rules: Rules | None = None
) -> Chart:
    """Two machines that learn from each other: markers left, and the share of perfect machines."""
    rules = Rules.of(rules)
    whole_number("pairs", pairs, 1)
    whole_number("games", games, 0)
    most = len(rules.circles) * rules.markers
    numbers = range(games + 1)
    left = [0.0] * len(numbers)
    perfect = [0.0] * len(numbers)
    for pair in range(pairs):
        match = Match(
            rules, teacher="machine", seed=Random(f"{seed} {pair}").getrandbits(64)
        )
        for played in numbers:
            # Both learn, so both are counted.
            for machine in (match.machine, match.teacher):
                left[played] += sum(machine.counts.values()) / (2 * pairs * most)
                perfect[played] += machine.is_perfect / (2 * pairs)
            if played < games:
                match.play_game()
    return line_chart(
        [
            Line(_t("markers_left"), numbers, left),
            Line(_t("perfect_share"), numbers, perfect),
        ],
        title=_t("self_play"),
        x_label=_t("games_axis"),
        y_label=_t("share_axis"),
        y_range=(0, 1),
    )


def dice(throws: int = 3000, seed: int = 1, sides: int = 6) -> Picture:
    """Three dice: who is drawn (measured against one third), and how often a throw must be repeated."""
    whole_number("throws", throws, 1)
    whole_number("sides", sides, 2)
    rng = Random(seed)
    runs = [throw((1, 2, 3), sides, rng) for _ in range(throws)]
    drawn: Counter[int] = Counter()
    for run in runs:
        last = run[-1]
        move, _ = last.dice[last.highest[0]]
        drawn[move] += 1
    shares = [drawn[move] / throws for move in (1, 2, 3)]
    half = 1.96 * (2 / 9 / throws) ** 0.5  # of a 95 % interval around one third
    left = bar_chart(
        [_t("colour", move=move) for move in (1, 2, 3)],
        shares,
        errors=[(value - half, value + half) for value in shares],
        title=_t("dice_colours", throws=throws),
        y_label=_t("share_axis"),
        width=430,
        height=360,
        color=[colour(Rules(), move) for move in (1, 2, 3)],
        reference=1 / 3,
    )
    decides = unique_maximum(3, sides)
    numbers = (1, 2, 3, 4)
    expected = [float(decides * (1 - decides) ** (number - 1)) for number in numbers]
    lengths = Counter(map(len, runs))
    measured = [lengths[number] / throws for number in numbers]
    right = line_chart(
        [
            Line(_t("expected"), numbers, expected),
            Line(_t("measured"), numbers, measured, style="dots"),
        ],
        title=_t("dice_throws"),
        x_label=_t("throws_axis"),
        y_label=_t("share_axis"),
        y_range=(0, 1),
        width=500,
        height=360,
        x_ticks=numbers,
    )
    return beside(left, right)


def quantile_table(
    teachers: Sequence[str] | None = None, rules: Rules | None = None
) -> list[tuple[str, float, int | None]]:
    """Teacher, expected games and median: the numbers behind `teachers_compared` and `hitting_times`."""
    rows = []
    for name in compared(rules) if teachers is None else listed("teachers", teachers):
        mean = exact.expected_games(name, rules=rules)
        median = None
        # Where the goal may never be reached the median may not exist either.
        if mean != inf:
            median = exact.hitting_times(name, rules=rules).quantiles.get(0.5)
        rows.append((name, mean, median))
    return rows
