"""Pictures of runs: the tape, active states, the tree of runs with its dead branches, sets over time, two runs.

A run is shown with the same signs everywhere: a token on active states, a cross where a run dies, a warning where
the accepting state is reached too early, a tick where the word is accepted.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automatakit.automaton.errors import message
from automatakit.automaton.states import State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.arrows import Curve, Shape, route
from automatakit.draw.automata import PAGE, automaton_picture, framed, places_for
from automatakit.draw.diagram import Diagram, Marks, diagram, draw_arrow, draw_state
from automatakit.draw.layout import GLYPH, Point, node_width
from automatakit.languages.compare import Counterexample
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from boardkit.svg import Element, Picture, above, beside, el, film, label, number, plate
from boardkit.theme import piece_colours, style

CELL = 34.0
NODES = 120
"""The largest tree of runs that is drawn whole."""
MARK_OF = {"open": "plain", "dead": "dead", "early": "early", "accepting": "accepting", "rejecting": "done"}


def tape(word: str, read: int, x: float = 0, y: float = 0, verdict: bool | None = None) -> list[Element]:
    """Return the word as a row of cones: read ones with a bar below, a pointer at the next one.

    Black and white cells stand for b and w; the letter is written in each.
    """
    parts: list[Element] = []
    for i, symbol in enumerate(word):
        fill, ink = piece_colours(symbol == "b")
        left = x + i * CELL
        parts.append(el("rect", x=left, y=y, width=CELL - 3, height=CELL - 3, rx=6, fill=fill,
                        stroke=style.rim, stroke_width=style.thin, opacity=1 if i >= read else 0.55))
        parts.append(label(left + CELL / 2 - 1.5, y + CELL / 2 - 1, symbol, size=style.head, fill=ink,
                           font_weight="bold"))
        if i < read:
            parts.append(el("rect", x=left, y=y + CELL + 1, width=CELL - 3, height=5, rx=2, fill=style.blue))
    at = x + min(read, len(word)) * CELL
    if read < len(word):
        at += CELL / 2 - 1.5
        parts.append(el("polygon", points=[(at, y + CELL), (at - 8, y + CELL + 13), (at + 8, y + CELL + 13)],
                        fill=style.vermillion))
    elif verdict is not None:
        parts.append(_verdict(at + 16, y + CELL / 2 - 1.5, verdict))
    return parts


def _verdict(x: float, y: float, accepted: bool) -> Element:
    """A tick or a cross with its word's colour and shape."""
    if accepted:
        way = f"M {number(x - 9)} {number(y)} L {number(x - 2)} {number(y + 8)} L {number(x + 11)} {number(y - 9)}"
        return el("path", d=way, fill="none", stroke=style.green, stroke_width=style.heavy)
    way = (f"M {number(x - 8)} {number(y - 8)} L {number(x + 8)} {number(y + 8)} "
           f"M {number(x + 8)} {number(y - 8)} L {number(x - 8)} {number(y + 8)}")
    return el("path", d=way, fill="none", stroke=style.vermillion, stroke_width=style.heavy)


def tape_picture(word: str, read: int, verdict: bool | None = None) -> Picture:
    """Return the tape as a picture of its own."""
    return Picture(
        max(CELL, len(word) * CELL) + 44, CELL + 24, *tape(word, read, 8, 6, verdict), title=str(message("draw.tape")),
        desc=str(message("draw.tape_desc", word=word or "ε", read=read)),
    )


def run_marks(run: RunSteps) -> Marks:
    """Return the marks of a moment of a run: active, early, accepting, just died; the arrows just taken."""
    states: dict[State, str] = dict.fromkeys(run.died, "dead")
    states |= dict.fromkeys(run.active, "active")
    states |= dict.fromkeys(run.early, "early")
    if run.done:
        states |= {s: "accepting" for s in run.active if run.table.mask([s]) & run.table.accepting_mask}
    return Marks(states, {(p, q) for p, _, q in run.arrows})


