"""Many machines at once.

`simulate` chooses the faster engine that can do the job: ``masks`` (a bit mask for each machine, compiled where
`boardkit.engine` finds a host) or ``objects`` (real markers and dice, and every learner and teacher there is).  The two
use different random numbers: each repeats its own results for the same seed, and they agree statistically.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan
from random import Random
from time import perf_counter
from typing import Any, TypeAlias, cast

from boardkit.engine import Ints, Words
from boardkit.errors import UserError, whole_number
from boardkit.intervals import wilson
from matchbox.analysis import kernel
from matchbox.analysis.chain import board_of, full, mask_of, target_mask
from matchbox.analysis.laws import LAWLESS, LawLike, Teacher
from matchbox.players.learners import LearnerLike, make_learner
from matchbox.players.match import Match
from matchbox.players.teachers import Law, TeacherLike, law
from matchbox.rules.machine import MARKER_LEARNERS, Machine, with_lesson
from matchbox.rules.ruleset import (
    Circle,
    Empty,
    Rules,
    Seat,
    Starter,
    message,
    one_of,
    share,
)

ENGINES = ("masks", "objects")


@dataclass(frozen=True, repr=False)
class Simulation:
    """What many machines did.  Index n of a series is the game that follows n training games.

    Attributes
    ----------
    wins_starting, wins_replying : list of float
        Share of won games among those that the machine, or its opponent, started; NaN where there was none.
    count_starting, count_replying : list of int
        Won games.
    played_starting, played_replying : list of int
        Games played in that role.
    perfect : list of float
        Share of machines that have lost all markers of the goal after n games (by default: that are perfect on
        winnable fields); ``games + 1`` entries, all 0 for a learner without markers.
    final : sequence
        The configurations at the end, as bit masks (for the object engine: markers per circle); see `markers`.
    machines, games : int
    engine : str
    seconds : float
    interrupted : bool
        True if the run was stopped; the machines counted here have played all their games.
    """

    count_starting: list[int]
    count_replying: list[int]
    played_starting: list[int]
    played_replying: list[int]
    perfect: list[float]
    final: Any
    machines: int
    games: int
    engine: str
    seconds: float
    interrupted: bool = False
    rules: Rules = field(default_factory=Rules)

    def __repr__(self) -> str:
        stopped = ", interrupted" if self.interrupted else ""
        perfect = ""
        if self.perfect:
            perfect = f"; perfect at the end: {self.perfect[-1]:.4f}"
        size = f"{self.machines} machines × {self.games} games"
        return f"<Simulation: {size}, engine {self.engine}{stopped}{perfect}>"

    @property
    def markers(self) -> list[tuple[int, ...]]:
        """``machines × circles`` at the end: how many markers lie there."""
        if self.engine == "objects":
            return self.final
        circles = range(len(self.rules.circles))
        return [tuple(mask >> bit & 1 for bit in circles) for mask in self.final]

    @property
    def wins_starting(self) -> list[float]:
        """Rate of wins in the games that the machine started."""
        return _rates(self.count_starting, self.played_starting)

    @property
    def wins_replying(self) -> list[float]:
        """Rate of wins in the games that the opponent started."""
        return _rates(self.count_replying, self.played_replying)

    def band(
        self, role: str = "starting", level: float = 0.95
    ) -> list[tuple[float, float]]:
        """Wilson interval of each rate; ``role`` is ``starting`` or ``replying``."""
        one_of("role", role, ("starting", "replying"))
        share("level", level, ends=False)
        counts = zip(self.count_starting, self.played_starting, strict=True)
        if role == "replying":
            counts = zip(self.count_replying, self.played_replying, strict=True)
        return [wilson(won, played, level) for won, played in counts]

    def to_dict(self) -> dict[str, object]:
        """All series by name, for JSON and CSV."""
        return {
            "machines": self.machines,
            "games": self.games,
            "engine": self.engine,
            "n": list(range(self.games)),
            "wins_starting": _without_nan(self.wins_starting),
            "wins_replying": _without_nan(self.wins_replying),
            "played_starting": self.played_starting,
            "played_replying": self.played_replying,
            "perfect": self.perfect,
        }


def _rates(won: list[int], played: list[int]) -> list[float]:
    """Share of won games; NaN where there was none."""
    return [number / of if of else nan for number, of in zip(won, played, strict=True)]


def _without_nan(values: list[float]) -> list[float | None]:
    return [None if isnan(value) else value for value in values]


def _choose_engine(
    engine: str, rules: Rules, learner: LearnerLike, teacher: TeacherLike
) -> tuple[str, Law | None]:
    """The engine that can do it; and the law of the teacher, where he has one."""
    one_of("engine", engine, ("auto", *ENGINES))
    # A bit mask knows one marker on each circle, and that markers only leave.
    simple = (
        isinstance(learner, str)
        and learner in MARKER_LEARNERS
        and MARKER_LEARNERS[learner].all_leave is not None
        and rules.markers == 1
    )
    if isinstance(teacher, str):
        lawless = teacher in LAWLESS
    else:
        lawless = isinstance(teacher, Teacher) or callable(teacher)
    if simple and not lawless:
        replies = law(cast(LawLike, teacher), rules)
        return "masks" if engine == "auto" else engine, replies
    if engine == "masks":
        raise UserError(message("error.engine", engine=engine))
    return "objects", None


def simulate(
    machines: int = 1000,
    games: int = 100,
    teacher: TeacherLike | None = None,
    first: Seat | str | None = None,
    seed: int | None = None,
    rules: Rules | None = None,
    learner: LearnerLike | None = None,
    engine: str = "auto",
    progress: Callable[[int, int], object] | None = None,
    until: str | Iterable[Circle] = "winnable",
) -> Simulation:
    """Train many machines, each against the same kind of teacher.

    Parameters
    ----------
    machines, games : int
    teacher : str, law, callable or object
        See `matchbox.players.teachers`; default: as the rules say.
    first : str
        Who starts game 1.
    seed : int
        Same seed, same result, on every machine.
    learner : str or class
        See `matchbox.players.learners`; default: as the rules say.
    engine : str
        ``auto``, ``masks`` or ``objects``.
    progress : callable, optional
        Called with (machines done, machines).
    until : str or circles
        What `Simulation.perfect` counts: ``winnable`` or ``clean`` as in `matchbox.exact.expected_games`, or the
        circles whose markers are to be lost.

    Raises
    ------
    UserError
        Names the parameter that makes no sense, its value and what is possible.

    Returns
    -------
    Simulation
        Pressing Ctrl-C during a long run returns what is finished, with ``interrupted=True``.

    Examples
    --------
    >>> r = simulate(machines=2000, games=2, teacher="random", first="machine", seed=1)
    >>> r.played_starting, r.played_replying
    ([2000, 0], [0, 2000])
    >>> abs(r.wins_starting[0] - 359 / 729) < 0.05
    True
    """
    rules = Rules.of(rules)
    # What is given here counts more than what the rules say.
    changes: dict[str, Any] = {} if first is None else {"first": first}
    if seed is not None:
        changes["seed"] = seed
    if isinstance(learner, str):
        changes["learner"] = learner
    rules = replace(rules, **changes)
    if isinstance(until, str):
        goal = target_mask(rules, until)
    else:
        goal = mask_of(rules, until)
    whole_number("machines", machines, 1)
    whole_number("games", games, 1)
    who = rules.learner if learner is None else learner
    against = rules.teacher if teacher is None else teacher
    if isinstance(against, str) and against == "human":
        raise UserError(message("error.human"))
    name, replies = _choose_engine(engine, rules, who, against)
    rules = with_lesson(rules)
    began = perf_counter()
    if replies is None:
        groups = _objects(rules, who, against, machines, games, goal)
    elif name == "objects":
        groups = _objects(rules, who, replies, machines, games, goal)
    else:
        groups = _masks(rules, replies, machines, games, goal)
    series = [[0] * games for _ in range(4)]
    series.append([0] * (games + 1))
    final: list[Any] = []
    interrupted = False
    try:
        for pieces, configurations in groups:
            for begin, counts in pieces:
                for total, more in zip(series, counts, strict=True):
                    for game, number in enumerate(more, begin):
                        total[game] += number
            final += configurations
            if progress is not None:
                progress(len(final), machines)
    # What is finished is a result; nothing at all is none.
    except KeyboardInterrupt:
        if not final:
            raise
        interrupted = True
    starting, replying, played_starting, played_replying, perfect = series
    return Simulation(
        count_starting=starting,
        count_replying=replying,
        played_starting=played_starting,
        played_replying=played_replying,
        perfect=[number / len(final) for number in perfect],
        final=final,
        machines=len(final),
        games=games,
        engine=name,
        seconds=perf_counter() - began,
        interrupted=interrupted,
        rules=rules,
    )


_Group: TypeAlias = tuple[Sequence[tuple[int, Sequence[Sequence[int]]]], Sequence[Any]]
"""Of some machines, from which game on: their wins and games in each role, and how many have reached the goal; and
their configurations at the end."""

PIECE, MOST = 10_000, 20_000
"""Games and machines that are counted in one piece, for which the least program has room."""


def _law_rows(replies: Law) -> tuple[list[int], list[int]]:
    """A law as `kernel.play` reads it: its moves, and their cumulated probabilities."""
    moves = [0] * (kernel.WIDTH * len(replies))
    upto = [kernel.ALL] * len(moves)
    for d, row in enumerate(replies):
        place = kernel.WIDTH * d
        possible = []
        for move, probability in enumerate(row, 1):
            if probability:
                possible.append((move, probability))
        # Else they are not equally likely
        if len({probability for _, probability in possible}) == 1:
            moves[place] = len(possible)
        total = 0.0
        for i, (move, probability) in enumerate(possible):
            moves[place + 1 + i] = move
            total += float(probability)
            if i < len(possible) - 1:  # the last one has all the rest
                upto[place + i] = int(min(total, 1.0) * (kernel.BELOW_ONE + 1))
    return moves, upto


def _masks(
    rules: Rules, replies: Law, machines: int, games: int, goal: int
) -> Iterator[_Group]:
    """Machines as bit masks, in groups so that progress is seen and Ctrl-C is heard."""
    engine = kernel.program(0).start()
    terms = [0] * 7
    if rules.starter in (Starter.MACHINE, Starter.HUMAN):
        terms[kernel.STARTER] = kernel.FIXED
        terms[kernel.HUMAN_FIRST] = rules.starter == Starter.HUMAN
    else:
        terms[kernel.STARTER] = kernel.STARTERS.index(str(rules.starter))
        terms[kernel.HUMAN_FIRST] = rules.first == Seat.HUMAN
    terms[kernel.EMPTY] = list(Empty).index(Empty(rules.empty))
    terms[kernel.ALL_LEAVE] = bool(MARKER_LEARNERS[rules.learner].all_leave)
    moves, upto = _law_rows(replies)
    board = board_of(rules, engine)
    law_moves = engine.array(Ints, moves)
    law_upto = engine.array(Words, upto)
    # Games: well below a second
    at_once = 10_000_000 if kernel.is_compiled() else 50_000
    group = max(1, min(MOST, at_once // games))
    for done in range(0, machines, group):
        number = min(group, machines - done)
        # The memory of one group serves the next.
        with engine.scratch():
            masks = engine.array(Words, [full(rules)] * number)
            words = engine.zeros(Words, number)
            states = engine.zeros(Ints, number)
            engine.call(kernel.deal, words, number, done, rules.seed)
            terms[kernel.MACHINES] = number
            pieces = []
            # Long games in pieces: the program has room for so many counts.
            for begin in range(0, games, PIECE):
                piece = min(PIECE, games - begin)
                terms[kernel.BEGIN] = begin
                terms[kernel.GAMES] = piece
                with engine.scratch():
                    counts = engine.zeros(Ints, 5 * piece + 1)
                    engine.call(
                        kernel.play,
                        masks,
                        words,
                        states,
                        engine.array(Ints, terms),
                        goal,
                        board,
                        law_moves,
                        law_upto,
                        counts,
                    )
                    series = [counts[i * piece : (i + 1) * piece] for i in range(4)]
                    pieces.append((begin, [*series, counts[4 * piece :]]))
            yield pieces, masks[:]


def _objects(
    rules: Rules,
    learner: LearnerLike,
    teacher: TeacherLike,
    machines: int,
    games: int,
    goal: int,
) -> Iterator[_Group]:
    """One `Match` per machine: real dice, any learner, any teacher."""
    for number in range(machines):
        machine = make_learner(learner, rules)
        # A seed of its own for every machine, which does not depend on how many there are.
        seed = Random(f"{rules.seed} {number}").getrandbits(64)
        match = Match(rules, machine, teacher, seed=seed)
        marked = None
        if isinstance(machine, Machine):
            marked = machine
        reached = [_has_reached(marked, goal)]
        for _ in range(games):
            match.play_game()
            reached.append(_has_reached(marked, goal))
        series = []
        for seat in Seat:
            series.append([game.won and game.starter is seat for game in match.played])
        for seat in Seat:
            series.append([game.starter is seat for game in match.played])
        configuration = tuple(marked.counts.values()) if marked else ()
        yield [(0, [*series, reached])], [configuration]


def _has_reached(machine: Machine | None, goal: int) -> bool:
    return machine is not None and not machine.configuration & goal
