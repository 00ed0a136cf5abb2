"""Where others, or earlier versions, never came back: answered, or refused by name, and soon."""

from __future__ import annotations

import sys
import time
from itertools import product as tuples
from random import Random

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    TooLargeError,
    accepts,
    ambiguity,
    compare,
    count_words,
    counterexample,
    disjoint,
    equivalent,
    from_regex,
    included,
    is_finite,
    is_universal,
    longest_length,
    minimise,
    missing,
    nerode_classes,
    product,
    recurrence,
    reverse,
    shortest_word,
    subsets,
    synchronising_word,
    to_regex,
    useful_cycle,
    word_counts,
    words_of_length,
)
from automatakit.languages import compare as comparing
from automatakit.languages import minimal
from automatakit.languages.search import strong_components
from tests.automatakit.automata import all_words, random_nfa

MOST = 2.0
"""Seconds of CPU time in which everything is answered or refused."""


def from_the_end(number: int, name: str = "q") -> Automaton:
    """The words with an a so many places before the last: its subsets are exponentially many."""
    states = [f"{name}{i}" for i in range(number + 2)]
    edges = {(states[0], c, states[0]) for c in "ab"} | {(states[0], "a", states[1])}
    edges |= {(states[i], c, states[i + 1]) for i in range(1, number + 1) for c in "ab"}
    return Automaton.make(states, states[0], states[-1:], edges, "ab")


def chain(length: int) -> Automaton:
    return Automaton.make(range(length + 1), 0, [length], {(i, "a", i + 1) for i in range(length)}, "a")


def ring(size: int) -> Automaton:
    return Automaton.make(range(size), 0, [0], {(i, "a", (i + 1) % size) for i in range(size)}, "a")


def random_dfa(size: int, seed: int) -> Automaton:
    rng = Random(seed)
    rows = {i: {c: {rng.randrange(size)} for c in "ab"} for i in range(size)}
    return Automaton.of(rows, start=0, accepting={i for i in range(size) if rng.random() < 0.5})


def cycles(number: int) -> Automaton:
    """From one state into cycles of many lengths: finitely ambiguous, and three runs at once are many."""
    edges, accepting = set(), []
    for j in range(number):
        names = [f"{j}.{i}" for i in range(j % 6 + 3)]
        edges |= {(one, "a", two) for one, two in zip(names, names[1:] + names[:1], strict=True)}
        edges.add(("s", "a", names[0]))
        accepting.append(names[-1])
    states = dict.fromkeys(["s", *sorted({tail for tail, _, _ in edges})])
    return Automaton.make(states, "s", accepting, edges, "a")


def cerny(size: int) -> Automaton:
    rows = {i: {"a": {(i + 1) % size}, "b": {i or 1}} for i in range(size)}
    return Automaton.of(rows, start=0, accepting={0})


