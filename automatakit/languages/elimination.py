"""From an automaton to a regular expression, by eliminating one state at a time.

References
----------
.. [1] J. A. Brzozowski, E. J. McCluskey: Signal flow graph techniques for sequential circuit state diagrams.
   IEEE Trans. Electron. Comput. 12 (1963) 67–76.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from automatakit.automaton.states import State
from automatakit.automaton.value import Automaton
from automatakit.languages.words import useful_states

START, END = "▸", "◂"
"""The new start state and the new accepting state."""

Terms: TypeAlias = frozenset[str]
"""Expressions whose union stands on an arrow; the empty text is the empty word."""

Labels: TypeAlias = Mapping[tuple[State, State], Terms]
"""What stands on each arrow (from, to)."""


def eliminations(automaton: Any, order: Sequence[State] = ()) -> Iterator[tuple[State, Labels]]:
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
    fa = Automaton.of(automaton).single_start()
    kept = useful_states(fa)
    labels: dict[tuple[State, State], Terms] = {}
    for p, a, q in sorted(fa.edges, key=lambda e: (fa.index[e[0]], fa.index[e[2]])):
        if p in kept and q in kept:
            labels[p, q] = labels.get((p, q), frozenset()) | {a}
    left = [state for state in fa.states if state in kept]
    ends = [(START, fa.start), *((state, END) for state in fa.states if state in fa.accepting)]
    labels |= {end: frozenset({""}) for end in ends if kept & set(end)}
    yield None, labels
    wanted = [state for state in dict.fromkeys(order) if state in kept]
    while left:
        state = wanted.pop(0) if wanted else min(left, key=lambda state: _cost(labels, state))
        left.remove(state)
        labels = without(labels, state)
        yield state, labels


def _cost(labels: Labels, state: State) -> tuple[int, int]:
    """How many ways there are through a state, and how long what stands on them is."""
    ins = [k for k in labels if k[1] == state != k[0]]
    outs = [k for k in labels if k[0] == state != k[1]]
    return len(ins) * len(outs), sum(len(text) for k in (*ins, *outs) for text in labels[k])


def without(labels: Labels, state: State) -> dict[tuple[State, State], Terms]:
    """Return the labels after a state is eliminated: p→q becomes p→q | p→state (state→state)* state→q."""
    loop = _star(labels.get((state, state), frozenset()))
    ins = [(p, _either(terms, True)) for (p, q), terms in labels.items() if q == state != p]
    outs = [(q, _either(terms, True)) for (p, q), terms in labels.items() if p == state != q]
    result = {(p, q): terms for (p, q), terms in labels.items() if state not in (p, q)}
    for p, before in ins:
        for q, after in outs:
            result[p, q] = result.get((p, q), frozenset()) | {before + loop + after}
    return result


def to_regex(automaton: Any) -> str:
    """Return a regular expression for an automaton, by eliminating states (those with few ways through them first).

    See `automatakit.steps.EliminationSteps` for the single steps.

    Returns
    -------
    str
        ``∅`` if nothing is accepted.

    Examples
    --------
    >>> to_regex(Automaton.of("bA>B wB>A bB>C", start="A", accepting="C"))
    'b(wb)*b'
    """
    *_, (_, labels) = eliminations(automaton)
    return written(labels.get((START, END), frozenset()))


def written(terms: Terms) -> str:
    """Return the label of an arrow as an expression."""
    return _either(terms, False)


def _union(terms: Terms) -> str:
    return "|".join(sorted(terms - {""}, key=lambda term: (len(term), term)))


def _either(terms: Terms, inside: bool) -> str:
    """The union of some terms; in brackets if it stands inside a product.  A single term is a product itself."""
    text = _union(terms)
    if not text:
        return "∅" if not terms else "" if inside else "()"
    if "" in terms:
        return f"({text})?" if len(text) > 1 else f"{text}?"
    return f"({text})" if inside and len(terms) > 1 else text


def _star(terms: Terms) -> str:
    text = _union(terms)
    return f"({text})*" if len(text) > 1 else f"{text}*" if text else ""
