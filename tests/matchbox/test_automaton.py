from fractions import Fraction
from itertools import product

import networkx
import pytest

import automatakit
from boardkit.errors import UserError
from matchbox import Machine, Rules
from matchbox.analysis import exact
from matchbox.analysis.chain import mask_of
from matchbox.analysis.optimal import clairvoyant
from matchbox.automata import (
    learning_dfa,
    machine_nfa,
    markers_of,
    markov_chain,
    mdp,
    readings,
    subsets,
)


def words(length, step=3):
    return ["".join(w) for n in range(length + 1) for w in product([str(j) for j in range(1, step + 1)], repeat=n)]


@pytest.mark.parametrize("markers", [None, Rules().winning, Rules().circles[::2]])
@pytest.mark.parametrize("first", ["machine", "human"])
def test_some_run_wins_exactly_on_the_words_that_the_nfa_accepts(markers, first):
    nfa = machine_nfa(markers, first=first)
    for word in words(4):
        reading = readings(word, markers, first=first)
        assert reading.some == nfa.accepts_input(word)
        assert reading.some == (reading.probability > 0)
        assert reading.every == (reading.probability == 1)


def test_with_all_markers_the_angel_wins_nearly_always_and_the_universal_reading_never():
    assert any(readings(w).some for w in words(2))
    assert not any(readings(w).every for w in words(4))
    assert any(readings(w, Rules().winning).every for w in words(4))


def test_learning_makes_the_machine_deterministic_14_subsets_become_9():
    assert len(subsets()) == 14
    trained = subsets(Rules().winning)
    assert len(trained) == 9
    assert all(sum(s[0] in "HWL" for s in here) <= 1 for here in trained)  # one settled state in each


def test_the_probability_of_a_random_word_is_the_win_probability_of_the_first_game():
    """Random Intelligenz draws among min(3, d) moves: weigh every word by the run's own chances, on a small board."""
    rules = Rules(length=3)
    table = {(d, n): Fraction(1, n) for d in range(1, 4) for n in (1, 2, 3)}
    total = Fraction(0)
    for j in (1, 2):  # the first move 3 wins for Intelligenz at once
        then = 3 - j
        for k in rules.box(then):
            if k == then:
                total += Fraction(1, 3) * table[then, len(rules.box(then))]
    assert total == exact.win_probability("random", "human", rules=rules)


def test_a_machine_can_be_read_as_an_automaton_directly():
    machine = Machine.load("length=4 | 4:- 3:3 2:2 1:1")
    assert markers_of(machine.rules, machine) == {(3, 3), (2, 2), (1, 1)}
    assert machine_nfa(machine).accepts_input("3")
    assert readings("1", machine).every


def test_the_small_learning_process_has_eight_configurations_and_is_partially_ordered():
    dfa = learning_dfa(Rules(length=3))
    assert len(dfa.states) == 8
    assert sum(map(len, dfa.transitions.values())) == 12  # the cube of the three bad markers
    assert dfa.accepts_input(["2.1", "3.1", "3.2"])
    assert not dfa.accepts_input(["2.1", "3.1"])


@pytest.mark.slow
def test_the_whole_learning_process_is_a_dfa_with_16832_states_and_116800_edges():
    dfa = learning_dfa()
    assert len(dfa.states) == 16_832
    assert sum(map(len, dfa.transitions.values())) == 116_800
    assert dfa.accepts_input([f"{d}.{k}" for d, k in
                              [*((4, k) for k in (1, 2, 3)), *sorted(Rules().bad_on_winnable)]])


def test_the_markov_chain_as_a_graph_has_the_same_hitting_time():
    rules = Rules(length=4)
    graph = markov_chain("random", rules)
    for node in graph:
        assert sum(p for *_, p in graph.out_edges(node, data="probability")) == 1
    goal = mask_of(rules, rules.bad_on_winnable)
    done = {n for n in graph if not goal & sum(
        1 << i for i, c in enumerate(rules.circles) if str(c[1]) in dict(
            p.split(":") for p in n[0].split())[str(c[0])])}
    value = dict.fromkeys(graph, 0.0)
    out = {n: [(m, float(p)) for _, m, p in graph.out_edges(n, data="probability")] for n in graph if n not in done}
    for _ in range(1000):
        value |= {n: 1 + sum(p * value[m] for m, p in edges) for n, edges in out.items()}
    start = ("4:123 3:123 2:12 1:1", "machine")
    assert value[start] == pytest.approx(exact.expected_games("random", rules=rules), abs=1e-6)


def test_value_iteration_on_the_decision_process_finds_the_clairvoyant_optimum():
    rules = Rules(length=4)
    graph = mdp(rules)
    assert networkx.is_weakly_connected(graph)
    perfect = "3:3 2:2 1:1"
    value = dict.fromkeys(graph, 0.0)
    out = {n: [(m, float(data.get("probability", 1))) for _, m, data in graph.out_edges(n, data=True)] for n in graph}
    kinds = dict(graph.nodes(data="kind"))
    for _ in range(250):  # in place, from the ends of the games to their beginnings
        for node in reversed(list(graph)):
            if kinds[node] == "decision":
                value[node] = min(value[m] for m, _ in out[node])
            elif not (kinds[node] == "game" and node[0].endswith(perfect)):
                value[node] = (kinds[node] == "game") + sum(p * value[m] for m, p in out[node])
    for starter in ("machine", "human"):
        assert value["4:123 3:123 2:12 1:1", starter] == pytest.approx(clairvoyant(rules).expected(starter), abs=1e-6)


def test_a_large_decision_process_is_refused():
    with pytest.raises(UserError):
        mdp(limit=100)


def test_the_set_of_no_states_is_left_out_whatever_markers_are_left():
    """Two fields before the goal, three is no move: where nothing else can be, no state is left."""
    rules, met = Rules(length=5), set()
    for kept in ([], [(4, 2)], [(4, 2), (4, 3)], rules.circles):
        whole = {*automatakit.subsets(machine_nfa(frozenset(kept), rules)).states}
        assert {*subsets(frozenset(kept), rules)} == whole - {frozenset()}
        met.add(frozenset() in whole)
    assert met == {True, False}


@pytest.mark.parametrize("first", ["machine", "human"])
def test_sets_of_states_come_in_breadth_first_order_for_whoever_begins(first):
    nfa = automatakit.Automaton.of(machine_nfa(first=first))

    def by(letter, here):
        return {r for p, a, r in nfa.edges if a == letter and p in here}

    def closed(here):
        while not by("", here) <= here:
            here = here | by("", here)
        return frozenset(here)

    order = [closed({nfa.start})]
    for here in order:
        for letter in nfa.alphabet:
            then = closed(by(letter, here))
            if then and then not in order:
                order.append(then)
    assert [*subsets(first=first)] == order
