"""What an automaton is like: nondeterminism, useless parts, ambiguity, synchronising words, transition monoid.

References
----------
.. [1] A. Weber, H. Seidl: On the degree of ambiguity of finite automata. Theor. Comp. Sci. 88 (1991) 325–349.
.. [2] J. Černý: Poznámka k homogénnym experimentom s konečnými automatmi. Mat.-fyz. čas. 14 (1964) 208–216.
.. [3] M. P. Schützenberger: On finite monoids having only trivial subgroups. Inf. Control 8 (1965) 190–194.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import inf
from typing import Any, Literal

from automatakit.automaton.errors import AutomatonError, whole
from automatakit.automaton.states import State, bits, image, label, sort_key
from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.runs import accepting_runs
from automatakit.languages.search import entries, search, tabulated
from automatakit.languages.words import shortest_word, useful, useful_states

Node = tuple[int, ...]
Arrow = tuple[State, str, State]


def choices(automaton: Any) -> list[tuple[State, str, tuple[State, ...]]]:
    """Return where an automaton is nondeterministic: (state, symbol, its two or more successors).

    Examples
    --------
    >>> choices(Automaton.of({"A": {"b": {"A", "B"}, "w": {"B"}}}, start="A", accepting={"B"}))
    [('A', 'b', ('A', 'B'))]
    """
    table = Automaton.of(automaton)
    return [
        (state, symbol, table.names(table.moves[symbol][i]))
        for i, state in enumerate(table.states)
        for symbol in table.alphabet
        if table.moves[symbol][i].bit_count() > 1
    ]


def useless_arrows(automaton: Any) -> list[Arrow]:
    """Return the transitions that no accepting run takes: dropping them changes no language.

    Examples
    --------
    >>> useless_arrows(Automaton.of({"A": {"b": {"A", "B", "D"}}}, start="A", accepting={"B"}))
    [('A', 'b', 'D')]
    """
    table = Automaton.of(automaton)
    good = set(table.names(useful(table)))
    return [(p, a, q) for p, a, q in table.arrows() if p not in good or q not in good]


def useful_cycle(automaton: Any) -> tuple[State, ...] | None:
    """Return a shortest cycle of useful states that reads a letter (first = last), None if there is none.

    Examples
    --------
    >>> useful_cycle(Automaton.of("bA>B wB>C bC>D bD>B", start="A", accepting="C"))
    ('B', 'C', 'D', 'B')
    """
    fa = Automaton.of(automaton)
    kept = useful_states(fa)
    edges = sorted(((p, a, q) for p, a, q in fa.edges if p in kept and q in kept),
                   key=lambda e: (sort_key(e[0]), e[1], sort_key(e[2])))
    after: dict[State, list[State]] = {}
    for p, _, q in edges:
        after.setdefault(p, []).append(q)
    ways = {q: _ways(q, after) for q in {q for _, _, q in edges}}
    return min(((p, *ways[q][p]) for p, a, q in edges if a and p in ways[q]), key=len, default=None)


def _ways(source: State, after: Mapping[State, list[State]]) -> dict[State, tuple[State, ...]]:
    """Return the shortest ways from a state, by where they lead."""
    ways: dict[State, tuple[State, ...]] = {source: (source,)}
    for p in (queue := [source]):
        for q in after.get(p, ()):
            if q not in ways:
                ways[q] = (*ways[p], q)
                queue.append(q)
    return ways


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


def ambiguity(automaton: Any) -> Ambiguity:
    """Return how ambiguous an automaton is, after Weber and Seidl.

    Exponential: some useful state has two different cycles on one word.  Otherwise polynomial: for two useful
    states p, q some word leads p to p, p to q and q to q.

    Examples
    --------
    >>> fork = Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}}}, start="A", accepting={"B"})
    >>> ambiguity(fork)
    Ambiguity(degree='polynomial', word='bb', runs=(('A', 'A', 'B'), ('A', 'B', 'B')))
    """
    table = trim(Automaton.of(automaton))
    word = ambiguous_word(table)
    if word is None:
        return Ambiguity("unambiguous", None, ())
    runs = accepting_runs(table, word)
    return Ambiguity(_degree(table), word, (next(runs), next(runs)))


def trim(table: Automaton) -> Automaton:
    """Return the automaton cut down to its useful states (the start stays)."""
    good = useful(table)
    moves = {
        symbol: tuple(mask & good if good >> i & 1 else 0 for i, mask in enumerate(row))
        for symbol, row in table.moves.items()
    }
    return replace(table, plain=moves, silent=(), starts=table.start_mask & (good or table.start_mask),
                   accepting_mask=table.accepting_mask & good)


def ambiguous_word(automaton: Any) -> str | None:
    """Return the shortest word with two accepting runs, None if every word has at most one."""
    return shortest_word(twice(automaton))


def twice(automaton: Any) -> Automaton:
    """Return an automaton for the words with two accepting runs.

    Two runs are read at once, as in a product; they have parted once they were in different states.
    """
    table = Automaton.of(automaton)
    starts = [(p, q, p < q) for p, q in product(bits(table.start_mask), repeat=2) if p <= q]

    def heads(node: tuple[int, int, bool], symbol: str) -> set[tuple[int, int, bool]]:
        p, q, parted = node
        row = table.moves[symbol]
        return {(min(pair), max(pair), parted or len({*pair}) > 1) for pair in product(bits(row[p]), bits(row[q]))}

    def accepting(node: tuple[int, int, bool]) -> int:
        p, q, parted = node
        return parted and table.accepting_mask >> p & table.accepting_mask >> q & 1

    pairs = list(entries(starts, table.alphabet, heads))
    return tabulated(starts, table.alphabet, pairs, tuple, accepting)


def _degree(table: Automaton) -> Literal["finite", "polynomial", "exponential"]:
    def together(*states: int) -> set[Node]:
        """Where one word leads that all of them read."""
        found = entries([states], table.alphabet, lambda node, a: product(*(bits(table.moves[a][i]) for i in node)))
        return {states, *(node for entry in found for node in entry.new)}

    for state in range(len(table.states)):
        if any(p != q and (state, state) in together(p, q) for p, q in together(state, state)):
            return "exponential"
    for p, q in permutations(range(len(table.states)), 2):
        if (p, q, q) in together(p, p, q):
            return "polynomial"
    return "finite"


# --- synchronising words ---------------------------------------------------------------------------------------


def synchronising_word(automaton: Any) -> str | None:
    """Return the shortest word that leads every state of a deterministic automaton into one and the same state.

    Returns
    -------
    str or None
        None if there is none.  Černý's conjecture bounds its length by (n − 1)².

    Raises
    ------
    AutomatonError
        If some state has no successor or several on a symbol; the message names it.

    Examples
    --------
    >>> cerny = {0: {"a": {1}, "b": {1}}, 1: {"a": {2}, "b": {1}}, 2: {"a": {0}, "b": {2}}}
    >>> synchronising_word(Automaton.of(cerny, start=0, accepting={0}))
    'baab'
    """
    table = Automaton.of(automaton)
    for symbol in table.alphabet:
        for i, mask in enumerate(table.moves[symbol]):
            if mask.bit_count() != 1:
                raise AutomatonError.of(
                    "not_complete", state=label(table.states[i]), symbol=symbol, number=mask.bit_count()
                )
    everything = (1 << len(table.states)) - 1
    sets = search(everything, table.alphabet, table.step, inf)
    return next((word for mask, word in sets if mask.bit_count() == 1), None)


def most_tokens(automaton: Any) -> tuple[int, str]:
    """Return the largest number of states that are active at once, and the shortest word for it."""
    node, word = max(first_words(automaton), key=lambda found: found[0].mask.bit_count())
    return node.mask.bit_count(), word


# --- transition monoid -----------------------------------------------------------------------------------------


def transition_monoid(automaton: Any, limit: int = 10_000) -> dict[tuple[int, ...], str]:
    """Return the relations on states that words induce, each with its shortest word, in military order.

    A relation is a tuple of masks: state → successors.  For the syntactic monoid give it the minimal automaton.

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
    table = Automaton.of(automaton)
    whole("limit", limit, 1)
    identity = tuple(1 << i for i in range(len(table.states)))

    def longer(element: tuple[int, ...], symbol: str) -> tuple[int, ...]:
        """The relation of a word with one more symbol."""
        return tuple(image(mask, table.moves[symbol]) for mask in element)

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


