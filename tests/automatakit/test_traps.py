"""The traps of automata-lib, each shown as it is and then as this project keeps it from its users.

Where a later automata-lib mends one of them, the first half of a test fails: then the guard can go.
"""

import pytest
from automata.base.exceptions import MissingStateError
from automata.fa.dfa import DFA as LibraryDFA
from automata.fa.nfa import NFA as LibraryNFA

from automatakit import DFA, NFA, AutomatonError, determinise, equivalent, from_regex, guarded, minimise
from finity_edu import Position
from finity_edu.automata import station_nfa
from tests.automatakit.automata import library

EVEN = {
    "states": {0, 1}, "input_symbols": {"b"}, "transitions": {0: {"b": 1}, 1: {"b": 0}}, "initial_state": 0,
    "final_states": {0},
}
FORK = {
    "states": {"A", "B"}, "input_symbols": {"b", "w"}, "transitions": {"A": {"b": {"A", "B"}}},
    "initial_state": "A", "final_states": {"B"},
}


def with_changes(five, **changes):
    return {**five, **changes}


@pytest.mark.parametrize("question", ["isempty", "isfinite", "cardinality", "minimum_word_length"])
def test_questions_about_a_temporary_dfa_can_be_answered(question):
    with pytest.raises(RuntimeError):
        getattr(LibraryDFA(**EVEN) ^ LibraryDFA(**EVEN), question)()
    finite = {"states": {0, 1}, "input_symbols": {"b"}, "transitions": {0: {"b": 1}, 1: {}},
              "initial_state": 0, "final_states": {1}, "allow_partial": True}
    answer = getattr(DFA(**finite) & DFA(**finite), question)()
    assert answer == {"isempty": False, "isfinite": True, "cardinality": 1, "minimum_word_length": 1}[question]


def test_a_board_without_arrows_is_an_automaton():
    with pytest.raises(MissingStateError):
        LibraryNFA(**with_changes(FORK, transitions={}))
    assert not NFA(**with_changes(FORK, transitions={})).accepts_input("b")
    empty = station_nfa(Position.start(word="bbwwbwbw"), 1)
    assert len(empty.states) == 9
    assert not empty.accepts_input("bbwwbwbw")


def test_a_transition_from_an_unknown_state_is_an_error_that_names_it():
    wrong = with_changes(FORK, transitions={"A": {"b": {"B"}}, "X": {"b": {"A"}}})
    LibraryNFA(**wrong)
    with pytest.raises(AutomatonError, match="leave X"):
        NFA(**wrong)


def test_a_text_in_place_of_a_set_of_states_is_an_error_that_names_the_transition():
    wrong = {"states": {"A", "B", "T"}, "input_symbols": {"b"}, "transitions": {"A": {"b": "BT"}},
             "initial_state": "A", "final_states": {"T"}}
    assert LibraryNFA(**wrong).accepts_input("b")  # read as the states B and T
    with pytest.raises(AutomatonError, match="A on b: the targets are the text 'BT'"):
        NFA(**wrong)


def test_a_symbol_of_several_letters_is_an_error():
    wrong = with_changes(FORK, input_symbols={"black"}, transitions={"A": {"black": {"B"}}})
    assert not LibraryNFA(**wrong).accepts_input("black")
    with pytest.raises(AutomatonError, match="one character"):
        NFA(**wrong)


def test_a_foreign_symbol_in_a_word_is_an_error_that_names_its_place():
    assert not LibraryNFA(**FORK).accepts_input("bs")
    with pytest.raises(AutomatonError, match="bs: symbol 2 is s"):
        NFA(**FORK).accepts_input("bs")
    with pytest.raises(AutomatonError, match="symbol 2 is s"):
        list(NFA(**FORK).read_input_stepwise("bs"))
    with pytest.raises(AutomatonError, match="symbol 1 is s"):
        _ = "s" in determinise(NFA(**FORK))


def test_equality_compares_languages_of_nfa_and_dfa():
    nfa = NFA(**FORK)
    assert (library(nfa) == LibraryDFA.from_nfa(library(nfa))) is False
    assert nfa == determinise(nfa)
    assert minimise(nfa) == nfa
    assert library(nfa) == determinise(nfa)
    assert nfa != from_regex("b")


