"""Moves of Finity, made on the board or put together from lists."""

from collections.abc import Mapping, Sequence

from boardkit.errors import UserError
from coursekit.answers.form import Form
from coursekit.inputs.kinds import arrow_lists
from coursekit.inputs.pieces import Picker
from coursekit.inputs.played import Played
from finity_edu.questions.laying import played
from finity_edu.rules.pieces import LANES
from finity_edu.rules.position import Position
from finity_edu.widget.board import BoardWidget

MOVES = [
    *((sign + colour, f"{sign} {colour}") for sign in "+~-" for colour in "bw"),
    ("+o", "+ ○"),
    ("^", "^"),
]


class Moves(Played):
    """Moves in one position, each as if it were the only one; or, if they are a series, those of one player in turn.

    Examples
    --------
    >>> moves = Moves({"moves": "finity", "board": "bga/abcd b c; posts c@A", "series": True})
    >>> taken = moves.answer("tool", {"tool": "b"}), moves.answer("drag", {"source": "A", "target": "B"})
    >>> moves.value
    ['+bA>B.m']
    """

    def __init__(self, form: Form) -> None:
        self.start, self.series = (
            Position.parse(form["board"]),
            bool(form.get("series")),
        )
        _, *ends = arrow_lists({"stations": self.start.board.names})
        lanes = [("", "–"), *((f".{lane}", lane) for lane in LANES)]
        picker = Picker([("move", MOVES), *ends, ("lane", lanes)], _move)
        board = BoardWidget(self.start, modes=("play",), formal=False)
        super().__init__(picker, board, empty=bool(form.get("empty")))

    def after(self, moves: Sequence[str]) -> Position:
        if not self.series:
            return self.start
        position, problem = played(self.start, moves)
        if problem is not None:
            raise UserError(str(problem[2]))
        return position.with_turn(1)

    def around(self) -> Mapping[str, object]:
        # After the end no piece is taken
        return {"bar": next(iter(self.widget.mode_now.controls()), "")}


def _move(what: str, tail: str, head: str, lane: str) -> str:
    return f"{what}{tail}" if what in ("+o", "^") else f"{what}{tail}>{head}{lane}"
