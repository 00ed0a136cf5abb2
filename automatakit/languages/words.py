"""The words of an automaton: emptiness, finiteness, enumeration, exact numbers by length.

Words come shortest first, then in alphabetical order (the *military* order), and lazily: nothing here runs for
ever on an infinite language unless it is asked to.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from operator import itemgetter

from automatakit.automaton.errors import TooLargeError, whole
from automatakit.automaton.masks import SubsetNode
from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, bits, image, transposed
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise
from automatakit.languages.search import LIMIT, reader

MOST_TERMS = 120
"""States of a minimal automaton up to which its recurrence is computed, in exact fractions."""

FEW = 256
"""Sets of states with which counting begins, from the front and from the back; then eight times as many are allowed."""


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
    return longest_length(automaton) is not None


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
    else:
        max_length = longest_length(table)
    # live[k]: the states from which k letters more can be accepted.
    live: list[int] = []
    for length, mask in enumerate(_live(table)):
        live.append(mask)
        if max_length is not None and length > max_length:
            return
        if length >= min_length:
            yield from _of_length(table.root, live, length)


def _of_length(root: SubsetNode, live: list[int], length: int) -> Iterator[str]:
    """Yield the words of one length that are accepted from a set of states; no way is tried in vain."""
    if not root.mask & live[length]:
        return
    if length == 0:
        yield ""
        return
    # A word may be too long for a recursion: what is left to try at each place stands in a list.
    path = [root]
    letters: list[str] = []
    choices = [iter(root.table.alphabet)]
    while choices:
        symbol = next(choices[-1], None)
        if symbol is None:
            choices.pop()
            path.pop()
            del letters[-1:]
            continue
        node = path[-1][symbol]
        left = length - len(letters) - 1
        if not node.mask & live[left]:
            continue
        if left == 0:
            yield "".join(letters) + symbol
            continue
        path.append(node)
        letters.append(symbol)
        choices.append(iter(root.table.alphabet))


def words_of_length(automaton: Source, length: int) -> list[str]:
    """Return the accepted words of one length, in alphabetical order."""
    whole("length", length)
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
    good = useful(table)
    heads = {}
    waits = dict.fromkeys(bits(good), 0)
    for state in waits:
        there = 0
        for row in table.moves.values():
            there |= row[state]
        heads[state] = list(bits(there & good))
        for head in heads[state]:
            waits[head] += 1
    # Each state after all that lead to it; what lies on a cycle waits for ever.
    ready = [state for state, number in waits.items() if not number]
    longest = dict.fromkeys(bits(table.start_mask & good), 0)
    for state in ready:  # which grows meanwhile
        for head in heads[state]:
            waits[head] -= 1
            if not waits[head]:
                ready.append(head)
            if state in longest:
                longest[head] = max(longest.get(head, 0), longest[state] + 1)
    if len(ready) < len(waits):
        return None
    final = [n for state, n in longest.items() if table.is_accepting(state)]
    return max(final, default=-1)


def count_words(automaton: Source, length: int, limit: int = LIMIT) -> int:
    """Return the exact number of accepted words of one length.

    Parameters and errors are those of `word_counts`.

    Examples
    --------
    >>> everything = Automaton.of({"A": {"b": {"A"}, "w": {"A"}}}, start="A", accepting={"A"})
    >>> count_words(everything, 100) == 2 ** 100
    True
    """
    return word_counts(automaton, whole("length", length), limit)[length]


def word_counts(automaton: Source, up_to: int, limit: int = LIMIT) -> list[int]:
    """Return the numbers of accepted words of the lengths 0, 1, …, ``up_to``, as exact integers.

    The automaton is determinised for it; or, if that is smaller, its mirror image, which has as many words.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    up_to
        The largest length.
    limit
        Largest number of sets of states; a deterministic automaton has none.

    Raises
    ------
    TooLargeError
        If both directions have more sets.

    Examples
    --------
    >>> word_counts("(b|w)*b(b|w)", 5)
    [0, 0, 2, 4, 8, 16]
    """
    table = Automaton.of(automaton)
    whole("up_to", up_to)
    whole("limit", limit, 1)
    if table.is_deterministic:
        return _counts(table, up_to, None)
    # Most are small, and their mirror image need not be made
    if limit > FEW:
        with suppress(TooLargeError):
            return _counts(table, up_to, FEW)
    return _counts_of_smaller(table, _mirrored(table), up_to, limit)


def _mirrored(table: Automaton) -> Automaton:
    """Return the automaton that reads the same words backwards."""
    plain = table.without_epsilon()
    turned = {symbol: transposed(row) for symbol, row in plain.plain.items()}
    return Automaton(
        table.states, table.alphabet, turned, plain.accepting_mask, table.starts
    )


def _counts_of_smaller(
    table: Automaton, mirrored: Automaton, up_to: int, limit: int
) -> list[int]:
    """Return what `_counts` says of the one that has fewer sets."""
    few = FEW
    while few < limit:
        for one in (table, mirrored):
            with suppress(TooLargeError):
                return _counts(one, up_to, few)
        few *= 8
    with suppress(TooLargeError):
        return _counts(mirrored, up_to, limit)
    return _counts(table, up_to, limit)


def _counts(table: Automaton, up_to: int, limit: int | None) -> list[int]:
    """Return the numbers of words of each length; no set is looked at to which only longer words lead."""
    one = reader(table)
    number = {one.start: 0}
    # For each state the numbers of its heads, and one of something that accepts no word, since two are needed below
    rows: list[list[int]] = []
    level = [one.start]
    for _ in range(up_to):
        following = []
        for state in level:
            row = []
            for head in one.heads[state]:
                # From the empty set no word is accepted any more
                if not head:
                    continue
                if head not in number:
                    number[head] = len(number)
                    following.append(head)
                row.append(number[head])
            rows.append(row)
        if limit is not None and len(number) > limit:
            raise TooLargeError.of("too_many_sets", limit=limit)
        level = following
    nothing = len(number)
    rows += [[] for _ in level]
    sums = [itemgetter(*row, nothing, nothing) for row in rows]
    numbers = [int(one.accepting(state)) for state in number]
    counts = [numbers[0]]
    for _ in range(up_to):
        numbers.append(0)
        numbers = [sum(get(numbers)) for get in sums]
        counts.append(numbers[0])
    return counts


def transition_matrix(automaton: Source) -> list[list[int]]:
    """Return the matrix M with M[p][q] = number of symbols that lead from state p to state q.

    The entry (p, q) of its n-th power is the number of *runs* of length n from p to q.  For a deterministic
    automaton that is the number of words; for a nondeterministic one determinise first (`count_words`).  ε is
    followed after a symbol and not before it, so that no run is counted twice; `remove_epsilon` follows it before, too.

    Examples
    --------
    >>> transition_matrix(Automaton.of("bA>A wA>A bA>B", start="A", accepting="B"))
    [[2, 1], [0, 0]]
    """
    table = Automaton.of(automaton)
    size = len(table.states)
    matrix = [[0] * size for _ in range(size)]
    for row in table.moves.values():
        for p, heads in enumerate(row):
            for q in bits(heads):
                matrix[p][q] += 1
    return matrix


def recurrence(automaton: Source, limit: int | None = None) -> tuple[Fraction, ...]:
    """Return the shortest linear recurrence of the numbers of accepted words by length.

    Parameters and errors are those of `minimise`; the minimal automaton has at most 120 states.

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
    dfa = minimise(automaton, limit)
    if len(dfa.states) > MOST_TERMS:
        raise TooLargeError.of("long_recurrence", limit=MOST_TERMS)
    return _massey(list(map(Fraction, word_counts(dfa, 2 * len(dfa.states)))))


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
