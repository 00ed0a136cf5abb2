from .analysis import exact as exact
from .analysis.simulate import Simulation as Simulation, simulate as simulate
from .players.learners import make_learner as make_learner
from .players.teachers import law as law, make_teacher as make_teacher
from .rules.machine import Machine as Machine, Trace as Trace
from .players.match import Match as Match, play_game as play_game
from .rules.ruleset import Rules as Rules, Seat as Seat
from .rules.track import Track as Track
