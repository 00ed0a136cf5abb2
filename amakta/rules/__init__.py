"""The rules of Amakta: stones, boards, moves, states.  Standard library and boardkit only."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
