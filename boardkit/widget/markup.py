"""Pieces of markup that every widget needs; all of it is accessible by construction.

Colours and sizes come from ``kit.css``; what the attributes do stands at the head of ``kit.js``.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from boardkit.messages import Message
from boardkit.svg import Element, Picture, el, number

Shortcut: TypeAlias = tuple[str, str | Message]
"""A line in the help of a screen: keys, and what they do, as a text or as the end of the id of a widget's own."""


@dataclass(frozen=True)
class Ready(Element):
    """An element whose markup is written once; made by :func:`ready`."""

    markup: str = ""

    def __str__(self) -> str:
        return self.markup


def ready(*elements: Element) -> Element:
    """Write elements to markup now, for parts that are shown again and again (keep the result).

    >>> part = ready(el("p", "a < b"))
    >>> print(el("div", part))
    <div><p>a &lt; b</p></div>
    """
    return Ready("g", markup="".join(map(str, elements)))


def _data(data: Mapping[str, object]) -> dict[str, str]:
    """What the browser sends back with a control, as attributes."""
    return {f"data_{name}": str(value) for name, value in data.items()}


def button(
    text: str,
    do: str,
    *,
    pressed: bool | None = None,
    disabled: bool = False,
    key: str | None = None,
    title: str | None = None,
    icon: Element | None = None,
    drag: str | None = None,
    to: Iterable[str] = (),
    cls: str = "",
    said: str | None = None,
    count: int | None = None,
    **data: object,
) -> Element:
    """A button.

    Parameters
    ----------
    text : str
        What stands on it.
    do : str
        The action it sends, with `data` (``seat=1`` becomes ``data-seat="1"``).
    pressed : bool, optional
        Makes it a toggle.
    disabled : bool
        Cannot be used now (but can be focused, so that a screen reader finds it).
    key : str, optional
        One-letter shortcut inside the widget.
    title : str, optional
        Longer explanation.
    icon : Element, optional
        An ``svg`` before the text.
    drag : str, optional
        Can be dragged onto places of the board under this name.
    to : iterable of str, optional
        The places that are lit while it is dragged.
    said : str, optional
        Its name for screen readers, where a picture or a sign stands for it.
    count : int, optional
        A small number beside it.

    Examples
    --------
    >>> print(button("Undo", "undo", key="u"))
    <button type="button" data-do="undo" aria-keyshortcuts="u" class="gk-button">Undo</button>
    """
    return el(
        "button",
        icon,
        text,
        None if count is None else el("small", str(count), aria_hidden="true"),
        type="button",
        data_do=do,
        **_data(data),
        aria_label=said,
        aria_pressed=pressed,
        aria_disabled="true" if disabled else None,
        aria_keyshortcuts=key,
        title=title,
        data_drag=drag,
        data_to=" ".join(to) or None,
        class_=f"gk-button {cls}".strip(),
    )


def bar(label: str, *children: Element | None) -> Element:
    """A row of controls with a name.

    >>> print(bar("Game", button("Undo", "undo")))
    <div role="group" aria-label="Game" class="gk-row"><button ...>Undo</button></div>
    """
    return el("div", *children, role="group", aria_label=label, class_="gk-row")


def group(title: str, *rows: Element | None) -> Element:
    """Rows of controls under a title.

    >>> print(group("View", bar("Theme")))
    <div role="group" aria-label="View" class="gk-group"><strong aria-hidden="true">View</strong>...</div>
    """
    head = el("strong", title, aria_hidden="true")
    return el("div", head, *rows, role="group", aria_label=title, class_="gk-group")


ALWAYS = el("span", hidden="hidden", data_key="always", class_="gk-always")
"""In a tray: it is there on a projector too."""


def rows(*bars: Element) -> Element:
    """Rows of controls, one above the other.

    >>> print(rows(bar("Game")))
    <div class="gk-rows"><div role="group" aria-label="Game" class="gk-row"/></div>
    """
    return el("div", *bars, class_="gk-rows")


def field(
    label: str, do: str, value: str, *, size: int = 12, **data: object
) -> Element:
    """A line of text with its label; sends ``value`` when it has been changed.

    >>> print(field("Word", "word", "bbw"))
    <label class="gk-field">Word<input type="text" value="bbw" size="12" data-do="word" .../></label>
    """
    return el(
        "label",
        label,
        el(
            "input",
            type="text",
            value=value,
            size=size,
            data_do=do,
            spellcheck="false",
            autocomplete="off",
            **_data(data),
        ),
        class_="gk-field",
    )


def cell_field(label: str, do: str, value: str, **data: object) -> Element:
    """A line of text in the cell of a table; its label is for screen readers.

    >>> print(cell_field("q0", "rename", "q0", state=1))
    <input type="text" value="q0" size="6" data-do="rename" aria-label="q0" .../>
    """
    return el(
        "input",
        type="text",
        value=value,
        size=max(6, len(value)),
        data_do=do,
        aria_label=label,
        spellcheck="false",
        autocomplete="off",
        class_="gk-cell",
        **_data(data),
    )


