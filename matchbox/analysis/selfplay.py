"""Two machines that learn from each other, exactly: the Markov chain over pairs of configurations.

A state is a pair (configuration of the machine that starts the next game, configuration of the other).  Every
decisive loss removes a marker of the loser, so the pairs are ordered by the number of markers that are left, and one
backward pass gives the expected number of games and how many machines end perfect.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardkit.errors import UserError, whole_number
from matchbox.analysis.chain import configurations, full, mask_of
from matchbox.rules.ruleset import CATALOGUE, Empty, Overshoot, Rules, Starter, one_of

__all__ = ["SelfPlay", "game_between", "self_play"]


@dataclass(frozen=True)
class SelfPlay:
    """How two machines end that start with all markers and play until neither can learn any more.

    Attributes
    ----------
    games : float
        Expected number of games until then.
    perfect : float
        Probability that a machine ends perfect on winnable fields (the mean of the two).
    engine : str
    """

    games: float
    perfect: float
    engine: str


def _check_scope(rules: Rules) -> None:
    if (rules.markers, rules.empty, rules.starter, rules.overshoot) != (
            1, Empty.RESIGN, Starter.ALTERNATE, Overshoot.EXACT):
        raise UserError(CATALOGUE.message("error.selfplay"))
    if rules.learner != "remove-last":
        raise UserError(CATALOGUE.message("error.exact_learner", learner=rules.learner))


def game_between(rules: Rules, starter: int, other: int) -> dict[tuple[int, int], float]:
    """One game between two configurations: probability that seat 0 (the starter) or 1 loses a certain marker.

    Raises
    ------
    UserError
        If the rules are not those of `self_play`, or a number is no configuration.

    Examples
    --------
    >>> rules = Rules(length=3)
    >>> law = game_between(rules, full(rules), full(rules))
    >>> {(seat, rules.circles[bit]): round(p, 4) for (seat, bit), p in sorted(law.items())}
    {(0, (3, 1)): 0.1667, (0, (3, 2)): 0.3333, (1, (2, 1)): 0.1667}
    """
    _check_scope(rules)
    for name, config in (("starter", starter), ("other", other)):
        whole_number(name, config, 0, full(rules))
    return _game(rules, starter, other)


def _game(rules: Rules, starter: int, other: int) -> dict[tuple[int, int], float]:
    shift, bit = {}, 0
    for d in range(1, rules.length + 1):
        shift[d] = bit
        bit += len(rules.box(d))
    result: dict[tuple[int, int], float] = {}

    def lose(seat: int, marker: int, p: float) -> None:
        if marker >= 0:
            result[seat, marker] = result.get((seat, marker), 0.0) + p

    masks, mover = (starter, other), 0
    # fields to go, last marker of the mover, last marker of the opponent (−1: none) -> probability
    reach = {(rules.length, -1, -1): 1.0}
    while reach:
        then: dict[tuple[int, int, int], float] = {}
        for (d, mine, yours), p in reach.items():
            here = [shift[d] + i for i in range(len(rules.box(d))) if masks[mover] >> shift[d] + i & 1]
            if not here:
                lose(mover, mine, p)
            for b in here:
                rest = rules.arrival(*rules.circles[b])
                if rest == 0:
                    lose(1 - mover, yours, p / len(here))
                else:
                    then[rest, yours, b] = then.get((rest, yours, b), 0.0) + p / len(here)
        reach, mover = then, 1 - mover
    return result


def _plain(rules: Rules) -> tuple[float, float]:
    """Expected games and expected number of perfect machines, in plain Python."""
    goal, masks = mask_of(rules, rules.bad_on_winnable), configurations(rules)
    value: dict[tuple[int, int], tuple[float, float]] = {}  # (starts next, the other)
    for x in reversed(masks):
        for y in reversed(masks):
            pairs, laws = ((x, y), (y, x)), (_game(rules, x, y), _game(rules, y, x))
            after, away = [], []
            for (starter, other), law in zip(pairs, laws, strict=True):
                games, perfect = 1.0, 0.0
                for (seat, bit), p in law.items():
                    new = (starter & ~(1 << bit), other) if seat == 0 else (starter, other & ~(1 << bit))
                    g, s = value[new[1], new[0]]
                    games, perfect = games + p * g, perfect + p * s
                after.append((games, perfect))
                away.append(sum(law.values()))
            det = away[0] + away[1] - away[0] * away[1]
            for side, pair in enumerate(pairs):
                stay = 1 - away[side]
                value[pair] = (0.0, float(not x & goal) + float(not y & goal)) if det < 1e-13 else (
                    (after[side][0] + stay * after[1 - side][0]) / det,
                    (after[side][1] + stay * after[1 - side][1]) / det)
    return value[full(rules), full(rules)]


def self_play(rules: Rules | None = None, engine: str = "auto") -> SelfPlay:
    """Two machines against each other, alternating who starts, until neither can lose another marker.

    Parameters
    ----------
    rules : Rules
        One marker per circle, alternating starters, no overshooting circles, an empty box resigns.
    engine : str
        ``auto`` (numba if installed), ``python`` (small boards), ``numba``.  The default board has 283 million pairs:
        some minutes and 1.4 GB with numba, not to be done without.

    Examples
    --------
    >>> result = self_play(Rules(length=3), engine="python")
    >>> round(result.games, 4), round(result.perfect, 4)
    (10.5069, 0.5)
    """
    rules = Rules.of(rules)
    _check_scope(rules)
    if one_of("engine", engine, ("auto", "python", "numba")) != "python":
        try:
            from matchbox.analysis.pairs import self_play_values
        except ModuleNotFoundError:
            if engine == "numba":
                raise UserError(CATALOGUE.message("error.numba")) from None
        else:
            games, perfect = self_play_values(rules)
            return SelfPlay(games, perfect / 2, "numba")
    if len(configurations(rules)) > 600:
        raise UserError(CATALOGUE.message("error.numba"))
    games, perfect = _plain(rules)
    return SelfPlay(games, perfect / 2, "python")
