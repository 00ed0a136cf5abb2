"""The notebook as the student saved it, held against what was recorded.  Standard library only."""

import ast
import io
import json
import os
import sys
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from coursekit.answers import validate
from coursekit.formats import IssuedQuestion
from coursekit.notebooks import variable_of
from coursekit.practice import handin
from coursekit.practice.handin import Cell, Entry
from coursekit.practice.needed import bound_names, missing_names, without_verbs
from coursekit.texts import CATALOGUE, message


@dataclass(frozen=True)
class Saved:
    """What the saved notebook of a problem set says.

    Parameters
    ----------
    name : str
        The problem set.
    cells : tuple of Cell or None
        None where the notebook cannot be read.
    time : float
        When it was saved.
    remark : str
        Why it cannot be read.
    """

    name: str
    cells: tuple[Cell, ...] | None = None
    time: float = 0.0
    remark: str = ""

    def of(self, id: str, one: IssuedQuestion) -> list[Cell]:
        """Return the cells that answer a question."""
        return [
            c
            for c in self.cells or ()
            if c.marked == (self.name, id)
            or c.id == f"{id}-answer"
            or (one["kind"] == "manual" and c.id == id)
        ]

    def differs(self, id: str, one: IssuedQuestion, entry: Entry) -> bool:
        """Say whether the notebook was saved after an answer was recorded, and says something else now."""
        filled = [c for c in self.of(id, one) if not blank(c, one)]
        helpers = [
            c
            for c in self.cells or ()
            if c.kind == "code" and c.marked in (None, (self.name, id))
        ]
        return (
            bool(filled)
            and self._is_newer(entry)
            and not any(_same(c, one, entry, helpers) for c in filled)
        )

    def _is_newer(self, entry: Entry) -> bool:
        """Whether it was saved after the answer was recorded: an older one cannot know better."""
        try:
            return self.time >= datetime.fromisoformat(entry.time).timestamp()
        except ValueError:
            return True


def saved_notebook(name: str, folder: Path, notebook: str | None = None) -> Saved:
    """Find and read the notebook in which a student works.

    Parameters
    ----------
    name : str
        The problem set.
    folder : Path
        Where it lies.
    notebook : str, optional
        Its file; else it is found by itself.

    Raises
    ------
    UserError
        If the notebook that was named cannot be read.
    """
    found = [Path(notebook)] if notebook else _notebooks(name, folder)
    if len(found) == 1:
        with suppress(OSError):
            read = handin.read(found[0].read_bytes())
            if read.problem is None:
                return Saved(name, read.cells, found[0].stat().st_mtime)
    if notebook:
        raise UserError(message("handin.no_notebook", file=notebook))
    if found:
        names = ", ".join(path.name for path in found)
        return Saved(
            name,
            remark=CATALOGUE.text("handin.several", files=names, file=found[0].name),
        )
    return Saved(name, remark=CATALOGUE.text("handin.unseen"))


def _notebooks(name: str, folder: Path) -> list[Path]:
    """The notebook's file: as the server or the editor names it, else all of this problem set that lie here."""
    named = (
        getattr(sys.modules["__main__"], "__vsc_ipynb_file__", ""),
        os.environ.get("JPY_SESSION_NAME", ""),
    )
    for text in named:
        path = folder / os.path.basename(text)
        if text.endswith(".ipynb") and path.is_file() and _belongs(path, name):
            return [path]
    return [path for path in sorted(folder.glob("*.ipynb")) if _belongs(path, name)]


def _belongs(path: Path, name: str) -> bool:
    """Whether a file is a notebook of a problem set, and not one that `submit` wrote."""
    with suppress(OSError):
        read = handin.read(path.read_bytes())
        return not read.recorded and (
            read.name == name
            or any(c.marked and c.marked[0] == name for c in read.cells)
        )
    return False


def blank(cell: Cell, one: IssuedQuestion) -> bool:
    """Say whether a cell is as it was handed out, or says that there is no answer."""
    if lines_of(cell.source) in (
        [],
        lines_of(one.get("cell", "")),
        ["YOUR ANSWER HERE"],
    ):
        return True
    if cell.kind == "markdown":
        return False
    read = handin.read_cell(cell.source)
    return read is not None and read.answer is ...


def lines_of(text: str) -> list[str]:
    """Return the lines of a cell in which something stands."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def read_answer(one: IssuedQuestion, answer: object) -> tuple[Json, str]:
    """Return an answer in canonical form and as text.

    Raises
    ------
    UserError
        If it does not have the form that the question asks for.
    """
    if one["kind"] == "manual":
        if not isinstance(answer, str) or not answer.strip():
            raise UserError(message("handin.free_text"))
        return answer, answer
    if one["kind"] == "function" and callable(answer):
        return None, CATALOGUE.text("handin.function", name=variable_of(one))
    value = validate(one["kind"], answer, **one.get("form", {}))
    return value, json.dumps(value, ensure_ascii=False)


def argument(cell: str, id: str | None = None) -> str | None:
    """Return the expression that a cell hands to ``check`` as the answer to a question."""
    with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
        for node in ast.walk(ast.parse(cell)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "check"
                and len(node.args) > 1
                and isinstance(node.args[0], ast.Constant)
                and id in (None, node.args[0].value)
            ):
                return ast.unparse(node.args[1])
    return None


def _same(cell: Cell, one: IssuedQuestion, entry: Entry, helpers: list[Cell]) -> bool:
    """Whether a cell says what was recorded."""
    if cell.kind == "markdown":
        return bool(cell.source == entry.answer)
    if one["kind"] == "function":
        wanted = variable_of(one)
        given = argument(cell.source) or wanted
        return (
            _holds(entry.source, cell.source)
            and _same_helpers(entry, helpers)
            and (given == wanted or entry.source.endswith(f"{wanted} = {given}"))
        )
    read = handin.read_cell(cell.source)
    if read is not None and read.kind == "literal":
        with suppress(UserError):
            return bool(read_answer(one, read.answer)[0] == entry.answer)
    return lines_of(cell.source) == lines_of(entry.source)


def _same_helpers(entry: Entry, cells: list[Cell]) -> bool:
    """Whether what a function uses was not changed after it ran."""
    defined = [(c.source, bound_names(without_verbs(c.source))) for c in cells]
    for name in bound_names(entry.source):
        defining = [source for source, names in defined if name in names]
        if defining and not any(_holds(entry.source, source) for source in defining):
            return False
    return True


def _holds(source: str, cell: str) -> bool:
    """Whether a source contains the code of a cell, however it is laid out."""
    try:
        inner, outer = (
            ast.unparse(ast.parse(text)) for text in (without_verbs(cell), source)
        )
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return f"\n{inner}\n" in f"\n{outer}\n" or not inner


def trouble(source: str, name: str) -> str | None:
    """Say why a source does not define a function by itself; it is tried once, in a namespace of its own."""
    missing = sorted(missing_names(source))
    if missing:
        return CATALOGUE.text("handin.missing_names", names=", ".join(missing))
    space: dict[str, object] = {"__name__": "__main__"}
    try:
        with redirect_stdout(io.StringIO()):
            # The student's own code, in the student's own session
            exec(compile(source, f"<{name}>", "exec"), space)
    except (Exception, SystemExit) as error:
        return CATALOGUE.text(
            "handin.fails", problem=f"{type(error).__name__}: {error}"
        )
    if callable(space.get(name)):
        return None
    return CATALOGUE.text("handin.missing_names", names=name)
