"""From five-tuples in many forms to the parts of an automaton, with every check that automata-lib leaves out.

Automata of automata-lib and graphs of networkx are read through their public attributes, so that everything works
where these libraries are not installed (and nothing imports them for it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import EPSILON, Edge, Parts, State, label, sort_key
from boardkit.errors import UserError


class HasAutomaton(Protocol):
    """What has an automaton, as boards and views of positions do; an `Automaton` is its own."""

    def automaton(self) -> object:
        """Return it, or what has it in its turn."""


Row: TypeAlias = Mapping[str, object]
"""Symbol → set of states, if all is well."""


class FiveTuple(Protocol):
    """What says of itself what automata-lib's NFAs and DFAs say; these need not be installed."""

    @property
    def states(self) -> Iterable[State]:
        """Q."""

    @property
    def input_symbols(self) -> Iterable[str]:
        """Σ."""

    @property
    def transitions(self) -> Mapping[State, Row]:
        """δ."""

    @property
    def initial_state(self) -> State:
        """q0."""

    @property
    def final_states(self) -> Iterable[State]:
        """F."""


FIVE = ("states", "input_symbols", "transitions", "initial_state", "final_states")
"""What automata-lib calls the parts of a five-tuple."""


class Graph(Protocol):
    """A graph as networkx has it; that need not be installed."""

    @property
    def graph(self) -> Mapping[str, Any]:
        """What is said of the whole graph."""

    @property
    def nodes(self) -> Any:
        """The nodes, with what is said of each."""

    @property
    def edges(self) -> Any:
        """The edges, with what is said of each."""

    def is_directed(self) -> bool:
        """Whether edges have a direction."""


Description: TypeAlias = str | Mapping[State, Row] | FiveTuple | Graph
"""What describes an automaton."""

Source: TypeAlias = HasAutomaton | Description
"""What `Automaton.of` reads."""

T = TypeVar("T")


def parts_of(
    source: Description,
    start: State | None = None,
    accepting: Iterable[State] | None = None,
    symbols: Iterable[str] | None = None,
    order: Iterable[State] = (),
) -> Parts:
    """Return the parts of an automaton in any form that `Automaton.of` reads."""
    if symbols is not None:
        symbols = checked_alphabet(symbols)
    if isinstance(source, str):
        source = _arrows(source)
        if isinstance(accepting, str):
            accepting = accepting.replace(",", " ").split()
        if accepting is not None:
            accepting = tuple(accepting)
            _met(source, start, accepting)
    if isinstance(source, Mapping):
        return _of_table(source, start, accepting, symbols, order)
    if hasattr(source, "nodes") and hasattr(source, "is_directed"):
        return _of_graph(cast(Graph, source))
    # Machines with a stack or a tape have more than five parts
    if not all(hasattr(source, part) for part in FIVE) or any(
        hasattr(source, part) for part in ("stack_symbols", "tape_symbols")
    ):
        raise AutomatonError.of("no_automaton", kind=type(source).__name__)
    # By its attributes: automata-lib need not be installed, and is not loaded for this.
    # Only a DFA of automata-lib has this
    targets = _single if hasattr(source, "allow_partial") else several
    return _checked(
        source.states,
        source.input_symbols,
        source.transitions,
        source.initial_state,
        source.final_states,
        order,
        targets,
    )


def checked_alphabet(symbols: Iterable[str]) -> set[str]:
    """Return the letters of an alphabet; what is none is an error."""
    if not isinstance(symbols, Iterable):
        raise AutomatonError.of("no_alphabet", value=repr(symbols))
    letters = set(symbols)
    for symbol in letters:
        if not isinstance(symbol, str) or len(symbol) != 1:
            raise AutomatonError.of("long_symbol", symbol=repr(symbol))
    return letters


def _arrows(text: str) -> dict[State, dict[str, set[State]]]:
    """Read arrows as boards write them: ``bA>B wB>C``; the symbol comes first, ε is a symbol like others."""
    table: dict[State, dict[str, set[State]]] = {}
    for item in text.replace(",", " ").split():
        found = re.fullmatch("(.)([^>]+)>([^>]+)", item)
        if found is None:
            raise AutomatonError.of("arrow", value=repr(item))
        symbol, tail, head = found.groups()
        row = table.setdefault(tail, {})
        row.setdefault(symbol.replace("ε", EPSILON), set()).add(head)
    return table


def _met(
    table: Mapping[State, Mapping[str, set[State]]],
    start: State | None,
    accepting: Iterable[State],
) -> None:
    """Refuse start and accepting states that are on none of the arrows of a text: they are misspelt."""
    met = set(table)
    for row in table.values():
        met.update(*row.values())
    if not met:
        return
    listed = ", ".join(map(label, sorted(met, key=sort_key)))
    if start is not None and start not in met:
        raise AutomatonError.of("unknown_start", state=label(start), states=listed)
    for state in accepting:
        if state not in met:
            raise AutomatonError.of(
                "unknown_accepting", state=label(state), states=listed
            )


def _of_table(
    table: Mapping[State, Row],
    start: State | None,
    accepting: Iterable[State] | None,
    symbols: Iterable[str] | None,
    order: Iterable[State],
) -> Parts:
    if start is None or accepting is None:
        raise AutomatonError.of("start_and_accepting")
    if isinstance(accepting, str) or not isinstance(accepting, Iterable):
        raise AutomatonError.of("text_accepting", value=repr(accepting))
    for state, row in table.items():
        if not isinstance(row, Mapping):
            raise AutomatonError.of("no_row", state=label(state), value=repr(row))
    # Who writes a table by hand does not list its states: whatever occurs in it is one.
    accepting = tuple(accepting)
    named: list[State] = [start, *accepting, *table]
    found: set[str] = set()
    for state, row in table.items():
        for symbol, targets in row.items():
            named += several(state, symbol, targets)
            found.add(symbol)
    states = _names(named)
    alphabet = found - {EPSILON} if symbols is None else set(symbols)
    return _checked(states, alphabet, table, start, accepting, order)


