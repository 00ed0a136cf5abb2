"""Every kind of answer: what is read, what is malformed, and that nothing is too large."""

import json
from fractions import Fraction

import pytest
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from boardkit.messages import LANGUAGES, using_language
from finity_edu import Position
from finity_edu.grading.answers import KINDS, MalformedAnswer, validate

FA = {"states": ["A", "B"], "alphabet": ["b", "w"], "start": "A", "accepting": ["B"], "transitions": [["A", "b", "B"]]}
TEXT = "bga/abcd bb c; posts c@A; bridges bA>B.m"

GOOD = [
    ("word", "bwb", {}, "bwb"), ("word", "", {}, ""), ("word", " ε ", {}, ""), ("word", ["b", "w"], {}, "bw"),
    ("word", None, {"none": True}, None), ("word", "None", {"none": True}, None),
    ("set of words", {"w", "b"}, {}, ["b", "w"]), ("set of words", "wb, b", {}, ["b", "wb"]),
    ("set of words", ["", "b", "b"], {}, ["", "b"]),
    ("set of words", ["C", "A"], {"tokens": ["A", "B", "C"]}, ["A", "C"]),
    ("number", 12, {}, 12), ("number", " -3 ", {}, -3), ("number", 4.0, {}, 4), ("number", Fraction(8, 2), {}, 4),
    ("fraction", Fraction(6, 16), {}, "3/8"), ("fraction", "0.375", {}, "3/8"), ("fraction", [3, 8], {}, "3/8"),
    ("fraction", 2, {}, "2/1"), ("fraction", 0.5, {}, "1/2"),
    ("table", {"b": "A B", "": {"A"}}, {"rows": ["", "b"], "columns": 1, "sets": True}, [["", "A"], ["b", "A B"]]),
    ("table", [["x", 1, 2.0]], {}, [["x", "1", "2"]]),
    ("table", {"A": ["{C, B}", "∅"]}, {"sets": True}, [["A", "B C", ""]]),
    ("path", "A→B->D", {}, ["A", "B", "D"]), ("path", ("A", "B"), {"stations": ["A", "B"]}, ["A", "B"]),
    ("automaton", FA, {}, FA),
    ("automaton", {"start": "A", "accepting": "B", "transitions": {"A": {"b": {"B"}}}}, {}, FA),
    ("automaton", {"start": "A", "accepting": ["B"], "transitions": ["bA>B"]}, {}, FA),
    ("board", ["wB>D.m", "bA>B", "oB.s"], {}, ["bA>B", "oB.s", "wB>D.m"]),
    ("board", TEXT, {}, str(Position.parse(TEXT))),
    ("board", Position.parse(TEXT), {}, str(Position.parse(TEXT))),
    ("regex", " b (w | b)* ", {}, "b(w|b)*"), ("regex", "()", {}, "()"),
    ("list of moves", "+bA>B.m; oB.s", {}, ["+bA>B.m", "oB.s"]),
    ("list of moves", ["place  0,0   4"], {}, ["place 0,0 4"]),
    ("list of moves", [], {}, []),
    ("partition", "B A / C", {"elements": ["A", "B", "C"]}, [["A", "B"], ["C"]]),
    ("partition", [["", "b"]], {"elements": ["", "b"]}, [["ε", "b"]]),
    ("machine", {3: [2, 1], "2": "1"}, {"fields": ["3", "2"]}, {"3": [1, 2], "2": [1]}),
    ("function", {"seed": 1, "results": [{"value": 1}]}, {}, {"seed": 1, "results": [{"value": 1}]}),
]

