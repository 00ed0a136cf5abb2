"""Comparing two languages: shortest counterexample, inclusion, equivalence, universality; no traps of ``==``.

All questions are one search: breadth first over pairs of states or of sets of states, which reads both automata at
once.  One of the two may be a student's, so every search that can blow up has a limit.

References
----------
.. [1] J. E. Hopcroft, R. M. Karp: A linear algorithm for testing equivalence of finite automata.
   Cornell University, TR 71-114 (1971).
.. [2] F. Bonchi, D. Pous: Checking NFA equivalence with bisimulations up to congruence. POPL 2013.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from math import inf
from operator import and_, or_, xor
from typing import NamedTuple, TypeAlias

from automatakit.automaton.errors import AutomatonError, TooLargeError, whole
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, bits, image, label
from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import Certificate
from automatakit.languages.runs import accepting_runs
from automatakit.languages.search import LIMIT, Leads, Reader, reader

PAIRS = 1_000
"""Pairs in a proof that two automata are equivalent; what follows from earlier ones does not count."""

EASY = 32
"""Pairs in a proof up to which it does not pay to look for what follows from earlier ones."""

MANY = 2_000
"""Pairs up to which what follows is looked for; each costs more than the one before."""

PLAIN = 2_000
"""Pairs up to which a search goes on without looking for what follows."""

Step: TypeAlias = tuple[int, str]
"""How something was found: from which earlier thing, on which symbol."""

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
    if a.alphabet == b.alphabet:
        return a, b
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
    return _first_word_apart(*both(left, right), limit)


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
    search = _Search(a, b)
    found, levels = search.run(search.start, limit, EASY)
    if found is not None:
        # Large sets were put off, so another word may come first; if the search for it is too long, this one is a
        # witness all the same.
        with suppress(TooLargeError):
            found = counterexample(a, b)
        return found, []
    size = len(a.states)
    certificate: Certificate = []
    for pair in chain.from_iterable(levels):
        left_set = a.names(pair & (1 << size) - 1)
        right_set = b.names(pair >> size)
        certificate.append([list(map(label, left_set)), list(map(label, right_set))])
    return None, certificate


def _first_word_apart(
    a: Automaton, b: Automaton, limit: int, one_way: bool = False
) -> str | None:
    """Return the first word that one of two automata accepts and the other does not, or ``one_way`` only ``a`` does."""
    whole("limit", limit, 1)
    if a.is_deterministic and b.is_deterministic:
        if one_way:
            return _first_pair(reader(a), reader(b), a, _left_only, limit)
        return _numbers_apart(a, b)
    search = _Search(a, b, one_way)
    with suppress(TooLargeError):
        return search.run(search.start, min(limit, PLAIN), inf)[0]
    try:
        found, levels = search.run(search.start, min(limit, MANY), EASY)
        return None if found is None else search.first(found, levels)
    except TooLargeError:
        return search.run(search.start, limit, inf)[0]


def _left_only(left: bool, right: bool) -> bool:
    return left and not right


def _spelt(steps: list[Step], last: int) -> str:
    """Return the word that led to something found."""
    letters = []
    while last > 0:
        last, symbol = steps[last]
        letters.append(symbol)
    return "".join(reversed(letters))


def _numbers_apart(a: Automaton, b: Automaton) -> str | None:
    """Return the first word on which two deterministic automata differ: a pair of states is met once [1]_.

    A pair is dropped if its states have been merged: then earlier pairs imply it, and a word that tells it apart tells
    one of those apart, which earlier words led to.  So no first word gets lost.
    """
    left, right = reader(a), reader(b)
    left_final, right_final = _flags(a), _flags(b)
    # The states of b follow those of a
    shift = len(left_final)
    parent = list(range(shift + len(right_final)))
    queue = [(left.start, right.start)]
    steps: list[Step] = [(0, "")]
    if left_final[left.start] is not right_final[right.start]:
        return ""
    parent[left.start] = shift + right.start
    symbols = a.alphabet
    left_heads, right_heads = left.heads, right.heads
    for at, (one, two) in enumerate(queue):  # which grows meanwhile
        row = zip(symbols, left_heads[one], right_heads[two], strict=True)
        for symbol, one_head, two_head in row:
            one_root, two_root = parent[one_head], parent[two_head + shift]
            if one_root == two_root:
                continue
            while parent[one_root] != one_root:
                parent[one_root] = one_root = parent[parent[one_root]]
            while parent[two_root] != two_root:
                parent[two_root] = two_root = parent[parent[two_root]]
            if one_root != two_root:
                # Of merged states all accept or none does
                if left_final[one_head] is not right_final[two_head]:
                    return _spelt(steps, at) + symbol
                parent[one_root] = two_root
                queue.append((one_head, two_head))
                steps.append((at, symbol))
    return None


def _flags(table: Automaton) -> list[bool]:
    """Whether each state accepts, numbered from 1; 0 is the sink."""
    mask = table.accepting_mask << 1
    return [mask >> number & 1 == 1 for number in range(len(table.states) + 1)]


class _Search:
    """Pairs of sets of states of two automata, each pair in one integer, ``b``'s part shifted.

    Asked is where the two differ; or, ``one_way``, whether ``a`` accepts what ``b`` does not, which is where the union
    of the two differs from ``b``: then the whole pair stands on the left, and its part of ``b`` on the right.
    """

    def __init__(self, a: Automaton, b: Automaton, one_way: bool = False) -> None:
        # This is what makes a comparison fast: one integer for both sets, one step for every symbol at once, and no
        # function is called for a pair that is known.
        size = len(a.states)
        width = size + len(b.states)
        self.block = (1 << width) - 1
        self.right = self.block >> size << size
        self.left = self.block if one_way else self.block ^ self.right
        self.shifts = [(symbol, width * i) for i, symbol in enumerate(a.alphabet)]
        self.final_right = b.accepting_mask << size
        self.final_left = a.accepting_mask
        if one_way:
            self.final_left |= self.final_right
        rows = []
        for symbol in a.alphabet:
            of_b = [heads << size for heads in b.moves[symbol]]
            rows.append([*a.moves[symbol], *of_b])
        self.leads = Leads(width, rows)
        self.start = a.start_mask | b.start_mask << size

    def differs(self, pair: int) -> bool:
        """Whether one set of a pair accepts and the other one does not."""
        return (not pair & self.final_left) is not (not pair & self.final_right)

    def after(self, pair: int, shift: int) -> int:
        """Where a symbol leads from a pair."""
        everywhere = 0
        for seven in self.leads.sevens:
            everywhere |= self.leads[pair & seven]
        return everywhere >> shift & self.block

    def first(self, found: str, levels: list[list[int]]) -> str:
        """Return the first word that tells the two apart, of the same length as a shortest one.

        Of the search that found this one, ``levels`` are the pairs by the length of the word that leads to them.
        """
        pair = self.start
        # An earlier word has an earlier letter at some place: only those are tried.
        for at in range(len(found)):
            for symbol, shift in self.shifts:
                following = self.after(pair, shift)
                if symbol == found[at]:
                    break
                left = len(found) - at - 1
                rest, _ = self.run(following, MANY, EASY, left, levels[: at + 1])
                if rest is not None:
                    found = found[:at] + symbol + rest
                    break
            pair = following
        return found

    def run(
        self,
        start: int,
        limit: int,
        easy: float,
        length: float = inf,
        known: Sequence[list[int]] = (),
    ) -> tuple[str | None, list[list[int]]]:
        """Return a shortest word that tells a pair apart, if it has at most so many letters, and the pairs looked at.

        Hopcroft and Karp's merging of sets [1]_ keeps the search small; beyond ``easy`` pairs, pairs are left out as
        well that follow from earlier ones by congruence [2]_, small sets first.  No word gets lost by that: a pair is
        dropped only if other pairs imply it, and a word that tells its sets apart tells the sets of one of those apart.
        Small sets first, the word need not be the first one of its length.

        What can be used, too, is what is ``known`` of other pairs: that no word tells them apart that is as short.
        """
        left_part, right_part, block = self.left, self.right, self.block
        final_left, final_right = self.final_left, self.final_right
        leads, sevens, shifts = self.leads, self.leads.sevens, self.shifts
        if self.differs(start):
            return "", []
        parent: dict[int, int] = {}
        # Two empty sets are the same integer: as its own parent it would make the loops below endless.
        if start & left_part != start & right_part:
            parent[start & left_part] = start & right_part
        level = [(start, 0)]
        steps: list[Step] = [(0, "")]
        seen = list(chain.from_iterable(known))
        limit += len(seen)
        levels: list[list[int]] = []
        while level and len(levels) < length:
            following = []
            levels.append([])
            if len(seen) >= easy:
                # Large sets follow from small ones
                level.sort(key=lambda pair: pair[0].bit_count())
            for sets, at in level:
                # To look for what follows costs more than to go on, until there are many pairs.
                if len(seen) >= easy and self.follows(sets, seen):
                    continue
                seen.append(sets)
                levels[-1].append(sets)
                if len(seen) > limit:
                    raise TooLargeError.of("too_many_pairs", limit=limit)
                everywhere = 0
                for seven in sevens:
                    everywhere |= leads[sets & seven]
                for symbol, shift in shifts:
                    reached = everywhere >> shift & block
                    if (not reached & final_left) is not (not reached & final_right):
                        return _spelt(steps, at) + symbol, levels
                    left = reached & left_part
                    right = reached & right_part
                    # Sets that were met as a pair are merged: the same class on both sides has nothing new to tell.
                    while left in parent:
                        left = parent[left]
                    while right in parent:
                        right = parent[right]
                    if left != right:
                        parent[left] = right
                        following.append((reached, len(steps)))
                        steps.append((at, symbol))
            level = following
        return None, levels

    def follows(self, sets: int, pairs: list[int]) -> bool:
        """Whether the two sets of a pair are as good as the same set, as far as some pairs say."""
        left, right = sets & self.left, sets & self.right
        return self.reaches(left, right, pairs) and self.reaches(right, left, pairs)

    def reaches(self, states: int, wanted: int, pairs: list[int]) -> bool:
        """Whether some pairs say that a set is as good as one that contains the wanted states."""
        left_part, right_part = self.left, self.right
        # The last ones come from where this pair comes from, and mostly suffice.
        unused = pairs[::-1]
        while wanted & ~states:
            rest = []
            for pair in unused:
                if pair & left_part & ~states and pair & right_part & ~states:
                    rest.append(pair)
                else:
                    states |= pair
            if len(rest) == len(unused):
                return False
            unused = rest
        return True


class _Pair(NamedTuple):
    """Where two automata are after a word."""

    one: int
    two: int


def _first_pair(
    left: Reader,
    right: Reader,
    table: Automaton,
    wanted: Callable[[bool, bool], bool],
    limit: int,
) -> str | None:
    """Return the first word after which the verdicts of two automata over the alphabet of one are wanted."""
    # The pairs of two deterministic automata do not blow up
    if left.numbers is not None and right.numbers is not None:
        limit = max(limit, left.numbers * right.numbers)
    start = _Pair(left.start, right.start)
    met = {start}
    queue = [start]
    steps: list[Step] = [(0, "")]
    for at, (one, two) in enumerate(queue):  # which grows meanwhile
        if wanted(left.accepting(one), right.accepting(two)):
            return _spelt(steps, at)
        heads = zip(left.heads[one], right.heads[two], strict=True)
        for symbol, there in zip(table.alphabet, heads, strict=True):
            if there not in met:
                if len(queue) >= limit:
                    raise TooLargeError.of("too_many_pairs", limit=limit)
                pair = _Pair(*there)
                met.add(pair)
                queue.append(pair)
                steps.append((at, symbol))
    return None


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
    return _first_pair(reader(a), reader(b), a, wanted, limit)


def difference(left: Source, right: Source) -> Counterexample | None:
    """Return the shortest counterexample with both runs, None if the languages are equal."""
    word = counterexample(left, right)
    return None if word is None else Counterexample(word, *both(left, right))


def equivalent(left: Source, right: Source, limit: int = LIMIT) -> bool:
    """Say whether two automata, nondeterministic or not, accept the same words.

    Parameters and errors are those of `counterexample`.

    Examples
    --------
    >>> equivalent("(bw)*b", "b(wb)*"), equivalent("b*", "bb*")
    (True, False)
    """
    return not _are_apart(*both(left, right), limit)


def _are_apart(a: Automaton, b: Automaton, limit: int, one_way: bool = False) -> bool:
    """Whether a word tells two automata apart, whichever it is."""
    if a.is_deterministic and b.is_deterministic:
        return _first_word_apart(a, b, limit, one_way) is not None
    whole("limit", limit, 1)
    search = _Search(a, b, one_way)
    for pairs, easy in ((PLAIN, inf), (MANY, EASY)):
        with suppress(TooLargeError):
            return search.run(search.start, min(limit, pairs), easy)[0] is not None
    return search.run(search.start, limit, inf)[0] is not None


def missing(left: Source, right: Source, limit: int = LIMIT) -> str | None:
    """Return the shortest word of the left automaton that the right one does not accept, None if there is none.

    Parameters and errors are those of `counterexample`.

    Examples
    --------
    >>> missing("b*", "(bb)*"), missing("(bb)*", "b*")
    ('b', None)
    """
    return _first_word_apart(*both(left, right), limit, one_way=True)


def included(left: Source, right: Source, limit: int = LIMIT) -> bool:
    """Say whether every word of the left automaton is a word of the right one.

    Parameters and errors are those of `counterexample`.

    Examples
    --------
    >>> included("(bb)*", "b*"), included("b*", "(bb)*")
    (True, False)
    """
    return not _are_apart(*both(left, right), limit, one_way=True)


def disjoint(left: Source, right: Source) -> bool:
    """Say whether no word is accepted by both.

    Examples
    --------
    >>> disjoint("(bb)*", "b(bb)*"), disjoint("b*", "b")
    (True, False)
    """
    a, b = both(left, right)
    for state, there in enumerate(led_together(a, b)):
        if a.is_accepting(state) and there & b.accepting_mask:
            return False
    return True


def led_together(a: Automaton, b: Automaton) -> list[int]:
    """Return for each state of one automaton the states of the other to which some word leads that leads to it, too."""
    beside = [0] * len(a.states)
    fresh = dict.fromkeys(bits(a.start_mask), b.start_mask)
    while fresh:
        state, new = fresh.popitem()
        new &= ~beside[state]
        if not new:
            continue
        beside[state] |= new
        for symbol in a.alphabet:
            heads = a.moves[symbol][state]
            there = image(new, b.moves[symbol]) if heads else 0
            for head in bits(heads):
                fresh[head] = fresh.get(head, 0) | there
    return beside


def is_universal(automaton: Source, limit: int = LIMIT) -> bool:
    """Say whether every word over the alphabet is accepted.

    Parameters and errors are those of `counterexample`.

    Examples
    --------
    >>> is_universal("(b|w)*"), is_universal("(b|w)*b")
    (True, False)
    """
    table = Automaton.of(automaton)
    loops = dict.fromkeys(table.alphabet, (1,))
    return included(Automaton(("q0",), table.alphabet, loops, 1, 1), table, limit)
