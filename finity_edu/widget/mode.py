"""What the four modes of the board widget have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from boardkit.svg import BLACK, WHITE, Element, el
from boardkit.widget.markup import button
from finity_edu.draw.style import INK, look, shape
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.scene import Scene
from finity_edu.widget.texts import text

if TYPE_CHECKING:
    from finity_edu.widget.state import BoardState


Choice = tuple[str, str | None, dict[str, Any]]
"""An item of a menu: text, the reason why it cannot be chosen, and what it sends."""


class Mode(ABC):
    """A way to use the board: it answers clicks and drags, and says what is shown."""

    name: str

    def __init__(self, widget: BoardState) -> None:
        self.widget = widget

    def enter(self) -> None:
        """Begin; raises an error that the reader understands if that is not possible; nothing by default."""
        return

    def leave(self) -> None:
        """End: interrupt what goes on; nothing by default."""
        return

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position that is shown."""

    @abstractmethod
    def scene(self) -> Scene:
        """What the board shows."""

    @abstractmethod
    def controls(self) -> list[Element]:
        """What stands in the bar above the board."""

    def panels(self) -> list[Element]:
        """What stands beside the board, above the formal view."""
        return []

    def status(self) -> tuple[str, str]:
        """What stands below the board where nothing else was said: kind ("", "good" or "error") and text."""
        return "", ""

    def below(self) -> list[Element]:
        """What stands under the status line."""
        return []

    def hit(self, place: str) -> None:
        """Answer a click on a place; nothing by default."""
        return

    def drag(self, source: str, target: str) -> None:
        """Answer a drag to a place; by default as a click on the target."""
        self.hit(target)

    def escape(self) -> None:
        """Answer the Escape key; nothing by default."""
        return

    def choose(self, move: str) -> None:
        """Answer a choice in the menu; nothing by default."""
        return

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        """Answer a change of the table of δ: put an arrow on the board or take it off."""
        self.widget.tell(text("formal.read_only"), "error")

    @property
    def edits_table(self) -> bool:
        """Whether the table of δ can be changed."""
        return False


def icon(tool: str, seat: int = 1) -> Element | None:
    """The picture of a tool: an arrow, a ring of a size, a blocker, a post."""
    if tool in ("b", "w"):
        drawn = el("path", d="M3 9H13V4L21 11L13 18V13H3L6 11Z", fill=BLACK if tool == "b" else WHITE, stroke=INK,
                   stroke_width=1.5, stroke_linejoin="round")
    elif tool in ("s", "m", "l"):
        radius = {"s": 4.5, "m": 6.5, "l": 8.5}[tool]
        drawn = el("g", el("circle", cx=11, cy=11, r=radius, fill="none", stroke=INK, stroke_width=5),
                   el("circle", cx=11, cy=11, r=radius, fill="none", stroke=look(seat).colour, stroke_width=3))
    elif tool == "x":
        drawn = el("rect", x=7, y=3, width=8, height=16, fill=look(seat).colour, stroke=INK, stroke_width=1.5)
    elif tool == "^":
        drawn = shape(seat, 11, 11, 7.5, fill=look(seat).colour, stroke=INK, stroke_width=1.5)
    else:
        return None
    return el("svg", drawn, viewBox="0 0 22 22", width=22, height=22, aria_hidden="true")


TOOL_KEYS = {"hand": "h", "b": "b", "w": "w", "s": "1", "m": "2", "l": "3", "x": "x", "^": "p", "erase": "e"}


def tool_button(tool: str, current: str, seat: int, drag: bool = True) -> Element:
    """A button that chooses a tool; it can be dragged onto the board."""
    key = TOOL_KEYS[tool]
    title = text("tool.title", tool=tool_name(tool), key=key)
    return button(tool_name(tool), "tool", pressed=tool == current, icon=icon(tool, seat), key=key,
                  title=title, drag=f"tool:{tool}" if drag and tool not in ("hand", "erase") else None, tool=tool)


def tool_name(tool: str) -> str:
    """The name of a tool."""
    id = {"^": "post", "x": "blocker"}.get(tool, tool)
    return text(f"tool.{id}")


def turn_words(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    if position.result is not None:
        return text("over", result=str(position.result))
    return text("turn", player=text(f"seat.{seat_letter(position.turn)}"))
