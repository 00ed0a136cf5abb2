from .automaton.states import label as label
from .automaton.value import Automaton as Automaton
from .automaton.errors import (
    AutomatonError as AutomatonError,
    TooLargeError as TooLargeError,
)
from .formats.dot import from_dot as from_dot, to_dot as to_dot
from .formats.jflap import from_jff as from_jff, to_jff as to_jff
from .formats.tikz import from_tikz as from_tikz, to_tikz as to_tikz
from .languages.closure import (
    concatenation as concatenation,
    homomorphism as homomorphism,
    inverse_homomorphism as inverse_homomorphism,
    left_quotient as left_quotient,
    option as option,
    plus as plus,
    prefixes as prefixes,
    right_quotient as right_quotient,
    star as star,
    suffixes as suffixes,
)
from .languages.compare import (
    Counterexample as Counterexample,
    compare as compare,
    counterexample as counterexample,
    difference as difference,
    disjoint as disjoint,
    equivalent as equivalent,
    first_word as first_word,
    included as included,
    is_universal as is_universal,
    missing as missing,
)
from .languages.derivatives import (
    derivative as derivative,
    derivatives as derivatives,
    partial_derivatives as partial_derivatives,
)
from .languages.elimination import to_regex as to_regex
from .languages.grammars import Grammar as Grammar, Rule as Rule
from .languages.lots import (
    random_dfa as random_dfa,
    random_expression as random_expression,
    random_nfa as random_nfa,
    random_word as random_word,
)
from .languages.minimal import (
    bisimulation as bisimulation,
    complement as complement,
    determinise as determinise,
    double_reversal as double_reversal,
    minimise as minimise,
    nerode_classes as nerode_classes,
    reverse as reverse,
    separating_suffix as separating_suffix,
    separating_word as separating_word,
    subsets as subsets,
)
from .languages.operations import (
    completed as completed,
    from_regex as from_regex,
    intersection as intersection,
    product as product,
    remove_epsilon as remove_epsilon,
    tidy as tidy,
    union as union,
)
from .languages.runs import (
    accepting_runs as accepting_runs,
    count_runs as count_runs,
    first_run as first_run,
)
from .languages.structure import (
    Ambiguity as Ambiguity,
    Pumping as Pumping,
    ambiguity as ambiguity,
    can_pump as can_pump,
    choices as choices,
    most_tokens as most_tokens,
    pumping_length as pumping_length,
    pumpings as pumpings,
    synchronising_word as synchronising_word,
    transition_monoid as transition_monoid,
    useful_cycle as useful_cycle,
    useless_arrows as useless_arrows,
)
from .languages.thompson import thompson as thompson
from .languages.transducers import Mealy as Mealy, Moore as Moore
from .languages.words import (
    accepts as accepts,
    count_words as count_words,
    is_empty as is_empty,
    is_finite as is_finite,
    longest_length as longest_length,
    recurrence as recurrence,
    shortest_word as shortest_word,
    transition_matrix as transition_matrix,
    useful_states as useful_states,
    word_counts as word_counts,
    words as words,
    words_of_length as words_of_length,
)
from .widget.editor import edit as edit
