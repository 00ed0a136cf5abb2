"""Modes: ways to use one widget; and what is gone through step by step, by hand or by itself."""

from abc import ABC
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from boardkit.messages import Catalogue
from boardkit.svg import Element
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import GameWidget
from boardkit.widget.frame import Chip, View
from boardkit.widget.markup import bar, button, later

_TEXTS = Catalogue("boardkit", "widget")

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


class Walk(Actor):
    """Something that is gone through step by step.

    Examples
    --------
    >>> class Word(Walk):
    ...     at, total = 0, 2
    ...     def goto(self, at):
    ...         self.at = max(0, min(at, self.total))
    >>> word = Word()
    >>> word.go_or_halt(); word.run_on(); word.run_on()
    >>> word.at, word.playing
    (2, False)
    """

    playing = False
    """Whether it goes on by itself."""

    @property
    def at(self) -> int:
        """The step that is shown."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """How many steps there are."""
        raise NotImplementedError

    def goto(self, at: int) -> None:
        """Show a step, or the nearest one that there is."""
        raise NotImplementedError

    @action
    def step(self, by: int) -> None:
        """Some steps forward or back."""
        self.choose_step(self.at + by)

    @action("goto")
    def choose_step(self, value: int) -> None:
        """To one step; what goes on by itself halts."""
        self.playing = False
        self.goto(value)

    @action("run")
    def go_or_halt(self) -> None:
        """Go on by itself, or halt."""
        self.playing = not self.playing and self.total > 0
        if self.playing and self.at == self.total:
            self.goto(0)

    @action
    def run_on(self) -> None:
        """The next step of what goes on by itself."""
        if self.playing:
            self.goto(self.at + 1)
            self.playing = self.at < self.total

    def walking(
        self, speed: int, *more: Element, key: str = "g", next_too: bool = True
    ) -> list[Element]:
        """What goes through it step by step.

        Parameters
        ----------
        speed : int
            Time of a step in milliseconds, while it goes on by itself.
        *more : Element
            Further controls of the bar.
        key : str
            The key that starts and stops it.
        next_too : bool
            Whether the next step may be taken as it is; it may have to be earned.
        """
        text = _TEXTS.text
        at = self.at
        total = self.total
        blocked = at == total or not next_too
        row = bar(
            text("steps"),
            button("|◀", "goto", title=text("first"), value=0, disabled=at == 0),
            button(text("back"), "step", key="k", by=-1, disabled=at == 0),
            button(text("next"), "step", key="n", by=1, disabled=blocked),
            button("▶|", "goto", title=text("last"), value=total, disabled=blocked),
            button(
                text("halt" if self.playing else "run"),
                "run",
                key=key,
                pressed=self.playing,
                disabled=not next_too,
            ),
            *more,
        )
        return [row, later("run_on", speed, at)] if self.playing else [row]
