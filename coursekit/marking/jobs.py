"""What is to be marked, as plain data that goes to another process, or another machine."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from boardkit.foreign_json import Json
from coursekit.marking.sandbox import Limits
from coursekit.sets.source import OwnTypes


@dataclass(frozen=True)
class AskedQuestion:
    """A question as it was asked of somebody, and what was marked of it before.

    Parameters
    ----------
    type, kind : str
        Type of question, kind of answer.
    points, seconds : float
        What it is worth; how long a function may take.
    form : dict
        The form of an answer (see `coursekit.answers.form`).
    data : dict or None
        The instance; None where a person marks.
    digest : str
        The name of the instance.
    lang : str
    stages : tuple of int
        How much feedback tells, attempt by attempt.
    before : tuple of str
        Wrong answers of other hand-ins of which the student was told.
    first : tuple of (str, float) or None
        The first answer of which the student was told, and what it earned.
    uses : tuple of str
        Packages of this project that the model answer uses.
    """

    type: str
    kind: str
    points: float
    seconds: float
    form: Mapping[str, Json]
    data: Json
    digest: str = ""
    lang: str = "en"
    stages: tuple[int, ...] = ()
    before: tuple[str, ...] = ()
    first: tuple[str, float] | None = None
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paper:
    """The questions of a student, or those of everybody, and how they are known: for whom, and by which signatures."""

    questions: Mapping[str, AskedQuestion]
    student: str
    signatures: tuple[str, ...]


@dataclass(frozen=True)
class ReleasedCell:
    """A cell of the notebook that was handed out: its kind, its text, and what nbgrader knows about it."""

    kind: str
    source: str
    grader: Mapping[str, Json]


@dataclass(frozen=True)
class Job:
    """One submission, and all that `coursekit.marking.marking.grade` needs to mark it.

    Parameters
    ----------
    set, student : str
    content, record : bytes or None
        The notebook, and the record of answers beside it.
    lang : str
    paper : Paper
        The questions by which it is marked.
    others : dict of str to Paper
        What else may have been answered: "" is the paper of everybody.
    cells : dict of str to ReleasedCell
    setup : sequence of str
        The set's own code, which runs before functions.
    seeds : dict of str to int
        What the inputs of functions are drawn by.
    limits : Limits
    hidden : sequence of str
        Folders that no sandbox shows.
    program : str
        The version of this program.
    own_questions : dict
        The lecturer's own types: ``file`` and ``source``.
    packages : sequence of str
        The state of the packages of others.
    key : str
        Names all that decides about the points.
    execute : bool
        Whether the whole notebook is run.
    given_up : dict of str to str
        Steps that took too long before, and why they ended.
    """

    set: str
    student: str
    content: bytes | None
    record: bytes | None
    lang: str
    paper: Paper
    others: Mapping[str, Paper]
    cells: Mapping[str, ReleasedCell]
    setup: Sequence[str]
    seeds: Mapping[str, int]
    limits: Limits
    hidden: Collection[str]
    program: str
    own_questions: OwnTypes
    packages: Sequence[str] = ()
    key: str = ""
    execute: bool = False
    given_up: Mapping[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> Mapping[str, AskedQuestion]:
        """The questions by which it is marked."""
        return self.paper.questions
