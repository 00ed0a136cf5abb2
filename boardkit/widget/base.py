"""The anywidget base of the game widgets."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import ClassVar, TypeAlias, TypedDict

import anywidget
import traitlets

from boardkit.credits import credit_parts
from boardkit.errors import UserError, what_happened
from boardkit.foreign import as_lines
from boardkit.foreign_json import Json
from boardkit.messages import (
    LANGUAGES,
    Catalogue,
    Message,
    get_language,
    using_language,
)
from boardkit.svg import IN_THE_DARK, Element, Picture, el
from boardkit.theme import (
    DARK,
    HIGH_CONTRAST,
    PAGE,
    PAGE_FONT,
    SCREEN,
    THEMES,
    neutral,
    using_theme,
    variables,
)
from boardkit.widget.actions import Actor, action
from boardkit.widget.markup import Ready, Shortcut, bar, button, choice, details

PARTS = ("bar", "board", "side", "status", "help")
"""The parts of every widget, in reading order; a part without markup takes no room."""

_TEXTS = Catalogue("boardkit")


Bundle: TypeAlias = tuple[dict[str, object], dict[str, object]]
"""How a notebook shows a value, by media type, and what is said about that."""


class Proposal(TypedDict):
    """A value that a trait is about to take."""

    value: Json


class Change(TypedDict):
    """What has happened to a trait."""

    name: str
    old: Json
    new: Json


_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class)", re.MULTILINE)


def _read(name: str) -> str:
    return resources.files("boardkit.widget").joinpath(name).read_text(encoding="utf-8")


@cache
def es_module() -> str:
    """The page's half as one ES module: the files of this folder in order of need, without imports.

    Examples
    --------
    >>> text = es_module()
    >>> "import " in text.split("function render")[0], text.rstrip().endswith("export default { render };")
    (False, True)
    """
    files = [
        _read(name)
        for name in (
            "geometry.js",
            "morph.js",
            "ghost.js",
            "drag.js",
            "motion.js",
            "kit.js",
        )
    ]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in files)


@cache
def stylesheet() -> str:
    """The look of bars, boards, menus and tables, with the variables of all themes.

    A widget whose theme is "auto" takes its neutral tones from JupyterLab, is dark in a dark theme there or in VS Code,
    and rich in contrast for those who ask their system for it.
    """
    auto = '.gk-root[data-theme="auto"]'
    dark = f':is([data-jp-theme-light="false"], [data-vscode-theme-kind="vscode-dark"]) {auto}'
    return "\n".join(
        [
            f".gk-root {{{variables(neutral(SCREEN))}--gk-font:{PAGE_FONT};}}",
            *(
                f'.gk-root[data-theme="{name}"] {{{variables(theme)}}}'
                for name, theme in THEMES.items()
            ),
            f"{dark} {{{variables(neutral(DARK))}}}",
            f"@media (prefers-contrast: more) {{ {auto} {{{variables(HIGH_CONTRAST)}}} }}",
            IN_THE_DARK,
            _read("kit.css"),
            _read("frame.css"),
        ]
    )


Part = Element | str | Iterable[Element | None] | None
"""What a part of a widget can be given as."""


def _markup(part: Part) -> str:
    if part is None:
        return ""
    if isinstance(part, Element | str):
        return str(part)
    return "".join(str(one) for one in part if one is not None)


class GameWidget(Actor, anywidget.AnyWidget):
    """A widget that Python draws and that reports what its reader does.

    Parameters
    ----------
    lang, large, theme
        As below.

    Attributes
    ----------
    lang : str
        Language of all texts: "en", "de" or "es".
    large : bool
        Large print for a lecture hall.
    theme : str
        The name of a theme ("light", "dark", "contrast"), or "auto": as the page is.
    announcement : str
        What was said last, in words; screen readers read it out.
    tick : int
        Grows by one with every drawing.

    Notes
    -----
    A subclass calls ``super().__init__(lang=…, large=…)`` first, sets up its own state, and then calls `refresh`.
    What the page may ask for is marked with `action`, here or in another `Actor` that `actors` names.
    """

    _esm = es_module()
    _css = stylesheet()

    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    large = traitlets.Bool(False).tag(sync=True)
    theme = traitlets.Enum(("auto", *THEMES), default_value="auto").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    announcement = traitlets.Unicode("").tag(sync=True)
    announced = traitlets.Int(0).tag(sync=True)
    tick = traitlets.Int(0).tag(sync=True)
    part_names = traitlets.List(traitlets.Unicode(), default_value=list(PARTS)).tag(
        sync=True
    )
    part_bar = traitlets.Unicode("").tag(sync=True)
    part_board = traitlets.Unicode("").tag(sync=True)
    part_side = traitlets.Unicode("").tag(sync=True)
    part_status = traitlets.Unicode("").tag(sync=True)
    part_help = traitlets.Unicode("").tag(sync=True)

    redraw_on: ClassVar[tuple[str, ...]] = ("lang", "large")
    """Traits whose assignment draws anew; subclasses add their own."""

    texts: ClassVar[Catalogue]
    """The texts of the widget: a section of its catalogue."""

    credited: Catalogue | None = None
    """The catalogue of the game that is shown, if it is a game; it has the credit."""

    switches: ClassVar[Mapping[str, tuple[str, str | None]]] = {
        "large": ("large", None)
    }
    """Traits that the reader turns on and off, each with the id of its text and its key."""

    def __init__(
        self, *, lang: str | None = None, large: bool = False, theme: str = "auto"
    ) -> None:
        super().__init__(lang=lang or get_language(), large=large, theme=theme)
        self._busy = False
        self.note: tuple[str, object] | None = None
        self._line: tuple[str, str] | None = (
            None  # kind and text of the message line as it is drawn
        )
        self._heard = 0  # announcements until then
        self.on_msg(self._receive)
        self.observe(self._changed, names=["theme", *self.redraw_on])

    # --- for subclasses ------------------------------------------------------------------------------------

    def render_parts(self) -> Mapping[str, Part]:
        """The parts that are not empty, in the widget's language (already in force).

        The part "status" is the message line, and "help" the keys, if they are not named.
        """
        raise NotImplementedError

    def shortcuts(self) -> Sequence[Shortcut]:
        """The keys and what they do, for the help line."""
        return ()

    def keys_told(self) -> Iterator[tuple[str, str]]:
        """The same in words."""
        for keys, does in self.shortcuts():
            yield (
                keys,
                self.text(f"help.{does}") if isinstance(does, str) else str(does),
            )

    def fallback(self) -> Picture | None:
        """The picture that stands for the widget where no kernel runs."""
        return None

    def heading(self) -> str:
        """The name of the widget, for screen readers."""
        return ""

    def status(self) -> tuple[str, str]:
        """Kind ("", "good" or "error") and text of the message line where nothing else was told."""
        return "", ""

    def message_line(self) -> Element:
        """What was told last, else the status; its changes are read out by screen readers."""
        kind, text = self._line or ("", "")
        return el(
            "div",
            Ready("", markup=as_lines(text)),
            class_=f"gk-message gk-{kind}" if kind else "gk-message",
            data_key=f"message-{self.announced}",
        )

    def tell(self, message: object, kind: str = "") -> None:
        """Show a message in the message line, and say it; `kind`: "", "good", "partly" or "error"."""
        self.note = (kind, message)
        self.say(str(message))

    def say(self, text: str | Message) -> None:
        """Announce something to screen readers."""
        with using_language(self.lang):
            self.announcement = str(text)
        self.announced += 1

    def text(self, id: str, /, **values: object) -> str:
        """A text of the widget in the current language."""
        return self.texts.text(id, None, **values)

    def actors(self) -> Sequence[Actor]:
        """Who answers the page; whoever knows an action first."""
        return (self,)

    def settle(self) -> None:
        """Called after every action, before what it has changed is drawn; nothing by default."""
        return

    def forgets(self, do: str) -> bool:
        """Whether an action ends what was told before; the next step of what goes on by itself does not."""
        return do != "run_on"

    # --- what every widget answers -------------------------------------------------------------------------

    def view(self) -> Element:
        """How the widget is shown: what can be turned on and off, and the language."""
        buttons = []
        for name, (id, key) in self.switches.items():
            buttons.append(
                button(
                    self.text(id),
                    "switch",
                    key=key,
                    pressed=getattr(self, name),
                    name=name,
                )
            )
        languages = choice(
            _TEXTS.text("widget.language"),
            "lang",
            [(c, c.upper()) for c in LANGUAGES],
            self.lang,
        )
        return bar(_TEXTS.text("widget.view"), *buttons, languages)

    @action
    def escape(self) -> None:
        """Answer the Escape key; subclasses close what is open."""

    @action
    def switch(self, name: str) -> None:
        """Turn something on or off."""
        if name not in self.switches:
            raise ValueError(
                f"{type(self).__name__} has nothing to switch that is called {name!r}"
            )
        setattr(self, name, not getattr(self, name))

    @action("lang")
    def speak(self, value: str) -> None:
        """Speak another language."""
        self.lang = value

    # --- the loop ------------------------------------------------------------------------------------------

    def act(self, do: str, **data: object) -> None:
        """Do what the reader asked for; the same call that the page makes.

        Parameters
        ----------
        do : str
            Name of the action; of `actors`, the first that knows it answers.
        **data
            What goes with it.

        Raises
        ------
        ValueError
            If the widget has no such action.
        """
        if self.forgets(do):
            self.note = None
        self._busy = True
        try:
            with self.hold_sync():
                try:
                    with using_language(self.lang):
                        self._answer(do, data)
                finally:
                    # The answer may have been another language
                    with using_language(self.lang):
                        self._draw()
        finally:
            self._busy = False

    def _answer(self, do: str, data: Mapping[str, object]) -> None:
        try:
            if not any(actor.answer(do, data) for actor in self.actors()):
                self.unknown(do)
            self.settle()
        except UserError as error:
            self.refuse(error)

    def unknown(self, do: str) -> None:
        """Answer an action that nobody knows."""
        raise ValueError(f"{type(self).__name__} has no action {do!r}")

    def refuse(self, error: UserError) -> None:
        """Tell the reader why something cannot be done."""
        self.tell(error.message, "error")

    def refresh(self) -> None:
        """Draw all parts again; parts that stay the same are not sent."""
        if not self._busy:
            with self.hold_sync(), using_language(self.lang):
                self._draw()

    def _draw(self) -> None:
        self._renew_line()
        with using_theme(PAGE):
            parts = {
                "status": self.message_line(),
                "help": self._key_help(),
                **self.render_parts(),
            }
            for name in self.part_names:
                markup = _markup(parts.get(name))
                self.set_trait(
                    f"part_{name}",
                    markup + str(self._credit()) if name == "help" else markup,
                )
        self.set_trait("title", self.heading())
        self.tick += 1

    def _key_help(self) -> Element | None:
        told = ((el("kbd", keys), f" {does}  ") for keys, does in self.keys_told())
        parts = [part for pair in told for part in pair]
        return el("p", *parts) if parts else None

    def _credit(self) -> Element | str:
        if self.credited is None:
            return ""
        return details(
            _TEXTS.text("widget.credit"),
            credit_parts(self.credited),
            open=False,
            key="credit",
        )

    def _renew_line(self) -> None:
        """The message line of now; its change is said unless something else was said since the last drawing."""
        kind, text = self.note or self.status()
        before, self._line = self._line, (kind, str(text))
        if (
            before is not None
            and before != self._line
            and self.announced == self._heard
        ):
            self.say(str(text))
        self._heard = self.announced

    def _receive(
        self, widget: object, content: Mapping[str, object], buffers: object
    ) -> None:
        data = {str(name): value for name, value in content.items()}
        if data.pop("tick", self.tick) != self.tick:
            return  # sent by itself, but another view of the widget was quicker
        try:
            self.act(str(data.pop("do", "")), **data)
        except Exception as error:  # a mistake of the program: the reader sees it, and not only the log of the kernel
            self.tell(what_happened(error), "error")
            self.refresh()
            raise

    def _changed(self, change: Change) -> None:
        self.refresh()

    def _repr_mimebundle_(self, **kwargs: object) -> Bundle | None:
        """The widget; for places without a kernel (a saved notebook, HTML, PDF) a picture, and how to go on."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        (data, metadata), picture = bundle, self.fallback()
        still = {} if picture is None else picture._repr_mimebundle_()
        with using_language(self.lang):
            said = el(
                "p", _TEXTS.text("widget.still"), class_="gk-still", lang=self.lang
            )
        return {
            **data,
            "text/plain": type(self).__name__,
            **still,
            "text/html": f"{still.get('text/html', '')}{said}",
        }, metadata
