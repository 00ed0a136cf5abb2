"""The one file that a student hands in: the notebook, without outputs, with the answers beside it as data.

It stays an ordinary notebook, so that any learning platform can show it, and nbgrader can file it.  The answers stand
in ``metadata.finity.answers``; a notebook that was handed in directly, without `submit`, simply has none there.

Everything that is read here comes from strangers: sizes are checked before parsing, and nothing is trusted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["FORMAT", "Cell", "Submission", "marker", "pack", "read"]

FORMAT = "finity-handin/1"
MAX_CELLS = 2_000
_MARKER = re.compile(r"#+\s*Your answer to ([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\b")


def marker(name: str, id: str) -> str:
    """Return the first line of an answer's cell; it names the question even where metadata got lost."""
    return f"# Your answer to {name}.{id}"


@dataclass(frozen=True)
class Cell:
    """One cell of a submission.

    Parameters
    ----------
    kind : str
        ``code`` or ``markdown``.
    source : str
        Its text.
    id : str or None
        The id that nbgrader gave it.
    marked : tuple of (str, str) or None
        Problem set and question that its first line names.
    grader : dict
        All that nbgrader noted about it, as it came back.
    """

    kind: str
    source: str
    id: str | None = None
    marked: tuple[str, str] | None = None
    grader: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Submission:
    """What could be read of a file that was handed in.

    Parameters
    ----------
    cells : tuple of Cell
        All cells.
    name : str or None
        The problem set that the notebook says it belongs to.
    answers : dict
        Recorded answers by question id (foreign data, not validated).
    variant : dict
        Student and signature of the instances that were worked on.
    problem : str or None
        Why the file could not be read: ``too_large``, ``not_json``, ``not_notebook``.
    unreadable : int
        How many cells were left out because they are none.
    """

    cells: tuple[Cell, ...] = ()
    name: str | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    variant: Mapping[str, Any] = field(default_factory=dict)
    problem: str | None = None
    unreadable: int = 0


def read(content: bytes, limit: int = 20 << 20) -> Submission:
    """Read a file that was handed in.

    Parameters
    ----------
    content : bytes
        The file.
    limit : int
        Largest size that is looked at.

    Returns
    -------
    Submission
        With `problem` set if the file is no notebook.

    Examples
    --------
    >>> read(b"PK").problem
    'not_json'
    >>> read(b'{"cells": [{"cell_type": "code", "source": "answer = 1", "metadata": {}}]}').cells[0].source
    'answer = 1'
    """
    if len(content) > limit:
        return Submission(problem="too_large")
    try:
        book = json.loads(content.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return Submission(problem="not_json")
    if not isinstance(book, dict) or not isinstance(book.get("cells"), list) or len(book["cells"]) > MAX_CELLS:
        return Submission(problem="not_notebook")
    meta = _dict(_dict(book.get("metadata")).get("finity"))
    name = meta.get("set")
    cells = [_cell(raw) for raw in book["cells"] if _dict(raw).get("cell_type") != "raw"]
    return Submission(tuple(c for c in cells if c is not None), name if isinstance(name, str) else None,
                      _dict(meta.get("answers")), _dict(meta.get("variant")), unreadable=cells.count(None))


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _cell(raw: object) -> Cell | None:
    data = _dict(raw)
    source = data.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str) or data.get("cell_type") not in ("code", "markdown"):
        return None
    # A lone surrogate is valid JSON, and can be written to no file.
    source = source.encode("utf-8", "replace").decode()
    grader = _dict(_dict(data.get("metadata")).get("nbgrader"))
    id = grader.get("grade_id")
    found = _MARKER.match(source.lstrip())
    return Cell(data["cell_type"], source, id if isinstance(id, str) else None,
                (found[1], found[2]) if found else None, grader)


def pack(notebook: Mapping[str, Any], name: str, answers: Mapping[str, Any], variant: Mapping[str, Any]) -> str:
    """Turn a notebook into the file to hand in.

    Parameters
    ----------
    notebook : dict
        The notebook as JSON.
    name : str
        The problem set.
    answers : dict
        Canonical answers by question id.
    variant : dict
        Student and signature of the instance file.

    Returns
    -------
    str
        The text of the file.
    """
    cells = [{**cell, "outputs": [], "execution_count": None} if cell.get("cell_type") == "code" else dict(cell)
             for cell in notebook["cells"]]
    metadata = {k: v for k, v in _dict(notebook.get("metadata")).items() if k != "widgets"}
    metadata["finity"] = {"format": FORMAT, "set": name, "answers": dict(answers), "variant": dict(variant)}
    book = {"nbformat": notebook.get("nbformat", 4), "nbformat_minor": notebook.get("nbformat_minor", 5),
            "metadata": metadata, "cells": cells}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"
