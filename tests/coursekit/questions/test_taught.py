"""Taught before asked: where the notion of each type is taught, and that no set asks it before.

Set n belongs to unit n.  What a set asks earlier is introduced by the question's own text, in which `BOX` stands.
"""

import re
from pathlib import Path

from coursekit.questions import all_types, question
from coursekit.sets.source import read_source
from coursekit.shipped import packages
from tests.coursekit.questions.test_methods import sections

SETS = Path(__file__).parents[3] / "course" / "source"
BOX = re.compile(r"Something new|An answer can be|unit 1 explains", re.IGNORECASE)
"""How a text begins that introduces what no lecture before has taught."""

# By section (0: the lecture to look at first): a word of the notion, and the types that ask for it
TAUGHT = {
    "00": ("arrow", "count_arrows"),
    "01/1": ("arrow", "board_for_words board_for_tower tower_automaton"),
    "01/2": ("word", "describe words_of_description shortest_word winning_towers words_in_out near_misses"),
    "01/3": ("five-tuple", "five_tuple"),
    "01/4": ("run", "accepted accepting_path count_paths most_paths ambiguity useless_arrows stop_tower"),
    "01/5": ("choice", "token_sets delta_hat where_nondeterministic make_deterministic write_accepts monotonicity"),
    "01/7": ("words", "count_words count_recurrence chance"),
    "02/1": ("token", "most_tokens"),
    "02/2": ("subset", "determinise"),
    "02/4": ("block", "minimise minimal_states table_filling"),
    "02/5": ("class", "nerode_classes separating_suffix inequivalent_prefixes dfa_of_description nfa_of_description "
                      "state_meaning build_by_meaning vending_machine handshake lift barcode password_rule motif "
                      "left_quotient"),
    "03/1": ("union", "words_of_regex regex_equal regex_simplify lexer regex_of_description spot_the_error"),
    "03/2": ("detour", "regex_of_board eliminate_state"),
    "03/3": ("automaton", "automaton_of_regex board_for_regex"),
    "03/6": ("quation", "arden"),
    "03/7": ("right-linear", "automaton_of_grammar grammar_of_automaton"),
    "04/1": ("closure", "epsilon_closure epsilon_run remove_epsilon"),
    "04/2": ("start", "union_construct concat_construct star_construct reverse"),
    "04/3": ("complement", "losing_towers"),
    "04/4": ("product", "product difference disjoint only_one_wins shortest_only_one favoured router"),
    "04/5": ("shortest", "equivalence inclusion universality tell_apart"),
    "04a": ("Mealy", "what_is_written moore_of_mealy written_apart"),
    "05/2": ("apart", "nonregular_proof fooling_set regular_or_not"),
    "05/3": ("pump", "pumping pumping_game pumping_defence infinite_cycle"),
    "06/2": ("ring", "rings_needed where_ring moves_to_win"),
    "06/3": ("ring", "ring_language_size longest_readable lost_by_rings"),
    "06/4": ("pump", "no_pump_rings"),
    "06/5": ("amilton", "hamilton"),
    "06/6": ("rphan", "orphaned_after"),
    "07/2": ("move", "winning_move"),
    "07/3": ("rphan", "orphaning_moves"),
    "07/6": ("worth", "evaluation_function"),
    "08/1": ("marker", "machine_update losing_fields"),
    "08/4": ("chance|exact|curve", "win_probability"),
    "08/5": ("teacher", "fastest_teacher"),
    "08/6": ("blame", "unlearn_trace"),
    "09/2": ("transition system", "reachable_positions"),
    "09/3": ("cycle|Cycle", "shortest_cycle"),
    "09/4": ("attractor", "mini_winner"),
    "09b/2": ("symmetr|orbit", "stone_count"),
    "09b/3": ("bisimilar", "bisimilar"),
    "10/2": ("closed", "fill_table unclosed_rows new_questions"),
    "10/3": ("consistent", "new_column conjecture_of_table"),
    "10/4": ("counterexample", "fooled_conjecture ending_that_matters"),
}
NOWHERE = "synchronising_word transition_monoid"
"""For practice; a set that asks them introduces them."""
AT = {type_id: int(place[:2]) for place, (_, types) in TAUGHT.items() for type_id in types.split()}


def test_every_type_has_the_section_that_teaches_its_notion():
    listed = [type_id for _, types in TAUGHT.values() for type_id in types.split()] + NOWHERE.split()
    ours = [kind.id for kind in all_types() if type(kind).__module__.split(".")[0] in packages()]
    assert sorted(listed) == sorted(ours)
    for place, (notion, _) in TAUGHT.items():
        unit, _, section = place.partition("/")
        assert re.search(notion, sections(unit)[section]), f"{place} says nothing of {notion}"


def test_no_set_asks_what_was_not_taught_unless_the_question_introduces_it():
    early = set()
    for path in sorted(SETS.glob("ps*/ps*.py")):
        unit, text = int(path.stem.removeprefix("ps")), ""
        problems = read_source(path)
        for cell in problems.cells:
            if cell.kind == "markdown":
                text = cell.text
            if cell.kind != "question" or problems.questions[cell.id].manual:
                continue
            asked = problems.questions[cell.id].type
            if AT.get(asked, 99) > unit:
                early.add(asked)
                assert BOX.search(text), f"{path.stem}.{cell.id} asks {asked}"
    assert {"bisimilar", "synchronising_word"} <= early


def test_rings_are_asked_from_unit_6_on():
    for path in sorted(SETS.glob("ps*/ps*.py")):
        for one in read_source(path).questions.values():
            if not one.manual and getattr(question(one.type), "rings", False):
                assert int(path.stem.removeprefix("ps")) >= 6, f"{path.stem}.{one.id}"
