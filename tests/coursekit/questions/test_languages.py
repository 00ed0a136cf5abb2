"""The light automata of the judge against automata-lib and the analysis, and what they refuse."""

import random
import re

import pytest
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA
from hypothesis import given
from hypothesis import strategies as st

import automatakit
from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.expressions import RegexError
from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import proves
from automatakit.languages.compare import compare, counterexample, equivalent, missing
from automatakit.languages.elimination import to_regex
from automatakit.languages.minimal import complement, minimise, reverse, subsets
from automatakit.languages.operations import product
from automatakit.languages.runs import accepting_runs, count_runs
from automatakit.languages.words import is_finite
from finity_edu.questions.rings import ringed
from finity_edu.questions.sketches import Sketch
from tests.cases import every
from tests.coursekit.questions.second.naive import lib, words
from tests.coursekit.questions.second.readers import expression, words_to


def random_fa(rng, size=5, arrows=8, epsilon=0):
    names = tuple(map(str, range(size)))
    edges = {(rng.choice(names), rng.choice("bw"), rng.choice(names)) for _ in range(arrows)}
    edges |= {(rng.choice(names), "", rng.choice(names)) for _ in range(epsilon)}
    return Automaton.make(names, "0", frozenset(rng.sample(names, rng.randint(0, 2))), edges, "bw")


def naive_runs(fa, word, state=None):
    """The number of accepting runs, by trying every arrow."""
    state = fa.start if state is None else state
    if not word:
        return int(state in fa.accepting)
    return sum(naive_runs(fa, word[1:], q) for p, a, q in fa.edges if (p, a) == (state, word[0]))


def as_lib(fa):
    return lib(fa.to_json())


@every("seed", range(60))
def test_constructions_agree_with_automata_lib(seed):
    rng = random.Random(seed)
    one, two = random_fa(rng, epsilon=seed % 3), random_fa(rng, epsilon=seed % 2)
    first, second = DFA.from_nfa(as_lib(one)), DFA.from_nfa(as_lib(two))
    assert DFA.from_nfa(as_lib(minimise(one))) == first
    assert len(minimise(one).states) == len(first.minify().to_complete().states)
    assert DFA.from_nfa(as_lib(complement(one))) == ~first.to_complete()
    assert DFA.from_nfa(as_lib(reverse(one))) == DFA.from_nfa(as_lib(one).reverse())
    both = product(one, two, "both")
    assert DFA.from_nfa(as_lib(both)) == first.to_complete() & second.to_complete()
    assert equivalent(one, two) == (first == second)
    assert is_finite(one) == first.isfinite()
    assert [len(automatakit.words_of_length(one, n)) for n in range(6)] == automatakit.word_counts(one, 5)
    assert automatakit.word_counts(one, 6) == [sum(1 for _ in first.words_of_length(n)) for n in range(7)]


@every("seed", range(40))
def test_reading_and_counting_agree_with_brute_force_and_the_analysis(seed):
    fa = random_fa(random.Random(seed))
    nfa = as_lib(fa)
    for word in (w for n in range(6) for w in words(n)):
        assert fa.accepts(word) == nfa.accepts_input(word)
        assert count_runs(fa, word) == len(list(accepting_runs(fa, word))) == naive_runs(fa, word)
    assert automatakit.shortest_word(fa) == automatakit.shortest_word(nfa)
    twice = next((word for n in range(6) for word in words(n) if count_runs(fa, word) > 1), None)
    found = automatakit.ambiguity(fa).word
    assert found == twice or (twice is None and len(found) > 5)


@every("seed", range(40))
def test_the_difference_is_the_shortest_and_alphabetically_first_word(seed):
    rng = random.Random(seed)
    one, two = random_fa(rng), random_fa(rng)
    found = counterexample(one, two)
    candidates = [w for n in range(7) for w in words(n) if one.accepts(w) != two.accepts(w)]
    assert found == (candidates[0] if candidates else found)
    if found is None:
        assert candidates == []
    only = missing(one, two)
    assert only == automatakit.shortest_word(product(one, two, "left only"))


@every("seed", range(10))
def test_the_ring_automaton_agrees_with_automata_lib(seed):
    from finity_edu.automata import ring_nfa

    rng = random.Random(seed)
    sketch = Sketch.random(rng, 3, 12)
    sketch = sketch.with_rings({s: rng.choice((0, 1, 2)) for s in sketch.board.names if s != sketch.board.end})
    fa = ringed(sketch.written())
    plain = sketch.ring_fa()
    assert (len(fa.states), len(fa.edges)) == (len(plain.states), len(plain.edges))  # only the names differ
    nfa = ring_nfa(sketch.position(), 1)
    assert all(fa.accepts(w) == plain.accepts(w) == nfa.accepts_input(w) for n in range(7) for w in words(n))


@pytest.mark.slow
def test_what_would_blow_up_is_refused():
    names = tuple(map(str, range(30)))
    edges = {("0", a, "0") for a in "bw"} | {("0", "b", "1")}
    edges |= {(names[i], a, names[i + 1]) for i in range(1, 29) for a in "bw"}
    blow = Automaton.make(names, "0", frozenset({"29"}), edges, "bw")
    with pytest.raises(TooLargeError):
        subsets(blow)
    # Comparing does not need all its sets
    other = blow.with_(accepting=frozenset({"28"})).with_(edges=frozenset(edges - {("3", "b", "4")}))
    assert counterexample(blow, other) == "bbbw" + "b" * 24