def choice(
    label: str, do: str, options: Iterable[tuple[str, str]], value: str, **data: object
) -> Element:
    """A drop-down list with its label; `options` are pairs (value, text).

    >>> print(choice("Seat", "seat", [("1", "c"), ("2", "y")], "2"))
    <label class="gk-field">Seat<select data-do="seat"><option value="1">c</option><option value="2"
    selected="true">y</option></select></label>
    """
    items = (
        el("option", text, value=key, selected=True if key == value else None)
        for key, text in options
    )
    return el(
        "label",
        label,
        el("select", *items, data_do=do, **_data(data)),
        class_="gk-field",
    )


def slider(
    label: str, do: str, value: int, top: int, *, text: str | None = None
) -> Element:
    """A slider from 0 to `top`; `text` says the value in words.

    >>> print(slider("Move", "goto", 2, 9))
    <label class="gk-field gk-slider">Move<input type="range" min="0" max="9" step="1" value="2" data-do="goto"
    aria-valuetext="2"/></label>
    """
    return el(
        "label",
        label,
        el(
            "input",
            type="range",
            min=0,
            max=top,
            step=1,
            value=value,
            data_do=do,
            aria_valuetext=text or str(value),
        ),
        class_="gk-field gk-slider",
    )


def hit(
    place: str,
    label: str,
    x: float,
    y: float,
    shape: Element,
    *,
    target: bool = False,
    selected: bool = False,
    first: bool = False,
    drag: bool = False,
    to: Iterable[str] = (),
    line: bool = False,
    turn: float | None = None,
    lamp: Element | None = None,
    piece: str | None = None,
) -> Element:
    """A place of the board that can be clicked, focused and (if `drag`) dragged from.

    Parameters
    ----------
    place : str
        Its id; a click sends ``{do: "hit", place: id}``.
    label : str
        What it is and what lies there, in words.
    x, y : float
        Its middle, for the arrow keys.
    shape : Element
        Its outline in the picture.
    target, selected : bool
        Whether it is offered, or chosen.
    first : bool
        Whether the Tab key enters the board here.
    to : iterable of str, optional
        The places that are lit while something is dragged from here.
    line : bool
        Whether a line is dragged from here, in place of what lies here.
    turn : float, optional
        Its direction in degrees, if it has one: then a pointer says which of its two ends is meant.
    lamp : Element, optional
        What is lit where it is offered, in place of its outline, which may be larger than what is seen of it.
    piece : str, optional
        The name of the piece that is dragged from here (see `stage`), if it is not that of the place.

    Examples
    --------
    >>> print(hit("N", "Station N", 10, 20, el("circle", cx=10, cy=20, r=5), first=True))
    <g role="button" data-key="hit-N" data-do="hit" data-hit="N" data-x="10" data-y="20" aria-label="Station N"
    tabindex="0" class="gk-hit"><circle cx="10" cy="20" r="5"/></g>
    """
    classes = "gk-hit"
    if target:
        classes += " gk-target"
    if selected:
        classes += " gk-selected"
    return el(
        "g",
        shape,
        lamp,
        role="button",
        data_key=f"hit-{place}",
        data_do="hit",
        data_hit=place,
        data_x=x,
        data_y=y,
        aria_label=label,
        tabindex="0" if first else "-1",
        class_=classes,
        data_drag=place if drag else None,
        data_to=" ".join(to) or None,
        data_line="" if line else None,
        data_turn=turn,
        data_piece=piece,
        aria_pressed=selected or None,
    )


def stage(
    width: float,
    height: float,
    layers: Iterable[Element],
    hits: Iterable[Element],
    *,
    label: str,
    description: str,
    scale: float = 1.0,
    least: float = 0.0,
    growing: float = 1.0,
    over: Element | None = None,
    corner: tuple[float, float] = (0, 0),
    pieces: Mapping[str, tuple[float, Element]] | None = None,
) -> Element:
    """The board: layers of the picture below, the places that can be used on top.

    In the frame it fills the stage. Elsewhere it shrinks with its column, but not below `least` times its size: then it
    is scrolled. On a phone it shrinks further, and its letters are `growing` times as large. A menu stands `over` it.
    Its upper left `corner` need not be (0, 0). `pieces` says how what can be dragged lies on the board, by the name
    under which it is dragged: half its size, and its drawing about the origin, as it lies along the x axis.

    Examples
    --------
    >>> markup = str(stage(10, 10, [el("circle", r=3)], [], label="Board", description="A dot."))
    >>> 'pointer-events="none"' in markup, 'class="gk-hidden"' in markup
    (True, True)
    """
    # Only the places answer the pointer, so that no layer above can swallow a click.
    pictures = (
        el("g", layer, data_key=f"layer-{i}", pointer_events="none", aria_hidden="true")
        for i, layer in enumerate(layers)
    )
    lying = (
        el("g", drawn, data_lies=name, data_half=half, data_key=f"lies-{name}")
        for name, (half, drawn) in (pieces or {}).items()
    )
    svg = el(
        "svg",
        el("defs", *lying, data_key="pieces") if pieces else None,
        *pictures,
        el("g", *hits, data_key="hits"),
        viewBox=" ".join(map(number, (*corner, width, height))),
        width=scale * width,
        height=scale * height,
        class_="gk-board",
        role="group",
        aria_label=label,
        data_key="stage",
    )
    return el(
        "div",
        svg,
        hidden(description),
        over,
        class_="gk-stage gk-scroll" if least else "gk-stage",
        data_key="stage-box",
        style=f"--gk-ratio:{number(width / height)};--gk-wide:{number(scale * width)};--gk-growing:{number(growing)};"
        f"--gk-narrowest:{number(least * width)}",
    )


