"""What the four modes of the board widget have in common."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

from boardkit.svg import Element, el
from boardkit.theme import piece_colours, style
from boardkit.widget.frame import View, piece
from boardkit.widget.markup import menu
from boardkit.widget.modes import Mode
from finity_edu.draw.board import Marks
from finity_edu.draw.style import look, shape
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.formal import formal_views
from finity_edu.widget.scene import Scene, draw_scene, drawing, tower
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import parse_slot, text


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
            text("menu", place=place),
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

    def choose(self, move: str) -> None:
        """Answer a choice in the menu; nothing by default."""
        return

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        """Answer a change of the table of δ: put an arrow on the board or take it off."""
        self.widget.tell(text("formal.read_only"), "error")


def icon(tool: str, seat: int = 1, side: int = 40) -> Element:
    """The picture of a piece: an arrow, a ring of a size, a blocker, a post."""
    if tool in ("b", "w"):
        drawn = el(
            "path",
            d="M2 8.5H13V4.5L20.5 11L13 17.5V13.5H2Z",
            fill=piece_colours(tool == "b")[0],
            stroke=style.rim,
            stroke_width=style.hair,
            stroke_linejoin="round",
        )
    elif tool in ("s", "m", "l"):
        radius = {"s": 4, "m": 6.2, "l": 8.6}[tool]
        drawn = el(
            "g",
            el(
                "circle",
                cx=11,
                cy=11,
                r=radius,
                fill="none",
                stroke=style.rim,
                stroke_width=style.bold,
            ),
            el(
                "circle",
                cx=11,
                cy=11,
                r=radius,
                fill="none",
                stroke=look(seat).colour,
                stroke_width=style.firm,
            ),
        )
    elif tool == "x":
        drawn = el(
            "rect",
            x=7.5,
            y=3,
            width=7,
            height=16,
            rx=2,
            fill=look(seat).colour,
            stroke=style.rim,
            stroke_width=style.hair,
        )
    elif tool == "^":
        drawn = shape(
            seat,
            11,
            11,
            6.5,
            fill=look(seat).colour,
            stroke=style.rim,
            stroke_width=style.hair,
        )
    else:
        drawn = el(
            "path",
            d="M4 14L11 5L18 10L13 17H7Z M8 9L15 14",
            fill=style.rose,
            stroke=style.rim,
            stroke_width=style.hair,
        )
    return el(
        "svg", drawn, viewBox="0 0 22 22", width=side, height=side, aria_hidden="true"
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
    tool: str, current: str, seat: int, to: Iterable[str] = (), left: int | None = None
) -> Element:
    """A piece of the tray: a click takes it, a drag puts it on the board, `to` is where it may be dropped."""
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
        tool=tool,
    )


def tool_name(tool: str) -> str:
    """The name of a piece."""
    id = {"^": "post", "x": "blocker"}.get(tool, tool)
    return text(f"tool.{id}")


def turn_words(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    if position.result is not None:
        return text("over", result=str(position.result))
    return text("turn", player=text(f"seat.{seat_letter(position.turn)}"))


def won_path(position: Position) -> Marks:
    """The way of the winner, to be marked on the board, if there is one."""
    winners = position.result.winners if position.result is not None else frozenset()
    if len(winners) == 1:
        return Marks(position.full_path(next(iter(winners))) or ())
    return Marks()
