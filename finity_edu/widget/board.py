"""The board widget: play, edit, run and replay, with the automaton beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boardkit.svg import Element, Picture, el
from boardkit.widget.controls import key_help, view
from boardkit.widget.markup import bar, button, menu
from finity_edu.draw.board import draw_board
from finity_edu.rules.board import BoardError
from finity_edu.rules.errors import FinityError
from finity_edu.widget.edit import EditMode
from finity_edu.widget.formal import formal_view
from finity_edu.widget.mode import Choice, Mode
from finity_edu.widget.play import PERSON, PlayMode
from finity_edu.widget.replay import ReplayMode
from finity_edu.widget.run import RunMode
from finity_edu.widget.scene import Scene, draw_scene, drawing, size
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import parse_slot, text
from finity_edu.widget.thinking import seated

KEYS = (
    ("←↑↓→", "arrows"), ("Enter", "enter"), ("Esc", "escape"), ("b w", "bridge"), ("1 2 3", "ring"), ("x p", "pieces"),
    ("u r", "undo"), ("a", "advice"), ("n k", "step"), ("g", "run"),
)
"""The keys and the ids of what they do, for the help line."""


class BoardWidget(BoardState):
    """A Finity board to be touched.

    Parameters
    ----------
    position : Position, str, Game or Record
        Where it begins; a game or record brings its moves along. By default the two-player start with a tower of
        ``bbwwbwbw``.
    mode : {"play", "edit", "run", "replay"}
    modes : sequence of str, optional
        The modes that the reader may switch to; all of them by default.
    players : mapping of int to object or str, optional
        Seats that a program plays: the name of a level of `finity_edu.players`, or anything with
        ``choose(position)`` that returns a move or its text (and, if it can be interrupted, ``stop()``).
    word : str, optional
        The word that is read in mode "run"; the position's tower by default.
    seat : int
        Whose automaton is shown.
    formal : bool
        Whether the formal view stands beside the board.
    rings : bool
        Whether the run respects rings, and the ring automaton is shown.
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.

    Attributes
    ----------
    position, moves : str
        Texts; both can be observed and assigned. Assigning a position begins a new game there, assigning moves
        plays them from the start of the game.
    ply, read : int
        Moves shown in mode "replay"; symbols read in mode "run".
    word, seat, mode, formal, rings, lang, large
        As above; all of them can be observed and assigned, and are checked.

    Raises
    ------
    TypeError
        For unknown keywords.
    FinityError, traitlets.TraitError
        If a value is not possible: the error says why.

    Examples
    --------
    >>> w = BoardWidget("bga/abcd bb c; posts c@A; bridges bA>B.m", mode="edit")
    >>> w.act("cell", state="B", symbol="b")
    >>> w.act("choose", colour="b", tail="B", head="C")
    >>> [str(bridge) for bridge in w.value.layout.bridges]
    ['bA>B.m', 'bB>C.l']
    """

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text("title", mode=text(f"mode.{self.mode}"))

    def status(self) -> tuple[str, str]:
        return self.mode_now.status()

    def render_parts(self) -> Mapping[str, Element | str | None]:
        mode = self.mode_now
        side = [*mode.panels()]
        below = [self.message_line(), *mode.below()]
        if self.formal:
            notation, drawn = self._formal()
            side.append(notation)
            below.append(drawn)  # there is room under the board, and both are seen at once
        return {
            "bar": self._bar(mode),
            "board": draw_scene(self._scene(mode), self.large),
            "menu": self._menu(),
            "side": "".join(map(str, side)),
            "status": "".join(map(str, below)),
            "help": key_help((key, text(f"help.{id}")) for key, id in KEYS),
        }

    def _scene(self, mode: Mode) -> Scene:
        """What the board shows; the place of an open menu is marked."""
        scene = mode.scene()
        return scene if self.choices is None else replace(scene, selected=self.choices[0])

    def _bar(self, mode: Mode) -> str:
        tabs = [button(text(f"mode.{name}"), "mode", pressed=name == self.mode, name=name) for name in self.modes]
        general = [
            button(text("formal.name"), "formal", pressed=self.formal, key="f"),
            button(text("large"), "large", pressed=self.large),
        ]
        rows = [bar(text("group.mode"), *tabs)] if len(tabs) > 1 else []
        return "".join(map(str, [*rows, *mode.controls(), view(self.lang, *general)]))

    def _formal(self) -> tuple[Element, Element]:
        mode = self.mode_now
        try:
            return formal_view(
                mode.position, self.seat, self.word if self.mode == "run" else mode.position.word,
                read=self.read if self.mode == "run" else None, editable=mode.edits_table, rings=self.rings,
                large=self.large,
            )
        except FinityError as error:
            return el("p", str(error)), el("p")

    def _menu(self) -> Element | None:
        if self.choices is None:
            return None
        place, items = self.choices
        geometry = drawing(self.shown.board, self.large).geometry
        if place in self.shown.board.index:
            x, y = geometry.centre(place)
        else:
            pose = geometry.slot(parse_slot(place))
            x, y = pose.x, pose.y
        width, height = size(self.mode_now.scene(), self.large)
        return menu(text("menu", place=place), items, cancel=text("cancel"), left=100 * (x + 14) / width,
                    top=100 * (y + 14) / height)

    def fallback(self) -> Picture:
        scene = self.mode_now.scene()
        # A run may read another word than the tower's, and spend rings.
        shown = replace(self.shown, layout=scene.shown, word=scene.word)
        return draw_board(
            shown, word_read=scene.read, path=scene.marks.path, active=scene.marks.active, large=self.large,
            lang=self.lang,
        )

    # --- answers -------------------------------------------------------------------------------------------

    def act(self, do: str, **data: Any) -> None:
        if do not in ("choose", "escape"):
            self.choices = None
        if do not in ("run_on",):
            self.note = None
        super().act(do, **data)

    def do_hit(self, place: str) -> None:
        """A click on a station or slot."""
        self.mode_now.hit(self._place(place))

    def do_drag(self, source: str, target: str) -> None:
        """A drag from a tool or place to a place."""
        self.mode_now.drag(source if source.startswith("tool:") else self._place(source), self._place(target))

    def _place(self, place: str) -> str:
        """A station, or a slot under its canonical name."""
        board = self.shown.board
        if place in board.index:
            return place
        try:
            return str(board.slots[board.slot_index[parse_slot(place)]])
        except (KeyError, ValueError):
            raise BoardError(text("no_place", place=place)) from None

    def do_escape(self) -> None:
        """Close the menu, or put the tool down."""
        if self.choices is not None:
            self.choices = None
        else:
            self.mode_now.escape()

    def do_choose(self, move: str = "", colour: str = "", tail: str = "", head: str = "") -> None:
        """An item of the menu: a move, or an arrow of δ."""
        self.choices = None
        if move:
            self.mode_now.choose(move)
        else:
            self.mode_now.toggle_arrow(colour, tail, head)

    def do_tool(self, tool: str) -> None:
        """A piece taken in hand."""
        mode = self.mode_now
        if isinstance(mode, PlayMode | EditMode):
            mode.take_tool(tool)

    def do_undo(self) -> None:
        """Back by one move or change."""
        mode = self.mode_now
        if isinstance(mode, PlayMode | EditMode):
            mode.undo()

    def do_redo(self) -> None:
        """Forward again."""
        mode = self.mode_now
        if isinstance(mode, PlayMode | EditMode):
            mode.redo()

    def do_mode(self, name: str) -> None:
        """Another mode; the editor is left only with a position that can exist."""
        self.mode = name

    def do_formal(self) -> None:
        """Show or hide the formal view."""
        self.formal = not self.formal

    def do_large(self) -> None:
        """Large print, or not."""
        self.large = not self.large

    def do_lang(self, value: str) -> None:
        """Another language."""
        self.lang = value

    def do_seat(self, seat: str) -> None:
        """The automaton of another player."""
        self.seat = int(seat)

    def do_ring_automaton(self) -> None:
        """Show or hide the ring automaton."""
        self.rings = not self.rings

    do_rings = do_ring_automaton

    def do_cell(self, state: str, symbol: str) -> None:
        """A cell of δ: offer its possible targets."""
        board = self.shown.board
        lying = {(b.colour, b.tail, b.head) for b in self.mode_now.position.layout.bridges}
        items: list[Choice] = []
        for head in board.neighbours.get(state, ()):
            sign = "formal.take" if (symbol, state, head) in lying else "formal.add"
            items.append((text(sign, colour=text(f"colour.{symbol}"), tail=state, head=head), None,
                          {"colour": symbol, "tail": state, "head": head}))
        self.open_menu(state, items)

    def do_player(self, seat: str, value: str) -> None:
        """Another player for a seat: a person or a level."""
        play = self._play_mode()
        play.stop()
        if value == PERSON:
            self.players.pop(int(seat), None)
        else:
            self.players[int(seat)] = seated(value)
        play.go_on()

    def do_stop(self) -> None:
        """Interrupt a program that thinks, or the search for advice."""
        self._play_mode().stop()

    def do_advise(self) -> None:
        """Ask for the best moves, and why."""
        self._play_mode().advise()

    def do_go(self) -> None:
        """Let the program at the turn think."""
        self._play_mode().go_on()

    def _play_mode(self) -> PlayMode:
        mode = self._modes["play"]
        assert isinstance(mode, PlayMode)
        return mode

    # run and replay

    def _walk(self) -> RunMode | ReplayMode | None:
        mode = self.mode_now
        return mode if isinstance(mode, RunMode | ReplayMode) else None

    def do_step(self, by: str) -> None:
        """Some steps forward or back."""
        if (mode := self._walk()) is not None:
            mode.playing = False
            mode.goto(mode.at + int(by))

    def do_goto(self, value: str) -> None:
        """To one moment."""
        if (mode := self._walk()) is not None:
            mode.playing = False
            mode.goto(int(value))

    def do_run(self) -> None:
        """Go on by itself, or halt."""
        if (mode := self._walk()) is not None:
            mode.playing = not mode.playing
            total = mode.total if isinstance(mode, ReplayMode) else mode.steps.total
            if mode.playing and mode.at == total:
                mode.goto(0)

    def do_run_on(self) -> None:
        """The next step of what goes on by itself."""
        if (mode := self._walk()) is not None:
            mode.run_on()

    def do_speed(self, value: str) -> None:
        """Another speed."""
        run = self._modes["run"]
        assert isinstance(run, RunMode)
        run.speed = max(100, int(value))

    def do_branch(self, node: str, place: str = "") -> None:
        """A node of the tree of runs."""
        mode = self.mode_now
        if isinstance(mode, RunMode):
            mode.branch_to(int(node))

    def do_set_word(self, value: str) -> None:
        """Another word: to be read (mode "run"), or of the tower (mode "edit")."""
        word = "".join(value.split())
        if set(word) - {"b", "w"}:
            self.tell(text("bad_word", word=word), "error")
        elif self.mode == "edit":
            self._editor.set_word(word)
        else:
            self.word = word

    # edit

    def do_edit_seat(self, seat: str) -> None:
        """Whose pieces are put down."""
        self._editor.seat = int(seat)

    def do_clear(self) -> None:
        """An empty board."""
        self._editor.clear(setup=False)

    def do_setup(self) -> None:
        """The start position."""
        self._editor.clear(setup=True)

    def do_set_board(self, value: str) -> None:
        """Another board."""
        self._editor.set_board(value)

    def do_set_turn(self, value: str) -> None:
        """The side to move."""
        self._editor.set_turn(int(value))

    def do_set_position(self, value: str) -> None:
        """A position as text."""
        self._editor.set_position(value)
