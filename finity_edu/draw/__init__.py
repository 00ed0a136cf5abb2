"""Pictures of boards, runs and automata, as SVG values and as text.

Importing this package in a running notebook lets positions, layouts and boards show their picture at the end of a
cell (`finity_edu.draw.display`); ``%load_ext finity_edu.draw`` does the same explicitly.
"""

from finity_edu.draw.board import draw_board
from finity_edu.draw.display import install
from finity_edu.draw.display import install as load_ipython_extension
from finity_edu.draw.text import draw_text

__all__ = ["draw_board", "draw_text", "load_ipython_extension"]

install()
