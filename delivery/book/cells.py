"""Which cells of a notebook put out a widget, and what has to run before each of them.

The notebook is run once, as plain Python.  What a widget needs is found by its names: the cells that bind them, or that
name what is bound, back to the first; imports that nobody asks for are left out.  Then this part alone is run, and has
to give the same widget; where it does not, everything before the widget is needed.  Predictions are never needed: they
work without Python, and the file with their words is none of the site's.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["MPLBACKEND"] = "agg"
PREDICTIONS = {"ask", "predict"}
IMPORTS = ast.Import | ast.ImportFrom
PASSING = {"tick", "announced", "announcement", "layout", "tabbable", "tooltip"}


def plain(source: str) -> str:
    """A cell without the lines that only a shell understands."""
    return "\n".join("" if line.startswith(("%", "!")) else line for line in source.splitlines())


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last line, if that is an expression."""
    tree = ast.parse(plain(source))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None


def shown(widget: Any) -> dict[str, Any]:
    """What a reader sees of a widget; the ids of pictures differ from run to run."""
    state = {name: value for name, value in widget.get_state().items() if not name.startswith("_")}
    return {name: value for name, value in state.items() if name not in PASSING and isinstance(value, str | int)}


def predicts(statement: ast.stmt) -> bool:
    """Whether a statement asks the reader for a prediction."""
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(getattr(call, "attr", getattr(call, "id", "")) in PREDICTIONS for call in calls)


def kept(source: str) -> list[ast.stmt]:
    """The statements of a cell without its predictions."""
    return [statement for statement in ast.parse(plain(source)).body if not predicts(statement)]


def statements(source: str) -> list[tuple[ast.stmt, set[str], set[str]]]:
    """The statements of a cell, each with the names that it binds, and those that it asks for."""
    found = []
    for statement in kept(source):
        bound, asked = set(), set()
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                (asked if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            elif isinstance(node, ast.alias):
                bound.add((node.asname or node.name).partition(".")[0])
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                bound.add(node.name)
        found.append((statement, bound, asked))
    return found


def receiver(statement: ast.stmt) -> str:
    """The name of that of which a method is called, and nothing else: it may change it."""
    node: Any = statement.value if isinstance(statement, ast.Expr) else None
    called = isinstance(node, ast.Call)
    while isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if called and isinstance(node, ast.Name) else ""


def needed(sources: list[str]) -> str:
    """The statements that the last of these cells needs, and the cell."""
    *before, last = sources
    all_before = [one for source in before for one in statements(source)]
    modules = {name for statement, bound, _ in all_before if isinstance(statement, IMPORTS) for name in bound}
    wanted = {name for _, _, asked in statements(last) for name in asked}
    lines = [ast.unparse(one) for one in reversed(kept(last))]
    for statement, bound, asked in reversed(all_before):
        # What names a value may change it, unless it only looks at it: a line that is printed, or shown.
        looks = isinstance(statement, ast.Expr) and receiver(statement) not in wanted - modules
        if bound & wanted or (asked & wanted and not bound and not looks):
            lines.append(ast.unparse(statement))
            wanted |= asked
    return "\n".join(reversed(lines))


def widgets(sources: list[str], folder: Path) -> Iterator[tuple[int, str]]:
    """The numbers of the cells that put out a widget, each with the code that makes it."""
    from ipywidgets import Widget

    names: dict[str, Any] = {"__name__": "__main__"}
    before = Path.cwd()
    os.chdir(folder)
    try:
        for number, source in enumerate(sources):
            with contextlib.redirect_stdout(io.StringIO()):
                value = run(source, names)
                if not isinstance(value, Widget) or type(value).__name__ == "Prediction":  # works without Python
                    continue
                code = needed(sources[:number + 1])
                try:
                    same = shown(run(code, {"__name__": "__main__"})) == shown(value)
                except Exception:  # whatever it lacks, the whole has it
                    same = False
            if not same:
                print(f"cell {number}: its widget needs everything before it", file=sys.stderr)
                code = "\n".join(ast.unparse(one) for cell in sources[:number + 1] for one in kept(cell))
            yield number, code
    finally:
        os.chdir(before)
