"""Amakta and Amakta Infinit: a game for two as a deterministic transition system.

Examples
--------
>>> import amakta
>>> s = amakta.State.start(board="raute4", stones="duo")
>>> len(s.legal_moves())
4
"""

from amakta.analysis import bunker, graph, infinit, solve, structure
from amakta.rules import board, errors, games, lattice, moves, notation, setup, situation, state, stones
from amakta.rules.board import Board, InfinitBoard
from amakta.rules.errors import AmaktaError, IllegalMoveError, InvalidPositionError, NotationError
from amakta.rules.games import new_game
from amakta.rules.moves import Move
from amakta.rules.situation import Situation, Stone
from amakta.rules.state import State

__all__ = [
    "AmaktaError", "Board", "IllegalMoveError", "InfinitBoard", "InvalidPositionError", "Move", "NotationError",
    "Situation", "State", "Stone", "board", "bunker", "errors", "games", "graph", "infinit",
    "lattice", "moves", "new_game", "notation", "setup", "situation", "solve", "state", "stones", "structure",
]
