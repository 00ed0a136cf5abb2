"""Undo and redo for values that are replaced as a whole, as in the editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from boardkit.messages import Catalogue
from boardkit.svg import Element
from boardkit.widget.markup import Shortcut, button

V = TypeVar("V")
UNDO, REDO = "u", "r"
"""The keys that take a step back and do it again, on every screen."""
UNDO_HELP: Shortcut = (
    f"{UNDO} {REDO}",
    Catalogue("boardkit", "widget").message("help.undo"),
)
"""Their line in the help of a screen."""


def undo_and_redo(say: Callable[[str], str], back: bool, forth: bool) -> list[Element]:
    """The two buttons; each is alive if there is something to take back, or to do again."""
    return [
        button(say("undo"), "undo", key=UNDO, disabled=not back),
        button(say("redo"), "redo", key=REDO, disabled=not forth),
    ]


@dataclass(frozen=True)
class History(Generic[V]):
    """A value with its past and what was undone.

    Examples
    --------
    >>> h = History(1).then(2).then(3)
    >>> h.back().now, h.back().forward().now, h.back().then(9).after
    (2, 3, ())
    """

    now: V
    before: tuple[V, ...] = ()
    after: tuple[V, ...] = ()

    def then(self, value: V) -> History[V]:
        """The history with a new value; nothing changes if it is the same."""
        return self if value == self.now else History(value, (*self.before, self.now))

    def back(self) -> History[V]:
        """One value earlier, if there is one."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (self.now, *self.after))

    def forward(self) -> History[V]:
        """One value later, if there is one."""
        if not self.after:
            return self
        return History(self.after[0], (*self.before, self.now), self.after[1:])
