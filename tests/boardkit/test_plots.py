"""Lines as a figure of matplotlib, and without it."""

import subprocess
import sys

import pytest

from boardkit.chart import Chart, Line, line_chart
from boardkit.plots import figure, plot
from tests.needs import needed

LINES = [Line("a", [0, 1, 2], [0, 1, 4], band=[(0, 1), (0, 2), (3, 5)]), Line("b", [0, 1], [2, 2], style="dots")]


def test_a_chart_is_drawn_again_by_matplotlib_with_its_points_labels_ranges_and_marks():
    needed("matplotlib")
    chart = line_chart(LINES, title="T", x_label="x", y_label="y", x_range=(0, 3), y_range=(0, 9),
                       marks=[(1, 1, "here")])
    axes = plot(chart)
    assert [line.get_label() for line in axes.lines[:2]] == ["a", "b"]
    assert [list(line.get_ydata()) for line in axes.lines[:2]] == [[0, 1, 4], [2, 2]]
    assert (axes.get_title(), axes.get_xlabel(), axes.get_ylabel()) == ("T", "x", "y")
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 3), (0, 9))
    assert [note.get_text() for note in axes.texts] == ["here"]
    assert axes.figure.get_label() == chart.desc


def test_a_chart_in_a_fold_is_matplotlibs_where_it_is_there_and_any_other_picture_stays(monkeypatch):
    needed("matplotlib")
    chart = line_chart(LINES, title="What is it?")
    drawn = figure(chart)
    assert "data:image/png;base64," in drawn.markup
    assert (drawn.title, drawn.desc) == (chart.title, chart.desc)
    assert drawn.desc.startswith("What is it? a: from 0 to 4")
    assert figure(drawn) is drawn
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert figure(chart) is chart


IN_A_NOTEBOOK = """
from base64 import b64decode
from io import BytesIO
import matplotlib
matplotlib.use("agg")
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import select_figure_formats
from matplotlib import pyplot
from PIL import Image
from boardkit.plots import Line, plot
shell = InteractiveShell.instance()
select_figure_formats(shell, {"png"})
ours, theirs = plot([Line("a", [0, 1], [0, 1])], title="T").figure, pyplot.figure("named")
theirs.subplots()
for figure in ours, theirs:
    data, told = shell.display_formatter.format(figure, include=["image/png"])
    print(Image.open(BytesIO(b64decode(data["image/png"]))).mode, told.get("image/png"))
print(shell.display_formatter.format(ours.axes[0]))
"""


@pytest.mark.slow
def test_in_a_notebook_our_figures_have_few_colours_and_a_readers_own_stay_as_they_are():
    needed("matplotlib")
    needed("IPython")
    done = subprocess.run([sys.executable, "-c", IN_A_NOTEBOOK], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "P {'alt': 'T. a: from 0 to 1, lowest 0, highest 1.'}", "RGBA None", "({}, {})"], done.stderr


def test_without_matplotlib_our_own_chart_is_shown_and_a_line_says_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    chart = plot(LINES, title="T")
    assert isinstance(chart, Chart)
    assert chart == line_chart(LINES, title="T")
    assert "matplotlib" in capsys.readouterr().out


def test_the_vertical_axis_is_logarithmic_where_that_is_asked_for_only():
    needed("matplotlib")
    assert [plot(LINES, **options).get_yscale() for options in ({}, {"log": True})] == ["linear", "log"]
