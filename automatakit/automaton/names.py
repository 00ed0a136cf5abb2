"""What things are called elsewhere: who asks for a name of another library is told the one here."""

HERE = {
    # automata-lib
    "accepts_input": "accepts(word)",
    "cardinality": "sum(word_counts(automaton, longest_length(automaton)))",
    "concatenate": "automatakit.concatenation(one, two)",
    "count_words_of_length": "automatakit.count_words(automaton, length)",
    "difference": "automatakit.product(one, two, 'left only'), or one - two",
    "eliminate_lambda": "automatakit.remove_epsilon(automaton)",
    "final_states": "accepting",
    "from_nfa": "automatakit.subsets(automaton)",
    "initial_state": "start",
    "input_symbols": "alphabet",
    "intersection": "automatakit.intersection(one, two), or one & two",
    "isdisjoint": "automatakit.disjoint(one, two)",
    "isempty": "automatakit.is_empty(automaton)",
    "isfinite": "automatakit.is_finite(automaton)",
    "issubset": "automatakit.included(one, two), or one <= two",
    "issuperset": "automatakit.included(two, one), or two <= one",
    "kleene_star": "automatakit.star(automaton)",
    "maximum_word_length": "automatakit.longest_length(automaton)",
    "minify": "automatakit.minimise(automaton)",
    "minimum_word_length": "len(automatakit.shortest_word(automaton))",
    "option": "automatakit.option(automaton)",
    "random_word": "automatakit.random_word(automaton, length, seed)",
    "read_input": "accepting_runs(automaton, word)",
    "show_diagram": "the automaton itself, as the last thing of a cell",
    "symmetric_difference": "automatakit.product(one, two, 'one only')",
    "to_complete": "automatakit.completed(automaton)",
    "union": "automatakit.union(one, two), or one | two",
    "words_of_length": "automatakit.words_of_length(automaton, length)",
    # pyformlang, greenery, FAdo and others
    "complete": "automatakit.completed(automaton)",
    "determinize": "automatakit.determinise(automaton)",
    "evalWordP": "accepts(word)",
    "get_complement": "automatakit.complement(automaton)",
    "get_difference": "automatakit.product(one, two, 'left only')",
    "get_intersection": "automatakit.intersection(one, two)",
    "get_union": "automatakit.union(one, two)",
    "is_deterministic": "is_deterministic, without brackets",
    "is_equivalent_to": "automatakit.equivalent(one, two)",
    "is_subset": "automatakit.included(one, two)",
    "kleene_closure": "automatakit.star(automaton)",
    "minimal": "automatakit.minimise(automaton)",
    "minimize": "automatakit.minimise(automaton)",
    "reduce": "automatakit.minimise(automaton)",
    "remove_epsilon_transitions": "automatakit.remove_epsilon(automaton)",
    "reversal": "automatakit.reverse(automaton)",
    "reversed": "automatakit.reverse(automaton)",
    "to_deterministic": "automatakit.determinise(automaton)",
}
"""Name elsewhere → how the same is written here."""


def hint(name: str) -> str | None:
    """Return how something is written here that is called so in another library.

    Examples
    --------
    >>> hint("minify"), hint("nonsense")
    ('automatakit.minimise(automaton)', None)
    """
    return HERE.get(name)
