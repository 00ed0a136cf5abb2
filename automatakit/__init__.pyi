from .automaton.library import DFA as DFA, NFA as NFA, guarded as guarded
from .automaton.reading import table_of as table_of
from .automaton.value import Automaton as Automaton, label as label
from .draw.display import install as install
from .errors import AutomatonError as AutomatonError
from .formats.dot import from_dot as from_dot, to_dot as to_dot
from .formats.graphs import (
    nfa_from_networkx as nfa_from_networkx,
    to_networkx as to_networkx,
)
from .formats.jflap import from_jff as from_jff, load_jff as load_jff, save_jff as save_jff, to_jff as to_jff
from .formats.tikz import from_tikz as from_tikz, to_tikz as to_tikz
from .languages.compare import (
    Counterexample as Counterexample, counterexample as counterexample, difference as difference,
    disjoint as disjoint, equivalent as equivalent, first_word as first_word, included as included,
    missing as missing,
)
from .languages.minimal import (
    bisimulation as bisimulation, minimal_size as minimal_size, minimal_table as minimal_table,
    nerode_classes as nerode_classes, separating_suffix as separating_suffix, separating_word as separating_word,
    subset_table as subset_table,
)
from .languages.operations import (
    complement as complement, determinise as determinise, from_regex as from_regex, intersection as intersection,
    left_quotient as left_quotient, minimise as minimise, product as product, remove_epsilon as remove_epsilon,
    reverse as reverse, tidy as tidy, to_regex as to_regex, union as union,
)
from .languages.runs import accepting_runs as accepting_runs, count_runs as count_runs
from .languages.structure import (
    Ambiguity as Ambiguity, Pumping as Pumping, TransitionMonoid as TransitionMonoid, ambiguity as ambiguity,
    can_pump as can_pump, choices as choices, most_tokens as most_tokens, pumping_length as pumping_length,
    pumpings as pumpings, synchronising_word as synchronising_word, syntactic_monoid as syntactic_monoid,
    transition_monoid as transition_monoid, useless_arrows as useless_arrows, useless_states as useless_states,
)
from .languages.words import (
    accepts as accepts, count_all_words as count_all_words, count_words as count_words, is_empty as is_empty,
    is_finite as is_finite, longest_length as longest_length, recurrence as recurrence,
    shortest_word as shortest_word, transition_matrix as transition_matrix, word_counts as word_counts,
    words as words, words_of_length as words_of_length,
)
