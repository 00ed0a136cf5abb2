"""The traps of automata-lib, each as it is, and beside it what this project does with the same objects.

Where a later automata-lib mends one of them, the first half of a test fails: then the sentence in a lecture can go.
"""

import pytest
from automata.base.exceptions import MissingStateError
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit import (
    Automaton,
    AutomatonError,
    accepts,
    counterexample,
    equivalent,
    from_regex,
    included,
    is_empty,
    is_finite,
    minimise,
    product,
    subsets,
)
from finity_edu import Position
from finity_edu.automata import station_nfa

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
        getattr(DFA(**EVEN) ^ DFA(**EVEN), question)()
    both = product(DFA(**EVEN), DFA(**EVEN), "one only")
    assert is_empty(both)
    assert is_finite(both)


def test_a_board_without_arrows_is_an_automaton():
    with pytest.raises(MissingStateError):
        NFA(**with_changes(FORK, transitions={}))
    assert not Automaton.of({}, start="A", accepting={"B"}, symbols="bw").nfa().accepts_input("b")
    empty = station_nfa(Position.start(word="bbwwbwbw"), 1)
    assert len(empty.states) == 9
    assert not empty.accepts_input("bbwwbwbw")


def test_a_transition_from_an_unknown_state_is_an_error_that_names_it():
    wrong = NFA(**with_changes(FORK, transitions={"A": {"b": {"B"}}, "X": {"b": {"A"}}}))
    with pytest.raises(AutomatonError, match="leave X"):
        accepts(wrong, "b")


def test_a_text_in_place_of_a_set_of_states_is_an_error_that_names_the_transition():
    wrong = NFA(states={"A", "B", "T"}, input_symbols={"b"}, transitions={"A": {"b": "BT"}},
                initial_state="A", final_states={"T"})
    assert wrong.accepts_input("b")  # read as the states B and T
    with pytest.raises(AutomatonError, match="A on b: the targets are given as the text 'BT'"):
        accepts(wrong, "b")


def test_a_symbol_of_several_letters_is_an_error():
    wrong = NFA(**with_changes(FORK, input_symbols={"black"}, transitions={"A": {"black": {"B"}}}))
    assert not wrong.accepts_input("black")
    with pytest.raises(AutomatonError, match="one character"):
        accepts(wrong, "black")


def test_a_foreign_symbol_in_a_word_is_an_error():
    assert not NFA(**FORK).accepts_input("bs")
    with pytest.raises(AutomatonError, match="s is not in the alphabet b, w"):
        accepts(NFA(**FORK), "bs")


def test_languages_of_nfa_and_dfa_are_compared():
    nfa = NFA(**FORK)
    assert (nfa == DFA.from_nfa(nfa)) is False
    assert equivalent(nfa, DFA.from_nfa(nfa))
    assert equivalent(nfa, minimise(nfa))
    assert counterexample(nfa, from_regex("b")) == "bb"


def test_languages_over_different_alphabets_are_compared():
    small, large = NFA.from_regex("b*"), NFA.from_regex("b*", input_symbols={"b", "w"})
    assert (small == large) is False
    assert equivalent(small, large)
    assert not equivalent(small, from_regex("(b|w)*"))


def test_inclusion_works_for_nfas_and_needs_no_dfa():
    with pytest.raises(TypeError):
        _ = NFA.from_regex("b") <= NFA.from_regex("b*")
    assert included(NFA.from_regex("bb"), NFA.from_regex("b*"))
    assert not included("b*", "bb")


def test_the_words_of_an_infinite_language_come_shortest_first():
    plain = DFA.from_nfa(NFA.from_regex("b*w", input_symbols={"b", "w"}))
    endless = plain.successors("", max_length=6)
    assert len(next(endless)) == 6  # the order of a dictionary begins with the longest word that is allowed


@pytest.mark.parametrize(
    ("changes", "mention"),
    [
        ({"start": "X"}, "start state X"),
        ({"accepting": {"X"}}, "accepting state X"),
        ({"source": {"A": {"b": {"X"}}}}, "from A on b leads to X"),
        ({"source": {"A": {"s": {"B"}}}}, "A has a transition on 's'"),
    ],
)
def test_what_is_wrong_in_a_five_tuple_is_named(changes, mention):
    class Five:
        states, input_symbols = {"A", "B"}, {"b", "w"}
        transitions = changes.get("source", FORK["transitions"])
        initial_state, final_states = changes.get("start", "A"), changes.get("accepting", {"B"})

    with pytest.raises(AutomatonError, match=mention):
        Automaton.of(Five)


def test_plus_is_one_or_more_and_the_bar_is_union():
    """As in automata-lib; the course says so, because textbooks write + for union."""
    assert accepts("b+w", "bbw")
    assert not accepts("b+w", "b")
    assert accepts("b|w", "b")
    assert accepts("()", "")
    assert accepts("ε|bw", "bw")
    with pytest.raises(AutomatonError, match="not a regular expression"):
        from_regex("b|*(")


