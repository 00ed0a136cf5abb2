"""The notebook that lecturers read in the formgrader: the student's cells, ours restored, verdicts as outputs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from boardkit.foreign import as_html
from finity_edu.errors import CATALOGUE
from finity_edu.grading.handin import Cell, Submission
from finity_edu.grading.prose import still, untouched
from finity_edu.grading.session import Asked
from finity_edu.grading.verdict import Verdict

__all__ = ["autograded", "verdict_html"]


def verdict_html(verdict: Mapping[str, Any]) -> str:
    """Draw a verdict as HTML: points, message, witness, picture."""
    names = ("points", "maximum", "message", "witness", "misconception", "malformed")
    html = Verdict.from_json({k: verdict[k] for k in names})._repr_html_()
    witness = str(verdict.get("witness") or "")
    html += f"<p><code>{as_html(witness)}</code></p>" if witness not in verdict["message"] else ""
    return untouched(html + (still(verdict["picture"], witness) if verdict["picture"] else ""))


def autograded(submission: Submission, job: Mapping[str, Any],
               verdicts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Build the notebook that nbgrader calls autograded.

    Parameters
    ----------
    submission : Submission
    job : dict
    verdicts : dict
        By question.

    Returns
    -------
    dict
        A notebook as JSON: every cell that was handed out stands in it exactly once, with its own metadata; above the
        answer to an open question stands its rubric.
    """
    cells: list[dict[str, Any]] = []
    seen: set[str] = set()
    for cell in submission.cells:
        id = _id(cell, job, seen)
        if id is None:
            cells.append(_notebook_cell(cell.kind, cell.source, None, []))
        else:
            seen.add(id)
            cells += _rubric(id, job)
            cells.append(_known(id, cell, job, verdicts))
    for id in [id for id in job["cells"] if id not in seen]:
        cells += [*_rubric(id, job), _known(id, None, job, verdicts)]
    for i, one in enumerate(cells):
        one["id"] = hashlib.sha256(f"{i}/{one['source'][:80]}".encode()).hexdigest()[:12]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _id(cell: Cell, job: Mapping[str, Any], seen: set[str]) -> str | None:
    id = cell.id if cell.id in job["cells"] else None
    if id is None and cell.marked and cell.marked[0] == job["set"] and f"{cell.marked[1]}-answer" in job["cells"]:
        id = f"{cell.marked[1]}-answer"
    return None if id in seen else id


def _known(id: str, cell: Cell | None, job: Mapping[str, Any],
           verdicts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    released = job["cells"][id]
    locked = released["grader"]["locked"]
    source = released["source"] if locked or cell is None else cell.source
    outputs: list[dict[str, Any]] = []
    if id.endswith("-text"):
        outputs = _asked(id.removesuffix("-text"), job)
    if id in verdicts and released["kind"] == "code":
        outputs = [{"output_type": "display_data", "metadata": {}, "data": {
            "text/html": verdict_html(verdicts[id]), "text/plain": verdicts[id]["message"]}}]
    return _notebook_cell(released["kind"], source, released["grader"], outputs)


def _rubric(q: str, job: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Model answer and rubric of an open question, above the answer.

    nbgrader hides and restores a mark scheme only in cells of its kind "task", which hold no answer.
    """
    text = job["rubrics"].get(q)
    if not text:
        return []
    title = CATALOGUE.text("mark.rubric", job["lang"], id=q)
    return [{"cell_type": "markdown", "metadata": {}, "source": f"### {title}\n\n{text}"}]


def _asked(q: str, job: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The student's own question, for whoever marks by hand."""
    one = job["issued"].get(q)
    if one is None:
        return []
    bundle = Asked(one["title"], one["text"], one["picture"])._repr_mimebundle_()
    return [{"output_type": "display_data", "metadata": {}, "data": bundle}]


def _harmless(markdown: str) -> str:
    """Markdown in which every tag is text: a script would run in the lecturer's browser."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", markdown)


def _notebook_cell(kind: str, source: str, grader: Mapping[str, Any] | None,
                   outputs: list[dict[str, Any]]) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {"nbgrader": dict(grader)} if grader else {},
                            "source": source if kind == "code" else _harmless(source)}
    return cell | {"outputs": outputs, "execution_count": None} if kind == "code" else cell
