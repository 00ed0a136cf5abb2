"""A figure of matplotlib that a notebook keeps small and reads aloud; matplotlib is needed to import this module."""

import sys
from base64 import b64encode
from io import BytesIO
from typing import Any

from matplotlib import axes, figure
from PIL import Image

__all__ = ["Axes", "Figure", "packed"]


class Figure(figure.Figure):
    """A figure whose label is the text alternative of its picture in a notebook."""

    def __init__(self, *args: Any, **look: Any) -> None:
        super().__init__(*args, **look)
        _register()

    def spoken(self) -> tuple[str, dict[str, object]]:
        """The picture in base64, and what a notebook keeps beside it."""
        image = BytesIO()
        self.savefig(image, format="png", bbox_inches="tight")
        return packed(image.getvalue()), {"alt": self.get_label()}


class Axes(axes.Axes):
    """Axes that do not name themselves below the figure when a cell ends in them."""

    def _ipython_display_(self) -> None:
        """Show nothing: the figure is shown anyway."""


def _register() -> None:
    """Let the notebook that is running ask figures of ours; a reader's own are shown as ever."""
    if "IPython" not in sys.modules:
        return
    shell = sys.modules["IPython"].get_ipython()
    if shell is not None:
        # A method `_repr_mimebundle_` would not do: what matplotlib registers for all figures goes before it.
        shell.display_formatter.formatters["image/png"].for_type(Figure, Figure.spoken)


def packed(png: bytes) -> str:
    """A picture in few colours, so in a quarter of the bytes, in base64."""
    small = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
        small, "png", optimize=True
    )
    return b64encode(small.getvalue()).decode()
