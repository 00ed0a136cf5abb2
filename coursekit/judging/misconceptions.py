"""What students tend to believe, as automata: the language that each misconception would give.

A wrong answer whose language equals one of these is told so by name.  Numbers in brackets are those of the
course's list of misconceptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from automatakit.languages.cycles import alive
from automatakit.languages.fa import FA, TooLargeError
from automatakit.languages.pairs import equal

__all__ = ["IDS", "one_arrow", "recognise", "variants"]

IDS = (
    "choose_at_once",        # (1) the NFA must choose right at once: every run must accept
    "eps_stay",              # (2) no arrow means stay
    "early_arrival",         # (3) reaching the accepting state early is enough
    "swap_accepting",        # (4) complementing an NFA by swapping accepting states
    "no_empty_set",          # (5) the empty set forgotten in the subset construction
    "through_tower",         # (6) the tower can be passed through
    "start_needs_ring",      # (7) the start's own visit counted as needing a ring
    "reversed_arrows",       # (8) arrow direction reversed
    "more_states",           # (9) more states means more languages
    "rewarded",              # (10) the machine learns because it is rewarded
    "worse_after_loss",      # (11) the machine gets worse after a loss
    "probability",           # (12) nondeterminism confused with probability
    "complement", "reversal", "prefix_closure", "ignores_rings", "arrow_reversed", "colour_swapped",
    "colours_exchanged", "independent_cones", "empty_path", "blames_everything", "blames_first", "ignores_symmetry",
    "ignores_mirror", "counts_situations", "counts_runs", "other_player", "forgets_other", "only_substitutions",
    "whole_tower", "reads_anew", "missing_is_choice", "only_additions", "union", "not_reversed", "keeps_start",
    "no_sink_loops", "drops_epsilon", "forgets_accepting", "forgets_prefix", "post_counts", "forgets_rings_exist",
    "last_that_works", "own_rings", "counts_from_start", "other_starter", "never_learns", "rigid_never",
)


def variants(fa: FA, shown: bool = True) -> Iterator[tuple[str, FA]]:
    """Yield the misread automata of one automaton, the commonest first.

    Parameters
    ----------
    fa : FA
        The automaton as it should be read.
    shown : bool
        Whether the question shows this very automaton; if not, its arrows cannot be misread, only its language.

    Yields
    ------
    (str, FA)
        Id of the misconception and the automaton that it makes of `fa`.
    """
    yield "early_arrival", early_arrival(fa)
    if shown:
        yield "eps_stay", eps_stay(fa)
    yield "complement", fa.complement()
    if shown:
        yield "swap_accepting", fa.with_(accepting=frozenset(fa.states) - fa.accepting)
        yield "choose_at_once", all_runs(fa)
        yield "reversed_arrows", fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges))
    yield "reversal", fa.reverse()
    yield "prefix_closure", prefix_closure(fa)
    yield "colours_exchanged", colours_exchanged(fa)


def one_arrow(fa: FA, most: int = 40) -> Iterator[tuple[str, FA]]:
    """Yield the automata in which one arrow is turned or has another colour; none if there are too many arrows."""
    for p, a, q in sorted(fa.edges) if len(fa.edges) <= most else ():
        rest = fa.edges - {(p, a, q)}
        yield "arrow_reversed", fa.with_(edges=rest | {(q, a, p)})
        yield "colour_swapped", fa.with_(edges=rest | {(p, _other(a, fa.alphabet), q)})


def _other(a: str, alphabet: tuple[str, ...]) -> str:
    return alphabet[(alphabet.index(a) + 1) % len(alphabet)] if a else a


def early_arrival(fa: FA) -> FA:
    """Reaching an accepting state is enough, whatever follows."""
    loops = frozenset((q, a, q) for q in fa.accepting for a in fa.alphabet)
    return fa.with_(edges=fa.edges | loops)


def eps_stay(fa: FA) -> FA:
    """Where no arrow of a colour leaves a state, the token stays."""
    loops = frozenset((q, a, q) for q in fa.states for a in fa.alphabet if not fa.successors(q, a))
    return fa.with_(edges=fa.edges | loops)


def all_runs(fa: FA) -> FA:
    """A word is accepted if there is a run and every run accepts."""
    d = fa.deterministic()
    good = frozenset(" ".join(fa.names(m)) for m in fa.subsets() if m and not m & ~fa.final_mask)
    return d.with_(accepting=good)


def prefix_closure(fa: FA) -> FA:
    """Everything that can still become a word of the language is accepted."""
    return fa.with_(accepting=alive(fa))


def colours_exchanged(fa: FA) -> FA:
    """Black read as white and the other way round."""
    return fa.with_(edges=frozenset((p, _other(a, fa.alphabet), q) for p, a, q in fa.edges))


def recognise(answer: FA, wrong: Mapping[str, FA] | Iterator[tuple[str, FA]]) -> str | None:
    """Return the id of the first misconception whose language is that of the answer.

    Parameters
    ----------
    answer : FA
        The student's automaton, known to be wrong.
    wrong : mapping or iterator of (str, FA)
        Misread automata, for instance from `variants`.

    Returns
    -------
    str or None

    Examples
    --------
    >>> board = FA.of("A B C", "A", "C", "AbB BwC BwB")
    >>> recognise(board.complement(), variants(board))
    'complement'
    """
    if not answer.accepting or not answer.edges:
        return None  # nothing was misread where nothing stands
    pairs = wrong.items() if isinstance(wrong, Mapping) else wrong
    try:
        return next((id for id, fa in pairs if equal(answer, fa)), None)
    except TooLargeError:
        return None
