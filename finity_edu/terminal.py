"""Finity for two to four people at one terminal: text in, text out.

The loop reads lines and prints lines; it knows nothing of click, so that a test (or another front) can drive it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from boardkit.choosing import chosen
from boardkit.errors import UserError
from boardkit.files import file_problem, read_file
from boardkit.game import Game
from boardkit.messages import LANGUAGES, set_language
from finity_edu.draw.text import draw_text
from finity_edu.players import advise
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record

Read = Callable[[str], str]
Write = Callable[[str], None]


class Table:
    """One game at the terminal: commands and moves, one line each.

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

    def __init__(
        self,
        record: Record,
        write: Write,
        file: Path | None = None,
        computers: Mapping[int, Any] | None = None,
    ) -> None:
        self.record = record
        self.write = write
        self.file = file
        self.saved = record.game
        self.computers = computers or {}
        self.commands: dict[str, Callable[[str], Any]] = {
            "help": lambda _: self.say("help"),
            "board": lambda _: self.show(),
            "moves": self.moves,
            "why": self.why,
            "advice": lambda _: self.write(str(advise(self.game.state, seconds=1.0))),
            "undo": lambda _: self.change(self.undone()),
            "redo": lambda _: self.change(self.game.redo()),
            "resign": lambda _: self.change(self.game.resign(self.game.state.turn)),
            "draw": lambda _: self.change(self.game.agree_draw()),
            "save": self.save,
            "load": self.load,
            "language": self.language,
        }

    @property
    def game(self) -> Game[Position]:
        """The game as it stands."""
        return self.record.game

    def say(self, message: str, **values: Any) -> None:
        """Print a text of the catalogue."""
        self.write(CATALOGUE.text(f"play.{message}", **values))

    def run(self, read: Read) -> None:
        """Read and answer lines until ``quit`` or the end of the input."""
        self.say("welcome")
        self.show()
        while True:
            self.let_computers_move()
            try:
                line = read(self.prompt()).strip()
            except EOFError:
                line = "quit"
            if line == "quit":
                break
            self.answer(line)
        self.leave()

    def let_computers_move(self) -> None:
        """Play for the seats that the computer has, until it is somebody else's turn."""
        while self.game.result is None and self.game.state.turn in self.computers:
            seat = self.game.state.turn
            computer, state = self.computers[seat], self.game.state
            move = state.resolve(chosen(computer, state, partial(computer.choose, state)))
            self.say("computer", letter=seat_letter(seat), move=move)
            self.change(self.game.play(move))

    def undone(self) -> Game[Position]:
        """The game without the last move, and without what the computer answered to it."""
        game = self.game.undo()
        while game.moves and game.state.turn in self.computers:
            game = game.undo()
        return game

    def prompt(self) -> str:
        """What stands before the next input."""
        if self.game.result is not None:
            return "> "
        seat = self.game.state.turn
        return CATALOGUE.text("play.turn", seat=seat, letter=seat_letter(seat))

    def answer(self, line: str) -> None:
        """Carry out one line; a mistake is explained and changes nothing."""
        word, _, rest = line.partition(" ")
        try:
            if word in self.commands:
                self.commands[word](rest.strip())
            elif line:
                self.change(self.game.play(self.game.state.resolve(line)))
        except UserError as error:
            self.write(str(error))
        except OSError as error:
            self.write(str(file_problem(error.filename, error)))

    def change(self, game: Game[Position]) -> None:
        """Go on with another state of the game, show it, and keep it."""
        self.record = self.record.with_game(game)
        if self.file is not None:
            self.save(str(self.file), quiet=True)
        self.show()

    def show(self) -> None:
        """Draw the board; after the end, say how it ended."""
        self.write(draw_text(self.game.state))
        if self.game.result is not None:
            result = self.game.result
            text = result if self.game.ended is None else CATALOGUE.text(f"play.{result.kind}", seats=_seats(result))
            self.say("over", result=text)

    def moves(self, prefix: str) -> None:
        """List the legal moves that begin with a text."""
        found = [str(move) for move in self.game.legal_moves() if str(move).startswith(prefix)]
        if not found:
            return self.say("no_moves", prefix=prefix)
        self.write("  ".join(found))
        return self.say("moves", number=len(found))

    def why(self, text: str) -> None:
        """Say why a move is not legal."""
        reason = self.game.state.why_illegal(text)
        if reason is None:
            self.say("fine", move=text)
        else:
            self.write(str(reason))

    def save(self, name: str, quiet: bool = False) -> None:
        """Write the game to a file."""
        if not name:
            return self.say("no_file", command="save")
        Path(name).write_text(str(self.record), encoding="utf-8")
        self.saved = self.game
        return None if quiet else self.say("saved", file=name)

    def load(self, name: str) -> None:
        """Read a game from a file; the present one stays if that fails."""
        if not name:
            return self.say("no_file", command="load")
        self.record = read_record(name)
        self.say("loaded", file=name)
        self.saved = self.game
        return self.change(self.game)

    def language(self, code: str) -> None:
        """Change the language of all texts."""
        if code not in LANGUAGES:
            return self.say("language", languages=", ".join(LANGUAGES))
        return set_language(code)

    def leave(self) -> None:
        """Nothing is lost: moves that no file holds are printed."""
        if self.game.moves and self.game != self.saved:
            self.say("unsaved")
            self.write(str(self.record))
        self.say("bye")


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
