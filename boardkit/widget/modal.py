"""A widget over one game that can be used in several ways: played, edited, replayed, prepared."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

import traitlets

from boardkit.game import Game
from boardkit.links import link, linked, read_link
from boardkit.messages import Catalogue, using_language
from boardkit.protocol import State
from boardkit.svg import Element, Picture, film
from boardkit.thinking import Thinking
from boardkit.widget.actions import Actor, action
from boardkit.widget.frame import FramedWidget, Screen, copy_button, loading
from boardkit.widget.markup import bar, button
from boardkit.widget.modes import Mode

_TEXTS = Catalogue("boardkit", "frame")
_GAMES = "games"  # beside the seats, in the score of a match
S = TypeVar("S", bound="State[Any]")


class ModalWidget(FramedWidget, Generic[S]):
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

    separator: ClassVar[str] = " "
    """What stands between two moves."""

    game: Game[S]
    players: dict[Any, Any]
    """Seats that a program plays."""
    modes: Sequence[str]
    """The names of the modes that the reader may switch to."""

    def link(self, page: str = "") -> str:
        """The game as the fragment of an address: its start, and its moves."""
        return link(page, p=str(self.game.start), m=self._joined(self.game))

    # --- for subclasses ------------------------------------------------------------------------------------

    def read_position(self, text: str) -> S:
        """The position that a text means."""
        raise NotImplementedError

    def new_game(self, start: S, moves: Iterable[str] = ()) -> Game[S]:
        """A game from a start."""
        raise NotImplementedError

    def drawn(self, state: S) -> Picture:
        """The picture of a position."""
        raise NotImplementedError

    def read_game(self, text: str) -> Game[S]:
        """A game from a link, or from the text of a position."""
        moves = (read_link(text) or {}).get("m", "")
        return self.new_game(self.read_position(linked(text, "p")), self._split(moves))

    @contextmanager
    def beginning(self, lang: str | None, large: bool, theme: str) -> Iterator[None]:
        """Within it a subclass sets up its game and its traits, without being asked about them."""
        self._internal = True
        self.fellows: list[ModalWidget[S]] = [self]
        self.players, self.thinking, self._won = {}, Thinking(), Counter[Any]()
        super().__init__(lang=lang, large=large, theme=theme)
        with using_language(self.lang):
            yield
            self.synchronise()
            self._internal = False
            self.mode_now.enter()
        for name, answer in (("mode", self._on_mode), ("position", self._on_position), ("moves", self._on_moves)):
            self.observe(answer, names=[name])
        self.refresh()

    def join(self, other: "ModalWidget[S]") -> Game[S]:
        """Share the game of another widget from now on, with its players and its score."""
        other.fellows.append(self)
        self.fellows, self.players, self.thinking, self._won = other.fellows, other.players, other.thinking, other._won
        return other.game

    def begin(self, modes: Sequence[Mode[Any]], mode: str) -> None:
        """Set up the modes, once there is a game."""
        self.all_modes = {one.name: one for one in modes}
        self.set_trait("mode", mode)
        self.ply = 0 if mode == "replay" else len(self.game.moves)

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def mode_now(self) -> Mode[Any]:
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
    def _valid_mode(self, proposal: Any) -> str:
        if not self._internal and proposal["value"] != self.mode:
            self.mode_now.must_be_ready()
        return str(proposal["value"])

    @traitlets.validate("position")
    def _valid_position(self, proposal: Any) -> str:
        return str(proposal["value"]) if self._internal else str(self.read_position(proposal["value"]))

    @traitlets.validate("moves")
    def _valid_moves(self, proposal: Any) -> str:
        return str(proposal["value"]) if self._internal else self._joined(self._read_moves(proposal["value"]))

    @traitlets.validate("ply")
    def _valid_ply(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.game.moves)))

    def _read_moves(self, text: str) -> Game[S]:
        return self.new_game(self.game.start, self._split(text))

    def _split(self, moves: str) -> Iterable[str]:
        return filter(None, (move.strip() for move in moves.split(self.separator.strip() or None)))

    def _joined(self, game: Game[S]) -> str:
        return self.separator.join(map(str, game.moves))

    # --- assignment from Python ----------------------------------------------------------------------------

    def _changed(self, change: Any) -> None:
        if not self._internal:
            if change["name"] == "ply":
                self.synchronise()
            self.refresh()

    def _on_position(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.mode_now.assigned(self.read_position(change["new"]))
            self.refresh()

    def _on_moves(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.set_game(self._read_moves(change["new"]))
            self.refresh()

    def _on_mode(self, change: Any) -> None:
        with using_language(self.lang):
            self.all_modes[change["old"]].leave()
            self.note = None
            self.mode_now.enter()
            self.synchronise()
        self.refresh()

    # --- what modes ask for --------------------------------------------------------------------------------

    def set_game(self, game: Game[S]) -> None:
        """Go to another state of the game, or to another game, with all widgets that show it."""
        self.game = game
        self.to_last()
        for fellow in self.fellows:
            if fellow.game is not game:
                fellow.mode_now.drop()
                fellow.set_game(game)
                fellow.refresh()

    def settle(self) -> None:
        """What was done here may concern the others on this game: who thinks, who sits where."""
        for fellow in self.fellows:
            fellow.refresh()

    def begin_at(self, position: S) -> None:
        """Begin a new game at a position."""
        self.set_game(self.new_game(position))

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
            self.set_trait("moves", self._joined(self.game))

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
        tabs = [button(self.text(f"mode.{name}"), "mode", pressed=name == self.mode, name=name) for name in self.modes]
        return Screen(
            mode.board(), name=self.name(), modes=tabs, facts=self.facts(), players=mode.chips(),
            tray=mode.controls(), views=mode.views(), record=mode.record(), rare=[*mode.rare(), *self.sharing()],
            after=mode.after(),
        )

    # --- a match -------------------------------------------------------------------------------------------

    def score(self, seat: Any) -> int | None:
        """Games that whoever sits there has won in this match; None in its first game."""
        if not self._won[_GAMES]:
            return None
        result = self.game.result
        return self._won[seat] + (result is not None and seat in result.winners)

    def count_result(self) -> None:
        """Count the game that has ended, if it has."""
        if self.game.result is not None:
            self._won.update((_GAMES, *self.game.result.winners))

    def turn_seats(self) -> None:
        """Let everybody sit one seat further, with what they have won."""
        seats = self.game.seats
        further: dict[Any, Any] = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        for shared in (self.players, self._won):
            moved = {further.get(seat, seat): what for seat, what in shared.items()}
            shared.clear()
            shared.update(moved)

    # --- to take away --------------------------------------------------------------------------------------

    def copied(self) -> Element:
        """A button that copies the link of the game."""
        return copy_button(_TEXTS.text("copy.link"), self.link())

    def sharing(self) -> list[Element]:
        """What stands behind ⋯ in every game: copying, saving and loading."""
        position = copy_button(_TEXTS.text("copy.position"), str(self.shown))
        moving = button(_TEXTS.text("save.film"), "film", disabled=not self.game.moves)
        return [bar(_TEXTS.text("save"), position, self.copied(), *self.saving(), moving),
                *loading(_TEXTS.text("load"), "text/*,.pgn,.game")]

    @action("film")
    def save_film(self) -> None:
        """Let the page save the game as a picture that moves."""
        self.send({"file": "game.svg", "text": str(film([self.drawn(state) for state in self.game.states]))})

    @action
    def load(self, value: str) -> None:
        """Go on with a position, a link, or the text of a game."""
        if value.strip():
            self.set_game(self.opened(value))

    def opened(self, text: str) -> Game[S]:
        """A game from a link, the text of a position, or of a game."""
        return self.read_file(text) if text.lstrip().startswith("[") else self.read_game(text.strip())

    def read_file(self, text: str) -> Game[S]:
        """A game from the text of a game."""
        raise NotImplementedError

    def name(self) -> str:
        """The name of the game."""
        return ""

    def facts(self) -> str:
        """What is played: rule set, number of players."""
        return ""
