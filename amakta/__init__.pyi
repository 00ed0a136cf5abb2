from . import widget as widget
from .analysis import (
    bunker as bunker,
    graph as graph,
    infinit as infinit,
    solve as solve,
    structure as structure,
)
from .players.opponents import player as player
from .rules import stones as stones
from .rules.board import Board as Board, InfinitBoard as InfinitBoard
from .rules.errors import (
    AmaktaError as AmaktaError,
    IllegalMoveError as IllegalMoveError,
    InvalidPositionError as InvalidPositionError,
    NotationError as NotationError,
)
from .rules.games import new_game as new_game
from .rules.moves import Move as Move
from .rules.setup import Setup as Setup
from .rules.situation import Situation as Situation, Stone as Stone
from .rules.state import State as State
