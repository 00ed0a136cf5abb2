"""Amakta as an environment of PettingZoo, where people train agents.

>>> from amakta.env import env
>>> game = env()
>>> game.reset()
>>> seen, reward, terminated, truncated, info = game.last()
>>> [game.text(int(move)) for move in seen["action_mask"].nonzero()[0]]
['pass', 'place -1,0 111111', 'place -1,0 101010', 'place -1,0 010101']
"""

from collections.abc import Iterator, Sequence
from itertools import product

from amakta.draw.board import position as draw_position
from amakta.rules.board import PLAYERS, AnyBoard, Board
from amakta.rules.errors import AmaktaError
from amakta.rules.games import AMAKTA
from amakta.rules.lattice import Field, field_text
from amakta.rules.moves import KINDS, SHAPE_OF_MOVES, Move
from amakta.rules.situation import CIRCLES
from amakta.rules.state import Circles, State
from amakta.rules.stones import orientations
from amakta.rules.texts import message
from boardkit.env import GameEnv, Table


def spellable(fields: Sequence[Field], codes: Sequence[str]) -> Iterator[Move]:
    """All moves that can be spelled with some fields and codes, in canonical order."""
    for kind in KINDS:
        number_of_fields, names_code = SHAPE_OF_MOVES[kind]
        for named in product(fields, repeat=number_of_fields):
            field, to, *_ = (*named, None, None)
            for code in codes if names_code else (None,):
                yield Move(kind, field, to, code)


def env(
    board: AnyBoard | str = "raute4",
    stones: Sequence[str] | str = "duo",
    circles: Circles | None = None,
    render_mode: str | None = None,
    limit: int = 1000,
) -> GameEnv[State]:
    """A game from its set-up on a board with finitely many fields.

    The actions are all moves that can be spelled with the fields and the stones, in canonical order.  Places are the
    fields; what lies in the inventories, and whose turn it is, stands in every row.

    Parameters
    ----------
    board, stones, circles
        As for `State.start`.
    render_mode : {"ansi", "svg", "rgb_array"}, optional
    limit : int
        After so many moves the game is cut off (Amakta knows no end by repetition).

    Returns
    -------
    GameEnv
        An AEC environment with the agents ``white`` and ``black``.
    """
    start = State.start(board, stones, circles)
    if not isinstance(start.board, Board):
        raise AmaktaError(message("env.unbounded"))
    fields = sorted(start.board.fields)
    shapes = [code for code, _ in start.situation.hands[0]]
    # An action for every way to lie, whether it is possible now or not: the mask says that.
    codes: list[str] = []
    for shape in shapes:
        codes += orientations(shape)

    features = []
    for what in ("owner", "made by", "base of", "control of", "turn of"):
        for player in PLAYERS:
            features.append(f"{what} {player}")
    for circle in CIRCLES[1:]:
        features.append(f"circle {circle}")
    for direction in range(6):
        features.append(f"arrows {direction}")
    for player in PLAYERS:
        for shape in shapes:
            for circle in CIRCLES:
                features.append(f"{shape}{circle} in hand of {player}")
    column = {name: number for number, name in enumerate(features)}
    row = {field: number for number, field in enumerate(fields)}

    def observe(state: State, table: Table) -> None:
        situation = state.situation
        for field, stone in situation.stones:
            here = table[row[field]]
            here[column[f"owner {stone.owner}"]] = 1
            here[column[f"made by {stone.colour}"]] = 1
            if stone.circle:
                here[column[f"circle {stone.circle}"]] = 1
            for direction, digit in enumerate(stone.code):
                # Between 0 and 1, as everything in the table.
                here[column[f"arrows {direction}"]] = int(digit) / 9
        for field, player in situation.control.items():
            table[row[field], column[f"control of {player}"]] = 1
        for player, hand in zip(PLAYERS, situation.hands, strict=True):
            table[row[state.board.base(player)], column[f"base of {player}"]] = 1
            for code, circle in hand:
                table[:, column[f"{code}{circle} in hand of {player}"]] = 1
        table[:, column[f"turn of {state.turn}"]] = 1

    return GameEnv(
        AMAKTA,
        start,
        ("white", "black"),
        spellable(fields, codes),
        list(map(field_text, fields)),
        features,
        observe,
        draw_position,
        render_mode,
        limit,
    )
