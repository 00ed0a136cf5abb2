"""The look of all pictures and widgets in one place: every colour, width of a line and size of a letter.

Drawing code names roles, never colours: ``el("circle", fill=style.ink, stroke_width=style.thin)``.  Which colour a
role has is decided when the picture is written: a file gets the colours of the theme in force (`LIGHT` unless
`using_theme` says otherwise), a widget gets names like ``var(--gk-ink)``, and the page's style sheet has the colours of
all themes, so that it can follow the theme of JupyterLab without asking Python.

A new theme is one more `Theme` here, derived from another by ``dataclasses.replace`` and named in `THEMES`: widgets
know it at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from typing import Any

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
PAGE_FONT = "system-ui, sans-serif"
"""Letters of widgets; pictures keep `FONT`, for which they are laid out."""


class Colour(str):
    """A colour of the light theme that knows its role, so that another theme can write another one."""

    role: str

    def __new__(cls, value: str, role: str = "") -> Colour:
        colour = super().__new__(cls, value)
        colour.role = role
        return colour


@dataclass(frozen=True)
class Theme:
    """A colour for every role; widths of lines and sizes of letters in pixels.

    Nothing is told by colour alone, so that a theme may choose freely; text needs a contrast of 4.5 to what it stands
    on, a shape 3.
    """

    # Text, lines and grounds
    ink: str = "#1A1A1A"
    line: str = "#444444"
    aside: str = "#5B5548"
    edge: str = "#8F8675"
    hairline: str = "#C9C1B2"
    paper: str = "#FFFFFF"
    panel: str = "#FFFFFF"
    tint: str = "#F6F3EC"
    hover: str = "#EBE5D8"
    shade: str = "#E4E0D6"
    shadow: str = "#00000044"
    # What is pointed out: the reader's own place, right and wrong with their grounds
    signal: str = "#0060A0"
    signal_ground: str = "#E3EEF6"
    on_signal: str = "#FFFFFF"
    good: str = "#00694E"
    good_ground: str = "#EBF5F1"
    bad: str = "#A31515"
    bad_ground: str = "#FBEEEE"
    # The palette of Okabe and Ito (https://jfly.uni-koeln.de/color/), safe for colour-blind readers
    black: str = "#000000"
    orange: str = "#E69F00"
    sky: str = "#56B4E9"
    green: str = "#009E73"
    yellow: str = "#F0E442"
    blue: str = "#0072B2"
    vermillion: str = "#D55E00"
    purple: str = "#CC79A7"
    grey: str = "#999999"
    # Players, each with a shape and a pattern of its own
    seat_blue: str = "#2A86CC"
    seat_yellow: str = "#E3B21A"
    seat_red: str = "#D55E00"
    seat_purple: str = "#CC79A7"
    # Marks: pale fills under letters
    lit: str = "#FBE87A"
    fresh: str = "#CDE9F8"
    taken: str = "#BFE5D6"
    early: str = "#F6C9A8"
    rose: str = "#E9C7DB"
    lilac: str = "#D9D2F0"
    cream: str = "#FFF3C4"
    # A scale from paper to deep blue, which is one of greys when colour is lost; what is written on its two parts
    deep: str = "#004A75"
    on_pale: str = "#000000"
    on_deep: str = "#FFFFFF"
    # Boards and pieces; black and white pieces are so in every theme, and what is written on them as well
    ground: str = "#F1EDE4"
    notch: str = "#8E8570"
    piece_black: str = "#1A1A1A"
    piece_white: str = "#FFFFFF"
    rim: str = "#1A1A1A"
    stone_white: str = "#FFFDF4"
    stone_black: str = "#3B3B40"
    sky_on_black: str = "#7CC8F2"
    green_on_black: str = "#62E0B4"
    orange_on_black: str = "#FFA468"
    blue_on_white: str = "#0072B2"
    green_on_white: str = "#007A59"
    held_white: str = "#FBEFC6"
    held_black: str = "#C3CBD6"
    held_by_none: str = "#EFE7F2"
    pit: str = "#68625B"
    pit_rim: str = "#55504A"
    owner: str = "#B08D57"
    plus: str = "#8E3B85"
    # Widths
    hair: float = 1
    thin: float = 1.5
    medium: float = 2
    firm: float = 3
    bold: float = 4
    heavy: float = 5
    # Sizes of letters
    fine: float = 7.5
    note: float = 12.5
    small: float = 14
    text: float = 15
    name: float = 16
    head: float = 18
    title: float = 22
    letter: float = 30

    def __post_init__(self) -> None:
        for role, value in self.colours.items():
            object.__setattr__(self, role, Colour(value, role))

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours by role.

        >>> LIGHT.colours["blue"]
        '#0072B2'
        """
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if isinstance(f.default, str)
        }


LIGHT = style = Theme()

SCREEN = replace(
    LIGHT,
    paper="#FBFAF7",
    ink="#1F2328",
    aside="#4F5661",
    hairline="#E6E2DA",
    signal="#0B63B0",
    good="#0A7D4F",
    bad="#B42318",
)
"""The light theme of widgets, softer than print."""

