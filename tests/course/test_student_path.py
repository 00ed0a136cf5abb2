"""A student's way, in a real browser: start page, problem set, checking, handing in; then marks and feedback.

The lecturer's steps in between are the public functions behind ``release``, ``collect``, ``mark`` and ``feedback``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coursekit.book.collecting import collect
from coursekit.book.feedback import write_feedback
from coursekit.marking.marking import Marking
from coursekit.marking.pool import run_jobs
from coursekit.sets.build import solved
from coursekit.sets.course import Course, find_course
from coursekit.sets.release import release
from tests.finity_edu.widget.jupyter import READY, free_port, lab_arguments, running
from tests.needs import needs

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
FLAGS = [
    "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]  # fmt: skip
RUN_ALL = """() => { window.ran = undefined;
  window.jupyterapp.commands.execute("notebook:run-all-cells").then((ok) => { window.ran = ok; }); }"""
pytestmark = [pytest.mark.browser, needs("chromium", "sandbox")]


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course of one student with the shipped problem set 0."""
    root = tmp_path / "course"
    shutil.copytree(ROOT / "course" / "source" / "ps0", root / "source" / "ps0")
    shutil.copy(ROOT / "course" / "nbgrader_config.py", root)
    made = find_course(root)
    release(made, "ps0", students=["ada"])
    return made


@pytest.fixture
def desk(course: Course, tmp_path: Path) -> Path:
    """The student's folder: the start page, and what was handed out to her."""
    folder = tmp_path / "desk"
    folder.mkdir()
    for name in ("00-start-here.ipynb", "predictions.toml"):
        shutil.copy(ROOT / "notebooks" / name, folder)
    for handed_out in sorted((course.root / "handout").rglob("*")):
        if handed_out.is_file() and ("ada" in handed_out.parts or "ada" in handed_out.name):
            shutil.copy(handed_out, folder)
    for released in course.folder("release", "ps0").iterdir():
        if not (folder / released.name).exists():
            shutil.copy(released, folder)
    return folder


@pytest.fixture
def page(desk: Path, browser: Any, tmp_path: Path) -> Iterator[tuple[Any, str]]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    server = tmp_path / "server"
    server.mkdir()
    with running(lab_arguments(port, desk), address + "/lab", server):
        page = browser.new_page(viewport={"width": 1300, "height": 1000})
        yield page, address
        page.close()


def open_notebook(page: Any, address: str, name: str) -> None:
    page.goto(f"{address}/lab/tree/{name}?reset")
    page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
    page.wait_for_function(READY, timeout=90_000)


def run_all(page: Any) -> bool:
    page.evaluate(RUN_ALL)
    page.wait_for_function("window.ran !== undefined", timeout=120_000)
    return bool(page.evaluate("window.ran"))


def type_into(page: Any, cell_beginning: str, text: str) -> None:
    """Click into the cell that begins so, and type over what stands there, as a person would."""
    cell = page.locator(".jp-CodeCell", has=page.get_by_text(cell_beginning)).locator(".cm-content").first
    cell.scroll_into_view_if_needed()
    cell.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def answers(course: Course) -> dict[str, str]:
    """The text of each answer cell in the solved copy."""
    notebook = solved(course.problem_set("ps0"), course.issued("ps0", "ada"))
    cells = {c["metadata"].get("nbgrader", {}).get("grade_id", ""): "".join(c["source"]) for c in notebook["cells"]}
    return {id.removesuffix("-answer"): text for id, text in cells.items() if id.endswith("-answer")}


def test_from_the_start_page_to_a_marked_problem_set(course: Course, desk: Path, page: tuple[Any, str]) -> None:
    browser, address = page
    open_notebook(browser, address, "00-start-here.ipynb")
    assert run_all(browser), "a cell of the start page raised"
    assert browser.locator(".gk-root").count() >= 1

    open_notebook(browser, address, "ps0.ipynb")
    right = answers(course)
    texts = right | {"q1": "# Your answer to ps0.q1\nanswer = 99\ncheck(\"ps0.q1\", answer)"}
    for id, text in texts.items():
        type_into(browser, f"# Your answer to ps0.{id}", text)
    SHOTS.mkdir(parents=True, exist_ok=True)
    assert run_all(browser), "a cell of the problem set raised"
    browser.screenshot(path=SHOTS / "student-handed-in.png")
    browser.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    handed_in = [file for file in desk.iterdir() if "handin" in file.name]
    assert len(handed_in) == 1, sorted(file.name for file in desk.iterdir())

    inbox = desk.parent / "inbox" / "ada"
    inbox.mkdir(parents=True)
    shutil.copy(handed_in[0], inbox)
    assert set(collect(course, "ps0", inbox.parent).filed) == {"ada"}
    shop = Marking(course, "ps0")
    (result,) = run_jobs([shop.job("ada")])
    shop.note(result)
    by_hand = sum(q.points for q in course.problem_set("ps0").questions.values() if q.manual)
    assert result.points == result.maximum - by_hand - 1, result
    assert result.questions["q1"].points == 0
    assert result.questions["q1"].message
    assert result.remarks == ()

    (feedback,) = [path for path in write_feedback(course, "ps0") if path.suffix == ".html"]
    browser.goto(feedback.as_uri())
    browser.screenshot(path=SHOTS / "student-feedback.png", full_page=True)
    read = browser.inner_text("body")
    assert str(result.questions["q1"].message).split(".")[0] in read
    assert f"{result.points:g}" in read
