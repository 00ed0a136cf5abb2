"""What can be taken away from a game, and brought back: links, positions, files, a film."""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from boardkit.game import Game
from boardkit.gamefile import Record
from boardkit.links import link, linked, read_link
from boardkit.messages import Catalogue
from boardkit.protocol import AnyMove, Turned
from boardkit.svg import Element, Picture, el, film
from boardkit.widget.actions import action
from boardkit.widget.frame import FramedWidget, copy_button, loading
from boardkit.widget.markup import button, group

_TEXTS = Catalogue("boardkit", "frame")
S = TypeVar("S", bound=Turned[AnyMove])


class Exports(FramedWidget, Generic[S]):
    """A widget over one game that can be taken away as text, and is read again from it."""

    records: ClassVar[type[Record[Any]]]
    """What the games of this widget are written as; it knows what kind of game they are."""

    record: Record[S]
    """Its game, with the tags and comments that a file gave it."""

    # --- for subclasses ------------------------------------------------------------------------------------

    def read_position(self, text: str) -> S:
        """The position that a text means."""
        position: S = self.records.kind.position(text)
        return position

    def set_record(self, record: Record[S]) -> None:
        """Go to another game, or to another state of this one."""
        raise NotImplementedError

    def drawn(self, state: S) -> Picture:
        """The picture of a position."""
        raise NotImplementedError

    @property
    def shown(self) -> S:
        """The position on the board."""
        raise NotImplementedError

    # --- its games -----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[S]:
        """The game without its tags and comments."""
        return self.record.game

    def new_game(self, start: S, moves: Iterable[str] = ()) -> Game[S]:
        """A game from a start."""
        return self.records.kind.game(start, moves)

    def game_text(self) -> str:
        return str(self.record)

    # --- to take away --------------------------------------------------------------------------------------

    def link(self, page: str = "") -> str:
        """The game as the fragment of an address: its start, and its moves."""
        return link(page, p=str(self.game.start), m=self.joined(self.game))

    def copied(self) -> Element:
        """A button that copies the link of the game."""
        return copy_button(_TEXTS.text("copy.link"), self.link())

    def sharing(self) -> list[Element]:
        """What stands behind ⋯ in every game: copying, saving and loading."""
        position = copy_button(_TEXTS.text("copy.position"), str(self.shown))
        moving = button(_TEXTS.text("save.film"), "film", disabled=not self.game.moves)
        return [
            group(
                _TEXTS.text("group.share"),
                el("div", position, self.copied(), class_="gk-row"),
            ),
            group(
                _TEXTS.text("group.save"),
                el("div", *self.saving(), moving, class_="gk-row"),
                *loading(_TEXTS.text("load"), "text/*,.pgn,.game"),
            ),
        ]

    @action("film")
    def save_film(self) -> None:
        """Let the page save the game as a picture that moves."""
        frames = list(map(self.drawn, self.game.states))
        self.send({"file": "game.svg", "text": str(film(frames))})

    # --- to bring back -------------------------------------------------------------------------------------

    @action
    def load(self, value: str) -> None:
        """Go on with a position, a link, or the text of a game."""
        if value.strip():
            self.set_record(self.opened(value))

    def opened(self, text: str) -> Record[S]:
        """A game from a link, the text of a position, or of a game."""
        if text.lstrip().startswith("["):
            return self.records.parse(text)
        return self.records(self.read_game(text.strip()))

    def read_game(self, text: str) -> Game[S]:
        """A game from a link, or from the text of a position."""
        moves = (read_link(text) or {}).get("m", "")
        return self.new_game(self.read_position(linked(text, "p")), self.split(moves))

    def split(self, moves: str) -> list[str]:
        """The texts of moves, one by one."""
        separator = self.records.kind.separator.strip() or None
        parts = [part.strip() for part in moves.split(separator)]
        return [part for part in parts if part]

    def joined(self, game: Game[S]) -> str:
        """The moves of a game as one text."""
        return self.records.kind.separator.join(map(str, game.moves))
