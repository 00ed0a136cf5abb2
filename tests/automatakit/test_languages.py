"""Automata: every answer against a slow and obvious way, on random automata and on known cases."""

from __future__ import annotations

import re
from itertools import combinations, product
from random import Random

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    Pumping,
    accepting_runs,
    bisimulation,
    can_pump,
    compare,
    complement,
    count_runs,
    count_words,
    counterexample,
    difference,
    disjoint,
    equivalent,
    first_word,
    from_regex,
    included,
    is_empty,
    is_finite,
    longest_length,
    minimise,
    missing,
    nerode_classes,
    pumping_length,
    pumpings,
    recurrence,
    reverse,
    separating_suffix,
    separating_word,
    shortest_word,
    subsets,
    to_regex,
    transition_matrix,
    word_counts,
    words,
    words_of_length,
)
from automatakit.automaton.expressions import RegexError
from automatakit.languages import compare as compare_module
from automatakit.languages.brackets import plain
from finity_edu.automata import rings_of_seat, station_automaton
from tests.automatakit.automata import (
    all_words,
    library,
    library_dfa,
    random_board,
    random_nfa,
    runs_by_hand,
    tables,
)

WORDS = all_words(6)
SEEDS = range(40)


def language(automaton, upto=6):
    """The words up to a length, by asking automata-lib one by one."""
    plain = library(automaton)
    return [word for word in all_words(upto) if plain.accepts_input(word)]


@pytest.mark.parametrize("epsilon", [False, True])
def test_acceptance_agrees_with_automata_lib(epsilon):
    for seed in SEEDS:
        nfa = random_nfa(seed, epsilon=epsilon)
        assert [w for w in WORDS if nfa.accepts(w)] == language(nfa)


def test_the_words_come_shortest_first_then_alphabetically():
    for seed in SEEDS:
        nfa = random_nfa(seed, density=0.2)
        expected = language(nfa)
        assert list(words(nfa, max_length=6)) == expected
        assert words_of_length(nfa, 4) == [w for w in expected if len(w) == 4]
        assert shortest_word(nfa) == next(words(nfa, max_length=12), None)
        assert word_counts(nfa, 6) == [sum(len(w) == n for w in expected) for n in range(7)]


def test_emptiness_finiteness_and_size_agree_with_automata_lib():
    kinds = set()
    for seed in range(120):
        nfa = random_nfa(seed, states=4, density=0.16)
        dfa = library_dfa(nfa)
        assert is_empty(nfa) == dfa.isempty()
        assert is_finite(nfa) == dfa.isfinite()
        if is_finite(nfa):
            assert longest_length(nfa) == (-1 if dfa.isempty() else dfa.maximum_word_length())
            assert len(list(words(nfa))) == dfa.cardinality()
        else:
            assert longest_length(nfa) is None
        kinds.add((is_empty(nfa), is_finite(nfa)))
    assert len(kinds) == 3


def test_numbers_of_words_are_exact_for_long_words():
    dfa = library_dfa(from_regex("(b|w)*b(b|w)(b|w)"))
    for length in (0, 1, 10, 200):
        assert count_words(from_regex("(b|w)*b(b|w)(b|w)"), length) == dfa.count_words_of_length(length)


def test_powers_of_the_transition_matrix_count_runs():
    table = Automaton.of(random_nfa(3, density=0.5))
    matrix = transition_matrix(table)
    size = range(len(matrix))
    power = [[int(i == j) for j in size] for i in size]
    for length in range(5):
        runs = sum(len(runs_by_hand(table, word)) for word in all_words(length) if len(word) == length)
        assert sum(power[0][j] for j in size if table.accepting_mask >> j & 1) == runs
        power = [[sum(power[i][k] * matrix[k][j] for k in size) for j in size] for i in size]


def test_the_recurrence_predicts_the_numbers_of_words():
    longest = 0
    for seed in range(30):
        nfa = random_nfa(seed)
        coefficients = recurrence(nfa)
        counts = word_counts(nfa, 30)
        for n in range(len(coefficients), 31):
            assert counts[n] == sum(c * counts[n - i] for i, c in enumerate(coefficients, start=1))
        longest = max(longest, len(coefficients))
    assert longest >= 3


