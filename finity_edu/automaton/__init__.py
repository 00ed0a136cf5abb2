"""Boards as automata and back: automata-lib, networkx, JFLAP, DOT, TikZ.

What this package returns are automata of automata-lib (subclasses that guard against its traps and show
themselves as pictures); the questions about them are answered by :mod:`finity_edu.analysis`.
"""

from automatakit.automaton.library import DFA, NFA, guarded
from automatakit.draw.display import install
from automatakit.draw.display import install as load_ipython_extension
from automatakit.errors import AutomatonError
from automatakit.formats.dot import from_dot, to_dot
from automatakit.formats.graphs import nfa_from_networkx, position_from_networkx, to_networkx
from automatakit.formats.jflap import from_jff, load_jff, save_jff, to_jff
from automatakit.formats.tikz import from_tikz, to_tikz
from automatakit.languages.operations import (
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
from finity_edu.automata.bridge import RingState, players_nfa, ring_nfa, station_nfa, tower_nfa
from finity_edu.automata.embed import board_from_nfa, station_names

__all__ = [
    "DFA", "NFA", "AutomatonError", "RingState", "board_from_nfa", "complement", "determinise", "from_dot",
    "from_jff", "from_regex", "from_tikz", "guarded", "intersection", "left_quotient", "load_ipython_extension",
    "load_jff", "minimise", "nfa_from_networkx", "players_nfa", "position_from_networkx", "product",
    "remove_epsilon", "reverse", "ring_nfa", "save_jff", "station_names", "station_nfa", "tidy", "to_dot",
    "to_jff", "to_networkx", "to_regex", "to_tikz", "tower_nfa", "union",
]

install()
