"""From an automaton to a regular expression, by eliminating one state at a time.

References
----------
.. [1] J. A. Brzozowski, E. J. McCluskey: Signal flow graph techniques for sequential circuit state diagrams.
   IEEE Trans. Electron. Comput. 12 (1963) 67–76.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from automatakit.automaton.expressions import escaped
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Arrow, State
from automatakit.automaton.value import Automaton
from automatakit.languages.words import useful_states

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
    labels = {arrow: frozenset(found) for arrow, found in terms.items()}
    yield None, labels
    wanted = [state for state in dict.fromkeys(order) if state in kept]
    while left:
        state = wanted.pop(0) if wanted else _cheapest(labels, left)
        left.remove(state)
        labels = without(labels, state)
        yield state, labels


def _cheapest(labels: Labels, states: Sequence[State]) -> State:
    """Return the state through which the fewest ways lead; among equals the one with the shortest expressions."""

    def cost(state: State) -> tuple[int, int]:
        ins = [terms for (tail, head), terms in labels.items() if tail != state == head]
        outs = [
            terms for (tail, head), terms in labels.items() if tail == state != head
        ]
        length = sum(len("".join(terms)) for terms in ins + outs)
        return len(ins) * len(outs), length

    return min(states, key=cost)


def without(labels: Labels, state: State) -> dict[Arrow, Terms]:
    """Return the labels after a state is eliminated: p→q becomes p→q | p→state (state→state)* state→q."""
    result: dict[Arrow, Terms] = {}
    ins: dict[State, str] = {}
    outs: dict[State, str] = {}
    for (tail, head), terms in labels.items():
        if tail != state and head != state:
            result[tail, head] = terms
        elif tail != state:
            ins[tail] = _factor(terms)
        elif head != state:
            outs[head] = _factor(terms)
    loop = _star(labels.get((state, state), NOTHING))
    for tail, before in ins.items():
        for head, after in outs.items():
            result[tail, head] = result.get((tail, head), NOTHING) | {
                before + loop + after
            }
    return result


def to_regex(automaton: Source) -> str:
    r"""Return a regular expression for an automaton, by eliminating states (those with few ways through them first).

    A letter that is no letter or digit has a backslash before it (``\(``), so that `from_regex` reads what is written.

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
    return written(labels.get((START, END), NOTHING))


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
