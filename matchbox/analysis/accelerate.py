# mypy: disable-error-code="var-annotated"
"""The chain with numba: the same numbers as `matchbox.analysis.chain.Chain`, about a hundred times as fast.

Only importable where numba and NumPy are installed; `matchbox.exact` falls back to plain Python otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from boardkit.errors import missing_part
from matchbox.analysis.arrays import dense_law, geometry
from matchbox.analysis.chain import Chain, configurations, full, target_mask, training_starters
from matchbox.players.teachers import Law
from matchbox.rules.ruleset import Empty, Rules, Seat

try:
    import numpy as np
    from numba import njit
except ModuleNotFoundError as error:
    raise missing_part("fast", error) from None

__all__ = ["FastChain", "value_and_gradient"]


NOTHING = 1e-200
"""Smaller probabilities are dropped: arithmetic with numbers near the end of the range is a hundred times slower."""


@njit(cache=True)
def _find(keys: Any, slots: Any, config: int) -> int:
    at = (config * 0x9E3779B97F4A7C1 >> 20) & (len(keys) - 1)
    while keys[at] != config:
        at = (at + 1) & (len(keys) - 1)
    return slots[at]


@njit(cache=True)
def _sweep(configs: Any, law: Any, first: Any, sizes: Any, rest: Any, trains: Any) -> Any:
    """One game of every configuration and both starters, as rows in compressed form."""
    count, length, bits = len(configs), len(sizes) - 1, len(rest)
    step = law.shape[1] - 1
    size = 16
    while size < 4 * count:
        size *= 2
    keys: Any = np.full(size, -1, np.int64)
    slots: Any = np.zeros(size, np.int64)
    for i in range(count):
        at = (configs[i] * 0x9E3779B97F4A7C1 >> 20) & (size - 1)
        while keys[at] != -1:
            at = (at + 1) & (size - 1)
        keys[at], slots[at] = configs[i], i
    win = np.zeros((2, count))
    start: Any = np.zeros((2, count + 1), np.int64)
    child: Any = np.zeros((2, count * bits), np.int32)
    prob: Any = np.zeros((2, count * bits))
    reach, lost = np.zeros(length + 1), np.zeros(bits)
    for side in range(2):
        n = 0
        for i in range(count):
            config = configs[i]
            reach[:] = 0.0
            lost[:] = 0.0
            if side == 0:
                reach[length] = 1.0
            else:
                for j in range(1, min(step, length) + 1):
                    reach[length - j] = law[length, j]
            total = 0.0
            for d in range(length, 0, -1):
                box = config >> first[d] & ((1 << sizes[d]) - 1)
                if reach[d] == 0.0 or box == 0:
                    continue
                here = 0
                for b in range(sizes[d]):
                    here += box >> b & 1
                flow = reach[d] / here
                for b in range(sizes[d]):
                    if not box >> b & 1:
                        continue
                    bit = first[d] + b
                    to = rest[bit]
                    if to == 0:
                        total += flow
                    elif to < 0:
                        lost[bit] += flow
                    else:
                        for j in range(1, min(step, to) + 1):
                            then = to - j
                            if then == 0 or config >> first[then] & ((1 << sizes[then]) - 1) == 0:
                                lost[bit] += flow * law[to, j]
                            else:
                                reach[then] += flow * law[to, j]
            win[side, i] = total
            for bit in range(bits):
                if lost[bit] > 0.0 and trains[side]:
                    child[side, n] = _find(keys, slots, config & ~(1 << bit))
                    prob[side, n] = lost[bit]
                    n += 1
            start[side, i + 1] = n
    return win, start, child, prob


@njit(cache=True)
def _step(dist: Any, start: Any, child: Any, prob: Any) -> Any:
    new = dist.copy()
    for i in range(len(dist)):
        p = dist[i]
        if p < NOTHING:
            if new[i] < NOTHING:
                new[i] = 0.0
        else:
            away = 0.0
            for e in range(start[i], start[i + 1]):
                flow = p * prob[e]
                new[child[e]] += flow
                away += flow
            new[i] -= away
    return new


@njit(cache=True)
def _dot(a: Any, b: Any) -> float:
    # Not np.dot: its threads would wait for each other where cores are shared.
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@njit(cache=True)
def _means(dist: Any, sides: Any, values: Any, start: Any, child: Any, prob: Any) -> Any:
    out = np.zeros((len(values), len(sides) + 1))
    for n in range(len(sides) + 1):
        for v in range(len(values)):
            out[v, n] = _dot(values[v], dist)
        if n < len(sides):
            s = sides[n]
            dist = _step(dist, start[s], child[s], prob[s])
    return out


@njit(cache=True)
def _hitting(target: Any, sides: Any, start: Any, child: Any, prob: Any) -> Any:
    count = len(target)
    result = np.full((2, count), np.inf)
    after, leave = np.zeros(2), np.zeros(2)
    for i in range(count - 1, -1, -1):
        if target[i]:
            result[0, i] = result[1, i] = 0.0
            continue
        for phase in range(2):
            s = sides[phase]
            after[phase], leave[phase] = 1.0, 0.0
            for e in range(start[s, i], start[s, i + 1]):
                after[phase] += prob[s, e] * result[1 - phase, child[s, e]]
                leave[phase] += prob[s, e]
        det = leave[0] + leave[1] - leave[0] * leave[1]
        if det > 0.0:
            for phase in range(2):
                stay = 1.0 - leave[phase]
                result[phase, i] = (after[phase] + (stay * after[1 - phase] if stay > 0.0 else 0.0)) / det
    return result


@njit(cache=True)
def _gradient(configs: Any, goal: int, opening: int, law: Any, first: Any, sizes: Any, rest: Any, to_go: Any,
              start: Any, child: Any, prob: Any) -> Any:
    count, top, bits, step = len(configs), len(sizes) - 1, len(rest), law.shape[1] - 1
    gradient = np.zeros((top + 1, step + 1))
    mass = np.zeros((2, count))
    mass[opening, 0] = 1.0
    value, reach = np.zeros(top + 1), np.zeros(top + 1)
    here, option = np.zeros(top + 1, np.int64), np.zeros((bits, step + 1))
    loss = np.zeros(bits)
    leave = np.zeros(2)
    for i in range(count):
        config = configs[i]
        if config & goal == 0 or mass[0, i] + mass[1, i] == 0.0:
            continue
        for side in range(2):
            leave[side] = 0.0
            for e in range(start[side, i], start[side, i + 1]):
                leave[side] += prob[side, e]
        det = leave[0] + leave[1] - leave[0] * leave[1]
        for d in range(1, top + 1):
            here[d] = 0
            for b in range(first[d], first[d] + sizes[d]):
                here[d] += config >> b & 1
        arrive0, arrive1 = mass[0, i], mass[1, i]
        for side in range(2):
            own, other = (arrive0, arrive1) if side == 0 else (arrive1, arrive0)
            visits = (own + (1.0 - leave[1 - side]) * other) / det
            stay = to_go[1 - side, i]
            loss[:] = stay  # a loss that is impossible under this law is never weighed
            for e in range(start[side, i], start[side, i + 1]):
                mass[1 - side, child[side, e]] += visits * prob[side, e]
            for s in range(2):  # any marker that can be lost at all has a successor in one of the two roles
                for e in range(start[s, i], start[s, i + 1]):
                    gone = config & ~configs[child[s, e]]
                    b = 0
                    while gone >> b & 1 == 0:
                        b += 1
                    loss[b] = to_go[1 - side, child[s, e]]
            value[0] = 0.0
            for d in range(1, top + 1):
                total = 0.0
                for b in range(first[d], first[d] + sizes[d]):
                    if config >> b & 1 == 0:
                        continue
                    to = rest[b]
                    if to == 0:
                        total += stay
                    elif to < 0:
                        total += loss[b]
                    else:
                        for j in range(1, min(step, to) + 1):
                            then = to - j
                            option[b, j] = value[then] if then > 0 and here[then] > 0 else loss[b]
                            total += law[to, j] * option[b, j]
                value[d] = total / here[d] if here[d] > 0 else stay
            reach[:] = 0.0
            if side == 0:
                reach[top] = visits
            else:
                for j in range(1, min(step, top) + 1):
                    reach[top - j] += visits * law[top, j]
                    gradient[top, j] += visits * value[top - j]
            for d in range(top, 0, -1):
                if here[d] == 0:
                    continue
                flow = reach[d] / here[d]
                for b in range(first[d], first[d] + sizes[d]):
                    to = rest[b]
                    if config >> b & 1 == 0 or to <= 0:
                        continue
                    for j in range(1, min(step, to) + 1):
                        gradient[to, j] += flow * option[b, j]
                        if to - j > 0 and here[to - j] > 0:
                            reach[to - j] += flow * law[to, j]
    return gradient


class FastChain(Chain):
    """`Chain` over arrays; ``win`` and the results are arrays, everything else is the same."""

    engine = "numba"

    def __init__(self, rules: Rules, law: Law, plain: Chain | None = None) -> None:
        self.rules, self.number = rules, float
        self.configs = configurations(rules)
        self.dense = dense_law(rules, law)
        if plain is not None:  # swept already, against a teacher who is no law
            self._from_plain(plain)
        elif rules.empty == Empty.RESIGN and len(rules.circles) < 63:
            self.win, self._start, self._child, self._prob = _sweep(
                np.array(self.configs, dtype=np.int64), self.dense, *geometry(rules),
                np.array([seat in training_starters(rules) for seat in (Seat.MACHINE, Seat.HUMAN)]))
        else:
            self._from_plain(Chain(rules, law, float))

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """The removals in compressed rows: start of each row, successors, probabilities, each ``[role, …]``."""
        return self._start, self._child, self._prob

    def _from_plain(self, plain: Chain) -> None:
        """Keep the results of a sweep in Python (the variants of the empty box have few configurations) as arrays."""
        self.win = np.array(plain.win)
        most = max(sum(map(len, edges)) for edges in plain.edges)
        self._start = np.zeros((2, len(self.configs) + 1), np.int64)
        self._child, self._prob = np.zeros((2, most), np.int32), np.zeros((2, most))
        for side, rows in enumerate(plain.edges):
            self._start[side, 1:] = np.cumsum([len(row) for row in rows])
            flat = [edge for row in rows for edge in row]
            self._child[side, :len(flat)] = [c for c, _ in flat]
            self._prob[side, :len(flat)] = [p for _, p in flat]

    def distributions(self, sides: Iterable[int]) -> Iterator[Any]:
        """Distributions after 0, 1, 2, … games."""
        dist = np.zeros(len(self.configs))
        dist[self.index[full(self.rules)]] = 1.0
        yield dist
        for s in sides:
            dist = _step(dist, self._start[s], self._child[s], self._prob[s])
            yield dist

    def mean(self, dist: Sequence[float], values: Sequence[float]) -> float:
        """Expected value under a distribution."""
        return float(_dot(dist, np.asarray(values, dtype=float)))

    def vector(self, values: Sequence[float]) -> Any:
        """Values per configuration as an array."""
        return np.array(values, dtype=float)

    def means(self, sides: Sequence[int], values: Sequence[Sequence[float]],
              at: Sequence[int] | None = None) -> list[list[float]]:
        """Expected values after n games, ``result[vector][n]``."""
        dist = np.zeros(len(self.configs))
        dist[self.index[full(self.rules)]] = 1.0
        out = _means(dist, np.array(sides, dtype=np.int64), np.array(values, dtype=float),
                     self._start, self._child, self._prob)
        return (out if at is None else out[:, list(at)]).tolist()

    def hitting(self, target: Sequence[bool], sides: tuple[int, int]) -> Any:
        """Expected games until a target, as an array ``[phase, configuration]``."""
        return _hitting(np.array(target, dtype=np.bool_), np.array(sides, dtype=np.int64),
                        self._start, self._child, self._prob)


def value_and_gradient(rules: Rules, law: Law, until: str, opening: int) -> tuple[float, list[list[float]]]:
    """The policy gradient of `matchbox.analysis.optimal`; the law must give every move a positive probability."""
    chain, goal = FastChain(rules, law), target_mask(rules, until)
    to_go = chain.hitting([not c & goal for c in chain.configs], (0, 1))
    gradient = _gradient(np.array(chain.configs, np.int64), goal, opening, chain.dense, *geometry(rules), to_go,
                         *chain.arrays)
    return float(to_go[opening][chain.index[full(rules)]]), gradient.tolist()
