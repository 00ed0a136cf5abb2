"""What ``matchbox compare`` compares: teachers, learners, ε-teachers, teacher × tester, two ways to assign blame."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from boardkit.console import progress
from boardkit.svg import Picture
from matchbox.analysis import exact
from matchbox.draw import figures
from matchbox.players.simulate import Simulation, simulate
from matchbox.rules.ruleset import Rules, text

Row: TypeAlias = dict[str, object]
"""One row of a table, by the names of its columns."""


class Job(NamedTuple):
    """What a comparison is asked to do."""

    rules: Rules
    names: Sequence[str]
    games: int
    machines: int

    def each(self) -> Iterator[str]:
        """The names, with a progress bar."""
        return progress(self.names, text("cli.comparing"))

    def run(self, learner: str, teacher: str) -> Simulation:
        """Train machines with a learner; a run that was interrupted is no row."""
        run = simulate(
            self.machines, self.games, teacher, rules=self.rules, learner=learner
        )
        # Some machines only: its numbers would not compare.
        if run.interrupted:
            raise KeyboardInterrupt
        return run


class Comparison(NamedTuple):
    """A kind of comparison: its rows, its picture, which of `OPTIONS` it heeds, and what it compares by default."""

    rows: Callable[[Job], Iterator[Row]]
    picture: Callable[[Job], Picture]
    options: tuple[str, ...]
    names: Sequence[str]


def _teachers(job: Job) -> Iterator[Row]:
    for name in job.each():
        ((_, mean, median),) = figures.quantile_table([name], job.rules)
        yield {"teacher": name, "expected_games": mean, "median": median}


def _learners(job: Job) -> Iterator[Row]:
    for name in job.each():
        run = job.run(name, job.rules.teacher)
        roles = zip(run.count_starting, run.count_replying, strict=True)
        won = [starting + replying for starting, replying in roles]
        last = won[-max(2, job.games // 10) :]  # at least one game in each role
        yield {
            "learner": name,
            "all_games": sum(won) / (job.games * job.machines),
            "last_tenth": sum(last) / (len(last) * job.machines),
        }


def _epsilon(job: Job) -> Iterator[Row]:
    for value in job.each():
        games = exact.expected_games(f"epsilon:{value}", rules=job.rules)
        yield {"epsilon": value, "expected_games": games}


def _matrix(job: Job) -> Iterator[Row]:
    for name in job.each():
        row: Row = {"teacher": name}
        for tester in job.names:
            curve = exact.curve(name, job.games, tester=tester, rules=job.rules)
            row[tester] = curve.both[-1]
        yield row


def _credit(job: Job) -> Iterator[Row]:
    for learner in job.each():
        run = job.run(learner, "random")
        left = sum(map(sum, run.markers))
        yield {
            "learner": learner,
            "markers_left": left / job.machines,
            "perfect": run.perfect[-1],
        }


OPTIONS = ("--names", "--games", "--machines", "--teacher", "--seed")
"""The options of ``matchbox compare`` that not every comparison heeds."""

COMPARISONS = {
    "teachers": Comparison(
        _teachers,
        lambda job: figures.teachers_compared(job.names, job.games, job.rules),
        ("--names", "--games"),
        (),  # those that there are under the rules
    ),
    "learners": Comparison(
        _learners,
        lambda job: figures.learners_compared(
            job.names,
            job.rules.teacher,
            job.games,
            job.machines,
            job.rules.seed,
            job.rules,
        ),
        OPTIONS,
        (
            "remove-last",
            "never-empty",
            "menace",
            "menace-floor",
            "q-learning",
            "afterstate-td",
            "monte-carlo",
            "reinforce",
            "ucb1",
            "thompson",
        ),
    ),
    "epsilon": Comparison(
        _epsilon,
        lambda job: figures.epsilon_curve(
            rules=job.rules, values=[float(Fraction(n)) for n in job.names]
        ),
        ("--names",),
        tuple(f"{value:g}" for value in figures.FALLIBLE),
    ),
    "matrix": Comparison(
        _matrix,
        lambda job: figures.teacher_tester_matrix(
            job.names, job.names, job.games, job.rules
        ),
        ("--names", "--games"),
        ("random", "perfect", "epsilon:0.3"),
    ),
    "credit": Comparison(
        _credit,
        lambda job: figures.credit_assignment(
            job.games, job.machines, job.rules.seed, job.rules
        ),
        ("--games", "--machines", "--seed"),
        ("remove-last", "remove-all"),
    ),
}
"""The comparisons, by the name that the command line knows them by."""
