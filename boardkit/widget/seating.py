"""Who sits where at one board, and what they have won; all widgets that show the game share it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from boardkit.protocol import AnySeat, Result
from boardkit.thinking import Chooser, Thinking


class Seating:
    """Players and score of the games that are played on one board.

    Parameters
    ----------
    widget
        The first widget that shows it; others join.
    """

    def __init__(self, widget: Any) -> None:
        self.widgets = [widget]
        self.players: dict[AnySeat, Chooser] = {}
        """Seats that a program plays."""
        self.thinking = Thinking()
        self.won: Counter[AnySeat] = Counter()
        """Games won, by seat."""
        self.games = 0
        """How many have ended."""

    def score(self, seat: AnySeat, result: Result | None) -> int | None:
        """Games that whoever sits there has won, the one with this result included; None in the first game."""
        if not self.games:
            return None
        return self.won[seat] + (result is not None and seat in result.winners)

    def count(self, result: Result | None) -> None:
        """Count a game, if it has ended."""
        if result is not None:
            self.games += 1
            self.won.update(result.winners)

    def turn(self, seats: Sequence[AnySeat]) -> None:
        """Let everybody sit one seat further, with what they have won."""
        further = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        self.players = {further[seat]: player for seat, player in self.players.items()}
        self.won = Counter({further[seat]: games for seat, games in self.won.items()})
