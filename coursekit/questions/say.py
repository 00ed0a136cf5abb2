"""Texts of questions, and what is said about an answer."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import Certificate
from boardkit.foreign_json import Json
from boardkit.messages import Catalogue
from boardkit.svg import Picture
from coursekit.answers.form import Form
from coursekit.answers.tables import cell_kind
from coursekit.texts import CATALOGUE

Data = dict[str, Json]
"""What an instance consists of: plain JSON, enough to judge."""
Values: TypeAlias = Mapping[str, object]
"""What the placeholders of texts stand for."""
Rows: TypeAlias = list[list[str]]
"""A table in canonical form: each row with its label first."""
Mistakes: TypeAlias = Iterator[tuple[str, object]]
"""Answers that misconceptions lead to, as (id, canonical answer)."""
Misreadings: TypeAlias = Iterator[tuple[str, Automaton]]
"""Automata for the languages that misconceptions lead to, as (id, automaton)."""


@dataclass(frozen=True)
class Say:
    """Texts in one language: ``say("verdict.right")``; of the first package that has the text."""

    lang: str = "en"
    packages: tuple[str, ...] = (CATALOGUE.package,)

    def __call__(self, id: str, /, **values: object) -> str:
        owners = list(map(Catalogue, self.packages))
        return next((owner for owner in owners if id in owner), owners[0]).text(
            id, self.lang, **values
        )

    def knows(self, id: str) -> bool:
        """Whether there is such a text."""
        return any(id in Catalogue(package) for package in self.packages)


@dataclass(frozen=True)
class Right:
    """What a type of question says about a right answer; `coursekit.questions.assessing.right` makes it.

    Parameters
    ----------
    message : str
    certificate : list of pairs, optional
        Where languages were compared: why they are equal (see `automatakit.languages.certificate`).
    """

    message: str
    certificate: Certificate | None = None


@dataclass(frozen=True)
class Wrong:
    """What a type of question says about an answer that has the right form and is wrong.

    It has no way to say "right": whatever the credit is, the frame keeps it below everything.

    Parameters
    ----------
    credit : float
        Share of the points.
    message : str
        What is wrong, and why; another key could have led to the same words.
    witness : str, optional
        The word, run or row on which the answer errs.
    picture : Picture, optional
        The witness as a picture.
    misconception : str, optional
        Its id; the frame adds its explanation to the message.
    more : str
        What is not said before the third stage of feedback: how much is right, how the work begins.
    """

    credit: float
    message: str
    witness: str | None = None
    picture: Picture | None = None
    misconception: str | None = None
    more: str = ""


Judged: TypeAlias = Right | Wrong


def show(value: Json, kind: str = "", form: Form | None = None) -> str:
    """An answer as a student would write it, in the form that was asked for.

    Examples
    --------
    >>> show([["u", "A"], ["v", "B"]], "table"), show(None, "word"), show([["ε", "b"]], "partition")
    ('`{"u": "A", "v": "B"}`', '`None`', '`[["", "b"]]`')
    """
    if value is None:
        return "`None`"
    if kind == "partition":
        value = [["" if x == "ε" else x for x in block] for block in value]
    if kind == "table":
        value = {row[0]: _cells(row, form or {}) for row in value}
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _cells(row: Sequence[str], form: Form) -> object:
    """The cells of a row: numbers as numbers, a single cell by itself."""
    label, *cells = row
    kind = cell_kind(label, form)
    numbers = kind in ("number", "fraction", "number|never") or "0" in kind
    whole = numbers and all(cell.lstrip("-").isdigit() for cell in cells)
    read = [int(cell) if whole else cell for cell in cells]
    return read[0] if len(read) == 1 and form.get("columns", 1) == 1 else read


def size(answer: object) -> float:
    """How large an answer is: a number is its own size, a text is as long as it is, anything else has its parts.

    Examples
    --------
    >>> size(7), size("bwb"), size([["A", "b w"], ["B", ""]])
    (7, 3, 5)
    """
    if isinstance(answer, (int, float)):
        return answer
    if isinstance(answer, str):
        return len(answer)
    parts: Json = answer.values() if isinstance(answer, Mapping) else answer or ()
    return sum(map(size, parts))
