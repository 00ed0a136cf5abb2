"""Automata as graphs of networkx, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from automatakit.automaton.library import NFA, guarded
from automatakit.automaton.value import label
from automatakit.errors import AutomatonError
from boardkit.errors import UserError

if TYPE_CHECKING:
    import networkx

T = TypeVar("T")


def reader(read: Callable[[Any], T]) -> Callable[[Any], T]:
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


def to_networkx(source: Any) -> networkx.MultiDiGraph:
    """Return any NFA or DFA as a directed multigraph.

    Returns
    -------
    networkx.MultiDiGraph
        Edges have the key and attribute ``colour`` (the symbol).  Nodes have ``initial`` and ``final``, and ``pos`` if
        it is known where pictures put them (up is positive, as matplotlib wants it).

    Examples
    --------
    >>> from automatakit import table_of
    >>> graph = to_networkx(table_of({"A": {"b": {"B"}}}, start="A", final={"B"}))
    >>> list(graph.edges(data=True)), graph.nodes["B"]
    ([('A', 'B', {'colour': 'b'})], {'initial': False, 'final': True})
    """
    import networkx

    graph = networkx.MultiDiGraph()
    automaton = guarded(source)
    for state in automaton.table.states:
        extra = {}
        if state in automaton.places:
            x, y = automaton.places[state]
            extra["pos"] = (x, -y)
        graph.add_node(
            state, initial=state == automaton.initial_state, final=state in automaton.final_states, **extra
        )
    graph.graph["symbols"] = "".join(sorted(automaton.input_symbols))
    for tail, head, symbol in automaton.iter_transitions():
        graph.add_edge(tail, head, key=symbol, colour=symbol)
    return graph


@reader
def nfa_from_networkx(graph: networkx.MultiDiGraph) -> NFA:
    """Return the automaton of a graph whose nodes have ``initial`` and ``final`` and whose edges have ``colour``.

    Raises
    ------
    AutomatonError
        If not exactly one node is initial, or an edge has no colour.
    """
    initial = [node for node, data in graph.nodes(data=True) if data.get("initial")]
    if len(initial) != 1:
        raise AutomatonError.of("graph_initial", number=len(initial))
    transitions: dict[Any, dict[str, set[Any]]] = {node: {} for node in graph.nodes}
    for tail, head, data in graph.edges(data=True):
        if "colour" not in data:
            raise AutomatonError.of("graph_colour", tail=label(tail), head=label(head))
        transitions[tail].setdefault(data["colour"], set()).add(head)
    symbols = set(graph.graph.get("symbols", "")) | {s for row in transitions.values() for s in row if s}
    places = {n: (d["pos"][0], -d["pos"][1]) for n, d in graph.nodes(data=True) if "pos" in d}
    return NFA(
        states=set(graph.nodes), input_symbols=symbols, transitions=transitions, initial_state=initial[0],
        final_states={node for node, data in graph.nodes(data=True) if data.get("final")}, places=places,
    )
