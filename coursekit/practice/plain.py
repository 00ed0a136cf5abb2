"""Marking inside the student's own process, for plain nbgrader and for otter.

This is what those tools can do by themselves: a student's code can change anything here, so use it for practice, and
``finity-edu mark`` for marks that count.
"""

import json

from coursekit.practice.handover import asker
from coursekit.questions import judge, question


def points(task: str, answer: object) -> float:
    """Judge an answer where it stands.

    Parameters
    ----------
    task : str
        JSON with type, data, points and lang.
    answer : object
        The student's answer.

    Returns
    -------
    float
        The points earned: a test cell of nbgrader takes the last number as partial credit.
    """
    one = json.loads(task)
    if answer is ...:
        return 0.0
    kind = question(one["type"])
    if kind.kind == "function" and callable(answer):
        answer = kind.interview(one["data"], 1, asker(answer))
    return float(
        judge(one["type"], one["data"], answer, one["points"], one["lang"]).points
    )
