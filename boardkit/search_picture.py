"""The tree of a search by random games as a picture: how often each position was visited, and what came of it."""

from __future__ import annotations

from itertools import count

from boardkit.messages import CATALOGUE, numeral
from boardkit.search import Node
from boardkit.svg import Element, Picture, el, label, plate
from boardkit.theme import style

WIDTH, HEIGHT = 76, 44
"""Of a node, in pixels."""
COLUMN, ROW = 92, 96
"""From a node to the next one beside it, and below it."""
MARGIN = 12

Point = tuple[float, float]


def search_picture(root: Node) -> Picture:
    """Draw a tree from the root downwards: in each node its visits, and below them the mean result.

    The mean is that of the player who moved there; the root has none.  Beside each line stands its move.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> over = SimpleNamespace(legal_moves=lambda: ())
    >>> root = Node(over, visits=2, children={"left": Node(over, visits=2, total=1)})
    >>> search_picture(root).desc
    'Games: 2; positions: 2. The moves at the root, with their games and mean results: left: 2, +0.50'
    """
    spots = _places(root)
    lines: list[Element] = []
    nodes: list[Element] = []
    for node, spot in spots.items():
        for move, child in node.children.items():
            lines += _branch(spot, spots[child], str(move))
        nodes += _box(node, spot, node is root)
    moves = []
    for move, child in root.children.items():
        moves.append(f"{move}: {child.visits}, {_signed(child.mean())}")
    width = max(x for x, _ in spots.values()) + WIDTH / 2 + MARGIN
    height = max(y for _, y in spots.values()) + HEIGHT / 2 + MARGIN
    return Picture(
        width,
        height,
        *lines,
        *nodes,
        title=CATALOGUE.text("tree.title"),
        desc=CATALOGUE.text(
            "tree.desc",
            games=root.visits,
            positions=len(spots),
            moves="; ".join(moves) or "–",
        ),
    )


def _places(root: Node) -> dict[Node, Point]:
    """The middle of each node: leaves beside one another, parents above the middle of their children."""
    places: dict[Node, Point] = {}
    free = count()

    def place(node: Node, depth: int) -> float:
        below = [place(child, depth + 1) for child in node.children.values()]
        if below:
            x = (below[0] + below[-1]) / 2
        else:
            x = MARGIN + WIDTH / 2 + next(free) * COLUMN
        places[node] = x, MARGIN + HEIGHT / 2 + depth * ROW
        return x

    place(root, 0)
    return places


def _branch(start: Point, end: Point, move: str) -> list[Element]:
    (x0, y0), (x1, y1) = start, end
    line = el(
        "line", x1=x0, y1=y0, x2=x1, y2=y1, stroke=style.line, stroke_width=style.medium
    )
    return [line, plate((x0 + x1) / 2, (y0 + y1) / 2, move)]


def _box(node: Node, spot: Point, is_root: bool) -> list[Element]:
    x, y = spot
    box = el(
        "rect",
        x=x - WIDTH / 2,
        y=y - HEIGHT / 2,
        width=WIDTH,
        height=HEIGHT,
        rx=8,
        fill=style.paper,
        stroke=style.ink,
        stroke_width=style.medium,
    )
    if is_root:
        return [box, label(x, y, node.visits, style.name)]
    return [
        box,
        label(x, y - 9, node.visits, style.name),
        label(x, y + 11, _signed(node.mean()), style.text),
    ]


def _signed(mean: float) -> str:
    return numeral(mean, "+.2f")
