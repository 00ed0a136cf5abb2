from . import automata as automata, widget as widget
from .analysis import exact as exact
from .draw import figures as figures
from .players.learners import make_learner as make_learner
from .players.match import Match as Match, play_game as play_game
from .players.simulate import Simulation as Simulation, simulate as simulate
from .players.teachers import law as law, make_teacher as make_teacher
from .rules.machine import Machine as Machine, Trace as Trace
from .rules.ruleset import Rules as Rules, Seat as Seat
from .rules.track import Track as Track
