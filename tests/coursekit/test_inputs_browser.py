"""Answers by hand in headless Chromium: an input of every kind by clicks alone; and the whole way in JupyterLab.

On the way the page is reloaded, a second tab opened with a kernel of its own, the file handed in and marked.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from automatakit import Automaton
from coursekit.book.collecting import collect
from coursekit.inputs.widget import AnswerWidget, answer_widget
from coursekit.marking.marking import Marking
from coursekit.marking.pool import run_jobs
from coursekit.questions import question
from coursekit.sets.course import Course
from tests.automatakit.test_editor_browser import SMALL, Drawer
from tests.automatakit.test_editor_browser import opened as opened
from tests.boardkit.test_drag_browser import PHONE
from tests.coursekit.test_inputs import asked, click
from tests.finity_edu.widget import jupyter, room
from tests.needs import needed, needs

pytestmark = [pytest.mark.browser, needs("chromium")]
ONE_OF_EACH_KIND = ("count_arrows", "chance", "shortest_word", "winning_towers", "delta_hat", "determinise",
                    "accepting_path", "five_tuple", "board_for_tower", "regex_of_board", "stop_tower", "nerode_classes",
                    "machine_update")


SHOTS = jupyter.ROOT / "build" / "screenshots"


class Clicking:
    """A widget whose actions are clicks on its page."""

    def __init__(self, hand: Drawer, widget: AnswerWidget) -> None:
        self.hand, self.widget = hand, widget

    def __getattr__(self, name: str) -> Any:
        return getattr(self.widget, name)

    def act(self, do: str, **data: str) -> None:
        if do == "drag":
            blocks = self.widget.kind == "partition"
            on, to = "drag" if blocks or ":" in data["source"] else "hit", "drop" if blocks else "hit"
            # Into a lane, a finger would need a second touch, at one end or the other; any lane is right.
            target = data["target"] if ":" in data["source"] else data["target"].partition(".")[0].rpartition("-")[2]
            self.hand.drag(f'[data-{on}="{data["source"]}"]', f'[data-{to}="{target}"]')
            return
        wanted = "".join(f'[data-{"hit" if name == "place" else name}="{value}"]' for name, value in data.items()
                         if name != "value")
        place = self.hand.page.locator(f'[data-do="{do}"]{wanted}').first
        before, chosen = self.widget.tick, data.get("value", "")
        if not place.is_visible():  # what is typed is folded; a table and its drawing are seen one at a time
            folded = place.locator("xpath=ancestor::details[not(@open)]/summary")
            (folded if folded.count() else self.hand.page.locator("[data-key='beside'] > summary")).first.tap()
        if "value" in data and place.input_value() == chosen:
            return
        if place.evaluate("(e) => e.nodeName") == "SELECT":
            place.select_option(chosen)
        elif "value" in data:
            place.fill(data["value"])
            place.press("Enter")
        else:
            place.tap()
            if self.hand.page.locator(".gk-enlarged").count():  # the first tap did that, where pieces lie close
                place.tap()
        self.hand.page.wait_for_function(f"document.querySelector('.gk-root').dataset.tick > {before}", timeout=5000)


@pytest.mark.parametrize("id", ONE_OF_EACH_KIND)
def test_one_answer_of_each_kind_is_clicked_on_a_phone(id: str, opened: Callable[..., Drawer]) -> None:
    made, widget = asked(id)
    page = opened(widget, touch=True)
    click(Clicking(page, widget), made)  # type: ignore[arg-type]
    assert made.judge(widget.value).right, widget.value
    if importlib.util.find_spec("axe_playwright_python") is not None:
        page.page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
        found = page.page.evaluate("axe.run('#here', {resultTypes: ['violations']})")
        assert [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found["violations"]] == []
    assert page.page.evaluate(SMALL) == []
    assert [fault for fault in room.faults(page.page, 0) if " px: " in fault] == []
    assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("way", ["mouse", "finger", "keyboard"])
def test_an_automaton_for_a_description_is_answered_in_each_of_the_three_ways(
        way: str, opened: Callable[..., Drawer]) -> None:
    made = question("dfa_of_description").instance(1, 2)
    widget = answer_widget(made.kind, made.asked_by.full_form(made.data))
    hand, key = opened(widget, way == "finger"), Automaton.from_json(made.key)
    hand.type(key) if way == "keyboard" else hand.draw(key)
    assert widget is not None
    assert made.judge(widget.value).right, widget.value


@pytest.mark.parametrize("size", [(640, 700), (374, 830)])
@pytest.mark.parametrize("id", ["lift", "barcode"])
def test_where_there_is_no_room_beside_a_drawing_its_table_takes_its_place(
        id: str, size: tuple[int, int], opened: Callable[..., Drawer]) -> None:
    made, widget = asked(id)
    widget.act("typed", value=json.dumps(made.key))
    widget.act("hit", place="s0")  # as much as there ever is: what can be done with a state
    page = opened(widget, touch=size[0] < 400).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.reload()
    canvas, cell = page.locator("svg.gk-board"), page.locator(".gk-delta input").first
    fold = page.locator("[data-key='beside'] > summary")
    for drawn in (True, False, True):
        page.wait_for_function("([of, shown]) => document.querySelector(of).checkVisibility() === shown",
                               arg=["svg.gk-board", drawn])
        assert canvas.is_visible() == drawn == (not cell.is_visible())
        assert room.faults(page, 0) == []
        fold.press("Enter")


def test_a_folded_table_leaves_a_drawing_all_of_the_width(opened: Callable[..., Drawer]) -> None:
    made, widget = asked("tower_automaton")
    widget.act("typed", value=json.dumps(made.key))
    page = opened(widget).page
    page.set_viewport_size({"width": 862, "height": 599})
    assert page.locator(".gk-delta").is_visible()
    page.locator("[data-key='beside'] > summary").press("Enter")
    assert page.locator("svg.gk-board").is_visible()
    assert room.faults(page, 0) == []


def test_kinds_are_complete() -> None:
    from tests.coursekit.test_inputs import KIND_BY_CLICK

    assert {question(id).kind for id in ONE_OF_EACH_KIND} == {question(id).kind for id in KIND_BY_CLICK}


# ---------------------------------------------------------------------- in JupyterLab

CELLS = ['from coursekit import open_set\nshow, check, hint, submit = open_set("hw")', 'show("hw.q1")', 'show("hw.q2")',
         'answer = ...\ncheck("hw.q1", answer)']
EDITOR = ["from automatakit import edit", 'e = edit("(a|b)*abb(a|b)")\ne',
          'from coursekit import practise\npractise("words_of_regex", seed=3)']


@pytest.fixture
def lab(browser: Any, course: Course, tmp_path: Path) -> Iterator[tuple[Any, str, Path]]:
    """A JupyterLab over a student's folder."""
    needed("jupyterlab")
    folder, port, server = course.root / "handout" / "hw" / "ada", jupyter.free_port(), tmp_path / "server"
    server.mkdir()
    jupyter.write_notebook(folder / "mine.ipynb", CELLS)
    jupyter.write_notebook(folder / "editor.ipynb", EDITOR)
    with jupyter.running(jupyter.lab_arguments(port, folder), f"http://127.0.0.1:{port}/api", server):
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        context.set_default_timeout(60_000)
        yield context, f"http://127.0.0.1:{port}", folder
        context.close()


