"""Automata, expressions and words by lot; the same seed draws the same ones on every machine."""

from collections.abc import Collection
from random import Random

from automatakit.automaton.errors import AutomatonError, whole
from automatakit.automaton.expressions import escaped
from automatakit.automaton.reading import Source, checked_alphabet
from automatakit.automaton.value import Automaton
from automatakit.languages.search import LIMIT, explored, reader

NAMES = "q{}"


def _lots(seed: int | Random) -> Random:
    return seed if isinstance(seed, Random) else Random(whole("seed", seed))


def random_dfa(
    seed: int | Random,
    states: int,
    symbols: Collection[str] = "ab",
    accepting: float = 0.5,
) -> Automaton:
    """Return a complete deterministic automaton by lot, all of whose states are reached.

    Parameters
    ----------
    seed
        A whole number, or what draws by lot.
    states
        The number of states, named q0, q1, … in the order in which a search meets them.
    symbols
        The alphabet.
    accepting
        The share of accepting states, of which there is at least one.

    Examples
    --------
    >>> one = random_dfa(seed=1, states=4)
    >>> one.states, one.is_deterministic, one.is_complete, one == random_dfa(1, 4)
    (('q0', 'q1', 'q2', 'q3'), True, True, True)
    """
    lots, alphabet = _lots(seed), sorted(checked_alphabet(symbols))
    size = whole("states", states, 1)
    if size > 1 and not alphabet:
        raise AutomatonError.of("lots_alphabet")
    # Each state is first reached by a place that the lot falls on, from a state that is reached already.
    rows = [[-1] * len(alphabet) for _ in range(size)]
    free = list(range(len(alphabet)))
    for state in range(1, size):
        place = free.pop(lots.randrange(len(free)))
        rows[place // len(alphabet)][place % len(alphabet)] = state
        free += range(state * len(alphabet), (state + 1) * len(alphabet))
    edges = []
    for state, row in enumerate(rows):
        for symbol, head in zip(alphabet, row, strict=True):
            end = lots.randrange(size) if head < 0 else head
            edges.append((state, symbol, end))
    final = _chosen(lots, size, accepting)
    drawn = Automaton.make(range(size), 0, final, edges, alphabet)
    order, _ = explored(reader(drawn))
    number = {state - 1: NAMES.format(i) for i, state in enumerate(order)}
    named = [(number[tail], symbol, number[head]) for tail, symbol, head in edges]
    ends = [number[state] for state in final]
    return Automaton.make(number.values(), "q0", ends, named, alphabet)


def random_nfa(
    seed: int | Random,
    states: int,
    symbols: Collection[str] = "ab",
    arrows: float = 1.5,
    accepting: float = 0.3,
    epsilon: float = 0.0,
) -> Automaton:
    """Return an automaton by lot.

    Parameters
    ----------
    seed, states, symbols, accepting
        As in `random_dfa`; here a state need not be reached.
    arrows, epsilon
        How many arrows leave a state with each symbol, and with ε, on average.

    Examples
    --------
    >>> one = random_nfa(seed=2, states=3)
    >>> one.states, one == random_nfa(2, 3), random_nfa(1, 4, epsilon=1).has_epsilon
    (('q0', 'q1', 'q2'), True, True)
    """
    lots, alphabet = _lots(seed), sorted(checked_alphabet(symbols))
    size = whole("states", states, 1)
    names = list(map(NAMES.format, range(size)))
    edges = []
    for tail in names:
        for symbol in ("", *alphabet):
            share = (arrows if symbol else epsilon) / size
            for head in names:
                if lots.random() < share:
                    edges.append((tail, symbol, head))
    final = [names[i] for i in _chosen(lots, size, accepting)]
    return Automaton.make(names, names[0], final, edges, alphabet)


def _chosen(lots: Random, size: int, share: float) -> list[int]:
    """Return some of the numbers below a size, at least one."""
    number = sum(lots.random() < share for _ in range(size))
    return sorted(lots.sample(range(size), max(1, number)))


def random_expression(
    seed: int | Random, letters: int, symbols: Collection[str] = "ab"
) -> str:
    """Return a regular expression by lot with so many letters.

    Parameters
    ----------
    seed
        A whole number, or what draws by lot.
    letters
        How many letters it has, each occurrence counted.
    symbols
        The alphabet.

    Examples
    --------
    >>> text = random_expression(seed=1, letters=5)
    >>> sum(c.isalpha() for c in text), text == random_expression(1, 5)
    (5, True)
    """
    lots, alphabet = _lots(seed), sorted(checked_alphabet(symbols))
    whole("letters", letters, 1)
    if not alphabet:
        raise AutomatonError.of("lots_alphabet")
    # Two neighbours become one part, until one is left; beside it what binds least in it: 0 union, 1 product, 2 sign.
    parts = [(escaped(lots.choice(alphabet)), 2) for _ in range(letters)]
    while True:
        if lots.random() < 0.3:
            at = lots.randrange(len(parts))
            parts[at] = _within(*parts[at], 2, strict=True) + lots.choice("**+?"), 2
        if len(parts) == 1:
            return parts[0][0]
        at = lots.randrange(len(parts) - 1)
        one, other = parts[at : at + 2]
        if lots.random() < 0.4:
            joined = f"{one[0]}|{other[0]}", 0
        else:
            joined = _within(*one, 1) + _within(*other, 1), 1
        parts[at : at + 2] = [joined]


def _within(text: str, binds: int, needed: int, strict: bool = False) -> str:
    """Return a part in brackets, if it binds too little, or bears a sign already."""
    alone = len(text) == 1 or (len(text) == 2 and text[0] == "\\")
    if binds >= needed and not (strict and not alone):
        return text
    return f"({text})"


def random_word(
    automaton: Source, length: int, seed: int | Random, limit: int = LIMIT
) -> str | None:
    """Return one of the accepted words of a length, each as likely; None if there is none.

    Parameters
    ----------
    automaton
        An automaton (see `Automaton.of`).
    length
        The number of letters.
    seed
        A whole number, or what draws by lot.
    limit
        Largest number of sets of states, as in `word_counts`.

    Examples
    --------
    >>> random_word("(a|b)*bb", 6, seed=1)[-2:], random_word("aa", 3, seed=1)
    ('bb', None)
    """
    lots, table = _lots(seed), Automaton.of(automaton)
    whole("length", length)
    one = reader(table)
    states, rows = explored(one, limit if one.numbers is None else None)
    # How many words of each length lead from each state to acceptance.
    counts = [[int(one.accepting(state)) for state in states]]
    for _ in range(length):
        last = counts[-1]
        counts.append([sum(last[row[i]] for row in rows) for i in range(len(states))])
    here, word = 0, ""
    if not counts[length][here]:
        return None
    for left in reversed(range(length)):
        weights = [counts[left][row[here]] for row in rows]
        lot = lots.randrange(sum(weights))
        for symbol, row, weight in zip(table.alphabet, rows, weights, strict=True):
            if lot < weight:
                word += symbol
                here = row[here]
                break
            lot -= weight
    return word