def run_picture(run: RunSteps) -> Picture:
    """Return a moment of a run: the tape above the automaton with its active states.

    Examples
    --------
    >>> from automatakit.steps.run import RunSteps
    >>> print(run_picture(RunSteps("bw", "bw").next()).desc)
    Word bw; symbols read: 1. Read b: from {0} to {1}.
    """
    shown = run.table.drawn
    drawn = diagram(shown, places_for(shown), run_marks(run))
    state = framed(drawn, title=message("draw.automaton"), desc=str(run.text))
    return above(tape_picture(run.word, run.at, run.accepted), state, gap=4).titled(message("draw.run"))


# --- the tree of runs ------------------------------------------------------------------------------------------


def tree_picture(run: RunSteps) -> Picture:
    """Return the tree of runs up to this moment, from left to right, one column for each symbol.

    A tree of more than `NODES` nodes is cut off, and the picture says so.
    """
    tree = run.tree(NODES)
    shown = message("draw.tree_all") if tree.complete else message("draw.tree_cut", number=NODES)
    fates = {fate: sum(n.fate == fate for n in tree.nodes) for fate in ("dead", "early", "accepting", "rejecting")}
    desc = str(message("draw.tree_desc", word=run.word or "ε", read=run.at, shown=shown, **fates))
    return framed(tree_diagram(run, tree), title=message("draw.tree"), desc=desc)


def tree_diagram(run: RunSteps, tree: RunTree, path: Sequence[State] = (),
                 dress: Callable[[TreeNode, Point], Mapping[str, object]] = lambda node, at: {}) -> Diagram:
    """Return the tree of runs as a diagram; `dress` gives the attributes of each node, from the node and its place."""
    places = _tree_places(tree)
    width = max((node_width(name_of(node.state)) for node in tree.nodes), default=48)
    column = max(width + 52, 104)
    result = Diagram()
    spots = {n: (x * column, y * 46) for n, (x, y) in places.items()}
    on_path = {node.number for node in tree.nodes if path and tree.path(node) == tuple(path[: node.depth + 1])}
    for node in tree.nodes:
        if node.parent is not None:
            _branch(result, spots[node.parent], spots[node.number], run.word[node.depth - 1], width,
                    strong=node.number in on_path and node.parent in on_path)
    for node in tree.nodes:
        spot = spots[node.number]
        _tree_state(result, node, spot, run, dress(node, spot))
    return result


def _tree_places(tree: RunTree) -> dict[int, Point]:
    """Return column and row of each node: leaves below one another, parents in the middle of their children."""
    children: dict[int | None, list[int]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node.number)
    rows: dict[int, float] = {}
    free = 0.0

    def place(at: int) -> float:
        nonlocal free
        below = children.get(at, [])
        if not below:
            rows[at] = free
            free += 1
        else:
            inner = [place(child) for child in below]
            rows[at] = (inner[0] + inner[-1]) / 2
        return rows[at]

    for root in children.get(None, []):
        place(root)
    return {node.number: (float(node.depth), rows[node.number]) for node in tree.nodes}


def _branch(result: Diagram, start: Point, end: Point, symbol: str, width: float, strong: bool) -> None:
    x1, x2 = start[0] + width / 2 + 1, end[0] - width / 2 - 2
    middle = (x1 + x2) / 2
    colour = style.blue if strong else style.line
    curve = Curve(((x1, start[1]), (middle, start[1]), (middle, end[1]), (x2, end[1])))
    draw_arrow(result, curve, colour, style.bold if strong else style.thin)
    result.elements.append(plate(middle, (start[1] + end[1]) / 2, symbol, font_weight="bold", fill=colour))


def _tree_state(result: Diagram, node: TreeNode, at: Point, run: RunSteps, attributes: Mapping[str, object]) -> None:
    mark = MARK_OF[node.fate]
    if node.fate == "open" and node.depth == run.at:
        mark = "early" if node.state in run.early else "active"
    shape = Shape(at[0], at[1], max(36.0, len(name_of(node.state)) * GLYPH + 18), 17)
    final = bool(run.table.mask([node.state]) & run.table.accepting_mask)
    draw_state(result, name_of(node.state), shape, mark, final, attributes=attributes)


# --- sets over time --------------------------------------------------------------------------------------------


