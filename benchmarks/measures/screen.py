"""The game screen in JupyterLab: from a click to the redraw; and what the page does by itself, from pressing to light.

What Python needs for the same clicks is measured beside it; the rest is the way there and back, and the browser.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measures import Table

CLICKS = 60
MEDIAN, HIGH, FRAME = 60.0, 120.0, 16.0
"""Milliseconds that are wanted: half of the redraws, 95 of 100, and what needs no kernel."""
CELLS = ["from finity_edu.examples import example_game\nfrom finity_edu.widget import BoardWidget",
         "w = BoardWidget(example_game().game)\nw"]
LIT = """(n) => { const tool = document.querySelector(`[data-tool='${n % 2 ? 'b' : 'w'}']`);
  const { x, y } = tool.getBoundingClientRect();
  const press = (kind, dx) => tool.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 0,
    pointerId: 1, clientX: x + 20 + dx, clientY: y + 20 }));
  press("pointerdown", 0);
  const before = performance.now();
  press("pointermove", 12);
  document.querySelector(".gk-legal")?.getBoundingClientRect();
  const passed = performance.now() - before;
  press("pointercancel", 12);
  return passed; }"""


def _kernel() -> list[float]:
    """Milliseconds of Python for the same clicks."""
    from finity_edu.examples import example_game
    from finity_edu.widget import BoardWidget

    widget, taken = BoardWidget(example_game().game), []
    for n in range(CLICKS):
        before = time.process_time()
        _act(n, lambda do, **data: widget.act(do, **data))
        taken.append(1000 * (time.process_time() - before))
    return taken


def _act(n: int, act: Any) -> None:
    """One of the clicks: back and forth through the game, and pieces taken."""
    if n % 3 == 2:
        act("tool", tool="b" if n % 2 else "w")
    else:
        act("undo" if n < 0.6 * CLICKS else "redo")  # the game has more moves than these


def _in_lab() -> tuple[list[float], list[float]]:
    """Milliseconds from click to redraw, and from moving to light."""
    from playwright.sync_api import sync_playwright

    from tests.needs import CHROMIUM

    sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "finity_edu" / "widget"))
    import jupyter

    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, port = Path(name), jupyter.free_port()
        url = f"http://127.0.0.1:{port}"
        with jupyter.running(jupyter.lab_arguments(port, folder), f"{url}/api", folder):
            page = playwright.chromium.launch(executable_path=CHROMIUM).new_page(
                viewport={"width": 1500, "height": 1000})
            page.set_default_timeout(90_000)
            page.goto(f"{url}/lab/tree/{jupyter.write_notebook(folder / 'screen.ipynb', CELLS).name}?reset")
            jupyter.run_all(page)
            page.evaluate(jupyter.STOPWATCH)

            def click(do: str, **data: str) -> None:
                root = page.locator(".gk-root")
                tick = root.get_attribute("data-tick")
                root.locator(f"[data-do='{do}']" + "".join(f"[data-{k}='{v}']" for k, v in data.items())).click()
                page.wait_for_function("(t) => document.querySelector('.gk-root').dataset.tick !== t", arg=tick)

            for n in range(CLICKS):
                _act(n, click)
            clicked = [float(one) for one in page.evaluate("window.latencies")]
            return clicked, [float(page.evaluate(LIT, n)) for n in range(CLICKS)]


def measure() -> Table:
    """Click in JupyterLab, and in a widget without a page."""
    kernel, (clicked, lit) = _kernel(), _in_lab()
    rows, missed = [], []
    for name, values, wanted in (("click to redraw in JupyterLab", clicked, (MEDIAN, HIGH)),
                                 ("of this in Python", kernel, (MEDIAN, HIGH)),
                                 ("legal places lit by the page", lit, (FRAME, FRAME))):
        ordered = sorted(values)
        median, high = ordered[len(ordered) // 2], ordered[round(0.95 * (len(ordered) - 1))]
        rows.append((name, len(ordered), f"{median:.1f} ms", f"{high:.1f} ms", f"{wanted[0]:.0f}, {wanted[1]:.0f} ms"))
        if median > wanted[0] or high > wanted[1]:
            missed.append(f"{name}: {median:.0f} ms, {high:.0f} ms at the 95th percentile")
    return Table(("what", "times", "median", "95th percentile", "wanted"), rows, missed,
                 f"{CLICKS} clicks: pieces taken, moves taken back and played again.")
