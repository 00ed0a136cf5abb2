"""Boards as automata and back: the station automaton, the ring automaton, and boards for automata."""

from finity_edu.automata.bridge import RingState, players_nfa, ring_nfa, station_nfa, tower_nfa
from finity_edu.automata.embed import board_from_nfa, station_names
from finity_edu.automata.graphs import position_from_networkx, position_graph
from finity_edu.automata.steps import product_steps, run_steps

__all__ = ["RingState", "board_from_nfa", "players_nfa", "position_from_networkx", "position_graph", "product_steps",
           "ring_nfa", "run_steps", "station_names", "station_nfa", "tower_nfa"]
