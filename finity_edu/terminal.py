"""Finity for two to four people at one terminal."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from boardkit import terminal
from boardkit.files import read_file
from boardkit.game import Game
from boardkit.messages import LANGUAGES, Catalogue, set_language
from finity_edu.draw.text import draw_text
from finity_edu.players import advise
from finity_edu.rules.pieces import Move, seat_letter
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

    texts, suffix = Catalogue("finity_edu", "play"), "finity"

    def __init__(
        self,
        record: Record,
        write: Callable[[str], None],
        file: Path | None = None,
        computers: Mapping[int, Any] | None = None,
    ) -> None:
        super().__init__(record.game, write, computers)
        self.record = record
        self.file = file
        self.commands["advice"] = lambda _: self.write(
            str(advise(self.game.state, seconds=1.0))
        )
        self.commands["language"] = self.language

    def prompt(self) -> str:
        """What stands before the next input."""
        if self.game.result is not None:
            return "> "
        seat = self.game.state.turn
        return self.texts.text("turn", seat=seat, letter=seat_letter(seat))

    def drawn(self) -> str:
        """The position as text."""
        board, result = draw_text(self.game.state), self.game.result
        if result is None:
            return board
        text = (
            result
            if self.game.ended is None
            else self.texts.text(result.kind, seats=_seats(result))
        )
        return f"{board}\n{self.texts.text('over', result=text)}"

    def told(self, move: Move) -> str:
        """What is said about a move that a program is about to make."""
        return self.texts.text(
            "computer", letter=seat_letter(self.game.state.turn), move=move
        )

    def move(self, given: Any) -> Move:
        """The move that was typed, or chosen by a program."""
        return self.game.state.resolve(given)

    def ask(self, program: Any) -> Any:
        """The move of a program."""
        return program.choose(self.game.state)

    def text(self) -> str:
        """The game as a file."""
        return str(self.record)

    def read(self, name: str) -> Game[Position]:
        """The game of a file."""
        self.record = read_record(name)
        return self.record.game

    def run(self, read: Callable[[str], str]) -> None:
        """Play until ``quit`` or the end of the input."""
        self.write(self.texts.text("welcome"))
        self.show()
        super().run(read)
        self.leave()

    def change(self, game: Game[Position]) -> None:
        """Go on with another state of the game, show it, and keep it."""
        super().change(game)
        self.record = self.record.with_game(game)
        if self.file is not None:
            self.keep(self.file)
        self.show()

    def language(self, code: str) -> None:
        """Change the language of all texts."""
        if code in LANGUAGES:
            set_language(code)
        else:
            self.write(self.texts.text("language", languages=", ".join(LANGUAGES)))

    def leave(self) -> None:
        """Say what no file holds, and good bye."""
        self.write(self.unsaved() + self.texts.text("bye"))


def read_record(file: str | Path) -> Record:
    """Read a game file.

    Raises
    ------
    UserError
        If the file cannot be read or is no game: names the file.
    """
    return read_file(file, Record.parse)


def _seats(result: Any) -> str:
    return ", ".join(seat_letter(seat) for seat in sorted(result.winners))
