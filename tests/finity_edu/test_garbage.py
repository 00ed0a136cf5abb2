"""No reader of a text or an object answers garbage with a raw error; the bulk is in `benchmarks.measures.garbage`."""

import pytest

from automatakit import Automaton, AutomatonError, from_dot, from_jff, from_regex, label
from benchmarks.measures.garbage import READERS, escapes, inputs
from boardkit.errors import UserError
from finity_edu import Position
from finity_edu.rules.errors import NotationError
from matchbox.rules.machine import Machine
from tests.cases import every

LATIN = """<?xml version="1.0" encoding="ISO-8859-1"?><structure><type>fa</type><automaton>
<state id="0" name="é"><x>1</x><y>2</y><initial/><final/></state></automaton></structure>"""


@pytest.mark.parametrize("name", READERS)
def test_garbage_is_refused_with_a_helpful_error(name):
    raw = [(repr(value)[:60], found) for value in inputs(name, 5) if (found := escapes(name, value)) is not None]
    assert raw == []


@every("name", [name for name in READERS if READERS[name][1]])
def test_the_samples_that_are_mutated_can_be_read(name):
    READERS[name][0](READERS[name][1])


def test_a_jflap_file_is_read_in_the_encoding_that_it_declares():
    assert from_jff(LATIN.encode("latin-1")).states == ("é",)
    assert from_jff(LATIN).states == ("é",)  # a text is decoded already, whatever its first line says


def test_a_place_that_is_no_number_is_refused_by_name():
    with pytest.raises(AutomatonError, match="state A: e5,4 is not a pair of numbers"):
        from_dot('digraph { s [shape=point]; s -> A; A [pos="e5,4"]; A -> A [label="b"] }')
    with pytest.raises(AutomatonError, match=r"state A: 1\.2\.3,4 is not a pair of numbers"):
        from_dot('digraph { s [shape=point]; s -> A; A [pos="1.2.3,4"]; B [pos="1.5,-2"]; A -> B [label="b"] }')


def test_states_are_put_in_order_whatever_digits_their_names_hold():
    table = Automaton.of({"q²": {"b": {"q" + "9" * 6_000}}}, start="q²", accepting=set(), symbols="b")
    assert label(table.states[0]) == "q²"


def test_an_error_keeps_line_column_and_caret():
    with pytest.raises(NotationError) as caught:
        Position.parse("bga/abcd bb c; posts c@A;\nbridges bA>²")
    assert caught.value.column == 37
    assert str(caught.value).splitlines()[-2:] == ["  bridges bA>²", "             ^"]


def test_an_expression_brings_its_own_alphabet_and_stays_within_its_limit():
    assert from_regex("(0|1)*1").alphabet == ("0", "1")
    assert from_regex("b*").alphabet == ("b",)
    assert from_regex("b*", "abc").alphabet == ("a", "b", "c")
    for text in ("b{3000}", "b" * 30_001, "b|*"):
        with pytest.raises(UserError):
            from_regex(text)
    assert len(from_regex("(b|w)*b" + "(b|w)" * 15).states) == 17


def test_machines_are_read_with_ascii_digits_only():
    for text in ("length=9 | 9:123 … :15:123", "length=9 | ²:1", "length=9 | " + "9" * 5_000 + ":1"):
        with pytest.raises(UserError):
            Machine.load(text)
