"""From boards to automata and graphs, and back."""

from __future__ import annotations

import re

import networkx
import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    equivalent,
    from_regex,
    is_finite,
    left_quotient,
    longest_length,
    minimise,
    remove_epsilon,
    subsets,
    tidy,
    union,
)
from finity_edu import Board, Position
from finity_edu.analysis import seat_view, wins
from finity_edu.automata import (
    board_from_nfa,
    position_from_networkx,
    position_graph,
    ring_nfa,
    station_automaton,
    station_names,
    station_nfa,
)
from finity_edu.examples import example
from tests.automatakit.automata import all_words, arrows_of, random_board, random_nfa
from tests.cases import every
from tests.finity_edu.boards import strewn


def nfa(arrows, start, final, symbols="bw"):
    """An automaton from "A b B, B w C"."""
    text = " ".join("{1}{0}>{2}".format(*arrow.split()) for arrow in arrows.split(", "))
    return Automaton.of(text, start=start, accepting=set(final), symbols=symbols)


def test_the_station_automaton_is_the_board():
    for seed in range(20):
        position = strewn(seed, 2 + seed % 3)
        for seat in range(1, position.players + 1):
            found = station_nfa(position, seat)
            assert found.states == set(position.board.names)
            assert found.input_symbols == {"b", "w"}
            assert found.initial_state == position.layout.posts[seat - 1]
            assert found.final_states == {position.board.end}
            arrows = {(a, p, q) for p, q, a in found.iter_transitions()}
            assert Automaton.of(found).edges == station_automaton(position, seat).edges
            assert arrows == {b for b in arrows_of(position) if b[1] != position.board.end}


def test_all_players_share_everything_but_the_start():
    position = strewn(4, 4)
    automata = [station_nfa(position, seat) for seat in (1, 2, 3, 4)]
    assert len({a.initial_state for a in automata}) == 4
    assert all(a.transitions == automata[0].transitions for a in automata)


def test_the_ring_automaton_is_acyclic_and_spends_one_ring_less_than_arrows():
    longest = 0
    for seed in range(60):
        position, _ = random_board(seed)
        total = seat_view(position, 1).total
        if total > 6:
            continue
        rings = ring_nfa(position, 1)
        graph = networkx.MultiDiGraph([(p, q) for p, q, _ in rings.iter_transitions()])
        assert networkx.is_directed_acyclic_graph(graph)
        assert is_finite(rings)
        length = longest_length(rings)
        assert length is not None
        assert length <= total + 1
        longest = max(longest, length)
    assert longest >= 5


def test_the_ring_automaton_of_the_worked_example():
    rings = ring_nfa(example("worked-example"), 1)
    assert rings.accepts_input("bbwwbb")
    assert not rings.accepts_input("bbwwbwwbb")
    assert station_nfa(example("worked-example"), 1).accepts_input("bbwbbwbbb")
    assert not rings.accepts_input("bbwbbwbbb")


def test_a_ring_automaton_that_grows_too_large_is_refused():
    position, _ = random_board(11)
    with pytest.raises(AutomatonError, match="more than 3 states"):
        ring_nfa(position, 1, limit=3)


def wins_plain(position, seat, word):
    return seat_view(position, seat).table.accepts(word)


# --- and back --------------------------------------------------------------------------------------------------


def test_a_board_survives_the_way_through_its_automaton():
    for seed in range(25):
        position = strewn(seed, 2 + seed % 3)
        there = station_nfa(position, 1)
        back = board_from_nfa(there, players=position.players, places=position.board)
        assert back.board == position.board
        assert {a for a in arrows_of(position) if a[1] != position.board.end} == arrows_of(back)
        assert station_nfa(back, 1).transitions == there.transitions
        assert station_nfa(back, 1).initial_state == there.initial_state


@pytest.mark.slow
def test_an_automaton_of_a_board_finds_a_board_without_being_told_the_places():
    made = 0
    for seed in range(250):
        position, _ = random_board(seed)
        if position.board.is_standard:
            continue
        there = station_nfa(position, 1)
        try:
            back = board_from_nfa(there)
        except AutomatonError as error:
            assert "corners" in str(error) or "slots" in str(error)  # the boards of the test ignore the corner rule
            continue
        assert back.problems() == ()
        assert station_nfa(back, 1).transitions == there.transitions
        made += 1
    assert made > 60


