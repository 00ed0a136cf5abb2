"""Feedback in stages: what is said about a wrong answer grows with the attempts, as the lecturer chose.

=====  ==========================================================================================
stage  said
=====  ==========================================================================================
0      whether it is right, and the points
1      the kind of error: a misconception by its name (of a set of words at the third stage)
2      the witness: the word, row or state on which the answer errs, and why
3      how much of it is right, how the work begins, and the next of the three hints
4      the worked solution
=====  ==========================================================================================

No text of the first two stages gives the key away: other keys would have led to the same words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

VERDICT, KIND, WITNESS, HINT, SOLUTION = range(5)

GIVES_AWAY = frozenset(
    [
        "colours_exchanged",
        "complement",
        "counts_from_one",
        "forgets_itself",
        "not_reversed",
        "reversal",
        "star_without_empty",
        "whole_tower",
    ]
)
"""Misconceptions whose name alone turns the answer into the right one; they are not named before the third stage."""

ONE_OFF = frozenset(["empty_path", "last_that_works", "no_empty_set"])
"""Those that give the key away where it is a number."""

ONE_ARROW = frozenset(["arrow_reversed", "colour_swapped"])
"""Those that, with the word on which it errs, leave one expression where the answer is an expression."""


AGAIN = 0.5
"""How much of what the first marked attempt left open a later one can earn."""
FEW = 20
"""Where fewer answers are possible, the first marked attempt counts: what is said about it leaves too few others."""


def earned(points: float, first: float, attempt: int, possible: float) -> float:
    """What an attempt earns in the end.

    Examples
    --------
    >>> earned(4, 1, 1, 100), earned(4, 1, 2, 100), earned(0, 1, 3, 100), earned(4, 1, 2, 2)
    (4, 2.5, 1.0, 1)
    """
    if attempt == 1:
        return points
    return first if possible < FEW else first + AGAIN * max(0, points - first)


def named_from(misconception: str | None, kind: str) -> int:
    """The stage at which a misconception is named, for a kind of answer.

    Of a set that a misconception leads to and that has a single item wrong, none is named: so that no name earlier
    would say that the rest is right.
    """
    if kind == "set of words":
        return HINT
    of_kind = {"number": ONE_OFF, "regex": ONE_ARROW}.get(kind, frozenset())
    return HINT if misconception in GIVES_AWAY | of_kind else KIND


@dataclass(frozen=True)
class Policy:
    """Which stage follows which wrong answer.

    Parameters
    ----------
    name : str
        As the source of a set names it.
    steps : tuple of int
        The stage after the first wrong answer, the second, …; after the last one it stays.

    Examples
    --------
    >>> practice = POLICIES["practice"]
    >>> [practice.stage(n) for n in range(1, 8)], practice.hint(4)
    ([1, 2, 3, 3, 3, 4, 4], 2)
    """

    name: str
    steps: tuple[int, ...]

    def stage(self, attempt: int) -> int:
        """The stage after so many wrong answers."""
        return self.steps[min(attempt, len(self.steps)) - 1]

    def hint(self, attempt: int) -> int:
        """The number of the hint that belongs to an attempt; 0 before there is one."""
        return min(
            3,
            self.steps[:attempt].count(HINT)
            + max(0, attempt - len(self.steps)) * (self.steps[-1] == HINT),
        )


POLICIES = {
    p.name: p
    for p in (
        Policy("practice", (KIND, WITNESS, HINT, HINT, HINT, SOLUTION)),
        Policy("graded", (WITNESS, HINT, HINT, HINT)),
        Policy("exam", (VERDICT,)),
    )
}
"""What a set can name: at once and to the end; after each marked hand-in a little more; points and nothing else."""


def policy(chosen: object) -> Policy | None:
    """The policy of that name, or with these stages, such as ``[1, 2, 4]``; None if they are none or do not grow."""
    if isinstance(chosen, str):
        return POLICIES.get(chosen)
    steps = tuple(chosen) if isinstance(chosen, Sequence) else ()
    if (
        not steps
        or not all(type(s) is int and s in range(5) for s in steps)
        or list(steps) != sorted(steps)
    ):
        return None
    return Policy(",".join(map(str, steps)), steps)
