"""Sheets to print for the table: playing board, boxes to cut out, markers, rule sheet; A4 and A3, three languages.

A picture unit is a typographic point (1/72 inch), so that PDF comes out in true size; SVG files carry millimetres.
"""

import textwrap
from collections import Counter
from collections.abc import Sequence
from math import ceil
from pathlib import Path

from boardkit.credits import credit_line
from boardkit.messages import Catalogue, using_language
from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from matchbox.draw.machine import colour, die, field_name
from matchbox.rules.machine import MARKER_LEARNERS, Machine
from matchbox.rules.ruleset import CATALOGUE, Empty, Overshoot, Rethrow, Rules, one_of

PAPERS = {"A4": (842.0, 595.0), "A3": (1191.0, 842.0)}
"""Width and height in landscape, in points."""

_MARGIN = 30.0

_t = Catalogue("matchbox", "sheet").text


def wrap(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines of at most `width`, with the average width of DejaVu Sans.

    Examples
    --------
    >>> wrap("one two three", 10, 50)
    ['one two', 'three']
    """
    # A letter is about 0.565 of the size wide.
    letters = max(1, int(width / (0.565 * size)))
    return textwrap.wrap(text, letters, break_long_words=False, break_on_hyphens=False)


def _circle(rules: Rules, x: float, y: float, move: int, r: float) -> Element:
    """An empty place for a marker: rim in the colour of the move, and its number."""
    return el(
        "g",
        el(
            "circle",
            cx=x,
            cy=y,
            r=r,
            fill=style.paper,
            stroke=style.ink,
            stroke_width=style.hair,
        ),
        el(
            "circle",
            cx=x,
            cy=y,
            r=r - 3,
            fill="none",
            stroke=colour(rules, move),
            stroke_width=style.bold,
        ),
        label(x, y, move, r * 0.9, fill=style.line, font_weight="bold"),
    )


def _scale(rules: Rules, width: float, height: float) -> tuple[float, float, float]:
    """Width of a field of the playing board, its unit of length, and the radius of a circle."""
    step = (width - 2 * _MARGIN) / (rules.length + 1)
    # Whatever is scarcer: the width for all fields, or the height for track, box and current move.
    unit = min(step, (height - 170) / (1.25 + 0.36 * (2.3 * rules.step + 3.4)))
    return step, unit, 0.36 * unit


def _heading(title: str, hint: str) -> list[Element]:
    return [
        label(_MARGIN, 36, title, style.title, text_anchor="start", font_weight="bold"),
        label(_MARGIN, 63, hint, style.note, text_anchor="start"),
    ]


def _board(rules: Rules, width: float, height: float) -> list[Element]:
    """Track on top, below each field its box and the place of the current move."""
    step, unit, r = _scale(rules, width, height)
    track = 92 + unit * 0.5
    top = 92 + unit * 1.25
    xs = {d: _MARGIN + step * (rules.length - d + 0.5) for d in range(rules.length + 1)}
    parts = [
        *_heading(_t("title"), _t("board_hint", markers=rules.markers)),
        el(
            "line",
            x1=xs[rules.length],
            x2=xs[0],
            y1=track,
            y2=track,
            stroke=style.edge,
            stroke_width=style.heavy,
        ),
    ]
    high = 2.3 * r * rules.step + 0.6 * r
    for d, x in xs.items():
        end = d in (0, rules.length)
        parts.append(
            el(
                "circle",
                cx=x,
                cy=track,
                r=0.44 * unit,
                fill=style.cream if end else style.paper,
                stroke=style.ink,
                stroke_width=style.firm if end else style.medium,
            )
        )
        if end:
            parts.append(label(x, track, field_name(rules, d), 0.23 * unit))
        else:
            parts.append(label(x, track, rules.length - d, 0.32 * unit))
        if d == 0:  # Goal has no box
            continue
        w = min(0.9 * step, 2.8 * r)
        parts.append(
            el(
                "rect",
                x=x - w / 2,
                y=top,
                width=w,
                height=high,
                rx=8,
                fill="none",
                stroke=style.ink,
                stroke_width=style.medium,
            )
        )
        for row, k in enumerate(rules.box(d)):
            parts.append(_circle(rules, x, top + 1.4 * r + 2.3 * r * row, k, r))
        below = top + high + 14
        parts.append(
            el(
                "rect",
                x=x - w / 2,
                y=below,
                width=w,
                height=2.8 * r,
                rx=8,
                fill="none",
                stroke=style.ink,
                stroke_width=style.medium,
                stroke_dasharray=(7, 5),
            )
        )
    base = top + high + 14
    size = min(13.0, 0.17 * step)
    captions = [
        (top + 20, CATALOGUE.text("draw.possible")),
        (base + 1.4 * r, CATALOGUE.text("draw.current_moves")),
    ]
    for y, caption in captions:
        for i, line in enumerate(caption.split()):
            parts.append(label(xs[0], y + i * 1.2 * size, line, size))
    legend = base + 2.8 * r + 36
    for k in range(1, rules.step + 1):
        at = _MARGIN + 20 + (k - 1) * 150
        parts.append(_circle(rules, at, legend, k, 13))
        parts.append(
            label(at + 22, legend, _t("move", n=k), style.small, text_anchor="start")
        )
    return parts


def _boxes(rules: Rules, width: float, height: float) -> list[Element]:
    """One card per field to cut out: the label of a matchbox, with the places of its markers."""
    columns = 5
    rows = ceil(rules.length / columns)
    w = (width - 2 * _MARGIN) / columns
    h = (height - 2 * _MARGIN - 50) / max(rows, 2)
    r = min(0.11 * w, 0.16 * h)
    parts = _heading(_t("boxes_title"), _t("boxes_hint"))
    for i, d in enumerate(range(rules.length, 0, -1)):
        row, column = divmod(i, columns)
        x = _MARGIN + w * column
        y = _MARGIN + 50 + h * row
        parts.append(
            el(
                "rect",
                x=x + 4,
                y=y + 4,
                width=w - 8,
                height=h - 8,
                fill="none",
                stroke=style.edge,
                stroke_width=style.hair,
                stroke_dasharray=(6, 4),
            )
        )
        middle = x + w / 2
        size = min(style.title, 0.1 * h)
        parts.append(
            label(middle, y + 0.16 * h, field_name(rules, d), size, font_weight="bold")
        )
        parts.append(
            label(middle, y + 0.3 * h, _t("togo", n=d), min(style.small, 0.075 * h))
        )
        moves = rules.box(d)
        gap = min(2.5 * r, (w - 20) / len(moves))
        for place, k in enumerate(moves):
            across = middle + gap * (place - (len(moves) - 1) / 2)
            parts.append(_circle(rules, across, y + 0.52 * h, k, r))
        side = 2.5 * r
        parts.append(
            el(
                "rect",
                x=middle - side / 2,
                y=y + 0.69 * h,
                width=side,
                height=min(side, 0.25 * h),
                rx=6,
                fill="none",
                stroke=style.ink,
                stroke_width=style.thin,
                stroke_dasharray=(5, 4),
            )
        )
    return parts


def _markers(rules: Rules, width: float, height: float) -> list[Element]:
    """Markers to cut out, nine (or more) per colour, and what the dice must look like."""
    parts = _heading(_t("markers_title"), _t("markers_hint"))
    of_each_move = Counter(k for _, k in rules.circles)
    # As many in each colour as the one that needs most; for each circle two at most.
    each = max(of_each_move.values()) * min(rules.markers, 2)
    _, _, place = _scale(rules, width, height)
    r = place - 2  # so that they fit the circles of the board
    gap = min(2.3 * r, (width - 2 * _MARGIN) / each)
    for k in range(1, rules.step + 1):
        for i in range(each):
            x = _MARGIN + gap * (i + 0.5)
            y = 90 + gap * (k - 0.5)
            parts.append(
                el(
                    "circle",
                    cx=x,
                    cy=y,
                    r=r,
                    fill=colour(rules, k),
                    stroke=style.ink,
                    stroke_width=style.thin,
                )
            )
            parts.append(label(x, y, k, 1.1 * r, font_weight="bold"))
    y = 90 + gap * rules.step + 60
    for k in range(1, rules.step + 1):
        # Different values, so that it is seen that they are dice.
        parts.append(die(rules, _MARGIN + 40 + 70 * (k - 1), y, k, 7 - k, 46))
    left = _MARGIN + 40 + 70 * rules.step
    for i, line in enumerate(wrap(_t("dice_hint"), 14, width - _MARGIN - left)):
        parts.append(
            label(left, y - 10 + 20 * i, line, style.small, text_anchor="start")
        )
    return parts


def _paragraphs(
    groups: Sequence[tuple[str, Sequence[tuple[str, str]]]],
    size: float,
    x: float,
    y: float,
    width: float,
) -> tuple[list[Element], float]:
    parts: list[Element] = []
    for heading, entries in groups:
        y += 0.9 * size
        parts.append(
            label(x, y, heading, 1.35 * size, text_anchor="start", font_weight="bold")
        )
        y += 1.9 * size
        for rule, text in entries:
            look = {"text_anchor": "start", "font_weight": "bold", "fill": style.signal}
            parts.append(label(x, y, rule, 0.92 * size, **look))
            for line in wrap(text, size, width - 3 * size):
                parts.append(label(x + 2.8 * size, y, line, size, text_anchor="start"))
                y += 1.38 * size
            y += 0.35 * size
    return parts, y


def instructions(rules: Rules) -> dict[str, list[str]]:
    """The rules of the sheet, by section, as ids of texts: every variant stands in its own place."""
    keep = rules.empty == Empty.KEEP_LAST
    removal = MARKER_LEARNERS[rules.learner].sentence
    if keep:
        removal += "_keep"
    lost = [removal]
    if removal != "V1_all":  # some markers go back
        lost.append("V2")
    if rules.empty == Empty.REFILL:
        lost.append("V3")
    lost.append("E1_keep" if keep else "E1")
    return {
        "setup": ["S1", "S1_colours", "S1_markers", f"S2_{rules.starter}", "S2"],
        "human": ["I1", "I2"],
        "machine": [
            "A1",
            "A2" if rules.empty == Empty.RESIGN else "A2_never",
            "A3",
            "A4",
            "A5" if rules.rethrow == Rethrow.ALL else "A5_tied",
            "A6",
            "A7",
            "A8" if rules.overshoot == Overshoot.EXACT else f"A8_{rules.overshoot}",
            "A9",
        ],
        "won": ["W"],
        "lost": lost,
    }


def sections(rules: Rules) -> dict[str, dict[str, str]]:
    """The rules of the sheet in words, by section and by the id of the rule.

    >>> sections(Rules())["machine"]["A6"]
    'The colour of the highest die is the move.'
    """
    told: dict[str, dict[str, str]] = {}
    for section, ids in instructions(rules).items():
        here: dict[str, str] = {}
        for id in ids:
            # A variant has the id of its rule and a name: A5_tied.
            rule = id[:2]
            said = _t(id, step=rules.step, markers=rules.markers)
            here[rule] = f"{here[rule]} {said}" if rule in here else said
        told[section] = here
    return told


def _rules(rules: Rules, width: float, height: float) -> list[Element]:
    """The rule sheet: set-up and Intelligenz on the left, Automat and the end of a game on the right."""
    rules = Machine(rules).rules  # refuses learners that cannot be played with markers
    # Variants need more words than the rules of the book.
    size = (11.4 if rules == Rules() else 10.4) * width / 595
    margin = 1.1 * _MARGIN * width / 595
    top = 76 * width / 595
    half = width / 2 - 1.2 * margin
    told = sections(rules)

    def section(name: str) -> tuple[str, list[tuple[str, str]]]:
        return _t(name), list(told[name].items())

    of_each_move = Counter(k for _, k in rules.circles)
    counts = []
    for k in range(1, rules.step + 1):
        counts.append(_t("material_count", n=k, count=rules.markers * of_each_move[k]))
    material = []
    for number in (1, 2, 3):
        item = _t(f"material_{number}", step=rules.step, counts=", ".join(counts))
        material.append(("–", item))
    left = [(_t("material"), material), section("setup"), section("human")]
    right = [section("machine"), section("won"), section("lost")]
    one, low = _paragraphs(left, size, margin, top, half)
    two, _ = _paragraphs(right, size, width / 2 + 0.2 * margin, top, half)
    title = [
        label(
            margin,
            0.55 * top,
            _t("title"),
            2.1 * size,
            text_anchor="start",
            font_weight="bold",
        ),
        el(
            "line",
            x1=width / 2,
            x2=width / 2,
            y1=top,
            y2=height - 2.2 * margin,
            stroke=style.edge,
            stroke_width=style.hair,
        ),
    ]
    note, _ = _paragraphs(
        [(_t("why"), [("", _t("why_text"))])], size, margin, low + size, half
    )
    foot = label(
        width / 2, height - margin - 4, _t("source"), 0.85 * size, fill=style.line
    )
    return [*title, *one, *two, *note, foot]


SHEETS = {"board": _board, "boxes": _boxes, "markers": _markers, "rules": _rules}


def sheet(
    kind: str = "board",
    rules: Rules | None = None,
    paper: str = "A4",
    lang: str | None = None,
) -> Picture:
    """One page to print.

    Parameters
    ----------
    kind : str
        ``board``, ``boxes``, ``markers`` (landscape) or ``rules`` (portrait).
    paper : str
        ``A4`` or ``A3``.
    lang : str, optional
        ``en``, ``de`` or ``es``; by default the current language.

    Examples
    --------
    >>> sheet("board").width, sheet("rules", paper="A3").height
    (842.0, 1191.0)
    """
    rules = Rules.of(rules)
    one_of("sheet", kind, tuple(SHEETS))
    one_of("paper", paper, tuple(PAPERS))
    width, height = PAPERS[paper]
    if kind == "rules":
        width, height = height, width
    with using_language(lang):
        # Whoever finds the sheet on a table shall know where the game comes from.
        foot: list[Element] = []
        for line in reversed(wrap(credit_line(CATALOGUE), 7.5, width - 2 * _MARGIN)):
            y = height - 14 - 9 * len(foot)
            foot.insert(0, label(width / 2, y, line, style.fine, fill=style.line))
        return Picture(
            width,
            height,
            *SHEETS[kind](rules, width, height),
            *foot,
            title=_t("title"),
            desc=_t(f"desc_{kind}"),
        )


def save_sheet(
    path: str | Path,
    kind: str = "board",
    rules: Rules | None = None,
    paper: str = "A4",
    lang: str | None = None,
) -> Path:
    """Write a page to ``.svg``, ``.png`` (with resvg-py) or ``.pdf`` (with vl-convert), in true size."""
    picture = sheet(kind, rules, paper, lang)
    path = Path(path)
    # PDF is in points already, and pixels have no size.
    if path.suffix.lower() != ".svg":
        return picture.save(path)
    width = round(picture.width / 72 * 25.4)
    height = round(picture.height / 72 * 25.4)
    size = f'width="{width}mm" height="{height}mm"'
    plain = f'width="{picture.width:.0f}" height="{picture.height:.0f}"'
    # A browser prints pixels as it likes; millimetres come out in true size.
    path.write_text(picture.markup.replace(plain, size, 1) + "\n", encoding="utf-8")
    return path
