"""The state of the widget: what can be observed and assigned, and what its modes ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import traitlets

from amakta.analysis.solve import Solution
from amakta.draw.board import board_name
from amakta.players.opponents import Opponent, player
from amakta.rules.board import AnyBoard, Player
from amakta.rules.games import Record
from amakta.rules.lattice import Field
from amakta.rules.state import Circles, State
from amakta.rules.texts import CATALOGUE
from amakta.widget.texts import TEXTS
from boardkit import gamefile
from boardkit.game import Game
from boardkit.widget.modal import ModalWidget
from boardkit.widget.modes import Mode

MODES = ("setup", "infinit", "play", "replay")


class AmaktaState(ModalWidget[State]):
    """What the widget knows; `AmaktaWidget` draws it and gives it its modes."""

    texts = TEXTS
    records = Record
    credited = CATALOGUE
    redraw_on = ("lang", "large", "lens", "ply", "arrows", "coordinates", "graph")
    switches = {
        "arrows": ("arrows", "p"),
        "coordinates": ("coordinates", "c"),
        "large": ("large", None),
    }

    mode = traitlets.Enum(MODES, default_value="play").tag(sync=True)
    arrows = traitlets.Bool(False).tag(sync=True)
    coordinates = traitlets.Bool(False).tag(sync=True)
    graph = traitlets.Bool(True).tag(sync=True)

    def __init__(
        self,
        position: State | Game[State] | Record | str | AmaktaState | None = None,
        *,
        board: AnyBoard | str = "raute4",
        stones: str | tuple[str, ...] = "duo",
        circles: Circles | None = None,
        mode: str = "play",
        players: Mapping[Player, Opponent | str] | None = None,
        solution: Solution | None = None,
        arrows: bool = False,
        coordinates: bool = False,
        graph: bool = True,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        with self.beginning(lang, large, theme):
            if position is None:
                position = State.start(board, stones, circles)
            self.record = self.record_of(position)
            self.modes = MODES
            self.seat_programs(players)
            self.solution = solution
            # Of the window on the unbounded board; None: both bases in sight.
            self.centre: Field | None = None
            self.radius = 4
            self.begin(self.make_modes(), mode)
            self.set_trait("arrows", arrows)
            self.set_trait("coordinates", coordinates)
            self.set_trait("graph", graph)

    def make_modes(self) -> Sequence[Mode[AmaktaState]]:
        """The modes, in the order of their names in `MODES`."""
        raise NotImplementedError

    def opponent(self, name: str) -> Opponent:
        # Dice of its own: nobody could repeat what is played on a page.
        return player(name, Random())

    def facts(self) -> str:
        return board_name(self.shown.board)

    @property
    def value(self) -> State:
        """The state on the board."""
        return self.in_game

    def set_record(self, record: gamefile.Record[State]) -> None:
        """Go to another game, or to another state of this one; nothing stays in hand."""
        self.all_modes["play"].drop()
        super().set_record(record)
