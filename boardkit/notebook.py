"""Values show themselves as pictures in a notebook; what draws them is imported when the first one is shown."""

import sys
from collections.abc import Iterable
from importlib import import_module


def shown_by(draw: str, kinds: Iterable[str]) -> None:
    """Register the pictures of some classes with the notebook that is running; IPython is never imported for it.

    Parameters
    ----------
    draw : str
        ``"module:function"``; the function gets the value and returns a MIME bundle.
    kinds : iterable of str
        The classes, as ``"module.Class"``; they need not have been imported.

    Examples
    --------
    Without a notebook nothing happens:

    >>> shown_by("automatakit.draw.automata:bundle", ["automata.fa.nfa.NFA"])
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    module, _, name = draw.partition(":")

    def bundle(value: object, include: object = None, exclude: object = None) -> object:
        return getattr(import_module(module), name)(value)

    for kind in kinds:
        home, _, cls = kind.rpartition(".")
        shell.display_formatter.mimebundle_formatter.for_type_by_name(home, cls, bundle)
