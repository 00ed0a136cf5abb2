"""Edit: put any piece anywhere; the problems of the position are listed while it is built."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.history import History, undo_and_redo
from boardkit.widget.markup import bar, button, choice, field
from finity_edu.draw.pieces import PIECES
from finity_edu.rules.board import (
    ARROW_CODES,
    BOXED,
    EMPTY,
    FIRST_BLOCKER,
    Board,
    named_boards,
)
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import SIZES, Size, Slot, seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.meanings import NEITHER, with_arrow_toggled
from finity_edu.widget.mode import BoardMode, icon, tool_button, tool_name
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import (
    checked_word,
    parse_slot,
    place_words,
    problem_words,
    text,
)


class EditMode(BoardMode):
    """The workshop for positions; its layout may be impossible."""

    name = "edit"
    edits_table = True
    tools: Sequence[str] = (*PIECES, "erase")

    def __init__(self, widget: BoardState) -> None:
        super().__init__(widget)
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

    def must_be_ready(self) -> None:
        self.position.require_valid()  # the editor is left only with a position that can exist

    def leave(self) -> None:
        if self.position != self.begun:
            self.widget.begin_at(self.position)

    def assigned(self, position: Position) -> None:
        """Make a new position the present one."""
        self.history = self.history.then(position)
        self.seat = min(self.seat, position.players)
        self.widget.synchronise()

    def _lay(self, layout: Layout) -> None:
        self.assigned(replace(self.position, layout=layout, ban=None))

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        position = self.position
        return Scene(
            position,
            position.layout,
            position.word,
            drags=position.board.neighbours,
            seat=self.seat,
            lines=self.tool in ("b", "w"),
        )

    def controls(self) -> list[Element]:
        seats = []
        for s in range(1, self.position.players + 1):
            seats.append(
                button(
                    "",
                    "edit_seat",
                    pressed=s == self.seat,
                    seat=s,
                    icon=icon("^", s, 24),
                    said=text(f"seat.{seat_letter(s)}"),
                )
            )
        tools = [
            tool_button(tool, self.tool, self.seat, self._fits(tool))
            for tool in self.tools
        ]
        return [bar(text("group.tools"), *tools), bar(text("group.seat"), *seats)]

    def record(self) -> list[Element]:
        controls = [
            *undo_and_redo(text, bool(self.history.before), bool(self.history.after)),
            button(text("clear"), "clear"),
            button(text("setup"), "setup"),
        ]
        return [
            el(
                "div",
                *controls,
                role="group",
                aria_label=text("group.game"),
                class_="gk-quiet",
            )
        ]

    def views(self) -> Sequence[View]:
        return [*super().views(), View("position", text("position"), self._facts)]

    def _facts(self) -> list[Element]:
        """What a position has besides its pieces, its problems, and its text."""
        position = self.position
        turns = [
            (str(s), text(f"seat.{seat_letter(s)}"))
            for s in range(1, position.players + 1)
        ]
        boards = [(str(n), text("board.standard", number=n)) for n in BOXED] + [
            (n, n) for n in named_boards()
        ]
        own = str(position.board)
        if own not in dict(boards):
            boards.append((own, text("board.custom")))
        return [
            bar(
                text("group.game"),
                choice(text("board.name"), "set_board", boards, own),
                field(text("word"), "set_word", position.word),
                choice(text("to_move"), "set_turn", turns, str(position.turn)),
            ),
            field(text("position"), "set_position", str(position), size=30),
            *self._problems(),
        ]

    def _fits(self, tool: str) -> Collection[str]:
        """The places that a piece fits on, legal or not."""
        board = self.position.board
        if tool in (*SIZES, "^"):
            return board.names
        return list(map(str, board.slots))

    def status(self) -> tuple[str, str]:
        problems = self.position.problems()
        if not problems:
            return "", text("no_problems")
        first = problem_words(problems[0])
        told = f"{first[:1].upper()}{first[1:]}."
        if len(problems) > 1:
            told = f"{told} {text('problems', number=len(problems))}"
        return "error" if any(p.grave for p in problems) else "", told

    def _problems(self) -> list[Element]:
        problems = self.position.problems()
        if not problems:
            return []
        return [
            el(
                "div",
                el("strong", text("problems", number=len(problems))),
                el(
                    "ul",
                    *(el("li", problem_words(problem)) for problem in problems),
                    class_="gk-problems",
                ),
                data_key="problems",
            )
        ]

    # --- what is done --------------------------------------------------------------------------------------

    @action("tool")
    def take_tool(self, tool: str) -> None:
        """Take a tool in hand."""
        if tool in self.tools:
            self.tool = tool
            self.widget.say(tool_name(tool))

    def hit(self, place: str, end: int = NEITHER) -> None:
        before = self.position
        if place in before.board.index:
            self._on_station(place)
        else:
            self._on_slot(parse_slot(place), end)
        # The line below the board may stay the same: say what lies there now
        if self.position != before:
            told = f"{place_words(self.position.layout, place)}."
            problems = self.position.problems()
            self.widget.say(f"{told} {self.status()[1]}" if problems else told)

    def _on_station(self, name: str) -> None:
        layout = self.position.layout
        if self.tool in SIZES:
            size: Size = SIZES[SIZES.index(self.tool)]
            there = layout.ring_codes[3 * layout.board.index[name] + SIZES.index(size)]
            self._lay(
                layout.with_ring(name, size, 0 if there == self.seat else self.seat)
            )
        elif self.tool == "^":
            self._lay(
                layout.with_post(
                    self.seat, None if layout.posts[self.seat - 1] == name else name
                )
            )
        elif self.tool == "erase":
            for size in SIZES:
                layout = layout.with_ring(name, size, 0)
            for seat, station in enumerate(layout.posts, start=1):
                layout = layout.with_post(seat, None if station == name else station)
            self._lay(layout)
        else:
            self.widget.tell(text("not_here.station"), "error")

    def _on_slot(self, slot: Slot, end: int) -> None:
        layout = self.position.layout
        number = layout.board.slot_index[slot]
        code = layout.slot_codes[number]
        if self.tool in ("b", "w"):
            there, back = ARROW_CODES[:2] if self.tool == "b" else ARROW_CODES[2:]
            if end == NEITHER:
                laid = {there: back, back: EMPTY}.get(code, there)
            else:
                laid = (there, back)[end]
            self._lay(layout.with_slot(number, EMPTY if laid == code else laid))
        elif self.tool == "x":
            own = FIRST_BLOCKER + self.seat - 1
            self._lay(layout.with_slot(number, EMPTY if code == own else own))
        elif self.tool == "erase":
            self._lay(layout.with_slot(number, EMPTY))
        else:
            self.widget.tell(text("not_here.slot"), "error")

    def drag(self, source: str, target: str, end: int = NEITHER) -> None:
        board = self.position.board
        if source.startswith("tool:"):
            self.take_tool(source.removeprefix("tool:"))
            self.hit(target, end)
        elif (
            source in board.index and target in board.index and self.tool in ("b", "w")
        ):
            if target in board.neighbours[source]:
                self.toggle_arrow(self.tool, source, target)
            else:
                self.widget.tell(text("not_adjacent", a=source, b=target), "error")
        elif source in self.position.layout.posts and target in board.index:
            seat = 1 + self.position.layout.posts.index(source)
            self._lay(self.position.layout.with_post(seat, target))
        else:
            self.hit(target)

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        self._lay(with_arrow_toggled(self.position, colour, tail, head).layout)

    @action
    def undo(self) -> None:
        """Take back the last change."""
        self.history = self.history.back()
        self.widget.synchronise()

    @action
    def redo(self) -> None:
        """Make the change again."""
        self.history = self.history.forward()
        self.widget.synchronise()

    @action
    def edit_seat(self, seat: int) -> None:
        """Whose pieces are put down."""
        self.seat = seat

    @action
    def clear(self) -> None:
        """Take everything off the board."""
        self._lay_anew(Layout.empty(self.position.board))

    @action
    def setup(self) -> None:
        """Put up the start position."""
        self._lay_anew(Layout.start(self.position.board))

    @action
    def set_board(self, value: str) -> None:
        """Another board, with its start position."""
        rules = self.position.rules
        if value in map(str, BOXED):
            board = Board.standard(int(value), rules.seat_order)
        else:
            board = Board.named(value)
        self._lay_anew(Layout.start(board))

    def _lay_anew(self, layout: Layout) -> None:
        self.assigned(
            replace(self.position, layout=layout, ban=None, clock=0, ply=0, turn=1)
        )

    @action
    def set_word(self, value: str) -> None:
        """Another tower."""
        self.assigned(replace(self.position, word=checked_word(value)))

    @action
    def set_turn(self, value: int) -> None:
        """Another side to move."""
        self.assigned(replace(self.position, turn=value))

    @action
    def set_position(self, value: str) -> None:
        """A position from its text, possible or not."""
        self.assigned(Position.parse(value, check=False))
