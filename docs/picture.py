"""Draw the picture at the top of the README: ``python docs/picture.py`` writes ``docs/img/board.svg``."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from boardkit.messages import using_language  # noqa: E402
from boardkit.svg import Picture  # noqa: E402
from finity_edu.draw import draw_board  # noqa: E402
from finity_edu.examples import example_game  # noqa: E402

TARGET = ROOT / "docs" / "img" / "board.svg"


def picture() -> Picture:
    """The last board of the shipped game, with the accepting run."""
    board = example_game().game.state
    with using_language("en"):
        return draw_board(board, path=board.full_path(1))


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    print(picture().save(TARGET))
