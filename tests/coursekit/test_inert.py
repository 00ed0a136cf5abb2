"""Whatever a student writes is only text wherever a lecturer sees it: terminal, JSON, CSV, pages, formgrader."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import nbformat
import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from boardkit.console import emit
from boardkit.foreign import as_csv, as_html, as_json, visible
from coursekit.book.cli import _listed, _report
from coursekit.book.export import export
from coursekit.book.feedback import write_feedback
from coursekit.book.pages import fill
from coursekit.book.people import People
from coursekit.book.report import STATUSES, Summary, write_report
from coursekit.book.scores import as_it_counts, book_results
from coursekit.marking import ledger
from coursekit.marking.autograded import autograded, few
from coursekit.practice.handin import Remark
from coursekit.practice.prose import cell_source, own_html, still, student_html
from coursekit.sets.groups import Groups
from tests.coursekit.hostile.texts import (
    PAGES,
    SCREENS,
    TABLES,
    TEXTS,
    alive_on_a_page,
    inert_in_a_table,
    inert_on_a_screen,
)
from tests.coursekit.workshop import blank, hand_in, hostile_result


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_only_text(name, capsys):
    text = TEXTS[name]
    assert inert_on_a_screen(visible(text), 0)
    assert inert_on_a_screen(visible(text, lines=True))
    assert inert_in_a_table(as_csv([["a", text], [text, "b"]]), 2)
    emit({text: text}, text, as_json=False)
    emit({text: text}, text, as_json=True)
    said, _ = capsys.readouterr()
    assert inert_on_a_screen(said)
    assert json.loads(as_json({"x": text})) == {"x": text}, "for programs it is what it was"
    row = Summary(text, text, 1.0, 0.5, dict.fromkeys(STATUSES, 1), (), ((text, 1),), {}, {})
    report = fill("report", "en", name=text, number=1, rows=[row], bars="", distribution="", used=STATUSES,
                  people=People({text: {"first_name": text}}, Groups()), lists={"unread": [text]}, shown=1)
    for html in (as_html(text), f'<p title="{as_html(text)}">', student_html(text), own_html(text),
                 still(text, text), report):
        assert not alive_on_a_page(html), html
        assert inert_on_a_screen(html)
        html.encode()
    source = cell_source(student_html(text))
    assert not set(source) & set("\n$\\`*[]()!|~")
    assert not alive_on_a_page(source)


def test_the_tests_above_can_fail():
    """What the formgrader would make of the texts themselves is alive."""
    dead = {name for name, text in PAGES.items()
            if name != "attachment" and not alive_on_a_page(markdown2html_mistune(text))}
    # These need MathJax or mermaid to come alive, another place in a page, or only pretend to be something.
    assert {name for name in dead if not name.startswith("tex")} == {
        "comment", "half a tag", "attribute", "template", "link with a tab", "heading", "fence", "python"}
    assert [name for name, text in SCREENS.items() if inert_on_a_screen(text, 0)] == ["markup of rich", "format"]
    assert [name for name, text in TABLES.items() if inert_in_a_table(plain_csv(text), 1)] == ["quotes"]


def plain_csv(text: str) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([text, "b"])
    return out.getvalue()


# ---------------------------------------------------------------- everything that a lecturer opens


@pytest.fixture
def result(course):
    """A result in which every field that a student has a say in is hostile, filed and booked as any other."""
    result = hostile_result(TEXTS.values())
    hand_in(course, "ada", b"{}")
    ledger.write(course.results("hw") / "ada.jsonl", result)
    book_results(course, "hw", {"ada": result})
    return result


@pytest.mark.slow
def test_pages_report_and_tables_show_text_of_students_as_text(course, result, tmp_path):
    page, = write_feedback(course, "hw", solutions=True)
    report, drawing = write_report(course, "hw", tmp_path / "page.html")
    for path in (page, report):
        html = path.read_text(encoding="utf-8")
        assert "window.owned" in html
        assert not alive_on_a_page(html)
        assert inert_on_a_screen(html)
    ElementTree.parse(drawing)
    table, *_ = export(course, ["hw"], tmp_path)
    assert inert_in_a_table(table.read_text(encoding="utf-8"), 1 + len(course.students()))


def test_the_report_of_marking_cannot_be_forged(course, result, capsys):
    failed = dict.fromkeys(TEXTS, "x") | {"bob": "\n".join(TEXTS.values())}
    _report(course, "hw", {"ada": as_it_counts(result, None)}, ["ada"], failed, {}, as_json=False)
    said = capsys.readouterr().out
    assert inert_on_a_screen(said, 3 + len(few(result.remarks)) + len(failed))
    _report(course, "hw", {"ada": as_it_counts(result, None)}, ["ada"], failed, {}, as_json=True)
    assert inert_on_a_screen(capsys.readouterr().out)


def test_the_notebook_for_the_formgrader_has_every_cell_once_and_no_source_of_a_student(course, result):
    released = blank(course)
    notebook = autograded(released, course.issued("hw", "ada"), result, {"q1": "no rubric of an open question"})
    kinds = [(c["metadata"]["nbgrader"]["grade_id"], c["cell_type"]) for c in notebook["cells"]
             if "nbgrader" in c["metadata"]]
    assert kinds == [(c["metadata"]["nbgrader"]["grade_id"], c["cell_type"]) for c in released["cells"]
                     if "nbgrader" in c["metadata"]]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert "owned" not in cell["source"]
            for output in cell["outputs"]:
                assert not alive_on_a_page(output["data"].get("text/html", ""))
                assert all(inert_on_a_screen(text) for text in output["data"].values())
        else:
            assert not alive_on_a_page(markdown2html_mistune(cell["source"]))
            assert "$" not in cell["source"]
    assert "window.owned" in json.dumps(notebook)
    nbformat.validate(nbformat.from_dict(notebook))


def test_no_line_of_a_terminal_begins_with_what_a_stranger_has_written():
    path = "x" * 40 + " bob                  9 answers, written 2026-10-12"
    lines = _listed([f"  eve                  1 answer, written 2026  {path}", "Filed: 1"], width=60).split("\n")
    assert all(len(line) <= 60 for line in lines)
    assert [line for line in lines if not line.startswith(" " * 10)] == [lines[0], "Filed: 1"]
    assert "".join(lines).count("bob") == 1


def test_ids_with_a_hyphen_and_questions_that_wait(course, result):
    """What a person decides is shown without points of the judge."""
    verdict = replace(result.questions["q2"], manual=True, message="Nobody knows.")
    remarks = (Remark("error", "part-1-answer", "of the question"), Remark("other_set", what="x"))
    own = replace(result, questions={"part-1": verdict}, remarks=remarks)
    released = {"cells": [{"cell_type": "code", "source": ["1"], "metadata": {"nbgrader": {"grade_id": id}}}
                          for id in ("part-1-text", "part-1-answer", "part-1")]}
    one = {"title": "T", "text": "Asked", "picture": None}
    cells = autograded(released, {"lang": "en", "questions": {"part-1": one}}, own, {})["cells"]
    shown = [json.dumps(c.get("outputs", c["source"]), ensure_ascii=False) for c in cells]
    assert ["other" in shown[0], "Asked" in shown[1], "owned" in shown[2]] == [True, True, True]
    assert "✎ Nobody knows." in shown[3]
    assert "of the question" in shown[3]
    assert "0 / 3" not in shown[3]
