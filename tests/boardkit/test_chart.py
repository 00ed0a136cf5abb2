import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, pairwise
from math import inf, nan

import pytest

from boardkit.chart import Line, bar_chart, heat_map, line_chart, ticks
from boardkit.messages import using_language
from boardkit.theme import DARK, HIGH_CONTRAST, LIGHT, PALETTE, SCREEN, using_theme
from tests.cases import every

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [t.text for t in ET.fromstring(str(picture)).iter(f"{SVG}text")]


def some_line(**changes):
    return Line(**{"name": "a", "xs": [0, 1, 2, 3], "ys": [0.0, 0.5, nan, 1.0]} | changes)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 17), (0.42, 0.84), (1e-6, 3e-6), (0, 100_000)])
def test_ticks_are_few_round_and_inside(low, high):
    found = ticks(low, high)
    assert 3 <= len(found) <= 13
    assert all(low - 1e-9 <= t <= high + 1e-9 for t in found)
    assert ticks(5, 5) == (5,)


def test_a_line_chart_names_every_line_and_both_axes():
    chart = line_chart([some_line(), some_line(name="b", style="steps")], title="T", x_label="X", y_label="Y")
    assert {"a", "b", "T", "X", "Y"} <= set(texts(chart))


def test_a_missing_value_cuts_a_line_in_two():
    whole = str(line_chart([some_line(ys=[0, 1, 2, 3])])).count("<polyline")
    cut = str(line_chart([some_line(xs=range(5), ys=[0, 1, nan, 2, 3])])).count("<polyline")
    assert (whole, cut) == (1, 2)


def test_a_band_is_drawn_and_widens_the_axis():
    chart = line_chart([some_line(band=[(0, 2), (0, 3), (nan, nan), (0, 9)])])
    assert str(chart).count("<polygon") == 1
    assert "8" in texts(chart)


def test_names_at_the_line_ends_do_not_overlap():
    chart = line_chart([some_line(name=f"line {n}", ys=[0, 0, 0, 1 + n / 1000]) for n in range(6)])
    heights = sorted(float(t.get("y")) for t in ET.fromstring(str(chart)).iter(f"{SVG}text")
                     if (t.text or "").startswith("line"))
    assert all(b - a >= 22 for a, b in pairwise(heights))


def test_bars_carry_their_values_and_infinity_has_no_bar():
    chart = bar_chart(["a", "b", "c"], [1.0, 2.5, inf], errors=[(0.5, 1.5), (2, 3), (0, 0)])
    assert {"1", "2.5", "∞"} <= set(texts(chart))
    assert str(chart).count(PALETTE["sky"]) == 2


def test_bars_may_differ_in_colour_and_are_compared_with_a_reference():
    plain, chart = (bar_chart(["a", "b"], [1, 2], color=["#111111", "#222222"], reference=r) for r in (None, 1.5))
    assert 'fill="#111111"' in str(chart)
    assert 'fill="#222222"' in str(chart)
    assert str(chart).count("stroke-dasharray") == str(plain).count("stroke-dasharray") + 1
    (line,) = re.findall(r'<line x1="([\d.]+)" x2="([\d.]+)" y1="([\d.]+)" y2="([\d.]+)"[^>]*dasharray', str(chart))
    left, right, height, same = map(float, line)
    assert (right - left > 100, height) == (True, same), "from one edge to the other"


def test_the_axis_of_numbers_of_things_has_no_halves_and_that_of_measured_values_may():
    def numbers(values):
        return [text for text in texts(bar_chart(["a", "b"], values)) if text]

    for counts in ([0, 0], [1, 0], [2, 1], [3, 0], [7, 2], [40, 12]):
        assert not [text for text in numbers(counts) if "." in text]
    assert "0.5" in numbers([1.0, 2.0])


def test_a_heat_map_writes_every_value_and_stays_readable_on_dark_cells():
    chart = heat_map([[0, 1], [nan, 0.5]], ["r", "s"], ["a", "b"], title="T")
    assert {"0.00", "1.00", "0.50"} <= set(texts(chart))
    fills = {t.text: g.get("fill") for g in ET.fromstring(str(chart)).iter(f"{SVG}g") for t in g.findall(f"{SVG}text")}
    assert fills["1.00"] != fills["0.00"]


def shaded(chart, theme=LIGHT):
    """The cells of a heat map with the colour that is seen of each: that of the scale over that of the paper."""
    with using_theme(theme):
        root = ET.fromstring(str(chart))
    group = next(g for g in root.iter(f"{SVG}g") if g.findall(f"{SVG}rect") and g.get("stroke"))
    ends = [[int(colour[n:n + 2], 16) for n in (1, 3, 5)] for colour in (theme.paper, group.get("fill"))]
    for cell in group:
        deep = float(cell.get("fill-opacity"))
        yield cell, [a + (b - a) * deep for a, b in zip(*ends, strict=True)]


