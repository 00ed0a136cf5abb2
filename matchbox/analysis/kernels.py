# mypy: disable-error-code="var-annotated"
"""The compiled batch engine: one bit mask per machine, one random number per game, machines in parallel.

Every machine has a random stream of its own (made from the seed and its number), and results are integers added up
per block of machines: so they do not depend on the number of threads.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boardkit.errors import missing_part
from matchbox.analysis.arrays import geometry, pick_tables
from matchbox.players.teachers import Law
from matchbox.rules.ruleset import Empty, Rules, Seat, Starter

try:
    import numpy as np
    from numba import get_num_threads, njit, prange, set_num_threads
except ModuleNotFoundError as error:
    raise missing_part("fast", error) from None

__all__ = ["BLOCK", "law_tables", "run"]

BLOCK = 512
"""Machines that one task works on."""

_UNIT = 60  # random fractions have so many bits: a fraction times a number of options up to 15 fits in 64
_STARTERS = [Starter.ALTERNATE, Starter.MACHINE, Starter.HUMAN, Starter.LOSER, Starter.WINNER, Starter.RANDOM]


def law_tables(rules: Rules, law: Law) -> tuple[Any, Any, Any]:
    """A law in a form that a kernel reads fast.

    Returns the moves with positive probability per d, their number if they are equally likely (else 0), and the
    cumulated probabilities as 60-bit integers.
    """
    moves = np.zeros((rules.length + 1, rules.step + 1), np.int64)
    equal = np.zeros(rules.length + 1, np.int64)
    upto = np.zeros((rules.length + 1, rules.step + 1), np.uint64)
    for d, row in enumerate(law):
        support = [j for j, q in enumerate(row, 1) if q]
        moves[d, :len(support)] = support
        if support and len({row[j - 1] for j in support}) == 1:
            equal[d] = len(support)
        total = 0.0
        for i, j in enumerate(support):
            total += float(row[j - 1])
            upto[d, i] = min(int(total * 2**_UNIT), 2**_UNIT)
        if support:
            upto[d, len(support) - 1] = 2**_UNIT
    return moves, equal, upto


@njit(cache=True, inline="always")
def _mix(x: Any) -> Any:
    """The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True, parallel=True)
def _play(masks: Any, offset: int, games: int, seed: int, starter_rule: int, first: int, empty: int, all_leave: bool,
          boxes: Any, sizes: Any, rest: Any, goal: int, moves: Any, equal: Any, upto: Any, count: Any, pick: Any,
          block: int) -> Any:
    machines, length = len(masks), len(sizes) - 1
    blocks = (machines + block - 1) // block
    wins = np.zeros((blocks, 2, games), np.int64)
    played = np.zeros((blocks, 2, games), np.int64)
    perfect = np.zeros((blocks, games + 1), np.int64)
    unit, low = np.uint64(60), np.uint64((1 << 60) - 1)
    four, golden = np.uint64(4), np.uint64(0x9E3779B97F4A7C15)
    fill = (1 << sizes) - 1
    for b in prange(blocks):
        for m in range(b * block, min(machines, (b + 1) * block)):
            state = _mix(np.uint64(seed) * golden + np.uint64(offset + m) * np.uint64(0xD1342543DE82EF95) + golden)
            mask = masks[m]
            human_starts, won = first == 1, False
            perfect[b, 0] += mask & goal == 0
            for g in range(games):
                state += golden
                x = _mix(state) >> four
                if g == 0 or starter_rule == 1 or starter_rule == 2:
                    human_starts = first == 1
                elif starter_rule == 0:
                    human_starts = not human_starts
                elif starter_rule == 3:
                    human_starts = won
                elif starter_rule == 4:
                    human_starts = not won
                if starter_rule == 5 and g > 0:
                    x = x * np.uint64(2)
                    human_starts = x >> unit == 1
                    x &= low
                d, human, won = length, human_starts, False
                used, last, free = 0, -1, 0
                while True:
                    if human:
                        n = equal[d]
                        if n > 0:
                            x = x * np.uint64(n)
                            j = moves[d, np.int64(x >> unit)]
                            x &= low
                        else:
                            state += golden
                            y = _mix(state) >> four
                            i = 0
                            while y >= upto[d, i]:
                                i += 1
                            j = moves[d, i]
                        d -= j
                        if d == 0:
                            break
                    human = True
                    box = mask >> boxes[d] & fill[d]
                    n = count[box]
                    if n == 0:
                        break
                    x = x * np.uint64(n)
                    bit = boxes[d] + pick[box, np.int64(x >> unit)]
                    x &= low
                    used |= 1 << bit
                    if empty != 1 or n > 1:
                        last = bit
                        free |= 1 << bit
                    d = rest[bit]
                    if d <= 0:
                        won = d == 0
                        break
                side = 1 if human_starts else 0
                played[b, side, g] += 1
                if won:
                    wins[b, side, g] += 1
                elif last >= 0:
                    mask &= ~(free if all_leave else 1 << last)
                    if empty == 2:
                        for f in range(1, length + 1):
                            if mask >> boxes[f] & fill[f] == 0:
                                mask |= fill[f] << boxes[f]
                perfect[b, g + 1] += mask & goal == 0
            masks[m] = mask
    return wins, played, perfect


def run(rules: Rules, law: Law, masks: Any, offset: int, games: int, seed: int, goal: int,
        threads: int | None = None) -> tuple[Any, Any, Any]:
    """Let machines play; ``masks`` is changed in place.

    Parameters
    ----------
    masks : array of int64
        Configurations of the machines number ``offset``, ``offset + 1``, …

    Returns
    -------
    tuple of arrays
        Wins and games played, each ``[role, game]`` with role 0 = the machine started; how many machines have lost
        all markers of ``goal`` after each number of games.
    """
    boxes, sizes, rest = geometry(rules)
    starter = Starter(rules.starter)
    first = {Starter.MACHINE: 0, Starter.HUMAN: 1}.get(starter, int(rules.first == Seat.HUMAN))
    before = get_num_threads()
    if threads is not None:
        set_num_threads(min(threads, before))
    try:
        with _undisturbed():
            wins, played, perfect = _play(
                masks, offset, games, seed, _STARTERS.index(starter), first, list(Empty).index(Empty(rules.empty)),
                rules.learner == "remove-all", boxes, sizes, rest, goal, *law_tables(rules, law),
                *pick_tables(rules.step), BLOCK)
    finally:
        set_num_threads(before)
    return wins.sum(0), played.sum(0), perfect.sum(0)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C is heard when a compiled call is over: an exception inside it would end the process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
