"""The authored form of a problem set: one text file, cells marked ``# %%``.

    # %% [markdown]
    # # Problem set 1 · A board is an NFA

    # %% question="q1" type="token_sets" points=4 difficulty=2
    # %% question="q2" type="evaluate" points=6 seconds=20
    def answer(word):
        ### BEGIN SOLUTION
        return word.count("b")
        ### END SOLUTION
        return None

A cell with ``question`` asks one question: ``type`` names the generator, which also brings text, picture, kind of
answer, key and solution; the cell's own code is needed for functions only.  ``type="manual"`` is a question in
Markdown that a person marks.  Every other cell is passed on as it is; a code cell with ``setup=true`` is locked and
is the only code of the lecturer's that runs while marking.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from coursekit.questions import question
from coursekit.sets.variants import canonical
from coursekit.texts import CATALOGUE

__all__ = ["ProblemSet", "Question", "SourceCell", "cleared", "load_questions", "read_source", "translated"]

MANUAL = "manual"
_KEYS = {"question", "type", "points", "difficulty", "seconds", "variants", "seed"}
_VALUES: dict[str, Callable[[Any], bool]] = {
    "points": lambda v: type(v) in (int, float) and 0 < v < 1000,
    "seconds": lambda v: type(v) in (int, float) and 0 < v < 1000,
    "difficulty": lambda v: type(v) is int and 1 <= v <= 5,
    "variants": lambda v: type(v) is bool,
    "seed": lambda v: type(v) is int,
}
_ID = re.compile(r"[A-Za-z0-9_-]+")
_SOLUTION = re.compile(r"^[ \t]*### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION[^\n]*\n?", re.M | re.S)


@dataclass(frozen=True)
class Question:
    """One question of a problem set.

    Parameters
    ----------
    id : str
        Unique within the set, for example ``q3``.
    type : str
        Type of question, or ``manual``.
    points : float
        Points to be had.
    difficulty : int
        1 to 5.
    kind : str
        Kind of answer.
    seconds : float
        Time limit of the student's cell.
    variants : bool
        Whether each student gets an instance of its own.
    seed : int or None
        A fixed seed for everybody, instead of a derived one.
    code : str
        The author's cell, with its solution; "" if there is none.
    """

    id: str
    type: str
    points: float
    difficulty: int = 2
    kind: str = ""
    seconds: float = 10.0
    variants: bool = True
    seed: int | None = None
    code: str = ""

    @property
    def manual(self) -> bool:
        """Whether a person marks it."""
        return self.type == MANUAL


@dataclass(frozen=True)
class SourceCell:
    """One authored cell: its kind (``markdown``, ``code``, ``setup``, ``question``), text, and the question's id."""

    kind: str
    text: str
    id: str = ""


@dataclass(frozen=True)
class ProblemSet:
    """A problem set as authored.

    Parameters
    ----------
    name : str
        Its name, which is that of its folder.
    cells : tuple of SourceCell
    questions : dict of str to Question
    """

    name: str
    cells: tuple[SourceCell, ...]
    questions: Mapping[str, Question]

    @property
    def maximum(self) -> float:
        """All points."""
        return sum(q.points for q in self.questions.values())

    @property
    def digest(self) -> str:
        """A hash of everything that decides about points; another value means that marks are out of date."""
        rows = [[q.id, q.type, q.points, q.difficulty, q.variants, q.seed, q.seconds] for q in self.questions.values()]
        setup = [c.text for c in self.cells if c.kind == "setup"]
        return hashlib.sha256(canonical([self.name, rows, setup]).encode()).hexdigest()


def cleared(code: str) -> str:
    """Return a cell without its solution, as students get it.

    Examples
    --------
    >>> cleared("answer = 0\\n### BEGIN SOLUTION\\nanswer = 7\\n### END SOLUTION")
    'answer = 0'
    """
    return _SOLUTION.sub("", code).rstrip()


def read_source(path: Path) -> ProblemSet:
    """Read an authored problem set.

    Parameters
    ----------
    path : Path
        ``source/<name>/<name>.py``.

    Returns
    -------
    ProblemSet

    Raises
    ------
    UserError
        Naming the file and the cell, if something is missing or contradicts itself.
    """
    import jupytext

    try:
        book = jupytext.read(path, fmt="py:percent")
    except UnicodeDecodeError as error:
        raise broken_python(path, error) from None
    cells: list[SourceCell] = []
    questions: dict[str, Question] = {}
    for number, cell in enumerate(book.cells, 1):
        meta = dict(cell.metadata)
        if "question" in meta:
            q = _question(path, number, meta, cell.source)
            if q.id in questions:
                raise _wrong(path, number, "course.twice", id=q.id)
            questions[q.id] = q
            cells.append(SourceCell("question", cell.source, q.id))
        elif cell.cell_type == "code":
            cells.append(SourceCell("setup" if meta.get("setup") else "code", cell.source))
        elif cell.cell_type == "markdown":
            cells.append(SourceCell("markdown", cell.source))
    if not questions:
        raise UserError(CATALOGUE.message("course.no_questions", file=str(path)))
    return ProblemSet(path.stem, tuple(cells), questions)


