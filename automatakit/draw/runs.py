"""Pictures of runs: the tape, active states, the tree of runs with its dead branches, sets over time, two runs.

A run is shown with the same signs everywhere: a token on active states, a cross where a run dies, a warning where
the accepting state is reached too early, a tick where the word is accepted.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count

from automatakit.automaton.errors import text
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Point, State
from automatakit.automaton.states import label as name_of
from automatakit.automaton.value import Automaton
from automatakit.draw.arrows import Curve, Shape, polyline, route
from automatakit.draw.automata import PAGE, automaton_picture, framed, places_for
from automatakit.draw.diagram import (
    Diagram,
    Marks,
    cross,
    diagram,
    draw_arrow,
    draw_state,
)
from automatakit.draw.labels import GLYPH, Box
from automatakit.languages.compare import Counterexample
from automatakit.steps.run import RunSteps, RunTree, TreeNode
from boardkit.svg import Element, Picture, above, beside, el, film, label, plate
from boardkit.theme import piece_colours, style

CELL = 34.0
TREE_ROW = 50
"""Distance of two branches of a tree, in pixels."""
BRANCH = 68.0
"""What a branch and its symbol need between two states."""
SLIM = 17
"""Radius of a state in a tree and in a trellis."""
NODES = 120
"""The largest tree of runs that is drawn whole."""
MARK_OF = {
    "open": "plain",
    "dead": "dead",
    "early": "early",
    "accepting": "accepting",
    "rejecting": "done",
}


def tape(
    word: str,
    read: int,
    x: float = 0,
    y: float = 0,
    verdict: bool | None = None,
) -> list[Element]:
    """Return the word as a row of cones: read ones with a bar below, a pointer at the next one.

    Black and white cells stand for b and w; the letter is written in each.
    """
    parts: list[Element] = []
    for i, symbol in enumerate(word):
        left = x + i * CELL
        parts += _cell(symbol, left, y, opacity=1 if i >= read else 0.55)
        if i < read:
            below = y + CELL + 1
            parts.append(
                el(
                    "rect",
                    x=left,
                    y=below,
                    width=CELL - 3,
                    height=5,
                    rx=2,
                    fill=style.blue,
                )
            )
    at = x + min(read, len(word)) * CELL
    if read < len(word):
        at += CELL / 2 - 1.5
        top = y + CELL
        pointer = [(at, top), (at - 8, top + 13), (at + 8, top + 13)]
        parts.append(el("polygon", points=pointer, fill=style.vermillion))
    elif verdict is not None:
        parts.append(_verdict(at + 16, y + CELL / 2 - 1.5, verdict))
    return parts


def _cell(symbol: str, left: float, top: float, opacity: float) -> list[Element]:
    """A symbol on its colour."""
    fill, ink = piece_colours(symbol == "b")
    size = CELL - 3
    middle = left + CELL / 2 - 1.5
    cone = el(
        "rect",
        x=left,
        y=top,
        width=size,
        height=size,
        rx=6,
        fill=fill,
        stroke=style.rim,
        stroke_width=style.thin,
        opacity=opacity,
    )
    letter = label(
        middle,
        top + CELL / 2 - 1,
        symbol,
        size=style.head,
        fill=ink,
        font_weight="bold",
    )
    return [cone, letter]


def _verdict(x: float, y: float, accepted: bool) -> Element:
    """A tick or a cross with its word's colour and shape."""
    if accepted:
        way = polyline((x - 9, y), (x - 2, y + 8), (x + 11, y - 9))
    else:
        way = cross(x, y, 8)
    colour = style.green if accepted else style.vermillion
    return el("path", d=way, fill="none", stroke=colour, stroke_width=style.heavy)


def tape_picture(word: str, read: int, verdict: bool | None = None) -> Picture:
    """Return the tape as a picture of its own."""
    width = max(CELL, len(word) * CELL) + 44
    desc = text("draw.tape_desc", word=word or "ε", read=read)
    parts = tape(word, read, 8, 6, verdict)
    return Picture(width, CELL + 24, *parts, title=text("draw.tape"), desc=desc)


def run_marks(run: RunSteps) -> Marks:
    """Return the marks of a moment of a run: active, early, accepting, just died; the arrows just taken."""
    # A later mark wins: a state may have lost the branches that were in it and have been reached again.
    marks: dict[State, str] = dict.fromkeys(run.died, "dead")
    for state in run.active:
        ends = run.done and state in run.table.accepting
        marks[state] = "accepting" if ends else "active"
    # A warning matters more than that the state is active.
    for state in run.early:
        marks[state] = "early"
    return Marks(marks, {(tail, head) for tail, _, head in run.arrows})


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
    state = framed(drawn, title=text("draw.automaton"), desc=str(run.text))
    word = tape_picture(run.word, run.at, run.accepted)
    return above(word, state, gap=4).titled(text("draw.run"))


