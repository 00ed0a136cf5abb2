"""The picture of a question, in which what an answer names can be clicked: each thing where its name stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from xml.etree import ElementTree

from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from boardkit.widget.markup import hit, ready, stage
from coursekit.inputs.base import TEXTS

text = TEXTS.text

_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset(
    [
        "g",
        "rect",
        "circle",
        "ellipse",
        "line",
        "path",
        "polygon",
        "polyline",
        "text",
        "tspan",
    ]
)
_LOOKS = re.compile(
    r"x|y|r|d|[xy][12]|c[xy]|r[xy]|width|height|points|transform|opacity|text-anchor|dominant-baseline"
    r"|(fill|stroke|font)(-[a-z]+)*"
)
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")
REACH = 32
"""How far from its name a thing can be hit."""
LEAST = 0.7
"""How much the picture shrinks on a narrow page at most: 44 pixels are left for a finger."""


class Pictured:
    """A picture of which only shapes and letters are taken over, so that it does nothing, whoever drew it.

    Parameters
    ----------
    markup : str
        As an SVG document.
    names : collection of str
        What may be clicked.

    Examples
    --------
    >>> from automatakit.draw.automata import automaton_picture
    >>> sorted(Pictured(automaton_picture("ab").markup, ("1", "2", "7")).places)
    ['1', '2']
    """

    @classmethod
    def of(cls, markup: str, names: Collection[str]) -> Pictured | None:
        """A picture in which every name stands once; None for any other."""
        made = cls(markup, names) if names else None
        return made if made is not None and len(made.places) == len(names) else None

    def __init__(self, markup: str, names: Collection[str]) -> None:
        root = ElementTree.fromstring(markup)
        self.width, self.height = (
            float(root.get(side, 0)) for side in ("width", "height")
        )
        self.described = root.findtext(f"{_SVG}desc", "")
        self._shapes = [shape for child in root if (shape := _shape(child)) is not None]
        found: dict[str, list[tuple[float, float]]] = {}
        for shape in self._shapes:
            for name, place in _written(shape):
                found.setdefault(name, []).append(place)
        self.places = {
            name: found[name][0] for name in names if len(found.get(name, ())) == 1
        }
        """Where each thing stands whose name stands in the picture once."""

    @cached_property
    def _drawn(self) -> Element:
        return ready(*self._shapes)

    def stage(self, offered: Mapping[str, str]) -> Element:
        """The picture with what can be clicked now, and the sign that stands at each."""
        hits, signs = [], []
        for n, (name, sign) in enumerate(offered.items()):
            x, y = self.places[name]
            said = (
                f"{name}, {text('chosen')}{'' if sign == '✓' else ' ' + sign}"
                if sign
                else name
            )
            hits.append(
                hit(
                    name,
                    said,
                    x,
                    y,
                    el("circle", cx=x, cy=y, r=REACH),
                    selected=bool(sign),
                    first=not n,
                )
            )
            if sign:
                half = 5 + 5 * len(sign)
                signs.append(
                    el(
                        "g",
                        el(
                            "rect",
                            x=x + 24 - half,
                            y=y - 34,
                            width=2 * half,
                            height=20,
                            rx=10,
                            fill=style.signal,
                        ),
                        label(
                            x + 24,
                            y - 24,
                            sign,
                            style.small,
                            fill=style.on_signal,
                            font_weight="bold",
                        ),
                    )
                )
        return stage(
            self.width,
            self.height,
            [self._drawn, el("g", *signs)],
            hits,
            label=text("picture"),
            description=self.described,
            least=LEAST,
        )

    def picture(self) -> Picture:
        """It, as it stands where nothing can be clicked."""
        return Picture(self.width, self.height, *self._shapes, desc=self.described)


def _shape(node: ElementTree.Element) -> Element | None:
    """A shape with its look, and nothing else."""
    tag = node.tag.removeprefix(_SVG)
    if tag not in _SHAPES:
        return None
    looks = tuple(
        (name, value)
        for name, value in node.items()
        if _LOOKS.fullmatch(name) and "url(" not in value
    )
    inside = (shape for child in node if (shape := _shape(child)) is not None)
    return Element(
        tag,
        looks,
        (*([node.text] if node.text and tag in ("text", "tspan") else []), *inside),
    )


def _written(
    shape: Element, dx: float = 0, dy: float = 0
) -> Iterator[tuple[str, tuple[float, float]]]:
    """All that is written in a shape, and where."""
    if moved := _MOVED.fullmatch(shape.get("transform")):
        dx, dy = dx + float(moved[1]), dy + float(moved[2])
    if shape.tag == "text":
        yield (
            "".join(map(str, shape.children)),
            (dx + float(shape.get("x", "0")), dy + float(shape.get("y", "0"))),
        )
    for child in shape.children:
        if isinstance(child, Element):
            yield from _written(child, dx, dy)
