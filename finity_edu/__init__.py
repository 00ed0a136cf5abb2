"""Finity: a board game whose boards are finite automata.

>>> from finity_edu import Board
>>> Board("bA>B wB>C", start="A", end="C").automaton().accepts("bw")
True

Importing this package loads next to nothing: what it offers is loaded when it is used, and in a notebook a board or a
position shows itself as a picture.
"""

from boardkit.doors import attach
from boardkit.notebook import shown_by
from boardkit.views import offer_view

shown_by(
    "finity_edu.draw.display:bundle",
    [
        "finity_edu.rules.board.Board",
        "finity_edu.rules.layout.Layout",
        "finity_edu.rules.position.Position",
    ],
)
offer_view(
    "automaton",
    "finity_edu.rules.board.Board",
    "finity_edu.analysis.seats:board_automaton",
)

__getattr__, __dir__, __all__ = attach(__name__, __file__)
