"""Lectures and sets in JupyterLab as ``finity-edu lab`` opens it: every widget is whole in the room of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import room

from tests.needs import needed, needs

pytestmark = [pytest.mark.browser, needs("chromium")]
OPENING = "notebooks/01-a-board-is-an-nfa"
SAMPLE = (OPENING, "notebooks/02-determinise-and-minimise", "notebooks/08-intelligenz-gegen-automat",
          "notebooks/09-amakta-a-game-is-a-transition-system", "notebooks/10-guess-my-board", "sets/ps1/ps1",
          "sets/ps9/ps9")
"""A board, steps, a machine, stones, a table, answers, moves; `python -m benchmarks.measures room` goes through all."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the start page, as it is printed."""
    needed("jupyterlab")
    folder = tmp_path_factory.mktemp("lab")
    with room.lab(folder) as address:
        yield address


@pytest.fixture
def opened(browser: Any, lab: str) -> Iterator[Callable[..., Any]]:
    """Opens a lecture or a set where the start page is, and runs it."""
    contexts = []

    def show(place: str, **touch: bool) -> Any:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}, **touch))
        contexts[-1].set_default_timeout(60_000)
        return room.notebook(contexts[-1].new_page(), lab, place)

    yield show
    for context in contexts:
        context.close()


@pytest.mark.parametrize("place", SAMPLE)
def test_every_widget_is_whole_and_legible_in_each_room_and_nothing_jumps(
    place: str, opened: Callable[..., Any]
) -> None:
    page = opened(place)
    wrong = {}
    for views, (where, size) in zip((9, 1, 1, 1), room.ROOMS.items(), strict=True):  # all of the lens in the smallest
        room.enter(page, size)
        for number in room.widgets(page):
            wrong |= {(where, number, look): one for look, one in room.found(page, number, views)}
    assert wrong == {}


@pytest.mark.parametrize("place", [SAMPLE[1], *SAMPLE[4:], "sets/ps7/ps7"])
def test_steps_tables_and_answers_are_whole_and_legible_on_a_phone_with_a_finger(
    place: str, opened: Callable[..., Any]
) -> None:
    page = opened(place, has_touch=True)
    room.enter(page, room.PHONE)
    assert [one for number in room.widgets(page) for one in room.found(page, number, 1)] == []


def test_in_a_hall_board_and_automaton_fill_the_screen_side_by_side_and_the_next_press_leaves_the_board_alone(
    opened: Callable[..., Any]
) -> None:
    page = opened(OPENING)
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
        root.locator(needed_there).wait_for(state="visible")
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
