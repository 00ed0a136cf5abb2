"""Computer opponents for Finity: players of every strength, advice, and an arena.

>>> from finity_edu.rules.position import Position
>>> start = Position.start(word="bbwwbwbw")
>>> move = player("strong").choose(start, nodes=2000, seed=1)
>>> start.why_illegal(move) is None
True

`kernel` is the compiled engine that they think with.
"""

from boardkit.intervals import wilson
from finity_edu.players.advice import Advice, Suggestion, advise, moves_to_complete, reasons, winning_move
from finity_edu.players.arena import Arena, Played, Standings
from finity_edu.players.opponents import (
    LEVELS,
    Custom,
    Greedy,
    Player,
    PlayerError,
    Searcher,
    Seat,
    Uniform,
    level_title,
    player,
)
from finity_edu.players.ratings import Rating, elo_ratings
from finity_edu.players.thinking import Scored, Stop, Thought, think

__all__ = [
    "LEVELS",
    "Advice",
    "Arena",
    "Custom",
    "Greedy",
    "Played",
    "Player",
    "PlayerError",
    "Rating",
    "Scored",
    "Searcher",
    "Seat",
    "Standings",
    "Stop",
    "Suggestion",
    "Thought",
    "Uniform",
    "advise",
    "elo_ratings",
    "level_title",
    "moves_to_complete",
    "player",
    "reasons",
    "think",
    "wilson",
    "winning_move",
]
