"""Constructions on automata and expressions, beside sets of words and beside automata-lib."""

from __future__ import annotations

from random import Random

import pytest
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit import (
    Automaton,
    AutomatonError,
    concatenation,
    derivative,
    derivatives,
    double_reversal,
    equivalent,
    from_regex,
    homomorphism,
    inverse_homomorphism,
    left_quotient,
    minimise,
    option,
    partial_derivatives,
    plus,
    prefixes,
    reverse,
    right_quotient,
    star,
    suffixes,
    thompson,
)
from automatakit.steps import ThompsonSteps
from automatakit.widget.steps import StepWidget
from tests.automatakit.automata import all_words, library, random_nfa

SHORT = all_words(4)
SEEDS = range(20)


def words_of(automaton: Automaton, upto: int = 4) -> set[str]:
    return {word for word in all_words(upto) if automaton.over("bw").accepts(word)}


def cut(found: set[str], upto: int = 4) -> set[str]:
    return {word for word in found if len(word) <= upto}


def pairs(seed: int) -> tuple[Automaton, Automaton]:
    one = random_nfa(seed, states=3, epsilon=seed % 2 == 0)
    two = random_nfa(seed + 50, states=3, density=0.2, epsilon=seed % 3 == 0)
    return (reverse(one) if seed % 5 == 0 else one), two


def same(ours: Automaton, theirs: NFA) -> bool:
    return equivalent(ours, DFA.from_nfa(theirs))


def test_words_of_two_automata_one_after_another():
    for seed in SEEDS:
        one, two = pairs(seed)
        made = concatenation(one, two)
        assert words_of(made) == cut({x + y for x in words_of(one) for y in words_of(two)})
        assert same(made, library(one).concatenate(library(two)))


def test_star_plus_and_option():
    for seed in SEEDS:
        one, _ = pairs(seed)
        found = words_of(one)
        several = {""}
        for _ in range(4):
            several |= cut({x + y for x in several for y in found})
        assert words_of(star(one)) == several
        assert words_of(option(one)) == found | {""}
        assert words_of(plus(one)) == (several if "" in found else several - {""})
        assert same(star(one), library(one).kleene_star())
        assert same(option(one), library(one).option())


def test_quotients_by_words_and_by_languages():
    for seed in SEEDS:
        one, two = pairs(seed)
        for word in ("", "b", "wb"):
            assert words_of(left_quotient(one, word), 3) == {z for z in all_words(3) if one.accepts(word + z)}
            assert words_of(right_quotient(one, word), 3) == {z for z in all_words(3) if one.accepts(z + word)}
        # Of nine pairs of states none need be met twice
        some = [x for x in all_words(8) if two.accepts(x)]
        after = {z for z in all_words(2) if any(one.accepts(x + z) for x in some)}
        before = {z for z in all_words(2) if any(one.accepts(z + x) for x in some)}
        assert words_of(left_quotient(one, two), 2) == after
        assert words_of(right_quotient(one, two), 2) == before


def test_beginnings_and_ends():
    for seed in SEEDS:
        one, _ = pairs(seed)
        accepted = [word for word in all_words(7) if one.accepts(word)]
        assert words_of(prefixes(one), 3) == cut({w[:i] for w in accepted for i in range(len(w) + 1)}, 3)
        assert words_of(suffixes(one), 3) == cut({w[i:] for w in accepted for i in range(len(w) + 1)}, 3)


def test_images_and_preimages_of_letters():
    images = {"b": "xy", "w": ""}

    def image(word: str) -> str:
        return "".join(images[letter] for letter in word)

    for seed in SEEDS:
        one, two = pairs(seed)
        made = homomorphism(one, images)
        long = {image(word) for word in all_words(6) if one.accepts(word)}
        assert {w for w in all_words(4, "xy") if made.over("xy").accepts(w)} == cut(long)
        before = inverse_homomorphism(two, {"x": "bw", "y": "", "z": "w"})
        for word in all_words(4, "xyz"):
            assert before.accepts(word) == two.accepts(word.replace("x", "bw").replace("y", "").replace("z", "w"))
    with pytest.raises(AutomatonError, match="one character"):
        homomorphism("b", {"bw": "x"})


