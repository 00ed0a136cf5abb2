"""Partial credit: two published formulas, and a rule for towers (finite languages).

The published formulas compare infinite languages well and fail on finite ones: against "exactly one tower of
height 8" an automaton that accepts nothing would get nearly full marks.  `tower_credit` is this project's own
rule for such tasks.  It gives 0 for a board without arrows and for one on which every tower wins, nearly
everything if one tower too many wins, and two independent mistakes cost about twice as much as one.
It has not been validated with learners; every question type may use another rule.

References
----------
R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, Automated Grading of DFA Constructions, IJCAI 2013
(as deployed in Automata Tutor); TheorieLearn / FSM Builder (University of Illinois).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from finity_edu.grading.languages import FA
from finity_edu.grading.pairs import combine, equal

__all__ = [
    "alur_loss", "board_edits", "density_loss", "difference_share", "edit_distance", "edit_loss", "points_for",
    "tower_bits", "tower_credit", "youden",
]

NEARLY = 0.99
"""The most that a wrong answer earns."""

EVALUATIONS = 20_000
"""Edited boards or automata that a search may look at (a number, not a time: verdicts are the same everywhere)."""


def points_for(credit: float, maximum: float) -> float:
    """Return the points of a wrong answer: never all, whatever its credit.

    Examples
    --------
    >>> points_for(0.5, 3), points_for(1, 4), points_for(-1, 4), points_for(float("nan"), 4)
    (1.5, 3.96, 0.0, 0.0)
    """
    share = min(credit, NEARLY) if credit > 0 else 0.0
    return max(0.0, min(round(maximum * share, 2), maximum - 0.01))


# -------------------------------------------------------------------- published: Alur et al., IJCAI 2013
def density_difference(reference: FA, answer: FA) -> float:
    """Return x_den without the size penalty: the mean over n = 0 … k of |Δ_n| / d_n.

    Δ_n = words of length n on which the two differ; d_n = min(|L*_n|, |Σ|ⁿ − |L*_n|); k = min(13, 3|Q*|).
    If d_n = 0, |Δ_n| itself is added; a length with d_n = |Δ_n| = 0 does not count.

    Parameters
    ----------
    reference, answer : FA
        Any automata; they are minimised.
    """
    reference = reference.minimal()
    k = min(13, 3 * len(reference.states))
    wanted = reference.counts(k)
    wrong = combine(reference, answer, lambda x, y: x != y).counts(k)
    terms = []
    for n in range(k + 1):
        d = min(wanted[n], len(reference.alphabet) ** n - wanted[n])
        if d or wrong[n]:
            terms.append(wrong[n] / d if d else float(wrong[n]))
    return sum(terms) / len(terms) if terms else 0.0


def density_loss(reference: FA, answer: FA) -> float:
    """Return s_den = (1 + x/2)² − 1 with x = density difference + 0.2·√(share of states too few)."""
    n, m = len(reference.minimal().states), len(answer.minimal().states)
    x = density_difference(reference, answer) + 0.2 * sqrt(max(0, n - m) / n)
    return (1 + x / 2) ** 2 - 1


def edit_loss(reference: FA, answer: FA) -> float | None:
    """Return s_ed = (1.03 + x)² − 1.03² with x = edit distance / ((|Q*| + 1)·|Σ|), None if no script was found."""
    reference = reference.minimal()
    cost = edit_distance(reference, answer)
    if cost is None:
        return None
    x = cost / ((len(reference.states) + 1) * len(reference.alphabet))
    return (1.03 + x) ** 2 - 1.03**2


def alur_loss(reference: FA, answer: FA) -> float:
    """Return the smaller of the two losses: 0 for equal languages, above 1 for hopeless answers.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> alur_loss(even, even)
    0.0
    """
    if equal(reference, answer):
        return 0.0
    losses = [density_loss(reference, answer), edit_loss(reference, answer)]
    return min(loss for loss in losses if loss is not None)


@dataclass
class _Search:
    """Fewest edits of a complete DFA, led by conflicts.

    The final flags follow from the arrows: the search only redirects arrows (and adds states), and looks
    whether one flag for each state can be right.  If it cannot, two words lead to one state and need
    different flags; every script must redirect an arrow on one of the two ways.
    """

    target: list[list[int]]
    target_final: list[bool]
    final: list[bool]
    left: int = EVALUATIONS

    def solve(self, delta: list[list[int]], changed: frozenset[tuple[int, int]], budget: int) -> int | None:
        """Cheapest total cost within `budget`, or None."""
        if budget < 0 or self.left <= 0:
            return None
        self.left -= 1
        flips, conflict = self._check(delta)
        if conflict is None:
            cost = min(2, flips)
            return cost if cost <= budget else None
        best: int | None = None
        for p, a in sorted(conflict - changed):
            old = delta[p][a]
            for q in range(len(delta) + 1):
                if q == old:
                    continue
                new = [row[:] for row in delta]
                price = 1
                if q == len(delta):
                    new.append([q] * len(delta[0]))
                    price = 2
                new[p][a] = q
                limit = (budget if best is None else best - 1) - price
                found = self.solve(new, changed | {(p, a)}, limit)
                if found is not None:
                    best = found + price
        return best

    def _check(self, delta: list[list[int]]) -> tuple[int, set[tuple[int, int]] | None]:
        """Number of flags to flip, or the arrows on two ways that ask for different flags."""
        way: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {(0, 0): None}
        flag: dict[int, tuple[bool, tuple[int, int]]] = {}
        queue = deque([(0, 0)])
        while queue:
            pair = queue.popleft()
            state, goal = pair
            wanted, other = flag.setdefault(state, (self.target_final[goal], pair))
            if wanted != self.target_final[goal]:
                return 0, self._arrows(way, pair) | self._arrows(way, other)
            for a in range(len(self.target[0])):
                new = (delta[state][a], self.target[goal][a])
                if new not in way:
                    way[new] = (pair, a)
                    queue.append(new)
        flags = self.final + [False] * (len(delta) - len(self.final))
        return sum(wanted != flags[q] for q, (wanted, _) in flag.items()), None

    @staticmethod
    def _arrows(way: dict[tuple[int, int], tuple[tuple[int, int], int] | None],
                pair: tuple[int, int]) -> set[tuple[int, int]]:
        arrows = set()
        back = way[pair]
        while back:
            arrows.add((back[0][0], back[1]))
            back = way[back[0]]
        return arrows


def edit_distance(reference: FA, answer: FA, limit: int = 4) -> int | None:
    """Return the cost of the cheapest script that makes the answer right.

    Parameters
    ----------
    reference, answer : FA
        Any automata; both are minimised first.
    limit : int
        Scripts that cost more are not looked for.

    Returns
    -------
    int or None
        Adding a state costs 1, redirecting an arrow 1, flipping a final state 1 (at most two are charged).
        None if nothing was found within the limit.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> edit_distance(even, even.with_(accepting=frozenset("EO")))
    3
    """
    goal, given = reference.minimal(), answer.minimal()
    letters = sorted(goal.alphabet)

    def numbers(fa: FA) -> tuple[list[list[int]], list[bool]]:
        rows = [[fa.index[fa.successors(q, a)[0]] for a in letters] for q in fa.states]
        return rows, [q in fa.accepting for q in fa.states]

    target, target_final = numbers(goal)
    delta, final = numbers(given)
    for budget in range(limit + 1):
        search = _Search(target, target_final, final)
        cost = search.solve(delta, frozenset(), budget)
        if cost is not None:
            return cost
        if search.left <= 0:
            return None
    return None


# -------------------------------------------------------------------- published: TheorieLearn / FSM Builder
def difference_share(reference: FA, answer: FA) -> float:
    """Return the loss of TheorieLearn's FSM Builder: min(1, 1/(k+1)·Σ |Δ_n| / max(|L*_n|, 1)), k = 2|Q*|.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> difference_share(even, even)
    0.0
    """
    reference = reference.minimal()
    k = 2 * len(reference.states)
    wanted = reference.counts(k)
    wrong = combine(reference, answer, lambda x, y: x != y).counts(k)
    return min(1.0, sum(w / max(n, 1) for w, n in zip(wrong, wanted, strict=True)) / (k + 1))


# -------------------------------------------------------------------- own: towers
def youden(expected: Collection[Hashable], got: Collection[Hashable], universe: int) -> float:
    """Return J = recall + specificity − 1 over a finite universe of words, at least 0.

    Parameters
    ----------
    expected, got : collection
        Words (or other items) that should be there, and that are.
    universe : int
        Number of all items that could be there.

    Examples
    --------
    >>> youden({"bb", "bw"}, {"bb"}, 4), youden({"bb"}, {"bb", "bw", "wb", "ww"}, 4)
    (0.5, 0.0)
    """
    right, given = set(expected), set(got)
    others = universe - len(right)
    recall = len(right & given) / len(right) if right else float(not given)
    specificity = 1 - len(given - right) / others if others else 1.0
    return max(0.0, recall + specificity - 1)


def tower_credit(expected: Collection[str], got: Collection[str], universe: int, edits: int | None,
                 from_nothing: int) -> float:
    """Return max(J, 1 − e/e0), and 0 if every tower of the universe wins.

    Parameters
    ----------
    expected, got : collection of str
        Towers that should win, and towers that win on the answer.
    universe : int
        Number of towers of the allowed lengths.
    edits : int or None
        e: fewest insertions and deletions (arrows, rings) to a right answer; None if not found.
    from_nothing : int
        e0: the same from the empty board.

    Examples
    --------
    >>> tower_credit({"bwb"}, set(), 8, 1, 3)                # one of three arrows is missing
    0.6666666666666667
    >>> tower_credit({"bwb"}, set(), 8, 3, 3)                # nothing at all
    0.0
    """
    if set(expected) == set(got):
        return 1.0
    if len(set(got)) == universe:
        return 0.0
    near = 1 - edits / from_nothing if edits is not None and from_nothing else 0.0
    return max(0.0, near, youden(expected, got, universe))


Arrow = tuple[str, str, str]


def tower_bits(arrows: Iterable[Arrow], start: str, end: str, length: int,
               rings: dict[str, int] | None = None) -> int:
    """Return the set of winning towers of one height as a bit set.

    Bit i stands for the tower whose letters, bottom first, are the binary digits of i (b = 0, w = 1).

    Parameters
    ----------
    arrows : iterable of (tail, colour, head)
    start, end : str
        Station of the post, station of the tower (nothing leaves it).
    length : int
        Height of the towers.
    rings : dict, optional
        Own rings by station; None: rings do not matter.

    Examples
    --------
    >>> bin(tower_bits([("A", "b", "B"), ("B", "w", "C"), ("B", "b", "C")], "A", "C", 2))
    '0b11'
    """
    after: dict[str, list[tuple[str, str]]] = {}
    for p, a, q in arrows:
        if p != end:
            after.setdefault(p, []).append((a, q))
    if rings is None:
        row = {end: 1}
        for k in range(length):
            row = {p: _or(row.get(q, 0) << ((1 << k) if a == "w" else 0) for a, q in steps)
                   for p, steps in after.items()}
        return row.get(start, 0)
    memo: dict[tuple[str, tuple[tuple[str, int], ...], int], int] = {}

    def bits(p: str, left: tuple[tuple[str, int], ...], k: int, free: bool) -> int:
        if k == 0:
            return int(p == end)
        if p == end:
            return 0
        key = (p, left, k)
        if not free:
            if key in memo:
                return memo[key]
            held = dict(left)
            if not held.get(p):
                return 0
            held[p] -= 1
            left = tuple(sorted(held.items()))
        out = _or(bits(q, left, k - 1, False) << ((1 << (k - 1)) if a == "w" else 0)
                  for a, q in after.get(p, ()))
        if not free:
            memo[key] = out
        return out

    return bits(start, tuple(sorted(rings.items())), length, True)


def _or(parts: Iterable[int]) -> int:
    out = 0
    for part in parts:
        out |= part
    return out


def board_edits(arrows: Collection[Arrow], possible: Sequence[Arrow], right: Callable[[frozenset[Arrow]], bool],
                limit: int = 2) -> int | None:
    """Return the fewest insertions and deletions that make a board right, None if more than `limit`.

    Parameters
    ----------
    arrows : collection of Arrow
        What lies on the board.
    possible : sequence of Arrow
        What could lie there.
    right : callable
        Tells whether a set of arrows is a right answer.
    limit : int
        Largest number of edits to try.

    Examples
    --------
    >>> board_edits({("A", "b", "C")}, [("A", "b", "C"), ("A", "w", "C")], lambda s: ("A", "w", "C") in s)
    1
    """
    given = frozenset(arrows)
    tries = 0
    for size in range(limit + 1):
        for edit in combinations(possible, size):
            tries += 1
            if tries > EVALUATIONS:
                return None
            if right(given ^ frozenset(edit)):
                return size
    return None
