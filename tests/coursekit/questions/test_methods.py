"""The method that is taught is that of the hints and that of the solution: a table of all types.

A method stands in the lecture (where it is taught), in a hint, and in the solution: by words that only it uses.  Where
no lecture teaches it, the hint itself does.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coursekit.questions import all_types, question
from coursekit.shipped import packages
from tests.coursekit.questions.sample import instance

LECTURES = Path(__file__).parents[3] / "notebooks/src"


@dataclass(frozen=True)
class Method:
    """Section of a lecture (none: the hint teaches it), and what lecture, hints and solution say of the method."""

    section: str
    taught: str
    hint: str
    solution: str
    types: str


METHODS = [
    Method("01/3", r"five-tuple", r"five parts|triple|transitions", r"Arrows that leave|arrow by arrow|piece by piece",
           "count_arrows five_tuple"),
    Method("01/4", r"\*\*run\*\*", r"\brun", r"\bruns?\b", "accepting_path count_paths most_paths stop_tower"),
    Method("01/5", r"\\hat", r"active|token|δ̂|states that can be reached",
           r"sets of active|row before|symbol by symbol", "accepted token_sets delta_hat winning_towers words_in_out"),
    Method("01/5", r"choice", r"arrows? (of|for|with) (one|each|the same) (symbol|colour)",
           r"more than one|with a choice",
           "where_nondeterministic make_deterministic"),
    Method("01/5", r"set", r"set of (the )?(states|stations)", r"at once", "write_accepts"),
    Method("01/7", r"a\(n\)", r"row of numbers|count, (length|height) by (length|height)",
           r"leads to exactly one set|a\(n\)", "count_words count_recurrence"),
    Method("02/1", r"token", r"[Ff]rom each set read", r"where it first occurs", "most_tokens"),
    Method("02/2", r"subset", r"\*\*set\*\* of", r"breadth-first", "determinise"),
    Method("02/4", r"splits (every|that) block", r"split a block", r"the first two blocks", "minimise minimal_states"),
    Method("02/5", r"prefix", r"active (states|stations)", r"told apart|pairs of sets|after each prefix",
           "nerode_classes separating_suffix inequivalent_prefixes"),
    Method("02/5", r"class", r"must you remember", r"what it remembers", "dfa_of_description"),
    Method("02/5", r"class", r"shortest word that leads there|one more symbol", r"leads there",
           "state_meaning build_by_meaning"),
    Method("03/1", r"union", r"is a choice|laws?\b|already describes",
           r"with its reason|words of the first|one part less|one part is removed|the one before it|replaces a part",
           "words_of_regex regex_equal regex_simplify spot_the_error"),
    Method("03/2", r"detour", r"in \(loop\)\* out|eliminate its states", r"is removed|in \(loop\)\* out",
           "regex_of_board eliminate_state regex_of_description"),
    Method("03/3", r"follow", r"one state for each symbol", r"one state for each symbol", "automaton_of_regex"),
    Method("03/7", r"states are the variables", r"variables become the states", r"variables are the states",
           "automaton_of_grammar"),
    Method("03/7", r"each accepting\s+(# )?state gives a rule", r"derivation is a run", r"a rule for each arrow",
           "grammar_of_automaton"),
    Method("04/1", r"closure", r"closure|closed under|reaches by ε|ε-arrows", r"row by row|row before|ε\(q",
           "epsilon_closure epsilon_run remove_epsilon"),
    Method("04/2", r"start", r"start", r"start", "union_construct concat_construct star_construct reverse"),
    Method("04/3", r"complement", r"determinis", r"subset automaton", "losing_towers"),
    Method("04/4", r"\\times", r"\bpairs?\b", r"\(\w+,\w+\)", "product disjoint"),
    Method("04/4", r"product", r"\bpair", r"\bpairs", "difference"),
    Method("04/5", r"shortest", r"breadth-first|pairs of sets", r"breadth-first",
           "equivalence inclusion universality shortest_only_one tell_apart shortest_word"),
    Method("04a", r"what is written", r"writes (on|in) each", r"behind a slash", "what_is_written"),
    Method("04a", r"split each state", r"has to be split", r"Pair by pair", "moore_of_mealy"),
    Method("04a", r"pairs of states", r"pairs of states", r"pairs of states", "written_apart"),
    Method("05/2", r"for all", r"prefixes|classes", r"every i < j|finitely much", "nonregular_proof regular_or_not"),
    Method("05/2", r"fooling set", r"swapped ends", r"with every y", "fooling_set"),
    Method("05/3", r"split", r"changes only one|loop|occurs twice", r"however it is split|y =|i = 0",
           "pumping_game pumping_defence pumping"),
    Method("10/2", r"cell in row", r"A cell belongs to one word", r"active states after each prefix", "fill_table"),
    Method("10/2", r"lower row is equal to some upper", r"closed if every lower row equals some upper row",
           r"Each lower row, compared|cells of the new lower rows", "unclosed_rows"),
    Method("10/2", r"moves up", r"For each upper row", r"cells of the new lower rows", "new_questions"),
    Method("10/3", r"stay equal after\s+(# )?each symbol", r"stay equal", r"pairs of equal upper rows", "new_column"),
    Method("10/3", r"states are the different upper rows", r"rows are the states", r"first prefix that leads there",
           "conjecture_of_table"),
    Method("10/4", r"word \$w\$ on which the conjecture is wrong", r"counterexample", r"breadth-first",
           "fooled_conjecture"),
    Method("10/4", r"answer changes", r"somewhere in between the answer changes", r"where the answer changes",
           "ending_that_matters"),
    Method("03/5", r"infinite iff", r"cycle", r"useful", "infinite_cycle"),
]

# Taught by the question's own hints, by the games, or by nothing but counting
OWN = {
    "arden": (r"X = A\*B", r"Arden's rule"),
    "words_of_description": (r"take the sentence apart", r"belongs? to the language, because"),
    "describe": (r"disagree", r"True of a word that the automaton rejects"),
    "near_misses": (r"insertions", r"edit distance 1"),
    "left_quotient": (r"start (stations|states)", r"from the (stations|states) that it reaches"),
    "only_one_wins": (r"both|pairs?", r"sets|pairs?"),
    "tower_automaton": (r"sink|dead|prefix|longest", r"→q0"),
    "table_filling": (r"In every round", r"In round 0"),
    "nfa_of_description": (r"from their end", r"read from their end"),
    "synchronising_word": (r"images of the set", r"The images of the set"),
    "transition_monoid": (r"compose with", r"shortest words"),
    "bisimilar": (r"Refine", r"rounds of the refinement"),
    "ambiguity": (r"pairs? of (runs|states)", r"as a pair of (states|stations)"),
    "useless_arrows": (r"reached from", r"both lists"),
    "monotonicity": (r"before and after the change side by side", r"why no (word|tower) is lost"),
    "favoured": (r"pair of sets", r"pair of sets"),
    "chance": (r"product of fractions", r"sum"),
    **dict.fromkeys(("vending_machine", "handshake", "lift", "barcode", "password_rule"),
                    (r"what must you still know", r"what each of them remembers")),
    "motif": (r"guess that the motif begins", r"spells what is wanted"),
    "lexer": (r"what comes first, what next", r"piece by piece"),
    "router": (r"\bpairs\b", r"how many parts"),
    "board_for_tower": (r"way|run|path", r"way|run|path"),
    "board_for_words": (r"run|same suffixes", r"board|minimal DFA"),
    "board_for_regex": (r"cycle|one state for each symbol", r"board|[Oo]ne state for each symbol"),
}


@cache
def sections(unit: str) -> dict[str, str]:
    """The sections of a lecture by their numbers; without one, the whole lecture."""
    (path,) = LECTURES.glob(f"{unit}-*.py")
    text = path.read_text(encoding="utf-8")
    parts = re.split(r"^# ## (\d+) ", text, flags=re.MULTILINE)
    return {"": text, **dict(zip(parts[1::2], parts[2::2], strict=True))}


def test_every_type_up_to_unit_5_and_of_unit_10_has_its_method():
    named = [type_id for method in METHODS for type_id in method.types.split()] + list(OWN)
    assert len(named) == len({*named})
    ours = [kind for kind in all_types() if type(kind).__module__.split(".")[0] in packages()]
    taught = {kind.id for kind in ours if kind.unit in {*range(6), 10} and kind.id != "moves_to_win"}
    assert taught - {*named} == set()


def test_the_method_taught_is_that_of_the_hints_and_that_of_the_solution():
    missing = []
    for method in METHODS:
        unit, _, number = method.section.partition("/")
        if not re.search(method.taught, sections(unit)[number], re.IGNORECASE):
            missing.append(f"{method.section}: {method.taught}")
        for type_id in method.types.split():
            missing += lacking(type_id, method.hint, method.solution)
    for type_id, (hint, solution) in OWN.items():
        missing += lacking(type_id, hint, solution)
    assert missing == []


def lacking(type_id: str, hint: str, solution: str) -> list[str]:
    """Where a type, in each of its skins, does not speak of a method."""
    found = []
    for skin in question(type_id).skins or (None,):
        made = instance(type_id, 2, skin=skin)
        if not re.search(hint, " ".join(made.hints[:2]), re.IGNORECASE):
            found.append(f"{type_id}, {skin}: no hint says {hint}: {made.hints[:2]}")
        if not re.search(solution, made.solution, re.IGNORECASE):
            found.append(f"{type_id}, {skin}: the solution does not say {solution}: {made.solution[:90]}")
    return found