def test_runs_are_all_found_and_counted():
    most = 0
    for table in tables(25, density=0.4):
        for word in all_words(4):
            by_hand = runs_by_hand(table, word)
            assert sorted(accepting_runs(table, word)) == sorted(by_hand)
            assert count_runs(table, word) == len(by_hand)
            most = max(most, len(by_hand))
    assert most > 10


# --- comparison ------------------------------------------------------------------------------------------------


def first_difference(left, right, wanted=lambda a, b: a != b):
    return next((w for w in all_words(9) if wanted(left.accepts(w), right.accepts(w))), None)


def test_the_counterexample_is_the_first_word_in_military_order():
    lengths = set()
    for seed in range(60):
        one = random_nfa(seed)
        rng = Random(seed)
        p, a, q = rng.randrange(5), rng.choice("bw"), rng.randrange(5)
        two = one.with_(edges=one.edges ^ {(p, a, q)})  # one arrow differs
        for other in (two, random_nfa(seed + 1000)):
            word = counterexample(one, other)
            assert word == first_difference(one, other)
            assert equivalent(one, other) == (library(one) == library(other)) == (word is None)
            lengths.add(None if word is None else len(word))
    assert None in lengths
    assert max(n for n in lengths if n is not None) >= 3


def test_the_word_of_a_comparison_is_the_first_one_however_many_pairs_it_takes():
    """To know the fifth letter from the end takes many sets of states; two arrows make it another language."""
    steps = {(str(i), a, str(i + 1)) for i in range(1, 5) for a in "bw"}
    steps |= {("0", "b", "0"), ("0", "w", "0"), ("0", "b", "1")}
    fifth = Automaton.make(tuple("012345"), "0", frozenset("5"), frozenset(steps), "bw")
    found = set()
    for seed in range(12):
        rng = Random(seed)
        more = {(str(rng.randrange(6)), rng.choice("bw"), str(rng.randrange(6))) for _ in range(2)}
        other = fifth.with_(edges=fifth.edges ^ more)
        word, proof = compare(fifth, other)
        assert word == first_difference(fifth, other)
        assert (word is None) == bool(proof)
        found.add(word and len(word))
    assert len(found) > 4


def test_inclusion_and_disjointness_agree_with_automata_lib():
    verdicts = set()
    for seed in range(60):
        one, two = random_nfa(seed, states=3, density=0.2), random_nfa(seed + 500, states=3, density=0.3)
        a, b = library_dfa(one).to_complete(), library_dfa(two).to_complete()
        assert included(one, two) == (a <= b)
        assert disjoint(one, two) == a.isdisjoint(b)
        assert missing(one, two) == first_difference(one, two, lambda x, y: x and not y)
        verdicts.add((included(one, two), disjoint(one, two)))
    assert len(verdicts) >= 3


def test_a_counterexample_shows_both_runs():
    case = difference(from_regex("b*w"), from_regex("b*"))
    assert case is not None
    assert case.word == ""
    case = difference(from_regex("bw|bb"), from_regex("bw"))
    assert case is not None
    assert (case.word, case.only_left, len(case.run)) == ("bb", True, 3)


def test_pairs_that_are_too_many_for_each_quicker_search_are_compared_by_the_last_one(monkeypatch):
    for name in ("PLAIN", "MANY"):
        monkeypatch.setattr(compare_module, name, 1)
    one, other = from_regex("(b|w)*b(b|w)(b|w)"), from_regex("(w|b)*b(w|b)(w|b)")
    assert equivalent(one, other)
    assert not equivalent(one, from_regex("(b|w)*b(b|w)"))


def test_alphabets_may_differ():
    assert counterexample(from_regex("b|s"), from_regex("b")) == "s"
    assert equivalent(from_regex("b", symbols="b"), from_regex("b", symbols="bwx"))


