"""What theory says about a board, computed: plain Python, exact, without automata-lib.

Automata (any NFA or DFA of automata-lib, a :class:`Table`, or a position and a seat through
:func:`automatakit.station_nfa`): words, runs, comparison, minimal automata, structure.
Positions: who wins and how, what is reached, what must be added, chances over all towers.
"""

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Table, label
from automatakit.errors import AutomatonError
from automatakit.languages.compare import (
    Counterexample,
    counterexample,
    difference,
    disjoint,
    equivalent,
    first_word,
    included,
    missing,
)
from automatakit.languages.minimal import (
    bisimulation,
    minimal_size,
    minimal_table,
    nerode_classes,
    separating_suffix,
    separating_word,
    subset_table,
)
from automatakit.languages.runs import accepting_runs, count_runs
from automatakit.languages.structure import (
    Ambiguity,
    Pumping,
    TransitionMonoid,
    ambiguity,
    can_pump,
    choices,
    most_tokens,
    pumping_length,
    pumpings,
    synchronising_word,
    syntactic_monoid,
    transition_monoid,
    useless_arrows,
    useless_states,
)
from automatakit.languages.words import (
    accepts,
    count_all_words,
    count_words,
    is_empty,
    is_finite,
    longest_length,
    recurrence,
    shortest_word,
    transition_matrix,
    word_counts,
    words,
    words_of_length,
)
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
    "Ambiguity", "AutomatonError", "Counterexample", "Plan", "Pumping", "SeatView", "Table", "TransitionMonoid",
    "accepting_runs", "accepts", "ambiguity", "bisimulation", "can_pump", "chance_to_win", "choices",
    "count_all_words", "count_paths", "count_runs", "count_words", "counterexample", "cut", "difference",
    "disjoint", "equivalent", "favoured", "first_word", "full_paths", "included", "is_empty", "is_finite",
    "label", "longest_length", "losing_towers", "minimal_size", "minimal_table", "missing", "most_tokens",
    "nerode_classes", "pumping_length", "pumpings", "reach", "recurrence", "ring_purchases", "runs_lost",
    "seat_view", "separating_suffix", "separating_word", "shortest_word", "subset_table",
    "synchronising_word", "syntactic_monoid", "table_of", "to_win", "tower_chance", "towers",
    "transition_matrix", "transition_monoid", "useless_arrows", "useless_states", "winning_towers", "wins",
    "witness", "word_counts", "words", "words_of_length",
]
