"""Lines as a figure of matplotlib, to go on with by its `Axes`; where matplotlib is missing, as our own chart."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from boardkit.chart import DASHES, PALETTE, Chart, Line, line_chart
from boardkit.messages import CATALOGUE, numeral
from boardkit.svg import Picture, el
from boardkit.theme import style

__all__ = ["Line", "figure", "line_chart", "plot"]

MARKERS = "os^Dvp*X"


def plot(
    lines: Sequence[Line] | Chart,
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    y_range: tuple[float, float] | None = None,
    log: bool = False,
    ax: Any = None,
) -> Any:
    """Draw lines with their bands.

    Parameters
    ----------
    lines : sequence of Line, or Chart
        A chart (`boardkit.chart`) brings its labels and ranges along.
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
    chart = lines
    if not isinstance(chart, Chart):
        chart = line_chart(
            chart, title=title, x_label=x_label, y_label=y_label, y_range=y_range
        )
    try:
        from matplotlib import pyplot

        from boardkit.figure import Axes, Figure
    except ModuleNotFoundError:
        print(CATALOGUE.text("chart.instead"))
        return chart
    if ax is None:
        _, ax = pyplot.subplots(
            FigureClass=Figure,
            label=chart.desc,
            figsize=(7.2, 3.3),
            layout="constrained",
            subplot_kw={"axes_class": Axes},
        )
    _draw(chart, ax)
    _label(chart, ax, log)
    return ax


def _draw(chart: Chart, ax: Any) -> None:
    """Lines, bands and marks."""
    for n, line in enumerate(chart.lines):
        look = {"color": line.color or PALETTE[n % len(PALETTE)], "label": line.name}
        if line.style == "dots":
            ax.plot(line.xs, line.ys, MARKERS[n % len(MARKERS)], markersize=4, **look)
        else:
            dash = line.dash or DASHES[n % len(DASHES)]
            way = "steps-post" if line.style == "steps" else "default"
            # Matplotlib counts them in line widths
            dashes = (0, [step / 2 for step in dash]) if dash else "-"
            ax.plot(
                line.xs, line.ys, drawstyle=way, linewidth=2, linestyle=dashes, **look
            )
        if line.band:
            lows, highs = zip(*line.band, strict=True)
            ax.fill_between(
                line.xs, lows, highs, color=look["color"], alpha=0.2, linewidth=0
            )
    for n, (x, y, text) in enumerate(chart.marks):
        ax.plot(x, y, "o", markersize=8, markerfacecolor="none", color=style.ink)
        # Neighbours would cover each other's texts: they stand above and below in turn.
        aside = {"xytext": (6, 6)} if n % 2 else {"xytext": (-6, -14), "ha": "right"}
        ax.annotate(text, (x, y), textcoords="offset points", **aside)


def _label(chart: Chart, ax: Any, log: bool) -> None:
    """What stands around the lines."""
    x_label, y_label = chart.labels
    ax.set(title=chart.title, xlabel=x_label, ylabel=y_label)
    if chart.x_range:
        ax.set_xlim(chart.x_range)
    if chart.y_range:
        ax.set_ylim(chart.y_range)
    if log:
        ax.set_yscale("log")
    axes_in_words = [ax.xaxis] if log else [ax.xaxis, ax.yaxis]
    for axis in axes_in_words:
        axis.set_major_formatter(lambda value, _: numeral(value).replace("-", "−"))
    ax.grid(alpha=0.3)
    if len(chart.lines) > 1:
        ax.legend()


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

        from boardkit.figure import packed
    except ModuleNotFoundError:
        return picture
    drawn, image = Figure(figsize=(6.4, 3.6), dpi=200, layout="constrained"), BytesIO()
    plot(picture, ax=drawn.subplots())
    drawn.savefig(image, format="png")
    address = f"data:image/png;base64,{packed(image.getvalue())}"
    return Picture(
        640,
        360,
        el("image", href=address, width=640, height=360),
        title=picture.title,
        desc=picture.desc,
    )
