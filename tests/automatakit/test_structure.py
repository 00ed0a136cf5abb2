"""The structure of automata: choices, useless arrows, ambiguity, synchronising words, monoids."""

from __future__ import annotations

from random import Random

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    accepting_runs,
    ambiguity,
    choices,
    count_runs,
    equivalent,
    from_regex,
    is_finite,
    minimise,
    most_tokens,
    synchronising_word,
    transition_monoid,
    useless_arrows,
    words_of_length,
)
from automatakit.languages.structure import useful_cycle
from tests.automatakit.automata import all_words, random_nfa, tables


def test_choices_are_where_a_symbol_has_two_targets():
    assert choices(Automaton.of("bA>A bA>B wA>B", start="A", accepting="B")) == [("A", "b", ("A", "B"))]
    assert choices(minimise(from_regex("(b|w)*b"))) == []


def test_dropping_useless_arrows_changes_no_language_and_dropping_any_other_can():
    for seed in range(30):
        nfa = random_nfa(seed, density=0.2)
        useless = set(useless_arrows(nfa))
        for p, a, q in nfa.arrows():
            used = any((p, a, q) in zip(run, w, run[1:], strict=False)
                       for w in all_words(7) for run in accepting_runs(nfa, w))
            if used:
                assert (p, a, q) not in useless
        assert equivalent(nfa, nfa.with_(edges=nfa.edges - useless))


@pytest.mark.parametrize(
    ("arrows", "degree"),
    [
        ("A b B, B w C", "unambiguous"),
        ("A b B, A b D, B w C, D w C", "finite"),
        ("A b A, A b C", "unambiguous"),
        ("A b A, A b C, C b C", "polynomial"),
        ("A b A, A b B, B b B, B b C, C b C", "polynomial"),
        ("A b A, A b B, B b A, B b B, A w C", "exponential"),
        ("A b B, B b A, A b D, D b A, A w C", "exponential"),
        ("A b D, D b D, D b A", "unambiguous"),
    ],
)
def test_degrees_of_ambiguity(arrows, degree):
    rows = {}
    for p, a, q in (arrow.split() for arrow in arrows.split(", ")):
        rows.setdefault(p, {}).setdefault(a, set()).add(q)
    table = Automaton.of(rows, start="A", accepting={"C"})
    found = ambiguity(table)
    assert found.degree == degree
    counts = [max((count_runs(table, w) for w in words_of_length(table, n)), default=0) for n in range(1, 14)]
    if degree == "unambiguous":
        assert max(counts) <= 1
    elif degree == "finite":
        assert 2 <= max(counts) == max(counts[:4])
    else:
        assert max(counts) == max(counts[-2:]) > max(counts[:6])
        long = [count_runs(table, w) for n in (23, 24) for w in words_of_length(table, n)[:1]]
        assert (max(long) >= 2**11) == (degree == "exponential")


def test_the_ambiguous_word_is_the_shortest_with_two_runs():
    seen = set()
    for seed in range(60):
        nfa = random_nfa(seed, states=4, density=0.3)
        found = ambiguity(nfa)
        by_hand = next((w for w in all_words(7) if count_runs(nfa, w) > 1), None)
        assert found.word == by_hand
        assert len(set(found.runs)) == (2 if found.word is not None else 0)
        seen.add(found.degree)
    assert {"unambiguous", "exponential"} <= seen


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_automata_of_cerny_need_the_square_of_n_minus_one(n):
    rows = {i: {"a": {(i + 1) % n}, "b": {1 if i == 0 else i}} for i in range(n)}
    word = synchronising_word(Automaton.of(rows, start=0, accepting={0}))
    assert word is not None
    assert len(word) == (n - 1) ** 2


def test_a_synchronising_word_is_the_shortest_and_some_automata_have_none():
    answers = set()
    for seed in range(40):
        random = Random(seed)
        table = Automaton.of({i: {a: {random.randrange(4)} for a in "bw"} for i in range(4)}, start=0, accepting={0})
        everything = (1 << len(table.states)) - 1

        def led(word, table=table, mask=everything):
            for symbol in word:
                mask = table.step(mask, symbol)
            return mask

        by_hand = next((w for w in all_words(9) if led(w).bit_count() == 1), None)
        assert synchronising_word(table) == by_hand
        answers.add(by_hand is None)
    assert answers == {True, False}
    with pytest.raises(AutomatonError, match="state B has 0 successors on b"):
        synchronising_word(Automaton.of({"A": {"b": {"B"}}}, start="A", accepting={"B"}))


def test_most_tokens_at_once():
    for table in tables(15):
        number, word = most_tokens(table)
        sizes = {w: table.read(w).bit_count() for w in all_words(8)}
        assert number == max(sizes.values())
        assert word == next(w for w, size in sizes.items() if size == number)


def test_the_transition_monoid_has_one_element_for_each_action_of_a_word():
    for table in tables(12, states=3):
        monoid = transition_monoid(table)

        def action(word, table=table):
            masks = [1 << i for i in range(len(table.states))]
            for symbol in word:
                masks = [table.step(mask, symbol) for mask in masks]
            return tuple(masks)

        words_upto = all_words(max(map(len, monoid.values())) + 1)
        assert {action(w) for w in words_upto} == set(monoid)
        assert all(action(word) == element for element, word in monoid.items())
    with pytest.raises(AutomatonError, match="more than 5"):
        transition_monoid(random_nfa(1), limit=5)


def test_a_cycle_that_reads_nothing_is_no_cycle_to_pump():
    silent = Automaton.of("εA>B εB>A aB>C", start="A", accepting="C")
    assert useful_cycle(silent) is None
    longer = Automaton.of("εA>B εB>A aB>C bC>B", start="A", accepting="C")
    assert useful_cycle(longer) == ("B", "C", "B")
    mixed = Automaton.of("εA>B εB>A bB>A", start="A", accepting="A")
    assert useful_cycle(mixed) == ("B", "A", "B")


def test_there_is_a_cycle_to_pump_exactly_where_the_language_is_infinite():
    seen = set()
    for seed in range(80):
        nfa = random_nfa(seed, states=3, density=0.2, epsilon=seed % 2 == 1)
        cycle = useful_cycle(nfa)
        assert (cycle is not None) == (not is_finite(nfa))
        seen.add(cycle is None)
    assert seen == {True, False}
