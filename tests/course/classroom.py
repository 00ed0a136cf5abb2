"""A class of thirty whose answers are of mixed quality: right, mutants, misconceptions, unreadable, missing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from coursekit.questions import question
from coursekit.sets.source import ProblemSet
from tests.coursekit.questions.mutation import mutants

STUDENTS = tuple(f"s{n:02}" for n in range(1, 31))
MISSING = object()
GUESS = "def answer(*arguments):\n    return True\n"


def answers(problems: ProblemSet, issued: Mapping[str, Any], student: str) -> dict[str, Any]:
    """What a student writes: the first ones know little, the last ones nearly everything.

    For a function the text of a cell that defines it; `MISSING` for an answer that is left out.
    """
    rng = random.Random(f"{problems.name} {student}")
    skill = (STUDENTS.index(student) + 0.5) / len(STUDENTS)
    found = {}
    for q in problems.questions.values():
        if not q.manual:
            one = issued["questions"][q.id]
            found[q.id] = one["key"] if rng.random() < skill else _wrong(rng, q.type, one)
            if q.kind == "function" and isinstance(found[q.id], dict):
                found[q.id] = one["key"]["source"] + "\nanswer = accepts\n"
    return found


def _wrong(rng: random.Random, type_id: str, one: Mapping[str, Any]) -> Any:
    what = rng.random()
    if what < 0.15:
        return MISSING
    if question(type_id).kind == "function":
        return GUESS
    if what < 0.25:
        return {"this": "is no answer"}
    believed = [a for _, a in question(type_id).wrong(one["data"]) if a is not None and a != one["key"]]
    if believed and what < 0.65:
        return rng.choice(believed)
    changed = [answer for _, answer in mutants(question(type_id).render(one["data"]), 8, rng.randrange(100))]
    return rng.choice(changed[1:])


def cell(name: str, id: str, answer: Any) -> str:
    """The source of the cell that holds an answer."""
    head = f"# Your answer to {name}.{id}\n"
    if answer is MISSING:
        return head + "answer = ..."
    return head + (answer if isinstance(answer, str) and "def " in answer else f"answer = {answer!r}")
