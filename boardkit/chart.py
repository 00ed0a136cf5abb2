"""Charts as pictures: lines with bands, bars, heat maps.  Deterministic, legible on a projector, without NumPy.

Colour is never the only mark: lines differ in dashes and end markers and carry their name at their end, bars and
cells carry their value, with the decimal sign of the current language.  Every chart takes ``title`` and ``desc``; the
description is what a reader hears who cannot see the chart, and a short one is made where none is given.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from boardkit.messages import CATALOGUE, numeral
from boardkit.svg import Element, Picture, el, label, plate
from boardkit.theme import style

PALETTE = [
    style.blue,
    style.vermillion,
    style.green,
    style.purple,
    style.black,
    style.orange,
    style.sky,
    style.grey,
]
DASHES: list[tuple[float, ...] | None] = [
    None,
    (10, 5),
    (3, 4),
    (12, 4, 3, 4),
    (6, 3),
    (9, 3, 2, 3, 2, 3),
    (14, 6),
    (4, 8),
]
PALE = 0.725
"""So deep a blue may be for what is written on it to be that of paper, in the light and in the dark."""
NAME = 23
"""Pixels from the name of a line to the next one."""

Mark = tuple[float, float, str]
"""A point that is pointed out: x, y, text."""


@dataclass(frozen=True)
class Line:
    """One line of a chart.

    Parameters
    ----------
    name : str
        Written at the end of the line.
    xs, ys : sequence of float
        The points; a y that is not finite leaves a gap.
    band : sequence of (float, float), optional
        Lower and upper bound at each x, drawn as a pale area.
    style : str
        ``line``, ``dots`` (measured values) or ``steps``.
    color, dash : optional
        By default the next of the palette.
    """

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    band: Sequence[tuple[float, float]] | None = None
    style: str = "line"
    color: str | None = None
    dash: Sequence[float] | None = None


def ticks(low: float, high: float, count: int = 6) -> tuple[float, ...]:
    """Round numbers that divide an interval into about `count` parts.

    Examples
    --------
    >>> ticks(0, 100), ticks(0, 1, 5)
    ((0.0, 20.0, 40.0, 60.0, 80.0, 100.0), (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
    """
    if high <= low:
        return (low,)
    raw = (high - low) / count
    power = 10.0 ** floor(log10(raw))
    step = min((f * power for f in (1, 2, 5, 10)), key=lambda s: abs(s - raw))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(round(n * step, 10) for n in range(first, last + 1))


def _left(y_range: tuple[float, float]) -> float:
    """Room for the numbers and the name of the vertical axis."""
    return 46 + 9.5 * max(len(_plain(t)) for t in ticks(*y_range))


def _plain(value: float) -> str:
    return numeral(value, ".6g")


class Chart(Picture):
    """A picture of lines that knows what it shows: `boardkit.plots.plot` makes a figure of matplotlib of it.

    Parameters
    ----------
    lines : sequence of Line
    labels : (str, str)
        Of the horizontal and of the vertical axis.
    x_range, y_range : (float, float), optional
        As they were asked for.
    marks : sequence of (x, y, text)
    """

    lines: tuple[Line, ...]
    labels: tuple[str, str]
    x_range: tuple[float, float] | None
    y_range: tuple[float, float] | None
    marks: tuple[Mark, ...]

    def __init__(
        self,
        width: float,
        height: float,
        *children: Element,
        title: str,
        lines: Sequence[Line],
        labels: tuple[str, str],
        x_range: tuple[float, float] | None,
        y_range: tuple[float, float] | None,
        marks: Sequence[Mark],
    ) -> None:
        super().__init__(
            width, height, *children, title=title, desc=_describe(title, lines)
        )
        shown = {
            "lines": tuple(lines),
            "labels": labels,
            "x_range": x_range,
            "y_range": y_range,
            "marks": tuple(marks),
        }
        for name, value in shown.items():
            object.__setattr__(self, name, value)  # a picture is frozen


def _stroke(
    start: tuple[float, float],
    end: tuple[float, float],
    color: str,
    width: float,
    dash: Sequence[float] | None = None,
) -> Element:
    (x1, y1), (x2, y2) = start, end
    return el(
        "line",
        x1=x1,
        x2=x2,
        y1=y1,
        y2=y2,
        stroke=color,
        stroke_width=width,
        stroke_dasharray=dash,
    )


@dataclass(frozen=True)
class _Frame:
    """Where the data lie on the picture."""

    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]
    left: float = 76
    right: float = 24
    top: float = 52
    bottom: float = 64
    whole: bool = False
    """Whether the vertical axis counts things, of which there is no half."""

    def px(self, x: float) -> float:
        span = (self.x[1] - self.x[0]) or 1.0
        return self.left + (x - self.x[0]) / span * (
            self.width - self.left - self.right
        )

    def py(self, y: float) -> float:
        span = (self.y[1] - self.y[0]) or 1.0
        return (
            self.height
            - self.bottom
            - (y - self.y[0]) / span * (self.height - self.top - self.bottom)
        )

    def axes(
        self,
        title: str,
        x_label: str,
        y_label: str,
        x_ticks: Sequence[tuple[float, str]],
    ) -> list[Element]:
        parts = []
        x0 = self.px(self.x[0])
        x1 = self.px(self.x[1])
        y0 = self.py(self.y[0])
        # A low picture has room for fewer numbers
        room = int((self.height - self.top - self.bottom) / 28)
        heights = ticks(*self.y, count=max(2, min(6, room)))
        for y in filter(float.is_integer, heights) if self.whole else heights:
            here = self.py(y)
            parts.append(_stroke((x0, here), (x1, here), style.hairline, style.hair))
            look = {"text_anchor": "end", "fill": style.line}
            parts.append(label(x0 - 8, here, _plain(y), style.text, **look))
        for x, text in x_ticks:
            here = self.px(x)
            parts.append(_stroke((here, y0), (here, y0 + 6), style.line, style.thin))
            parts.append(label(here, y0 + 19, text, style.text, fill=style.line))
        parts.append(
            el(
                "path",
                d=f"M {x0:.2f} {self.py(self.y[1]):.2f} L {x0:.2f} {y0:.2f} L {x1:.2f} {y0:.2f}",
                fill="none",
                stroke=style.line,
                stroke_width=style.thin,
            )
        )
        parts.append(
            label(
                self.left,
                22,
                title,
                style.head,
                text_anchor="start",
                font_weight="bold",
            )
        )
        parts.append(label((x0 + x1) / 2, y0 + 46, x_label))
        middle = (self.py(self.y[0]) + self.py(self.y[1])) / 2
        parts.append(
            label(0, 0, y_label, transform=f"translate(20 {middle:.2f}) rotate(-90)")
        )
        return parts


def _runs(frame: _Frame, line: Line) -> list[list[tuple[float, float]]]:
    """The points of a line on the picture, cut where values are missing."""
    runs: list[list[tuple[float, float]]] = [[]]
    for x, y in zip(line.xs, line.ys, strict=True):
        if isfinite(y):
            if line.style == "steps" and runs[-1]:
                runs[-1].append((frame.px(x), runs[-1][-1][1]))
            runs[-1].append((frame.px(x), frame.py(y)))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _marker(shape: int, x: float, y: float, r: float, color: str) -> Element:
    if shape % 4 == 1:
        return el("rect", x=x - r, y=y - r, width=2 * r, height=2 * r, fill=color)
    if shape % 4 == 2:
        return el(
            "polygon",
            points=[(x, y - 1.3 * r), (x + 1.2 * r, y + r), (x - 1.2 * r, y + r)],
            fill=color,
        )
    if shape % 4 == 3:
        w = 1.4 * r
        return el(
            "polygon",
            points=[(x, y - w), (x + w, y), (x, y + w), (x - w, y)],
            fill=color,
        )
    return el("circle", cx=x, cy=y, r=r, fill=color)


class _Key(NamedTuple):
    """How a line is told from the others."""

    color: str
    dash: Sequence[float] | None
    shape: int


def _key(n: int, line: Line) -> _Key:
    # From the ninth line on the colours come again, with other dashes.
    dash = DASHES[(n + n // len(PALETTE)) % len(DASHES)]
    if line.dash is not None:
        dash = tuple(line.dash)
    return _Key(line.color or PALETTE[n % len(PALETTE)], dash, n)


def _draw(frame: _Frame, line: Line, key: _Key) -> list[Element]:
    parts = []
    upper, lower = [], []
    for x, (a, b) in zip(line.xs, line.band or (), strict=bool(line.band)):
        if isfinite(a) and isfinite(b):
            lower.append((frame.px(x), frame.py(a)))
            upper.append((frame.px(x), frame.py(b)))
    if upper:
        parts.append(
            el(
                "polygon",
                points=[*upper, *reversed(lower)],
                fill=key.color,
                fill_opacity=0.2,
                stroke="none",
            )
        )
    for run in _runs(frame, line):
        if line.style == "dots" or len(run) == 1:
            parts += [_marker(key.shape, x, y, 3, key.color) for x, y in run]
        else:
            parts.append(
                el(
                    "polyline",
                    points=run,
                    fill="none",
                    stroke=key.color,
                    stroke_width=style.firm,
                    stroke_dasharray=key.dash,
                    stroke_linejoin="round",
                )
            )
    return parts


def _apart(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move label heights apart without changing their order."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed: list[float] = []
    for i in order:
        placed.append(max(wanted[i], placed[-1] + gap if placed else low))
    for n in reversed(range(len(placed))):
        placed[n] = min(placed[n], high)
        high = placed[n] - gap
    return [height for _, height in sorted(zip(order, placed, strict=True))]


def line_chart(
    lines: Sequence[Line],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    width: float = 860,
    height: float = 440,
    marks: Sequence[Mark] = (),
    x_ticks: Sequence[float] | None = None,
    below: bool = False,
) -> Chart:
    """Draw lines over common axes, each with its name at its end.

    Parameters
    ----------
    lines : sequence of Line
    x_range, y_range : (float, float), optional
        By default from the data.
    marks : sequence of (x, y, text)
        Points to be pointed out.
    x_ticks : sequence of float, optional
        Where the horizontal axis is labelled; by default at round numbers.
    below : bool
        Write the names below, for a narrow column; the height grows by them.

    Returns
    -------
    Chart

    Examples
    --------
    >>> chart = line_chart([Line("up", [0, 1, 2], [0, 1, 4])], title="Squares")
    >>> chart.desc
    'Squares. up: from 0 to 4, lowest 0, highest 4.'
    """
    x_shown = x_range or _span(x for line in lines for x in line.xs)
    y_shown = y_range or _span(y for line in lines for y in _heights(line))
    if below:
        names, right = NAME * len(lines), 24.0
    else:
        longest = max((len(line.name) for line in lines), default=0)
        names, right = 0, min(56 + 9.2 * longest, 0.42 * width)
    frame = _Frame(
        width,
        height + names,
        x_shown,
        y_shown,
        left=_left(y_shown),
        right=right,
        bottom=64 + names,
    )
    parts = frame.axes(
        title, x_label, y_label, [(x, _plain(x)) for x in x_ticks or ticks(*x_shown)]
    )
    keys = [_key(n, line) for n, line in enumerate(lines)]
    for line, key in zip(lines, keys, strict=True):
        parts += _draw(frame, line, key)
    if below:
        x, heights = 20.0, [height + NAME * n for n in range(len(lines))]
    else:
        x = width - frame.right + 10
        heights = _apart(
            [_end(frame, line) for line in lines],
            NAME,
            frame.top,
            height - frame.bottom,
        )
    for y, line, key in zip(heights, lines, keys, strict=True):
        parts += _named(x, y, line, key)
    parts += _marked(frame, marks)
    return Chart(
        width,
        height + names,
        *parts,
        title=title,
        lines=lines,
        labels=(x_label, y_label),
        x_range=x_range,
        y_range=y_range,
        marks=marks,
    )


def _heights(line: Line) -> Iterator[float]:
    """All heights of a line and its band."""
    yield from line.ys
    for pair in line.band or ():
        yield from pair


def _span(values: Iterable[float]) -> tuple[float, float]:
    finite = [value for value in values if isfinite(value)]
    return min(finite, default=0), max(finite, default=1)


def _end(frame: _Frame, line: Line) -> float:
    """The height at which a line ends on the picture."""
    runs = _runs(frame, line)
    return runs[-1][-1][1] if runs else frame.py(frame.y[0])


def _named(x: float, y: float, line: Line, key: _Key) -> list[Element]:
    """A piece of the line, and its name."""
    if line.style == "dots":
        sign = _marker(key.shape, x + 15, y, 5, key.color)
    else:
        sign = _stroke((x, y), (x + 30, y), key.color, style.bold, key.dash)
    return [sign, label(x + 38, y, line.name, text_anchor="start")]


def _marked(frame: _Frame, marks: Sequence[Mark]) -> list[Element]:
    """Rings around points, and their texts: above and below in turn, as far as there is room."""
    parts = []
    for n, (x, y, text) in enumerate(marks):
        px, py = frame.px(x), frame.py(y)
        parts.append(
            el(
                "circle",
                cx=px,
                cy=py,
                r=6,
                fill="none",
                stroke=style.ink,
                stroke_width=style.medium,
            )
        )
        under = n % 2 == 0 and py + 22 < frame.height - frame.bottom
        parts.append(plate(px, py + (22 if under else -20), text))
    return parts


def _describe(title: str, lines: Sequence[Line]) -> str:
    parts = [title] if title else []
    for line in lines:
        ys = [y for y in line.ys if isfinite(y)]
        if ys:
            told = CATALOGUE.text(
                "chart.line",
                name=line.name,
                first=numeral(ys[0], ".3g"),
                last=numeral(ys[-1], ".3g"),
                lowest=numeral(min(ys), ".3g"),
                highest=numeral(max(ys), ".3g"),
            )
            parts.append(told)
    return " ".join(part if part.endswith(("?", "!")) else f"{part}." for part in parts)


def bar_chart(
    labels: Sequence[str],
    values: Sequence[float],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    errors: Sequence[tuple[float, float]] | None = None,
    color: str | Sequence[str] = style.sky,
    digits: int = 3,
    reference: float | None = None,
    width: float = 860,
    height: float = 440,
) -> Picture:
    """Draw one bar per label, its value on top.

    Parameters
    ----------
    values : sequence of float
        Integers are numbers of things: the axis then shows integers only.
    errors : sequence of (float, float), optional
        Interval of each value, drawn as a whisker.
    color : str or sequence of str
        Of all bars, or of each.
    digits : int
        Significant digits of the values.
    reference : float, optional
        A value to compare with, drawn as a dashed line.

    Examples
    --------
    >>> bar_chart(["a", "b"], [1, 2.5], title="Two").desc
    'Two. a: 1, b: 2.5.'
    """
    highest = max(
        [v for v in values if isfinite(v)] + [b for _, b in errors or ()], default=1.0
    )
    y_range = 0, highest * 1.08 or 1
    frame = _Frame(
        width,
        height,
        (0, max(len(values), 1)),
        y_range,
        left=_left(y_range),
        whole=all(isinstance(v, int) for v in values),
    )
    parts = frame.axes(title, x_label, y_label, [])
    for n, (name, value) in enumerate(zip(labels, values, strict=True)):
        x0 = frame.px(n + 0.15)
        x1 = frame.px(n + 0.85)
        middle = frame.px(n + 0.5)
        parts.append(label(middle, height - frame.bottom + 19, name, style.text))
        if not isfinite(value):  # beyond all bounds: a bar without an upper end
            y0, y1 = frame.py(frame.y[0]), frame.py(frame.y[1])
            if value > 0:
                for x in (x0, x1):
                    side = _stroke((x, y0), (x, y1), style.line, style.thin, (6, 5))
                    parts.append(side)
                parts.append(label(middle, (y0 + y1) / 2, "∞", style.title))
            else:
                parts.append(label(middle, y0 - 14, "–", style.title))
            continue
        y = frame.py(value)
        parts.append(
            el(
                "rect",
                x=x0,
                y=y,
                width=x1 - x0,
                height=max(frame.py(frame.y[0]) - y, 0),
                fill=color if isinstance(color, str) else color[n],
                stroke=style.line,
                stroke_width=style.hair,
            )
        )
        top = y
        if errors is not None:
            low, high = frame.py(errors[n][0]), frame.py(errors[n][1])
            parts.append(
                el(
                    "path",
                    d=f"M {middle - 8:.2f} {high:.2f} L {middle + 8:.2f} {high:.2f} "
                    f"M {middle:.2f} {high:.2f} L {middle:.2f} {low:.2f} "
                    f"M {middle - 8:.2f} {low:.2f} L {middle + 8:.2f} {low:.2f}",
                    stroke=style.ink,
                    stroke_width=style.medium,
                    fill="none",
                )
            )
            top = min(top, high)
        parts.append(plate(middle, top - 13, numeral(value, f".{digits}g")))
    if reference is not None:
        x0 = frame.px(frame.x[0])
        x1 = frame.px(frame.x[1])
        y = frame.py(reference)
        parts.append(_stroke((x0, y), (x1, y), style.ink, style.medium, (8, 5)))
    pairs = []
    for name, value in zip(labels, values, strict=True):
        pairs.append(f"{name}: {numeral(value, f'.{digits}g')}")
    return _table(width, height, parts, title, ", ".join(pairs))


def heat_map(
    rows: Sequence[Sequence[float]],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    value_range: tuple[float, float] | None = None,
    digits: int = 2,
    cell: tuple[float, float] = (64, 30),
) -> Picture:
    """Draw a table of shaded cells; not-a-number leaves a cell empty.

    Parameters
    ----------
    rows : sequence of sequence of float
    value_range : (float, float), optional
        Values of the paper's colour and of the deepest blue; by default from the data.
    digits : int
        Decimals of the values written into the cells.
    cell : (float, float)
        Width and height of a cell.

    Examples
    --------
    >>> heat_map([[0, 1]], ["r"], ["a", "b"], title="T").desc
    'T. r: a 0.00, b 1.00.'
    """
    flat = [v for row in rows for v in row if isfinite(v)]
    low, high = value_range or (min(flat, default=0), max(flat, default=1))
    left = 44 + 9 * max((len(t) for t in row_labels), default=0)
    top, (w, h) = 56.0, cell
    width = max(left + w * len(column_labels) + 20, left + 11 * len(title) * 0.95 - 20)
    height = top + h * len(rows) + 62
    parts = [label(16, 24, title, style.head, text_anchor="start", font_weight="bold")]
    cells: list[Element] = []
    values: dict[str, list[Element]] = {}
    for r, row in enumerate(rows):
        y = top + r * h
        parts.append(
            label(left - 8, y + h / 2, row_labels[r], style.text, text_anchor="end")
        )
        for c, value in enumerate(row):
            if not isfinite(value):
                continue
            share = (value - low) / ((high - low) or 1)
            deep = min(1.0, max(0.0, share))
            place = {"x": left + c * w, "y": y, "width": w, "height": h}
            cells.append(el("rect", **place, fill_opacity=deep))
            written = el(
                "text",
                numeral(value, f".{digits}f"),
                x=left + (c + 0.5) * w,
                y=y + h / 2,
            )
            ink = style.on_pale if deep < PALE else style.on_deep
            values.setdefault(ink, []).append(written)
    look = {"fill": style.deep, "stroke": style.hairline, "stroke_width": style.hair}
    parts.append(el("g", *cells, **look))
    for fill, group in values.items():
        look = {"text_anchor": "middle", "dominant_baseline": "central", "fill": fill}
        parts.append(el("g", *group, font_size=style.small, **look))
    bottom = top + h * len(rows)
    for c, name in enumerate(column_labels):
        parts.append(label(left + (c + 0.5) * w, bottom + 16, name, style.text))
    parts.append(label(left + w * len(column_labels) / 2, bottom + 44, x_label))
    if y_label:
        turned = f"translate(16 {top + h * len(rows) / 2:.2f}) rotate(-90)"
        parts.append(label(0, 0, y_label, transform=turned))
    said = []
    for name, row in zip(row_labels, rows, strict=True):
        told = []
        for column, value in zip(column_labels, row, strict=True):
            if isfinite(value):
                told.append(f"{column} {numeral(value, f'.{digits}f')}")
        said.append(f"{name}: {', '.join(told)}")
    return _table(width, height, parts, title, "; ".join(said))


def _table(
    width: float, height: float, parts: Iterable[Element], title: str, said: str
) -> Picture:
    """A picture whose description says all of its values."""
    head = f"{title}. " if title else ""
    return Picture(width, height, *parts, title=title, desc=f"{head}{said}.")
