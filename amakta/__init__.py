"""Amakta and Amakta Infinit: a game for two as a deterministic transition system.

In a notebook a state, a board or a stone shows itself as a picture.

Examples
--------
>>> import amakta
>>> s = amakta.State.start(board="raute4", stones="duo")
>>> len(s.legal_moves())
4
"""

from boardkit.doors import attach
from boardkit.notebook import shown_by

shown_by(
    "amakta.draw.board:bundle",
    [
        "amakta.rules.state.State",
        "amakta.rules.situation.Situation",
        "amakta.rules.situation.Stone",
        "amakta.rules.board.Board",
        "amakta.rules.board.InfinitBoard",
    ],
)

__getattr__, __dir__, __all__ = attach(__name__, __file__)
