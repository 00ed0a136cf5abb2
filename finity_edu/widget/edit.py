"""Edit: put any piece anywhere; the problems of the position are listed while it is built."""

from __future__ import annotations

from dataclasses import replace

from boardkit.svg import Element, el
from boardkit.widget.markup import bar, button, choice, field
from finity_edu.rules.board import BRIDGE_CODES, EMPTY, FIRST_BLOCKER, Board, named_boards
from finity_edu.rules.errors import FinityError
from finity_edu.rules.facts import Facts
from finity_edu.rules.layout import Layout
from finity_edu.rules.legality import why_illegal
from finity_edu.rules.pieces import SIZES, Bridge, PlaceBridge, Size, Slot, seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.history import History
from finity_edu.widget.mode import Mode, tool_button, tool_name
from finity_edu.widget.scene import Scene
from finity_edu.widget.texts import parse_slot, place_words, text

TOOLS = ("b", "w", "s", "m", "l", "x", "^", "erase")


class EditMode(Mode):
    """The workshop for positions; its layout may be impossible."""

    name = "edit"

    def __init__(self, widget: object) -> None:
        super().__init__(widget)  # type: ignore[arg-type]
        self.tool = "b"
        self.seat = 1
        self.begun = self.widget.game.state
        self.history = History(self.begun)

    @property
    def position(self) -> Position:
        return self.history.now

    def enter(self) -> None:
        self.begun = replace(self.widget.in_game, ban=None)
        self.history = History(self.begun)
        self.seat = min(self.seat, self.position.players)

    @property
    def changed(self) -> bool:
        """Whether the position differs from the one that the editor began with."""
        return self.position != self.begun

    def change(self, position: Position) -> None:
        """Make a new position the present one."""
        self.history = self.history.then(position)
        self.seat = min(self.seat, position.players)
        self.widget.edited()

    def _lay(self, layout: Layout) -> None:
        self.change(replace(self.position, layout=layout, ban=None))

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        position = self.position
        return Scene(position, position.layout, position.word, turn=position.turn,
                     draggable=frozenset(position.board.names))

    def controls(self) -> list[Element]:
        position = self.position
        seats = [
            button(text(f"seat.{seat_letter(s)}"), "edit_seat", pressed=s == self.seat, seat=s)
            for s in range(1, position.players + 1)
        ]
        turns = [(str(s), text(f"seat.{seat_letter(s)}")) for s in range(1, position.players + 1)]
        boards = [(str(n), text("board.standard", number=n)) for n in (2, 3, 4)] + [(n, n) for n in named_boards()]
        own = str(position.board)
        if own not in dict(boards):
            boards.append((own, text("board.custom")))
        return [
            bar(text("group.tools"), *(tool_button(tool, self.tool, self.seat) for tool in TOOLS)),
            bar(text("group.seat"), *seats),
            bar(
                text("group.game"), button(text("undo"), "undo", key="u", disabled=not self.history.before),
                button(text("redo"), "redo", key="r", disabled=not self.history.after),
                button(text("clear"), "clear"), button(text("setup"), "setup"),
                choice(text("board.name"), "set_board", boards, own),
                field(text("word"), "set_word", position.word),
                choice(text("to_move"), "set_turn", turns, str(position.turn)),
            ),
        ]

    def below(self) -> list[Element]:
        return [field(text("position"), "set_position", str(self.position), size=70)]

    def status(self) -> tuple[str, str]:
        problems = self.position.problems()
        if not problems:
            return "good", text("no_problems")
        return "error" if any(p.grave for p in problems) else "", text("problems", number=len(problems))

    def panels(self) -> list[Element]:
        problems = self.position.problems()
        if not problems:
            return []
        return [el("div", el("strong", text("problems", number=len(problems))),
                   el("ul", *(el("li", str(problem)) for problem in problems), class_="gk-problems"),
                   data_key="problems")]

    # --- what is done --------------------------------------------------------------------------------------

    def take_tool(self, tool: str) -> None:
        """Take a tool in hand."""
        if tool in TOOLS:
            self.tool = tool
            self.widget.say(tool_name(tool))

    def hit(self, place: str) -> None:
        before = self.position
        if place in before.board.index:
            self._on_station(place)
        else:
            self._on_slot(parse_slot(place))
        if self.position != before:  # the line below the board may stay the same: say what lies there now
            self.widget.say(f"{place_words(self.position.layout, place)}. {self.status()[1]}")

    def _on_station(self, name: str) -> None:
        layout = self.position.layout
        if self.tool in SIZES:
            size: Size = SIZES[SIZES.index(self.tool)]
            there = layout.ring_codes[3 * layout.board.index[name] + SIZES.index(size)]
            self._lay(layout.with_ring(name, size, 0 if there == self.seat else self.seat))
        elif self.tool == "^":
            self._lay(layout.with_post(self.seat, None if layout.posts[self.seat - 1] == name else name))
        elif self.tool == "erase":
            for size in SIZES:
                layout = layout.with_ring(name, size, 0)
            for seat, station in enumerate(layout.posts, start=1):
                layout = layout.with_post(seat, None if station == name else station)
            self._lay(layout)
        else:
            self.widget.tell(text("not_here.station"), "error")

    def _on_slot(self, slot: Slot) -> None:
        layout = self.position.layout
        number = layout.board.slot_index[slot]
        code = layout.slot_codes[number]
        if self.tool in ("b", "w"):
            there, back = BRIDGE_CODES[:2] if self.tool == "b" else BRIDGE_CODES[2:]
            self._lay(layout.with_slot(number, {there: back, back: EMPTY}.get(code, there)))
        elif self.tool == "x":
            own = FIRST_BLOCKER + self.seat - 1
            self._lay(layout.with_slot(number, EMPTY if code == own else own))
        elif self.tool == "erase":
            self._lay(layout.with_slot(number, EMPTY))
        else:
            self.widget.tell(text("not_here.slot"), "error")

    def drag(self, source: str, target: str) -> None:
        board = self.position.board
        if source.startswith("tool:"):
            self.take_tool(source.removeprefix("tool:"))
            self.hit(target)
        elif source in board.index and target in board.index and self.tool in ("b", "w"):
            if target in board.neighbours[source]:
                self.toggle_arrow(self.tool, source, target)
            else:
                self.widget.tell(text("not_adjacent", a=source, b=target), "error")
        elif source in self.position.layout.posts and target in board.index:
            seat = 1 + self.position.layout.posts.index(source)
            self._lay(self.position.layout.with_post(seat, target))
        else:
            self.hit(target)

    @property
    def edits_table(self) -> bool:
        return True

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        self._lay(with_arrow_toggled(self.position, colour, tail, head).layout)

    def undo(self) -> None:
        """Take back the last change."""
        self.history = self.history.back()
        self.widget.edited()

    def redo(self) -> None:
        """Make the change again."""
        self.history = self.history.forward()
        self.widget.edited()

    def clear(self, setup: bool) -> None:
        """Take everything off the board, or put up the start position."""
        board = self.position.board
        layout = Layout.start(board) if setup else Layout.empty(board)
        self.change(replace(self.position, layout=layout, ban=None, clock=0, ply=0, turn=1))

    def set_board(self, name: str) -> None:
        """Another board, with its start position."""
        rules = self.position.rules
        board = Board.standard(int(name), rules.seat_order) if name in ("2", "3", "4") else Board.named(name)
        self.change(replace(self.position, layout=Layout.start(board), ban=None, clock=0, ply=0, turn=1))

    def set_word(self, word: str) -> None:
        """Another tower."""
        self.change(replace(self.position, word=word))

    def set_turn(self, seat: int) -> None:
        """Another side to move."""
        self.change(replace(self.position, turn=seat))

    def set_position(self, value: str) -> None:
        """A position from its text, possible or not."""
        self.change(Position.parse(value, check=False))


