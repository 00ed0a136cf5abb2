"""What may be done on a canvas by mouse, finger and keyboard: whatever the page may ask for, it stands here."""

from collections.abc import Callable, Collection

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import EPSILON, Point, State
from automatakit.draw.diagram import Diagram
from automatakit.widget.draft import Draft, Pair, names_in, symbols_in
from boardkit.messages import Catalogue
from boardkit.widget.actions import Actor, action
from boardkit.widget.history import History

TEXTS = Catalogue("automatakit", "widget")
text = TEXTS.text

TOOLS = (("arrow", "d"), ("move", "m"), ("copy", "c"), ("note", "w"), ("delete", "x"))


def shown(symbol: str) -> str:
    """A symbol as it is written; ε for the empty one."""
    return symbol or "ε"


def place_id(point: Point) -> str:
    """What the page calls a free place."""
    return f"p{point[0]:g},{point[1]:g}"


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

    def __init__(self, draft: Draft, *, epsilon: bool = True, open: bool = False,
                 say: Callable[[str], None] = lambda said: None) -> None:
        self.epsilon, self.open, self._say = epsilon, open, say
        self.begin(draft)

    def begin(self, draft: Draft) -> None:
        """Begin anew; nothing can be undone."""
        self.history = History(draft)
        self.tool = "arrow"
        self.pen = frozenset(draft.alphabet[:1])
        self.chosen: str | Pair | None = None
        self.part: frozenset[str] = frozenset()
        self.note: Point | None = None
        self._touched: str | None = None
        self._picture: tuple[Draft, Collection[State], Diagram] | None = None

    def become(self, draft: Draft) -> None:
        """Go on with another drawing."""
        self._now(draft, text("edit.said.tidy"))
        self.pen = self.pen & {*draft.alphabet, EPSILON} or frozenset(draft.alphabet[:1])

    @property
    def draft(self) -> Draft:
        """What is drawn now."""
        return self.history.now

    def _now(self, draft: Draft, said: str) -> None:
        self.history = self.history.then(draft)
        self._forget_what_is_gone()
        self._say(said)

    def _forget_what_is_gone(self) -> None:
        states = {*self.draft.states}
        self.part &= states
        self.note = self.note if self.note in self.draft.notes else None
        gone = self.chosen not in states if isinstance(self.chosen, str) else not {*(self.chosen or ())} <= states
        if gone or (isinstance(self.chosen, tuple) and not self.draft.symbols(*self.chosen)):
            self.chosen = None

    # --- the places of the page ----------------------------------------------------------------------------

    def _state(self, place: str) -> str | None:
        """The state whose place it is."""
        number = place.removeprefix("s")
        known = place.startswith("s") and number.isdecimal() and int(number) < len(self.draft.states)
        return self.draft.states[int(number)] if known else None

    def _pair(self, place: str) -> Pair | None:
        """The arrow whose label it is."""
        if not place.startswith("e"):
            return None
        tail, head = (self._state(f"s{end}") for end in place[1:].split("-"))
        return (tail, head) if tail is not None and head is not None else None

    def _point(self, place: str) -> Point | None:
        """The free place of the grid that it is; None also for one that was taken meanwhile."""
        return next((point for point in self.draft.free() if place == place_id(point)), None)

    # --- what is done on the canvas ------------------------------------------------------------------------

    @action
    def hit(self, place: str) -> None:
        """A click on a state, on the label of an arrow or on a free place."""
        state, pair, point = self._state(place), self._pair(place), self._point(place)
        note = next((at for at in self.draft.notes if place == "n" + place_id(at)), None)
        if self.tool == "delete":
            self.note = note
            self.drop_note() if note else self.delete(state or pair)
        elif note is not None:
            self.chosen, self.note = None, note
        elif state is not None and self.tool == "copy":
            self.part ^= {state}
        elif state is not None:
            self._hit_state(state)
        elif pair is not None:
            self.chosen = pair
            self._say(self._told_arrow(*pair))
        elif point is not None:
            self._hit_free(point)

    def _hit_free(self, point: Point) -> None:
        if self.tool == "copy":
            if self.part:
                self._now(self.draft.copied(self.part, point), text("edit.said.copy", number=len(self.part)))
        elif self.tool == "note" or (self.tool == "move" and self.note is not None):
            self._write(point, text("edit.note") if self.note is None else self.draft.notes[self.note])
        elif self.tool == "arrow":
            self._add(point, self.chosen if isinstance(self.chosen, str) else None)
        elif isinstance(self.chosen, str):
            self._move(self.chosen, point)

    def _write(self, point: Point, note: str) -> None:
        draft = self.draft if self.note is None else self.draft.noted(self.note, "")
        self.chosen, self.note = None, point
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
        self._touched, self.note = state, None
        if self.tool == "arrow" and isinstance(self.chosen, str):
            self._draw(self.chosen, state)
            self.chosen = None
        else:
            self.chosen = state
            self._say(self._told_state(state))

    @action
    def drag(self, source: str, target: str) -> None:
        """A state to a place, an arrow from state to state, or the end of an arrow to another state."""
        state, pair = self._state(source), self._pair(source)
        head, point = self._state(target), self._point(target)
        if pair is not None and head is not None and self.tool != "delete":
            self._now(self.draft.bent(*pair, head), self._told_arrow(pair[0], head))
        elif state is not None and point is not None and self.tool == "move":
            self._move(state, point)
        elif state is not None and self.tool == "arrow":
            if head is not None:
                self._draw(state, head)
            elif point is not None:
                self._add(point, state)

    def _symbols(self) -> frozenset[str]:
        if not self.pen:
            raise AutomatonError.of("no_pen")
        return self.pen

    def _draw(self, tail: str, head: str) -> None:
        draft = self.draft.toggled(tail, self._symbols(), head)
        self._touched = head
        symbols = ", ".join(map(shown, draft.symbols(tail, head)))
        self._now(draft, text("edit.said.arrow", tail=tail, head=head, symbols=symbols) if symbols else
                  text("edit.said.no_arrow", tail=tail, head=head))

    def _add(self, point: Point | None, tail: str | None = None) -> None:
        draft = self.draft.added(point)
        self._touched = new = draft.states[-1]
        if tail is not None:
            draft = draft.toggled(tail, self._symbols(), new)
        self.chosen = None
        self._now(draft, text("edit.said.state", state=new))

    def _move(self, state: str, point: Point) -> None:
        self._touched, self.chosen = state, None
        self._now(self.draft.moved(state, point), text("edit.said.moved", state=state))

    def delete(self, thing: str | Pair | None) -> None:
        """Delete a state, or an arrow."""
        if isinstance(thing, tuple):
            self._now(self.draft.labelled(thing[0], (), thing[1]),
                      text("edit.said.no_arrow", tail=thing[0], head=thing[1]))
        elif thing is not None:
            self._now(self.draft.without(thing), text("edit.said.gone", state=thing))

    # --- what is done with buttons and fields --------------------------------------------------------------

    @action("tool")
    def take_tool(self, tool: str) -> None:
        """Take a tool in hand."""
        if tool in dict(TOOLS):
            self.tool, self.chosen, self.part, self.note = tool, None, frozenset(), None

    @action("pen")
    def take_symbol(self, symbol: str) -> None:
        """A symbol more or less for the arrows that are drawn next."""
        if symbol in self.draft.alphabet or (not symbol and self.epsilon):
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
        if isinstance(self.chosen, str):
            self._now(self.draft.started(self.chosen), text("edit.said.start", state=self.chosen))

    @action
    def accept(self) -> None:
        """Let the chosen state accept, or no longer."""
        if isinstance(self.chosen, str):
            draft = self.draft.switched(self.chosen)
            self._now(draft, self._told_state(self.chosen, draft))

    @action
    def rename(self, state: int, value: str) -> None:
        """Give a state another name."""
        old = self.draft.states[state]
        new = value.strip().lstrip("→*").strip()
        draft = self.draft.renamed(old, new)
        if self.chosen == old:
            self.chosen = new
        self._now(draft, text("edit.said.name", old=old, new=new))

    @action("label")
    def relabel(self, value: str) -> None:
        """Other symbols for the chosen arrow."""
        if isinstance(self.chosen, tuple):
            tail, head = self.chosen
            symbols = symbols_in(value, self.draft.alphabet, epsilon=self.epsilon, open=self.open)
            self._now(self.draft.labelled(tail, symbols, head), self._told_arrow(tail, head))

    @action
    def cell(self, state: int, symbol: str, value: str) -> None:
        """A cell of the table."""
        tail = self.draft.states[state]
        said = text("edit.said.cell", state=tail, symbol=shown(symbol), heads=value.strip() or "∅")
        self._now(self.draft.led(tail, symbol, names_in(value)), said)

    @action
    def final(self, value: str) -> None:
        """The accepting states by name."""
        names = names_in(value)
        for name in names:
            self._known(name)
        draft = self.draft
        for name in draft.accepting ^ {*names}:
            draft = draft.switched(name)
        self._now(draft, f"F = {{{', '.join(names)}}}")

    @action
    def start_named(self, value: str) -> None:
        """The start state by name."""
        self._now(self.draft.started(self._known(value.strip())), text("edit.said.start", state=value.strip()))

    def _known(self, name: str) -> str:
        if name not in self.draft.states:
            raise AutomatonError.of("unknown_state", state=name, states=", ".join(self.draft.states))
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
        self.chosen, self.part, self.note = None, frozenset(), None

    # --- in words ------------------------------------------------------------------------------------------

    def _told_state(self, state: str, draft: Draft | None = None) -> str:
        draft = draft or self.draft
        roles = [text("edit.start")] * (state == draft.start) + [text("edit.accept")] * (state in draft.accepting)
        out = [f"{', '.join(map(shown, symbols))} → {head}"
               for head in draft.states if (symbols := draft.symbols(state, head))]
        return ". ".join([", ".join([text("edit.a_state", state=state), *roles]), *(["; ".join(out)] if out else [])])

    def _told_arrow(self, tail: str, head: str) -> str:
        symbols = ", ".join(map(shown, self.draft.symbols(tail, head)))
        return text("edit.an_arrow", tail=tail, head=head, symbols=symbols)
