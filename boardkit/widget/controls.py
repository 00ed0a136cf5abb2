"""Controls that several widgets have, with their texts."""

from __future__ import annotations

from collections.abc import Iterable

from boardkit.messages import LANGUAGES, Catalogue
from boardkit.svg import Element, el
from boardkit.widget.markup import bar, button, choice

__all__ = ["key_help", "transport", "view"]

_TEXTS = Catalogue("boardkit")


def _text(id: str) -> str:
    return _TEXTS.text(f"widget.{id}")


def transport(playing: bool, at: int, total: int, *more: Element, next_too: bool = True, key: str = "g") -> Element:
    """What goes through something step by step.

    Parameters
    ----------
    playing : bool
        Whether it goes on by itself.
    at, total : int
        The step that is shown, and how many there are.
    *more : Element
        Further controls of the bar.
    next_too : bool
        Whether the next step may be taken as it is; it may have to be earned.
    key : str
        The key that starts and stops it.
    """
    blocked = at == total or not next_too
    return bar(
        _text("steps"),
        button("|◀", "goto", title=_text("first"), value=0, disabled=at == 0),
        button(_text("back"), "step", key="k", by=-1, disabled=at == 0),
        button(_text("next"), "step", key="n", by=1, disabled=blocked),
        button("▶|", "goto", title=_text("last"), value=total, disabled=blocked),
        button(_text("halt" if playing else "run"), "run", key=key, pressed=playing, disabled=not next_too),
        *more,
    )


def view(lang: str, *controls: Element) -> Element:
    """How the widget is shown: some controls of its own, and the language."""
    return bar(_text("view"), *controls, choice(_text("language"), "lang", [(c, c.upper()) for c in LANGUAGES], lang))


def key_help(pairs: Iterable[tuple[str, str]]) -> Element:
    """The help line: keys, and what they do.

    >>> print(key_help([("u r", "undo, redo")]))
    <p><kbd>u r</kbd> undo, redo  </p>
    """
    return el("p", *(part for key, what in pairs for part in (el("kbd", key), f" {what}  ")))
