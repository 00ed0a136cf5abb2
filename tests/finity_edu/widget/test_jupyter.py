"""The real thing: JupyterLab, Notebook 7 and Voilà in headless Chromium, a notebook run from top to bottom.

Screenshots of every stage are kept in ``build/screenshots``.
"""

from __future__ import annotations

import json
import os
import signal
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jupyter
import pytest

from tests.finity_edu.widget.games import WORKED
from tests.needs import needed, needs

pytestmark = [pytest.mark.browser, needs("chromium")]
SCREENSHOTS = jupyter.ROOT / "build" / "screenshots"
CELLS = [
    "from automatakit.widget import StepWidget\nfrom finity_edu.automata import station_nfa\n"
    "from finity_edu.widget import BoardWidget",
    "game = BoardWidget('bga/abcd bbb c; posts c@A', formal=False)\ngame",
    f"reader = BoardWidget({WORKED!r}, mode='run')\nreader",
    "steps = StepWidget.subset(station_nfa(reader.value), predict=True)\nsteps",
]
AGAINST_COMPUTER = [
    "from finity_edu.players import Seat\nfrom finity_edu.widget import BoardWidget",
    "game = BoardWidget('bga/2 bbwwbwbw c; posts c@N y@S', players={2: Seat('strong', seconds=0.5)})\ngame",
]
FAULTY = """
class Mine:
    name = "mine"
    def choose(self, position):
        raise KeyError("no plan for this")
game = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S", players={2: Mine()})
game"""
RESTART = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
VOILA = [
    "from amakta.widget import AmaktaWidget\nfrom finity_edu.widget import BoardWidget, GuessWidget",
    "from matchbox.widget import MatchboxWidget",
    f"BoardWidget({WORKED!r}, mode='run')", "MatchboxWidget('first=human', speed=0, seed=3)", "AmaktaWidget()",
    "GuessWidget(hidden='(b|w)*b')",
]
SLEEPER = """
import time
class Sleeper:
    name = 'sleeper'
    def choose(self, position):
        time.sleep(2)
        return '+bC>D.r'
game.players[1] = Sleeper()
game.refresh()
"""
SHORT_GAME = ("+bA>B.m", "+wA>C.m", "+oB.s", "+wB>C.m", "+bB>C.l", "+wC>A.l", "+oC.m", "+wD>C.m", "+bC>D.r")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    needed("jupyterlab")
    folder, port = tmp_path_factory.mktemp("jupyter"), jupyter.free_port()
    with jupyter.running(jupyter.lab_arguments(port, folder), f"http://127.0.0.1:{port}/api", folder):
        yield f"http://127.0.0.1:{port}", folder


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[[str], Any]]:
    """Opens a page; an error in a widget or a request that a widget sends to another machine fails the test."""
    trouble: list[str] = []
    context = browser.new_context(viewport={"width": 1500, "height": 1100})
    context.set_default_timeout(90_000)  # a busy machine is slow, not broken

    def show(url: str) -> Any:
        page = context.new_page()
        # The module of a widget runs from a blob. Notebook 7 raises an error of its own while it starts, and the
        # template of Voilà asks for style sheets elsewhere (and does without them).
        page.on("pageerror", lambda error: "blob:" in (error.stack or "") and trouble.append(str(error)))
        page.on("request", lambda request: local(request) or trouble.append(request.url))
        page.goto(url)
        return page

    yield show
    context.close()
    assert trouble == []


def local(request: Any) -> bool:
    """Whether a request stays on this machine, or is none of a widget's."""
    return request.url.startswith(("http://127.0.0.1", "data:", "blob:")) or request.resource_type == "stylesheet"


def root(page: Any, number: int) -> Any:
    """One of the widgets on a page."""
    return page.locator(".gk-root").nth(number)


def click(page: Any, number: int, selector: str) -> None:
    """Click in a widget, and wait until the answer has been drawn."""
    widget = root(page, number)
    before = int(widget.get_attribute("data-tick"))
    widget.locator(selector).first.click(force=True)  # also what is dim: it says why
    page.wait_for_function(
        "([n, tick]) => Number(document.querySelectorAll('.gk-root')[n].dataset.tick) > tick", arg=[number, before]
    )


