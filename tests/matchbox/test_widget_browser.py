"""The widget in headless Chromium: on a bare page wired to Python, and in JupyterLab and Notebook 7."""

from __future__ import annotations

import importlib.util
from importlib import resources

import pytest

from matchbox.widget import MatchboxWidget
from tests.amakta.test_widget_browser import SMALL
from tests.finity_edu.widget import bench, jupyter
from tests.needs import needed, needs, way_to

pytestmark = [pytest.mark.browser, needs("chromium")]
SCREENSHOTS = jupyter.ROOT / "build" / "screenshots"
CELLS = ["from matchbox.widget import MatchboxWidget", "w = MatchboxWidget('first=human', speed=0, seed=3)\nw"]


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a widget on a page; a page error or a request to elsewhere fails the test."""
    trouble = []
    context = browser.new_context(viewport={"width": 1400, "height": 1000})

    def show(widget):
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or trouble.append(r.url))
        bench.show(page, widget, tmp_path)
        return page

    yield show
    context.close()
    assert trouble == []


def trained():
    widget = MatchboxWidget(teacher="random", speed=0, seed=1)
    widget.act("train", games="100")
    return widget


def test_axe_finds_nothing(opened):
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip(way_to("axe-playwright-python"))
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page = opened(trained())
    page.evaluate(axe)
    found = page.evaluate("axe.run('#here', {resultTypes: ['violations']})")
    assert [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found["violations"]] == []


def test_on_a_phone_every_target_is_large_enough_for_a_finger(browser, tmp_path):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    widget = MatchboxWidget("first=human", speed=0, seed=3)
    bench.show(page, widget, tmp_path)
    assert page.evaluate(SMALL) == []
    page.locator("[data-do='new']").tap()
    bench.settled(page, widget)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".gk-token").first.tap()
    bench.settled(page, widget)
    assert widget.match.moves[0] == 1
    context.close()


def test_a_game_is_played_with_the_pointer_and_a_training_with_the_keyboard(opened):
    widget = MatchboxWidget("first=human", speed=0, seed=3)
    page = opened(widget)
    page.locator("[data-do='new']").click()
    bench.settled(page, widget)
    while widget.match.track is not None:
        page.locator(".gk-target").last.click()
        bench.settled(page, widget)
    assert widget.games == 1
    page.locator("select[data-do='teacher']").select_option("random")
    bench.settled(page, widget)
    page.locator("[data-do='train'][data-games='10000']").focus()
    page.keyboard.press("Enter")
    bench.until(page, widget, "document.querySelector('.gk-message').textContent.includes('10000 games')")
    assert widget.games == 10_001
    assert widget.value.is_perfect
    assert "10000 games" in page.locator(".gk-live").inner_text()


def test_in_a_training_markers_fly_out_and_stand_still_for_those_who_want_it(opened):
    for motion in ("no-preference", "reduce"):
        widget = MatchboxWidget(seed=1)
        page = opened(widget)
        page.emulate_media(reduced_motion=motion)
        page.evaluate("""() => { window.flown = 0;
          new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes)
            if (node.dataset?.leaving !== undefined) window.flown += 1;
          }).observe(document.body, { childList: true, subtree: true }); }""")
        page.locator("[data-do='train'][data-games='100']").click()
        trained = "document.querySelector('.gk-message').textContent.includes('100 games')"
        bench.until(page, widget, trained)
        page.wait_for_timeout(400)  # the last one has landed
        left = sum(widget.value.counts.values())
        assert page.locator("[data-flies]").count() == left < 15
        assert page.locator("[data-leaving]").count() == 0
        assert (page.evaluate("window.flown") >= 22 - left) is (motion == "no-preference")


def test_arrow_keys_and_enter_move_the_token_and_u_takes_it_back(opened):
    widget = MatchboxWidget("first=human", speed=0, seed=3)
    page = opened(widget)
    page.locator("[data-hit='9']").focus()
    page.keyboard.press("n")
    bench.settled(page, widget)
    page.locator("[data-hit='8']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.hit") == "7"
    page.keyboard.press("Enter")
    bench.settled(page, widget)
    assert widget.match.moves[0] == 2 or widget.games == 1
    page.keyboard.press("u")
    bench.settled(page, widget)
    assert widget.match.track.togo == 9


def test_steps_are_played_by_themselves_at_the_chosen_speed(opened):
    widget = MatchboxWidget(teacher="random", speed=100, seed=3)
    page = opened(widget)
    page.locator("[data-do='new']").click()
    page.locator("[data-view='protocol']").click()
    bench.until(page, widget, "document.querySelectorAll('.gk-part-side ol li').length >= 6")
    bench.until(page, widget, "!document.querySelector('[data-wait]')")
    assert widget.games == 1
    assert not widget.pending


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    needed("jupyterlab")
    folder, port = tmp_path_factory.mktemp("jupyter"), jupyter.free_port()
    with jupyter.running(jupyter.lab_arguments(port, folder), f"http://127.0.0.1:{port}/api", folder):
        yield f"http://127.0.0.1:{port}", folder


@pytest.mark.parametrize("path", ["lab/tree/matchbox.ipynb?reset", "notebooks/matchbox.ipynb"])
def test_the_widget_works_in_jupyter_and_python_sees_the_games(browser, server, path):
    url, folder = server
    jupyter.write_notebook(folder / "matchbox.ipynb", CELLS)
    page = browser.new_context(viewport={"width": 1500, "height": 1100}).new_page()
    page.set_default_timeout(90_000)  # a busy machine is slow, not broken
    page.goto(f"{url}/{path}")
    jupyter.run_all(page)
    page.evaluate(jupyter.STOPWATCH)

    def click(selector):
        tick = int(page.locator(".gk-root").get_attribute("data-tick"))
        page.locator(f".gk-root {selector}").first.click()
        page.wait_for_function("(t) => Number(document.querySelector('.gk-root').dataset.tick) > t", arg=tick)

    click("[data-do='new']")
    for _ in range(15):
        click("[data-hit='8']")
        click("[data-do='undo']")
    click("[data-hit='7']")
    assert jupyter.python(page, "print(w.match.moves[0])") == "2"
    middle, late = jupyter.percentiles(page.evaluate("window.latencies"))
    print(f"\n{path.split('/')[0]}: click to redraw, median {middle:.0f} ms, 95th percentile {late:.0f} ms")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENSHOTS / f"matchbox-{path.split('/')[0]}.png"), full_page=True)
    page.context.close()
