"""What a student sees: a question, what the form check says, the receipt of `submit`.  Standard library only."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING

from boardkit.foreign import as_lines
from boardkit.theme import style
from coursekit.practice.prose import still
from coursekit.texts import CATALOGUE

if TYPE_CHECKING:
    from IPython.display import DisplayHandle

    from coursekit.inputs.widget import AnswerWidget

NOTHING = {"text/plain": ""}
"""What keeps a place on the page."""


@dataclass(frozen=True, repr=False)
class Asked:
    """A question on the screen: text, picture, and below them the input for its answer; `another` may follow it."""

    title: str
    text: str
    picture: str | None = None
    make_input: Callable[[], AnswerWidget | None] | None = field(
        default=None, compare=False
    )
    another: Callable[[], Asked] | None = field(default=None, compare=False)

    @cached_property
    def input(self) -> AnswerWidget | None:
        """The input for its answer, a widget; None where there is none."""
        return None if self.make_input is None else self.make_input()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        above = display(self._above(), raw=True, display_id=True)
        if self.input is not None:
            display(self.input)
            if self.another is not None:
                below = display(NOTHING, raw=True, display_id=True)
                self.input.below = partial(_put, below)
            self._go_on_from(self.input, above)

    def _above(self) -> dict[str, str]:
        """What stands above the input: the picture only where it is not the input itself."""
        clickable = self.input is not None and self.input.pictured is not None
        return (replace(self, picture=None) if clickable else self)._repr_mimebundle_()

    def _go_on_from(self, input: AnswerWidget, above: DisplayHandle) -> None:
        """Let the input ask for another question, which takes the place of this one."""
        if self.another is None:
            return
        make = self.another

        def go_on() -> None:
            new = make()
            above.update(new._above(), raw=True)
            if new.input is not None:
                input.take(new.input)
            new._go_on_from(input, above)

        input.another = go_on

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        markdown = f"**{self.title}**\n\n{self.text}"
        picture = f"\n\n{still(self.picture)}\n" if self.picture else ""
        return {"text/plain": repr(self), "text/markdown": markdown + picture}

    def __repr__(self) -> str:
        return f"{self.title}\n\n{self.text}"


def _put(place: DisplayHandle, widget: object) -> None:
    """Show a widget in a place of the page, or nothing any more."""
    if widget is None:
        place.update(NOTHING, raw=True)
    else:
        place.update(widget)


@dataclass(frozen=True, repr=False)
class Checked:
    """What `check` says about a graded question: only whether the form is right."""

    fine: bool
    message: str

    def _repr_html_(self) -> str:
        colour, sign = (style.blue, "✎") if self.fine else (style.edge, "?")
        return (
            f'<div style="border-left:6px solid {colour};padding:.4em .8em"><strong>{sign}</strong> '
            f"{as_lines(self.message)}</div>"
        )

    def __repr__(self) -> str:
        return f"{'✎' if self.fine else '?'}  {self.message}"


@dataclass(frozen=True, repr=False)
class Missing(Checked):
    """That there is no answer yet; in a notebook it gives way to what is clicked together later.

    `wait` gets what stands on the page, to be updated.
    """

    wait: Callable[[DisplayHandle], None] | None = field(default=None, compare=False)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        handle = display(Checked(self.fine, self.message), display_id=True)
        if self.wait is not None:
            self.wait(handle)


@dataclass(frozen=True, repr=False)
class Receipt:
    """What `submit` wrote, and what is still missing in it."""

    path: str
    content: str
    lines: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(id)}</td><td>{escape(text)}</td></tr>"
            for id, text in self.lines
        )
        notes = "".join(f"<p>⚠ {escape(text)}</p>" for text in self.remarks)
        data = b64encode(self.content.encode()).decode()
        link = (
            f'<a download="{escape(self.path)}" href="data:application/x-ipynb+json;base64,{data}">'
            f"{escape(CATALOGUE.text('handin.download', file=self.path))}</a>"
        )
        return f"<table>{rows}</table>{notes}<p><strong>{link}</strong></p>"

    def __repr__(self) -> str:
        lines = [f"{id}: {text}" for id, text in self.lines] + [
            f"! {text}" for text in self.remarks
        ]
        return "\n".join([*lines, CATALOGUE.text("handin.written", file=self.path)])
