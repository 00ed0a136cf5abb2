"""The track game itself: one token, two seats, no memory.  A `boardkit.protocol.State`."""

from __future__ import annotations

from dataclasses import dataclass, field

from boardkit.errors import UserError
from boardkit.protocol import Outcome
from matchbox.rules.ruleset import Rules, Seat, message


@dataclass(frozen=True)
class Track:
    """A position: fields to go, and who moves.

    Parameters
    ----------
    rules : Rules
    togo : int
        Fields to go; `Track.start` puts the token on Start.
    turn : Seat
        Whose turn it is (when the game is over: whose turn it would be).
    result : Outcome, optional
        How the game ended: ``kind`` is "goal" (Goal reached), "overshoot" or "resign"; None while it goes on.

    Examples
    --------
    >>> track = Track.start(first="human")
    >>> track.legal_moves(), str(track)
    ((1, 2, 3), '9 human')
    >>> track.play(2).play(3).play(3).play(1).result.winners == {Seat.MACHINE}
    True
    """

    rules: Rules = field(default_factory=Rules)
    togo: int = 9
    turn: Seat = Seat.MACHINE
    result: Outcome | None = None

    @classmethod
    def start(
        cls, rules: Rules | None = None, first: Seat | str | None = None
    ) -> Track:
        """The token on Start; `first` is who moves first (default: as the rules say)."""
        rules = Rules.of(rules)
        return cls(
            rules, rules.length, Seat(first if first is not None else rules.first)
        )

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, or None when the game is over."""
        return None if self.result else self.turn

    @property
    def field(self) -> int:
        """The number of the token's field: 0 = Start, ``rules.length`` = Goal."""
        return self.rules.length - self.togo

    def legal_moves(self) -> tuple[int, ...]:
        """Step sizes, ascending; for the machine those that have a circle (marker or not)."""
        if self.result:
            return ()
        if self.turn is Seat.HUMAN:
            return self.rules.human_moves(self.togo)
        return self.rules.box(self.togo)

    def play(self, move: int | str) -> Track:
        """Move the token (rules I1, A8); whoever moves it onto Goal has won (I2, A9).

        Raises
        ------
        UserError
            If the move is not legal here; the message lists the legal ones.
        """
        legal = self.legal_moves()
        # It may come from a page or a terminal.
        text = str(move).strip()
        if text not in map(str, legal):
            if not legal:
                raise UserError(message("error.over"))
            allowed = ", ".join(map(str, legal))
            raise UserError(
                message("error.move", move=text, togo=self.togo, legal=allowed)
            )
        rest = self.togo - int(text)
        # The rules say what a move of the machine beyond Goal means.
        if self.turn is Seat.MACHINE:
            rest = self.rules.arrival(self.togo, int(text))
        result = None
        if rest == 0:
            result = Outcome(frozenset({self.turn}), "goal")
        elif rest < 0:
            result = Outcome(frozenset({self.turn.other}), "overshoot")
        return Track(self.rules, max(rest, 0), self.turn.other, result)

    def resign(self) -> Track:
        """Rule A2: the machine before an empty box has lost; the token stays."""
        if self.result:
            raise UserError(message("error.over"))
        result = Outcome(frozenset({self.turn.other}), "resign")
        return Track(self.rules, self.togo, self.turn.other, result)

    def __str__(self) -> str:
        return f"{self.togo} {self.turn.value}"
