"""From five-tuples in many forms to the parts of an automaton, with every check that automata-lib leaves out.

Automata of automata-lib and graphs of networkx are read through their public attributes, so that everything works
where these libraries are not installed (and nothing imports them for it).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.expressions import positions, symbols_of
from automatakit.automaton.states import EPSILON, Edge, State, label, sort_key
from boardkit.errors import UserError

Row = Mapping[str, Any]
Parts = dict[str, Any]
"""The arguments of `Automaton.make`."""

T = TypeVar("T")


def parts_of(
    source: Any, start: State | None = None, accepting: Iterable[State] | None = None,
    symbols: Iterable[str] | None = None, order: Iterable[State] = (),
) -> Parts:
    """Return the parts of an automaton in any form that `Automaton.of` reads."""
    if symbols is not None and not isinstance(symbols, Iterable):
        raise AutomatonError.of("no_alphabet", value=repr(symbols))
    if isinstance(source, str):
        if start is None:
            return positions(source, symbols_of(source) if symbols is None else set(symbols))
        source, accepting = _arrows(source), accepting.split() if isinstance(accepting, str) else accepting
    if isinstance(source, Mapping):
        return _of_table(source, start, accepting, symbols, order)
    if hasattr(source, "nodes") and hasattr(source, "is_directed"):
        return _of_graph(source)
    if not hasattr(source, "transitions") or not hasattr(source, "initial_state"):
        raise AutomatonError.of("no_automaton", kind=type(source).__name__)
    one = hasattr(source, "allow_partial")  # a DFA of automata-lib: the target is a state, not a set of states
    return _checked(source.states, source.input_symbols, source.transitions, source.initial_state, source.final_states,
                    order, _single if one else several)


def _arrows(text: str) -> dict[State, dict[str, set[State]]]:
    """Read arrows as boards write them: ``bA>B wB>C``; the symbol comes first, ε is a symbol like others."""
    table: dict[State, dict[str, set[State]]] = {}
    for item in text.replace(",", " ").split():
        found = re.fullmatch("(.)([^>]+)>([^>]+)", item)
        if found is None:
            raise AutomatonError.of("arrow", value=repr(item))
        symbol, tail, head = found.groups()
        table.setdefault(tail, {}).setdefault(symbol.replace("ε", EPSILON), set()).add(head)
    return table


def _of_table(
    source: Mapping[State, Row], start: State | None, accepting: Iterable[State] | None, symbols: Iterable[str] | None,
    order: Iterable[State],
) -> Parts:
    if start is None or accepting is None:
        raise AutomatonError.of("start_and_accepting")
    if isinstance(accepting, str) or not isinstance(accepting, Iterable):
        raise AutomatonError.of("text_accepting", value=repr(accepting))
    for state, row in source.items():
        if not isinstance(row, Mapping):
            raise AutomatonError.of("no_row", state=label(state), value=repr(row))
    accepting = frozenset(accepting)
    alphabet = {a for row in source.values() for a in row} - {EPSILON} if symbols is None else set(symbols)
    states = {start, *accepting, *source}
    for state, row in source.items():
        for symbol, targets in row.items():
            states.update(several(state, symbol, targets))
    return _checked(states, alphabet, source, start, accepting, order)


def guarded(read: Callable[[Any], T]) -> Callable[[Any], T]:
    """Whatever a foreign graph holds, its reader raises `AutomatonError` only."""
    @wraps(read)
    def guard(graph: Any) -> T:
        if not (hasattr(graph, "nodes") and hasattr(graph, "is_directed") and graph.is_directed()):
            raise AutomatonError.of("no_graph", value=repr(graph))
        try:
            return read(graph)
        except UserError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise AutomatonError.of("graph_value", value=repr(graph), problem=repr(error)) from error

    return guard


@guarded
def _of_graph(graph: Any) -> Parts:
    """Read a graph whose nodes have ``start`` and ``accepting``, and whose edges have ``symbol`` (or ``colour``)."""
    initial = [node for node, data in graph.nodes(data=True) if data.get("start")]
    if len(initial) != 1:
        raise AutomatonError.of("graph_start", number=len(initial))
    rows: dict[State, dict[str, set[State]]] = {node: {} for node in graph.nodes}
    for tail, head, data in graph.edges(data=True):
        symbol = data.get("symbol", data.get("colour"))
        if symbol is None:
            raise AutomatonError.of("graph_symbol", tail=label(tail), head=label(head))
        rows[tail].setdefault(symbol, set()).add(head)
    symbols = set(graph.graph.get("symbols", "")) | {s for row in rows.values() for s in row if s}
    accepting = {node for node, data in graph.nodes(data=True) if data.get("accepting")}
    places = {n: (d["pos"][0], -d["pos"][1]) for n, d in graph.nodes(data=True) if "pos" in d}
    return _checked(set(graph.nodes), symbols, rows, initial[0], accepting, places) | {"places": places}


def several(state: State, symbol: str, targets: Any) -> Iterable[State]:
    """Return the targets of a transition of an NFA; a bare text is taken for one state by mistake."""
    if isinstance(targets, (set, frozenset, list, tuple)):
        return targets
    raise AutomatonError.of("text_target", state=label(state), symbol=symbol or "ε", target=repr(targets))


def _single(state: State, symbol: str, target: Any) -> Iterable[State]:
    return (target,)


def _checked(
    states: Iterable[State], alphabet: Iterable[str], transitions: Mapping[State, Row], start: State,
    accepting: Iterable[State], order: Iterable[State] = (),
    targets: Callable[[State, str, Any], Iterable[State]] = several,
) -> Parts:
    """Return the parts of a five-tuple that is one, or raise an error that names what is wrong in it."""
    symbols, known = tuple(alphabet), set(states)
    edges: list[Edge] = []

    def unknown(what: str, **values: str) -> AutomatonError:
        listed = ", ".join(map(label, sorted(known, key=sort_key)))
        return AutomatonError.of(f"unknown_{what}", states=listed, **values)

    for symbol in symbols:
        if not isinstance(symbol, str) or len(symbol) != 1:
            raise AutomatonError.of("long_symbol", symbol=repr(symbol))
    letters = {EPSILON, *symbols}
    for state, row in transitions.items():
        if state not in known:
            raise unknown("source", state=label(state))
        for symbol, value in row.items():
            if symbol not in letters:
                listed = ", ".join(sorted(symbols))
                raise AutomatonError.of("unknown_symbol", state=label(state), symbol=repr(symbol), alphabet=listed)
            for target in targets(state, symbol, value):
                if target not in known:
                    raise unknown("target", state=label(state), symbol=symbol or "ε", target=label(target))
                edges.append((state, symbol, target))
    if start not in known:
        raise unknown("start", state=label(start))
    for state in accepting:
        if state not in known:
            raise unknown("accepting", state=label(state))
    return {"states": _in_order(known, edges, start, order), "start": start, "accepting": accepting, "edges": edges,
            "alphabet": symbols}


def _in_order(states: set[State], edges: list[Edge], start: State, order: Iterable[State]) -> tuple[State, ...]:
    """Return the states: the given ones, then breadth first from the start, then what nothing reaches."""
    listed = [state for state in dict.fromkeys(order) if state in states]
    if len(listed) == len(states):
        return tuple(listed)
    following: dict[State, list[State]] = {}
    for state, _, target in sorted(edges, key=lambda edge: (edge[1], sort_key(edge[2]))):
        following.setdefault(state, []).append(target)
    met = {start}
    for state in (queue := [start]):
        for target in following.get(state, ()):
            if target not in met:
                met.add(target)
                queue.append(target)
    return tuple(dict.fromkeys([*listed, *queue, *sorted(states - met, key=sort_key)]))
