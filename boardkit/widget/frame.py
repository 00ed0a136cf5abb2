"""The frame of a game screen: a stage, a sentence, a tray, a lens.

A game says what is to be seen as a `Screen`, and the frame places it: the board has the stage, the players stand on
it as chips, one sentence says what may be done now, the tray holds the pieces themselves, and the lens at the right
shows the same thing in another way, one view at a time. Controls are quiet: one row above, what is rare behind ⋯, keys
behind ``?``. How much room each part has depends on the page alone, so that nothing jumps between two moves.

A widget over a `boardkit.game.Game` is a `boardkit.widget.modal.ModalWidget`: its modes fill the screen
(`boardkit.widget.modes.Mode`: ``board``, ``chips``, ``controls``, ``views``, ``status``, ``aside``, ``record``,
``rare``). Any other one derives from `FramedWidget` and defines ``screen``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import traitlets

from boardkit.credits import credit_parts
from boardkit.messages import LANGUAGES, Catalogue
from boardkit.svg import Element, el
from boardkit.theme import THEMES
from boardkit.widget.actions import action
from boardkit.widget.base import GameWidget, Part
from boardkit.widget.markup import button, choice, field, group

FRAME = ("bar", "players", "board", "status", "tray", "record", "side")
"""The parts of a game screen, in reading order."""

_TEXTS = Catalogue("boardkit", "frame")


@dataclass(frozen=True)
class Chip:
    """A player: colour and shape, name, whose turn, how far its thought is, what the score is.

    Attributes
    ----------
    name : str
    mark : Element, optional
        An ``svg`` of the player's colour and shape.
    note : str
        A few words beside the name: "your move", "thinking", "wins".
    turn, won : bool
    seconds : float, optional
        How long it will think at most, while it thinks; 0 if nobody knows.
    score : int, optional
        Games won, in a match.
    """

    name: str
    mark: Element | None = None
    note: str = ""
    turn: bool = False
    won: bool = False
    seconds: float | None = None
    score: int | None = None


@dataclass(frozen=True)
class View:
    """One view of the lens; its content is made only while it is shown."""

    id: str
    title: str
    content: Callable[[], Iterable[Element | None]]


@dataclass(frozen=True)
class Screen:
    """What is to be seen now; everything but the board may be missing.

    Attributes
    ----------
    board : element or elements
        Made by `boardkit.widget.markup.stage`; what stands beside it, like a tower, is a second element.
    name : str
        The name of the game.
    modes : elements
        The buttons of the ways to use it.
    facts : str
        What is played: rule set, number of players.
    stage : str
        What the board is called on a phone, where it stands behind a tab; "Board" by default.
    players : sequence of Chip
    tray : elements
        The pieces themselves (`piece`), or what goes through a game step by step.
    views : sequence of View
        What the lens can show.
    record : elements
        What happened last, in notation, and what goes back and forth.
    rare : elements
        What stands behind ⋯.
    after : elements
        What stands under the sentence: at the end of a game "again" and "change sides".
    """

    board: Part
    name: str = ""
    modes: Sequence[Element] = ()
    facts: str = ""
    stage: str = ""
    players: Sequence[Chip] = ()
    tray: Sequence[Element] = ()
    views: Sequence[View] = ()
    record: Sequence[Element] = ()
    rare: Sequence[Element] = ()
    after: Sequence[Element] = ()


def piece(
    icon: Element,
    name: str,
    do: str,
    *,
    left: int | None = None,
    pressed: bool = False,
    key: str | None = None,
    drag: str | None = None,
    to: Iterable[str] = (),
    idle: str = "",
    **data: Any,
) -> Element:
    """A piece of the tray: a picture, how many are `left`, and a name for those who do not see it.

    If it cannot be played now, `idle` says why: it is dim, and says so where it is pointed at. The other arguments are
    those of `boardkit.widget.markup.button`.

    >>> print(piece(el("svg"), "Small ring", "tool", left=3, key="1", tool="s"))
    <button type="button" data-do="tool" data-tool="s" aria-label="Small ring, 3 left" ... class="gk-button
    gk-token"><svg/><small aria-hidden="true">3</small></button>
    """
    said = name if left is None else _TEXTS.text("left", name=name, n=left)
    if idle:
        said = f"{said}. {idle}"
        data["why"] = idle
    return button(
        "",
        do,
        pressed=pressed,
        key=key,
        drag=drag,
        to=to,
        cls="gk-token",
        icon=icon,
        title=None if idle else f"{name} ({key})" if key else name,
        disabled=bool(idle),
        said=said,
        count=left,
        **data,
    )


def chips(players: Sequence[Chip]) -> Element | None:
    """The players in a list."""
    if players:
        return el(
            "ul",
            *(_chip(n, player) for n, player in enumerate(players)),
            class_="gk-chips",
            aria_label=_TEXTS.text("players"),
        )
    return None


def _chip(n: int, chip: Chip) -> Element:
    ring = chip.mark
    clock = stop = note = score = None
    if chip.seconds is not None:
        ring = el(
            "span",
            "",
            class_="gk-thought",
            style=f"--gk-time:{chip.seconds}s",
            data_key=f"thought-{n}",
            aria_hidden="true",
        )
        clock = el(
            "span",
            "",
            data_clock="",
            data_key=f"clock-{n}",
            class_="gk-clock",
            aria_hidden="true",
        )
        stop = button("■", "stop", title=_TEXTS.text("stop"), said=_TEXTS.text("stop"))
    if chip.note:
        note = el("small", chip.note)
    if chip.score is not None:
        told = _TEXTS.text("score")
        score = el("b", str(chip.score), title=told, class_="gk-score")
    classes = ["gk-chip"]
    if chip.turn:
        classes.append("gk-turn")
    if chip.won:
        classes.append("gk-won")
    return el(
        "li",
        ring,
        el("strong", chip.name),
        note,
        clock,
        stop,
        score,
        class_=" ".join(classes),
        aria_current="true" if chip.turn else None,
        data_key=f"chip-{n}",
    )


class FramedWidget(GameWidget):
    """A widget that shows a game in the frame.

    Attributes
    ----------
    lens : str
        The view that the lens shows; empty: it is folded away.
    large : bool
        For a lecture hall: board and lens fill the page, and nothing is small. The switch goes on to the board alone,
        and then back.
    """

    lens = traitlets.Unicode("first").tag(sync=True)
    part_players = traitlets.Unicode("").tag(sync=True)
    part_tray = traitlets.Unicode("").tag(sync=True)
    part_record = traitlets.Unicode("").tag(sync=True)

    redraw_on: ClassVar[tuple[str, ...]] = ("lang", "large", "lens")

    def __init__(self, **view: Any) -> None:
        super().__init__(**view)
        self.part_names = list(FRAME)

    def screen(self) -> Screen:
        """What is to be seen now, in the widget's language (already in force)."""
        raise NotImplementedError

    def aside(self) -> str:
        """A smaller sentence below the sentence: the way out; after a refusal, whose turn it is."""
        return ""

    def render_parts(self) -> Mapping[str, Part]:
        screen = self.screen()
        aside = el("p", self.aside(), class_="gk-aside", data_key="aside")
        return {
            "bar": self._bar(screen),
            "players": chips(screen.players),
            "board": screen.board,
            "status": [self.message_line(), aside, *screen.after],
            "tray": screen.tray,
            "record": screen.record,
            "side": self._lens(screen.views, screen.stage),
        }

    # --- the quiet row above -------------------------------------------------------------------------------

    def _bar(self, screen: Screen) -> list[Element | None]:
        text = _TEXTS.text
        options = []
        for code in LANGUAGES:
            chosen = True if code == self.lang else None
            options.append(el("option", code.upper(), value=code, selected=chosen))
        languages = el("select", *options, data_do="lang", aria_label=text("language"))
        name = modes = fold = None
        if screen.name:
            name = el("strong", screen.name, class_="gk-game")
        if len(screen.modes) > 1:
            modes = el(
                "div",
                *screen.modes,
                role="group",
                aria_label=text("modes"),
                class_="gk-modes",
            )
        if screen.views:
            fold = button(
                "◨",
                "fold",
                pressed=bool(self.lens),
                key="f",
                title=text("lens"),
                said=text("lens"),
            )
        return [
            name,
            modes,
            el("span", screen.facts, class_="gk-facts"),
            page_button(text("whole"), "whole", text("whole")),
            languages,
            page_button("⤢", "full", text("full")),
            fold,
            self._keys(),
            self._rare(screen.rare),
            el("p", text("alone"), role="alert", class_="gk-note"),
        ]

    def _keys(self) -> Element | None:
        """What the keys do, behind a question mark."""
        lines = []
        for keys, does in self.keys_told():
            lines.append(el("dt", *(el("kbd", one) for one in keys.split())))
            lines.append(el("dd", does))
        if not lines:
            return None
        table = el("dl", *lines, class_="gk-keys")
        return _fold("?", _TEXTS.text("keys"), table, key="keys")

    def _rare(self, own: Sequence[Element]) -> Element:
        text = _TEXTS.text
        themes = [
            ("auto", text("theme.auto")),
            *((name, text(f"theme.{name}")) for name in THEMES),
        ]
        switches = [
            button(
                text("large") if name == "large" else self.text(id),
                "switch",
                key=key,
                name=name,
                pressed=getattr(self, name),
            )
            for name, (id, key) in self.switches.items()
        ]
        look = choice(text("theme"), "theme", themes, self.theme)
        about = None
        if self.credited is not None:
            credit = el("div", credit_parts(self.credited), class_="gk-credit")
            about = group(text("group.about"), credit)
        return _fold(
            "⋯",
            text("more"),
            *own,
            group(text("group.view"), el("div", *switches, look, class_="gk-row")),
            about,
            key="more",
        )

    @action("theme")
    def dress(self, value: str) -> None:
        """Take another theme."""
        self.theme = value

    # --- to take away --------------------------------------------------------------------------------------

    def game_text(self) -> str:
        """The game as a file."""
        raise NotImplementedError

    @action
    def save(self, kind: str) -> None:
        """Let the page save the game, or the picture of the board."""
        drawn = self.fallback()
        if kind == "game":
            self.send({"file": "game.txt", "text": self.game_text()})
        elif drawn is not None:
            self.send({"file": f"board.{kind}", "text": str(drawn)})

    def saving(self) -> list[Element]:
        """Buttons that save the game as text, and the board as a picture."""
        return [
            button(_TEXTS.text(f"save.{kind}"), "save", kind=kind)
            for kind in ("game", "svg", "png")
        ]

    # --- the lens ------------------------------------------------------------------------------------------

    def _lens(self, views: Sequence[View], stage: str) -> list[Element | None]:
        stage = stage or _TEXTS.text("board")
        if not views or not self.lens:
            return []
        shown = next((view for view in views if view.id == self.lens), views[0])
        tabs = [
            button(view.title, "look", pressed=view is shown, view=view.id)
            for view in views
        ]
        return [
            el(
                "div",
                page_button(stage, "back", stage),
                *tabs,
                role="group",
                aria_label=_TEXTS.text("lens"),
                class_="gk-tabs",
            ),
            el(
                "div",
                *shown.content(),
                class_="gk-view gk-scroll",
                data_key=f"view-{shown.id}",
                tabindex="0",
                role="region",
                aria_label=shown.title,
            ),
        ]

    @action("look")
    def look_at(self, view: str) -> None:
        """Show another view in the lens."""
        self.lens = view

    @action
    def switch(self, name: str) -> None:
        """Turn something on or off; of a lecture hall there are two steps, with the lens and without it."""
        if name != "large" or not self.large:
            if name == "large" and not self.lens:
                self.fold()
            super().switch(name)
        elif self.lens:
            self.fold()
        else:
            self.fold()
            self.large = False

    @action
    def fold(self) -> None:
        """Fold the lens away, or bring back what it has shown last."""
        self.lens, self._folded = ("", self.lens) if self.lens else (self._folded, "")

    _folded = "first"


