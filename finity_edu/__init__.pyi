from . import automata as automata, examples as examples
from .rules.board import Board as Board, BoardError as BoardError
from .rules.errors import (
    AmbiguousMoveError as AmbiguousMoveError, FinityError as FinityError, IllegalMoveError as IllegalMoveError,
    InvalidPositionError as InvalidPositionError, NotationError as NotationError, RuleSetError as RuleSetError,
)
from .rules.layout import Layout as Layout
from .rules.legality import Reason as Reason
from .rules.position import Position as Position, Result as Result
from .rules.ruleset import Rules as Rules, load_rules as load_rules