LONG = "".join(Random(1).choices("ab", k=50_000))
ANSWERED = {
    "equal to a copy": (lambda: equivalent(from_the_end(40), from_the_end(40, "r")), True),
    "no counterexample": (lambda: counterexample(from_the_end(40), from_the_end(40, "r")), None),
    "compared": (lambda: compare(from_the_end(40), from_the_end(40, "r"))[0], None),
    "the first counterexample": (lambda: counterexample(from_the_end(40), from_the_end(41)), "a" * 41),
    "included": (lambda: included(from_the_end(40), from_the_end(40, "r")), True),
    "the first word missing": (lambda: missing(from_the_end(40), from_the_end(41)), "a" + "a" * 40),
    "disjoint": (lambda: disjoint(from_the_end(40), from_regex("b*", "ab")), True),
    "universal": (lambda: is_universal(from_the_end(40)), False),
    "counted from the back": (lambda: count_words(from_the_end(40), 50), 2**49),
    "a long word": (lambda: accepts(from_the_end(20), LONG), LONG[-21] == "a"),
    "a DFA without blow-up": (lambda: len(minimise(ring(20_001)).states), 20_001),
    "a product of DFAs": (lambda: len(product(ring(144), ring(145)).states), 144 * 145),
    "finite, a chain": (lambda: is_finite(chain(2_000)), True),
    "longest in a chain": (lambda: longest_length(chain(2_000)), 2_000),
    "shortest in a chain": (lambda: shortest_word(chain(2_000)), "a" * 2_000),
    "a cycle": (lambda: len(useful_cycle(ring(500)) or ()), 501),
    "a long word of a loop": (lambda: words_of_length("a*", 40_000), ["a" * 40_000]),
    "many cycles": (lambda: ambiguity(cycles(12)).degree, "finite"),
    "Černý, 14": (lambda: len(synchronising_word(cerny(14)) or ""), 169),
    "no synchronising word": (lambda: synchronising_word(random_permutations(40)), None),
    "an expression of a chain": (lambda: to_regex(chain(500)), "a" * 500),
    "an expression there and back": (lambda: counterexample(to_regex(random_dfa(20, 3)), random_dfa(20, 3)), None),
    "brackets": (lambda: from_regex("(" * 20_000 + "a" + ")" * 20_000).accepts("a"), True),
    "stars": (lambda: from_regex("(" * 9_000 + "a" + ")*" * 9_000).accepts("aa"), True),
    "optional letters": (lambda: len(Automaton.of("a?" * 2_500).states), 2_501),
    "letters": (lambda: len(Automaton.of("ab" * 2_500).states), 5_001),
}
REFUSED = {
    "an expression without end": lambda: to_regex(random_dfa(150, 1)),
    "a recurrence of 400 terms": lambda: recurrence(ring(400)),
    "classes": lambda: nerode_classes(from_the_end(20)),
    "counted, bad from both ends": lambda: count_words(both_ends(16), 50),
    "Černý, 22": lambda: synchronising_word(cerny(22)),
    "more letters than states": lambda: from_regex("a" * 40_000),
    "stars in stars": lambda: from_regex("(" * 1_000 + "a?" * 2_500 + ")*" * 1_000),
}


def random_permutations(size: int) -> Automaton:
    rng = Random(5)
    orders = {c: rng.sample(range(size), size) for c in "ab"}
    return Automaton.of({i: {c: {orders[c][i]} for c in "ab"} for i in range(size)}, start=0, accepting={0})


def both_ends(number: int) -> Automaton:
    middle = "(a|b)" * number
    return Automaton.of(f"(a|b)*a{middle}c{middle}a(a|b)*")


@pytest.mark.parametrize("name", ANSWERED)
def test_what_grows_is_answered_within_two_seconds(name):
    ask, expected = ANSWERED[name]
    began = time.process_time()
    assert ask() == expected
    assert time.process_time() - began < MOST


@pytest.mark.parametrize("name", REFUSED)
def test_what_grows_beyond_measure_is_refused_by_name_within_two_seconds(name):
    began = time.process_time()
    with pytest.raises(TooLargeError):
        REFUSED[name]()
    assert time.process_time() - began < MOST


def test_reading_keeps_a_bounded_number_of_sets():
    one = from_the_end(16)
    assert one.accepts(LONG) == (LONG[-17] == "a")
    assert len(one.nodes) <= 4_096


def test_no_function_calls_itself_for_every_letter_or_bracket():
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(150)
    try:
        text = "(" * 300 + "ab" * 150 + ")*" * 300
        one = from_regex(text)
        assert shortest_word(from_regex("ab" * 150)) == "ab" * 150
        assert equivalent(one, reverse(reverse(one)))
        assert minimise(one).accepts("ab" * 300)
        assert ambiguity(one).degree == "unambiguous"
    finally:
        sys.setrecursionlimit(depth)


def test_a_limit_that_is_given_holds_for_deterministic_automata_too():
    for ask in (subsets, minimise):
        with pytest.raises(AutomatonError, match="more than 10 sets"):
            ask(random_dfa(50, 1), limit=10)
    with pytest.raises(AutomatonError, match="more than 10 pairs"):
        product(random_dfa(50, 1), random_dfa(50, 2), limit=10)


def first(one: Automaton, two: Automaton, wanted) -> str | None:
    return next((word for word in all_words(8) if wanted(one.accepts(word), two.accepts(word))), None)


