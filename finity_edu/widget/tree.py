"""The tree of runs as a drawing whose nodes can be clicked."""

from collections.abc import Mapping

from automatakit.automaton.states import label
from automatakit.draw.runs import tree_diagram
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from boardkit.svg import Element, el, number
from finity_edu.widget.texts import text

SCALE = 0.94
"""Size of the tree: its smallest sign is still to be read."""


def tree_markup(run: RunSteps, tree: RunTree, chosen: TreeNode | None) -> Element:
    """The tree, with the chosen run emphasised.

    Parameters
    ----------
    run : RunSteps
    tree : RunTree
    chosen : TreeNode, optional
        End of the run that the board shows.
    """
    seen = chosen.number if chosen else len(tree.nodes) - 1

    def dress(node: TreeNode, at: tuple[float, float]) -> Mapping[str, object]:
        said = text(f"tree.{node.fate}", state=label(node.state), depth=node.depth)
        return {
            "role": "button",
            "tabindex": "0" if node.number == seen else "-1",
            "data_do": "branch",
            "data_node": node.number,
            "data_hit": f"node-{node.number}",
            "data_x": at[0],
            "data_y": at[1],
            "data_key": f"node-{node.number}",
            "data_follow": True if node.number == seen else None,
            "aria_label": said,
            "class_": "gk-node",
            "data_state": None,
        }

    drawn = tree_diagram(run, tree, tree.path(chosen) if chosen else (), dress)
    left, top, right, bottom = drawn.bounds()
    svg = el(
        "svg",
        *drawn.elements,
        width=SCALE * (right - left),
        height=SCALE * (bottom - top),
        style=f"--gk-wide:{number(right - left)}",
        role="group",
        viewBox=" ".join(map(number, (left, top, right - left, bottom - top))),
        aria_label=text("tree.title"),
        data_key="tree-svg",
    )
    more = None if tree.complete else el("p", text("tree.cut"))
    return el(
        "div",
        svg,
        more,
        class_="gk-tree gk-scroll",
        tabindex="0",
        role="group",
        aria_label=text("tree.title"),
    )
