"""A page on which a person marks what no machine can: question by question, with a rubric that grows.

It is one file that needs no server and no account: whoever marks opens it in a browser and sends back the sheet that it
saves.  Several people share the answers; what they have found becomes the rubric of the next page.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.whole_files import write_whole
from coursekit.book.marks import Criterion, rubric, seen_in
from coursekit.book.pages import fill
from coursekit.book.people import People
from coursekit.book.scores import standings
from coursekit.formats import MARKS
from coursekit.marking.autograded import answer_text
from coursekit.marking.result import Marked
from coursekit.sets.course import Course, safe_id
from coursekit.sets.source import translated
from coursekit.texts import CATALOGUE, message

_SCRIPT = Path(__file__).parent / "templates" / "reading.js"


@dataclass(frozen=True)
class Answer:
    """An answer to be marked: whose it is, what was written, and what a person has given so far."""

    student: str
    whose: str
    text: str
    points: float | None
    comment: str
    seen: str


@dataclass(frozen=True)
class OpenQuestion:
    """A question with all answers to it that are to be marked.

    Parameters
    ----------
    id : str
    model : str
        Model answer and rubric, as the set has them.
    maximum : float
    rubric : tuple of Criterion
        What was found in answers so far.
    answers : tuple of Answer
    """

    id: str
    model: str
    maximum: float
    rubric: tuple[Criterion, ...]
    answers: tuple[Answer, ...]


def to_be_read(
    course: Course, name: str, *, everything: bool = False
) -> list[OpenQuestion]:
    """The questions that wait for a person, each with its answers; or ``everything`` that persons mark."""
    people, found = People.of(course, name), standings(course, name)
    lang = course.issued(name, "")["lang"]
    file = course.folder("source", name).parent / f"{name}.{lang}.po"
    asked = translated(course.problem_set(name), file).questions
    known = rubric(course, name)
    questions = []
    for id, question in asked.items():
        answers = []
        for student, result in found.items():
            verdict = result.questions.get(id)
            if verdict is None:
                continue
            given = everything and verdict.by_hand is not None
            if not (verdict.waits or given):
                continue
            answers.append(_answer(student, people.together(student), verdict))
            maximum = verdict.maximum
        model = question.code if question.manual else ""
        criteria = known.get(id, ())
        if answers:
            questions.append(OpenQuestion(id, model, maximum, criteria, tuple(answers)))
    return questions


def _answer(student: str, whose: str, verdict: Marked) -> Answer:
    return Answer(
        student,
        whose,
        answer_text(verdict),
        verdict.by_hand,
        verdict.comment,
        seen_in(verdict),
    )


def shared(
    questions: Sequence[OpenQuestion], part: int, parts: int
) -> list[OpenQuestion]:
    """What one of several people marks: the same number of answers to each question, or one more."""
    return [
        OpenQuestion(
            one.id, one.model, one.maximum, one.rubric, one.answers[part::parts]
        )
        for one in questions
        if one.answers[part::parts]
    ]


def write_pages(
    course: Course,
    name: str,
    folder: Path,
    tutors: Sequence[str],
    *,
    everything: bool = False,
) -> list[Path]:
    """Write a page for each of those who mark; none if nothing waits for a person.

    Raises
    ------
    UserError
        If the name of one of them cannot be part of the name of a file.
    """
    for tutor in tutors:
        if not safe_id(tutor):
            raise UserError(message("read.bad_name", name=in_line(tutor)))
    questions = to_be_read(course, name, everything=everything)
    pages = []
    for part, tutor in enumerate(tutors):
        mine = shared(questions, part, len(tutors))
        if mine:
            pages.append(folder / f"{name}-{tutor}.html")
            write_whole(pages[-1], page(course, name, tutor, mine), 0o600)
    return pages


def page(
    course: Course, name: str, tutor: str, questions: Sequence[OpenQuestion]
) -> str:
    """The page of one person."""
    lang = course.issued(name, "")["lang"]
    script = _SCRIPT.read_text(encoding="utf-8")
    digest = hashlib.sha256(script.encode()).digest()
    data = {
        "head": {**MARKS.head, "set": name, "by": tutor},
        "rubric": {one.id: list(map(asdict, one.rubric)) for one in questions},
        "said": {"saved": CATALOGUE.text("read.page.saved", lang)},
    }
    return fill(
        "reading",
        lang,
        name=name,
        tutor=tutor,
        questions=questions,
        number=sum(len(one.answers) for one in questions),
        data=json.dumps(data),
        script=script,
        allowed=f"script-src 'sha256-{base64.b64encode(digest).decode()}';",
    )
