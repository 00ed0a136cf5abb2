"""Pictures of boards and positions, as SVG values and as text."""

from finity_edu.draw.board import draw_board
from finity_edu.draw.text import draw_text

__all__ = ["draw_board", "draw_text"]
