"""What a class did with a problem set: right and wrong per question, misconceptions, witnesses, a picture of it.

`summarise` and `picture` are pure; `write_report` reads the marked submissions of a course and writes one page.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardkit.chart import bar_chart
from boardkit.errors import UserError
from boardkit.foreign import as_html, visible
from boardkit.messages import numeral, using_language
from boardkit.svg import BLACK, PALETTE, WHITE, Element, Picture, el, label
from coursekit.book.scores import standings
from coursekit.practice.files import write_whole
from coursekit.practice.handin import UNREAD
from coursekit.practice.prose import whole_page
from coursekit.sets.course import Course
from coursekit.texts import CATALOGUE

__all__ = ["STATUSES", "Summary", "attention", "picture", "points_picture", "status", "summarise", "write_report"]

STATUSES = ("right", "partial", "wrong", "malformed", "missing", "manual")
_LOOK = {"right": ("✓", PALETTE["green"]), "partial": ("◐", PALETTE["yellow"]), "wrong": ("✗", PALETTE["vermillion"]),
         "malformed": ("?", PALETTE["sky"]), "missing": ("–", WHITE), "manual": ("✎", "#DDDDDD")}
_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#111}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-top:1px solid #bbb;padding-top:1rem}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}
th:first-child,td:first-child,th:nth-child(2),td:nth-child(2){text-align:left}
code{background:#f2f2f2;padding:.1rem .3rem}svg{max-width:100%;height:auto}"""
_IDENTITY = {"other_set", "other_variant", "forged_variant", "other_instance"}
_SHOWN = 6  # witnesses that are listed
_LONGEST = 60  # characters of a witness that are shown


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
    """

    id: str
    title: str
    maximum: float
    mean: float | None
    counts: Mapping[str, int]
    misconceptions: tuple[tuple[str, int], ...]
    witnesses: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """Number of submissions."""
        return sum(self.counts.values())


def status(verdict: Mapping[str, Any]) -> str:
    """Say what a verdict on a question amounts to.

    Examples
    --------
    >>> status({"points": 2.0, "maximum": 4.0, "answer": "bw"}), status({"points": 0.0, "maximum": 4.0, "answer": None})
    ('partial', 'missing')
    """
    if verdict.get("manual") and verdict.get("by_hand") is None:
        return "manual"
    if verdict.get("malformed") and not verdict["points"]:
        return "malformed"
    if verdict["points"] >= verdict["maximum"]:
        return "right"
    if verdict["points"] > 0:
        return "partial"
    return "missing" if verdict.get("answer") is None and verdict.get("witness") is None else "wrong"


def summarise(found: Mapping[str, Mapping[str, Any]], titles: Mapping[str, str] | None = None) -> tuple[Summary, ...]:
    """Count what a class did.

    Parameters
    ----------
    found : dict
        Results by student, as `coursekit.marking.marking.grade` makes them.
    titles : dict, optional
        Titles of the questions.

    Returns
    -------
    tuple of Summary
        One for each question, in the order of the set.

    Examples
    --------
    >>> one = {"points": 1.0, "maximum": 4.0, "answer": "b", "witness": "b", "misconception": "eps_stay"}
    >>> summarise({"ada": {"questions": {"q1": one}}})[0].misconceptions
    (('eps_stay', 1),)
    """
    ids = list(dict.fromkeys(q for result in found.values() for q in result["questions"]))
    rows = []
    for id in ids:
        verdicts = [r["questions"][id] for r in found.values() if id in r["questions"]]
        counts = Counter(status(v) for v in verdicts)
        marked = [v["points"] for v in verdicts if status(v) != "manual"]
        wrong = [v for v in verdicts if status(v) in ("partial", "wrong")]
        rows.append(Summary(
            id, (titles or {}).get(id, ""), float(verdicts[0]["maximum"]),
            sum(marked) / len(marked) if marked else None, {s: counts[s] for s in STATUSES},
            _common(v.get("misconception") for v in wrong), _common(v.get("witness") for v in wrong)))
    return tuple(rows)


def _common(values: Any) -> tuple[tuple[str, int], ...]:
    """The values that are there with their numbers: the commonest first, then the shortest."""
    counts = Counter(str(v) for v in values if v is not None)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0])))


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
    width, left, top, step = 960.0, 330.0, 92.0, 40.0
    most = max((row.number for row in rows), default=1)
    unit = (width - left - 24) / most
    used = [s for s in STATUSES if any(row.counts[s] for row in rows)]
    parts = [label(16, 26, title, 20, text_anchor="start", font_weight="bold", fill=BLACK), *_legend(used, lang)]
    for i, row in enumerate(rows):
        y = top + i * step
        name = f"{row.id} · {row.title}" if row.title else row.id
        parts.append(label(left - 12, y + 15, name if len(name) <= 38 else name[:37] + "…", 15, text_anchor="end",
                           fill=BLACK))
        x = left
        for s in STATUSES:
            n = row.counts[s]
            if n:
                parts += _segment(x, y, n * unit, s, n)
            x += n * unit
    rows_text = "; ".join(f"{r.id}: " + ", ".join(f"{_say(f'report.{s}', lang)} {r.counts[s]}" for s in STATUSES
                                                  if r.counts[s]) for r in rows)
    return Picture(width, top + step * len(rows) + 8, *parts, title=title, desc=f"{title}. {rows_text}.", lang=lang)


def _segment(x: float, y: float, width: float, s: str, n: int) -> list[Element]:
    sign, colour = _LOOK[s]
    box = el("rect", x=x, y=y, width=width, height=30, fill=colour, stroke=BLACK, stroke_width=1)
    text = f"{sign} {n}" if width >= 16 + 9 * len(str(n)) + 8 else str(n) if width >= 10 * len(str(n)) else ""
    return [box, label(x + width / 2, y + 15, text, 15, fill=BLACK)] if text else [box]


def _legend(used: Sequence[str], lang: str) -> list[Element]:
    parts, x = [], 16.0
    for s in used:
        sign, colour = _LOOK[s]
        text = _say(f"report.{s}", lang)
        parts += [el("rect", x=x, y=48, width=22, height=22, fill=colour, stroke=BLACK, stroke_width=1),
                  label(x + 11, 59, sign, 15, fill=BLACK),
                  label(x + 30, 59, text, 15, text_anchor="start", fill=BLACK)]
        x += 30 + 8.6 * len(text) + 22
    return parts


def points_picture(totals: Sequence[float], maximum: float, lang: str = "en") -> Picture:
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
        return bar_chart(names, [tenths[i] for i in range(10)], title=_say("report.distribution", lang),
                         x_label=_say("report.percent", lang), y_label=_say("report.submissions", lang), height=360)


# ---------------------------------------------------------------------- the page


def write_report(course: Course, name: str, folder: Path) -> list[Path]:
    """Write ``<set>-report.html`` and ``<set>-report.svg``.

    Parameters
    ----------
    course : Course
    name : str
        A problem set of which submissions were marked.
    folder : Path
        Where the files go.

    Returns
    -------
    list of Path

    Raises
    ------
    UserError
        If there is no such problem set, or nothing of it was marked yet.
    """
    problems, found = course.problem_set(name), standings(course, name)
    if not found:
        raise UserError(CATALOGUE.message("report.nothing", name=name))
    issued = course.issued(name, "")
    lang = issued["lang"]
    titles = {q.id: _say("report.open", lang) for q in problems.questions.values() if q.manual}
    rows = summarise(found, titles | {q: one["title"] for q, one in issued["questions"].items()})
    bars = picture(rows, _say("report.answers", lang, name=name), lang)
    with using_language(lang):
        page = _page(name, rows, found, bars, attention(course, name, found), lang)
    files = {f"{name}-report.html": page, f"{name}-report.svg": bars.markup}
    for file, text in files.items():
        write_whole(folder / file, text)
    return [folder / file for file in files]


def attention(course: Course, name: str, found: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
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
        ``unmarked`` (handed in, but not marked as it lies there now), ``unread``, ``waiting`` (for a person) and
        ``identity`` (not the student's own questions); lists of students.
    """
    def marked(student: str) -> bool:
        content = hashlib.sha256(course.handed_in(name, student)[0] or b"").hexdigest()
        return student in found and found[student].get("content", content) == content

    def remarked(ids: Set[str]) -> list[str]:
        return [s for s, one in found.items() if any(r["id"] in ids for r in one["remarks"])]

    return {"unmarked": [s for s in course.submissions(name) if not marked(s)],
            "unread": remarked(UNREAD),
            "waiting": [s for s, one in found.items() if one["waits"]],
            "identity": remarked(_IDENTITY)}


