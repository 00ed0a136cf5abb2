"""Finity: a board game whose boards are finite automata.

Importing this package loads the rules only: no NumPy, networkx, automata-lib, matplotlib or Jupyter.
"""

from finity_edu.board import Board, BoardError
from finity_edu.errors import (
    AmbiguousMoveError,
    FinityError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    RuleSetError,
)
from finity_edu.layout import Layout
from finity_edu.legality import Reason
from finity_edu.position import Position, Result
from finity_edu.rules import Rules, load_rules

__all__ = [
    "AmbiguousMoveError",
    "Board",
    "BoardError",
    "FinityError",
    "IllegalMoveError",
    "InvalidPositionError",
    "Layout",
    "NotationError",
    "Position",
    "Reason",
    "Result",
    "RuleSetError",
    "Rules",
    "load_rules",
]
