# mypy: disable-error-code="var-annotated"
"""The batch engine with NumPy alone: all machines make the same turn at the same time."""

from __future__ import annotations

from typing import Any

from boardkit.errors import missing_part
from matchbox.analysis.arrays import geometry, pick_tables
from matchbox.players.teachers import Law
from matchbox.rules.ruleset import Empty, Rules, Seat, Starter

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing_part("fast", error) from None

__all__ = ["run"]


class _Tables:
    def __init__(self, rules: Rules, law: Law) -> None:
        self.first, sizes, self.rest = geometry(rules)
        self.fill = (np.int64(1) << sizes) - 1
        self.count, self.pick = pick_tables(rules.step)
        self.upto = np.ones((rules.length + 1, rules.step))
        for d, row in enumerate(law):
            self.upto[d, :len(row)] = np.cumsum([float(q) for q in row])
            self.upto[d, max(len(row) - 1, 0):] = 2.0


def _one_game(t: _Tables, rules: Rules, masks: Any, human_starts: Any, rng: Any) -> tuple[Any, Any, Any]:
    """One game of every machine: who won, the marker to blame (−1: none), and all markers that may leave."""
    count, keep = len(masks), rules.empty == Empty.KEEP_LAST
    won = np.zeros(count, np.bool_)
    blame = np.full(count, -1, np.int64)
    free = np.zeros(count, np.int64)
    index = np.flatnonzero(human_starts)
    d = np.full(count, rules.length, np.int64)
    active = np.arange(count)

    def human(index: Any) -> None:
        here = d[index]
        draw = rng.random(len(index))
        d[index] = here - 1 - (draw[:, None] >= t.upto[here, :-1]).sum(1)

    human(index)
    active = active[d[active] > 0]
    while len(active):
        here, mask = d[active], masks[active]
        box = mask >> t.first[here] & t.fill[here]
        n = t.count[box]
        going = n > 0  # before an empty box the machine resigns
        if not going.all():
            active, here, box, n = active[going], here[going], box[going], n[going]
        bit = t.first[here] + t.pick[box, (rng.random(len(active)) * n).astype(np.int64)]
        to = t.rest[bit]
        if keep:
            several = n > 1
            blame[active[several]] = bit[several]
            free[active[several]] |= np.int64(1) << bit[several]
        else:
            blame[active] = bit
            free[active] |= np.int64(1) << bit
        won[active[to == 0]] = True
        d[active] = to
        active = active[to > 0]
        human(active)
        active = active[d[active] > 0]
    return won, blame, free


def _starts(rules: Rules, game: int, before: Any, won: Any, rng: Any) -> Any:
    starter = rules.starter
    if starter in (Starter.MACHINE, Starter.HUMAN):
        return np.full(len(won), starter == Starter.HUMAN)
    if game == 0:
        return np.full(len(won), rules.first == Seat.HUMAN)
    if starter == Starter.RANDOM:
        return rng.random(len(won)) < 0.5
    return {Starter.ALTERNATE: ~before, Starter.LOSER: won, Starter.WINNER: ~won}[Starter(starter)]


def run(rules: Rules, law: Law, masks: Any, offset: int, games: int, seed: int, goal: int) -> tuple[Any, Any, Any]:
    """The same as `matchbox.analysis.kernels.run`, with other random numbers."""
    t = _Tables(rules, law)
    rng = np.random.default_rng([seed, offset])
    wins, played = np.zeros((2, games), np.int64), np.zeros((2, games), np.int64)
    perfect = np.zeros(games + 1, np.int64)
    perfect[0] = (masks & goal == 0).sum()
    human_starts = won = np.zeros(len(masks), np.bool_)
    for g in range(games):
        human_starts = _starts(rules, g, human_starts, won, rng)
        won, blame, free = _one_game(t, rules, masks, human_starts, rng)
        for side in (0, 1):
            here = human_starts == bool(side)
            played[side, g], wins[side, g] = here.sum(), (won & here).sum()
        lost = ~won & (blame >= 0)
        leaving = free if rules.learner == "remove-all" else np.int64(1) << np.maximum(blame, 0)
        masks[lost] &= ~leaving[lost]
        if rules.empty == Empty.REFILL:
            for d in range(1, rules.length + 1):
                masks[masks >> t.first[d] & t.fill[d] == 0] |= t.fill[d] << t.first[d]
        perfect[g + 1] = (masks & goal == 0).sum()
    return wins, played, perfect
