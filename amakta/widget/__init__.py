"""Amakta to be touched: the start procedure, play, replay, the state graph beside the board.

>>> from amakta.widget import AmaktaWidget
>>> AmaktaWidget(board="raute4", stones="duo").mode
'play'
"""

from amakta.widget.app import AmaktaWidget

__all__ = ["AmaktaWidget"]
