"""What theory says about a board: who wins and how, what is reached, what must be added, chances over all towers.

Everything about automata as such (words, runs, comparison, minimal automata, structure) is in `automatakit`.
"""

from finity_edu.analysis.boards import count_paths, full_paths, reach, wins, witness
from finity_edu.analysis.chances import (
    chance_to_win,
    favoured,
    losing_towers,
    tower_chance,
    towers,
    winning_towers,
)
from finity_edu.analysis.completion import Plan, ring_purchases, to_win
from finity_edu.analysis.cuts import cut, runs_lost
from finity_edu.analysis.seats import SeatView, seat_view

__all__ = [
    "Plan", "SeatView", "chance_to_win", "count_paths", "cut", "favoured", "full_paths", "losing_towers", "reach",
    "ring_purchases", "runs_lost", "seat_view", "to_win", "tower_chance", "towers", "winning_towers", "wins", "witness",
]
