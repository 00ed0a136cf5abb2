"""Feedback pages: one self-contained HTML file per student, with reason and witness of every question.

A page shows its own student's questions only; worked solutions of these on demand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.messages import numeral, using_language
from finity_edu.errors import CATALOGUE
from finity_edu.grading import results
from finity_edu.grading.autograded import verdict_html
from finity_edu.grading.book import scores
from finity_edu.grading.course import Course, write_atomically

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
    book = scores(course, name)
    for student in course.submissions(name):
        result = results.latest(course.results(name) / f"{student}.jsonl")
        if result is None:
            continue
        html = page(result, course.issued(name, student), book.get(student), solutions)
        path = course.folder("feedback", name, student) / f"{name}.html"
        write_atomically(path, html)
        written.append(path)
    if not written:
        raise UserError(CATALOGUE.message("report.nothing", name=name))
    return written


def page(result: Mapping[str, Any], issued: Mapping[str, Any], score: Mapping[str, Any] | None,
         solutions: bool = False) -> str:
    """Return one student's page.

    Parameters
    ----------
    result : dict
        What `finity_edu.grading.marking.grade` said.
    issued : dict
        The student's instances.
    score : dict or None
        What the grade book says; marks by hand count.
    solutions : bool
        Whether worked solutions are shown.
    """
    lang = issued["lang"]

    def say(id: str, **values: object) -> str:
        return escape(CATALOGUE.text(f"feedback.{id}", lang, **values))

    total = result["points"] if score is None else score["score"]
    general = [r for r in result["remarks"] if r["where"] not in result["questions"]]
    with using_language(lang):
        parts = [f"<h1>{say('title', name=result['set'], student=result['student'])}</h1>",
                 _total(say, total, result["maximum"]), _overview(result, score), _remarks(general, lang)]
        for q, verdict in result["questions"].items():
            by_hand = (None, "") if score is None else score["by_hand"].get(q, (None, ""))
            parts.append(_question(q, verdict, by_hand, issued["questions"].get(q), result, say, solutions, lang))
    return (f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{escape(result["set"])} · '
            f'{escape(result["student"])}</title><style>{_STYLE}</style></head><body>{"".join(parts)}</body></html>\n')


def _total(say: Any, points: float, maximum: float) -> str:
    return f"<p><strong>{say('total', points=numeral(points), maximum=numeral(maximum))}</strong></p>"


def _overview(result: Mapping[str, Any], score: Mapping[str, Any] | None) -> str:
    rows = []
    for q, v in result["questions"].items():
        points = v["points"] if score is None else score["questions"].get(q, v["points"])
        waits = v.get("manual") and (score is None or score["by_hand"].get(q, (None, ""))[0] is None)
        shown = "✎" if waits else numeral(points or 0)
        rows.append(f'<tr><td><a href="#{escape(q)}">{escape(q)}</a></td>'
                    f'<td>{shown} / {numeral(v["maximum"])}</td></tr>')
    return f"<table>{''.join(rows)}</table>"


def _question(q: str, verdict: Mapping[str, Any], by_hand: tuple[float | None, str], one: Mapping[str, Any] | None,
              result: Mapping[str, Any], say: Any, solutions: bool, lang: str) -> str:
    title = f"{q} · {one['title']}" if one else q
    parts = [f'<h2 id="{escape(q)}">{escape(title)}</h2>']
    if one:
        parts += [_markdown(one["text"]), one["picture"] or ""]
    if verdict.get("answer") is not None:
        given = verdict["answer"]
        text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        parts.append(f"<p>{say('answer')} <code>{escape(text[:2000])}</code></p>")
    said = ""
    if not verdict.get("manual"):
        parts.append(verdict_html(verdict))
        said = verdict["message"]
    parts.append(_by_hand(verdict, *by_hand, say))
    parts.append(_remarks([r for r in result["remarks"] if r["where"] in (q, f"{q}-answer", f"{q}-text")], lang, said))
    if solutions and one:
        parts.append(f"<details><summary>{say('solution')}</summary>{_markdown(one['solution'])}</details>")
    return "".join(parts)


def _by_hand(verdict: Mapping[str, Any], points: float | None, comment: str, say: Any) -> str:
    """What a person said: points and comment; for a question that waits for a person, that it waits."""
    if points is None and not comment and not verdict.get("manual"):
        return ""
    maximum = numeral(verdict["maximum"])
    head = say("waits", maximum=maximum) if points is None else say("by_hand", points=numeral(points), maximum=maximum)
    said = f"<blockquote>{_markdown(comment)}</blockquote>" if comment else ""
    return f'<div class="person"><p><strong>✎ {head}</strong></p>{said}</div>'


def _remarks(remarks: list[Mapping[str, Any]], lang: str, said: str = "") -> str:
    texts = [CATALOGUE.text(f"remark.{r['id']}", lang, where=r["where"], what=r["what"]).strip() for r in remarks]
    texts = [text for text in texts if text != said]
    if not texts:
        return ""
    return f'<ul class="remarks">{"".join(f"<li>{escape(text)}</li>" for text in texts)}</ul>'


def _markdown(text: str) -> str:
    """The little Markdown that questions use: paragraphs, lists, tables, code, emphasis.  Everything else is text."""
    parts = re.split(r"^```\w*\n(.*?)^```[ ]*$", text, flags=re.M | re.S)
    return "".join(f"<pre>{escape(part)}</pre>" if i % 2 else _blocks(part) for i, part in enumerate(parts))


def _blocks(text: str) -> str:
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        if not lines:
            continue
        if all(line.lstrip().startswith(("- ", "* ")) for line in lines):
            blocks.append("<ul>" + "".join(f"<li>{_inline(x.lstrip()[2:])}</li>" for x in lines) + "</ul>")
        elif len(lines) > 1 and all(line.strip().startswith("|") for line in lines):
            rows = [[c.strip() for c in line.strip().strip("|").split("|")] for line in lines
                    if not re.fullmatch(r"[|\s:-]+", line)]
            blocks.append("<table>" + "".join(
                "<tr>" + "".join(f"<td>{_inline(c)}</td>" for c in row) + "</tr>" for row in rows) + "</table>")
        else:
            blocks.append("<p>" + "<br>".join(_inline(line) for line in lines) + "</p>")
    return "".join(blocks)


def _inline(text: str) -> str:
    text = escape(text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", text)
