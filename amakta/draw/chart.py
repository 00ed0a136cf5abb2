"""The picture of a small state graph: levels from left to right, the present state marked."""

from math import hypot

from amakta.analysis.graph import Graph
from amakta.rules.errors import AmaktaError
from amakta.rules.state import State
from amakta.rules.texts import message, text
from boardkit.svg import Element, Picture, arrow, el, label
from boardkit.theme import style

LARGEST = 60
"""Graphs with more states make no readable picture."""
NODE = 19.0
ACROSS, DOWN = 118.0, 74.0
"""From a level to the next, and from a state to the one below it."""


def layout(graph: Graph) -> dict[int, tuple[float, float]]:
    """Where the states lie: one column for each level, each state near those it comes from."""
    places: dict[int, tuple[float, float]] = {}
    tallest = max(graph.level_sizes)
    first = 0
    for level, size in enumerate(graph.level_sizes):
        # States are numbered level by level.
        members = list(range(first, first + size))
        first += size

        def height(state: int) -> float:
            """The mean height of where a state can come from, as far as that is placed."""
            heights = [places[i][1] for i in graph.predecessors[state] if i in places]
            return sum(heights) / len(heights) if heights else 0.0

        members.sort(key=height)
        for row, i in enumerate(members):
            x = 40 + level * ACROSS
            y = 40 + DOWN * (row + (tallest - size) / 2)
            places[i] = x, y
    return places


def state_graph(graph: Graph, current: State | None = None) -> Picture:
    """Draw a state graph of at most 60 states.

    Parameters
    ----------
    graph : Graph
    current : State, optional
        The state to mark.

    Raises
    ------
    AmaktaError
        If the graph is larger.

    Examples
    --------
    >>> from amakta.analysis.graph import explore
    >>> state_graph(explore(State.start("zeile3", "solo"))).title
    'State graph'
    """
    if len(graph) > LARGEST:
        raise AmaktaError(
            message("chart.too_large", states=len(graph), largest=LARGEST)
        )
    places = layout(graph)
    here = None if current is None else graph.index(current)
    lines = []
    nodes = []
    for i in range(len(graph)):
        for successor in graph.successors(i):
            lines.append(_edge(places[i], places[successor]))
        nodes.append(_node(graph, i, places[i], i == here))
    now = "" if here is None else text("chart.now", number=here, text=current)
    desc = text("chart.desc", states=len(graph), edges=len(graph.target), now=now)
    width = max(x for x, _ in places.values()) + 50
    height = max(y for _, y in places.values()) + 44
    return Picture(
        width,
        height,
        *lines,
        *nodes,
        title=text("chart.title"),
        desc=desc.strip(),
    )


def _edge(start: tuple[float, float], end: tuple[float, float]) -> Element:
    """The transition from one place to another one: a move passes the turn, so no state leads to itself."""
    x1, y1 = start
    x2, y2 = end
    length = hypot(x2 - x1, y2 - y1)
    ux = (x2 - x1) / length
    uy = (y2 - y1) / length
    # To an earlier level: it swerves much, so that it does not hide the others
    back = x2 <= x1
    return arrow(
        x1 + NODE * ux,
        y1 + NODE * uy,
        x2 - (NODE + 3) * ux,
        y2 - (NODE + 3) * uy,
        head=9,
        width=1.4,
        bend=0.13 * length if back else 4,
        color=style.blue if back else style.line,
    )


def _node(graph: Graph, i: int, at: tuple[float, float], current: bool) -> Element:
    x, y = at
    white = graph.turn(i) == "W"
    fill = style.paper if white else style.shade
    if current:
        fill = style.yellow

    def outline(inset: float, **attributes: object) -> Element:
        """A circle where White is to move, a square where Black is."""
        if white:
            return el("circle", cx=x, cy=y, r=NODE - inset, **attributes)
        half = NODE - 1 - inset
        rect = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
        return el("rect", **rect, rx=3 - inset / 4, **attributes)

    inner = None
    if graph.winners[i]:  # finished: a second outline, as for accepting states
        inner = outline(4, fill="none", stroke=style.ink, stroke_width=style.thin)
    return el(
        "g",
        outline(0, fill=fill, stroke=style.ink, stroke_width=4 if current else 1.8),
        inner,
        label(x, y, i, style.text),
        class_="gk-keep",
        data_state=i,
    )
