"""What was said about a hand-in: question by question, and in all; and how that is written down."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from typing import Self

from boardkit.foreign_json import Json
from coursekit.judging.verdict import Verdict
from coursekit.practice.handin import Remark


def exact(points: float) -> Decimal:
    """Points as they are written: what is computed of them is rounded once, at the end.

    Examples
    --------
    >>> exact(15.83) * exact(0.9)
    Decimal('14.247')
    """
    return Decimal(str(points))


@dataclass(frozen=True)
class Marked(Verdict):
    """What was said on one question: the verdict of the judge, and what a person has added.

    A later attempt and a person may give other points than the judge would.

    Parameters
    ----------
    answer : JSON
        What was answered, as data or as text.
    manual : bool
        Whether a person must look at it.
    sandbox : str
        Where a function ran.
    attempt, stage : int
        The number of the attempt, and how much feedback it got; 0 if nothing was judged.
    by_hand : float or None
        Points that a person gave.
    comment : str
        What that person said.
    waits : bool
        Whether the points that count wait for a person.
    taken_out : bool
        Whether everybody has all points for the question.
    """

    answer: Json = None
    manual: bool = False
    sandbox: str = ""
    attempt: int = 0
    stage: int = 0
    by_hand: float | None = None
    comment: str = ""
    waits: bool = False
    taken_out: bool = False

    def __post_init__(self) -> None:
        """Nothing is demanded of points that a person may have given."""

    @property
    def missing(self) -> bool:
        """Whether nothing was answered."""
        return self.answer is None and self.witness is None

    @property
    def status(self) -> str:
        """What the points amount to; ``manual`` where a person has not given them yet.

        Examples
        --------
        >>> Marked(2.0, 4.0, "", answer="bw").status, Marked(0.0, 4.0, "", answer="bw").status
        ('partial', 'wrong')
        >>> Marked(0.0, 4.0, "", manual=True).status, Marked(3.0, 4.0, "", manual=True, by_hand=3.0).status
        ('manual', 'partial')
        """
        if self.manual and self.by_hand is None:
            return "manual"
        if self.malformed and not self.points:
            return "malformed"
        if self.points >= self.maximum:
            return "right"
        return "partial" if self.points > 0 else "wrong"

    def to_json(self) -> dict[str, Json]:
        """What the judge said, and of the rest what there is."""
        always = {one.name for one in fields(Verdict)} | {"answer"}
        defaults = {one.name: one.default for one in fields(self)}
        return {
            name: value
            for name, value in asdict(self).items()
            if name in always or value != defaults[name]
        }


@dataclass(frozen=True)
class Result:
    """What was said about a hand-in.

    Parameters
    ----------
    set, student : str
    key : str
        What exactly was marked, with all that decides about the points.
    questions : dict of str to Marked
    points, maximum : float
    content : str
        The sum of what was handed in.
    program, own_questions : str
        The version of the program, and the state of the lecturer's own types.
    common : bool
        Whether the questions of everybody were answered.
    asked : str
        Whose questions were answered, if another's of the group.
    executed : bool
        Whether the whole notebook was run.
    unmarked : sequence of str
        Questions that this machine could not mark.
    practice : dict of str to int
        How much feedback told in practice.
    remarks : sequence of Remark
    told : bool
        Whether the student was told.
    when, by : str
        When it was written down, and under whose login.
    """

    set: str
    student: str
    key: str
    questions: Mapping[str, Marked]
    points: float
    maximum: float
    content: str = ""
    program: str = ""
    own_questions: str = ""
    common: bool = False
    asked: str = ""
    executed: bool = False
    unmarked: tuple[str, ...] = ()
    practice: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    told: bool = False
    when: str = ""
    by: str = ""

    @property
    def paper(self) -> str:
        """Whose questions it judges: the student's, another's of the group, or "" for those of everybody."""
        return "" if self.common else self.asked or self.student

    def to_json(self) -> dict[str, Json]:
        """Plain data for a file; `from_json` reads it back."""
        questions = {q: one.to_json() for q, one in self.questions.items()}
        remarks = list(map(asdict, self.remarks))
        found = {
            **vars(self),
            "questions": questions,
            "unmarked": [*self.unmarked],
            "remarks": remarks,
        }
        for name in ("asked", "told", "when", "by"):
            if not found[name]:
                del found[name]
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Read what `to_json` wrote."""
        questions = {q: Marked.from_json(one) for q, one in data["questions"].items()}
        parts = {
            "questions": questions,
            "unmarked": tuple(data.get("unmarked", ())),
            "remarks": tuple(Remark(**one) for one in data.get("remarks", ())),
        }
        return cls(**{**data, **parts})

    def writable(self) -> Self:
        """Without lone surrogates, which can be written to no file; what is no JSON does not get through."""
        text = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False)
        return self.from_json(json.loads(text.encode("utf-8", "replace")))


@dataclass(frozen=True)
class Failed:
    """A hand-in that could not be marked here, and why."""

    student: str
    problem: str