def pumping_length(automaton: Any) -> int:
    """Return the number of states of the minimal complete automaton: from this length on, words can be pumped."""
    return len(minimise(automaton).states)


def pumpings(automaton: Any, word: str) -> list[Pumping]:
    """Return all decompositions x·y·z of an accepted word with y ≠ ε that can be pumped, for every i ≥ 0.

    Parameters
    ----------
    automaton, word
        An automaton and a word that it accepts.
    within
        Longest x·y (the lemma says: the pumping length); None for no limit.

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
    splits = combinations(range(len(word) + 1), 2)
    found = (Pumping(word[:i], word[i:j], word[j:]) for i, j in splits)
    return [pumping for pumping in found if can_pump(table, pumping)]


def can_pump(automaton: Any, pumping: Pumping) -> bool:
    """Say whether x·yⁱ·z is accepted for every i ≥ 0.

    Reading y again and again visits only finitely many sets of states, so finitely many i decide.
    """
    table = Automaton.of(automaton)
    node, seen = table.root, set()
    for symbol in pumping.x:
        node = node[symbol]
    while node not in seen:
        seen.add(node)
        end = node
        for symbol in pumping.z:
            end = end[symbol]
        if not end.accepting:
            return False
        for symbol in pumping.y:
            node = node[symbol]
    return True
