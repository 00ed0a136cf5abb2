"""The figures of the lecture, each computed when it is asked for and returned as a `boardkit.svg.Picture`.

A figure that rests on exact numbers needs no seed; one that rests on play takes ``seed``.  For publication every
picture turns into a file (``picture.save("x.pdf")``).
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, isfinite, nan
from random import Random

from boardkit.chart import Chart, Line, bar_chart, heat_map, line_chart
from boardkit.errors import UserError, whole_number
from boardkit.messages import Catalogue, numeral
from boardkit.svg import Picture, above, beside
from boardkit.theme import style
from matchbox.analysis import exact
from matchbox.draw.machine import colour
from matchbox.players.match import Match
from matchbox.players.simulate import Simulation, simulate
from matchbox.rules.dice import throw, unique_maximum
from matchbox.rules.ruleset import Rules, listed, share

COMPARED = ("random", "perfect", "perfect-1", "perfect-2", "perfect-3", "epsilon:0.3")
"""The teachers that are compared by default (``memoryless`` takes its time to compute)."""

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
        if run is None:
            raise
    else:
        n = range(games + 1)
        lines = [
            Line(_t("machine_starts"), n, curve.machine_starts, color=style.blue),
            Line(_t("human_starts"), n, curve.human_starts, color=style.vermillion, dash=(10, 5)),
        ]
    if tester is None and (machines or run):
        run = run or simulate(machines, games, teacher, seed=seed, rules=rules)
        for role, color in (("starting", style.blue), ("replying", style.vermillion)):
            rates = run.wins_starting if role == "starting" else run.wins_replying
            played = [g for g in range(run.games) if rates[g] == rates[g]]
            band = run.band(role)
            lines.append(
                Line(
                    _t(f"simulated_{role}"),
                    played,
                    [rates[g] for g in played],
                    band=[band[g] for g in played],
                    style="dots",
                    color=color,
                )
            )
    title = (
        _t("learning", teacher=teacher)
        if tester is None
        else _t("learning_tested", teacher=teacher, tester=tester)
    )
    return line_chart(
        lines, title=title, x_label=_t("games_axis"), y_label=_t("win_axis"), y_range=(0, 1)
    )


def teachers_compared(
    teachers: Sequence[str] = COMPARED, games: int = 120, rules: Rules | None = None
) -> Picture:
    """Two panels: expected games until perfect, and the probability of being perfect after n games."""
    teachers, games = listed("teachers", teachers), whole_number("games", games, 0)
    times = [exact.expected_games(t, rules=rules) for t in teachers]
    bars = bar_chart(
        teachers, times, title=_t("teachers"), y_label=_t("expected_axis"), height=250, digits=4
    )
    return above(bars, perfection(teachers, games, rules, height=276), gap=0)


def perfection(
    teachers: Sequence[str] = COMPARED,
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
    teachers, games = listed("teachers", teachers), whole_number("games", games, 0)
    lines = [
        Line(t, range(games + 1), exact.curve(t, games, rules=rules).perfect) for t in teachers
    ]
    return line_chart(
        lines,
        title=_t("teachers_perfect"),
        x_label=_t("games_axis"),
        y_label=_t("perfect_axis"),
        y_range=(0, 1),
        height=height,
    )


def epsilon_curve(rules: Rules | None = None, values: Sequence[float] = FALLIBLE) -> Chart:
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
    values = sorted({share("values", v) for v in listed("values", values)})
    times = [exact.expected_games(f"epsilon:{v}", rules=rules) for v in values]
    best = min(range(len(times)), key=times.__getitem__)
    note = f"ε = {numeral(values[best], '.3g')}: {numeral(times[best], '.4g')}"
    top = 10 * (max((t for t in times if isfinite(t)), default=0) // 10 + 1)
    return line_chart(
        [Line(_t("epsilon_line"), values, times)],
        title=_t("epsilon"),
        x_label=_t("epsilon_axis"),
        y_label=_t("expected_axis"),
        y_range=(0, top),
        marks=[(values[best], times[best], note)] if isfinite(times[best]) else (),
    )


def marker_map(
    teacher: str = "random",
    games: Sequence[int] = (0, 5, 10, 20, 30, 45, 60, 80, 100),
    rules: Rules | None = None,
) -> Picture:
    """Probability that each marker is still there, time running down; winning markers carry a star."""
    rules = Rules.of(rules)
    games = listed("games", games)
    rows = exact.marker_survival(teacher, games, rules=rules)
    circles = sorted(rules.circles, key=lambda c: (-c[0], c[1]))
    names = [f"{d}.{k}" + ("★" if (d, k) in rules.winning else " ") for d, k in circles]
    return heat_map(
        [[rows[n][c] for c in circles] for n in games],
        [str(n) for n in games],
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
    teachers, testers = listed("teachers", teachers), listed("testers", testers)
    rows = [
        [exact.curve(t, games, tester=s, rules=rules).both[-1] for s in testers] for t in teachers
    ]
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
        here = [v for v in values[max(0, i - width // 2) : i + width // 2 + 1] if v == v]
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
        won = [
            (a + b) / machines for a, b in zip(run.count_starting, run.count_replying, strict=True)
        ]
        pairs = [(a + b) / 2 for a, b in pairwise(won)]  # one game of each role
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
    opening = [c for c in rules.winning if c[0] == rules.length]
    lines = []
    for learner, name in (("remove-last", "credit_last"), ("remove-all", "credit_all")):
        run = simulate(
            machines, games, "random", seed=seed, rules=rules, learner=learner, until=opening
        )
        lines.append(Line(_t(name), range(games + 1), [1 - gone for gone in run.perfect]))
    return line_chart(
        lines,
        title=_t("credit"),
        x_label=_t("games_axis"),
        y_label=_t("opening_axis"),
        y_range=(0, 1),
    )


def hitting_times(
    teachers: Sequence[str] = ("random", "perfect", "epsilon:0.3"), rules: Rules | None = None
) -> Chart:
    """Distribution of the number of games until perfect on winnable fields; the median is marked."""
    lines, marks, most = [], [], 0
    for name in listed("teachers", teachers):
        times = exact.hitting_times(name, rules=rules)
        # Odd and even games differ, as the roles alternate: the mean of both is drawn.
        p = [
            (a + b) / 2
            for a, b in zip(times.probability[::2], times.probability[1::2], strict=False)
        ]
        lines.append(Line(name, [2 * i + 0.5 for i in range(len(p))], p))
        if 0.5 in times.quantiles:
            median = times.quantiles[0.5]
            marks.append((median, p[median // 2], str(median)))
            most = max(most, times.quantiles.get(0.95, median))
    limit = int(most * 0.63) or 50
    lines = [Line(li.name, li.xs[:limit], li.ys[:limit]) for li in lines]
    return line_chart(
        lines,
        title=_t("hitting"),
        x_label=_t("games_axis"),
        y_label=_t("probability_axis"),
        marks=marks,
        x_range=(0, max(li.xs[-1] for li in lines)),
    )


def self_play(
    pairs: int = 300, games: int = 80, seed: int = 1, rules: Rules | None = None
) -> Chart:
    """Two machines that learn from each other: markers left, and the share of perfect machines."""
    rules = Rules.of(rules)
    whole_number("pairs", pairs, 1)
    whole_number("games", games, 0)
    most = len(rules.circles) * rules.markers
    left, perfect = [0.0] * (games + 1), [0.0] * (games + 1)
    for n in range(pairs):
        match = Match(rules, teacher="machine", seed=Random(f"{seed} {n}").getrandbits(64))
        for g in range(games + 1):
            for machine in (match.machine, match.teacher):
                left[g] += sum(machine.counts.values()) / (2 * pairs * most)
                perfect[g] += machine.is_perfect / (2 * pairs)
            if g < games:
                match.play_game()
    n_axis = range(games + 1)
    return line_chart(
        [Line(_t("markers_left"), n_axis, left), Line(_t("perfect_share"), n_axis, perfect)],
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
    drawn = Counter(r[-1].dice[r[-1].highest[0]][0] for r in runs)
    share = [drawn[k] / throws for k in (1, 2, 3)]
    half = 1.96 * (2 / 9 / throws) ** 0.5
    left = bar_chart(
        [_t("colour", move=k) for k in (1, 2, 3)],
        share,
        errors=[(s - half, s + half) for s in share],
        title=_t("dice_colours", throws=throws),
        y_label=_t("share_axis"),
        width=430,
        height=360,
        color=[colour(Rules(), k) for k in (1, 2, 3)],
        reference=1 / 3,
    )
    p = unique_maximum(3, sides)
    expected: list[Fraction] = [p * (1 - p) ** n for n in range(4)]
    lengths = Counter(len(r) for r in runs)
    right = line_chart(
        [
            Line(_t("expected"), range(1, 5), [float(e) for e in expected]),
            Line(
                _t("measured"),
                range(1, 5),
                [lengths[n] / throws for n in range(1, 5)],
                style="dots",
            ),
        ],
        title=_t("dice_throws"),
        x_label=_t("throws_axis"),
        y_label=_t("share_axis"),
        y_range=(0, 1),
        width=500,
        height=360,
        x_ticks=(1, 2, 3, 4),
    )
    return beside(left, right)


def quantile_table(
    teachers: Sequence[str] = COMPARED, rules: Rules | None = None
) -> list[tuple[str, float, int | None]]:
    """Teacher, expected games and median: the numbers behind `teachers_compared` and `hitting_times`."""
    rows = []
    for name in listed("teachers", teachers):
        mean = exact.expected_games(name, rules=rules)
        rows.append(
            (
                name,
                mean,
                None if mean == inf else exact.hitting_times(name, rules=rules).quantiles.get(0.5),
            )
        )
    return rows
