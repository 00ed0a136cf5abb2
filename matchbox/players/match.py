"""A match: game after game between a learner and a teacher, with who starts, undo, and the protocol."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple, TypeAlias

from boardkit.errors import UserError, whole_number
from boardkit.protocol import Outcome
from matchbox.players.learners import Learner, checked_learner, make_learner
from matchbox.players.teachers import TeacherLike, make_teacher
from matchbox.rules.machine import Event, Machine, Trace
from matchbox.rules.ruleset import Circle, Overshoot, Rules, Seat, Starter, message
from matchbox.rules.track import Track

UNDO_LIMIT = 200

AnyPlayer: TypeAlias = Any
"""A learner or a teacher: who asks for more than its move knows which one it is."""


@dataclass(frozen=True)
class Played:
    """A finished game: who started, who won, all moves of both, and what the machine experienced."""

    starter: Seat
    won: bool
    moves: tuple[int, ...]
    trace: Trace


class _Moment(NamedTuple):
    """All that moves and games change."""

    machine: AnyPlayer
    teacher: AnyPlayer
    circles: dict[Seat, list[Circle]]
    dice: tuple[object, ...]
    track: Track | None
    starter: Seat
    events: list[Event]
    moves: list[int]
    played: list[Played]


def _told_by(player: object) -> list[Event]:
    """The protocol of a player who keeps one."""
    events: list[Event] = getattr(player, "events", [])
    return events


def _rules_of(machine: object) -> Rules:
    """The rules by which a learner plays, where nobody else names them."""
    rules = getattr(checked_learner(machine), "rules", None)
    if not isinstance(rules, Rules):
        raise UserError(message("error.no_rules", value=repr(machine)))
    return rules


class Match:
    """Games between a learner (by default the machine of markers) and a teacher.

    Parameters
    ----------
    rules : Rules
    machine : object, optional
        A learner; by default the one that the rules name.  If a game was left in which it played, its current moves
        go back into their boxes.
    teacher : str, law, callable or object, optional
        See `matchbox.players.teachers.make_teacher`; by default the one that the rules name.
    seed : int, optional
        By default the seed of the rules.

    Examples
    --------
    >>> match = Match(Rules(seed=4))
    >>> game = match.play_game()
    >>> len(match.played), game.starter.value
    (1, 'machine')
    >>> match.train(99)
    >>> len(match.played)
    100
    >>> match.undo()   # the training as a whole
    >>> len(match.played)
    1
    """

    def __init__(
        self,
        rules: Rules | None = None,
        machine: Learner | None = None,
        teacher: TeacherLike | None = None,
        seed: int | None = None,
    ) -> None:
        if machine is None:
            self.rules = Rules.of(rules)
            self.machine: AnyPlayer = make_learner(self.rules.learner, self.rules)
        else:
            self.rules = _rules_of(machine) if rules is None else Rules.of(rules)
            self.machine = checked_learner(machine)
            # One that was saved in the middle of a game cannot go on with that.
            if isinstance(self.machine, Machine):
                self.machine.leave_game()
        self._check_board(self.machine)
        self.set_teacher(self.rules.teacher if teacher is None else teacher)
        self.seed = self.rules.seed if seed is None else whole_number("seed", seed, 0)
        self.rng = Random(self.seed)
        self.played: list[Played] = []
        self.track: Track | None = None
        self.events: list[Event] = []
        self.moves: list[int] = []
        self._starter = Seat(self.rules.first)
        self._circles: dict[Seat, list[Circle]] = {}
        self._history: list[_Moment] = []
        self._undone: list[_Moment] = []

    def set_teacher(self, teacher: TeacherLike) -> None:
        """Change the opponent from the next move on."""
        self.teacher: AnyPlayer = None
        if teacher != "human":
            # The clairvoyant teacher looks at the markers; other learners have none.
            taught = self.machine if isinstance(self.machine, Machine) else None
            self.teacher = make_teacher(teacher, self.rules, taught)
        self._check_board(self.teacher)

    def _check_board(self, player: object) -> None:
        theirs = getattr(player, "rules", None)
        if isinstance(theirs, Rules):
            self.rules.check_board(theirs)

    @property
    def next_starter(self) -> Seat:
        """Who starts the next game (S2)."""
        last = self.played[-1] if self.played else None
        rule = self.rules.starter
        if rule in (Starter.MACHINE, Starter.HUMAN):
            return Seat(str(rule))
        if last is None:
            return Seat(self.rules.first)
        # A draw of its own, so that looking at it changes nothing
        if rule == Starter.RANDOM:
            return Random(f"{self.seed} {len(self.played)}").choice(list(Seat))
        if rule == Starter.ALTERNATE:
            return last.starter.other
        winner = Seat.MACHINE if last.won else Seat.HUMAN
        return winner if rule == Starter.WINNER else winner.other

    # -- one game, turn by turn --------------------------------------------------------------------------------

    def start(self) -> Track:
        """Put the token on Start."""
        if self.track is not None:
            raise UserError(message("error.unfinished"))
        starter = self.next_starter
        # A machine that teaches sits in the other seat, and keeps a protocol as if it were its own.
        for player, seat in ((self.machine, starter), (self.teacher, starter.other)):
            if hasattr(player, "start_game"):
                player.start_game(seat)
        self._starter = starter
        self.track = Track.start(self.rules, starter)
        self.moves = []
        self._circles = {seat: [] for seat in Seat}
        self.events = [Event("S2", "start", self.rules.length, who=starter)]
        return self.track

    def turn(self, move: int | str | None = None) -> list[Event]:
        """One turn: the machine's, or the opponent's (``move``, or else the teacher decides).

        Returns
        -------
        list of Event
            What was seen, in order.

        Raises
        ------
        UserError
            If no game has begun, the move is not legal, or somebody else is to make it.
        """
        if self.track is None:
            raise UserError(message("error.not_started"))
        track = self.track
        seat = track.turn
        d = track.togo
        before = len(self.events)
        player = self.machine if seat is Seat.MACHINE else self.teacher
        choice: int | str | None
        if move is not None:
            if seat is Seat.MACHINE:
                raise UserError(message("error.machine_turn"))
            choice = move
        elif player is None:
            raise UserError(message("error.move_wanted"))
        else:
            seen = len(_told_by(player))
            choice = player.choose(d, self.rng)
            # Its steps belong to the protocol; what a machine that teaches sees does not.
            if seat is Seat.MACHINE:
                self.events += _told_by(player)[seen:]

        # Whoever learns may resign, or draw too large a move; Intelligenz may not (I1).
        learner = move is None and hasattr(player, "learn")
        if choice is None and learner:
            self.track = track.resign()
        elif seat is Seat.HUMAN and learner and choice is not None and int(choice) > d:
            if self.rules.overshoot == Overshoot.CAP:
                self.track = track.play(d)
            else:
                self.track = track.resign()
        else:
            self.track = track.play(str(choice))
        if choice is not None:
            self._circles[seat].append((d, int(choice)))
            self.moves.append(int(choice))
            if seat is Seat.HUMAN:
                self.events.append(Event("I1", "human_move", d, move=int(choice)))
        if self.track.result:
            self._finish(self.track.result, resigned=d if choice is None else None)
        return self.events[before:]

    def move(self, move: int | str) -> list[Event]:
        """A turn of Intelligenz that `undo` takes back; a move that is not legal changes nothing."""
        # Remembered only if the move is legal: otherwise nothing has changed.
        before = self._now()
        seen = self.turn(move)
        self._remember(before)
        return seen

    def _finish(self, result: Outcome, resigned: int | None) -> None:
        won = Seat.MACHINE in result.winners
        if result.kind == "goal":
            rule, who = ("A9", Seat.MACHINE) if won else ("I2", Seat.HUMAN)
            self.events.append(Event(rule, "goal", 0, who=who))
        if result.kind != "resign":
            resigned = None
        machine_moves = tuple(self._circles[Seat.MACHINE])
        trace = Trace(machine_moves, won, None if won else resigned)
        seen = len(_told_by(self.machine))
        self.machine.learn(trace)
        self.events += _told_by(self.machine)[seen:]
        if hasattr(self.teacher, "learn"):
            teacher_moves = tuple(self._circles[Seat.HUMAN])
            self.teacher.learn(Trace(teacher_moves, not won, resigned if won else None))
        self.played.append(Played(self._starter, won, tuple(self.moves), trace))
        self.track = None

    def play_game(self) -> Played:
        """Play one game to its end (finishing one that has begun)."""
        if self.track is None:
            self.start()
        while self.track is not None:
            self.turn()
        return self.played[-1]

    def train(
        self, games: int, progress: Callable[[int], object] | None = None
    ) -> None:
        """Play many games; one `undo` takes all of them back.  ``progress(n)`` is called after each game.

        Raises
        ------
        UserError
            If the teacher is ``human``: nobody plays so many games by hand.
        """
        whole_number("games", games, 0)
        if self.teacher is None:
            raise UserError(message("error.human"))
        # One step of undo for the whole training.
        self.snapshot()
        for n in range(1, games + 1):
            self.play_game()
            if progress is not None:
                progress(n)

    # -- undo and redo -----------------------------------------------------------------------------------------

    def _now(self) -> _Moment:
        # A teacher who does not learn stays the same; it may be a machine that is taught.
        teacher = self.teacher if hasattr(self.teacher, "learn") else None
        machine, teacher, circles = copy.deepcopy(
            (self.machine, teacher, self._circles)
        )
        return _Moment(
            machine,
            teacher,
            circles,
            self.rng.getstate(),
            self.track,
            self._starter,
            self.events[:],
            self.moves[:],
            self.played[:],
        )

    def snapshot(self) -> None:
        """Remember the present state for `undo`."""
        self._remember(self._now())

    def _remember(self, state: _Moment) -> None:
        self._history.append(state)
        self._undone.clear()
        # Each state holds copies of all markers.
        del self._history[:-UNDO_LIMIT]

    @property
    def can_undo(self) -> bool:
        """True if there is something to take back."""
        return bool(self._history)

    @property
    def can_redo(self) -> bool:
        """True if something was taken back that can be had again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Go back to the last `snapshot`, dice included: the same choices give the same game again."""
        self._step(self._history, self._undone, "error.no_undo")

    def redo(self) -> None:
        """Have again what was taken back."""
        self._step(self._undone, self._history, "error.no_redo")

    def _step(self, source: list[_Moment], other: list[_Moment], none: str) -> None:
        if not source:
            raise UserError(message(none))
        other.append(self._now())
        then = source.pop()
        # A teacher who looks at the machine looks at the one that is there now.
        if getattr(self.teacher, "machine", None) is self.machine:
            self.teacher.machine = then.machine
        self.machine = then.machine
        if then.teacher is not None:
            self.teacher = then.teacher
        self.rng.setstate(then.dice)
        self._circles = then.circles
        self.track = then.track
        self._starter = then.starter
        self.events = then.events
        self.moves = then.moves
        self.played = then.played

    def protocol(self) -> str:
        """The present or last game, one line per step."""
        return "\n".join(map(str, self.events))


def play_game(
    machine: Learner,
    teacher: TeacherLike = "random",
    starter: Seat | str = "machine",
    seed: int = 0,
) -> Played:
    """One game of a machine, which learns from it.

    Examples
    --------
    >>> machine = Machine(Rules(length=4))
    >>> game = play_game(machine, teacher=lambda d: 1, starter="human", seed=3)
    >>> sum(game.moves) <= 4
    True
    """
    # The first game of a match is started by `first`.
    rules = replace(_rules_of(machine), first=Seat(starter))
    return Match(rules, machine, teacher, seed).play_game()
