"""Pictures of algorithms at one moment: subset construction, minimisation, state elimination, product."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from automatakit.automaton.value import Automaton, State
from automatakit.automaton.value import label as name_of
from automatakit.draw.automata import PAGE, describe, framed
from automatakit.draw.diagram import Arrow, Marks, diagram
from automatakit.draw.layout import GLYPH, RADIUS, Point, layout
from automatakit.errors import message
from boardkit.messages import Message
from boardkit.svg import BLACK, PALETTE, WHITE, Element, Picture, above, beside, el, label

if TYPE_CHECKING:
    from automatakit.steps.eliminate import EliminationSteps
    from automatakit.steps.minimise import MinimiseSteps
    from automatakit.steps.product import ProductSteps
    from automatakit.steps.subset import SubsetSteps

ROW = 30.0
ROOM = 4 * RADIUS
"""What a labelled arrow needs beside its label: half of both states, the head, some air."""
MARGINS = 180.0
"""What an automaton takes beside the way between its outermost states: half of each, the entry, the gap."""
BLOCKS = ("#CDE9F8", "#FBE87A", "#BFE5D6", "#F6C9A8", "#E9C7DB", "#E4E4E4", "#D9D2F0", "#F3F0C8")


def grid(rows: Sequence[Sequence[str]], *, marked: tuple[int, int] | None = None, waiting: Sequence[int] = (),
         title: str | Message = "") -> Picture:
    """Return a table of texts; the first row is the head.

    Parameters
    ----------
    marked
        Row and column of the cell that is pointed out.
    waiting
        Rows with a dot in front: they are on the worklist.
    """
    widths = [max(46.0, *(len(row[i]) * 9.6 + 18 for row in rows)) for i in range(len(rows[0]))]
    parts: list[Element] = []
    for r, row in enumerate(rows):
        x, y = 22.0, 6 + r * ROW
        if r in waiting:
            parts.append(el("circle", cx=11, cy=y + ROW / 2, r=5, fill=PALETTE["vermillion"]))
        for c, (text, width) in enumerate(zip(row, widths, strict=True)):
            here = marked == (r, c)
            fill = "#FBE87A" if here else "#EEEEEE" if r == 0 or c == 0 else WHITE
            parts.append(el("rect", x=x, y=y, width=width, height=ROW, fill=fill, stroke=BLACK if here else "#888888",
                            stroke_width=3 if here else 1))
            parts.append(label(x + width / 2, y + ROW / 2, text, size=16,
                               font_weight="bold" if here or r == 0 else None))
            x += width
    rest = "; ".join(", ".join(row) for row in rows)
    return Picture(sum(widths) + 30, ROW * len(rows) + 12, *parts, title=str(title), desc=rest)


def _titled(both: Picture, title: Message, text: Message) -> Picture:
    return Picture(both.width, both.height, *both.children, title=str(title), desc=f"{text} {both.desc}")


def _final_places(final: Automaton, now: Automaton) -> dict[State, Point]:
    """Return the places of the finished automaton for the states that exist already: nothing jumps about."""
    places = layout(final)
    return {state: places[state] for state in now.states}


def subset_picture(steps: SubsetSteps) -> Picture:
    """Return the subset construction at one moment: the table with its worklist, and the automaton so far.

    They stand beside each other if that fits a slide to the end, otherwise the table stands below.
    """
    entry = steps.current
    known = steps.known
    marked = None
    if entry is not None:
        marked = (1 + known.index(entry.source), 1 + steps.table.alphabet.index(entry.symbol))
    waiting = [1 + known.index(mask) for mask in steps.worklist]
    now = steps.partial
    states = {s: "new" for s in now.states[-1:] if entry is not None and entry.new}
    arrows: set[Arrow] = set()
    if entry is not None:
        arrows = {(now.states[known.index(entry.source)], now.states[known.index(entry.target)])}
    drawn = diagram(now, _final_places(steps.last().partial, now), Marks(states, arrows))
    table = grid(_subset_rows(steps), marked=marked, waiting=waiting, title=message("draw.subset"))
    automaton = framed(drawn, title=message("draw.automaton"), desc=describe(now))
    finished = steps.last()
    across = [x for x, _ in _final_places(finished.partial, finished.partial).values()]
    wide = grid(_subset_rows(finished)).width + max(across) - min(across) > PAGE - MARGINS
    both = above(automaton, table, gap=8) if wide else beside(table, automaton, gap=28)
    return _titled(both, message("draw.subset"), steps.text)


def _subset_rows(steps: SubsetSteps) -> list[tuple[str, ...]]:
    name = steps.table.set_label
    head = ("", *steps.table.alphabet)
    return [head, *((name(mask), *("" if t is None else name(t) for t in row)) for mask, row in steps.rows)]


def product_picture(steps: ProductSteps) -> Picture:
    """Return the product construction at one moment: the product so far, and below it the table with its worklist.

    The cells hold lists of pairs: beside the automaton they would make the picture too wide to be read from afar.
    """
    entry, known = steps.current, steps.known
    width = len(steps.left.alphabet)
    cells = [", ".join(map(steps.show, e.targets)) or "∅" for e in steps.entries[: steps.at]]
    cells += [""] * (len(known) * width - len(cells))
    rows = [("", *steps.left.alphabet)]
    rows += [(steps.show(pair), *cells[i * width : (i + 1) * width]) for i, pair in enumerate(known)]
    now = steps.partial
    place = {pair: i for i, pair in enumerate(known)}
    marked, arrows, new = None, set(), []
    if entry is not None:
        marked = (1 + place[entry.source], 1 + steps.left.alphabet.index(entry.symbol))
        arrows = {(now.states[place[entry.source]], now.states[place[target]]) for target in entry.targets}
        new = [now.states[place[target]] for target in entry.new]
    drawn = diagram(now, _final_places(steps.last().partial, now), Marks(dict.fromkeys(new, "new"), arrows))
    waiting = [1 + place[pair] for pair in steps.worklist]
    table = grid(rows, marked=marked, waiting=waiting, title=message("draw.product"))
    product = framed(drawn, title=message("draw.automaton"), desc=describe(now))
    return _titled(above(product, table, gap=8), message("draw.product"), steps.text)


def minimise_picture(steps: MinimiseSteps) -> Picture:
    """Return the partition at one moment: states of a block share a colour and a number; the splits below."""
    table = steps.table
    tags = {s: f"{n}" for n, states in enumerate(steps.blocks, start=1) for s in states}
    drawn = diagram(table, layout(table), Marks(tags=tags, fills=_fills(steps)))
    name = table.set_label
    rows = [tuple(str(message(f"draw.{key}")) for key in ("word", "inside", "outside"))]
    rows += [(split.word or "ε", name(split.inside), name(split.outside)) for split in steps.splits[: steps.at]]
    marked = (len(rows) - 1, 0) if steps.at else None
    blocks = "; ".join(f"{n}: {name_of(frozenset(b))}" for n, b in enumerate(steps.blocks, start=1))
    desc = f"{describe(table)} {message('draw.blocks', blocks=blocks)}"
    picture = framed(drawn, title=message("draw.automaton"), desc=desc)
    splits = grid(rows, marked=marked, title=message("draw.splits"))
    return _titled(above(picture, splits, gap=8), message("draw.minimise"), steps.text)


def _fills(steps: MinimiseSteps) -> dict[State, str]:
    return {s: BLOCKS[n % len(BLOCKS)] for n, states in enumerate(steps.blocks) for s in states}


def elimination_picture(steps: EliminationSteps) -> Picture:
    """Return the generalised automaton at one moment, with regular expressions on its arrows."""
    from automatakit.steps.eliminate import END, START

    states = (START, *steps.left, END)
    index = {state: i for i, state in enumerate(states)}
    row = [0] * len(states)
    for p, q in steps.labels:
        row[index[p]] |= 1 << index[q]
    now = Automaton(states, ("·",), {"·": tuple(row)}, 1, 1 << len(states) - 1)
    texts = {(p, q): _short(str(r)) for (p, q), r in steps.labels.items()}
    labels = {arrow: "ε" if text == "()" else text for arrow, text in texts.items()}
    drawn = diagram(now, _spread(layout(now), texts), Marks(), labels)
    arrows = "; ".join(f"{name_of(p)} → {name_of(q)}: {r}" for (p, q), r in steps.labels.items())
    return framed(drawn, title=message("draw.eliminate"), desc=f"{steps.text} {arrows}")


def _short(text: str) -> str:
    return text if len(text) <= 28 else f"{text[:26]}…"


def _spread(places: dict[State, Point], texts: dict[Arrow, str]) -> dict[State, Point]:
    """Return places far enough apart for the longest label."""
    wide = max((len(text) for text in texts.values()), default=1)
    columns = sorted({x for x, _ in places.values()})
    gap = min((right - left for left, right in pairwise(columns) if right - left > RADIUS), default=ROOM)
    factor = max(1.0, (wide * GLYPH + ROOM) / gap)
    return {state: (x * factor, y * min(factor, 1.5)) for state, (x, y) in places.items()}

