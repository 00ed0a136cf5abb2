"""Feedback pages: one self-contained HTML file per student, with reason and witness of every question.

A page shows its own student's questions only; worked solutions of these on demand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.foreign import as_html
from boardkit.messages import numeral, using_language
from coursekit.book.scores import standings
from coursekit.marking.autograded import LONGEST, question_of, remark_text, verdict_html
from coursekit.practice.files import write_whole
from coursekit.practice.prose import own_html, still, student_html, whole_page
from coursekit.sets.course import Course
from coursekit.sets.variants import as_it_is_now
from coursekit.texts import CATALOGUE

__all__ = ["page", "write_feedback"]

_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-top:1px solid #bbb;padding-top:1rem}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px solid #ccc;text-align:left}
code,pre{background:#f2f2f2;padding:.1rem .3rem;white-space:pre-wrap;overflow-wrap:anywhere}
svg,img{max-width:100%;height:auto}
.person{border-left:6px solid #56B4E9;padding:.1rem .8rem}
.remarks{background:#fff6dd;border-left:6px solid #E69F00;padding:.4rem .8rem .4rem 2rem}"""


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
    for student, result in standings(course, name).items():
        path = course.folder("feedback", name, student) / f"{name}.html"
        write_whole(path, page(result, course.issued(name, student), solutions=solutions))
        written.append(path)
    if not written:
        raise UserError(CATALOGUE.message("report.nothing", name=name))
    return written


def page(result: Mapping[str, Any], issued: Mapping[str, Any], solutions: bool = False) -> str:
    """Return one student's page.

    Parameters
    ----------
    result : dict
        With the points that count, as `coursekit.book.scores.standings` returns it.
    issued : dict
        The student's instances.
    solutions : bool
        Whether worked solutions are shown.
    """
    lang = issued["lang"]

    def say(id: str, **values: object) -> str:
        return as_html(CATALOGUE.text(f"feedback.{id}", lang, **values))

    general = [r for r in result["remarks"] if question_of(r["where"]) not in result["questions"]]
    with using_language(lang):
        total = say("total", points=numeral(result["points"]), maximum=numeral(result["maximum"]))
        unmarked = sum(v["maximum"] for v in result["questions"].values() if v["waits"] and v["by_hand"] is None)
        total += " " + say("unmarked", points=numeral(unmarked)) if unmarked else ""
        parts = [f"<h1>{say('title', name=result['set'], student=result['student'])}</h1>",
                 f"<p><strong>{total}</strong></p>", _overview(result), _remarks(general, lang)]
        parts += [_question(q, verdict, issued["questions"].get(q), result, say, solutions, lang)
                  for q, verdict in result["questions"].items()]
    return whole_page(f"{result['set']} · {result['student']}", _STYLE, "".join(parts), lang)


def _overview(result: Mapping[str, Any]) -> str:
    rows = []
    for q, v in result["questions"].items():
        shown = "✎" if v["waits"] and v["by_hand"] is None else numeral(v["points"])
        rows.append(f'<tr><td><a href="#{as_html(q)}">{as_html(q)}</a></td>'
                    f'<td>{shown} / {numeral(v["maximum"])}</td></tr>')
    return f"<table>{''.join(rows)}</table>"


def _question(q: str, verdict: Mapping[str, Any], one: Mapping[str, Any] | None, result: Mapping[str, Any], say: Any,
              solutions: bool, lang: str) -> str:
    title = f"{q} · {one['title']}" if one else q
    parts = [f'<h2 id="{as_html(q)}">{as_html(title)}</h2>']
    if one:
        parts += [own_html(one["text"]), still(one["picture"], one["title"]) if one["picture"] else ""]
    parts.append(_given(verdict, one is None, say))
    said = ""
    if not verdict.get("manual"):
        parts.append(verdict_html(verdict))
        said = verdict["message"]
    parts.append(_by_hand(verdict, say))
    parts.append(_remarks([r for r in result["remarks"] if question_of(r["where"]) == q], lang, said))
    if solutions and one:
        parts.append(f"<details><summary>{say('solution')}</summary>{own_html(as_it_is_now(one).solution)}</details>")
    return "".join(parts)


def _given(verdict: Mapping[str, Any], prose: bool, say: Any) -> str:
    """What the student answered: prose of an open question, anything else as it would be typed."""
    given = verdict.get("answer")
    if given is None or given == "":
        return ""
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    text, tag = text[:LONGEST], "pre" if "\n" in text else "code"
    shown = student_html(text) if prose else f"<{tag}>{as_html(text)}</{tag}>"
    return f"<div>{say('answer')} {shown}</div>"


def _by_hand(verdict: Mapping[str, Any], say: Any) -> str:
    """What a person said: points and comment; for a question that waits for a person, that it waits."""
    points, comment = verdict["by_hand"], verdict["comment"]
    if points is None and not comment and not verdict["waits"]:
        return ""
    maximum = numeral(verdict["maximum"])
    heads = [] if points is None else [say("by_hand", points=numeral(points), maximum=maximum)]
    heads += [say("waits" if points is None else "again", maximum=maximum)] if verdict["waits"] else []
    said = f"<blockquote>{own_html(comment)}</blockquote>" if comment else ""
    return f'<div class="person"><p><strong>✎ {" ".join(heads)}</strong></p>{said}</div>'


def _remarks(remarks: list[Mapping[str, Any]], lang: str, said: str = "") -> str:
    texts = [remark_text(r, lang) for r in remarks]
    texts = [text for text in texts if text != said]
    if not texts:
        return ""
    return f'<ul class="remarks">{"".join(f"<li>{as_html(text)}</li>" for text in texts)}</ul>'
