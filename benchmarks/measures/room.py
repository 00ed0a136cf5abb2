"""Every widget of every lecture and set in JupyterLab, in all modes and views: whole, legible, still in each room."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measures import Table

ROOT = Path(__file__).parents[2]
TOUCH: dict[str, Any] = {"has_touch": True}


def _kind(fault: str) -> str:
    """What is wrong: a part is cut or too large, letters are small, something moves."""
    if fault.startswith("moved"):
        return "jumps"
    return "letters" if " px: " in fault else "cuts"


def _places() -> list[str]:
    """The lectures and sets that have a widget."""
    import room

    lectures = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
    sets = sorted((ROOT / "course" / "exercises").glob("ps*/*.ipynb"), key=lambda one: (len(one.stem), one.stem))
    found = [f"notebooks/{one.stem}" for one in lectures if room.shows_widgets(one)]
    return found + [f"sets/{one.stem}/{one.stem}" for one in sets if room.shows_widgets(one)]


def _measured(page: Any, rooms: Iterable[tuple[int, int]], said: str = "") -> tuple[int, int, list[str]]:
    """How many widgets there are, how high the highest is where there is least room, and what is wrong with them."""
    import room

    highest, wrong = 0, []
    for size in rooms:
        room.enter(page, size)
        for number in room.widgets(page):
            least = size[1] == min(high for _, high in room.ROOMS.values())
            if least:
                highest = max(highest, room.height(page, number))
            found = room.found(page, number, each=size == next(iter(room.ROOMS.values())))
            wrong += [f"{_kind(one)}: {size}{said}, widget {number}, {look}: {one}" for look, one in found]
    return len(room.widgets(page)), highest, wrong


def measure() -> Table:
    """Go through the lectures and sets that have a widget."""
    from playwright.sync_api import sync_playwright

    from tests.needs import CHROMIUM, FLAGS

    sys.path.insert(0, str(ROOT / "tests" / "finity_edu" / "widget"))
    import room

    rows, missed = [], []
    with TemporaryDirectory() as folder, sync_playwright() as playwright, room.lab(Path(folder)) as address:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for place in _places():
            widgets, highest, wrong = 0, 0, []
            for rooms, said, touch in ((room.ROOMS.values(), "", {}), ([room.PHONE], " with touch", TOUCH)):
                context = browser.new_context(viewport={"width": 1280, "height": 720}, **touch)
                context.set_default_timeout(180_000)
                page = room.notebook(context.new_page(), address, place, patience=400_000)
                widgets, high, found = _measured(page, rooms, said)
                highest, wrong = max(highest, high), wrong + found
                context.close()
            kinds = Counter(one.split(":")[0] for one in wrong)
            name = place.rpartition("/")[2]
            rows.append((name, widgets, highest, *(kinds[kind] for kind in ("cuts", "letters", "jumps"))))
            missed += [f"{name}: {one}" for one in wrong]
            print(rows[-1], *wrong[:40], sep="\n", flush=True)
    columns = ("notebook", "widgets", "highest in 599 pixels", "cuts", "letters below 13 pixels", "jumps")
    rooms = ", ".join(f"{wide} × {high}" for wide, high in (*room.ROOMS.values(), room.PHONE))
    return Table(columns, rows, missed[:20], f"All modes and views of each widget in {rooms}, the last with touch.")
