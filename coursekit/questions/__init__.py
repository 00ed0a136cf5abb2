"""Exercises that generate, solve, grade and explain themselves.

    from coursekit.questions import all_types, judge, question
    q = question("token_sets").instance(seed=7, difficulty=3, lang="en")
    q.text, q.picture, q.kind, q.data, q.key, q.solution, q.hints
    judge("token_sets", q.data, [["", "N"], ...], points=4, lang="de")        # a Verdict

Answers of kind ``function`` are questioned by whoever runs the student's code:
``question(type_id).interview(data, secret_seed, call)`` returns the answer that the judge takes.
"""

from coursekit.judging.verdict import Verdict
from coursekit.questions.base import (
    Data,
    Instance,
    Judged,
    QuestionError,
    QuestionType,
    Right,
    Say,
    Wrong,
)
from coursekit.questions.registry import all_types, question, register, types

__all__ = [
    "Data",
    "Instance",
    "Judged",
    "QuestionError",
    "QuestionType",
    "Right",
    "Say",
    "Wrong",
    "all_types",
    "judge",
    "question",
    "register",
    "types",
]


def judge(
    type_id: str,
    data: Data,
    answer: object,
    points: float = 1,
    lang: str = "en",
    stage: int | None = None,
    hint: int = 1,
) -> Verdict:
    """Judge an answer to an instance that is given by its public data.

    Parameters
    ----------
    type_id : str
        Id of the type of question.
    data : dict
        Public data of the instance; the key is computed from it again.
    answer : object
        What the student wrote, or its canonical JSON.
    points : float
        Points to be had.
    lang : str
        ``en``, ``de`` or ``es``.
    stage, hint : int, optional
        How much of a wrong answer is said (see `coursekit.judging.stages`); all that is known about it by default.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> q = question("count_paths").instance(seed=7)
    >>> judge("count_paths", q.data, q.key, points=4).status
    'right'
    >>> judge("count_paths", q.data, "many", points=4).status
    'malformed'
    """
    return question(type_id).judge(data, answer, points, lang, stage, hint)