def press(page: Any, widget: int, said: str, do: str) -> None:
    """Click the button on which something stands."""
    tap(page, f"[data-do='{do}']:has-text('{said}')", widget)


def tap(page: Any, selector: str, widget: int = 0) -> None:
    """Click in a widget, and wait until the answer has been drawn."""
    root = page.locator(".gk-root").nth(widget)
    before = int(root.get_attribute("data-tick"))
    root.locator(selector).first.click()
    page.wait_for_function("([n, t]) => Number(document.querySelectorAll('.gk-root')[n].dataset.tick) > t",
                           arg=[widget, before])


def shown(page: Any, address: str, name: str = "mine.ipynb", count: int = 2, run: bool = True) -> Any:
    page.goto(f"{address}/lab/tree/{name}{'?reset' if run else ''}")
    if run:
        jupyter.run_all(page)
    page.wait_for_function(f"document.querySelectorAll('.gk-root[data-tick]').length === {count}")
    page.wait_for_function(jupyter.READY)
    return page


def test_clicked_answers_outlive_reload_kernel_and_tab_and_are_marked_from_the_hand_in(
        lab: tuple[Any, str, Path], course: Course) -> None:
    context, address, folder = lab
    page = shown(context.new_page(), address)
    key = {id: question(q["type"]).key(q["data"]) for id, q in course.issued("hw", "ada")["questions"].items()
           if id in ("q1", "q2")}
    below = page.locator(".jp-OutputArea-output:has-text('not answered yet')")
    assert below.count() == 1
    for digit in str(key["q1"]):
        press(page, 0, digit, "key")
    below.wait_for(state="detached")  # what the cell below has said gives way to what is recorded
    assert page.locator(f".jp-OutputArea-output:has-text('Recorded: {key['q1']}')").count() == 2
    assert f"Recorded: {key['q1']}" in page.locator(".gk-message").first.inner_text()
    for word in key["q2"]:
        press(page, 1, word, "pick")
    recorded = {e["question"]: e["answer"] for e in json.loads((folder / "hw.answers.json").read_text())["entries"]}
    assert recorded == key
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "answers-by-hand.png")

    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("window.jupyterapp.shell.currentWidget.context.model.dirty === false")
    shown(page, address, run=False)  # a reload, while the kernel lives
    assert f"Recorded: {key['q1']}" in page.locator(".gk-message").first.inner_text()

    shutil.copy(folder / "mine.ipynb", folder / "other.ipynb")
    other = shown(context.new_page(), address, "other.ipynb")  # a second tab, with a kernel of its own
    assert f"Recorded: {key['q1']}" in other.locator(".gk-message").first.inner_text()
    press(other, 0, "9", "key")
    press(other, 0, "⌫", "back")
    press(page, 0, "1", "key")  # the first tab learns of it, and does not write over it
    assert "answered elsewhere" in page.locator(".gk-message").first.inner_text()

    print(jupyter.python(page, "receipt = submit(recorded=True); print(receipt)"))
    inbox = course.root / "inbox" / "ada"
    inbox.mkdir(parents=True)
    shutil.copy(folder / "hw-handin.ipynb", inbox)
    assert set(collect(course, "hw", inbox.parent).filed) == {"ada"}
    (result,) = run_jobs([Marking(course, "hw").job("ada")])
    assert {id: result.questions[id].points for id in key} == {"q1": 1, "q2": 3}


def test_the_editor_answers_at_once(lab: tuple[Any, str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    context, address, _ = lab
    page = shown(context.new_page(), address, "editor.ipynb")
    page.evaluate(jupyter.STOPWATCH)
    for n in range(60):
        tap(page, ("[data-hit^='p']", "[data-hit='s3']", "[data-do='undo']")[n % 3])
    median, high = jupyter.percentiles(page.evaluate("window.latencies"))
    with capsys.disabled():
        print(f"\neditor in Lab: click to redraw {median:.0f} ms median, {high:.0f} ms 95th percentile")

    tap(page, "[data-do='nothing']", 1)
    tap(page, "[data-do='check']", 1)
    page.locator("[data-do='steps']").press("Enter")
    steps = page.locator(".gk-root").nth(2)
    steps.locator("[data-do='step'][data-by='1']").click()
    wide, column = ("(part) => part.getBoundingClientRect().width", "(root) => root.parentElement.clientWidth")
    assert steps.evaluate(wide) <= steps.evaluate(column)
    assert steps.locator(".gk-sources").evaluate(wide) <= steps.locator(".gk-part-board").evaluate(wide)
    tap(page, "[data-do='another']", 1)
    steps.wait_for(state="detached")