def later(do: str, wait: int, at: object) -> Element:
    """What is done by itself some milliseconds after drawing; `at` tells one time from the next.

    >>> print(later("run_on", 900, 3))
    <span hidden="hidden" data-do="run_on" data-wait="900" data-key="later-3"/>
    """
    return el(
        "span", hidden="hidden", data_do=do, data_wait=wait, data_key=f"later-{at}"
    )


def hidden(text: str) -> Element:
    """Text for screen readers only."""
    return el("p", text, class_="gk-hidden")


def menu(
    title: str,
    items: Sequence[tuple[str, str | None, dict[str, object]]],
    *,
    cancel: str,
    left: float = 50,
    top: float = 50,
) -> Element:
    """A menu over the board: each item is (text, reason why it cannot be chosen or None, data).

    Choosing an item that cannot be chosen sends it all the same, so that the reason is said.

    Examples
    --------
    >>> markup = str(menu("Here", [("Turn", None, {"move": "~"}), ("Take", "too early", {"move": "-"})],
    ...     cancel="Close"))
    >>> markup.count('role="menuitem"'), 'aria-disabled="true"' in markup
    (3, True)
    """
    entries = []
    for n, (text, reason, data) in enumerate(items):
        entries.append(
            el(
                "button",
                el("span", text),
                el("small", reason) if reason else None,
                type="button",
                role="menuitem",
                tabindex="-1",
                data_do="choose",
                data_key=f"item-{n}",
                aria_disabled="true" if reason else None,
                class_="gk-item",
                **_data(data),
            )
        )
    close = el(
        "button",
        cancel,
        type="button",
        role="menuitem",
        tabindex="-1",
        data_do="escape",
        data_key="close",
        class_="gk-item gk-close",
    )
    style = f"--x:{number(left)}%;--y:{number(top)}%"
    return el(
        "div",
        el("div", title, class_="gk-menu-title", aria_hidden="true"),
        *entries,
        close,
        role="menu",
        aria_label=title,
        class_="gk-menu",
        style=style,
        tabindex="-1",
        data_key=f"menu-{title}-{len(items)}",
    )


def details(
    title: str, *children: Element | str | None, open: bool = True, key: str
) -> Element:
    """A section that can be folded; the reader's choice is kept.

    >>> print(details("Table", el("p", "x"), key="t"))
    <details data-key="t" class="gk-section" open="true"><summary>Table</summary><p>x</p></details>
    """
    return el(
        "details",
        el("summary", title),
        *children,
        data_key=key,
        class_="gk-section",
        open=open or None,
    )


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Element | str]],
    *,
    current: Collection[int] = (),
    cls: str = "",
) -> Element:
    """A table with a caption; the first cell of a row is its heading, and rows may be current.

    >>> str(table("T", ["q", "b"], [["A", "{B}"]], current=[0])).count("gk-current")
    1
    """
    heads = [el("th", text, scope="col") for text in head]
    body = []
    for n, (name, *cells) in enumerate(rows):
        body.append(
            el(
                "tr",
                el("th", name, scope="row"),
                *(el("td", content) for content in cells),
                class_="gk-current" if n in current else None,
                aria_current="true" if n in current else None,
            )
        )
    return el(
        "table",
        el("caption", caption),
        el("thead", el("tr", *heads)),
        el("tbody", *body),
        class_=f"gk-table {cls}".strip(),
    )


LEGIBLE = 0.87
"""Our pictures are not drawn smaller than so where they are to be read: letters of 15 pixels become 13."""


def picture(
    drawn: Picture,
    scale: float = 1.0,
    least: float = 0.0,
    *,
    room: tuple[float, float] = (0, 0),
    cls: str = "",
    filling: bool = False,
) -> Element:
    """A picture inside a widget, with its text alternative.

    It shrinks with its column, but not below `least` times its size: then it is scrolled. Where it will grow, `room` is
    kept for it from the beginning: width and height. Pictures that are `filling` one column share its height.

    >>> str(picture(Picture(10, 10, desc="Dot."))).startswith('<div role="img" aria-label="Dot."')
    True
    """
    width = max(drawn.width, room[0])
    height = max(drawn.height, room[1])
    svg = el(
        "svg",
        *(drawn.root.children[-1:]),
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=scale * width,
        height=scale * height,
        aria_hidden="true",
        style=f"--gk-wide:{number(width)};--gk-ratio:{number(width / height)};--gk-least:{number(least)}",
    )
    return el(
        "div",
        svg,
        role="img",
        aria_label=drawn.alternative,
        class_=f"gk-picture {cls}".strip(),
        tabindex="0" if least else None,
        style=f"flex:{number(height)}" if filling else None,
    )
