"""Replay: a recorded game, move by move, with a slider."""

from collections.abc import Sequence

from boardkit.widget.frame import View
from boardkit.widget.playing import ReplayMode as Replay
from finity_edu.rules.pieces import seat_letter
from finity_edu.widget.meanings import place_of
from finity_edu.widget.mode import BoardMode, turn_words, won_path
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import move_words, text


class ReplayMode(Replay[BoardState], BoardMode):
    """A game that has been played."""

    def scene(self) -> Scene:
        position = self.position
        touched = None
        if self.at:
            touched = place_of(self.widget.game.moves[self.at - 1], position.board)
        return Scene(
            position, position.layout, position.word, won_path(position), last=touched
        )

    def views(self) -> Sequence[View]:
        return [*super().views(), *BoardMode.views(self)]

    def told(self, n: int) -> str:
        return f"{n}. {seat_letter(self.widget.game.states[n - 1].turn)} {self.widget.game.moves[n - 1]}"

    def status(self) -> tuple[str, str]:
        if self.at == 0:
            return "", f"{text('start')} {turn_words(self.position)}"
        game = self.widget.game
        told = f"{self.at}. {seat_letter(game.states[self.at - 1].turn)}: {move_words(game.moves[self.at - 1])}."
        ending = turn_words(self.position) if self.position.result is not None else ""
        return "good" if ending else "", " ".join(
            filter(None, (told, self.widget.comments.get(self.at), ending))
        )
