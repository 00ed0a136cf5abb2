"""Moves of Amakta, made on the board or put together from their parts."""

from collections.abc import Mapping, Sequence

from amakta.rules.moves import KINDS
from amakta.rules.state import State
from amakta.widget.app import AmaktaWidget
from coursekit.answers.form import Form
from coursekit.inputs.pieces import Keys
from coursekit.inputs.played import Played


class Moves(Played):
    """Moves one after the other, of both players in turn."""

    def __init__(self, form: Form) -> None:
        self.start = State.parse(form["state"])
        verbs = [f"{kind} " for kind in KINDS]
        keys = Keys([*verbs, *"0123456789", ",", "-", " "])
        super().__init__(keys, AmaktaWidget(self.start))

    def after(self, moves: Sequence[str]) -> State:
        state = self.start
        for move in moves:
            state = state.play(move)
        return state

    def around(self) -> Mapping[str, object]:
        return {"side": self.widget.mode_now.controls()}
