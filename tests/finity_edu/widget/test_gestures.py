"""A move is one gesture: the shipped game, played by mouse and by finger in headless Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Protocol

import bench
import pytest

from finity_edu.draw.geometry import REACH
from finity_edu.examples import example_game
from finity_edu.rules.pieces import Arrow, Move, PlaceArrow, PlaceRing, ReverseArrow
from finity_edu.widget import BoardWidget
from finity_edu.widget.meanings import place_of, tool_of
from finity_edu.widget.scene import drawing
from tests.needs import needs

pytestmark = [pytest.mark.browser, needs("chromium")]
DESK, PHONE = (1280, 800), (390, 844)
ON_SCREEN = """([x, y]) => { const at = document.querySelector('svg.gk-board').getScreenCTM();
  return [at.a * x + at.e, at.d * y + at.f]; }"""
LIFT = 44
"""So many pixels above the finger a piece is carried: the hand does not cover it."""


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a widget on a page of some size; a page error fails the test."""
    trouble: list[str] = []
    contexts = []

    def show(widget: BoardWidget, size: tuple[int, int] = DESK, **context: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, **context))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        bench.show(page, widget, tmp_path)
        return page

    yield show
    for context in contexts:
        context.close()
    assert trouble == []


class Pointer(Protocol):
    """What makes gestures; it counts them."""

    gestures: int

    def click(self, at: tuple[float, float]) -> None: ...

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None: ...


class Mouse:
    """A mouse."""

    def __init__(self, page: Any) -> None:
        self.mouse, self.gestures = page.mouse, 0

    def click(self, at: tuple[float, float]) -> None:
        self.gestures += 1
        self.mouse.click(*at)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.gestures += 1
        self.mouse.move(*start)
        self.mouse.down()
        self.mouse.move(*end, steps=4)
        self.mouse.up()


class Finger:
    """A finger on a touch screen, below what it carries."""

    def __init__(self, page: Any) -> None:
        self.screen, self.gestures = page.touchscreen, 0
        self.wire = page.context.new_cdp_session(page)

    def click(self, at: tuple[float, float]) -> None:
        self.gestures += 1
        self.screen.tap(*at)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.gestures += 1
        goal = end[0], end[1] + LIFT
        self._touch("touchStart", start)
        for part in (0.1, 0.5, 1):
            self._touch("touchMove", tuple(a + part * (b - a) for a, b in zip(start, goal, strict=True)))
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: tuple[float, ...]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def near_tail(widget: BoardWidget, arrow: Arrow) -> tuple[float, float]:
    """A point of the picture: the half of the arrow's slot that is nearer to its tail."""
    geometry = drawing(widget.value.board, False).geometry
    return geometry.slot(arrow.slot).at(-REACH * geometry.size / 2)


def make(page: Any, widget: BoardWidget, pointer: Pointer, move: Move) -> None:
    """Make one move, as somebody does who has never read the notation."""
    def on_board(point: tuple[float, float]) -> tuple[float, float]:
        x, y = page.evaluate(ON_SCREEN, list(point))
        return x, y

    def middle(selector: str) -> tuple[float, float]:
        box = page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    made = len(widget.game.moves) + 1
    match move:
        case PlaceArrow(arrow):
            pointer.drag(middle(f"[data-tool={arrow.colour}]"), on_board(near_tail(widget, arrow)))
        case PlaceRing(station, size):
            centre = drawing(widget.value.board, False).geometry.centre(station)
            pointer.drag(middle(f"[data-tool={size}]"), on_board(centre))
        case ReverseArrow(arrow):
            pointer.click(on_board(near_tail(widget, arrow)))
            page.wait_for_selector("[role=menuitem], .gk-enlarged")
            if page.locator(".gk-enlarged").count():
                pointer.click(on_board(near_tail(widget, arrow)))
            pointer.click(middle(f"[role=menuitem][data-move='{move}']"))
    page.wait_for_function(f"document.querySelector('.gk-record').textContent.includes('{made}.')", timeout=3000)
    assert str(widget.game.moves[-1]) == str(move)