def test_words_stay_the_first_ones_where_pairs_follow_from_others(monkeypatch):
    """With the plain search forbidden, everything goes by congruence, small sets first."""
    lengths = set()
    for easy, plain in ((0, 1), (32, 2_000)):
        monkeypatch.setattr(comparing, "EASY", easy)
        monkeypatch.setattr(comparing, "PLAIN", plain)
        for seed in range(30):
            one = random_nfa(seed, states=4, density=0.3, epsilon=seed % 3 == 0)
            rng = Random(seed)
            arrow = (rng.randrange(4), rng.choice("bw"), rng.randrange(4))
            for other in (one.with_(edges=one.edges ^ {arrow}), random_nfa(seed + 99, states=4), subsets(one)):
                apart = first(one, other, lambda a, b: a != b)
                over = first(one, other, lambda a, b: a and not b)
                assert counterexample(one, other) == compare(one, other)[0] == apart
                assert missing(one, other) == over
                assert equivalent(one, other) == (apart is None)
                assert included(one, other) == (over is None)
                assert disjoint(one, other) == (first(one, other, lambda a, b: a and b) is None)
                lengths.add(apart and len(apart))
            assert is_universal(one) == all(map(one.accepts, all_words(7)))
    assert len(lengths) > 4


def test_deterministic_automata_are_compared_by_their_states():
    lengths = set()
    for seed in range(30):
        rng = Random(seed)
        one = minimise(random_nfa(seed, states=3, density=0.3))
        cut = rng.choice(sorted(one.edges))
        for other in (one.with_(edges=one.edges - {cut}), subsets(random_nfa(seed + 9, states=3, density=0.3)),
                      one.with_(accepting=one.accepting ^ {rng.choice(one.states)}),
                      one.with_(edges=[], accepting=[])):
            apart = first(one, other, lambda a, b: a != b)
            assert other.is_deterministic
            assert counterexample(one, other) == apart
            assert counterexample(other, one) == apart
            assert missing(one, other) == first(one, other, lambda a, b: a and not b)
            lengths.add(apart and len(apart))
    assert len(lengths) > 4


def test_words_are_counted_from_either_end_by_those_that_there_are():
    for seed in range(40):
        one = random_nfa(seed, density=0.3, epsilon=seed % 2 == 0)
        expected = [sum(one.accepts("".join(w)) for w in tuples("bw", repeat=n)) for n in range(7)]
        assert word_counts(one, 6) == expected
        assert word_counts(reverse(one), 6) == expected
        assert word_counts(subsets(one), 6) == expected


def test_both_ways_to_refine_make_the_same_blocks():
    sizes = set()
    for seed in range(40):
        dfa = subsets(random_dfa(7, seed)).renamed(str)
        rows = [tuple(mask.bit_length() - 1 for mask in row) for row in dfa.plain.values()]
        final = dfa.accepting_mask & 0b101
        start = [final >> i & 1 for i in range(len(dfa.states))]
        by_hand = {}
        for i, state in enumerate(dfa.states):
            seen = tuple(bool(final >> dfa.index[dfa.names(_led(dfa, 1 << i, w))[0]] & 1) for w in all_words(6, "ab"))
            by_hand.setdefault(seen, []).append(state)
        for blocks in (minimal.blocks_of_dfa(rows, final), minimal._hopcroft(rows, start, max(start) + 1)):
            groups = {}
            for state, block in zip(dfa.states, blocks, strict=True):
                groups.setdefault(block, []).append(state)
            assert sorted(groups.values()) == sorted(by_hand.values())
        sizes.add(len(by_hand))
    assert len(sizes) > 3


def _led(table, mask, word):
    for symbol in word:
        mask = table.step(mask, symbol)
    return mask


def test_strong_components_are_those_of_networkx():
    import networkx

    for seed in range(40):
        graph = networkx.gnp_random_graph(9, 0.15, seed=seed, directed=True)
        found = list(strong_components(graph.nodes, lambda node, graph=graph: list(graph.successors(node))))
        assert {frozenset(c) for c in found} == set(map(frozenset, networkx.strongly_connected_components(graph)))
        order = {node: i for i, component in enumerate(found) for node in component}
        assert all(order[head] <= order[tail] for tail, head in graph.edges)
