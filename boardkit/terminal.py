"""A game at the terminal: text in, text out.

The loop reads lines and prints lines; it knows nothing of click, so that a test (or another front) can drive it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from boardkit.choosing import chosen
from boardkit.errors import UserError
from boardkit.files import file_problem, read_file
from boardkit.game import Game, GameKind
from boardkit.gamefile import Record
from boardkit.messages import Catalogue
from boardkit.protocol import AnyMove, AnySeat, Turned
from boardkit.thinking import Chooser

_TEXTS = Catalogue("boardkit", "terminal")
S = TypeVar("S", bound=Turned[AnyMove])


class Table(Generic[S]):
    """One game at the terminal: commands and moves, one line each.

    Parameters
    ----------
    record : Record
        The game, with the tags and comments that its file has.
    write : callable
        Prints a text.
    programs : mapping, optional
        Seats that a program takes, and what chooses its moves.
    """

    between: ClassVar[str] = "  "
    """What stands between two moves of a list."""

    texts: ClassVar[Catalogue]
    """Has the texts "help" (what can be typed) and "prompt" (what stands before the next input)."""

    def __init__(
        self,
        record: Record[S],
        write: Callable[[str], None],
        programs: Mapping[AnySeat, Chooser] | None = None,
    ) -> None:
        self.record = record
        self.kind: GameKind[S] = record.kind
        self.saved = record.game
        self.shown = False
        self.write = write
        self.programs = programs or {}
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.write(self.texts.text("help")),
            "board": lambda _: self.show(),
            "moves": self.moves,
            "why": self.why,
            "undo": lambda _: self.change(self.undone()),
            "redo": lambda _: self.change(self.game.redo()),
            "resign": lambda _: self.change(self.game.resign(self.game.state.turn)),
            "draw": lambda _: self.change(self.game.agree_draw()),
            "save": self.save,
            "load": self.load,
        }

    @property
    def game(self) -> Game[S]:
        """The game as it stands."""
        return self.record.game

    # --- what each game says its own way ---------------------------------------------------------------------

    def drawn(self) -> str:
        """The position as text."""
        raise NotImplementedError

    def told(self, move: object) -> str:
        """What is said about a move that a program is about to make."""
        raise NotImplementedError

    def prompt(self) -> str:
        """What stands before the next input."""
        return self.texts.text("prompt") + " "

    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return False

    # --- the loop -------------------------------------------------------------------------------------------

    def run(self, read: Callable[[str], str]) -> None:
        """Read and answer lines until ``quit`` or the end of the input."""
        self.let_programs_move()
        while not self.is_over():
            if not self.shown:
                self.show()
            try:
                line = read(self.prompt()).strip()
            except EOFError:
                break
            if line in ("quit", "exit", "q"):
                break
            self.answer(line)
            self.let_programs_move()

    def let_programs_move(self) -> None:
        """Play for the seats that programs have, until it is somebody else's turn."""
        while (
            self.game.result is None
            and not self.is_over()
            and self.game.state.turn in self.programs
        ):
            program = self.programs[self.game.state.turn]
            ask = partial(program.choose, self.kind.asked(self.game))
            move = self.kind.move(
                self.game.state, chosen(program, self.game.state, ask)
            )
            self.write(self.told(move))
            self.change(self.game.play(move))

    def answer(self, line: str) -> None:
        """Carry out one line; a mistake is explained and changes nothing."""
        word, _, rest = line.partition(" ")
        word = {"?": "help", "u": "undo"}.get(word, word)
        try:
            if word in self.commands:
                self.commands[word](rest.strip())
            elif line:
                self.change(self.kind.play(self.game, line))
        except UserError as error:
            self.write(str(error))
        except OSError as error:
            self.write(str(file_problem(error.filename, error)))

    def change(self, game: Game[S]) -> None:
        """Go on with another state of the game."""
        self.record = self.record.with_game(game)
        self.shown = False

    def undone(self) -> Game[S]:
        """The game without the last move, and without what programs answered to it."""
        game = self.game.undo()
        while game.moves and game.state.turn in self.programs:
            game = game.undo()
        return game

    def show(self) -> None:
        """Draw the position."""
        self.write(self.drawn())
        self.shown = True

    def moves(self, prefix: str) -> None:
        """List the legal moves that begin with a text."""
        texts = map(str, self.game.legal_moves())
        found = [text for text in texts if text.startswith(prefix)]
        summary = _TEXTS.text("no_moves", prefix=prefix)
        if found:
            summary = _TEXTS.text("moves", number=len(found))
        self.write("\n".join([self.between.join(found), summary]).strip())

    def why(self, text: str) -> None:
        """Say why a move is not legal."""
        reason = self.game.state.why_illegal(text)
        self.write(str(reason or _TEXTS.text("fine", move=text)))

    # --- files ----------------------------------------------------------------------------------------------

    def save(self, name: str) -> None:
        """Write the game to a file, and say so."""
        self.keep(self._named(name, "save"))
        self.write(_TEXTS.text("saved", file=name))

    def keep(self, file: str | Path) -> None:
        """Write the game to a file."""
        Path(file).write_text(str(self.record), encoding="utf-8")
        self.saved = self.game

    def load(self, name: str) -> None:
        """Read a game from a file; the present one stays if that fails."""
        record = read_file(self._named(name, "load"), type(self.record).parse)
        self.write(_TEXTS.text("loaded", file=name))
        self.take(record)

    def take(self, record: Record[S]) -> None:
        """Go on with a game of a file."""
        self.record = record
        self.saved = record.game
        self.change(record.game)

    def _named(self, name: str, command: str) -> str:
        if not name:
            raise UserError(
                _TEXTS.message("no_file", command=command, suffix=self.kind.suffix)
            )
        return name

    def unsaved(self) -> str:
        """Nothing is lost: the moves that no file holds, and what to do about it."""
        lost = self.game.moves and self.game != self.saved
        return f"{_TEXTS.text('unsaved')}\n{self.record}" if lost else ""


def game_facts(game: Game[S]) -> dict[str, object]:
    """A game as data: its moves, where it stands, and how it ended."""
    result = game.result
    return {
        "moves": list(map(str, game.moves)),
        "position": str(game.state),
        "winners": sorted(map(str, result.winners)) if result else None,
        "ending": result.kind if result else None,
    }
