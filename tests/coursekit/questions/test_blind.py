"""A function that never looks at its inputs earns nothing, or nearly so (`make measure ONLY=blind` plays more)."""

from itertools import product
from statistics import mean

import pytest

from coursekit.questions import question
from tests.coursekit.questions.blind import STRATEGIES, earned


@pytest.mark.parametrize("name", STRATEGIES)
def test_who_does_not_look_at_the_inputs_earns_nothing_worth_having(name):
    shares = [earned(name, *where) for where in product(range(6), (1, 3, 5), ("board", "textbook"))]
    assert mean(shares) <= 0.05
    assert max(shares) < 0.5


def test_the_same_input_with_two_results_earns_nothing_and_it_is_said():
    made = question("write_accepts").instance(3, 2)
    probes = question("write_accepts").probes(made.data, 7)
    results = [{"value": question("write_accepts").expected(made.data, probe)} for probe in probes]
    assert made.judge({"seed": 7, "results": results}, points=4).points == 4
    results[-1] = {"value": not results[-1]["value"]}
    verdict = made.judge({"seed": 7, "results": results}, points=4)
    assert verdict.points == 0
    assert "must depend on its inputs alone" in verdict.message
