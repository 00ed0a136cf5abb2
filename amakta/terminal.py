"""Amakta at the terminal."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from amakta.players.opponents import Opponent
from amakta.rules.board import Player
from amakta.rules.diagram import diagram
from amakta.rules.games import Record
from amakta.rules.state import State
from amakta.rules.texts import text
from boardkit import gamefile, terminal
from boardkit.messages import Catalogue


class Table(terminal.Table[State]):
    """A game of Amakta, until it ends or is too long.

    Parameters
    ----------
    record : Record
    write : callable
        Prints a text.
    seated : callable
        Says which seats programs take in a game that begins with a state.
    tags : mapping
        What a saved game says about the players.
    cap : int
        Maximum number of moves in a game.
    """

    texts = Catalogue("amakta", "cli")
    between = "\n"

    def __init__(
        self,
        record: Record,
        write: Callable[[str], None],
        seated: Callable[[State], Mapping[Player, Opponent]],
        tags: Mapping[str, str],
        cap: int,
    ) -> None:
        super().__init__(record, write, seated(record.game.start))
        self.seated = seated
        self.tags = tags
        self.cap = cap
        self.take(record)

    def drawn(self) -> str:
        """The position as text."""
        return diagram(self.game.state)

    def told(self, move: object) -> str:
        """What is said about a move that a program is about to make."""
        number = len(self.game.moves) + 1
        player = text(f"player.{self.game.state.turn}")
        return f"{number}. {player}: {move}"

    def is_over(self) -> bool:
        # Programs that repeat nothing could go on for very long.
        return self.game.result is not None or len(self.game.moves) >= self.cap

    def take(self, record: gamefile.Record[State]) -> None:
        if record.game.start != self.game.start:
            self.programs = self.seated(record.game.start)
        # Who plays now is no more who has played.
        super().take(replace(record, tags={**record.tags, **self.tags}))
