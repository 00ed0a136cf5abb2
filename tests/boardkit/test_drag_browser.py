"""Dragging in headless Chromium, in all three games, by mouse and by finger: its lights, its ghost, its ways out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from amakta.widget import AmaktaWidget
from boardkit.widget import GameWidget
from finity_edu import Position
from finity_edu.widget import BoardWidget
from matchbox.widget import MatchboxWidget
from tests.finity_edu.widget import bench
from tests.needs import needs

pytestmark = [pytest.mark.browser, needs("chromium")]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1300, "height": 950}


class Hand:
    """A mouse or a finger on a page."""

    def __init__(self, page: Any, widget: GameWidget, touch: bool) -> None:
        self.page, self.widget, self.touch = page, widget, touch
        self.wire = page.context.new_cdp_session(page) if touch else None

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _event(self, kind: str, x: float, y: float) -> None:
        if self.wire is None:
            {"touchStart": self.page.mouse.down, "touchEnd": self.page.mouse.up}.get(kind, lambda: None)()
            return
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def lift(self, source: str) -> None:
        """Press and move a little, so that a drag begins."""
        x, y = self.at = self.middle(source)
        if not self.touch:
            self.page.mouse.move(x, y)
        self._event("touchStart", x, y)
        self.move(x + 6, y + 9)
        self.move(x + 9, y + 14)

    def move(self, x: float, y: float) -> None:
        if not self.touch:
            self.page.mouse.move(x, y)
        self._event("touchMove", x, y)
        self.at = x, y

    def over(self, target: str, aside: float = 0) -> None:
        x, y = self.middle(target)
        if self.touch and self.page.locator(".gk-lying").count():
            y += 44  # a piece is carried above the finger
        (x0, y0) = self.at
        for part in (0.4, 0.8, 1):
            self.move(x0 + part * (x + aside - x0), y0 + part * (y - y0))

    def release(self) -> None:
        self._event("touchEnd", *self.at)

    def drag(self, source: str, target: str) -> None:
        before = self.widget.tick
        self.lift(source)
        self.over(target)
        self.release()
        self.page.wait_for_function(f"document.querySelector('.gk-root').dataset.tick > {before}", timeout=15000)
        if self.page.locator(".gk-enlarged").count():  # too small for a finger: a second touch says where exactly
            self.page.touchscreen.tap(*self.middle(f"{target} > :not(.gk-lamp)"))
            self.page.wait_for_function("!document.querySelector('.gk-enlarged')")

    def lit(self) -> set[str]:
        return set(self.page.evaluate("[...document.querySelectorAll('.gk-legal')].map((hit) => hit.dataset.hit)"))


@pytest.fixture(params=["mouse", "finger"])
def hand(request: Any, browser: Any, tmp_path: Path) -> Iterator[Callable[[GameWidget], Hand]]:
    """Opens a widget, on a desk with a mouse and on a phone with a finger; a page error fails the test."""
    touch = request.param == "finger"
    context = browser.new_context(viewport=PHONE if touch else DESK, has_touch=touch, is_mobile=touch)
    trouble: list[str] = []

    def opened(widget: GameWidget) -> Hand:
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        bench.show(page, widget, tmp_path)
        return Hand(page, widget, touch)

    yield opened
    context.close()
    assert trouble == []


def test_finity_pieces_come_from_the_tray_and_arrows_from_station_to_station(hand: Callable[..., Hand]) -> None:
    widget = BoardWidget(Position.start(word="bbwwbwbw"), formal=False)
    hand = hand(widget)
    hand.drag("[data-tool='b']", "[data-hit='C-NE.m']")
    assert len(widget.game.moves) == 1, "the pointer says which way it points"
    hand.drag("[data-tool='w']", "[data-hit='C-S.m']")
    assert len(widget.game.moves) == 2
    hand.drag("[data-hit='N']", "[data-hit='NE']")
    assert hand.page.locator("[role='menuitem']").count() == 3, "two colours, and the way out"


def test_amakta_stones_come_from_the_inventory_and_move_on_the_board(hand: Callable[..., Hand]) -> None:
    widget = AmaktaWidget(graph=False)
    hand = hand(widget)
    hand.drag("[data-do='hand'][data-code='111111']", "[data-hit='-1,0']")
    assert widget.moves == "place -1,0 111111"
    hand.page.locator("[data-do='pass']").click()
    hand.page.wait_for_function(f"document.querySelector('.gk-root').dataset.tick == {widget.tick}")
    hand.drag("[data-hit='-1,0']", "[data-hit='0,-1']")
    assert widget.moves.endswith("relocate -1,0 0,-1 111111")


def test_the_token_of_the_machine_moves_by_hand(hand: Callable[..., Hand]) -> None:
    widget = MatchboxWidget("first=human", speed=-1, seed=3)
    widget.act("new")
    hand = hand(widget)
    hand.drag("[data-hit='9']", "[data-hit='7']")
    assert widget.table.token == 7


def test_legal_places_are_lit_and_the_ghost_snaps_without_asking_python(hand: Callable[..., Hand]) -> None:
    widget = BoardWidget(Position.start(word="bbwwbwbw"), formal=False)
    hand = hand(widget)
    asked = widget.tick
    hand.lift("[data-tool='b']")
    legal = {str(m.arrow.slot) for m in widget.value.legal_moves() if str(m).startswith("+b")}
    slots = widget.value.board
    assert hand.lit() == {str(slots.slots[slots.slot_index[m.arrow.slot]]) for m in widget.value.legal_moves()
                          if str(m).startswith("+b")} != set()
    assert len(legal) >= len(hand.lit())
    hand.over("[data-hit='C-NE.m']", aside=3)
    ghost, place = (hand.page.locator(s).bounding_box() for s in (".gk-ghost", "[data-hit='C-NE.m']"))
    assert abs(ghost["x"] + ghost["width"] / 2 - place["x"] - place["width"] / 2) < 1.5
    assert hand.page.locator(".gk-over").count() == 1
    assert widget.tick == asked


@pytest.mark.parametrize("way", ["Escape", "outside", "elsewhere"])
def test_escape_or_letting_go_elsewhere_puts_the_piece_back(way: str, hand: Callable[..., Hand]) -> None:
    widget = AmaktaWidget(graph=False)
    hand = hand(widget)
    before = widget.tick
    hand.lift("[data-do='hand'][data-code='111111']")
    if way == "Escape":
        hand.page.locator("[data-do='pass']").focus()
        hand.page.keyboard.press("Escape")
    elif way == "outside":
        hand.move(2, 2)
    else:
        hand.over(".gk-message")
    if way != "Escape":
        assert hand.page.locator(".gk-ghost").count() == 1
    hand.release()
    hand.page.wait_for_timeout(60)
    assert widget.tick == before
    assert widget.moves == ""
    assert hand.page.locator(".gk-ghost").count() == 0
    assert hand.lit() == set()
    assert hand.page.locator(".gk-dragging").count() == 0


def test_a_second_finger_ends_the_drag_and_the_next_one_begins_anew(hand: Callable[..., Hand]) -> None:
    widget = AmaktaWidget(graph=False)
    hand = hand(widget)
    hand.lift("[data-do='hand'][data-code='111111']")
    hand.page.evaluate("""document.querySelector('.gk-root').dispatchEvent(
        new PointerEvent('pointerdown', {bubbles: true, pointerId: 99, isPrimary: false}))""")
    assert hand.page.locator(".gk-ghost").count() == 0
    hand.release()
    hand.page.wait_for_timeout(60)
    hand.drag("[data-do='hand'][data-code='111111']", "[data-hit='-1,0']")
    assert widget.moves == "place -1,0 111111"


def test_nothing_is_selected_while_a_piece_is_dragged(hand: Callable[..., Hand]) -> None:
    hand = hand(BoardWidget(formal=False))
    hand.drag("[data-tool='m']", "[data-hit='NE']")
    assert hand.page.evaluate("String(getSelection())") == ""
