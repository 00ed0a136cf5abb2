"""The lectures in JupyterLab as ``finity-edu lab`` opens it: every widget is whole in the room of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import room

from tests.needs import needed, needs

pytestmark = [pytest.mark.browser, needs("chromium")]
LECTURES = ("01-a-board-is-an-nfa", "02-determinise-and-minimise", "08-intelligenz-gegen-automat",
            "09-amakta-a-game-is-a-transition-system", "10-guess-my-board")
"""A board, steps, a machine, stones, a table; `python -m benchmarks.measures room` goes through all lectures."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the start page, as it is printed."""
    needed("jupyterlab")
    folder = tmp_path_factory.mktemp("lab")
    with room.lab(folder) as address:
        yield address


@pytest.fixture
def opened(browser: Any, lab: str) -> Iterator[Callable[[str], Any]]:
    """Opens a lecture where the start page is, and runs it."""
    contexts = []

    def show(name: str) -> Any:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}))
        contexts[-1].set_default_timeout(60_000)
        return room.lecture(contexts[-1].new_page(), lab, name)

    yield show
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", LECTURES)
def test_every_widget_of_a_lecture_is_whole_and_legible_in_each_room_and_nothing_jumps(
    name: str, opened: Callable[[str], Any]
) -> None:
    page = opened(name)
    wrong = {}
    for most, (where, size) in zip((9, 1, 1), room.ROOMS.items(), strict=True):  # all of the lens in the smallest room
        room.enter(page, size)
        for number in room.frames(page):
            seen = set()
            for look in room.looks(page, number, most):
                if found := room.faults(page, number):
                    wrong[where, number, look] = found
                mode = look.split()[0]
                if mode not in seen and (moved := room.jumps(page, number)):
                    wrong[where, number, look, "jumps"] = moved
                seen.add(mode)
    assert wrong == {}


def test_in_a_hall_board_and_automaton_fill_the_screen_side_by_side_and_the_next_press_leaves_the_board_alone(
    opened: Callable[[str], Any]
) -> None:
    page = opened(LECTURES[0])
    number = room.frames(page)[-1]  # the board that reads a word
    root = page.locator(".gk-root").nth(number)
    room.hall(page, number)
    assert page.evaluate("document.fullscreenElement !== null")
    assert page.viewport_size == {"width": 1280, "height": 720}
    for look in ("tree", "picture"):
        room.press(page, number, f".gk-tabs [data-view={look}]")
        room.press(page, number, "[data-do=step][data-by='1']")
        assert room.faults(page, number, room.HALL_LETTERS) == []
    for needed_there in ("[data-do=step][data-by='-1']", "[data-do=step][data-by='1']", "[data-do=run]",
                         "svg.gk-board", ".gk-view", ".gk-message"):
        assert root.locator(needed_there).is_visible(), needed_there
    assert page.evaluate(room.COVERED, number) == []
    room.hall(page, number)
    assert not root.locator(".gk-view").is_visible()
    assert root.locator("[data-do=run]").is_visible()
    assert room.faults(page, number, room.HALL_LETTERS) == []
    room.hall(page, number)
    assert "gk-large" not in root.get_attribute("class")
    page.wait_for_function("document.fullscreenElement === null")


def test_the_lab_shows_one_document_without_questions_and_rails(browser: Any, lab: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(lab)
    page.wait_for_selector(".jp-Notebook .jp-MarkdownOutput")
    page.wait_for_timeout(1500)  # what asks comes late
    assert "/doc/tree/" in page.url
    assert page.locator(".jp-FileBrowser:visible, .Toastify__toast:visible").count() == 0
    assert page.locator(".jp-SideBar [title*='Assignment']").count() == 0
    size = "() => getComputedStyle(document.querySelector('.jp-MarkdownOutput')).fontSize"
    before = page.evaluate(size)
    page.keyboard.press("Alt+p")  # as the start page says
    page.wait_for_function("document.querySelector('.jp-mod-presentationMode')")
    assert float(page.evaluate(size)[:-2]) > float(before[:-2])
    context.close()
