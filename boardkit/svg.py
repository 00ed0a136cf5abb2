"""Pictures as values: a small, escaping SVG builder.

A :class:`Picture` is immutable, prints the same text every time, carries a text alternative, shows itself in
a notebook, and is saved as SVG, PNG or PDF.  Presentation attributes are written directly and are inherited from
``g``; classes and data attributes may be added as hooks for widgets.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, degrees, hypot, isfinite, pi, sin
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE, get_language
from boardkit.theme import (
    FONT,
    LIGHT,
    PAGE,
    following,
    style,
    theme_in_force,
    using_theme,
    written,
)


def number(value: float) -> str:
    """Write a number with at most two decimals, the same on every machine.

    Examples
    --------
    >>> number(2.0), number(-0.001), number(1 / 3)
    ('2', '0', '0.33')
    """
    if not isfinite(value):
        raise ValueError(f"a picture cannot hold the number {value}")
    if isinstance(value, int):
        return str(int(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attribute(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, Iterable):  # points and dash patterns
        return " ".join(
            ",".join(map(number, v)) if isinstance(v, Sequence) else number(v)
            for v in value
        )
    raise TypeError(f"{value!r} cannot be an attribute of a picture")


@dataclass(frozen=True)
class Element:
    """An SVG element; made by :func:`el`."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute, by its SVG name."""
        return dict(self.attributes).get(name, default)

    def __str__(self) -> str:
        attributes = "".join(
            [f" {name}={_quoted(value)}" for name, value in self.attributes]
        )
        if not self.children:
            return f"<{self.tag}{attributes}/>"
        inner = "".join(
            [_escaped(c) if isinstance(c, str) else str(c) for c in self.children]
        )
        return f"<{self.tag}{attributes}>{inner}</{self.tag}>"


# Widgets write thousands of these for every click, and hardly any text needs escaping.
_SPECIAL = re.compile(r'[&<>"\n\r\t]')


def _quoted(text: str) -> str:
    if type(text) is not str:
        text = written(text)
    if _SPECIAL.search(text):
        return quoteattr(text)
    return f'"{text}"'


def _escaped(text: str) -> str:
    if _SPECIAL.search(text):
        return escape(text)
    return text


@cache
def _name(keyword: str) -> str:
    return keyword.rstrip("_").replace("_", "-")


def el(tag: str, *children: Element | str | None, **attributes: object) -> Element:
    """Make an element.

    Parameters
    ----------
    tag : str
        The name of the element.
    *children : Element, str or None
        What stands inside; None is left out.
    **attributes
        ``stroke_width`` becomes ``stroke-width``, ``class_`` becomes ``class``; None is left out, floats are
        rounded to two decimals, a sequence of points becomes ``x,y x,y …``.

    Returns
    -------
    Element

    Examples
    --------
    >>> print(el("text", "a < b", x=1.0, font_size=14, class_=None))
    <text x="1" font-size="14">a &lt; b</text>
    >>> print(el("polygon", points=[(0, 0), (1.5, 0), (0, 1)]))
    <polygon points="0,0 1.5,0 0,1"/>
    """
    return Element(
        tag,
        tuple(
            [
                (_name(name), _attribute(value))
                for name, value in attributes.items()
                if value is not None
            ]
        ),
        tuple([child for child in children if child is not None]),
    )


IN_THE_DARK = (
    ':is([data-jp-theme-light="false"],[data-theme="dark"]) img.gk-still'
    "{color-scheme:dark}"
)
"""The rule by which a picture knows that the notebook, or the book, in which it stands is dark."""
SHOWN = 520
"""So wide a picture is in a notebook, if it is not wider by itself."""
MOST = 2.0
"""But not more times as large as it was drawn."""
ROOM = 480
"""So high a picture is in a notebook at most, if it is not higher by itself."""


