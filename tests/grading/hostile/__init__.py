"""Hostile submissions.  Each is bounded in itself: where a limit fails, it ends by its own within a minute, takes at
most about a gigabyte, and touches nothing but its own scratch files.

A sample is a function from a `Stage` to what is handed in (a notebook, or bytes).  Unless it says otherwise its attack
sits in the cell of q1, the answer to q2 is right (3 points: nobody else's attack, and not one's own, may cost it), and
q3 is left alone.  Every sample names what must be earned and what lecturer and student must be told: a remark, or
where nothing happened that needs one, what becomes of the question (``q1 malformed``, ``q1 not_answered``,
``q1 wrong``); beside such a sample stands why that is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from finity_edu.grading.course import Course
from tests.grading.workshop import answer, blank, cell, perfect

Submission = Mapping[str, Any] | bytes


@dataclass(frozen=True)
class Stage:
    """Where a sample plays: the course that it attacks, and who hands it in."""

    course: Course
    student: str

    def book(self, q1: str = "answer = ...") -> dict[str, Any]:
        """A notebook with an attack in the cell of q1, a right answer to q2, and nothing in q3."""
        book = perfect(self.course, self.student)
        answer(book, "q1", q1)
        empty = next(c for c in blank(self.course)["cells"] if cell(book, "q3-answer")["metadata"]["nbgrader"]
                     ["grade_id"] == c["metadata"].get("nbgrader", {}).get("grade_id"))
        cell(book, "q3-answer")["source"] = empty["source"]
        return book


@dataclass(frozen=True)
class Sample:
    """One hostile submission and what it must come to.

    Parameters
    ----------
    name : str
    make : callable
    remarks : tuple of str
        At least one of them must be told: ids of remarks, or ``<question> <reason>``.
    points : tuple of float
        What q1, q2 and q3 must get.
    """

    name: str
    make: Callable[[Stage], Submission]
    remarks: tuple[str, ...]
    points: tuple[float, float, float]


class Corpus:
    """Collects samples."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []

    def sample(self, remark: str, *others: str, points: tuple[float, float, float] = (0, 3, 0)) -> Callable[..., Any]:
        """Take a function as a sample."""
        def take(make: Callable[[Stage], Submission]) -> Callable[[Stage], Submission]:
            self.samples.append(Sample(make.__name__, make, (remark, *others), points))
            return make
        return take

    def code(self, name: str, text: str, remark: str, *others: str,
             points: tuple[float, float, float] = (0, 3, 0)) -> None:
        """Take code for the cell of q1 as a sample."""
        self.samples.append(Sample(name, lambda stage: stage.book(text), (remark, *others), points))