def _question(path: Path, number: int, meta: dict[str, Any], code: str) -> Question:
    unknown = sorted(set(meta) - _KEYS - {"lines_to_next_cell"})
    if unknown:
        raise _wrong(path, number, "course.unknown_key", key=unknown[0], keys=", ".join(sorted(_KEYS)))
    id, type_id = str(meta["question"]), str(meta.get("type", ""))
    if not _ID.fullmatch(id):
        raise _wrong(path, number, "course.bad_id", id=id)
    for key, fits in _VALUES.items():
        if (key in meta or key == "points") and not fits(meta.get(key)):
            raise _wrong(path, number, "course.bad_value", id=id, key=key, value=meta.get(key))
    points = float(meta["points"])
    if type_id == MANUAL:
        return Question(id, MANUAL, points, kind=MANUAL, variants=False, code=code)
    try:
        kind = question(type_id).kind
    except UserError as error:
        raise _wrong(path, number, "course.bad_type", id=id, problem=error.message) from None
    if kind == "function" and code.strip():
        _must_run(path, number, id, code)
    return Question(id, type_id, points, meta.get("difficulty", 2), kind, float(meta.get("seconds", 10)),
                    meta.get("variants", True), meta.get("seed"), code)


def _must_run(path: Path, number: int, id: str, code: str) -> None:
    """A function's cell must hold a solution, and must still be Python without it."""
    try:
        names = {node.name for node in ast.parse(cleared(code)).body if isinstance(node, ast.FunctionDef)}
    except SyntaxError:
        names = set()
    if not names or not _SOLUTION.search(code + "\n"):
        raise _wrong(path, number, "course.bad_function", id=id)


def _wrong(path: Path, number: int, text: str, **values: object) -> UserError:
    return UserError(CATALOGUE.message("course.in_cell", file=str(path), cell=number,
                                       problem=CATALOGUE.message(text, **values)))


def translated(problems: ProblemSet, file: Path, lang: str) -> ProblemSet:
    """Return a problem set with its prose in another language; questions, points and code stay.

    Parameters
    ----------
    problems : ProblemSet
    file : Path
        ``source/<name>.<lang>.toml`` with ``[[text]]`` entries: ``en``, word for word, and the translation.  If it
        does not exist, the problem set is returned as it is.
    lang : str
        Language of the translations.

    Raises
    ------
    UserError
        Naming the file, and the text that has no translation, or what is wrong with it.
    """
    if not file.is_file():
        return problems
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("text", [])
        texts = {entry["en"].strip(): entry[lang].strip() for entry in entries if lang in entry}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise UserError(CATALOGUE.message("course.bad_toml", file=str(file), other=lang, problem=problem)) from None

    def other(text: str) -> str:
        if text.strip() not in texts:
            beginning = text.strip().splitlines()[0]
            raise UserError(CATALOGUE.message("course.untranslated", file=str(file), text=beginning))
        return texts[text.strip()]

    open_questions = {q.id for q in problems.questions.values() if q.manual}
    cells = tuple(
        replace(c, text=other(c.text)) if c.kind == "markdown" or c.id in open_questions else c for c in problems.cells
    )
    questions = {id: replace(q, code=other(q.code)) if q.manual else q for id, q in problems.questions.items()}
    return replace(problems, cells=cells, questions=questions)


def load_questions(path: Path) -> None:
    """Run a lecturer's own module of question types; it registers them with `coursekit.questions.register`.

    Parameters
    ----------
    path : Path
        ``source/questions.py``; nothing happens if it is not there.

    Raises
    ------
    UserError
        Naming the file and the error that it raises.
    """
    if not path.is_file():
        return
    spec = importlib.util.spec_from_file_location("course_questions", path)
    assert spec is not None
    assert spec.loader is not None
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except (Exception, SystemExit) as error:
        raise broken_python(path, error) from error


def broken_python(path: Path, error: BaseException) -> UserError:
    """Name a lecturer's own program that does not run."""
    problem = f"{type(error).__name__}: {error}"
    return UserError(CATALOGUE.message("course.broken_python", file=str(path), problem=problem))
