"""Intelligenz gegen Automat: a machine of markers and dice that learns, simulated, computed and drawn.

In a notebook a machine shows its boxes, and a position of the game its track.

>>> import matchbox
>>> matchbox.Rules().length
9
>>> matchbox.exact.expected_games("perfect") < matchbox.exact.expected_games("random")
True
"""

from boardkit.doors import attach
from boardkit.notebook import shown_by

shown_by(
    "matchbox.draw.machine:bundle",
    ["matchbox.rules.machine.Machine", "matchbox.rules.track.Track"],
)

__getattr__, __dir__, __all__ = attach(__name__, __file__)
