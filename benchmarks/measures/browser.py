"""Whether the strongest level moves, and the page is heard, in a browser that is slowed down six times."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from benchmarks.measures import Table
from tests import pyodide
from tests.delivery import lite_site
from tests.needs import CHROMIUM, FLAGS, WAYS

__all__ = ["measure"]

SLOWER = 6
LATEST_MOVE = 3.0
LATEST_ANSWER = 0.030
"""At full speed the page is heard within so many seconds while somebody thinks."""
UNIT, LATEST_UNIT = "08-intelligenz-gegen-automat.ipynb", 30
"""The unit that computes most, and how many seconds it may take."""
PAGE = """<!doctype html><script type="module">
import { loadPyodide } from "./package/pyodide.mjs";
const py = window.py = await loadPyodide();
py.unpackArchive(await (await fetch("./course.zip")).arrayBuffer(), "zip", { extractDir: "/course" });
py.runPython("import sys; sys.path.insert(0, '/course')");
window.ready = true;
</script>"""
CODE = """
import asyncio, json, time
begin = time.perf_counter()
sum(range(2_000_000))
loop = time.perf_counter() - begin
from finity_edu import Position
from finity_edu.players import LEVELS, Seat
from boardkit.thinking import Thinking

async def move(player, position):
    '''How long a move takes, and how long the page waits at most meanwhile.'''
    moves, thinking, waits = [], Thinking(), [0.0]
    begin = last = time.perf_counter()
    thinking.start(player, position, lambda found: moves.append(found()))
    await asyncio.sleep(0.03)
    last = time.perf_counter()
    while thinking.busy:
        await asyncio.sleep(0)
        waits.append(time.perf_counter() - last)
        last = time.perf_counter()
    assert position.why_illegal(moves[0]) is None, moves[0]
    return time.perf_counter() - begin, max(waits)

async def play():
    start = Position.start(word="bbwwbwbw")
    first, _ = await move(Seat("strong"), start)
    position, later = start, {}
    for ply in range(12):
        for name in LEVELS:
            seat = Seat(name, seed=ply)
            later.setdefault(name, []).append(await move(seat, position))
        if position.to_move is None:
            break
        position = position.play(Seat("strong", seed=ply).choose(position))
    return json.dumps({"loop": loop, "first": first, "later": later})
await play()
"""


def wheels(folder: Path) -> None:
    """The course as it is installed, and what it imports."""
    (folder / "course.zip").unlink(missing_ok=True)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder / "course"), "."]
    subprocess.run(pip, cwd=pyodide.ROOT, check=True)
    [wheel] = (folder / "course").glob("*.whl")
    with zipfile.ZipFile(wheel, "a") as archive:
        for file in (Path(sysconfig.get_path("purelib")) / "lazy_loader").glob("*.py"):
            archive.write(file, f"lazy_loader/{file.name}")
    wheel.rename(folder / "course.zip")


@contextmanager
def served() -> Iterator[str]:
    """The address of a page with Pyodide and the packages of the course."""
    folder = pyodide.folder()
    wheels(folder)
    (folder / "course.html").write_text(PAGE, encoding="utf-8")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/course.html"
        server.shutdown()


def played(address: str, slower: int) -> dict[str, Any]:
    """What happens in a fresh browser of which the processor does one part in so many."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        page.wait_for_function("window.ready", timeout=600_000)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        found: dict[str, Any] = json.loads(page.evaluate("code => py.runPythonAsync(code)", CODE))
        browser.close()
    return found


def unit(name: str) -> float:
    """How long a notebook takes from its first cell to the last one, on the site that needs no server."""
    from playwright.sync_api import sync_playwright

    lite_site.build()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with lite_site.served(port) as address, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS).new_page()
        lite_site.open_notebook(page, address, name)
        begin = time.perf_counter()
        lite_site.run_all(page)
        return time.perf_counter() - begin


def measure() -> Table:
    """Play at full speed and slowed down."""
    if not CHROMIUM:
        return Table(("what",), [], [WAYS["chromium"]])
    rows, missed = [], []
    with served() as address:
        found = {slower: played(address, slower) for slower in (1, SLOWER)}
    for slower, one in found.items():
        rows.append((f"{slower}", "a loop in Python", f"{1000 * one['loop']:.0f} ms", ""))
        rows.append((f"{slower}", "strong, the first move", f"{one['first']:.2f} s", ""))
        slowest = one["first"]
        for name, moves in one["later"].items():
            times, waits = zip(*moves, strict=True)
            rows.append((f"{slower}", f"{name}, slowest of {len(times)} moves", f"{max(times):.2f} s",
                         f"{1000 * max(waits):.0f} ms"))
            slowest = max(slowest, *times)
        if slowest > LATEST_MOVE:
            missed.append(f"slowed down {slower} times a move takes {slowest:.1f} s")
    wait = max(wait for moves in found[1]["later"].values() for _, wait in moves)
    if wait > LATEST_ANSWER:
        missed.append(f"the page waits for {1000 * wait:.0f} ms")
    seconds = unit(UNIT)
    rows.append(("1", f"{UNIT}, from the first cell to the last", f"{seconds:.1f} s", ""))
    if seconds > LATEST_UNIT:
        missed.append(f"{UNIT} takes {seconds:.0f} s")
    return Table(("slowed down", "what", "time", "the page waits at most"), rows, missed,
                 f"The slowest move takes {slowest:.1f} s, slowed down {SLOWER} times; the unit {seconds:.0f} s.")
