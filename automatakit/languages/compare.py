"""Comparing languages: the shortest counterexample, inclusion, equivalence, without the traps of ``==``.

All questions are one search: breadth first over pairs of sets of states, which reads both automata at once.  One of
the two may be a student's, so every search has a limit.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from operator import and_, or_, xor

from automatakit.automaton.errors import AutomatonError, TooLargeError
from automatakit.automaton.masks import SubsetNode
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, label
from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import Certificate
from automatakit.languages.runs import accepting_runs
from automatakit.languages.search import LIMIT, search

PAIRS = 1_000
"""Pairs in a proof that two automata are equivalent; what follows from earlier ones does not count."""

EASY = 32
"""Pairs in a proof up to which it does not pay to look for what follows from earlier ones."""

ACCEPT: dict[str, Callable[[bool, bool], bool]] = {
    "both": and_,
    "either": or_,
    "one only": xor,
    "left only": lambda left, right: left and not right,
    "right only": lambda left, right: right and not left,
    "neither": lambda left, right: not left and not right,
}
"""Which pairs of verdicts a product accepts."""


def verdict(accept: str) -> Callable[[bool, bool], bool]:
    """Return one of `ACCEPT`; an unknown one is an error."""
    if accept not in ACCEPT:
        raise AutomatonError.of("accept", accept=repr(accept), known=", ".join(ACCEPT))
    return ACCEPT[accept]


@dataclass(frozen=True)
class Counterexample:
    """The shortest word on which two automata differ, with both runs.

    Attributes
    ----------
    word
        The first such word: shortest, then alphabetical.
    left, right
        The automata.
    """

    word: str
    left: Automaton
    right: Automaton

    @property
    def only_left(self) -> bool:
        """Whether the left automaton accepts the word (and the right one does not)."""
        return self.left.accepts(self.word)

    @property
    def run(self) -> tuple[State, ...]:
        """An accepting run of the automaton that accepts the word."""
        accepts = self.left if self.only_left else self.right
        return next(accepting_runs(accepts, self.word))


def both(left: Source, right: Source) -> tuple[Automaton, Automaton]:
    """Return two automata over their common alphabet."""
    a, b = Automaton.of(left), Automaton.of(right)
    return a.over(b.alphabet), b.over(a.alphabet)


def counterexample(left: Source, right: Source, limit: int = LIMIT) -> str | None:
    """Return the shortest word (first in the alphabet among equals) that exactly one automaton accepts.

    Parameters
    ----------
    left, right
        Automata, over any alphabets: a language is a set of words.
    limit
        Pairs of sets of states to look at.

    Returns
    -------
    str or None
        None if the languages are equal.

    Raises
    ------
    TooLargeError
        If the limit does not suffice.

    Examples
    --------
    >>> one = Automaton.of("bA>A bA>B", start="A", accepting="B")
    >>> two = Automaton.of("bA>B", start="A", accepting="B")
    >>> counterexample(one, two), counterexample(one, one)
    ('bb', None)
    """
    a, b = both(left, right)
    word, _ = _search(a, b, limit, easy=limit + 1)
    return word


def compare(
    left: Source, right: Source, limit: int = PAIRS
) -> tuple[str | None, Certificate]:
    """Return the counterexample, or None and the proof that there is none.

    Here pairs are left out, too, that follow from earlier ones by union; so automata with exponentially many sets of
    states need few, but each costs more.

    Parameters and errors are those of `counterexample`.

    Returns
    -------
    (str or None, Certificate)
        The pairs that were looked at (see `automatakit.languages.certificate`); none if there is a word.

    Examples
    --------
    >>> one, two = Automaton.of("bA>B bB>A", start="A", accepting="A B"), Automaton.of("bC>C", start="C", accepting="C")
    >>> compare(one, two)
    (None, [[['A'], ['C']], [['B'], ['C']]])
    >>> compare(one, one.with_(accepting="A"))
    ('b', [])
    """
    a, b = both(left, right)
    word, pairs = _search(a, b, limit, EASY)
    if word is not None:
        # Large sets were put off, so another word may be shorter; if the search for it is too long, this one is a
        # witness all the same.
        with suppress(TooLargeError):
            word = counterexample(a, b)
        return word, []
    size = len(a.states)
    certificate: Certificate = []
    for pair in pairs:
        left_set = a.names(pair & (1 << size) - 1)
        right_set = b.names(pair >> size)
        certificate.append([list(map(label, left_set)), list(map(label, right_set))])
    return None, certificate


def _search(
    a: Automaton, b: Automaton, limit: int, easy: int
) -> tuple[str | None, list[int]]:
    """Return the counterexample and the pairs that were looked at, each packed into one integer, ``b``'s part shifted.

    Hopcroft and Karp's merging of sets [1]_ keeps the search small; beyond ``easy`` pairs, pairs are left out as well
    that follow from earlier ones by congruence [2]_, small sets first.  No word gets lost by that: a pair is dropped
    only if other pairs imply it, and any word that tells its sets apart tells the sets of one of those pairs apart.

    References
    ----------
    .. [1] J. E. Hopcroft, R. M. Karp: A linear algorithm for testing equivalence of finite automata.
       Cornell University, TR 71-114 (1971).
    .. [2] F. Bonchi, D. Pous: Checking NFA equivalence with bisimulations up to congruence. POPL 2013.
    """
    # This is what makes a comparison fast: one integer for both sets, one step for every symbol at once, and no
    # function is called for a pair that is known.
    size = len(a.states)
    width = size + len(b.states)
    left_part = (1 << size) - 1
    block = (1 << width) - 1
    final_left = a.accepting_mask
    final_right = b.accepting_mask << size
    shifts = [(symbol, width * i) for i, symbol in enumerate(a.alphabet)]
    leads = _Leads(a, b)
    # The same seven bits come again and again
    sevens = [127 << i for i in range(0, width, 7)]
    start = a.start_mask | b.start_mask << size
    if (not start & final_left) is not (not start & final_right):
        return "", []
    parent: dict[int, int] = {}
    # Two empty sets are the same integer: as its own parent it would make the loops below endless.
    if start:
        parent[start & left_part] = start & ~left_part
    level = [(start, "")]
    seen: list[int] = []
    while level:
        following = []
        if len(seen) >= easy:
            # Large sets follow from small ones
            level.sort(key=lambda pair: pair[0].bit_count())
        for sets, word in level:
            # To look for what follows costs more than to go on, until there are many pairs.
            if len(seen) >= easy and _follows(sets, left_part, seen):
                continue
            seen.append(sets)
            if len(seen) > limit:
                raise TooLargeError.of("too_many_pairs", limit=limit)
            everywhere = 0
            for seven in sevens:
                everywhere |= leads[sets & seven]
            for symbol, shift in shifts:
                reached = everywhere >> shift & block
                if (not reached & final_left) is not (not reached & final_right):
                    return word + symbol, []
                left = reached & left_part
                right = reached ^ left
                # Sets that were met as a pair are merged: the same class on both sides has nothing new to tell.
                while left in parent:
                    left = parent[left]
                while right in parent:
                    right = parent[right]
                if left != right:
                    parent[left] = right
                    following.append((reached, word + symbol))
        level = following
    return None, seen


def _follows(sets: int, left_part: int, pairs: list[int]) -> bool:
    """Whether the two sets of a pair are as good as the same set, as far as some pairs say."""

    def normal(states: int) -> int:
        before = -1
        while before != states:
            before = states
            for pair in pairs:
                if (
                    pair & left_part | states == states
                    or pair & ~left_part | states == states
                ):
                    states |= pair
        return states

    return normal(sets & left_part) == normal(sets & ~left_part)


class _Leads(dict[int, int]):
    """Where a pair of sets leads: for each symbol a block of bits, as wide as the pair; kept once it is known."""

    def __init__(self, a: Automaton, b: Automaton) -> None:
        size = len(a.states)
        width = size + len(b.states)
        packed = [0] * width
        for i, symbol in enumerate(a.alphabet):
            for state, heads in enumerate(a.moves[symbol]):
                packed[state] |= heads << width * i
            for state, heads in enumerate(b.moves[symbol], size):
                packed[state] |= heads << width * i + size
        super().__init__((1 << state, heads) for state, heads in enumerate(packed))
        self[0] = 0

    def __missing__(self, states: int) -> int:
        low = states & -states
        known = self[states] = self[low] | self[states ^ low]
        return known


def first_word(
    left: Source,
    right: Source,
    wanted: Callable[[bool, bool], bool],
    limit: int = LIMIT,
) -> str | None:
    """Return the shortest word whose two verdicts are wanted, None if no word has them.

    Parameters and errors are those of `counterexample`.

    Examples
    --------
    The shortest word that one automaton accepts and the other does not:

    >>> one = Automaton.of("bA>A bA>C", start="A", accepting="C")
    >>> two = Automaton.of("bA>C", start="A", accepting="C")
    >>> first_word(one, two, lambda first, second: first and not second)
    'bb'
    """
    a, b = both(left, right)
    start = (a.root, b.root)
    for (one, two), word in search(
        start, a.alphabet, both_step, limit, "too_many_pairs"
    ):
        if wanted(one.accepting, two.accepting):
            return word
    return None


def both_step(
    pair: tuple[SubsetNode, SubsetNode], symbol: str
) -> tuple[SubsetNode, SubsetNode]:
    """Where a symbol leads from a pair of sets."""
    return pair[0][symbol], pair[1][symbol]


def difference(left: Source, right: Source) -> Counterexample | None:
    """Return the shortest counterexample with both runs, None if the languages are equal."""
    word = counterexample(left, right)
    return None if word is None else Counterexample(word, *both(left, right))


def equivalent(left: Source, right: Source, limit: int = LIMIT) -> bool:
    """Say whether two automata, nondeterministic or not, accept the same words."""
    return counterexample(left, right, limit) is None


def missing(left: Source, right: Source, limit: int = LIMIT) -> str | None:
    """Return the shortest word that the left automaton accepts and the right one does not."""
    return first_word(left, right, ACCEPT["left only"], limit)


def included(left: Source, right: Source, limit: int = LIMIT) -> bool:
    """Say whether every word of the left automaton is a word of the right one."""
    return missing(left, right, limit) is None


def disjoint(left: Source, right: Source, limit: int = LIMIT) -> bool:
    """Say whether no word is accepted by both."""
    return first_word(left, right, ACCEPT["both"], limit) is None
