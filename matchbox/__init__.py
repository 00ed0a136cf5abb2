"""Intelligenz gegen Automat: a machine of markers and dice that learns, simulated, computed and drawn.

>>> import matchbox
>>> matchbox.Rules().length
9
>>> matchbox.exact.expected_games("perfect") < matchbox.exact.expected_games("random")
True
"""

from matchbox.analysis import exact
from matchbox.analysis.simulate import Simulation, simulate
from matchbox.players.learners import make_learner
from matchbox.players.teachers import law, make_teacher
from matchbox.rules.machine import Machine, Trace
from matchbox.rules.match import Match, play_game
from matchbox.rules.ruleset import Rules, Seat
from matchbox.rules.track import Track

__all__ = ["Machine", "Match", "Rules", "Seat", "Simulation", "Trace", "Track", "exact", "law", "make_learner",
           "make_teacher", "play_game", "simulate"]
