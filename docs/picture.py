"""Take the README's pictures of the program, light and dark, and draw the board of the outreach pages.

    python docs/picture.py      needs Chromium and Playwright for the former
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from boardkit.messages import NATIVE, using_language  # noqa: E402
from boardkit.svg import Picture  # noqa: E402
from finity_edu.draw import draw_board  # noqa: E402
from finity_edu.examples import example_game  # noqa: E402
from finity_edu.widget import BoardWidget  # noqa: E402
from tests.finity_edu.widget import bench  # noqa: E402
from tests.needs import CHROMIUM  # noqa: E402

IMAGES = ROOT / "docs" / "img"


def program(theme: str) -> BoardWidget:
    """The last position of the shipped game, in the middle of its tower, beside its tree of runs."""
    widget = BoardWidget(example_game().game.state, mode="run", theme=theme)
    for _ in range(4):
        widget.act("step", by="1")
    return widget


def board() -> Picture:
    """The last board of the shipped game, with the accepting run."""
    last = example_game().game.state
    with using_language("en"):
        return draw_board(last, path=last.full_path(1))


def photograph() -> None:
    """The program as it is on a screen."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for lang, theme in product(NATIVE, ("light", "dark")):
            page = browser.new_page(viewport={"width": 1280, "height": 760}, reduced_motion="reduce")
            with using_language(lang):
                bench.show(page, program(theme), Path(folder))
            page.evaluate("document.fonts.ready")
            file = IMAGES / ("" if lang == "en" else lang) / f"program-{theme}.jpg"
            page.locator(".gk-root").screenshot(path=str(file), type="jpeg", quality=80)
            print(file)
        browser.close()


if __name__ == "__main__":
    print(board().save(IMAGES / "board.svg"))
    photograph()
