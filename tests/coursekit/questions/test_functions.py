"""Questions whose answer is a function."""

from __future__ import annotations

import pytest

from coursekit.practice.handover import asker
from coursekit.questions import judge, question
from coursekit.questions.functions import INPUTS
from tests.cases import sampled
from tests.coursekit.questions.thoughtless import unearned

SKINS = question("write_accepts").skins


@pytest.mark.parametrize("skin", sampled(SKINS))
def test_a_function_that_does_not_look_at_its_inputs_earns_nothing(skin):
    """A sample; `python -m benchmarks.measures credit` has sixty seeds of every level."""
    assert unearned("write_accepts", range(5), (1, 4), skin) == []


@pytest.mark.parametrize("skin", SKINS)
def test_every_input_comes_twice_and_as_many_words_are_accepted_as_a_coin_says(skin):
    kind = question("write_accepts")
    data = kind.drawn(1, 2, skin)
    orders, accepted = set(), []
    for seed in range(6):
        probes = kind.probes(data, seed)
        assert len(probes) == 2 * INPUTS
        assert probes[INPUTS:] != probes[:INPUTS], "or a function that counts its calls contradicts itself nowhere"
        assert all(probes.count(probe) >= 2 for probe in probes)
        wanted = [kind.expected(data, probe) for probe in probes]
        orders.add(tuple(wanted))
        accepted.append(sum(wanted) / len(wanted))
    assert len(orders) == 6
    assert 0.4 < sum(accepted) / 6 < 0.6
    assert len(set(accepted)) > 1


def test_a_function_that_contradicts_itself_is_told_so_and_earns_nothing():
    kind, calls = question("write_accepts"), []
    data = kind.drawn(1, 2)
    space = {}
    exec(kind.key(data)["source"], space)

    def tired(*inputs):
        calls.append(1)
        return space["accepts"](*inputs) != (len(calls) == 60)

    verdict = judge("write_accepts", data, kind.interview(data, 3, asker(tired)), 4)
    assert (verdict.points, verdict.right) == (0, False)
    assert "the function gave" in verdict.message
    assert "must depend on its inputs alone" in verdict.message


def test_an_error_may_be_told_in_other_words_the_second_time():
    """A message with an address or a counter in it is no contradiction: what failed failed again."""
    kind = question("write_accepts")
    data = kind.drawn(1, 2)
    calls = []

    def failing(*inputs):
        calls.append(1)
        raise ValueError(f"call {len(calls)}")

    verdict = judge("write_accepts", data, kind.interview(data, 3, asker(failing)))
    assert "ValueError: call 1" in verdict.message
    assert f"Right results: 0 of {2 * INPUTS}" in verdict.message


@pytest.mark.slow
@pytest.mark.parametrize(("type_id", "often"), [("count_paths", 6), ("transition_monoid", 8)])
@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_no_number_is_a_good_guess(type_id, often, difficulty):
    """A sample. Monoids of a level have four sizes, equally often: more would not be equal work."""
    kind = question(type_id)
    for skin in kind.skins:
        keys = [kind.key(kind.drawn(seed, difficulty, skin)) for seed in range(16)]
        assert max(map(keys.count, keys)) <= often, skin
