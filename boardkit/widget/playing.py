"""Two ways to use any game: play, also against programs, and replay."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from boardkit.choosing import PlayerFault, called, chosen
from boardkit.game import Game
from boardkit.messages import Catalogue
from boardkit.protocol import AnyMove, AnySeat, Turned
from boardkit.svg import Element, el
from boardkit.thinking import Chooser, Thinking
from boardkit.widget.actions import action
from boardkit.widget.frame import Chip, View
from boardkit.widget.history import undo_and_redo
from boardkit.widget.markup import button, choice, slider
from boardkit.widget.modal import ModalWidget
from boardkit.widget.modes import Mode
from boardkit.widget.walk import Walk

_TEXTS = Catalogue("boardkit", "widget")
_FRAME = Catalogue("boardkit", "frame")
PERSON = "person"
"""In the menus of the seats: nobody but whoever sits before the screen."""

W = TypeVar("W", bound="ModalWidget[Any]")


class PlayMode(Mode[W]):
    """What playing has in common in all games: going back and forth, and programs that think while the page goes on."""

    name = "play"

    levels: ClassVar[Sequence[str]] = ()
    """The programs that the menu offers, by name; their texts are ``level.NAME``."""

    @property
    def thinking(self) -> Thinking:
        """What a program thinks about, in whichever widget on this game."""
        return self.widget.thinking

    def enter(self) -> None:
        self.widget.to_last()
        self.go_on()

    def leave(self) -> None:
        self.stop()
        self.drop()

    # --- what is shown -------------------------------------------------------------------------------------

    def history(self) -> list[Element]:
        """The controls that go back and forth, and those of a program whose turn it is."""
        game, text = self.widget.game, self.widget.text
        begun = bool(game.moves) or game.ended is not None
        controls = undo_and_redo(text, begun, bool(game.undone))
        waits = self.program() is not None and not self.is_thinking()
        return [*controls, button(_TEXTS.text("go"), "go")] if waits else controls

    def record(self) -> list[Element]:
        moves = list(enumerate(self.widget.game.moves, start=1))[-2:]
        last = [part for n, move in moves for part in (el("b", f"{n}."), f" {move} ")]
        return [
            el("p", *last, class_="gk-record"),
            el(
                "div",
                *self.history(),
                self.widget.copied(),
                role="group",
                aria_label=_FRAME.text("record"),
                class_="gk-quiet",
            ),
        ]

    def chips(self) -> Sequence[Chip]:
        return list(map(self._chip, self.widget.game.seats))

    def _chip(self, seat: AnySeat) -> Chip:
        game, player = self.widget.game, self.widget.players.get(seat)
        won = game.result is not None and seat in game.result.winners
        turn = game.result is None and game.state.turn == seat
        thinking = turn and self.thinking.busy
        note = ""
        if won:
            note = _FRAME.text("wins")
        elif turn and player is None:
            note = _FRAME.text("your_move")
        seconds = None
        if thinking:
            seconds = float(getattr(player, "seconds", None) or 0)
        score = self.widget.seating.score(seat, self.widget.game.result)
        return Chip(
            self.who(seat),
            self.mark(seat),
            note,
            turn,
            won,
            score=score,
            seconds=seconds,
        )

    def mark(self, seat: AnySeat) -> Element | None:
        """The colour and shape of a seat; nothing by default."""
        return None

    def colour(self, seat: AnySeat) -> str:
        """A seat by its colour: "Blue"."""
        raise NotImplementedError

    def level(self, player: object) -> str:
        """What a program is called."""
        name = called(player)
        return self.widget.text(f"level.{name}") if name in self.levels else name

    def offered(self, level: str) -> str:
        """What the menu says of a program."""
        return self.widget.text(f"level.{level}")

    def seats(self) -> list[Element]:
        """Who plays which seat: a person, a program of the menu, or what the notebook has given."""
        chosen = []
        for seat in self.widget.game.seats:
            options = {PERSON: self.widget.text("person")}
            for level in self.levels:
                options[level] = self.offered(level)
            name = PERSON
            player = self.widget.players.get(seat)
            if player is not None:
                name = called(player)
                options.setdefault(name, name)
            menu = choice(self.colour(seat), "player", options.items(), name, seat=seat)
            chosen.append(menu)
        return chosen

    @action("player")
    def seat_player(self, seat: str, value: str) -> None:
        """Another player for a seat: a person, or a program of the menu."""
        self.stop()
        (taken,) = [one for one in self.widget.game.seats if str(one) == seat]
        if value == PERSON:
            self.widget.players.pop(taken, None)
        else:
            self.widget.players[taken] = self.widget.opponent(value)
        self.go_on()

    def who(self, seat: AnySeat) -> str:
        """Who sits at a seat: "You" against programs, a level, else the colour."""
        players = self.widget.players
        seats = self.widget.game.seats
        if seat in players:
            name = self.level(players[seat])
            alike = [one for one in players.values() if self.level(one) == name]
            return name if len(alike) == 1 else f"{name} ({self.colour(seat)})"
        alone = len(players) == len(seats) - 1 > 0
        return _FRAME.text("you") if alone else self.colour(seat)

    def ending(self, reason: str) -> str:
        """Who has won, by name, and how."""
        result = self.widget.game.result
        assert result is not None
        if len(result.winners) != 1:
            return _FRAME.text("drawn", reason=reason)
        (seat,) = result.winners
        name = self.who(seat)
        if name == _FRAME.text("you"):
            return _FRAME.text("you_win", reason=reason)
        return _FRAME.text("won", name=name, reason=reason)

    def after(self) -> list[Element]:
        if self.widget.game.result is None:
            return []
        return [el("div", *self.next_game(), class_="gk-row", data_key="after")]

    def next_game(self) -> list[Element]:
        """What may be done after a game."""
        return [
            button(_FRAME.text("again"), "again"),
            button(_FRAME.text("sides"), "sides"),
        ]

    # --- the next game -------------------------------------------------------------------------------------

    @action
    def again(self) -> None:
        """The next game of the match, from the same start."""
        self.stop()
        self.drop()
        self.widget.seating.count(self.widget.game.result)
        self.widget.begin_at(self.widget.game.start)
        self.go_on()

    @action("sides")
    def change_sides(self) -> None:
        """The next game of the match, with everybody one seat further."""
        self.widget.seating.count(self.widget.game.result)
        self.widget.seating.turn(self.widget.game.seats)
        self.widget.begin_at(self.widget.game.start)  # what is over is counted once
        self.again()

    # --- players that are programs -------------------------------------------------------------------------

    def play_chosen(self, move: AnyMove) -> None:
        """Play the move that a program has chosen; it is legal."""
        raise NotImplementedError

    def program(self) -> Chooser | None:
        """The program whose turn it is; None if it is a person's, or nobody's."""
        game = self.widget.game
        if game.result is not None:
            return None
        return self.widget.players.get(game.state.turn)

    @action("go")
    def go_on(self) -> None:
        """Let a program move if it is its turn."""
        player = self.program()
        if player is not None and not self.thinking.busy:
            asked = self.widget.records.kind.asked(self.widget.game)
            self.thinking.start(player, asked, self._found)

    @action
    def stop(self) -> None:
        """Interrupt what a program thinks."""
        self.thinking.stop()

    def is_thinking(self) -> bool:
        """Whether a program is thinking, and can be stopped."""
        return self.thinking.busy

    def busy(self) -> bool:
        """Whether a program is choosing its move; then it is said that a person must not."""
        if self.thinking.busy:
            self.widget.tell(_TEXTS.text("busy"), "error")
        return self.thinking.busy

    def _whose_turn(self) -> str:
        return self.who(self.widget.game.state.turn)

    def thought(self) -> str:
        """Who is thinking, in words."""
        return _TEXTS.text("thinking", player=self._whose_turn())

    def _found(self, ask: Callable[[], AnyMove]) -> None:
        """Play what a program has chosen; if it has done something wrong, say so."""
        try:
            move = chosen(self.program(), self.widget.game.state, ask)
        except PlayerFault as fault:
            self.failed(fault)
        else:
            self.widget.in_answer(lambda: self.play_chosen(move))

    def failed(self, error: Exception) -> None:
        """Say that a program could not move."""
        told = _TEXTS.text("failed", player=self._whose_turn(), error=str(error))
        self.widget.in_answer(lambda: self.widget.tell(told, "error"))

    # --- back and forth ------------------------------------------------------------------------------------

    def _is_program(self, game: Game[Turned[AnyMove]]) -> bool:
        """Whether a program is to move, and there is a person as well."""
        players = self.widget.players
        return game.state.turn in players and len(players) < len(game.seats)

    @action
    def undo(self) -> None:
        """Take back the last move; moves of programs as well, up to the last move of a person."""
        self.stop()
        self.drop()
        game = self.widget.game.undo()
        while game.moves and self._is_program(game):
            game = game.undo()
        self.widget.set_game(game)

    @action
    def redo(self) -> None:
        """Play again what was taken back."""
        self.stop()
        self.drop()
        game = self.widget.game.redo()
        while game.undone and game.state.to_move in self.widget.players:
            game = game.redo()
        self.widget.set_game(game)


class ReplayMode(Walk, Mode[W]):
    """A game that has been played, move by move, with a slider."""

    name = "replay"
    speed = 1200
    """Milliseconds for a move while the game plays by itself."""

    @property
    def total(self) -> int:
        """Number of moves."""
        return len(self.widget.game.moves)

    @property
    def at(self) -> int:
        """Number of moves that are on the board."""
        return min(self.widget.ply, self.total)

    def goto(self, at: int) -> None:
        self.widget.ply = max(0, min(at, self.total))

    def leave(self) -> None:
        self.playing = False

    def controls(self) -> list[Element]:
        said = self.widget.text("ply", at=self.at, total=self.total)
        return [
            *self.walking(self.speed),
            slider(
                said, "goto", self.at, self.total, text=f"{said}: {self.status()[1]}"
            ),
        ]

    def told(self, n: int) -> str:
        """Move number `n` as it stands in the list of moves."""
        return f"{n}. {self.widget.game.moves[n - 1]}"

    def views(self) -> Sequence[View]:
        if self.total:
            return [View("moves", self.widget.text("moves"), self._listing)]
        return []

    def _listing(self) -> list[Element]:
        items = [
            button(self.told(n), "goto", pressed=n == self.at, value=n, cls="gk-move")
            for n in range(1, self.total + 1)
        ]
        return [el("div", *items, class_="gk-moves")]