def test_labels_that_can_name_stations_are_kept():
    position = board_from_nfa(nfa("A b B, B w Goal2", "A", ["Goal2"]))
    assert set(position.board.names) == {"A", "B", "Goal2"}
    assert (position.board.end, position.word, position.layout.posts[0]) == ("Goal2", "bw", "A")
    assert station_names(from_regex("bw")) == {0: "Q0", 1: "Q1", 2: "Q2"}
    assert wins(board_from_nfa(nfa("A b B", "A", ["B"])), 1)


@every(
    ("automaton", "mention"),
    [
        (nfa("A s B", "A", ["B"], symbols="s"), "no board reads s"),
        (nfa("A ε B", "A", ["B"]), "A has an ε-transition"),
        (nfa("A b B, A b C", "A", ["B", "C"]), r"2 accepting states \(B, C\)"),
        (nfa("A b B", "A", []), "0 accepting states"),
        (nfa("A b B", "A", ["A"]), "A is both the start state and accepting"),
        (nfa("A b A, A w B", "A", ["B"]), "from A to itself on b"),
        (nfa("A b B, B w A", "A", ["B"]), "from B on w to A leaves the accepting state"),
        (nfa("A b B, A w B, B b A, B w A, B b C", "A", ["C"]), "B and A are joined by more than three"),
        (nfa(", ".join(f"A b {q}" for q in "BCDEFGH"), "A", ["H"]), "A has 7 neighbours"),
        (nfa("A b B, A b C, A b D, B b C, B b D, C b D", "A", ["D"]), "no arrangement of hexagons"),
    ],
)
def test_what_is_no_board_is_refused_with_the_state_or_transition_in_the_way(automaton, mention):
    with pytest.raises(AutomatonError, match=mention):
        board_from_nfa(automaton)


def test_given_places_are_used_and_checked():
    path = nfa("A b B, B w D", "A", ["D"])
    position = board_from_nfa(path, places={"A": (0, 0), "B": (0, 1), "D": (1, 1)})
    assert str(position.board) == "[A:0,0 B:0,1 D*:1,1]"
    with pytest.raises(AutomatonError, match="from A on b to B joins stations that are not neighbours"):
        board_from_nfa(path, places={"A": (0, 0), "B": (0, 2), "D": (1, 1)})
    with pytest.raises(AutomatonError, match="no place is given for state D"):
        board_from_nfa(path, places={"A": (0, 0), "B": (0, 1)})


def test_three_arrows_on_all_sides_of_a_corner_clash():
    corner = {"A": (0, 0), "B": (0, 1), "E": (1, 0), "D": (-1, 0)}
    pairs = [("A", "B"), ("B", "E"), ("E", "A")]
    arrows = [f"{p} {a} {q}" for p, q in pairs for a in "bw"] + ["A b D"]
    assert board_from_nfa(nfa(", ".join(arrows), "A", ["D"]), places=corner).problems() == ()
    full = nfa(", ".join(arrows + [f"{q} b {p}" for p, q in pairs]), "A", ["D"])
    with pytest.raises(AutomatonError, match="clash at the corners"):
        board_from_nfa(full, places=corner)


# --- operations ------------------------------------------------------------------------------------------------


def test_removing_epsilon_keeps_the_language_and_the_states():
    for seed in range(25):
        automaton = random_nfa(seed, epsilon=True)
        plain = remove_epsilon(automaton)
        assert not plain.has_epsilon
        assert plain.states == automaton.states
        assert equivalent(plain, automaton)
    assert equivalent(remove_epsilon(subsets(random_nfa(1))), random_nfa(1))


def test_tidying_keeps_the_language_and_never_grows():
    for seed in range(40):
        automaton = random_nfa(seed, states=5, density=0.2, epsilon=True)
        small = tidy(automaton)
        assert equivalent(small, automaton)
        assert len(small.states) <= len(automaton.states)
    assert len(tidy(union(from_regex("b*"), from_regex("b*"))).states) == 1


