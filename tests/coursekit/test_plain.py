"""Marking inside the student's own process, as plain nbgrader and otter do it."""

from __future__ import annotations

import json

from coursekit.practice.plain import points
from coursekit.questions import question


def task(type_id: str) -> tuple[str, object]:
    """What a test cell knows of a question, and its key."""
    made = question(type_id).instance(1, 1)
    return json.dumps({"type": type_id, "data": made.data, "points": 3, "lang": "en"}), made.key


def test_an_answer_earns_its_points_and_a_blank_none() -> None:
    asked, key = task("accepted")
    assert (points(asked, key), points(asked, ...)) == (3.0, 0.0)


def test_a_function_is_asked_and_where_none_is_wanted_it_is_no_answer() -> None:
    asked, _ = task("write_accepts")

    def accepts(arrows, start, end, tower):  # type: ignore[no-untyped-def]
        active = {start}
        for cone in tower:
            active = {head for symbol, tail, head in map(parts, arrows) if symbol == cone and tail in active}
        return end in active

    def parts(arrow: str) -> tuple[str, str, str]:
        tail, head = arrow[1:].split(">")
        return arrow[0], tail, head

    assert points(asked, accepts) == 3.0
    assert points(asked, lambda *_: True) < 3.0
    assert points(task("accepted")[0], accepts) == 0.0
