"""Operations on automata: product, union, intersection, ε removed, completed, made from expressions.

Every function takes any automaton (see `Automaton.of`) and returns an `Automaton`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from itertools import product as tuples
from typing import TypeAlias

from automatakit.automaton.errors import TooLargeError, text_in, whole
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge, State, bits, image, mask_where
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import both, verdict
from automatakit.languages.minimal import minimise, refined, reverse
from automatakit.languages.search import (
    LIMIT,
    Entry,
    entries,
    masks_of,
    reader,
    tabulated,
)
from automatakit.languages.structure import trim
from automatakit.languages.words import useful

Pair: TypeAlias = tuple[int, int]

PAIRS = 1_000_000
"""Pairs of states of two deterministic automata up to which their product is made."""

TIDY_LIMIT = 4_096
"""Sets of states up to which `tidy` looks whether the minimal automaton is smaller."""

TIDY_ARROWS = 10_000
"""Arrows up to which `tidy` joins states; the subsets of a denser automaton are quicker."""


def product(
    left: Source, right: Source, accept: str = "both", limit: int | None = None
) -> Automaton:
    """Return the product of two determinised automata: its states are pairs of sets of states.

    Parameters
    ----------
    accept
        ``"both"``, ``"either"``, ``"left only"``, ``"right only"``, ``"one only"`` or ``"neither"``.
    limit
        Largest number of pairs; by default 20,000, and a million if both automata are deterministic.

    Raises
    ------
    TooLargeError
        If there are more pairs.

    Examples
    --------
    The words that only the first of two automata reads:

    >>> product(Automaton.of("b*"), Automaton.of("bb"), "left only").accepts("b")
    True
    """
    wanted = verdict(accept)
    a, b = both(left, right)
    one, two = reader(a), reader(b)
    if limit is None:
        limit = LIMIT
        # The pairs of two deterministic automata do not blow up
        if one.numbers is not None and two.numbers is not None:
            limit = max(limit, min(one.numbers * two.numbers, PAIRS))
    whole("limit", limit, 1)
    number = {(one.start, two.start): 0}
    pairs = list(number)
    rows = []
    for left_at, right_at in pairs:  # which grows meanwhile
        row = []
        for pair in zip(one.heads[left_at], two.heads[right_at], strict=True):
            at = number.setdefault(pair, len(pairs))
            if at == len(pairs):
                if at >= limit:
                    raise TooLargeError.of("too_many_pairs", limit=limit)
                pairs.append(pair)
            row.append(at)
        rows.append(row)
    left_sets = {state: one.mask(state) for state, _ in pairs}
    right_sets = {state: two.mask(state) for _, state in pairs}
    left_names = {x: frozenset(a.names(mask)) for x, mask in left_sets.items()}
    right_names = {y: frozenset(b.names(mask)) for y, mask in right_sets.items()}
    left_yes = {x: bool(mask & one.final) for x, mask in left_sets.items()}
    right_yes = {y: bool(mask & two.final) for y, mask in right_sets.items()}
    names = tuple([(left_names[x], right_names[y]) for x, y in pairs])
    final = mask_where([wanted(left_yes[x], right_yes[y]) for x, y in pairs])
    moves = masks_of(a.alphabet, list(zip(*rows, strict=True)))
    return Automaton(names, a.alphabet, moves, 1, final)


def intersection(left: Source, right: Source) -> Automaton:
    """Return the product of two NFAs: it accepts what both accept, without determinising; states are pairs.

    Examples
    --------
    >>> intersection(Automaton.of("b*w"), Automaton.of("bbw|w*")).accepts("bbw")
    True
    """
    a, b = both(left, right)

    def name(pair: Pair) -> tuple[State, State]:
        return a.states[pair[0]], b.states[pair[1]]

    def accepting(pair: Pair) -> bool:
        return a.is_accepting(pair[0]) and b.is_accepting(pair[1])

    starts, table = pair_table(a, b)
    return tabulated(starts, a.alphabet, list(table), name, accepting)


def pair_table(a: Automaton, b: Automaton) -> tuple[list[Pair], Iterator[Entry[Pair]]]:
    """Return where the product of two NFAs over one alphabet starts, and the entries of its table; states by number."""

    def heads(pair: Pair, symbol: str) -> Iterator[Pair]:
        left, right = pair
        left_heads = a.moves[symbol][left]
        right_heads = b.moves[symbol][right]
        return tuples(bits(left_heads), bits(right_heads))

    starts = list(tuples(bits(a.start_mask), bits(b.start_mask)))
    return starts, entries(starts, a.alphabet, heads)


def union(left: Source, right: Source) -> Automaton:
    """Return the union with ε: a new start state leads to both automata without reading."""
    a, b = both(left, right)
    states: list[State] = ["start"]
    edges: list[Edge] = []
    accepting: list[State] = []
    for number, part in enumerate((a.single_start(), b.single_start()), 1):
        one = part.renamed(lambda state, number=number: (number, state))  # type: ignore[misc]
        states += one.states
        edges += [("start", EPSILON, one.start), *one.edges]
        accepting += one.accepting
    return Automaton.make(states, "start", accepting, edges, a.alphabet)


def remove_epsilon(automaton: Source) -> Automaton:
    """Return an equivalent automaton without ε, on the same states: what ε reaches is read off.

    δ'(q, a) = closure of δ of the closure of q; q accepts if its closure meets F.

    Examples
    --------
    >>> both_ways = union(Automaton.of("b"), Automaton.of("w"))
    >>> remove_epsilon(both_ways).has_epsilon, remove_epsilon(both_ways).accepts("w")
    (False, True)
    """
    return Automaton.of(automaton).without_epsilon()


def completed(automaton: Source) -> Automaton:
    """Return the same automaton with a sink for the arrows that are missing, if any are.

    Examples
    --------
    >>> completed(Automaton.of("bA>B", start="A", accepting="B", symbols="bw")).states
    ('A', 'B', '∅')
    """
    table = Automaton.of(automaton)
    if table.is_complete:
        return table
    sink = "∅"
    while sink in table.index:
        sink += "'"
    there = {(tail, symbol) for tail, symbol, _ in table.edges}
    states = (*table.states, sink)
    missing = set(tuples(states, table.alphabet)) - there
    to_sink = {(tail, symbol, sink) for tail, symbol in missing}
    return table.with_(states=states, edges=table.edges | to_sink)


def from_regex(text: str, symbols: str | None = None) -> Automaton:
    r"""Return a small automaton for a regular expression (see `tidy`).

    ``|`` is union, ``*`` the Kleene star, ``+`` one or more, ``?`` optional, ``()`` the empty word (``ε`` works
    too), ``∅`` the empty language; ``\(``, ``\|``, ``\ `` and so on are letters.

    Parameters
    ----------
    text
        The expression; letters and digits are symbols, others are with a backslash before them, or if ``symbols``
        names them; blanks do not count, even then.
    symbols
        The alphabet; by default the symbols of the expression.

    Raises
    ------
    RegexError
        If the text is not a regular expression.
    TooLargeError
        If it has more than 30,000 letters, or too many of them may follow one another.

    Examples
    --------
    >>> from_regex("b+w?").accepts("bbw"), from_regex("ε|b").accepts(""), from_regex(r"\(a\)").accepts("(a)")
    (True, True, True)
    >>> from_regex("(0|1)*1").alphabet
    ('0', '1')
    """
    expression = text if text_in(text).strip() else "ε"
    return tidy(Automaton.of(expression, symbols=symbols or None))


def tidy(automaton: Source) -> Automaton:
    """Return an equivalent automaton without ε, without useless states and as small as easily found, states 0, 1, …

    Examples
    --------
    >>> len(Automaton.of("(bw|wb)*b?w+").states), len(tidy("(bw|wb)*b?w+").states)
    (7, 4)
    """
    table = Automaton.of(automaton).single_start().without_epsilon()
    arrows = sum(map(int.bit_count, chain.from_iterable(table.plain.values())))
    # Bisimulation looks at every arrow again and again.
    if arrows <= TIDY_ARROWS:
        table = _joined_both_ways(table)
    try:
        dfa = minimise(table, TIDY_LIMIT)
    except (
        TooLargeError
    ):  # so many sets that the minimal automaton will hardly be smaller
        return table
    # Each state for itself: what is dropped is the sink, if there is one.
    dfa = _joined(dfa, range(len(dfa.states)))
    # A nondeterministic automaton can be exponentially smaller than its minimal one.
    return dfa if len(dfa.states) <= len(table.states) else table


def _joined_both_ways(table: Automaton) -> Automaton:
    """Return an automaton in which no two states have bisimilar futures, or pasts."""
    while True:
        table = _joined(table, refined(trim(table)))
        size = len(table.states)
        # The same words lead to them
        table = _joined(table, refined(reverse(table)))
        # Joining states with equal pasts can make futures equal
        if len(table.states) == size:
            return table


def _joined(table: Automaton, blocks: Sequence[int]) -> Automaton:
    """Return an automaton with the states of each block joined and useless ones dropped, numbered from the start."""
    kept = useful(table) | table.starts
    # By their first states
    number = {block: i for i, block in enumerate(dict.fromkeys(blocks))}
    home = [number[block] for block in blocks]
    members = [0] * len(number)
    for state in bits(kept):
        members[home[state]] |= 1 << state
    bit = [1 << block for block in home]
    # Where a block leads, in blocks
    heads: list[dict[str, int]] = [{} for _ in number]
    for symbol, row in table.plain.items():
        for block, states in enumerate(members):
            joined = 0
            for head in bits(image(states, row) & kept):
                joined |= bit[head]
            heads[block][symbol] = joined
    order = [home[table.starts.bit_length() - 1]]
    met = 1 << order[0]
    for block in order:  # which grows meanwhile
        for there in heads[block].values():
            order += bits(there & ~met)
            met |= there
    place = {block: i for i, block in enumerate(order)}
    plain = {}
    for symbol in table.alphabet:
        column = []
        for block in order:
            column.append(sum(1 << place[head] for head in bits(heads[block][symbol])))
        plain[symbol] = tuple(column)
    final = mask_where(members[block] & table.accepting_mask for block in order)
    return Automaton(tuple(range(len(order))), table.alphabet, plain, 1, final)
