"""Run: the board reads a word; active stations, dead branches, the tree of runs, rings being used up."""

from collections.abc import Sequence
from itertools import pairwise

from automatakit.automaton.states import label
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from boardkit.messages import numeral
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.markup import bar, button, choice, field
from boardkit.widget.walk import Walk
from finity_edu.automata.steps import run_steps
from finity_edu.automata.views import RingState
from finity_edu.draw.board import Marks
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import SIZES
from finity_edu.widget.meanings import NEITHER, with_arrow_toggled
from finity_edu.widget.mode import BoardMode
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import checked_word, text
from finity_edu.widget.tree import tree_markup

SPEEDS = (2000, 1200, 600, 300)
TREE_LIMIT = 160


class RunMode(Walk, BoardMode):
    """A word being read."""

    name = "run"
    edits_table = True

    def __init__(self, widget: BoardState) -> None:
        super().__init__(widget)
        self.speed = SPEEDS[1]
        self.came_from = 0
        """The symbols that were read before."""
        self.branch: tuple[str, ...] = ()  # labels of the run that is shown, so far
        self._key: object = None
        self._steps: RunSteps | None = None

    def leave(self) -> None:
        self.playing = False

    @property
    def steps(self) -> RunSteps:
        """The run at the present moment."""
        key = (
            self.position.layout,
            self.widget.seat,
            self.widget.word,
            self.widget.rings,
        )
        if self._steps is None or key != self._key:
            self._steps = run_steps(
                self.position,
                self.widget.seat,
                self.widget.word,
                rings=self.widget.rings,
            )
            self._key, self.branch = key, ()
        return self._steps.goto(self.widget.read)

    # --- what is shown -------------------------------------------------------------------------------------

    @property
    def states(self) -> Sequence[object]:
        """The states of the run that is shown."""
        node = self.node()
        if node is None:
            return ()
        return self.tree().path(node)

    @property
    def way(self) -> Sequence[str]:
        return list(map(_station, self.states))

    def scene(self) -> Scene:
        steps, states, path = self.steps, self.states, self.way
        active = set(map(_station, steps.active))
        if self.widget.rings and states:
            shown = self._rings_left(states[-1])
        else:
            shown = self.position.layout
        board = self.position.board
        path = path if all(b in board.neighbours[a] for a, b in pairwise(path)) else []
        return Scene(
            self.position,
            shown,
            self.widget.word,
            Marks(path, tuple(active), arrived=self._arrived()),
            read=steps.at,
        )

    def _arrived(self) -> Sequence[str]:
        """Where the word has been accepted: on the end station, or nowhere."""
        return (self.position.board.end,) if self.steps.accepted else ()

    def board(self) -> list[Element]:
        return [*super().board(), *self._walks()]

    def _walks(self) -> list[Element]:
        """How the tokens have got here with the last symbol, for the page to show; nothing where one has gone back."""
        at = self.steps.at
        if self.came_from != at - 1:
            return []
        nodes = self.tree().nodes
        parents = {node.parent for node in nodes if node.depth == at}
        walks: dict[str, None] = {}
        dies: dict[str, None] = {}
        for node in nodes:
            here = _station(node.state)
            if node.depth == at and node.parent is not None:
                walks[f"{_station(nodes[node.parent].state)}>{here}"] = None
            if node.depth == at - 1 and node.number not in parents:
                dies[here] = None
        shown = el(
            "span",
            hidden="hidden",
            data_walks=" ".join(walks),
            data_dies=" ".join(dies),
            data_key=f"walks-{at}",
        )
        return [shown]

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
        chosen = []
        if self.branch:
            for node in last:
                if self._labels(tree, node)[: len(self.branch)] == self.branch:
                    chosen.append(node)
        hopeful = set(self.steps.hopeful)
        candidates = chosen or last
        for node in candidates:
            if node.state in hopeful:
                return node
        if not candidates:
            return None
        return candidates[0]

    def _labels(self, tree: RunTree, node: TreeNode) -> tuple[str, ...]:
        return tuple(map(label, tree.path(node)))

    def controls(self) -> list[Element]:
        widget = self.widget
        speeds = [
            (str(ms), text("speed.value", seconds=numeral(ms / 1000))) for ms in SPEEDS
        ]
        return [
            bar(
                text("group.word"),
                field(text("word"), "set_word", widget.word),
                button(
                    text("tower"),
                    "set_word",
                    value=self.position.word,
                    title=text("tower_title"),
                ),
            ),
            *self.walking(
                self.speed, choice(text("speed.name"), "speed", speeds, str(self.speed))
            ),
            button(text("rings_count"), "rings", pressed=widget.rings, key="o"),
        ]

    def status(self) -> tuple[str, str]:
        kind = {True: "good", False: "error", None: ""}[self.steps.accepted]
        return kind, str(self.steps.text)

    def views(self) -> Sequence[View]:
        return [View("tree", text("tree.tab"), self._tree), *super().views()]

    def _tree(self) -> list[Element]:
        node = self.node()
        shown = [tree_markup(self.steps, self.tree(), node)]
        if self.widget.rings and node is not None and isinstance(node.state, RingState):
            left = (
                ", ".join(f"{name} {number}" for name, number in node.state.rings)
                or "–"
            )
            shown.append(el("p", text("rings_left", rings=left), data_key="rings-left"))
        return shown

    @property
    def read_word(self) -> str:
        return self.widget.word

    @property
    def symbols_read(self) -> int | None:
        return self.widget.read

    # --- what is done --------------------------------------------------------------------------------------

    def hit(self, place: str, end: int = NEITHER) -> None:
        """A click on an active station shows the run that stands there."""
        tree = self.tree()
        ends = [
            n
            for n in tree.nodes
            if n.depth == self.steps.at and _station(n.state) == place
        ]
        if not ends:
            self.widget.tell(text("tree.not_active", station=place), "error")
            return
        labels = [self._labels(tree, node) for node in ends]
        at = labels.index(self.branch) + 1 if self.branch in labels else 0
        self.branch = labels[at % len(labels)]
        self.widget.tell(text("tree.shown", run=" → ".join(self.branch)))

    @action("branch")
    def branch_to(self, node: int, place: str = "") -> None:
        """Show the run that ends in a node of the tree."""
        tree = self.tree()
        if 0 <= node < len(tree.nodes):
            self.branch = self._labels(tree, tree.nodes[node])
            self.widget.read = tree.nodes[node].depth
            self.widget.tell(text("tree.shown", run=" → ".join(self.branch)))

    @action("speed")
    def set_speed(self, value: int) -> None:
        """Another speed."""
        self.speed = max(100, value)

    @action
    def set_word(self, value: str) -> None:
        """Another word to be read."""
        self.widget.word = checked_word(value)

    @property
    def at(self) -> int:
        """Number of symbols that are read."""
        return self.steps.at

    @property
    def total(self) -> int:
        """Number of symbols."""
        return self.steps.total

    def goto(self, at: int) -> None:
        self.came_from = self.at
        self.widget.read = max(0, min(at, self.total))

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        self.widget.begin_at(with_arrow_toggled(self.position, colour, tail, head))


def _station(state: object) -> str:
    if isinstance(state, RingState):
        return state.station
    return str(state)
