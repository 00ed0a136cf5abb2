"""What may be done on a canvas by mouse, finger and keyboard: whatever the page may ask for, it stands here."""

import re
from collections.abc import Callable, Collection

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import EPSILON, Point, State
from automatakit.draw.diagram import Diagram
from automatakit.widget.draft import Draft, Pair, names_in, symbols_in
from automatakit.widget.words import listed, shown, text, told_arrow, told_state
from boardkit.widget.actions import Actor, action
from boardkit.widget.history import History

TOOLS = (
    ("arrow", "d"),
    ("move", "m"),
    ("copy", "c"),
    ("note", "w"),
    ("delete", "x"),
)
"""Each with its key."""


_POINT = re.compile(r"p(-?\d{1,5}(?:\.\d+)?),(-?\d{1,5}(?:\.\d+)?)")


def place_id(point: Point) -> str:
    """What the page calls a free place."""
    return f"p{point[0]:g},{point[1]:g}"


def note_id(point: Point) -> str:
    """What the page calls a note."""
    return "n" + place_id(point)


class Strokes(Actor):
    """A drawing that grows: tools, symbols, what is chosen, undo.

    Parameters
    ----------
    draft : Draft
        What it begins with.
    epsilon : bool
        Whether ε may stand on an arrow.
    open : bool
        Whether symbols may be typed that the alphabet lacks.
    say : callable
        Tells a screen reader what was done.
    """

    def __init__(
        self,
        draft: Draft,
        *,
        epsilon: bool = True,
        open: bool = False,
        say: Callable[[str], None] = lambda said: None,
    ) -> None:
        self.epsilon = epsilon
        self.open = open
        self._say = say
        self.begin(draft)

    def begin(self, draft: Draft) -> None:
        """Begin anew; nothing can be undone."""
        self.history = History(draft)
        self.pen = frozenset(draft.alphabet[:1])
        self._take("arrow")
        self._touched: str | None = None
        self._picture: tuple[Draft, Collection[State], Diagram] | None = None

    def _take(self, tool: str) -> None:
        """Take a tool in hand; nothing is chosen any more."""
        self.tool = tool
        self.chosen: str | Pair | None = None
        self.part: frozenset[str] = frozenset()
        self.note: Point | None = None

    def become(self, draft: Draft) -> None:
        """Go on with another drawing."""
        self._now(draft, text("edit.said.tidy"))
        # Another automaton may have another alphabet; with an empty pen nothing could be drawn.
        kept = self.pen & {*draft.alphabet, EPSILON}
        self.pen = kept or frozenset(draft.alphabet[:1])

    @property
    def draft(self) -> Draft:
        """What is drawn now."""
        return self.history.now

    def _now(self, draft: Draft, said: str) -> None:
        self.history = self.history.then(draft)
        self._forget_what_is_gone()
        self._say(said)

    def _forget_what_is_gone(self) -> None:
        self.part &= {*self.draft.states}
        if self.note not in self.draft.notes:
            self.note = None
        if self.chosen_state not in self.draft.states and not self._has_arrow(
            self.chosen_arrow
        ):
            self.chosen = None

    def _has_arrow(self, arrow: Pair | None) -> bool:
        return arrow is not None and bool(self.draft.symbols(*arrow))

    @property
    def chosen_state(self) -> str | None:
        """The state that is chosen, if it is a state."""
        return self.chosen if isinstance(self.chosen, str) else None

    @property
    def chosen_arrow(self) -> Pair | None:
        """The arrow that is chosen, if it is an arrow."""
        return self.chosen if isinstance(self.chosen, tuple) else None

    def may_stand(self, symbol: str) -> bool:
        """Whether a symbol may stand on an arrow."""
        return self.epsilon if symbol == EPSILON else symbol in self.draft.alphabet

    # --- the places of the page ----------------------------------------------------------------------------

    def _state(self, place: str) -> str | None:
        """The state whose place it is."""
        number = place.removeprefix("s")
        known = (
            place.startswith("s")
            and number.isdecimal()
            and int(number) < len(self.draft.states)
        )
        return self.draft.states[int(number)] if known else None

    def _pair(self, place: str) -> Pair | None:
        """The arrow whose label it is."""
        if not place.startswith("e"):
            return None
        first, _, second = place[1:].partition("-")
        tail = self._state("s" + first)
        head = self._state("s" + second)
        return None if tail is None or head is None else (tail, head)

    def _point(self, place: str) -> Point | None:
        """The point that it is, softly snapped; None also for one that was taken meanwhile."""
        found = _POINT.fullmatch(place)
        if found is None:
            return None
        return self.draft.spot((float(found[1]), float(found[2])))

    def _note(self, place: str) -> Point | None:
        """Where the note is whose place it is."""
        return {note_id(point): point for point in self.draft.notes}.get(place)

    # --- what is done on the canvas ------------------------------------------------------------------------

    @action
    def hit(self, place: str) -> None:
        """A click on a state, on the label of an arrow or on a free place."""
        state = self._state(place)
        pair = self._pair(place)
        note = self._note(place)
        point = self._point(place)
        if self.tool == "delete" and note is not None:
            self.note = note
            self.drop_note()
        elif self.tool == "delete":
            self.note = None
            self.delete(state or pair)
        elif note is not None:
            self.chosen = None
            self.note = note
        elif state is not None and self.tool == "copy":
            self.part ^= {state}
        elif state is not None:
            self._hit_state(state)
        elif pair is not None:
            self.chosen = pair
            self._say(told_arrow(*pair, self.draft))
        elif point is not None:
            self._hit_free(point)

    def _hit_free(self, point: Point) -> None:
        if self.tool == "copy":
            if self.part:
                draft = self.draft.copied(self.part, point)
                self._now(draft, text("edit.said.copy", number=len(self.part)))
        elif self.note is not None and self.tool in ("note", "move"):
            self._write(point, self.draft.notes[self.note])
        elif self.tool == "note":
            self._write(point, text("edit.note"))
        elif self.tool == "arrow":
            self._add(point, self.chosen_state)
        elif self.chosen_state is not None:
            self._move(self.chosen_state, point)

    def _write(self, point: Point, note: str) -> None:
        """Write a note, in place of the chosen one."""
        draft = self.draft
        if self.note is not None:
            draft = draft.noted(self.note, "")
        self.chosen = None
        self.note = point
        self._now(draft.noted(point, note), text("edit.said.note", note=note))

    @action("note")
    def write_note(self, value: str) -> None:
        """Another text for the chosen note."""
        if self.note is not None:
            self._write(self.note, value.strip() or "…")

    @action
    def drop_note(self) -> None:
        """Delete the chosen note."""
        if self.note is not None:
            self._now(self.draft.noted(self.note, ""), text("edit.said.no_note"))

    def _hit_state(self, state: str) -> None:
        self._touched = state
        self.note = None
        if self.tool == "arrow" and self.chosen_state is not None:
            self._draw(self.chosen_state, state)
            self.chosen = None
        else:
            self.chosen = state
            self._say(told_state(state, self.draft))

    @action
    def drag(self, source: str, target: str) -> None:
        """A state to a place, an arrow from state to state, or the end of an arrow to another state."""
        state = self._state(source)
        pair = self._pair(source)
        head = self._state(target)
        point = self._point(target)
        if pair is not None and head is not None and self.tool != "delete":
            draft = self.draft.bent(*pair, head)
            self._now(draft, told_arrow(pair[0], head, draft))
        elif state is not None and point is not None and self.tool == "move":
            self._move(state, point)
        elif state is not None and head is not None and self.tool == "arrow":
            self._draw(state, head)
        elif state is not None and point is not None and self.tool == "arrow":
            self._add(point, state)

    def _symbols(self) -> frozenset[str]:
        if not self.pen:
            raise AutomatonError.of("no_pen")
        return self.pen

    def _draw(self, tail: str, head: str) -> None:
        draft = self.draft.toggled(tail, self._symbols(), head)
        self._touched = head
        symbols = draft.symbols(tail, head)
        if symbols:
            self._now(
                draft,
                text("edit.said.arrow", tail=tail, head=head, symbols=listed(symbols)),
            )
        else:
            self._now(draft, text("edit.said.no_arrow", tail=tail, head=head))

    def _add(self, point: Point | None, tail: str | None = None) -> None:
        draft = self.draft.added(point)
        new = draft.states[-1]
        self._touched = new
        if tail is not None:
            draft = draft.toggled(tail, self._symbols(), new)
        self.chosen = None
        self._now(draft, text("edit.said.state", state=new))

    def _move(self, state: str, point: Point) -> None:
        self._touched = state
        self.chosen = None
        self._now(self.draft.moved(state, point), text("edit.said.moved", state=state))

    def delete(self, thing: str | Pair | None) -> None:
        """Delete a state, or an arrow."""
        if isinstance(thing, tuple):
            tail, head = thing
            draft = self.draft.labelled(tail, (), head)
            self._now(draft, text("edit.said.no_arrow", tail=tail, head=head))
        elif thing is not None:
            self._now(self.draft.without(thing), text("edit.said.gone", state=thing))

    # --- what is done with buttons and fields --------------------------------------------------------------

    @action("tool")
    def take_tool(self, tool: str) -> None:
        """Take a tool in hand."""
        if tool in dict(TOOLS):
            self._take(tool)

    @action("pen")
    def take_symbol(self, symbol: str) -> None:
        """A symbol more or less for the arrows that are drawn next."""
        if self.may_stand(symbol):
            self.pen ^= {symbol}

    @action("state")
    def add_state(self) -> None:
        """A state at the next free place."""
        self._add(None)

    @action("drop")
    def drop_chosen(self) -> None:
        """Delete what is chosen."""
        self.delete(self.chosen)

    @action
    def start(self) -> None:
        """Begin every run at the chosen state."""
        if self.chosen_state is not None:
            self._start(self.chosen_state)

    @action
    def accept(self) -> None:
        """Let the chosen state accept, or no longer."""
        if self.chosen_state is not None:
            draft = self.draft.switched(self.chosen_state)
            self._now(draft, told_state(self.chosen_state, draft))

    @action
    def rename(self, state: int, value: str) -> None:
        """Give a state another name."""
        old = self.draft.states[state]
        # Signs that the table shows, and that somebody copies
        new = value.strip().lstrip("→*").strip()
        draft = self.draft.renamed(old, new)
        if self.chosen == old:
            self.chosen = new
        self._now(draft, text("edit.said.name", old=old, new=new))

    @action("label")
    def relabel(self, value: str) -> None:
        """Other symbols for the chosen arrow."""
        if self.chosen_arrow is not None:
            tail, head = self.chosen_arrow
            symbols = symbols_in(
                value, self.draft.alphabet, epsilon=self.epsilon, open=self.open
            )
            draft = self.draft.labelled(tail, symbols, head)
            self._now(draft, told_arrow(tail, head, draft))

    @action
    def cell(self, state: int, symbol: str, value: str) -> None:
        """A cell of the table."""
        if self.may_stand(symbol):
            tail = self.draft.states[state]
            said = text(
                "edit.said.cell",
                state=tail,
                symbol=shown(symbol),
                heads=value.strip() or "∅",
            )
            self._now(self.draft.led(tail, symbol, names_in(value)), said)

    @action
    def final(self, value: str) -> None:
        """The accepting states by name."""
        names = names_in(value)
        for name in names:  # all of them before anything changes
            self._known(name)
        draft = self.draft
        for name in draft.accepting ^ {*names}:
            draft = draft.switched(name)
        self._now(draft, f"F = {{{', '.join(names)}}}")

    @action
    def start_named(self, value: str) -> None:
        """The start state by name."""
        self._start(self._known(value.strip()))

    def _start(self, state: str) -> None:
        self._now(self.draft.started(state), text("edit.said.start", state=state))

    def _known(self, name: str) -> str:
        if name not in self.draft.states:
            raise AutomatonError.of(
                "unknown_state", state=name, states=", ".join(self.draft.states)
            )
        return name

    @action
    def tidy(self) -> None:
        """Lay it out."""
        self._now(self.draft.tidied(), text("edit.said.tidy"))

    @action
    def undo(self) -> None:
        """Take back the last change."""
        self.history = self.history.back()
        self._forget_what_is_gone()
        self._say(text("edit.said.undo"))

    @action
    def redo(self) -> None:
        """Make the change again."""
        self.history = self.history.forward()
        self._forget_what_is_gone()
        self._say(text("edit.said.redo"))

    @action
    def escape(self) -> None:
        """Let go of what is chosen."""
        self._take(self.tool)
