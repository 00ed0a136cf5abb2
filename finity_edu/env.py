"""Finity as an environment of PettingZoo, where people train agents.

>>> from finity_edu.env import env
>>> game = env(word="bbwwbwbw")
>>> game.reset()
>>> seen, reward, terminated, truncated, info = game.last()
>>> int(seen["action_mask"].sum()), game.text(int(seen["action_mask"].argmax()))
(214, '+bC>N.m')
"""

from boardkit.env import GameEnv, Table
from finity_edu.draw.board import draw_board
from finity_edu.rules.board import FIRST_BLOCKER, Board
from finity_edu.rules.candidates import move_table
from finity_edu.rules.pieces import SIZES
from finity_edu.rules.position import Position
from finity_edu.rules.record import FINITY
from finity_edu.rules.ruleset import Rules

ARROWS = (
    "b from the first station",
    "b from the second station",
    "w from the first station",
    "w from the second station",
)


def env(
    rules: str | Rules = "bga",
    players: int = 2,
    board: Board | str | None = None,
    word: str = "bbwwbwbw",
    render_mode: str | None = None,
    limit: int = 1000,
) -> GameEnv[Position]:
    """A game from its set-up.

    The actions are all moves that can be spelled on the board, in canonical order.  Places are its stations, then its
    slots; what belongs to no place (the tower, whose turn it is, the clock) stands in every row.  A move that the ban
    forbids is not named beyond its slot: the mask says what is legal.

    Parameters
    ----------
    rules, players, board, word
        As for `Position.start`.
    render_mode : {"ansi", "svg", "rgb_array"}, optional
    limit : int
        After so many moves the game is cut off.

    Returns
    -------
    GameEnv
        An AEC environment with an agent for each seat: ``player_1``, ``player_2``, …
    """
    start = Position.start(players, word=word, rules=rules, board=board)
    seats, stations, slots = (
        range(1, start.players + 1),
        start.board.names,
        start.board.slots,
    )
    rings = [f"ring {size} of {seat}" for size in SIZES for seat in seats]
    features = [
        "station",
        "end",
        *(f"post of {seat}" for seat in seats),
        *rings,
        *ARROWS,
        *(f"blocker of {seat}" for seat in seats),
        "last arrow",
        "clock",
        *(f"turn of {seat}" for seat in seats),
        *(
            f"letter {i} is {letter}"
            for i in range(1, len(word) + 1)
            for letter in "bw"
        ),
    ]
    column = {name: number for number, name in enumerate(features)}
    idle_limit = start.rules.idle_limit(start.players)

    def observe(position: Position, table: Table) -> None:
        layout = position.layout
        table[: len(stations), column["station"]] = 1
        table[stations.index(position.board.end), column["end"]] = 1
        for seat, code in enumerate(layout.post_codes, 1):
            if code:
                table[code - 1, column[f"post of {seat}"]] = 1
        for i, seat in enumerate(layout.ring_codes):
            if seat:
                table[
                    i // len(SIZES), column[f"ring {SIZES[i % len(SIZES)]} of {seat}"]
                ] = 1
        for i, code in enumerate(layout.slot_codes):
            if code:
                if code < FIRST_BLOCKER:
                    name = ARROWS[code - 1]
                else:
                    name = f"blocker of {code - FIRST_BLOCKER + 1}"
                table[len(stations) + i, column[name]] = 1
        if position.ban is not None:
            slot = position.board.slot_index[position.ban.move.arrow.slot]
            table[len(stations) + slot, column["last arrow"]] = 1
        table[:, column["clock"]] = position.clock / idle_limit
        table[:, column[f"turn of {position.turn}"]] = 1
        for i, letter in enumerate(position.word, 1):
            table[:, column[f"letter {i} is {letter}"]] = 1

    return GameEnv(
        FINITY,
        start,
        [f"player_{seat}" for seat in seats],
        move_table(start.board),
        [*stations, *map(str, slots)],
        features,
        observe,
        draw_board,
        render_mode,
        limit,
    )
