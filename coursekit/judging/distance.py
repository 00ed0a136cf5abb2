"""How far apart two languages are, counted in words: as published for infinite ones, our own for finite ones.

The published formula compares infinite languages well and fails on finite ones: against "exactly one tower of
height 8" an automaton that accepts nothing would get nearly full marks.

References
----------
R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, Automated Grading of DFA Constructions, IJCAI 2013
(as deployed in Automata Tutor).
"""

from math import sqrt

from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise
from automatakit.languages.operations import product
from automatakit.languages.words import word_counts


def density_difference(reference: Automaton, answer: Automaton) -> float:
    """Return x_den without the size penalty: the mean over n = 0 … k of |Δ_n| / d_n.

    Δ_n = words of length n on which the two differ; d_n = min(|L*_n|, |Σ|ⁿ − |L*_n|); k = min(13, 3|Q*|).
    If d_n = 0, |Δ_n| itself is added; a length with d_n = |Δ_n| = 0 does not count.

    Parameters
    ----------
    reference, answer : Automaton
        Any automata; they are minimised.
    """
    reference = minimise(reference)
    k = min(13, 3 * len(reference.states))
    wanted = word_counts(reference, k)
    wrong = word_counts(product(reference, answer, "one only"), k)
    terms = []
    for n in range(k + 1):
        d = min(wanted[n], len(reference.alphabet) ** n - wanted[n])
        if d or wrong[n]:
            terms.append(wrong[n] / d if d else float(wrong[n]))
    return sum(terms) / len(terms) if terms else 0.0


def density_loss(reference: Automaton, answer: Automaton) -> float:
    """Return s_den = (1 + x/2)² − 1 with x = density difference + 0.2·√(share of states too few)."""
    n, m = len(minimise(reference).states), len(minimise(answer).states)
    x = density_difference(reference, answer) + 0.2 * sqrt(max(0, n - m) / n)
    return (1 + x / 2) ** 2 - 1


def tower_share(target: Automaton, answer: Automaton) -> float:
    """Return the mean of recall + specificity − 1 over the lengths of a finite language.

    Less the mean share of words at the other lengths, up to twice the longest and one: there every word is too many.

    Examples
    --------
    >>> from automatakit.languages.minimal import complement
    >>> one = Automaton.of("b0>1 w1>2", start="0", accepting="2")
    >>> nothing = one.with_(accepting=frozenset())
    >>> tower_share(one, one), tower_share(one, nothing), tower_share(one, complement(one))
    (1.0, 0.0, -2.0)
    """
    small = minimise(target)
    longest = max(
        (n for n, words in enumerate(word_counts(small, len(small.states))) if words),
        default=0,
    )
    wanted = word_counts(small, 2 * longest + 1)
    missing = word_counts(product(small, answer, "left only"), 2 * longest + 1)
    extra = word_counts(product(small, answer, "right only"), 2 * longest + 1)
    inside = [
        1 - m / w - e / max(1, 2**n - w)
        for n, (w, m, e) in enumerate(zip(wanted, missing, extra, strict=True))
        if w
    ]
    outside = [
        e / 2**n for n, (w, e) in enumerate(zip(wanted, extra, strict=True)) if not w
    ]
    return sum(inside) / max(1, len(inside)) - sum(outside) / max(1, len(outside))
