"""From an automaton to a regular expression, by eliminating one state at a time.

References
----------
.. [1] J. A. Brzozowski, E. J. McCluskey: Signal flow graph techniques for sequential circuit state diagrams.
   IEEE Trans. Electron. Comput. 12 (1963) 67–76.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.expressions import escaped
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Arrow, State
from automatakit.automaton.value import Automaton
from automatakit.languages.words import useful_states

LONGEST = 20_000_000
"""Characters that may be written on arrows in all: each elimination can make them four times as many."""

START, END = "▸", "◂"
"""The new start state and the new accepting state."""

Terms: TypeAlias = frozenset[str]
"""Expressions whose union stands on an arrow; the empty text is the empty word."""

NOTHING: Terms = frozenset()

Labels: TypeAlias = Mapping[Arrow, Terms]
"""What stands on each arrow (from, to)."""


def eliminations(
    automaton: Source, order: Sequence[State] = ()
) -> Iterator[tuple[State, Labels]]:
    """Yield the labels before the first elimination (for the state None), then each state that goes with what is left.

    States that lie on no accepting run are left out from the beginning.

    Parameters
    ----------
    order
        The states that go first; the others follow, those with few and short ways through them first.

    Examples
    --------
    >>> steps = eliminations(Automaton.of("bA>A wA>B", start="A", accepting="B"))
    >>> [(state, sorted(map(written, labels.values()))) for state, labels in steps]
    [(None, ['()', '()', 'b', 'w']), ('A', ['()', 'b*w']), ('B', ['b*w'])]
    """
    graph = _graph(automaton)
    yield None, graph.labels()
    for state in graph.eliminated(order):
        yield state, graph.labels()


def _graph(automaton: Source) -> _Graph:
    """Return the useful part of an automaton, with a start and an end of their own."""
    fa = Automaton.of(automaton).single_start()
    kept = useful_states(fa)
    terms: dict[Arrow, set[str]] = {}
    for tail, symbol, head in fa.sorted_edges():
        if tail in kept and head in kept:
            term = escaped(symbol) if symbol else ""
            terms.setdefault((tail, head), set()).add(term)
    # A start and an end of their own: no arrow leads back to them, and they are never eliminated.
    left = [state for state in fa.states if state in kept]
    if fa.start in kept:
        terms[START, fa.start] = {""}
    for state in left:
        if state in fa.accepting:
            terms[state, END] = {""}
    graph = _Graph(left)
    for arrow, found in terms.items():
        graph.add(*arrow, frozenset(found))
    return graph


class _Graph:
    """Expressions on arrows, by where they begin and where they end, and what it would cost to eliminate each state."""

    def __init__(self, states: Sequence[State]) -> None:
        self.left = dict.fromkeys(states)
        ends = (*states, START, END)
        self.outs: dict[State, dict[State, Terms]] = {state: {} for state in ends}
        self.ins: dict[State, dict[State, Terms]] = {state: {} for state in ends}
        self.costs: dict[State, tuple[int, int]] = {}
        self.length = 0

    def add(self, tail: State, head: State, terms: Terms) -> None:
        """Put terms beside those on an arrow."""
        terms |= self.outs[tail].get(head, NOTHING)
        self.outs[tail][head] = self.ins[head][tail] = terms
        for state in (tail, head):
            self.costs.pop(state, None)

    def labels(self) -> dict[Arrow, Terms]:
        """Return what stands on each arrow."""
        found = {}
        for tail, row in self.outs.items():
            for head, terms in row.items():
                found[tail, head] = terms
        return found

    def eliminated(self, order: Iterable[State]) -> Iterator[State]:
        """Eliminate state by state, and yield each; those of the order go first, then the cheapest."""
        wanted = [state for state in dict.fromkeys(order) if state in self.left]
        for state in wanted:
            self.eliminate(state)
            yield state
        while self.left:
            cheapest = min(self.left, key=self.cost)
            self.eliminate(cheapest)
            yield cheapest

    def cost(self, state: State) -> tuple[int, int]:
        """How many ways lead through a state, and how long their expressions are."""
        if state not in self.costs:
            ins = [terms for tail, terms in self.ins[state].items() if tail != state]
            outs = [terms for head, terms in self.outs[state].items() if head != state]
            length = sum(len("".join(terms)) for terms in ins + outs)
            self.costs[state] = len(ins) * len(outs), length
        return self.costs[state]

    def eliminate(self, state: State) -> None:
        """Take a state away: p→q becomes p→q | p→state (state→state)* state→q."""
        del self.left[state]
        ins, outs = self.ins.pop(state), self.outs.pop(state)
        loop = _star(ins.pop(state, NOTHING))
        outs.pop(state, None)
        for tail in ins:
            del self.outs[tail][state]
        for head in outs:
            del self.ins[head][state]
        after = {head: _factor(terms) for head, terms in outs.items()}
        for tail, terms in ins.items():
            before = _factor(terms)
            for head, rest in after.items():
                self.length += len(before) + len(loop) + len(rest)
                if self.length > LONGEST:
                    raise TooLargeError.of("long_expression", limit=LONGEST)
                self.add(tail, head, frozenset({before + loop + rest}))


def without(labels: Labels, state: State) -> dict[Arrow, Terms]:
    """Return the labels after a state is eliminated."""
    graph = _Graph(list(dict.fromkeys(end for arrow in labels for end in arrow)))
    for arrow, terms in labels.items():
        graph.add(*arrow, terms)
    graph.eliminate(state)
    return graph.labels()


def to_regex(automaton: Source) -> str:
    r"""Return a regular expression for an automaton, by eliminating states (those with few ways through them first).

    A letter that is no letter or digit has a backslash before it (``\(``), so that `from_regex` reads what is written.

    See `automatakit.steps.EliminationSteps` for the single steps.

    Returns
    -------
    str
        ``∅`` if nothing is accepted.

    Raises
    ------
    TooLargeError
        If more than 20 million characters would be written on the way.

    Examples
    --------
    >>> to_regex(Automaton.of("bA>B wB>A bB>C", start="A", accepting="C"))
    'b(wb)*b'
    """
    graph = _graph(automaton)
    for _ in graph.eliminated(()):
        pass
    return written(graph.outs[START].get(END, NOTHING))


def written(terms: Terms) -> str:
    """Return the label of an arrow as an expression."""
    if not terms:
        return "∅"
    text = _union(terms)
    if not text:
        return "()"
    # The empty word is written as a sign behind the others.
    return _bracketed(text) + "?" if "" in terms else text


def _factor(terms: Terms) -> str:
    """The union of some terms where it stands inside a product; a single term is a product itself."""
    if terms == {""}:
        return ""
    text = written(terms)
    return f"({text})" if len(terms) > 1 and "" not in terms else text


def _star(terms: Terms) -> str:
    text = _union(terms)
    return _bracketed(text) + "*" if text else ""


def _union(terms: Terms) -> str:
    """The union of some terms without the empty word, short ones first."""
    return "|".join(sorted(terms - {""}, key=lambda term: (len(term), term)))


def _bracketed(text: str) -> str:
    """A text to which a sign can be appended."""
    one_letter = len(text) == 1 or (len(text) == 2 and text[0] == "\\")
    return text if one_letter else f"({text})"
