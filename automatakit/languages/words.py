"""The words of an automaton: emptiness, finiteness, enumeration, exact numbers by length.

Words come shortest first, then in alphabetical order (the *military* order), and lazily: nothing here runs for
ever on an infinite language unless it is asked to.
"""

from collections.abc import Iterator
from fractions import Fraction

from automatakit.automaton.errors import whole
from automatakit.automaton.masks import SubsetNode
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, bits, image
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise


def accepts(automaton: Source, word: str) -> bool:
    """Say whether an automaton accepts a word; a foreign symbol is an error, not a rejection.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}, symbols="bw")
    >>> accepts(nfa, "bb"), accepts(nfa, "bw")
    (True, False)
    """
    return Automaton.of(automaton).accepts(word)


def is_empty(automaton: Source) -> bool:
    """Say whether no word at all is accepted."""
    table = Automaton.of(automaton)
    return not table.reachable & table.accepting_mask


def useful(table: Automaton) -> int:
    """Return the mask of the states that lie on some accepting run."""
    return table.reachable & table.productive


def useful_states(automaton: Source) -> frozenset[State]:
    """Return the states that lie on some accepting run.

    Examples
    --------
    >>> sorted(useful_states(Automaton.of("bA>B wB>C bC>D", start="A", accepting="C")))
    ['A', 'B', 'C']
    """
    table = Automaton.of(automaton)
    return frozenset(table.names(useful(table)))


def is_finite(automaton: Source) -> bool:
    """Say whether only finitely many words are accepted: no cycle through useful states.

    Examples
    --------
    >>> is_finite(Automaton.of({"A": {"b": {"B"}}, "B": {"w": {"A"}}}, start="A", accepting={"B"}))
    False
    """
    table = Automaton.of(automaton)
    left = useful(table)
    while left:  # peel off states without successors among the rest; what cannot be peeled lies on a cycle
        peeled = left
        for i in bits(left):
            if not any(row[i] & peeled for row in table.moves.values()):
                left ^= 1 << i
        if left == peeled:
            return False
    return True


def _live(table: Automaton) -> Iterator[int]:
    """Yield, for k = 0, 1, 2, …, the mask of the states that accept some word of exactly k letters."""
    mask = table.accepting_mask
    while True:
        yield mask
        before = 0
        for row in table.backward.values():
            before |= image(mask, row)
        mask = before


def words(
    automaton: Source, max_length: int | None = None, min_length: int = 0
) -> Iterator[str]:
    """Yield the accepted words, shortest first, then alphabetical.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    max_length
        Longest length; None goes on as long as there are words (for ever, if the language is infinite).
    min_length
        Shortest length.

    Examples
    --------
    >>> nfa = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}}, start="A", accepting={"B"})
    >>> list(words(nfa, max_length=3)), list(words(nfa, 3, 3))
    (['w', 'bw', 'bbw'], ['bbw'])
    """
    table = Automaton.of(automaton)
    whole("min_length", min_length)
    if max_length is not None:
        # -1 is the longest length of the empty language
        whole("max_length", max_length, -1)
    elif is_finite(table):
        # Without a useful cycle no accepting run is longer
        max_length = len(table.states)
    # live[k]: the states from which k letters more can be accepted.
    live: list[int] = []
    for length, mask in enumerate(_live(table)):
        live.append(mask)
        if max_length is not None and length > max_length:
            return
        if length >= min_length:
            yield from _of_length(table.root, live, length)


def _of_length(node: SubsetNode, live: list[int], length: int) -> Iterator[str]:
    """Yield the words of one length that are accepted from a set of states; no way is tried in vain."""
    if not node.mask & live[length]:
        return
    if length == 0:
        yield ""
        return
    for symbol in node.table.alphabet:
        for rest in _of_length(node[symbol], live, length - 1):
            yield symbol + rest


def words_of_length(automaton: Source, length: int) -> list[str]:
    """Return the accepted words of one length, in alphabetical order."""
    return list(words(automaton, length, length))


def shortest_word(automaton: Source) -> str | None:
    """Return the shortest accepted word (the first in the alphabet among equals), None if there is none.

    Examples
    --------
    >>> shortest_word(Automaton.of({"A": {"w": {"B"}, "b": {"B"}}}, start="A", accepting={"B"}))
    'b'
    """
    return next(words(automaton), None)


