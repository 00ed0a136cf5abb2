"""A widget over one game that can be used in several ways: played, edited, replayed, prepared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

import traitlets

from boardkit.game import Game
from boardkit.gamefile import Record
from boardkit.messages import using_language
from boardkit.protocol import AnyMove, AnySeat, Turned
from boardkit.thinking import Chooser, Thinking
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import Change, Proposal
from boardkit.widget.exports import Exports
from boardkit.widget.frame import FramedWidget, Screen
from boardkit.widget.markup import button
from boardkit.widget.modes import AnyMode
from boardkit.widget.seating import Seating

S = TypeVar("S", bound=Turned[AnyMove])


class ModalWidget(Exports[S], FramedWidget, Generic[S]):
    """A widget over one game, in modes.

    Attributes
    ----------
    mode : str
        The mode that answers now.
    position, moves : str
        Texts of the position on the board and of the moves so far; both can be observed and assigned: a position
        begins a new game, moves are played from the start of the game.
    ply : int
        How many moves are shown.

    Notes
    -----
    A subclass declares ``mode`` with its values and says how positions and games are read; it calls `begin` at the end
    of its ``__init__``.
    """

    mode = traitlets.Unicode("").tag(sync=True)
    position = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    ply = traitlets.Int(0, min=0).tag(sync=True)

    seating: Seating
    modes: Sequence[str]
    """The names of the modes that the reader may switch to."""

    # --- for subclasses ------------------------------------------------------------------------------------

    @contextmanager
    def beginning(self, lang: str | None, large: bool, theme: str) -> Iterator[None]:
        """Within it a subclass sets up its game and its traits, without being asked about them."""
        self._internal = True
        self.seating = Seating(self)
        super().__init__(lang=lang, large=large, theme=theme)
        with using_language(self.lang):
            yield
            self.synchronise()
            self._internal = False
            self.mode_now.enter()
        for name, answer in (
            ("mode", self._on_mode),
            ("position", self._on_position),
            ("moves", self._on_moves),
        ):
            self.observe(answer, names=[name])
        self.refresh()

    def record_of(
        self, given: "S | Game[S] | Record[S] | str | ModalWidget[S]"
    ) -> Record[S]:
        """The record of a position, a game, a text or another widget; another widget's is shared from now on."""
        if isinstance(given, ModalWidget):
            self.seating = given.seating
            self.seating.widgets.append(self)
            return given.record
        if isinstance(given, str):
            return self.opened(given)
        if isinstance(given, Record):
            return given
        return self.records(given if isinstance(given, Game) else self.new_game(given))

    def begin(self, modes: Sequence[AnyMode], mode: str) -> None:
        """Set up the modes, once there is a game."""
        self.all_modes = {one.name: one for one in modes}
        self.set_trait("mode", mode)
        self.ply = 0 if mode == "replay" else len(self.game.moves)

    def opponent(self, name: str) -> Chooser:
        """A program by its name."""
        raise NotImplementedError

    def seat_programs(self, players: Mapping[AnySeat, Chooser | str] | None) -> None:
        """Let programs, or those of some names, take seats."""
        for seat, player in (players or {}).items():
            if isinstance(player, str):
                player = self.opponent(player)
            self.players[seat] = player

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def players(self) -> dict[AnySeat, Chooser]:
        """Seats that a program plays."""
        return self.seating.players

    @property
    def thinking(self) -> Thinking:
        """The program that is asked for its move."""
        return self.seating.thinking

    @property
    def mode_now(self) -> AnyMode:
        """The mode that answers now."""
        return self.all_modes[self.mode]

    @property
    def in_game(self) -> S:
        """The position of the game after the moves that are shown."""
        return self.game.states[min(self.ply, len(self.game.moves))]

    @property
    def shown(self) -> S:
        """The position on the board."""
        position: S = self.mode_now.position
        return position

    # --- validation ----------------------------------------------------------------------------------------

    @traitlets.validate("mode")
    def _valid_mode(self, proposal: Proposal) -> str:
        if not self._internal and proposal["value"] != self.mode:
            self.mode_now.must_be_ready()
        return str(proposal["value"])

    @traitlets.validate("position")
    def _valid_position(self, proposal: Proposal) -> str:
        if self._internal:
            return str(proposal["value"])
        return str(self.read_position(proposal["value"]))

    @traitlets.validate("moves")
    def _valid_moves(self, proposal: Proposal) -> str:
        if self._internal:
            return str(proposal["value"])
        return self.joined(self._read_moves(proposal["value"]))

    @traitlets.validate("ply")
    def _valid_ply(self, proposal: Proposal) -> int:
        return max(0, min(int(proposal["value"]), len(self.game.moves)))

    def _read_moves(self, text: str) -> Game[S]:
        return self.new_game(self.game.start, self.split(text))

    # --- assignment from Python ----------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        if not self._internal:
            if change["name"] == "ply":
                self.synchronise()
            self.refresh()

    def _on_position(self, change: Change) -> None:
        if not self._internal:
            self.note = None
            self.mode_now.assigned(self.read_position(change["new"]))
            self.refresh()

    def _on_moves(self, change: Change) -> None:
        if not self._internal:
            self.note = None
            self.set_game(self._read_moves(change["new"]))
            self.refresh()

    def _on_mode(self, change: Change) -> None:
        with using_language(self.lang):
            self.all_modes[change["old"]].leave()
            self.note = None
            self.mode_now.enter()
            self.synchronise()
        self.refresh()

    # --- what modes ask for --------------------------------------------------------------------------------

    def set_record(self, record: Record[S]) -> None:
        """Go to another game, or to another state of this one, with all widgets that show it."""
        self.record = record
        self.to_last()
        for widget in self.seating.widgets:
            if widget.record is not record:
                widget.mode_now.drop()
                widget.set_record(record)
                widget.refresh()

    def set_game(self, game: Game[S]) -> None:
        """Go to another state of the game; its tags and comments stay."""
        self.set_record(self.record.with_game(game))

    def settle(self) -> None:
        """What was done here may concern the others on this game: who thinks, who sits where."""
        for widget in self.seating.widgets:
            widget.refresh()

    def begin_at(self, position: S) -> None:
        """Begin a new game at a position."""
        self.set_record(self.records(self.new_game(position)))

    def to_last(self) -> None:
        """Show the last position of the game."""
        with self.quietly():
            self.set_trait("ply", len(self.game.moves))
        self.synchronise()

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Set traits without answering that they change."""
        before, self._internal = self._internal, True
        try:
            yield
        finally:
            self._internal = before

    def synchronise(self) -> None:
        """Let the traits say what the board shows."""
        with self.quietly():
            self.set_trait("position", str(self.shown))
            self.set_trait("moves", self.joined(self.game))

    def in_answer(self, action: Callable[[], None]) -> None:
        """Do something that no click has asked for, as the answer of a program, and draw."""
        with using_language(self.lang):
            action()
        self.refresh()

    # --- what the page asks for ----------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        """The widget, then the mode of now."""
        return self, self.mode_now

    def unknown(self, do: str) -> None:
        """What only another mode knows was meant for it, and comes too late."""
        if not any(do in mode.actions for mode in self.all_modes.values()):
            super().unknown(do)

    @action("mode")
    def change_mode(self, name: str) -> None:
        """Switch to another mode."""
        self.mode = name

    @action("escape")
    def escape(self) -> None:
        """Put down what is in hand."""
        self.mode_now.drop()

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return self.text("title", mode=self.text(f"mode.{self.mode}"))

    def status(self) -> tuple[str, str]:
        return self.mode_now.status()

    def aside(self) -> str:
        return self.status()[1] if self.note else self.mode_now.aside()

    def screen(self) -> Screen:
        mode = self.mode_now
        tabs = []
        for name in self.modes:
            tabs.append(
                button(
                    self.text(f"mode.{name}"),
                    "mode",
                    pressed=name == self.mode,
                    name=name,
                )
            )
        return Screen(
            mode.board(),
            name=self.records.kind.name,
            modes=tabs,
            facts=self.facts(),
            players=mode.chips(),
            tray=mode.controls(),
            views=mode.views(),
            record=mode.record(),
            rare=[*mode.rare(), *self.sharing()],
            after=mode.after(),
        )

    def facts(self) -> str:
        """What is played: rule set, number of players."""
        return ""
