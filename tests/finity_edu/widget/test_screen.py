"""The game screen in headless Chromium: nothing jumps, fingers and last rows are thought of, nothing is ever dead."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import bench
import pytest

from amakta.widget import AmaktaWidget
from automatakit import Automaton
from automatakit.widget import StepWidget
from boardkit.widget import GameWidget
from finity_edu import Position
from finity_edu.examples import example_game
from finity_edu.widget import BoardWidget, opening
from matchbox.widget import MatchboxWidget
from tests.finity_edu.widget.games import WORKED
from tests.needs import needs

pytestmark = [pytest.mark.browser, needs("chromium")]
SIZES = {"desk": (1280, 800), "notebook": (900, 700), "phone": (390, 844)}
NFA = Automaton.of({"A": {"b": {"A", "B"}, "w": {"A"}}, "B": {"b": {"C"}, "w": {"C"}}}, start="A", accepting={"C"})
MOVES = "+bN>C.m +bS>SE.m +wN>NE.l +bSE>C.r ~wN>NE.l +wS>SW.m +bN>NE.r +oSE.m".split()  # noqa: SIM905
BOXES = """() => ['bar', 'players', 'board', 'status', 'tray', 'record', 'side'].map((name) => {
  const { x, y, width, height } = document.querySelector(`.gk-part-${name}`).getBoundingClientRect();
  return [x, y, width, height]; }).concat([['x', 'y', 'width', 'height'].map((side) =>
    document.querySelector('svg.gk-board').getBoundingClientRect()[side])])"""
SMALL_LETTERS = """() => [...document.querySelectorAll('.gk-root *')].filter((node) => node.checkVisibility()
    && !node.closest('.gk-hidden, .gk-live')
    && [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
  .map((node) => [node.textContent, parseFloat(getComputedStyle(node).fontSize) * (node.getScreenCTM?.()?.a ?? 1)])
  .filter(([, size]) => size < 15)"""
SMALL_TARGETS = """() => [...document.querySelectorAll('.gk-root :is(button, summary, select, [data-hit])')]
  .filter((node) => { const { width, height } = node.getBoundingClientRect();
    return node.checkVisibility() && !(node.dataset.hit ?? '').includes('-') && (width < 44 || height < 44); })
  .map((node) => node.outerHTML.slice(0, 120))"""
CUT_OFF = """() => ['bar', 'status', 'tray', 'record'].flatMap((name) => {
  const part = document.querySelector(`.gk-part-${name}`), frame = part.getBoundingClientRect();
  return [...part.querySelectorAll('button, select, input, summary')].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && !one.closest('.gk-sheet') && (box.left < frame.left - 1
      || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  }).map((one) => one.outerHTML.slice(0, 120)); })"""
SEEN = """(seconds) => { document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 1000 * seconds; });
  return [...document.querySelectorAll('.frame')].flatMap((frame, n) =>
    getComputedStyle(frame).visibility === 'visible' ? [n] : []); }"""

NARROWEST = """(hit) => { const [a, b, c] = hit.points, scale = hit.getScreenCTM().a;
  return scale * Math.min(Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(b.x - c.x, b.y - c.y)); }"""


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a widget on a page of some size; a page error fails the test."""
    trouble: list[str] = []
    contexts = []

    def show(widget: GameWidget, size: tuple[int, int] = (1280, 800), **context: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, **context))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        bench.show(page, widget, tmp_path)
        return page

    yield show
    for context in contexts:
        context.close()
    assert trouble == []


def act(page: Any, widget: BoardWidget, do: str, **data: str) -> None:
    """What a reader does, sent by the page."""
    page.evaluate("(message) => window.python(message).then(window.update)", {"do": do, **data})
    bench.settled(page, widget)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_between_two_moves(size: str, opened: Any) -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S")
    page = opened(widget, SIZES[size])
    first = page.evaluate(BOXES)
    asked = [("tool", {"tool": "b"}), ("hit", {"place": "C"}), ("escape", {}), ("hit", {"place": "C-NE.m"})]
    asked += [("choose", {"move": move}) for move in MOVES]
    for do, data in [*asked, ("undo", {}), ("look", {"view": "delta"}), ("choose", {"move": "+bN>C.m"})]:
        act(page, widget, do, **data)
        for before, after in zip(first, page.evaluate(BOXES), strict=True):
            assert after == pytest.approx(before, abs=1), (do, data)
    assert len(widget.game.moves) > 5


