"""Finity to be touched: the board widget.

Where no kernel runs, a notebook shows a picture in their place: on GitHub, and in what nbconvert makes of a saved
notebook. An ``nbconvert --execute`` needs ``--ExecutePreprocessor.store_widget_state=False`` for it; otherwise it
saves the state of the widgets, and the page waits for scripts from elsewhere instead.

>>> from finity_edu.widget import BoardWidget
>>> BoardWidget(mode="replay").mode
'replay'
"""

from typing import TYPE_CHECKING

import lazy_loader

from finity_edu.widget.board import BoardWidget
from finity_edu.widget.opening import opening

if TYPE_CHECKING:
    from finity_edu.widget.guess import GuessWidget

# It draws with what answers are drawn with, and that takes its time to load.
__getattr__, _, _ = lazy_loader.attach(
    __name__, submod_attrs={"guess": ["GuessWidget"]}
)

__all__ = ["BoardWidget", "GuessWidget", "opening"]
