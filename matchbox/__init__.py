"""Intelligenz gegen Automat: a machine of markers and dice that learns, simulated, computed and drawn.

>>> import matchbox
>>> matchbox.Rules().length
9
>>> matchbox.exact.expected_games("perfect") < matchbox.exact.expected_games("random")
True
"""

from matchbox import exact
from matchbox.learners import make_learner
from matchbox.machine import Machine, Trace
from matchbox.match import Match, play_game
from matchbox.rules import Rules, Seat
from matchbox.simulate import Simulation, simulate
from matchbox.teachers import law, make_teacher
from matchbox.track import Track

__all__ = ["Machine", "Match", "Rules", "Seat", "Simulation", "Trace", "Track", "exact", "law", "make_learner",
           "make_teacher", "play_game", "simulate"]
