"""Finity: a board game whose boards are finite automata.

Importing this package loads the rules only: no NumPy, networkx, automata-lib, matplotlib or Jupyter.
"""

from finity_edu.rules.board import Board, BoardError
from finity_edu.rules.errors import (
    AmbiguousMoveError,
    FinityError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    RuleSetError,
)
from finity_edu.rules.layout import Layout
from finity_edu.rules.legality import Reason
from finity_edu.rules.position import Position, Result
from finity_edu.rules.ruleset import Rules, load_rules

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
