"""The pictures of :mod:`boardkit.svg` as matplotlib figures, for papers and slides.

One pixel of a picture becomes one point (1/72 inch).  matplotlib is loaded when a figure is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import atan2, ceil, cos, degrees, hypot, pi, radians, sin, sqrt, tan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardkit.errors import UserError
from boardkit.messages import Catalogue
from boardkit.svg import Element, Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["save", "to_matplotlib"]

_TEXTS = Catalogue("boardkit")
Matrix = tuple[float, float, float, float, float, float]  # (a, b, c, d, e, f) as in SVG
Point = tuple[float, float]
Outline = list[tuple[str, list[Point]]]  # commands M, L, C, Z with their points

_INHERITED = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-dasharray": "none",
    "stroke-linejoin": "miter", "stroke-linecap": "butt", "fill-opacity": "1", "stroke-opacity": "1",
    "font-size": "16", "font-weight": "normal", "font-style": "normal", "text-anchor": "start",
    "dominant-baseline": "auto",
}
# How far the middle of a line of DejaVu Sans lies above its baseline, in units of the font size.
_CENTRAL = 0.36


def to_matplotlib(picture: Picture) -> Figure:
    """Turn a picture into a figure.

    Parameters
    ----------
    picture : Picture

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    UserError
        If matplotlib is missing.
    ValueError
        If the picture leaves the vocabulary of :mod:`boardkit.svg`.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UserError(_TEXTS.message("figure.install")) from None
    figure = Figure(figsize=(picture.width / 72, picture.height / 72), dpi=72)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, picture.width), ylim=(picture.height, 0))
    axes.set_axis_off()
    figure.patch.set_facecolor(picture.background or "none")
    shapes = _shapes(picture.children, (1, 0, 0, 1, 0, 0), _INHERITED)
    for order, (element, matrix, style) in enumerate(shapes):
        if element.tag == "text":
            _add_text(axes, element, matrix, style, order)
        else:
            _add_path(axes, element, matrix, style, order)
    return figure


def save(picture: Picture, path: Path) -> Path:
    """Write a picture to a file; see :meth:`boardkit.svg.Picture.save`."""
    suffix = path.suffix.lower()
    if suffix == ".svg":
        path.write_text(picture.markup + "\n", encoding="utf-8")
    elif suffix == ".png":
        to_matplotlib(picture).savefig(path, dpi=144, metadata={"Software": None})
    elif suffix == ".pdf":  # without a date: the same picture gives the same file
        to_matplotlib(picture).savefig(path, metadata={"CreationDate": None, "Title": picture.title})
    else:
        raise UserError(_TEXTS.message("figure.suffix", name=path.name))
    return path


def _shapes(
    elements: tuple[Element | str, ...], matrix: Matrix, inherited: Mapping[str, str]
) -> Iterator[tuple[Element, Matrix, Mapping[str, str]]]:
    """All drawn elements in order, each with its transformation and its complete style."""
    for element in elements:
        if isinstance(element, str) or element.tag in ("title", "desc"):
            continue
        own = dict(element.attributes)
        style = {**inherited, **{name: value for name, value in own.items() if name in _INHERITED}}
        style["opacity"] = str(float(inherited.get("opacity", "1")) * float(own.get("opacity", "1")))
        here = _transformed(matrix, own.get("transform", ""))
        if element.tag == "g":
            yield from _shapes(element.children, here, style)
        else:
            yield element, here, style


def _numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)]


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    return (a * n[0] + c * n[1], b * n[0] + d * n[1], a * n[2] + c * n[3], b * n[2] + d * n[3],
            a * n[4] + c * n[5] + e, b * n[4] + d * n[5] + f)


def _apply(m: Matrix, point: Point) -> Point:
    return m[0] * point[0] + m[2] * point[1] + m[4], m[1] * point[0] + m[3] * point[1] + m[5]