def test_regular_expressions_become_automata_and_back():
    assert to_regex(Automaton.of("", start="A", accepting="B", symbols="bw")) == "∅"
    assert to_regex(Automaton.of("", start="A", accepting="A", symbols="bw")) == "()"
    for seed in range(80):
        fa = random_fa(random.Random(seed), size=4, arrows=6)
        text = to_regex(fa)
        assert equivalent(Automaton.of(text, symbols="bw"), fa), text
        if text not in ("∅", "()"):
            assert DFA.from_nfa(NFA.from_regex(text, input_symbols={"b", "w"})) == DFA.from_nfa(as_lib(fa))


EXPRESSIONS = st.recursive(
    st.sampled_from(["b", "w", "()"]),
    lambda inner: st.one_of(st.tuples(inner, inner).map("({0[0]}|{0[1]})".format), st.tuples(inner, inner).map("".join),
                            inner.map("({})*".format), inner.map("({})+".format), inner.map("({})?".format)),
    max_leaves=8)


@pytest.mark.slow
@given(EXPRESSIONS)
def test_expressions_mean_what_automata_lib_says(text):
    nfa = NFA.from_regex(text, input_symbols={"b", "w"})
    fa = Automaton.of(text, symbols="bw")
    assert all(fa.accepts(w) == nfa.accepts_input(w) for n in range(6) for w in words(n))
    assert equivalent(Automaton.of(to_regex(fa), symbols="bw"), fa)


@given(st.text(alphabet="bw|*+?() ε∅x", max_size=12))
def test_any_text_is_read_or_refused_at_a_place(text):
    try:
        Automaton.of(text, symbols="bw")
    except RegexError as error:
        assert 0 <= error.column <= len(text)


def test_the_empty_language_within_a_product_is_empty():
    assert automatakit.words_of_length(Automaton.of("b∅|w", symbols="bw"), 1) == ["w"]
    assert automatakit.words_of_length(Automaton.of("b∅*", symbols="bw"), 1) == ["b"]


# ------------------------------------------------------------------------------------- comparing, with a proof


def restated(rng, fa):
    """Another automaton of the same language: determinised, minimised, reversed twice, or with useless parts."""
    useless = fa.with_(states=(*fa.states, "x"), edges=fa.edges | {("x", "b", "x"), ("x", "w", fa.states[0])})
    return rng.choice([subsets(fa), minimise(fa), reverse(reverse(fa)), useless])


@every("seed", range(60))
def test_a_comparison_finds_a_shortest_word_or_a_proof_that_holds(seed):
    rng = random.Random(seed)
    one = random_fa(rng, epsilon=seed % 3)
    two = restated(rng, one) if seed % 2 else random_fa(rng)
    word, certificate = compare(one, two)
    lib_equal = DFA.from_nfa(lib(one.to_json())) == DFA.from_nfa(lib(two.to_json()))
    assert (word is None) == lib_equal == proves(certificate, one.to_json(), two.to_json())
    if word is not None:
        assert one.accepts(word) != two.accepts(word)
        assert len(word) == len(counterexample(one, two))


def test_what_proves_nothing_is_refused():
    one = Automaton.of("bA>B wB>A", start="A", accepting="B").to_json()
    proof = compare(Automaton.from_json(one), Automaton.from_json(one))[1]
    assert proves(proof, one, one)
    for broken in ([], proof[1:], [[x, []] for x, _ in proof], [[["A"], ["B"]], *proof], [[["A", "B"], ["A"]], *proof]):
        assert not proves(broken, one, one)
    for other in ({"accepting": ["A"]}, {"start": "B"}, {"transitions": [["A", "b", "B"]]},
                  {"transitions": [*one["transitions"], ["A", "", "B"]]}):
        assert not proves(proof, one, one | other)


def test_equal_languages_with_exponentially_many_sets_are_compared_at_once():
    """The k-th letter from the end: 2^k sets, and few pairs up to congruence."""
    text = "(b|w)*b" + "(b|w)" * 14
    one, two = Automaton.of(text, symbols="bw"), Automaton.of(f"(b|w)*(b|∅)({'(b|w)' * 14})|{text}", symbols="bw")
    word, certificate = compare(one, two)
    assert word is None
    assert len(certificate) < 100
    assert proves(certificate, one.to_json(), two.to_json())


def random_expression(rng, depth):
    if not depth or rng.random() < 0.2:
        return rng.choice(["b", "w", "()"])
    one, two = random_expression(rng, depth - 1), random_expression(rng, depth - 1)
    return rng.choice([f"({one}|{two})", one + two, f"({one}){rng.choice('*+?')}"])


def test_the_second_method_reads_expressions_as_python_does():
    for seed in range(200):
        text = random_expression(random.Random(seed), 4)
        given = words_to(6)
        assert list(map(expression(text), given)) == [bool(re.fullmatch(text, word)) for word in given], text


def test_the_second_method_reads_nested_stars_word_by_word_at_once():
    nested = expression("(((b*|w*)b*)*w)*(wb(b|w)|wbb)")  # for `re` more steps than anybody can wait for
    assert [w for w in words_to(13) if nested(w)] == [w for w in words_to(13) if re.fullmatch("(.*w)?wb[bw]", w)]
