"""The state of the board widget: what can be observed and assigned, and how the modes change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from boardkit.game import Game
from boardkit.messages import using_language
from boardkit.widget import GameWidget
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record
from finity_edu.widget.edit import EditMode
from finity_edu.widget.mode import Choice, Mode
from finity_edu.widget.play import PlayMode
from finity_edu.widget.replay import ReplayMode
from finity_edu.widget.run import RunMode
from finity_edu.widget.texts import text
from finity_edu.widget.thinking import Chooser, seated

if TYPE_CHECKING:
    from automatakit.automaton.library import NFA

MODES = ("play", "edit", "run", "replay")


class BoardState(GameWidget):
    """What the board widget knows; `BoardWidget` draws it and answers the page."""

    credited = CATALOGUE

    mode = traitlets.Enum(MODES, default_value="play").tag(sync=True)
    position = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    ply = traitlets.Int(0, min=0).tag(sync=True)
    word = traitlets.Unicode("").tag(sync=True)
    read = traitlets.Int(0, min=0).tag(sync=True)
    seat = traitlets.Int(1).tag(sync=True)
    formal = traitlets.Bool(True).tag(sync=True)
    rings = traitlets.Bool(False).tag(sync=True)

    redraw_on = ("lang", "large", "ply", "word", "read", "seat", "formal", "rings")

    def __init__(
        self, position: Position | str | Game[Position] | Record | None = None, *, mode: str = "play",
        modes: Sequence[str] = MODES, players: Mapping[int, Chooser | str] | None = None, word: str | None = None,
        seat: int = 1, formal: bool = True, rings: bool = False, lang: str | None = None, large: bool = False,
    ) -> None:
        self._internal = True
        super().__init__(lang=lang, large=large)
        self.game, self.comments = _game(position)
        self.players = {seat: seated(player) for seat, player in (players or {}).items()}
        self.modes = tuple(modes)
        self.choices: tuple[str, list[Choice]] | None = None
        self._check_arguments()
        with using_language(self.lang):
            self._modes: dict[str, Mode] = {
                "play": PlayMode(self), "edit": EditMode(self), "run": RunMode(self), "replay": ReplayMode(self),
            }
            self.set_trait("mode", mode)
            self.word = self.game.state.word if word is None else word
            self.set_trait("formal", formal)
            self.set_trait("rings", rings)
            self.ply = 0 if mode == "replay" else len(self.game.moves)
            self._synchronise()
            self.seat = seat
            self._internal = False
            self.mode_now.enter()
        self.observe(self._on_mode, names=["mode"])
        self.observe(self._on_position, names=["position"])
        self.observe(self._on_moves, names=["moves"])
        self.refresh()

    def _check_arguments(self) -> None:
        for name in self.modes:
            if name not in MODES:
                raise ValueError(text("no_mode", mode=name, modes=", ".join(MODES)))
        for seat, player in self.players.items():
            if seat not in range(1, self.game.state.players + 1):
                raise ValueError(text("no_seat", seat=seat, players=self.game.state.players))
            if not callable(getattr(player, "choose", None)):
                raise TypeError(text("no_choose", player=type(player).__name__))

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def mode_now(self) -> Mode:
        """The mode that answers now."""
        return self._modes[self.mode]

    @property
    def shown(self) -> Position:
        """The position on the board; in mode "edit" it may be impossible."""
        return self._editor.position if self.mode == "edit" else self.in_game

    @property
    def in_game(self) -> Position:
        """The position of the game after the moves that are shown."""
        return self.game.states[min(self.ply, len(self.game.moves))]

    @property
    def _editor(self) -> EditMode:
        mode = self._modes["edit"]
        assert isinstance(mode, EditMode)
        return mode

    @property
    def value(self) -> Position:
        """The position on the board.

        Raises
        ------
        InvalidPositionError
            With all problems, if the editor holds a position that cannot exist.
        """
        self.shown.require_valid()
        return self.shown

    def nfa(self, seat: int | None = None, rings: bool = False) -> NFA:
        """The automaton of a seat, by default of the one that is shown: a station automaton, or a ring automaton.

        >>> from finity_edu.widget import BoardWidget
        >>> BoardWidget("bga/abcd b c; posts c@A").nfa().accepts_input("b")
        False
        """
        from finity_edu.automata.bridge import ring_nfa, station_nfa

        return (ring_nfa if rings else station_nfa)(self.shown, self.seat if seat is None else seat)

    # --- validation ----------------------------------------------------------------------------------------

    @traitlets.validate("mode")
    def _valid_mode(self, proposal: Any) -> str:
        if not self._internal and self.mode == "edit" and proposal["value"] != "edit":
            self._editor.position.require_valid()  # the editor is left only with a position that can exist
        return str(proposal["value"])

    @traitlets.validate("position")
    def _valid_position(self, proposal: Any) -> str:
        if self._internal:
            return str(proposal["value"])
        return str(Position.parse(proposal["value"], check=self.mode != "edit"))

    @traitlets.validate("moves")
    def _valid_moves(self, proposal: Any) -> str:
        if self._internal:
            return str(proposal["value"])
        return " ".join(map(str, Game(self.game.start, tuple(proposal["value"].split())).moves))

    @traitlets.validate("word")
    def _valid_word(self, proposal: Any) -> str:
        word = "".join(str(proposal["value"]).split())
        if set(word) - {"b", "w"}:
            raise traitlets.TraitError(text("bad_word", word=word))
        return word

    @traitlets.validate("seat")
    def _valid_seat(self, proposal: Any) -> int:
        if proposal["value"] not in range(1, self.shown.players + 1):
            raise traitlets.TraitError(text("no_seat", seat=proposal["value"], players=self.shown.players))
        return int(proposal["value"])

    @traitlets.validate("read")
    def _valid_read(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.word)))

    @traitlets.validate("ply")
    def _valid_ply(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.game.moves)))

    # --- assignment from Python ----------------------------------------------------------------------------

    def _changed(self, change: Any) -> None:
        if self._internal:
            return
        if change["name"] == "word":
            self.read = 0
        if change["name"] == "ply":
            self._synchronise()
        self.refresh()

    def _on_position(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.replace_position(Position.parse(change["new"], check=False))
            self.refresh()

    def _on_moves(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.set_game(_started(Game(self.game.start), change["new"].split()))
            self.refresh()

    def _on_mode(self, change: Any) -> None:
        with using_language(self.lang):
            self._modes[change["old"]].leave()
            if change["old"] == "edit" and self._editor.changed:
                self._begin_at(self._editor.position)
            self.note, self.choices = None, None
            self.mode_now.enter()
            self._synchronise()
        self.refresh()

    # --- what modes ask for --------------------------------------------------------------------------------

    def open_menu(self, place: str, items: list[Choice]) -> None:
        """Offer several meanings of a click."""
        self.choices = (place, items)

    def play_move(self, move: Move) -> None:
        """Play a legal move."""
        self.set_game(self.game.play(move))

    def set_game(self, game: Game[Position]) -> None:
        """Go to another state of the game, or to another game."""
        self.game = game
        self.to_last()

    def to_last(self) -> None:
        """Show the last position of the game."""
        self._quietly(lambda: self.set_trait("ply", len(self.game.moves)))
        self._synchronise()

    def replace_position(self, position: Position) -> None:
        """Begin anew at a position; in the editor it becomes the present one."""
        if self.mode == "edit":
            self._editor.change(position)
        else:
            self._begin_at(position)

    def _begin_at(self, position: Position) -> None:
        """A new game; the word follows the tower unless it was another one."""
        follows = self.word == self.game.state.word
        self.comments = {}
        self.set_game(_started(Game(position), ()))
        if follows:
            self._quietly(lambda: self.set_trait("word", position.word))

    def edited(self) -> None:
        """The editor has changed its position."""
        self._synchronise()

    def in_answer(self, action: Callable[[], None]) -> None:
        """Do something that no click has asked for, as the answer of a program, and draw."""
        with using_language(self.lang):
            action()
        self.refresh()

    def _quietly(self, action: Callable[[], None]) -> None:
        before, self._internal = self._internal, True
        try:
            action()
        finally:
            self._internal = before

    def _synchronise(self) -> None:
        """Let the traits say what the board shows."""
        def write() -> None:
            self.set_trait("position", str(self.shown))
            self.set_trait("moves", " ".join(map(str, self.game.moves)))
            if self.seat > self.shown.players:
                self.set_trait("seat", 1)

        self._quietly(write)


def _game(source: Position | str | Game[Position] | Record | None) -> tuple[Game[Position], Mapping[int, str]]:
    """The game that a widget begins with, and its comments."""
    if isinstance(source, Record):
        return source.game, source.comments
    if isinstance(source, Game):
        return source, {}
    if source is None:
        source = Position.start(word="bbwwbwbw")
    return _started(Game(Position.parse(source) if isinstance(source, str) else source), ()), {}


def _started(game: Game[Position], moves: Iterable[str]) -> Game[Position]:
    """A game from a start, with its seats."""
    seats = tuple(range(1, game.start.players + 1))
    return Game(game.start, tuple(moves), seats=seats)
