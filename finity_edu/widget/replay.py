"""Replay: a recorded game, move by move, with a slider."""

from collections.abc import Sequence

from boardkit.widget.frame import View
from boardkit.widget.playing import ReplayMode as Replay
from finity_edu.widget.meanings import place_of
from finity_edu.widget.mode import BoardMode, turn_words, way_of_winner, won_path
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState
from finity_edu.widget.texts import move_words, seat_sign, seat_words, text


class ReplayMode(Replay[BoardState], BoardMode):
    """A game that has been played."""

    def scene(self) -> Scene:
        position = self.position
        touched = None
        if self.at:
            touched = place_of(self.widget.game.moves[self.at - 1], position.board)
        won = won_path(position)
        return Scene(
            position,
            position.layout,
            position.word,
            won,
            read=len(position.word) if won.path else 0,
            last=None if won.path else touched,
        )

    @property
    def way(self) -> Sequence[str]:
        return way_of_winner(self.position, self.widget.seat)

    def views(self) -> Sequence[View]:
        return [*super().views(), *BoardMode.views(self)]

    def told(self, n: int) -> str:
        game = self.widget.game
        return f"{n}. {seat_sign(game.states[n - 1].turn)} {game.moves[n - 1]}"

    def status(self) -> tuple[str, str]:
        if self.at == 0:
            return "", f"{text('start')} {turn_words(self.position)}"
        game = self.widget.game
        seat = seat_words(game.states[self.at - 1].turn)
        told = f"{self.at}. {seat}: {move_words(game.moves[self.at - 1])}."
        ending = turn_words(self.position) if self.position.result is not None else ""
        return "good" if ending else "", " ".join(
            filter(None, (told, self.widget.record.comments.get(self.at), ending))
        )
