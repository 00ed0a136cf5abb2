"""From five-tuples to bit-mask tables, with every check that automata-lib leaves out.

Automata of automata-lib are read through their five public attributes, so that the analysis works where
automata-lib is not installed (and never imports it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from automatakit.automaton.value import EPSILON, Automaton, State, bits, label, sort_key
from automatakit.errors import AutomatonError

Row = Mapping[str, Any]


def table_of(
    source: Any,
    *,
    start: State | None = None,
    final: Iterable[State] | None = None,
    symbols: Iterable[str] | None = None,
    order: Iterable[State] = (),
) -> Automaton:
    """Return the bit-mask table of an automaton.

    Parameters
    ----------
    source
        A :class:`Automaton`, an automaton of automata-lib or of :mod:`automatakit` (NFA or DFA), or a
        mapping ``state → symbol → set of states`` together with ``start`` and ``final``.
    start, final, symbols
        For a mapping only: the initial state, the accepting states, the alphabet (default: the symbols used).
    order
        The first states in pictures and tables; the others follow as a search from the start meets them.

    Returns
    -------
    Automaton
        With ε-steps (the empty text as a symbol) worked in.

    Raises
    ------
    AutomatonError
        Naming the state or the transition that is wrong.

    Examples
    --------
    >>> table_of({"A": {"b": {"B"}}}, start="A", final={"B"}).accepts("b")
    True
    """
    if isinstance(source, Automaton):
        return source
    ready = getattr(source, "table", None)
    if isinstance(ready, Automaton):
        return ready
    if isinstance(source, Mapping):
        if start is None or final is None:
            raise AutomatonError.of("start_and_final")
        if isinstance(final, str) or not isinstance(final, Iterable):
            raise AutomatonError.of("text_final", value=repr(final))
        for state, row in source.items():
            if not isinstance(row, Mapping):
                raise AutomatonError.of("no_row", state=label(state), value=repr(row))
        if symbols is not None and not isinstance(symbols, Iterable):
            raise AutomatonError.of("no_alphabet", value=repr(symbols))
        accepting = frozenset(final)
        alphabet = {a for row in source.values() for a in row} - {EPSILON} if symbols is None else set(symbols)
        states = {start} | accepting | set(source)
        for state, row in source.items():
            for symbol, targets in row.items():
                states.update(several(state, symbol, targets))
        return build(states, alphabet, source, start, accepting, order)
    if not hasattr(source, "transitions") or not hasattr(source, "initial_state"):
        raise AutomatonError.of("no_automaton", kind=type(source).__name__)
    one = hasattr(source, "allow_partial")  # a DFA of automata-lib: the target is a state, not a set of states
    return build(
        source.states, source.input_symbols, source.transitions, source.initial_state, source.final_states,
        order or getattr(source, "order", ()), _single if one else several,
    )


def raw_table(source: Any) -> Automaton:
    """Return an automaton as it is drawn: ε is a symbol of its own, and nothing is worked in.

    Examples
    --------
    >>> raw_table(table_of({"A": {"b": {"B"}}}, start="A", final={"B"})).alphabet
    ('b',)
    """
    rows = getattr(source, "transitions", None)
    if not isinstance(rows, Mapping) or not any(EPSILON in row for row in rows.values()):
        return table_of(source)
    shown = {state: {symbol or "ε": targets for symbol, targets in row.items()} for state, row in rows.items()}
    return build(
        source.states, {*source.input_symbols, "ε"}, shown, source.initial_state, source.final_states,
        getattr(source, "order", ()),
    )


def several(state: State, symbol: str, targets: Any) -> Iterable[State]:
    """Return the targets of a transition of an NFA; a bare text is taken for one state by mistake."""
    if isinstance(targets, (set, frozenset, list, tuple)):
        return targets
    raise AutomatonError.of("text_target", state=label(state), symbol=symbol or "ε", target=repr(targets))


def _single(state: State, symbol: str, target: Any) -> Iterable[State]:
    return (target,)


def check(
    states: set[State],
    symbols: Iterable[str],
    transitions: Mapping[State, Row],
    start: State,
    final: Iterable[State],
    targets: Callable[[State, str, Any], Iterable[State]] = several,
) -> None:
    """Raise an error that names what is wrong in a five-tuple; automata-lib lets most of it pass."""
    known = ", ".join(label(s) for s in sorted(states, key=sort_key))
    for symbol in symbols:
        if not isinstance(symbol, str) or len(symbol) != 1:
            raise AutomatonError.of("long_symbol", symbol=repr(symbol))
    alphabet = {EPSILON, *symbols}
    for state, row in transitions.items():
        if state not in states:
            raise AutomatonError.of("unknown_source", state=label(state), states=known)
        for symbol, value in row.items():
            if symbol not in alphabet:
                raise AutomatonError.of(
                    "unknown_symbol", state=label(state), symbol=repr(symbol), alphabet=", ".join(sorted(symbols))
                )
            for target in targets(state, symbol, value):
                if target not in states:
                    raise AutomatonError.of(
                        "unknown_target", state=label(state), symbol=symbol or "ε", target=label(target), states=known
                    )
    if start not in states:
        raise AutomatonError.of("unknown_start", state=label(start), states=known)
    for state in final:
        if state not in states:
            raise AutomatonError.of("unknown_final", state=label(state), states=known)


def build(
    states: Iterable[State],
    alphabet: Iterable[str],
    transitions: Mapping[State, Row],
    start: State,
    final: Iterable[State],
    order: Iterable[State] = (),
    targets: Callable[[State, str, Any], Iterable[State]] = several,
) -> Automaton:
    """Return the table of a five-tuple, checked."""
    symbols = tuple(sorted(alphabet))
    known = set(states)
    check(known, symbols, transitions, start, final, targets)
    arrows = [
        (state, symbol, target)
        for state, row in transitions.items()
        for symbol, value in row.items()
        for target in targets(state, symbol, value)
    ]
    listed = _in_order(known, arrows, start, order)
    index = {state: i for i, state in enumerate(listed)}
    raw = {symbol: [0] * len(listed) for symbol in (*symbols, EPSILON)}
    for state, symbol, target in arrows:
        raw[symbol][index[state]] |= 1 << index[target]
    silent = raw.pop(EPSILON)
    begin = 1 << index[start]
    if any(silent):
        for row in (silent, *raw.values()):
            row[:] = [_close(mask, silent) for mask in row]
        begin = _close(begin, silent)
    ends = sum(1 << index[state] for state in set(final))
    return Automaton(listed, symbols, {s: tuple(row) for s, row in raw.items()}, begin, ends)


def _close(mask: int, silent: list[int]) -> int:
    """Return a set with everything that ε-steps reach from it."""
    new = mask
    while new:
        found = 0
        for i in bits(new):
            found |= silent[i]
        new = found & ~mask
        mask |= new
    return mask


def _in_order(
    states: set[State], arrows: list[tuple[State, str, State]], start: State, order: Iterable[State]
) -> tuple[State, ...]:
    """Return the states: the given ones, then breadth first from the start, then what nothing reaches."""
    listed = [state for state in dict.fromkeys(order) if state in states]
    if len(listed) == len(states):
        return tuple(listed)
    seen = set(listed)
    following: dict[State, list[tuple[str, Any, State]]] = {}
    for state, symbol, target in arrows:
        following.setdefault(state, []).append((symbol, sort_key(target), target))
    queue, met = [start], {start}
    for state in queue:
        if state not in seen:
            seen.add(state)
            listed.append(state)
        for _, _, target in sorted(following.get(state, ()), key=lambda entry: entry[:2]):
            if target not in met:
                met.add(target)
                queue.append(target)
    return tuple(listed) + tuple(sorted(states - seen, key=sort_key))
