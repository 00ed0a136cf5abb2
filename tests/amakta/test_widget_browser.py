"""The widget in headless Chromium: on a bare page wired to Python, and in JupyterLab and Notebook 7."""

from __future__ import annotations

import importlib.util
from importlib import resources

import pytest

from amakta.analysis import infinit
from amakta.players.opponents import player
from amakta.widget import AmaktaWidget
from tests.finity_edu.widget import bench, jupyter
from tests.needs import needed, needs, way_to

pytestmark = [pytest.mark.browser, needs("chromium")]
BUSY = ("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
        " white 101010; black 300300 321000V")
SCREENSHOTS = jupyter.ROOT / "build" / "screenshots"
SMALL = """[...document.querySelectorAll('[data-do]:not(input), [data-hit], select')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.width < 43.5 || box.height < 43.5);
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What can be touched and is smaller than 44 pixels."""
CELLS = ["from amakta.widget import AmaktaWidget", "game = AmaktaWidget()\ngame"]


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a widget on a page; a page error or a request to elsewhere fails the test."""
    trouble = []
    context = browser.new_context(viewport={"width": 1300, "height": 950})

    def show(widget):
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or trouble.append(r.url))
        bench.show(page, widget, tmp_path)
        return page

    yield show
    context.close()
    assert trouble == []


def won():
    """A game that two perfect players have brought to its end."""
    game = AmaktaWidget().game
    program = player("perfect")
    while game.state.result is None:
        game = game.play(program.choose(game))
    return AmaktaWidget(game)


def prepared(mode):
    """A widget in that mode, with something to see."""
    if mode == "won":
        return won()
    widget = AmaktaWidget(BUSY, mode=mode)
    if mode == "infinit":
        widget.act("offer", value="80")
        widget.act("accept")
    if mode == "play":
        widget.act("hit", place="-1,-1")
    return widget


@pytest.mark.parametrize("mode", ["setup", "infinit", "play", "replay", "won"])
def test_axe_finds_nothing(mode, opened):
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip(way_to("axe-playwright-python"))
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    widget = prepared(mode)
    page = opened(widget)
    page.evaluate(axe)
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    for theme in ("light", "dark", "contrast") if mode == "play" else ("light",):
        widget.theme = theme
        page.evaluate("(theme) => document.querySelector('.gk-root').dataset.theme = theme", theme)
        found = page.evaluate("axe.run('#here', {resultTypes: ['violations']})")
        assert [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found["violations"]] == []
        assert len(found["passes"]) > 8


@pytest.mark.parametrize(("board", "stones"), [("raute4", "duo"), ("wabe56", "lehr8")])
def test_on_a_phone_every_target_is_large_enough_for_a_finger(board, stones, browser, tmp_path):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    widget = AmaktaWidget(board=board, stones=stones)
    bench.show(page, widget, tmp_path)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".gk-part-tray [data-do='hand']").first.tap()
    bench.settled(page, widget)
    page.locator(".gk-target").first.tap()
    bench.settled(page, widget)
    assert widget.moves.startswith("place")
    context.close()


def test_the_forced_win_is_played_by_clicks_and_keys(opened):
    widget = AmaktaWidget()
    page = opened(widget)

    def click(selector):
        page.locator(selector).first.click()
        bench.settled(page, widget)

    click("[data-do='hand'][data-code='111111']")
    click("[data-hit='-1,0']")
    click("[data-do='pass']")
    click("[data-do='hand'][data-code='101010']")
    page.keyboard.press("t")
    bench.settled(page, widget)
    held = page.locator("[data-do='hand'][aria-pressed='true']").get_attribute("aria-label")
    assert "NE blue, W blue, SE blue" in held
    click("[data-hit='0,-1']")
    page.keyboard.press("0")
    bench.settled(page, widget)
    assert widget.moves == "place -1,0 111111; pass; place 0,-1 010101; pass"
    page.locator("[data-hit='0,-1']").focus()
    page.keyboard.press("Enter")
    bench.settled(page, widget)
    page.locator("[data-hit='1,0']").focus()
    page.keyboard.press("Enter")
    bench.settled(page, widget)
    assert widget.game.result.winners == {"W"}
    assert "White wins: a stone lies on the enemy base" in page.locator(".gk-message").inner_text()
    assert "White wins" in page.locator(".gk-live").inner_text()


def test_a_stone_is_dragged_from_the_inventory_and_an_illegal_drop_tells_why(opened):
    widget = AmaktaWidget()
    page = opened(widget)
    stone = page.locator("[data-do='hand'][data-code='111111']")
    for place, message in (("0,1", "You do not control 1 SE of the base of White"), ("-1,0", "Black can only pass")):
        stone.drag_to(page.locator(f"[data-hit='{place}']"))
        bench.settled(page, widget)
        page.wait_for_function(f"document.querySelector('.gk-message').textContent.includes('{message}')")
    assert widget.moves == "place -1,0 111111"


def test_arrow_keys_walk_from_field_to_field(opened):
    page = opened(AmaktaWidget())
    page.locator("[data-hit='-1,0']").focus()
    seen = []
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.dataset.hit"))
    assert seen[0] == "1,0"
    assert set(seen) >= {"1,0", "0,-1"}


def test_the_unbounded_board_is_panned_and_zoomed_without_losing_clicks(opened):
    widget = AmaktaWidget(infinit.start(4, {"111111": ""}, {"101010": ""}))
    page = opened(widget)
    for selector in ("[data-do='pan'][data-dx='2']", "[data-do='zoom'][data-by='1']", "[data-do='zoom'][data-by='-1']"):
        page.locator(selector).first.click()
        bench.settled(page, widget)
    page.locator("[data-do='hand'][data-code='111111']").click()
    bench.settled(page, widget)
    assert page.locator(".gk-target").count() == 1
    page.locator(".gk-target").click()
    bench.settled(page, widget)
    assert widget.moves == "place 0,0 111111"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    needed("jupyterlab")
    folder, port = tmp_path_factory.mktemp("jupyter"), jupyter.free_port()
    with jupyter.running(jupyter.lab_arguments(port, folder), f"http://127.0.0.1:{port}/api", folder):
        yield f"http://127.0.0.1:{port}", folder


@pytest.mark.parametrize("path", ["lab/tree/amakta.ipynb?reset", "notebooks/amakta.ipynb"])
def test_the_widget_works_in_jupyter_and_python_sees_the_moves(browser, server, path):
    url, folder = server
    jupyter.write_notebook(folder / "amakta.ipynb", CELLS)
    page = browser.new_context(viewport={"width": 1500, "height": 1100}).new_page()
    page.set_default_timeout(90_000)  # a busy machine is slow, not broken
    page.goto(f"{url}/{path}")
    jupyter.run_all(page)
    page.evaluate(jupyter.STOPWATCH)
    for selector in ("[data-code='111111']", "[data-hit='-1,0']", "[data-do='pass']",
                     *("[data-do='undo']", "[data-do='redo']") * 12):
        tick = int(page.locator(".gk-root").get_attribute("data-tick"))
        page.locator(f".gk-root {selector}").first.click()
        page.wait_for_function("(t) => Number(document.querySelector('.gk-root').dataset.tick) > t", arg=tick)
    assert jupyter.python(page, "print(game.moves)") == "place -1,0 111111; pass"
    middle, late = jupyter.percentiles(page.evaluate("window.latencies"))
    print(f"\n{path.split('/')[0]}: click to redraw, median {middle:.0f} ms, 95th percentile {late:.0f} ms")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENSHOTS / f"amakta-{path.split('/')[0]}.png"), full_page=True)
    page.context.close()