def _scale(m: Matrix) -> float:
    """By how much lengths grow, on average."""
    return sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def _transformed(matrix: Matrix, text: str) -> Matrix:
    for name, arguments in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        n = _numbers(arguments)
        if name == "translate":
            matrix = _times(matrix, (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0))
        elif name == "scale":
            matrix = _times(matrix, (n[0], 0, 0, n[-1], 0, 0))
        elif name == "rotate":
            about = (n[1], n[2]) if len(n) > 1 else (0.0, 0.0)
            c, s = cos(radians(n[0])), sin(radians(n[0]))
            matrix = _times(_times(matrix, (1, 0, 0, 1, *about)), (c, s, -s, c, 0, 0))
            matrix = _times(matrix, (1, 0, 0, 1, -about[0], -about[1]))
        else:
            raise ValueError(f"the transformation {name!r} is not in the vocabulary of pictures")
    return matrix


def _colour(style: Mapping[str, str], which: str) -> tuple[str, float]:
    return style[which], float(style["opacity"]) * float(style[f"{which}-opacity"])


def _add_path(axes: Any, element: Element, matrix: Matrix, style: Mapping[str, str], order: int) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outlined

    code = {"M": Outlined.MOVETO, "L": Outlined.LINETO, "C": Outlined.CURVE4, "Z": Outlined.CLOSEPOLY}
    codes, points = [], []
    for command, own in _outline(element):
        codes += [code[command]] * max(len(own), 1)
        points += [_apply(matrix, p) for p in own] or [(0.0, 0.0)]
    if not codes:
        return
    width = float(style["stroke-width"]) * _scale(matrix) if style["stroke"] != "none" else 0.0
    dashes = [] if style["stroke-dasharray"] == "none" else _numbers(style["stroke-dasharray"])
    if len(dashes) % 2:
        dashes *= 2
    axes.add_patch(PathPatch(
        Outlined(points, codes), zorder=order, linewidth=width, clip_on=False,
        facecolor="none" if element.tag == "line" else _colour(style, "fill"),
        edgecolor=_colour(style, "stroke"),
        joinstyle=style["stroke-linejoin"],
        capstyle={"square": "projecting"}.get(style["stroke-linecap"], style["stroke-linecap"]),
        # matplotlib measures dashes in units of the line's width
        linestyle=(0, [d * _scale(matrix) / width for d in dashes]) if dashes and width else "solid",
    ))


def _add_text(axes: Any, element: Element, matrix: Matrix, style: Mapping[str, str], order: int) -> None:
    size = _numbers(style["font-size"])[0]
    drop = _CENTRAL * size if style["dominant-baseline"] in ("central", "middle") else 0.0
    x, y = _apply(matrix, (_number(element, "x"), _number(element, "y") + drop))
    text = "".join(child for child in element.children if isinstance(child, str))
    colour, opacity = _colour(style, "fill")
    weight = style["font-weight"]
    axes.text(
        x, y, text, zorder=order, color=colour, alpha=opacity, fontsize=size * _scale(matrix),
        fontweight=int(weight) if weight.isdigit() else weight, fontstyle=style["font-style"],
        family="DejaVu Sans", va="baseline", rotation=-degrees(atan2(matrix[1], matrix[0])),
        ha={"start": "left", "middle": "center", "end": "right"}[style["text-anchor"]],
        rotation_mode="anchor", parse_math=False,
    )


def _number(element: Element, name: str) -> float:
    return float(element.get(name, "0"))


def _outline(element: Element) -> Outline:
    """The outline of a shape, in commands M, L, C and Z."""
    def numbers(*names: str) -> list[float]:
        return [_number(element, name) for name in names]

    match element.tag:
        case "path":
            return list(_path(element.get("d")))
        case "polygon" | "polyline":
            n = _numbers(element.get("points"))
            corners = list(zip(n[::2], n[1::2], strict=True))
            return _polygon(corners, closed=element.tag == "polygon")
        case "line":
            x1, y1, x2, y2 = numbers("x1", "y1", "x2", "y2")
            return _polygon([(x1, y1), (x2, y2)], closed=False)
        case "circle":
            return _ellipse(*numbers("cx", "cy", "r", "r"))
        case "ellipse":
            return _ellipse(*numbers("cx", "cy", "rx", "ry"))
        case "rect":
            return _rect(*numbers("x", "y", "width", "height", "rx"))
    raise ValueError(f"the element {element.tag!r} is not in the vocabulary of pictures")


