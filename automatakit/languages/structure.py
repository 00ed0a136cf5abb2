"""What an automaton is like: nondeterminism, useless parts, ambiguity, synchronising words, transition monoid.

References
----------
.. [1] A. Weber, H. Seidl: On the degree of ambiguity of finite automata. Theor. Comp. Sci. 88 (1991) 325–349.
.. [2] J. Černý: Poznámka k homogénnym experimentom s konečnými automatmi. Mat.-fyz. čas. 14 (1964) 208–216.
.. [3] M. P. Schützenberger: On finite monoids having only trivial subgroups. Inf. Control 8 (1965) 190–194.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, bits, label
from automatakit.errors import AutomatonError, whole
from automatakit.languages.minimal import minimal_table
from automatakit.languages.runs import accepting_runs
from automatakit.languages.words import useful

Node = TypeVar("Node", bound=Hashable)
Arrow = tuple[State, str, State]


def choices(automaton: Any) -> list[tuple[State, str, tuple[State, ...]]]:
    """Return where an automaton is nondeterministic: (state, symbol, its two or more successors).

    Examples
    --------
    >>> choices(table_of({"A": {"b": {"A", "B"}, "w": {"B"}}}, start="A", final={"B"}))
    [('A', 'b', ('A', 'B'))]
    """
    table = table_of(automaton)
    return [
        (state, symbol, table.names(table.moves[symbol][i]))
        for i, state in enumerate(table.states)
        for symbol in table.alphabet
        if table.moves[symbol][i].bit_count() > 1
    ]


def useless_states(automaton: Any) -> tuple[State, ...]:
    """Return the states that lie on no accepting run."""
    table = table_of(automaton)
    return table.names(((1 << len(table.states)) - 1) & ~useful(table))


def useless_arrows(automaton: Any) -> list[Arrow]:
    """Return the transitions that no accepting run takes: dropping them changes no language.

    Examples
    --------
    >>> useless_arrows(table_of({"A": {"b": {"A", "B", "D"}}}, start="A", final={"B"}))
    [('A', 'b', 'D')]
    """
    table = table_of(automaton)
    good = set(table.names(useful(table)))
    return [(p, a, q) for p, a, q in table.arrows() if p not in good or q not in good]


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
    >>> fork = table_of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}}}, start="A", final={"B"})
    >>> ambiguity(fork)
    Ambiguity(degree='polynomial', word='bb', runs=(('A', 'A', 'B'), ('A', 'B', 'B')))
    """
    table = trim(table_of(automaton))
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
    return Automaton(table.states, table.alphabet, moves, table.start_mask & (good or table.start_mask),
                     table.final_mask & good)


def ambiguous_word(automaton: Any) -> str | None:
    """Return the shortest word with two accepting runs, None if every word has at most one."""
    table = table_of(automaton)
    starts = list(bits(table.start_mask))
    level = {(p, q, p != q): "" for p in starts for q in starts if p <= q}
    seen = set(level)
    while level:
        found = [word for (p, q, parted), word in level.items()
                 if parted and table.final_mask >> p & table.final_mask >> q & 1]
        if found:
            return min(found)
        following: dict[tuple[int, int, bool], str] = {}
        for (p, q, parted), word in level.items():
            for symbol in table.alphabet:
                row = table.moves[symbol]
                for p2 in bits(row[p]):
                    for q2 in bits(row[q]):
                        entry = (min(p2, q2), max(p2, q2), parted or p2 != q2)
                        if entry not in seen:
                            following[entry] = min(following.get(entry, word + symbol), word + symbol)
        seen |= set(following)
        level = following
    return None


