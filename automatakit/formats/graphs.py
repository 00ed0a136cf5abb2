"""Boards and automata as graphs of networkx, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from automatakit.automaton.library import NFA, guarded
from automatakit.automaton.value import label
from automatakit.errors import AutomatonError
from boardkit.errors import UserError
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Blocker, Bridge, Ring, Slot
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

if TYPE_CHECKING:
    import networkx

T = TypeVar("T")


def _reader(read: Callable[[Any], T]) -> Callable[[Any], T]:
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
    """Return a position, a board's automaton or any NFA or DFA as a directed multigraph.

    Returns
    -------
    networkx.MultiDiGraph
        Edges have the key and attribute ``colour`` (the symbol) and, from a position, ``slot``.  Nodes have
        ``pos`` (where pictures put them; up is positive, as matplotlib wants it) and ``initial`` and ``final``; from
        a position instead ``hex`` (axial coordinates), ``end``, ``posts`` (seats) and ``rings`` (size → seat).

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> graph = to_networkx(Position.start(word="bbwwbwbw").play("+bN>C.m"))
    >>> list(graph.edges(data=True))
    [('N', 'C', {'colour': 'b', 'slot': 'N-C.m'})]
    >>> graph.nodes["N"]["posts"], graph.nodes["C"]["end"]
    ((1,), True)
    """
    import networkx

    graph = networkx.MultiDiGraph()
    if isinstance(source, Position):
        _add_position(graph, source)
        return graph
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


def _add_position(graph: networkx.MultiDiGraph, position: Position) -> None:
    board, layout = position.board, position.layout
    graph.graph.update(
        rules=str(position.rules), word=position.word, turn=position.turn, clock=position.clock, ply=position.ply,
        players=board.players, blockers=[(b.seat, str(b.slot)) for b in layout.blockers],
    )
    for name, place in board.stations:
        x, y = place.pixel(1.0)
        graph.add_node(
            name, hex=(place.x, place.y), pos=(x, -y), end=name == board.end,
            posts=tuple(seat for seat, post in enumerate(layout.posts, start=1) if post == name),
            rings={ring.size: ring.seat for ring in layout.rings if ring.station == name},
        )
    for bridge in layout.bridges:
        graph.add_edge(
            bridge.tail, bridge.head, key=bridge.colour, colour=bridge.colour, slot=str(bridge.slot)
        )


@_reader
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


@_reader
def position_from_networkx(graph: networkx.MultiDiGraph) -> Position:
    """Return the position of a graph as :func:`to_networkx` makes it from a position.

    Raises
    ------
    AutomatonError
        If a node has no ``hex``, an edge no ``slot`` or ``colour``, or not exactly one node is the end.
    """
    for node, data in graph.nodes(data=True):
        if "hex" not in data:
            raise AutomatonError.of("graph_hex", node=label(node))
    for tail, head, data in graph.edges(data=True):
        if "slot" not in data or "colour" not in data:
            raise AutomatonError.of("graph_slot", tail=label(tail), head=label(head))
    ends = [node for node, data in graph.nodes(data=True) if data.get("end")]
    if len(ends) != 1:
        raise AutomatonError.of("graph_end", number=len(ends))
    about = graph.graph
    board = Board.custom({n: d["hex"] for n, d in graph.nodes(data=True)}, ends[0], about.get("players", 2))
    if board.is_standard:
        board = Board.standard(board.players, load_rules(about.get("rules", "bga")).seat_order)
    posts: list[str | None] = [None] * board.players
    for node, data in graph.nodes(data=True):
        for seat in data.get("posts", ()):
            posts[seat - 1] = node
    rings = [Ring(s, node, size) for node, d in graph.nodes(data=True) for size, s in d.get("rings", {}).items()]
    bridges = [
        Bridge(data["colour"], tail, head, data["slot"].rpartition(".")[2])
        for tail, head, data in graph.edges(data=True)
    ]
    layout = Layout.of(board, posts, rings, bridges, [Blocker(s, _slot(t)) for s, t in about.get("blockers", ())])
    position = Position(
        load_rules(about.get("rules", "bga")), about.get("word", "b"), about.get("turn", 1), layout,
        clock=about.get("clock", 0), ply=about.get("ply", board.players),
    )
    position.require_valid()
    return position


def _slot(text: str) -> Slot:
    pair, _, lane = text.rpartition(".")
    a, b = pair.split("-")
    return Slot(a, b, lane)  # type: ignore[arg-type]