def test_an_image_keeps_apart_what_a_product_calls_by_pairs_of_numbers():
    for seed in SEEDS:
        one, two = pairs(seed)
        numbered = [table.renamed(lambda state, table=table: table.index[state]) for table in (one, two)]
        both = numbered[0] & numbered[1]
        assert all(isinstance(state, tuple) for state in both.states)
        plain = both.renamed(str)
        images = {"b": "xyx", "w": "yx"}
        assert equivalent(homomorphism(both, images), homomorphism(plain, images))
    twice = from_regex("(a|b)(b|a)(a?)*") & from_regex("baa")
    image = homomorphism(twice, {"a": "xy", "b": "z"})
    assert [word for word in ("zxyxy", "zy", "zxy") if image.accepts(word)] == ["zxyxy"]


def test_to_mirror_and_determinise_twice_minimises():
    for seed in SEEDS:
        one, _ = pairs(seed)
        steps = double_reversal(one)
        assert len(steps.minimal.states) == len(minimise(one).states)
        assert equivalent(steps.minimal, one)
        assert equivalent(steps.determinised, reverse(one))
        assert steps.determinised.is_deterministic
        assert steps.minimal.is_complete


def expression(rng: Random, leaves: int) -> str:
    if leaves == 1:
        return rng.choice(["b", "w", "w", "()", "b", "∅"])
    left = rng.randrange(1, leaves)
    one, two = expression(rng, left), expression(rng, leaves - left)
    return rng.choice([f"({one}|{two})", one + two, f"({one}){rng.choice('*+?')}{two}", f"({one}{two})*"])


def test_expressions_become_automata_in_four_ways():
    for seed in range(60):
        text = expression(Random(seed), 1 + seed % 7)
        glushkov = Automaton.of(text, symbols="bw")
        expected = words_of(glushkov)
        deterministic = derivatives(text, "bw")
        assert deterministic.is_deterministic
        assert deterministic.is_complete
        partial = partial_derivatives(text, "bw")
        assert len(partial.states) <= len(glushkov.states)
        assert not partial.has_epsilon
        for made in (deterministic, partial, thompson(text, "bw")):
            assert words_of(made) == expected, text
        # As automata-lib reads it, which knows no ∅
        if "∅" not in text:
            assert same(glushkov, NFA.from_regex(text, input_symbols={"b", "w"}))
        for word in ("b", "wb"):
            rest = Automaton.of(derivative(text, word, "bw"), symbols="bw")
            assert words_of(rest, 2) == {z for z in all_words(2) if glushkov.accepts(word + z)}, (text, word)
        for state in deterministic.states:
            assert equivalent(Automaton.of(state, symbols="bw"), left_quotient(glushkov, _way(deterministic, state)))


def _way(automaton: Automaton, state: object) -> str:
    return next(word for word in all_words(6) if automaton.names(automaton.read(word)) == (state,))


def test_thompsons_construction_is_told_part_by_part():
    for seed in range(20):
        text = expression(Random(seed), 4)
        steps = ThompsonSteps(text, "bw")
        for moment in steps.moments():
            assert moment.made.whole.text in str(moment.text) or moment.made.sign == "∅"
            assert equivalent(moment.partial, Automaton.of(moment.made.whole.text, symbols="bw"))
            final = moment.partial
            assert not any(head == final.start or tail in final.accepting for tail, _, head in _own(moment))
        assert equivalent(steps.last().partial, Automaton.of(text, symbols="bw"))
    assert "Thompson" in ThompsonSteps("a|b").picture().title


def _own(moment: ThompsonSteps) -> list[tuple[int, str, int]]:
    """The arrows of the last part, which begins where no arrow ends, and ends where none begins."""
    return moment.construction.edges[: moment.made.arrows]


def test_thompsons_construction_is_walked_through_and_predicted():
    widget = StepWidget.thompson("(a|b)*ab", predict=True)
    widget.act("typed", value="3")
    widget.act("predict")
    assert (widget.at, widget.asked, widget.right) == (0, 1, 0)  # b alone has no ε
    # b, union, star, a, b, and twice one behind the other
    for number in (0, 4, 4, 0, 0, 1, 1):
        widget.act("typed", value=str(number))
        widget.act("predict")
    assert (widget.at, widget.right) == (widget.total, 7)
    assert widget.value.partial.accepts("babab")
