"""Automata as text: JFLAP, DOT, TikZ, Python with automata-lib; a further format is a module and a row here."""

from collections.abc import Callable
from dataclasses import dataclass

from automatakit.automaton.value import Automaton
from automatakit.formats.dot import from_dot, to_dot
from automatakit.formats.jflap import from_jff, to_jff
from automatakit.formats.python import BEGINS, from_python, to_python
from automatakit.formats.tikz import from_tikz, to_tikz


@dataclass(frozen=True)
class Format:
    """How automata are written as text and read again.

    Attributes
    ----------
    endings : tuple of str
        How names of such files end; the first one is given to new ones.
    begins : tuple of str
        How such texts begin.
    write, read : callable
    """

    endings: tuple[str, ...]
    begins: tuple[str, ...]
    write: Callable[[Automaton], str]
    read: Callable[[str], Automaton]


FORMATS = {
    "JFLAP": Format(("jff",), ("<",), to_jff, from_jff),
    "TikZ": Format(("tex",), ("\\", "%"), to_tikz, from_tikz),
    "Graphviz": Format(("dot", "gv"), ("digraph", "strict"), to_dot, from_dot),
    "automata-lib": Format(("py",), BEGINS, to_python, from_python),
}
"""The formats by name, as the editor offers them."""


def read_text(text: str) -> Automaton | None:
    """Read a text in the format that its beginning shows; None if it is in none of them.

    Examples
    --------
    >>> read_text(to_dot(Automaton.of("ab"))).accepts("ab"), read_text("ab")
    (True, None)
    """
    for one in FORMATS.values():
        if text.startswith(one.begins):
            return one.read(text)
    return None
