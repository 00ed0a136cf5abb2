"""Boards as automata and back: automata-lib, networkx, JFLAP, DOT, TikZ.

What this package returns are automata of automata-lib (subclasses that guard against its traps and show
themselves as pictures); the questions about them are answered by :mod:`finity_edu.analysis`.
"""

from finity_edu.analysis.texts import AutomatonError
from finity_edu.automaton.bridge import RingState, players_nfa, ring_nfa, station_nfa, tower_nfa
from finity_edu.automaton.display import install
from finity_edu.automaton.display import install as load_ipython_extension
from finity_edu.automaton.dot import from_dot, to_dot
from finity_edu.automaton.embed import board_from_nfa, station_names
from finity_edu.automaton.graphs import nfa_from_networkx, position_from_networkx, to_networkx
from finity_edu.automaton.jflap import from_jff, load_jff, save_jff, to_jff
from finity_edu.automaton.language import (
    complement,
    determinise,
    from_regex,
    intersection,
    left_quotient,
    minimise,
    product,
    remove_epsilon,
    reverse,
    tidy,
    to_regex,
    union,
)
from finity_edu.automaton.machines import DFA, NFA, guarded
from finity_edu.automaton.tikz import from_tikz, to_tikz

__all__ = [
    "DFA", "NFA", "AutomatonError", "RingState", "board_from_nfa", "complement", "determinise", "from_dot",
    "from_jff", "from_regex", "from_tikz", "guarded", "intersection", "left_quotient", "load_ipython_extension",
    "load_jff", "minimise", "nfa_from_networkx", "players_nfa", "position_from_networkx", "product",
    "remove_epsilon", "reverse", "ring_nfa", "save_jff", "station_names", "station_nfa", "tidy", "to_dot",
    "to_jff", "to_networkx", "to_regex", "to_tikz", "tower_nfa", "union",
]

install()
