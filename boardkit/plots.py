"""Lines as a figure of matplotlib, to go on with by its `Axes`; where matplotlib is missing, as our own chart."""

import sys
from base64 import b64decode, b64encode
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from boardkit.chart import DASHES, PALETTE, Chart, Line, line_chart
from boardkit.messages import CATALOGUE, numeral
from boardkit.svg import Picture, el
from boardkit.theme import style

__all__ = ["Line", "figure", "line_chart", "plot"]


def plot(lines: Sequence[Line] | Chart, *, title: str = "", x_label: str = "", y_label: str = "",
         y_range: tuple[float, float] | None = None, log: bool = False, ax: Any = None) -> Any:
    """Draw lines with their bands; names and labels are said in the reader's language (`boardkit.messages.page_label`).

    Parameters
    ----------
    lines : sequence of Line, or Chart
        A chart (such as `matchbox.figures.hitting_times()`) brings its labels and ranges along.
    log : bool
        Whether the vertical axis is logarithmic (matplotlib only).
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib.axes.Axes or Chart
        Where there is no matplotlib, as in a browser without a server, a picture of our own; a line says so.

    Examples
    --------
    >>> axes = plot([Line("squares", [0, 1, 2], [0, 1, 4])], title="Growth")
    >>> axes.get_title()
    'Growth'
    """
    chart = lines if isinstance(lines, Chart) else line_chart(
        lines, title=title, x_label=x_label, y_label=y_label, y_range=y_range)
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError:
        print(CATALOGUE.text("chart.instead"))
        return chart
    if ax is None:
        figure, ax = pyplot.subplots(figsize=(7.2, 3.3), layout="constrained")
        figure.set_label(chart.desc)
        figure.set_gid(__name__)
        _tell_labels()
    for n, line in enumerate(chart.lines):
        look = {"color": line.color or PALETTE[n % len(PALETTE)], "label": line.name}
        if line.style == "dots":
            ax.plot(line.xs, line.ys, "os^Dvp*X"[n % 8], markersize=4, **look)
        else:
            dash = line.dash or DASHES[n % len(DASHES)]
            way = "steps-post" if line.style == "steps" else "default"
            dashes = (0, [step / 2 for step in dash]) if dash else "-"  # matplotlib counts them in line widths
            ax.plot(line.xs, line.ys, drawstyle=way, linewidth=2, linestyle=dashes, **look)
        if line.band:
            ax.fill_between(line.xs, *zip(*line.band, strict=True), color=look["color"], alpha=0.2, linewidth=0)
    for n, (x, y, text) in enumerate(chart.marks):
        ax.plot(x, y, "o", markersize=8, markerfacecolor="none", color=style.ink)
        aside = {"xytext": (6, 6)} if n % 2 else {"xytext": (-6, -14), "ha": "right"}
        ax.annotate(text, (x, y), textcoords="offset points", **aside)
    ax.set(title=chart.title, xlabel=chart.labels[0], ylabel=chart.labels[1], **(
        {"xlim": chart.x_range} if chart.x_range else {}), **({"ylim": chart.y_range} if chart.y_range else {}),
           **({"yscale": "log"} if log else {}))
    for axis in (ax.xaxis,) if log else (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: numeral(value).replace("-", "−"))
    ax.grid(alpha=0.3)
    if len(chart.lines) > 1:
        ax.legend()
    return ax


def figure(picture: Picture) -> Picture:
    """Return a chart as matplotlib draws it, where a picture is wanted; any other picture as it is.

    Without matplotlib the chart stays our own.

    Examples
    --------
    >>> chart = line_chart([Line("squares", [0, 1, 2], [0, 1, 4])], title="Growth")
    >>> figure(chart).desc == chart.desc
    True
    """
    if not isinstance(picture, Chart):
        return picture
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return picture
    drawn, image = Figure(figsize=(6.4, 3.6), dpi=200, layout="constrained"), BytesIO()
    plot(picture, ax=drawn.subplots())
    drawn.savefig(image, format="png")
    address = f"data:image/png;base64,{_packed(image.getvalue())}"
    return Picture(640, 360, el("image", href=address, width=640, height=360), title=picture.title, desc=picture.desc)


def _packed(png: bytes) -> str:
    """A picture of few colours in a quarter of the bytes, in base64."""
    from PIL import Image

    packed = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(packed, "png", optimize=True)
    return b64encode(packed.getvalue()).decode()


def _tell_labels() -> None:
    """Let a notebook keep the label of a figure as the text alternative of its picture, and leave out `<Axes: …>`."""
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    if not (shell := sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None):
        return
    pictures = shell.display_formatter.formatters["image/png"]
    draw = pictures.type_printers.get(Figure)
    if draw and getattr(draw, "__module__", "") != __name__:

        def told(figure: Figure) -> Any:
            data = draw(figure)
            if figure.get_gid() == __name__:  # a reader's own may have more colours
                data = _packed(b64decode(data))
            return data, {"alt": alt} if (alt := figure.get_label()) else {}

        pictures.for_type(Figure, told)
        shell.display_formatter.ipython_display_formatter.for_type(Axes, lambda axes: None)
