"""The fewest changes until an answer is right: of an automaton, an expression, a path, the arrows of a board.

References
----------
R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, Automated Grading of DFA Constructions, IJCAI 2013
(as deployed in Automata Tutor).
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from automatakit.automaton.expressions import RegexError
from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample, equivalent
from automatakit.languages.minimal import minimise, subsets
from automatakit.languages.operations import completed

EVALUATIONS = 20_000
"""Edited boards or automata that a search may look at (a number, not a time: verdicts are the same everywhere)."""


def edit_loss(reference: Automaton, answer: Automaton) -> float | None:
    """Return s_ed = (1.03 + x)² − 1.03² with x = edit distance / ((|Q*| + 1)·|Σ|), None if no script was found."""
    reference = minimise(reference)
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

    def solve(
        self, delta: list[list[int]], changed: frozenset[tuple[int, int]], budget: int
    ) -> int | None:
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
    def _arrows(
        way: dict[tuple[int, int], tuple[tuple[int, int], int] | None],
        pair: tuple[int, int],
    ) -> set[tuple[int, int]]:
        arrows = set()
        back = way[pair]
        while back:
            arrows.add((back[0][0], back[1]))
            back = way[back[0]]
        return arrows


def edit_distance(
    reference: Automaton, answer: Automaton, limit: int = 4
) -> int | None:
    """Return the cost of the cheapest script that makes the answer right.

    Parameters
    ----------
    reference, answer : Automaton
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
    >>> even = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")
    >>> edit_distance(even, even.with_(accepting=frozenset("EO")))
    1
    """
    if equivalent(reference, answer):
        return 0
    # One arrow too many or another start: in a nondeterministic answer one slip; after determinising it can be many.
    if len(answer.edges) <= 60 and any(
        equivalent(reference, other)
        for other in (
            *(answer.with_(edges=answer.edges - {edge}) for edge in answer.edges),
            *(answer.with_(start=q) for q in answer.states),
        )
    ):
        return 1
    goal = minimise(reference)
    given = completed(answer) if answer.is_deterministic else subsets(answer)
    letters = sorted(goal.alphabet)

    def numbers(fa: Automaton) -> tuple[list[list[int]], list[bool]]:
        # The search begins in state 0
        states = sorted(fa.states, key=lambda q: q != fa.start)
        rows = [[states.index(fa.successors(q, a)[0]) for a in letters] for q in states]
        return rows, [q in fa.accepting for q in states]

    target, target_final = numbers(goal)
    delta, final = numbers(given)
    search = _Search(target, target_final, final)
    # Deepening: the cheapest script is found without looking at all that are dearer.
    for budget in range(limit + 1):
        cost = search.solve(delta, frozenset(), budget)
        if cost is not None:
            return cost
        if search.left <= 0:
            return None
    return None


def one_symbol_off(target: Automaton, expression: str) -> bool:
    """Whether an expression becomes right by one symbol more, less or other (looked for in short ones).

    Examples
    --------
    >>> target = Automaton.of("b(w|bb)*")
    >>> one_symbol_off(target, "b(w|bb)"), one_symbol_off(target, "bw")
    (True, False)
    """
    symbols = "".join(target.alphabet) + "*+?|()"
    if len(expression) * 2 * len(symbols) > EVALUATIONS // 10:
        return False
    word = (
        counterexample(target, Automaton.of(expression, symbols=target.alphabet)) or ""
    )
    n = len(expression)
    for i, j in [(i, i + k) for i in range(n + 1) for k in (0, 1) if i + k <= n]:
        for new in symbols if i == j else ("", *symbols):
            try:
                other = Automaton.of(
                    expression[:i] + new + expression[j:], symbols=target.alphabet
                )
            except RegexError:
                continue
            if other.accepts(word) == target.accepts(word) and equivalent(
                target, other
            ):
                return True
    return False


def path_slips(
    path: Sequence[str],
    length: int,
    first: str,
    after: Callable[[int, str], Iterable[str]],
    last: Collection[str],
) -> int:
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
                new[q] = min(
                    new.get(q, far), slips + (i + 1 >= len(path) or path[i + 1] != q)
                )
        cost = new
    return min((slips for q, slips in cost.items() if q in last), default=far) + max(
        0, len(path) - length - 1
    )


def board_edits(
    arrows: Collection[Edge],
    possible: Sequence[Edge],
    right: Callable[[frozenset[Edge]], bool],
    limit: int = 2,
) -> int | None:
    """Return the fewest slips that make a board right, None if more than `limit` changes were needed.

    An arrow too many and one too few are one slip together: an arrow that lies wrong.

    Parameters
    ----------
    arrows : collection of Edge
        What lies on the board.
    possible : sequence of Edge
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
