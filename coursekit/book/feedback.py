"""Feedback pages: one self-contained HTML file per student, with reason and witness of every question.

A page shows its own student's questions only; worked solutions of these on demand.
"""

import hashlib
from datetime import datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.formats import canonical
from boardkit.whole_files import write_whole
from coursekit.book.pages import fill
from coursekit.book.people import People
from coursekit.book.scores import (
    FORMGRADER,
    Arrival,
    Standing,
    see_formgrader,
    standings,
    tell,
)
from coursekit.formats import Instances
from coursekit.marking.autograded import answer_text, few, question_of, remark_text
from coursekit.marking.by_hand import Mark
from coursekit.questions import question
from coursekit.sets.course import Course
from coursekit.sets.deadlines import Rule
from coursekit.texts import CATALOGUE, message

_SIGN = "what-counts"  # of the element of a page in which its fingerprint stands


def write_feedback(course: Course, name: str, solutions: bool = False) -> list[Path]:
    """Write a page for every student whose submission was marked.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    solutions : bool
        Add the worked solution of the student's own questions (after the deadline).

    Returns
    -------
    list of Path

    Raises
    ------
    UserError
        If there is no such problem set, or nothing of it was marked yet.
    """
    course.problem_set(name)
    written = []
    see_formgrader(course, name)
    people = People.of(course, name)
    for lead, result in standings(course, name).items():
        text = page(
            result,
            course.issued(name, result.paper),
            solutions=solutions,
            rule=course.rule(name, lead),
            whose=people.together(lead),
        )
        for student in people.groups.with_(lead):
            path = course.folder("feedback", name, student) / f"{name}.html"
            write_whole(path, text)
            written.append(path)
        # Whatever is handed in from now on is a further attempt
        tell(course, name, result)
    if not written:
        raise UserError(message("report.nothing", name=name))
    return written


def is_current(page: Path, result: Standing) -> bool:
    """Whether a page says what counts now; nobody can tell of a page of nbgrader, or of an earlier version."""
    text = page.read_text(encoding="utf-8", errors="replace")
    return f'name="{_SIGN}"' not in text or f'content="{_sign(result)}"' in text


def _sign(result: Standing) -> str:
    """A fingerprint of what a page says: points, verdicts, and what people gave."""
    said = [result.content, result.points, result.maximum, result.came.days]
    for q, one in result.questions.items():
        given = [one.by_hand, one.comment, one.waits, one.taken_out]
        said += [q, one.points, one.maximum, one.message, *given]
    text = canonical(said).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:16]


def page(
    result: Standing,
    issued: Instances,
    solutions: bool = False,
    rule: Rule | None = None,
    whose: str = "",
) -> str:
    """Return the page about a hand-in.

    Parameters
    ----------
    result : Standing
    issued : dict
        The student's instances.
    solutions : bool
        Whether worked solutions are shown.
    rule : Rule, optional
        Which hand-in counts, and until when.
    whose : str
        Who handed it in, as they are named; the student's id by default.
    """
    lang, questions = issued["lang"], result.questions
    remarked: dict[str, list[str]] = {q: [] for q in ("", *questions)}
    for remark in few(result.remarks):
        q, text = question_of(remark.where), remark_text(remark, lang, told=True)
        if q not in questions:
            remarked[""].append(text)
        # Else the verdict has said it
        elif questions[q].manual or text != questions[q].message:
            remarked[q].append(text)
    asked = {q: issued["questions"].get(q) for q in questions}
    return fill(
        "feedback",
        lang,
        result=result,
        sign=(_SIGN, _sign(result)),
        whose=whose or result.student,
        rules=_rules(result.came, rule or Rule(), result.full, lang),
        asked=asked,
        given_by=dict.fromkeys(questions, "")
        | {q: _given(mark, lang) for q, mark in result.given.items()},
        given={q: answer_text(v) for q, v in questions.items()},
        remarked=remarked,
        unmarked=sum(
            one.maximum
            for one in questions.values()
            if one.waits and one.by_hand is None
        ),
        solutions={
            q: question(one["type"]).solution(one["data"], one["lang"])
            for q, one in asked.items()
            if one and solutions
        },
    )


def _rules(came: Arrival, rule: Rule, full: float, lang: str) -> list[str]:
    """Say when the hand-in that counts came, why it counts, and what being late has cost."""

    def said(id: str, **values: str | float) -> str:
        return CATALOGUE.text(f"feedback.{id}", lang, **values)

    lines = []
    if came.when is not None:
        clock = said(f"clock.{came.clock}")
        lines.append(said("came", when=_time(came.when), clock=clock))
    if rule.due is not None:
        lines.append(said("due", due=_time(rule.due)))
    if came.days:
        lines.append(said("late", n=came.days, share=float(came.share), full=full))
    lines.append(said(f"counts.{rule.counts}"))
    if rule.late:
        # The best one is the best after what being late costs
        what = "each_day" if rule.counts == "best" else "in_time"
        lines.append(said(what, share=rule.late))
    return [*lines, said("further")]


def _given(mark: Mark, lang: str) -> str:
    """By whom a mark was given, and when; nbgrader does not say who."""
    who = "seen" if mark.by == FORMGRADER else "given"
    when = _time(datetime.fromisoformat(mark.when))
    return CATALOGUE.text(f"feedback.{who}", lang, by=mark.by, when=when)


def _time(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")
