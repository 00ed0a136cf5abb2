"""The picture of a small state graph: levels from left to right, the present state marked."""

from collections.abc import Mapping
from math import hypot

from amakta.analysis.graph import Graph
from amakta.analysis.solve import DRAWN, Solution
from amakta.rules.errors import AmaktaError
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from boardkit.svg import Element, Picture, arrow, el, label, number, plate
from boardkit.theme import style

LARGEST = 60
"""Graphs with more states make no readable picture."""
NODE = 19.0
GAP = (118.0, 74.0)
LABELLED_GAP = (236.0, 112.0)
"""Room between the states if moves are written at the transitions."""


def layout(graph: Graph, gap: tuple[float, float] = GAP) -> dict[int, tuple[float, float]]:
    """Where the states lie: one column for each level, each state near those it comes from."""
    places: dict[int, tuple[float, float]] = {}
    tallest = max(graph.level_sizes)
    first = 0
    for level, size in enumerate(graph.level_sizes):
        members = list(range(first, first + size))
        first += size

        def height(i: int) -> float:
            above = [places[p][1] for p in graph.predecessors[i] if p in places]
            return sum(above) / len(above) if above else 0.0

        members.sort(key=height)
        for row, i in enumerate(members):
            places[i] = 40 + level * gap[0], 40 + gap[1] * (row + (tallest - size) / 2)
    return places


def state_graph(graph: Graph, current: State | int | None = None, solution: Solution | None = None,
                labels: bool = False) -> Picture:
    """Draw a state graph of at most 60 states.

    Parameters
    ----------
    graph : Graph
    current : State or int, optional
        The state to mark.
    solution : Solution, optional
        Write beside each state who wins it: ``W``, ``B`` or ``=``.
    labels : bool
        Write the moves at the transitions (readable for very small graphs only).

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
        raise AmaktaError(CATALOGUE.message("chart.too_large", states=len(graph), largest=LARGEST))
    places = layout(graph, LABELLED_GAP if labels else GAP)
    here = graph.index(current) if isinstance(current, State) else current
    edges = [(i, move, t) for i in range(len(graph)) for move, t in graph.transitions(i)]
    lines = [_edge(places, i, t) for i, _, t in edges]
    if labels:
        lines += [_edge_label(places, i, t, str(move)) for i, move, t in edges]
    nodes = [_node(graph, i, places[i], i == here, solution) for i in range(len(graph))]
    now = "" if here is None else CATALOGUE.text("chart.now", number=here, text=graph.state(here))
    width = max(x for x, _ in places.values()) + 50
    height = max(y for _, y in places.values()) + 44
    return Picture(width, height, *lines, *nodes, title=CATALOGUE.text("chart.title"),
                   desc=CATALOGUE.text("chart.desc", states=len(graph), edges=len(graph.target), now=now).strip())


def _bend(places: Mapping[int, tuple[float, float]], i: int, t: int) -> float:
    """How far a transition swerves: back to an earlier level much, so that it does not hide the others."""
    (x1, y1), (x2, y2) = places[i], places[t]
    return 0.13 * hypot(x2 - x1, y2 - y1) if x2 <= x1 else 4


def _edge_label(places: Mapping[int, tuple[float, float]], i: int, t: int, text: str) -> Element:
    """The move, a little nearer to where it begins than to where it ends, so that opposite ones keep apart."""
    (x1, y1), (x2, y2) = places[i], places[t]
    out = _bend(places, i, t) / (hypot(x2 - x1, y2 - y1) or 1.0)
    return plate(x1 + 0.45 * (x2 - x1) + out * (y2 - y1), y1 + 0.45 * (y2 - y1) - out * (x2 - x1), text, style.small)


def _edge(places: Mapping[int, tuple[float, float]], i: int, t: int) -> Element:
    (x1, y1), (x2, y2) = places[i], places[t]
    if i == t:
        loop = f"M {number(x1 - 8)} {number(y1 - NODE)} C {number(x1 - 24)} {number(y1 - 50)} " \
               f"{number(x1 + 24)} {number(y1 - 50)} {number(x1 + 8)} {number(y1 - NODE)}"
        return el("path", d=loop, fill="none", stroke=style.ink, stroke_width=style.thin)
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    return arrow(x1 + NODE * ux, y1 + NODE * uy, x2 - (NODE + 3) * ux, y2 - (NODE + 3) * uy, bend=_bend(places, i, t),
                 head=9, width=1.4, color=style.blue if x2 <= x1 else style.line)


def _node(graph: Graph, i: int, at: tuple[float, float], current: bool, solution: Solution | None) -> Element:
    x, y = at
    white = graph.turn(i) == "W"
    shape: dict[str, object] = {"fill": style.yellow if current else style.paper if white else style.shade,
                                "stroke": style.ink, "stroke_width": 4 if current else 1.8}

    def outline(inset: float, **attributes: object) -> Element:
        """A circle where White is to move, a square where Black is."""
        if white:
            return el("circle", cx=x, cy=y, r=NODE - inset, **attributes)
        half = NODE - 1 - inset
        return el("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=3 - inset / 4, **attributes)

    inner = None
    if graph.winners[i]:  # finished: a second outline, as for accepting states
        inner = outline(4, fill="none", stroke=style.ink, stroke_width=style.thin)
    verdict = None
    if solution is not None:
        value = solution.value[i]
        text = "=" if value == DRAWN else f"{'WB'[value]}{solution.plies[i]}"
        verdict = plate(x, y + NODE + 12, text, style.small, font_weight="bold")
    return el("g", outline(0, **shape), inner, label(x, y, i, style.text), verdict, class_="gk-keep", data_state=i)
