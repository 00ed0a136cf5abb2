"""Take pictures of the game screens, as they are looked at: ``python docs/screens.py`` writes ``docs/screens.md``.

Each screen at a desk, on a projector, on a phone, in the dark, in high contrast, and as deuteranopia shows it.
Needs Chromium and Playwright (extra ``test``), as the browser tests do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from amakta.widget import AmaktaWidget  # noqa: E402
from boardkit.widget import GameWidget  # noqa: E402
from finity_edu.examples import example_game  # noqa: E402
from finity_edu.widget import BoardWidget, GuessWidget  # noqa: E402
from matchbox.widget import MatchboxWidget  # noqa: E402
from tests.finity_edu.widget import bench  # noqa: E402
from tests.needs import CHROMIUM  # noqa: E402

PAGE = ROOT / "docs" / "screens.md"
IMAGES = ROOT / "docs" / "img" / "screens"
DESK, PROJECTOR, PHONE = (1280, 800), (1280, 720), (390, 844)
WAYS: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {
    "desk": (DESK, {}), "projector": (PROJECTOR, {"large": True}), "phone": (PHONE, {}),
    "dark": (DESK, {"theme": "dark"}), "contrast": (DESK, {"theme": "contrast"}), "deuteranopia": (DESK, {}),
}
"""The ways in which each screen is looked at: how large the page is, and how the widget is set."""


def finity(**view: Any) -> BoardWidget:
    """The shipped game, half played, against a program; a piece is in hand."""
    game = example_game().game
    while len(game.moves) > 20:
        game = game.undo()
    widget = BoardWidget(game, players={2: "strong"}, **view)
    widget.act("tool", tool="b")
    return widget


def run(**view: Any) -> BoardWidget:
    """The last position of the shipped game, while its tower is being read."""
    widget = BoardWidget(example_game().game.state, mode="run", **view)
    for _ in range(3):
        widget.act("step", by="1")
    return widget


def end(**view: Any) -> BoardWidget:
    """The end of the shipped game."""
    return BoardWidget(example_game().game, **view)


def amakta(**view: Any) -> AmaktaWidget:
    """Amakta in the middle of a game against a program, with a stone in hand: the fields where it may lie are lit."""
    position = ("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
                " white 101010; black 300300 321000V")
    widget = AmaktaWidget(position, players={"B": "greedy"}, **view)
    widget.act("hand", code="101010")
    return widget


def machine(**view: Any) -> MatchboxWidget:
    """The learning machine has played fifty games, and now plays against a person, whose turn it is."""
    widget = MatchboxWidget(teacher="random", speed=0, seed=1, **view)
    widget.act("train", games="51")
    widget.act("teacher", value="human")
    widget.act("new")
    return widget


def tournament(**view: Any) -> MatchboxWidget:
    """A tournament of teachers: the learning curve of each grows."""
    widget = MatchboxWidget(seed=1, **view)
    widget.lens = "tournament"
    widget.act("tournament")
    for _ in range(70):
        widget.act("compete")
    return widget


def guess(**view: Any) -> GuessWidget:
    """A hidden board, and what has been asked: one lower row equals no upper row."""
    widget = GuessWidget(seed=10, level=1, **view)
    for do in ("fill", "draw", "propose"):
        widget.act(do)
    widget.act("use", variant="rivest-schapire")
    for do in ("fill", "draw"):
        while widget.guess.restless is not None:
            widget.act("up", row=widget.guess.restless)
            widget.act("fill")
        widget.act(do)
    widget.act("letter", symbol="b")
    return widget


SCREENS: dict[str, Callable[..., GameWidget]] = {"finity": finity, "run": run, "end": end, "amakta": amakta,
                                                 "machine": machine, "tournament": tournament, "guess": guess}


def photograph(browser: Any, folder: Path) -> None:
    """All screens in all ways."""
    for way, ((width, height), view) in WAYS.items():
        for name, screen in SCREENS.items():
            page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
            if way == "deuteranopia":
                page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency",
                                                        {"type": "deuteranopia"})
            bench.show(page, screen(**view), folder)
            page.evaluate("document.fonts.ready")
            page.screenshot(path=str(IMAGES / f"{name}-{way}.jpg"), type="jpeg", quality=72)
            page.close()


def text() -> str:
    """The page; what was changed because of looking is kept as it stands there."""
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    marker = "## Changed because of looking\n"
    kept = old.partition(marker)[2] or "\n* Nothing yet.\n"
    written = "This page is written by `python docs/screens.py`, except for the list at its end."
    lines = ["# The game screens", "", written, ""]
    for name, screen in SCREENS.items():
        lines += [f"## {name.capitalize()}", "", (screen.__doc__ or "").strip(), ""]
        lines += [f"![{name}, {way}](img/screens/{name}-{way}.jpg)" for way in WAYS]
        lines.append("")
    return "\n".join([*lines, marker.rstrip()]) + "\n" + kept


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        photograph(browser, Path(folder))
        browser.close()
    PAGE.write_text(text(), encoding="utf-8")
    print(PAGE)