def test_any_combination_of_verdicts_can_be_asked_for():
    one, two = from_regex("b*", symbols="bw"), from_regex("(bb)*")
    assert first_word(one, two, lambda a, b: a and b) == ""
    assert first_word(one, two, lambda a, b: a and not b) == "b"
    assert first_word(one, two, lambda a, b: not a and not b) == "w"
    assert first_word(one, two, lambda a, b: b and not a) is None


def test_the_complement_has_the_other_words():
    for seed in range(15):
        nfa = random_nfa(seed)
        other = complement(nfa)
        assert [w for w in WORDS if other.accepts(w)] == [w for w in WORDS if not nfa.accepts(w)]
        assert disjoint(nfa, other)


# --- subsets, minimise, classes ----------------------------------------------------------------------------


def test_subset_construction_and_minimal_automaton_agree_with_automata_lib():
    sizes = set()
    for seed in SEEDS:
        nfa = random_nfa(seed)
        dfa = library_dfa(nfa).to_complete().minify()
        assert len(minimise(nfa).states) == len(dfa.states)
        assert equivalent(nfa, subsets(nfa))
        assert equivalent(nfa, minimise(nfa))
        sizes.add(len(minimise(nfa).states))
    assert len(sizes) >= 5


def test_the_blow_up_family_needs_two_to_the_n_states():
    for n in range(1, 8):
        nfa = from_regex("(b|w)*b" + "(b|w)" * (n - 1))
        assert len(minimise(nfa).states) == 2**n
    with pytest.raises(AutomatonError, match="more than 100"):
        subsets(from_regex("(b|w)*b" + "(b|w)" * 9), limit=100)


def test_classes_of_prefixes_are_told_apart_by_exactly_the_suffixes_that_exist():
    for seed in range(12):
        nfa = random_nfa(seed)
        prefixes = all_words(3)
        classes = nerode_classes(nfa, prefixes)
        home = {word: i for i, members in enumerate(classes) for word in members}
        for u, v in product(prefixes, repeat=2):
            suffix = separating_suffix(nfa, u, v)
            by_hand = next((z for z in all_words(6) if nfa.accepts(u + z) != nfa.accepts(v + z)), None)
            assert suffix == by_hand
            assert (suffix is None) == (home[u] == home[v])
        assert len(nerode_classes(nfa)) == len(minimise(nfa).states)


def test_bisimilar_states_match_each_other_step_by_step():
    """The classes are the largest relation in which every move of one is answered by the other."""
    merged = 0
    for table in tables(60, states=4, density=0.18):
        size = len(table.states)
        related = {(p, q) for p in range(size) for q in range(size)
                   if (table.accepting_mask >> p & 1) == (table.accepting_mask >> q & 1)}
        arrows = {(table.index[p], a, table.index[q]) for p, a, q in table.arrows()}
        shrinking = True
        while shrinking:
            bad = {
                (p, q) for p, q in related for (s, a, t) in arrows
                if (s == p and not any((q, a, u) in arrows and (t, u) in related for u in range(size)))
                or (s == q and not any((p, a, u) in arrows and (u, t) in related for u in range(size)))
            }
            related -= bad
            shrinking = bool(bad)
        classes = bisimulation(table)
        found = {(table.index[p], table.index[q]) for c in classes for p in c for q in c}
        assert found == related
        merged += len(classes) < size
        for p, q in related:
            assert separating_word(table, table.states[p], table.states[q]) is None
    assert merged > 3
    all_accept = Automaton.of("bA>B wB>B", start="A", accepting="A B")
    assert bisimulation(all_accept) == (frozenset("A"), frozenset("B"))


# --- pumping ---------------------------------------------------------------------------------------------------


def test_every_long_word_can_be_pumped_within_the_pumping_length():
    tried = 0
    for seed in range(20):
        nfa = random_nfa(seed, states=3)
        p = pumping_length(nfa)
        for word in (w for w in words(nfa, max_length=p + 1, min_length=p)):
            found = [one for one in pumpings(nfa, word) if len(one.x + one.y) <= p]
            assert found
            for one in found:
                assert one.x + one.y + one.z == word
                assert one.y
                assert all(nfa.accepts(one.pumped(i)) for i in range(7))
            tried += 1
    assert tried > 20