class NoLane(FinityError):
    """An arrow that finds no lane."""


def with_arrow_toggled(position: Position, colour: str, tail: str, head: str) -> Position:
    """The position with an arrow more or less; a new one takes the first lane that the rules of placing allow.

    Raises
    ------
    NoLane
        With the reasons, if no lane is free.

    Examples
    --------
    >>> p = Position.start(word="bbwwbwbw")
    >>> [str(b) for b in with_arrow_toggled(p, "b", "N", "C").layout.bridges]
    ['bN>C.m']
    """
    layout = position.layout
    for bridge in layout.bridges:
        if (bridge.colour, bridge.tail, bridge.head) == (colour, tail, head):
            layout = layout.with_slot(layout.board.slot_index[bridge.slot], EMPTY)
            return replace(position, layout=layout, ban=None)
    # The rules of placing, without opening, turn, ban and result: those belong to a game, not to an exercise.
    facts = Facts(replace(position, ban=None, ply=position.players))
    reasons = []
    for lane in ("l", "m", "r"):
        bridge = Bridge(colour, tail, head, lane)  # type: ignore[arg-type]
        slot, code = layout.board.bridge_code[bridge]
        if facts.closed(slot) is None and not facts.duplicate(slot, code) and facts.colours_left[colour == "w"]:
            return replace(position, layout=layout.with_slot(slot, code), ban=None)
        reason = why_illegal(facts.position, PlaceBridge(bridge))
        reasons.append(str(reason))
    raise NoLane(text("no_lane", colour=text(f"colour.{colour}"), tail=tail, head=head,
                      reasons="; ".join(dict.fromkeys(reasons))))
