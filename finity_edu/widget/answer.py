"""A board as the input of an answer: arrows and rings are laid on the board that a question gives."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.svg import Element
from boardkit.widget.history import undo_and_redo
from boardkit.widget.markup import bar
from coursekit.answers.arrows import arrow
from coursekit.answers.form import Form
from coursekit.inputs.base import Input
from finity_edu.questions.laying import slotted
from finity_edu.questions.sketches import fitted
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import COLOURS, SIZES, Ring
from finity_edu.rules.position import Position
from finity_edu.widget.board import BoardWidget
from finity_edu.widget.edit import EditMode
from finity_edu.widget.scene import draw_scene
from finity_edu.widget.texts import text

TOOLS = (*COLOURS, *SIZES)


class BoardInput(Input):
    """Arrows by dragging from station to station, or by a click on each; rings by a click; a second time takes away.

    The slots themselves would be too small for a finger.

    Examples
    --------
    >>> board = BoardInput({"board": "bga/abcd b c; posts c@A"})
    >>> board.answer("drag", {"source": "A", "target": "B"}), board.value
    (True, ['bA>B.l'])
    """

    def __init__(self, form: Form) -> None:
        self.given = Position.parse(form["board"])
        self.widget = BoardWidget(
            self.given, mode="edit", modes=("edit",), formal=False
        )
        self.mode.tools = TOOLS
        self.tail: str | None = None

    @property
    def mode(self) -> EditMode:
        """The workshop for positions."""
        mode: EditMode = self.widget.mode_now  # type: ignore[assignment]
        return mode

    @property
    def value(self) -> object:
        """The arrows, and the rings of the first player."""
        layout = self.mode.position.layout
        rings = [
            f"o{ring.station}.{ring.size}"
            for ring in layout.rings
            if ring.seat == 1 and ring not in self.given.layout.rings
        ]
        return list(map(str, layout.arrows)) + rings or ...

    def load(self, answer: Json) -> None:
        board, layout = self.given.board, self.given.layout
        if isinstance(answer, str):
            layout = Position.parse(answer).layout
        elif answer is not ...:
            read = [(piece, arrow(piece)) for piece in answer]
            lanes = {one.edge: one.lane for _, one in read if one is not None}
            stations = [piece[1:].split(".")[0] for piece, one in read if one is None]
            rings = [
                Ring(1, station, SIZES[stations[:n].count(station)])
                for n, station in enumerate(stations)
                if stations[:n].count(station) < len(SIZES)
            ]
            layout = Layout.of(
                board,
                layout.posts,
                rings,
                slotted(board, lanes) or fitted(board, sorted(lanes)),
            )
        self.mode.assigned(replace(self.given, layout=layout))

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        if do not in self.widget.actions and do not in self.mode.actions:
            return False
        tail, self.tail = self.tail, None
        if do == "hit" and self.mode.tool in ("b", "w"):
            if tail is None:
                self.tail = str(data["place"])
            elif tail != data["place"]:
                self.widget.act("drag", source=tail, target=data["place"])
        else:
            self.widget.act(do, **data)
        if self.widget.note is not None and self.widget.note[0] == "error":
            raise UserError(str(self.widget.note[1]))
        return True

    def parts(self) -> Mapping[str, Sequence[Element]]:
        history, scene = (
            self.mode.history,
            replace(self.mode.scene(), word="", selected=self.tail, slots=False),
        )
        again = bar(
            text("group.game"),
            *undo_and_redo(text, bool(history.before), bool(history.after)),
        )
        return {
            "bar": [self.mode.controls()[0], again],
            "board": [draw_scene(scene, large=False)],
        }
