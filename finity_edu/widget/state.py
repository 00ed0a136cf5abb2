"""The state of the board widget: what can be observed and assigned, and what its modes ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import traitlets

from boardkit.game import Game
from boardkit.thinking import Chooser
from boardkit.widget.base import Change, Proposal
from boardkit.widget.modal import ModalWidget
from boardkit.widget.modes import Mode
from finity_edu.automata.views import ring_nfa, station_nfa
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record
from finity_edu.widget.texts import TEXTS, checked_word, text

if TYPE_CHECKING:
    from automata.fa.nfa import NFA

MODES = ("play", "edit", "run", "replay")

Choice = tuple[str, str | None, dict[str, object]]
"""An item of a menu: text, the reason why it cannot be chosen, and what it sends."""


class BoardState(ModalWidget[Position]):
    """What the board widget knows; `BoardWidget` draws it and gives it its modes."""

    texts, credited = TEXTS, CATALOGUE
    records = Record
    redraw_on = ("lang", "large", "lens", "ply", "word", "read", "seat", "rings")

    mode = traitlets.Enum(MODES, default_value="play").tag(sync=True)
    word = traitlets.Unicode("").tag(sync=True)
    read = traitlets.Int(0, min=0).tag(sync=True)
    seat = traitlets.Int(1).tag(sync=True)
    rings = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        position: Position | str | Game[Position] | Record | BoardState | None = None,
        *,
        mode: str = "play",
        modes: Sequence[str] = MODES,
        players: Mapping[int, Chooser | str] | None = None,
        word: str | None = None,
        seat: int = 1,
        formal: bool = True,
        rings: bool = False,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        with self.beginning(lang, large, theme):
            start = position or Position.start(word="bbwwbwbw")
            self.record = self.record_of(start)
            self.seat_programs(players)
            self.modes = tuple(modes)
            self.choices: tuple[str, list[Choice]] | None = None
            self._check_arguments()
            self.begin(self.make_modes(), mode)
            self.word = self.game.state.word if word is None else word
            self.set_trait("lens", "first" if formal else "")
            self.set_trait("rings", rings)
            self.seat = seat

    def make_modes(self) -> Sequence[Mode[BoardState]]:
        """The modes, in the order of their names in `MODES`."""
        raise NotImplementedError

    def _check_arguments(self) -> None:
        for name in self.modes:
            if name not in MODES:
                raise ValueError(text("no_mode", mode=name, modes=", ".join(MODES)))
        for seat, player in self.players.items():
            if seat not in range(1, self.game.state.players + 1):
                raise ValueError(
                    text("no_seat", seat=seat, players=self.game.state.players)
                )
            if not callable(getattr(player, "choose", None)):
                raise TypeError(text("no_choose", player=type(player).__name__))

    def read_position(self, text: str) -> Position:
        return Position.parse(text, check=self.mode != "edit")

    def opponent(self, name: str) -> Chooser:
        from finity_edu.players.opponents import Seat  # loads the compiled engine

        return Seat(name)

    def facts(self) -> str:
        return text("facts", rules=self.shown.rules.name, n=self.shown.players)

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def formal(self) -> bool:
        """Whether the formal view stands beside the board."""
        return bool(self.lens)

    @formal.setter
    def formal(self, shown: bool) -> None:
        if shown != self.formal:
            self.fold()

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
        return (ring_nfa if rings else station_nfa)(
            self.shown, self.seat if seat is None else seat
        )

    # --- validation ----------------------------------------------------------------------------------------

    @traitlets.validate("word")
    def _valid_word(self, proposal: Proposal) -> str:
        try:
            return checked_word(proposal["value"])
        except FinityError as error:
            raise traitlets.TraitError(str(error)) from None

    @traitlets.validate("seat")
    def _valid_seat(self, proposal: Proposal) -> int:
        if proposal["value"] not in range(1, self.shown.players + 1):
            raise traitlets.TraitError(
                text("no_seat", seat=proposal["value"], players=self.shown.players)
            )
        return int(proposal["value"])

    @traitlets.validate("read")
    def _valid_read(self, proposal: Proposal) -> int:
        return max(0, min(int(proposal["value"]), len(self.word)))

    def _changed(self, change: Change) -> None:
        if not self._internal and change["name"] == "word":
            self.read = 0
        super()._changed(change)

    # --- what modes ask for --------------------------------------------------------------------------------

    def open_menu(self, place: str, items: list[Choice]) -> None:
        """Offer several meanings of a click."""
        self.choices = (place, items)

    def begin_at(self, position: Position) -> None:
        """A new game; the word follows the tower unless it was another one."""
        follows = self.word == self.game.state.word
        super().begin_at(position)
        if follows:
            with self.quietly():
                self.set_trait("word", position.word)

    def synchronise(self) -> None:
        """Let the traits say what the board shows."""
        super().synchronise()
        if self.seat > self.shown.players:
            with self.quietly():
                self.set_trait("seat", 1)
