"""The page's half in headless Chromium, wired straight to Python: keyboard, dragging, focus, accessibility.

`test_jupyter.py` drives the same widgets in JupyterLab, Notebook 7 and Voilà.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import bench
import pytest

from amakta.widget import AmaktaWidget
from automatakit import Automaton
from automatakit.widget import StepWidget
from boardkit.game import Game
from boardkit.theme import DARK, HIGH_CONTRAST, SCREEN
from boardkit.widget import GameWidget
from coursekit.inputs.widget import AnswerWidget, answer_widget
from coursekit.practice.prediction import Prediction, predict
from coursekit.questions import question
from finity_edu import Position
from finity_edu.examples import example_game
from finity_edu.widget import BoardWidget, opening
from finity_edu.widget.guess import GuessWidget
from matchbox.widget import MatchboxWidget
from tests.finity_edu.widget.games import WORKED
from tests.needs import needs, way_to

pytestmark = [pytest.mark.browser, needs("chromium")]
NFA = Automaton.of({"A": {"b": {"A", "B"}, "w": {"A"}}, "B": {"b": {"C"}, "w": {"C"}}}, start="A", accepting={"C"})


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[[GameWidget], Any]]:
    """Opens a widget on a page; a page error or a request to elsewhere fails the test."""
    trouble: list[str] = []
    context = browser.new_context(viewport={"width": 1300, "height": 950})

    def show(widget: GameWidget) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or trouble.append(r.url))
        bench.show(page, widget, tmp_path)
        return page

    yield show
    context.close()
    assert trouble == []


def played_game(plies: int) -> Game[Position]:
    rng = random.Random(5)
    game = Game(Position.start(word="bbwwbwbw"))
    for _ in range(plies):
        game = game.play(rng.choice(game.state.legal_moves()))
    return game


def menu_widget() -> BoardWidget:
    widget = BoardWidget()
    widget.act("hit", place="C-N.m")
    return widget


def taken(widget: BoardWidget) -> BoardWidget:
    widget.act("tool", tool="b")
    return widget


def trained(widget: MatchboxWidget) -> MatchboxWidget:
    widget.act("train", games="50")
    return widget


def asking(widget: StepWidget) -> StepWidget:
    widget.act("predicting")
    return widget


def ended(widget: Any) -> Any:
    widget.act("goto", value=99)
    return widget


def wrong(widget: StepWidget) -> StepWidget:
    asking(widget).act("predict")
    return widget


def guessed() -> GuessWidget:
    game = GuessWidget(hidden="(b|w)*b")
    for word in ("", "b", "w"):
        game.act("ask", word=word)
    for do, data in (("up", {"row": "b"}), ("fill", {}), ("draw", {}), ("propose", {})):
        game.act(do, **data)
    assert game.guess.solved
    return game


def committed(folder: Path, said: int) -> Prediction:
    asked = predict(f"axe-{said}", "Is bw accepted?", "no", choices=["yes", "no"], why={"yes": "It dies. In B."},
                    reveal="The run ends in A.", folder=folder)
    for do, data in (("hands", {}), ("count", {"n": 0}), ("again", {}), ("count", {"n": 1}), ("bars", {}),
                     ("hands", {}), ("pick", {"n": said}), ("commit", {})):
        asked.act(do, **{name: str(value) for name, value in data.items()})
    assert asked.committed
    return asked


def judged() -> AnswerWidget:
    asked = question("delta_hat").instance(3, 2)
    widget = answer_widget(asked.kind, asked.asked_by.full_form(asked.data), judge=asked.judge,
                           picture=asked.picture.following)
    widget.act("typed", value='["A"]')
    widget.act("check")
    return widget


EVERY_KIND: dict[str, Callable[[], GameWidget]] = {
    "play": lambda: BoardWidget(played_game(20)),
    "menu": menu_widget,
    "in hand": lambda: taken(BoardWidget(played_game(20), players={2: "strong"})),
    "edit": lambda: BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S; rings W:c..", mode="edit"),
    "run": lambda: ended(BoardWidget(WORKED, mode="run", rings=True)),
    "replay": lambda: ended(BoardWidget(played_game(8), mode="replay")),
    "end": lambda: BoardWidget(example_game().game),
    "opening": opening,
    "large": lambda: BoardWidget(played_game(8), large=True, lang="es"),
    "dark": lambda: BoardWidget(WORKED, mode="run", rings=True, theme="dark"),
    "contrast": lambda: BoardWidget(played_game(8), theme="contrast"),
    "stones in the dark": lambda: AmaktaWidget(theme="dark", arrows=True),
    "machine in the dark": lambda: trained(MatchboxWidget(teacher="random", speed=0, seed=1, theme="dark")),
    "subset": lambda: wrong(StepWidget.subset(NFA)),
    "minimise": lambda: ended(StepWidget.minimise(NFA)),
    "eliminate": lambda: asking(StepWidget.eliminate(NFA)),
    "product": lambda: ended(StepWidget.product(NFA, NFA)),
    "guessed": guessed,
    "predicted wrong": lambda: committed(Path(mkdtemp()), 0),
    "predicted right": lambda: committed(Path(mkdtemp()), 1),
    "judged": judged,
}
"""Each as it is in the end, or in the middle of something: there is more on the page then."""


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_axe_finds_nothing(kind: str, opened: Any, record_property: Any) -> None:
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip(way_to("axe-playwright-python"))
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    widget = EVERY_KIND[kind]()
    page = opened(widget)
    page.evaluate(axe)
    # Where colours are forced, axe still reads the theme's: on the white ground of this browser light themes will do.
    for forced in ("none", "active") if widget.theme != "dark" else ("none",):
        page.emulate_media(forced_colors=forced, reduced_motion="reduce")
        found = page.evaluate("axe.run('#here', {resultTypes: ['violations']})")
        assert [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found["violations"]] == []
        assert len(found["passes"]) > 10
    for width in (1280, 390):  # a projector, a phone: the page never scrolls sideways
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_move_is_made_by_keys_alone_and_focus_stays_visible(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    page.locator("[data-hit][tabindex='0']").focus()
    assert page.evaluate("document.activeElement.dataset.hit") == "C"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.hit") == "C-N.m"
    stroke = page.evaluate("getComputedStyle(document.activeElement.firstElementChild).stroke")
    assert stroke == rgb(SCREEN.signal)
    page.keyboard.press("Enter")
    bench.settled(page, widget)
    assert page.evaluate("document.activeElement.getAttribute('role')") == "menuitem"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    bench.settled(page, widget)
    assert len(widget.moves.split()) == 1
    assert page.evaluate("document.activeElement.dataset.hit") == "C-N.m"
    assert "black" in page.locator(".gk-live").inner_text() or "white" in page.locator(".gk-live").inner_text()


def test_one_letter_keys_take_pieces_and_escape_puts_them_down(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    page.locator("[data-hit][tabindex='0']").focus()
    page.keyboard.press("b")
    bench.settled(page, widget)
    assert page.locator("[data-tool='b']").get_attribute("aria-pressed") == "true"
    assert page.locator(".gk-target").count() > 10
    page.keyboard.press("Escape")
    bench.settled(page, widget)
    assert page.locator(".gk-target").count() == 0


def test_letters_typed_into_a_field_are_no_shortcuts(opened: Any) -> None:
    widget = BoardWidget(WORKED, mode="run")
    page = opened(widget)
    box = page.locator("[data-do='set_word'][type='text']")
    box.fill("bbn")
    box.press("n")
    assert widget.read == 0
    box.fill("bb")
    box.press("Enter")
    bench.settled(page, widget)
    assert widget.word == "bb"


def test_pieces_are_dragged_from_the_tray_and_from_the_board(opened: Any) -> None:
    widget = BoardWidget(Position.start(word="bbwwbwbw").play("+bN>NE.m").play("+bS>SE.m"))
    page = opened(widget)

    def middle(selector: str) -> tuple[float, float]:
        box = page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(source: str, target: str) -> None:
        page.mouse.move(*middle(source))
        page.mouse.down()
        page.mouse.move(*middle(target), steps=5)
        page.mouse.up()
        bench.settled(page, widget)

    drag("[data-tool='m']", "[data-hit='NE']")
    assert widget.moves == "+oNE.m"
    drag("[data-hit='C-S.l']", "[data-hit='NE-E.m']")
    assert widget.moves == "+oNE.m xC-S.l/NE-E.m"
    page.wait_for_timeout(50)
    assert len(widget.moves.split()) == 2, "the click after a drag is swallowed"


def test_no_click_is_lost_and_nodes_are_kept(opened: Any) -> None:
    widget = BoardWidget(mode="edit")
    page = opened(widget)
    page.evaluate("document.querySelectorAll('[data-hit]').forEach((hit) => { hit.kept = true; })")
    x, y = page.evaluate("""(() => { const box = document.querySelector("[data-hit='NE-E.m']").getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    before = widget.tick
    for _ in range(60):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.up()
    page.wait_for_function(f"document.querySelector('.gk-root').dataset.tick >= {before + 60}")
    assert widget.tick == before + 60
    assert page.evaluate("[...document.querySelectorAll('[data-hit]')].every((hit) => hit.kept)")


def test_the_lens_keeps_its_view_and_tables_follow_the_board(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    page.locator("[data-view='delta']").click()
    page.locator("[data-key='cell-N-b']").click()
    bench.settled(page, widget)
    page.locator("[role='menuitem'][data-head='C']").click()
    bench.settled(page, widget)
    assert widget.moves == "+bN>C.m"
    assert widget.lens == "delta"
    assert "{C}" in page.locator("[data-key='cell-N-b']").inner_text()


def test_a_word_reads_itself_at_the_chosen_speed_and_stops(opened: Any) -> None:
    widget = BoardWidget(WORKED, mode="run")
    page = opened(widget)
    page.locator("[data-do='speed']").select_option("300")
    page.locator("[data-do='run']").click()
    page.wait_for_function("document.querySelector('.gk-message').classList.contains('gk-good')", timeout=8000)
    assert widget.read == 6


def test_the_tree_of_runs_is_scrolled_to_where_the_word_is_read(opened: Any) -> None:
    widget = BoardWidget(WORKED, mode="run", rings=True)
    page = opened(widget)
    for _ in range(5):
        page.locator("[data-by='1']").click()
        bench.settled(page, widget)
    page.wait_for_function("""() => {
      const frame = document.querySelector(".gk-tree").getBoundingClientRect();
      const node = document.querySelector(".gk-tree [data-follow]").getBoundingClientRect();
      return frame.left <= node.left && node.right <= frame.right; }""", timeout=3000)
    assert page.evaluate("document.querySelector('.gk-tree').scrollLeft") > 0
    assert page.evaluate("window.scrollX") == 0


def test_a_second_view_of_the_widget_does_not_step_twice(opened: Any) -> None:
    widget = BoardWidget(WORKED, mode="run")
    widget.act("run")
    stale = widget.tick - 1
    opened(widget).evaluate(f"window.python({{do: 'run_on', tick: {stale}}})")
    assert widget.read == 0


def test_the_fallback_prints_to_pdf(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page()
    page.set_content(BoardWidget(WORKED)._repr_mimebundle_()[0]["text/html"])
    assert page.evaluate("document.images[0].decode().then(() => document.images[0].naturalWidth)") > 300
    printed = page.pdf()
    page.close()
    assert printed.startswith(b"%PDF")
    assert len(printed) > 8_000


def test_reduced_motion_is_respected(browser: Any, tmp_path: Path) -> None:
    durations = []
    for motion in ("reduce", "no-preference"):
        page = browser.new_page(reduced_motion=motion)
        bench.show(page, BoardWidget(), tmp_path)
        durations.append(page.evaluate("getComputedStyle(document.querySelector('.gk-hit > *')).transitionDuration"))
        page.close()
    assert durations[0] == "0s" != durations[1]


def test_a_widget_is_dark_in_a_dark_notebook_and_as_it_is_told_everywhere(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    ground = "getComputedStyle(document.querySelector('.gk-root')).backgroundColor"
    station = "getComputedStyle(document.querySelector('.finity-ground polygon')).fill"
    light = page.evaluate(ground), page.evaluate(station)
    assert light == tuple(map(rgb, (SCREEN.paper, SCREEN.ground)))
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert (page.evaluate(ground), page.evaluate(station)) == tuple(map(rgb, (DARK.paper, DARK.ground)))
    page.evaluate("document.documentElement.style.setProperty('--jp-layout-color0', 'rgb(1, 2, 3)')")
    assert page.evaluate(ground) == "rgb(1, 2, 3)"
    widget.theme = "light"
    page.evaluate(f"window.update({bench.json.dumps(bench.state_of(widget))})")
    assert (page.evaluate(ground), page.evaluate(station)) == light
    page.emulate_media(contrast="more")
    widget.theme = "auto"
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    page.evaluate(f"window.update({bench.json.dumps(bench.state_of(widget))})")
    assert page.evaluate(station) == rgb(HIGH_CONTRAST.ground)


def test_with_forced_colours_boards_keep_theirs_and_what_is_pressed_is_seen(opened: Any) -> None:
    page = opened(BoardWidget())
    page.emulate_media(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    look = "(s) => getComputedStyle(document.querySelector(s)).backgroundColor"
    assert page.evaluate(look, "[aria-pressed=true]") == rgb(SCREEN.signal)
    assert page.evaluate(look, ".gk-stage svg") == rgb(SCREEN.paper)
    assert page.evaluate(look, "[aria-pressed=false]") not in (rgb(SCREEN.signal), rgb(SCREEN.tint))


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i:i + 2], 16)) for i in (1, 3, 5))})"


def test_a_page_that_closes_takes_its_listeners_along(opened: Any) -> None:
    widget = BoardWidget()
    page = opened(widget)
    before = widget.tick
    page.evaluate("window.cleanUp(); window.dispatchEvent(new PointerEvent('pointermove'))")
    page.evaluate("window.update({tick: 999})")
    assert page.locator(".gk-root").get_attribute("data-tick") == str(before)
