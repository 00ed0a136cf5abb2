"""Pictures of algorithms at one moment: subset construction, minimisation, state elimination, product."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from automatakit.automaton.errors import message
from automatakit.automaton.states import State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import PAGE, describe, framed
from automatakit.draw.diagram import Marks, diagram
from automatakit.draw.layout import Arrow, layout
from automatakit.languages.elimination import END, START
from automatakit.steps.construction import Construction
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps
from boardkit.messages import Message
from boardkit.svg import Element, Picture, above, beside, el, label
from boardkit.theme import style

ROW = 30.0
MARGINS = 180.0
"""What an automaton takes beside the way between its outermost states: half of each, the entry, the gap."""
BLOCKS = (style.fresh, style.lit, style.taken, style.early, style.rose, style.shade, style.lilac, style.cream)


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
            parts.append(el("circle", cx=11, cy=y + ROW / 2, r=5, fill=style.vermillion))
        for c, (text, width) in enumerate(zip(row, widths, strict=True)):
            here = marked == (r, c)
            fill = style.lit if here else style.tint if r == 0 or c == 0 else style.paper
            parts.append(el("rect", x=x, y=y, width=width, height=ROW, fill=fill,
                            stroke=style.ink if here else style.edge, stroke_width=style.firm if here else style.hair))
            parts.append(label(x + width / 2, y + ROW / 2, text,
                               font_weight="bold" if here or r == 0 else None))
            x += width
    rest = "; ".join(", ".join(row) for row in rows)
    return Picture(sum(widths) + 30, ROW * len(rows) + 12, *parts, title=str(title), desc=rest)


def construction_picture(steps: Construction[Any]) -> Picture:
    """Return a construction at one moment: the table with its worklist, and the automaton so far.

    They stand beside each other if that fits a slide to the end, otherwise the table stands below.
    """
    entry, now, place = steps.current, steps.partial, {node: i for i, node in enumerate(steps.known)}
    marked, arrows, new = None, set[Arrow](), list[State]()
    if entry is not None:
        source = place[entry.source]
        marked = (1 + source, 1 + steps.alphabet.index(entry.symbol))
        arrows = {(now.states[source], now.states[place[target]]) for target in entry.targets}
        new = [now.states[place[target]] for target in entry.new]
    finished = steps.last()
    places = _places(finished.partial)  # of the finished automaton from the beginning: nothing jumps about
    drawn = diagram(now, places.of(now.states), Marks(dict.fromkeys(new, "new"), arrows))
    waiting = [1 + place[node] for node in steps.worklist]
    title = message(f"draw.{steps.kind}")
    table = grid(_rows(steps), marked=marked, waiting=waiting, title=title)
    automaton = framed(drawn, title=message("draw.automaton"), desc=describe(now))
    across = [x for x, _ in places.values()] or [0]
    wide = grid(_rows(finished)).width + max(across) - min(across) > PAGE - MARGINS
    both = above(automaton, table, gap=8) if wide else beside(table, automaton, gap=28)
    return both.titled(title, f"{steps.text} {both.desc}")


_places = lru_cache(maxsize=4)(layout)  # the same for all steps of a construction


def _rows(steps: Construction[Any]) -> list[tuple[str, ...]]:
    cells = (("" if nodes is None else steps.listed(nodes) for nodes in row) for _, row in steps.rows)
    names = map(steps.show, steps.known)
    return [("", *steps.alphabet), *((name, *row) for name, row in zip(names, cells, strict=True))]


def minimise_picture(steps: MinimiseSteps) -> Picture:
    """Return the partition at one moment: states of a block share a colour and a number; the splits below."""
    table = steps.table
    tags = {s: f"{n}" for n, states in enumerate(steps.blocks, start=1) for s in states}
    fills = {s: BLOCKS[n % len(BLOCKS)] for n, states in enumerate(steps.blocks) for s in states}
    drawn = diagram(table, layout(table), Marks(tags=tags, fills=fills))
    name = table.set_label
    rows = [tuple(str(message(f"draw.{key}")) for key in ("word", "inside", "outside"))]
    rows += [(split.word or "ε", name(split.inside), name(split.outside)) for split in steps.entries[: steps.at]]
    marked = (len(rows) - 1, 0) if steps.at else None
    blocks = "; ".join(f"{n}: {name_of(frozenset(b))}" for n, b in enumerate(steps.blocks, start=1))
    desc = f"{describe(table)} {message('draw.blocks', blocks=blocks)}"
    picture = framed(drawn, title=message("draw.automaton"), desc=desc)
    splits = grid(rows, marked=marked, title=message("draw.splits"))
    both = above(picture, splits, gap=8)
    return both.titled(message("draw.minimise"), f"{steps.text} {both.desc}")


def elimination_picture(steps: EliminationSteps) -> Picture:
    """Return the generalised automaton at one moment, with regular expressions on its arrows."""
    states = (START, *steps.left, END)
    index = {state: i for i, state in enumerate(states)}
    row = [0] * len(states)
    for p, q in steps.labels:
        row[index[p]] |= 1 << index[q]
    now = Automaton(states, ("·",), {"·": tuple(row)}, 1, 1 << len(states) - 1)
    texts = {(p, q): _short(r) for (p, q), r in steps.labels.items()}
    labels = {arrow: "ε" if text == "()" else text for arrow, text in texts.items()}
    drawn = diagram(now, layout(now, labels=labels), Marks(), labels)
    arrows = "; ".join(f"{name_of(p)} → {name_of(q)}: {r}" for (p, q), r in steps.labels.items())
    return framed(drawn, title=message("draw.eliminate"), desc=f"{steps.text} {arrows}")


def _short(text: str) -> str:
    return text if len(text) <= 28 else f"{text[:26]}…"

