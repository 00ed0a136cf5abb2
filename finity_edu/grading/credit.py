"""Partial credit: what a wrong answer earns.  All rules are in this module.

An answer that takes no knowledge earns nothing: nothing at all, everything, the same everywhere, the complement, what
the question itself shows.  One slip in a structured answer earns nearly all, and credit falls evenly with every further
one until such an answer is as near.  A single number, word, or yes or no is right or wrong.

`set_credit`       sets, partitions (by pairs), choices: recall + specificity − 1, or what the slips leave
`nearness`         tables, paths, moves, boards, forms of automata: what the slips leave
`language_credit`  automata and expressions: Alur et al. for infinite languages, `tower_share` for finite ones

The published formulas compare infinite languages well and fail on finite ones: against "exactly one tower of
height 8" an automaton that accepts nothing would get nearly full marks.  Those for finite languages are this project's
own.  None has been validated with learners; every question type may use another rule.

References
----------
R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, Automated Grading of DFA Constructions, IJCAI 2013
(as deployed in Automata Tutor).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from finity_edu.grading.cycles import is_finite, useful_states
from finity_edu.grading.languages import EPSILON, FA, TooLargeError
from finity_edu.grading.pairs import combine, compare, equal
from finity_edu.grading.regex import RegexError, regex_fa

__all__ = [
    "board_edits", "density_loss", "edit_distance", "edit_loss", "form_credit", "knows_nothing", "language_credit",
    "nearness", "one_symbol_off", "partition_credit", "path_slips", "points_for", "set_credit", "tower_bits",
    "tower_share",
]

NEARLY = 0.99
"""The most that a wrong answer earns."""

LARGE = 300
"""States of an answer whose distance is measured."""

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


def nearness(slips: int, blind: int) -> float:
    """Return what some slips leave: everything but their share, nothing from `blind` slips on.

    Parameters
    ----------
    slips : int
        Pieces to change until the answer is right.
    blind : int
        As many has the best answer that takes no knowledge.

    Examples
    --------
    >>> [nearness(slips, 4) for slips in range(6)]
    [1.0, 0.8, 0.6, 0.4, 0.0, 0.0]
    """
    return 1 - slips / (blind + 1) if slips < blind else 0.0


def set_credit(wanted: int, others: int, missing: int, extra: int) -> float:
    """Return recall + specificity − 1 (Youden's index), or what the slips leave, whichever is more.

    Nothing, everything, the complement, and on average whatever is chosen by chance, earn 0.

    Parameters
    ----------
    wanted, others : int
        Items that should be chosen, items that should not.
    missing, extra : int
        Wanted items that were not chosen, others that were.

    Examples
    --------
    >>> set_credit(4, 12, 1, 0), set_credit(4, 12, 0, 1) > 0.9, set_credit(4, 12, 4, 0), set_credit(4, 12, 0, 12)
    (0.8, True, 0.0, 0.0)
    """
    youden = 1 - missing / max(1, wanted) - extra / max(1, others)
    return max(0.0, youden if wanted else 0.0, nearness(missing + extra, min(wanted, others)))


def path_slips(path: Sequence[str], length: int, first: str, after: Callable[[int, str], Iterable[str]],
               last: Collection[str]) -> int:
    """Return the fewest stations to change (and to add or leave out at the end) until a path is a way.

    Parameters
    ----------
    path : sequence of str
    length : int
        Number of steps of a way.
    first : str
        Where it starts.
    after : callable
        Says where the step of a number may lead from a station.
    last : collection of str
        Where it may end.

    Examples
    --------
    >>> path_slips("AXC", 2, "A", lambda i, q: {"A": "B", "B": "C"}.get(q, ""), "C")
    1
    """
    far = len(path) + length + 1
    cost = {first: int(not path or path[0] != first)}
    for i in range(length):
        new: dict[str, int] = {}
        for p, slips in cost.items():
            for q in after(i, p):
                new[q] = min(new.get(q, far), slips + (i + 1 >= len(path) or path[i + 1] != q))
        cost = new
    return min((slips for q, slips in cost.items() if q in last), default=far) + max(0, len(path) - length - 1)


def partition_credit(key: Sequence[Sequence[str]], answer: Sequence[Sequence[str]]) -> float:
    """Return the credit of a partition: of its pairs as a set, or of the elements that are in a wrong block.

    Examples
    --------
    >>> partition_credit([["a", "b"], ["c", "d"]], [["a", "b"], ["c"], ["d"]])
    0.6666666666666667
    >>> partition_credit([["a", "b"], ["c", "d"]], [["a", "b", "c", "d"]])
    0.0
    """
    def pairs(blocks: Sequence[Sequence[str]]) -> set[frozenset[str]]:
        return {frozenset(pair) for block in blocks for pair in combinations(block, 2)}

    def kept(one: Sequence[Sequence[str]], two: Sequence[Sequence[str]]) -> int:
        """Elements that can stay, if of every block of one only the part in a single block of the other does."""
        return sum(max(len(set(b) & set(c)) for c in two) for b in one)

    n, wanted, got = sum(map(len, key)), pairs(key), pairs(answer)
    by_pairs = set_credit(len(wanted), n * (n - 1) // 2 - len(wanted), len(wanted - got), len(got - wanted))
    blind = min(n - len(key), n - max(map(len, key)))
    return max(by_pairs, nearness(n - min(kept(key, answer), kept(answer, key)), blind))


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
        self.left -= len(delta)
        flips, conflict = self._check(delta)
        if conflict is None:
            return flips if flips <= budget else None
        best: int | None = None
        for p, a in sorted(conflict - changed):
            old = delta[p][a]
            for q in range(len(delta) + 1):
                price = 1 + (q == len(delta))
                limit = (budget if best is None else best - 1) - price
                if q == old or limit < 0 or self.left <= 0:
                    continue
                new = [row[:] for row in delta]
                if q == len(delta):
                    new.append([q] * len(delta[0]))
                new[p][a] = q
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
        Any automata; the answer is taken as it is drawn if it is deterministic, else its subsets.
    limit : int
        Scripts that cost more are not looked for.

    Returns
    -------
    int or None
        Adding a state costs 1, redirecting an arrow 1, leaving one out 1, flipping a final state 1, starting
        elsewhere 1.  None if nothing was found within the limit.  As published, two flips are charged at most: the
        complement would be near.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> edit_distance(even, even.with_(accepting=frozenset("EO")))
    1
    """
    if equal(reference, answer):
        return 0
    if len(answer.edges) <= 60 and any(equal(reference, other) for other in (
            *(answer.with_(edges=answer.edges - {edge}) for edge in answer.edges),
            *(answer.with_(start=q) for q in answer.states))):
        return 1
    goal, given = reference.minimal(), answer.completed() if answer.is_deterministic else answer.deterministic()
    letters = sorted(goal.alphabet)

    def numbers(fa: FA) -> tuple[list[list[int]], list[bool]]:
        rows = [[fa.index[fa.successors(q, a)[0]] for a in letters] for q in fa.states]
        return rows, [q in fa.accepting for q in fa.states]

    target, target_final = numbers(goal)
    delta, final = numbers(given)
    if given.start != given.states[0]:  # the search begins in state 0
        first = given.index[given.start]
        swap = {first: 0, 0: first}
        delta = [[swap.get(q, q) for q in delta[swap.get(p, p)]] for p in range(len(delta))]
        final = [final[swap.get(p, p)] for p in range(len(final))]
    search = _Search(target, target_final, final)
    for budget in range(limit + 1):
        cost = search.solve(delta, frozenset(), budget)
        if cost is not None:
            return cost
        if search.left <= 0:
            return None
    return None


# -------------------------------------------------------------------- languages
NOTHING = FA(("q",), "q", frozenset(), frozenset())


def language_credit(target: FA, answer: FA, shown: Sequence[FA] = ()) -> float:
    """Return the credit of an automaton (or expression, or board) of a wrong language, unless it `knows_nothing`.

    Parameters
    ----------
    target, answer : FA
        What is asked for, what was given.
    shown : sequence of FA
        Automata that the question itself shows.

    Raises
    ------
    TooLargeError
        If the answer is too large to say how far off it is.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> 0.6 < language_credit(even, even.with_(edges=even.edges - {("O", "w", "O")})) < 1
    True
    """
    if len(answer.states) > LARGE:
        raise TooLargeError
    free = max((_words_credit(target, fa) for fa in shown if not equal(fa, target)), default=0.0)
    return max((_words_credit(target, answer) - free) / (1 - free), _edits_credit(target, answer))


def knows_nothing(target: FA, answer: FA, shown: Sequence[FA] = ()) -> bool:
    """Whether a wrong language is nothing, the empty word, everything, the complement, or one that was shown.

    Nothing by lack of arrows or accepting states, everything because all states accept; where a wrong arrow alone has
    that effect, the edits say how near the answer is.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> knows_nothing(even, even.with_(accepting=frozenset("O")))
    True
    """
    if not answer.accepting or not answer.edges:
        return True
    everything = [NOTHING.with_(alphabet=target.alphabet).complement()] * (len(answer.accepting) == len(answer.states))
    return any(equal(answer, fa) for fa in (*everything, target.complement(), *shown))


def _words_credit(target: FA, answer: FA) -> float:
    if is_finite(answer) and not is_finite(target):
        return 0.0  # words listed one by one say nothing of a star, however many they are
    return max(0.0, tower_share(target, answer) if is_finite(target) else 1 - density_loss(target, answer))


def _edits_credit(target: FA, answer: FA) -> float:
    if not is_finite(target):
        if is_finite(answer) and len(answer.states) > 2 * len(target.minimal().states):
            return 0.0  # a list of words, and not an automaton that lacks an arrow
        loss = edit_loss(target, answer)
        return 0.0 if loss is None else max(0.0, 1 - loss)
    useful = useful_states(small := target.minimal())
    arrows = sum(p in useful and q in useful for p, _, q in small.edges)
    edits = edit_distance(target, answer, 2)
    return 0.0 if edits is None else nearness(edits, arrows)


def form_credit(target: FA, answer: FA, demands: Collection[str], shown: Sequence[FA] = ()) -> float:
    """Return what is left for the form of an automaton: few states, no ε, deterministic, complete.

    Parameters
    ----------
    target, answer : FA
    demands : collection of str
        Of "minimal", "no_epsilon", "deterministic", "complete".
    shown : sequence of FA
        Automata that the question itself shows: their form earns nothing.

    Examples
    --------
    >>> even = FA.of("E O", "E", "E", "EbO ObE EwE OwO")
    >>> form_credit(even, even, ["complete"]), form_credit(even, even.with_(edges=frozenset()), ["complete"])
    (1.0, 0.6666666666666667)
    """
    size = len(target.minimal().states)

    def excess(fa: FA) -> int:
        silent = sum(a == EPSILON for _, a, _ in fa.edges)
        return max(0, len(fa.states) - size) * ("minimal" in demands) + silent * ("no_epsilon" in demands)

    blind = max(map(excess, shown), default=0) or size
    broken = (("deterministic" in demands and not answer.is_deterministic)
              + ("complete" in demands and not answer.is_complete))
    return max(0.0, nearness(excess(answer), blind) - broken / (size + 1))


def one_symbol_off(target: FA, expression: str) -> bool:
    """Whether an expression becomes right by one symbol more, less or other (looked for in short ones).

    Examples
    --------
    >>> one_symbol_off(regex_fa("b(w|bb)*"), "b(w|bb)"), one_symbol_off(regex_fa("b(w|bb)*"), "bw")
    (True, False)
    """
    symbols = target.alphabet + "*+?|()"
    if len(expression) * 2 * len(symbols) > EVALUATIONS // 10:
        return False
    word, n = compare(target, regex_fa(expression, target.alphabet))[0] or "", len(expression)
    for i, j in [(i, i + k) for i in range(n + 1) for k in (0, 1) if i + k <= n]:
        for new in symbols if i == j else ("", *symbols):
            try:
                other = regex_fa(expression[:i] + new + expression[j:], target.alphabet)
            except RegexError:
                continue
            if other.accepts(word) == target.accepts(word) and equal(target, other):
                return True
    return False


def tower_share(target: FA, answer: FA) -> float:
    """Return the mean of recall + specificity − 1 over the lengths of a finite language.

    Less the mean share of words at the other lengths, up to twice the longest: there, every word is one too many.

    Examples
    --------
    >>> one = FA.of("0 1 2", "0", "2", "0b1 1w2")
    >>> tower_share(one, one), tower_share(one, NOTHING), tower_share(one, one.complement())
    (1.0, 0.0, -2.0)
    """
    small = target.minimal()
    longest = max((n for n in range(len(small.states)) if small.counts(n)[n]), default=0)
    wanted = small.counts(2 * longest + 1)
    missing = combine(small, answer, lambda x, y: x and not y).counts(2 * longest + 1)
    extra = combine(small, answer, lambda x, y: y and not x).counts(2 * longest + 1)
    inside = [1 - m / w - e / max(1, 2**n - w) for n, (w, m, e) in enumerate(zip(wanted, missing, extra, strict=True))
              if w]
    outside = [e / 2**n for n, (w, e) in enumerate(zip(wanted, extra, strict=True)) if not w]
    return sum(inside) / max(1, len(inside)) - sum(outside) / max(1, len(outside))


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
    """Return the fewest slips that make a board right, None if more than `limit` changes were needed.

    An arrow too many and one too few are one slip together: an arrow that lies wrong.

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
                return max(len(given & set(edit)), len(set(edit) - given))
    return None
