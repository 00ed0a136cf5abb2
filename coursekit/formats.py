"""Name and version of every file of a course that outlives a session, and what the file of questions holds."""

from collections.abc import Mapping
from typing import TypedDict

from boardkit.foreign_json import Json
from boardkit.formats import Format

ANSWERS = Format("finity-edu/answers", 1)
"""What a student has answered, beside the notebook."""
ARCHIVE = Format("finity-edu/archive", 1)
"""Everything of a term, with checksums."""
BOOKED = Format("finity-edu/booked", 1)
"""What has been entered into a grade book."""
COURSE = Format("finity-edu/course", 1)
"""The plan of a course."""
GROUPS = Format("finity-edu/groups", 1)
"""Who hands in with whom."""
HAND_IN = Format("finity-edu/hand-in", 1)
"""The notebook that a student hands in."""
INSTANCES = Format("finity-edu/instances", 1)
"""The questions of a student."""
MARKS = Format("finity-edu/marks", 1)
"""What a person gave for an answer: one line a time, or a sheet of one person."""
PARTICIPANTS = Format("finity-edu/participants", 1)
"""The numbers under which learning platforms know students."""
PERSON = Format("finity-edu/person", 1)
"""What a course knows of one person."""
RESULT = Format("finity-edu/result", 1)
"""What the judge said, one line a time."""
RUBRIC = Format("finity-edu/rubric", 1)
"""What those who mark have found in answers, and how many points it is worth."""
SEALED = Format("finity-edu/sealed", 1)
"""An archive under a passphrase."""


class Practice(TypedDict):
    """The one practice question of a lecturer's own type, with all that is told about it."""

    title: str
    text: str
    solution: str
    picture: str | None
    hints: list[str]


class IssuedQuestion(TypedDict, total=False):
    """A question as somebody got it: `data` and `key` for the lecturer only, `cell` and `practice` for the student.

    One that a person marks has type, kind, points and cell.
    """

    type: str
    kind: str
    points: float
    difficulty: int
    lang: str
    skin: str
    alphabet: str
    title: str
    text: str
    picture: str | None
    form: Mapping[str, Json]
    digest: str
    data: dict[str, Json]
    key: Json
    cell: str
    practice: Practice


class Instances(TypedDict, total=False):
    """The questions of a set as one student got them, "" for those of everybody; the file has `Format.head` as well."""

    set: str
    student: str
    lang: str
    questions: dict[str, IssuedQuestion]
    signature: str
    earlier: list[str]