def test_the_left_quotient_is_what_may_follow():
    for seed in range(10):
        automaton = random_nfa(seed)
        for prefix in ("", "b", "wb"):
            rest = left_quotient(automaton, prefix)
            assert all(rest.accepts(w) == automaton.accepts(prefix + w) for w in all_words(4))


def test_the_names_of_subsets_are_sets_of_stations():
    dfa = subsets(station_nfa(example("worked-example"), 1))
    assert dfa.start == frozenset({"A"})
    assert frozenset() in dfa.states
    assert minimise(dfa).states == tuple(f"q{i}" for i in range(len(minimise(dfa).states)))


# --- graphs ----------------------------------------------------------------------------------------------------


def test_a_position_survives_the_way_through_networkx():
    for seed in range(25):
        position = strewn(seed, 2 + seed % 3, ("bga", "piglab")[seed % 2])
        back = position_from_networkx(position_graph(position))
        assert back.layout == position.layout
        assert (back.word, back.turn, back.rules, back.clock, back.ply) == (
            position.word, position.turn, position.rules, position.clock, position.ply)
    custom = Position.parse("bga/abcd bb c; posts c@A; bridges bA>B.m bB>C.l")
    assert position_from_networkx(position_graph(custom)) == custom


def test_the_graph_of_a_position_has_colour_slot_and_place():
    graph = position_graph(Position.start(word="bbwwbwbw").play("+bN>C.m"))
    assert isinstance(graph, networkx.MultiDiGraph)
    assert graph.edges["N", "C", "b"] == {"colour": "b", "slot": "N-C.m"}
    assert graph.nodes["N"]["hex"] == (-1, 1)
    assert graph.nodes["N"]["pos"][1] > graph.nodes["S"]["pos"][1]
    assert [n for n, end in graph.nodes(data="end") if end] == ["C"]
    assert graph.nodes["S"]["posts"] == (2,)


def test_an_automaton_survives_the_way_through_networkx():
    for seed in range(20):
        automaton = random_nfa(seed, epsilon=True)
        back = Automaton.of(automaton.graph())
        assert back.edges == automaton.edges
        assert (back.start, back.accepting, back.alphabet) == (automaton.start, automaton.accepting, automaton.alphabet)


def test_a_graph_that_says_too_little_is_refused():
    graph = from_regex("bw").graph()
    with pytest.raises(AutomatonError, match="no attribute hex"):
        position_from_networkx(graph)
    graph.nodes[1]["start"] = True
    with pytest.raises(AutomatonError, match="exactly one node must have start=True, not 2"):
        Automaton.of(graph)
    graph.nodes[1]["start"] = False
    graph.add_edge(0, 2)
    with pytest.raises(AutomatonError, match="from 0 to 2 has no attribute symbol"):
        Automaton.of(graph)
    board = position_graph(Position.start(word="bbwwbwbw"))
    board.add_edge("N", "C", colour="b")
    with pytest.raises(AutomatonError, match="from N to C has no attributes colour and slot"):
        position_from_networkx(board)
    board.remove_edge("N", "C")
    board.nodes["N"]["end"] = True
    with pytest.raises(AutomatonError, match="attribute end, not 2"):
        position_from_networkx(board)


def test_boards_of_every_size_are_known_to_networkx():
    for players in (2, 3, 4):
        graph = position_graph(Position.start(players, word="bbwwbwbw"))
        assert set(graph.nodes) == set(Board.standard(players).names)


def test_states_become_stations_with_names_of_their_own() -> None:
    odd = Automaton.of({"A": {"b": {"a b"}}, "a b": {"b": {"Q1"}}, "Q1": {"w": {"é"}}, "é": {"b": {"A"}}},
                       start="A", accepting={"é"})
    names = station_names(odd)
    assert (names["A"], names["Q1"]) == ("A", "Q1")
    assert len({*names.values()}) == len(odd.states) == 4
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) for name in names.values())
