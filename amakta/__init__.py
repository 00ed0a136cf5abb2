"""Amakta and Amakta Infinit: a game for two as a deterministic transition system.

Examples
--------
>>> import amakta
>>> s = amakta.State.start(board="raute4", stones="duo")
>>> len(s.legal_moves())
4
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
