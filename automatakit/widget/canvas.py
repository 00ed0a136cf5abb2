"""The canvas of an editor: the picture of what is drawn, with everything in it that can be clicked and dragged.

An `Editor` belongs to a widget: `automatakit.widget.editor.AutomatonEditor`, or the input of an answer.
"""

from collections.abc import Collection, Iterable
from math import dist, inf
from textwrap import wrap

from automatakit.automaton.states import EPSILON, Point, State
from automatakit.draw.automata import describe
from automatakit.draw.diagram import Diagram, Marks, diagram
from automatakit.widget.draft import MARGIN, STEP
from automatakit.widget.strokes import TOOLS, Strokes, place_id, shown, text
from boardkit.svg import Element, el, label
from boardkit.theme import style
from boardkit.widget.markup import bar, button, cell_field, details, field, hit, stage, table

ROOM = 32
"""Half the size of a free place and of an arrow's label as something to be hit; a state has a little more."""
LEAST = 0.7
"""How much a canvas shrinks on a narrow page at most: 44 pixels are left for a finger."""


class Editor(Strokes):
    """A canvas with tools, symbols and undo (see `automatakit.widget.strokes.Strokes`).

    Examples
    --------
    >>> from automatakit.widget.draft import Draft
    >>> editor = Editor(Draft(("a", "b")))
    >>> for place in ("p80,80", "p192,80", "s0", "s1"):
    ...     editor.hit(place)
    >>> editor.draft.automaton()
    <Automaton δ={'q0': {'a': {'q1'}}, 'q1': {}} start='q0' accepting={}>
    """

    def hint(self) -> str:
        """What can be done now, and how to get out of it."""
        symbols = ", ".join(shown(symbol) for symbol in (*self.draft.alphabet, EPSILON) if symbol in self.pen) or "∅"
        if not self.draft.states:
            return text("edit.hint.empty")
        if isinstance(self.chosen, tuple):
            return text("edit.hint.label", arrow=self._told_arrow(*self.chosen))
        if self.chosen is not None and self.tool in ("arrow", "move"):
            return text(f"edit.hint.{self.tool}_from", state=self.chosen, symbols=symbols)
        return text(f"edit.hint.{self.tool}", symbols=symbols)

    def tools(self) -> list[Element]:
        """The rows above the canvas."""
        symbols = [*self.draft.alphabet, *([EPSILON] if self.epsilon else [])]
        history = self.history
        return [
            bar(text("edit.tools"), *(button(text(f"edit.tool.{tool}"), "tool", pressed=tool == self.tool, key=key,
                                             tool=tool) for tool, key in TOOLS if self.open or tool != "note")),
            bar(text("edit.symbols"), el("span", text("edit.symbols"), class_="gk-name"),
                *(button(shown(symbol), "pen", pressed=symbol in self.pen, symbol=symbol) for symbol in symbols)),
            bar(text("edit.changes"), button(text("edit.state"), "state", key="n"),
                button(text("edit.undo"), "undo", key="u", disabled=not history.before),
                button(text("edit.redo"), "redo", key="r", disabled=not history.after),
                button(text("edit.tidy"), "tidy", key="t", disabled=not self.draft.states)),
        ]

    def canvas(self, large: bool = False, active: Collection[State] = ()) -> Element:
        """The picture, with everything in it that can be clicked and dragged."""
        draft = self.draft
        drawn = self._drawn(active)
        free = [place for place in draft.free() if _away(place, drawn.labels.values()) > ROOM]
        far = [max(point[axis] for point in [*draft.places.values(), *draft.notes, *free]) + MARGIN for axis in (0, 1)]
        left, top, right, bottom = drawn.bounds()
        left, top = min(0, left), min(0, top)  # an arrow may pass above the first row
        dots = el("g", *(el("circle", cx=x, cy=y, r=2.5, fill=style.edge) for x, y in free))
        return stage(
            max(right, far[0]) - left, max(bottom, far[1]) - top,
            [dots, el("g", *drawn.elements), el("g", *self._notes())],
            [*self._free_hits(free), *self._note_hits(), *self._arrow_hits(drawn), *self._state_hits(free)],
            label=text("edit.canvas"), description=describe(draft.automaton()), least=LEAST,
            scale=1.5 if large else 1.0, corner=(left, top),
        )

    def _notes(self) -> Iterable[Element]:
        """What is written on the canvas, in lines of a few words."""
        for (x, y), note in self.draft.notes.items():
            rows = wrap(note, 16)[:5]
            yield el("g", *(label(x, y + 17 * (n - (len(rows) - 1) / 2), row, style.text, font_style="italic")
                            for n, row in enumerate(rows)))

    def _note_hits(self) -> list[Element]:
        return [hit("n" + place_id((x, y)), text("edit.a_note", note=note), x, y,
                    el("rect", x=x - 56, y=y - ROOM, width=112, height=2 * ROOM, rx=6), selected=self.note == (x, y))
                for (x, y), note in self.draft.notes.items()]

    def _drawn(self, active: Collection[State]) -> Diagram:
        draft = self.draft
        if self._picture is None or self._picture[:2] != (draft, active):  # choosing something changes no picture
            marks = Marks(dict.fromkeys(active, "active"))
            drawn = diagram(draft.automaton().drawn, draft.places, marks) if draft.states else Diagram()
            self._picture = draft, active, drawn
        return self._picture[2]

    def _free_hits(self, free: Collection[Point]) -> list[Element]:
        target = self.tool == "move" and isinstance(self.chosen, str)
        hits: list[Element] = []
        for x, y in free:
            said = text("edit.free", column=round((x - MARGIN) / STEP[0]) + 1, row=round((y - MARGIN) / STEP[1]) + 1)
            hits.append(hit(place_id((x, y)), said, x, y, el("circle", cx=x, cy=y, r=ROOM), target=target,
                            first=not self.draft.states and not hits))
        return hits

    def _arrow_hits(self, drawn: Diagram) -> list[Element]:
        index = {state: n for n, state in enumerate(self.draft.states)}
        others = [f"s{n}" for n in index.values()]
        labels, hits = drawn.labels.values(), []
        for (p, q), (x, y) in drawn.labels.items():
            room = min(ROOM, max(14, _away((x, y), [place for place in labels if place != (x, y)]) - 4))
            hits.append(hit(f"e{index[p]}-{index[q]}", self._told_arrow(p, q), x, y, el("circle", cx=x, cy=y, r=room),
                            selected=self.chosen == (p, q), drag=self.tool != "delete",
                            to=[other for other in others if other != f"s{index[q]}"]))
        return hits

    def _state_hits(self, free: Collection[Point]) -> list[Element]:
        places = list(map(place_id, free))
        draft, hits = self.draft, []
        first = self._touched if self._touched in draft.states else next(iter(draft.states), None)
        for n, state in enumerate(draft.states):
            x, y = draft.places[state]
            others = [f"s{m}" for m in range(len(draft.states)) if m != n] if self.tool == "arrow" else []
            hits.append(hit(f"s{n}", self._told_state(state), x, y, el("circle", cx=x, cy=y, r=ROOM + 4),
                            selected=state == self.chosen or state in self.part, drag=self.tool != "delete",
                            to=[*others, *places], first=state == first, line=self.tool == "arrow"))
        return hits

    def chosen_bar(self) -> Element | None:
        """What can be done with the state, the arrow or the note that is chosen."""
        if self.note is not None:
            return bar(text("edit.chosen"), field(text("edit.note"), "note", self.draft.notes[self.note], size=24),
                       button(text("edit.delete"), "drop_note"))
        if isinstance(self.chosen, tuple):
            label = ", ".join(map(shown, self.draft.symbols(*self.chosen)))
            return bar(text("edit.chosen"), field(text("edit.label"), "label", label, size=10, key=str(self.chosen)),
                       button(text("edit.delete"), "drop"))
        if self.chosen is None:
            return None
        number, draft = self.draft.states.index(self.chosen), self.draft
        return bar(text("edit.chosen"),
                   button(text("edit.start"), "start", key="s", pressed=self.chosen == draft.start),
                   button(text("edit.accept"), "accept", key="f", pressed=self.chosen in draft.accepting),
                   field(text("edit.name"), "rename", self.chosen, size=6, state=number),
                   button(text("edit.delete"), "drop"))

    def delta(self) -> Element:
        """The table of δ; its cells and names can be typed over, and a new name makes a state."""
        draft = self.draft
        symbols = [*draft.alphabet, *([EPSILON] if self.epsilon else [])]
        rows: list[list[Element | str]] = []
        for n, state in enumerate(draft.states):
            signs = "→" * (state == draft.start) + "*" * (state in draft.accepting)
            name = cell_field(text("edit.a_state", state=state), "rename", state, state=n)
            rows.append([el("div", el("span", signs), name, class_="gk-signed")])
            rows[-1] += [cell_field(f"δ({state}, {shown(symbol)})", "cell", ", ".join(draft.heads(state, symbol)),
                                    state=n, symbol=symbol) for symbol in symbols]
        return details("δ", table(text("edit.table"), ["δ", *map(shown, symbols)], rows, cls="gk-delta"),
                       bar("q₀, F", field("q₀ =", "start_named", draft.start or "", size=4),
                           field("F =", "final", ", ".join(q for q in draft.states if q in draft.accepting), size=14)),
                       key="delta")


def _away(point: Point, others: Iterable[Point]) -> float:
    """How far the nearest of several points is."""
    return min((dist(point, other) for other in others), default=inf)