def _names(named: Iterable[State]) -> set[State]:
    """The states of a table by all names in it; what cannot be in a set can be no state."""
    states = set()
    for state in named:
        try:
            states.add(state)
        except TypeError:
            raise AutomatonError.of("no_state", value=repr(state)) from None
    return states


def guarded(read: Callable[[Graph], T]) -> Callable[[Graph], T]:
    """Whatever a foreign graph holds, its reader raises `AutomatonError` only."""

    @wraps(read)
    def guard(graph: Graph) -> T:
        if not (
            hasattr(graph, "nodes")
            and hasattr(graph, "is_directed")
            and graph.is_directed()
        ):
            raise AutomatonError.of("no_graph", value=repr(graph))
        try:
            return read(graph)
        # What is for people already stays as it is.
        except UserError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise AutomatonError.of(
                "graph_value", value=repr(graph), problem=repr(error)
            ) from error

    return guard


@guarded
def _of_graph(graph: Graph) -> Parts:
    """Read a graph whose nodes have ``start`` and ``accepting``, and whose edges have ``symbol`` (or ``colour``)."""
    starts, accepting, places = [], set(), {}
    for node, data in graph.nodes(data=True):
        if data.get("start"):
            starts.append(node)
        if data.get("accepting"):
            accepting.add(node)
        if "pos" in data:
            places[node] = data["pos"][0], -data["pos"][1]  # up is positive there
    if len(starts) != 1:
        raise AutomatonError.of("graph_start", number=len(starts))
    rows: dict[State, dict[str, set[State]]] = {node: {} for node in graph.nodes}
    symbols = set(graph.graph.get("symbols", ""))
    for tail, head, data in graph.edges(data=True):
        symbol = data.get("symbol", data.get("colour"))
        if symbol is None:
            raise AutomatonError.of("graph_symbol", tail=label(tail), head=label(head))
        rows[tail].setdefault(symbol, set()).add(head)
        symbols.add(symbol)
    parts = _checked(
        set(graph.nodes), symbols - {EPSILON}, rows, starts[0], accepting, places
    )
    parts["places"] = places
    return parts


def several(state: State, symbol: str, targets: object) -> Iterable[State]:
    """Return the targets of a transition of an NFA; a bare text is taken for one state by mistake."""
    if isinstance(targets, (set, frozenset, list, tuple)):
        return targets
    raise AutomatonError.of(
        "text_target", state=label(state), symbol=symbol or "ε", target=repr(targets)
    )


def _single(state: State, symbol: str, target: object) -> Iterable[State]:
    """The target of a transition of a DFA is a state, not a set of states."""
    return (target,)


def _checked(
    states: Iterable[State],
    alphabet: Iterable[str],
    transitions: Mapping[State, Row],
    start: State,
    accepting: Iterable[State],
    order: Iterable[State] = (),
    targets: Callable[[State, str, object], Iterable[State]] = several,
) -> Parts:
    """Return the parts of a five-tuple that is one, or raise an error that names what is wrong in it."""
    symbols = tuple(alphabet)
    known = set(states)
    edges: list[Edge] = []

    def unknown(what: str, **values: str) -> AutomatonError:
        listed = ", ".join(map(label, sorted(known, key=sort_key)))
        return AutomatonError.of(f"unknown_{what}", states=listed, **values)

    letters = {EPSILON, *checked_alphabet(symbols)}
    for state, row in transitions.items():
        if state not in known:
            raise unknown("source", state=label(state))
        for symbol, value in row.items():
            if symbol not in letters:
                listed = ", ".join(sorted(symbols))
                raise AutomatonError.of(
                    "unknown_symbol",
                    state=label(state),
                    symbol=repr(symbol),
                    alphabet=listed,
                )
            for target in targets(state, symbol, value):
                if target not in known:
                    raise unknown(
                        "target",
                        state=label(state),
                        symbol=symbol or "ε",
                        target=label(target),
                    )
                edges.append((state, symbol, target))
    if start not in known:
        raise unknown("start", state=label(start))
    for state in accepting:
        if state not in known:
            raise unknown("accepting", state=label(state))
    return {
        "states": _in_order(known, edges, start, order),
        "start": start,
        "accepting": accepting,
        "edges": edges,
        "alphabet": symbols,
    }


def _in_order(
    states: set[State], edges: list[Edge], start: State, order: Iterable[State]
) -> tuple[State, ...]:
    """Return the states: the given ones, then breadth first from the start, then what nothing reaches."""
    listed = [state for state in dict.fromkeys(order) if state in states]
    # Most tables come with their whole order, and are spared the search.
    if len(listed) == len(states):
        return tuple(listed)
    # By symbol and name, so that equal automata have equal tables, in whatever order their arrows were given.
    edges = sorted(edges, key=lambda edge: (edge[1], sort_key(edge[2])))
    following: dict[State, list[State]] = {}
    for tail, _, head in edges:
        following.setdefault(tail, []).append(head)
    queue = [start]
    met = {start}
    for state in queue:  # which grows meanwhile
        for head in following.get(state, ()):
            if head not in met:
                met.add(head)
                queue.append(head)
    unreached = sorted(states - met, key=sort_key)
    return tuple(dict.fromkeys([*listed, *queue, *unreached]))
