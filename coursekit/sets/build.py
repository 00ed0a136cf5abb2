"""From the authored text to notebooks: for nbgrader, for students, solved, and for otter.

Solutions and hidden parts stand in the nbgrader source notebook only; the release version is made of it by nbgrader
itself, so that its data base, formgrader and feedback know every cell.
"""

import ast
import json
import re
from collections.abc import Callable

from coursekit.formats import Instances, IssuedQuestion
from coursekit.notebooks import (
    Notebook,
    NotebookCell,
    cell,
    grader,
    marker,
    notebook,
    opening,
    otter_name,
    variable_of,
)
from coursekit.sets.source import ProblemSet, Question, cleared
from coursekit.texts import text


def answer_cells(problems: ProblemSet, issued: Instances) -> dict[str, IssuedQuestion]:
    """Return points and answer cell of every question, as students get them."""
    stub = text("handin.your_text", issued["lang"])
    cells: dict[str, IssuedQuestion] = {}
    for id, q in problems.questions.items():
        cells[id] = {"points": q.points, "cell": stub}
        if not q.manual:
            full = _answer_cell(problems.name, q, issued["questions"][id])
            cells[id]["cell"] = cleared(full)
    return cells


def nbgrader_source(problems: ProblemSet, issued: Instances) -> Notebook:
    """Build the notebook that nbgrader calls the source: with solutions and hidden tests.

    Parameters
    ----------
    problems : ProblemSet
    issued : dict
        The common instances (see `coursekit.sets.variants.issue`).

    Returns
    -------
    dict
        A notebook as JSON; equal inputs give equal notebooks.
    """
    return _assemble(
        problems, lambda q: _graded(problems.name, q, issued["questions"].get(q.id))
    )


def solved(problems: ProblemSet, issued: Instances) -> Notebook:
    """Build a copy in which every question is answered: what a perfect student would hand in."""

    def cells(q: Question) -> list[NotebookCell]:
        graded = _graded(problems.name, q, issued["questions"].get(q.id))
        for one in graded:
            one["source"] = re.sub(
                r"(?m)^[ \t]*### (BEGIN|END) SOLUTION[ \t]*\n?", "", one["source"]
            )
            one["source"] = one["source"].split("\n### BEGIN HIDDEN TESTS")[0]
        return graded

    return _assemble(problems, cells)


def _assemble(
    problems: ProblemSet, cells_of: Callable[[Question], list[NotebookCell]]
) -> Notebook:
    cells: list[NotebookCell] = []
    setups = 0
    for part in problems.cells:
        if not setups and part.kind in ("code", "setup", "question"):
            cells.append(
                cell("code", opening(problems.name), grader("setup", locked=True))
            )
            setups = 1
        if part.kind == "question":
            cells += cells_of(problems.questions[part.id])
        elif part.kind == "setup":
            cells.append(
                cell("code", part.text, grader(f"setup-{setups}", locked=True))
            )
            setups += 1
        else:
            cells.append(cell(part.kind, part.text))
    cells.append(cell("code", "submit()", grader("submit", locked=True)))
    return notebook(cells, {"finity": {"set": problems.name}})


def _graded(name: str, q: Question, one: IssuedQuestion | None) -> list[NotebookCell]:
    """The cells of one question."""
    if one is None:
        return [cell("markdown", q.code, grader(q.id, solution=True, points=q.points))]
    full = f"{name}.{q.id}"
    hidden = json.dumps(
        {"type": q.type, "data": one["data"], "points": q.points, "lang": one["lang"]},
        ensure_ascii=False,
    )
    entered = text("handin.points_cell", one["lang"], id=full, points=q.points)
    test = "\n".join(
        [
            f"# {entered}",
            "### BEGIN HIDDEN TESTS",
            "from coursekit.practice.plain import points",
            f"points({hidden!r}, {variable_of(one)})",
            "### END HIDDEN TESTS",
        ]
    )
    return [
        cell("code", f'show("{full}")', grader(f"{q.id}-text", locked=True)),
        cell(
            "code", _answer_cell(name, q, one), grader(f"{q.id}-answer", solution=True)
        ),
        cell("code", test, grader(q.id, locked=True, points=q.points)),
    ]