@pytest.mark.parametrize("mode", ["play", "edit", "run", "replay"])
@pytest.mark.parametrize("width", [1300, 390])  # between them `test_room` measures
def test_nothing_that_can_be_pressed_is_cut_off(width: int, mode: str, opened: Any) -> None:
    widget = BoardWidget(example_game().game, mode=mode, lang="de")
    assert opened(widget, (width, 800)).evaluate(CUT_OFF) == []


def test_nine_stations_are_legible_from_the_last_row_on_the_board_and_in_the_automaton(opened: Any) -> None:
    widget = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S", large=True, mode="edit")
    widget.act("look", view="picture")
    page = opened(widget, (1280, 720))
    assert page.locator("svg.gk-board").bounding_box()["width"] > 0.4 * 1280
    small = [text for text, _ in page.evaluate(SMALL_LETTERS)]
    assert set(small) <= {"c", "y"}  # of the posts, whose shape says it


ON_A_PHONE: dict[str, Callable[[], GameWidget]] = {
    **{mode: partial(BoardWidget, example_game().game, mode=mode) for mode in ("play", "edit", "run", "replay")},
    "game": BoardWidget,
    "run with rings": partial(BoardWidget, WORKED, mode="run", rings=True, lang="de"),
    "opening": opening,
    "machine": partial(MatchboxWidget, lang="de"),
    **{mode: partial(AmaktaWidget, mode=mode) for mode in ("setup", "infinit", "play", "replay")},
    "subset": partial(StepWidget.subset, NFA),
    "minimise": partial(StepWidget.minimise, NFA),
    "eliminate": partial(StepWidget.eliminate, NFA),
    "product": partial(StepWidget.product, NFA, NFA),
}


def test_on_a_phone_every_widget_is_whole_and_its_parts_are_as_wide_as_the_screen(opened: Any) -> None:
    wrong = {}
    for kind, make in ON_A_PHONE.items():
        page = opened(make(), SIZES["phone"], has_touch=True, is_mobile=True)
        whole = page.locator(".gk-root").bounding_box()
        if whole["height"] > SIZES["phone"][1]:
            wrong[kind, "height"] = whole["height"]
        for part in page.locator(".gk-part:visible").all():
            if part.bounding_box()["width"] < whole["width"] - 3:
                wrong[kind, part.get_attribute("class")] = part.bounding_box()["width"]
        if cut := page.evaluate(CUT_OFF):
            wrong[kind, "cut"] = cut
        page.context.close()
    assert wrong == {}


def test_a_finger_finds_every_place_some_in_two_steps(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget, SIZES["phone"], has_touch=True, is_mobile=True)
    assert page.evaluate(SMALL_TARGETS) == []
    board, lens = page.locator("svg.gk-board"), page.locator(".gk-view")
    assert (board.is_visible(), lens.is_visible()) == (True, False)
    page.locator("[data-view=delta]").tap()
    page.wait_for_selector("[data-key=cell-N-b]")
    assert (board.is_visible(), lens.is_visible()) == (False, True)
    page.locator(".gk-back").tap()
    page.locator("[data-tool=b]").tap()
    page.wait_for_selector("[data-tool=b][aria-pressed=true]")
    box = page.locator("[data-hit='NW-W.m'] > polygon").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".gk-enlarged")
    assert widget.moves == ""
    near = page.locator("[data-hit='NW-W.r'] > polygon")
    assert page.evaluate(NARROWEST, near.element_handle()) >= 44
    box = near.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("document.querySelector('.gk-record').textContent")
    assert page.locator(".gk-enlarged").count() == 0
    assert widget.moves in ("+bNW>W.r", "+bW>NW.l")


