"""Functions that never look at what they are given, and what the judge pays them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import count, cycle
from typing import Any

from coursekit.practice.handover import asker
from coursekit.questions import judge, question

__all__ = ["THOUGHTLESS", "shares", "unearned"]

Function = Callable[..., object]
MOST = 0.05
"""What such a function may earn on average."""


def _always(value: object) -> Callable[[], Function]:
    return lambda: lambda *inputs: value


def _in_turn(*values: object) -> Function:
    turns = cycle(values)
    return lambda *inputs: next(turns)


def _by_dice() -> Function:
    rng = random.Random(5)
    return lambda *inputs: rng.random() < 0.5


def _late(after: int) -> Function:
    calls = count()
    return lambda *inputs: next(calls) >= after


def _remembered() -> Function:
    """What was asked before gets the same answer; what is new is yes and no in turn."""
    known: dict[str, bool] = {}
    return lambda *inputs: known.setdefault(repr(inputs), len(known) % 2 == 0)


THOUGHTLESS: dict[str, Callable[[], Function]] = {
    "true": _always(True), "false": _always(False), "none": _always(None), "zero": _always(0),
    "in turn, no first": lambda: _in_turn(False, True), "in turn, yes first": lambda: _in_turn(True, False),
    "every third": lambda: _in_turn(True, False, False), "by dice": _by_dice,
    "the later half": lambda: _late(48), "remembered": _remembered,
}


def shares(name: str, type_id: str, seeds: Iterable[int], difficulties: Iterable[int],
           skin: str | None = None) -> list[tuple[float, bool]]:
    """What one of these functions earns for each instance, of one point, and whether it is called right."""
    kind, found = question(type_id), []
    for difficulty in difficulties:
        for seed in seeds:
            data = kind.drawn(seed, difficulty, skin)
            answer: Any = kind.interview(data, 7 * seed + 1, asker(THOUGHTLESS[name]()))
            verdict = judge(type_id, data, answer)
            found.append((verdict.points, verdict.right))
    return found


def unearned(type_id: str, seeds: Iterable[int], difficulties: Iterable[int], skin: str | None = None) -> list[str]:
    """Functions that are called right, or earn more than almost nothing on average."""
    out = []
    for name in THOUGHTLESS:
        found = shares(name, type_id, seeds, difficulties, skin)
        mean = sum(points for points, _ in found) / len(found)
        if mean > MOST or any(right for _, right in found):
            out.append(f"{type_id} {skin or ''}: the function '{name}' earns {mean:.1%} on average, "
                       f"everything {sum(right for _, right in found)} times")
    return out
