"""The term at a glance: what has gone out, what came back, what was marked, what waits, and what to do next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from boardkit.foreign import visible
from coursekit.book.feedback import is_current
from coursekit.book.report import attention
from coursekit.book.scores import Standing, standings
from coursekit.sets.course import Course
from coursekit.sets.groups import Groups
from coursekit.sets.plan import PlannedSet
from coursekit.texts import text

__all__ = ["SetStatus", "autograde_is_open", "status"]

_REFUSE = 'c.Autograde.exporter_class = "coursekit.book.autograde.Refuse"'


@dataclass(frozen=True)
class SetStatus:
    """Where a problem set stands.

    Parameters
    ----------
    name : str
    planned : PlannedSet
        Its days and its weight.
    released, handed_in, marked, feedback : int
        How many students have their own version; handed something in; are marked as they handed in; have a page that
        says what counts now.
    waiting : tuple of str
        Students of whom an answer is to be read by a person.
    missing : tuple of str
        Students who have handed nothing in.
    mean : float or None
        Mean share of the points, 0 to 1; questions that wait for a person are left out.
    next : tuple of str
        Commands that are due now.
    """

    name: str
    planned: PlannedSet
    released: int
    handed_in: int
    marked: int
    feedback: int
    waiting: tuple[str, ...]
    missing: tuple[str, ...]
    mean: float | None
    next: tuple[str, ...]


def status(course: Course, today: date) -> list[SetStatus]:
    """Look at all problem sets of a course: those of its plan first, in its order.

    Raises
    ------
    UserError
        If the plan, the grade book or a result is damaged.
    """
    names = dict.fromkeys([*course.plan.sets, *course.sets()])
    students = sorted(course.students())
    return [_of_a_set(course, name, students, today) for name in names]


def _of_a_set(
    course: Course, name: str, students: Iterable[str], today: date
) -> SetStatus:
    planned = course.plan.of(name)
    released = sorted(file.stem for file in course.variants(name).glob("*.json"))
    course.taken_out(name)  # so that a slip in the plan is named, whoever has handed in
    came = course.submissions(name)
    found: dict[str, Standing] = {}
    groups = course.groups(name)
    unmarked, waiting = [*came], []
    if came:
        found = standings(course, name)
        lists = attention(course, name, found)
        unmarked, waiting = lists["unmarked"], lists["waiting"]
    pages = []
    for student, one in found.items():
        page = course.folder("feedback", name, student) / f"{name}.html"
        if page.is_file() and is_current(page, one):
            pages.append(student)
    known = [
        [q for q in one.questions.values() if not q.waits] for one in found.values()
    ]
    shares = [
        sum(q.points for q in mine) / most
        for mine in known
        if (most := sum(q.maximum for q in mine))
    ]
    steps = {
        f"finity-edu release {name}": not released
        and (planned.release is None or _day(planned.release) <= today),
        f"finity-edu collect {name} FOLDER": released
        and not came
        and (planned.due is None or _day(planned.due) < today),
        f"finity-edu mark {name}": bool(unmarked),
        f"finity-edu read {name}": bool(waiting),
        f"finity-edu feedback {name}": len(pages) < len(found),
    }
    handed_in = _people(groups, came)
    return SetStatus(
        name,
        planned,
        len([s for s in released if s != "_common"]),
        handed_in,
        handed_in - _people(groups, unmarked),
        _people(groups, pages),
        tuple(waiting),
        tuple(s for s in students if groups.lead(s) not in came) if released else (),
        sum(shares) / len(shares) if shares else None,
        tuple(command for command, due in steps.items() if due),
    )


def _people(groups: Groups, leads: Iterable[str]) -> int:
    """How many students share these hand-ins."""
    return sum(len(groups.with_(lead)) for lead in leads)


def _day(when: date) -> date:
    """The day of a moment; what is due on a day can be handed in until its end."""
    return when.date() if isinstance(when, datetime) else when


def autograde_is_open(course: Course) -> str:
    """Say so where nbgrader's own autograde is one click away, and nobody has decided that it may be.

    Examples
    --------
    >>> from pathlib import Path
    >>> from traitlets.config import Config
    >>> autograde_is_open(Course(Path("."), Config()))[-63:]
    'c.Autograde.exporter_class = "coursekit.book.autograde.Refuse"\\n'
    >>> autograde_is_open(Course(Path("."), Config(Autograde={"exporter_class": "any"})))
    ''
    """
    if "exporter_class" in course.config.Autograde:
        return ""
    file = visible(str(course.root / "nbgrader_config.py"))
    return text("autograde.open", file=file, line=_REFUSE) + "\n"
