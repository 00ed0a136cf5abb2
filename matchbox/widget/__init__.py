"""The machine in a notebook: play against it, let it train, watch it learn.

>>> from matchbox.widget import MatchboxWidget
>>> widget = MatchboxWidget("length=5", teacher="random", seed=1)
>>> widget.act("train", games="10")
>>> widget.games
10
"""

from matchbox.widget.app import MatchboxWidget
from matchbox.widget.table import Table

__all__ = ["MatchboxWidget", "Table"]
