"""The picture of a question, in which what an answer names can be clicked: each thing where its name stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TypeAlias
from xml.etree import ElementTree

from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from boardkit.widget.markup import LEGIBLE, hit, ready, stage
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
_NUMBER = re.compile(r"\d+(\.\d+)?")
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")
REACH = 32
"""How far from its name a thing can be hit, if nothing larger is drawn around it."""
MARGIN = 14
"""What is left around the picture, so that no mark is cut."""
PHONE = 330
"""How wide a picture is on a phone."""
GROWN = 1.6
"""How many times as large letters are at most on a phone: a name of two letters still has room in its state."""
Points: TypeAlias = Sequence[tuple[float, float]]


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
        sizes = [one.get("font-size", "") for one in root.iter()]
        self.letters = min(
            map(float, filter(_NUMBER.fullmatch, sizes)), default=style.text
        )
        """How large the smallest letters are."""
        self._shapes = [shape for child in root if (shape := _shape(child)) is not None]
        found: dict[str, list[tuple[float, float]]] = {}
        for shape in self._shapes:
            for name, place in _written(shape):
                found.setdefault(name, []).append(place)
        self.places = {
            name: found[name][0] for name in names if len(found.get(name, ())) == 1
        }
        """Where each thing stands whose name stands in the picture once."""
        self.outlines: dict[str, Element] = {}
        """What a name stands in, where that is larger than a finger needs: a hexagon."""
        self._middles: dict[str, tuple[float, float]] = {}
        for points in _polygons(self._shapes):
            for name, place in self.places.items():
                if _wide(points) >= 2 * REACH and _inside(place, points):
                    written = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
                    self.outlines[name] = el("polygon", points=written)
                    self._middles[name] = _middle(points)

    @cached_property
    def _drawn(self) -> Element:
        return ready(*self._shapes)

    def stage(self, offered: Mapping[str, str]) -> Element:
        """The picture with what can be clicked now, each thing marked whole, and last the sign that stands at each."""
        hits, signs = [], []
        for n, (name, sign) in enumerate(offered.items()):
            x, y = self.places[name]
            said = name
            if sign:
                said = f"{name}, {text('chosen')} {sign}".rstrip(" ✓•")
                signs.append(_badge(*self._beside(name), sign, self.letters))
            outline = self.outlines.get(name) or el("circle", cx=x, cy=y, r=REACH)
            hits.append(
                hit(name, said, x, y, outline, selected=bool(sign), first=not n)
            )
        badges = el(
            "g", *signs, pointer_events="none", aria_hidden="true", data_key="signs"
        )
        width = self.width + 2 * MARGIN
        least = LEGIBLE * style.text / self.letters
        short = max(map(len, self.places), default=0) <= 2
        return stage(
            width,
            self.height + 2 * MARGIN,
            [self._drawn],
            [*hits, badges],
            label=text("picture"),
            description=self.described,
            least=least,
            growing=max(1.0, min(width * least / PHONE, GROWN if short else 1.0)),
            corner=(-MARGIN, -MARGIN),
        )

    def _beside(self, name: str) -> tuple[float, float]:
        """Where the sign of a thing stands: beside its name, inside."""
        x, y = self.places[name]
        middle = self._middles.get(name)
        if middle is None or hypot(middle[0] - x, middle[1] - y) < REACH:
            return x + REACH / 2, y - REACH / 2
        part = 26 / hypot(middle[0] - x, middle[1] - y)
        return x + part * (middle[0] - x), y + part * (middle[1] - y)

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


def _badge(x: float, y: float, sign: str, size: float) -> Element:
    high = 0.7 * size
    half = high * (1 + len(sign)) / 2
    ground = el(
        "rect",
        x=x - half,
        y=y - high,
        width=2 * half,
        height=2 * high,
        rx=high,
        fill=style.signal,
        stroke=style.on_signal,
    )
    look = {"fill": style.on_signal, "font_weight": "bold"}
    return el("g", ground, label(x, y, sign, size, **look), class_="gk-badge")


def _polygons(
    shapes: Iterable[Element], dx: float = 0, dy: float = 0
) -> Iterator[Points]:
    """The corners of all polygons."""
    for shape in shapes:
        x, y = dx, dy
        if moved := _MOVED.fullmatch(shape.get("transform")):
            x, y = dx + float(moved[1]), dy + float(moved[2])
        if shape.tag == "polygon":
            pairs = (pair.split(",") for pair in shape.get("points").split())
            yield [(x + float(one), y + float(other)) for one, other in pairs]
        yield from _polygons(
            [child for child in shape.children if isinstance(child, Element)], x, y
        )


def _wide(points: Points) -> float:
    """How wide a polygon is where it is narrower."""
    sides = zip(*points, strict=True)
    return min(max(side) - min(side) for side in sides)


def _middle(points: Points) -> tuple[float, float]:
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _inside(place: tuple[float, float], points: Points) -> bool:
    """Whether a ray from the place crosses the outline an odd number of times."""
    x, y = place
    crossed = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossed = not crossed
    return crossed


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
