"""Finity for two to four people at one terminal."""

from collections.abc import Callable, Mapping
from pathlib import Path

from boardkit import terminal
from boardkit.game import Game
from boardkit.messages import LANGUAGES, Catalogue, set_language
from boardkit.thinking import Chooser
from finity_edu.draw.text import draw_text
from finity_edu.players import advise
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record


class Table(terminal.Table[Position]):
    """A game of Finity.

    Parameters
    ----------
    record : Record
        The game, with the tags and comments that its file has.
    write : callable
        Prints a text.
    file : path, optional
        Where the game is saved after every move.
    computers : mapping of int to an object with ``choose(position)``, optional
        Seats that the computer takes.
    """

    texts = Catalogue("finity_edu", "play")

    def __init__(
        self,
        record: Record,
        write: Callable[[str], None],
        file: Path | None = None,
        computers: Mapping[int, Chooser] | None = None,
    ) -> None:
        super().__init__(record, write, computers)
        self.file = file
        self.commands["advice"] = self.advice
        self.commands["language"] = self.language

    def prompt(self) -> str:
        """What stands before the next input."""
        if self.game.result is not None:
            return "> "
        seat = self.game.state.turn
        return self.texts.text("turn", seat=seat, letter=seat_letter(seat))

    def drawn(self) -> str:
        """The position as text."""
        board = draw_text(self.game.state)
        result = self.game.result
        if result is None:
            return board
        text = str(result)
        if self.game.ended is not None:
            seats = range(1, self.game.state.players + 1)
            won = ", ".join(seat_letter(n) for n in seats if n in result.winners)
            text = self.texts.text(result.kind, seats=won)
        return f"{board}\n{self.texts.text('over', result=text)}"

    def told(self, move: object) -> str:
        """What is said about a move that a program is about to make."""
        letter = seat_letter(self.game.state.turn)
        return self.texts.text("computer", letter=letter, move=move)

    def run(self, read: Callable[[str], str]) -> None:
        """Play until ``quit`` or the end of the input."""
        self.write(self.texts.text("welcome"))
        self.show()
        super().run(read)
        self.leave()

    def change(self, game: Game[Position]) -> None:
        """Go on with another state of the game, show it, and keep it."""
        super().change(game)
        if self.file is not None:
            self.keep(self.file)
        self.show()

    def advice(self, _: str) -> None:
        """Say what the best moves are."""
        self.write(str(advise(self.game.state, seconds=1.0)))

    def language(self, code: str) -> None:
        """Change the language of all texts."""
        if code in LANGUAGES:
            set_language(code)
        else:
            self.write(self.texts.text("language", languages=", ".join(LANGUAGES)))

    def leave(self) -> None:
        """Say what no file holds, and good bye."""
        self.write(self.unsaved() + self.texts.text("bye"))
