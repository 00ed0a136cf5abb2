"""Two automata side by side: a word that tells them apart, equality, products.

The pairs of subsets are searched as they are met, and with a limit: one of the two may be a student's.

References
----------
F. Bonchi, D. Pous, Checking NFA equivalence with bisimulations up to congruence, POPL 2013.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from operator import xor

from automatakit.languages.certificate import Certificate
from automatakit.languages.fa import FA, LIMIT, TooLargeError

__all__ = ["combine", "compare", "difference", "equal", "find_word", "minus"]

PAIRS = 1_000
"""Pairs that a comparison looks at; what follows from earlier ones does not count."""


def find_word(first: FA, second: FA, keep: Callable[[bool, bool], bool], limit: int = LIMIT) -> str | None:
    """The shortest word with `keep(first accepts, second accepts)`, alphabetically first.

    Parameters
    ----------
    first, second : FA
        Over any alphabets; a letter that one does not know makes it reject.
    keep : callable
        False for words that neither accepts: where both have died nothing is looked for.
    limit : int
        Pairs of subsets to visit at most.

    Returns
    -------
    str or None

    Raises
    ------
    TooLargeError
        If the limit does not suffice.

    Examples
    --------
    >>> a, b = FA.of("A C", "A", "C", "AbC"), FA.of("A C", "A", "C", "AbC AwC")
    >>> find_word(a, b, lambda x, y: x and y)
    'b'
    """
    letters, start = sorted({*first.alphabet, *second.alphabet}), (first.start_mask, second.start_mask)
    before: dict[tuple[int, int], tuple[tuple[int, int], str] | None] = {start: None}
    queue = deque([start])
    while queue:
        pair = queue.popleft()
        m, n = pair
        if keep(bool(m & first.final_mask), bool(n & second.final_mask)):
            word = ""
            back = before[pair]
            while back:
                word = back[1] + word
                back = before[back[0]]
            return word
        for a in letters:
            new = first.step_mask(m, a), second.step_mask(n, a)
            if new not in before and new != (0, 0):
                before[new] = (pair, a)
                queue.append(new)
        if len(before) > limit:
            raise TooLargeError
    return None


def compare(first: FA, second: FA, limit: int = PAIRS) -> tuple[str | None, Certificate]:
    """A shortest word that exactly one of two automata accepts, or None and the proof that there is none.

    The search leaves out pairs that follow from those seen before, by equivalence and union.

    Parameters and errors are those of `find_word`.

    Returns
    -------
    (str or None, Certificate)
        The pairs that were seen; a proof (see `automatakit.languages.certificate`) if there is no word.

    Examples
    --------
    >>> one, two = FA.of("A B", "A", "A B", "AbB BbA"), FA.of("C", "C", "C", "CbC")
    >>> compare(one, two)
    (None, [[['A'], ['C']], [['B'], ['C']]])
    >>> compare(one, one.with_(accepting=frozenset("A")))[0]
    'b'
    """
    letters, shift = sorted({*first.alphabet, *second.alphabet}), len(first.states)
    seen: list[tuple[int, int]] = []

    def normal(states: int) -> int:
        """Everything that the pairs seen so far say a set is as good as; the states of `second` come after."""
        before = -1
        while before != states:
            before = states
            for x, y in seen:
                if x & states == x or y & states == y:
                    states |= x | y
        return states

    queue = [(0, 0, "", first.start_mask, second.start_mask)]  # by length, then small sets: large ones follow from them
    while queue:
        length, _, word, m, n = heappop(queue)
        x, y = m, n << shift
        if normal(x) == normal(y):
            continue
        if bool(m & first.final_mask) != bool(n & second.final_mask):
            return word, []
        seen.append((x, y))
        if len(seen) > limit:
            raise TooLargeError
        for a in letters:
            p, q = first.step_mask(m, a), second.step_mask(n, a)
            heappush(queue, (length + 1, p.bit_count() + q.bit_count(), word + a, p, q))
    return None, [[list(first.names(x)), list(second.names(y >> shift))] for x, y in seen]


def difference(first: FA, second: FA, limit: int = LIMIT) -> str | None:
    """The shortest word that exactly one of two automata accepts, None if the languages are equal (see `find_word`).

    Examples
    --------
    >>> a, b = FA.of("A C", "A", "C", "AbC"), FA.of("A C", "A", "C", "AbC AwC")
    >>> difference(a, b)
    'w'
    """
    return find_word(first, second, xor, limit)


def equal(first: FA, second: FA, limit: int = LIMIT) -> bool:
    """Whether two automata accept the same language (see `difference`)."""
    return difference(first, second, limit) is None


def minus(a: bool, b: bool) -> bool:
    """The first accepts, the second does not."""
    return a and not b


def combine(first: FA, second: FA, keep: Callable[[bool, bool], bool], limit: int = LIMIT) -> FA:
    """The product of the two subset automata; a pair accepts if `keep(first accepts, second accepts)`.

    Examples
    --------
    >>> a, b = FA.of("A C", "A", "C", "AbC AwC"), FA.of("A C", "A", "C", "AwC")
    >>> combine(a, b, lambda x, y: x and not y).words(1)
    ['b']
    """
    def name(pair: tuple[int, int]) -> str:
        return " / ".join(" ".join(fa.names(m)) or "∅" for fa, m in zip((first, second), pair, strict=True))

    start = (first.start_mask, second.start_mask)
    names = {start: name(start)}
    queue, edges, final = deque([start]), set(), set()
    while queue:
        pair = queue.popleft()
        if keep(bool(pair[0] & first.final_mask), bool(pair[1] & second.final_mask)):
            final.add(names[pair])
        for a in first.alphabet:
            new = (first.step_mask(pair[0], a), second.step_mask(pair[1], a))
            if new not in names:
                names[new] = name(new)
                queue.append(new)
            edges.add((names[pair], a, names[new]))
        if len(names) > limit:
            raise TooLargeError
    return FA.make(tuple(names.values()), names[start], frozenset(final), frozenset(edges), first.alphabet)
