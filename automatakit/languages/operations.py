"""Operations on languages, for NFAs and DFAs alike: determinise, minimise, complement, product, regex.

Every function takes any automaton (of automata-lib or of this project) and returns an :class:`NFA` or :class:`DFA`
of this project, which shows itself as a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automata.base.exceptions import AutomatonException, RegexException

from automatakit.automaton.library import DFA, NFA, dfa_from_table, from_table, guarded
from automatakit.automaton.reading import table_of
from automatakit.automaton.value import EPSILON, Automaton, State, bits
from automatakit.errors import AutomatonError, text_in
from automatakit.languages.compare import both
from automatakit.languages.minimal import bisimulation, minimal_table, subset_table
from automatakit.languages.structure import trim
from automatakit.languages.words import useful
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.product import ACCEPT

REGEX_LIMIT = 1_000
TIDY_LIMIT = 4_096
TIDY_ARROWS = 10_000


def determinise(automaton: Any) -> DFA:
    """Return the complete DFA of the subset construction; its states are frozen sets of states.

    Examples
    --------
    >>> nfa = NFA(states={"A", "B"}, input_symbols={"b", "w"}, transitions={"A": {"b": {"A", "B"}}},
    ...           initial_state="A", final_states={"B"})
    >>> len(determinise(nfa).states), frozenset() in determinise(nfa).states
    (3, True)
    """
    return dfa_from_table(subset_table(automaton))


def minimise(automaton: Any) -> DFA:
    """Return the minimal complete DFA; its states 0, 1, 2, … are the Myhill–Nerode classes.

    Examples
    --------
    >>> len(minimise(from_regex("(b|w)*b(b|w)")).states)
    4
    """
    return dfa_from_table(minimal_table(automaton))


def complement(automaton: Any) -> DFA:
    """Return the complete DFA of all other words over the same alphabet.

    Swapping the accepting states of an NFA is not enough: a word may have an accepting run and another one.

    Examples
    --------
    >>> complement(from_regex("b*")).accepts_input("bw")
    True
    """
    dfa = subset_table(automaton)
    everything = (1 << len(dfa.states)) - 1
    return dfa_from_table(Automaton(dfa.states, dfa.alphabet, dfa.moves, dfa.start_mask, everything ^ dfa.final_mask))


def product(left: Any, right: Any, accept: str = "both") -> DFA:
    """Return the product of two determinised automata: its states are pairs.

    Parameters
    ----------
    accept
        ``"both"``, ``"either"``, ``"left only"``, ``"right only"``, ``"one only"`` or ``"neither"``.

    Examples
    --------
    The towers that only the first of two players can read:

    >>> product(from_regex("b*"), from_regex("bb"), "left only").accepts_input("b")
    True
    """
    if accept not in ACCEPT:
        raise AutomatonError.of("accept", accept=repr(accept), known=", ".join(ACCEPT))
    a, b = (subset_table(table) for table in both(left, right))
    names = [(_short(p, left), _short(q, right)) for p in a.states for q in b.states]
    index = {pair: i for i, pair in enumerate((p, q) for p in range(len(a.states)) for q in range(len(b.states)))}
    start = (a.start_mask.bit_length() - 1, b.start_mask.bit_length() - 1)
    queue, seen = [start], {start}
    transitions: dict[State, dict[str, State]] = {}
    final = set()
    for pair in queue:
        p, q = pair
        name = names[index[pair]]
        if ACCEPT[accept](bool(a.final_mask >> p & 1), bool(b.final_mask >> q & 1)):
            final.add(name)
        row = transitions.setdefault(name, {})
        for symbol in a.alphabet:
            target = (a.moves[symbol][p].bit_length() - 1, b.moves[symbol][q].bit_length() - 1)
            row[symbol] = names[index[target]]
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return DFA(
        states=set(transitions), input_symbols=a.alphabet, transitions=transitions,
        initial_state=names[index[start]], final_states=final,
    )


def _short(state: State, source: Any) -> State:
    """Return a set of one state of a deterministic automaton as that state."""
    if isinstance(state, frozenset) and len(state) == 1 and table_of(source).is_deterministic:
        return next(iter(state))
    return state


def intersection(left: Any, right: Any) -> NFA:
    """Return the product of two NFAs: it accepts what both accept, without determinising; states are pairs.

    Examples
    --------
    >>> intersection(from_regex("b*w"), from_regex("bbw|w*")).accepts_input("bbw")
    True
    """
    a, b = both(left, right)
    starts = [(p, q) for p in bits(a.start_mask) for q in bits(b.start_mask)]
    queue, seen = list(starts), set(starts)
    transitions: dict[State, dict[str, set[State]]] = {}
    for p, q in queue:
        row = transitions.setdefault((a.states[p], b.states[q]), {})
        for symbol in a.alphabet:
            for p2 in bits(a.moves[symbol][p]):
                for q2 in bits(b.moves[symbol][q]):
                    row.setdefault(symbol, set()).add((a.states[p2], b.states[q2]))
                    if (p2, q2) not in seen:
                        seen.add((p2, q2))
                        queue.append((p2, q2))
    names = {(p, q): (a.states[p], b.states[q]) for p, q in seen}
    first: State = names[starts[0]] if len(starts) == 1 else "start"
    if len(starts) != 1:
        transitions[first] = {EPSILON: {names[pair] for pair in starts}}
    return NFA(
        states=set(transitions), input_symbols=a.alphabet, transitions=transitions, initial_state=first,
        final_states={names[p, q] for p, q in seen if a.final_mask >> p & 1 and b.final_mask >> q & 1},
    )


def union(left: Any, right: Any) -> NFA:
    """Return the union with ε: a new initial state leads to both automata without reading."""
    a, b = guarded(left), guarded(right)
    transitions: dict[State, dict[str, set[State]]] = {
        "start": {EPSILON: {(1, a.initial_state), (2, b.initial_state)}}
    }
    for number, automaton in ((1, a), (2, b)):
        for state in automaton.states:
            transitions[number, state] = {}
        for tail, head, symbol in automaton.iter_transitions():
            transitions[number, tail].setdefault(symbol, set()).add((number, head))
    finals = {(1, q) for q in a.final_states} | {(2, q) for q in b.final_states}
    return NFA(
        states=set(transitions), input_symbols=a.input_symbols | b.input_symbols, transitions=transitions,
        initial_state="start", final_states=finals,
    )


def reverse(automaton: Any) -> NFA:
    """Return an automaton for the mirrored words: every arrow turned round, start and end exchanged."""
    table = table_of(automaton)
    return from_table(Automaton(table.states, table.alphabet, table.backward, table.final_mask, table.start_mask))


def left_quotient(automaton: Any, prefix: str) -> NFA:
    """Return an automaton for what may follow a prefix: the words z with prefix·z accepted."""
    table = table_of(automaton)
    return from_table(Automaton(table.states, table.alphabet, table.moves, table.read(prefix), table.final_mask))


def remove_epsilon(automaton: Any) -> NFA:
    """Return an equivalent NFA without ε: what ε reaches is read off, states keep their names.

    Examples
    --------
    >>> both_ways = union(from_regex("b"), from_regex("w"))
    >>> remove_epsilon(both_ways).has_epsilon, remove_epsilon(both_ways) == both_ways
    (False, True)
    """
    source = guarded(automaton)
    nfa = source if isinstance(source, NFA) else NFA(**NFA.from_dfa(source).input_parameters)
    table = nfa.table
    first = table.index[nfa.initial_state]
    moves: dict[State, dict[str, set[State]]] = {s: {} for s in table.states}
    for symbol in table.alphabet:
        for i, state in enumerate(table.states):
            targets = table.moves[symbol][i] if i != first else table.step(table.start_mask, symbol)
            if targets:
                moves[state][symbol] = set(table.names(targets))
    final = set(nfa.final_states)
    if table.start_mask & table.final_mask:
        final.add(nfa.initial_state)
    return NFA(
        states=nfa.states, input_symbols=nfa.input_symbols, transitions=moves, initial_state=nfa.initial_state,
        final_states=final, places=nfa.places, board=nfa.board,
    )


def from_regex(text: str, symbols: str = "") -> NFA:
    """Return an automaton for a regular expression.

    ``|`` is union, ``*`` the Kleene star, ``+`` one or more, ``?`` optional, ``()`` the empty word (``ε`` works
    too), ``∅`` alone the empty language.

    Parameters
    ----------
    text
        At most 1000 characters; letters and digits are symbols, blanks do not count.
    symbols
        The alphabet; by default b and w, or if others occur the symbols of the expression.

    Raises
    ------
    AutomatonError
        If the text is no regular expression, or too long.

    Examples
    --------
    >>> from_regex("b+w?").accepts_input("bbw"), from_regex("ε|b").accepts_input("")
    (True, True)
    >>> from_regex("(0|1)*1").input_symbols == {"0", "1"}
    True
    """
    if len(text_in(text)) > REGEX_LIMIT:
        raise AutomatonError.of("long_regex", length=len(text), limit=REGEX_LIMIT)
    plain = "".join(text.split()).replace("ε", "()")
    found = {c for c in plain if c.isalnum()} - {"∅"}
    alphabet = set(symbols) | found if symbols or not found <= set("bw") else set("bw")
    if plain == "∅":
        return NFA(states={0}, input_symbols=alphabet, transitions={}, initial_state=0, final_states=set())
    try:
        if "{" in plain:  # a number in braces would be taken for many copies
            raise RegexException("'{'")
        built = NFA.from_regex(plain or "()", input_symbols=alphabet)
    except (RegexException, AutomatonException, RecursionError) as error:
        raise AutomatonError.of("regex", text=_short_text(text), problem=str(error)) from error
    return tidy(built)


def _short_text(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def tidy(automaton: Any) -> NFA:
    """Return an equivalent NFA without ε, without useless states and as small as easily found, states 0, 1, …

    Examples
    --------
    >>> len(tidy(NFA.from_regex("(bw|wb)*b?w+")).states) < len(NFA.from_regex("(bw|wb)*b?w+").states)
    True
    """
    table = remove_epsilon(automaton).table
    arrows = sum(mask.bit_count() for row in table.moves.values() for mask in row)
    size = len(table.states) + 1 if arrows <= TIDY_ARROWS else 0  # the subsets of a dense automaton are quicker
    while len(table.states) < size:  # joining states with equal futures can make pasts equal, and the other way round
        size = len(table.states)
        table = _joined(table, bisimulation(trim(table)))
        turned = Automaton(table.states, table.alphabet, table.backward, table.final_mask, table.start_mask)
        table = _joined(table, bisimulation(turned))
    try:
        dfa = minimal_table(subset_table(table, TIDY_LIMIT))
    except AutomatonError:  # so many sets that the minimal automaton will hardly be smaller
        return from_table(table)
    dfa = _joined(dfa, [frozenset({state}) for state in dfa.states])
    return from_table(dfa if len(dfa.states) <= len(table.states) else table)


def _joined(table: Automaton, classes: Sequence[frozenset[State]]) -> Automaton:
    """Return a table with the states of each class joined and useless ones dropped, numbered from the start."""
    home = {state: i for i, block in enumerate(classes) for state in block}
    kept = set(table.names(useful(table) | table.start_mask))
    moves: dict[State, dict[str, set[State]]] = {}
    for p, symbol, q in table.arrows():
        if p in kept and q in kept:
            moves.setdefault(home[p], {}).setdefault(symbol, set()).add(home[q])
    start = home[table.names(table.start_mask)[0]]
    final = {home[q] for q in table.names(table.final_mask) if q in kept}
    joined = table_of(moves, start=start, final=final, symbols=table.alphabet)
    return Automaton(tuple(range(len(joined.states))), joined.alphabet, joined.moves, joined.start_mask,
                     joined.final_mask)


def to_regex(automaton: Any) -> str:
    """Return a regular expression for an automaton, by eliminating its states one by one.

    Read it back with :func:`from_regex`; see :class:`automatakit.steps.EliminationSteps` for the single steps.

    Examples
    --------
    >>> to_regex(from_regex("b*w")) in ("b*w", "w|b+w", "w|bb*w")
    True
    """
    return str(EliminationSteps(automaton).last().regex)