BAD = [
    ("word", 5, {}, "not_text"),
    ("word", "bxb", {}, "letter"),
    ("word", None, {}, "nothing"),
    ("word", "b" * 30_000, {}, "too_long"),
    ("set of words", 5, {}, "not_list"),
    ("set of words", ["x"], {}, "letter"),
    ("set of words", ["Z"], {"tokens": ["A"]}, "unknown_name"),
    ("set of words", ["b"] * 6000, {}, "too_long"),
    ("number", "many", {}, "not_number"),
    ("number", True, {}, "not_number"),
    ("number", float("nan"), {}, "not_number"),
    ("number", float("inf"), {}, "not_number"),
    ("number", 1.5, {}, "not_number"),
    ("number", 10**2000, {}, "too_long"),
    ("number", "9" * 5000, {}, "not_number"),
    ("fraction", "1/0", {}, "not_number"),
    ("fraction", "half", {}, "not_number"),
    ("fraction", "1e999999", {}, "not_number"),
    ("fraction", [1, 0], {}, "not_number"), ("fraction", float("nan"), {}, "not_number"),
    ("table", 5, {}, "not_list"), ("table", [[]], {}, "empty_row"), ("table", [["x"], ["x"]], {}, "twice"),
    ("table", {"z": "1"}, {"rows": ["a"]}, "unknown_name"), ("table", {"a": ["1", "2"]}, {"columns": 1}, "columns"),
    ("table", {"a": object()}, {}, "cell"),
    ("path", 5, {}, "not_list"), ("path", ["Z"], {"stations": ["A"]}, "unknown_name"),
    ("automaton", [], {}, "not_automaton"), ("automaton", {"start": "A"}, {}, "missing"),
    ("automaton", FA | {"alphabet": ["a", "b"]}, {}, "symbol"),
    ("automaton", FA | {"transitions": [["A", "b"]]}, {}, "transition"),
    ("automaton", FA | {"start": "Z"}, {}, "unknown_name"), ("automaton", FA | {"start": None}, {}, "state"),
    ("automaton", FA | {"transitions": [["A", "", "B"]]}, {"epsilon": False}, "epsilon"),
    ("automaton", FA | {"states": [str(i) for i in range(300)] + ["A", "B"]}, {}, "too_long"),
    ("board", ["b A"], {}, "not_arrow"),
    ("board", ["bA>Z"], {"stations": ["A"]}, "unknown_name"),
    ("board", "nonsense", {}, "not_board"),
    ("regex", "b)", {}, "regex"),
    ("regex", "(b", {}, "regex"),
    ("regex", "b|", {}, "regex"),
    ("regex", "a", {}, "regex"),
    ("regex", "(" * 1000 + "b" + ")" * 1000, {}, "regex"), ("regex", "b" * 3000, {}, "regex"),
    ("list of moves", [5], {}, "not_move"), ("list of moves", [""], {}, "not_move"),
    ("partition", [["A"], ["A"]], {"elements": ["A"]}, "twice"),
    ("partition", [["A"]], {"elements": ["A", "B"]}, "left_out"),
    ("machine", [], {}, "not_machine"), ("machine", {3: [1]}, {"fields": ["3", "2"]}, "left_out"),
    ("machine", {3: "x"}, {}, "not_number"),
    ("function", len, {}, "not_function"), ("function", {"seed": 1, "results": [float("nan")]}, {}, "not_data"),
]


@pytest.mark.parametrize(("kind", "written", "form", "canonical"), GOOD)
def test_what_a_student_writes_becomes_canonical_json(kind, written, form, canonical):
    value = validate(kind, written, **form)
    assert value == canonical
    assert json.loads(json.dumps(value)) == value
    assert validate(kind, value, **form) == value


@pytest.mark.parametrize(("kind", "written", "form", "problem"), BAD)
def test_a_malformed_answer_says_what_is_wrong_and_what_was_expected(kind, written, form, problem):
    with pytest.raises(MalformedAnswer) as caught:
        validate(kind, written, **form)
    assert caught.value.kind == kind
    assert caught.value.problem == problem
    texts = set()
    for lang in LANGUAGES:
        with using_language(lang):
            texts.add(str(caught.value))
    assert len(texts) == 3
    assert all(len(t) < 1500 for t in texts)


def test_every_kind_has_good_and_bad_cases():
    assert {case[0] for case in GOOD} == {case[0] for case in BAD} == set(KINDS)


def test_automata_of_automata_lib_are_taken_as_they_are():
    nfa = NFA(states={"A", "B"}, input_symbols={"b", "w"}, transitions={"A": {"b": {"B"}}}, initial_state="A",
              final_states={"B"})
    assert validate("automaton", nfa)["transitions"] == [["A", "b", "B"]]
    dfa = DFA.from_nfa(nfa, retain_names=True)
    assert validate("automaton", dfa)["accepting"] == ["B"]


def test_an_object_that_cannot_print_itself_is_only_malformed():
    class Nasty:
        def __repr__(self):
            raise RuntimeError

    with pytest.raises(MalformedAnswer):
        validate("number", Nasty())


def test_an_unknown_kind_is_a_mistake_of_the_caller():
    with pytest.raises(KeyError, match="poem"):
        validate("poem", "roses")
