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
is the only code of the lecturer's that runs while marking.  ``stages="exam"`` says how much feedback tells (see
`coursekit.judging.stages`), ``skin="textbook"`` how an automaton is told, ``alphabet="ab"`` over which symbols: in a
question for it alone, in any other cell for all questions after it (a skin for those that have it, an alphabet where
the skin leaves a choice).  ``files=["words.txt"]`` in a cell that asks nothing names files beside the text
that students get, too; nothing else that lies there goes out.
"""

import ast
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from boardkit.errors import UserError
from boardkit.foreign import safe_part
from boardkit.foreign_json import Json
from boardkit.formats import canonical
from boardkit.po import translations
from coursekit.judging.stages import POLICIES, Policy, policy
from coursekit.questions import QuestionError, QuestionType, question
from coursekit.sets.plan import Fits
from coursekit.texts import message

MANUAL = "manual"
SECONDS = 10.0
"""The time limit of a student's cell, where its set says none."""
_VALUES: dict[str, Fits] = {
    "points": lambda v: type(v) in (int, float) and 0 < v < 1000,
    "seconds": lambda v: type(v) in (int, float) and 0 < v < 1000,
    "difficulty": lambda v: type(v) is int and 1 <= v <= 5,
    "variants": lambda v: type(v) is bool,
    "seed": lambda v: type(v) is int,
    "skin": lambda v: type(v) is str,
    "alphabet": lambda v: type(v) is str,
}
_KEYS = {"question", "type", "stages", *_VALUES}
_ID = re.compile(r"[A-Za-z0-9_-]+")
_SOLUTION = re.compile(
    r"^[ \t]*### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION[^\n]*\n?", re.M | re.S
)


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
    stages : Policy
        How much the feedback on a wrong answer tells.
    skin : str or None
        How its automaton is told (see `coursekit.questions.skins`); None is the type's first skin.
    alphabet : str or None
        The symbols of that automaton; None leaves them to the skin.
    """

    id: str
    type: str
    points: float
    difficulty: int = 2
    kind: str = ""
    seconds: float = SECONDS
    variants: bool = True
    seed: int | None = None
    code: str = ""
    stages: Policy = POLICIES["graded"]
    skin: str | None = None
    alphabet: str | None = None

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
    files : tuple of str
        Files of its folder that go out with it, with ``/``.
    """

    name: str
    cells: tuple[SourceCell, ...]
    questions: Mapping[str, Question]
    files: tuple[str, ...] = ()

    @property
    def maximum(self) -> float:
        """All points."""
        return sum(q.points for q in self.questions.values())

    def is_read(self, cell: SourceCell) -> bool:
        """Whether people read a cell as it is authored: prose, and questions that a person marks."""
        asked_in_words = cell.id in self.questions and self.questions[cell.id].manual
        return bool(cell.text.strip()) and (cell.kind == "markdown" or asked_in_words)

    @property
    def texts(self) -> list[str]:
        """What people read of the set, as authored; a type brings the texts of its questions itself."""
        return [cell.text.strip() for cell in self.cells if self.is_read(cell)]

    @property
    def digest(self) -> str:
        """A hash of everything that decides about points; another value means that marks are out of date."""
        rows = [
            [
                q.id,
                q.type,
                q.points,
                q.difficulty,
                q.variants,
                q.seed,
                q.seconds,
                *([q.stages.steps] if q.stages != POLICIES["graded"] else []),
                *filter(None, (q.skin, q.alphabet)),
            ]
            for q in self.questions.values()
        ]
        setup = [c.text for c in self.cells if c.kind == "setup"]
        return hashlib.sha256(canonical([self.name, rows, setup]).encode()).hexdigest()


def solution_lines(code: str) -> list[str]:
    """Return the lines of a cell that students do not get.

    Examples
    --------
    >>> solution_lines("answer = 0\\n### BEGIN SOLUTION\\nanswer = 7\\n### END SOLUTION")
    ['answer = 7']
    """
    lines = [
        line.strip()
        for block in _SOLUTION.findall(code + "\n")
        for line in block.splitlines()
    ]
    return [line for line in lines if not line.startswith("###")]


