"""What a position consists of, and how a game ends: the part that printing, checking and legality need to know."""

from dataclasses import dataclass, field
from functools import cached_property

from boardkit.remembered import hashed_once
from finity_edu.rules import paths
from finity_edu.rules.board import Board
from finity_edu.rules.effects import Ban
from finity_edu.rules.errors import text
from finity_edu.rules.layout import Layout
from finity_edu.rules.options import IDLE_ROUNDS
from finity_edu.rules.ruleset import Rules


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes
    ----------
    winners : frozenset of int
        Seats that won; empty for a draw.
    kind : {"win", "tie", "deadlock"}
    clock_reset : str
        The key of the rule set that says what the players failed to do before a deadlock.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> print(Position.parse("piglab/2 bbwwbwbw y; posts c@N y@S; clock 20").result)
    a draw: 10 rounds without a ring placed
    """

    winners: frozenset[int]
    kind: str
    clock_reset: str = field(default="placing_or_orphans", compare=False)

    def __str__(self) -> str:
        if self.kind == "deadlock":
            return text(f"result.deadlock_{self.clock_reset}", rounds=IDLE_ROUNDS)
        return text(
            f"result.{self.kind}", seats=", ".join(map(str, sorted(self.winners)))
        )


@hashed_once
@dataclass(frozen=True)
class Situation:
    """Rules, word, side to move, pieces, and what the last moves left behind; `Position` adds the moves.

    Parameters
    ----------
    rules : Rules
    word : str
        The tower, bottom first: letters ``b`` and ``w``.
    turn : int
        Seat to move, 1 to n (when the game is over: the seat that would be next).
    layout : Layout
    ban : Ban, optional
        The previous arrow move, if it bars something.
    clock : int
        Idle moves in a row.
    ply : int
        Moves played, counted up to the number of players (only the opening depends on it).
    """

    rules: Rules
    word: str
    turn: int
    layout: Layout
    ban: Ban | None = None
    clock: int = 0
    ply: int = 0

    @property
    def board(self) -> Board:
        """The board that the pieces lie on."""
        return self.layout.board

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.layout.board.players

    @cached_property
    def result(self) -> Result | None:
        """How the game has ended; None while it goes on. A full path comes before the deadlock."""
        claims = {}
        for seat in range(1, self.players + 1):
            claim = paths.claim(self.layout, seat, self.word)
            if claim:
                claims[seat] = claim
        if claims:
            best = max(claims.values())
            winners = [seat for seat, claim in claims.items() if claim == best]
            if len(winners) == 1:
                return Result(frozenset(winners), "win")
            return Result(frozenset(), "tie")
        if self.clock >= self.rules.idle_limit(self.players):
            return Result(frozenset(), "deadlock", self.rules.clock_reset)
        return None