def copy_button(name: str, text: str) -> Element:
    """A button by which the page copies a text."""
    return el(
        "button",
        name,
        type="button",
        data_page="copy",
        data_text=text,
        data_done=_TEXTS.text("copied"),
        class_="gk-button",
    )


def loading(name: str, accept: str) -> list[Element]:
    """What loads something: a field for its text, and a file."""
    file = el("input", type="file", data_do="load", accept=accept, class_="gk-hidden")
    return [
        field(name, "load", "", size=24),
        el("label", _TEXTS.text("file"), file, class_="gk-button gk-file"),
    ]


def page_button(sign: str, do: str, title: str) -> Element:
    """A button that the page answers by itself: see ``data-page`` at the head of ``kit.js``."""
    return el(
        "button",
        sign,
        type="button",
        data_page=do,
        title=title,
        aria_label=title,
        class_=f"gk-button gk-{do}",
    )


def _fold(sign: str, title: str, *children: Element | None, key: str) -> Element:
    """Something that opens above the board, and closes when something else is done."""
    return el(
        "details",
        el(
            "summary",
            sign,
            title=title,
            aria_label=title,
            class_="gk-button",
            aria_keyshortcuts=sign if sign == "?" else None,
        ),
        el("div", *children, class_="gk-sheet"),
        data_key=key,
        class_="gk-fold",
    )
