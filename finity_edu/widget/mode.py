"""What the four modes of the board widget have in common."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

from boardkit.svg import Element, el
from boardkit.theme import style
from boardkit.widget.frame import View, piece
from boardkit.widget.markup import menu
from boardkit.widget.modes import Mode
from finity_edu.draw.board import Marks
from finity_edu.draw.pieces import half_size, lying
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.formal import formal_views
from finity_edu.widget.meanings import NEITHER
from finity_edu.widget.scene import Scene, draw_scene, drawing, tower
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import parse_slot, place_words, seat_words, text


class BoardMode(Mode[BoardState]):
    """A way to use the board; all of them show a scene, and its automaton in the lens."""

    edits_table = False
    """Whether the table of δ can be changed."""

    @property
    def position(self) -> Position:
        """What lies on the board."""
        return self.widget.in_game

    @abstractmethod
    def scene(self) -> Scene:
        """What the board shows."""

    def board(self) -> list[Element]:
        """The board with the tower beside it; the place of an open menu is marked."""
        scene, choices = self.scene(), self.widget.choices
        scene = scene if choices is None else replace(scene, selected=choices[0])
        return [draw_scene(scene, False, self._menu()), tower(scene.word, scene.read)]

    def hit(self, place: str, end: int = NEITHER) -> None:
        """Answer a click on a place; of a slot, its first (0) or second (1) end may be meant. Nothing by default."""
        return

    def drag(self, source: str, target: str, end: int = NEITHER) -> None:
        """Answer a drag to a place; by default as a click on the target."""
        self.hit(target, end)

    def _menu(self) -> Element | None:
        if self.widget.choices is None:
            return None
        place, items = self.widget.choices
        geometry = drawing(self.position.board, False).geometry
        if place in self.position.board.index:
            x, y = geometry.centre(place)
        else:
            x, y = geometry.slot(parse_slot(place))[:2]
        return menu(
            text("menu", place=place_words(self.position.layout, place)),
            items,
            cancel=text("cancel"),
            left=100 * (x + 14) / geometry.width,
            top=100 * (y + 14) / geometry.height,
        )

    def views(self) -> Sequence[View]:
        return formal_views(
            self.position,
            self.widget.seat,
            self.widget.rings,
            self.read_word,
            self.symbols_read,
            tuple(self.way),
            editable=self.edits_table,
        )

    @property
    def read_word(self) -> str:
        """The word that is read."""
        return self.position.word

    @property
    def symbols_read(self) -> int | None:
        """How much of it is read, where it is read step by step."""
        return None

    @property
    def way(self) -> Sequence[str]:
        """The stations of the run that is shown, which the lens shows as well; none by default."""
        return ()

    def choose(self, move: str) -> None:
        """Answer a choice in the menu; nothing by default."""
        return

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        """Answer a change of the table of δ: put an arrow on the board or take it off."""
        self.widget.tell(text("formal.read_only"), "error")


SIZE = 72
"""The size of a station for which the icons are drawn; only its proportions to them matter."""


def icon(tool: str, seat: int = 1, side: int = 40) -> Element:
    """The picture of a piece: the piece as it lies on the board."""
    if tool == "erase":
        drawn, half = eraser(), 12.0
    else:
        drawn, half = lying(tool, seat, SIZE), half_size(tool, SIZE)
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return el("svg", drawn, viewBox=box, width=side, height=side, aria_hidden="true")


def eraser() -> Element:
    """The picture of what takes pieces away."""
    return el(
        "path",
        d="M-7 3L0 -6L7 -1L2 6H-4Z M-3 -2L4 4",
        fill=style.tint,
        stroke=style.rim,
        stroke_width=style.hair,
    )


TOOL_KEYS = {
    "b": "b",
    "w": "w",
    "s": "1",
    "m": "2",
    "l": "3",
    "x": "x",
    "^": "p",
    "erase": "e",
}


def tool_button(
    tool: str,
    current: str,
    seat: int,
    to: Iterable[str] = (),
    left: int | None = None,
    idle: str = "",
) -> Element:
    """A piece of the tray: a click takes it, a drag puts it on the board, `to` is where it may be dropped; `idle` says
    why it cannot be played now."""
    drag = None if tool == "erase" else f"tool:{tool}"
    return piece(
        icon(tool, seat),
        tool_name(tool),
        "tool",
        left=left,
        pressed=tool == current,
        key=TOOL_KEYS[tool],
        drag=drag,
        to=to,
        idle=idle,
        tool=tool,
    )


def tool_name(tool: str) -> str:
    """The name of a piece."""
    id = {"^": "post", "x": "blocker"}.get(tool, tool)
    return text(f"tool.{id}")


def turn_words(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    result = position.result
    if result is not None and len(result.winners) == 1:
        (seat,) = result.winners
        return text("won", player=seat_words(seat))
    if result is not None:
        return text("over", result=str(result))
    return text("turn", player=text(f"seat.{seat_letter(position.turn)}"))


def way_of_winner(position: Position, seat: int) -> Sequence[str]:
    """The way of the winner, if this seat has won."""
    result = position.result
    own = result is not None and seat in result.winners
    return won_path(position).path if own else ()


def won_path(position: Position) -> Marks:
    """The way of the winner, to be marked on the board, if there is one."""
    winners = position.result.winners if position.result is not None else frozenset()
    if len(winners) == 1:
        path = position.full_path(next(iter(winners)))
        return Marks(path or (), on_top=True)
    return Marks()
