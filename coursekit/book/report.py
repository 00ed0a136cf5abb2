"""What a class did with a problem set: right and wrong per question, misconceptions, witnesses, a picture of it.

`summarise` and `picture` are pure; `write_report` reads the marked submissions of a course and writes one page, and
`in_terminal` says the same for a terminal and as data.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.table import Table

from boardkit.chart import bar_chart
from boardkit.errors import UserError
from boardkit.intervals import wilson
from boardkit.messages import numeral, using_language
from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from boardkit.whole_files import write_whole
from coursekit.book.pages import fill
from coursekit.book.people import People
from coursekit.book.scores import Standing, standings
from coursekit.judging.stages import SOLUTION, VERDICT
from coursekit.marking import ledger
from coursekit.marking.result import Marked, Result
from coursekit.practice.handin import UNREAD
from coursekit.questions import question
from coursekit.sets.course import Course
from coursekit.sets.handins import sum_of
from coursekit.texts import CATALOGUE, message

_say = CATALOGUE.text

STATUSES = ("right", "partial", "wrong", "malformed", "missing", "manual")
_LOOK = {
    "right": ("✓", style.green),
    "partial": ("◐", style.yellow),
    "wrong": ("✗", style.vermillion),
    "malformed": ("?", style.sky),
    "missing": ("–", style.paper),
    "manual": ("✎", style.shade),
}
_IDENTITY = {"other_set", "other_variant", "forged_variant", "other_instance"}
_SHOWN = 6  # witnesses that are listed


@dataclass(frozen=True)
class Summary:
    """What a class did with one question.

    Parameters
    ----------
    id, title : str
        The question.
    maximum : float
        Points to be had.
    mean : float or None
        Mean of the points that count; None if all wait for a person.
    counts : dict of str to int
        Number of submissions by status (see `STATUSES`).
    misconceptions : tuple of (str, int)
        Ids of recognised misconceptions and how often, the commonest first.
    witnesses : tuple of (str, int)
        Words, runs or rows on which answers went wrong and how often, the commonest first.
    attempts, practice : dict of int to (int, int)
        How many are right, of how many: by the number of the marked attempt, and by how much feedback had told most in
        practice (see `coursekit.judging.stages`; 0 is who did not practise, or learned only what was right).
    halves : tuple of (int, int)
        The same for the easier and the harder half of the instances, as they measure; empty if all measure the same.
    """

    id: str
    title: str
    maximum: float
    mean: float | None
    counts: Mapping[str, int]
    misconceptions: tuple[tuple[str, int], ...]
    witnesses: tuple[tuple[str, int], ...]
    attempts: Mapping[int, tuple[int, int]]
    practice: Mapping[int, tuple[int, int]]
    halves: tuple[tuple[int, int], ...] = ()

    @property
    def number(self) -> int:
        """Number of submissions."""
        return sum(self.counts.values())

    @property
    def marked(self) -> int:
        """Number of submissions of which nobody has to look at the question."""
        return self.number - self.counts["manual"]

    @property
    def share(self) -> tuple[float, float] | None:
        """Interval of the share of right answers, with 95 % confidence; None if nothing was marked."""
        if not self.marked:
            return None
        return wilson(self.counts["right"], self.marked)

    @property
    def unfair(self) -> bool:
        """Whether who had a harder instance was right less often, by more than chance."""
        return (
            bool(self.halves)
            and wilson(*self.halves[1])[1] < wilson(*self.halves[0])[0]
        )


def status(one: Marked) -> str:
    """Say what the points of a question amount to: one of `STATUSES`.

    Examples
    --------
    >>> status(Marked(2.0, 4.0, "", answer="bw")), status(Marked(0.0, 4.0, ""))
    ('partial', 'missing')
    """
    if one.status == "wrong" and one.missing:
        return "missing"
    return one.status


def summarise(
    found: Mapping[str, Result],
    titles: Mapping[str, str] | None = None,
    measured: Mapping[tuple[str, str], float] | None = None,
) -> tuple[Summary, ...]:
    """Count what a class did.

    Parameters
    ----------
    found : dict of str to Result
        By student.
    titles : dict, optional
        Titles of the questions.
    measured : dict, optional
        How difficult the instance is, by question and student.

    Returns
    -------
    tuple of Summary
        One for each question, in the order of the set.

    Examples
    --------
    >>> one = Marked(1.0, 4.0, "", witness="b", misconception="eps_stay", answer="b")
    >>> summarise({"ada": Result("ps1", "ada", "", {"q1": one}, 1.0, 4.0)})[0].misconceptions
    (('eps_stay', 1),)
    """
    titles, measured = titles or {}, measured or {}
    ids: dict[str, None] = {}
    for result in found.values():
        ids |= dict.fromkeys(result.questions)
    return tuple(_summary(id, titles.get(id, ""), found, measured) for id in ids)


def _summary(
    id: str,
    title: str,
    found: Mapping[str, Result],
    measured: Mapping[tuple[str, str], float],
) -> Summary:
    """Count what a class did with one question."""
    counts = dict.fromkeys(STATUSES, 0)
    maxima, points = [], []
    wrong, attempts, practice, halves = [], [], [], []
    for student, result in found.items():
        one = result.questions.get(id)
        if one is None:
            continue
        maxima.append(float(one.maximum))
        what = status(one)
        counts[what] += 1
        if what in ("partial", "wrong"):
            wrong.append(one)
        if one.attempt:
            attempts.append((one.attempt, one.right))
            practice.append((_practised(result, id), one.right))
        if what == "manual":
            continue
        points.append(one.points)
        if (id, student) in measured:
            halves.append((measured[id, student], what == "right"))
    return Summary(
        id,
        title,
        maxima[0],
        sum(points) / len(points) if points else None,
        counts,
        _common(v.misconception for v in wrong),
        _common(v.witness for v in wrong),
        _shares(attempts),
        _shares(practice),
        _halves(halves),
    )


def _halves(pairs: list[tuple[float, bool]]) -> tuple[tuple[int, int], ...]:
    """How many are right, of how many, in the easier and in the harder half."""
    if not pairs:
        return ()
    middle = median(measure for measure, _ in pairs)
    shares = _shares((measure > middle, right) for measure, right in pairs)
    return tuple(shares.values()) if len(shares) == 2 else ()


def _practised(result: Result, id: str) -> int:
    """How much feedback told most in practice of a question."""
    most = 0
    for one, stage in result.practice.items():
        if one.startswith(f"{id}-practice-") and VERDICT <= stage <= SOLUTION:
            most = max(most, stage)
    return most


def _shares(pairs: Iterable[tuple[int, bool]]) -> dict[int, tuple[int, int]]:
    """How many are right, of how many, by number."""
    right, number = Counter[int](), Counter[int]()
    for n, is_right in pairs:
        number[n] += 1
        right[n] += is_right
    return {n: (right[n], number[n]) for n in sorted(number)}


def _common(values: Iterable[str | None]) -> tuple[tuple[str, int], ...]:
    """The values that are there with their numbers: the commonest first, then the shortest."""
    counts = Counter(str(v) for v in values if v is not None)
    return tuple(
        sorted(counts.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0]))
    )


# ---------------------------------------------------------------------- pictures


def picture(rows: Sequence[Summary], title: str, lang: str = "en") -> Picture:
    """Draw one bar for each question: right, in part, wrong, unreadable, missing, still to be marked.

    Parameters
    ----------
    rows : sequence of Summary
    title : str
        Written above the bars.
    lang : str
        Language of the legend.

    Returns
    -------
    Picture
        Every part of a bar carries a sign and its number beside its colour.
    """
    width = 960.0
    left = 330.0
    top = 92.0
    step = 40.0
    unit = (width - left - 24) / max((row.number for row in rows), default=1)
    parts = [label(16, 26, title, style.title, text_anchor="start", font_weight="bold")]
    names = {s: _say(f"report.{s}", lang) for s in _used(rows)}
    x = 16.0
    for s, name in names.items():
        parts += [
            *_part(x, 44, 26, s, ""),
            label(x + 34, 59, name, style.text, text_anchor="start"),
        ]
        x += 34 + 8.6 * len(name) + 22
    said = []
    for i, row in enumerate(rows):
        y = top + i * step
        name = row.id
        if row.title:
            name += f" · {row.title}"
        if len(name) > 38:
            name = name[:37] + "…"
        parts.append(label(left - 12, y + 15, name, style.text, text_anchor="end"))
        x = left
        told = []
        for s, n in row.counts.items():
            if n:
                parts += _part(x, y, n * unit, s, str(n))
                told.append(f"{names[s]} {n}")
            x += n * unit
        said.append(f"{row.id}: {', '.join(told)}")
    return Picture(
        width,
        top + step * len(rows) + 8,
        *parts,
        title=title,
        desc=f"{title}. {'; '.join(said)}.",
        lang=lang,
    )


def _used(rows: Sequence[Summary]) -> list[str]:
    """The statuses that occur."""
    return [s for s in STATUSES if any(row.counts[s] for row in rows)]


def _part(x: float, y: float, width: float, s: str, number: str) -> list[Element]:
    """A part of a bar: its sign and number, as far as there is room for them."""
    sign, colour = _LOOK[s]
    box = el(
        "rect",
        x=x,
        y=y,
        width=width,
        height=30,
        fill=colour,
        stroke=style.ink,
        stroke_width=style.hair,
    )
    room = (width - 6) / 9
    text = f"{sign} {number}".strip()
    if len(text) > room:
        text = number
    if len(text) > room:
        text = ""
    return [box, label(x + width / 2, y + 15, text, style.text)]


def points_picture(
    totals: Sequence[float], maximum: float, lang: str = "en"
) -> Picture:
    """Draw how many submissions earned how much, in tenths of the maximum.

    Parameters
    ----------
    totals : sequence of float
        Points of each submission.
    maximum : float
        Points to be had.
    lang : str
    """
    tenths = Counter(min(9, int(10 * t / maximum)) for t in totals)
    names = [f"{10 * i}–{10 * i + 10}" for i in range(10)]
    with using_language(lang):
        return bar_chart(
            names,
            [tenths[i] for i in range(10)],
            title=_say("report.distribution", lang),
            x_label=_say("report.percent", lang),
            y_label=_say("report.submissions", lang),
            height=360,
        )


# ---------------------------------------------------------------------- the page and the terminal


def class_of(
    course: Course, name: str, found: Mapping[str, Standing]
) -> tuple[Summary, ...]:
    """What a class did with a set, question by question, with their titles and how difficult they measure.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    found : dict
        What `coursekit.book.scores.standings` says.

    Raises
    ------
    UserError
        If there is no such problem set, or nothing of it was marked yet.
    """
    problems = course.problem_set(name)
    if not found:
        raise UserError(message("report.nothing", name=name))
    issued = course.issued(name, "")
    titles = {q: one["title"] for q, one in issued["questions"].items()}
    for q in problems.questions.values():
        if q.manual:
            titles.setdefault(q.id, _say("report.open", issued["lang"]))
    measured = {}
    for student, result in found.items():
        for id, one in course.issued(name, result.paper)["questions"].items():
            measured[id, student] = float(question(one["type"]).measure(one["data"]))
    return summarise(found, titles, measured)


def in_terminal(
    course: Course, name: str
) -> tuple[Table, list[str], dict[str, object]]:
    """What the command ``status SET`` prints: the questions, the students to look at, and both as data.

    Raises
    ------
    UserError
        If there is no such problem set, or nothing of it was marked yet.
    """
    found = standings(course, name)
    rows, lists = class_of(course, name, found), attention(course, name, found)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(_say("report.question"))
    for column in ("right", "range", "mean"):
        table.add_column(_say(f"report.{column}"), justify="right")
    questions = []
    for row in rows:
        low = high = mean = ""
        if row.share:
            low, high = (numeral(bound, ".0%") for bound in row.share)
        if row.mean is not None:
            mean = f"{numeral(row.mean, '.2f')} / {numeral(row.maximum)}"
        table.add_row(
            f"{row.id} · {row.title}",
            f"{row.counts['right']} / {row.marked}",
            f"{low} – {high}",
            mean,
        )
        more = {"interval": row.share, "unfair": row.unfair}
        questions.append(asdict(row) | more)
    people = People.of(course, name)
    lines = []
    for what, whose in lists.items():
        if whose:
            lines.append(f"{_say(f'report.{what}')} {people.listed(whose)}")
    return table, lines, {"set": name, "questions": questions, **lists}


def write_report(course: Course, name: str, page: Path) -> list[Path]:
    """Write a page about what a class did with a set, and its picture beside it (``.svg``).

    Raises
    ------
    UserError
        If there is no such problem set, or nothing of it was marked yet.
    """
    found = standings(course, name)
    rows, lang = class_of(course, name, found), course.issued(name, "")["lang"]
    bars = picture(rows, _say("report.answers", lang, name=name), lang)
    maximum = sum(row.maximum for row in rows if row.mean is not None)
    totals = ""
    if maximum:
        totals = points_picture(
            [r.points for r in found.values()], maximum, lang
        ).markup
    write_whole(
        page,
        fill(
            "report",
            lang,
            name=name,
            number=len(found),
            rows=rows,
            bars=bars.markup,
            distribution=totals,
            used=_used(rows),
            lists=attention(course, name, found),
            people=People.of(course, name),
            shown=_SHOWN,
        ),
    )
    write_whole(page.with_suffix(".svg"), bars.markup)
    return [page, page.with_suffix(".svg")]


def attention(
    course: Course, name: str, found: Mapping[str, Standing]
) -> dict[str, list[str]]:
    """Name the students whom somebody should look at, by what is the matter.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    found : dict
        What `coursekit.book.scores.standings` says.

    Returns
    -------
    dict
        ``unmarked`` (handed in, but not marked as it lies there now), ``unread``, ``waiting`` (for a person),
        ``identity`` (not the student's own questions) and ``absent`` (handed nothing in); lists of students.
    """

    def marked(student: str) -> bool:
        content = sum_of(*course.handed_in(name, student))
        if student in found and course.rule(name, student).counts == "best":
            # What came last need not be what counts
            records = ledger.read(course.results_of(name, student))
            return content in ledger.by_hand_in(records)
        return student in found and found[student].content == content

    def remarked(ids: Set[str]) -> list[str]:
        return [s for s, one in found.items() if any(r.id in ids for r in one.remarks)]

    came = course.submissions(name)
    groups = course.groups(name)
    return {
        "unmarked": [s for s in came if not marked(s)],
        "unread": remarked(UNREAD),
        "waiting": [s for s, one in found.items() if one.waits],
        "identity": remarked(_IDENTITY),
        "absent": [s for s in sorted(course.students()) if groups.lead(s) not in came],
    }
