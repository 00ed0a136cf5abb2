"""The tree of runs as a drawing whose nodes can be clicked: time runs to the right, one column for each symbol."""

from __future__ import annotations

from automatakit.automaton.value import label as state_label
from automatakit.steps.run import RunTree, TreeNode
from boardkit.svg import WHITE, Element, el, label, number
from finity_edu.draw.style import ALIVE, INK, SIGNAL
from finity_edu.widget.texts import text

ROW = 34
SIGNS = {"dead": "✕", "early": "✕", "accepting": "✓", "rejecting": "✕", "open": ""}
GOOD, BAD = "#00694E", "#A31515"


def tree_markup(tree: RunTree, depth: int, chosen: TreeNode | None, large: bool = False) -> Element:
    """The tree, with the chosen run in bold; what died carries a cross, what accepts a tick.

    Parameters
    ----------
    tree : RunTree
    depth : int
        Number of symbols read.
    chosen : TreeNode, optional
        End of the run that the board shows.
    large : bool
        For a lecture hall.
    """
    texts = {node.number: state_label(node.state) for node in tree.nodes}
    widest = max((len(name) for name in texts.values()), default=1)
    column = 44 + 9 * widest
    rows = _rows(tree)
    on_path = _ancestors(tree, chosen)
    width = 20 + column * (depth + 1)
    height = ROW * (1 + max(rows.values(), default=0)) + 12
    drawn: list[Element] = []
    for node in tree.nodes:
        if node.parent is not None:
            before = tree.nodes[node.parent]
            bold = node.number in on_path
            drawn.append(el(
                "path", fill="none", stroke=SIGNAL if bold else "#8F8675", stroke_width=4 if bold else 1.6,
                d=_curve(_x(before, column) + 10 + 4.8 * len(texts[before.number]), rows[before.number],
                         _x(node, column) - 10 - 4.8 * len(texts[node.number]), rows[node.number]),
            ))
    seen = chosen.number if chosen else len(tree.nodes) - 1
    drawn += [_node(node, texts[node.number], _x(node, column), rows[node.number], depth, node.number in on_path,
                    node.number == seen) for node in tree.nodes]
    scale = 1.35 if large else 1
    svg = el("svg", *drawn, viewBox=f"0 0 {number(width)} {number(height)}", width=scale * width,
             height=scale * height, role="group", aria_label=text("tree.title"), data_key="tree-svg")
    more = None if tree.complete else el("p", text("tree.cut"))
    return el("div", svg, more, class_="gk-tree gk-scroll", tabindex="0", role="region", aria_label=text("tree.title"))


def _x(node: TreeNode, column: float) -> float:
    return 10 + column * (node.depth + 0.5)


def _curve(x1: float, row1: float, x2: float, row2: float) -> str:
    y1, y2, middle = _y(row1), _y(row2), (x1 + x2) / 2
    points = (x1, y1), (middle, y1), (middle, y2), (x2, y2)
    start, *rest = (f"{number(x)} {number(y)}" for x, y in points)
    return f"M {start} C {' '.join(rest)}"


def _y(row: float) -> float:
    return 6 + ROW * (row + 0.5)


def _rows(tree: RunTree) -> dict[int, float]:
    """A row for each leaf; every other node in the middle of its children."""
    children: dict[int, list[int]] = {}
    for node in tree.nodes:
        if node.parent is not None:
            children.setdefault(node.parent, []).append(node.number)
    rows: dict[int, float] = {}
    free = 0

    def place(number: int) -> float:
        nonlocal free
        below = children.get(number)
        if below:
            heights = [place(child) for child in below]
            rows[number] = (heights[0] + heights[-1]) / 2
        else:
            rows[number] = free
            free += 1
        return rows[number]

    for node in tree.nodes:
        if node.parent is None:
            place(node.number)
    return rows


def _ancestors(tree: RunTree, node: TreeNode | None) -> set[int]:
    found = set()
    while node is not None:
        found.add(node.number)
        node = None if node.parent is None else tree.nodes[node.parent]
    return found


def _node(node: TreeNode, name: str, x: float, row: float, depth: int, bold: bool, seen: bool) -> Element:
    y, half = _y(row), 9 + 4.8 * len(name)
    alive = node.depth == depth and node.fate not in ("dead", "early")
    sign = SIGNS[node.fate]
    colour = GOOD if sign == "✓" else BAD
    said = text(f"tree.{node.fate}", state=name, depth=node.depth)
    return el(
        "g",
        el("rect", x=x - half, y=y - 13, width=2 * half, height=26, rx=13, fill="#DDF0E9" if alive else WHITE,
           stroke=ALIVE if alive else SIGNAL if bold else "#8F8675", stroke_width=3 if alive or bold else 1.4),
        label(x, y, name, size=15, fill=INK, font_weight="bold" if bold else None),
        label(x + half + 9, y, sign, size=16, fill=colour, font_weight="bold") if sign else None,
        role="button", tabindex="-1" if not bold or node.depth != depth else "0", data_do="branch",
        data_node=node.number, data_hit=f"node-{node.number}", data_x=x, data_y=y, data_key=f"node-{node.number}",
        data_follow=True if seen else None, aria_label=said, class_="gk-node",
    )
