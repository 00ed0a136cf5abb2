"""Positions, layouts and boards show their picture at the end of a notebook cell.

The rules know nothing of drawing, so the display is registered with IPython from here: importing
`finity_edu.draw` in a running notebook does it, and ``%load_ext finity_edu.draw`` does it explicitly.
"""

from __future__ import annotations

import sys
from typing import Any

from boardkit.svg import Picture
from finity_edu.draw.board import draw_board
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position


def install(shell: Any = None) -> bool:
    """Register pictures of positions, layouts and boards with a notebook.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell, optional
        By default the one that is running, if there is one; IPython is never imported for it.

    Returns
    -------
    bool
        Whether there was a notebook to register with.

    Examples
    --------
    >>> install()
    False
    """
    if shell is None and "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
    if shell is None:
        return False
    formatter = shell.display_formatter.mimebundle_formatter
    for kind in (Position, Layout, Board):
        formatter.for_type(kind, _bundle)
    return True


def _bundle(value: Position | Layout | Board, include: object = None, exclude: object = None) -> dict[str, str]:
    """What a notebook shows of a value; where it cannot show pictures, the text form."""
    bundle = _picture(value)._repr_mimebundle_()
    return bundle | {"text/plain": repr(value)}


def _picture(value: Position | Layout | Board) -> Picture:
    path = None
    if isinstance(value, Position) and value.result is not None and len(value.result.winners) == 1:
        path = value.full_path(next(iter(value.result.winners)))
    return draw_board(value, path=path)
