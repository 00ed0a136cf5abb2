"""From the authored text to notebooks: for nbgrader, for students, solved, and for otter.

Solutions and hidden parts stand in the nbgrader source notebook only; the release version is made of it by nbgrader
itself, so that its data base, formgrader and feedback know every cell.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from finity_edu.grading.handin import marker
from finity_edu.grading.source import ProblemSet, Question, cleared

__all__ = ["nbgrader_source", "otter_master", "solved"]

Notebook = dict[str, Any]
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def opening(name: str) -> str:
    """Return the first cell of every set."""
    return f'from finity_edu.grading import open_set\n\nshow, check, hint, submit = open_set("{name}")'


def nbgrader_source(problems: ProblemSet, issued: Mapping[str, Any]) -> Notebook:
    """Build the notebook that nbgrader calls the source: with solutions and hidden tests.

    Parameters
    ----------
    problems : ProblemSet
    issued : dict
        The common instances (see `finity_edu.grading.variants.issue`).

    Returns
    -------
    dict
        A notebook as JSON; equal inputs give equal notebooks.
    """
    return _assemble(problems, lambda q: _graded(problems.name, q, issued["questions"].get(q.id)), locked=True)


def solved(problems: ProblemSet, issued: Mapping[str, Any]) -> Notebook:
    """Build a copy in which every question is answered: what a perfect student would hand in."""
    def cells(q: Question) -> list[dict[str, Any]]:
        graded = _graded(problems.name, q, issued["questions"].get(q.id))
        for cell in graded:
            lines = cell["source"].splitlines()
            cell["source"] = "\n".join(x for x in lines if x.strip() not in ("### BEGIN SOLUTION", "### END SOLUTION"))
            cell["source"] = cell["source"].split("\n### BEGIN HIDDEN TESTS")[0]
        return graded

    return _assemble(problems, cells, locked=True)


def _assemble(problems: ProblemSet, cells_of: Any, locked: bool) -> Notebook:
    cells: list[dict[str, Any]] = []
    setups = 0
    for cell in problems.cells:
        if not setups and cell.kind in ("code", "setup", "question"):
            cells.append(_cell("code", opening(problems.name), _grader("setup", locked=True) if locked else {}))
            setups = 1
        if cell.kind == "question":
            cells += cells_of(problems.questions[cell.id])
        elif cell.kind == "setup":
            cells.append(_cell("code", cell.text, _grader(f"setup-{setups}", locked=True) if locked else {}))
            setups += 1
        else:
            cells.append(_cell(cell.kind, cell.text))
    cells.append(_cell("code", "submit()", _grader("submit", locked=True) if locked else {}))
    return _notebook(cells, {"finity": {"set": problems.name}})


def _notebook(cells: Iterable[dict[str, Any]], metadata: Mapping[str, Any]) -> Notebook:
    numbered = []
    for i, cell in enumerate(cells):
        id = hashlib.sha256(f"{i}/{cell['cell_type']}/{cell['source'][:40]}".encode()).hexdigest()[:12]
        numbered.append({"id": id, **cell})
    return {"cells": numbered, "metadata": {"kernelspec": _KERNEL, **metadata}, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind: str, source: str, grader: Mapping[str, Any] | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {"nbgrader": dict(grader)} if grader else {},
                            "source": source}
    return cell | {"outputs": [], "execution_count": None} if kind == "code" else cell


def _grader(id: str, *, locked: bool = False, solution: bool = False, points: float | None = None) -> dict[str, Any]:
    data: dict[str, Any] = {"schema_version": 3, "grade_id": id, "grade": points is not None, "solution": solution,
                            "locked": locked, "task": False}
    return data if points is None else data | {"points": points}


def _graded(name: str, q: Question, one: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The cells of one question."""
    if one is None:
        return [_cell("markdown", q.code, _grader(q.id, solution=True, points=q.points))]
    full = f"{name}.{q.id}"
    hidden = json.dumps({"type": q.type, "data": one["data"], "points": q.points, "lang": one["lang"]},
                        ensure_ascii=False)
    test = "\n".join([f'check("{full}", answer)', "### BEGIN HIDDEN TESTS",
                      "from finity_edu.grading.plain import points", f"points({hidden!r}, answer)",
                      "### END HIDDEN TESTS"])
    return [
        _cell("code", f'show("{full}")', _grader(f"{q.id}-text", locked=True)),
        _cell("code", _answer_cell(name, q, one), _grader(f"{q.id}-answer", solution=True)),
        _cell("code", test, _grader(q.id, locked=True, points=q.points)),
    ]