def play(page: Any, move: str) -> None:
    """Play a move: take the piece with the mouse, put it on the place by a key, choose the meaning if asked."""
    tool = move[-1] if move[1] == "o" else move[1]
    place = move[2:-2] if move[1] == "o" else move[2:].replace(">", "-")
    click(page, 0, f"[data-tool='{tool}']")
    target = root(page, 0).locator(f"[data-hit='{place}'], [data-hit='{turned(place)}']").first
    before = int(root(page, 0).get_attribute("data-tick"))
    target.focus()
    page.keyboard.press("Enter")  # a click would say by its place which way the arrow points
    page.wait_for_function("(t) => Number(document.querySelector('.gk-root').dataset.tick) > t", arg=before)
    item = root(page, 0).locator(f"[role=menuitem][data-move='{move}']")
    if item.count():
        click(page, 0, f"[role=menuitem][data-move='{move}']")


def turned(place: str) -> str:
    """The other name of a slot."""
    if "-" not in place:
        return place
    a, b = place.split(".")[0].split("-")
    lane = {"l": "r", "m": "m", "r": "l"}[place[-1]]
    return f"{b}-{a}.{lane}"


def picture(page: Any, name: str) -> None:
    """Keep a screenshot."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENSHOTS / f"{name}.png"), full_page=True)


def test_a_saved_notebook_shows_the_last_board_to_a_new_kernel_and_says_how_to_go_on(
    server: tuple[str, Path], opened: Callable[[str], Any]
) -> None:
    url, folder = server
    cells = ["from finity_edu.widget import BoardWidget", "game = BoardWidget()\ngame"]
    notebook = jupyter.write_notebook(folder / "saved.ipynb", cells).name
    page = opened(f"{url}/lab/tree/{notebook}?reset")
    jupyter.run_all(page)
    jupyter.python(page, "game.act('choose', move='+bN>C.m')")
    page.wait_for_function("document.querySelector('.gk-record').textContent.includes('+bN>C.m')")
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.evaluate(RESTART)
    page.locator(".gk-note").wait_for(state="visible")
    page.goto("about:blank")
    with urllib.request.urlopen(f"{url}/api/sessions") as answer:
        sessions = json.loads(answer.read())
    for session in sessions:
        urllib.request.urlopen(urllib.request.Request(f"{url}/api/sessions/{session['id']}", method="DELETE")).close()
    page.goto(f"{url}/lab/tree/{notebook}?reset")
    page.wait_for_function("document.querySelector('.gk-record')?.textContent.includes('+bN>C.m')")
    page.locator("[data-tool='b']").click()
    page.locator(".gk-note").wait_for(state="visible")


def test_errors_and_a_lost_connection_are_told_on_the_board(server: tuple[str, Path], opened: Any) -> None:
    url, folder = server
    notebook = jupyter.write_notebook(folder / "errors.ipynb", [*AGAINST_COMPUTER[:1], FAULTY]).name
    page, lost = opened("about:blank"), False

    def line(here: Any) -> None:
        """The line between the page and the kernel, which can be lost."""
        there = here.connect_to_server()
        here.on_message(lambda said: lost or there.send(said))
        there.on_message(lambda said: lost or here.send(said))

    page.route_web_socket("**/channels*", line)
    page.goto(f"{url}/lab/tree/{notebook}?reset")
    jupyter.run_all(page)
    message, note = root(page, 0).locator(".gk-message"), root(page, 0).locator(".gk-note")

    # A player of the student's raises.
    play(page, "+bN>NE.m")
    page.wait_for_function("document.querySelector('.gk-message').textContent.includes('could not move')")
    assert "no plan for this" in message.inner_text()
    assert "gk-error" in message.get_attribute("class")
    picture(page, "lab-player-failed")

    # A mistake of the program.
    jupyter.python(page, "game._answer = lambda do, data: 1 / 0")
    click(page, 0, "[data-tool='b']")
    page.wait_for_function("document.querySelector('.gk-message').textContent.includes('ZeroDivisionError')")
    jupyter.python(page, "del game._answer")

    # Nobody answers: the kernel is busy, and then it is there again.
    pid = int(jupyter.python(page, "import os; print(os.getpid())"))
    os.kill(pid, signal.SIGSTOP)
    root(page, 0).locator("[data-tool='b']").click()
    note.wait_for(state="visible", timeout=20_000)
    assert "run this cell again" in note.inner_text()
    picture(page, "lab-no-answer")
    os.kill(pid, signal.SIGCONT)
    note.wait_for(state="hidden", timeout=20_000)
    click(page, 0, "[data-tool='w']")

    # The connection is lost, and found again.
    lost = True
    root(page, 0).locator("[data-tool='b']").click()
    note.wait_for(state="visible", timeout=20_000)
    picture(page, "lab-no-connection")
    lost = False
    click(page, 0, "[data-tool='b']")
    assert not note.is_visible()

    # The kernel has died and come back with nothing in it; the picture stays, and says what to do.
    page.evaluate(RESTART)
    note.wait_for(state="visible", timeout=30_000)
    assert root(page, 0).locator("svg.gk-board [data-hit]").count() > 20
    assert "+bN>NE.m" in root(page, 0).locator(".gk-record").inner_text()
    picture(page, "lab-restarted")

    # Running the cell again brings the board back.
    jupyter.run_all(page)
    play(page, "+bN>NE.m")
    page.close()
    shut_down(url)


def measure(page: Any, number: int) -> tuple[float, float]:
    """Median and 95th percentile from click to redraw, in milliseconds, over 60 clicks that change the board."""
    click(page, number, "[data-do='goto'][data-value='0']")
    page.evaluate(jupyter.STOPWATCH)
    for n in range(60):
        click(page, number, "[data-by='1']" if n % 12 < 6 else "[data-by='-1']")
    return jupyter.percentiles(page.evaluate("window.latencies"))


@pytest.mark.parametrize(("name", "path"), [("lab", "/lab/tree/{}?reset"), ("notebook", "/notebooks/{}")])
def test_a_game_is_played_a_word_is_read_and_a_reload_keeps_the_state(
    name: str, path: str, server: tuple[str, Path], opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    url, folder = server
    notebook = jupyter.write_notebook(folder / f"{name}.ipynb", CELLS).name
    page = opened(url + path.format(notebook))
    jupyter.run_all(page)
    page.wait_for_function("document.querySelectorAll('.gk-root[data-tick]').length === 3", timeout=30_000)

    # A click where nothing can be done says what would have to be so.
    click(page, 0, "[data-tool='s']")
    click(page, 0, "[data-hit='B']")
    assert "For a ring, your arrows must lead here" in root(page, 0).locator(".gk-message").inner_text()
    picture(page, f"{name}-illegal")
    click(page, 0, "[data-tool='s']")

    # A whole short game, by clicks.
    for move in SHORT_GAME:
        play(page, move)
    assert jupyter.python(page, "print(game.moves)").split() == list(SHORT_GAME)
    assert jupyter.python(page, "print(game.value.result.winners)") == "frozenset({1})"
    assert "Blue wins" in root(page, 0).locator(".gk-message").inner_text()
    root(page, 0).scroll_into_view_if_needed()
    picture(page, f"{name}-won")

    # A word is stepped to acceptance and back.
    for _ in range(6):
        click(page, 1, "[data-by='1']")
    assert "gk-good" in root(page, 1).locator(".gk-message").get_attribute("class")
    assert jupyter.python(page, "print(reader.read, reader.nfa().accepts_input(reader.word))") == "6 True"
    root(page, 1).scroll_into_view_if_needed()
    picture(page, f"{name}-accepted")
    for _ in range(4):
        click(page, 1, "[data-by='-1']")
    assert jupyter.python(page, "print(reader.read)") == "2"

    # A prediction is judged.
    click(page, 2, "[data-do='toggle'][data-state='1']")
    click(page, 2, "[data-do='predict']")
    assert jupyter.python(page, "print(steps.at, steps.right, steps.asked)") == "1 1 1"

    # The keys of the widget are not commands of the notebook.
    cells = jupyter.python(page, "print(1)") and page.locator(".jp-CodeCell").count()
    root(page, 1).locator(".gk-board [data-hit][tabindex='0']").focus()
    for key in ("b", "x", "d", "d", "n"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator(".jp-CodeCell").count() == cells
    assert jupyter.python(page, "print(reader.read)") == "3"

    # A program takes a seat; the page answers while it thinks.
    click(page, 0, "[data-do='undo']")
    jupyter.python(page, SLEEPER)
    click(page, 0, "[data-do='go']")
    page.wait_for_selector("[data-do='stop']", timeout=10_000)
    click(page, 0, "[data-do='fold']")
    click(page, 0, "[data-do='fold']")
    page.wait_for_selector("[data-do='stop']", state="detached", timeout=10_000)
    assert jupyter.python(page, "print(game.moves.split()[-1])") == SHORT_GAME[-1]

    # From Python to the page.
    jupyter.python(page, "reader.lens, reader.read = 'delta', 2")
    page.wait_for_function("document.querySelectorAll('.gk-root')[1].querySelector('.gk-current th').innerText === 'C'")

    median, high = measure(page, 1)
    with capsys.disabled():
        print(f"\n{name}: click to redraw {median:.0f} ms median, {high:.0f} ms 95th percentile")

    # A reload restores the widgets while the kernel lives.
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("window.jupyterapp.shell.currentWidget.context.model.dirty === false", timeout=20_000)
    jupyter.python(page, "reader.read = 5")
    page.goto((url + path.format(notebook)).replace("?reset", ""))
    page.wait_for_function("document.querySelectorAll('.gk-root[data-tick]').length === 3", timeout=60_000)
    assert "sleeper wins" in root(page, 0).locator(".gk-message").inner_text()
    page.wait_for_function(jupyter.READY, timeout=30_000)
    click(page, 1, "[data-by='1']")
    assert jupyter.python(page, "print(reader.read)") == "6"
    picture(page, f"{name}-reloaded")
    page.close()
    shut_down(url)


def test_the_strongest_player_takes_a_seat_and_the_page_answers_while_it_thinks(
    server: tuple[str, Path], opened: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    url, folder = server
    notebook = jupyter.write_notebook(folder / "computer.ipynb", AGAINST_COMPUTER).name
    page = opened(f"{url}/lab/tree/{notebook}?reset")
    jupyter.run_all(page)
    page.wait_for_function("document.querySelectorAll('.gk-root[data-tick]').length === 1", timeout=60_000)

    play(page, "+bN>NE.m")  # answered by the computer
    wait_for_moves(page, 2)

    jupyter.python(page, "game.players[2].seconds = 600")
    play(page, "+bNE>E.m")
    page.wait_for_selector("[data-do='stop']", timeout=10_000)
    page.evaluate(jupyter.STOPWATCH)
    for _ in range(20):
        click(page, 0, "[data-do='fold']")
    median, high = jupyter.percentiles(page.evaluate("window.latencies"))
    with capsys.disabled():
        print(f"\nwhile the computer thinks: {median:.0f} ms median, {high:.0f} ms 95th percentile")
    picture(page, "computer-thinks")
    click(page, 0, "[data-do='stop']")
    page.wait_for_selector("[data-do='stop']", state="detached", timeout=10_000)
    assert len(jupyter.python(page, "print(game.moves)").split()) == 3

    jupyter.python(page, "game.players[2].seconds = 0.3")
    click(page, 0, "[data-do='go']")
    wait_for_moves(page, 4)
    picture(page, "computer-moved")
    page.close()
    shut_down(url)


def wait_for_moves(page: Any, number: int) -> None:
    """Wait until so many moves have been played; the program may think."""
    for _ in range(100):
        if len(jupyter.python(page, "print(game.moves)").split()) == number:
            return
        page.wait_for_timeout(300)
    raise AssertionError(f"there are not {number} moves: " + jupyter.python(page, "print(game.moves)"))


def shut_down(url: str) -> None:
    """Delete all sessions, so that the next test has the machine for itself."""
    with urllib.request.urlopen(f"{url}/api/sessions") as answer:
        sessions = json.load(answer)
    for session in sessions:
        request = urllib.request.Request(f"{url}/api/sessions/{session['id']}", method="DELETE")
        urllib.request.urlopen(request).close()


def test_voila_shows_the_widgets_of_all_games_and_they_work(
    opened: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needed("voila")
    notebook = jupyter.write_notebook(tmp_path / "app.ipynb", VOILA)
    port = jupyter.free_port()
    arguments = ["voila", str(notebook), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    with jupyter.running(arguments, f"http://127.0.0.1:{port}/no-such-page", tmp_path):
        page = opened(f"http://127.0.0.1:{port}/")
        page.wait_for_function("document.querySelectorAll('.gk-root[data-tick]').length === 4", timeout=60_000)
        for selector in ("[data-do='new']", "[data-hit='8']", "[data-view='protocol']"):
            click(page, 1, selector)
        # The exact curve is computed meanwhile, and each answer draws anew
        root(page, 1).locator(".gk-view", has_text="Intelligenz moves the token forward by 1").wait_for(timeout=30_000)
        for selector in ("[data-code='111111']", "[data-hit='-1,0']"):
            click(page, 2, selector)
        assert "Black can only pass" in root(page, 2).locator(".gk-message").inner_text()
        for selector in ("[data-symbol=b]", "[data-do=ask][data-word=b]"):
            click(page, 3, selector)
        assert "The tower b wins." in root(page, 3).locator(".gk-message").inner_text()
        for _ in range(6):
            click(page, 0, "[data-by='1']")
        assert "gk-good" in root(page, 0).locator(".gk-message").get_attribute("class")
        picture(page, "voila-accepted")
        median, high = measure(page, 0)
        with capsys.disabled():
            print(f"\nvoila: click to redraw {median:.0f} ms median, {high:.0f} ms 95th percentile")
        page.close()
