"""Plain automata of automata-lib show their picture, too, at the end of a notebook cell.

automata-lib's own display needs pygraphviz; importing :mod:`automatakit` in a running notebook replaces it.
"""

from __future__ import annotations

import sys
from typing import Any

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit.automaton.library import guarded


def install(shell: Any = None) -> bool:
    """Register pictures of automata with a notebook.

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
    for kind in (NFA, DFA):
        shell.display_formatter.mimebundle_formatter.for_type(kind, _bundle)
    return True


def _bundle(automaton: Any, include: object = None, exclude: object = None) -> Any:
    return guarded(automaton).show_diagram()._repr_mimebundle_()