@pytest.mark.parametrize("theme", [LIGHT, SCREEN, DARK, HIGH_CONTRAST])
def test_the_numbers_of_a_heat_map_have_the_contrast_of_wcag(theme):
    def luminance(color):
        return sum(w * (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4)
                   for w, s in zip((0.2126, 0.7152, 0.0722), (one / 255 for one in color), strict=True))

    for share in range(0, 1001, 5):
        chart = heat_map([[share]], ["r"], ["c"], value_range=(0, 1000))
        with using_theme(theme):
            root = ET.fromstring(str(chart))
        text = next(g.get("fill") for g in root.iter(f"{SVG}g")
                    if g.get("dominant-baseline") and g.findall(f"{SVG}text"))
        (_, cell), = shaded(chart, theme)
        low, high = sorted((luminance(bytes.fromhex(text[1:])), luminance(cell)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, share


@pytest.mark.parametrize("chart", [
    line_chart([]), line_chart([some_line(ys=[nan] * 4)]), bar_chart([], []), heat_map([], [], []),
    line_chart([some_line(ys=[1, 1, 1, 1])], marks=[(1, 1, "here")]),
])
def test_charts_without_data_are_still_pictures(chart):
    ET.fromstring(str(chart))


def test_charts_are_deterministic():
    one, two = (line_chart([some_line(band=[(0, 1)] * 4)], title="T") for _ in range(2))
    assert str(one) == str(two)


@pytest.mark.parametrize(("code", "sign"), [("en", "."), ("de", ","), ("es", ",")])
def test_numbers_in_charts_have_the_decimal_sign_of_the_language(code, sign):
    with using_language(code):
        charts = [line_chart([some_line(ys=[0, 0.5, 0.25, 0.75])]), bar_chart(["a"], [2.5]),
                  heat_map([[0.25]], ["r"], ["c"])]
    for chart, written in zip(charts, ("0.2", "2.5", "0.25"), strict=True):
        assert written.replace(".", sign) in texts(chart)
    assert f"0{sign}75" in charts[0].desc
    assert charts[1].desc == f"a: 2{sign}5."
    assert charts[2].desc == f"r: c 0{sign}25."
    for chart in charts:  # the markup itself is read by programs
        for node in ET.fromstring(str(chart)).iter():
            assert all("," not in node.get(name, "") for name in ("x", "y", "width", "height", "r"))


def test_ten_lines_differ_in_colour_or_dashes():
    chart = line_chart([some_line(name=f"line {n}") for n in range(10)])
    looks = [(p.get("stroke"), p.get("stroke-dasharray")) for p in ET.fromstring(str(chart)).iter(f"{SVG}line")
             if p.get("stroke-width") == "4"]
    assert len(set(looks)) == len(looks) == 10


@pytest.mark.parametrize("ends", [
    [0.001 * n for n in range(8)], [1 - 0.001 * n for n in range(8)], [0.5] * 8, [0, 1, 0, 1, 0.5, 0.5, 0, 1]])
def test_names_at_the_line_ends_stay_apart_and_inside_wherever_the_lines_end(ends):
    chart = line_chart([some_line(name=f"line {n}", ys=[0, 1, 0, end]) for n, end in enumerate(ends)])
    heights = {t.text: float(t.get("y")) for t in ET.fromstring(str(chart)).iter(f"{SVG}text")
               if (t.text or "").startswith("line")}
    assert all(b - a >= 22 for a, b in pairwise(sorted(heights.values())))
    assert all(0 < height < chart.height for height in heights.values())
    for (a, end), (b, other) in combinations(enumerate(ends), 2):
        if end > other:
            assert heights[f"line {a}"] < heights[f"line {b}"]


def test_the_value_of_a_bar_stands_above_its_whisker():
    chart = ET.fromstring(str(bar_chart(["a", "b"], [1.0, 2.0], errors=[(0.5, 3.0), (1.5, 2.5)])))
    lines = [re.findall(r"[ML] \S+ (\S+)", path.get("d")) for path in chart.iter(f"{SVG}path")]
    whiskers = [min(map(float, heights)) for heights in lines if len(heights) == 6]
    values = [float(text.get("y")) for text in chart.iter(f"{SVG}text") if text.text in ("1", "2")][-2:]
    assert len(whiskers) == 2
    assert all(value < whisker for value, whisker in zip(values, whiskers, strict=True))


# --- read back: the picture is measured against its own axes -------------------------------------------------------


def scale(chart, axis):
    """What turns a place on a picture into a number, from the labels of an axis."""
    labels = [t for t in ET.fromstring(str(chart)).iter(f"{SVG}text") if re.fullmatch(r"-?\d+(\.\d+)?", t.text or "")]
    line = Counter(t.get("y" if axis == "x" else "x") for t in labels).most_common(1)[0][0] if axis == "x" else \
        min((t.get("x") for t in labels), key=float)
    ticks = [(float(t.get(axis)), float(t.text)) for t in labels if t.get("y" if axis == "x" else "x") == line]
    (p, a), (q, b) = ticks[0], ticks[-1]
    assert len(ticks) > 2
    return lambda place: a + (place - p) * (b - a) / (q - p)


def points(shape):
    return [tuple(map(float, pair.split(","))) for pair in shape.get("points").split()]


def test_every_point_of_a_line_lies_where_the_axes_say():
    xs, ys = [2, 3, 5, 8, 13], [-4.0, 7.5, nan, 3.0, 11.0]
    chart = line_chart([some_line(xs=xs, ys=ys)])
    x, y = scale(chart, "x"), scale(chart, "y")
    runs = [points(one) for one in ET.fromstring(str(chart)).iter(f"{SVG}polyline")]
    assert [[(round(x(a), 2), round(y(b), 2)) for a, b in run] for run in runs] == [
        [(2, -4), (3, 7.5)], [(8, 3), (13, 11)]]
    heights = [b for run in runs for _, b in run]
    assert 0 < min(heights) < 0.2 * chart.height, "the highest point lies near the upper edge"
    assert 0.75 * chart.height < max(heights) < chart.height, "and the lowest one near the lower edge"


def test_a_point_alone_between_gaps_is_a_dot_and_so_is_every_point_of_dots():
    def dots(**changes):
        chart = line_chart([some_line(xs=range(5), **changes)])
        x, y = scale(chart, "x"), scale(chart, "y")
        return [(round(x(float(dot.get("cx"))), 2), round(y(float(dot.get("cy"))), 2))
                for dot in ET.fromstring(str(chart)).iter(f"{SVG}circle") if dot.get("r") == "3"]

    assert dots(ys=[0, 5, nan, 3, nan]) == [(3, 3)]
    assert dots(ys=[0, 5, 1, 3, 2]) == []
    assert dots(ys=[0, 5, 1, 3, 2], style="dots") == [(0, 0), (1, 5), (2, 1), (3, 3), (4, 2)]


def test_steps_go_along_and_then_up():
    chart = line_chart([some_line(xs=range(3), ys=[0, 2, 1], style="steps")])
    x, y = scale(chart, "x"), scale(chart, "y")
    run, = (points(one) for one in ET.fromstring(str(chart)).iter(f"{SVG}polyline"))
    assert [(round(x(a), 2), round(y(b), 2)) for a, b in run] == [(0, 0), (1, 0), (1, 2), (2, 2), (2, 1)]


def test_names_stand_beside_the_lines_unless_they_are_wanted_below():
    lines = [some_line(name=f"line {n}", ys=[0, 1, 2, n]) for n in range(3)]
    beside, below = line_chart(lines), line_chart(lines, below=True)
    assert below.height > beside.height == 440
    for chart, aside in ((beside, True), (below, False)):
        names = [t for t in ET.fromstring(str(chart)).iter(f"{SVG}text") if (t.text or "").startswith("line")]
        right = max(a for one in ET.fromstring(str(chart)).iter(f"{SVG}polyline") for a, _ in points(one))
        assert all((float(t.get("x")) > right) == aside for t in names)
        assert all(float(t.get("y")) < chart.height for t in names)


def test_bars_are_as_high_as_their_values_and_so_is_the_line_to_compare_with():
    chart = bar_chart(["a", "b", "c"], [1.5, 4.0, 2.25], reference=3.0, digits=3)
    y = scale(chart, "y")
    bars = [one for one in ET.fromstring(str(chart)).iter(f"{SVG}rect") if one.get("fill") == PALETTE["sky"]]
    tops = [round(y(float(bar.get("y"))), 2) for bar in bars]
    feet = [round(y(float(bar.get("y")) + float(bar.get("height"))), 2) for bar in bars]
    assert (tops, feet) == ([1.5, 4.0, 2.25], [0, 0, 0])
    assert [float(a.get("x")) < float(b.get("x")) for a, b in pairwise(bars)] == [True, True]
    line, = (one for one in ET.fromstring(str(chart)).iter(f"{SVG}line") if one.get("stroke-dasharray"))
    assert round(y(float(line.get("y1"))), 2) == round(y(float(line.get("y2"))), 2) == 3


def test_a_cell_of_a_heat_map_is_the_darker_the_more_and_a_missing_one_is_empty():
    chart = heat_map([[0, 2], [nan, 1]], ["r", "s"], ["a", "b"], value_range=(0, 2))
    light = {(float(cell.get("x")), float(cell.get("y"))): sum(colour) for cell, colour in shaded(chart)}
    assert len(light) == 3
    (low, high), (other, middle_row) = sorted({x for x, _ in light}), sorted({y for _, y in light})
    assert light[low, other] > light[high, middle_row] > light[high, other]
    assert {"0.00", "2.00", "1.00"} <= set(texts(chart))


@every("values", [[1, 2], [1, 1.5], [0.5, 2]])
def test_an_axis_counts_in_whole_numbers_exactly_where_all_values_are_whole(values):
    labels = [text for text in texts(bar_chart(["a", "b"], values)) if re.fullmatch(r"\d(\.\d+)?", text or "")]
    axis = labels[: -len(values)]
    assert len(axis) > 2
    assert any("." in text for text in axis) == any(isinstance(value, float) for value in values)


def test_names_and_values_that_are_not_as_many_are_refused():
    for draw in (lambda: bar_chart(["a"], [1, 2]), lambda: heat_map([[0, 1]], ["r"], ["a"])):
        with pytest.raises(ValueError, match="zip"):
            draw()


def test_one_bar_that_is_no_whole_number_is_enough_for_ticks_between_whole_numbers():
    mixed, broken, whole = (str(bar_chart(["a", "b"], values)) for values in ([1, 0.5], [1.0, 0.5], [1, 2]))
    assert ">0.2<" in mixed
    assert mixed == broken
    assert ">0.2<" not in whole
    assert ">0.5<" not in whole


def test_rows_columns_values_and_names_of_a_heat_map_stand_where_their_cells_are():
    rows = [[0, nan, 4], [1, 2, -1]]
    chart = heat_map(rows, ["r", "longer"], ["a", "b", "c"], title="T", x_label="across", y_label="down", digits=1)
    root = ET.fromstring(str(chart))
    cells = [tuple(float(one.get(name)) for name in ("x", "y", "width", "height"))
             for one in root.iter(f"{SVG}rect") if one.get("width") == "64"]
    left, top = min(x for x, *_ in cells), min(y for _, y, *_ in cells)
    shown = [(r, c) for r in range(2) for c in range(3) if rows[r][c] == rows[r][c]]
    assert cells == [(left + 64 * c, top + 30 * r, 64, 30) for r, c in shown]
    at = {one.text: (float(one.get("x")), float(one.get("y"))) for one in root.iter(f"{SVG}text")}
    for r, c in shown:
        assert at[f"{rows[r][c]:.1f}"] == (left + 64 * c + 32, top + 30 * r + 15)
    for r, name in enumerate(("r", "longer")):
        x, y = at[name]
        assert (0 < x < left, y) == (True, top + 30 * r + 15)
    bottom = top + 60
    for c, name in enumerate("abc"):
        x, y = at[name]
        assert (x, bottom < y < at["across"][1] < chart.height) == (left + 64 * c + 32, True)
    assert at["across"][0] == left + 96
    assert left + 3 * 64 < chart.width
    turned, = (one.get("transform") for one in root.iter(f"{SVG}text") if one.text == "down")
    assert f"translate(16 {top + 30:.2f}) rotate(-90)" == turned
    assert "None" not in str(heat_map(rows, ["r", "s"], ["a", "b", "c"]))
    assert chart.desc == "T. r: a 0.0, c 4.0; longer: a 1.0, b 2.0, c -1.0."


def test_without_a_range_the_least_value_is_white_the_largest_dark_and_equal_ones_have_one_shade():
    def shades(rows, **more):
        root = ET.fromstring(str(heat_map(rows, ["r"], ["a", "b", "c"][: len(rows[0])], **more)))
        return [one.get("fill-opacity") for one in root.iter(f"{SVG}rect") if one.get("width") == "64"]

    assert shades([[5, 7, nan]]) == shades([[0, 1, nan]]) == shades([[0, 2, nan]], value_range=(0, 2))
    assert shades([[5, 6, 7]]) == shades([[0, 0.5, 1]])
    assert shades([[0, 1, 2]], value_range=(0, 4)) == shades([[0, 0.25, 0.5]], value_range=(0, 1))
    assert shades([[3, 3]]) == shades([[0, 0]], value_range=(0, 1))
