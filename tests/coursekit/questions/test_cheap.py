"""Shortcuts that take no idea: a sample; ``make measure ONLY=cheap`` tries them on all types."""

from benchmarks.measures.cheap import MOST, by_type, earned, strategies
from tests.cases import every
from tests.coursekit.questions.sample import instance

HALF = 0.5
"""So few instances say little: here nothing may come near to a solution."""


@every("type_id", ["inequivalent_prefixes", "separating_suffix", "pumping", "bisimilar", "mini_winner",
                   "reachable_positions", "losing_fields", "words_of_regex"])
def test_no_shortcut_of_a_sample_solves_half(type_id):
    assert max(earned(type_id, 6).values()) <= HALF


@every("type_id", ["transition_monoid", "count_paths"])
def test_no_number_is_right_so_often_that_it_is_worth_a_guess(type_id):
    assert max(earned(type_id, 15).values()) <= MOST + 0.1


def test_a_dead_word_tells_nothing():
    found = 0
    for seed in range(6):
        made = instance("inequivalent_prefixes", 2, seed=seed)
        for _, answer in by_type(made):
            assert not made.judge(answer).right or made.asked_by.fa(made.data).active(answer[0][1])[-1]
            found += 1
    assert found
    assert any(name == "a dead word" for name, _ in strategies(instance("inequivalent_prefixes", 2, seed=0)))
