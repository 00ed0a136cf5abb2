"""Every widget of every lecture in JupyterLab, in each of its modes and views: whole, legible, still in each room."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measures import Table

ROOT = Path(__file__).parents[2]


def _faults(page: Any, room: Any) -> tuple[int, list[str]]:
    """How many looks there were at the widgets of a lecture, and what was wrong with them."""
    looks, wrong = 0, []
    for size in room.ROOMS.values():
        room.enter(page, size)
        for number in room.frames(page):
            for look in room.looks(page, number):
                looks += 1
                found = [*room.faults(page, number), *(f"moved: {one}" for one in room.jumps(page, number))]
                wrong += [f"{size}, widget {number}, {look}: {one}" for one in found]
    return looks, wrong


def measure() -> Table:
    """Go through the lectures that have a widget with a frame."""
    from playwright.sync_api import sync_playwright

    from tests.needs import CHROMIUM, FLAGS

    sys.path.insert(0, str(ROOT / "tests" / "finity_edu" / "widget"))
    import room

    rows, missed = [], []
    with TemporaryDirectory() as folder, sync_playwright() as playwright, room.lab(Path(folder)) as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
            if "Widget" not in path.read_text(encoding="utf-8"):
                continue
            context = browser.new_context(viewport={"width": 1280, "height": 720})
            context.set_default_timeout(90_000)
            page = room.lecture(context.new_page(), address, path.stem)
            looks, wrong = _faults(page, room)
            context.close()
            rows.append((path.stem, looks, len(wrong)))
            missed += [f"{path.stem}: {one}" for one in wrong]
    return Table(("lecture", "looks", "faults"), rows, missed[:20], "A fault: cut, smaller than 13 pixels, or moved.")
