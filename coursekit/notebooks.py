"""Notebooks as plain JSON: cells, nbgrader's notes on them, and the names of questions and answers in them."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import TypedDict

from boardkit.foreign_json import Json
from coursekit.formats import IssuedQuestion

_MARKER = re.compile(r"#+\s*Your answer to ([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\b")
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


class Grader(TypedDict, total=False):
    """What nbgrader notes about a cell."""

    schema_version: int
    grade_id: str
    grade: bool
    solution: bool
    locked: bool
    task: bool
    points: float


class NotebookCell(TypedDict, total=False):
    """A cell as it stands in the file of a notebook."""

    id: str
    cell_type: str
    metadata: dict[str, Json]
    source: str
    outputs: list[Json]
    execution_count: int | None


class Notebook(TypedDict):
    """A notebook as it stands in its file."""

    cells: list[NotebookCell]
    metadata: dict[str, Json]
    nbformat: int
    nbformat_minor: int


def marker(name: str, id: str) -> str:
    """Return the first line of an answer's cell; it names the question even where metadata got lost."""
    return f"# Your answer to {name}.{id}"


def marked(source: str) -> tuple[str, str] | None:
    """Return the problem set and the question that the first line of a cell names.

    Examples
    --------
    >>> marked("# Your answer to ps1.q10  (word)\\nanswer = 'bw'")
    ('ps1', 'q10')
    """
    found = _MARKER.match(source.lstrip())
    return (found[1], found[2]) if found else None


def variable_of(one: IssuedQuestion) -> str:
    """Return the name that holds the answer to a question: that of the function, if the text asks for one by name."""
    return str(one.get("form", {}).get("name", "answer"))


def heading(source: str, name: str = r"\w+") -> dict[str, str]:
    """Return the name and the signature of a function that a source defines.

    Examples
    --------
    >>> heading("def answer(word):\\n    return None")
    {'name': 'answer', 'signature': 'answer(word)'}
    """
    found = re.search(rf"^def ({name})(\(.*\))", source, re.M)
    return {} if found is None else {"name": found[1], "signature": found[1] + found[2]}


def otter_name(id: str) -> str:
    """Return the name under which otter's tests find an answer: they all run at the end."""
    return f"answer_{id.replace('-', '_')}"


def opening(name: str) -> str:
    """Return the first code cell of every set."""
    return f'from coursekit import open_set\n\nshow, check, hint, submit = open_set("{name}")'


def notebook(cells: Iterable[NotebookCell], metadata: Mapping[str, Json]) -> Notebook:
    """Make a notebook of cells; equal cells give equal ids."""
    numbered: list[NotebookCell] = []
    for i, one in enumerate(cells):
        id = hashlib.sha256(
            f"{i}/{one['cell_type']}/{one['source'][:40]}".encode()
        ).hexdigest()[:12]
        numbered.append({"id": id, **one})
    # Without it JupyterLite asks for a kernel
    known = {
        "kernelspec": _KERNEL,
        "language_info": {"name": "python"},
    }
    return {
        "cells": numbered,
        "metadata": {**known, **metadata},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def cell(kind: str, source: str, grader: Grader | None = None) -> NotebookCell:
    """Make a cell, with nbgrader's notes about it."""
    made: NotebookCell = {
        "cell_type": kind,
        "metadata": {"nbgrader": dict(grader)} if grader else {},
        "source": source,
    }
    if kind == "code":
        made["outputs"] = []
        made["execution_count"] = None
    return made


def grader(
    id: str,
    *,
    locked: bool = False,
    solution: bool = False,
    points: float | None = None,
) -> Grader:
    """Make nbgrader's notes about a cell."""
    notes: Grader = {
        "schema_version": 3,
        "grade_id": id,
        "grade": points is not None,
        "solution": solution,
        "locked": locked,
        "task": False,
    }
    if points is not None:
        notes["points"] = points
    return notes