def _page(name: str, rows: Sequence[Summary], found: Mapping[str, Mapping[str, Any]], bars: Picture,
          lists: Mapping[str, Sequence[str]], lang: str) -> str:
    title = _say("report.title", lang, name=name, number=len(found))
    totals = [r["points"] for r in found.values()]
    maximum = sum(row.maximum for row in rows if row.mean is not None)
    parts = [f"<h1>{as_html(title)}</h1>", bars.markup, _table(rows, lang),
             points_picture(totals, maximum or 1, lang).markup if maximum else ""]
    parts += [f"<p><strong>{as_html(_say(f'report.{key}', lang))}</strong> {as_html(', '.join(students))}</p>"
              for key, students in lists.items() if students]
    parts += [_details(row, lang) for row in rows if row.misconceptions or row.witnesses]
    return whole_page(title, _STYLE, "".join(parts), lang)


def _table(rows: Sequence[Summary], lang: str) -> str:
    used = [s for s in STATUSES if any(row.counts[s] for row in rows)]
    heads = ["", _say("report.question", lang), *(_say(f"report.{s}", lang) for s in used), _say("report.mean", lang)]
    lines = ["<tr>" + "".join(f"<th>{as_html(h)}</th>" for h in heads) + "</tr>"]
    for row in rows:
        mean = "–" if row.mean is None else numeral(row.mean, ".2f")
        cells = [row.id, row.title, *(str(row.counts[s]) for s in used), f"{mean} / {numeral(row.maximum)}"]
        lines.append("<tr>" + "".join(f"<td>{as_html(c)}</td>" for c in cells) + "</tr>")
    return f"<table>{''.join(lines)}</table>"


def _details(row: Summary, lang: str) -> str:
    parts = [f"<h2>{as_html(f'{row.id} · {row.title}')}</h2>"]
    if row.misconceptions:
        items = "".join(f"<li><strong>{n} ×</strong> {as_html(_say(f'misconception.{id}', lang))}</li>"
                        for id, n in row.misconceptions)
        parts.append(f"<p>{as_html(_say('report.misconceptions', lang))}</p><ul>{items}</ul>")
    if row.witnesses:
        shown = ", ".join(f"<code>{as_html(_short(w))}</code> ({n})"
                          for w, n in row.witnesses[:_SHOWN])
        rest = len(row.witnesses) - _SHOWN
        more = " " + as_html(_say("report.more", lang, number=rest)) if rest > 0 else ""
        parts.append(f"<p>{as_html(_say('report.witnesses', lang))} {shown}{more}</p>")
    return "".join(parts)


def _short(witness: str) -> str:
    witness = visible(witness)
    return witness if len(witness) <= _LONGEST else witness[: _LONGEST - 1] + "…"


def _say(id: str, lang: str, **values: object) -> str:
    return CATALOGUE.text(id, lang, **values)
