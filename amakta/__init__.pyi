from .analysis import bunker as bunker, graph as graph, infinit as infinit, solve as solve, structure as structure
from .rules import (
    board as board, errors as errors, games as games, lattice as lattice, moves as moves, notation as notation,
    setup as setup, situation as situation, state as state, stones as stones,
)
from .rules.board import Board as Board, InfinitBoard as InfinitBoard
from .rules.errors import (
    AmaktaError as AmaktaError, IllegalMoveError as IllegalMoveError, InvalidPositionError as InvalidPositionError,
    NotationError as NotationError,
)
from .rules.games import new_game as new_game
from .rules.moves import Move as Move
from .rules.situation import Situation as Situation, Stone as Stone
from .rules.state import State as State
