"""A real browser opens what a lecturer opens, full of hostile texts: no script runs, and no request leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from coursekit.book.feedback import write_feedback
from coursekit.book.report import write_report
from coursekit.book.scores import book_results
from coursekit.marking import ledger
from coursekit.marking.autograded import autograded
from coursekit.sets.course import Course
from tests.coursekit.hostile.texts import HOST, PAGES, TEXTS
from tests.coursekit.workshop import SOURCE, hand_in, hostile_result
from tests.finity_edu.widget.jupyter import free_port, lab_arguments, running
from tests.needs import needs

pytestmark = [pytest.mark.browser, needs("chromium")]
OPEN = '\n# %% [markdown] question="q4" type="manual" points=5\n# A rubric.\n'
MATHJAX = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/"  # nbconvert's own: formgrader asks for it on any page


@pytest.fixture(scope="module")
def marked(tmp_path_factory) -> Course:
    """A course in which every text of a student is hostile, marked and booked."""
    from tests.coursekit.workshop import make_course

    course = make_course(tmp_path_factory.mktemp("hostile"), ("ada",), SOURCE + OPEN)
    with course.gradebook() as book:
        ada = book.find_student("ada")
        ada.first_name, ada.last_name = PAGES["script"], PAGES["end of everything"]
        book.db.commit()
    result = hostile_result(TEXTS.values())
    open_one = result.questions["q4"]
    open_one = replace(open_one, answer=r"It is $\delta(q, a)$." + "\n\n" + open_one.answer)
    result = replace(result, questions={**result.questions, "q4": open_one})
    hand_in(course, "ada", b"{}")
    ledger.write(course.results("hw") / "ada.jsonl", result)
    book_results(course, "hw", {"ada": result})
    released = json.loads((course.folder("release", "hw") / "hw.ipynb").read_text(encoding="utf-8"))
    folder = course.folder("autograded", "hw", "ada")
    folder.mkdir(parents=True)
    notebook = autograded(released, course.issued("hw", "ada"), result, {"q4": "A rubric."})
    (folder / "hw.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return course


@contextmanager
def watched(browser: Any, allowed: str = "") -> Iterator[Any]:
    """A page in which nothing of a stranger's may happen until the end of the block."""
    context = browser.new_context()
    page, seen = context.new_page(), []
    page.on("request", lambda r: seen.append(r.url) if not r.url.startswith(
        ("http://127.0.0.1", "file://", "data:image/", *([allowed] if allowed else []))) else None)
    page.on("dialog", lambda d: (seen.append(f"dialog {d.message}"), d.dismiss()))
    page.on("popup", lambda p: seen.append(f"popup {p.url}"))
    yield page
    assert page.evaluate("window.owned") is None
    assert [f.url for f in page.frames if HOST in f.url] == []
    assert seen == []
    context.close()


def test_pages_of_feedback_and_report(browser, marked, tmp_path):
    feedback, = write_feedback(marked, "hw", solutions=True)
    report, drawing = write_report(marked, "hw", tmp_path / "page.html")
    for path in (feedback, report, drawing):
        with watched(browser) as page:
            page.goto(path.as_uri())
            page.mouse.move(200, 200)
            for link in page.locator("a").all():
                assert (link.get_attribute("href") or "").startswith("#")
            if path != drawing:
                assert "window.owned" in page.inner_text("body")


def test_formgrader_and_the_notebook_behind_it(browser, marked):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    server = running(lab_arguments(port, marked.root.parent), f"{url}/api/status", marked.root)
    with server, watched(browser, MATHJAX) as page:
        for place in ("manage_assignments", "manage_submissions/hw", "gradebook", "gradebook/hw", "gradebook/hw/hw",
                      "manage_students", "manage_students/ada", "manage_students/ada/hw"):
            page.goto(f"{url}/formgrader/{place}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate("window.owned") is None, place
        with marked.gradebook() as book:
            submission = book.find_submission_notebook("hw", "hw", "ada").id
        page.goto(f"{url}/formgrader/submissions/{submission}/")
        page.wait_for_load_state("networkidle")
        assert "window.owned" in page.inner_text("#notebook")
        for q in ("q1", "q2", "q3", "q4"):
            assert page.locator(f"#{q}").count() == 1, "a score of the page's own"
        for part in page.locator("#notebook a").all():
            part.dispatch_event("click")
        page.mouse.move(300, 300)
        assert page.evaluate("window.owned") is None
        # "Open live notebook"
        page.goto(f"{url}/notebooks/{marked.root.name}/autograded/ada/hw/hw.ipynb")
        page.wait_for_selector(".jp-OutputArea-output svg, .jp-OutputArea-output img")
        page.wait_for_load_state("networkidle")
        assert "window.owned" in page.inner_text(".jp-Notebook")
