"""Boards as automata and back: the station automaton, the ring automaton, and boards for automata."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