def cleared(code: str) -> str:
    """Return a cell without its solution, as students get it.

    Examples
    --------
    >>> cleared("answer = 0\\n### BEGIN SOLUTION\\nanswer = 7\\n### END SOLUTION")
    'answer = 0'
    """
    return _SOLUTION.sub("", code).rstrip()


def read_source(
    path: Path, stages: Policy = POLICIES["graded"], skin: str | None = None
) -> ProblemSet:
    """Read an authored problem set.

    Parameters
    ----------
    path : Path
        ``source/<name>/<name>.py``.
    stages : Policy
        How much feedback tells, where no cell says it.
    skin : str, optional
        How automata are told, where no cell says it.

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
    files: list[str] = []
    alphabet: str | None = None
    for number, cell in enumerate(book.cells, 1):
        meta = dict(cell.metadata)
        chosen = policy(meta["stages"]) if "stages" in meta else stages
        if chosen is None:
            raise _wrong(
                path,
                number,
                "course.bad_value",
                id=meta.get("question", ""),
                key="stages",
                value=meta["stages"],
            )
        if "question" not in meta:
            stages = chosen
        if "question" in meta:
            q = replace(
                _question(path, number, meta, cell.source, skin, alphabet),
                stages=chosen,
            )
            if q.id in questions:
                raise _wrong(path, number, "course.twice", id=q.id)
            questions[q.id] = q
            cells.append(SourceCell("question", cell.source, q.id))
            continue
        skin, alphabet = meta.get("skin", skin), meta.get("alphabet", alphabet)
        files += _files(path, number, meta.get("files", []))
        if cell.cell_type == "code":
            cells.append(
                SourceCell("setup" if meta.get("setup") else "code", cell.source)
            )
        elif cell.cell_type == "markdown":
            cells.append(SourceCell("markdown", cell.source))
    if not questions:
        raise UserError(message("course.no_questions", file=str(path)))
    return ProblemSet(path.stem, tuple(cells), questions, tuple(dict.fromkeys(files)))


def _files(path: Path, number: int, named: object) -> list[str]:
    """The files that a cell names; each must lie there."""
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list):
        raise _wrong(path, number, "course.bad_files", file=named)
    for name in names:
        if not isinstance(name, str) or not _goes_out(path, name):
            raise _wrong(path, number, "course.bad_files", file=name)
    return names


def _goes_out(path: Path, name: str) -> bool:
    """Whether a name is that of a file in the folder of a set, or below it, that is not made of the set."""
    folder, file = path.parent.resolve(), (path.parent / name).resolve()
    ours = [path.stem + ending for ending in (".py", ".ipynb", ".instances.json")]
    return (
        all(map(safe_part, name.split("/")))
        and file.is_relative_to(folder)
        and file.is_file()
        and name not in ours
    )


def _question(
    path: Path,
    number: int,
    meta: dict[str, Json],
    code: str,
    skin: str | None,
    alphabet: str | None,
) -> Question:
    """A question; `skin` and `alphabet` are those of the cells above, for types that have them."""
    unknown = sorted(set(meta) - _KEYS - {"lines_to_next_cell"})
    if unknown:
        raise _wrong(
            path,
            number,
            "course.unknown_key",
            key=unknown[0],
            keys=", ".join(sorted(_KEYS)),
        )
    id, type_id = str(meta["question"]), str(meta.get("type", ""))
    if not _ID.fullmatch(id):
        raise _wrong(path, number, "course.bad_id", id=id)
    for key, fits in _VALUES.items():
        if (key in meta or key == "points") and not fits(meta.get(key)):
            raise _wrong(
                path, number, "course.bad_value", id=id, key=key, value=meta.get(key)
            )
    points = float(meta["points"])
    if type_id == MANUAL:
        return Question(id, MANUAL, points, kind=MANUAL, variants=False, code=code)
    try:
        asked = question(type_id)
        told = asked.told_in(meta.get("skin", skin if skin in asked.skins else None))
        symbols = _symbols(asked, told, meta.get("alphabet"), alphabet)
    except UserError as error:
        raise _wrong(
            path, number, "course.bad_type", id=id, problem=error.message
        ) from None
    kind = asked.kind_of({} if told is None else {"skin": told})
    if kind == "function" and code.strip():
        _must_run(path, number, id, code)
    return Question(
        id,
        type_id,
        points,
        meta.get("difficulty", 2),
        kind,
        float(meta.get("seconds", SECONDS)),
        meta.get("variants", True),
        meta.get("seed"),
        code,
        skin=told,
        alphabet=symbols,
    )


def _symbols(
    asked: QuestionType, told: str | None, own: str | None, above: str | None
) -> str | None:
    """The alphabet that a question chooses, which must do; or else that of the cells above, if it does."""
    chosen = own or above
    if chosen is not None:
        try:
            asked.drawn(1, 1, told, chosen)
        except QuestionError:
            if own is not None:
                raise
            return None
    return chosen


def _must_run(path: Path, number: int, id: str, code: str) -> None:
    """A function's cell must hold a solution, and must still be Python without it."""
    try:
        names = {
            node.name
            for node in ast.parse(cleared(code)).body
            if isinstance(node, ast.FunctionDef)
        }
    except SyntaxError:
        names = set()
    if not names or not _SOLUTION.search(code + "\n"):
        raise _wrong(path, number, "course.bad_function", id=id)