# --- the tree of runs ------------------------------------------------------------------------------------------


def tree_picture(run: RunSteps) -> Picture:
    """Return the tree of runs up to this moment, from left to right, one column for each symbol.

    A tree of more than `NODES` nodes is cut off, and the picture says so.
    """
    tree = run.tree(NODES)
    if tree.complete:
        shown = text("draw.tree_all")
    else:
        shown = text("draw.tree_cut", number=NODES)
    fates = Counter(node.fate for node in tree.nodes)
    desc = text(
        "draw.tree_desc",
        word=run.word or "ε",
        read=run.at,
        shown=shown,
        dead=fates["dead"],
        early=fates["early"],
        accepting=fates["accepting"],
        rejecting=fates["rejecting"],
    )
    return framed(tree_diagram(run, tree), title=text("draw.tree"), desc=desc)


def tree_diagram(
    run: RunSteps,
    tree: RunTree,
    path: Sequence[State] = (),
    dress: Callable[[TreeNode, Point], Mapping[str, object]] = lambda node, at: {},
) -> Diagram:
    """Return the tree of runs as a diagram; `dress` gives the attributes of each node, from the node and its place."""
    places = _tree_places(tree)
    widths = list(map(_tree_width, tree.nodes))
    column = max(widths, default=0.0) + BRANCH
    shapes: dict[int, Shape] = {}
    for node, width in zip(tree.nodes, widths, strict=True):
        depth, row = places[node.number]
        shapes[node.number] = Shape(depth * column, row * TREE_ROW, width, SLIM)
    on_path: set[int | None] = set()
    for node in tree.nodes:
        if path and tree.path(node) == tuple(path[: node.depth + 1]):
            on_path.add(node.number)
    result = Diagram()
    for node in tree.nodes:
        if node.parent is not None:
            strong = on_path.issuperset((node.parent, node.number))
            symbol = run.word[node.depth - 1]
            _branch(result, shapes[node.parent], shapes[node.number], symbol, strong)
    for node in tree.nodes:  # after the arrows: they lie on top
        shape = shapes[node.number]
        _tree_state(result, node, shape, run, dress(node, (shape.x, shape.y)))
    return result


def _tree_places(tree: RunTree) -> dict[int, Point]:
    """Return column and row of each node: leaves below one another, parents in the middle of their children."""
    children: dict[int | None, list[int]] = {}
    for node in tree.nodes:
        children.setdefault(node.parent, []).append(node.number)
    rows: dict[int, float] = {}
    free = count()  # the rows below all leaves so far

    def place(number: int) -> float:
        below = list(map(place, children.get(number, ())))
        if below:
            rows[number] = (below[0] + below[-1]) / 2
        else:
            rows[number] = float(next(free))
        return rows[number]

    for root in children.get(None, ()):
        place(root)
    return {node.number: (float(node.depth), rows[node.number]) for node in tree.nodes}


def _tree_width(node: TreeNode) -> float:
    return max(36.0, _slim_width(name_of(node.state)))


def _branch(
    result: Diagram, tail: Shape, head: Shape, symbol: str, strong: bool
) -> None:
    left = tail.x + tail.width / 2 + 1
    right = head.x - head.width / 2 - 2
    middle = (left + right) / 2
    colour, width = style.line, style.thin
    if strong:
        colour, width = style.blue, style.bold
    way = (left, tail.y), (middle, tail.y), (middle, head.y), (right, head.y)
    draw_arrow(result, Curve(way), colour, width)
    # Before the state, on the side from which the line does not come.
    beside = 11 if head.y > tail.y else -11
    spot = right - 26, head.y + beside
    result.add(
        plate(*spot, symbol, font_weight="bold", fill=colour), Box.about(spot, 8, 9)
    )


def _tree_state(
    result: Diagram,
    node: TreeNode,
    shape: Shape,
    run: RunSteps,
    attributes: Mapping[str, object],
) -> None:
    mark = MARK_OF[node.fate]
    if node.fate == "open" and node.depth == run.at:  # not earlier: there a run is now
        mark = "early" if node.state in run.early else "active"
    draw_state(
        result,
        name_of(node.state),
        shape,
        mark,
        node.state in run.table.accepting,
        attributes=attributes,
    )


def _slim_width(name: str) -> float:
    """What a state needs that is less high than in a diagram."""
    return len(name) * GLYPH + 18


