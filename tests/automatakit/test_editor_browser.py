"""Automata are drawn in headless Chromium: by mouse, by finger, by keys alone."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from automatakit import Automaton, edit, equivalent
from automatakit.widget import AutomatonEditor
from tests.boardkit.test_drag_browser import DESK, PHONE, Hand
from tests.finity_edu.widget import bench
from tests.needs import needs, way_to

pytestmark = [pytest.mark.browser, needs("chromium")]
TWELVE = Automaton.make(
    [f"q{n}" for n in range(12)], "q0", ["q3", "q7"],
    [(f"q{n}", a, f"q{(n + 1) % 12 if a == 'a' else 5 * n % 12}") for n in range(12) for a in "ab"], "ab")
"""Twelve states, 24 arrows, hardly any two of them between the same states."""
THREE = Automaton.make(["q0", "q1", "q2"], "q0", ["q2"],
                       [("q0", "b", "q0"), ("q0", "a", "q1"), ("q1", "a", "q1"), ("q1", "b", "q2"), ("q2", "a", "q1"),
                        ("q2", "b", "q0")], "ab")

SMALL = """[...document.querySelectorAll(
    '.gk-hit:not([data-hit^=e]), .gk-button, .gk-cell, .gk-field input, .gk-field select')]
    .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 90)])
    .filter(([box]) => box.height && (box.height < 44 || box.width < 43.9)).map(([box, html]) => html)"""
"""What is too small for a finger; labels of arrows may lie close together, and stand in the table as well."""


class Drawer(Hand):
    """A mouse, a finger or a keyboard that counts what it does."""

    done = 0

    def tap(self, selector: str) -> None:
        before, self.done = self.widget.tick, self.done + 1
        place = self.page.locator(selector)
        place.tap() if self.touch else place.click()
        self.page.wait_for_function(f"document.querySelector('.gk-root').dataset.tick > {before}", timeout=5000)

    def pull(self, source: str, target: str) -> None:
        self.done += 1
        self.page.locator(source).scroll_into_view_if_needed()
        self.drag(source, target)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.done += 1
            self.page.wait_for_timeout(15)

    def draw(self, wanted: Automaton) -> None:
        """States by a click, arrows by a drag, loops by two clicks, symbol by symbol."""
        for n in range(len(wanted.states)):
            self.tap(f"[data-hit='p{80 + 112 * (n % 4)},{80 + 96 * (n // 4)}']")
        number = {state: n for n, state in enumerate(wanted.states)}
        for at, symbol in enumerate(wanted.alphabet):
            if at:
                for other in wanted.alphabet[at - 1:at + 1]:
                    self.tap(f"[data-do='pen'][data-symbol='{other}']")
            for tail, _, head in sorted(edge for edge in wanted.edges if edge[1] == symbol):
                source, target = (f"[data-hit='s{number[state]}']" for state in (tail, head))
                if tail != head:
                    self.pull(source, target)
                else:
                    self.tap(source)
                    self.tap(source)
        for state in wanted.accepting:
            self.tap(f"[data-hit='s{number[state]}']")
            self.tap("[data-do='accept']")
            self.page.keyboard.press("Escape")
            self.page.wait_for_timeout(30)

    def type(self, wanted: Automaton) -> None:
        """By keys alone, from the first thing that the Tab key reaches: everything is typed into the table."""
        self.page.locator("[data-do='tool']").first.focus()
        self.press("q")
        self.tab_to("cell", "0")
        for n in range(len(wanted.states)):
            # Rows stand in the order in which their names were typed.
            state = self.page.locator("input[data-do='rename'].gk-cell").nth(n).input_value()
            for symbol in wanted.alphabet:
                (head,) = wanted.successors(state, symbol)
                self.press(*head, "Tab")
            if n + 1 < len(wanted.states):
                self.tab_to("cell", str(n + 1))
        self.tab_to("final", None)
        self.press(*" ".join(sorted(wanted.accepting)), "Enter")
        self.page.wait_for_timeout(100)

    def tab_to(self, do: str, state: str | None) -> None:
        for _ in range(60):
            found = self.page.evaluate("(({do: it, state = null}) => [it, state])(document.activeElement.dataset)")
            if found == [do, state]:
                return
            self.press("Tab")
        raise AssertionError(f"the Tab key does not reach {do} {state}")


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Drawer]]:
    """Opens a widget, on a desk or on a phone; an error in the page fails the test."""
    trouble: list[str] = []
    contexts = []

    def show(widget: AutomatonEditor, touch: bool = False) -> Drawer:
        context = browser.new_context(viewport=PHONE if touch else DESK, has_touch=touch, is_mobile=touch)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        bench.show(page, widget, tmp_path)
        return Drawer(page, widget, touch)

    yield show
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.mark.parametrize("way", ["mouse", "finger", "keyboard"])
def test_an_automaton_is_drawn_in_each_of_the_three_ways(way: str, opened: Callable[..., Drawer]) -> None:
    widget = edit(alphabet="ab")
    hand = opened(widget, way == "finger")
    hand.type(THREE) if way == "keyboard" else hand.draw(THREE)
    assert equivalent(widget.value, THREE)
    assert widget.value.edges == THREE.edges


@pytest.mark.parametrize(("way", "most"), [("mouse", 60), ("keyboard", 120)])
def test_twelve_states_and_24_arrows_take_few_actions(way: str, most: int, opened: Callable[..., Drawer]) -> None:
    widget = edit(alphabet="ab", epsilon=False)
    hand = opened(widget)
    hand.type(TWELVE) if way == "keyboard" else hand.draw(TWELVE)
    assert widget.value.edges == TWELVE.edges
    assert widget.value.accepting == TWELVE.accepting
    assert hand.done <= most


def test_every_point_of_the_canvas_takes_a_click_and_the_end_of_a_line(opened: Callable[..., Drawer]) -> None:
    widget = edit(alphabet="ab")
    hand = opened(widget)
    corner = hand.page.locator("[data-anywhere]").bounding_box()

    def at(x: float, y: float) -> tuple[float, float]:
        return corner["x"] + x, corner["y"] + y

    for x, y in ((130, 130), (330, 190)):
        hand.page.mouse.click(*at(x, y))
        bench.settled(hand.page, widget)
    stand = [one for place in widget.editor.draft.places.values() for one in place]
    assert stand == pytest.approx([130, 130, 330, 190], abs=2)
    hand.page.mouse.move(*at(130, 130))
    hand.page.mouse.down()
    hand.page.mouse.move(*at(140, 320), steps=4)
    hand.page.mouse.up()
    hand.page.wait_for_function("document.querySelectorAll('[data-hit^=s]').length === 3")
    assert widget.value.edges == {("q0", "a", "q2")}


def test_keys_walk_over_the_canvas_choose_draw_and_let_go(opened: Callable[..., Drawer]) -> None:
    widget = edit()
    hand = opened(widget)
    hand.page.locator("[data-hit][tabindex='0']").focus()
    hand.press("Enter", "ArrowRight", "Enter", "Enter", "ArrowLeft", "Enter", "Enter", "f")
    assert "State q0, Start, Accepting" in hand.page.locator(".gk-live").inner_text()
    hand.press("Escape")
    assert widget.value.edges == {("q1", "a", "q0")}
    assert widget.value.accepting == {"q0"}
    assert hand.page.evaluate("document.activeElement.dataset.hit") == "s0"
    assert hand.page.evaluate("getComputedStyle(document.activeElement.firstElementChild).strokeWidth") == "4px"


def test_a_line_follows_the_pointer_and_snaps_without_asking_python(opened: Callable[..., Drawer]) -> None:
    widget = edit("ab")
    hand = opened(widget)
    asked = widget.tick
    hand.lift("[data-hit='s0']")
    assert {"s1", "s2"} <= hand.lit()
    hand.over("[data-hit='s2']", aside=5)
    end, place = (hand.page.evaluate(f"{{const e = document.querySelector(\"{s}\"); [e.{x}, e.{y}].map(Number)}}")
                  for s, x, y in ((".gk-line", "attributes.x2.value", "attributes.y2.value"),
                                  ("[data-hit='s2']", "dataset.x", "dataset.y")))
    assert end == place
    assert widget.tick == asked
    hand.page.keyboard.press("Escape")
    hand.release()
    assert hand.page.locator(".gk-line").count() == 0
    assert widget.tick == asked


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_and_on_a_phone_everything_is_large_enough_for_a_finger(
        theme: str, opened: Callable[..., Drawer]) -> None:
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip(way_to("axe-playwright-python"))
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    widget = AutomatonEditor(TWELVE, theme=theme, lang="de")
    widget.act("hit", place="s1")
    page = opened(widget, touch=True).page
    page.evaluate(axe)
    found = page.evaluate("axe.run('#here', {resultTypes: ['violations']})")
    assert [(v["id"], [n["html"][:120] for n in v["nodes"][:3]]) for v in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    small = page.evaluate(SMALL)
    assert small == []
    covered = page.evaluate("""[...document.querySelectorAll('.gk-hit')].filter((hit) => {
        hit.scrollIntoView({block: 'center', inline: 'center'});
        const box = hit.getBoundingClientRect();
        return !hit.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); })
        .map((hit) => hit.getAttribute('aria-label'))""")
    assert covered == [], "the middle of every place is its own"