def test_equality_compares_languages_over_different_alphabets():
    small, large = LibraryNFA.from_regex("b*"), LibraryNFA.from_regex("b*", input_symbols={"b", "w"})
    assert (small == large) is False
    assert guarded(small) == guarded(large)
    assert equivalent(small, large)
    assert guarded(small) != from_regex("(b|w)*")


def test_an_automaton_is_not_equal_to_something_else():
    assert NFA(**FORK) != "FORK"
    assert determinise(NFA(**FORK)) != 3


def test_inclusion_works_for_nfas_and_needs_no_dfa():
    with pytest.raises(TypeError):
        _ = LibraryNFA.from_regex("b") <= LibraryNFA.from_regex("b*")
    assert from_regex("bb") <= from_regex("b*")
    assert from_regex("b*") >= from_regex("bb")
    assert not from_regex("b*") < from_regex("b*")
    assert from_regex("bb") < minimise(from_regex("b*"))


def test_a_diagram_of_a_run_needs_no_row_for_every_state_and_no_graphviz():
    nfa = NFA(**FORK)
    picture = nfa.show_diagram("bb")
    assert "accepted" in picture.desc
    assert nfa.show_diagram().desc.startswith("Automaton with the states A, B")
    assert nfa.diagram == nfa.show_diagram()


def test_successors_of_an_infinite_language_ask_for_a_length():
    language = "b*w"
    plain = LibraryDFA.from_nfa(LibraryNFA.from_regex(language, input_symbols={"b", "w"}))
    endless = plain.successors("", max_length=6)
    assert len(next(endless)) == 6  # the order of a dictionary begins with the longest word that is allowed
    with pytest.raises(AutomatonError, match="max_length"):
        determinise(from_regex(language)).successors("")
    assert next(iter(determinise(from_regex(language)).successors("", max_length=3))) == "bbw"
    assert list(determinise(from_regex("b|w")).successors("")) == ["b", "w"]


def test_a_partial_dfa_is_an_error_that_names_the_gap():
    with pytest.raises(AutomatonError, match="state 1 has no transition on w"):
        DFA(states={0, 1}, input_symbols={"b", "w"}, transitions={0: {"b": 1, "w": 0}, 1: {"b": 1}},
            initial_state=0, final_states={0})


@pytest.mark.parametrize(
    ("changes", "mention"),
    [
        ({"initial_state": "X"}, "initial state X"),
        ({"final_states": {"X"}}, "accepting state X"),
        ({"transitions": {"A": {"b": {"X"}}}}, "from A on b leads to X"),
        ({"transitions": {"A": {"s": {"B"}}}}, "A has a transition on 's'"),
    ],
)
def test_what_is_wrong_in_a_five_tuple_is_named(changes, mention):
    with pytest.raises(AutomatonError, match=mention):
        NFA(**with_changes(FORK, **changes))


def test_plus_is_one_or_more_and_the_bar_is_union():
    """As in automata-lib; the course says so, because textbooks write + for union."""
    assert from_regex("b+w").accepts_input("bbw")
    assert not from_regex("b+w").accepts_input("b")
    assert from_regex("b|w").accepts_input("b")
    assert from_regex("()").accepts_input("")
    assert from_regex("ε|bw").accepts_input("bw")
    with pytest.raises(AutomatonError, match="no regular expression"):
        from_regex("b|*(")


def test_copies_pickles_and_results_of_operations_keep_guards_and_places():
    import pickle

    nfa = station_nfa(Position.start(word="bbwwbwbw").play("+bN>C.m"), 1)
    for twin in (nfa.copy(), pickle.loads(pickle.dumps(nfa)), guarded(nfa)):
        assert isinstance(twin, NFA)
        assert twin.places == nfa.places
        assert twin == nfa
    assert isinstance(nfa | nfa, NFA)
    assert isinstance(determinise(nfa).complement(), DFA)


def test_the_representation_lists_the_states_in_order_and_not_as_sets_happen_to_lie():
    many = NFA(
        states=set("ABCDEFG"), input_symbols={"b", "w"}, transitions={"A": {"b": set("GFEDCB")}}, initial_state="A",
        final_states={"G", "C"},
    )
    assert "'A': {'b': {'B', 'C', 'D', 'E', 'F', 'G'}}" in repr(many)
    assert repr(many).endswith("start='A' final={'C', 'G'}>")