def test_arrows_as_text_are_read_and_refused_with_the_one_that_is_none():
    a = Automaton.of("bA>B, wB>C1 εC1>A", start="A", accepting="B C1")
    assert (a.states, a.alphabet, a.has_epsilon, a.accepting) == (("A", "B", "C1"), ("b", "w"), True, {"B", "C1"})
    with pytest.raises(AutomatonError, match="'A>B' is not an arrow"):
        Automaton.of("A>B", start="A", accepting="B")


@pytest.mark.parametrize(
    ("make", "mention"),
    [
        (lambda: Automaton.of("aA>A bA>B", start="X", accepting="B"), "start state X is not a state"),
        (lambda: Automaton.of("aA>A bA>B", start="A", accepting="A,Z"), "accepting state Z is not a state"),
        (lambda: Automaton.of("a*b", accepting="A"), "is not an arrow"),
        (lambda: Automaton.of(Automaton.of("a"), start="1"), "Automaton has a start state and"),
        (lambda: Automaton.of(DFA(**EVEN), accepting={0}), "DFA has a start state and"),
        (lambda: Automaton.of("a").over(["coin"]), "'coin' is not a symbol"),
        (lambda: Automaton.of("a").with_(accepting=["Z"]), "Z is neither a state nor a symbol here"),
        (lambda: Automaton.of("a").with_(edges=[("0", "z", "1")]), "z is neither a state nor a symbol"),
        (lambda: Automaton.of("a").successors("0", "z"), "z is neither a state nor a symbol"),
        (lambda: Automaton.of("a").successors("Z", "a"), "Z is neither a state nor a symbol"),
        (lambda: Automaton.of("a").renamed(lambda state: 0), "Another state is already called 0"),
        (lambda: Automaton.of({"A": {"a": {"A"}}}, start=["A"], accepting={"A"}), r"\['A'\] cannot be a state"),
        (lambda: Automaton.of(Automaton.of("a"), symbols=5), "the alphabet is 5"),
        (lambda: Automaton.of({"A": {"a": {"A"}}}, start="A", accepting=[("B", [])]), "cannot be a state"),
        (lambda: Automaton.of({"A": {"a": [["B"]]}}, start="A", accepting={"A"}), r"\['B'\] cannot be a state"),
    ],
)
def test_what_names_no_state_or_has_them_already_is_an_error(make, mention):
    with pytest.raises(AutomatonError, match=mention):
        make()


def test_accepting_states_as_text_are_separated_as_arrows_are_and_an_alphabet_is_never_passed_over():
    for text in ("A B", "A,B", "A, B"):
        assert Automaton.of("aA>A bA>B", start="A", accepting=text).accepting == {"A", "B"}
    for source in (Automaton.of("a"), Automaton.of("a").dfa(), Automaton.of("a").graph(), "a"):
        assert Automaton.of(source, symbols="abc").alphabet == ("a", "b", "c")


def test_a_machine_with_a_stack_is_not_taken_for_an_automaton():
    from automata.pda.dpda import DPDA

    machine = DPDA(states={"q"}, input_symbols={"a"}, stack_symbols={"Z"}, transitions={}, initial_state="q",
                   initial_stack_symbol="Z", final_states={"q"})
    with pytest.raises(AutomatonError, match="DPDA is not an automaton"):
        Automaton.of(machine)


def test_plain_objects_come_out_as_they_went_in():
    import pickle

    nfa, dfa = NFA(**with_changes(FORK, transitions={"A": {"b": {"A", "B"}}, "B": {}})), DFA(**EVEN)
    assert Automaton.of(nfa).nfa().transitions == nfa.transitions
    assert Automaton.of(dfa).dfa() == dfa
    assert subsets(nfa).dfa().accepts_input("bb")
    assert type(Automaton.of(nfa).nfa()) is NFA
    with pytest.raises(AutomatonError, match="not deterministic"):
        Automaton.of(nfa).dfa()
    a = Automaton.of("bA>B", start="A", accepting="B", places={"A": (0, 0), "B": (5, 0)})
    assert pickle.loads(pickle.dumps(a)) == a
    assert pickle.loads(pickle.dumps(a)).places == a.places
    assert Automaton.from_json(a.to_json()) == a


def test_the_representation_lists_the_states_in_order_and_not_as_sets_happen_to_lie():
    many = Automaton.of({"A": {"b": set("GFEDCB")}}, start="A", accepting={"G", "C"})
    assert "'A': {'b': {'B', 'C', 'D', 'E', 'F', 'G'}}" in repr(many)
    assert repr(many).endswith("start='A' accepting={'C', 'G'}>")
