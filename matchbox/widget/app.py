"""The widget: its traits, the course of a game, and what its reader can do; how that looks stands in `page`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import traitlets

from boardkit.errors import UserError, whole_number
from boardkit.messages import using_language
from boardkit.svg import Element, Picture, el
from boardkit.widget import GameWidget
from matchbox.draw import machine as draw
from matchbox.players.match import Match
from matchbox.players.teachers import make_teacher
from matchbox.rules.machine import Event, Machine
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat
from matchbox.widget import page
from matchbox.widget.curves import Pictures
from matchbox.widget.table import Table

__all__ = ["MatchboxWidget"]

CHUNK = 250
"""Training games between two drawings."""


def _number(key: str, text: object, low: int) -> int:
    """A whole number as the page sends it."""
    with suppress(ValueError):
        text = int(str(text))
    return whole_number(key, text, low)


class MatchboxWidget(GameWidget):
    """Intelligenz gegen Automat, to be touched.

    Parameters
    ----------
    rules : Rules or str, optional
    machine : Machine or str, optional
        A saved machine, which brings its own rules; by default one with all its markers.
    teacher : str
        Who plays Intelligenz: ``human`` (you), or a teacher by name.
    speed : int
        Milliseconds per step; 0: at once; −1: one step for each "next".
    seed : int, optional
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.

    Attributes
    ----------
    machine : str
        The machine as text; can be observed and assigned.
    teacher : str
    speed : int
    games : int
        Number of finished games.

    Examples
    --------
    >>> w = MatchboxWidget("length=4 first=human", speed=0)
    >>> w.act("new")
    >>> w.act("hit", place="3")      # the field with 3 to go: a move of 1
    >>> w.games in (0, 1)
    True
    """

    credited = CATALOGUE

    machine = traitlets.Unicode("").tag(sync=True)
    teacher = traitlets.Unicode("human").tag(sync=True)
    speed = traitlets.Int(900, min=-1).tag(sync=True)
    games = traitlets.Int(0, min=0).tag(sync=True)

    redraw_on = ("lang", "large", "speed")

    def __init__(self, rules: Rules | str | None = None, *, machine: Machine | str | None = None,
                 teacher: str = "human", speed: int = 900, seed: int | None = None, lang: str | None = None,
                 large: bool = False) -> None:
        self._internal = True
        super().__init__(lang=lang, large=large)
        with using_language(self.lang):
            found = Rules.parse(rules) if isinstance(rules, str) else Rules.of(rules)
            if isinstance(machine, str):
                machine = Machine.load(machine)
            if machine is not None and not isinstance(machine, Machine):
                raise UserError(CATALOGUE.message("error.machine", value=repr(machine)))
            if machine is not None and rules is not None:
                found.check_board(machine.rules)
            if seed is not None:
                found = replace(found, seed=seed)
            self._begin(machine or Machine(found), found.seed)
            self.set_trait("teacher", self._checked_teacher(teacher))
            self.set_trait("speed", speed)
            self._synchronise()
        self._internal = False
        self.observe(self._on_machine, names=["machine"])
        self.refresh()

    # -- state ---------------------------------------------------------------------------------------------------

    def _begin(self, machine: Machine, seed: int) -> None:
        """A new match with this machine; nothing has been played yet."""
        self.match = Match(machine.rules, machine, "human", seed=seed)
        self.seed = seed
        self.table = Table.of(machine)
        self.pending: list[Event] = []
        self.shown: list[Event] = []
        self.masks: list[int] = [machine.configuration]
        self.to_train = self.to_train_all = 0
        self.note = None
        self.pictures = Pictures()

    def _synchronise(self) -> None:
        """Traits follow the match."""
        was, self._internal = self._internal, True
        self.machine = str(self.match.machine)
        self.games = len(self.match.played)
        self._internal = was

    @property
    def value(self) -> Machine:
        """The machine."""
        machine: Machine = self.match.machine
        return machine

    def _checked_teacher(self, name: str) -> str:
        if name != "human" and name not in ("memoryless", "didactic"):  # the computed one only when it plays
            make_teacher(name, self.match.rules, self.value)
        return name

    @traitlets.validate("machine")
    def _valid_machine(self, proposal: Any) -> str:
        return str(proposal["value"]) if self._internal else str(Machine.load(proposal["value"]))

    @traitlets.validate("teacher")
    def _valid_teacher(self, proposal: Any) -> str:
        return self._checked_teacher(str(proposal["value"]))

    def _on_machine(self, change: Any) -> None:
        if not self._internal:
            self._begin(Machine.load(change["new"]), self.seed)
            self._synchronise()
            self.refresh()

    # -- the course of a game --------------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """True if the reader is to move and everything before it has been shown."""
        track = self.match.track
        return not self.pending and track is not None and track.turn is Seat.HUMAN and self.teacher == "human"

    def _go_on(self) -> None:
        """Play the turns that need no reader; show the steps as fast as `speed` says."""
        while True:
            while self.pending and self.speed == 0:
                self._show_one()
            if self.pending or self.match.track is None or self.my_turn:
                break
            self._turn(None)
        if self.speed == 0:
            self._tell_last()

    def _turn(self, move: str | None) -> None:
        self.match.set_teacher(self.teacher)
        self.pending += self.match.turn(move)
        if self.match.track is None:
            self.masks.append(self.value.configuration)
        self._synchronise()

    def _show_one(self) -> None:
        event = self.pending.pop(0)
        self.table.show(event)
        self.shown.append(event)

    def _tell_last(self) -> None:
        if self.shown:
            last = self.shown[-1]
            kind = {"remove": "error", "resign": "error", "win": "good"}.get(last.kind, "")
            self.tell(last, kind)

    # -- what is done ------------------------------------------------------------------------------------------------

    def do_new(self) -> None:
        """Begin the next game."""
        if self.match.track is not None or self.pending:
            raise UserError(CATALOGUE.message("error.unfinished"))
        self.match.snapshot()
        self.match.start()
        self.table = Table.of(self.value)
        self.shown, self.pending = [], list(self.match.events)
        self._show_one()
        self._go_on()
        self._tell_last()

    def do_hit(self, place: str) -> None:
        """A click on a field: move the token there."""
        if not self.my_turn or self.match.track is None:
            raise UserError(CATALOGUE.message("widget.not_your_turn"))
        move = self.match.track.togo - _number("place", place, 0)
        self.match.snapshot()
        try:
            self._turn(str(move))
        except UserError:
            self.match.undo()
            raise
        self._show_one()
        self._tell_last()
        self._go_on()

    def do_next(self) -> None:
        """Show one more step."""
        if self.pending:
            self._show_one()
            self._tell_last()
        self._go_on()

    def do_undo(self) -> None:
        """Take back the last move, game or training."""
        self.match.undo()
        self.to_train = 0
        self.table = Table.of(self.value, self.match.track.togo if self.match.track else None)
        self.shown, self.pending = list(self.match.events), []
        del self.masks[len(self.match.played) + 1:]
        self.pictures = Pictures()
        self._synchronise()
        self.tell(CATALOGUE.message("widget.undone"))
        self._go_on()

    def do_train(self, games: str) -> None:
        """Let the teacher train the machine; long trainings are drawn from time to time and can be stopped."""
        if self.teacher == "human":
            raise UserError(CATALOGUE.message("widget.human_trains"))
        if self.match.track is not None:
            raise UserError(CATALOGUE.message("error.unfinished"))
        wanted = _number("games", games, 1)
        self.match.set_teacher(self.teacher)
        self.match.snapshot()
        self.to_train = self.to_train_all = wanted
        self.pending = []
        self.do_train_on()

    def do_train_on(self) -> None:
        """Some more games of a training."""
        now = min(CHUNK, self.to_train)
        for _ in range(now):
            self.match.play_game()
            self.masks.append(self.value.configuration)
        self.to_train -= now
        self.table = Table.of(self.value)
        self.shown = list(self.match.events)
        self._synchronise()
        if not self.to_train:
            self.tell(CATALOGUE.message("widget.trained", games=self.to_train_all, markers=sum(
                self.value.counts.values())), "good" if self.value.is_perfect else "")

    def do_exact(self) -> None:
        """Compute the exact curve for the games so far."""
        self.pictures.compute_exact(self.match, self.teacher)

    def do_stop(self) -> None:
        """Stop a training."""
        self.to_train = 0
        self.tell(CATALOGUE.message("widget.stopped", games=len(self.match.played)))

    def do_teacher(self, value: str) -> None:
        """Choose who plays Intelligenz."""
        self.teacher = value
        self.tell(CATALOGUE.message("widget.teacher_now", teacher=page.teacher_name(value)))
        if self.match.track is not None and not self.pending:
            self._go_on()

    def do_speed(self, value: str) -> None:
        """Choose how fast steps are shown."""
        self.speed = _number("speed", value, -1)
        self._go_on()

    def do_seed(self, value: str) -> None:
        """Begin again with this seed and all markers."""
        seed = _number("seed", value, 0)
        rules = self.value.rules
        self._begin(Machine(replace(rules, seed=seed)), seed)
        self._synchronise()
        self.tell(CATALOGUE.message("widget.fresh", seed=value))

    def do_load(self, value: str) -> None:
        """Continue with the machine of this text."""
        self._begin(Machine.load(value), self.seed)
        self._synchronise()
        self.tell(CATALOGUE.message("widget.loaded"))

    def do_large(self) -> None:
        """Large print on or off."""
        self.large = not self.large

    def do_lang(self, value: str) -> None:
        """Change the language."""
        self.lang = value

    # -- what is shown -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        """The name of the widget."""
        return CATALOGUE.text("draw.title")

    def status(self) -> tuple[str, str]:
        return "", CATALOGUE.text("widget.welcome")

    def fallback(self) -> Picture:
        """The board, where no kernel runs."""
        with using_language(self.lang):
            return draw.board(self.value, self.match.track.togo if self.match.track else None)

    def render_parts(self) -> Mapping[str, Element | str | None]:
        """Controls, board, message, panels and help."""
        return {
            "bar": el("div", *page.controls(self), class_="gk-part-bar", data_key="bar"),
            "board": page.board(self),
            "status": self.message_line(),
            "side": el("div", *page.panels(self), data_key="panels"),
            "help": el("p", CATALOGUE.text("widget.help")),
        }
