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

from collections.abc import Mapping
from typing import Any, TypeAlias

Certificate: TypeAlias = list[list[list[str]]]
Tagged: TypeAlias = frozenset[tuple[int, str]]


def proves(certificate: Certificate, one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    """Whether a certificate shows that two automata in canonical JSON accept the same words.

    Examples
    --------
    >>> loop = {"states": ["A"], "alphabet": ["b"], "start": "A", "accepting": ["A"], "transitions": [["A", "b", "A"]]}
    >>> proves([[["A"], ["A"]]], loop, loop), proves([[["A"], ["A"]]], loop, loop | {"accepting": []})
    (True, False)
    """
    arrows = [((n, p), a, (n, q)) for n, fa in enumerate((one, two)) for p, a, q in fa["transitions"]]
    final = {(n, q) for n, fa in enumerate((one, two)) for q in fa["accepting"]}
    pairs = [(frozenset((0, p) for p in left), frozenset((1, q) for q in right)) for left, right in certificate]

    def closed(states: Tagged) -> Tagged:
        while more := {q for p, a, q in arrows if a == "" and p in states} - states:
            states |= more
        return states

    def step(states: Tagged, letter: str) -> Tagged:
        return closed(frozenset(q for p, a, q in arrows if a == letter and p in states))

    def normal(states: Tagged) -> Tagged:
        """Everything that the pairs say a set is as good as."""
        while more := [x | y for x, y in pairs if (x <= states or y <= states) and not x | y <= states]:
            states = states.union(*more)
        return states

    def follows(x: Tagged, y: Tagged) -> bool:
        return normal(x) == normal(y)

    letters = {a for _, a, _ in arrows if a}
    return (follows(closed(frozenset({(0, one["start"])})), closed(frozenset({(1, two["start"])})))
            and all(bool(x & final) == bool(y & final) for x, y in pairs)
            and all(follows(step(x, a), step(y, a)) for x, y in pairs for a in letters))