def longest_length(automaton: Source) -> int | None:
    """Return the length of the longest accepted word.

    Returns
    -------
    int or None
        None if the language is infinite; -1 if it is empty.
    """
    table = Automaton.of(automaton)
    if not is_finite(table):
        return None
    longest = -1
    for length, mask in enumerate(_live(table)):
        if mask & table.start_mask:
            longest = length
        # Without a useful cycle no accepting run is longer
        if length == len(table.states):
            break
    return longest


def count_words(automaton: Source, length: int) -> int:
    """Return the exact number of accepted words of one length.

    A step of the transition matrix of the determinised automaton: how many words lead to each set of states.

    Examples
    --------
    >>> everything = Automaton.of({"A": {"b": {"A"}, "w": {"A"}}}, start="A", accepting={"A"})
    >>> count_words(everything, 100) == 2 ** 100
    True
    """
    return word_counts(automaton, whole("length", length))[length]


def word_counts(automaton: Source, up_to: int) -> list[int]:
    """Return the numbers of accepted words of the lengths 0, 1, …, ``up_to``, as exact integers."""
    table = Automaton.of(automaton)
    level = {table.root: 1}
    counts = []
    for _ in range(whole("up_to", up_to) + 1):
        counts.append(sum(number for node, number in level.items() if node.accepting))
        following: dict[SubsetNode, int] = {}
        for node, number in level.items():
            for symbol in table.alphabet:
                target = node[symbol]
                if target.mask:  # from the empty set no word is accepted any more
                    following[target] = following.get(target, 0) + number
        level = following
    return counts


def transition_matrix(automaton: Source) -> list[list[int]]:
    """Return the matrix M with M[p][q] = number of symbols that lead from state p to state q.

    The entry (p, q) of its n-th power is the number of *runs* of length n from p to q.  For a deterministic
    automaton that is the number of words; for a nondeterministic one determinise first (:func:`count_words`).
    """
    table = Automaton.of(automaton)
    size = len(table.states)
    matrix = [[0] * size for _ in range(size)]
    for row in table.moves.values():
        for p, heads in enumerate(row):
            for q in bits(heads):
                matrix[p][q] += 1
    return matrix


def recurrence(automaton: Source) -> tuple[Fraction, ...]:
    """Return the shortest linear recurrence of the numbers of accepted words by length.

    Returns
    -------
    tuple of Fraction
        ``(c1, …, ck)`` with a(n) = c1·a(n−1) + … + ck·a(n−k) for all n ≥ k.

    Notes
    -----
    By Cayley and Hamilton the minimal automaton with m states gives a recurrence of at most m terms; the first
    2m numbers determine the shortest one (Berlekamp and Massey [1]_).

    References
    ----------
    .. [1] J. L. Massey: Shift-register synthesis and BCH decoding. IEEE Trans. Inf. Theory 15 (1969) 122–127.

    Examples
    --------
    Words over b and w without two neighbouring w: Fibonacci.

    >>> no_ww = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}, "B": {"b": {"A"}}}, start="A", accepting={"A", "B"})
    >>> [int(c) for c in recurrence(no_ww)], word_counts(no_ww, 6)
    ([1, 1], [1, 2, 3, 5, 8, 13, 21])
    """
    size = len(minimise(automaton).states)
    return _massey(list(map(Fraction, word_counts(automaton, 2 * size))))


def _massey(sequence: list[Fraction]) -> tuple[Fraction, ...]:
    """Shortest linear recurrence of a sequence over the rationals: Massey's algorithm, line by line.

    ``current`` is the polynomial 1 − c1·x − … − ck·x^k of the recurrence that holds so far.
    """
    current = [Fraction(1)]
    length = 0
    before = [Fraction(1)]  # the polynomial before the length last grew,
    last = Fraction(1)  # by how much it failed,
    gap = 1  # and how long ago that was
    for n, value in enumerate(sequence):
        error = value
        for i in range(1, min(length, len(current) - 1) + 1):
            error += current[i] * sequence[n - i]
        if error == 0:
            gap += 1
            continue
        kept = current[:]
        current += [Fraction(0)] * (len(before) + gap - len(current))
        for i, coefficient in enumerate(before):
            current[i + gap] -= error / last * coefficient
        if 2 * length <= n:
            length = n + 1 - length
            before = kept
            last = error
            gap = 1
        else:
            gap += 1
    current += [Fraction(0)] * (length + 1 - len(current))
    return tuple(-coefficient for coefficient in current[1 : length + 1])
