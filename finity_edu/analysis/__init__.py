"""What theory says about a board: who wins and how, what is reached, what must be added, chances over all towers.

Everything about automata as such (words, runs, comparison, minimal automata, structure) is in `automatakit`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
