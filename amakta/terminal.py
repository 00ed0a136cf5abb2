"""Amakta at the terminal."""

from collections.abc import Callable, Mapping

from amakta.players.opponents import Opponent
from amakta.rules.board import Player
from amakta.rules.games import game_text, read_game
from amakta.rules.moves import Move
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from amakta.rules.textual import diagram
from boardkit import terminal
from boardkit.files import read_file
from boardkit.game import Game
from boardkit.messages import Catalogue


class Table(terminal.Table[State]):
    """A game of Amakta, until it ends or is too long.

    Parameters
    ----------
    game : Game
    write : callable
        Prints a text.
    seated : callable
        Says which seats programs take in a game that begins with a state.
    tags : mapping
        What a saved game says about the players.
    cap : int
        Most moves of a game.
    """

    texts = Catalogue("amakta", "cli")
    suffix = "amakta"
    between = "\n"

    def __init__(
        self,
        game: Game[State],
        write: Callable[[str], None],
        seated: Callable[[State], Mapping[Player, Opponent]],
        tags: Mapping[str, str],
        cap: int,
    ) -> None:
        super().__init__(game, write, seated(game.start))
        self.seated = seated
        self.tags = tags
        self.cap = cap

    def drawn(self) -> str:
        """The position as text."""
        return diagram(self.game.state)

    def told(self, move: Move) -> str:
        """What is said about a move that a program is about to make."""
        number = len(self.game.moves) + 1
        player = CATALOGUE.text(f"player.{self.game.state.turn}")
        return f"{number}. {player}: {move}"

    def ask(self, program: Opponent) -> Move:
        """The move of a program."""
        return program.choose(self.game)

    def text(self) -> str:
        """The game as a file."""
        return game_text(self.game, self.tags) + "\n"

    def read(self, name: str) -> Game[State]:
        """The game of a file."""
        return read_file(name, read_game)

    def is_over(self) -> bool:
        # Programs that repeat nothing could go on for very long.
        return self.game.result is not None or len(self.game.moves) >= self.cap

    def change(self, game: Game[State]) -> None:
        if game.start != self.game.start:  # another game was loaded
            self.programs = self.seated(game.start)
        super().change(game)
