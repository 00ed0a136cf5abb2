"""JFLAP, DOT and TikZ: written, read back, and refused with the place where they cannot be read."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    equivalent,
    from_dot,
    from_jff,
    from_regex,
    from_tikz,
    intersection,
    minimise,
    subsets,
    to_jff,
    to_tikz,
    union,
)
from automatakit.formats import FORMATS, read_text
from finity_edu import Position
from finity_edu.automata import rings_of_seat, station_automaton
from finity_edu.examples import example
from tests.automatakit.automata import random_nfa
from tests.cases import every
from tests.finity_edu.boards import strewn


def samples():
    yield from (random_nfa(seed, epsilon=seed % 2 == 0) for seed in range(12))
    yield from (station_automaton(strewn(seed, 2 + seed % 3), 1) for seed in range(6))
    yield station_automaton(Position.start(word="bbwwbwbw"), 1)
    yield rings_of_seat(example("worked-example"), 1)
    yield subsets(from_regex("(b|w)*b"))
    yield union(from_regex("b"), from_regex("w"))
    yield intersection(*[station_automaton(example("worked-example"), 1)] * 2)
    yield Automaton.of("bw")
    yield Automaton.of({"q_1": {"<": {'say "x"'}, "&": {"#%&{}$\\"}}, "#%&{}$\\": {"": {"a<b"}}}, symbols='<&"',
                       start="q_1", accepting={"a<b"})


@pytest.mark.parametrize("name", FORMATS)
def test_every_automaton_survives_the_way_through_every_format(name):
    write, read = FORMATS[name].write, FORMATS[name].read
    for automaton in samples():
        back = read_text(write(automaton))
        assert equivalent(back, automaton)
        assert len(back.states) == len(automaton.states)
        assert len(back.accepting) == len(automaton.accepting)
        assert back.alphabet == automaton.alphabet or name == "JFLAP"
        assert len(back.edges) == len(automaton.edges)
        assert write(back) == write(read(write(back)))  # a second round changes nothing


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"automata-lib"}))  # which knows no places
def test_states_keep_their_names_and_places(name):
    write, read = FORMATS[name].write, FORMATS[name].read
    automaton = station_automaton(Position.start(word="bbwwbwbw").play("+bN>C.m"), 1)
    back = read(write(automaton))
    assert set(back.states) == set(automaton.states)
    assert back.start == "N"
    for state, (x, y) in automaton.places.items():
        assert back.places[state] == pytest.approx((x, y), abs=0.6)


def test_a_jflap_file_has_the_structure_that_jflap_writes():
    root = ElementTree.fromstring(to_jff(from_regex("b*w")).split("\n", 1)[1])
    assert root.tag == "structure"
    assert root.findtext("type") == "fa"
    automaton = root.find("automaton")
    assert automaton is not None
    states = automaton.findall("state")
    assert [s.get("id") for s in states] == [str(i) for i in range(len(states))]
    assert all(float(s.findtext("x", "-")) is not None and s.findtext("y") for s in states)
    assert sum(s.find("initial") is not None for s in states) == 1
    assert sum(s.find("final") is not None for s in states) == 1
    for transition in automaton.findall("transition"):
        assert [child.tag for child in transition] == ["from", "to", "read"]


BY_JFLAP = """<?xml version="1.0" encoding="UTF-8" standalone="no"?><!--Created with JFLAP 7.1.--><structure>
\t<type>fa</type>
\t<automaton>
\t\t<!--The list of states.-->
\t\t<state id="0" name="q0">
\t\t\t<x>81.0</x>
\t\t\t<y>102.0</y>
\t\t\t<initial/>
\t\t</state>
\t\t<state id="3" name="q3">
\t\t\t<x>213.5</x>
\t\t\t<y>99.0</y>
\t\t\t<label>a note</label>
\t\t\t<final/>
\t\t</state>
\t\t<!--The list of transitions.-->
\t\t<transition>
\t\t\t<from>0</from>
\t\t\t<to>3</to>
\t\t\t<read>b</read>
\t\t</transition>
\t\t<transition>
\t\t\t<from>3</from>
\t\t\t<to>0</to>
\t\t\t<read/>
\t\t</transition>
\t</automaton>
</structure>
"""


def test_a_file_as_jflap_writes_it_can_be_read():
    nfa = from_jff(BY_JFLAP, symbols="bw")
    assert nfa.places == {"q0": (81.0, 102.0), "q3": (213.5, 99.0)}
    assert (nfa.start, nfa.accepting, nfa.alphabet) == ("q0", {"q3"}, ("b", "w"))
    assert nfa.accepts("bb")
    assert nfa.has_epsilon


@every(
    ("old", "new", "mention"),
    [
        ("</automaton>", "", "line 28: not XML"),
        ("<type>fa</type>", "<type>pda</type>", "line 2: the file describes pda"),
        ('id="3"', "", "line 10: a state without id"),
        ('id="3"', 'id="0"', "line 10: a second state with the id 0"),
        ("213.5", "left", "line 11: state q3: x is left, which is not a number"),
        ("\t\t\t<initial/>\n", "", "exactly one state must be the start state, not 0"),
        ("<final/>", "<final/><initial/>", r"not 2 \(q0, q3\)"),
        ("<to>3</to>", "<to>9</to>", "line 17: the transition has to = 9"),
        ("<to>3</to>", "", "line 17: the transition has to = –"),
        ("<read>b</read>", "<read>[w-b]</read>", r"line 17: the transition from q0 to q3 reads \[w-b\]"),
        ("<structure>", '<!DOCTYPE structure [<!ENTITY x "y">]><structure>', "entities of its own"),
    ],
)
def test_what_cannot_be_read_in_a_jflap_file_is_named(old, new, mention):
    assert old in BY_JFLAP
    with pytest.raises(AutomatonError, match=mention):
        from_jff(BY_JFLAP.replace(old, new, 1))


def test_dot_as_people_write_it_can_be_read():
    text = """
    /* by hand */ strict digraph fsm {
        rankdir=LR  // left to right
        node [shape=circle]; edge [fontsize=12];
        start [shape=none, label=""];
        end [shape = doublecircle; label="the end"]
        start -> A;
        A -> B -> end [label="b, w"];
        B -> B [label=ε]   # loops
    }
    """
    nfa = from_dot(text)
    assert (nfa.start, nfa.accepting, nfa.states) == ("A", {"end"}, ("A", "B", "end"))
    assert nfa.accepts("bw")
    assert not nfa.accepts("b")


@every(
    ("text", "mention"),
    [
        ("graph { A -- B }", "line 1: graph does not fit"),
        ("digraph {\n A -> ;\n}", "line 2: ; does not fit"),
        ("digraph {\n\n A -> B [label=b]\n}", "not 0"),
        ('digraph { s [shape=point]\n s -> A\n A -> B\n}', "line 3: the edge from A to B has no label"),
        ('digraph { s [shape=point]\n s -> A\n A -> B [label="bw"]\n}', "line 3: the edge from A to B reads bw"),
        ('digraph { s [shape=point] s -> A', "does not fit"),
        ('digraph { s [shape=point\n s -> A }', "line 2"),
        ("digraph { A -> -> B }", "line 1: -> does not fit"),
        ('digraph { s [shape=point] s -> A; A [pos="3;4"] }', "state A: 3;4 is not a pair of numbers"),
        ('digraph { s [shape=point] s -> A; A [pos="nan,4!"] }', "state A: nan,4 is not a pair of numbers"),
    ],
)
def test_what_cannot_be_read_in_dot_is_named(text, mention):
    with pytest.raises(AutomatonError, match=re.escape(mention) if "[" not in mention else mention):
        from_dot(text)


def test_tikz_is_a_complete_picture_with_bent_arrows_and_loops():
    text = to_tikz(Automaton.of("bA>B wA>A bB>A", start="A", accepting="B"))
    assert text.count(r"\node[state") == 2
    assert "bend left" in text
    assert "loop above" in text
    assert text.rstrip().endswith(r"\end{tikzpicture}")
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("old", "new", "mention"),
    [
        (", initial]", "]", "exactly one of the 2 states must be the start state, not 0"),
        ("(q1);", "(q7);", "line 6: the edge ends at q7"),
        ("node {b}", "node {bw}", "line 6: the edge reads bw"),
        ("at (2.54, 0)", "at (30:2)", "state 1: 30:2 is not a pair of numbers"),
        ("at (2.54, 0)", "at (2, 1.2.3)", "state 1: 2, 1.2.3 is not a pair of numbers"),
    ],
)
def test_what_cannot_be_read_in_tikz_is_named(old, new, mention):
    text = to_tikz(Automaton.of("b"))
    assert old in text
    with pytest.raises(AutomatonError, match=mention):
        from_tikz(text.replace(old, new))


STATES = r"\node[state, initial above] (p) {$p$}; \node[state] (q_1) [right=of p] {$q_{1}$}; " + (
    r"\node[accepting by double, state, label={[red]above:last}](r){r};")


@pytest.mark.parametrize(
    ("drawn", "edges"),
    [
        # as the manual writes it
        (r"\path[->] (p) edge node {0} (q_1) edge [bend left] node [swap] {1} (r) (q_1) edge node {1} (r)"
         r" edge [loop above] node {0} ();", "0p>q_1 1p>r 1q_1>r 0q_1>q_1"),
        (r"\draw[->] (p) to[out=30, in=90] node {$0, 1$} (q_1.north) -- node[above] {0} (r);", "0p>q_1 1p>q_1 0q_1>r"),
        (r"\draw[->] (p) -- (r) node[midway] {2}; \path (r) edge[\"0\", bend left] (p);".replace('\\"', '"'),
         "2p>r 0r>p"),
        (r"\draw (p) .. controls (1, 1) and (2, 2) .. node {$\varepsilon$, $\epsilon$} (r);", "εp>r"),
        # what is commented out, and lines that belong to no automaton
        ("\\path (p) edge node {a} (r); % (p) edge node {b} (r)\n\\draw (-1, 0) -- (p) (0, 0) -- (1, 1);", "ap>r"),
        (r"\path node[state] (s) at (0, 2) {s} (p) edge node {a} (s) edge node {\%} (r);", "ap>s %p>r"),
    ],
)
def test_pictures_in_tikz_are_read_as_people_draw_them(drawn, edges):
    read = from_tikz(STATES + drawn)
    assert sorted(read.edges) == sorted(Automaton.of(edges, start="p", accepting=[]).edges)
    assert (read.start, read.accepting) == ("p", {"r"})


@pytest.mark.parametrize(
    ("drawn", "mention"),
    [
        (r"\draw[->] (p) to node {0} (rr);", "line 1: the edge ends at rr"),
        ("\n\\draw[->] (p) to (r);", "line 2: the edge reads –"),
        (r"\path (p) edge (r);", "line 1: the edge reads –"),
    ],
)
def test_an_arrow_in_tikz_that_cannot_be_read_is_not_passed_over(drawn, mention):
    with pytest.raises(AutomatonError, match=mention):
        from_tikz(STATES + drawn)


def test_states_of_equal_names_stay_apart_in_every_format():
    tikz = from_tikz(r"\node[state,initial](a){$q$}; \node[state,accepting](b){$q$}; \path (a) edge node {x} (b);")
    assert tikz.edges == {("q", "x", "q′")}
    odd = Automaton.of({"": {"a": {"A"}}, "A": {"a": {"A (2)"}}, "A (2)": {"a": {""}}}, start="", accepting={"A"})
    for one in FORMATS.values():
        again = one.read(one.write(odd))
        assert again.states == ("ε", "A", "A (2)")
        assert equivalent(again, odd)
    thrice = from_jff(to_jff(odd).replace('name="ε"', 'name="A"').replace('name="A (2)"', 'name="A"')
                      .replace('id="0" name="A"', 'id="0" name="A (2)"'))
    assert len(set(thrice.states)) == 3
    assert equivalent(thrice, odd)


def test_places_are_read_as_graphviz_and_people_write_them():
    dot = from_dot('digraph { s [shape=point] s -> A; A [pos="1.2e+03,18,0!"]; A -> B [label=b] }')
    assert dot.places == {"A": (1200.0, -18.0)}
    drawn = to_tikz(Automaton.of("b"))
    tikz = from_tikz(drawn.replace("(0, 0)", "(1cm,2cm)").replace(" at (2.54, 0)", ""))
    assert tikz.places == {"0": (48.0, -96.0)}


def test_what_automata_lib_says_of_its_automata_is_read_and_nothing_is_executed():
    nfa = Automaton.of("aA>B εB>A", start="A", accepting="B")
    assert read_text(repr(nfa.nfa())) == read_text(FORMATS["automata-lib"].write(nfa)) == nfa
    assert equivalent(read_text(repr(minimise(nfa).dfa())), nfa)
    for text in ("from automata.fa.nfa import NFA", "NFA(states={1})", "NFA(" * 9999,
                 "DFA(states=exit(), input_symbols={'a'}, transitions={}, initial_state=1, final_states={1})"):
        with pytest.raises(AutomatonError):
            read_text(text)


def test_equal_labels_stay_apart():
    twins = Automaton.of({1: {"b": {"1"}}}, start=1, accepting={"1"})
    for write, read in ((one.write, one.read) for one in FORMATS.values()):
        assert len(read(write(twins)).states) == 2


@pytest.mark.parametrize(("read", "text"), [
    (from_dot, "digraph { A -> B [label=b] " + "/* x " * 20_000),
    (from_dot, 'digraph { A -> B [label=b] ' + '"x ' * 19_999),
    (from_tikz, r"\node[" * 20_000), (from_tikz, r"\node[state](" * 20_000), (from_tikz, "(" * 20_000),
    (from_tikz, "(a) edge [" * 20_000), (from_tikz, "(a) edge" + 20_000 * " "), (from_tikz, r"\node" + 20_000 * " "),
    (from_tikz, r"\node[state](a)" + 20_000 * " "), (from_tikz, "(a) edge node [] {" + "{}" * 20_000),
])
def test_a_text_that_never_ends_what_it_begins_is_read_once(read, text):
    began = time.process_time()
    with pytest.raises(AutomatonError):
        read(text)
    assert time.process_time() - began < 0.7  # again and again takes seconds, or minutes


@pytest.mark.parametrize("encoding", ["utf-7", "idna", "punycode", "undefined", "rot13", "nowhere"])
def test_a_jflap_file_in_an_encoding_that_no_file_has_is_refused_by_line(encoding):
    content = f'<?xml version="1.0" encoding="{encoding}"?><structure><type>fa</type></structure>'.encode()
    with pytest.raises(AutomatonError, match="line 1"):
        from_jff(content)


@pytest.mark.parametrize(("read", "text"), [
    (from_dot, "digraph { = " + "x" * 9_999 + " }"),
    (from_dot, 'digraph { s [shape=point] s -> A; A -> "' + "x" * 9_999 + '" }'),
    (from_jff, f"<{'x' * 9_999}/>"),
    (from_tikz, r"\node[state, initial] (a) {a}; (" + "x" * 9_999 + ") edge node {b} (a);"),
])
def test_an_error_quotes_a_part_of_what_it_found(read, text):
    with pytest.raises(AutomatonError) as caught:
        read(text)
    assert len(str(caught.value)) < 700