def _polygon(corners: list[Point], closed: bool) -> Outline:
    outline: Outline = [("M" if n == 0 else "L", [corner]) for n, corner in enumerate(corners)]
    return [*outline, ("Z", [])] if closed else outline


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    return [("M", [(cx + rx, cy)]), *_arc((cx + rx, cy), rx, ry, 0, False, True, (cx - rx, cy)),
            *_arc((cx - rx, cy), rx, ry, 0, False, True, (cx + rx, cy)), ("Z", [])]


def _rect(x: float, y: float, width: float, height: float, r: float) -> Outline:
    right, bottom = x + width, y + height
    r = min(r, width / 2, height / 2)
    if not r:
        return _polygon([(x, y), (right, y), (right, bottom), (x, bottom)], closed=True)
    outline: Outline = [("M", [(x + r, y)])]
    for start, end in (((right - r, y), (right, y + r)), ((right, bottom - r), (right - r, bottom)),
                       ((x + r, bottom), (x, bottom - r)), ((x, y + r), (x + r, y))):
        outline += [("L", [start]), *_arc(start, r, r, 0, False, True, end)]
    return [*outline, ("Z", [])]


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


def _path(d: str) -> Iterator[tuple[str, list[Point]]]:
    """Read path data; the result has commands M, L, C and Z only."""
    here = start = (0.0, 0.0)
    for command, arguments in re.findall(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)", d):
        if command not in _ARGUMENTS:
            raise ValueError(f"the path command {command!r} is not in the vocabulary of pictures")
        n, size = _numbers(arguments), _ARGUMENTS[command]
        if command == "Z":
            here = start
            yield "Z", []
        for at in range(0, len(n) if size else 0, size or 1):
            a = n[at:at + size]
            if command == "H":
                new = a[0], here[1]
            elif command == "V":
                new = here[0], a[0]
            else:
                new = a[-2], a[-1]
            if command == "M" and at == 0:
                start = new
                yield "M", [new]
            elif command == "C":
                yield "C", [(a[0], a[1]), (a[2], a[3]), new]
            elif command == "Q":  # a quadratic curve as a cubic one
                thirds = [(p[0] + 2 / 3 * (a[0] - p[0]), p[1] + 2 / 3 * (a[1] - p[1])) for p in (here, new)]
                yield "C", [*thirds, new]
            elif command == "A":
                yield from _arc(here, a[0], a[1], a[2], bool(a[3]), bool(a[4]), new)
            else:
                yield "L", [new]
            here = new


def _arc(start: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point) -> Outline:
    """An elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry or start == end:
        return [("L", [end])]
    c, s = cos(radians(turn)), sin(radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    grow = max(hypot(x / rx, y / ry), 1.0)  # radii that are too small are scaled up
    rx, ry = rx * grow, ry * grow
    square = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    factor = sqrt(max(square, 0.0) / ((rx * y) ** 2 + (ry * x) ** 2)) * (-1 if large == sweep else 1)
    ex, ey = factor * rx * y / ry, -factor * ry * x / rx
    centre = (c * ex - s * ey + (start[0] + end[0]) / 2, s * ex + c * ey + (start[1] + end[1]) / 2)
    first = atan2((y - ey) / ry, (x - ex) / rx)
    angle = (atan2((-y - ey) / ry, (-x - ex) / rx) - first) % (2 * pi)
    if not sweep:
        angle -= 2 * pi
    pieces = ceil(abs(angle) / (pi / 2) - 1e-9)
    step = angle / pieces
    k = 4 / 3 * tan(step / 4)

    def at(u: float, v: float) -> Point:
        return centre[0] + c * rx * u - s * ry * v, centre[1] + s * rx * u + c * ry * v

    outline: Outline = []
    for n in range(pieces):
        p, q = first + n * step, first + (n + 1) * step
        outline.append(("C", [at(cos(p) - k * sin(p), sin(p) + k * cos(p)),
                              at(cos(q) + k * sin(q), sin(q) - k * cos(q)), at(cos(q), sin(q))]))
    return outline
