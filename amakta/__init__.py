"""Amakta and Amakta Infinit: a game for two as a deterministic transition system.

Examples
--------
>>> import amakta
>>> s = amakta.State.start(board="raute4", stones="duo")
>>> len(s.legal_moves())
4
"""

from amakta import (
    board,
    bunker,
    errors,
    games,
    graph,
    infinit,
    lattice,
    moves,
    notation,
    setup,
    situation,
    solve,
    state,
    stones,
    structure,
)
from amakta.board import Board, InfinitBoard
from amakta.errors import AmaktaError, IllegalMoveError, InvalidPositionError, NotationError
from amakta.games import new_game
from amakta.moves import Move
from amakta.situation import Situation, Stone
from amakta.state import State

__all__ = [
    "AmaktaError", "Board", "IllegalMoveError", "InfinitBoard", "InvalidPositionError", "Move", "NotationError",
    "Situation", "State", "Stone", "board", "bunker", "errors", "games", "graph", "infinit",
    "lattice", "moves", "new_game", "notation", "setup", "situation", "solve", "state", "stones", "structure",
]