def test_what_a_finger_drags_unseen_onto_a_small_place_waits_for_the_second_touch(opened: Any) -> None:
    """In the opening the slots at the opponent's post stay open: no ghost shows how a piece would lie there."""
    widget = BoardWidget()
    page = opened(widget, SIZES["phone"], has_touch=True, is_mobile=True)
    wire = page.context.new_cdp_session(page)

    def middle(selector: str) -> dict[str, float]:
        box = page.locator(selector).bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    start, end = middle("[data-tool=w]"), middle("[data-hit='S-SW.m'] > polygon")
    end["y"] += 44  # a piece is carried above the finger
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    for part in (0.1, 0.5, 1):
        at = {axis: start[axis] + part * (end[axis] - start[axis]) for axis in "xy"}
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".gk-enlarged")
    page.wait_for_selector("[data-tool=w][aria-pressed=true]")
    assert widget.moves == ""
    assert page.locator(".gk-whole ~ button:visible").count() == 0  # only the way back: the row keeps its height
    page.get_by_role("button", name="Whole board").tap()
    assert page.locator(".gk-enlarged").count() == 0


def test_a_page_without_python_shows_the_last_picture_and_says_how_to_go_on(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    note = page.locator(".gk-note")
    page.evaluate("window.dead = window.python; window.python = () => new Promise(() => {}); null")
    page.locator("[data-tool=b]").click()
    note.wait_for(state="visible", timeout=8000)
    assert "run this cell again" in note.inner_text()
    assert page.locator("svg.gk-board [data-hit]").count() > 20
    page.evaluate("window.python = window.dead; null")
    act(page, widget, "tool", tool="w")
    assert not note.is_visible()


def test_pieces_move_when_laid_and_turned_and_stand_still_for_those_who_want_it(opened: Any) -> None:
    for motion, moving in (("no-preference", True), ("reduce", False)):
        widget = BoardWidget(Position.start(word="bbwwbwbw"))
        page = opened(widget, reduced_motion=motion)
        page.evaluate("""() => { window.moved = []; const own = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.moved.push(this.dataset.key); return own.apply(this, how); }; }""")
        for move in ("+bN>NE.m", "+wS>SE.m", "~bN>NE.m"):
            act(page, widget, "choose", move=move)
        seen = page.evaluate("window.moved.filter(Boolean)")
        assert (seen.count("piece-N-NE.m") + seen.count("piece-NE-N.m") >= 2) is moving


def test_the_game_and_its_picture_are_saved_and_a_game_is_loaded(opened: Any, tmp_path: Path) -> None:
    widget = BoardWidget()
    for move in MOVES[:4]:
        widget.act("choose", move=move)
    page = opened(widget)
    page.locator(".gk-fold[data-key=more] > summary").click()
    files = {}
    for kind in ("game", "svg", "png"):
        with page.expect_download() as waiting:
            page.locator(f"[data-do=save][data-kind={kind}]").click()
        files[kind] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(files[kind])
    assert files["svg"].read_text(encoding="utf-8").startswith("<svg")
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as waiting:
        page.locator("[data-do=film]").click()
    waiting.value.save_as(tmp_path / "film.svg")
    page.goto((tmp_path / "film.svg").as_uri())
    for seconds, frame in ((0.5, 0), (1.5, 1), (4.5, 4), (5.5, 0)):
        assert page.evaluate(SEEN, seconds) == [frame]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(SEEN, 0.5) == [4]
    other = BoardWidget()
    page = opened(other)
    page.locator(".gk-fold[data-key=more] > summary").click()
    page.locator("input[type=file]").set_input_files(files["game"])
    page.wait_for_function("document.querySelector('.gk-record').textContent")
    assert other.moves == " ".join(MOVES[:4])
    assert json.loads(page.evaluate("JSON.stringify(document.querySelector('.gk-fold[data-key=more]').open)")) is True


def until(page: Any, widget: GameWidget, happened: Callable[[], bool]) -> None:
    """Wait for something that goes on by itself, and show it: this page hears only the answers to its own messages."""
    for _ in range(200):
        if happened():
            page.evaluate("window.update", bench.state_of(widget))
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing happened")


def test_a_game_against_a_program_is_set_up_advised_taken_back_copied_and_replayed_by_clicks(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget, permissions=["clipboard-read", "clipboard-write"])

    def rare(selector: str) -> Any:
        fold = page.locator(".gk-fold[data-key=more]")
        if not fold.evaluate("(fold) => fold.open"):
            fold.locator("> summary").click()
        return fold.locator(selector)

    rare("[data-do=player][data-seat='2']").select_option("greedy")
    until(page, widget, lambda: 2 in widget.players)
    rare("input[data-do=new_word]").fill("bwbwbwbw")
    rare("button[data-do=new_word]").focus()
    until(page, widget, lambda: widget.value.word == "bwbwbwbw")
    act(page, widget, "choose", move="+bN>NE.m")
    until(page, widget, lambda: len(widget.game.moves) == 2)  # it has answered
    played = widget.moves
    page.locator("[data-do=advise]").click()
    until(page, widget, lambda: widget.lens == "advice")
    assert page.locator("svg.gk-board .gk-advised").count() == 1
    page.locator("[data-do=undo]").click()
    until(page, widget, lambda: widget.moves == "")
    page.locator("[data-do=redo]").click()
    until(page, widget, lambda: widget.moves == played)
    rare("[data-page=copy]").first.click()
    page.wait_for_selector("[data-said]")
    assert page.evaluate("navigator.clipboard.readText()") == str(widget.value)
    page.keyboard.press("Escape")
    page.locator("[data-do=mode][data-name=replay]").click()
    page.locator("[data-do=goto][data-value='0']").first.click()
    until(page, widget, lambda: widget.ply == 0)
    page.locator("[data-do=run]").click()
    until(page, widget, lambda: widget.ply == 2)  # it has gone on by itself
    page.locator("[data-do=mode][data-name=play]").click()
    rare("[data-do=again]").click()
    until(page, widget, lambda: widget.moves == "" and widget.value.word == "bwbwbwbw")


def test_an_amakta_game_is_saved_as_text_picture_and_moving_picture_and_loaded(opened: Any, tmp_path: Path) -> None:
    widget = AmaktaWidget(board="zeile3", stones="solo")
    page = opened(widget)
    page.locator("[data-do=hand]").first.click()
    page.locator(".gk-target").first.click()
    until(page, widget, lambda: len(widget.game.moves) == 1)
    page.locator(".gk-fold[data-key=more] > summary").click()
    files = []
    for button in ("[data-do=save][data-kind=game]", "[data-do=save][data-kind=png]", "[data-do=film]"):
        with page.expect_download() as waiting:
            page.locator(button).click()
        files.append(tmp_path / waiting.value.suggested_filename)
        waiting.value.save_as(files[-1])
    assert files[1].read_bytes().startswith(b"\x89PNG")
    assert files[2].read_text(encoding="utf-8").count('class="frame"') == 2
    other = AmaktaWidget()
    page = opened(other)
    page.locator(".gk-fold[data-key=more] > summary").click()
    page.locator("input[type=file]").set_input_files(files[0])
    until(page, other, lambda: other.moves == widget.moves)


def test_at_the_end_the_way_is_walked_again_the_link_is_copied_and_the_page_filled(opened: Any) -> None:
    widget = BoardWidget(example_game().game)
    page = opened(widget, permissions=["clipboard-read", "clipboard-write"])
    walking = """() => document.querySelector('.gk-root').getAnimations({ subtree: true })
      .filter((one) => one.animationName === 'gk-walk' && one.playState === 'running').length"""
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert page.evaluate(walking) == 0
    page.locator("[data-page=replay]").click()
    assert page.evaluate(walking) > 2
    page.locator(".gk-quiet [data-page=copy]").click()
    page.wait_for_selector("[data-said]")
    assert BoardWidget(page.evaluate("navigator.clipboard.readText()")).moves == widget.moves
    page.locator("[data-page=full]").click()
    page.wait_for_function("document.fullscreenElement === document.querySelector('.gk-root')")