def _wrong(path: Path, number: int, text: str, **values: object) -> UserError:
    return UserError(
        message(
            "course.in_cell",
            file=str(path),
            cell=number,
            problem=message(text, **values),
        )
    )


def translated(problems: ProblemSet, file: Path) -> ProblemSet:
    """Return a problem set with its prose in another language; questions, points and code stay.

    Parameters
    ----------
    problems : ProblemSet
    file : Path
        ``source/<name>.<lang>.po`` with a translation for each of the set's `texts`.  If it does not exist, the problem
        set is returned as it is.

    Raises
    ------
    UserError
        Naming the file, and the text that has no translation, or what is wrong with it.
    """
    if not file.is_file():
        return problems
    try:
        known = translations(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(
            message("course.bad_po", file=str(file), problem=str(error))
        ) from None
    for text in problems.texts:
        if text not in known:
            beginning = text.splitlines()[0]
            raise UserError(
                message("course.untranslated", file=str(file), text=beginning)
            )
    cells = tuple(
        replace(c, text=known[c.text.strip()]) if problems.is_read(c) else c
        for c in problems.cells
    )
    questions = {
        id: replace(q, code=known[q.code.strip()]) if q.manual else q
        for id, q in problems.questions.items()
    }
    return replace(problems, cells=cells, questions=questions)


def in_language(source: str, texts: Iterable[str], known: Mapping[str, str]) -> str:
    """Return the text of a set with its prose in another language, so that it can be changed in that language.

    Examples
    --------
    >>> in_language("# %% [markdown]\\n# # A set\\n", ["# A set"], {"# A set": "# Ein Blatt"})
    '# %% [markdown]\\n# # Ein Blatt\\n'
    """
    for text in texts:
        source = source.replace(_commented(text), _commented(known[text]), 1)
    return source


def _commented(text: str) -> str:
    return "\n".join(f"# {line}".rstrip() for line in text.splitlines())


class OwnTypes(TypedDict):
    """The lecturer's own types of questions: where they stand, and their program, empty if there are none."""

    file: str
    source: bytes


def load_questions(file: str, source: bytes) -> None:
    """Run a lecturer's own module of question types; it registers them with `coursekit.questions.register`.

    Parameters
    ----------
    file : str
        ``source/questions.py`` of the course, which may be on another machine.
    source : bytes
        What stands in it.

    Raises
    ------
    UserError
        Naming the file and the error that it raises.
    """
    try:
        exec(
            compile(source, file, "exec"),
            {"__name__": "course_questions", "__file__": file},
        )
    except (Exception, SystemExit) as error:
        raise broken_python(Path(file), error) from error


def broken_python(path: Path, error: BaseException) -> UserError:
    """Name a lecturer's own program that does not run."""
    problem = f"{type(error).__name__}: {error}"
    return UserError(message("course.broken_python", file=str(path), problem=problem))
