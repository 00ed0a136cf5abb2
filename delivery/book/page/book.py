"""Python in the reader's page: it makes the widget of a cell, lets it talk to the page, and brings back what was done.

It runs in a worker, in Pyodide.  To widgets the page is a front end of Jupyter's protocol without Jupyter: `PageComm`
carries the messages, as texts.
"""

from __future__ import annotations

import json
import os
import random
import sys
from importlib import import_module
from types import ModuleType
from typing import Any


def _without_shell() -> None:
    """What widgets ask of IPython, without its 8 MB: no shell runs here, and `display` shows nothing."""
    shell, display, core, inner = (ModuleType(f"IPython{name}") for name in
                                   ("", ".display", ".core", ".core.interactiveshell"))
    shell.get_ipython = lambda: None
    shell.display = display
    display.display = display.clear_output = lambda *args, **kwargs: None
    display.Markdown = display.HTML = display.SVG = str
    inner.InteractiveShell = type("InteractiveShell", (), {})
    for module in (shell, core):
        module.__path__ = []
    sys.modules |= {module.__name__: module for module in (shell, display, core, inner)}


class _Later(ModuleType):
    """A package that is imported when something of it is asked for: not everybody who imports it needs it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the machinery of imports looks at these
            raise AttributeError(name)
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


_without_shell()
sys.modules["networkx"] = _Later("networkx")  # automata-lib imports the whole of it for what no widget does

import cells  # noqa: E402
import comm  # noqa: E402
from comm.base_comm import BaseComm  # noqa: E402
from ipywidgets import Widget  # noqa: E402

from amakta.widget import AmaktaWidget  # noqa: E402
from automatakit.widget import AutomatonEditor  # noqa: E402
from boardkit.links import read_link  # noqa: E402
from coursekit.inputs.widget import answer_widget  # noqa: E402
from coursekit.questions import question  # noqa: E402
from finity_edu.widget import BoardWidget  # noqa: E402
from matchbox.widget import MatchboxWidget  # noqa: E402


def post(**message: Any) -> None:
    """Tell the page something."""
    import js

    js.postMessage(json.dumps(message, default=str))


class PageComm(BaseComm):
    """The line between one widget and the page."""

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None,
                    **keys: Any) -> None:
        post(told=msg_type, model=self.comm_id, data=data)


comm.create_comm = PageComm
alive: dict[str, Any] = {}
SETTINGS = ("lang", "large", "theme", "word", "read", "seat", "formal", "rings", "arrows", "graph", "ply", "position")


def start(key: str, code: str, lang: str, saved: str, talk: bool = False) -> None:
    """Make the widget of a cell, and bring it to where it was left, or make it ready for a talk."""
    os.environ["FINITY_LANG"] = lang
    random.seed()  # the picture of the memory has one state for all readers
    widget = cells.run(code, {"__name__": "__main__"})
    if not isinstance(widget, Widget):
        raise ValueError(f"the cell gave {type(widget).__name__}, and no widget")
    alive[widget.model_id] = widget
    if saved:
        resume(widget, json.loads(saved))
    elif talk:
        present(widget)
    post(told="alive", key=key, model=widget.model_id)
    tell_link(widget)


def present(widget: Any) -> None:
    """Show a board as a lecture hall wants it: large, and reading its tower if it has one."""
    if isinstance(widget, BoardWidget) and widget.mode == "edit" and widget.word:
        widget.mode = "run"
    if hasattr(widget, "large"):
        widget.large = True


def resume(widget: Any, saved: dict[str, Any]) -> None:
    """Bring a widget to where it was left.

    A game is told by its moves, because a program may choose others, and what was clicked last may be without an
    answer; everything else is told by all that the reader did.
    """
    if hasattr(widget, "read_game") and "link" in saved:
        told = saved["state"]
        widget.mode = told["mode"]
        widget.set_game(widget.read_game(saved["link"]))
        for name in SETTINGS:
            if name in told and getattr(widget, name) != told[name]:
                setattr(widget, name, told[name])
        if widget.mode == "play":
            widget.mode_now.enter()  # it may be the turn of a program
    for data in saved["sent"]:
        give(widget, data)


def give(widget: Any, data: Any) -> None:
    """Give a widget what the page says."""
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def receive(model: str, data: str) -> None:
    """Give a widget what the page says; the link of a game goes back."""
    give(alive[model], json.loads(data))
    tell_link(alive[model])


def tell_link(widget: Any) -> None:
    """Tell the page the link of a game: all that was clicked until then is in it."""
    if hasattr(widget, "read_game"):
        post(told="link", model=widget.model_id, link=widget.link())


def link(model: str) -> None:
    """Tell the page the link of what a widget shows."""
    post(told="copied", model=model, link=alive[model].link())


def opened(key: str, address: str, lang: str, saved: str) -> None:
    """Make the widget that a link leads to."""
    os.environ["FINITY_LANG"] = lang
    start(key, f"import book\nbook.led({address!r})", lang, saved)


def led(address: str) -> Widget | None:
    """The widget that a link leads to: a position or game, a machine, an automaton, a question."""
    told = read_link(address) or {}
    if "machine" in told:
        return MatchboxWidget(machine=told["machine"], seed=1)
    if "automaton" in told:
        return AutomatonEditor(told["automaton"])
    if "question" in told:
        return asked(told)
    try:
        return BoardWidget(address)
    except ValueError as problem:
        try:
            return AmaktaWidget(address)
        except ValueError:
            raise problem from None


def asked(told: dict[str, str]) -> Widget | None:
    """The input of a question, which judges the answer: for practice."""
    one = question(told["question"]).instance(
        seed=int(told.get("seed", "1")), difficulty=int(told.get("difficulty", "2")), skin=told.get("skin", "board"),
        lang=os.environ["FINITY_LANG"])
    post(told="question", title=one.title, text=one.text, picture="" if one.picture is None else one.picture.markup)
    return answer_widget(one.kind, one.asked_by.full_form(one.data), judge=one.judge)
