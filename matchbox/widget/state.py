"""The traits of the widget, the course of a game, and what its reader can do; how that looks stands in `app`."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from math import ceil

import traitlets

from boardkit.errors import UserError, whole_number
from boardkit.links import link, linked
from boardkit.messages import Catalogue, using_language
from boardkit.thinking import Thinking
from boardkit.widget.actions import action
from boardkit.widget.frame import FramedWidget
from matchbox.analysis.exact import Curve
from matchbox.players.match import Match
from matchbox.players.teachers import make_teacher, teacher_names
from matchbox.rules.machine import Event, Machine
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat, message
from matchbox.widget.curves import ExactCurve, Task, exact_task
from matchbox.widget.table import Table
from matchbox.widget.tournament import Tournament

CHUNK = 250
"""Training games between two drawings, at most."""
FRAMES, LESSON = 20, 2000
"""A training that is to be seen: how often it is drawn, and its milliseconds."""


def _number(key: str, text: object, low: int) -> int:
    """A whole number as the page sends it."""
    with suppress(ValueError):
        text = int(str(text))
    return whole_number(key, text, low)


def teachers_offered() -> list[str]:
    """The teachers in the menu: those for whom there is a text ``widget.teacher.NAME``, the reader first."""
    offered = [
        name for name in teacher_names() if f"widget.teacher.{name}" in CATALOGUE
    ]
    return sorted(offered, key=lambda name: name != "human")


def teacher_name(value: str) -> str:
    """The name of a teacher in the language of the reader."""
    if value not in teachers_offered():
        return value
    return CATALOGUE.text(f"widget.teacher.{value}")


class MatchboxCourse(FramedWidget):
    """A match that can be watched step by step; `MatchboxWidget` draws it."""

    texts = Catalogue("matchbox", "widget")
    credited = CATALOGUE

    machine = traitlets.Unicode("").tag(sync=True)
    teacher = traitlets.Unicode("human").tag(sync=True)
    speed = traitlets.Int(900, min=-1).tag(sync=True)
    games = traitlets.Int(0, min=0).tag(sync=True)

    redraw_on = ("lang", "large", "lens", "speed")
    switches = {"large": ("large", "l")}

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        machine: Machine | str | None = None,
        teacher: str = "human",
        speed: int = 900,
        seed: int | None = None,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        self._internal = True
        super().__init__(lang=lang, large=large, theme=theme)
        with using_language(self.lang):
            found = Rules.parse(rules) if isinstance(rules, str) else Rules.of(rules)
            if isinstance(machine, str):
                machine = Machine.load(machine)
            if machine is not None and not isinstance(machine, Machine):
                raise UserError(message("error.machine", value=repr(machine)))
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
        # Before the first game, and after each
        self.masks: list[int] = [machine.configuration]
        self.watched = False  # whether the last game was shown
        self.to_train = self.to_train_all = 0
        self.tournament: Tournament | None = None
        self.exactly = True  # whether the exact curve is wanted
        self.computing = Thinking()
        self.note = None
        self.exact: dict[Task | None, Curve | None] = {}

    def _synchronise(self) -> None:
        """Traits follow the match."""
        # It may be called while the widget is being made.
        was = self._internal
        self._internal = True
        self.machine = str(self.match.machine)
        self.games = len(self.match.played)
        self._internal = was

    @property
    def value(self) -> Machine:
        """The machine."""
        machine: Machine = self.match.machine
        return machine

    def link(self, page: str = "") -> str:
        """The machine as the fragment of an address."""
        return link(page, machine=str(self.value))

    def _checked_teacher(self, name: str) -> str:
        # What takes long to compute is made only when it plays.
        if name not in ("human", "memoryless", "didactic"):
            make_teacher(name, self.match.rules, self.value)
        return name

    @traitlets.validate("machine")
    def _valid_machine(self, proposal: Mapping[str, str]) -> str:
        text = proposal["value"]
        return text if self._internal else str(Machine.load(text))

    @traitlets.validate("teacher")
    def _valid_teacher(self, proposal: Mapping[str, str]) -> str:
        return self._checked_teacher(proposal["value"])

    def _on_machine(self, change: Mapping[str, str]) -> None:
        if not self._internal:
            self._begin(Machine.load(change["new"]), self.seed)
            self._synchronise()
            self.refresh()

    @property
    def taught_by(self) -> str:
        """Who trains the machine: who plays, and while that is the reader, somebody at random."""
        return "random" if self.teacher == "human" else self.teacher

    @property
    def pause(self) -> int:
        """Milliseconds between two drawings of a training: a short one lasts so long that one sees it learn."""
        seen = self.speed and FRAMES <= self.to_train_all <= FRAMES * CHUNK // 4
        return LESSON // FRAMES if seen else 1

    @property
    def task(self) -> Task | None:
        """The exact curve that belongs to the games so far, and to those that the training still takes."""
        games = len(self.match.played) + self.to_train
        return exact_task(self.match, self.taught_by, games)

    @property
    def exact_missing(self) -> bool:
        """Whether there may be an exact curve that has not been computed yet, and is wanted."""
        task = self.task
        return self.exactly and task is not None and task not in self.exact

    @property
    def contest(self) -> Tournament | None:
        """The tournament that is going on, if one is."""
        if self.tournament is None or self.tournament.over:
            return None
        return self.tournament

    # -- the course of a game --------------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """True if the reader is to move and everything before it has been shown."""
        track = self.match.track
        if self.pending or track is None:
            return False
        return track.turn is Seat.HUMAN and self.teacher == "human"

    def _go_on(self) -> None:
        """Play the turns that need no reader; show the steps as fast as `speed` says."""
        while True:
            while self.pending and self.speed == 0:
                self._show_one()
            if self.pending or self.match.track is None or self.my_turn:
                break
            self._turn(None)

    def _turn(self, move: str | None) -> None:
        self.match.set_teacher(self.teacher)
        if move is None:
            self.pending += self.match.turn()
        else:
            self.pending += self.match.move(move)
        self._synchronise()
        if self.match.track is None:
            self._keep_configuration()

    def _keep_configuration(self) -> None:
        """What is left after the last game; what was taken back before it is forgotten."""
        self.masks[len(self.match.played) :] = [self.value.configuration]

    def _show_one(self) -> None:
        event = self.pending.pop(0)
        self.table.show(event)
        self.shown.append(event)

    def forgets(self, do: str) -> bool:
        """What goes on by itself ends nothing that was told."""
        return do not in ("exact", "train_on", "compete")

    # -- what is done ------------------------------------------------------------------------------------------------

    @action("new")
    def begin_game(self) -> None:
        """Begin the next game."""
        self._must_be_over()
        self.match.snapshot()
        self.match.start()
        self.table = Table.of(self.value)
        self.shown = []
        self.pending = list(self.match.events)
        self.watched = True
        self._show_one()
        self._go_on()

    def _must_be_over(self) -> None:
        if self.match.track is not None or self.pending:
            raise UserError(message("error.unfinished"))

    @action("hit")
    def move_to(self, place: str) -> None:
        """A click on a field, or on a marker of a move: move the token there."""
        if not self.my_turn or self.match.track is None:
            raise UserError(message("widget.not_your_turn"))
        # The page knows fields, the rules know moves.
        self._turn(str(self.match.track.togo - _number("place", place, 0)))
        self._show_one()
        self._go_on()

    @action
    def drag(self, source: str, target: str) -> None:
        """A drag of the token, or of a marker, to a field."""
        self.move_to(target)

    @action("next")
    def show_next(self) -> None:
        """Show one more step."""
        if self.pending:
            self._show_one()
        self._go_on()

    @action
    def undo(self) -> None:
        """Take back the last move, game or training."""
        self.match.undo()
        self._show_now("widget.undone")

    @action
    def redo(self) -> None:
        """Have again what was taken back."""
        self.match.redo()
        self._show_now("widget.redone")

    def _show_now(self, told: str) -> None:
        track = self.match.track
        self.to_train = 0
        self.table = Table.of(self.value, None if track is None else track.togo)
        self.shown = list(self.match.events)
        self.pending = []
        self.watched = track is not None
        self._synchronise()
        self.tell(message(told))
        self._go_on()

    @action
    def train(self, games: str) -> None:
        """Let the teacher train the machine; long trainings are drawn from time to time and can be stopped."""
        self._must_be_over()
        wanted = _number("games", games, 1)
        self.match.set_teacher(self.taught_by)
        self.match.snapshot()
        self.to_train = self.to_train_all = wanted
        self.watched = False
        self.train_on()

    @action
    def train_on(self) -> None:
        """Some more games of a training."""
        # In between the page is drawn, and "stop" is heard.
        now = self.to_train
        if self.pause > 1:
            now = ceil(self.to_train_all / FRAMES)
        now = min(now, CHUNK, self.to_train)
        for _ in range(now):
            self.match.play_game()
            self._keep_configuration()
        self.to_train -= now
        self.table = Table.of(self.value)
        self.shown = list(self.match.events)
        self._synchronise()
        if not self.to_train:
            games = self.to_train_all
            left = sum(self.value.counts.values())
            teacher = teacher_name(self.taught_by)
            told = message("widget.trained", games=games, teacher=teacher, markers=left)
            self.tell(told, "good" if self.value.is_perfect else "")

    @action("tournament")
    def begin_tournament(self) -> None:
        """Let teachers compete; each trains machines of its own, and this machine is left alone."""
        self.tournament = Tournament(self.value.rules, self.seed)
        self.compete()

    @action
    def compete(self) -> None:
        """The next games of a tournament."""
        contest = self.contest
        if contest is None:
            return
        contest.go_on()
        winner = contest.winner
        if contest.over and winner:
            games = contest.soonest(winner)
            teacher = teacher_name(winner)
            told = message("widget.tournament.won", teacher=teacher, games=games)
            self.tell(told, "good")

    @action("exact")
    def compute_exact(self) -> None:
        """Compute the exact curve for the games so far, beside everything else."""
        task = self.task
        if task is not None and not self.computing.busy:
            self.computing.start(
                ExactCurve(), task, lambda ask: self._computed(task, ask)
            )

    def _computed(self, task: Task, ask: Callable[[], Curve | None]) -> None:
        self.exact[task] = ask()
        self.refresh()

    @action("exactly")
    def want_exact(self) -> None:
        """Whether the exact curve is wanted; what is being computed is stopped."""
        self.exactly = not self.exactly
        self.computing.stop()

    @action
    def stop(self) -> None:
        """Stop a training, or a tournament."""
        # A training that was stopped keeps what it has taught.
        if self.to_train:
            self.to_train = 0
            self.tell(message("widget.stopped", games=len(self.match.played)))
        elif self.contest is not None:
            self.contest.stopped = True

    @action("teacher")
    def choose_teacher(self, value: str) -> None:
        """Choose who plays Intelligenz."""
        self.teacher = value
        self.tell(message("widget.teacher_now", teacher=teacher_name(value)))
        # The new one goes on with the game of the old one.
        if self.match.track is not None and not self.pending:
            self._go_on()

    @action("speed")
    def choose_speed(self, value: str) -> None:
        """Choose how fast steps are shown."""
        self.speed = _number("speed", value, -1)
        self._go_on()

    @action("seed")
    def choose_seed(self, value: str) -> None:
        """Begin again with this seed and all markers."""
        seed = _number("seed", value, 0)
        rules = self.value.rules
        self._begin(Machine(replace(rules, seed=seed)), seed)
        self._synchronise()
        self.tell(message("widget.fresh", seed=value))

    @action
    def load(self, value: str) -> None:
        """Continue with the machine of this text."""
        self._begin(Machine.load(linked(value, "machine")), self.seed)
        self._synchronise()
        self.tell(message("widget.loaded"))
