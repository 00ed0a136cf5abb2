"""Why two automata accept the same words: a proof that is checked without searching for it.

A certificate is a list of pairs of sets of states, one set of each automaton.  The two are bisimilar if the pair of
starts is among the pairs, both sets of a pair accept or neither does, and every letter leads from a pair to a pair.
*Up to congruence*: a pair may be left out that follows from the listed ones by equivalence and union, so that short
lists suffice where there are exponentially many sets.

Nothing here is shared with the procedure that finds certificates (`automatakit.languages.compare`).

References
----------
F. Bonchi, D. Pous, Checking NFA equivalence with bisimulations up to congruence, POPL 2013.
"""

from collections.abc import Iterable
from typing import TypeAlias

from automatakit.automaton.states import AutomatonJson

Certificate: TypeAlias = list[list[list[str]]]
TaggedState: TypeAlias = tuple[int, str]
Tagged: TypeAlias = frozenset[TaggedState]


def proves(certificate: Certificate, one: AutomatonJson, two: AutomatonJson) -> bool:
    """Whether a certificate shows that two automata in canonical JSON accept the same words.

    Examples
    --------
    >>> loop = {"states": ["A"], "alphabet": ["b"], "start": "A", "accepting": ["A"], "transitions": [["A", "b", "A"]]}
    >>> proves([[["A"], ["A"]]], loop, loop), proves([[["A"], ["A"]]], loop, loop | {"accepting": []})
    (True, False)
    """
    # Both automata as one: a pair of sets is then closed, and stepped, like a single set.
    arrows: dict[str, list[tuple[TaggedState, TaggedState]]] = {"": []}
    final: set[TaggedState] = set()
    for side, automaton in enumerate((one, two)):
        final.update((side, state) for state in automaton["accepting"])
        for tail, letter, head in automaton["transitions"]:
            arrows.setdefault(letter, []).append(((side, tail), (side, head)))
    pairs = [(tagged(0, left), tagged(1, right)) for left, right in certificate]

    def reached(states: Tagged, letter: str) -> Tagged:
        return frozenset(head for tail, head in arrows[letter] if tail in states)

    def closed(states: Tagged) -> Tagged:
        """A set with everything that ε reaches from it."""
        while not (more := reached(states, "")) <= states:
            states |= more
        return states

    def normal(states: Tagged) -> Tagged:
        """Everything that the pairs say a set is as good as."""
        before = None
        while before != states:
            before = states
            for left, right in pairs:
                if left <= states or right <= states:
                    states |= left | right
        return states

    def follows(left: Tagged, right: Tagged) -> bool:
        return normal(left) == normal(right)

    left_start = closed(tagged(0, [one["start"]]))
    right_start = closed(tagged(1, [two["start"]]))
    if not follows(left_start, right_start):
        return False
    for left, right in pairs:
        if left.isdisjoint(final) != right.isdisjoint(final):
            return False
        for letter in arrows.keys() - {""}:
            left_after = closed(reached(left, letter))
            right_after = closed(reached(right, letter))
            if not follows(left_after, right_after):
                return False
    return True


def tagged(side: int, states: Iterable[str]) -> Tagged:
    """Return states of one of the two automata; the other may have states of the same names."""
    return frozenset((side, state) for state in states)
