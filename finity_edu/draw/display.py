"""What a notebook shows of a position, a layout or a board; the front door registers it."""

from finity_edu.draw.board import draw_board
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position


def bundle(value: Position | Layout | Board) -> dict[str, str]:
    """The picture, and the text form for where pictures cannot be shown; a game that is over shows how it was won."""
    path = None
    if (
        isinstance(value, Position)
        and value.result is not None
        and len(value.result.winners) == 1
    ):
        path = value.full_path(next(iter(value.result.winners)))
    return draw_board(value, path=path)._repr_mimebundle_() | {
        "text/plain": repr(value)
    }
