from .expressions import from_regex as from_regex
from .views import (
    RingState as RingState,
    ring_automaton as ring_automaton,
    ring_nfa as ring_nfa,
    rings_of_seat as rings_of_seat,
    station_automaton as station_automaton,
    station_nfa as station_nfa,
)
from .embed import board_from_nfa as board_from_nfa, station_names as station_names
from .graphs import (
    position_from_networkx as position_from_networkx,
    position_graph as position_graph,
)
from .steps import product_steps as product_steps, run_steps as run_steps
