from . import (
    analysis as analysis,
    automata as automata,
    draw as draw,
    examples as examples,
    players as players,
    widget as widget,
)
from .rules.board import Board as Board
from .rules.errors import (
    AmbiguousMoveError as AmbiguousMoveError,
    BoardError as BoardError,
    FinityError as FinityError,
    IllegalMoveError as IllegalMoveError,
    InvalidPositionError as InvalidPositionError,
    NotationError as NotationError,
    Reason as Reason,
    RuleSetError as RuleSetError,
)
from .rules.layout import Layout as Layout
from .rules.position import Position as Position
from .rules.record import Record as Record
from .rules.ruleset import Rules as Rules, load_rules as load_rules
from .rules.situation import Result as Result
