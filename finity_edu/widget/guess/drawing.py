"""Drawing by hand: arrows are laid on a board, or an automaton is drawn on a canvas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from automatakit.widget.canvas import Editor
from automatakit.widget.draft import Draft
from boardkit.svg import Element
from boardkit.widget.actions import Actor
from finity_edu.rules.position import Position
from finity_edu.widget.answer import BoardInput
from finity_edu.widget.guess.hiding import Secret


class Drawing(Actor):
    """Something that is drawn; it answers the page while it is."""

    def secret(self) -> Secret:
        """What is drawn now."""
        raise NotImplementedError

    def stage(self, large: bool) -> Sequence[Element]:
        """Where it is drawn."""
        raise NotImplementedError

    def tools(self) -> Sequence[Element]:
        """What it is drawn with."""
        raise NotImplementedError

    def changes(self) -> Sequence[Element]:
        """What takes changes back."""
        raise NotImplementedError

    def chosen(self) -> Element | None:
        """What can be done with what is chosen."""
        return None

    def hint(self) -> str:
        """What can be done now."""
        return ""


class BoardDrawing(Drawing):
    """Arrows on a board."""

    def __init__(self, empty: Position) -> None:
        self.laid = BoardInput({"board": str(empty)})
        self.laid.mode.tools = ("b", "w", "erase")

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        return do not in _FRAME and self.laid.answer(do, data)

    def secret(self) -> Secret:
        return Secret.of(self.laid.mode.position)

    def stage(self, large: bool) -> Sequence[Element]:
        return self.laid.parts()["board"]

    def tools(self) -> Sequence[Element]:
        return self.laid.parts()["bar"][:1]

    def changes(self) -> Sequence[Element]:
        return self.laid.parts()["bar"][1:]


class CanvasDrawing(Drawing):
    """States and arrows on a canvas."""

    def __init__(self, alphabet: Sequence[str], say: Callable[[str], None]) -> None:
        self.editor = Editor(Draft(tuple(alphabet)), epsilon=False, say=say)

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        return self.editor.answer(do, data)

    def secret(self) -> Secret:
        return Secret(self.editor.draft.automaton())

    def stage(self, large: bool) -> Sequence[Element]:
        return [self.editor.canvas(large)]

    def tools(self) -> Sequence[Element]:
        return self.editor.tools()[:2]

    def changes(self) -> Sequence[Element]:
        return self.editor.tools()[2:]

    def chosen(self) -> Element | None:
        return self.editor.chosen_bar()

    def hint(self) -> str:
        return self.editor.hint()


_FRAME = frozenset({"lang", "switch", "theme", "save", "look", "fold", "mode"})
"""What the frame answers itself, though a board of its own would answer it too."""
