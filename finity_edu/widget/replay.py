"""Replay: a recorded game, move by move, with a slider."""

from __future__ import annotations

from boardkit.svg import Element, el
from boardkit.widget.controls import transport
from boardkit.widget.markup import button, details, slider
from finity_edu.draw.board import Marks
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.meanings import place_of
from finity_edu.widget.mode import Mode, turn_words
from finity_edu.widget.scene import Scene
from finity_edu.widget.texts import move_words, parse_slot, text

SPEED = 1200
"""Milliseconds for a move while the game plays by itself."""


class ReplayMode(Mode):
    """A game that has been played."""

    name = "replay"
    playing = False

    @property
    def position(self) -> Position:
        return self.widget.game.states[self.at]

    @property
    def total(self) -> int:
        """Number of moves."""
        return len(self.widget.game.moves)

    @property
    def at(self) -> int:
        """Number of moves that are on the board."""
        return min(self.widget.ply, self.total)

    def leave(self) -> None:
        self.playing = False

    def scene(self) -> Scene:
        position = self.position
        path: tuple[str, ...] = ()
        if position.result is not None and len(position.result.winners) == 1:
            path = position.full_path(next(iter(position.result.winners))) or ()
        return Scene(position, position.layout, position.word, Marks(path), selected=self._touched(),
                     turn=position.to_move)

    def _touched(self) -> str | None:
        """The place of the last move."""
        if self.at == 0:
            return None
        place, board = place_of(self.widget.game.moves[self.at - 1]), self.position.board
        if place is None or place in board.index:
            return place
        return str(board.slots[board.slot_index[parse_slot(place)]])

    def controls(self) -> list[Element]:
        said = text("ply", at=self.at, total=self.total)
        return [
            transport(self.playing, self.at, self.total),
            slider(said, "goto", self.at, self.total, text=f"{said}: {self.status()[1]}"),
            *([el("span", hidden="hidden", data_do="run_on", data_wait=SPEED, data_key=f"wait-{self.at}")]
              if self.playing else []),
        ]

    def status(self) -> tuple[str, str]:
        if self.at == 0:
            return "", f"{text('start')} {turn_words(self.position)}"
        move = self.widget.game.moves[self.at - 1]
        before = self.widget.game.states[self.at - 1]
        told = f"{self.at}. {seat_letter(before.turn)}: {move_words(move)}."
        comment = self.widget.comments.get(self.at)
        ending = turn_words(self.position) if self.position.result is not None else ""
        return "good" if ending else "", " ".join(filter(None, (told, comment, ending)))

    def panels(self) -> list[Element]:
        game = self.widget.game
        items = [
            button(f"{n}. {seat_letter(game.states[n - 1].turn)} {move}", "goto", pressed=n == self.at, value=n,
                   cls="gk-move")
            for n, move in enumerate(game.moves, start=1)
        ]
        if not items:
            return []
        return [details(text("moves", number=self.total), el("div", *items, class_="gk-moves"), key="moves")]

    def goto(self, at: int) -> None:
        """Show the position after so many moves."""
        self.widget.ply = max(0, min(at, self.total))

    def run_on(self) -> None:
        """One move further while the game plays by itself."""
        if self.playing:
            self.goto(self.at + 1)
            self.playing = self.at < self.total
