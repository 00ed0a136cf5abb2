"""The problem sets of the course, and instances of their questions, without building notebooks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from coursekit.sets.course import Course, find_course
from coursekit.sets.source import ProblemSet, Question, read_source
from coursekit.sets.variants import issue

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "course" / "source"
SETS = tuple(f"ps{n}" for n in range(1, 11))
REHEARSAL = "ps0"
"""The set that tries out how one hands in; it lies outside the marks."""
STUDENTS = ("ada", "bob", "eve")


@lru_cache
def problem_set(name: str) -> ProblemSet:
    return read_source(SOURCE / name / f"{name}.py")


def asked() -> Iterator[tuple[str, Question]]:
    """All questions that the judge marks."""
    for name in (REHEARSAL, *SETS):
        for q in problem_set(name).questions.values():
            if not q.manual:
                yield name, q


@lru_cache
def instance(name: str, id: str, student: str, lang: str = "en") -> dict[str, Any]:
    """What a student is asked, with key and solution."""
    q = problem_set(name).questions[id]
    return issue(b"a secret of the tests", name, [q], student, lang)["questions"][id]


def common(name: str) -> dict[str, Any]:
    """The instances that everybody may see."""
    questions = problem_set(name).questions.values()
    return {"questions": {q.id: instance(name, q.id, "") for q in questions if not q.manual}}


def copy_of_course(root: Path, *names: str) -> Course:
    """A course in a temporary folder with some of the sets."""
    for name in names:
        shutil.copytree(SOURCE / name, root / "source" / name, ignore=shutil.ignore_patterns("*.ipynb", "*.json"))
    shutil.copy(ROOT / "course" / "nbgrader_config.py", root)
    (root / "private").mkdir(mode=0o700)
    (root / "private" / "secret").write_text("c0" * 32)  # the same questions in every run of the tests
    return find_course(root)
