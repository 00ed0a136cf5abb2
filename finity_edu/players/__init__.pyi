from .advice import (
    Advice as Advice,
    Suggestion as Suggestion,
    advise as advise,
    moves_to_complete as moves_to_complete,
    reasons as reasons,
    winning_move as winning_move,
)
from .arena import (
    Arena as Arena,
    Played as Played,
    Standings as Standings,
    wilson as wilson,
)
from .opponents import (
    LEVELS as LEVELS,
    Custom as Custom,
    Greedy as Greedy,
    Player as Player,
    PlayerError as PlayerError,
    Searcher as Searcher,
    Seat as Seat,
    Uniform as Uniform,
    player as player,
)
from .ratings import Rating as Rating, elo_ratings as elo_ratings
from .thinking import Scored as Scored, Stop as Stop, Thought as Thought, think as think
