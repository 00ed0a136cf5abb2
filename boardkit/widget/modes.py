"""Modes: ways to use one widget."""

from abc import ABC
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from boardkit.svg import Element
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import GameWidget
from boardkit.widget.frame import Chip, View

W = TypeVar("W", bound=GameWidget)


class Mode(Actor, ABC, Generic[W]):
    """A way to use a widget: it says what is shown, and answers what is done.

    A widget asks for no more than stands here, so that it need not know its modes, and modes see the widget below them.
    """

    name: ClassVar[str]

    def __init__(self, widget: W) -> None:
        self.widget = widget

    def enter(self) -> None:
        """Begin; raises an error that the reader understands if that is not possible; nothing by default."""
        return

    def must_be_ready(self) -> None:
        """Raise an error that the reader understands if another mode must not begin now; nothing by default."""
        return

    def leave(self) -> None:
        """End: interrupt what goes on; nothing by default."""
        return

    @property
    def position(self) -> Any:
        """What lies on the board: the position of the game after the moves that are shown."""
        return self.widget.in_game

    def assigned(self, position: Any) -> None:
        """A position was assigned from Python: by default a new game begins there."""
        self.widget.begin_at(position)

    def board(self) -> list[Element]:
        """The board, and what stands beside it on the stage; nothing where there is none."""
        return []

    def chips(self) -> Sequence[Chip]:
        """The players, by name."""
        return ()

    def controls(self) -> list[Element]:
        """What stands in the tray: pieces, or what goes through something step by step."""
        return []

    def views(self) -> Sequence[View]:
        """What the lens can show."""
        return ()

    def record(self) -> list[Element]:
        """What happened last, in notation, and what goes back and forth."""
        return []

    def rare(self) -> list[Element]:
        """What stands behind ⋯."""
        return []

    def after(self) -> list[Element]:
        """What stands under the sentence, for instance at the end of a game."""
        return []

    def aside(self) -> str:
        """A smaller sentence below the sentence: the way out of what is going on."""
        return ""

    def status(self) -> tuple[str, str]:
        """Kind ("", "good" or "error") and text of the message line where nothing else was told."""
        return "", ""

    @action
    def hit(self, place: str) -> None:
        """Answer a click on a place; nothing by default."""
        return

    @action
    def drag(self, source: str, target: str) -> None:
        """Answer a drag to a place; by default as a click on the target."""
        self.hit(target)

    @action("escape")
    def drop(self) -> None:
        """Put down what is in hand; nothing by default."""
        return


AnyMode: TypeAlias = Mode[Any]
"""A mode of whatever widget."""
