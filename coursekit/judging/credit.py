"""Partial credit: what a wrong answer earns.  All rules are in this module, what they measure in `edits`, `distance`.

An answer that takes no knowledge earns nothing: nothing at all, everything, the same everywhere, the complement, what
the question itself shows.  One slip in a structured answer earns nearly all, and credit falls evenly with every further
one until such an answer is as near.  A single number, word, or yes or no is right or wrong.

`set_credit`       sets, partitions (by pairs), choices: recall + specificity − 1, or what the slips leave
`nearness`         paths, moves, boards, sizes of automata and expressions: what the slips leave; a type of question
                   counts them, and says how many an answer has that takes no knowledge
`table_credit`     tables: the same, and nothing for one that says the same everywhere
`language_credit`  automata and expressions: Alur et al. for infinite languages, `tower_share` for finite ones;
                   `expression_credit` is what one wrong symbol leaves, and `less_form` takes off what the form costs

None of these rules has been validated with learners; every question type may use another one.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.states import EPSILON
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent
from automatakit.languages.minimal import complement, first_words, minimise, subsets
from automatakit.languages.words import is_finite, useful_states
from coursekit.judging.distance import density_loss, tower_share
from coursekit.judging.edits import edit_distance, edit_loss, one_symbol_off

NEARLY = 0.99
"""The most that a wrong answer earns."""

LARGE, SUBSETS = 300, 1_000
"""States of an answer whose distance is measured, and sets of states that its determinised form has at most."""


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
    return max(
        0.0, youden if wanted else 0.0, nearness(missing + extra, min(wanted, others))
    )


def partition_credit(
    key: Sequence[Sequence[str]], answer: Sequence[Sequence[str]]
) -> float:
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

    n = sum(map(len, key))
    wanted = pairs(key)
    got = pairs(answer)
    by_pairs = set_credit(
        len(wanted),
        n * (n - 1) // 2 - len(wanted),
        len(wanted - got),
        len(got - wanted),
    )
    blind = min(n - len(key), n - max(map(len, key)))
    return max(by_pairs, nearness(n - min(kept(key, answer), kept(answer, key)), blind))


def table_credit(wanted: list[list[str]], given: list[list[str]], slips: int) -> float:
    """Return what is left of a table: nothing if it says the same everywhere, or is no better than one that does.

    A row that is left out counts like one that is wrong; a single row says nothing of others.

    Examples
    --------
    >>> key = [["A", "B"], ["C", "C"], ["B", "A"]]
    >>> table_credit(key, [["A", "B"], ["C", "C"], ["B", "B"]], 1), table_credit(key, [["A", "A"]] * 3, 2)
    (0.75, 0.0)
    """
    often = max(map(wanted.count, wanted), default=0)
    same_everywhere = len({cell for row in given for cell in row}) < 2
    if same_everywhere and len(given) > 1:
        return 0.0
    return nearness(slips, len(wanted) - (often if often > 1 else 0))


def expression_credit(target: Automaton, expression: str) -> float:
    """Return what one wrong symbol leaves of an expression, where its automaton does not show the slip; else 0.

    Examples
    --------
    >>> expression_credit(Automaton.of("b(w|bw)"), "b(w|bb)"), expression_credit(Automaton.of("b(w|bw)"), "w*")
    (0.8888888888888888, 0.0)
    """
    if one_symbol_off(target, expression):
        return nearness(1, len(expression) + 1)
    return 0.0


def language_credit(
    target: Automaton, answer: Automaton, shown: Sequence[Automaton] = ()
) -> float:
    """Return the credit of an automaton (or expression, or board) of a wrong language, unless it `knows_nothing`.

    Parameters
    ----------
    target, answer : Automaton
        What is asked for, what was given.
    shown : sequence of Automaton
        Automata that the question itself shows.

    Raises
    ------
    TooLargeError
        If the answer is too large to say how far off it is.

    Examples
    --------
    >>> even = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")
    >>> 0.6 < language_credit(even, even.with_(edges=even.edges - {("O", "w", "O")})) < 1
    True
    """
    if len(answer.states) > LARGE:
        raise TooLargeError.of("too_many_sets", limit=LARGE)
    subsets(answer, SUBSETS)  # or it is too large: 15 states can be 16,384 sets
    free = max(
        (_words_credit(target, fa) for fa in shown if not equivalent(fa, target)),
        default=0.0,
    )
    return max(
        (_words_credit(target, answer) - free) / (1 - free),
        _edits_credit(target, answer),
    )


def knows_nothing(
    target: Automaton, answer: Automaton, shown: Sequence[Automaton] = ()
) -> bool:
    """Whether a wrong language is nothing, the empty word, everything, the complement, or one that was shown.

    Nothing by lack of arrows or accepting states, everything because all states accept; where a wrong arrow alone has
    that effect, the edits say how near the answer is.

    Examples
    --------
    >>> even = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")
    >>> knows_nothing(even, even.with_(accepting=frozenset("O")))
    True
    """
    if not answer.accepting or not answer.edges:
        return True
    if len(answer.accepting) == len(answer.states) and all(
        mask & answer.accepting_mask for mask, _ in first_words(answer)
    ):
        return True
    return any(equivalent(answer, fa) for fa in (complement(target), *shown))


def _words_credit(target: Automaton, answer: Automaton) -> float:
    if is_finite(answer) and not is_finite(target):
        return (
            0.0  # words listed one by one say nothing of a star, however many they are
        )
    return max(
        0.0,
        tower_share(target, answer)
        if is_finite(target)
        else 1 - density_loss(target, answer),
    )


def _edits_credit(target: Automaton, answer: Automaton) -> float:
    if not is_finite(target):
        if is_finite(answer) and len(answer.states) > 2 * len(minimise(target).states):
            return 0.0  # a list of words, and not an automaton that lacks an arrow
        loss = edit_loss(target, answer)
        return 0.0 if loss is None else max(0.0, 1 - loss)
    useful = useful_states(small := minimise(target))
    arrows = sum(p in useful and q in useful for p, _, q in small.edges)
    edits = edit_distance(target, answer, 2)
    return 0.0 if edits is None else nearness(edits, arrows)


def form_credit(
    target: Automaton,
    answer: Automaton,
    demands: Collection[str],
    shown: Sequence[Automaton] = (),
) -> float:
    """Return what is left for the form of an automaton: few states, no ε, deterministic, complete.

    Parameters
    ----------
    target, answer : Automaton
    demands : collection of str
        Of "minimal", "no_epsilon", "deterministic", "complete".
    shown : sequence of Automaton
        Automata that the question itself shows: their form earns nothing.

    Examples
    --------
    >>> even = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")
    >>> form_credit(even, even, ["complete"]), form_credit(even, even.with_(edges=frozenset()), ["complete"])
    (1.0, 0.6666666666666667)
    """
    size = len(minimise(target).states)

    def excess(fa: Automaton) -> int:
        silent = sum(a == EPSILON for _, a, _ in fa.edges)
        return max(0, len(fa.states) - size) * ("minimal" in demands) + silent * (
            "no_epsilon" in demands
        )

    blind = max(map(excess, shown), default=0) or size
    broken = ("deterministic" in demands and not answer.is_deterministic) + (
        "complete" in demands and not answer.is_complete
    )
    return max(0.0, nearness(excess(answer), blind) - broken / (size + 1))


def less_form(language: float, form: float) -> float:
    """Return the credit for a language less what `form_credit` has taken off for the form.

    Examples
    --------
    >>> less_form(0.75, 0.5)
    0.25
    """
    return language + form - 1
