"""Pictures of algorithms at one moment: subset construction, minimisation, state elimination, product."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from automatakit.automaton.errors import text
from automatakit.automaton.states import State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import PAGE, clear_diagram, describe, framed
from automatakit.draw.diagram import Marks, diagram
from automatakit.draw.layout import Places, layout
from automatakit.languages.elimination import END, START
from automatakit.languages.search import N
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps
from automatakit.steps.thompson import ThompsonSteps
from automatakit.steps.worklist import Construction
from boardkit.svg import Element, Picture, above, beside, el, label
from boardkit.theme import style

ROW = 26.0
MARGINS = 180.0
"""What an automaton takes beside the way between its outermost states: half of each, the entry, the gap."""
SHORT = 28
"""Longer expressions are cut off on an arrow; the text alternative has them whole."""
BLOCKS = (
    style.fresh,
    style.lit,
    style.taken,
    style.early,
    style.rose,
    style.shade,
    style.lilac,
    style.cream,
)
"""Fills of the blocks of a partition; with more blocks they come again, and the numbers tell them apart."""


def grid(
    rows: Sequence[Sequence[str]],
    *,
    marked: tuple[int, int] | None = None,
    waiting: Sequence[int] = (),
    title: str = "",
) -> Picture:
    """Return a table of texts; the first row is the head.

    Parameters
    ----------
    marked
        Row and column of the cell that is pointed out.
    waiting
        Rows with a dot in front: they are on the worklist.
    """
    widths = list(map(_column_width, zip(*rows, strict=True)))
    parts: list[Element] = []
    for r, row in enumerate(rows):
        x = 22.0
        y = 6 + r * ROW
        if r in waiting:
            parts.append(
                el("circle", cx=11, cy=y + ROW / 2, r=5, fill=style.vermillion)
            )
        for c, (content, width) in enumerate(zip(row, widths, strict=True)):
            here = marked == (r, c)
            parts += _grid_cell(
                content, x, y, width, head=r == 0, side=c == 0, here=here
            )
            x += width
    desc = "; ".join(", ".join(row) for row in rows)
    height = ROW * len(rows) + 12
    return Picture(sum(widths) + 30, height, *parts, title=title, desc=desc)


def _column_width(texts: Iterable[str]) -> float:
    return max(46.0, max(map(len, texts)) * 9.6 + 18)


def _grid_cell(
    content: str,
    x: float,
    y: float,
    width: float,
    *,
    head: bool,
    side: bool,
    here: bool,
) -> tuple[Element, Element]:
    """A cell: in the first row, in the first column, the one that is pointed out, or any other."""
    fill = style.tint if head or side else style.paper
    stroke, thick = style.edge, style.hair
    if here:
        fill, stroke, thick = style.lit, style.ink, style.firm
    ground = el(
        "rect",
        x=x,
        y=y,
        width=width,
        height=ROW,
        fill=fill,
        stroke=stroke,
        stroke_width=thick,
    )
    weight = "bold" if here or head else None
    return ground, label(x + width / 2, y + ROW / 2, content, font_weight=weight)


def construction_picture(steps: Construction[N], page: float = PAGE) -> Picture:
    """Return a construction at one moment: the table with its worklist, and the automaton so far.

    They stand beside each other if that fits a `page` (a slide) to the end, otherwise the table stands below.
    """
    now = steps.partial
    known = steps.known
    name = dict(zip(known, now.states, strict=True))
    row = {node: number for number, node in enumerate(known, 1)}
    marked: tuple[int, int] | None = None
    marks = Marks()
    entry = steps.current
    if entry is not None:
        marked = row[entry.source], 1 + steps.alphabet.index(entry.symbol)
        arrows = {(name[entry.source], name[target]) for target in entry.targets}
        marks = Marks(
            dict.fromkeys([name[target] for target in entry.new], "new"), arrows
        )
    finished = steps.last()
    # Of the finished automaton from the beginning: nothing jumps about
    places = _places(finished.partial)
    title = text(f"draw.{steps.kind}")
    waiting = [row[node] for node in steps.worklist]
    table = grid(_rows(steps), marked=marked, waiting=waiting, title=title)
    drawn = diagram(now, places.of(now.states), marks)
    automaton = framed(drawn, title=text("draw.automaton"), desc=describe(now))
    # Of the finished table and automaton, too: what once stands beside stays there.
    if _width(places) + grid(_rows(finished)).width > page - MARGINS:
        both = above(automaton, table, gap=8)
    else:
        both = beside(table, automaton, gap=28)
    return both.titled(title, f"{steps.text} {both.desc}")


_places = lru_cache(maxsize=4)(layout)  # the same for all steps of a construction


def _width(places: Places) -> float:
    across = [x for x, _ in places.values()] or [0]
    return max(across) - min(across)


def _rows(steps: Construction[N]) -> list[list[str]]:
    rows = [["", *steps.alphabet]]
    for node, cells in steps.rows:
        texts = ["" if targets is None else steps.listed(targets) for targets in cells]
        rows.append([steps.show(node), *texts])
    return rows


def minimise_picture(steps: MinimiseSteps) -> Picture:
    """Return the partition at one moment: states of a block share a colour and a number; the splits below."""
    table = steps.table
    tags: dict[State, str] = {}
    fills: dict[State, str] = {}
    blocks = []
    for n, states in enumerate(steps.blocks):
        number = str(n + 1)
        tags.update(dict.fromkeys(states, number))
        fills.update(dict.fromkeys(states, BLOCKS[n % len(BLOCKS)]))
        blocks.append(f"{number}: {name_of(frozenset(states))}")
    drawn = diagram(table, layout(table), Marks(tags=tags, fills=fills))
    desc = f"{describe(table)} {text('draw.blocks', blocks='; '.join(blocks))}"
    picture = framed(drawn, title=text("draw.automaton"), desc=desc)
    rows = [[text("draw.word"), text("draw.inside"), text("draw.outside")]]
    for split in steps.entries[: steps.at]:
        inside = table.set_label(split.inside)
        outside = table.set_label(split.outside)
        rows.append([split.word or "ε", inside, outside])
    last = (steps.at, 0) if steps.at else None
    splits = grid(rows, marked=last, title=text("draw.splits"))
    both = above(picture, splits, gap=8)
    return both.titled(text("draw.minimise"), f"{steps.text} {both.desc}")


def elimination_picture(steps: EliminationSteps) -> Picture:
    """Return the generalised automaton at one moment, with regular expressions on its arrows."""
    states = (START, *steps.left, END)
    # For the picture any symbol will do: what stands on the arrows is given as their labels.
    edges = [(tail, "·", head) for tail, head in steps.labels]
    now = Automaton.make(states, START, [END], edges, "·")
    labels = {arrow: _short(regex) for arrow, regex in steps.labels.items()}
    drawn = diagram(now, layout(now, labels=labels), Marks(), labels)
    arrows = [
        f"{name_of(tail)} → {name_of(head)}: {regex}"
        for (tail, head), regex in steps.labels.items()
    ]
    return framed(
        drawn, title=text("draw.eliminate"), desc=f"{steps.text} {'; '.join(arrows)}"
    )


def thompson_picture(steps: ThompsonSteps) -> Picture:
    """Return what there is of Thompson's construction at one moment."""
    table = steps.partial.drawn
    desc = f"{steps.text} {describe(table)}"
    drawn = clear_diagram(table, Marks())
    return framed(drawn, title=text("draw.thompson"), desc=desc)


def _short(regex: str) -> str:
    """An expression as it stands on an arrow."""
    if regex == "()":
        return "ε"
    return regex if len(regex) <= SHORT else f"{regex[: SHORT - 2]}…"