def test_what_cannot_be_pumped_is_refuted_by_some_power():
    nfa = random_nfa(5, density=0.35)
    verdicts = set()
    for word in words(nfa, max_length=5):
        for i, j in combinations(range(len(word) + 1), 2):
            one = Pumping(word[:i], word[i:j], word[j:])
            verdict = can_pump(nfa, one)
            assert verdict == all(nfa.accepts(one.pumped(k)) for k in range(34))
            verdicts.add(verdict)
    assert verdicts == {True, False}


def test_words_of_rings_cannot_be_pumped():
    """The ring language is finite; with arrows alone the same words can be pumped for ever."""
    refused = 0
    for seed in range(200):
        position, _ = random_board(seed)
        if sum(ring.seat == 1 for ring in position.layout.rings) > 6:
            continue
        rings = rings_of_seat(position, 1)
        assert is_finite(rings)
        for word in words(rings, max_length=5):
            assert pumpings(rings, word) == []
            refused += bool(pumpings(station_automaton(position, 1), word))
    assert refused > 10


def test_only_accepted_words_are_decomposed():
    with pytest.raises(AutomatonError, match="not accepted"):
        pumpings(from_regex("b*", symbols="bw"), "w")


def test_reversal_mirrors_the_words():
    for seed in range(15):
        nfa = random_nfa(seed, epsilon=True)
        mirrored = reverse(nfa)
        assert sorted(w[::-1] for w in language(nfa, 5)) == sorted(filter(mirrored.accepts, all_words(5)))


def test_what_is_no_automaton_is_refused_by_name():
    with pytest.raises(AutomatonError, match="int is not an automaton"):
        Automaton.of(3)
    with pytest.raises(AutomatonError, match="start="):
        Automaton.of({"A": {}})
    with pytest.raises(AutomatonError, match="Z is not a state; the states are A, B"):
        separating_word(Automaton.of({"A": {"b": {"B"}}}, start="A", accepting={"B"}), "A", "Z")


def test_tables_and_steps_can_be_stored_and_read_back():
    """What a table remembers for speed is left out, so a stored one stays small."""
    import pickle

    from automatakit.steps import RunSteps

    table = Automaton.of(random_nfa(3))
    assert table.accepts("b") == table.accepts("b")
    assert table.nodes
    assert pickle.loads(pickle.dumps(table)).nodes == {}
    assert equivalent(pickle.loads(pickle.dumps(table)), table)
    run = pickle.loads(pickle.dumps(RunSteps(table, "bwb").next()))
    assert (run.at, run.last().accepted) == (1, table.accepts("bwb"))


@pytest.mark.parametrize("text", ["b", "b?", "b*", "bw", "(bw)?", "(bw)*", "(b|w)*", "b(b|w)", "()", "b*w", "b(bw)*"])
def test_an_expression_comes_back_without_needless_brackets(text):
    assert to_regex(from_regex(text)) == text


def test_needless_brackets_go_and_the_language_stays():
    for text, shown in (("((c|d))?", "(c|d)?"), ("(01)(1(01))*", "01(101)*"), ("(a|b)|(ab)(c*)*", "a|b|abc*"),
                        ("ε(a)|()", "a|()"), ("(a|a)b", "ab"), ("(a+)*", "(a+)*"), ("(a*)?", "a*"), ("∅|a", "∅|a")):
        assert plain(text) == shown
        assert equivalent(*(from_regex(one, symbols="abcd01") for one in (text, shown)))
        assert plain(shown) == shown


@pytest.mark.parametrize(("text", "near"), [
    ("b)", "b▸)"), ("b(w", "b▸(w"), ("b" * 30 + ")" + "w" * 30, "b" * 25 + "▸)" + "w" * 24), ("*b", "▸*b")])
def test_a_mistake_in_an_expression_is_shown_with_what_stands_around_it(text, near):
    with pytest.raises(RegexError, match=re.escape(f": {near}") + "$"):
        from_regex(text)
