"""Conditions in words: each sentence is a predicate in `second.sentences`, and the automaton reads the same words."""

from __future__ import annotations

import random
from itertools import product

from coursekit.questions.conditions import FAMILIES, automaton_of, draw_condition
from tests.cases import every
from tests.coursekit.questions.second.sentences import PREDICATES, holds


def words_over(alphabet, longest):
    return ["".join(w) for n in range(longest + 1) for w in product(alphabet, repeat=n)]


def test_every_family_is_a_predicate_and_there_are_at_least_forty():
    assert set(FAMILIES) == set(PREDICATES)
    assert len(FAMILIES) >= 40


@every("id", FAMILIES)
def test_each_sentence_says_what_its_automaton_reads(id):
    family, rng = FAMILIES[id], random.Random(id)
    for alphabet, longest in (("01", 10), *(() if family.binary else (("ab", 8), ("abc", 5)))):
        words = words_over(alphabet, longest)
        for _ in range(4):
            condition = draw_condition(rng, family, alphabet)
            automaton = automaton_of(condition, alphabet)
            assert automaton.is_deterministic
            assert automaton.is_complete
            wrong = [w for w in words if automaton.accepts(w) != holds(condition, w)]
            assert not wrong, (condition, wrong[:3])


def test_sentences_can_be_joined_and_denied():
    rng = random.Random(5)
    plain = [family for family in FAMILIES.values() if not family.binary]
    for _ in range(40):
        one, two = (draw_condition(rng, rng.choice(plain), "ab") for _ in range(2))
        condition = [rng.choice(["and", "or"]), one, ["not", two]]
        automaton = automaton_of(condition, "ab")
        assert all(automaton.accepts(w) == holds(condition, w) for w in words_over("ab", 8)), condition
