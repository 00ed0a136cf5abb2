"""Functions that never look at their inputs, and what they earn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from coursekit.questions import question
from coursekit.questions.functions import FunctionQuestion

Strategy = Callable[[int, Random], object]
"""From the number of the call, and dice, to a result."""

STRATEGIES: dict[str, Strategy] = {
    "always yes": lambda call, dice: True,
    "always no": lambda call, dice: False,
    "yes and no in turn": lambda call, dice: call % 2 == 0,
    "no and yes in turn": lambda call, dice: call % 2 == 1,
    "every third": lambda call, dice: call % 3 == 0,
    "first half yes": lambda call, dice: call < 24,
    "dice": lambda call, dice: dice.random() < 0.5,
}


def earned(name: str, seed: int, difficulty: int, skin: str) -> float:
    """The share of the points that a strategy earns for `write_accepts`, asked as the marker asks."""
    kind = question("write_accepts")
    assert isinstance(kind, FunctionQuestion)
    made = kind.instance(seed, difficulty, skin=skin)
    dice = Random(f"{name} {seed}")
    calls = 0

    def call(inputs: list[object]) -> list[object]:
        nonlocal calls
        results = []
        for _ in inputs:
            results.append({"value": STRATEGIES[name](calls, dice)})
            calls += 1
        return results

    answer = kind.interview(made.data, 1000 + seed, call)
    return made.judge(answer, points=1).points
