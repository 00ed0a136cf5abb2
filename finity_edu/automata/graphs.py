"""Boards as graphs of networkx, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.reading import guarded
from automatakit.automaton.states import label
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Arrow, Blocker, Ring
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

if TYPE_CHECKING:
    import networkx


def position_graph(position: Position) -> networkx.MultiDiGraph:
    """Return the board of a position as a directed multigraph.

    Returns
    -------
    networkx.MultiDiGraph
        Edges have the key and attribute ``colour``, and ``slot``.  Nodes have ``pos`` (where pictures put them; up is
        positive, as matplotlib wants it), ``hex`` (axial coordinates), ``end``, ``posts`` (seats) and ``rings``
        (size → seat).

    Examples
    --------
    >>> graph = position_graph(Position.start(word="bbwwbwbw").play("+bN>C.m"))
    >>> list(graph.edges(data=True))
    [('N', 'C', {'colour': 'b', 'slot': 'N-C.m'})]
    >>> graph.nodes["N"]["posts"], graph.nodes["C"]["end"]
    ((1,), True)
    """
    import networkx

    if not isinstance(position, Position):
        raise AutomatonError.of("no_position", value=repr(position))
    graph = networkx.MultiDiGraph()
    board, layout = position.board, position.layout
    graph.graph.update(
        rules=str(position.rules),
        word=position.word,
        turn=position.turn,
        clock=position.clock,
        ply=position.ply,
        players=board.players,
        blockers=[(b.seat, str(b.slot)) for b in layout.blockers],
    )
    for name, place in board.stations:
        x, y = place.pixel(1.0)
        graph.add_node(
            name,
            hex=(place.x, place.y),
            pos=(x, -y),
            end=name == board.end,
            posts=tuple(
                seat for seat, post in enumerate(layout.posts, start=1) if post == name
            ),
            rings={
                ring.size: ring.seat for ring in layout.rings if ring.station == name
            },
        )
    for arrow in layout.arrows:
        graph.add_edge(
            arrow.tail,
            arrow.head,
            key=arrow.colour,
            colour=arrow.colour,
            slot=str(arrow.slot),
        )
    return graph


@guarded
def position_from_networkx(graph: networkx.MultiDiGraph) -> Position:
    """Return the position of a graph as `position_graph` makes it.

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
    board = Board.custom(
        {n: d["hex"] for n, d in graph.nodes(data=True)},
        ends[0],
        about.get("players", 2),
    )
    if board.is_standard:
        board = Board.standard(
            board.players, load_rules(about.get("rules", "bga")).seat_order
        )
    posts: list[str | None] = [None] * board.players
    for node, data in graph.nodes(data=True):
        for seat in data.get("posts", ()):
            posts[seat - 1] = node
    rings = [
        Ring(s, node, size)
        for node, d in graph.nodes(data=True)
        for size, s in d.get("rings", {}).items()
    ]
    arrows = [
        Arrow(data["colour"], tail, head, data["slot"].rpartition(".")[2])
        for tail, head, data in graph.edges(data=True)
    ]
    blockers = [
        Blocker(seat, board.slot_named[slot])
        for seat, slot in about.get("blockers", ())
    ]
    layout = Layout.of(board, posts, rings, arrows, blockers)
    position = Position(
        load_rules(about.get("rules", "bga")),
        about.get("word", "b"),
        about.get("turn", 1),
        layout,
        clock=about.get("clock", 0),
        ply=about.get("ply", board.players),
    )
    position.require_valid()
    return position
