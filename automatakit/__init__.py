"""Finite automata for learning: one value, exact answers, steps, pictures and file formats; no game.

>>> import automatakit
>>> automatakit.count_words(automatakit.from_regex("(b|w)*w"), 5)
16
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
