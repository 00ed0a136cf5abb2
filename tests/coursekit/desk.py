"""A student's desk: the notebook's kernel, and what is written into its cells."""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coursekit import open_set
from coursekit.practice import handin
from coursekit.practice.display import Receipt

STUB = "*Write your answer here.*"


class Kernel:
    """A notebook's kernel, as far as the student's side looks at it: names, and what was run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, monkeypatch
        self.restart()

    def restart(self) -> None:
        """A new kernel: everything is forgotten."""
        self.ran: list[str] = [""]
        self.names: dict[str, Any] = {}
        self.patch.setattr(sys.modules["__main__"], "In", self.ran, raising=False)
        self.names.update(open_set("hw", self.folder)._asdict())

    def run(self, source: str) -> Any:
        """Run a cell; return the value of its last line."""
        self.ran.append(source)
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "<cell>", "exec"), self.names)
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.names) if last else None

    def save(self, id: str, source: str, name: str = "hw.ipynb") -> None:
        """Write a cell of the notebook and save it, a moment after whatever ran."""
        path = self.folder / name
        book = json.loads(path.read_text())
        cell(book, id)["source"] = source
        path.write_text(json.dumps(book))
        os.utime(path, (time.time() + 5,) * 2)

    def work(self, id: str, source: str) -> Any:
        """Save a cell and run it."""
        self.save(id, source)
        return self.run(source)

    def handed_in(self, *args: Any, **more: Any) -> tuple[Receipt, handin.Submission]:
        """Hand in, and read what was written."""
        receipt = self.names["submit"](*args, **more)
        return receipt, handin.read((self.folder / receipt.path).read_bytes())


def cell(book: dict[str, Any], id: str) -> dict[str, Any]:
    return next(c for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == id)


def q1(answer: object) -> str:
    return f"# Your answer to hw.q1  (number)\nanswer = {answer}\n\ncheck('hw.q1', answer)"


def q3(body: str, argument: str = "answer") -> str:
    return f"# Your answer to hw.q3  (function)\n{body}\n\ncheck('hw.q3', {argument})"


def entries(desk: Path) -> dict[str, Any]:
    return {e["question"]: e for e in json.loads((desk / "hw.answers.json").read_text())["entries"]}
