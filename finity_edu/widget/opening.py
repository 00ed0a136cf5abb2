"""The first ten seconds of the course: one arrow is laid, and the board is an automaton that reads a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boardkit.messages import get_language
from boardkit.svg import Element
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.history import UNDO
from boardkit.widget.markup import bar, button
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import NEAREST, Arrow
from finity_edu.rules.position import Position
from finity_edu.widget.board import BoardWidget
from finity_edu.widget.formal import automaton
from finity_edu.widget.meanings import NEITHER, Drops, end_of, listed
from finity_edu.widget.mode import BoardMode, tool_button, tool_name
from finity_edu.widget.run import RunMode
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import text

START = "bga/abcd bw c; posts c@A; bridges bA>B.m wC>D.m"
"""After the first symbol there are two tokens, of which one dies with the second one and the other arrives."""
TAIL, HEAD = "A", "C"
LAID = tuple(Arrow("b", TAIL, HEAD, lane) for lane in NEAREST)
"""The arrow that is missing, in each lane."""


class OpeningMode(RunMode):
    """One arrow is laid; then the word is read, step by step."""

    edits_table = False

    def __init__(self, widget: BoardState) -> None:
        super().__init__(widget)
        self.tool = ""

    @property
    def missing(self) -> bool:
        """Whether the arrow is still to be laid."""
        arrows = self.position.layout.arrows
        return not any((arrow.tail, arrow.head) == (TAIL, HEAD) for arrow in arrows)

    def _drops(self) -> Drops:
        if not self.missing:
            return {}
        board = self.position.board
        places = {
            str(board.slots[board.slot_index[arrow.slot]]): (end_of(arrow, board),)
            for arrow in LAID
        }
        return {"tool:b": places, TAIL: {**places, HEAD: ()}}

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        scene, drops = super().scene(), self._drops()
        # All runs count alike: none of them is drawn as the way.
        scene = replace(scene, marks=replace(scene.marks, path=()))
        if not drops:
            return scene
        return replace(
            scene,
            drags={TAIL: listed(drops[TAIL])},
            seat=self.position.turn,
            targets=drops["tool:b"] if self.tool else (),
            hand=tool_name(self.tool) if self.tool else "",
        )

    def controls(self) -> list[Element]:
        if self.missing:
            to = listed(self._drops()["tool:b"])
            return [bar(text("group.tools"), tool_button("b", self.tool, 1, to, 1))]
        done = self.at == self.total
        name = text("opening.again" if done else "opening.step")
        forward = button(name, "forward", key="Space", cls="gk-primary")
        return [
            bar(text("group.word"), forward, button(text("undo"), "undo", key=UNDO))
        ]

    def status(self) -> tuple[str, str]:
        if self.missing:
            return "", text("opening.lay", tail=TAIL, head=HEAD)
        if self.at == 0:
            return "", text("opening.laid", tail=TAIL, head=HEAD)
        return super().status()

    def aside(self) -> str:
        return text("opening.aside") if self.missing else text("opening.space")

    def views(self) -> Sequence[View]:
        def content() -> list[Element]:
            word, read = self.read_word, self.symbols_read
            seat, lang = self.widget.seat, get_language()
            return [automaton(self.position, seat, word, read, (), lang)]

        return [View("picture", text("formal.picture"), content)]

    # --- what is done --------------------------------------------------------------------------------------

    @action("tool")
    def take_tool(self, tool: str) -> None:
        """Take the arrow in hand, or put it down."""
        self.tool = "" if tool == self.tool else tool

    def drop(self) -> None:
        self.tool = ""

    def hit(self, place: str, end: int = NEITHER) -> None:
        """With the arrow in hand a click lays it; once it lies, the word is read on."""
        if not self.missing:
            self.forward()
        elif self.tool:
            self.lay(place)
        else:
            self.widget.tell(text("opening.lay", tail=TAIL, head=HEAD))

    def drag(self, source: str, target: str, end: int = NEITHER) -> None:
        if self.missing and source in ("tool:b", TAIL):
            self.lay(target)
        else:
            self.hit(target)

    def lay(self, place: str) -> None:
        """Lay the arrow into a slot between the two stations, or between them where they are clicked."""
        board = self.position.board
        for arrow in LAID:
            slot, code = board.arrow_code[arrow]
            if place in (HEAD, str(board.slots[slot])):
                self.drop()
                self._show(self.position.layout.with_slot(slot, code))
                return
        self.widget.tell(text("opening.lay", tail=TAIL, head=HEAD), "error")

    def _show(self, layout: Layout) -> None:
        self.widget.begin_at(replace(self.position, layout=layout))

    @action
    def forward(self) -> None:
        """Read the next symbol; after the last one, all of them once more."""
        self.goto(0 if self.at == self.total else self.at + 1)

    @action
    def undo(self) -> None:
        """Take the arrow back."""
        self.goto(0)
        self._show(Position.parse(START).layout)


class OpeningWidget(BoardWidget):
    """A board that lacks one arrow; made by `opening`."""

    def make_modes(self) -> Sequence[BoardMode]:
        return (OpeningMode(self),)


def opening(
    *, lang: str | None = None, large: bool = False, theme: str = "auto"
) -> OpeningWidget:
    """The first ten seconds of the course: drag one arrow, and the board is an automaton.

    The same arrow draws itself in the automaton beside the board. With Space tokens walk on both sides, in step: one
    dies, one arrives.

    Parameters
    ----------
    lang, large, theme
        As for `BoardWidget`.

    Examples
    --------
    >>> first = opening()
    >>> first.act("drag", source="tool:b", target="A-C.m")
    >>> first.act("forward"); first.act("forward")
    >>> first.nfa().accepts_input("bw"), first.read
    (True, 2)
    """
    return OpeningWidget(
        START, mode="run", modes=("run",), lang=lang, large=large, theme=theme
    )
