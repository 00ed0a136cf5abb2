"""The notebook that lecturers read in the formgrader.

It is written by us from data: the cells that were handed out, each exactly once and of its own kind, with the question,
the answer, the verdict and the rubric.  What a student wrote stands in it as inert text, and in no cell that would run.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import TypeAlias

from boardkit.aside import Unfinished, bounded
from boardkit.foreign import as_html, as_lines, visible
from boardkit.foreign_json import Json
from boardkit.messages import using_language
from boardkit.theme import style
from coursekit import notebooks
from coursekit.formats import Instances
from coursekit.marking.result import Marked, Result
from coursekit.notebooks import Notebook, NotebookCell
from coursekit.practice.display import Asked
from coursekit.practice.handin import Remark
from coursekit.practice.prose import cell_source, still, student_html, untouched
from coursekit.texts import CATALOGUE

SHORT = 2_000
"""Characters of a text that is read without further ado."""
LONGEST = 100_000  # characters of an answer that are shown
FEW = 10  # remarks of one kind that are shown
Output: TypeAlias = dict[str, Json]


def long_html(text: str) -> str:
    """Return a student's Markdown of any length as HTML: one that stalls its reader is shown as it was typed.

    Examples
    --------
    >>> long_html("a *b* c") == student_html("a *b* c")
    True
    """
    if len(text) <= SHORT:
        return student_html(text)
    try:
        return str(bounded(student_html, text))
    except Unfinished:
        return untouched(f"<pre>{as_html(text)}</pre>")


def verdict_html(verdict: Marked) -> str:
    """Draw a verdict as HTML: points, message, witness, picture; without points where they are a person's affair."""
    if verdict.manual or verdict.by_hand is not None:
        html = (
            f'<div style="border-left:6px solid {style.edge};padding:.4em .8em">✎ '
            f"{as_lines(verdict.message)}</div>"
        )
    else:
        html = replace(verdict, picture=None)._repr_html_()
    witness = verdict.witness or ""
    if witness not in verdict.message:
        html += f"<p><code>{as_html(witness)}</code></p>"
    if verdict.picture:
        html += still(verdict.picture, witness)
    return untouched(html)


def question_of(id: str) -> str:
    """Return the question that a cell belongs to, by the cell's id.

    Examples
    --------
    >>> question_of("q1-answer"), question_of("part-2-text"), question_of("part-2")
    ('q1', 'part-2', 'part-2')
    """
    return id.removesuffix("-answer").removesuffix("-text")


def remark_text(remark: Remark, lang: str | None = None, *, told: bool = False) -> str:
    """Say a remark in words; ``told`` to the student, it names nobody else."""
    id = f"remark.{remark.id}"
    if told and f"{id}_told" in CATALOGUE:
        id = f"{id}_told"
    text = CATALOGUE.text(id, lang, where=remark.where, what=remark.what)
    return text.strip()


def few(remarks: Iterable[Remark]) -> list[Remark]:
    """The first remarks of each kind, and after them how many more there are.

    Examples
    --------
    >>> many = [Remark("entry_ignored", what=str(n)) for n in range(980)]
    >>> shown = few(many)
    >>> len(shown), remark_text(shown[-1], "en")
    (11, '… and 970 more of this kind.')
    """
    kinds: dict[str, list[Remark]] = {}
    for remark in remarks:
        kinds.setdefault(remark.id, []).append(remark)
    shown: list[Remark] = []
    for alike in kinds.values():
        shown += alike[:FEW]
        if len(alike) > FEW:
            shown.append(Remark("more", what=str(len(alike) - FEW)))
    return shown


def autograded(
    released: Notebook,
    issued: Instances,
    result: Result,
    rubrics: Mapping[str, str],
) -> Notebook:
    """Build the notebook that nbgrader calls autograded.

    Parameters
    ----------
    released : dict
        The notebook that was handed out, as JSON.
    issued : dict
        The student's instances.
    result : Result
    rubrics : dict
        Model answer and rubric of each open question: they stand above its answer.

    Returns
    -------
    dict
        A notebook as JSON.
    """
    cells: list[NotebookCell] = []
    with using_language(issued["lang"]):
        elsewhere = [
            r for r in result.remarks if question_of(r.where) not in result.questions
        ]
        general = [remark_text(r, told=True) for r in few(elsewhere)]
        if general:
            listed = "".join(f"<li>{as_html(text)}</li>" for text in general)
            cells.append(
                notebooks.cell("markdown", cell_source(untouched(f"<ul>{listed}</ul>")))
            )
        for cell in released["cells"]:
            cells += _shown(cell, issued, result, rubrics)
    return notebooks.notebook(cells, {})


def _shown(
    cell: NotebookCell,
    issued: Instances,
    result: Result,
    rubrics: Mapping[str, str],
) -> list[NotebookCell]:
    """One cell that was handed out, as it is shown; the rubric above it.

    nbgrader hides and restores a mark scheme only in cells of its kind "task", which hold no answer.
    """
    kind = cell["cell_type"]
    source = "".join(cell["source"])
    grader = cell["metadata"].get("nbgrader", {})
    id = grader.get("grade_id", "")
    q = question_of(id)
    part = id[len(q) + 1 :]
    verdict = result.questions.get(q)
    if kind != "code":
        if part or verdict is None:
            return [notebooks.cell(kind, source, grader)]
        given = cell_source(long_html(answer_text(verdict)))
        answer = notebooks.cell(kind, given, grader)
        if not rubrics.get(q):
            return [answer]
        title = CATALOGUE.text("mark.rubric", id=q)
        return [notebooks.cell("markdown", f"### {title}\n\n{rubrics[q]}"), answer]
    outputs: list[Output] = []
    if part == "text" and q in issued["questions"]:
        one = issued["questions"][q]
        asked = Asked(one["title"], one["text"], one["picture"])
        outputs = [_output(asked._repr_mimebundle_())]
    elif part == "answer" and verdict is not None:
        source, outputs = notebooks.marker(result.set, q), _answer(verdict)
    elif id == q and verdict is not None:
        remarks = [
            remark_text(r, told=True)
            for r in result.remarks
            if question_of(r.where) == q
        ]
        more = "".join(
            f"<p>{as_html(text)}</p>" for text in remarks if text != verdict.message
        )
        outputs = [
            _output(
                {
                    "text/html": verdict_html(verdict) + untouched(more),
                    "text/plain": visible(verdict.message, lines=True),
                }
            )
        ]
    return [{**notebooks.cell(kind, source, grader), "outputs": outputs}]


def _answer(verdict: Marked) -> list[Output]:
    """An answer as a text that cannot run, whatever it is: data, or the source of a function."""
    text = visible(answer_text(verdict), lines=True)
    if not text:
        return []
    html = untouched(f"<pre>{escape(text)}</pre>")
    return [_output({"text/html": html, "text/plain": text})]


def answer_text(verdict: Marked) -> str:
    """Return what the student answered: text as it is, anything else as it would be typed."""
    given = verdict.answer
    if given is None:
        return ""
    return (given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))[
        :LONGEST
    ]


def _output(data: Mapping[str, str]) -> Output:
    return {"output_type": "display_data", "metadata": {}, "data": data}