def _answer_cell(name: str, q: Question, one: Mapping[str, Any]) -> str:
    if q.kind == "function":
        return f"{marker(name, q.id)}  (function)\n{q.code.strip() or _function_cell(one['key']['source'])}"
    return (f"{marker(name, q.id)}  ({one['kind']})\nanswer = ...\n"
            f"### BEGIN SOLUTION\nanswer = {one['key']!r}\n### END SOLUTION")


def _function_cell(source: str) -> str:
    """A stub with the right arguments, and the generator's own solution behind it."""
    function = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return (f"def answer({ast.unparse(function.args)}):\n    return None\n"
            f"### BEGIN SOLUTION\n{source.strip()}\n\nanswer = {function.name}\n### END SOLUTION")


# ---------------------------------------------------------------------- otter

_STEPS = (0.25, 0.5, 0.75, 1.0)


def otter_master(problems: ProblemSet, issued: Mapping[str, Any]) -> Notebook:
    """Build the notebook that ``otter assign`` takes.

    Each question gets four hidden tests, one for every quarter of the points: otter knows no partial credit within a
    test.
    """
    config = "\n".join(["# ASSIGNMENT CONFIG", f"name: {problems.name}", "run_tests: true", "files:",
                        f"  - {problems.name}.instances.json", "tests:", "  ok_format: false"])
    book = _assemble(problems, lambda q: _otter(problems.name, q, issued["questions"].get(q.id)), locked=False)
    cells = [_cell("raw", config), *({k: v for k, v in c.items() if k != "id"} for c in book["cells"])]
    return _notebook(cells, {"finity": {"set": problems.name}})


def _otter(name: str, q: Question, one: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    if one is None:
        return [_cell("raw", f"# BEGIN QUESTION\nname: {q.id}\npoints: {q.points:g}\nmanual: true"),
                _cell("markdown", cleared(q.code)), _cell("raw", "# BEGIN SOLUTION"), _cell("markdown", "…"),
                _cell("raw", "# END SOLUTION"), _cell("raw", "# END QUESTION")]
    hidden = json.dumps({"type": q.type, "data": one["data"], "points": 1, "lang": one["lang"]}, ensure_ascii=False)
    solution = (_answer_cell(name, q, one).replace("### BEGIN", "# BEGIN").replace("### END", "# END"))
    own = f"answer_{q.id.replace('-', '_')}"  # otter runs all tests at the end: each needs a name of its own
    tests = []
    for step in _STEPS:
        code = (f'""" # BEGIN TEST CONFIG\npoints: {q.points / len(_STEPS):g}\nhidden: true\n""" # END TEST CONFIG\n'
                f"def test_{own}_{step * 100:.0f}({own}):\n"
                f"    from finity_edu.grading.plain import points\n"
                f"    assert points({hidden!r}, {own}) >= {step}")
        tests.append(_cell("code", code))
    return [
        _cell("raw", f"# BEGIN QUESTION\nname: {q.id}"), _cell("code", f'show("{name}.{q.id}")'),
        _cell("raw", "# BEGIN SOLUTION"), _cell("code", solution), _cell("raw", "# END SOLUTION"),
        _cell("code", f'{own} = answer\ncheck("{name}.{q.id}", answer)'),
        _cell("raw", "# BEGIN TESTS"), *tests, _cell("raw", "# END TESTS"), _cell("raw", "# END QUESTION"),
    ]
