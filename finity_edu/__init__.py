"""Finity: a board game whose boards are finite automata.

Importing this package loads the rules only: no NumPy, networkx, automata-lib, matplotlib or Jupyter.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
