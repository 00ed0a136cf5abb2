"""What an automaton is like: nondeterminism, useless parts, ambiguity, synchronising words, transition monoid, pumping.

References
----------
.. [1] A. Weber, H. Seidl: On the degree of ambiguity of finite automata. Theor. Comp. Sci. 88 (1991) 325–349.
.. [2] J. Černý: Poznámka k homogénnym experimentom s konečnými automatmi. Mat.-fyz. čas. 14 (1964) 208–216.
.. [4] C. Allauzen, M. Mohri, A. Rastogi: General algorithms for testing the ambiguity of finite automata.
   DLT 2008, LNCS 5257, 108–120.
.. [3] M. P. Schützenberger: On finite monoids having only trivial subgroups. Inf. Control 8 (1965) 190–194.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Literal, TypeAlias

from automatakit.automaton.errors import AutomatonError, TooLargeError, whole
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Edge, State, bits, image, label, sort_key
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.runs import accepting_runs
from automatakit.languages.search import (
    entries,
    search,
    strong_components,
    tabulated,
)
from automatakit.languages.words import useful, useful_states

Twins: TypeAlias = tuple[int, int, bool]
"""The states of two runs on the same word, the smaller one first, and whether they have parted."""

Pair: TypeAlias = tuple[int, int]
"""The states of two runs on the same word."""

Triple: TypeAlias = tuple[int, int, int]
"""The states of three runs on the same word."""

TRIPLES = 300_000
"""States of three runs at once up to which the degree of ambiguity is computed."""

SYNCHRONISING = 100_000
"""Sets of states up to which a synchronising word is looked for."""


def choices(automaton: Source) -> list[tuple[State, str, tuple[State, ...]]]:
    """Return where an automaton is nondeterministic: (state, symbol, its two or more successors).

    Examples
    --------
    >>> choices(Automaton.of({"A": {"b": {"A", "B"}, "w": {"B"}}}, start="A", accepting={"B"}))
    [('A', 'b', ('A', 'B'))]
    """
    table = Automaton.of(automaton)
    found = []
    for i, state in enumerate(table.states):
        for symbol in table.alphabet:
            heads = table.names(table.moves[symbol][i])
            if len(heads) > 1:
                found.append((state, symbol, heads))
    return found


def useless_arrows(automaton: Source) -> list[Edge]:
    """Return the transitions that no accepting run takes: dropping them changes no language.

    Examples
    --------
    >>> useless_arrows(Automaton.of({"A": {"b": {"A", "B", "D"}}}, start="A", accepting={"B"}))
    [('A', 'b', 'D')]
    """
    table = Automaton.of(automaton)
    good = useful_states(table)
    useless = []
    for tail, symbol, head in table.arrows():
        if tail not in good or head not in good:
            useless.append((tail, symbol, head))
    return useless


def useful_cycle(automaton: Source) -> tuple[State, ...] | None:
    """Return a shortest cycle of useful states that reads a letter (first = last), None if there is none.

    Examples
    --------
    >>> useful_cycle(Automaton.of("bA>B wB>C bC>D bD>B", start="A", accepting="C"))
    ('B', 'C', 'D', 'B')
    """
    fa = Automaton.of(automaton)
    kept = useful_states(fa)
    after: dict[State, list[State]] = {}
    reading = []
    # By name, so that of several shortest cycles always the same one is told.
    edges = sorted(
        fa.edges, key=lambda edge: (sort_key(edge[0]), edge[1], sort_key(edge[2]))
    )
    for tail, symbol, head in edges:
        if tail in kept and head in kept:
            after.setdefault(tail, []).append(head)
            if symbol:  # a cycle of ε alone makes no word longer
                reading.append((tail, head))
    cycles = []
    for tail, head in reading:
        back = _shortest_way(head, tail, after)
        if back is not None:
            cycles.append((tail, *back))
    return min(cycles, key=len, default=None)


def _shortest_way(
    source: State, target: State, after: Mapping[State, list[State]]
) -> tuple[State, ...] | None:
    """Return the states on a shortest way, None if there is no way."""
    came: dict[State, State] = {source: source}
    queue = [source]
    for state in queue:  # which grows meanwhile
        if state == target:
            way = [target]
            while way[-1] != source:
                way.append(came[way[-1]])
            return tuple(reversed(way))
        for head in after.get(state, ()):
            if head not in came:
                came[head] = state
                queue.append(head)
    return None


# --- ambiguity -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ambiguity:
    """How many accepting runs a word can have.

    Attributes
    ----------
    degree
        ``"unambiguous"`` (at most one), ``"finite"`` (at most some number), ``"polynomial"`` or
        ``"exponential"`` in the length of the word.
    word
        The shortest word with two accepting runs, None if there is none.
    runs
        Two accepting runs on that word.
    """

    degree: Literal["unambiguous", "finite", "polynomial", "exponential"]
    word: str | None
    runs: tuple[tuple[State, ...], ...]


def ambiguity(automaton: Source) -> Ambiguity:
    """Return how ambiguous an automaton is, after Weber and Seidl.

    Exponential: some useful state has two different cycles on one word.  Otherwise polynomial: for two useful
    states p, q some word leads p to p, p to q and q to q.  Runs are told apart by the states after each letter: two
    ways by ε to one state are one run.

    Raises
    ------
    TooLargeError
        If more than 300,000 triples of states had to be looked at to tell finite from polynomial.

    Examples
    --------
    >>> fork = Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}}}, start="A", accepting={"B"})
    >>> ambiguity(fork)
    Ambiguity(degree='polynomial', word='bb', runs=(('A', 'A', 'B'), ('A', 'B', 'B')))
    """
    # Runs that lead nowhere are no ambiguity.
    table = trim(Automaton.of(automaton))
    word = ambiguous_word(table)
    if word is None:
        return Ambiguity("unambiguous", None, ())
    runs = accepting_runs(table, word)
    return Ambiguity(_degree(table), word, (next(runs), next(runs)))


def trim(table: Automaton) -> Automaton:
    """Return the automaton cut down to its useful states (the start stays)."""
    good = useful(table)
    moves = {}
    for symbol, row in table.moves.items():
        cut = [0] * len(row)
        for i in bits(good):
            cut[i] = row[i] & good
        moves[symbol] = tuple(cut)
    # An automaton without a start state would be none.
    starts = table.start_mask & good or table.start_mask
    final = table.accepting_mask & good
    return replace(table, plain=moves, silent=(), starts=starts, accepting_mask=final)


def ambiguous_word(automaton: Source) -> str | None:
    """Return the shortest word with two accepting runs, None if every word has at most one."""
    table = Automaton.of(automaton)
    starts = _twins(table.start_mask, table.start_mask, False)
    met = set(starts)
    # What is met first counts: a later word can do no more with it.
    queue = [("", starts)]
    for word, pairs in queue:  # which grows meanwhile
        for p, q, parted in pairs:
            if parted and table.is_accepting(p) and table.is_accepting(q):
                return word
        for symbol in table.alphabet:
            row = table.moves[symbol]
            there: dict[Twins, None] = {}
            for p, q, parted in pairs:
                there.update(dict.fromkeys(_twins(row[p], row[q], parted)))
            new = [pair for pair in there if pair not in met]
            if new:
                met.update(new)
                queue.append((word + symbol, new))
    return None


def twice(automaton: Source) -> Automaton:
    """Return an automaton for the words with two accepting runs.

    Two runs are read at once, as in a product; they have parted once they were in different states.
    """
    table = Automaton.of(automaton)
    starts = _twins(table.start_mask, table.start_mask, False)

    def heads(node: Twins, symbol: str) -> list[Twins]:
        p, q, parted = node
        row = table.moves[symbol]
        return _twins(row[p], row[q], parted)

    def accepting(node: Twins) -> bool:
        p, q, parted = node
        return parted and table.is_accepting(p) and table.is_accepting(q)

    pairs = list(entries(starts, table.alphabet, heads))
    return tabulated(starts, table.alphabet, pairs, tuple, accepting)


def _twins(left: int, right: int, parted: bool) -> list[Twins]:
    """Return where two runs can be, one of them in one set and one in the other."""
    found: dict[Twins, None] = {}
    for p, q in product(bits(left), bits(right)):
        found[min(p, q), max(p, q), parted or p != q] = (
            None  # which run is which does not matter
        )
    return list(found)


def _degree(table: Automaton) -> Literal["finite", "polynomial", "exponential"]:
    """Return the degree of a trim automaton that is ambiguous, by strongly connected components [4]_."""
    rows = list(table.moves.values())

    def pair_heads(pair: Pair) -> list[Pair]:
        p, q = pair
        found: dict[Pair, None] = {}
        for row in rows:
            found.update(dict.fromkeys(product(bits(row[p]), bits(row[q]))))
        return list(found)

    states = bits(useful(table))
    components: list[set[Pair]] = []
    for found in strong_components([(p, p) for p in states], pair_heads):
        # Two runs are together, part, and meet again in the same state: that doubles them as often as one likes.
        if len(found) > 1 and len({p == q for p, q in found}) == 2:
            return "exponential"
        if len(found) > 1 or found[0] in pair_heads(found[0]):
            components.append(set(found))
    if any(_changes(rows, component) for component in components):
        return "polynomial"
    return "finite"


def _changes(rows: list[tuple[int, ...]], component: set[Pair]) -> bool:
    """Whether for states p, q of a component of pairs some word leads p to p, p to q and q to q.

    Three runs are read at once, the first and the third one within the component; from (p, q, q) a further arrow leads
    back to (p, p, q).  There is such a word exactly where that arrow lies on a cycle.
    """
    starts = [(p, p, q) for p, q in component if p != q]

    def heads(three: Triple) -> list[Triple]:
        p, between, q = three
        found: dict[Triple, None] = {}
        if between == q:
            found[p, p, q] = None
        for row in rows:
            for outer in product(bits(row[p]), bits(row[q])):
                if outer in component:
                    for middle in bits(row[between]):
                        found[outer[0], middle, outer[1]] = None
        return list(found)

    met = 0
    for found in strong_components(starts, heads):
        met += len(found)
        if met > TRIPLES:
            raise TooLargeError.of("too_many_runs", limit=TRIPLES)
        if len(found) > 1:
            members = set(found)
            for p, between, q in found:
                if between == q != p and (p, p, q) in members:
                    return True
    return False


# --- synchronising words ---------------------------------------------------------------------------------------


def synchronising_word(automaton: Source, limit: int = SYNCHRONISING) -> str | None:
    """Return the shortest word that leads every state of a deterministic automaton into one and the same state.

    Parameters
    ----------
    automaton
        An automaton in which every symbol leads from every state to one state.
    limit
        Largest number of sets of states to be looked at.

    Returns
    -------
    str or None
        None if there is none.  Černý's conjecture bounds its length by (n − 1)².

    Raises
    ------
    AutomatonError
        If some state has no successor or several on a symbol; the message names it.
    TooLargeError
        If there is such a word, but the limit does not suffice to find the shortest one.

    Examples
    --------
    >>> cerny = {0: {"a": {1}, "b": {1}}, 1: {"a": {2}, "b": {1}}, 2: {"a": {0}, "b": {2}}}
    >>> synchronising_word(Automaton.of(cerny, start=0, accepting={0}))
    'baab'
    """
    table = Automaton.of(automaton)
    for symbol in table.alphabet:
        for i, mask in enumerate(table.moves[symbol]):
            number = mask.bit_count()
            if number != 1:
                raise AutomatonError.of(
                    "not_complete",
                    state=label(table.states[i]),
                    symbol=symbol,
                    number=number,
                )
    if not _pairs_meet(table):
        return None
    everything = (1 << len(table.states)) - 1
    sets = search(
        everything, table.alphabet, table.step, whole("limit", limit, 1), "long_way"
    )
    return next(word for mask, word in sets if mask.bit_count() == 1)


def _pairs_meet(table: Automaton) -> bool:
    """Whether any two states can be led into one: then all can, two at a time."""
    size = len(table.states)
    tails = table.backward.values()
    met = [1 << state for state in range(size)]
    queue = [(state, state) for state in range(size)]
    for p, q in queue:  # which grows meanwhile
        for row in tails:
            for before in bits(row[p]):
                new = row[q] & ~met[before]
                met[before] |= new
                for other in bits(new):
                    met[other] |= 1 << before
                    queue.append((before, other))
    return all(mask.bit_count() == size for mask in met)


def most_tokens(automaton: Source) -> tuple[int, str]:
    """Return the largest number of states that are active at once, and the shortest word for it."""
    mask, word = max(first_words(automaton), key=lambda found: found[0].bit_count())
    return mask.bit_count(), word


# --- transition monoid -----------------------------------------------------------------------------------------


def transition_monoid(
    automaton: Source, limit: int = 10_000
) -> dict[tuple[int, ...], str]:
    """Return the relations on states that words induce, each with its shortest word, in military order.

    A relation is a tuple of masks: state → successors, with ε followed before and after each symbol; the empty word's
    relation is what ε reaches.  For the syntactic monoid give it the minimal automaton.

    Raises
    ------
    TooLargeError
        If it has more than ``limit`` elements.

    Examples
    --------
    >>> parity = Automaton.of({0: {"b": {1}, "w": {0}}, 1: {"b": {0}, "w": {1}}}, start=0, accepting={0})
    >>> transition_monoid(parity)
    {(1, 2): '', (2, 1): 'b'}
    """
    drawn = Automaton.of(automaton)
    table = drawn.without_epsilon()
    whole("limit", limit, 1)
    identity = tuple(drawn.closed(1 << i) for i in range(len(table.states)))

    def longer(element: tuple[int, ...], symbol: str) -> tuple[int, ...]:
        """The relation of a word with one more symbol."""
        row = table.moves[symbol]
        return tuple(image(mask, row) for mask in element)

    return dict(search(identity, table.alphabet, longer, limit, "large_monoid"))


# --- pumping ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pumping:
    """A decomposition x·y·z of an accepted word: every x·yⁱ·z is accepted as well."""

    x: str
    y: str
    z: str

    def pumped(self, times: int) -> str:
        """Return x·yⁱ·z."""
        return self.x + self.y * times + self.z


def pumping_length(automaton: Source, limit: int | None = None) -> int:
    """Return the number of states of the minimal complete automaton: from this length on, words can be pumped.

    Parameters and errors are those of `minimise`.
    """
    return len(minimise(automaton, limit).states)


def pumpings(automaton: Source, word: str) -> list[Pumping]:
    """Return all decompositions x·y·z of an accepted word with y ≠ ε that can be pumped, for every i ≥ 0.

    Parameters
    ----------
    automaton, word
        An automaton and a word that it accepts.

    Raises
    ------
    AutomatonError
        If the word is not accepted.

    Examples
    --------
    >>> loop = Automaton.of({"A": {"b": {"A"}, "w": {"B"}}}, start="A", accepting={"B"})
    >>> [(p.x, p.y, p.z) for p in pumpings(loop, "bbw")]
    [('', 'b', 'bw'), ('', 'bb', 'w'), ('b', 'b', 'w')]
    """
    table = Automaton.of(automaton)
    if not table.accepts(word):
        raise AutomatonError.of("not_accepted", word=word or "ε")
    found = []
    for i, j in combinations(range(len(word) + 1), 2):
        pumping = Pumping(word[:i], word[i:j], word[j:])
        if can_pump(table, pumping):
            found.append(pumping)
    return found


def can_pump(automaton: Source, pumping: Pumping) -> bool:
    """Say whether x·yⁱ·z is accepted for every i ≥ 0.

    Reading y again and again visits only finitely many sets of states, so finitely many i decide.
    """
    table = Automaton.of(automaton)
    node = table.after(pumping.x)
    seen = set()
    while node.mask not in seen:
        seen.add(node.mask)
        if not node.after(pumping.z).accepting:
            return False
        node = node.after(pumping.y)
    return True
