"""The room that a widget has in JupyterLab, and what of the widget is to be seen in it.

A room is what is left for a notebook's outputs: as wide as an output, as high as the panel that scrolls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy, copytree
from typing import Any

from tests.finity_edu.widget import jupyter

ROOMS = {
    "with the file browser": (846, 599),
    "without it": (1098, 599),
    "of a large screen": (959, 900),
    "of a book's column": (624, 700),
}
PHONE = (358, 830)
"""The room on a phone, where a finger points."""
LEAST_LETTERS = 13
HALL_LETTERS = 19.5
"""For boards of up to six stations; that much of a letter of 20 pixels is left by rounding."""

# What is wrong with the widget that is number n, seen in the room that it is in.
FAULTS = """([n, least]) => {
  const root = document.querySelectorAll('.gk-root')[n], faults = [];
  const box = (node) => node.getBoundingClientRect();
  const inside = (part, whole, slack = 1.5) => part.left >= whole.left - slack && part.right <= whole.right + slack
    && part.top >= whole.top - slack && part.bottom <= whole.bottom + slack;
  const name = (node) => node.outerHTML.slice(0, 90).replace(/\\s+/g, ' ');
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest('.gk-hidden, .gk-live, .gk-sheet, [hidden]');
  const panel = root.closest('.jp-WindowedPanel-outer') ?? document.documentElement;
  const room = document.fullscreenElement ? innerHeight : panel.clientHeight;
  const whole = box(root);
  if (whole.height > room + 1) faults.push(`${Math.round(whole.height)} high in a room of ${room}`);
  const column = document.fullscreenElement ? innerWidth : box(root.parentElement).width;
  if (whole.width > column + 1) faults.push(`${Math.round(whole.width)} wide`);
  const asLittle = (svg) => { const { minWidth, minHeight } = getComputedStyle(svg);
    return box(svg).width <= parseFloat(minWidth) + 1 || box(svg).height <= parseFloat(minHeight) + 1; };
  const board = root.querySelector('svg.gk-board');
  const share = board && Math.max(box(board).height / room, box(board).width / whole.width);
  const least_share = whole.width > 740 ? 0.4 : 0.26;
  if (board && seen(board) && share < least_share) faults.push(`a board of ${Math.round(box(board).width)}`);
  // lists and large trees are scrolled; on a phone the tabs as well
  const scrolled = `.gk-moves, .gk-tree${whole.width > 560 ? '' : ', .gk-tabs, .gk-modes'}`;
  for (const node of root.querySelectorAll('button, select, input, summary, svg, .gk-message, .gk-aside, h4')) {
    if (!seen(node) || !box(node).width || node.parentElement.closest('svg') || node.closest(scrolled)) continue;
    const view = node.closest('.gk-view, .gk-source');
    if (view && (node.nodeName !== 'svg' || asLittle(node))) continue; // what may not be smaller is scrolled
    for (let outer = node.parentElement; outer !== root.parentElement; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow !== 'visible' && !inside(box(node), box(outer))) {
        faults.push(`cut: ${name(node)}`);
        break;
      }
    }
  }
  for (const node of root.querySelectorAll('*')) {
    if (![...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()) || !seen(node)) continue;
    const { a = 1, b = 0 } = node.getScreenCTM?.() ?? {};  // a text may be turned
    const size = parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b);
    if (size < least - 0.05) faults.push(`${size.toFixed(1)} px: ${node.textContent.trim().slice(0, 20)}`);
  }
  return [...new Set(faults)];
}"""

# Where everything stands that must not move when a step is made.
PLACES = """(n) => {
  const root = document.querySelectorAll('.gk-root')[n], corner = root.getBoundingClientRect();
  const kept = '.gk-part, svg.gk-board, .gk-view > .gk-picture, .gk-source, .gk-tabs, [data-do=step], [data-do=run]';
  return [root, ...root.querySelectorAll(kept)].filter((node) => node.checkVisibility()).map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const name = (node.className.baseVal ?? node.className) + (node.dataset.by ?? '');
    return [name, Math.round(x - corner.x), Math.round(y - corner.y), Math.round(width), Math.round(height)].join(' ');
  });
}"""

MEASURED = """() => [document.querySelector('.gk-root').parentElement.getBoundingClientRect().width,
  document.querySelector('.jp-WindowedPanel-outer').clientHeight]"""


# What stands before something that is to be pressed or read.
COVERED = """(n) => [...document.querySelectorAll('.gk-root')[n].querySelectorAll(
    '.gk-part-tray .gk-button, .gk-message, .gk-tabs .gk-button')].filter((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return node.checkVisibility() && !node.contains(top) && !top?.contains(node);
}).map((node) => node.outerHTML.slice(0, 90))"""


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """JupyterLab as the command starts it, over a copy of lectures and sets: the address of the start page."""
    port = jupyter.free_port()
    copied = folder / "course" / "notebooks"
    copied.mkdir(parents=True)
    for notebook in (jupyter.ROOT / "notebooks").glob("*.ipynb"):
        copy(notebook, copied)
    for one in (jupyter.ROOT / "course" / "exercises").glob("ps*"):
        copytree(one, folder / "course" / "sets" / one.name)
    config = folder / "config" / "jupyter_lab_config.json"
    config.parent.mkdir()
    config.write_text('{"LabApp": {"expose_app_in_browser": true}}', encoding="utf-8")  # so that cells can be run
    arguments = ["finity_edu.cli", "lab", "--no-browser", "--json", "--port", str(port)]
    with jupyter.running(arguments, f"http://127.0.0.1:{port}/api", folder, settings={}, home=folder / "course"):
        said = (folder / "server.log").read_text(encoding="utf-8")
        yield str(json.loads(said[said.index("{") : said.rindex("}") + 1])["address"])


def notebook(page: Any, address: str, place: str, patience: int = 60_000) -> Any:
    """Open a lecture or a set in the folder of the course, and run it, within so many milliseconds."""
    page.goto(address)
    page.goto(address.replace("notebooks/00-start-here", place).replace("?token", "?reset&token"))
    jupyter.run_all(page, patience=patience)
    return page


def shows_widgets(notebook: Path) -> bool:
    """Whether a notebook makes a widget."""
    made = r"\.ask\(|Widget\b|opening\(|\bshow\(|practise\("
    return re.search(made, notebook.read_text(encoding="utf-8")) is not None


def height(page: Any, number: int) -> int:
    """How high a widget is."""
    return round(page.locator(".gk-root").nth(number).bounding_box()["height"])


def widgets(page: Any) -> range:
    """The numbers of all widgets."""
    return range(page.locator(".gk-root").count())


def frames(page: Any) -> list[int]:
    """The numbers of the widgets that have a frame: boards, machines, stones, steps."""
    roots = "(all) => all.flatMap((one, n) => one.matches('.gk-frame') ? [n] : [])"
    return list(page.locator(".gk-root").evaluate_all(roots))


def hall(page: Any, number: int) -> None:
    """Press "Projector", and wait until everything has its place."""
    press(page, number, "[data-do=switch][data-name=large]")
    page.wait_for_timeout(400)


def enter(page: Any, size: tuple[int, int]) -> None:
    """Make the window as large as it takes for a room of this size."""
    for _ in range(3):
        page.wait_for_timeout(150)
        there = page.evaluate(MEASURED)
        off = [wanted - is_ for wanted, is_ in zip(size, there, strict=True)]
        if not any(round(one) for one in off):
            return
        window = page.viewport_size
        page.set_viewport_size({"width": window["width"] + round(off[0]), "height": window["height"] + round(off[1])})
    raise AssertionError(f"no room of {size}: {page.evaluate(MEASURED)}")


def faults(page: Any, number: int, least: float = LEAST_LETTERS) -> list[str]:
    """What is wrong with a widget in the room that it is in."""
    return list(page.evaluate(FAULTS, [number, least]))


def places(page: Any, number: int) -> list[str]:
    """Where its parts stand."""
    return list(page.evaluate(PLACES, number))


def jumps(page: Any, number: int) -> list[str]:
    """What does not stand where it stood, after two steps."""
    before = places(page, number)
    for _ in range(2):
        press(page, number, "[data-do=step][data-by='1']")
    return [place for place in places(page, number) if not any(_same(place, other) for other in before)]


def found(page: Any, number: int, views: int = 9, *, each: bool = False) -> Iterator[tuple[str, str]]:
    """What is wrong with a widget in any mode, in so many of its views; in each, or in the first, steps are made."""
    stepped = set()
    for look in looks(page, number, views):
        yield from ((look, fault) for fault in faults(page, number))
        mode = look.partition(" ")[0]
        if each or mode not in stepped:
            yield from ((look, f"moved: {one}") for one in jumps(page, number))
        stepped.add(mode)


def _same(one: str, other: str) -> bool:
    """Whether it is the same thing at the same place; a pixel is rounded either way."""
    *name, x, y, width, height = one.split(" ")
    *also, left, top, wide, high = other.split(" ")
    near = ((x, left), (y, top), (width, wide), (height, high))
    return name == also and all(abs(int(a) - int(b)) <= 1 for a, b in near)


def press(page: Any, number: int, selector: str) -> bool:
    """Press a button of a widget, and wait until the answer is drawn; false if it is not there."""
    root = page.locator(".gk-root").nth(number)
    button = root.locator(selector).first
    if not button.count() or button.get_attribute("aria-disabled") == "true":
        return False
    before = root.get_attribute("data-tick")
    button.evaluate("(node) => node.click()")
    drawn = "([n, before]) => document.querySelectorAll('.gk-root')[n].dataset.tick !== before"
    page.wait_for_function(drawn, arg=[number, before])
    return True


def looks(page: Any, number: int, most: int = 9) -> Iterator[str]:
    """Go through the modes of a widget, and in each through what its lens shows, at most so much; yield both names."""
    root = page.locator(".gk-root").nth(number)
    named = "(all, key) => all.map((one) => one.dataset[key])"
    for mode in root.locator(".gk-modes [data-do=mode]").evaluate_all(named, "name") or [""]:
        if mode:
            press(page, number, f".gk-modes [data-name={mode}]")
        for view in root.locator(".gk-tabs [data-do=look]").evaluate_all(named, "view")[:most] or [""]:
            if view:
                press(page, number, f".gk-tabs [data-view={view}]")
            yield f"{mode} {view}".strip()
