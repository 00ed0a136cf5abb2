"""The look of everything stands in one file."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

from boardkit.svg import Picture, el, label
from boardkit.theme import DARK, LIGHT, PAGE, PALETTE, THEMES, style, using_theme

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
COLOUR = re.compile(r"(?<!&)#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})\b|\brgba?\(|\bhsla?\(")
SIZED = {"stroke_width", "font_size"}


def looks_in(path):
    """Colours, widths and sizes of letters that a file gives itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and COLOUR.search(node.value):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {COLOUR.search(node.value)[0]}"
        if isinstance(node, ast.Call):
            given = [k.value for k in node.keywords if k.arg in SIZED]
            if isinstance(node.func, ast.Name) and node.func.id in ("label", "plate"):
                given += [k.value for k in node.keywords if k.arg == "size"] + node.args[3:4]
            yield from (f"{path.relative_to(ROOT)}:{g.lineno} {g.value}" for g in given if isinstance(g, ast.Constant))


@pytest.mark.slow
def test_no_file_but_the_theme_gives_a_colour_a_width_or_a_size_of_letters():
    files = [p for package in PACKAGES for p in (ROOT / package).rglob("*.py") if p.name != "theme.py"]
    assert list(chain.from_iterable(map(looks_in, files))) == []
    for path in [*(ROOT / "boardkit").rglob("*.css"), *(ROOT / "boardkit").rglob("*.js")]:
        assert COLOUR.findall(path.read_text(encoding="utf-8")) == [], path


def test_the_search_finds_what_it_looks_for():
    path = ROOT / "boardkit" / "theme.py"
    assert any("#0072B2" in found for found in looks_in(path))
    assert COLOUR.search("fill:#ABC")
    assert not COLOUR.search("no 12, &#1234;")


def test_a_picture_is_written_in_the_theme_in_force_and_keeps_its_ids():
    picture = Picture(10, 10, el("circle", r=3, fill=style.ground), label(5, 5, "q"), title="Dot")
    with using_theme(DARK):
        dark = str(picture)
    assert LIGHT.ground in str(picture)
    assert LIGHT.ground not in dark
    assert all(colour in dark for colour in (DARK.ground, DARK.ink, DARK.paper))
    ids = re.compile(r'id="([^"]*)"')
    assert ids.findall(dark) == ids.findall(str(picture)) != []
    with using_theme(PAGE):
        assert 'fill="var(--gk-ground)"' in str(picture)


def luminance(colour):
    shares = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


TEXTS = {
    "ink": "paper tint hover shade lit fresh taken early rose lilac cream ground held_white held_black "
           "held_by_none signal_ground good_ground bad_ground",
    "aside": "paper tint ground held_white held_black held_by_none",
    "line": "paper", "signal": "paper tint", "good": "paper",
    "bad": "paper", "on_signal": "signal", "piece_black": "sky yellow vermillion purple piece_white",
    "piece_white": "piece_black plus pit green_on_white",
}  # fmt: skip
SHAPES = {"edge": "paper", "blue": "paper", "vermillion": "paper", "green": "paper", "ink": "paper",
          "blue_on_white": "stone_white paper",
          "notch": "paper ground", "signal": "paper ground",
          "rim": "paper ground held_white held_black held_by_none"}


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_read(name):
    theme = THEMES[name]
    pairs = [(a, b, least) for table, least in ((TEXTS, 4.5), (SHAPES, 3)) for a, bs in table.items()
             for b in bs.split()]
    poor = [(a, b, round(contrast(getattr(theme, a), getattr(theme, b)), 2)) for a, b, least in pairs
            if contrast(getattr(theme, a), getattr(theme, b)) < least]
    assert poor == []


def test_the_palette_holds_distinct_colours():
    assert len(set(PALETTE.values())) == len(PALETTE) >= 8
