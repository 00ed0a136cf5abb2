"""Many machines at once.

`simulate` chooses the fastest engine that can do the job: ``numba`` (compiled), ``numpy``, ``python`` (bit masks in
plain Python) or ``objects`` (real markers and dice, and every learner and teacher there is).  The engines use
different random numbers: each repeats its own results for the same seed, and they agree statistically.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from random import Random
from time import perf_counter
from typing import Any

from boardkit.errors import UserError, whole_number
from boardkit.intervals import wilson
from matchbox.analysis.chain import full, mask_of, target_mask
from matchbox.analysis.gamelaw import GameTable
from matchbox.players.learners import make_learner
from matchbox.players.match import Match
from matchbox.players.teachers import Law, law
from matchbox.rules.machine import MARKER_LEARNERS, Machine
from matchbox.rules.ruleset import CATALOGUE, Circle, Empty, Rules, Seat, Starter, one_of, share

__all__ = ["ENGINES", "Simulation", "available_engines", "simulate"]

ENGINES = ("numba", "numpy", "python", "objects")


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
        perfect = f"; perfect at the end: {self.perfect[-1]:.4f}" if self.perfect else ""
        stopped = ", interrupted" if self.interrupted else ""
        return f"<Simulation: {self.machines} machines × {self.games} games, engine {self.engine}{stopped}{perfect}>"

    @property
    def markers(self) -> Any:
        """``machines × circles`` at the end: how many markers lie there (an array where NumPy is installed)."""
        if self.engine == "objects":
            return self.final
        circles = range(len(self.rules.circles))
        if self.engine == "python":
            return [tuple(mask >> i & 1 for i in circles) for mask in self.final]
        return (self.final[:, None] >> list(circles) & 1).astype("int8")

    @property
    def wins_starting(self) -> list[float]:
        """Rate of wins in the games that the machine started."""
        return [w / n if n else nan for w, n in zip(self.count_starting, self.played_starting, strict=True)]

    @property
    def wins_replying(self) -> list[float]:
        """Rate of wins in the games that the opponent started."""
        return [w / n if n else nan for w, n in zip(self.count_replying, self.played_replying, strict=True)]

    def band(self, role: str = "starting", level: float = 0.95) -> list[tuple[float, float]]:
        """Wilson interval of each rate; ``role`` is ``starting`` or ``replying``."""
        one_of("role", role, ("starting", "replying"))
        share("level", level, ends=False)
        wins, played = ((self.count_starting, self.played_starting) if role == "starting"
                        else (self.count_replying, self.played_replying))
        return [wilson(w, n, level) for w, n in zip(wins, played, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """All series by name, for JSON and CSV."""
        def plain(values: list[float]) -> list[float | None]:
            return [None if v != v else v for v in values]

        return {"machines": self.machines, "games": self.games, "engine": self.engine, "n": list(range(self.games)),
                "wins_starting": plain(self.wins_starting), "wins_replying": plain(self.wins_replying),
                "played_starting": self.played_starting, "played_replying": self.played_replying,
                "perfect": self.perfect}


def available_engines() -> tuple[str, ...]:
    """The engines that are installed, fastest first."""
    return tuple(e for e in ENGINES if e not in ("numba", "numpy") or importlib.util.find_spec(e) is not None)


def _choose_engine(engine: str, rules: Rules, learner: Any, teacher: Any) -> tuple[str, Law | None]:
    one_of("engine", engine, ("auto", *ENGINES))
    simple = isinstance(learner, str) and learner in MARKER_LEARNERS and rules.markers == 1
    lawless = teacher in ("clairvoyant", "machine") if isinstance(teacher, str) else (
        hasattr(teacher, "choose") or callable(teacher))
    if not simple or lawless:
        if engine in ("auto", "objects"):
            return "objects", None
        raise UserError(CATALOGUE.message("error.engine", engine=engine))
    replies = law(teacher, rules)
    found = available_engines()
    if len(rules.circles) > 62:  # the bits of a signed machine word
        found = tuple(e for e in found if e not in ("numba", "numpy"))
    if engine == "auto":
        return found[0], replies
    if engine not in found:
        raise UserError(CATALOGUE.message("error.engine_missing", engine=engine, found=", ".join(found)))
    return engine, replies


def simulate(machines: int = 1000, games: int = 100, teacher: Any = None, first: Seat | str | None = None,
             seed: int | None = None, rules: Rules | None = None, learner: Any = None, engine: str = "auto",
             threads: int | None = None, progress: Callable[[int, int], Any] | None = None,
             until: str | Iterable[Circle] = "winnable") -> Simulation:
    """Train many machines, each against the same kind of teacher.

    Parameters
    ----------
    machines, games : int
    teacher : str, law, callable or object
        See `matchbox.players.teachers`; default: as the rules say.
    first : str
        Who starts game 1.
    seed : int
        Same seed, same result, for every number of threads.
    learner : str or class
        See `matchbox.players.learners`; default: as the rules say.
    engine : str
        ``auto``, ``numba``, ``numpy``, ``python`` or ``objects``.
    threads : int, optional
        For numba, which takes no more than there are; default: all.
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
    changes: dict[str, Any] = {} if first is None else {"first": first}
    if seed is not None:
        changes["seed"] = seed
    if isinstance(learner, str):
        changes["learner"] = learner
    rules = replace(rules, **changes)
    goal = target_mask(rules, until) if isinstance(until, str) else mask_of(rules, until)
    for key, value in (("machines", machines), ("games", games), ("threads", 1 if threads is None else threads)):
        whole_number(key, value, 1)
    who = rules.learner if learner is None else learner
    against = rules.teacher if teacher is None else teacher
    if isinstance(against, str) and against == "human":
        raise UserError(CATALOGUE.message("error.human"))
    name, replies = _choose_engine(engine, rules, who, against)
    if threads is not None and engine not in ("auto", "numba"):
        raise UserError(CATALOGUE.message("error.threads", engine=engine))
    if rules.learner == "never-empty":
        rules = replace(rules, empty=Empty.KEEP_LAST)
    began = perf_counter()
    if replies is None:
        done = _objects(rules, who, against, machines, games, goal, progress)
    elif name == "objects":
        done = _objects(rules, who, replies, machines, games, goal, progress)
    else:
        done = _masks(name, rules, replies, machines, games, goal, threads, progress)
    wins, played, perfect, final, interrupted = done
    count = len(final)
    series = {f"{what}_{role}": [int(n) for n in rows[i]] for what, rows in (("count", wins), ("played", played))
              for i, role in enumerate(("starting", "replying"))}
    return Simulation(
        **series, perfect=[int(p) / max(count, 1) for p in perfect], final=final, machines=count, games=games,
        engine=name, seconds=perf_counter() - began, interrupted=interrupted, rules=rules)


