"""Lines as a figure of matplotlib, to go on with by its `Axes`; where matplotlib is missing, as our own chart."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boardkit.chart import DASHES, PALETTE, Line, line_chart
from boardkit.messages import numeral, page_label

__all__ = ["Line", "line_chart", "plot"]


def plot(lines: Sequence[Line], *, title: str = "", x_label: str = "", y_label: str = "",
         y_range: tuple[float, float] | None = None, log: bool = False, ax: Any = None) -> Any:
    """Draw lines with their bands; names and labels are said in the reader's language (`boardkit.messages.page_label`).

    Parameters
    ----------
    lines : sequence of Line
    log : bool
        Whether the vertical axis is logarithmic (matplotlib only).
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib.axes.Axes or Picture
        A picture of our own where there is no matplotlib, as in a browser without a server.

    Examples
    --------
    >>> axes = plot([Line("squares", [0, 1, 2], [0, 1, 4])], title="Growth")
    >>> axes.get_title()
    'Growth'
    """
    title, x_label, y_label = map(page_label, (title, x_label, y_label))
    lines = [replace(line, name=page_label(line.name)) for line in lines]
    chart = line_chart(lines, title=title, x_label=x_label, y_label=y_label, y_range=y_range)
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError:
        return chart
    if ax is None:
        figure, ax = pyplot.subplots(figsize=(8, 4.2), layout="constrained")
        figure.set_label(chart.desc)
        _tell_labels()
    for n, line in enumerate(lines):
        look = {"color": line.color or PALETTE[n % len(PALETTE)], "label": line.name}
        if line.style == "dots":
            ax.plot(line.xs, line.ys, "os^Dvp*X"[n % 8], markersize=4, **look)
        else:
            dash = DASHES[n % len(DASHES)]
            way = "steps-post" if line.style == "steps" else "default"
            ax.plot(line.xs, line.ys, drawstyle=way, linewidth=2, linestyle=(0, dash) if dash else "-", **look)
        if line.band:
            ax.fill_between(line.xs, *zip(*line.band, strict=True), color=look["color"], alpha=0.2, linewidth=0)
    ax.set(title=title, xlabel=x_label, ylabel=y_label, **({"ylim": y_range} if y_range else {}),
           **({"yscale": "log"} if log else {}))
    for axis in (ax.xaxis,) if log else (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: numeral(value).replace("-", "−"))
    ax.grid(alpha=0.3)
    if len(lines) > 1:
        ax.legend()
    return ax


def _tell_labels() -> None:
    """Let a notebook that shows figures keep the label of a figure as the text alternative of its picture."""
    from matplotlib.figure import Figure

    if not (shell := sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None):
        return
    pictures = shell.display_formatter.formatters["image/png"]
    draw = pictures.type_printers.get(Figure)
    if draw and getattr(draw, "__module__", "") != __name__:

        def told(figure: Figure) -> Any:
            return draw(figure), {"alt": alt} if (alt := figure.get_label()) else {}

        pictures.for_type(Figure, told)