def _answer_cell(name: str, q: Question, one: IssuedQuestion) -> str:
    """The answer and its check stand in one cell: no answer can be taken for that to another question."""
    if q.kind == "function":
        body = (q.code.strip() or _function_cell(one["key"]["source"])) + "\n"
    else:
        body = f"answer = ...\n### BEGIN SOLUTION\nanswer = {one['key']!r}\n### END SOLUTION"
    return f'{marker(name, q.id)}  ({one["kind"]})\n{body}\ncheck("{name}.{q.id}", {variable_of(one)})'


def _function_cell(source: str) -> str:
    """A stub with the right arguments, and the generator's own solution behind it."""
    function = next(
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)
    )
    return (
        f"def {function.name}({ast.unparse(function.args)}):\n    return None\n"
        f"### BEGIN SOLUTION\n{source.strip()}\n### END SOLUTION"
    )


# ---------------------------------------------------------------------- otter

_STEPS = (0.25, 0.5, 0.75, 1.0)


def otter_master(problems: ProblemSet, issued: Instances) -> Notebook:
    """Build the notebook that ``otter assign`` takes.

    Each question gets four hidden tests, one for every quarter of the points: otter knows no partial credit within a
    test.
    """
    config = "\n".join(
        [
            "# ASSIGNMENT CONFIG",
            f"name: {problems.name}",
            "run_tests: true",
            "files:",
            f"  - {problems.name}.instances.json",
            "tests:",
            "  ok_format: false",
        ]
    )
    book = _assemble(
        problems, lambda q: _otter(problems.name, q, issued["questions"].get(q.id))
    )
    cells = [
        cell("raw", config),
        *(cell(c["cell_type"], c["source"]) for c in book["cells"]),
    ]
    return notebook(cells, {"finity": {"set": problems.name}})


def _otter(name: str, q: Question, one: IssuedQuestion | None) -> list[NotebookCell]:
    if one is None:
        return [
            cell(
                "raw",
                f"# BEGIN QUESTION\nname: {q.id}\npoints: {q.points:g}\nmanual: true",
            ),
            cell("markdown", cleared(q.code)),
            cell("raw", "# BEGIN SOLUTION"),
            cell("markdown", "…"),
            cell("raw", "# END SOLUTION"),
            cell("raw", "# END QUESTION"),
        ]
    hidden = json.dumps(
        {"type": q.type, "data": one["data"], "points": 1, "lang": one["lang"]},
        ensure_ascii=False,
    )
    solution = (
        _answer_cell(name, q, one)
        .replace("### BEGIN", "# BEGIN")
        .replace("### END", "# END")
    )
    own = otter_name(q.id)
    tests = []
    for step in _STEPS:
        code = (
            f'""" # BEGIN TEST CONFIG\npoints: {q.points / len(_STEPS):g}\nhidden: true\n""" # END TEST CONFIG\n'
            f"def test_{own}_{step * 100:.0f}({own}):\n"
            f"    from coursekit.practice.plain import points\n"
            f"    assert points({hidden!r}, {own}) >= {step}"
        )
        tests.append(cell("code", code))
    return [
        cell("raw", f"# BEGIN QUESTION\nname: {q.id}"),
        cell("code", f'show("{name}.{q.id}")'),
        cell("raw", "# BEGIN SOLUTION"),
        cell("code", solution),
        cell("raw", "# END SOLUTION"),
        cell("code", f"{own} = {variable_of(one)}"),
        cell("raw", "# BEGIN TESTS"),
        *tests,
        cell("raw", "# END TESTS"),
        cell("raw", "# END QUESTION"),
    ]
