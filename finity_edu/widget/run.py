"""Run: the board reads a word; active stations, dead branches, the tree of runs, rings being used up."""

from __future__ import annotations

from itertools import pairwise

from automatakit.automaton.value import label
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from boardkit.messages import numeral
from boardkit.svg import Element, el
from boardkit.widget.controls import transport
from boardkit.widget.markup import bar, button, choice, details, field
from finity_edu.automata.bridge import RingState
from finity_edu.automata.steps import run_steps
from finity_edu.draw.board import Marks
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import SIZES
from finity_edu.rules.position import Position
from finity_edu.widget.edit import with_arrow_toggled
from finity_edu.widget.mode import Mode
from finity_edu.widget.scene import Scene
from finity_edu.widget.texts import text
from finity_edu.widget.tree import tree_markup

SPEEDS = (2000, 1200, 600, 300)
TREE_LIMIT = 160


class RunMode(Mode):
    """A word being read."""

    name = "run"

    def __init__(self, widget: object) -> None:
        super().__init__(widget)  # type: ignore[arg-type]
        self.playing = False
        self.speed = SPEEDS[1]
        self.branch: tuple[str, ...] = ()  # labels of the run that is shown, so far
        self._key: object = None
        self._steps: RunSteps | None = None

    @property
    def position(self) -> Position:
        return self.widget.shown

    def leave(self) -> None:
        self.playing = False

    @property
    def steps(self) -> RunSteps:
        """The run at the present moment."""
        key = (self.position.layout, self.widget.seat, self.widget.word, self.widget.rings)
        if self._steps is None or key != self._key:
            self._steps = run_steps(self.position, self.widget.seat, self.widget.word, rings=self.widget.rings)
            self._key, self.branch = key, ()
        return self._steps.goto(self.widget.read)

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        steps, node = self.steps, self.node()
        active = {_station(state) for state in steps.active}
        states = self.tree().path(node) if node is not None else ()
        path = [_station(state) for state in states]
        shown = self._rings_left(states[-1]) if self.widget.rings and states else self.position.layout
        board = self.position.board
        path = path if all(b in board.neighbours[a] for a, b in pairwise(path)) else []
        return Scene(self.position, shown, self.widget.word, Marks(path, tuple(active)), read=steps.at)

    def _rings_left(self, state: object) -> Layout:
        """The board without the rings that the shown run has spent; small ones go first."""
        layout = self.position.layout
        if not isinstance(state, RingState):
            return layout
        left, seat = dict(state.rings), self.widget.seat
        if state.station == layout.board.end:
            return layout
        for name in layout.board.names:
            on = layout.board.index[name]
            spent = layout.rings_on(on, seat) - left.get(name, 0)
            for i, size in enumerate(SIZES):
                if spent > 0 and layout.ring_codes[3 * on + i] == seat:
                    layout, spent = layout.with_ring(name, size, 0), spent - 1
        return layout

    def tree(self) -> RunTree:
        """All runs so far."""
        return self.steps.tree(TREE_LIMIT)

    def node(self) -> TreeNode | None:
        """The end of the run that is shown: the chosen branch, else one that may be accepted, else any."""
        tree = self.tree()
        last = [node for node in tree.nodes if node.depth == self.steps.at]
        chosen = [n for n in last if self.branch and self._labels(tree, n)[: len(self.branch)] == self.branch]
        hopeful = set(self.steps.hopeful)
        candidates = chosen or last
        return next((n for n in candidates if n.state in hopeful), candidates[0] if candidates else None)

    def _labels(self, tree: RunTree, node: TreeNode) -> tuple[str, ...]:
        return tuple(label(state) for state in tree.path(node))

    def controls(self) -> list[Element]:
        steps, widget = self.steps, self.widget
        speeds = [(str(ms), text("speed.value", seconds=numeral(ms / 1000))) for ms in SPEEDS]
        waiting = el("span", hidden="hidden", data_do="run_on", data_wait=self.speed, data_key=f"wait-{steps.at}")
        return [
            bar(text("group.word"), field(text("word"), "set_word", widget.word),
                button(text("tower"), "set_word", value=self.position.word, title=text("tower_title"))),
            transport(self.playing, steps.at, steps.total,
                      choice(text("speed.name"), "speed", speeds, str(self.speed))),
            button(text("rings_count"), "rings", pressed=widget.rings, key="o"),
            *([waiting] if self.playing else []),
        ]

    def status(self) -> tuple[str, str]:
        kind = {True: "good", False: "error", None: ""}[self.steps.accepted]
        return kind, str(self.steps.text)

    def panels(self) -> list[Element]:
        steps = self.steps
        node = self.node()
        drawn = tree_markup(self.tree(), steps.at, node, self.widget.large)
        shown = [details(text("tree.title"), drawn, key="tree")]
        if self.widget.rings and node is not None and isinstance(node.state, RingState):
            left = ", ".join(f"{name} {number}" for name, number in node.state.rings) or "–"
            shown.append(el("p", text("rings_left", rings=left), data_key="rings-left"))
        return shown

    # --- what is done --------------------------------------------------------------------------------------

    def hit(self, place: str) -> None:
        """A click on an active station shows the run that stands there."""
        tree = self.tree()
        ends = [n for n in tree.nodes if n.depth == self.steps.at and _station(n.state) == place]
        if not ends:
            self.widget.tell(text("tree.not_active", station=place), "error")
            return
        labels = [self._labels(tree, node) for node in ends]
        at = labels.index(self.branch) + 1 if self.branch in labels else 0
        self.branch = labels[at % len(labels)]
        self.widget.tell(text("tree.shown", run=" → ".join(self.branch)))

    def branch_to(self, number: int) -> None:
        """Show the run that ends in a node of the tree."""
        tree = self.tree()
        if 0 <= number < len(tree.nodes):
            node = tree.nodes[number]
            self.branch = self._labels(tree, node)
            self.widget.read = node.depth
            self.widget.tell(text("tree.shown", run=" → ".join(self.branch)))

    def goto(self, at: int) -> None:
        """Read so many symbols."""
        self.widget.read = max(0, min(at, self.steps.total))

    @property
    def at(self) -> int:
        """Number of symbols that are read."""
        return self.steps.at

    def run_on(self) -> None:
        """One symbol more while the word is read by itself."""
        if self.playing:
            self.goto(self.at + 1)
            self.playing = self.at < self.steps.total

    @property
    def edits_table(self) -> bool:
        return True

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        self.widget.replace_position(with_arrow_toggled(self.position, colour, tail, head))


def _station(state: object) -> str:
    return state.station if isinstance(state, RingState) else str(state)