@pytest.mark.parametrize("device", [Mouse, Finger])
def test_the_shipped_game_takes_hardly_more_gestures_than_moves(device: type[Any], opened: Any) -> None:
    game = example_game().game
    widget = BoardWidget(game.start)
    touch = {"has_touch": True, "is_mobile": True} if device is Finger else {}
    page = opened(widget, PHONE if device is Finger else DESK, **touch)
    pointer = device(page)
    for move in game.moves:
        make(page, widget, pointer, move)
    assert widget.value.result is not None
    assert len(game.moves) == 27
    assert pointer.gestures <= 29


KEYS = {"b": "b", "w": "w", "s": "1", "m": "2", "l": "3"}


def test_the_shipped_game_is_played_by_keys_alone(opened: Any) -> None:
    """A key takes the piece, Enter puts it on the place that has the focus, the arrow keys choose in a menu."""
    game = example_game().game
    widget = BoardWidget(game.start)
    page = opened(widget, reduced_motion="reduce")
    board = widget.value.board
    for n, move in enumerate(game.moves, start=1):
        place = place_of(move, board)
        page.locator(f"[data-hit='{place}']").focus()
        if tool_of(move) in KEYS:
            page.keyboard.press(KEYS[tool_of(move)])
            page.wait_for_selector(f"[data-tool={tool_of(move)}][aria-pressed=true]")
        page.keyboard.press("Enter")
        made = f"document.querySelector('.gk-record b:last-of-type')?.textContent === '{n}.'"
        page.wait_for_function(f"document.querySelector('[role=menu]') || {made}")
        if page.locator("[role=menu]").count():
            for _ in range(9):
                if page.evaluate("document.activeElement.dataset.move") == str(move):
                    break
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        page.wait_for_function(made)
        assert str(widget.game.moves[-1]) == str(move)
        assert page.evaluate("document.activeElement.dataset.hit") == place, "the focus stays where the piece was laid"
    assert widget.value.result is not None


GHOST = """() => { const ghost = document.querySelector('.gk-ghost'), svg = ghost.querySelector('svg');
  const { x, y, width, height } = ghost.getBoundingClientRect();
  return [x + width / 2, y + height / 2, svg.width.baseVal.value / svg.viewBox.baseVal.width,
    parseFloat(ghost.style.rotate)]; }"""


def test_the_ghost_is_the_piece_as_it_will_lie(opened: Any) -> None:
    """Turned, snapped, and as large as the piece: for each slot of a corner, and from both of its ends."""
    for move in ("+bN>C.m", "+bC>N.m", "+wNE>C.l", "+bC>NE.r", "+wNW>W.m", "+wW>NW.m"):
        widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S")
        page = opened(widget)
        arrow = next(m for m in widget.value.legal_moves() if str(m) == move).arrow
        slot = widget.value.board.slots[widget.value.board.slot_index[arrow.slot]]
        box = page.locator(f"[data-tool={arrow.colour}]").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*page.evaluate(ON_SCREEN, list(near_tail(widget, arrow))), steps=4)
        x, y, scale, turn = page.evaluate(GHOST)
        pose = drawing(widget.value.board, False).geometry.slot(arrow.slot)
        assert (x, y) == pytest.approx(page.evaluate(ON_SCREEN, [pose.x, pose.y]), abs=1.5)
        size = page.evaluate("document.querySelector('svg.gk-board').getScreenCTM().a")
        assert scale == pytest.approx(size, rel=0.01)
        assert cos(radians(turn)) == pytest.approx(pose.ux, abs=0.01)
        assert sin(radians(turn)) == pytest.approx(pose.uy, abs=0.01)
        page.mouse.up()
        page.wait_for_selector(f"[data-key='piece-{slot}']")
        assert widget.moves == move
        page.close()
