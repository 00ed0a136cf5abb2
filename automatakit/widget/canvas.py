"""The canvas of an editor: the picture of what is drawn, with everything in it that can be clicked and dragged.

An `Editor` belongs to a widget: `automatakit.widget.editor.AutomatonEditor`, or the input of an answer.
"""

from collections.abc import Collection, Iterable
from functools import partial
from math import dist, inf
from textwrap import wrap

from automatakit.automaton import errors
from automatakit.automaton.states import EPSILON, Point, State
from automatakit.draw.automata import describe
from automatakit.draw.diagram import Diagram, Marks, diagram
from automatakit.widget.draft import MARGIN, STEP
from automatakit.widget.strokes import TOOLS, Strokes, note_id, place_id
from automatakit.widget.words import listed, shown, text, told_arrow, told_state
from boardkit.svg import Element, el, label
from boardkit.theme import style
from boardkit.widget.history import REDO, UNDO
from boardkit.widget.markup import (
    bar,
    button,
    cell_field,
    details,
    field,
    hit,
    stage,
    table,
)

ROOM = 37
"""Half the size of a state and of a free place as something to be hit; an arrow's label has a little less."""
LEAST = 0.71
"""How much a canvas shrinks at most: names keep 13 pixels."""
GROWN = 1.33
"""How many times as large names of a few letters are on a phone, where a canvas shrinks further."""


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
        if not self.draft.states:
            return text("edit.hint.empty")
        if self.chosen_arrow is not None:
            return text(
                "edit.hint.label", arrow=told_arrow(*self.chosen_arrow, self.draft)
            )
        symbols = (
            listed(filter(self.pen.__contains__, (*self.draft.alphabet, EPSILON)))
            or "∅"
        )
        if self.chosen is not None and self.tool in ("arrow", "move"):
            return text(
                f"edit.hint.{self.tool}_from", state=self.chosen, symbols=symbols
            )
        return text(f"edit.hint.{self.tool}", symbols=symbols)

    def tools(self) -> list[Element]:
        """The rows above the canvas."""
        tools = []
        for tool, key in TOOLS:
            if self.open or tool != "note":
                name = text(f"edit.tool.{tool}")
                tools.append(
                    button(name, "tool", pressed=tool == self.tool, key=key, tool=tool)
                )
        pens = [el("span", text("edit.symbols"), class_="gk-name")]
        for symbol in self._symbols_allowed():
            pens.append(
                button(shown(symbol), "pen", pressed=symbol in self.pen, symbol=symbol)
            )
        changes = [
            button(text("edit.state"), "state", key="q"),
            self._sign("↶", "undo", UNDO, self.history.before),
            self._sign("↷", "redo", REDO, self.history.after),
            button(text("edit.tidy"), "tidy", key="t", disabled=not self.draft.states),
        ]
        return [
            bar(text("edit.tools"), *tools),
            bar(text("edit.symbols"), *pens),
            bar(text("edit.changes"), *changes),
        ]

    def _sign(self, sign: str, do: str, key: str, able: object) -> Element:
        """A button with a sign, so that on a phone the row is one in every language."""
        said = text(f"edit.{do}")
        return button(sign, do, key=key, title=said, said=said, disabled=not able)

    def _symbols_allowed(self) -> list[str]:
        return [
            symbol
            for symbol in (*self.draft.alphabet, EPSILON)
            if self.may_stand(symbol)
        ]

    def canvas(self, large: bool = False, active: Collection[State] = ()) -> Element:
        """The picture, with everything in it that can be clicked and dragged."""
        draft = self.draft
        drawn = self._drawn(active)
        # A free place below the label of an arrow would be hit instead of it.
        free = [
            place
            for place in draft.free()
            if _away(place, drawn.labels.values()) > ROOM
        ]
        across, down = zip(*draft.places.values(), *draft.notes, *free, strict=True)
        left, top, right, bottom = drawn.bounds()
        # The corner stays where it is while something is drawn, or everything would jump.
        left = min(0, left)
        top = min(0, top)  # an arrow may pass above the first row
        dots = [el("circle", cx=x, cy=y, r=2.5, fill=style.edge) for x, y in free]
        corner = left, top
        width = max(right, max(across) + MARGIN) - left
        height = max(bottom, max(down) + MARGIN) - top
        layers = [
            _ground(corner, width, height, fill=style.paper, stroke=style.edge),
            el("g", *dots),
            el("g", *drawn.elements, class_="gk-drawn"),
            el("g", *self._notes(), class_="gk-drawn"),
        ]
        anywhere = _ground(
            corner, width, height, fill_opacity=0, data_do="hit", data_anywhere="p"
        )
        hits = [
            anywhere,
            *self._free_hits(free),
            *self._note_hits(),
            *self._arrow_hits(drawn),
            *self._state_hits(free),
        ]
        return stage(
            width,
            height,
            layers,
            hits,
            label=text("edit.canvas"),
            description=describe(draft.automaton()),
            least=LEAST,
            growing=GROWN if all(len(state) <= 4 for state in draft.states) else 1.07,
            scale=1.5 if large else 1.0,
            corner=corner,
        )

    def _notes(self) -> Iterable[Element]:
        """What is written on the canvas, in lines of a few words."""
        for (x, y), note in self.draft.notes.items():
            rows = wrap(note, 16)[:5]
            top = y - 17 * (len(rows) - 1) / 2
            lines = []
            for n, row in enumerate(rows):
                lines.append(
                    label(x, top + 17 * n, row, style.text, font_style="italic")
                )
            yield el("g", *lines)

    def _note_hits(self) -> Iterable[Element]:
        for point, note in self.draft.notes.items():
            x, y = point
            shape = el("rect", x=x - 56, y=y - ROOM, width=112, height=2 * ROOM, rx=6)
            said = text("edit.a_note", note=note)
            yield hit(note_id(point), said, x, y, shape, selected=self.note == point)

    def _drawn(self, active: Collection[State]) -> Diagram:
        """The diagram; choosing something changes nothing in it, and most clicks only choose."""
        draft = self.draft
        if self._picture is None or self._picture[:2] != (draft, active):
            drawn = Diagram()
            if draft.states:
                marks = Marks(dict.fromkeys(active, "active"))
                drawn = diagram(draft.automaton().drawn, draft.places, marks)
            self._picture = draft, active, drawn
        return self._picture[2]

    def _free_hits(self, free: Collection[Point]) -> Iterable[Element]:
        target = self.tool == "move" and self.chosen_state is not None
        first = not self.draft.states
        for x, y in free:
            column = round((x - MARGIN) / STEP[0]) + 1
            row = round((y - MARGIN) / STEP[1]) + 1
            said = text("edit.free", column=column, row=row)
            shape = el("circle", cx=x, cy=y, r=ROOM)
            yield hit(place_id((x, y)), said, x, y, shape, target=target, first=first)
            first = False

    def _arrow_hits(self, drawn: Diagram) -> Iterable[Element]:
        number = {state: n for n, state in enumerate(self.draft.states)}
        for arrow, at in drawn.labels.items():
            tail, head = arrow
            # As large as a finger, but so that two labels that stand close together can both be hit.
            others = [other for other in drawn.labels.values() if other != at]
            room = min(ROOM - 4, max(14, _away(at, others) - 4))
            yield hit(
                f"e{number[tail]}-{number[head]}",
                told_arrow(tail, head, self.draft),
                *at,
                el("circle", cx=at[0], cy=at[1], r=room),
                selected=self.chosen == arrow,
                drag=self.tool != "delete",
                to=self._states_but(head),
            )

    def _states_but(self, state: str) -> list[str]:
        """The places of all states but one."""
        return [f"s{n}" for n, other in enumerate(self.draft.states) if other != state]

    def _state_hits(self, free: Collection[Point]) -> Iterable[Element]:
        draft = self.draft
        places = list(map(place_id, free))
        first = self._touched  # where the keyboard goes on
        if first not in draft.states:
            first = next(iter(draft.states), None)
        for n, state in enumerate(draft.states):
            x, y = draft.places[state]
            others = self._states_but(state) if self.tool == "arrow" else []
            yield hit(
                f"s{n}",
                told_state(state, draft),
                x,
                y,
                el("circle", cx=x, cy=y, r=ROOM),
                selected=state == self.chosen or state in self.part,
                drag=self.tool != "delete",
                to=[*others, *places],
                first=state == first,
                line=self.tool == "arrow",
            )

    def chosen_bar(self) -> Element | None:
        """What can be done with the state, the arrow or the note that is chosen."""
        draft = self.draft
        if self.note is not None:
            note = field(text("edit.note"), "note", draft.notes[self.note], size=24)
            return bar(
                text("edit.chosen"), note, button(text("edit.delete"), "drop_note")
            )
        if self.chosen_arrow is not None:
            symbols = listed(draft.symbols(*self.chosen_arrow))
            written = field(
                text("edit.label"),
                "label",
                symbols,
                size=10,
                key=str(self.chosen_arrow),
            )
            return bar(
                text("edit.chosen"), written, button(text("edit.delete"), "drop")
            )
        state = self.chosen_state
        if state is None:
            return None
        return bar(
            text("edit.chosen"),
            button(text("edit.start"), "start", key="s", pressed=state == draft.start),
            button(
                text("edit.accept"), "accept", key="f", pressed=state in draft.accepting
            ),
            field(
                text("edit.name"),
                "rename",
                state,
                size=6,
                state=draft.states.index(state),
            ),
            button(text("edit.delete"), "drop"),
        )

    def delta(self) -> Element:
        """The table of δ; its cells and names can be typed over, and a new name makes a state."""
        draft = self.draft
        symbols = self._symbols_allowed()
        rows: list[list[Element | str]] = []
        for n, state in enumerate(draft.states):
            signs = "→" if state == draft.start else ""
            if state in draft.accepting:
                signs += "*"
            name = cell_field(
                text("edit.a_state", state=state), "rename", state, state=n
            )
            row: list[Element | str] = [
                el("div", el("span", signs), name, class_="gk-signed")
            ]
            for symbol in symbols:
                heads = ", ".join(draft.heads(state, symbol))
                row.append(
                    cell_field(
                        f"δ({state}, {shown(symbol)})",
                        "cell",
                        heads,
                        state=n,
                        symbol=symbol,
                    )
                )
            rows.append(row)
        accepting = ", ".join(filter(draft.accepting.__contains__, draft.states))
        ends = bar(
            "q₀, F",
            field("q₀ =", "start_named", draft.start or "", size=4),
            field("F =", "final", accepting, size=14),
        )
        delta = table(
            text("edit.table"), ["δ", *map(shown, symbols)], rows, cls="gk-delta"
        )
        return details(errors.text("draw.delta"), delta, ends, key="beside")


def _ground(
    corner: Point, width: float, height: float, **attributes: object
) -> Element:
    """The canvas from edge to edge."""
    x, y = corner
    size = {"x": x + 1, "y": y + 1, "width": width - 2, "height": height - 2}
    return el("rect", rx=10, **size, **attributes)


def _away(point: Point, others: Iterable[Point]) -> float:
    """How far the nearest of several points is."""
    return min(map(partial(dist, point), others), default=inf)