def trellis_picture(run: RunSteps) -> Picture:
    """Return the sets of active states side by side, one column for each symbol, with all arrows between them.

    Once the word is read and accepted, the first accepting run is emphasised.
    """
    last = run.at
    moments = [run.goto(i) for i in range(last + 1)]
    seen = {state for moment in moments for state in moment.active}
    rows = {state: float(n) for n, state in enumerate(s for s in run.table.states if s in seen)}
    width = max((len(name_of(s)) * GLYPH + 18 for s in rows), default=36)
    column = max(96.0, width + 56)
    path = run.witness or () if moments[-1].accepted else ()
    result = Diagram()
    shapes = {
        (i, s): Shape(i * column, 60 + rows[s] * 50, max(34.0, width), 17)
        for i, moment in enumerate(moments) for s in moment.active
    }
    for i, symbol in enumerate(run.word[:last]):
        x = (i + 0.5) * column
        fill, ink = piece_colours(symbol == "b")
        result.elements += [
            el("rect", x=x - 13, y=-3, width=26, height=26, rx=5,
               fill=fill, stroke=style.rim, stroke_width=style.thin),
            label(x, 10, symbol, font_weight="bold", fill=ink),
        ]
        result.boxes.append((x - 14, -4, x + 14, 24))
    for i, moment in enumerate(moments[1:], start=1):
        for p, _, q in moment.arrows:
            _step(result, shapes[i - 1, p], shapes[i, q], path[i - 1 : i + 1] == (p, q))
    for (i, state), shape in shapes.items():
        mark = _trellis_mark(moments, i, state)
        draw_state(result, name_of(state), shape, mark, bool(run.table.mask([state]) & run.table.accepting_mask))
    if not moments[-1].active:
        _empty(result, last * column, 60)
    desc = " ".join(str(moment.text) for moment in moments)
    return framed(result, title=message("draw.trellis"), desc=desc)


def _trellis_mark(moments: Sequence[RunSteps], i: int, state: State) -> str:
    moment = moments[i]
    if moment.done:
        return "accepting" if moment.table.mask([state]) & moment.table.accepting_mask else "done"
    if i == len(moments) - 1:
        return "early" if state in moment.early else "active"
    if state in moments[i + 1].died:
        return "early" if state in moment.early else "dead"
    return "plain"


def _step(result: Diagram, tail: Shape, head: Shape, strong: bool) -> None:
    look = (style.blue, style.bold) if strong else (style.aside, style.thin)
    draw_arrow(result, route(tail, head, (), double=False), *look)


def _empty(result: Diagram, x: float, y: float) -> None:
    result.elements.append(label(x, y, "∅", size=style.title))
    result.boxes.append((x - 12, y - 14, x + 12, y + 14))


def counterexample_picture(case: Counterexample, names: tuple[str, str] = ("1", "2")) -> Picture:
    """Return both runs on the shortest word on which two automata differ: side by side while there is room.

    Parameters
    ----------
    names
        How the two automata are called in the picture.
    """
    pictures = []
    for name, table in zip(names, (case.left, case.right), strict=True):
        run = RunSteps(table, case.word).last()
        called = {"name": name, "word": case.word or "ε"}
        verdict = message("draw.accepts" if run.accepted else "draw.rejects", **called)
        trellis = trellis_picture(run)
        text = label(6, 20, str(verdict), text_anchor="start", font_weight="bold")
        wide = max(240, len(str(verdict)) * 11 + 20)
        head = Picture(wide, 34, text, title=str(verdict), desc=str(verdict))
        pictures.append(above(head, trellis, gap=2))
    join = beside if sum(picture.width for picture in pictures) <= PAGE else above
    return join(*pictures, gap=10).titled(message("draw.counterexample", word=case.word or "ε"))


def run_animation(automaton: Any, word: str) -> str:
    """Return a run as a picture that moves, for slides: an SVG document with one frame after each symbol.

    Examples
    --------
    >>> run_animation("ab", "ab").count('class="frame"')
    3
    """
    fa = Automaton.of(automaton)
    frames = [above(automaton_picture(fa, active=active), Picture(CELL * max(1, len(word)), CELL, *tape(word, n)))
              for n, active in enumerate(fa.active(word))]
    return str(film(frames, seconds=1.2).titled(word))
