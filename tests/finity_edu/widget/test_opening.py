"""The first ten seconds of the course: one arrow, and the board is an automaton that reads a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bench
import pytest

from finity_edu.widget import opening
from finity_edu.widget.opening import OpeningWidget
from tests.needs import needs

MOVED = """() => { window.moved = []; const own = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push([this.closest('.arrow') ? `${this.nodeName} drawn` : this.className, how[1].duration]);
    return own.apply(this, how); }; }"""


def tokens(widget: OpeningWidget) -> tuple[str, str]:
    """How tokens walk now, and where they die."""
    found = re.search(r'data-walks="([^"]*)" data-dies="([^"]*)"', widget.part_board)
    return ("", "") if found is None else (found[1].replace("&gt;", ">"), found[2])


def test_one_arrow_is_laid_then_one_token_dies_and_one_arrives_on_both_sides() -> None:
    widget = opening()
    assert not widget.nfa().accepts_input("bw")
    widget.act("drag", source="tool:b", target="A-B.l")
    assert "gk-error" in widget.part_status
    widget.act("drag", source="tool:b", target="A-C.l")
    assert widget.nfa().accepts_input("bw")
    assert 'data-from="A" data-to="C"' in widget.part_side
    assert tokens(widget) == ("", "")
    widget.act("forward")
    assert tokens(widget) == ("A>B A>C", "")
    widget.act("forward")
    assert tokens(widget) == ("C>D", "B")
    assert "gk-good" in widget.part_status
    assert "var(--gk-taken)" in widget.part_board
    assert "var(--gk-taken)" in widget.part_side
    widget.act("forward")
    assert (widget.read, tokens(widget)) == (0, ("", ""))
    widget.act("undo")
    assert 'data-tool="b"' in widget.part_tray


def test_the_opening_can_be_done_without_dragging() -> None:
    widget = opening(lang="de")
    widget.act("hit", place="A-C.m")
    assert "Zieh den schwarzen Pfeil" in widget.announcement
    widget.act("tool", tool="b")
    assert len(re.findall('gk-target"', widget.part_board)) == 3
    widget.act("hit", place="A-C.m")
    widget.act("hit", place="C")
    assert widget.read == 1


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens the widget for readers who like motion, or do not."""
    contexts = []

    def show(widget: OpeningWidget, motion: str) -> Any:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion=motion))
        page = contexts[-1].new_page()
        bench.show(page, widget, tmp_path)
        return page

    yield show
    for context in contexts:
        context.close()


@pytest.mark.browser
@needs("chromium")
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_laid_draws_itself_and_tokens_walk_on_both_sides_in_step(motion: str, opened: Any) -> None:
    widget = opening()
    page = opened(widget, motion)
    page.evaluate(MOVED)

    def moved(happens: Callable[[], None]) -> list[tuple[str, int]]:
        """The classes of what moves in the diagram and of tokens, with the time that it takes."""
        page.evaluate("window.moved.length = 0")
        happens()
        bench.settled(page, widget)
        page.wait_for_timeout(50)
        seen = page.evaluate("window.moved")
        return sorted((name, time) for name, time in seen if "walker" in str(name) or "drawn" in str(name))

    def lay() -> None:
        for selector, press in (("[data-tool=b]", page.mouse.down), ("[data-hit='A-C.m']", page.mouse.up)):
            box = page.locator(selector).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            press()
        page.wait_for_selector("[data-do=forward]")

    def space() -> None:
        read = widget.read
        page.keyboard.press("Space")
        page.wait_for_function(f"!document.querySelector('[data-key=walks-{read}]')")
        page.wait_for_selector(f"[data-key=walks-{read + 1}]", state="attached")

    walker, dying = ("gk-walker", 300), ("gk-walker gk-dies", 300)
    wanted: list[Any] = [[("path drawn", 300), ("polygon drawn", 300)], [walker] * 4, [walker] * 2 + [dying] * 2]
    assert [moved(happens) for happens in (lay, space, space)] == (wanted if motion != "reduce" else [[], [], []])
    assert widget.read == 2
