"""A board, a game and a player for the tests of the board widget."""

from __future__ import annotations

import random

from boardkit.game import Game
from finity_edu import Position
from finity_edu.rules.pieces import Move

WORKED = "bga/abcd bbwwbb c; posts c@A; rings A:c.. B:cc. C:cc.; bridges wA>B.l bA>B.m wC>A.m bB>C.l bC>D.m"


def played_game(plies: int, seed: int = 1, players: int = 2) -> Game[Position]:
    rng = random.Random(seed)
    game = Game(Position.start(players, word="bbwwbwbw"), seats=tuple(range(1, players + 1)))
    for _ in range(plies):
        if game.result is None:
            game = game.play(rng.choice(game.legal_moves()))
    return game


class First:
    """Plays the first legal move."""

    def choose(self, position: Position) -> Move:
        return position.legal_moves()[0]