# --- sets over time --------------------------------------------------------------------------------------------


def trellis_picture(run: RunSteps) -> Picture:
    """Return the sets of active states side by side, one column for each symbol, with all arrows between them.

    Once the word is read and accepted, the first accepting run is emphasised.
    """
    last = run.at
    moments = list(map(run.goto, range(last + 1)))
    seen: set[State] = set()
    for moment in moments:
        seen.update(moment.active)
    states = [state for state in run.table.states if state in seen]
    width = max([_slim_width(name_of(state)) for state in states], default=36)
    column = max(96.0, width + 56)
    path: tuple[State, ...] = ()
    if run.accepted:
        path = run.witness or ()
    shapes: dict[tuple[int, State], Shape] = {}
    for i, moment in enumerate(moments):
        for state in moment.active:
            row = states.index(state)
            shapes[i, state] = Shape(i * column, 60 + row * 50, max(34.0, width), SLIM)
    result = Diagram()
    for i, symbol in enumerate(run.word[:last]):
        _heading(result, symbol, (i + 0.5) * column)
    for i, moment in enumerate(moments[1:], start=1):
        for tail, _, head in moment.arrows:
            strong = path[i - 1 : i + 1] == (tail, head)
            _step(result, shapes[i - 1, tail], shapes[i, head], strong)
    for (i, state), shape in shapes.items():
        mark = _trellis_mark(moments, i, state)
        draw_state(result, name_of(state), shape, mark, state in run.table.accepting)
    if not moments[-1].active:
        at = (last * column, 60)
        result.add(label(*at, "∅", size=style.title), Box.about(at, 12, 14))
    desc = " ".join(str(moment.text) for moment in moments)
    return framed(result, title=text("draw.trellis"), desc=desc)


def _heading(result: Diagram, symbol: str, x: float) -> None:
    """Write a symbol above the arrows that read it."""
    fill, ink = piece_colours(symbol == "b")
    ground = el(
        "rect",
        x=x - 13,
        y=-3,
        width=26,
        height=26,
        rx=5,
        fill=fill,
        stroke=style.rim,
        stroke_width=style.thin,
    )
    result.add(ground, Box.about((x, 10), 14, 14))
    result.add(label(x, 10, symbol, font_weight="bold", fill=ink))


def _trellis_mark(moments: Sequence[RunSteps], i: int, state: State) -> str:
    """Return what is to be seen of a state after so many symbols."""
    moment = moments[i]
    if moment.done:
        return "accepting" if state in moment.table.accepting else "done"
    early = state in moment.early
    if i == len(moments) - 1:
        return "early" if early else "active"
    if state in moments[i + 1].died:
        return "early" if early else "dead"
    return "plain"


def _step(result: Diagram, tail: Shape, head: Shape, strong: bool) -> None:
    colour, width = style.aside, style.thin
    if strong:
        colour, width = style.blue, style.bold
    draw_arrow(result, route(tail, head, (), aside=0.0), colour, width)


def counterexample_picture(
    case: Counterexample, names: tuple[str, str] = ("1", "2")
) -> Picture:
    """Return both runs on the shortest word on which two automata differ: side by side while there is room.

    Parameters
    ----------
    names
        How the two automata are called in the picture.
    """
    word = case.word or "ε"
    pictures = []
    for name, table in zip(names, (case.left, case.right), strict=True):
        run = RunSteps(table, case.word).last()
        id = "draw.accepts" if run.accepted else "draw.rejects"
        verdict = text(id, name=name, word=word)
        heading = label(6, 20, verdict, text_anchor="start", font_weight="bold")
        width = max(240, len(verdict) * 11 + 20)  # bold letters are wide
        head = Picture(width, 34, heading, title=verdict, desc=verdict)
        pictures.append(above(head, trellis_picture(run), gap=2))
    join = beside if sum(picture.width for picture in pictures) <= PAGE else above
    return join(*pictures, gap=10).titled(text("draw.counterexample", word=word))


def run_animation(automaton: Source, word: str) -> str:
    """Return a run as a picture that moves, for slides: an SVG document with one frame after each symbol.

    Examples
    --------
    >>> run_animation("ab", "ab").count('class="frame"')
    3
    """
    fa = Automaton.of(automaton)
    frames = []
    for read, active in enumerate(fa.active(word)):
        width = CELL * max(1, len(word))
        cells = Picture(width, CELL, *tape(word, read))
        frames.append(above(automaton_picture(fa, active=active), cells))
    return str(film(frames, seconds=1.2).titled(word))