def _degree(table: Automaton) -> Literal["finite", "polynomial", "exponential"]:
    states = range(len(table.states))

    def pairs(node: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for row in table.moves.values():
            for p in bits(row[node[0]]):
                for q in bits(row[node[1]]):
                    yield p, q

    def triples(node: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
        for row in table.moves.values():
            for p in bits(row[node[0]]):
                for q in bits(row[node[1]]):
                    for r in bits(row[node[2]]):
                        yield p, q, r

    for state in states:
        if any(p != q and (state, state) in _reach((p, q), pairs) for p, q in _reach((state, state), pairs)):
            return "exponential"
    for p in states:
        for q in states:
            if p != q and (p, q, q) in _reach((p, p, q), triples):
                return "polynomial"
    return "finite"


def _reach(start: Node, successors: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return what one or more steps reach."""
    seen: set[Node] = set()
    queue = [start]
    for node in queue:
        for following in successors(node):
            if following not in seen:
                seen.add(following)
                queue.append(following)
    return seen


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
    >>> synchronising_word(table_of(cerny, start=0, final={0}))
    'baab'
    """
    table = table_of(automaton)
    for symbol in table.alphabet:
        for i, mask in enumerate(table.moves[symbol]):
            if mask.bit_count() != 1:
                raise AutomatonError.of(
                    "not_complete", state=label(table.states[i]), symbol=symbol, number=mask.bit_count()
                )
    everything = (1 << len(table.states)) - 1
    found = {everything: ""}
    queue = [everything]
    for mask in queue:
        if mask.bit_count() == 1:
            return found[mask]
        for symbol in table.alphabet:
            target = table.step(mask, symbol)
            if target not in found:
                found[target] = found[mask] + symbol
                queue.append(target)
    return None


def most_tokens(automaton: Any) -> tuple[int, str]:
    """Return the largest number of states that are active at once, and the shortest word for it."""
    table = table_of(automaton)
    found = {table.root: ""}
    best = (0, "")
    for node in (queue := [table.root]):
        if node.mask.bit_count() > best[0]:
            best = (node.mask.bit_count(), found[node])
        for symbol in table.alphabet:
            if node[symbol] not in found:
                found[node[symbol]] = found[node] + symbol
                queue.append(node[symbol])
    return best


# --- transition monoid -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TransitionMonoid:
    """The relations on states that words induce, under composition.

    Attributes
    ----------
    elements
        Each relation (a tuple of masks: state → successors) with its shortest word, in military order.
    """

    elements: dict[tuple[int, ...], str]

    def __len__(self) -> int:
        return len(self.elements)

    @property
    def words(self) -> tuple[str, ...]:
        """The shortest word of each element."""
        return tuple(self.elements.values())

    @staticmethod
    def compose(first: tuple[int, ...], then: tuple[int, ...]) -> tuple[int, ...]:
        """Return the relation of a word from the relations of its two halves."""
        result = []
        for mask in first:
            joined = 0
            for i in bits(mask):
                joined |= then[i]
            result.append(joined)
        return tuple(result)

    def product(self, left: str, right: str) -> str:
        """Return the shortest word that acts like ``left`` followed by ``right`` (both among ``words``)."""
        relation = {word: element for element, word in self.elements.items()}
        return self.elements[self.compose(relation[left], relation[right])]

    @property
    def aperiodic(self) -> bool:
        """Whether the powers of every element settle.

        For the minimal automaton this means that the language is star-free (Schützenberger's theorem [3]_).
        """
        for element in self.elements:
            powers = [element]
            while (following := self.compose(powers[-1], element)) not in powers:
                powers.append(following)
            if following != powers[-1]:
                return False
        return True


def transition_monoid(automaton: Any, limit: int = 10_000) -> TransitionMonoid:
    """Return the transition monoid; for the syntactic monoid give it the minimal automaton.

    Raises
    ------
    AutomatonError
        If it has more than ``limit`` elements.

    Examples
    --------
    >>> parity = table_of({0: {"b": {1}, "w": {0}}, 1: {"b": {0}, "w": {1}}}, start=0, final={0})
    >>> monoid = transition_monoid(parity)
    >>> monoid.words, monoid.product("b", "b"), monoid.aperiodic
    (('', 'b'), '', False)
    """
    table = table_of(automaton)
    whole("limit", limit, 1)
    identity = tuple(1 << i for i in range(len(table.states)))
    elements = {identity: ""}
    for element in (queue := [identity]):
        for symbol in table.alphabet:
            following = TransitionMonoid.compose(element, table.moves[symbol])
            if following not in elements:
                if len(elements) >= limit:
                    raise AutomatonError.of("large_monoid", limit=limit)
                elements[following] = elements[element] + symbol
                queue.append(following)
    return TransitionMonoid(elements)


def syntactic_monoid(automaton: Any, limit: int = 10_000) -> TransitionMonoid:
    """Return the transition monoid of the minimal automaton: it belongs to the language alone."""
    return transition_monoid(minimal_table(automaton), limit)


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
    return len(minimal_table(automaton).states)


def pumpings(automaton: Any, word: str, within: int | None = None) -> list[Pumping]:
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
    >>> loop = table_of({"A": {"b": {"A"}, "w": {"B"}}}, start="A", final={"B"})
    >>> [(p.x, p.y, p.z) for p in pumpings(loop, "bbw")]
    [('', 'b', 'bw'), ('', 'bb', 'w'), ('b', 'b', 'w')]
    """
    table = table_of(automaton)
    if not table.accepts(word):
        raise AutomatonError.of("not_accepted", word=word or "ε")
    longest = len(word) if within is None else min(whole("within", within), len(word))
    splits = ((i, j) for i in range(longest) for j in range(i + 1, longest + 1))
    found = (Pumping(word[:i], word[i:j], word[j:]) for i, j in splits)
    return [pumping for pumping in found if can_pump(table, pumping)]


def can_pump(automaton: Any, pumping: Pumping) -> bool:
    """Say whether x·yⁱ·z is accepted for every i ≥ 0.

    Reading y again and again visits only finitely many sets of states, so finitely many i decide.
    """
    table = table_of(automaton)
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