DARK = replace(
    LIGHT, ink="#ECEEF1", line="#B6BDC7", aside="#A3ABB6", edge="#7C828C", hairline="#3A3F48", paper="#15171B",
    panel="#1C1F25", tint="#1C1F25", hover="#2A2E36", shade="#33373F", shadow="#000000AA", signal="#5AA9EE",
    signal_ground="#1D3145", on_signal="#10141A", good="#4CC79A", good_ground="#16302A", bad="#F2837A",
    bad_ground="#3A1F1E", black="#ECEEF1", blue="#5AA9EE", seat_blue="#4AA0E6", seat_yellow="#EBBF3D",
    green="#35C295", lit="#6B5A00", fresh="#1E4A66", taken="#1B5142", early="#6B3D1E", rose="#5A3349",
    lilac="#42396B", cream="#4B4320",
    deep="#5AA0DA", on_pale="#FFFFFF", on_deep="#000000", ground="#252932", notch="#737A86", rim="#C4CAD3",
    held_white="#463F22", held_black="#2B333F", held_by_none="#2E2734", pit="#0B0C0E", pit_rim="#2C3038",
)  # fmt: skip

HIGH_CONTRAST = replace(
    LIGHT, ink="#000000", line="#000000", aside="#222222", edge="#000000", hairline="#555555", tint="#FFFFFF",
    signal="#003E7A", good="#00452F", bad="#7A0000", ground="#FFFFFF", notch="#5F5F5F", piece_black="#000000",
    rim="#000000", held_white="#FFF3B0", held_black="#B4C0D0",
)  # fmt: skip

THEMES: Mapping[str, Theme] = {"light": SCREEN, "dark": DARK, "contrast": HIGH_CONTRAST}
"""The themes that a widget can be given by name."""

NOTEBOOK: Mapping[str, str] = {
    "paper": "layout-color0",
    "panel": "layout-color1",
    "ink": "content-font-color1",
    "hairline": "border-color2",
}
"""Neutral tones that a widget takes from the theme of JupyterLab, and their names there; what is written aside keeps
our own, which are dark enough."""

_VARIABLES: dict[str, Any] = {
    role: f"var(--gk-{role.replace('_', '-')})" for role in LIGHT.colours
}
PAGE = replace(LIGHT, **_VARIABLES)
"""What widgets write: names that the style sheet of the page explains."""

PALETTE: Mapping[str, str] = {
    name: LIGHT.colours[name]
    for name in (
        "black",
        "orange",
        "sky",
        "green",
        "yellow",
        "blue",
        "vermillion",
        "purple",
        "grey",
    )
}
"""The palette by name; never the only mark of anything."""

_in_force: ContextVar[Theme] = ContextVar("theme", default=LIGHT)


@contextmanager
def using_theme(theme: Theme) -> Iterator[None]:
    """Write pictures with the colours of a theme.

    >>> with using_theme(DARK):
    ...     written(style.paper)
    '#15171B'
    """
    token = _in_force.set(theme)
    try:
        yield
    finally:
        _in_force.reset(token)


def theme_in_force() -> Theme:
    """The theme by which colours are written now."""
    return _in_force.get()


def written(text: str) -> str:
    """A colour as the theme in force writes it; any other text as it is."""
    if isinstance(text, Colour):
        return str(getattr(_in_force.get(), text.role))
    return text


def variables(theme: Theme = LIGHT) -> str:
    """The theme as variables of a style sheet.

    >>> variables().split(";")[0], variables().split(";")[-2]
    ('--gk-ink:#1A1A1A', '--gk-letter:30px')
    """

    def value(item: object) -> str:
        return item if isinstance(item, str) else f"{item}px"

    return "".join(
        f"--gk-{f.name.replace('_', '-')}:{value(getattr(theme, f.name))};"
        for f in fields(theme)
    )


def following(markup: str) -> str:
    """The rules by which a picture of the theme `PAGE` is light or dark, as the place is in which it stands.

    >>> following('<path fill="var(--gk-ink)"/>')
    ':root{--gk-ink:#1A1A1A;}@media(prefers-color-scheme:dark){:root{--gk-ink:#ECEEF1;}}'
    """
    used = dict.fromkeys(re.findall(r"var\((--gk-[a-z-]+)", markup))

    def rules(theme: Theme) -> str:
        known = dict(one.split(":") for one in variables(theme).split(";") if one)
        return ":root{" + "".join(f"{name}:{known[name]};" for name in used) + "}"

    return f"{rules(LIGHT)}@media(prefers-color-scheme:dark){{{rules(DARK)}}}"


def neutral(theme: Theme) -> Theme:
    """The theme with the neutral tones of the notebook that it is shown in, where there is one.

    >>> neutral(DARK).paper
    'var(--jp-layout-color0, #15171B)'
    """
    tones = {
        role: f"var(--jp-{name}, {getattr(theme, role)})"
        for role, name in NOTEBOOK.items()
    }
    return replace(theme, **tones)  # type: ignore[arg-type]


def piece_colours(dark: bool) -> tuple[str, str]:
    """The fill of a black or a white piece, and the colour of what is written on it."""
    if dark:
        return (style.piece_black, style.piece_white)
    return (style.piece_white, style.piece_black)