_Done = tuple[Any, Any, Any, Any, bool]


def _chunks(machines: int, size: int) -> list[tuple[int, int]]:
    return [(start, min(machines, start + size)) for start in range(0, machines, size)]


def _add(total: Any, part: Any) -> Any:
    if total is None:
        return part
    if isinstance(total, list):
        return [_add(a, b) for a, b in zip(total, part, strict=True)]
    return total + part


def _masks(name: str, rules: Rules, replies: Law, machines: int, games: int, goal: int, threads: int | None,
           progress: Callable[[int, int], Any] | None) -> _Done:
    """Bit-mask engines, in chunks of machines so that progress is seen and Ctrl-C is heard."""
    totals: list[Any] = [None, None, None]
    parts, interrupted = [], False
    at_once = {"python": 50_000, "numpy": 5_000_000, "numba": 20_000_000}[name]  # games: well below a second
    size = max(500, at_once // games)
    try:
        for start, stop in _chunks(machines, size):
            masks, result = _engine(name, rules, replies, start, stop, games, goal, threads)
            totals = [_add(t, p) for t, p in zip(totals, result, strict=True)]
            parts.append(masks)
            if progress is not None:
                progress(stop, machines)
    except KeyboardInterrupt:
        if not parts:
            raise
        interrupted = True
    if name == "python":
        return *totals, [mask for part in parts for mask in part], interrupted
    import numpy as np

    return *totals, np.concatenate(parts), interrupted


def _engine(name: str, rules: Rules, replies: Law, start: int, stop: int, games: int, goal: int,
            threads: int | None) -> tuple[Any, Any]:
    if name == "python":
        masks = [full(rules)] * (stop - start)
        return masks, _run_python(rules, replies, masks, start, games, rules.seed, goal)
    import numpy as np

    array: Any = np.full(stop - start, full(rules), np.int64)
    if name == "numpy":
        from matchbox.analysis import vectors

        return array, vectors.run(rules, replies, array, start, games, rules.seed, goal)
    from matchbox.analysis import kernels

    return array, kernels.run(rules, replies, array, start, games, rules.seed, goal, threads)


def _run_python(rules: Rules, replies: Law, masks: list[int], offset: int, games: int, seed: int,
                goal: int) -> tuple[Any, Any, Any]:
    """The bit-mask engine in plain Python; ``masks`` is changed in place."""
    table = GameTable(rules, replies)
    answers = [([j for j, _ in enumerate(row, 1)], [float(q) for q in row]) for row in replies]
    uniform = [row[0] if row[1] and len(set(row[1])) == 1 else None for row in answers]
    keep, sweep = rules.empty == Empty.KEEP_LAST, rules.learner == "remove-all"
    wins, played, perfect = [[0] * games, [0] * games], [[0] * games, [0] * games], [0] * (games + 1)
    for m, mask in enumerate(masks):
        rng = Random(f"{seed} {offset + m}")
        draw, starter, won = rng.random, Seat(rules.first), False
        perfect[0] += not mask & goal
        for g in range(games):
            starter = _starter(rules, g, starter, won, rng)
            d, human, won, last, free = rules.length, starter is Seat.HUMAN, False, -1, 0
            while True:
                if human:
                    row = uniform[d]
                    d -= row[int(draw() * len(row))] if row else rng.choices(*answers[d])[0]
                    if d == 0:
                        break
                human = True
                here = table.boxes[d][mask >> table.shift[d] & table.full_box[d]][1]
                if not here:
                    break
                bit, d = here[int(draw() * len(here))]
                if not keep or len(here) > 1:
                    last = bit
                    free |= 1 << bit
                if d <= 0:
                    won = d == 0
                    break
            side = starter is Seat.HUMAN
            played[side][g] += 1
            if won:
                wins[side][g] += 1
            elif last >= 0:
                for bit in [b for b in range(len(rules.circles)) if free >> b & 1] if sweep else [last]:
                    mask = table.after(mask, bit)
            perfect[g + 1] += not mask & goal
        masks[m] = mask
    return wins, played, perfect


def _starter(rules: Rules, game: int, before: Seat, won: bool, rng: Random) -> Seat:
    rule = rules.starter
    if rule in (Starter.MACHINE, Starter.HUMAN):
        return Seat(str(rule))
    if game == 0:
        return Seat(rules.first)
    if rule == Starter.RANDOM:
        return rng.choice((Seat.MACHINE, Seat.HUMAN))
    if rule == Starter.ALTERNATE:
        return before.other
    winner = Seat.MACHINE if won else Seat.HUMAN
    return winner if rule == Starter.WINNER else winner.other


def _objects(rules: Rules, learner: Any, teacher: Any, machines: int, games: int, goal: int,
             progress: Callable[[int, int], Any] | None) -> _Done:
    """One `Match` per machine: real dice, any learner, any teacher."""
    wins, played, perfect = [[0] * games, [0] * games], [[0] * games, [0] * games], [0] * (games + 1)
    markers: list[Sequence[int]] = []
    interrupted = False
    try:
        for m in range(machines):
            machine = make_learner(learner, rules)
            match = Match(rules, machine, teacher, seed=Random(f"{rules.seed} {m}").getrandbits(64))
            has_markers = isinstance(machine, Machine)
            good = [has_markers and not machine.configuration & goal]
            for _ in range(games):
                match.play_game()
                good.append(has_markers and not machine.configuration & goal)
            for g, game in enumerate(match.played):
                side = game.starter is Seat.HUMAN
                played[side][g] += 1
                wins[side][g] += game.won
            perfect = [p + q for p, q in zip(perfect, good, strict=True)]
            markers.append(tuple(machine.counts.values()) if has_markers else ())
            if progress is not None:
                progress(m + 1, machines)
    except KeyboardInterrupt:
        if not markers:
            raise
        interrupted = True
    return wins, played, perfect, markers, interrupted
