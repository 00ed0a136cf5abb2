"""Matches that take long: every finished game is a line of a file, so that a stopped run goes on where it was.

A game is a dictionary; what must be equal for games to belong together stands in each of them.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read(file: Path) -> list[Row]:
    """All games of a file; none if there is no file yet."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def played(file: Path, match: Mapping[str, Any]) -> list[Row]:
    """The games of a file that belong to a match.

    >>> file = Path(__file__).with_name("no such file")
    >>> played(file, {"against": "greedy"})
    []
    """
    return [row for row in read(file) if all(row.get(key) == value for key, value in match.items())]


def play_missing(file: Path, match: Mapping[str, Any], games: int, one_game: Callable[[int], Row]) -> Iterator[Row]:
    """Play the games 0 … `games` − 1 that the file lacks; each is written down as soon as it is over."""
    done = {row["game"] for row in played(file, match)}
    for number in range(games):
        if number not in done:
            row = {**match, "game": number, **one_game(number)}
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            yield row


IMPORTS = (ast.Import, ast.ImportFrom)


def program_hash(names: Iterable[str]) -> str:
    """A hash of what some modules do: of their syntax trees, without comments, docstrings and imports.

    A better docstring, or a module that moves, must not cost two hundred games.  A package stands for all its modules.
    """
    digest = hashlib.sha256()
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ValueError(f"there is no module {name!r}")
        origin = Path(spec.origin)
        files = sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]
        for file in files:
            tree = _shape(ast.parse(file.read_text(encoding="utf-8")))
            digest.update(f"{file.relative_to(origin.parent).as_posix()} {tree!r}".encode())
    return digest.hexdigest()[:16]


def _shape(node: object) -> object:
    """A syntax tree as nested tuples: empty fields, which newer Pythons add, and texts that do nothing left out."""
    if isinstance(node, ast.AST):
        fields = [(name, _shape(value)) for name, value in ast.iter_fields(node) if value is not None and value != []]
        return type(node).__name__, *fields
    if isinstance(node, list):
        return tuple(_shape(one) for one in node if not _is_text(one) and not isinstance(one, IMPORTS))
    return node


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