@dataclass(frozen=True, init=False)
class Picture:
    """A drawing with a size, a title and a text alternative.

    Parameters
    ----------
    width, height : float
        Natural size in pixels.
    *children : Element or None
        What is drawn, later elements on top.
    title, desc : str
        The name of the picture, and what somebody who cannot see it must be told.
    lang : str, optional
        Language of both and of the letters in the picture; the current one by default.
    background : str or None
        Colour behind everything; None leaves the picture transparent.

    Examples
    --------
    >>> p = Picture(20, 10, el("circle", cx=5, cy=5, r=4), title="Dot", desc="A black dot.")
    >>> p == Picture(20, 10, el("circle", cx=5, cy=5, r=4.0), title="Dot", desc="A black dot.")
    True
    >>> "<circle" in str(p), p
    (True, <Picture 20×10: A black dot.>)
    """

    width: float
    height: float
    children: tuple[Element, ...]
    title: str
    desc: str
    lang: str
    background: str | None

    def __init__(
        self,
        width: float,
        height: float,
        *children: Element | None,
        title: str = "",
        desc: str = "",
        lang: str | None = None,
        background: str | None = style.paper,
    ) -> None:
        values = {
            "width": width,
            "height": height,
            "children": tuple(c for c in children if c is not None),
            "title": title,
            "desc": desc,
            "lang": lang or get_language(),
            "background": background,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)  # as dataclasses do for a frozen one

    @property
    def alternative(self) -> str:
        """What stands for the picture where it cannot be seen: the description, else the title."""
        return self.desc or self.title

    def titled(self, title: object, desc: object = None) -> Picture:
        """The same picture under another title, and with another description if there is one.

        >>> Picture(10, 10, desc="A dot.").titled("Dot")
        <Picture 10×10: A dot.>
        """
        return Picture(
            self.width,
            self.height,
            *self.children,
            title=str(title),
            lang=self.lang,
            desc=self.desc if desc is None else str(desc),
            background=self.background,
        )

    @property
    def root(self) -> Element:
        """The complete ``svg`` element."""
        ground = None
        if self.background:
            ground = el(
                "rect", width=self.width, height=self.height, fill=self.background
            )
        body = el("g", ground, *self.children, font_family=FONT)
        # Ids must be unique on a page and equal in every run: they come from the content.
        with using_theme(LIGHT):  # and not from the theme
            key = hashlib.sha256(f"{self.title}{self.desc}{body}".encode()).hexdigest()[
                :10
            ]
        names = [
            (tag, text, f"{tag}-{key}")
            for tag, text in (("title", self.title), ("desc", self.desc))
            if text
        ]
        return el(
            "svg",
            *(el(tag, text, id=id) for tag, text, id in names),
            body,
            xmlns="http://www.w3.org/2000/svg",
            width=self.width,
            height=self.height,
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            role="img",
            lang=self.lang,
            aria_labelledby=" ".join(id for _, _, id in names) or None,
        )

    @property
    def markup(self) -> str:
        """The picture as an SVG document."""
        return str(self.root)

    def __str__(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return (
            f"<Picture {number(self.width)}×{number(self.height)}: {self.alternative}>"
        )

    @property
    def _shown_width(self) -> int:
        """Its width in a notebook: legible from the last row, but no higher than what is seen of the page."""
        high = ROOM * self.width / max(self.height, 1)
        return round(max(self.width, min(SHOWN, MOST * self.width, high)))

    @property
    def following(self) -> str:
        """The document, light or dark as the page is; where a theme was chosen, as that one is."""
        if theme_in_force() is not LIGHT:
            return self.markup
        with using_theme(PAGE):
            markup = self.markup
        head, _, rest = markup.partition(">")
        return f"{head}><style>{following(markup)}</style>{rest}"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        data = base64.b64encode(self.following.encode()).decode()
        image = el(
            "img",
            alt=self.alternative,
            src=f"data:image/svg+xml;base64,{data}",
            width=self.width,
            height=self.height,
            style=f"width:{self._shown_width}px;max-width:100%;height:auto",
            class_="gk-still",
            lang=self.lang,
        )
        return {
            "text/html": f"<style>{IN_THE_DARK}</style>{image}",
            "image/svg+xml": self.markup,
            "text/plain": self.alternative,
        }

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or Path
            The suffix decides: ``.svg``, ``.png`` (two dots to a pixel) or ``.pdf`` (one pixel is one point, 1/72
            inch; letters stay letters).  PNG needs resvg-py, PDF vl-convert.

        Returns
        -------
        Path
            Where it was written.

        Raises
        ------
        UserError
            If the suffix is another one, or what it needs is missing.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix == ".svg":
            path.write_text(self.markup + "\n", encoding="utf-8")
        elif suffix in (".png", ".pdf"):
            path.write_bytes(converted(self.markup, suffix))
        else:
            raise UserError(CATALOGUE.message("figure.suffix", name=path.name))
        return path


def converted(markup: str, suffix: str) -> bytes:
    """The markup as PNG or PDF; the one that is wanted most often has the lighter library."""
    try:
        if suffix == ".png":
            import resvg_py

            return bytes(resvg_py.svg_to_bytes(svg_string=markup, zoom=2))
        import vl_convert

        return bytes(vl_convert.svg_to_pdf(markup))
    except ImportError:
        raise UserError(CATALOGUE.message("figure.install")) from None


def _joined(pictures: Sequence[Picture], gap: float, horizontal: bool) -> Picture:
    if horizontal:
        extent = [(p.width, p.height) for p in pictures]
    else:
        extent = [(p.height, p.width) for p in pictures]
    across = max((b for _, b in extent), default=0)
    groups, along = [], 0.0
    for picture, (a, b) in zip(pictures, extent, strict=True):
        x, y = along, (across - b) / 2
        if not horizontal:
            x, y = y, x
        groups.append(
            el("g", *picture.children, transform=f"translate({number(x)} {number(y)})")
        )
        along += a + gap
    along = max(along - gap, 0)
    width, height = along, across
    if not horizontal:
        width, height = across, along
    return Picture(
        width,
        height,
        *groups,
        title="; ".join(p.title for p in pictures if p.title),
        desc=" ".join(p.desc for p in pictures if p.desc),
        lang=pictures[0].lang if pictures else None,
        background=pictures[0].background if pictures else style.paper,
    )


def beside(*pictures: Picture, gap: float = 16) -> Picture:
    """Put pictures in a row, centred vertically; their titles and descriptions are joined.

    Examples
    --------
    >>> beside(Picture(10, 10, desc="One."), Picture(20, 30, desc="Two."), gap=5)
    <Picture 35×30: One. Two.>
    """
    return _joined(pictures, gap, horizontal=True)


def above(*pictures: Picture, gap: float = 16) -> Picture:
    """Put pictures in a column, centred horizontally; their titles and descriptions are joined."""
    return _joined(pictures, gap, horizontal=False)


def film(pictures: Sequence[Picture], seconds: float = 1) -> Picture:
    """Put pictures one after the other, for ever; who wants no motion, or cannot have it, sees the last one.

    >>> film([Picture(10, 10, desc="One."), Picture(10, 10, desc="Two.")])
    <Picture 10×10: Two.>
    """
    last, total = pictures[-1], seconds * len(pictures)
    css = (
        f".frame{{animation:seen {number(total)}s step-end infinite}}.frame:not(:last-child){{visibility:hidden}}"
        f"@keyframes seen{{0%{{visibility:visible}}{100 / len(pictures)}%{{visibility:hidden}}}}"
        "@media (prefers-reduced-motion:reduce){.frame{animation:none}}"
    )
    frames = []
    for n, picture in enumerate(pictures):
        frames.append(
            el(
                "g",
                *picture.children,
                class_="frame",
                style=f"animation-delay:{number(n * seconds - total)}s",
            )
        )
    return Picture(
        last.width,
        last.height,
        el("style", css),
        el("g", *frames),
        title=last.title,
        desc=last.desc,
    )


def hexagon(
    x: float, y: float, size: float, flat: bool = True, **attributes: object
) -> Element:
    """Draw a regular hexagon.

    Parameters
    ----------
    x, y : float
        The centre.
    size : float
        Distance from the centre to the corners.
    flat : bool
        A side on top (the default), or a corner.
    **attributes
        As for :func:`el`.

    Examples
    --------
    >>> hexagon(0, 0, 10, fill="none").get("points")
    '10,0 5,8.66 -5,8.66 -10,0 -5,-8.66 5,-8.66'
    """
    turns = [(n + (0.0 if flat else 0.5)) * pi / 3 for n in range(6)]
    return el(
        "polygon",
        points=[(x + size * cos(a), y + size * sin(a)) for a in turns],
        **attributes,
    )


def label(
    x: float, y: float, text: object, size: float = style.name, **attributes: object
) -> Element:
    """Write a text centred on a point; ``text_anchor`` and the other attributes may be given.

    Examples
    --------
    >>> print(label(5, 5, "q0"))
    <text x="5" y="5" font-size="16" text-anchor="middle" dominant-baseline="central" fill="...">q0</text>
    """
    standard = {
        "text_anchor": "middle",
        "dominant_baseline": "central",
        "fill": style.ink,
    }
    return el("text", str(text), x=x, y=y, font_size=size, **(standard | attributes))


def plate(
    x: float, y: float, text: object, size: float = style.text, **attributes: object
) -> Element:
    """Write a short text on a white plate, so that it stays legible over lines.

    Parameters
    ----------
    x, y, text, size, **attributes
        As for :func:`label`.

    Examples
    --------
    >>> [child.tag for child in plate(0, 0, "pass").children]
    ['rect', 'text']
    """
    half, high = 0.31 * size * len(str(text)) + 2, 0.6 * size
    return el(
        "g",
        el(
            "rect",
            x=x - half,
            y=y - high,
            width=2 * half,
            height=2 * high,
            fill=style.paper,
            fill_opacity=0.85,
        ),
        label(x, y, text, size, **attributes),
    )


def arrow(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    *,
    bend: float = 0,
    head: float = 12,
    width: float = 2,
    color: str = style.ink,
    **attributes: object,
) -> Element:
    """Draw an arrow from one point to another.

    Parameters
    ----------
    x1, y1, x2, y2 : float
        Tail and tip.
    bend : float
        How far the middle of the shaft swerves to the left, seen in the direction of the arrow, in pixels.
    head : float
        Length of the head.
    width : float
        Width of the shaft.
    color : str
        Colour of both.
    **attributes
        Further attributes of the group.

    Examples
    --------
    >>> [child.tag for child in arrow(0, 0, 50, 0).children]
    ['path', 'polygon']
    """
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    # The control point of a quadratic curve lies twice as far out as its middle.
    cx, cy = (x1 + x2) / 2 + 2 * bend * uy, (y1 + y2) / 2 - 2 * bend * ux
    reach = hypot(x2 - cx, y2 - cy) or 1.0
    vx, vy = (x2 - cx) / reach, (y2 - cy) / reach
    ex, ey = x2 - 0.8 * head * vx, y2 - 0.8 * head * vy
    way = f"L {number(ex)} {number(ey)}"
    if bend:
        way = f"Q {number(cx)} {number(cy)} {number(ex)} {number(ey)}"
    tip = [(0, 0), (-head, 0.4 * head), (-head, -0.4 * head)]
    turn = degrees(atan2(vy, vx))
    return el(
        "g",
        el(
            "path",
            d=f"M {number(x1)} {number(y1)} {way}",
            fill="none",
            stroke=color,
            stroke_width=width,
        ),
        el(
            "polygon",
            points=tip,
            fill=color,
            transform=f"translate({number(x2)} {number(y2)}) rotate({number(turn)})",
        ),
        **attributes,
    )
