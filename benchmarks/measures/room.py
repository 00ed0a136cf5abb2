"""Every widget of every lecture in JupyterLab, in each of its modes and views: whole, legible, still in each room."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measures import Table

ROOT = Path(__file__).parents[2]


def _kind(fault: str) -> str:
    """What is wrong: a part is cut or too large, letters are small, something moves."""
    if fault.startswith("moved"):
        return "jumps"
    return "letters" if " px: " in fault else "cuts"


def _measured(page: Any, room: Any) -> tuple[int, int, list[str]]:
    """How many looks there were at the widgets of a lecture, how high the highest was, and what was wrong with them."""
    looks, highest, wrong = 0, 0, []
    for size in room.ROOMS.values():
        room.enter(page, size)
        for number in room.frames(page):
            for look in room.looks(page, number):
                looks += 1
                if size[1] == min(high for _, high in room.ROOMS.values()):
                    highest = max(highest, room.height(page, number))
                found = [*room.faults(page, number), *(f"moved: {one}" for one in room.jumps(page, number))]
                wrong += [f"{_kind(one)}: {size}, widget {number}, {look}: {one}" for one in found]
    return looks, highest, wrong


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
            if not room.shows_widgets(path):
                continue
            context = browser.new_context(viewport={"width": 1280, "height": 720})
            context.set_default_timeout(180_000)
            page = room.lecture(context.new_page(), address, path.stem, patience=400_000)
            looks, highest, wrong = _measured(page, room)
            context.close()
            if looks:
                kinds = Counter(one.split(":")[0] for one in wrong)
                rows.append((path.stem, looks, highest, *(kinds[kind] for kind in ("cuts", "letters", "jumps"))))
            missed += [f"{path.stem}: {one}" for one in wrong]
    columns = ("lecture", "looks", "highest in 599 pixels", "cuts", "letters below 13 pixels", "jumps")
    return Table(columns, rows, missed[:20], "Looks: modes and views of each widget in three rooms.")
