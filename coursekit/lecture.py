"""What a lecture draws, under labels in the reader's language.

The code of a lecture is the same in every language: what it calls a line, an axis or an automaton is English.
``labels.de.toml`` beside the notebook, or in the folder above, says the same in German; what is not in
there stays as it is.  The front doors of the units offer these functions instead of those that they
call: drawing itself reads no file.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from automatakit.draw import runs
from automatakit.languages.compare import Counterexample
from boardkit import chart, plots
from boardkit.chart import Chart, Line
from boardkit.messages import get_language
from boardkit.svg import Picture

__all__ = ["counterexample_picture", "label", "line_chart", "plot"]


def label(text: str) -> str:
    """Say what the author of a lecture calls something in the current language.

    Examples
    --------
    >>> label("games")
    'games'
    """
    for folder in (Path(), Path("..")):
        file = folder / f"labels.{get_language()}.toml"
        if file.is_file():
            return str(tomllib.loads(file.read_text(encoding="utf-8")).get(text, text))
    return text


def _labelled(lines: Sequence[Line]) -> list[Line]:
    return [replace(line, name=label(line.name)) for line in lines]


def line_chart(
    lines: Sequence[Line],
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    **look: Any,
) -> Chart:
    """Draw lines, see `boardkit.chart.line_chart`."""
    axes: dict[str, Any] = {"x_label": label(x_label), "y_label": label(y_label)}
    return chart.line_chart(_labelled(lines), title=label(title), **axes, **look)


def plot(
    lines: Sequence[Line] | Chart,
    *,
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    **look: Any,
) -> Any:
    """Draw lines with matplotlib, see `boardkit.plots.plot`; a chart has its labels already."""
    if isinstance(lines, Chart):
        return plots.plot(lines, **look)
    axes: dict[str, Any] = {"x_label": label(x_label), "y_label": label(y_label)}
    return plots.plot(_labelled(lines), title=label(title), **axes, **look)


def counterexample_picture(
    case: Counterexample, names: tuple[str, str] = ("1", "2")
) -> Picture:
    """Draw both runs on a counterexample, see `automatakit.draw.runs.counterexample_picture`."""
    return runs.counterexample_picture(case, (label(names[0]), label(names[1])))
