"""Misread automata: what students tend to believe of one, as the language that each misconception would give.

A wrong answer whose language equals one of these is told so by name, if no other simple error explains it.
Which misconception an answer of any other kind shows is decided in `coursekit.questions.assessing`; the text
``misconception.ID`` of the catalogue says what each of them is.
"""

from collections.abc import Iterable, Iterator

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent
from automatakit.languages.minimal import complement, minimise, reverse, subsets

MANY_STATES = 300
"""Of an answer; what is asked about has a tenth of it."""


def variants(fa: Automaton, shown: bool = True) -> Iterator[tuple[str, Automaton]]:
    """Yield the misread automata of one automaton, the commonest first.

    Parameters
    ----------
    fa : Automaton
        The automaton as it should be read.
    shown : bool
        Whether the question shows this very automaton; if not, its arrows cannot be misread, only its language.

    Yields
    ------
    (str, Automaton)
        Id of the misconception and the automaton that it makes of `fa`.
    """
    yield "early_arrival", early_arrival(fa)
    if shown:
        yield "eps_stay", eps_stay(fa)
    yield "complement", complement(fa)
    if shown:
        # Of a complete deterministic automaton that is the complement
        if not (fa.is_deterministic and fa.is_complete):
            swapped = frozenset(fa.states) - fa.accepting
            yield "swap_accepting", fa.with_(accepting=swapped)
        yield "choose_at_once", all_runs(fa)
        yield (
            "reversed_arrows",
            fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges)),
        )
    yield "reversal", reverse(fa)
    yield "prefix_closure", prefix_closure(fa)
    if len(fa.alphabet) == 2:
        yield "colours_exchanged", colours_exchanged(fa)


def one_arrow(fa: Automaton, most: int = 40) -> Iterator[tuple[str, Automaton]]:
    """Yield the automata in which one arrow is turned or has another colour; none if there are too many arrows."""
    for p, a, q in sorted(fa.edges) if len(fa.edges) <= most else ():
        rest = fa.edges - {(p, a, q)}
        yield "arrow_reversed", fa.with_(edges=rest | {(q, a, p)})
        yield (
            "colour_swapped",
            fa.with_(edges=rest | {(p, other_letter(a, fa.alphabet), q)}),
        )


def other_letter(a: str, alphabet: tuple[str, ...]) -> str:
    """The next letter of the alphabet; ε stays."""
    return alphabet[(alphabet.index(a) + 1) % len(alphabet)] if a else a


def early_arrival(fa: Automaton) -> Automaton:
    """Reaching an accepting state is enough, whatever follows."""
    loops = frozenset((q, a, q) for q in fa.accepting for a in fa.alphabet)
    return fa.with_(edges=fa.edges | loops)


def eps_stay(fa: Automaton) -> Automaton:
    """Where no arrow of a colour leaves a state, the token stays."""
    loops = frozenset(
        (q, a, q) for q in fa.states for a in fa.alphabet if not fa.successors(q, a)
    )
    return fa.with_(edges=fa.edges | loops)


def all_runs(fa: Automaton) -> Automaton:
    """A word is accepted if there is a run and every run accepts."""
    d = subsets(fa)
    return d.with_(
        accepting=[states for states in d.states if states and states <= fa.accepting]
    )


def prefix_closure(fa: Automaton) -> Automaton:
    """Everything that can still become a word of the language is accepted."""
    return fa.with_(accepting=fa.names(fa.productive))


def colours_exchanged(fa: Automaton) -> Automaton:
    """Black read as white and the other way round."""
    return fa.with_(
        edges=frozenset((p, other_letter(a, fa.alphabet), q) for p, a, q in fa.edges)
    )


def says_nothing(fa: Automaton) -> bool:
    """Whether an automaton accepts everything, or nothing: that says of no misconception that it was this one."""
    return len(minimise(fa).states) == 1


def slips(fa: Automaton, most: int = 40) -> Iterator[Automaton]:
    """Yield the automata in which one piece is another one: an arrow, or whether a state accepts.

    None if there are too many arrows.
    """
    if len(fa.edges) > most:
        return
    for state in fa.states:
        yield fa.with_(accepting=fa.accepting ^ {state})
    for edge in sorted(fa.edges):
        p, a, _ = edge
        rest = fa.edges - {edge}
        yield fa.with_(edges=rest)
        for head in fa.states:
            yield fa.with_(edges=rest | {(p, a, head)})
    for p in fa.states:
        for a in fa.alphabet:
            if not fa.successors(p, a):
                for q in fa.states:
                    yield fa.with_(edges=fa.edges | {(p, a, q)})


def recognise(
    answer: Automaton,
    wrong: Iterable[tuple[str, Automaton]],
    others: Iterable[Automaton] = (),
) -> str | None:
    """Return the id of the one misconception whose language is that of the answer.

    Parameters
    ----------
    answer : Automaton
        The student's automaton, known to be wrong.
    wrong : iterable of (str, Automaton)
        Misread automata, for instance from `variants`.
    others : iterable of Automaton
        What other simple errors make: if one of these explains the answer as well, nothing is recognised.

    Returns
    -------
    str or None
        None too where two misconceptions have that language, or where it is empty or holds every word.

    Examples
    --------
    >>> board = Automaton.of("bA>B wB>C wB>B", start="A", accepting="C")
    >>> recognise(complement(board), variants(board))
    'complement'
    >>> recognise(board.with_(accepting=frozenset("ABC")), [("prefix_closure", prefix_closure(board))])
    'prefix_closure'
    >>> recognise(Automaton.of("(b|w)*"), [("early_arrival", Automaton.of("(b|w)*"))]) is None
    True
    """
    if not answer.accepting or not answer.edges:
        return None  # nothing was misread where nothing stands
    if len(answer.states) > MANY_STATES:
        return (
            None  # nor where something else was written; to compare it would take long
        )
    try:
        found = {id for id, fa in wrong if equivalent(answer, fa)}
        if len(found) != 1 or says_nothing(answer):
            return None
        if any(equivalent(answer, fa) for fa in others):
            return None
    except TooLargeError:
        return None
    return found.pop()
